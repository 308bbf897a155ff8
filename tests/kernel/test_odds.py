"""Exact odds by the game's own handlers, against a count of every throw that shares no code with them."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.kernel.odds import Assumption, ExactOdds, changes, mean, outcomes, throws
from rules.kernel.refusals import Refused
from tests.expedition.engine import Match
from tests.expedition.nouns import Parry, Strike
from tests.kernel.test_sides import expedition

CLAW, SHIELD, CLOAK = (0, 1, 1, 2, 2, 3), (0, 0, 1, 1, 1, 2), (0, 0, 0, 0, 1, 1)


def alarmed(effort: int) -> Match:
    """The warden is asked whether to strike at scout 2, who has so much effort."""
    stack = [{"frame": "scouting", "number": 1, "done": []}, {"frame": "alarm", "seat": "2"}]
    return expedition(stack=stack, effort={"2": effort, "3": 0, "4": 0})


def struck(match: Any) -> bool | None:
    """Whether scout 2 has been driven off, once that is settled."""
    return match.state.at("2") == "camp" if match.outcome is None and match.shared else None


def guarding(effort: int, reroll: bool) -> Any:
    """The scout guards with so much; it rerolls the die that helps best, or none."""

    def choose(match: Any) -> Assumption[bool]:
        if isinstance(match.state.stack[-1], Strike):
            return Assumption("2", [{"kind": "guard", "effort": effort}])
        commands = [{"kind": "reroll", "die": None}]
        commands += [{"kind": "reroll", "die": at} for at in range(effort + 1)] if reroll else []
        return Assumption("2", commands, lambda driven_off: not driven_off)

    return choose


def by_hand(effort: int, reroll: bool) -> Fraction:
    """The chance that the scout is driven off, over all throws of all dice."""
    dice = (CLOAK, *[SHIELD] * effort)
    lost = Fraction(0)
    for claws in product(CLAW, repeat=2):
        for shown in product(*dice):
            need = sum(claws) - sum(shown)
            chances = [Fraction(need > 0)]
            if reroll and need > 0:
                for die, face in zip(dice, shown, strict=True):
                    chances.append(Fraction(sum(need > new - face for new in die), 6))
            lost += min(chances)
    return lost / 36 / 6 ** len(dice)


@pytest.mark.parametrize("reroll", [False, True])
@pytest.mark.parametrize("effort", [0, 1, 2])
def test_odds_equal_a_count_of_every_throw(effort: int, reroll: bool) -> None:
    match = alarmed(effort)
    before = match.position()
    chances = ExactOdds(struck, guarding(effort, reroll)).after(match, "1", {"kind": "strike", "strike": True})
    assert sum(chances.values()) == 1
    assert chances.get(True, Fraction(0)) == by_hand(effort, reroll)
    assert match.position() == before


def test_positions_that_go_on_alike_are_followed_once() -> None:
    """A shorter key merges more, and gives the same."""
    plain, short = ExactOdds(struck, guarding(2, True)), ExactOdds(struck, guarding(2, True), same=needed)
    command = {"kind": "strike", "strike": True}
    assert plain.after(alarmed(2), "1", command) == short.after(alarmed(2), "1", command)
    assert len(short._known) < len(plain._known)


def needed(match: Any) -> Any:
    """The force of the strike, and what is shown; whose kind of die shows it matters for a reroll."""
    frame = match.state.stack[-1]
    shown = sorted((die.kind, die.number) for die in frame.pot.dice) if isinstance(frame, Parry) else None
    return type(frame).__name__, getattr(frame, "force", None), getattr(frame, "rerolled", None), str(shown)


def test_an_outcome_is_a_match_that_goes_on() -> None:
    """EXP-4: 5 and 6 find a relic, 1 and 2 make a noise."""
    match = expedition()
    ways = outcomes(match, "2", {"kind": "search"})
    assert sum(share for _, share in ways) == 1
    assert mean(
        {relics: sum(share for it, share in ways if it.state.relics == relics) for relics in (0, 1)}
    ) == Fraction(1, 3)
    assert sum(share for it, share in ways if list(it.asked) == ["1"]) == Fraction(1, 3)
    one = next(it for it, _ in ways if list(it.asked) == ["1"])
    one.submit("1", {"kind": "strike", "strike": False})
    assert list(one.asked) == ["2", "3", "4"]


def test_a_match_is_followed_no_further_than_it_is_asked_for() -> None:
    """EXP-5, EXP-6: the dice of the strike lie there, and the scout has not been asked; so it is in the odds."""
    command = {"kind": "strike", "strike": True}

    def thrown(state: Any) -> bool:
        return isinstance(state.stack[-1], Strike)

    ways = outcomes(alarmed(2), "1", command, until=thrown)
    assert sum(share for _, share in ways) == 1
    assert all(not it.state.asked.get("2") for it, _ in ways)
    force = ExactOdds(lambda match: match.state.stack[-1].force, guarding(0, False), settled=thrown)
    chances = force.after(alarmed(2), "1", command)
    counted = [sum(claws) for claws in product(CLAW, repeat=2)]
    assert chances == {force: Fraction(counted.count(force), 36) for force in set(counted)}


def test_changes_are_equal_for_equal_states() -> None:
    """However they were made; a field may be left out."""
    start, ways = expedition(), [expedition() for _ in range(2)]
    for way in ways:
        way.submit("2", {"kind": "move", "to": "wood"})
    one, two = (changes(start.state, it.state) for it in ways)
    assert one == two
    assert one != changes(start.state, start.state)
    assert changes(start.state, ways[0].state, {it.name for it in fields(start.state)}) == ()


def test_a_command_without_chance_has_one_outcome() -> None:
    [(then, share)] = outcomes(expedition(), "2", {"kind": "move", "to": "wood"})
    assert (then.state.at("2"), share) == ("wood", 1)


def test_an_illegal_command_has_no_odds() -> None:
    with pytest.raises(Refused):
        outcomes(expedition(), "2", {"kind": "move", "to": "camp"})


def test_equal_faces_and_the_order_of_equal_dice_are_not_told_apart() -> None:
    rolls = throws((CLAW, CLAW, SHIELD))
    assert sum(weight for _, weight in rolls) == 6**3
    assert len(rolls) == 10 * 3
    counted: dict[tuple[int, int], int] = {}
    for (one, two, three), weight in rolls:
        key = CLAW[one - 1] + CLAW[two - 1], SHIELD[three - 1]
        counted[key] = counted.get(key, 0) + weight
    for total, shield in counted:
        throws_of = [it for it in product(CLAW, CLAW, SHIELD) if (it[0] + it[1], it[2]) == (total, shield)]
        assert counted[total, shield] == len(throws_of)
