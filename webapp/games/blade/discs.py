"""Who stands on the board: the discs of characters in the slots of their zones, and the fan of a crowded zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, compress, product
from math import hypot
from types import MappingProxyType

from shapely import intersects_xy, prepare, unary_union
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from webapp.games.blade import KEY
from webapp.games.blade import board_features as features
from webapp.games.blade.name_places import ASIDE, SIGN, THINGS, WIDE
from webapp.games.blade.names import OVERLORD, Names, card_of, letter
from webapp.games.blade.overlays import BARE, SHOUTS, BoardMarks
from webapp.games.contract import Json
from webapp.packs.addresses import PICTURE_NAME, picture_address
from webapp.plates.addresses import address, has, seeded_address
from webapp.plates.language import Size
from webapp.table_kit.composer import Press, can, press
from webapp.ui.tree import Child, Node, el, plate

Acts = Mapping[str, Press]
RADIUS = {1: 24, 3: 36}
"""Of the discs of characters by their size, in units of the board."""
ODDS = 38
"""Half the breadth of an object with the odds of what hands would do with it."""
LOW, THING = 26, 22
"""Of things in a zone: how far their middle lies above its lower edge, and half the breadth of one."""
CLEAR = 60
"""How far they must be from a door."""
GRID = 66
"""The distance of slots, in units of the board."""
MOVED = (0, *(way * far for far in range(4, 25, 4) for way in (1, -1)))
"""How far slots may be moved up or down, the least first; aside, so that one row stands where another would."""
MARKED = 14
"""How far the marks of a disc stand above it."""
HERE = SHOUTS[0]
"""What a long press says to companions."""
PIP_TURN = 19
"""Between the gems of a reserve round a disc, in degrees."""
FINGER = 50
"""So near to each other, in units of the board, a finger on a phone does not tell two discs apart."""
COUNT = 26
"""The breadth of the count of such discs, in units of a board of 1200, as a phone shows it."""
CORNERS: Mapping[str, tuple[int, int]] = {"": (1, -1), "count-left": (-1, -1), "count-left count-low": (-1, 1),
                                          "count-low": (1, 1)}  # fmt: skip
"""Where the count of a crowded zone may stand: the classes of a corner, and its way from the middle. The last is where
discs have their letters."""
MARKS = (
    "seized", "webbed", "held", "afloat", "halo", "carrying", "cautious", "aggressive", "may-move", "may-attack",
    "attacked",
)  # fmt: skip
"""What a disc bears, in the order of its signs."""


def share(n: float, of: float) -> str:
    """A length as a share of the board's."""
    return f"{100 * n / of:.2f}%"


def placed(point: Sequence[float], names: Names) -> str:
    """The style of something at a point of the board."""
    width, height = names.board["size"]
    return f"--x: {share(point[0], width)}; --y: {share(point[1], height)}"


def pressed(acts: Acts, thing: str, read: str, marks: BoardMarks, zone: str) -> dict[str, object]:
    """A press on a thing in a zone. While a word is to be shown, it shows that; while an overlay is, one that means
    nothing else asks for the overlay about it, or of an unseen zone what bars the line to it. A long one points it out
    to one's companions."""
    ping = {"do": "ping", "word": marks.pinging or HERE, "thing": thing}
    long: dict[str, object] = {} if marks.pinging is None else {"long": ping}
    if marks.carried:
        return {"data_thing": thing, "do": {"do": "drop", "drag": marks.carried, "drop": zone}}
    if marks.pinging:
        return {"data_thing": thing, "do": ping, **long}
    if thing in acts or not marks.overlay:
        return press(acts, thing, read) | long
    about, to = thing, ""
    if marks.overlay == "sight" and zone in marks.zones:
        about, to = marks.about, zone
    return {"data_thing": thing, "do": {"do": "overlay", "overlay": marks.overlay, "about": about, "to": to}, **long}


