"""The map: twelve panes of a city seen from above, drawn for this site, with the pieces on each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from webapp.games.contract import Json
from webapp.games.diktat import faces
from webapp.games.diktat.names import Names
from webapp.games.diktat.seals import seals
from webapp.table_kit.composer import Press, can, press
from webapp.ui.tree import Child, Node, el, icon, plate

WIDTH, HEIGHT = 1200, 900
Point = tuple[int, int]
Box = tuple[int, int, int, int]

CORNERS: Mapping[str, Point] = {
    **{"a0": (0, 0), "a1": (300, 0), "a2": (615, 0), "a3": (905, 0), "a4": (1200, 0)},
    **{"b0": (0, 285), "b1": (285, 315), "b2": (590, 270), "b3": (915, 310), "b4": (1200, 280)},
    **{"c0": (0, 600), "c1": (310, 580), "c2": (560, 625), "c3": (890, 590), "c4": (1200, 615)},
    **{"d0": (0, 900), "d1": (280, 900), "d2": (600, 900), "d3": (910, 900), "d4": (1200, 900)},
}
PANES: Mapping[str, tuple[str, Box]] = {
    "karst": ("a0 a1 b1 b0", (16, 16, 269, 269)),
    "artefact": ("a1 a2 b2 b1", (316, 16, 574, 254)),
    "josefov": ("a2 a3 b3 b2", (631, 16, 889, 254)),
    "college": ("a3 a4 b4 b3", (931, 16, 1184, 264)),
    "motol": ("b0 b1 c1 c0", (16, 331, 269, 564)),
    "mala-strana": ("b1 b2 c2 c1", (326, 331, 544, 564)),
    "old-town": ("b2 b3 c3 c2", (606, 326, 874, 574)),
    "combinat": ("b3 b4 c4 c3", (931, 326, 1184, 574)),
    "hypogea": ("c0 c1 d1 d0", (16, 616, 264, 884)),
    "fortress": ("c1 c2 d2 d1", (326, 641, 544, 884)),
    "new-town": ("c2 c3 d3 d2", (640, 641, 874, 884)),
    "suburbs": ("c3 c4 d4 d3", (926, 631, 1184, 884)),
}
"""The panes of the sectors: the corners of each, and the box in it for stacks and tokens: x0, y0, x1, y1. The panes
tile the city."""

ORDER = (
    *("karst", "motol", "hypogea", "artefact", "mala-strana", "fortress"),
    *("josefov", "old-town", "new-town", "college", "combinat", "suburbs"),
)
"""The sectors column by column, each from the north to the south."""

READ = tuple(sorted(ORDER, key=lambda key: ORDER.index(key) % 3 * 4 + ORDER.index(key) // 3))
"""The same row by row, as they are read."""

RIVER = "M615,-10 C600,90 575,180 590,270 S535,520 560,625 S640,800 600,910"
PRISM = ("445,42 492,132 445,232 398,132", "M445,42 V232 M398,132 L445,150 L492,132")
EMBLEMS: Mapping[str, str] = {
    "karst": "M0,60 L22,18 34,40 52,6 74,60 M86,60 q8,-22 16,0",
    "josefov": "M4,60 V26 L22,10 40,26 V60 M40,60 V34 H72 V60 M16,60 V44 H28 V60 M50,44 H62 M72,60 H92 V20 L82,8 72,20",
    "college": "M2,60 H98 M8,60 V26 M26,60 V26 M50,60 V26 M74,60 V26 M92,60 V26 M2,26 H98 L50,4 Z",
    "motol": "M6,60 V20 H94 V60 Z M50,28 V52 M38,40 H62 M18,60 V46 M82,60 V46",
    "mala-strana": "M0,60 V36 L16,20 32,36 V60 M32,60 V28 L50,10 68,28 V60 M68,60 V38 L84,22 100,38 V60",
    "old-town": "M8,60 V22 L16,2 24,22 V60 M24,60 V36 H60 V60 M60,60 V18 L70,0 80,18 V60 M40,36 V24 M80,60 H98 V42 H80",
    "combinat": "M0,60 V38 L20,28 V38 L40,28 V38 L60,28 V60 Z M68,60 L72,4 H80 L84,60 M88,60 L91,14 H97 L100,60",
    "hypogea": "M4,60 V34 A20,20 0 0 1 44,34 V60 M14,60 V38 A10,12 0 0 1 34,38 V60 M56,60 V34 A20,20 0 0 1 96,34 V60",
    "fortress": "M4,60 V22 H16 V30 H28 V22 H40 V30 H60 V22 H72 V30 H84 V22 H96 V60 Z M42,60 V46 A8,8 0 0 1 58,46 V60",
    "new-town": "M4,60 V14 H28 V60 M28,60 V30 H50 V60 M50,60 V6 H74 V60 M74,60 V24 H96 V60 M10,24 H22 M56,18 H68",
    "suburbs": "M2,60 V44 L14,34 26,44 V60 Z M38,60 V44 L50,34 62,44 V60 Z M74,60 V44 L86,34 98,44 V60 Z M0,22 H40",
}
"""Skylines in a box of 100 by 60, drawn faintly behind the contents of a sector."""

LETTERED = 6
"""The height up to which a tower's pawns have room for their letters; its sheet has them at any height."""


