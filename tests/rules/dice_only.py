"""Attacks thrown by the hundred thousand, with nothing but dice: what `Match.odds` is held against.

A `Bout` is all that the dice need, worked out from a position by plain distances; nothing of the engine is used.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import Any

import numpy as np

from tests.rules.table import INCH

Json = dict[str, Any]
Counts = dict[str, dict[int, float]]


@dataclass(frozen=True)
class Roll:
    dice: int
    threshold: int


@dataclass(frozen=True)
class Bout:
    """One attack: its rolls, the PV that both sides have left, and what may be done with it."""

    attack: Roll
    target: str
    attacker: str = "S"
    dodge: Roll | None = None
    riposte: Roll | None = None
    fate: bool = True
    tactic: bool = True
    corrosive: bool = False
    immutable: bool = False
    stunned: bool = False
    target_person: bool = True
    attacker_person: bool = True


def support(position: Json, roller: Json, target: Json) -> bool:
    """ROL-3: another ally of the roller, not stunned, with the roll's target within 1 in of its edge."""
    others = [p for p in (*position["rouages"], *position.get("hostiles", [])) if p["id"] != roller["id"]]
    allies = [p for p in others if p.get("seat") == roller.get("seat") and "stunned" not in p.get("states", [])]
    return any(apart(ally, target) <= 1 for ally in allies if ally["at"])


def apart(a: Json, b: Json) -> float:
    """Inches from edge to edge."""
    (ax, ay), (bx, by) = a["at"], b["at"]
    return (hypot(ax - bx, ay - by) - 500 * (a["profile"]["base"] + b["profile"]["base"])) / INCH


def roll_of(
    position: Json, roller: Json, target: Json, what: str, *, charge: bool = False, cover: bool = False
) -> Roll:
    """ROL-1 to ROL-3, RNG-2, RNG-3, CHG-3."""
    dice = roller["profile"][what]
    if what == "shooting":
        dice -= 2 * (apart(roller, target) > 4) + cover
    return Roll(dice, 5 - support(position, roller, target) - charge)


def pv(life: str, wounds: int, immutable: bool = False) -> str:
    """The PV that an attack checks, one by one (LIF-2, LIF-3; HOS-3)."""
    if immutable:
        return ""
    would: list[str] = []
    for point in life[:wounds]:
        would.append(point)
        if point == "T":
            break
    if "R" in would:
        return pv_plain(life, wounds - 1)
    return pv_plain(life, wounds)


def pv_plain(life: str, wounds: int) -> str:
    checked = ""
    for point in life[:wounds]:
        checked += point
        if point == "T":
            break
    return checked


