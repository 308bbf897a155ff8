"""The board: zones, walls and doors drawn from the board's data, and who and what stands on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from shapely.geometry import Point

from webapp.games.blade import blow, woodcut
from webapp.games.blade import board_features as features
from webapp.games.blade.discs import RADIUS, Acts, disc, fans, placed, places, pressed, share, things_place
from webapp.games.blade.name_places import SIGN, clear_label
from webapp.games.blade.names import Names
from webapp.games.blade.overlays import BARE, BoardMarks, Plan, Ray, spoken
from webapp.games.contract import Json
from webapp.table_kit.composer import can, press
from webapp.ui.tree import Child, Node, el, icon


def board(names: Names, acts: Acts, chosen: Sequence[str] = (), marks: BoardMarks = BARE) -> Node:
    """The board as a tree. `chosen`: the ids named by the command begun; `marks`: what is drawn over it."""
    width, height = names.board["size"]
    sight, at = _in_sight(names, acts, chosen), places(names)
    return el(
        "div.blade-board",
        _ground(names, acts, marks),
        [_zone(row, names, acts, marks, sight) for row in names.board["zones"]],
        [_door(id, names, acts, marks) for id in names.doors],
        _link_signs(names),
        _things(names, acts, marks),
        _barricades(names, acts),
        [disc(row, names, acts, at[row["id"]], chosen, marks, sight) for row in names.characters()],
        fans(names, acts, at, chosen, marks),
        _labels(names, marks),
        _shouts(names, marks),
        cls="is-marked" if marks.zones else None,
        style=f"--ratio: {width / height:.4f}",
        role="group",
        aria_label=names.tr("blade.board"),
        testid="blade-board",
    )


def map_of(names: Names) -> Node:
    """The ground alone, with walls and doors, as a small picture."""
    return el("div.scenario-map", _ground(names, {}, BARE), aria_hidden="true")


def _in_sight(names: Names, acts: Acts, chosen: Sequence[str]) -> Mapping[str, str]:
    """What a window smaller than the board must show, by its id: "first" where it stays in sight if not all fits. What
    is named and may be named next, else who strikes and who is struck where a blow is asked about, else one's own,
    else all."""
    standing = names.standing
    if end := _destination(names, chosen):
        return {end: "first"} | dict.fromkeys((id for id in chosen if id in standing), "")
    able = [thing for thing in acts if can(acts, thing)]
    named = [id for id in (*chosen, *able) if id in standing or id in names.zones]
    if chosen and named:
        return dict.fromkeys(named, "") | dict.fromkeys((id for id in chosen if id in named), "first")
    if blow.QUESTIONS & {*(names.view.get("waiting") or {}).values()} and (fighting := blow.pair(names)):
        return dict.fromkeys(fighting, "") | {fighting[-1]: "first"}
    own = [id for id in names.view["players"].get(names.view.get("me"), ()) if id in standing]
    tile = (names.view["active"] or {}).get("tile")
    active = [id for id, row in names.figures.items() if row["tile"] == tile and id in standing]
    asked = active or own
    first = next((id for id in asked if id in able), asked[0]) if asked else ""
    return {id: "first" if id == first else "" for id in asked or standing}


def _destination(names: Names, chosen: Sequence[str]) -> str:
    """The zone where what is begun ends; empty before one is chosen."""
    return next((id for id in reversed(chosen) if id in names.zones), "")


# ---- the ground ------------------------------------------------------------------------------------------------------


def _ground(names: Names, acts: Acts, marks: BoardMarks) -> Node:
    """Zones and walls as one drawing behind everything."""
    row = names.board
    # closed lines of stone around what is no zone: the first round all zones, so that the rest lies outside of it
    width, height = row["size"]
    lines = [[(0, 0), (width, 0), (width, height), (0, height)], *row.get("rock", ())]
    path = "".join("M" + " L".join(f"{x},{y}" for x, y in line) + "Z" for line in lines)
    shapes = [_shape("path", ["rock"], d=path)] if len(lines) > 1 else []
    grounds = woodcut.grounds(row["zones"], names.borders)
    for zone in row["zones"]:
        ground = grounds[zone["id"]]
        shapes.append(_shape("polygon", ["zone", f"is-{ground}", f"level-{zone.get('level', 0)}"],
                             points=_points(zone["polygon"])))  # fmt: skip
        shapes.append(_shape("path", ["cuts", f"is-{ground}"], d=woodcut.cuts(zone, ground)))
        if can(acts, zone["id"]):
            shapes.append(_shape("polygon", ["zone-can"], points=_points(zone["polygon"])))
        if (mark := marks.zones.get(zone["id"])) is not None:
            shapes.append(_shape("polygon", ["zone-mark", mark.cls], points=_points(zone["polygon"])))
            if "is-crowded" in mark.cls:
                shapes.append(_shape("path", ["zone-hatch"], d=woodcut.hatched(zone)))
    shapes += [
        _shape("polygon", ["void", f"is-{hole['kind']}"], points=_points(hole["polygon"]))
        for hole in row.get("voids", ())
    ]
    for piece, between in [*names.pieces, *((wall, ()) for wall in row.get("walls", ()))]:
        if "path" in piece:
            shapes += _wall(piece, between, names)
    for kind, at, along, gap, _ in _links(names):
        shapes.append(_shape("path", ["link", f"is-{kind}"], d=features.link(kind, at, along, gap)))
    shapes += _rays(marks.rays, names)
    shapes += [_shape("path", ["cut"], d="M" + " L".join(f"{x},{y}" for x, y in path)) for path in marks.cuts]
    shapes += [shape for plan in marks.plans for shape in _plan(plan, names)]
    return {"t": "drawing", "c": "blade-ground", "box": f"0 0 {width} {height}", "shapes": shapes}


def _wall(piece: Json, between: Sequence[str], names: Names) -> Iterator[Json]:
    """What stands on a border, or a wall within: stairs with their treads, a ledge with strokes down from it."""
    kind, path = piece["kind"], piece["path"]
    state = names.view["doors"].get(piece.get("id"), "")
    d = "M" + " L".join(f"{x},{y}" for x, y in path)
    low, high = sorted((names.zones[zone_id] for zone_id in between), key=lambda zone: zone.get("level", 0)) or (
        None,
        None,
    )
    if kind == "stairs" and high is not None:
        bed, treads = features.stairs(path, high["dot"])
        yield _shape("path", ["stairs-bed"], d=bed)
        yield _shape("path", ["stairs-treads"], d=treads)
        return
    yield _shape("path", ["wall", f"is-{kind}", f"is-{state}" if state else ""], d=d)
    if kind in ("stone", "wood"):
        yield _shape("path", [f"wall-{kind}"], d=d)
    if kind == "ledge" and low is not None:
        yield _shape("path", ["hachures"], d=features.hachures(path, low["dot"]))


Link = tuple[str, features.Spot, features.Spot, float, Json]


def _links(names: Names) -> Iterator[Link]:
    """The links between zones that are there now: kind, place, direction, how far the zones lie apart, the row."""
    rows = [
        link for link in names.board.get("links", ()) if names.view["links"].get(link["id"], not link.get("closed"))
    ]
    for row in rows:
        alike = [link for link in rows if set(link["between"]) == set(row["between"])]
        one, other = (names.zones[end] for end in row["between"])
        at, along, gap = features.link_place(one, other, alike.index(row), len(alike))
        yield row["kind"], at, along, gap, row


def _rays(rays: Sequence[Ray], names: Names) -> list[Json]:
    """A fan of lines between zones and characters."""
    at: dict[str, Sequence[int]] = {id: row["dot"] for id, row in names.zones.items()}
    at |= places(names) if rays else {}
    ends = [(at[ray.start], at[ray.end], ray.cls) for ray in rays if ray.start in at and ray.end in at]
    return [_shape("path", ["fan", cls], d=f"M{x0},{y0}L{x1},{y1}") for (x0, y0), (x1, y1), cls in ends]


def _link_signs(names: Names) -> list[Child]:
    """What a link is, where it is pointed at; of a leap its difficulty."""
    signs: list[Child] = []
    for kind, at, _, _, row in _links(names):
        one, other = (names.called(end) for end in row["between"])
        difficulty = row.get("difficulty", 1)  # what the pack's schema says where a row does not
        label = names.tr(f"blade.link-{kind}", one=one, other=other, n=difficulty)
        shown = str(difficulty) if kind == "leap" else None
        signs.append(
            el(
                "i.blade-link",
                shown,
                cls=f"is-{kind}",
                style=placed(at, names),
                role="img",
                aria_label=label,
                title=label,
            )
        )
    return signs


def _plan(plan: Plan, names: Names) -> list[Json]:
    """What somebody prepares: the path of dots, and a line to the target."""
    at, shapes = names.standing, list[Json]()
    stops = [stop for stop in (at.get(plan.who, ""), *plan.path) if stop in names.zones]
    cls = ["plan", names.colours(plan.seat)]
    dots = [names.zones[stop]["dot"] for stop in stops]
    if len(dots) > 1:
        shapes.append(_shape("path", [*cls, "plan-path"], d="M" + " L".join(f"{x},{y}" for x, y in dots)))
        shapes += [_shape("circle", [*cls, "plan-stop"], cx=str(x), cy=str(y), r="9") for x, y in dots[1:]]
    if dots and (aim := _aimed_at(plan.target, names)) is not None:
        (x0, y0), (x1, y1) = dots[-1], aim
        shapes.append(_shape("path", [*cls, "plan-blow"], d=f"M{x0},{y0} L{x1},{y1}"))
        shapes.append(_shape("circle", [*cls, "plan-aim"], cx=str(x1), cy=str(y1), r="34"))
    return shapes


def _aimed_at(target: str, names: Names) -> Sequence[float] | None:
    """Where what a plan is aimed at is: the dot of its zone, the midst of a door; None for nothing on the board."""
    if target in names.doors:
        path = next(piece["path"] for piece, _ in names.pieces if piece.get("id") == target)
        return [(path[0][n] + path[-1][n]) / 2 for n in (0, 1)]
    zone = names.standing.get(target) or names.view["objects"].get(target, {}).get("at")
    return names.zones[zone]["dot"] if zone in names.zones else None


def _labels(names: Names, marks: BoardMarks) -> list[Child]:
    """The labels of marked zones, over everything; of plans the names."""
    labels: list[Child] = []
    size_of = {row["id"]: RADIUS.get(row["size"], RADIUS[1]) for row in names.characters()} if marks.zones else {}
    spots = places(names) if marks.zones else {}
    heaps = {row["at"] for row in names.view["objects"].values() if not row["gone"]} | {*names.view["ground"]}
    standing = [Point(at).buffer(size_of[id]) for id, at in spots.items()]
    standing += [Point(things_place(names.zones[zone], names)).buffer(SIGN) for zone in heaps if zone in names.zones]
    for zone, mark in marks.zones.items():
        if mark.label:
            at = clear_label(names.places[zone], standing, names.board["size"])
            labels.append(el("strong.zone-label", mark.label, cls=mark.cls, style=placed(at, names), data_zone=zone))
    for plan in marks.plans:
        end = plan.path[-1] if plan.path else names.standing.get(plan.target, "")
        if plan.name and end in names.zones:
            x, y = names.zones[end]["dot"]
            cls = names.colours(plan.seat)
            labels.append(
                el("span.plan-name", plan.name, cls=cls, style=placed((x, y + 30), names), key=f"plan-{plan.seat}")
            )
    return labels


def _shouts(names: Names, marks: BoardMarks) -> list[Child]:
    """Words of companions, each with a ring round what it is about."""
    at, bubbles = places(names), list[Child]()
    for shout in marks.shouts:
        point = at.get(shout.thing) or (names.zones[shout.thing]["dot"] if shout.thing in names.zones else None)
        if point is not None:
            inside = el("strong", shout.words)
            bubbles.append(
                el("span.blade-shout", inside, cls=names.colours(shout.seat), style=placed(point, names), role="note")
            )
    return bubbles


def _shape(tag: str, marks: Sequence[str], **attributes: str) -> Json:
    return {"t": tag, "a": {"class": " ".join(filter(None, marks)), **attributes}}


def _points(corners: Sequence[Sequence[int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in corners)


# ---- zones, doors, things --------------------------------------------------------------------------------------------


def _zone(row: Json, names: Names, acts: Acts, marks: BoardMarks, sight: Mapping[str, str]) -> Node:
    """A zone as a button of its outline, with its name."""
    width, height = names.board["size"]
    xs, ys = zip(*row["polygon"], strict=True)
    x, y, w, h = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    corners = ", ".join(f"{100 * (px - x) / w:.1f}% {100 * (py - y) / h:.1f}%" for px, py in row["polygon"])
    present = [names.called(figure["id"]) for figure in names.characters() if figure["at"] == row["id"]]
    facts = [names.tr(f"zone.{feature}") for feature in ("roofed", "liquid", "difficult") if row.get(feature)]
    facts += [", ".join(present)] if present else []
    room, level = int(row["capacity"]), row.get("level", 0)
    label = names.tr("blade.zone-words", zone=names.called(row["id"]), n=len(present), most=room)
    mark, place = marks.zones.get(row["id"]), names.places[row["id"]]
    at = f"--x: {share(x, width)}; --y: {share(y, height)}; --w: {share(w, width)}; --h: {share(h, height)}"
    return el(
        "button.blade-zone",
        el(
            "span.zone-name",
            "\n".join(place.lines),
            style=f"--x: {share(place.name[0] - x, w)}; --y: {share(place.name[1] - y, h)}",
        ),
        cls=["is-can" if can(acts, row["id"]) else "", f"level-{level}"],
        style=f"{at}; clip-path: polygon({corners})",
        aria_label=". ".join([label, *facts, *spoken(mark)]),
        title=". ".join(spoken(mark)) or None,
        key=row["id"],
        data_sight=sight.get(row["id"]),
        data_walk=" ".join(names.beside[row["id"]]),
        tabindex="-1",
        drop=row["id"] if names.free else None,
        **pressed(acts, row["id"], f"zone:{row['id']}", marks, row["id"]),
    )


def _door(id: str, names: Names, acts: Acts, marks: BoardMarks) -> Node | None:
    """A door's sign, in the midst of its leaf."""
    path = next(piece["path"] for piece, _ in names.pieces if piece.get("id") == id)
    state = names.view["doors"].get(id)
    if state is None:
        return None
    (x0, y0), (x1, y1) = path[0], path[-1]
    label = names.tr("blade.door-words", door=names.called(id), state=names.word(state))
    return el(
        "button.blade-door",
        icon("lock") if state == "locked" else None,
        _odds(id, marks),
        cls=[f"is-{state}", "is-can" if can(acts, id) else ""],
        style=placed(((x0 + x1) / 2, (y0 + y1) / 2), names),
        aria_label=label,
        title=label,
        key=id,
        **press(acts, id, f"door:{id}"),
    )


