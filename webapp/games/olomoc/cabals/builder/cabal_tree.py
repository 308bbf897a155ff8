"""The cabal as a tree: three rouages, their sockets, the wires, their equipment (CAB-1, CAB-2)."""

from __future__ import annotations

from rules.olomoc.cabals.draft import PLACES, Part
from rules.olomoc.packs import EquipmentCard
from webapp.games.olomoc.cabals.builder.affiliation_tree import (
    HEIGHT,
    WIDTH,
    Plug,
    Socket,
    Wiring,
    centre,
    path,
    wiring,
)
from webapp.games.olomoc.cabals.builder.draft import CabalDraft
from webapp.games.olomoc.cabals.card_faces import SEAT, affiliations, first_name, gear_sign, rouage_face
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.rouages import terms
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.diagram import drawn, shape
from webapp.ui.tree import Child, Node, el, icon


def rouages(desk: CabalDraft, names: Names) -> list[Child]:
    """The three places for rouages."""
    return [el("div.places", [rouage_place(n, desk, names) for n in PLACES], cls=f"side-{SEAT}", key="rouages")]


def rouage_place(place: int, desk: CabalDraft, names: Names) -> Node:
    """One of them: its card, or what is asked for."""
    id = desk.sketch.at(place, "card")
    card = desk.pack.rouages.get(id or "")
    rank = card.rank if card else None
    missing = _missing_rank(place, desk)
    head = names.tr("card.rank-n", rank=rank or missing) if rank or missing else names.tr("cabals.place-n", n=place + 1)
    if card is not None:
        face = el(
            "button.card.face",
            *rouage_face(card, names),
            do={"do": "choose", "place": place, "part": "card"},
            aria_label=names.tr("cabals.replace-named", name=card.name),
            aria_pressed="true" if desk.spot == (place, "card") else "false",
            testid=f"place-{place}",
        )
    else:
        face = _empty(place, "card", id, desk, names)
    return el(
        "div.place",
        el("span.place-head.overline", head),
        face,
        _tools(place, "card", id, desk, names) if id else None,
        cls=_classes(place, "card", desk),
        key=f"place-{place}",
    )


def _missing_rank(place: int, desk: CabalDraft) -> int | None:
    """The rank that an empty place waits for: the highest missing one first."""
    taken = [card.rank for n in PLACES if (card := desk.pack.rouages.get(desk.sketch.at(n, "card") or ""))]
    missing = [rank for rank in (3, 2, 1) if rank not in taken]
    empty = [n for n in PLACES if desk.sketch.at(n, "card") is None]
    return missing[empty.index(place)] if place in empty and empty.index(place) < len(missing) else None


def _empty(place: int, part: Part, id: str | None, desk: CabalDraft, names: Names) -> Node:
    """A place without a card, or with one that the pack does not have."""
    if id is not None:
        label = names.tr("cabals.unknown-card", id=id)
    else:
        label = names.tr("cabals.choose-rouage") if part == "card" else names.tr("cabals.choose-gear")
    return el(
        "button.card.face.empty" if part == "card" else "button.gear-face.empty",
        icon("plus" if id is None else "help"),
        el("span", label),
        do={"do": "choose", "place": place, "part": part},
        aria_pressed="true" if desk.spot == (place, part) else "false",
        testid=f"place-{place}" if part == "card" else f"gear-{place}",
    )


def _tools(place: int, part: Part, id: str, desk: CabalDraft, names: Names) -> Node:
    """Look at it large, take it out, change hands with the next."""
    name = names.card(id)
    other = (place + 1) % len(PLACES)
    return el(
        "span.tools",
        el(
            "button.tool",
            icon("eye", names.tr("card.enlarge", name=name)),
            do={"do": "look", "part": part, "id": id},
            testid=f"see-{part}-{place}",
        ),
        el(
            "button.tool",
            icon("swap", names.tr("cabals.swap-with", name=first_name(desk.sketch.at(other, "card"), names))),
            do={"do": "swap", "place": place, "other": other},
            testid=f"swap-{place}",
        )
        if part == "equipment"
        else None,
        el(
            "button.tool",
            icon("cross", names.tr("cabals.take-out", card=name)),
            do={"do": "away", "place": place, "part": part},
            testid=f"away-{part}-{place}",
        ),
    )


def _classes(place: int, part: Part, desk: CabalDraft) -> list[str]:
    blamed = {one.place for one in desk.verdict().problems}
    wrong = f"rouages.{place}.{part}" in blamed or (part == "card" and "rouages" in blamed)
    return ["wrong" if wrong else "", "chosen" if desk.spot == (place, part) else ""]


