"""Bargains on the page: offers as slips, deals with what was promised, and the form in which an offer is made
(`terms`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.refusals import Refusal
from webapp.games.contract import Json
from webapp.games.diktat.city import seat_mark, side
from webapp.games.diktat.intents import reason
from webapp.games.diktat.names import Names
from webapp.games.diktat.terms import (
    COUNTED,
    MOST,
    NEEDS,
    NOTE,
    SIDES,
    UNTIL,
    Terms,
    counts_of,
    finished,
    most,
    things,
)
from webapp.ui.plain_table import refusal_words
from webapp.ui.tree import Child, Node, el, icon

Check = Callable[[Json], Refusal | None]


# ---- words -----------------------------------------------------------------------------------------------------------


def thing_words(key: str, names: Names) -> str:
    """Something that is given, by name."""
    tr, (what, _, id) = names.tr, key.partition(":")
    match what:
        case "card":
            return names.card(id)
        case "marker":
            return str(tr("diktat.marker", sector=names.sector(id)))
        case "cede" | "show":
            return str(tr(f"deal.{what}", stack=names.stack(id)))
        case _:
            return str(tr("deal.secret"))


def goods_words(goods: Json, names: Names) -> str:
    """What changes hands, in a line."""
    tr = names.tr
    found = [tr("deal.pp", n=goods["pp"])] if goods.get("pp") else []
    found += [names.agents(goods["agents"])] if goods.get("agents") else []
    found += [tr(f"diktat.has-{it}", n=goods[it]) for it in ("spies", "assassins") if goods.get(it)]
    found += [f"{names.affinity(it)} {n}" for it, n in goods.get("affinities", {}).items() if n]
    named = counts_of({**goods, "affinities": {}})
    found += [thing_words(key, names) for key in named if ":" in key or key == "secret"]
    return ", ".join(map(str, found)) or str(tr("diktat.none"))


def promise_words(its: Json, names: Names) -> str:
    """A promise as a sentence."""
    tr = names.tr
    trophy = its.get("trophy") or {}
    sector = its.get("sector") or trophy.get("marker")
    where = names.sector(sector) if sector else names.card(trophy["card"]) if trophy.get("card") else ""
    target = names.who(its["seat"]) if its.get("seat") else where
    stack = names.stack(its["stack"]) if its.get("stack") else ""
    params = {"by": names.who(its["by"]), "sector": where, "seat": target, "pp": its.get("pp") or 0, "stack": stack}
    said = tr(f"promise.{its['do']}", **params, text=its.get("text", ""))
    return str(tr("promise.until", said=said, until=tr(f"until.{its['until']}")))


def offer_words(offer: Json, names: Names) -> str:
    """An offer in a line: what each side gives, and what is promised."""
    tr = names.tr
    to = ", ".join(map(names.who, offer["to"]))
    if "give" not in offer:
        return str(tr("deal.whispered", who=names.who(offer["by"]), to=to))
    parts = [
        tr("deal.gives", who=names.who(giver), to=names.who(receiver), what=goods_words(goods, names))
        for giver, receiver, goods in _moved(offer)
    ]
    parts += [promise_words(it, names) for it in offer["promises"]]
    return str(tr("deal.offer", who=names.who(offer["by"]), to=to, what="; ".join(map(str, parts))))


def _moved(offer: Json) -> list[tuple[str, str, Json]]:
    """Giver, receiver and goods, without those that give nothing."""
    rows = [(offer["by"], to, goods) for to, goods in offer["give"].items()]
    rows += [(giver, offer["by"], goods) for giver, goods in offer["take"].items()]
    return [row for row in rows if counts_of(row[2])]


# ---- the panel -------------------------------------------------------------------------------------------------------


def panel(names: Names, check: Check | None = None, terms: Terms | None = None) -> list[Child]:
    """Open offers, running deals, and to a player the form. Without ``check`` there is nothing to press."""
    tr, view = names.tr, names.view
    offers = [_slip(it, names, check) for it in view["offers"]]
    deals = [row for it in view["deals"] for row in [_deal(it, names, check)] if row]
    if check is None and not offers and not deals:
        return []
    made: list[Child] = []
    if check is not None and terms is None:
        do = _act("new")
        made.append(el("button.btn", icon("plus"), tr("deal.new"), do=do, hot="d", testid="new-offer"))
        if any(it["kind"] == "hold" for it in view.get("asides", ())):
            hold = {"do": "play", "command": {"kind": "hold"}}
            title = tr("deal.hold-about")
            made.append(el("button.btn.quiet", tr("option.hold"), do=hold, title=title, testid="hold"))
    head = el("div.deal-head", el("h2.overline", tr("deal.title")), made)
    inside: list[Child] = [
        head,
        el("ul.slips", offers) if offers else None,
        el("ul.slips", deals) if deals else None,
        _form(terms, names, check) if terms is not None and check is not None else None,
    ]
    return [el("section.diktat-deals", inside, aria_label=tr("deal.title"), testid="deals")]


def _slip(offer: Json, names: Names, check: Check | None) -> Node:
    """An offer, in its maker's colour; what one cannot deliver says why."""
    tr, id, me = names.tr, offer["id"], names.view.get("me")
    seals = [tr(f"deal.{it}") for it in ("sworn", "discreet") if offer.get(it)]
    seals += [tr("deal.countered")] if offer.get("counter") else []
    said: list[Child] = [
        el("div.slip-head", seat_mark(offer["by"], names), el("span", _between(offer, names)), *map(_seal, seals)),
    ]
    if "give" in offer:
        rows = [
            tr("deal.gives", who=names.who(a), to=names.who(b), what=goods_words(it, names))
            for a, b, it in _moved(offer)
        ]
        rows += [promise_words(it, names) for it in offer["promises"]]
        said.append(el("ul.terms", [el("li", it) for it in rows]))
        said.append(el("p.deal-note", "“", offer["note"], "”") if offer["note"] else None)
        waits = [names.who(it) for it in offer["to"] if it not in offer["accepted"]]
        if len(offer["to"]) > 1:
            said.append(el("p.muted", tr("plain.waits", names=", ".join(waits))))
    buttons: list[Child] = []
    if check is not None and me in offer["to"] and me not in offer.get("accepted", ()):
        buttons = [_answer(it, id, names, check) for it in ("accept", "decline")]
        buttons.append(el("button.btn.quiet", tr("deal.counter"), do=_act("counter", id), testid=f"counter-{id}"))
    elif check is not None and offer["by"] == me:
        buttons = [_answer("withdraw", id, names, check)]
    for_me = "for-me" if me in offer["to"] else ""
    return el(
        "li.slip",
        said,
        el("div.plain-ways", buttons) if buttons else None,
        cls=[side(offer["by"], names), for_me],
        testid=f"offer-{id}",
        key=id,
    )


