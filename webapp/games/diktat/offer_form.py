"""The form for making an offer: partners, each side's goods, promises, a note. `terms.changed` carries out its
presses."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.refusals import Refusal
from webapp.games.contract import Json
from webapp.games.diktat import promises
from webapp.games.diktat.city import Acts, seat_mark
from webapp.games.diktat.deal_words import counts_words, promise_words, thing_words
from webapp.games.diktat.intents import reason
from webapp.games.diktat.names import KINDS, Names
from webapp.games.diktat.terms import COUNTED, NOTE, SIDES, Terms, most, named, partners
from webapp.table_kit.composer import Press
from webapp.table_kit.plain_texts import refusal_words
from webapp.ui.tree import Child, Node, el, icon

Check = Callable[[Json], Refusal | None]


def part(part: str, key: str = "") -> Json:
    """The intent of a press in the form."""
    return {"do": "haggle", "part": part, "key": key}


def form(terms: Terms, names: Names, check: Check) -> Node:
    """The whole form. The button that sends the offer shows why it cannot be sent."""
    tr = names.tr
    whom = [
        el(
            "button.btn",
            seat_mark(partner, names),
            names.player(partner),
            do=part("with", partner),
            aria_pressed=str(partner in terms.to).lower(),
            cls=names.colours(partner),
            testid=f"with-{partner}",
        )
        for partner in partners(names)
    ]
    several = len(whom) > 1
    shut = icon("cross", tr("plain.never-mind"))
    close = el("button.btn.quiet", shut, do=part("close"), title=tr("plain.never-mind"), testid="close-offer")
    return el(
        "section.deal-form",
        el("div.deal-head", el("h2.overline", tr("deal.whom-several" if several else "deal.whom")), close),
        el("div.plain-ways", whom, role="group", aria_label=tr("deal.whom")),
        [_partner(seat, terms, names) for seat in terms.to],
        _promises(terms, names) if terms.to else None,
        _last_part(terms, names, check),
        key=f"form/{terms.counter}",
        testid="deal-form",
    )


def _last_part(terms: Terms, names: Names, check: Check) -> list[Child]:
    """The last part: sworn or not, discreet or not, a note, and the buttons."""
    tr = names.tr
    toggles = [
        el(
            "button.btn",
            tr(f"deal.{seal}"),
            do=part(seal),
            aria_pressed=str(getattr(terms, seal)).lower(),
            title=tr(f"deal.{seal}-about"),
            testid=f"deal-{seal}",
        )
        for seal in ("sworn", "discreet")
    ]
    note = {"t": "field", "c": "field", "do": part("note"), "value": terms.note, "most": NOTE, "hint": tr("deal.note")}
    note["a"] = {"aria-label": tr("deal.note"), "data-testid": "deal-note"}
    # The note is typed without a redraw: the offer is made from the terms as they are when it is sent.
    command = terms.command(names)
    why: str | None = None
    if not terms.to:
        why = str(tr("deal.nobody"))
    elif terms.promise is not None:
        why = str(tr("deal.unfinished"))
    elif terms.empty:
        why = str(tr("deal.empty"))
    elif terms.shows_screen:
        why = str(tr("deal.screen-alone"))
    elif (no := check(command)) is not None:
        why = refusal_words(names, no)
    marks: Json = {"do": part("send")}
    if why is not None:
        marks = {"do": reason(command), "aria_disabled": "true", "title": why}
    send = el("button.btn.main.accent", tr("deal.send"), testid="send-offer", **marks)
    return [
        note,
        el(
            "div.deal-end",
            el("p.muted", why) if why else None,
            el("div.plain-ways", toggles, _telling(terms, names, check), send),
        ),
    ]


def _telling(terms: Terms, names: Names, check: Check) -> Node | None:
    """The button that says or shows what the terms consist of without a deal, where that can be."""
    commands = terms.tell_commands(names)
    if not commands or any(check(command) is not None for command in commands):
        return None
    kind = commands[0]["kind"]
    title = names.tr(f"deal.{kind}-it-about")
    return el("button.btn", names.tr(f"deal.{kind}-it"), do=part("tell"), title=title, testid="tell")


# ---- goods -----------------------------------------------------------------------------------------------------------


def _partner(seat: str, terms: Terms, names: Names) -> Node:
    """The goods between the viewer and one other seat; with several seats each is folded under its name, with a
    summary."""
    columns = el("div.deal-sides", [_column(f"{side}-{seat}", terms, names) for side in SIDES])
    if len(terms.to) == 1:
        return columns
    given, taken = (counts_words(terms.goods.get(f"{side}-{seat}", {}), names) for side in SIDES)
    summary = names.tr("deal.with", given=given, taken=taken)
    head = el("summary", seat_mark(seat, names), " ", el("strong", names.who(seat)), " ", el("span.muted", summary))
    return el("details.plain-also.deal-partner", head, columns, key=f"with/{seat}", testid=f"partner-{seat}")


def _column(where: str, terms: Terms, names: Names) -> Node:
    """The goods that one side gives: each counted one begins as a sign that adds the first, and has steppers then;
    named ones, which can be pressed on the boards too, are behind a fold until one is chosen."""
    tr, counts = names.tr, terms.goods.get(where, {})
    gives, _, seat = where.partition("-")
    rows: list[Child] = []
    firsts: list[Child] = []
    for what in COUNTED:
        n, limit = counts.get(what, 0), most(terms, where, what, names)
        if not limit and not n:
            continue
        label = _goods_name(what, names)
        if not n:
            one: Json = {"do": part("more", f"{where}:{what}"), "testid": f"more-{where}-{what}"}
            firsts.append(el("button.chip", label, aria_label=tr("deal.more", what=label), key=what, **one))
            continue
        less, more = (
            _step(sign, label, names, part(sign, f"{where}:{what}"), f"{sign}-{where}-{what}", able=bool(able))
            for sign, able in (("less", n), ("more", n < limit))
        )
        rows.append(el("li.counted", el("span", label), less, el("strong", str(n)), more, key=what))
    chips = [
        el(
            "button.chip",
            thing_words(key, names),
            do=part("toggle", f"{where}:{key}"),
            aria_pressed=str(key in counts).lower(),
            testid=f"{where}-{key}",
        )
        for key in named(terms, where, names)
    ]
    if gives == "give":
        title = tr("deal.i-give") if len(terms.to) == 1 else tr("deal.i-give-to", who=names.who(seat))
    else:
        title = tr("deal.i-take", who=names.who(seat))
    chosen = any(key not in COUNTED for key in counts)
    fold = el(
        "details.plain-also",
        el("summary", tr("deal.things")),
        el("div.board-held", chips),
        open="open" if chosen else None,
        key=f"things/{where}",
    )
    return el(
        "div.deal-side",
        el("h3.overline", title),
        el("ul", rows) if rows else None,
        el("div.board-held.deal-firsts", firsts) if firsts else None,
        fold if chips else None,
    )


def _step(way: str, what: str, names: Names, press: Json, testid: str, able: bool = True) -> Node:
    """The button for one ``less`` or one ``more`` of something."""
    sign = icon("minus" if way == "less" else "plus", names.tr(f"deal.{way}", what=what))
    return el("button.btn.step", sign, do=press, testid=testid, aria_disabled=None if able else "true")


def _goods_name(what: str, names: Names) -> str:
    if what == "pp":
        return str(names.tr("diktat.pp"))
    if what in ("spies", "assassins"):
        return names.kind("spy" if what == "spies" else "assassin")
    return names.kind(what) if what in "CGE" else names.affinity(what)


# ---- promises --------------------------------------------------------------------------------------------------------


def _promises(terms: Terms, names: Names) -> Node:
    """The promises so far, and the one being filled in, or all kinds that can be added."""
    tr, me = names.tr, str(names.view["me"])
    rows: list[Child] = [
        el(
            "li",
            promise_words(promise, names),
            el("button.btn.quiet.step", icon("cross", tr("deal.drop")), do=part("drop", str(n)), testid=f"drop-{n}"),
        )
        for n, promise in enumerate(terms.promises)
    ]
    listed = el("ul.terms", rows) if rows else None
    if terms.promise is not None:
        return el("div.deal-promises", listed, _slots(terms.promise, names))
    begin = [
        el(
            "details.plain-also",
            el("summary", tr("deal.i-promise") if by == me else tr("deal.they-promise", who=names.who(by))),
            el("div.plain-ways", [_begin(by, do, names) for do in promises.NEEDS]),
            key=f"promise-{by}",
        )
        for by in (me, *terms.to)
    ]
    return el("div.deal-promises", listed, begin)


def _begin(by: str, do: str, names: Names) -> Node:
    label = names.tr(f"promise.kind-{do}")
    return el("button.btn", label, do=part("promise", f"{by}:{do}"), testid=f"promise-{by}-{do}")


def _slots(its: Json, names: Names) -> Node:
    """A promise being filled in: whom or what it is about (sectors and stacks also on the map), its figure, its text,
    its end."""
    tr = names.tr
    done = promises.finished(its)
    until = [_slot("until", end, tr(f"until.{end}"), its["until"] == end) for end in promises.UNTIL]
    add: Json = {"do": part("add")} if done or its["do"] == "words" else {"aria_disabled": "true"}
    text = promise_words(its, names) if done else tr(f"promise.kind-{its['do']}")
    add_button = el("button.btn.main", tr("deal.add"), testid="add-promise", **add)
    drop = el("button.btn.quiet", tr("plain.never-mind"), do=part("drop"), testid="drop-promise")
    asked = [node for need in promises.NEEDS[its["do"]] for node in _need(need, its, names)]
    ways = el("div.plain-ways", add_button, drop)
    return el("div.deal-promise", el("p", text), asked, el("div.plain-ways", until), ways)


def _need(need: str, its: Json, names: Names) -> list[Child]:
    """The buttons for one thing that a promise needs."""
    tr = names.tr
    seats = [
        _slot("seat", seat, names.who(seat), its.get("seat") == seat)
        for seat in names.players
        if seat != its["by"] and not names.view["cabals"][seat].get("gone")
    ]
    sectors = [
        _slot("sector", sector, names.sector(sector), its.get("sector") == sector) for sector in names.view["sectors"]
    ]
    match need:
        case "sector":
            return [el("div.plain-ways.slots", sectors)]
        case "seat":
            return [el("div.plain-ways.slots", seats)]
        case "target":
            return [el("div.plain-ways.slots", seats), el("div.plain-ways.slots", sectors)]
        case "pp" | "times":
            amount = tr("deal.pp", n=its["pp"]) if need == "pp" else tr.plural("deal.times", its["times"])
            figure = tr(f"deal.figure-{need}")
            less, more = (
                _step(sign, figure, names, part("slot", f"{need}:{sign}"), f"slot-{sign}") for sign in ("less", "more")
            )
            return [el("div.plain-ways", less, el("strong", amount), more)]
        case "when":
            rows = [_slot("when", when, tr(f"when.{when}"), its.get("when", "any") == when) for when in promises.WHEN]
            return [el("div.plain-ways", rows)]
        case "stack":
            return [_stacks(its, [stack for stack in names.stacks() if stack["seat"] == its["by"]], names)]
        case "claims":
            return _claims(its, names)
        case _:
            words = {"t": "field", "c": "field", "do": part("slot", "text"), "value": its.get("text", ""), "most": NOTE}
            return [{**words, "a": {"aria-label": tr("promise.kind-words"), "data-testid": "promise-text"}}]


def _slot(slot: str, value: str, label: str, pressed: bool) -> Node:
    marks: Json = {"aria_pressed": str(pressed).lower()}
    return el("button.btn", label, do=part("slot", f"{slot}:{value}"), testid=f"slot-{value}", **marks)


def presses(its: Json, names: Names) -> Acts:
    """The presses on the map while a promise is filled in: the sector or stack that it is about."""
    needs = {*promises.NEEDS[its["do"]]}
    things = [("sector", sector) for sector in names.view["sectors"] if needs & {"sector", "target"}]
    things += [("stack", stack) for stack in promises.stacks(its, names) if needs & {"stack", "claims"}]
    slots = {value: Press(part("slot", f"{slot}:{value}")) for slot, value in things}
    return Acts(slots, aimed=its.get("sector") or its.get("stack") or "")


def things_pressed(terms: Terms, names: Names) -> dict[str, Press]:
    """The presses on cards and markers on the boards while an offer to one seat is made: given, or asked for."""
    if len(terms.to) != 1:
        return {}
    seat, me = terms.to[0], str(names.view["me"])
    sides = ((me, f"give-{seat}"), (seat, f"take-{seat}"))
    things = [(owner, where, key) for owner, where in sides for key in named(terms, where, names)]
    kept = (thing for thing in things if thing[2].partition(":")[0] in ("card", "marker"))
    return {f"{owner}:{key}": Press(part("toggle", f"{where}:{key}")) for owner, where, key in kept}


def _stacks(its: Json, rows: list[Json], names: Names) -> Node:
    """Stacks to choose one from."""
    tr = names.tr
    if not rows:
        return el("p.muted", tr("deal.no-stack"))
    chips = [
        el(
            "button.btn",
            seat_mark(stack["seat"], names),
            _stack_name(stack, names),
            do=part("slot", f"stack:{stack['id']}"),
            aria_pressed=str(its.get("stack") == stack["id"]).lower(),
            cls=names.colours(stack["seat"]),
            testid=f"slot-{stack['id']}",
        )
        for stack in rows
    ]
    return el("div.plain-ways.slots", chips)


def _stack_name(stack: Json, names: Names) -> str:
    """The name of a stack, with its sector, which the name of one of the Others includes already."""
    name = names.stack(stack["id"])
    if stack["seat"] not in names.players:
        return name
    return str(names.tr("deal.stack-in", stack=name, sector=names.sector(stack["sector"])))


def _claims(its: Json, names: Names) -> list[Child]:
    """NEG-9, OAT-7: claims about pawns, and about the secret card."""
    tr, claims = names.tr, its.get("claims", ())
    parts: list[Child] = [_stacks(its, names.stacks(), names)]
    stack = names.find_stack(its.get("stack"))
    for n in range(1, (stack["height"] if stack else 0) + 1):
        at = {"stack": its["stack"], "pawn": n}
        kinds = [
            _slot("pawn", f"{n}-{kind}", names.kind(kind), {"at": at, "is": kind} in claims) for kind in KINDS.values()
        ]
        parts.append(el("div.plain-ways.slots", el("span.muted", tr("diktat.from-top", n=n)), kinds))
    if names.view["has_secret"]:
        secret = next((claim["secret"] for claim in claims if "secret" in claim), None)
        rows = [_slot("secret", card, names.card(card), card == secret) for card in _secrets(names)]
        ways = el("div.plain-ways.slots", rows)
        parts.append(el("details.plain-also", el("summary", tr("deal.of-secret")), ways, key="of-secret"))
    return parts


def _secrets(names: Names) -> list[str]:
    """The cards that may be the secret one, by name; if the viewer knows which it is, that one first."""
    view = names.view
    lie = {*view["track"], *view["discard"]} | {
        card["card"] for row in view["cabals"].values() for card in row.get("cards", ())
    }
    cards = (card for card in names.pack.cards if card not in lie)
    return sorted(cards, key=lambda card: (card != view["secret"], names.card(card)))