@dataclass(frozen=True)
class Acts:
    """What the table shows of the question: the presses open to one player now, what is aimed at, and, as ``ghost``, a
    team being prepared."""

    presses: Mapping[str, Press] = field(default_factory=dict)
    aimed: str = ""
    ghost: tuple[str, str] = ("", "")
    chances: Mapping[str, Json] = field(default_factory=dict)
    """The chances to win each sector as far as this viewer can know (``Match.forecast``)."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """The player's own, by what they are about: ``seat:2``, ``stack:s3``."""
    also: frozenset[str] = frozenset()
    """The player's own things that something may be done with unasked (`asides.about`)."""


NOTHING = Acts()


def seat_mark(seat: str, names: Names) -> Node:
    """A seat's number in its colour and shape; the Others' mark has thorns."""
    known = seat in names.players
    shape = f"shape-{seat if known else 'others'}"
    label = seat if known else icon("skull")
    return el("span.seat-mark", label, cls=[shape, names.colours(seat)], title=names.who(seat), aria_hidden="true")


def city(names: Names, acts: Acts = NOTHING) -> Node:
    """The map as a tree."""
    return el(
        "div.diktat-city.on-ink",
        _ground(names, acts),
        [_sector(key, names, acts) for key in names.view["sectors"]],
        testid="city",
        style="; ".join(f"--hue-{key}: {hue}" for key in PANES if (hue := faces.ground(key))),
        role="group",
        aria_label=names.tr("diktat.city"),
    )


def contested(sector: Json) -> bool:
    """Whether stacks of two players, or of a player and the Others, stand in the sector."""
    return len({stack["seat"] for stack in sector["stacks"]}) > 1


def being_resolved(names: Names) -> str | None:
    """The sector whose Conquest goes on (CNQ)."""
    return next((frame["sector"] for frame in names.view["resolving"] if frame["frame"] == "conquest"), None)


# ---- the ground ------------------------------------------------------------------------------------------------------


def _ground(names: Names, acts: Acts) -> Node:
    shapes: list[Json] = []
    resolved = being_resolved(names)
    for key, (corners, room) in PANES.items():
        if key not in names.view["sectors"]:
            continue
        points = " ".join(f"{x},{y}" for x, y in (CORNERS[corner] for corner in corners.split()))
        state = names.view["sectors"][key]
        marks = ["pane", f"pane-{key}"]
        marks += ["is-can"] if can(acts.presses, key) else []
        marks += ["is-aimed"] if acts.aimed == key else []
        marks += ["is-contested"] if contested(state) else []
        marks += ["is-resolved"] if key == resolved else []
        marks += ["is-closed"] if state["closed"] or state["darkness"] else []
        shapes.append(_shape("polygon", marks, points=points))
        if key in EMBLEMS:
            x, y = (room[0] + room[2]) // 2 - 90, (room[1] + room[3]) // 2 - 54
            shapes.append(_shape("path", ["emblem"], d=EMBLEMS[key], transform=f"translate({x} {y}) scale(1.8)"))
    hatch = "".join(f"M{6},{y} L{300 - 30 * (y - 600) // 300},{y}" for y in range(618, 896, 16))
    shapes.insert(0, _shape("path", ["river"], d=RIVER))
    shapes.append(_shape("path", ["hatch"], d=hatch))
    shapes.append(_shape("polygon", ["prism"], points=PRISM[0]))
    shapes.append(_shape("path", ["prism-edge"], d=PRISM[1]))
    return {"t": "drawing", "c": "diktat-ground", "box": f"0 0 {WIDTH} {HEIGHT}", "stretch": True, "shapes": shapes}