def _odds(id: str, marks: BoardMarks) -> Child:
    """The chance of what hands would do with a thing."""
    return el("em.thing-odds", marks.chances[id]) if id in marks.chances else None


def _things(names: Names, acts: Acts, marks: BoardMarks) -> list[Child]:
    """Objects, what lies on the ground, and tokens, along the lower edge of their zones."""
    by_zone: dict[str, list[Node]] = {}
    for id, row in names.view["objects"].items():
        if not row["gone"] and row["at"] in names.zones:
            label = names.called(id)
            cls = [f"is-{row['kind']}", "is-can" if can(acts, id) else ""]
            inside: list[Child] = [features.sign(row["kind"]), _odds(id, marks)]
            label += f". {marks.chances[id]}" if id in marks.chances else ""
            node = el("button.blade-thing", inside, cls=cls, aria_label=label, title=label,
                      drop=row["at"] if names.free else None, **press(acts, id, f"object:{id}"))  # fmt: skip
            by_zone.setdefault(row["at"], []).append(node)
    for zone, items in names.view["ground"].items():
        by_zone.setdefault(zone, []).append(_bag(zone, items, names, acts))
    for row in names.view["tokens"]:
        if row["zone"] in names.zones:
            label = names.word(row["kind"])
            token = el("i.blade-thing.is-token", features.sign(row["kind"]), role="img", aria_label=label, title=label)
            by_zone.setdefault(row["zone"], []).append(token)
    for zone in names.view["face_down"]:
        if zone in names.zones:
            label = names.tr("blade.face-down")
            lantern = el("i.blade-thing.is-hidden", features.sign("hidden"), role="img", aria_label=label, title=label)
            by_zone.setdefault(zone, []).append(lantern)
    nodes: list[Child] = []
    for zone, things in by_zone.items():
        at = things_place(names.zones[zone], names)
        nodes.append(el("div.blade-things", things, style=placed(at, names), key=f"things-{zone}"))
    return nodes


