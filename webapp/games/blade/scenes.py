"""Scenes over the board where a line says too little: dice thrown, a defence, a gem that cracks, a death, a tile that
goes to the end of the river, whose turn it is, what the scenario does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webapp.games.blade import blow
from webapp.games.blade import board_features as features
from webapp.games.blade.discs import face
from webapp.games.blade.names import OVERLORD, Names, letter
from webapp.games.contract import Json
from webapp.table_kit.plain_texts import scene_words
from webapp.ui.tree import Child, Node, el

TAKEN = (("fatigue", "is-fatigue"), ("owed", "is-spent"), ("reserve", "is-ready"))
"""The gems that a wound takes, in their order (WND-2, WND-3)."""
MOST = 12
"""The most gems or dice that are drawn one by one."""
BOOK = (
    ("page", "M60 18Q34 4 6 12V76Q34 68 60 82Z"),
    ("page", "M60 18Q86 4 114 12V76Q86 68 60 82Z"),
    ("line", "M16 26Q34 22 50 30M16 38Q34 34 50 42M16 50Q34 46 50 54"),
    ("line", "M104 26Q86 22 70 30M104 38Q86 34 70 42M104 50Q86 46 70 54"),
)  # fmt: skip
SUN = (
    ("page", "M60 22A24 24 0 1 1 59.9 22Z"),
    ("line", "M60 2V14M60 78V90M16 46H28M92 46H104M29 15L38 24M91 15L82 24M29 77L38 68M91 77L82 68"),
)
SHIELD = (("page", "M60 6L100 18V44Q98 72 60 88Q22 72 20 44V18Z"), ("line", "M60 16V78M30 40H90"))


def scene(event: Json, names: Names) -> Node | None:
    """The scene of an event; None where its line is enough."""
    match event["kind"]:
        case "rolled":
            return _dice(event, names)
        case "rerolled":
            return _again(event, names)
        case "defended" if event["total"]:
            return _defence(event, names)
        case "wounded":
            return _wound(event, names)
        case "died":
            return _death(event, names)
        case "activated":
            return _tile(event, names)
        case "turn-began":
            return _turn(event, names)
        case "event" if event["event"]:
            return _aim("hidden", names.called(event["event"]), names.tr("scene.event"))
        case "revealed":
            words = names.tr("scene.revealed", zone=names.called(event["zone"]))
            return _aim(event["token"], names.word(event["token"]), words)
        case "left":
            return _scene(
                "is-aim",
                _portrait(event["who"], names),
                scene_words(names.tr("scene.left", who=names.called(event["who"]))),
            )
    return None


def _scene(cls: str, *inside: Child) -> Node:
    return el("div.scene", inside, cls=cls)


def _drawn(shapes: Sequence[tuple[str, str]]) -> Node:
    rows = [{"t": "path", "a": {"d": d, "class": cls}} for cls, d in shapes]
    return {"t": "drawing", "c": "scene-drawing", "box": "0 0 120 92", "shapes": rows}


def _portrait(who: str, names: Names, cls: str = "") -> Node:
    """A face on the ring of its side, with the letter and number of a figure; of a thing its sign."""
    if who not in names.figures and who not in names.heroes:
        return el("span.scene-face", features.sign("barricade"), cls=cls)
    row = names.figures.get(who)
    tile = row["tile"] if row else ""
    number = who.rpartition("-")[2] if row and names.view["tiles"][tile]["total"] > 1 else ""
    badge = el("strong.disc-tile", f"{letter(tile)}{number}") if tile else None
    side = "of-overlord" if row and names.view["tiles"][tile]["side"] == "overlord" else "of-heroes"
    return el(
        "span.scene-face",
        face(row["unit"] if row else who, names),
        badge,
        cls=[cls, side, f"tile-{tile}" if tile else ""],
    )


# ---- dice ------------------------------------------------------------------------------------------------------------


def _die(die: Json, n: int, names: Names, cls: str = "") -> Node:
    """A die as it lies: its letter and what it shows."""
    shown = die["successes"]
    inside = [el("small", names.word(die["die"])[:1].upper()), el("strong", str(shown))]
    return el("i.scene-die", inside, cls=[f"is-{die['die']}", "is-hit" if shown else "is-miss", cls], style=f"--n: {n}")


def _dice(event: Json, names: Names) -> Node:
    """SEQ-3: thrown from whoever throws; hits are lit, the sum stands over them with whom it is against."""
    dice = [_die(die, n, names) for n, die in enumerate(event["dice"][:MOST])]
    return _scene("is-dice", _portrait(event["by"], names), el("span.scene-dice", dice), _sum(event, names))


def _sum(event: Json, names: Names) -> Node:
    target = _target(event, names)
    more = el("span", names.tr("scene.against", who=names.called(target))) if target else None
    return el("strong.scene-sum", str(event["total"]), more)


def _before(event: Json, names: Names) -> list[Json]:
    """The events before one, newest first, of the same procedure as far as the log goes."""
    return [row for row in names.view["log"][-90:] if row["n"] < event["n"]][::-1]


def _target(event: Json, names: Names) -> str:
    """Whom a throw is against: of an attack its target."""
    if event.get("why") not in ("melee", "ranged", "web"):
        return ""
    declared = next((row for row in _before(event, names) if row["kind"] == "declared"), None)
    return str(declared["target"]) if declared is not None and declared["by"] == event["by"] else ""


def _again(event: Json, names: Names) -> Node | None:
    """DIE-4: the old face is struck out, the new one lies beside it."""
    earlier = _before(event, names)
    start = next((n for n, row in enumerate(earlier) if row["kind"] == "rolled"), None)
    if start is None:
        return None
    dice = blow.lying(earlier[start::-1])
    if event["die"] >= len(dice):
        return None
    old = dice[event["die"]]
    shown = [_die(old, 0, names, "is-struck"), _die({**old, "successes": event["successes"]}, 1, names, "is-new")]
    return _scene("is-dice", _portrait(event["by"], names), el("span.scene-dice", shown), _sum(event, names))


def _defence(event: Json, names: Names) -> Node:
    """GRD-1: what is stopped of a blow, and what comes through."""
    hit = next(
        (row for row in _before(event, names) if row["kind"] == "damage" and row["target"] == event["who"]), None
    )
    through = [el("em", f"→ {max(0, hit['count'] - event['total'])}")] if hit is not None else []
    blow = el("span.scene-blow", str(hit["count"])) if hit is not None else None
    shield = el("span.scene-shield", _drawn(SHIELD), el("strong", f"−{event['total']}"))
    return _scene("is-defence", blow, shield, _portrait(event["who"], names), *through)


# ---- wounds and deaths -----------------------------------------------------------------------------------------------


def _wound(event: Json, names: Names) -> Node | None:
    """WND-2: the cut, then the gems that it takes crack from the left."""
    who = event["who"]
    if not _great(who, names):
        return None  # minions have a life or two: their deaths are told
    kinds = [cls for key, cls in TAKEN for _ in range(event.get(key) or 0)][:MOST]
    gems = [el("i.gem", cls=cls, style=f"--n: {n}") for n, cls in enumerate(kinds)]
    return _scene(
        "is-wound",
        _portrait(who, names, "is-cut"),
        el("span.scene-gems", gems) if gems else None,
        el("strong.scene-loss", f"−{event['count']}"),
        el("small", names.called(who)),
    )


def _great(who: str, names: Names) -> bool:
    """Whether somebody is a hero, a lieutenant or a monster, and no one of many."""
    row = names.figures.get(who)
    return who in names.heroes or (row is not None and names.view["tiles"][row["tile"]]["total"] == 1)


def _death(event: Json, names: Names) -> Node:
    """WND-5: a hero's is the table's; a figure goes as it came."""
    who = event["who"]
    words = names.tr("scene.falls", who=names.called(who))
    return _scene(
        "is-death is-great" if _great(who, names) else "is-death",
        _portrait(who, names, "is-fallen"),
        scene_words(words),
    )


# ---- turns, tiles, aims ----------------------------------------------------------------------------------------------


def _tile(event: Json, names: Names) -> Node:
    """RIV-1: it goes from its slot to the end of the river, and those behind it become cheaper."""
    river = names.view["river"]
    end = next((n for n, row in enumerate(river) if row["tile"] == event["tile"]), len(river) - 1)
    cards: list[Child] = []
    for n, row in enumerate(river):
        tile = row["tile"]
        unit = names.view["tiles"][tile]["unit"] if tile in names.view["tiles"] else ""
        moved = event["slot"] - 1 - n if n == end else 1 if event["slot"] - 1 <= n < end else 0
        inside = [el("strong.tile-cost", str(row["cost"])), face(unit, names) if unit else el("span.blade-face", "★"),
                  el("span.tile-letter", letter(tile), cls=f"tile-{tile}")]  # fmt: skip
        cls = ["is-called" if n == end else "", "is-dead" if row["dead"] else ""]
        cards.append(el("li.scene-tile", inside, cls=cls, style=f"--d: {moved}"))
    words = names.tr("scene.activated", tile=names.tile(event["tile"]), cost=event["cost"])
    return _scene("is-river", scene_words(words), el("ol.scene-river", cards))


def _turn(event: Json, names: Names) -> Node:
    """BAS-5: the Book opens, or the day comes."""
    side = event["side"]
    gems: Mapping[str, int] = {"overlord": names.view["book"]["reserve"]}
    amount = el("strong.scene-sum", f"{gems[side]} ◆") if side in gems else None
    words = names.tr("blade.round", n=event["round"], side=names.word(side))
    seat = OVERLORD if side == "overlord" else "2"
    shown = el("span.scene-sign", _drawn(BOOK if side == "overlord" else SUN), cls=names.colours(seat))
    return _scene(f"is-turn of-{side}", shown, scene_words(words), amount)


def _aim(sign: str, title: str, words: str) -> Node:
    """What the scenario does: a card with its sign."""
    return _scene(
        "is-aim",
        el("span.scene-lantern", features.sign(sign if sign in features.SIGNS else "hidden")),
        scene_words(title),
        el("small", words),
    )