def tables(life: str, most: int, immutable: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """PV checked, and tinted ones among them, by wounds."""
    rows = [pv(life, wounds, immutable) for wounds in range(most + 1)]
    return np.array([len(row) for row in rows]), np.array([row.count("T") for row in rows])


def tactics(bout: Bout, most: int, aim: str) -> np.ndarray:
    """ATK-4: by successes left, whether the attacker stuns."""
    points, _ = tables(bout.target, most, bout.immutable)
    stuns = np.zeros(most + 1, dtype=bool)
    if bout.tactic and not bout.stunned:
        for left in range(2, most + 1):
            stuns[left] = aim == "stun" or points[left - 2] == points[left]
    return stuns


def worth(bout: Bout, most: int, aim: str) -> np.ndarray:
    """By successes left: what the attacker is after. A stun outweighs every PV for who aims at one."""
    points, _ = tables(bout.target, most, bout.immutable)
    stuns = tactics(bout, most, aim)
    wounds = points[np.maximum(np.arange(most + 1) - 2 * stuns, 0)].astype(float)
    return wounds + (1000.0 * stuns if aim == "stun" else 0.0)


def throw(rng: np.random.Generator, roll: Roll | None, count: int) -> np.ndarray:
    return rng.integers(1, 7, size=(count, roll.dice if roll is not None else 0), dtype=np.int8)


def successes(dice: np.ndarray, roll: Roll | None) -> np.ndarray:
    return (dice >= roll.threshold).sum(axis=1) if roll is not None else np.zeros(len(dice), dtype=np.int64)


def again(bout: Bout, aim: str, most: int) -> np.ndarray:
    """By successes of the dodge: what a new attack roll is worth on average, over every result that it can have."""
    every = np.indices((6,) * bout.attack.dice).reshape(bout.attack.dice, -1).T + 1
    hits = successes(every, bout.attack)
    goods = worth(bout, most, aim)
    dodges = (bout.dodge.dice if bout.dodge is not None else 0) + 1
    return np.array([goods[np.maximum(hits - cancelled, 0)].mean() for cancelled in range(dodges)])


@dataclass
class Outcomes:
    """The results of all attacks, an array for each figure."""

    wounds: np.ndarray
    hurt: np.ndarray
    stunned: np.ndarray
    out: np.ndarray
    attacker_out: np.ndarray
    fate: np.ndarray
    tokens: np.ndarray
    own_tokens: np.ndarray
    lost: np.ndarray | None = None

    def shares(self) -> Counts:
        """The share of each value of each figure."""
        by_kind: Counts = {}
        for name, values in vars(self).items():
            if values is not None:
                kinds, counts = np.unique(values.astype(int), return_counts=True)
                by_kind[name] = {int(k): n / len(values) for k, n in zip(kinds, counts, strict=True)}
        return by_kind


def fight(bout: Bout, aim: str, count: int, rng: np.random.Generator) -> Outcomes:
    """`count` attacks (ATK-2 to ATK-5)."""
    attack, dodge, riposte = (throw(rng, roll, count) for roll in (bout.attack, bout.dodge, bout.riposte))
    hits, cancelled, back = (
        successes(attack, bout.attack),
        successes(dodge, bout.dodge),
        successes(riposte, bout.riposte),
    )
    most = max(bout.attack.dice, bout.riposte.dice if bout.riposte else 0)
    tempted = np.zeros(count, dtype=bool)
    if bout.fate:  # ROL-5
        kept = worth(bout, most, aim)[np.maximum(hits - cancelled, 0)]
        tempted = again(bout, aim, most)[cancelled] > kept + 1e-9
        rerolled = successes(throw(rng, bout.attack, count), bout.attack)
        hits = np.where(tempted, rerolled, hits)
    left = np.maximum(hits - cancelled, 0)
    stuns = tactics(bout, most, aim)[left]
    points, tinted = tables(bout.target, most, bout.immutable)
    own_points, own_tinted = tables(bout.attacker, most)
    dealt = left - 2 * stuns
    wounds, hurt = points[dealt], own_points[back]
    out = (wounds == len(bout.target)) & (bout.target != "")
    attacker_out = (hurt == len(bout.attacker)) & (bout.attacker != "")
    # LIF-4: also for one that falls in the same exchange
    own = own_tinted[back] + tempted + (out & bout.target_person)
    tokens = tinted[dealt] + (attacker_out & bout.attacker_person)
    return Outcomes(
        wounds=wounds,
        hurt=hurt,
        stunned=stuns | bout.stunned | (bout.corrosive & (attack == 6).any(axis=1)),
        out=out,
        attacker_out=attacker_out,
        fate=tempted,
        tokens=tokens * bout.target_person,
        own_tokens=own * bout.attacker_person,
    )


def flee(bouts: list[Bout], count: int, rng: np.random.Generator) -> Outcomes:
    """OPP: one attack after the other, until the mover is out of combat or stunned (OPP-3)."""
    nought = np.zeros(count, dtype=np.int64)
    total = Outcomes(*(nought.copy() for _ in range(8)))
    for bout in bouts:
        standing = (total.out == 0) & (total.stunned == 0)
        before = np.where(standing, total.wounds, -1)
        for taken in range(len(bout.target)):
            here = np.flatnonzero(before == taken)
            struck = fight(replace(bout, target=bout.target[taken:]), "wounds", len(here), rng)
            for name, values in vars(struck).items():
                if values is not None:
                    getattr(total, name)[here] += values
    return replace(total, lost=(total.out > 0) | (total.stunned > 0))
