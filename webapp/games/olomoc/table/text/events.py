"""One function for each kind of event that is told: its sentence, with pieces and players in their colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from webapp.games.olomoc.table.cards.dice import die
from webapp.games.olomoc.table.ends import verdict
from webapp.games.olomoc.table.prompts import by_hand as settling
from webapp.games.olomoc.table.text import adjustments
from webapp.games.olomoc.table.text.board import SIDE, place
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause, joined, spoken
from webapp.games.olomoc.table.text.takeback import row_of, turned, undone
from webapp.ui.tree import Child, el, icon, rich

Event = Mapping[str, Any]
Sentence = Callable[[Event, Names], list[Child] | None]


FATE = 3
"""Among that many events before a reroll the Noirceur stands that paid for it."""


# One function a kind, or a row: the text's key is `event.<kind>`, its parameters the event's own


def simple(key: str | None = None, *, ids: Sequence[str] = (), clauses: bool = True) -> Sentence:
    """A sentence whose parameters are the event's fields; those in `ids` in their side's colours."""

    def build(event: Event, names: Names) -> list[Child]:
        fields = {k: v for k, v in event.items() if k not in ("kind", "n") and isinstance(v, str | int | list)}
        marks: dict[str, Child | int] = {**spoken(fields, names)}
        marks |= {k: names.someone(event[k]) for k in ids if isinstance(event.get(k), str)}
        text = rich(names.tr, key or f"event.{event['kind']}", **marks)
        return [*text, " ", clause(event["clause"])] if clauses and event.get("clause") else text

    return build


LAST_TRAQUE = 2
"""One more, and the match ends (END-2)."""


def traque(event: Event, names: Names) -> list[Child]:
    """POL-1, END-2: before its last mark the line says what one more does."""
    return simple("event.traque-last" if event["now"] == LAST_TRAQUE else None)(event, names) or []


def rolled(event: Event, names: Names) -> list[Child] | None:
    nodes: dict[str, Child] = {"by": names.someone(event["by"])}
    key = f"event.rolled-{event['why']}"
    if event["why"] == "reroll" and not _tempted(event, names):
        key = "event.rolled-again"
    if event.get("target"):
        nodes["target"] = names.someone(event["target"])
        key = f"{key}-at" if names.tr.has(f"{key}-at") else key
    return rich(names.tr, key if names.tr.has(key) else "event.rolled", **nodes)


def _tempted(event: Event, names: Names) -> bool:
    """ROL-5: whether these dice are thrown again for a Noirceur, and not by a card."""
    log = names.view.get("log", ())
    at = row_of(event["n"], log)
    return any(event["kind"] == "noirceur" and event["clause"] == "ROL-5" for event in log[max(0, at - FATE) : at])


def used(event: Event, names: Names) -> list[Child] | None:
    if event["what"] == "rest":
        return rich(names.tr, "event.rested", piece=names.someone(event["piece"]))
    return None  # walks, attacks and cards tell of themselves


def moved(event: Event, names: Names) -> list[Child]:
    piece = names.someone(event["piece"])
    key = f"event.moved-{event['why']}"
    start, to = event.get("start"), event["to"]
    far = names.inches(((start[0] - to[0]) ** 2 + (start[1] - to[1]) ** 2) ** 0.5) if start else ""
    if not names.tr.has(key):
        key = "event.moved"
    how = (
        names.tr(f"event.with-{event['drawn']}")
        if event.get("drawn") in ("push", "short") and event["why"] != "push"
        else ""
    )
    text = rich(names.tr, key, piece=piece, far=far)
    # Where to: the Bloc shows it to eyes, the line tells it to ears.
    where = el("span.unseen", f" {place(to[0], to[1], names.tr)}.")
    return [*text, " ", how, where]


def attacked(event: Event, names: Names) -> list[Child]:
    key = "event.attacked-charge" if event["how"] == "charge" else f"event.attacked-{event['mode']}"
    return rich(names.tr, key, attacker=names.someone(event["attacker"]), target=names.someone(event["target"]))


def reacted(event: Event, names: Names) -> list[Child]:
    what = {(True, False): "dodge", (False, True): "riposte", (True, True): "both"}.get(
        (event["dodge"], event["riposte"] is not None), "none"
    )
    return rich(names.tr, f"event.reacted-{what}", piece=names.someone(event["piece"]))


def dodged(event: Event, names: Names) -> list[Child]:
    key = "event.dodged" if event["cancelled"] else "event.dodged-none"
    return rich(
        names.tr, key, piece=names.someone(event["piece"]),
        cancelled=names.tr.plural("card.successes-n", event["cancelled"]), left=event["left"],
    )  # fmt: skip


def passed(event: Event, names: Names) -> list[Child] | None:
    if event["what"] in ("tempt-fate", "tactic"):
        return None
    who = names.someone(event["piece"]) if event.get("piece") else names.who(event["seat"])
    if names.book.capacity_text(event["what"], names.tr.language):
        return rich(names.tr, "event.passed-capacity", who=who, what=names.capacity(event["what"]))
    key = f"event.passed-{event['what']}"
    return rich(names.tr, key if names.tr.has(key) else "event.passed", who=who)


def wounded(event: Event, names: Names) -> list[Child]:
    key = "event.wounded-by" if event.get("by") else "event.wounded"
    key = key if event["checked"] else "event.wounded-none"
    nodes: dict[str, Child] = {
        "piece": names.someone(event["piece"]),
        "checked": names.tr.plural("card.wounds-n", event["checked"]),
    }
    if event.get("by") and event["checked"]:
        nodes["by"] = names.someone(event["by"])
    return [*rich(names.tr, key, **nodes), *[part for id in event.get("clauses", ()) for part in (" ", clause(id))]]


def out(event: Event, names: Names) -> list[Child]:
    nodes: dict[str, Child] = {"piece": names.someone(event["piece"])}
    if event.get("by"):
        nodes["by"] = names.someone(event["by"])
    return [icon("skull"), " ", *rich(names.tr, "event.out-by" if event.get("by") else "event.out", **nodes)]


def state(event: Event, names: Names) -> list[Child]:
    key = f"event.state-{'gained' if event['gained'] else 'lost'}"
    return rich(names.tr, key, piece=names.someone(event["piece"]), state=names.tr(f"card.{event['state']}"))


def noirceur(event: Event, names: Names) -> list[Child]:
    change = event["change"]
    key = "event.noirceur-discarded" if change == 0 else "event.noirceur-taken" if change > 0 else "event.noirceur-lost"
    text = rich(names.tr, key, piece=names.someone(event["piece"]), change=abs(change), now=event["now"])
    return [*text, " ", clause(event["clause"])]


def scored(event: Event, names: Names) -> list[Child]:
    key = "event.scored" if event["change"] >= 0 else "event.scored-lost"
    points = names.tr.plural("card.points-n", abs(event["change"]))
    return rich(names.tr, key, seat=names.who(event["seat"]), change=points, now=event["now"])


def tokens(event: Event, names: Names) -> list[Child] | None:
    if event["why"] == "agenda":
        return None
    if event["name"] in ("1", "2"):
        key = "event.tokens-player" if event["now"] else "event.tokens-player-gone"
        return rich(names.tr, key, on=names.someone(event["on"]), name=names.who(event["name"]))
    return rich(names.tr, "event.tokens", on=names.someone(event["on"]), now=event["now"])


def revealed(event: Event, names: Names) -> list[Child]:
    """Both cards of a slot; an empty slot is said to be so."""
    parts: list[Child] = []
    for seat in ("1", "2"):
        card, rank = event["cards"].get(seat), event["ranks"].get(seat)
        name = names.read(card) if card else names.tr("event.no-card")
        parts += [" · " if parts else "", names.who(seat), " ", name, f" ({rank})" if rank is not None else ""]
    return parts


def order_set(event: Event, names: Names) -> list[Child] | None:
    if not event["order"]:
        return None
    return [*rich(names.tr, "event.order-set", seat=names.who(event["order"][0])), " ", clause(event["clause"])]


def card_played(event: Event, names: Names) -> list[Child] | None:
    """Told where it has no effect; what has one tells itself."""
    if not event.get("without"):
        ministry = names.book.ministry(event["card"])
        if ministry is None:
            return None
        return rich(
            names.tr,
            "event.ministry-played",
            seat=names.who(event["seat"]),
            card=names.read(event["card"]),
            text=ministry.capacity.text.get(names.tr.language),
        )
    return rich(
        names.tr,
        f"event.without-{event['without']}",
        seat=names.who(event["seat"]),
        card=names.read(event["card"]),
    )


def activated(event: Event, names: Names) -> list[Child]:
    return rich(names.tr, f"event.activated-{event['by']}", rouage=names.someone(event["rouage"]))


def mechanism(event: Event, names: Names) -> list[Child]:
    key = "event.mechanism-opening" if event["opening"] else "event.mechanism"
    card = names.book.artefact(event["card"])
    text = card.text.get(names.tr.language) if card else ""
    parts = rich(names.tr, key, card=names.read(event["card"]), priority=names.who(event["priority"]))
    return [*parts, " ", el("span.muted", text), " ", clause("ART-2" if event["opening"] else "ART-1")]


def instinct(event: Event, names: Names) -> list[Child]:
    key = f"event.instinct-{event['node']}"
    nodes: dict[str, Child] = {"hostile": names.someone(event["hostile"])}
    nodes["target"] = names.someone(event["target"]) if event.get("target") else names.tr("table.nobody")
    return rich(names.tr, key if names.tr.has(key) else "event.instinct", **nodes)


def hostile_placed(event: Event, names: Names) -> list[Child]:
    """A hostile comes in, at which corner."""
    (x, y), half = event["at"], SIDE / 2
    corner = names.tr(f"table.corner-{'n' if y < half else 's'}{'w' if x < half else 'e'}")
    return rich(names.tr, "event.hostile-placed", piece=names.someone(event["piece"]), corner=corner)


def noted(event: Event, names: Names) -> list[Child] | None:
    if event["code"] == "by-hand":
        return by_hand(event, names)
    key = f"event.noted-{event['code']}"
    if not names.tr.has(key):
        key = f"refusal.{event['code']}"
        if not names.tr.has(key):
            return None
    return [names.tr(key, **spoken(event.get("params") or {}, names)), " ", clause(event["clause"])]


def by_hand(event: Event, names: Names) -> list[Child]:
    """The line of an effect that the players settle by hand, in the card's words."""
    card = event["params"]["card"]
    parts = rich(names.tr, "event.noted-by-hand", card=el("strong", settling.name(card, names)))
    return [icon("hand"), " ", *parts, " ", el("span.muted", settling.text(card, names)), " ", clause(event["clause"])]