def _between(offer: Json, names: Names) -> str:
    return str(names.tr("diktat.offer", who=names.who(offer["by"]), to=", ".join(map(names.who, offer["to"]))))


def _seal(said: Any) -> Node:
    return el("span.plain-marks", said)


def _answer(kind: str, id: str, names: Names, check: Check) -> Node:
    command = {"kind": kind, "offer": id}
    no = check(command)
    label, main = names.tr(f"deal.{kind}"), ".main" if kind == "accept" else ""
    if no is None:
        return el(f"button.btn{main}", label, do={"do": "play", "command": command}, testid=f"{kind}-{id}")
    why = refusal_words(names, no)
    marks: Json = {"do": reason(command), "aria_disabled": "true", "title": why}
    return el(f"button.btn{main}", label, el("small.muted", " ", why), testid=f"{kind}-{id}", **marks)


def _deal(deal: Json, names: Names, check: Check | None) -> Node | None:
    """A deal with what was promised in it and what has become of that; None for one without promises."""
    tr, me = names.tr, names.view.get("me")
    if not deal.get("promises"):
        return None
    rows: list[Child] = []
    buttons: list[Child] = []
    for it in deal["promises"]:
        its = it["promise"]
        state = el("span.plain-marks", tr(f"promise.is-{it['status']}"), cls=f"is-{it['status']}")
        rows.append(el("li", promise_words(its, names), " ", state))
        left = (its.get("pp") or 0) - it["done"]
        if check is not None and its["do"] == "pay" and its["by"] == me and it["status"] == "open":
            for n in dict.fromkeys((left, 1)):
                command = {"kind": "pay", "deal": deal["id"], "to": its["seat"], "pp": n}
                if n > 0 and check(command) is None:
                    label = tr("deal.pay", n=n, who=names.who(its["seat"]))
                    play = {"do": "play", "command": command}
                    buttons.append(el("button.btn", label, do=play, testid=f"pay-{deal['id']}-{n}"))
    for seat in deal["seats"]:
        command = {"kind": "accuse", "deal": deal["id"], "seat": seat}
        if check is not None and check(command) is None:
            label = tr("deal.accuse", who=names.who(seat))
            buttons.append(
                el("button.btn.danger", label, do={"do": "play", "command": command}, testid=f"accuse-{seat}")
            )
    seals = [tr(f"deal.{it}") for it in ("sworn", "discreet") if deal.get(it)]
    marks = [seat_mark(it, names) for it in deal["seats"]]
    head = el("div.slip-head", marks, el("span", tr("deal.made")), *map(_seal, seals))
    ways = el("div.plain-ways", buttons) if buttons else None
    return el("li.slip.is-deal", head, el("ul.terms", rows), ways, testid=f"deal-{deal['id']}", key=deal["id"])