# Wires


def sockets(desk: CabalDraft, names: Names) -> list[Child]:
    """The sockets under the rouages, over the drawing of the wires; and how each card is allowed."""
    wires = wiring(desk.pack, desk.sketch)
    strained = {line.x1 for line in wires.lines if line.cut}
    return [
        el(
            "div.sockets",
            [_socket(socket, socket.x in strained, wires, names) for socket in wires.sockets],
            key="sockets",
        ),
        el("div.plugs", [_plug(plug, wires, desk, names) for plug in wires.plugs], key="plugs"),
    ]


def _socket(socket: Socket, strained: bool, wires: Wiring, names: Names) -> Node:
    beside = [other for other in wires.sockets if other.place == socket.place]
    crowd = {2: "first-of-two" if beside[0] == socket else "last-of-two"}.get(len(beside), "of-many")
    label = names.tr("cabals.opens-one") if socket.used else names.tr("cabals.opens-nothing")
    return el(
        "span.socket",
        el("span.ring", icon(socket.ministry)),
        el("span.socket-name", names.ministry(socket.ministry)),
        style=f"left: {100 * socket.x / WIDTH:.2f}%",
        title=names.tr.labelled(names.ministry(socket.ministry), label),
        cls=["used" if socket.used else "", "strained" if strained else "", crowd if len(beside) > 1 else ""],
        key=f"{socket.place}-{socket.ministry}",
        testid=f"socket-{socket.place}-{socket.ministry}",
    )


def _plug(plug: Plug, wires: Wiring, desk: CabalDraft, names: Names) -> Node:
    cut = any(line.cut and line.x2 == centre(plug.place) for line in wires.lines)
    if plug.how == "open":
        label = names.tr("cabals.plug.open", name=first_name(desk.sketch.at(plug.by or 0, "card"), names))
    elif plug.how == "shut":
        label = names.tr("cabals.plug.spent") if cut else names.tr("cabals.plug.nobody")
    else:
        label = names.tr(f"cabals.plug.{plug.how}")
    sign = icon("cross") if plug.how == "shut" else None
    return el(
        "span.plug",
        el("span.plug-words", sign, label),
        el("span.plug-dot"),
        style=f"left: {100 * centre(plug.place) / WIDTH:.2f}%",
        cls=f"plug-{plug.how}",
        key=f"plug-{plug.place}",
        testid=f"plug-{plug.place}",
    )


def wires_drawing(desk: CabalDraft) -> str:
    """The wires alone."""
    wires = wiring(desk.pack, desk.sketch)
    lines = [
        shape("path", d=path(line), cls="wire cut" if line.cut else "wire", vector_effect="non-scaling-stroke")
        for line in sorted(wires.lines, key=lambda line: line.cut)
    ]
    return drawn((0, 0, WIDTH, HEIGHT), lines, stretch=True)


# Equipment


def gear(desk: CabalDraft, names: Names) -> list[Child]:
    """The three places for equipment and gifts."""
    return [el("div.places", [gear_place(n, desk, names) for n in PLACES], cls=f"side-{SEAT}", key="gear")]


def gear_place(place: int, desk: CabalDraft, names: Names) -> Node:
    """One of them: its card, or what is asked for."""
    id = desk.sketch.at(place, "equipment")
    card = desk.pack.equipment.get(id or "")
    if card is not None:
        face = el(
            "button.gear-face",
            *gear_face(card, names),
            do={"do": "choose", "place": place, "part": "equipment"},
            aria_label=names.tr("cabals.replace-named", name=words(card.name, names.tr.language)),
            aria_pressed="true" if desk.spot == (place, "equipment") else "false",
            testid=f"gear-{place}",
        )
    else:
        face = _empty(place, "equipment", id, desk, names)
    return el(
        "div.place.gear-place",
        face,
        _tools(place, "equipment", id, desk, names) if id else None,
        cls=_classes(place, "equipment", desk),
        key=f"gear-{place}",
    )


def gear_face(card: EquipmentCard, names: Names) -> list[Child]:
    """Name, whose it is, and each capacity in short."""
    language = names.tr.language
    return [
        el("span.gear-top", el("strong.name", words(card.name, language)), gear_sign(card, names)),
        el("span.gear-whose.muted", affiliations(card, names)),
        *(
            el(
                "span.gear-words",
                el("span.muted.gear-terms", terms(capacity, names.tr)),
                el("span", words(capacity.text, language)),
            )
            for capacity in card.capacities
        ),
    ]