def card_moved(event: Event, names: Names) -> list[Child]:
    """A card moved by agreement: from where to where."""
    marks: dict[str, Child] = {"card": names.read(event["card"])}
    marks |= {"origin": adjustments.zone(event["origin"], names), "to": adjustments.zone(event["to"], names)}
    return rich(names.tr, "event.card-moved", **marks)


def slots_swapped(event: Event, names: Names) -> list[Child]:
    one, two = event["slots"]
    return rich(names.tr, "event.slots-swapped", seat=names.who(event["seat"]), one=one, two=two)


def cycle_ended(event: Event, names: Names) -> list[Child]:
    replaced = [names.card(card) for cards in event["replaced"].values() for card in cards]
    text = rich(names.tr, "event.cycle-ended", cycle=event["cycle"])
    if replaced:
        text += [" ", names.tr("event.replaced", cards=joined(replaced, names))]
    return text


def proposed(event: Event, names: Names) -> list[Child]:
    text = rich(names.tr, f"event.proposed-{event['what']}", seat=names.who(event["seat"]))
    if event.get("card"):
        text += [" ", el("strong", settling.name(event["card"], names)), "."]
    if event.get("changes"):
        text.append(adjustments.listed(event["changes"], names, live=False))
    return [*text, " ", el("span.note", event["note"])] if event.get("note") else text