# ---- the form --------------------------------------------------------------------------------------------------------


def _act(part: str, key: str = "") -> Json:
    return {"do": "haggle", "part": part, "key": key}


def _form(terms: Terms, names: Names, check: Check) -> Node:
    tr, me = names.tr, str(names.view["me"])
    others = [it for it in names.players if it != me and not names.view["cabals"][it].get("gone")]
    whom = [
        el(
            "button.btn",
            seat_mark(it, names),
            names.player(it),
            do=_act("with", it),
            aria_pressed=str(it == terms.to).lower(),
            cls=side(it, names),
            testid=f"with-{it}",
        )
        for it in others
    ]
    toggles = [
        el(
            "button.btn",
            tr(f"deal.{it}"),
            do=_act(it),
            aria_pressed=str(getattr(terms, it)).lower(),
            title=tr(f"deal.{it}-about"),
            testid=f"deal-{it}",
        )
        for it in ("sworn", "discreet")
    ]
    note = {"t": "field", "c": "field", "do": _act("note"), "value": terms.note, "most": NOTE, "hint": tr("deal.note")}
    note["a"] = {"aria-label": tr("deal.note"), "data-testid": "deal-note"}
    command = terms.command(names)
    no = check(command)
    ready = bool(terms.give or terms.take or terms.promises)
    marks: Json = {"do": {"do": "play", "command": command}}
    why = None
    if not ready or no is not None:
        why = refusal_words(names, no) if no is not None and ready else tr("deal.empty")
        marks = {"do": reason(command), "aria_disabled": "true", "title": why}
    return el(
        "div.deal-form",
        el("div.plain-ways", whom, role="group", aria_label=tr("deal.whom")),
        el("div.deal-sides", [_column(it, terms, names) for it in SIDES]),
        _promises(terms, names),
        el("div.plain-ways", toggles),
        note,
        el("p.muted", why) if why else None,
        el(
            "div.plain-ways",
            el("button.btn.main.accent", tr("deal.send"), testid="send-offer", **marks),
            el("button.btn.quiet", tr("plain.never-mind"), do=_act("close"), testid="close-offer"),
        ),
        key=f"form/{terms.counter}",
        testid="deal-form",
    )


