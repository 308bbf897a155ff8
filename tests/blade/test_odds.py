"""Exact odds by the real handlers, and the queries about reach, sight, targets and threats."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.blade.match import Match
from rules.kernel import Json
from tests.blade.table import active, attack, bench, figure, hero, move, red


def odds(match: Match, command: Json, **more: Any) -> Json:
    answer: Json = match.query("2", "odds", {"attack": command, **more})
    return answer


BLOW = attack("hrodvar", "red-1", 1, "great-axe")


def test_a_blow_at_a_bravo() -> None:
    """DIE-3, GRD-5: one gem and the axe's arrow."""
    match = bench(hero("hrodvar", "b2"), *red("b2"), book=5)
    assert odds(match, BLOW, aim="kill")["kills"] == "209/216"
    assert odds(match, BLOW, aim="kill", guard={"gems": 1})["kills"] == "64/81"
    assert odds(match, BLOW, aim="damage")["mean"]["damage"] == "265/72"
    assert odds(match, BLOW, aim="kill")["guards"]["1"]["kills"] != "0"


@pytest.mark.parametrize(("gems", "kills"), [(0, "143/144"), (1, "3689/3888"), (2, "9647/11664")])
def test_two_gems_against_guards(gems: int, kills: str) -> None:
    match = bench(hero("hrodvar", "b2"), *red("b2"), book=5)
    blow = attack("hrodvar", "red-1", 2, "great-axe")
    assert odds(match, blow, aim="kill", guard={"gems": gems})["kills"] == kills


@pytest.mark.parametrize(("gems", "mean"), [(0, "125/108"), (1, "11/18"), (2, "49/162")])
def test_a_bravo_at_leather(gems: int, mean: str) -> None:
    """MEL-7, GRD-3."""
    match = bench(hero("hrodvar", "b2", items=["leather"]), *red("b2"), **active("red"))
    assert odds(match, attack("red-1", "hrodvar"), guard={"gems": gems})["mean"]["wounds"] == mean


def test_a_shot_at_an_untouchable() -> None:
    """SKL-11."""
    match = bench(hero("nessa", "b2", items=["leather"]), figure("blue-1", "tally-guard", "a1"), **active("blue"))
    chances = odds(match, attack("blue-1", "nessa", mode="ranged"))
    assert (chances["wounds"], chances["mean"]["wounds"]) == (
        {"0": "29/54", "1": "7/27", "2": "4/27", "3": "1/18"},
        "13/18",
    )


@pytest.mark.parametrize(("gems", "mean"), [(0, "245/81"), (1, "3419/1944")])
def test_the_serpent_at_mail(gems: int, mean: str) -> None:
    """SKL-3."""
    serpent = figure("q-1", "well-serpent", "b2", 10)
    match = bench(hero("bolgan", "b2", items=["mail"]), serpent, **active("q"))
    chances = odds(match, attack("q-1", "bolgan"), guard={"gems": gems})
    assert (chances["mean"]["wounds"], chances["seized"]) == (mean, "19/27")


@pytest.mark.parametrize(("skills", "chance"), [([], "1/3"), (["precise-strike"], "2/3")])
def test_precise_strike(skills: list[str], chance: str) -> None:
    """SKL-5: two orange dice against passive 2."""
    profile = {"melee": ["orange", "orange"], "skills": skills}
    tiles = {"red": {"unit": "dock-bravo", "total": 1, "profile": profile}}
    target = hero("hrodvar", "b2", items=[], marks={"halo": [2]})
    match = bench(target, figure("red-1", "dock-bravo", "b2"), tiles=tiles, **active("red"))
    wounds = odds(match, attack("red-1", "hrodvar"))["wounds"]
    assert str(1 - sum(map(_fraction, [wounds["0"]]))) == chance


def _fraction(text: str) -> Any:
    from fractions import Fraction

    return Fraction(text)


def test_an_archer() -> None:
    match = bench(hero("zhirel", "b2"), *red("b1"), book=0)
    assert odds(match, attack("zhirel", "red-1", 1, "horn-bow", mode="ranged"), aim="kill")["kills"] == "53/54"


def test_a_circular_strike_at_three() -> None:
    """SKL-4: at least one, two, three deaths."""
    match = bench(hero("hrodvar", "b2"), *red("b2", 3))
    chances = odds(match, attack("hrodvar", "red-1", 3, "great-axe"), aim="kill")
    assert chances["chain"] == {"1": "7765/7776", "2": "3775/3888", "3": "1037/1296"}


@pytest.mark.parametrize(("scenario", "link", "chance"), [("bench", "bench-leap", "1/2"), ("ledger", "gunwale", "5/6")])
def test_a_leap(scenario: str, link: str, chance: str) -> None:
    """SKL-30."""
    here, end = ("c2", "c3") if scenario == "bench" else ("quay-3", "barge")
    match = bench(hero("nessa", here), scenario=scenario, options={"players": 2, "heroes": None})
    attempt = match.query("2", "attempt", {"command": move("nessa", end, via=[link])})
    assert attempt["success"] == chance