def _bag(zone: str, items: Sequence[str], names: Names, acts: Acts) -> Node:
    """What lies on the ground of a zone: a bag with the count, which opens the list of things; a press on one of them
    takes it, or shows its sheet."""
    label = names.tr("blade.on-the-ground", items=names.named(list(items)))
    carry = f"item:{items[0]}" if names.free and len(items) == 1 else None
    _, y = things_place(names.zones[zone], names)
    things = [
        el("li", el("button.thing-name", names.called(item), cls="is-can" if can(acts, item) else None,
                    **press(acts, item, f"item:{item}")))
        for item in items
    ]  # fmt: skip
    return el(
        "details.blade-bag",
        el("summary.blade-thing.is-bag", features.sign("bag"), el("strong", str(len(items))), aria_label=label,
           title=label, drag=carry, drop=zone if names.free else None,
           cls="is-can" if any(can(acts, item) for item in items) else None, testid=f"bag-{zone}"),
        el("ul", things),
        cls="is-low" if y > names.board["size"][1] / 2 else None,
        key=f"bag-{zone}-{len(items)}",
    )  # fmt: skip


def _barricades(names: Names, acts: Acts) -> list[Child]:
    """Barricades stand on the midst of a border, and can be struck there (TOK-3)."""
    nodes: list[Child] = []
    for row in names.view["tokens"]:
        if row["kind"] == "barricade" and row.get("border"):
            one, other = (names.zones[end] for end in sorted(row["border"]))
            at, _, _ = features.link_place(one, other, 0, 1)
            id = f"barricade:{one['id']}/{other['id']}"
            label = names.tr("blade.barricade-words", what=names.called(id), life=row["life"])
            node = el("button.blade-thing.is-barricade", features.sign("barricade"), aria_label=label, title=label,
                      cls="is-can" if can(acts, id) else None, **press(acts, id, f"barricade:{id}"))  # fmt: skip
            nodes.append(el("div.blade-things", node, style=placed(at, names), key=id))
    return nodes
