"""Scenes over the city where a line says too little: a Resolution step by step, a look, a kill, a broken oath."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.games.contract import Json
from webapp.games.diktat import faces
from webapp.games.diktat.city import seat_mark
from webapp.games.diktat.deal_words import promise_words
from webapp.games.diktat.names import OTHERS, Names
from webapp.table_kit.plain_texts import ink_scene, scene_words
from webapp.ui.tree import Child, Node, el, icon, plate

TALLEST = 12
"""The most pawns of a stack that are drawn one by one."""
SWORN = 3
"""The most promises of an oath that are written beneath its seal."""
EYE: Sequence[tuple[str, str, Mapping[str, str]]] = (
    ("path", "white", {"d": "M4 60Q120 -52 236 60Q120 172 4 60Z"}),
    ("polygon", "beam", {"points": "108,74 132,74 200,196 40,196"}),
    ("circle", "iris", {"cx": "120", "cy": "60", "r": "34"}),
    ("circle", "pupil", {"cx": "120", "cy": "60", "r": "15"}),
)
"""The shapes of a look: tag, class, attributes."""


def scene(event: Json, names: Names) -> Node | None:
    """The scene of an event; None where its line is enough."""
    match event["kind"]:
        case "designated":
            return _stage(event["sector"], names, [])
        case "turned":
            return _stage(event["sector"], names, _turned(event, names))
        case "tally":
            return _stage(event["sector"], names, _scale(event, names)) if any(event["counts"].values()) else None
        case "struggle":
            fists = [_fist(seat, None, names, n) for n, seat in enumerate(event["seats"])]
            return _stage(event["sector"], names, [el("div.scene-row", fists, key="struggle")])
        case "bids":
            most = max(event["bids"].values(), default=0)
            order = sorted(event["bids"], key=lambda seat: names.view["order"].index(seat))
            opened = [
                _fist(seat, event["bids"][seat], names, n, event["bids"][seat] == most) for n, seat in enumerate(order)
            ]
            return _stage(event["sector"], names, [el("div.scene-row", opened, key="bids")])
        case "taken":
            return _stage(event["sector"], names, _trophy(event, names))
        case "looked" if "saw" in event:
            return _look(event, names)
        case "killed":
            return _kill(event, names)
        case "blocked":
            wall = el("span.scene-pawn.is-hidden", icon("lock"))
            return ink_scene(
                "kill",
                scene_words(names.tr("scene.blocked")),
                wall,
                cls=names.colours(event["by"]),
            )
        case "promise-ended" if event["how"] == "broken":
            return _crack(event["promise"]["by"], promise_words(event["promise"], names), names)
        case "judged" if event["broken"]:
            return _crack(event["seat"], "", names)
        case "dealt" if event["offer"].get("sworn"):
            sworn = [el("em", promise_words(promise, names)) for promise in event["offer"].get("promises", ())]
            seal = _seal(event["offer"]["by"], names)
            return ink_scene("oath", seal, scene_words(names.tr("scene.sworn")), sworn[:SWORN])
        case "attack" | "others-attack":
            tide = el("span.scene-tide", icon("skull"))
            return ink_scene("others", tide, scene_words(names.tr("scene.attack")))
    return None


def _stage(sector: str, names: Names, inside: list[Node]) -> Node:
    """The sector in the middle of the city, and what happens in it."""
    ground = el("span.scene-ground", plate(faces.pane(sector)))
    # Of one sector it stays where it is from event to event, and only what is in it changes.
    return ink_scene(
        "sector",
        ground,
        scene_words(names.sector(sector)),
        inside,
        cls=f"at-{sector}",
        key=sector,
    )


def _turned(event: Json, names: Names) -> list[Node]:
    """CNQ-1: the stacks open like drawers, from the top."""
    towers = []
    for id, pawns in event["stacks"].items():
        owner = event.get("owners", {}).get(id, OTHERS)
        drawers = [
            el("li.scene-pawn", names.letter(names.kind_of(pawn)), style=f"--n: {n}", cls=f"is-{names.kind_of(pawn)}")
            for n, pawn in enumerate(pawns[:TALLEST])
        ]
        more = el("li.scene-more", f"+{len(pawns) - TALLEST}") if len(pawns) > TALLEST else None
        towers.append(el("div.scene-tower", seat_mark(owner, names), el("ol", drawers, more), cls=names.colours(owner)))
    tallest = max((min(len(pawns), TALLEST) for pawns in event["stacks"].values()), default=1)
    return [el("div.scene-row", towers, style=f"--tall: {max(tallest, 2)}", key="turned")]


def _scale(event: Json, names: Names) -> list[Node]:
    """CNQ-2: Emissaries on a scale, the heaviest first, with what they weigh."""
    weights: Mapping[str, int] = event.get("weights") or event["counts"]
    most = max(weights.values(), default=0) or 1
    pans = [
        el(
            "div.scene-pan",
            el("span.scene-weight", str(event["counts"].get(seat, 0))),
            el("span.scene-bar", style=f"--share: {weights.get(seat, 0) / most:.2f}; --n: {n}"),
            seat_mark(seat, names),
            el("small", names.who(seat)),
            cls=[names.colours(seat), "is-first" if not n else ""],
        )
        for n, seat in enumerate(event["order"] or event["counts"])
    ]
    return [el("div.scene-row.scene-scale", pans, key="tally")]


def _fist(seat: str, pp: int | None, names: Names, n: int, first: bool = False) -> Node:
    """STG-2: a hand, closed over a bid or open."""
    inside = icon("fist") if pp is None else el("strong", str(pp))
    state = "is-closed" if pp is None else "is-opened"
    return el(
        "div.scene-fist",
        el("span.scene-hand", inside),
        seat_mark(seat, names),
        el("small", names.who(seat)),
        style=f"--n: {n}",
        cls=[names.colours(seat), state, "is-first" if first else ""],
    )


def _trophy(event: Json, names: Names) -> list[Node]:
    """TRO: what is taken, large, in the colour of whoever takes it."""
    seat, id = event["seat"], event["id"]
    if event["what"] == "card":
        face: Child = el("span.scene-poster", plate(faces.poster(id, "full")))
        name, brings = names.card(id), names.effects(id)
    else:
        level = (names.view["cabals"][seat].get("markers") or {}).get(id, 1)
        face = el("span.scene-disc", plate(faces.pane(id)), el("strong", "I" * max(1, min(2, level))))
        name = names.sector(id)
        brings = names.effects(f"{id}:{max(1, min(2, level))}") if event["what"] == "marker" else ""
    who = el("span.scene-who", seat_mark(seat, names), names.who(seat))
    return [
        el(
            "div.scene-trophy",
            face,
            el("strong", name),
            el("small", brings),
            who,
            cls=names.colours(seat),
            key=id + seat,
        )
    ]


def _look(event: Json, names: Names) -> Node:
    """SPY-5: an eye opens over the pawn; nobody else is shown this."""
    saw, secret = event["saw"], event["at"].get("secret")
    owner = event.get("owner")
    pawn = el("span.scene-poster", plate(faces.poster(saw, "full"))) if secret else _pawn(saw, owner, names)
    name = names.card(saw) if secret else names.kind(saw)
    shapes = [{"t": tag, "a": {"class": cls, **attrs}} for tag, cls, attrs in EYE]
    eye: Node = {"t": "drawing", "c": "scene-eye", "box": "0 0 240 196", "shapes": shapes}
    return ink_scene(
        "look",
        eye,
        pawn,
        scene_words(name),
        el("small.scene-only", icon("lock"), names.tr("scene.only-you")),
        cls=names.colours(owner) if owner else "",
    )


def _pawn(kind: str, owner: Any, names: Names) -> Node:
    return el("span.scene-pawn.is-large", names.letter(kind), cls=names.colours(owner) if owner else None)


def _kill(event: Json, names: Names) -> Node:
    """ASN-3: the pawn is shown to all, and cut; whoever loses it feels it."""
    hit = event["owner"] == names.view["me"]
    pawn = _pawn(event["pawn"], event["owner"], names)
    target = el("div.scene-target.is-kept", pawn) if event["stays"] else el("div.scene-target.is-cut", pawn, pawn)
    text = names.tr("scene.killed", by=names.who(event["by"]), kind=names.kind(event["pawn"]))
    return ink_scene(
        "kill",
        scene_words(text),
        target,
        el("span.scene-who", seat_mark(event["owner"], names), names.who(event["owner"])),
        el("strong.scene-hit", names.tr("scene.hits-you")) if hit else None,
        cls="is-mine" if hit else None,
    )


def _seal(seat: str, names: Names) -> Node:
    """An oath's wax, with the mark of whoever swore."""
    return el("span.scene-wax", el("i"), el("i"), el("span", seat_mark(seat, names)), cls=names.colours(seat))


def _crack(seat: str, words: str, names: Names) -> Node:
    """OAT-4: the seal breaks, for everybody who may know of it."""
    return ink_scene(
        "oath",
        _seal(seat, names),
        scene_words(names.tr("scene.broken", who=names.who(seat))),
        el("em", words) if words else None,
        el("strong.scene-price", names.tr("scene.broken-price")),
        cls="is-broken",
    )