def test_a_warded_target_suffers_nothing() -> None:
    vaskra = figure("vaskra-1", "vaskra", "dais", 9)
    match = bench(hero("hrodvar", "dais"), vaskra, scenario="coil", options={"players": 2}, counters={"needed": 3})
    assert match.view("2")["warded"] == ["vaskra-1"]
    assert odds(match, attack("hrodvar", "vaskra-1", 2, "great-axe"))["wounds"] == {"0": "1"}


def test_reach_and_steps_tell_what_they_cost() -> None:
    """STP-1, STP-2, HIN-3."""
    match = bench(hero("hrodvar", "a2"), *red("a2"))
    reach = match.query("2", "reach", {"who": "hrodvar", "gems": 1})
    assert (reach["zones"]["a3"]["points"], reach["zones"]["a3"]["gems"]) == (3, 1)
    assert reach["why"]["c1"]["code"] in ("liquid", "exertion")
    parts = match.query("2", "steps", {"who": "hrodvar", "path": ["a3"]})[0]["parts"]
    assert [(part["clause"], part["value"]) for part in parts] == [("STP-1", 1), ("HIN-3", 1), ("STP-2", 1)]


def test_targets_and_crowds() -> None:
    """CRW-1, SKL-13."""
    match = bench(hero("hrodvar", "b2"), *red("b2", 2), figure("v-1", "vaskra", "b2", 9))
    targets = match.query("2", "targets", {"who": "hrodvar", "mode": "melee"})
    assert (targets["red-1"], targets["v-1"]["code"]) == (None, "protected")
    assert match.query("2", "crowd", {"zone": "b2"})["used"] == 4
    assert match.query("2", "hindering", {"who": "hrodvar", "zone": "b1"})["value"] == 0


def test_forecast_and_threat() -> None:
    """OVL-6, OVL-7: base movement 2, and 2 points of extra."""
    match = bench(hero("hrodvar", "c2"), *red("a1"), gems_of_book())
    blows = match.query("2", "forecast", {"tile": "red"})["red-1"]
    assert blows == [{"target": "hrodvar", "mode": "melee", "from": "c2", "gems": 1, "mean": "5/3"}]
    threat = match.query("2", "threat", {"zones": ["b1", "c2"]})
    assert (threat["b1"]["base"], threat["c2"]["extra"]) == (["red-1"], ["red-1"])
    assert threat["b1"]["tiles"] == [{"tile": "red", "mean": "5/3", "blows": ["5/3"], "cost": 1}]


def gems_of_book() -> Json:
    return figure("blue-1", "tally-guard", None)


def test_what_each_guard_would_give() -> None:
    """GRD-3, GRD-4: of the question that is asked, by the gems of the answer; the best is the one that saves most."""
    match = bench(hero("nessa", "b2", items=["leather"]), *red("b2"), dice=[6, 6, 6], **active("red"))
    match.submit("1", attack("red-1", "nessa"))
    play_until(match, "guard")
    answers = match.query("2", "answers", {})
    means = [Fraction(row["mean"]) for row in answers["answers"]]
    assert [row["gems"] for row in answers["answers"]][:3] == [0, 1, 2]
    assert means == sorted(means, reverse=True)
    assert 0 <= answers["best"] < len(means)
    assert match.query("1", "answers", {}) == {}


def test_what_each_reroll_would_give() -> None:
    """DIE-4, DIE-7: the mean total, by an arrow or a gem."""
    match = bench(hero("hrodvar", "b2"), *red("b2"), dice=[1, 1])
    match.submit("2", BLOW)
    play_until(match, "reroll")
    answers = match.query("2", "answers", {})["answers"]
    assert {row["with"] for row in answers} == {"arrow", "gem"}
    assert all(Fraction(row["mean"]) > 0 for row in answers)


def play_until(match: Match, kind: str) -> None:
    """Answers questions with their first option until one of this kind is asked."""
    while kind not in {it.kind for it in match.asked.values()}:
        seat = next(iter(match.asked))
        match.submit(seat, next(match.commands(seat)))


def test_the_victims_of_a_zone() -> None:
    """ARE-1: everybody in it, one's own side first; what strikes no zone has none."""
    throw = {"kind": "throw", "who": "hrodvar", "item": "fire-flask", "zone": "b2"}
    match = bench(hero("hrodvar", "b1", items=["great-axe", "fire-flask"]), *red("b2"), hero("nessa", "b2"))
    victims = match.query("2", "victims", {"command": throw})
    assert victims == {"zone": "b2", "area": True,
                       "victims": [{"who": "nessa", "friend": True}, {"who": "red-1", "friend": False}]}  # fmt: skip
    victims = match.query("2", "victims", {"command": {**throw, "item": "great-axe"}})
    assert (victims["area"], victims["victims"]) == (False, [])


def test_a_table_may_keep_what_a_hero_has_to_fear() -> None:
    """The figures of zones are told, the reckoning for a hero is not."""
    for outlook, shown in (("told", True), ("kept", False)):
        match = bench(hero("hrodvar", "b1"), *red("b2"), options={"players": 2, "outlook": outlook})
        assert ("guarded" in match.query("2", "threat", {"zones": ["b1"], "who": "hrodvar"})["b1"]) is shown