def answered(event: Event, names: Names) -> list[Child]:
    key = "event.accepted" if event["accept"] else "event.refused"
    return rich(names.tr, key, seat=names.who(event["seat"]), what=names.tr(f"what.{event['what']}"))


def rewound(event: Event, names: Names) -> list[Child]:
    text = rich(names.tr, f"event.rewound-{event['why']}", seat=names.who(event["seat"]))
    seen = turned(undone(event["to"], names, event["n"]), names)
    return [*text, " ", names.tr("takeback.seen-then", what=seen)] if seen else text


def over(event: Event, names: Names) -> list[Child]:
    return [*verdict(event["outcome"], names), " ", clause(event["clause"])]


def planned(event: Event, names: Names) -> list[Child]:
    return rich(names.tr, "event.planned", seat=names.who(event["seat"]))


def composed(event: Event, names: Names) -> list[Child]:
    return rich(names.tr, "event.composed", seat=names.who(event["seat"]))


def drafted(event: Event, names: Names) -> list[Child]:
    nodes: dict[str, Child] = {"seat": names.who(event["seat"]), "card": names.read(event["card"])}
    if event.get("bearer"):
        nodes["bearer"] = names.card(event["bearer"])
    return rich(names.tr, "event.drafted-for" if event.get("bearer") else "event.drafted", **nodes)


def effect_began(event: Event, names: Names) -> list[Child] | None:
    """A lasting effect starts. An effect that starts on several pieces at once is told with the first of them."""
    what, log = event["effect"], names.view.get("log", ())
    name = el("strong", names.capacity(what["name"]))
    if not what.get("piece"):
        return rich(names.tr, "event.effect-all", name=name)
    at = row_of(event["n"], log)
    if at and _begins(log[at - 1], what):
        return None
    others = [
        event_row["effect"]["piece"]
        for event_row in takewhile(lambda event_row: _begins(event_row, what), log[at + 1 :])
    ]
    someones = [names.someone(id) for id in dict.fromkeys([what["piece"], *others])]
    pieces: list[Child] = [someones[0]]
    if len(someones) > 1:
        first = el("span", [part for event_row in someones[:-1] for part in (", ", event_row)][1:])
        pieces = rich(names.tr, "table.and", first=first, last=someones[-1])
    return rich(names.tr, "event.effect", name=name, piece=el("span", pieces))