def _shape(tag: str, marks: list[str], **attributes: str) -> Json:
    return {"t": tag, "a": {"class": " ".join(marks), "vector-effect": "non-scaling-stroke", **attributes}}


# ---- a sector --------------------------------------------------------------------------------------------------------


def _sector(key: str, names: Names, acts: Acts) -> Node:
    tr, its = names.tr, names.view["sectors"][key]
    x0, y0, x1, y1 = PANES[key][1] if key in PANES else (0, 0, 0, 0)
    place = [f"{100 * n / of:.2f}%" for n, of in ((x0, WIDTH), (y0, HEIGHT), (x1 - x0, WIDTH), (y1 - y0, HEIGHT))]
    column, row = divmod(ORDER.index(key), 3) if key in ORDER else (0, 0)
    gives = names.effects(f"{key}:1") if its["markers"] else ""
    name = el(
        "button.sector-name",
        names.sector(key),
        cls="can" if can(acts.presses, key) else "",
        testid=f"sector-{key}",
        data_walk="",
        title=names.tr("diktat.sector-facts", facts=names.listed(facts(key, names))),
        **press(acts.presses, key, f"sector:{key}"),
    )
    return el(
        "section.diktat-sector",
        plate(faces.district(key), "large"),
        el("div.sector-head", el("h3", name), _ring(key, names, acts)),
        el("small.sector-gives", gives, title=gives, aria_hidden="true") if gives else None,
        el("div.sector-things", _tiles(key, names, acts), seals(f"sector:{key}", names), *_marks(key, names)),
        el("div.towers", _towers(key, names, acts)),
        cls=[
            f"at-{key}",
            "can" if can(acts.presses, key) else "",
            "is-aimed" if acts.aimed == key else "",
            "is-contested" if contested(its) else "",
        ],
        # On a phone the city is turned a quarter, so that neighbours stay neighbours.
        style="--x: {}; --y: {}; --w: {}; --h: {}; --row: {}; --column: {}".format(*place, column + 1, row + 1),
        data_thing=key,
        aria_label=tr("diktat.sector-words", sector=names.sector(key), facts=names.listed(facts(key, names))),
        role="group",
        key=key,
    )


def facts(key: str, names: Names) -> list[str]:
    """The facts about a sector besides its stacks."""
    tr, its = names.tr, names.view["sectors"][key]
    texts = [tr.plural("diktat.markers-left", its["markers"]), tr.plural("diktat.room", its["room"])]
    texts += [tr("diktat.resolved")] if key == being_resolved(names) else []
    texts += [tr("diktat.closed")] if its["closed"] else []
    texts += [tr("diktat.contested")] if contested(its) else []
    texts += [tr(f"token.{token}") for token in its["tokens"]]
    texts += [tr("diktat.darkness", n=its["darkness"])] if its["darkness"] else []
    texts += [tr("diktat.corruption", n=its["corruption"])] if its["corruption"] else []
    texts += [tr("diktat.is-corrupted")] if its["corrupted"] else []
    for seat, board in names.view["cabals"].items():
        if level := (board.get("markers") or {}).get(key):
            texts.append(tr("diktat.influence", who=names.who(seat), n=level))
    return [str(text) for text in texts]


def _ring(key: str, names: Names, acts: Acts) -> Node | None:
    """The chances to win, as far as the viewer can know: a ring with the shares, and the one ahead in its middle."""
    chances = acts.chances.get(key)
    if not chances:
        return None
    start, parts = 0.0, []
    for seat, chance in chances["shares"]:
        end = start + 100 * chance
        parts.append(f"var(--side-{seat}) {start:.0f}% {end:.0f}%")
        start = end
    parts.append(f"var(--line) {start:.0f}% 100%")
    return el(
        "button.ring",
        el("span", chances["ahead"] or "?"),
        style=f"--ring: conic-gradient({', '.join(parts)})",
        aria_label=chances["words"],
        title=chances["words"],
        data_read=f"sector:{key}",
        testid=f"ring-{key}",
    )


def _tiles(key: str, names: Names, acts: Acts) -> list[Child]:
    """The cards of the track that belong to this sector."""
    view = names.view
    cards = [*view["track"], *([view["secret"]] if view["secret"] else [])]
    return [
        el(
            "button.tile",
            plate(faces.poster(card)),
            icon("attack") if names.pack.cards[card].attack else None,
            el("span", [names.affinity(kind)[:2] for kind in names.pack.cards[card].symbols[:1]], aria_hidden="true"),
            cls=["can" if can(acts.presses, card) else "", "is-attack" if names.pack.cards[card].attack else ""],
            aria_label=names.card(card),
            title=names.card(card),
            **press(acts.presses, card, f"card:{card}"),
        )
        for card in cards
        if names.pack.cards[card].sector == key
    ]


