"""The board: zones, walls and doors drawn from the board's data, and who and what stands on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from shapely.geometry import Point, Polygon

from webapp.games.blade import KEY
from webapp.games.blade import board_features as features
from webapp.games.blade.names import Names, letter
from webapp.games.blade.overlays import BoardMarks, Plan, Ray, spoken
from webapp.games.contract import Json
from webapp.plates.addresses import address, has
from webapp.table_kit.composer import Press, can, press
from webapp.ui.tree import Child, Node, el, icon, plate

Acts = Mapping[str, Press]
RADIUS = {1: 24, 3: 36}
"""Of the discs of characters by their size, in units of the board."""
GRID = 66
"""The distance of slots, in units of the board."""
MARKS = ("seized", "webbed", "held", "afloat", "halo", "carrying", "cautious", "aggressive", "attacked")


BARE = BoardMarks()


def board(names: Names, acts: Acts, chosen: Sequence[str] = (), marks: BoardMarks = BARE) -> Node:
    """The board as a tree. `chosen`: the ids named by the command begun; `marks`: what is drawn over it."""
    width, height = names.board["size"]
    sight = _in_sight(names, acts, chosen)
    return el(
        "div.blade-board",
        _ground(names, acts, marks),
        [_zone(row, names, acts, marks, sight) for row in names.board["zones"]],
        [_door(id, names, acts) for id in names.doors],
        _link_signs(names),
        _things(names, acts),
        _barricades(names, acts),
        _characters(names, acts, chosen, marks, sight),
        _labels(names, marks),
        _shouts(names, marks),
        cls="is-marked" if marks.zones else None,
        style=f"--ratio: {width / height:.4f}",
        role="group",
        aria_label=names.tr("blade.board"),
        testid="blade-board",
    )


def _in_sight(names: Names, acts: Acts, chosen: Sequence[str]) -> Collection[str]:
    """What a window smaller than the board must show: what is named and may be named next, else one's own, else all."""
    standing = names.standing
    named = [it for it in (*chosen, *(it for it in acts if can(acts, it))) if it in standing or it in names.zones]
    if chosen and named:
        return frozenset(named)
    own = [it for it in names.view["players"].get(names.view.get("me"), ()) if it in standing]
    tile = (names.view["active"] or {}).get("tile")
    active = [id for id, row in names.figures.items() if row["tile"] == tile and id in standing]
    return frozenset(active or own or standing)


# ---- the ground ------------------------------------------------------------------------------------------------------


def _ground(names: Names, acts: Acts, marks: BoardMarks) -> Node:
    """Zones and walls as one drawing behind everything."""
    row = names.board
    # closed lines of stone around what is no zone: the first round all zones, so that the rest lies outside of it
    width, height = row["size"]
    lines = [[(0, 0), (width, 0), (width, height), (0, height)], *row.get("rock", ())]
    path = "".join("M" + " L".join(f"{x},{y}" for x, y in line) + "Z" for line in lines)
    shapes = [_shape("path", ["rock"], d=path)] if len(lines) > 1 else []
    for zone in row["zones"]:
        kinds = [name for name in ("roofed", "liquid", "difficult", "brink") if zone.get(name)]
        cls = ["zone", *(f"is-{it}" for it in kinds), f"level-{zone.get('level', 0)}"]
        shapes.append(_shape("polygon", cls, points=_points(zone["polygon"])))
        shapes.append(_shape("path", ["cuts", *(f"is-{it}" for it in kinds)], d=_cuts(zone)))
        if can(acts, zone["id"]):
            shapes.append(_shape("polygon", ["zone-can"], points=_points(zone["polygon"])))
        if (mark := marks.zones.get(zone["id"])) is not None:
            shapes.append(_shape("polygon", ["zone-mark", mark.cls], points=_points(zone["polygon"])))
    shapes += [
        _shape("polygon", ["void", f"is-{it['kind']}"], points=_points(it["polygon"])) for it in row.get("voids", ())
    ]
    pieces = [(piece, border["between"]) for border in row["borders"] for piece in border.get("pieces", ())]
    for piece, between in [*pieces, *((it, ()) for it in row.get("walls", ()))]:
        if "path" in piece:
            shapes += _wall(piece, between, names)
    for kind, at, along, gap, _ in _links(names):
        shapes.append(_shape("path", ["link", f"is-{kind}"], d=features.link(kind, at, along, gap)))
    shapes += _rays(marks.rays, names)
    shapes += [it for plan in marks.plans for it in _plan(plan, names)]
    return {"t": "drawing", "c": "blade-ground", "box": f"0 0 {width} {height}", "shapes": shapes}