def _begins(event: Event, effect: Event) -> bool:
    """Whether this effect begins with the event, on whatever piece."""
    its = event["effect"] if event["kind"] == "effect-began" else {}
    return bool(its.get("piece")) and its["name"] == effect["name"]


def began(event: Event, names: Names) -> list[Child]:
    """The cards that the match is played with, as they were then."""
    packs = joined([f"{pack['id']} {pack['version']}" for pack in event["packs"]], names)
    return rich(names.tr, "event.began", packs=packs)


def agenda_chosen(event: Event, names: Names) -> list[Child]:
    card = names.book.agenda(event["agenda"])
    text = card.text.get(names.tr.language) if card else ""
    return [
        *rich(names.tr, "event.agenda-chosen", agenda=names.read(event["agenda"], "agendas")),
        " ",
        el("span.muted", text),
    ]


def edge_chosen(event: Event, names: Names) -> list[Child]:
    return rich(names.tr, "event.edge-chosen", seat=names.who(event["seat"]), edge=names.tr(f"what.{event['edge']}"))


def by_seat(event: Event, names: Names) -> list[Child]:
    fields = {k: v for k, v in event.items() if isinstance(v, int) and k != "n"}
    text = rich(names.tr, f"event.{event['kind']}", seat=names.who(event["seat"]), **fields)
    return [*text, " ", clause(event["clause"])] if event.get("clause") else text


def capacity(event: Event, names: Names) -> list[Child]:
    """A card's capacity is resolved, used or triggered; whose it is, where it is somebody's."""
    what = el("strong", names.capacity(event["capacity"]))
    piece, seat = event.get("piece"), event.get("seat")
    if piece:
        return rich(names.tr, "event.used", piece=names.someone(piece), what=what)
    whose: list[Child] = [names.who(seat), names.tr.colon] if seat else []
    return [*whose, what, "."]


def roll_changed(event: Event, names: Names) -> list[Child]:
    faces = el("span.dice", [die(face, False) for face in event["dice"]])
    marks: dict[str, Child] = {"piece": names.someone(event["piece"]), "by": names.capacity(event["by"]), "dice": faces}
    return rich(
        names.tr, "event.roll-changed", **marks, successes=names.tr.plural("card.successes-n", event["successes"])
    )


def die_rolled(event: Event, names: Names) -> list[Child]:
    return rich(
        names.tr,
        "event.die-rolled",
        by=names.called(event["by"]),
        die=die(event["face"], False),
        result=event["result"],
    )


SENTENCES: Mapping[str, Sentence] = {
    "began": began,
    "rolled": rolled,
    "first-set": by_seat,
    "agenda-chosen": agenda_chosen,
    "marker-removed": simple(ids=("marker",)),
    "decor-left-out": simple(),
    "edge-chosen": edge_chosen,
    "composed": composed,
    "drafted": drafted,
    "cycle-began": simple(),
    "mechanism": mechanism,
    "planned": planned,
    "revealed": revealed,
    "order-set": order_set,
    "card-played": card_played,
    "activated": activated,
    "stayed-off": lambda e, n: rich(n.tr, f"event.stayed-off-{e['why']}", rouage=n.someone(e["rouage"])),
    "used": used,
    "capacity": capacity,
    "roll-changed": roll_changed,
    "die-rolled": die_rolled,
    "moved": moved,
    "displacement-lost": simple(ids=("piece",)),
    "attacked": attacked,
    "reacted": reacted,
    "passed": passed,
    "dodged": dodged,
    "tactic": lambda e, n: rich(
        n.tr, f"event.tactic-{e['tactic']}", piece=n.someone(e["piece"]), target=n.someone(e["target"])
    ),
    "state": state,
    "wounded": wounded,
    "healed": lambda e, n: rich(n.tr, "event.healed", n=e["points"], piece=n.someone(e["piece"])),
    "out": out,
    "noirceur": noirceur,
    "fiel": by_seat,
    "traque": traque,
    "scored": scored,
    "tokens": tokens,
    "hostile-placed": hostile_placed,
    "hostile-removed": simple(ids=("piece",)),
    "instinct": instinct,
    "effect-began": effect_began,
    "noted": noted,
    "cycle-ended": cycle_ended,
    "proposed": proposed,
    "answered": answered,
    "retracted": by_seat,
    "card-moved": card_moved,
    "slots-swapped": slots_swapped,
    "rewound": rewound,
    "time-ran-out": by_seat,
    "over": over,
}
