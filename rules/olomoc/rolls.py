"""The characteristic rolls (ROL): the number of dice, the threshold, and the modifiers behind them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.rolls import Modifier
from rules.olomoc.effects import modifiers as card_modifiers
from rules.olomoc.measure import FAR, distance, in_cover, supporter
from rules.olomoc.packs.language import Characteristic, Rolls
from rules.olomoc.state import PlacedMarker, Rouage, State

BASE_THRESHOLD, LOWEST_THRESHOLD, HIGHEST_THRESHOLD = 5, 2, 6


@dataclass(frozen=True, slots=True)
class Pool:
    """A roll to come. `dice` may be 0 or less: then there is no roll (ROL-4). A modifier comes from a piece, decor or
    capacity, if from anything; ROL-1, RNG-2 and RNG-3 change the number of dice, any other clause the threshold."""

    dice: int
    threshold: int
    modifiers: tuple[Modifier, ...]


def value(
    state: State,
    piece: Rouage,
    characteristic: Characteristic,
    roll: Rolls | None = None,
    target: str | None = None,
) -> tuple[int, tuple[Modifier, ...]]:
    """ROL-1: the characteristic with what cards do to it, for a roll against a target if one is meant."""
    total, changes = card_modifiers.value(state, piece, characteristic, roll, target)
    return max(0, total), tuple(Modifier("ROL-1", change, name) for name, change in changes)


def pool(
    state: State,
    roller: Rouage,
    characteristic: Characteristic,
    target: Rouage | PlacedMarker | None,
    roll: Rolls,
    *,
    charge: bool = False,
    base: int = BASE_THRESHOLD,
) -> Pool:
    """The roll of that kind by `roller` against the target, ranged if it is of Shooting (RNG-2)."""
    dice, modifiers = value(state, roller, characteristic, roll, target.id if target is not None else None)
    threshold, why = _threshold(state, roller, target, roll, charge, base)
    far: tuple[Modifier, ...] = ()
    if characteristic == "shooting" and isinstance(target, Rouage):
        far = _range_modifiers(state, roller, target)
    dice += sum(m.value for m in far)
    return Pool(dice, threshold, (*modifiers, *far, *why))


def _threshold(
    state: State, roller: Rouage, target: Rouage | PlacedMarker | None, roll: Rolls, charge: bool, base: int
) -> tuple[int, tuple[Modifier, ...]]:
    """ROL-2, ROL-3."""
    modifiers: list[Modifier] = []
    if target is not None and (ally := supporter(state, roller, target)) is not None:
        modifiers.append(Modifier("ROL-3", -1, ally))
    if charge:
        modifiers.append(Modifier("CHG-3", -1))
    changes = card_modifiers.thresholds(state, roller, roll, target.id if target is not None else None)
    modifiers += (Modifier("ROL-2", change, name) for name, change in changes)
    threshold = base + sum(m.value for m in modifiers)
    return min(max(threshold, LOWEST_THRESHOLD), HIGHEST_THRESHOLD), tuple(modifiers)


def _range_modifiers(state: State, shooter: Rouage, target: Rouage) -> tuple[Modifier, ...]:
    """RNG-2, RNG-3: they add up."""
    modifiers: list[Modifier] = []
    far = distance(state, shooter.disc, target.disc) > FAR
    if far and card_modifiers.ignores(state, shooter.id, "long-range", target.id) is None:
        modifiers.append(Modifier("RNG-2", -2))
    decor = in_cover(state, target)
    if decor is not None and card_modifiers.ignores(state, shooter.id, "cover", target.id) is None:
        modifiers.append(Modifier("RNG-3", -1, decor))
    return tuple(modifiers)
