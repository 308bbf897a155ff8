"""The bots: they answer what they are asked, and their evaluation follows the aim of each scenario."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from rules.blade.bots import ADVISOR, answer, evaluate
from rules.blade.bots.evaluation import evaluate_further, progress
from rules.blade.bots.work import work_left
from rules.kernel import Json
from tests.blade.counts import played, total
from tests.blade.table import active, attack, bench, events, figure, hero, play, red
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
    """Walking and striking are one command, and so is what a tile does. At most 60 questions are put to one person."""
    match, asked = played("ledger", 4, 3, ("greedy", "greedy"))
    assert total(asked) <= 160
    assert all(total(Counter({of: n for of, n in asked.items() if of[0] == seat})) <= 60 for seat in match.seats)
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


def test_an_adversary_less_is_less_work_though_the_next_is_far() -> None:
    """The heroes' bot let the last one in its zone live, and the time pass, as the way to the others counted then."""
    near, far = red("a2"), figure("green-1", "mastiff", "b3", 1)
    both, one = (bench(hero("hrodvar", "a2"), *foes, scenario="practice") for foes in ((*near, far), (far,)))
    assert work_left(both.state) > work_left(one.state)


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


def test_a_weapon_that_lies_far_is_worth_less_than_one_at_hand() -> None:
    """A hero threw its axe and stood with bare hands from then on."""

    def worth(items: list[str], ground: Json) -> float:
        return evaluate_further(bench(hero("hrodvar", "a1", items=items), *red("c4"), ground=ground), "2")

    held, near, far = ["great-axe"], {"a2": ["great-axe"]}, {"b4": ["great-axe"]}
    assert worth(held, {}) > worth([], near) > worth([], far) > worth([], {})


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_who_is_afloat_does_nothing_but_step_out(bot: str) -> None:
    """BRD-8: no blow is tried from the water, by either side."""
    for seat, more in (("2", {}), ("1", active("red"))):
        match = bench(hero("hrodvar", "c1"), *red("c1"), **more)
        assert match.check(seat, answer(match.imagine(seat, 1), seat, bot, 3)) is None


def test_luck_is_what_the_dice_of_a_seat_showed_against_their_mean() -> None:
    """Every die that was thrown counts, rerolled ones too; not those of a roll that was taken back. An attack is told
    as the sum that stood against the odds that were told before it."""
    match = bench(hero("hrodvar", "b2", items=["great-axe"]), figure("red-1", "dock-bravo", "b2", 9), dice=[1, 6, 5])
    odds = match.query("2", "odds", {"attack": attack("hrodvar", "red-1", 1, "great-axe"), "aim": "damage"})
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
    play(match, "2", {"kind": "keep"})
    [blow] = ADVISOR.throws(match, match.journal)
    at = events(match, "rolled")[0]["n"]
    stood, mean = events(match, "rerolled")[0]["total"], float(Fraction(odds["mean"]["damage"]))
    assert blow == {"n": at, "seat": "2", "by": "hrodvar", "at": "red-1", "dice": 3, "successes": stood,
                    "expected": round(mean, 2)}  # fmt: skip
    taken_back = [*match.journal, {"kind": "rewound", "n": 99, "to": at}]
    assert ADVISOR.rolls(match, taken_back) == {}
    assert ADVISOR.throws(match, taken_back) == []


@pytest.mark.parametrize(("answers", "stood", "expected"), [
    # two red dice, an arrow: 265/72 before the throw; a 0 and a 3 are worth 4.5, unless the arrow is not used
    ([{"kind": "keep"}], 3, 265 / 72 - 1.5),
    # a gem for the 0 is worth 1.5 as well, but is a die that was not reckoned with
    ([{"kind": "reroll", "die": 0, "with": "gem"}, {"kind": "keep"}], 5, 265 / 72),
    ([{"kind": "reroll", "die": 0, "with": "arrow"}, {"kind": "reroll", "die": 0, "with": "gem"}, {"kind": "keep"}],
     4, 265 / 72 - 0.5),
])  # fmt: skip
def test_what_is_done_with_rerolls_is_no_luck(answers: list[Json], stood: int, expected: float) -> None:
    """DIE-4, DIE-7."""
    foe = figure("red-1", "dock-bravo", "b2", 9)
    match = bench(hero("hrodvar", "b2", items=["great-axe"]), foe, dice=[1, 6, 5, 3])
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"), *answers)
    [blow] = ADVISOR.throws(match, match.journal)
    assert (blow["successes"], blow["expected"]) == (stood, pytest.approx(expected, abs=0.01))


ATTACKS = ("melee", "ranged", "spell", "area", "riposte", "last-blow")


def test_the_attacks_of_a_match_are_its_rolls_of_those_kinds_one_by_one() -> None:
    """A guard, a leap, a healing strikes nobody; the end tells of the attacks furthest from what was to be expected."""
    match, _ = played("practice", 3, 4, ("greedy", "greedy"))
    throws, rolls = ADVISOR.throws(match, match.journal), ADVISOR.rolls(match, match.journal)
    stood: dict[str, int] = {}
    now = 0
    for event in match.view("spectator")["log"]:
        now = event["total"] if event["kind"] in ("rolled", "rerolled") else now
        if event["kind"] == "damage":
            stood[event["target"]] = stood.get(event["target"], 0) + now
    for seat in match.seats:
        sums = [its[seat] for kind, its in rolls.items() if kind in ATTACKS]
        own = [row for row in throws if row["seat"] == seat]
        assert sum(row["dice"] for row in own) == sum(row["dice"] for row in sums)
    assert {id: sum(row["successes"] for row in throws if row["at"] == id) for id in stood} == stood
    declared = {(row["by"], row["target"]) for row in events(match, "declared")}
    assert {(row["by"], row["at"]) for row in throws} <= declared
    told = match.query("spectator", "decided", {})["throws"]
    above = [row["successes"] - row["expected"] for row in told]
    assert above == sorted(above, reverse=True)
    assert [sum(it > 0 for it in above), sum(it < 0 for it in above)] == [5, 5]
    assert max(row["successes"] - row["expected"] for row in throws) == above[0]
    assert min(row["successes"] - row["expected"] for row in throws) == above[-1]
