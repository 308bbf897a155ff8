"""The bots: they answer what they are asked, and their evaluation follows the aim of each scenario."""

from __future__ import annotations

import pytest

from rules.blade.bots import answer, evaluate
from rules.blade.bots.evaluation import progress
from tests.blade.counts import played, total
from tests.blade.table import bench, figure, hero, red


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_bot_plays_a_match_to_its_end(bot: str) -> None:
    match, asked = played("practice", 3, 4, (bot, bot))
    assert match.outcome is not None
    assert total(asked) < 400


def test_bots_are_asked_little_by_default() -> None:
    """VAR-5: nobody is asked for the dice of minions."""
    _, asked = played("practice", 2, 6, ("random", "greedy"))
    assert not [kind for seat, kind in asked if seat == "1" and kind == "reroll"]


def test_a_match_of_four_people_asks_little() -> None:
    """Walking and striking are one command, and so is what a tile does."""
    _, asked = played("ledger", 4, 3, ("greedy", "greedy"))
    assert total(asked) <= 160
    assert asked["1", "tile-act"] < asked["1", "overlord-act"]


def test_the_evaluation_follows_the_aim() -> None:
    """Nearer to the ledger, the boat, the lamp or Vaskra is better, and so is an adversary less."""
    two = {"options": {"players": 2, "heroes": 2}}

    def aim(at: str, items: list[str], scenario: str, **more: object) -> float:
        match = bench(hero("nessa", at, items=items), scenario=scenario, **{**two, **more})  # type: ignore[arg-type]
        return sum(progress(match.state))

    assert aim("barge", ["ledger"], "ledger") > aim("quay-2", ["ledger"], "ledger") > aim("quay-2", [], "ledger")
    assert aim("landing", ["captive"], "reeds") > aim("green-west", ["captive"], "reeds")
    lit = {"counters": {"needed": 3, "lit": 2}, "options": {"players": 2}}
    dark = {"counters": {"needed": 3, "lit": 0}, "options": {"players": 2}}
    vaskra = figure("vaskra-1", "vaskra", "dais", 9)
    shown = [bench(hero("nessa", "stair"), vaskra, scenario="coil", **it) for it in (lit, dark)]  # type: ignore[arg-type]
    assert sum(progress(shown[0].state)) > sum(progress(shown[1].state))
    few, many = (bench(hero("hrodvar", "b1"), *red("b2", n)) for n in (1, 3))
    assert evaluate(few, "2") > evaluate(many, "2")
    assert evaluate(few, "2") == -evaluate(few, "1")


def test_a_bot_strikes_rather_than_walks_off() -> None:
    match = bench(hero("hrodvar", "b2"), *red("b2"), scenario="practice", options={"players": 2})
    said = answer(match.imagine("2", 1), "2", "search", 3)
    assert said["kind"] == "attack"