def _column(where: str, terms: Terms, names: Names) -> Node:
    """What one side gives: counted things with steppers, named things to be chosen."""
    tr, counts = names.tr, getattr(terms, where)
    rows: list[Child] = []
    for what in COUNTED:
        n, limit = counts.get(what, 0), most(what, names) if where == "give" else MOST
        if not limit and not n:
            continue
        label = _counted(what, names)
        steps = [
            el(
                "button.btn.step",
                icon("minus" if it == "less" else "plus", tr(f"deal.{it}", what=label)),
                do=_act(it, f"{where}:{what}"),
                testid=f"{it}-{where}-{what}",
                aria_disabled=None if (n if it == "less" else n < limit) else "true",
            )
            for it in ("less", "more")
        ]
        rows.append(
            el("li.counted", el("span", label), steps[0], el("strong", str(n)), steps[1], cls="has" if n else "")
        )
    chips = [
        el(
            "button.chip",
            thing_words(key, names),
            do=_act("toggle", f"{where}:{key}"),
            aria_pressed=str(key in counts).lower(),
            testid=f"{where}-{key}",
        )
        for key in things(terms, where, names)
    ]
    title = tr("deal.i-give") if where == "give" else tr("deal.i-take", who=names.who(terms.to))
    return el("div.deal-side", el("h3.overline", title), el("ul", rows), el("div.board-held", chips) if chips else None)


def _counted(what: str, names: Names) -> str:
    if what == "pp":
        return str(names.tr("diktat.pp"))
    if what in ("spies", "assassins"):
        return names.kind("spy" if what == "spies" else "assassin")
    return names.kind(what) if what in "CGE" else names.affinity(what)


def _promises(terms: Terms, names: Names) -> Node:
    tr, me = names.tr, str(names.view["me"])
    rows: list[Child] = [
        el(
            "li",
            promise_words(it, names),
            el("button.btn.quiet.step", icon("cross", tr("deal.drop")), do=_act("drop", str(n)), testid=f"drop-{n}"),
        )
        for n, it in enumerate(terms.promises)
    ]
    if terms.promise is None:
        begin = [
            el(
                "details.plain-also",
                el("summary", tr("deal.i-promise") if by == me else tr("deal.they-promise", who=names.who(by))),
                el("div.plain-ways", [_begin(by, do, names) for do in NEEDS]),
                key=f"promise-{by}",
            )
            for by in (me, terms.to)
        ]
        return el("div.deal-promises", el("ul.terms", rows) if rows else None, begin)
    return el("div.deal-promises", el("ul.terms", rows) if rows else None, _slots(terms.promise, names))


def _begin(by: str, do: str, names: Names) -> Node:
    label = names.tr(f"promise.kind-{do}")
    return el("button.btn", label, do=_act("promise", f"{by}:{do}"), testid=f"promise-{by}-{do}")


def _slots(its: Json, names: Names) -> Node:
    """A promise that is being filled in: its sector (here or on the map), its figure, its words, until when."""
    tr = names.tr
    parts: list[Child] = []
    if "sector" in NEEDS[its["do"]]:
        rows = [_slot("sector", it, names.sector(it), its.get("sector") == it) for it in names.view["sectors"]]
        parts.append(el("div.plain-ways.slots", rows))
    if "pp" in NEEDS[its["do"]]:
        less, more = _slot("pp", "less", "−", None), _slot("pp", "more", "+", None)
        parts.append(el("div.plain-ways", less, el("strong", tr("deal.pp", n=its["pp"])), more))
    if its["do"] == "words":
        do = _act("slot", "text")
        words = {"t": "field", "c": "field", "do": do, "value": its.get("text", ""), "most": NOTE}
        parts.append({**words, "a": {"aria-label": tr("promise.kind-words"), "data-testid": "promise-text"}})
    until = [_slot("until", it, tr(f"until.{it}"), its["until"] == it) for it in UNTIL]
    add: Json = {"do": _act("add")} if finished(its) or its["do"] == "words" else {"aria_disabled": "true"}
    said = promise_words(its, names) if finished(its) else tr(f"promise.kind-{its['do']}")
    return el(
        "div.deal-promise",
        el("p", said),
        parts,
        el("div.plain-ways", until),
        el(
            "div.plain-ways",
            el("button.btn.main", tr("deal.add"), testid="add-promise", **add),
            el("button.btn.quiet", tr("plain.never-mind"), do=_act("drop"), testid="drop-promise"),
        ),
    )


def _slot(slot: str, value: str, label: str, pressed: bool | None) -> Node:
    marks: Json = {} if pressed is None else {"aria_pressed": str(pressed).lower()}
    return el("button.btn", label, do=_act("slot", f"{slot}:{value}"), testid=f"slot-{value}", **marks)
