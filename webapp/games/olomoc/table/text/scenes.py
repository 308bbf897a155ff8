"""Events that are shown over the Bloc while they are told (`js/director.js`): plans turned together, a card stopped,
the Artefact's cards, dice pool after pool, Noirceur, hostiles that come, deaths, points, the Traque. The line beneath
the Bloc has the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from webapp.games.olomoc.faces import artefact, face_of, ministry
from webapp.games.olomoc.table.cards.dice import die
from webapp.games.olomoc.table.head import TRAQUE
from webapp.games.olomoc.table.text.events import Event
from webapp.games.olomoc.table.text.names import Names
from webapp.table_kit.plain_texts import ink_scene
from webapp.ui.hyphens import SHORT, hyphenated
from webapp.ui.tree import Child, Node, el, icon, plate

MOST = 6
"""The most drops that are drawn one by one."""
RECENT, NEAR = 80, 2
"""Among so many last events those beside one are found, which are so near."""


def scene(event: Event, names: Names) -> Node | None:
    """The scene of an event; None for one that has none. Shared: never change it."""
    build = SCENES.get(event["kind"])
    return build(event, names) if build else None


def _scene(kind: str, *inside: Child | Sequence[Child], side: str = "") -> Node:
    return ink_scene(kind, *inside, cls=f"side-{side}" if side else None)


def _side(id: str, names: Names) -> str:
    return id if id in ("1", "2") else names.seat(id) or "h"


def _face(id: str, names: Names) -> Node | None:
    address = face_of(names, id, "full")
    return el("span.scene-face", plate(address), cls=f"side-{_side(id, names)}") if address else None


def _card(seat: str, card: str | None, names: Names, rank: int | None = None, *marks: str) -> Node:
    """A planning card: a rouage's face, or a ministry's seal, with its rank and name."""
    picture = (face_of(names, card) or ministry(names.book, card)) if card else ""
    called = names.piece(card) if card and names.get(card) else names.card(card) if card else "–"
    inside: list[Child] = [
        el("span.scene-rank", str(rank)) if rank is not None else None,
        el("span.scene-picture", plate(picture) if picture else icon("lock")),
        el("strong", hyphenated(called, SHORT)),
    ]
    return el("div.scene-card", inside, cls=[f"side-{seat}", *marks])


def plans(event: Event, names: Names) -> Node:
    """CYC-4.1: both cards of the slot are turned, and the higher rank steps forward."""
    ranks: Mapping[str, int | None] = event["ranks"]
    high = max((rank for rank in ranks.values() if rank is not None), default=None)
    first = [seat for seat, rank in ranks.items() if rank is not None and rank == high]
    return _scene(
        "plans",
        [
            _card(seat, event["cards"].get(seat), names, ranks.get(seat), "is-first" if first == [seat] else "")
            for seat in ("1", "2")
        ],
    )


def stopped(event: Event, names: Names) -> Node | None:
    """CYC-4.2: a card without effect cracks."""
    if not event.get("without"):
        return None
    halves = [el("div.scene-half", _card(event["seat"], event["card"], names), cls=half) for half in ("upper", "lower")]
    return _scene("crack", halves)


def mechanism(event: Event, names: Names) -> Node:
    """ART-1: the card, between black teeth; and who has priority from now on."""
    seat = event["priority"]
    return _scene(
        "artefact",
        [el("i.jaw", cls=jaw) for jaw in ("upper", "lower")],
        el("span.scene-plate", plate(artefact(event["card"]), "large")),
        el("strong.scene-name", names.card(event["card"])),
        el("span.scene-priority", icon("priority"), names.player(seat), cls=f"side-{seat}"),
    )


def dice(event: Event, names: Names) -> Node | None:
    """ROL-2: a pool, thrown by whoever throws it, with its threshold."""
    if not event["dice"]:
        return None
    threshold, by = event["threshold"], event["by"]
    pool = el("span.scene-pool", [die(value, value >= threshold) for value in event["dice"]])
    return _scene("dice", _face(by, names), pool, el("span.scene-need", f"{threshold}+"), side=_side(by, names))


def dodge(event: Event, names: Names) -> Node | None:
    """DOD-1: the successes that are left, and those that a dodge takes away."""
    cancelled, left = event["cancelled"], event["left"]
    if not cancelled + left:
        return None
    hits = [el("span.scene-hit", icon("attack"), cls="taken" if n >= left else "") for n in range(left + cancelled)]
    return _scene("dodge", _face(event["piece"], names), el("span.scene-pool", hits), side=_side(event["piece"], names))


def noirceur(event: Event, names: Names) -> Node | None:
    """NOI-1: a drop falls, its ink runs under the picture and gathers at the rim. Of several at once the log tells."""
    beside = (row for row in names.view["log"][-RECENT:] if abs(row["n"] - event["n"]) <= NEAR and row != event)
    face = _face(event["piece"], names)
    if event["change"] <= 0 or face is None or any(row["kind"] == "noirceur" for row in beside):
        return None
    kept = event["now"] - event["change"]
    drops = [el("i.scene-drop", icon("drop"), cls="is-new" if n >= kept else "") for n in range(event["now"])]
    return _scene(
        "noirceur",
        el("span.scene-inked", face, el("i.scene-ink"), el("i.scene-falling", icon("drop"))),
        el("span.scene-drops", drops[:MOST]),
        side=_side(event["piece"], names),
    )


def hostile(event: Event, names: Names) -> Node | None:
    """It steps out of its corner."""
    face = _face(event["piece"], names)
    return _scene("hostile", face, el("i.scene-corner"), el("strong", names.piece(event["piece"]))) if face else None


def death(event: Event, names: Names) -> Node:
    """LIF-4."""
    piece = event["piece"]
    return _scene("death", _face(piece, names), icon("skull"), side=_side(piece, names))


def points(event: Event, names: Names) -> Node | None:
    """A cog turns by a tooth for each point."""
    if not event["change"]:
        return None
    seat, now = event["seat"], event["now"]
    wheel = el("i.scene-cog")
    figures = el("span.scene-figures", el("strong.was", str(now - event["change"])), el("strong.now", str(now)))
    return _scene("point", wheel, figures, side=seat)


def hunt(event: Event, names: Names) -> Node:
    """POL-1: one more tooth in the frame."""
    seals = [el("span.scene-tooth", cls="bitten" if n < event["now"] else "") for n in range(TRAQUE)]
    told = el("strong", names.tr("table.traque-n", n=event["now"]))
    return _scene("traque", el("span.scene-pool", seals), told)


SCENES: Mapping[str, Callable[[Event, Names], Node | None]] = {
    "revealed": plans,
    "card-played": stopped,
    "mechanism": mechanism,
    "rolled": dice,
    "dodged": dodge,
    "noirceur": noirceur,
    "hostile-placed": hostile,
    "out": death,
    "scored": points,
    "traque": hunt,
}