def _wall(piece: Json, between: Sequence[str], names: Names) -> Iterator[Json]:
    """What stands on a border, or a wall within: stairs with their treads, a ledge with strokes down from it."""
    kind, path = piece["kind"], piece["path"]
    state = names.view["doors"].get(piece.get("id"), "")
    d = "M" + " L".join(f"{x},{y}" for x, y in path)
    low, high = sorted((names.zones[it] for it in between), key=lambda it: it.get("level", 0)) or (None, None)
    if kind == "stairs" and high is not None:
        bed, treads = features.stairs(path, high["dot"])
        yield _shape("path", ["stairs-bed"], d=bed)
        yield _shape("path", ["stairs-treads"], d=treads)
        return
    yield _shape("path", ["wall", f"is-{kind}", f"is-{state}" if state else ""], d=d)
    if kind == "stone":
        yield _shape("path", ["wall-stones"], d=d)
    if kind == "ledge" and low is not None:
        yield _shape("path", ["hachures"], d=features.hachures(path, low["dot"]))


Link = tuple[str, features.Spot, features.Spot, float, Json]


def _links(names: Names) -> Iterator[Link]:
    """The links between zones that are there now: kind, place, direction, how far the zones lie apart, the row."""
    rows = [it for it in names.board.get("links", ()) if names.view["links"].get(it["id"], not it.get("closed"))]
    for row in rows:
        alike = [it for it in rows if set(it["between"]) == set(row["between"])]
        one, other = (names.zones[it] for it in row["between"])
        at, along, gap = features.link_place(one, other, alike.index(row), len(alike))
        yield row["kind"], at, along, gap, row


def _rays(rays: Sequence[Ray], names: Names) -> list[Json]:
    """A fan of lines between zones and characters."""
    at: dict[str, Sequence[int]] = {id: row["dot"] for id, row in names.zones.items()}
    at |= places(names) if rays else {}
    ends = [(at[it.start], at[it.end], it.cls) for it in rays if it.start in at and it.end in at]
    return [_shape("path", ["fan", cls], d=f"M{x0},{y0}L{x1},{y1}") for (x0, y0), (x1, y1), cls in ends]


def _link_signs(names: Names) -> list[Child]:
    """What a link is, where it is pointed at; of a leap its difficulty."""
    found: list[Child] = []
    for kind, at, _, _, row in _links(names):
        one, other = (names.called(it) for it in row["between"])
        difficulty = row.get("difficulty", 1)  # what the pack's schema says where a row does not
        said = names.tr(f"blade.link-{kind}", one=one, other=other, n=difficulty)
        shown = str(difficulty) if kind == "leap" else None
        found.append(
            el("i.blade-link", shown, cls=f"is-{kind}", style=_at(at, names), role="img", aria_label=said, title=said)
        )
    return found


def _plan(plan: Plan, names: Names) -> list[Json]:
    """What somebody prepares: the path of dots, and a line to the target."""
    at, found = names.standing, list[Json]()
    stops = [it for it in (at.get(plan.who, ""), *plan.path) if it in names.zones]
    cls = ["plan", names.colours(plan.seat)]
    dots = [names.zones[it]["dot"] for it in stops]
    if len(dots) > 1:
        found.append(_shape("path", [*cls, "plan-path"], d="M" + " L".join(f"{x},{y}" for x, y in dots)))
        found += [_shape("circle", [*cls, "plan-stop"], cx=str(x), cy=str(y), r="9") for x, y in dots[1:]]
    if plan.target in at and dots:
        (x0, y0), (x1, y1) = dots[-1], names.zones[at[plan.target]]["dot"]
        found.append(_shape("path", [*cls, "plan-blow"], d=f"M{x0},{y0} L{x1},{y1}"))
        found.append(_shape("circle", [*cls, "plan-aim"], cx=str(x1), cy=str(y1), r="34"))
    return found


def _labels(names: Names, marks: BoardMarks) -> list[Child]:
    """The labels of marked zones, over everything; of plans the names."""
    found: list[Child] = []
    for zone, mark in marks.zones.items():
        if mark.label:
            found.append(el("strong.zone-label", mark.label, cls=mark.cls, style=_at(_label_place(zone, names), names)))
    for plan in marks.plans:
        end = plan.path[-1] if plan.path else names.standing.get(plan.target, "")
        if plan.name and end in names.zones:
            x, y = names.zones[end]["dot"]
            cls = names.colours(plan.seat)
            found.append(
                el("span.plan-name", plan.name, cls=cls, style=_at((x, y + 30), names), key=f"plan-{plan.seat}")
            )
    return found


