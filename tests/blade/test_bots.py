"""The bots: they answer what they are asked, and their evaluation follows the aim of each scenario."""

from __future__ import annotations

import pytest

from rules.blade.bots import ADVISOR, answer, evaluate
from rules.blade.bots.evaluation import progress
from tests.blade.counts import played, total
from tests.blade.table import attack, bench, events, figure, hero, play, red
from tests.goldens import load, match_of


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


def test_the_end_tells_three_turning_points() -> None:
    """No single turn decides a match as a rule; the smallest of the three is worth a percent."""
    golden = load("blade/time")
    match = match_of("blade/time").replay({}, golden["journal"])
    moments = match.query("spectator", "decided", {})["moments"]
    assert len(moments) == 3
    assert all(row["before"] - row["after"] >= ADVISOR.least for row in moments)


def test_a_bot_strikes_rather_than_walks_off() -> None:
    match = bench(hero("hrodvar", "b2"), *red("b2"), scenario="practice", options={"players": 2})
    command = answer(match.imagine("2", 1), "2", "search", 3)
    assert command["kind"] == "attack"


def test_luck_is_what_the_dice_of_a_seat_showed_against_their_mean() -> None:
    """Every die that was thrown counts, rerolled ones too; not those of a roll that was taken back."""
    match = bench(hero("hrodvar", "b2", items=["great-axe"]), figure("red-1", "dock-bravo", "b2", 9), dice=[1, 6, 5])
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    play(match, "2", {"kind": "reroll", "die": 0, "with": "arrow"})
    thrown = [die for row in events(match, "rolled") for die in row["dice"]]
    dice, shown = len(thrown) + 1, sum(die["successes"] for die in thrown) + events(match, "rerolled")[0]["successes"]
    rolls = ADVISOR.rolls(match, match.journal)
    assert list(rolls) == ["melee"]
    assert rolls["melee"]["2"]["dice"] == dice == 3
    assert rolls["melee"]["2"]["successes"] == shown
    assert rolls["melee"]["2"]["expected"] == 4.5
    assert rolls["melee"]["1"] == {"dice": 0, "successes": 0, "expected": 0}
    assert ADVISOR.luck(match, match.journal)["2"] == rolls["melee"]["2"]
    taken_back = [*match.journal, {"kind": "rewound", "n": 99, "to": events(match, "rolled")[0]["n"]}]
    assert ADVISOR.rolls(match, taken_back) == {}
