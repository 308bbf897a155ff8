"""Random positions with an attack in them, and the same attack as dice alone (`dice_only`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.olomoc import Match
from tests.rules.dice_only import Bout, apart, roll_of
from tests.rules.table import Json, Piece, Table, ally, block, foe, off, rogue, spot

BASES = (30, 40, 50)
REACTIONS = ((False, None), (True, None), (False, "combat"), (True, "combat"))


@dataclass
class Scene:
    """`command` and `reaction` are what `Match.odds` is asked; `bouts` is what they come to (several: one after the
    other)."""

    match: Match
    seat: str
    command: Json
    reaction: Json | None
    bouts: list[Bout]


def scene(seed: int) -> Scene:
    """The same for the same seed: frontal, ranged, charge, leaving, a hostile's attack, in turn."""
    rng = random.Random(seed)
    return (_frontal, _ranged, _charge, _leaving, _hostile)[seed % 5](rng)


def _life(rng: random.Random) -> str:
    return "".join(rng.choices("SRT", (4, 2, 2), k=rng.randint(2, 7)))


def _figures(rng: random.Random, shooting: int = 0) -> Json:
    """A random rouage, some PV checked already."""
    life = _life(rng)
    return {
        "combat": rng.randint(1, 5),
        "shooting": shooting,
        "dodge": rng.randint(1, 4),
        "base": rng.choice(BASES),
        "life": life,
        "wounds": rng.randint(0, len(life) - 1),
    }


def _near(rng: random.Random, a: int, b: int) -> float:
    """Inches between two centres, each in the other's threat zone."""
    return off(rng.uniform(0.05, 0.95), a, b)


def _states(rng: random.Random, chance: float) -> list[str]:
    return ["stunned"] if rng.random() < chance else []


def _fated(rng: random.Random) -> tuple[Json, Json, bool]:
    """Noirceur of the attacker and Fiel of its player, and whether it may tempt fate without losing there and then."""
    noirceur, fiel = rng.choice((0, 0, 2, 3)), rng.choice((0, 2))
    return {"noirceur": noirceur}, {"fiel": {"1": fiel, "2": 0}}, (noirceur, fiel) != (3, 2)


def _helpers(rng: random.Random, target: Json, attacker: tuple[float, float], attacker_base: int) -> list[Piece]:
    """Perhaps an ally of the attacker south of the target, and one of the target north of the attacker."""
    helpers = []
    if rng.random() < 0.5:
        base = rng.choice(BASES)
        south = (8.0, 8 + _near(rng, base, target["base"]))
        helpers.append(ally("ally", south, base=base, states=_states(rng, 0.25)))
    if rng.random() < 0.5:
        base = rng.choice(BASES)
        north = (attacker[0], attacker[1] - _near(rng, base, attacker_base))
        helpers.append(foe("mate", north, base=base, states=_states(rng, 0.25)))
    return helpers


def _bout(position: Json, by: str, at: str, reaction: Json | None, *, what: str = "combat", **more: Any) -> Bout:
    """An attack of `by` on `at` where they stand in the position."""
    pieces = {p["id"]: p for p in (*position["rouages"], *position["hostiles"])}
    attacker, target = pieces[by], pieces[at]
    cover, charge = more.pop("cover", False), more.pop("charge", False)
    riposte = reaction["riposte"] if reaction else None
    return Bout(
        attack=roll_of(position, attacker, target, what, charge=charge, cover=cover),
        target=target["profile"]["life"][target.get("wounds", 0) :],
        attacker=attacker["profile"]["life"][attacker.get("wounds", 0) :],
        dodge=roll_of(position, target, attacker, "dodge") if reaction and reaction["dodge"] else None,
        riposte=roll_of(position, target, attacker, riposte) if riposte else None,
        immutable=target.get("card") == "rogue",
        corrosive=attacker.get("card") == "rogue",
        stunned="stunned" in target.get("states", []),
        target_person="seat" in target,
        attacker_person="seat" in attacker,
        **more,
    )


def _react(rng: random.Random, able: bool = True, shooting: bool = False) -> Json | None:
    if not able:
        return None
    dodge, riposte = rng.choice(REACTIONS)
    riposte = ("shooting" if shooting else riposte) if riposte else None
    return {"kind": "react", "dodge": dodge, "riposte": riposte}


def _frontal(rng: random.Random) -> Scene:
    figures, fated = _figures(rng), _fated(rng)
    target, at, reaction = _target(rng)
    where = (8 - _near(rng, figures["base"], target["base"]), 8.0)
    pieces = [ally("petra", where, **figures, **fated[0]), at, *_helpers(rng, target, where, figures["base"])]
    match = _match(*pieces, **fated[1])
    bout = _bout(match.position(), "petra", at[1]["id"], reaction, fate=fated[2])
    command = {"kind": "attack", "rouage": "petra", "target": at[1]["id"], "mode": "frontal"}
    return Scene(match, "1", command, reaction, [bout])