def _marks(key: str, names: Names) -> list[Child]:
    """The markers left, which open the sheet of what they give; the seats with Influence there, and tokens."""
    tr, its = names.tr, names.view["sectors"][key]
    left, marks = tr.plural("diktat.markers-left", its["markers"]), list[Child]()
    discs: Json = {"data_read": f"sector:{key}", "title": left, "testid": f"markers-{key}"}
    read = el("button.sector-read", [el("i.marker-left")] * its["markers"], aria_label=left, **discs)
    for seat, board in names.view["cabals"].items():
        if level := (board.get("markers") or {}).get(key):
            title = tr("diktat.influence", who=names.who(seat), n=level)
            marks.append(
                el("span.influence", seat_mark(seat, names), "I" * level, cls=names.colours(seat), title=title)
            )
    signs = [(token, tr(f"token.{token}")) for token in its["tokens"]]
    marks += [el("span.place-token", str(sign)[:1], cls=f"token-{token}", title=sign) for token, sign in signs]
    for what in ("darkness", "corruption"):
        if its[what]:
            title = tr(f"diktat.{what}", n=its[what])
            marks.append(el("span.place-token", str(its[what]), cls=f"token-{what}", title=title))
    if its["closed"]:
        marks.append(el("span.place-token", icon("lock"), title=tr("diktat.closed")))
    return [read if its["markers"] else None, el("div.sector-marks", marks, aria_hidden="true")]


# ---- stacks ----------------------------------------------------------------------------------------------------------


def _towers(key: str, names: Names, acts: Acts) -> list[Child]:
    its = names.view["sectors"][key]
    towers: list[Child] = [_tower(stack, names, acts) for stack in its["stacks"]]
    room = its["room"]
    if acts.ghost[0] == key and acts.ghost[1] and room:
        room -= 1
        me = str(names.view["me"])
        pawns = [{"kind": names.kind_of(letter), "looked": [], "open": False, "said": []} for letter in acts.ghost[1]]
        towers.append(el("span.tower.is-ghost", _bars(me, pawns, names), cls=names.colours(me), testid="ghost"))
    return [*towers, *[el("span.tower-place", aria_hidden="true")] * max(0, room)]


def _tower(stack: Json, names: Names, acts: Acts) -> Node:
    """A stack from the side, its top first, with its owner's mark and its height on top, and beneath it the number by
    which the log names it."""
    id, note = stack["id"], acts.notes.get(f"stack:{stack['id']}")
    name = tower_words(stack, names)
    return el(
        "button.tower",
        el("i.noted", icon("note"), title=note) if note else None,
        seals(f"stack:{id}", names),
        _bars(stack["seat"], stack["pawns"], names),
        el("small.stack-number", number) if (number := names.stack_number(stack["id"])) else None,
        cls=[
            names.colours(stack["seat"]),
            "can" if can(acts.presses, id) else "",
            "is-aimed" if acts.aimed == id else "",
        ],
        testid=f"tower-{id}",
        aria_label=f"{name}. {names.tr('notes.own', text=note)}" if note else name,
        key=id,
        **press(acts.presses, id, f"stack:{id}"),
    )


def tower_words(stack: Json, names: Names) -> str:
    """A stack as a sentence for screen readers."""
    tr = names.tr
    kinds = ", ".join(names.kind(pawn["kind"]) if pawn["kind"] else tr("diktat.unknown") for pawn in stack["pawns"])
    head = tr("diktat.stack-of", stack=names.stack(stack["id"]), who=names.who(stack["seat"]), n=stack["height"])
    return str(tr("diktat.stack-words", stack=head, kinds=kinds))


def _bars(seat: str, pawns: list[Json], names: Names) -> list[Child]:
    rows = [
        el(
            "span.pawn",
            el("span.pawn-letter", names.letter(pawn["kind"])) if pawn["kind"] and len(pawns) <= LETTERED else None,
            el("i.seen") if pawn["looked"] else None,
            cls=["is-known" if pawn["kind"] else "", "is-open" if pawn["open"] else ""],
        )
        for pawn in pawns
    ]
    return [
        el("span.tower-top", seat_mark(seat, names), el("strong", str(len(pawns)))),
        el("span.pawns", rows, style=f"--n: {len(pawns)}"),
    ]