@lru_cache(maxsize=256)
def slots(
    outline: tuple[tuple[int, int], ...],
    dot: tuple[int, int],
    n: int,
    kept: tuple[tuple[float, float, float, float], ...] = (),
) -> tuple[tuple[int, int], ...]:
    """The places of `n` discs in a zone: a grid inside the outline; where that has too few, a denser one. It is moved
    by as little as leaves most of them clear of what is `kept` free (left, top, right, bottom), its name and its
    objects; those come first, the nearest to its dot before others."""
    whole, written = Polygon(outline), unary_union([box(*edges).buffer(RADIUS[1]) for edges in kept])
    prepare(written)
    for grid, margin in ((GRID, 30), (54, 24), (54, 18), (42, 16), (30, 10), (22, 4)):
        inside = whole.buffer(-margin)
        prepare(inside)
        best: tuple[int, list[tuple[int, int]], set[tuple[int, int]]] | None = None
        for low, odd in product(MOVED, (1, 0)):
            points = _within(
                inside,
                [
                    (dot[0] + dx * grid + (grid // 2 if dy % 2 == odd else 0), dot[1] + dy * round(grid * 0.88) + low)
                    for dx in range(-8, 9)
                    for dy in range(-8, 9)
                ],
            )
            covered = set(_within(written, points))
            clear = min(len(points) - len(covered), n)
            if len(points) >= n and (best is None or clear > best[0]):
                best = clear, points, covered
            if clear == n:
                break
        if best:
            _, points, covered = best
            far = {point: (point[0] - dot[0]) ** 2 + (point[1] - dot[1]) ** 2 for point in points}
            return tuple(sorted(points, key=lambda point: (point in covered, far[point], point)))
    return tuple([dot] * n)


def _within(shape: BaseGeometry, points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of the points that lie in a shape or on its edge."""
    if not points:
        return []
    xs, ys = zip(*points, strict=True)
    return list(compress(points, intersects_xy(shape, xs, ys)))


def places(names: Names) -> Mapping[str, tuple[int, int]]:
    """The place of each character, in units of the board. A disc keeps its slot for as long as it stays in its zone."""
    by_zone: dict[str, list[str]] = {}
    for row in names.characters():
        by_zone.setdefault(row["at"], []).append(row["id"])
    spots: dict[str, tuple[int, int]] = {}
    for zone in names.zones:
        ids, row = by_zone.get(zone, []), names.zones[zone]
        n = max(int(row["capacity"]), len(ids))
        left, top, right, bottom = names.places[zone].block
        kept = ((left, top, right, bottom + MARKED), *(box_ for box_ in [_objects_box(row, names)] if box_))
        free = slots(tuple(tuple(corner) for corner in row["polygon"]), tuple(row["dot"]), n, kept)
        spots |= {id: free[slot] for id, slot in names.book.slots.of(zone, ids, len(free)).items()}
    return spots


def _objects_box(zone: Json, names: Names) -> tuple[float, float, float, float] | None:
    """Where the objects that the scenario puts into a zone lie, at its lower edge; None where it puts none. By the
    scenario alone, so that no disc moves when an object is gone."""
    many = sum(row.get("at") == zone["id"] for row in names.scenario.get("object", ()))
    if not many:
        return None
    scale, low = names.board["size"][0] / WIDE, max(y for _, y in zone["polygon"])
    aside, high, (x, y) = scale * (ODDS + SIGN * (many - 1)), scale * THINGS[1], things_place(zone, names)
    return x - aside, y - high, x + aside, low


def things_place(zone: Json, names: Names) -> tuple[float, float]:
    """Where things lie in a zone: below its dot, or beside that where a door's sign would cover them, or they its
    name."""
    x, y = zone["dot"][0], max(py for _, py in zone["polygon"]) - LOW
    leaves = [piece["path"] for piece, _ in names.pieces if piece["kind"] == "door" and piece.get("path")]
    doors = [((path[0][0] + path[-1][0]) / 2, (path[0][1] + path[-1][1]) / 2) for path in leaves]
    name, whole = box(*names.places[zone["id"]].block), Polygon(zone["polygon"])

    def inside(px: float) -> bool:
        sign = Point(px, y).buffer(THING)
        return whole.covers(sign) and not sign.intersects(name)

    def apart(px: float) -> float:
        return min((hypot(px - dx, y - dy) for dx, dy in doors), default=CLEAR)

    able = [px for px in (x, *(x + side for side in ASIDE)) if inside(px)] or [x]
    return next((px for px in able if apart(px) >= CLEAR), max(able, key=apart)), y


def disc(
    row: Json,
    names: Names,
    acts: Acts,
    at: tuple[int, int],
    chosen: Sequence[str] = (),
    marks: BoardMarks = BARE,
    sight: Mapping[str, str] = MappingProxyType({}),
) -> Node:
    """A character on the board: a hero's face on an amber ring with its life; a figure with its tile's letter, number
    and shape."""
    id, hero = row["id"], row["id"] in names.heroes
    tile = "" if hero else row["tile"]
    ally = not hero and names.view["tiles"][tile]["side"] == "heroes"
    life = row["life"]
    number = "" if hero or names.view["tiles"][tile]["total"] == 1 else id.rpartition("-")[2]
    active = names.view["active"] or {}
    signs = borne(row, active.get("tile"), carrying=carries_somebody(row, names))
    label = names.tr("blade.character-words", who=names.called(id), zone=names.called(row["at"]), life=life)
    return el(
        "button.blade-disc",
        face(str(row.get("unit", id)), names),
        el("strong.disc-tile", f"{letter(tile)}{number}") if tile else None,
        el("strong.disc-life", str(life)) if hero or life > 1 else None,
        _pips(row["gems"]["reserve"]) if hero else None,
        el("span.disc-marks", [_mark(mark, row, names) for mark in signs]) if signs else None,
        cls=[
            "is-hero" if hero else "is-ally" if ally else "is-figure",
            f"tile-{tile}" if tile else "",
            f"size-{row['size']}",
            "is-can" if can(acts, id) else "",
            "is-chosen" if id in chosen or (marks.overlay and id == marks.about) else "",
            "is-active" if tile and active.get("tile") == tile else "",
        ],
        style=f"{placed(at, names)}; --r: {RADIUS.get(row['size'], 28)}",
        aria_label=". ".join([label, *(names.word(mark) for mark in signs)]),
        title=names.called(id),
        key=id,
        data_sight=sight.get(id),
        # the keyboard goes through those that act; arrows lead to every zone
        tabindex=None if id in acts and can(acts, id) else "-1",
        data_own="" if can(acts, id) and _own(row, names) else None,
        data_within=row["at"],
        drag=id if names.free else None,
        drop=row["at"] if names.free else None,  # who stands in a zone does not keep others from being put there
        # where a zone is asked for, who stands in it is no obstacle
        **pressed(
            {id: acts[row["at"]]} if id not in acts and can(acts, row["at"]) else acts,
            id,
            f"who:{id}",
            marks,
            row["at"],
        ),
    )


def _own(row: Json, names: Names) -> bool:
    """Whether a character is the viewer's: a hero of the seat, a figure of the Overlord's active tile."""
    me, active = names.view.get("me"), names.view["active"] or {}
    if row["id"] in names.heroes:
        return names.holder(row["id"]) == me
    return me == OVERLORD and row["tile"] == active.get("tile")


def _pips(n: int) -> Node:
    """A hero's reserve as gems round the rim, from the middle of the top to both sides."""
    turns = [PIP_TURN * (k - (n - 1) / 2) for k in range(n)]
    shapes = [
        {"t": "path", "a": {"d": "M0,-67L7,-58L0,-49L-7,-58Z", "transform": f"rotate({turn:.0f})"}} for turn in turns
    ]
    return {"t": "drawing", "c": "disc-pips", "box": "-70 -70 140 140", "shapes": shapes}


def face(id: str, names: Names) -> Child:
    """The face of a hero or unit: its plate over two letters of its name."""
    name, picture = names.called(id), plate(portrait(id, names, "small"))
    return el("span.blade-face", el("span", name[:2], aria_hidden="true"), picture)


def portrait(id: str, names: Names, size: Size) -> str:
    """The address of a hero's or unit's picture: what its pack brings, the plate that it has, else one chosen by its
    id."""
    row = names.book.rows["heroes"].get(id) or names.book.rows["units"].get(id) or {}
    return picture(id, row, size)


def picture(id: str, row: Json, size: Size) -> str:
    """The address of somebody's picture by their id and their pack's row."""
    if brought := brought_picture(row):
        return brought
    return address(KEY, id, size) if has(KEY, id) else seeded_address(KEY, id, "face", (), size=size)


def brought_picture(row: Json) -> str:
    """The address of the picture that a pack brings for a row; empty for none."""
    image = str(row.get("image", ""))
    return picture_address(KEY, image) if PICTURE_NAME.fullmatch(image) else ""


def carries_somebody(row: Json, names: Names) -> bool:
    """Whether a hero carries a person (LOD-4)."""
    cards = map(card_of, row.get("items") or ())
    return any(names.book.rows["items"].get(card, {}).get("kind") == "person" for card in cards)


def borne(row: Json, active: str | None = None, *, carrying: bool = False) -> list[str]:
    """The marks that a character bears, in their order. `active`: the tile whose figures act."""
    its = {*(row.get("marks") or ()), row.get("stance"), "attacked" if row.get("attacked") else ""}
    its |= {"carrying"} if carrying else set()
    its |= {"may-move"} if row.get("base") and "tile" in row else set()
    its |= {"may-attack"} if active is not None and row.get("tile") == active and not row.get("attacked") else set()
    return [mark for mark in MARKS if mark in its]


def _mark(mark: str, row: Json, names: Names) -> Node:
    """The sign of a mark; of halos what they add."""
    more = f"+{sum(row['marks']['halo'])}" if mark == "halo" else None
    return el("i.disc-mark", features.sign(mark), more, cls=f"is-{mark}", title=names.word(mark))


def fans(
    names: Names, acts: Acts, at: Mapping[str, tuple[int, int]], chosen: Sequence[str], marks: BoardMarks
) -> list[Child]:
    """Of each zone whose discs stand too near to each other for a finger: what a tap there opens on a phone, its
    characters side by side. It shuts with the next step of what is begun."""
    by_zone: dict[str, list[Json]] = {}
    for row in names.characters():
        by_zone.setdefault(row["at"], []).append(row)
    folds: list[Child] = []
    for zone, rows in by_zone.items():
        spots = [at[row["id"]] for row in rows]
        if all(hypot(a[0] - b[0], a[1] - b[1]) >= FINGER for a, b in combinations(spots, 2)):
            continue
        label = names.tr("blade.fan", zone=names.called(zone), n=len(rows))
        left, right = min(x for x, _ in spots), max(x for x, _ in spots)
        top, bottom = min(y for _, y in spots), max(y for _, y in spots)
        width, height = names.board["size"]
        middle, breadth, depth = ((left + right) / 2, (top + bottom) / 2), right - left, bottom - top
        size = f"--w: {share(breadth + 2 * FINGER, width)}; --h: {share(depth + 2 * FINGER, height)}"
        discs = [el("li", disc(row, names, acts, (0, 0), chosen, marks), _short(row, names)) for row in rows]
        folds.append(
            el(
                "details.blade-fan",
                el("summary", el("strong", str(len(rows))), aria_label=label, testid=f"fan-{zone}"),
                el("ul", discs),
                style=f"{placed(middle, names)}; {size}",
                cls=["is-can" if any(can(acts, row["id"]) for row in rows) else "",
                     "is-left" if middle[0] < width / 3 else "is-right" if middle[0] > 2 * width / 3 else "",
                     "is-low" if middle[1] > height / 2 else "",
                     _corner(middle, (breadth / 2 + FINGER, depth / 2 + FINGER), names)],
                key=f"fan-{zone}-{'-'.join(chosen)}",
            )
        )  # fmt: skip
    return folds


def _corner(middle: tuple[float, float], half: tuple[float, float], names: Names) -> str:
    """The classes of the corner at which the count of a crowded zone covers no zone's name; the first where all do."""
    inside = COUNT * names.board["size"][0] / WIDE / 2
    written = [box(*place.block) for place in names.places.values()]

    def clear(way: tuple[int, int]) -> bool:
        x, y = (at + to * (far - inside) for at, to, far in zip(middle, way, half, strict=True))
        count = box(x - inside, y - inside, x + inside, y + inside)
        return not any(count.intersects(name) for name in written)

    return next((cls for cls, way in CORNERS.items() if clear(way)), "")


def _short(row: Json, names: Names) -> Child:
    """The name of a hero or lieutenant below its disc; of a figure among several its letter and number is enough."""
    many = row["id"] not in names.heroes and names.view["tiles"][row["tile"]]["total"] > 1
    return None if many else el("small", names.called(row["id"]).split()[0])