def _shouts(names: Names, marks: BoardMarks) -> list[Child]:
    """Words of companions, each with a ring round what it is about."""
    at, found = places(names), list[Child]()
    for it in marks.shouts:
        point = at.get(it.thing) or (names.zones[it.thing]["dot"] if it.thing in names.zones else None)
        if point is not None:
            inside = el("strong", it.said)
            found.append(
                el("span.blade-shout", inside, cls=names.colours(it.seat), style=_at(point, names), role="note")
            )
    return found


def _label_place(zone: str, names: Names) -> tuple[float, float]:
    """Below the name of a zone, at the side where fewer discs stand."""
    row = names.zones[zone]
    x, _ = row["dot"]
    top = min(py for _, py in row["polygon"])
    return x, top + 42


def _shape(tag: str, marks: Sequence[str], **attributes: str) -> Json:
    return {"t": tag, "a": {"class": " ".join(filter(None, marks)), **attributes}}


def _points(corners: Sequence[Sequence[int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in corners)


def _cuts(zone: Json) -> str:
    """The cuts of a zone's ground: planks under a roof, waves on water, tufts on difficult ground, cobbles else."""
    outline = tuple(tuple(it) for it in zone["polygon"])
    kind = next((it for it in ("liquid", "difficult", "roofed") if zone.get(it)), "open")
    return _cut(outline, kind)


@lru_cache(maxsize=256)
def _cut(outline: tuple[tuple[int, int], ...], kind: str) -> str:
    """The path of these cuts inside an outline, whole units."""
    shape = Polygon(outline).buffer(-6)
    x0, y0, x1, y1 = (int(it) for it in shape.bounds) if not shape.is_empty else (0, 0, 0, 0)
    found: list[str] = []
    step = {"roofed": 18, "liquid": 22, "difficult": 38, "open": 34}[kind]
    for n, y in enumerate(range(y0 + step // 2, y1, step)):
        shift = (n % 2) * step
        for x in range(x0 + shift, x1, 2 * step if kind != "roofed" else 74):
            if kind == "roofed":
                piece = f"M{x},{y}h66 M{x + 66},{y - step // 2}v{step // 2}"
                inside = Point(x + 33, y)
            elif kind == "liquid":
                piece = f"M{x},{y}q6,-7 12,0t12,0t12,0"
                inside = Point(x + 18, y)
            elif kind == "difficult":
                piece = f"M{x},{y}l-4,-10 M{x},{y}v-13 M{x},{y}l4,-10"
                inside = Point(x, y - 6)
            else:
                piece = f"M{x - 9},{y}q9,-8 18,0"
                inside = Point(x, y)
            if shape.contains(inside):
                found.append(piece)
    return "".join(found)


# ---- zones, doors, things --------------------------------------------------------------------------------------------


def _zone(row: Json, names: Names, acts: Acts, marks: BoardMarks, sight: Collection[str]) -> Node:
    """A zone as a button of its outline, with its name."""
    width, height = names.board["size"]
    xs, ys = zip(*row["polygon"], strict=True)
    x, y, w, h = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    corners = ", ".join(f"{100 * (px - x) / w:.1f}% {100 * (py - y) / h:.1f}%" for px, py in row["polygon"])
    there = sum(1 for it in names.characters() if it["at"] == row["id"])
    facts = [names.tr(f"zone.{it}") for it in ("roofed", "liquid", "difficult") if row.get(it)]
    room = int(row["capacity"])
    label = names.tr("blade.zone-words", zone=names.called(row["id"]), n=there, most=room)
    mark = marks.zones.get(row["id"])
    at = f"--x: {_share(x, width)}; --y: {_share(y, height)}; --w: {_share(w, width)}; --h: {_share(h, height)}"
    return el(
        "button.blade-zone",
        el("span.zone-name", names.called(row["id"])),
        cls=["is-can" if can(acts, row["id"]) else "", f"level-{row.get('level', 0)}"],
        style=f"{at}; clip-path: polygon({corners})",
        aria_label=". ".join([label, *facts, *spoken(mark)]),
        title=". ".join(spoken(mark)) or None,
        key=row["id"],
        data_sight="" if row["id"] in sight else None,
        **_pressed(acts, row["id"], f"zone:{row['id']}", marks),
    )


def _pressed(acts: Acts, thing: str, read: str, marks: BoardMarks) -> dict[str, object]:
    """A press on a thing. While a word is to be shown, it shows that; while an overlay is, one that means nothing else
    asks for the overlay about it."""
    if marks.pinging:
        return {"data_thing": thing, "do": {"do": "ping", "word": marks.pinging, "thing": thing}}
    if thing in acts or not marks.overlay:
        return press(acts, thing, read)
    return {"data_thing": thing, "do": {"do": "overlay", "overlay": marks.overlay, "about": thing}}


def _share(n: float, of: float) -> str:
    return f"{100 * n / of:.2f}%"


def _at(point: Sequence[float], names: Names) -> str:
    width, height = names.board["size"]
    return f"--x: {_share(point[0], width)}; --y: {_share(point[1], height)}"


def _door(id: str, names: Names, acts: Acts) -> Node | None:
    """A door's sign, in the midst of its leaf."""
    pieces = (it for border in names.board["borders"] for it in border.get("pieces", ()))
    path = next(it["path"] for it in pieces if it.get("id") == id)
    state = names.view["doors"].get(id)
    if state is None:
        return None
    (x0, y0), (x1, y1) = path[0], path[-1]
    said = names.tr("blade.door-words", door=names.called(id), state=names.word(state))
    return el(
        "button.blade-door",
        icon("lock") if state == "locked" else None,
        cls=[f"is-{state}", "is-can" if can(acts, id) else ""],
        style=_at(((x0 + x1) / 2, (y0 + y1) / 2), names),
        aria_label=said,
        title=said,
        key=id,
        **press(acts, id, f"door:{id}"),
    )


def _things(names: Names, acts: Acts) -> list[Child]:
    """Objects, what lies on the ground, and tokens, along the lower edge of their zones."""
    found: dict[str, list[Node]] = {}
    for id, row in names.view["objects"].items():
        if not row["gone"] and row["at"] in names.zones:
            said = names.called(id)
            cls = [f"is-{row['kind']}", "is-can" if can(acts, id) else ""]
            inside = features.sign(row["kind"])
            node = el("button.blade-thing", inside, cls=cls, aria_label=said, title=said,
                      **press(acts, id, f"object:{id}"))  # fmt: skip
            found.setdefault(row["at"], []).append(node)
    for zone, items in names.view["ground"].items():
        said = names.tr("blade.on-the-ground", items=names.named(list(items)))
        marks = (
            press(acts, items[0], f"ground:{zone}")
            if any(can(acts, it) for it in items)
            else {"data_read": f"ground:{zone}"}
        )
        count = el("strong", str(len(items))) if len(items) > 1 else None
        bag = el("button.blade-thing.is-bag", features.sign("bag"), count, aria_label=said, title=said, **marks)
        found.setdefault(zone, []).append(bag)
    for row in names.view["tokens"]:
        if row["zone"] in names.zones:
            said = names.word(row["kind"])
            inside = features.sign(row["kind"])
            found.setdefault(row["zone"], []).append(el("i.blade-thing.is-token", inside, aria_label=said, title=said))
    for zone in names.view["face_down"]:
        if zone in names.zones:
            said = names.tr("blade.face-down")
            inside = features.sign("hidden")
            found.setdefault(zone, []).append(el("i.blade-thing.is-hidden", inside, aria_label=said, title=said))
    nodes: list[Child] = []
    for zone, things in found.items():
        x, y = names.zones[zone]["dot"]
        bottom = max(py for _, py in names.zones[zone]["polygon"])
        nodes.append(
            el("div.blade-things", things, style=_at((x, min(bottom - 22, y + 64)), names), key=f"things-{zone}")
        )
    return nodes


def _barricades(names: Names, acts: Acts) -> list[Child]:
    """Barricades stand on the midst of a border, and can be struck there (TOK-3)."""
    found: list[Child] = []
    for row in names.view["tokens"]:
        if row["kind"] == "barricade" and row.get("border"):
            one, other = (names.zones[it] for it in sorted(row["border"]))
            at, _, _ = features.link_place(one, other, 0, 1)
            id = f"barricade:{one['id']}/{other['id']}"
            said = names.tr("blade.barricade-words", what=names.called(id), life=row["life"])
            node = el("button.blade-thing.is-barricade", features.sign("barricade"), aria_label=said, title=said,
                      cls="is-can" if can(acts, id) else None, **press(acts, id, f"barricade:{id}"))  # fmt: skip
            found.append(el("div.blade-things", node, style=_at(at, names), key=id))
    return found


# ---- characters ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def slots(outline: tuple[tuple[int, int], ...], dot: tuple[int, int], n: int) -> tuple[tuple[int, int], ...]:
    """The places of `n` discs in a zone, nearest to its dot first: a grid inside the outline; where that has too few,
    a denser one."""
    whole = Polygon(outline)
    for grid, margin in ((GRID, 30), (54, 24), (54, 18), (42, 16), (30, 10), (22, 4)):
        inside = whole.buffer(-margin)
        found = [
            (dot[0] + dx * grid + (grid // 2 if dy % 2 else 0), dot[1] + dy * round(grid * 0.88))
            for dx in range(-8, 9)
            for dy in range(-8, 9)
        ]
        found = [it for it in found if inside.covers(Point(it))]
        if len(found) >= n:
            return tuple(sorted(found, key=lambda it: ((it[0] - dot[0]) ** 2 + (it[1] - dot[1]) ** 2, it)))
    return tuple([dot] * n)


def places(names: Names) -> Mapping[str, tuple[int, int]]:
    """The place of each character, in units of the board. A disc keeps its slot for as long as it stays in its zone."""
    by_zone: dict[str, list[str]] = {}
    for row in names.characters():
        by_zone.setdefault(row["at"], []).append(row["id"])
    found: dict[str, tuple[int, int]] = {}
    for zone in names.zones:
        ids, row = by_zone.get(zone, []), names.zones[zone]
        n = max(int(row["capacity"]), len(ids))
        free = slots(tuple(tuple(it) for it in row["polygon"]), tuple(row["dot"]), n)
        found |= {id: free[slot] for id, slot in names.book.slots.of(zone, ids, len(free)).items()}
    return found


def _characters(
    names: Names, acts: Acts, chosen: Sequence[str], marks: BoardMarks, sight: Collection[str]
) -> list[Child]:
    at = places(names)
    return [disc(row, names, acts, at[row["id"]], chosen, marks, sight) for row in names.characters()]


def disc(
    row: Json,
    names: Names,
    acts: Acts,
    at: tuple[int, int],
    chosen: Sequence[str] = (),
    marks: BoardMarks = BARE,
    sight: Collection[str] = (),
) -> Node:
    """A character on the board: a hero's face on an amber ring with its life; a figure with its tile's letter, number
    and shape."""
    id, hero = row["id"], row["id"] in names.heroes
    tile = "" if hero else row["tile"]
    ally = not hero and names.view["tiles"][tile]["side"] == "heroes"
    life = row["life"]
    number = "" if hero or names.view["tiles"][tile]["total"] == 1 else id.rpartition("-")[2]
    active = names.view["active"] or {}
    borne = {*(row.get("marks") or ()), row.get("stance"), "attacked" if row.get("attacked") else ""}
    signs = [it for it in MARKS if it in borne]
    said = names.tr("blade.character-words", who=names.called(id), zone=names.called(row["at"]), life=life)
    return el(
        "button.blade-disc",
        face(str(row.get("unit", id)), names),
        el("strong.disc-tile", f"{letter(tile)}{number}") if tile else None,
        el("strong.disc-life", str(life)) if hero or life > 1 else None,
        [el("i.disc-mark", cls=f"is-{it}", title=names.word(it)) for it in signs],
        cls=[
            "is-hero" if hero else "is-ally" if ally else "is-figure",
            f"tile-{tile}" if tile else "",
            f"size-{row['size']}",
            "is-can" if can(acts, id) else "",
            "is-chosen" if id in chosen or (marks.overlay and id == marks.about) else "",
            "is-active" if tile and active.get("tile") == tile else "",
        ],
        style=f"{_at(at, names)}; --r: {RADIUS.get(row['size'], 28)}",
        aria_label=". ".join([said, *(names.word(it) for it in signs)]),
        title=names.called(id),
        key=id,
        data_sight="" if id in sight else None,
        # where a zone is asked for, who stands in it is no obstacle
        **_pressed({id: acts[row["at"]]} if id not in acts and can(acts, row["at"]) else acts, id, f"who:{id}", marks),
    )


def face(id: str, names: Names) -> Child:
    """The face of a hero or unit: its plate over two letters of its name."""
    name = names.called(id)
    picture = plate(address(KEY, id, "small")) if has(KEY, id) else None
    return el("span.blade-face", el("span", name[:2], aria_hidden="true"), picture)
