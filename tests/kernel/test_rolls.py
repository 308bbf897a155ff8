"""Pots of dice, modifiers, and rerolls one at a time, by the expedition's strikes (EXP-6)."""

from __future__ import annotations

import pytest

from rules.kernel import Refused, ScriptedChance, SeededChance
from rules.kernel.rolls import Die, Modifier, Pot
from tests.expedition.engine import Match
from tests.kernel.test_sides import expedition

FACES = {"red": (0, 1, 1, 2, 2, 3), "coin": (0, 1)}


def parrying(dice: list[int]) -> Match:
    """Scout 2 has guarded with 2 effort against a force of 3; dice: cloak, two shields, rerolls."""
    match = expedition(dice, stack=[{"frame": "scouting", "number": 1}, {"frame": "strike", "seat": "2", "force": 3}])
    match.submit("2", {"kind": "guard", "effort": 2})
    return match


def test_a_pot_shows_the_faces_of_its_dice() -> None:
    pot = Pot((Die("red", "axe"), Die("coin"), Die("red"))).rolled(ScriptedChance([6, 1, 4]), FACES)
    assert pot.shown(FACES) == (3, 0, 2)
    assert (pot.total(FACES), pot.successes(FACES, 2)) == (5, 2)


def test_modifiers_never_bring_a_roll_below_nothing() -> None:
    pot = Pot((Die("coin", number=2),), (Modifier("HIN-4", -2, "fog"), Modifier("HIN-5", -1)))
    assert pot.total(FACES) == 0


def test_one_die_is_rerolled_and_the_others_lie_as_they_are() -> None:
    pot = Pot((Die("red", number=2), Die("red", number=5)))
    assert [it.number for it in pot.rolled(ScriptedChance([1]), FACES, only=1).dice] == [2, 1]


def test_dice_with_few_faces_show_no_others() -> None:
    pot = Pot((Die("coin"),) * 50).rolled(SeededChance(1), FACES)
    assert {it.number for it in pot.dice} == {1, 2}


def test_a_die_is_rerolled_once_and_the_roll_then_stands() -> None:
    match = parrying([1, 6, 1, 3])
    assert match.asked["2"].kind == "reroll"
    assert [row["command"]["die"] for row in match.decisions["2"]["options"]] == [None, 0, 1, 2]
    match.submit("2", {"kind": "reroll", "die": 2})
    assert (match.state.at("2"), match.shared) == ("ruin", True)


def test_a_roll_that_is_kept_stands() -> None:
    match = parrying([1, 6, 1])
    match.submit("2", {"kind": "reroll", "die": None})
    assert match.state.at("2") == "camp"


def test_a_seat_that_may_reroll_nothing_is_not_asked() -> None:
    assert parrying([6, 6, 6]).shared


def test_a_die_that_is_not_in_the_pot_is_refused() -> None:
    with pytest.raises(Refused):
        parrying([1, 6, 1]).submit("2", {"kind": "reroll", "die": 3})
