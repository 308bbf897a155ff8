"""The rolls of an attack that are thrown together (ATK-2): their dice, what counts of them, and what follows from
them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Literal

from rules.kernel import replace
from rules.olomoc.effects.activate import held_of
from rules.olomoc.effects.trigger_match import waiting
from rules.olomoc.frames import Happening, Roll, Strike
from rules.olomoc.measure import trait
from rules.olomoc.packs.language import Rolls
from rules.olomoc.rolls import Pool, pool
from rules.olomoc.state import State

CORROSIVE = 6
"""The face with which a corrosive piece stuns (HOS-3)."""


def pool_of(state: State, frame: Strike, how: str | None = None) -> Pool:
    """The dice of the attack, or of its `dodge` (DOD-1, at the attacker: ROL-3) or `riposte` (RIP-1)."""
    attacker, target = state.pieces[frame.attacker], state.pieces[frame.target]
    match how:
        case "dodge":
            return pool(state, target, "dodge", attacker, "dodge")
        case "riposte":
            return pool(state, target, frame.riposte or "combat", attacker, "riposte")
    if frame.mode == "ranged":
        return pool(state, attacker, "shooting", target, "ranged")
    roll: Rolls = "opportunity" if frame.how == "opportunity" else "frontal"
    return pool(state, attacker, "combat", target, roll, charge=frame.how == "charge")


def happenings(frame: Strike, moment: Literal["before", "after"]) -> list[Happening]:
    """What capacities may wait for: the roll of the attack, then those of the dodge and the riposte, if any."""
    how = "opportunity" if frame.how == "opportunity" else frame.mode
    rows: list[tuple[str, str, str, Roll | None]] = [(frame.attacker, frame.target, how, frame.attack_roll)]
    if frame.dodge:
        rows.append((frame.target, frame.attacker, "dodge", frame.dodge_roll))
    if frame.riposte is not None:
        rows.append((frame.target, frame.attacker, "riposte", frame.riposte_roll))
    return [Happening("roll", moment, subject=by, object=of, how=h, roll=roll) for by, of, h, roll in rows]


def told_apart(state: State, frame: Strike, roll: Happening) -> Sequence[Sequence[int]]:
    """The groups of faces of one of its rolls that mean more to what follows than success or failure."""
    groups = [group for card in waiting(state, roll) for group in held_of(state, card).capacity.faces]
    if roll.how in ("frontal", "opportunity") and corrodes(state, frame):
        groups.append((CORROSIVE,))
    return groups


def corrodes(state: State, frame: Strike) -> bool:
    """HOS-3: whether the attack stuns with a 6."""
    attacker = state.pieces.get(frame.attacker)
    return frame.mode == "frontal" and attacker is not None and trait(state, attacker, "corrosive")


def stuns(state: State, frame: Strike) -> bool:
    """HOS-3: whether it does."""
    return frame.attack_roll is not None and CORROSIVE in frame.attack_roll.dice and corrodes(state, frame)


def successes_left(frame: Strike) -> int:
    """Successes of the attack that are left: those the dodge cancels and those given up are gone (DOD-1, ATK-4)."""
    assert frame.attack_roll is not None
    cancelled = frame.dodge_roll.successes if frame.dodge_roll is not None else 0
    return max(0, frame.attack_roll.successes - cancelled) - frame.spent


def undecided(state: State, frame: Strike, rerolling: bool) -> Hashable:
    """What the rest of an attack depends on: equal for attacks that differ in dice which no longer count. `rerolling`:
    its dice are about to be thrown again (ROL-5)."""
    if frame.attack_roll is None:
        return frame
    if rerolling:
        return replace(frame, attack_roll=None), len(frame.attack_roll.dice), frame.attack_roll.threshold
    if frame.step in ("fate", "rolled") and any(waiting(state, happening) for happening in happenings(frame, "after")):
        return frame
    riposte = None if frame.riposte_roll is None else frame.riposte_roll.successes
    bare = replace(frame, attack_roll=None, dodge_roll=None, riposte_roll=None, spent=0)
    bounds = bare, successes_left(frame), riposte, stuns(state, frame)
    if frame.step != "fate":
        return bounds
    cancelled = 0 if frame.dodge_roll is None else frame.dodge_roll.successes
    return bounds, len(frame.attack_roll.dice), frame.attack_roll.threshold, cancelled