def _target(rng: random.Random, free: bool = False) -> tuple[Json, Piece, Json | None]:
    """Somebody at (8, 8): figures, the piece, and how it reacts."""
    kind = rng.random()
    if kind < 0.3:
        card, base = ("rogue", 40) if kind < 0.15 else ("gargoule", 50)
        return {"base": base}, ("hostiles", {"id": "it", "card": card, "at": spot((8, 8))}), None
    figures, states = _figures(rng), _states(rng, 0.2)
    return figures, foe("kubik", (8, 8), **figures, states=states), _react(rng, not states)


def _ranged(rng: random.Random) -> Scene:
    figures, fated = _figures(rng, rng.randint(4, 6)), _fated(rng)
    target = _figures(rng, rng.randint(3, 5))
    cover, gap = rng.random() < 0.5, rng.uniform(1.2, 5.8)
    pieces = [
        ally("petra", (8 - off(gap, figures["base"], target["base"]), 8), **figures, **fated[0]),
        foe("kubik", (8, 8), **target),
    ]
    if cover:
        edge = 8 + target["base"] / 2 / 25.4
        pieces.append(block("wall", edge, 7, edge + 1, 9, kind=rng.choice(("open", "obstructing"))))
    match = _match(*pieces, **fated[1])
    reaction = _react(rng, shooting=True)
    bout = _bout(
        match.position(), "petra", "kubik", reaction, what="shooting", cover=cover, fate=fated[2], tactic=False
    )
    command = {"kind": "attack", "rouage": "petra", "target": "kubik", "mode": "ranged"}
    return Scene(match, "1", command, reaction, [bout])


def _charge(rng: random.Random) -> Scene:
    figures, fated = _figures(rng), _fated(rng)
    target, at, reaction = _target(rng)
    end = (8 - _near(rng, figures["base"], target["base"]), 8.0)
    start = (8 - off(rng.uniform(4.2, 4.7), figures["base"], target["base"]), 8.0)
    pieces = [ally("petra", start, **figures, **fated[0]), at, *_helpers(rng, target, end, figures["base"])]
    match = _match(*pieces, **fated[1])
    command = {"kind": "charge", "rouage": "petra", "target": at[1]["id"], "to": spot(end)}
    position = match.position()
    next(p for p in position["rouages"] if p["id"] == "petra")["at"] = spot(end)
    bout = _bout(position, "petra", at[1]["id"], reaction, charge=True, fate=fated[2])
    return Scene(match, "1", command, reaction, [bout])


def _leaving(rng: random.Random) -> Scene:
    """Petra walks south, away from one to three who engage her."""
    figures = _figures(rng)
    x = y = 8.0
    ways: list[Callable[[float], tuple[float, float]]] = [
        lambda d: (x - d, y),
        lambda d: (x, y - d),
        lambda d: (x + d, y),
    ]
    pieces = [ally("petra", (x, y), **figures)]
    for n, way in enumerate(rng.sample(ways, rng.randint(1, 3))):
        base = 50 if n == 2 else rng.choice(BASES)
        where = way(_near(rng, base, figures["base"]))
        if n == 2:
            pieces.append(("hostiles", {"id": "it", "card": "gargoule", "at": spot(where)}))
        else:
            pieces.append(foe(f"foe-{n}", where, base=base, combat=rng.randint(1, 4)))
    match = _match(*pieces)
    position = match.position()
    petra = next(p for p in position["rouages"] if p["id"] == "petra")
    order = [*position["hostiles"], *position["rouages"]]  # GEN-6: what belongs to nobody comes first
    strikers = [p["id"] for p in order if p["id"] != "petra" and apart(p, petra) <= 1]
    bouts = [_bout(position, by, "petra", None, fate=False, tactic=False) for by in strikers]
    return Scene(match, "1", {"kind": "walk", "rouage": "petra", "to": spot((x, y + 4.5))}, None, bouts)


def _hostile(rng: random.Random) -> Scene:
    """A hostile strikes Petra, perhaps with another's support; asked at her reaction."""
    figures = _figures(rng)
    pieces = [ally("petra", (8, 8), **figures)]
    pieces.append(rogue("it", (8 - _near(rng, 40, figures["base"]), 8)))
    if rng.random() < 0.5:
        pieces.append(rogue("other", (8, 8 - _near(rng, 40, figures["base"]))))
    match = _match(*pieces)
    match.submit("1", {"kind": "end"})
    if match.decisions["1"]["kind"] == "hostile":
        match.submit("1", {"kind": "hostile", "rouage": "it"})
    command = _react(rng)
    bout = _bout(match.position(), "it", "petra", command, fate=False, tactic=False)
    assert command is not None
    return Scene(match, "1", command, None, [bout])


def _match(*pieces: Piece, **keys: Any) -> Match:
    return Table(*pieces, active="petra", spare=True, **keys).match
