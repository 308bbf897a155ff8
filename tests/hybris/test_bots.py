"""The bots: they end matches, drag nothing, and never throw one away that all would lose."""

from __future__ import annotations

import statistics
from random import Random

import pytest

from rules.hybris import Match
from rules.hybris.bots import ADVISOR, answer
from rules.hybris.bots.acts import Weighed
from rules.hybris.bots.evaluation import evaluate
from rules.hybris.bots.greedy import play_age
from rules.hybris.bots.reasons import reasons
from rules.hybris.bots.worth import WORTH, deeds_worth
from rules.kernel import Json
from rules.kernel.bots import Budget, search
from rules.kernel.bots.advisor import candidates, values
from tests.hybris.counts import played
from tests.hybris.table import at, play

MOST = 300
"""The questions that a match of four may ask."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_bots_end_a_match_with_few_questions(players: int) -> None:
    matches = [played(players, seed) for seed in range(3)]
    assert all(match.outcome is not None for match, _ in matches)
    assert statistics.median(sum(asked.values()) for _, asked in matches) <= MOST


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(4):
        match, _ = played(2, seed, ("greedy", "random") if seed % 2 else ("random", "greedy"))
        won += (match.outcome or {})["winners"] == ["1" if seed % 2 else "2"]
    assert won >= 3


LAST = {
    "seats": {
        "1": {"olympian": "zeus", "vp": 5, "hand": ["thunderclap", "thunderclap"], "hangar": {"energy": 2}},
        "2": {"olympian": "hades", "vp": 30, "hangar": {"energy": 0},
              "characters": {"hero-1": {"at": "underworld"}}},
    },
    "age": 3, "turn": "2", "acting": "2-hero-1",
    "cities": {city: {"destroyed": True} for city in ("athens", "sparta", "corinth", "thebes")},
    "chaos": {"space": 3, "pile": ["slow-step", "torpor", "…"]},
}  # fmt: skip


def test_a_loss_of_all_is_the_worst_end_for_who_trails() -> None:
    """END-2: seat 1 trails by 25 and is asked to intercept before the last City: it does."""
    match = play(at(LAST), ("2", {"kind": "drain"}))
    assert match.asked["1"].kind == "intercept"
    assert answer(match.imagine("1", 1), "1", "greedy", 1)["accept"] is True
    lost = match.fork(1)
    lost.submit("1", {"kind": "intercept", "accept": False})
    assert lost.outcome is not None
    assert lost.outcome["reason"] == "chaos"
    assert set(values(lost, evaluate).values()) == {-1.0}
    assert evaluate(match, "1") > -1.0
    ranked = search(ADVISOR, match.imagine("1", 1), "1", 1, Budget(iterations=30))
    assert ranked[0].command == {"kind": "intercept", "accept": True}


def test_of_two_seats_neither_likes_it_that_all_may_lose() -> None:
    """END-2: what all may lose is no gain of either, with two as with more."""
    calm, near = ({**LAST, "turn": "1", "acting": None, "cities": {city: {"destroyed": True} for city in lost}}
                  for lost in ((), ("athens", "sparta", "corinth", "thebes")))  # fmt: skip
    before, after = (values(at(it), ADVISOR) for it in (calm, near))
    assert after["2"] < before["2"]
    assert sum(after.values()) < sum(before.values())


def test_a_choice_of_an_olympian_has_hints() -> None:
    """SET-1: while nobody has one, nothing of an Olympian counts."""
    match = Match.new({"players": 2, "olympians": "choice"}, 1)
    [seat] = match.asked
    options = match.query(seat, "hints", {})["options"]
    assert len(options) == 3
    assert {option["command"]["kind"] for option in options} == {"choose-olympian"}


def test_a_free_deed_that_bots_do_unasked_is_compared_in_hints() -> None:
    """Their shortlist names it alone; the person has other answers."""
    ada = {"olympian": "zeus", "hangar": {"energy": 0, "tiles": {"thunderbolt": {"worker": True, "tasks": [0, 1]}}},
           "characters": {"hero-1": {"token": "forge"}}}  # fmt: skip
    match = at({"turn": "1", "seats": {"1": ada, "2": {"olympian": "hades"}}})
    assert len(candidates(ADVISOR, match, "1", Random(0))) == 1
    options = match.query("1", "hints", {})["options"]
    assert len(options) > 1
    assert "task" in {option["command"]["kind"] for option in options}


def test_a_search_plays_the_age_on() -> None:
    """What a plan was worth shows at the Age's end: that is where it is evaluated."""
    match = Match.new({"players": 2}, 5)
    play_age(match, 0, Random(1))
    assert match.state.age == 2
    assert match.state.phase == "pillar"


TASKS = {
    "seats": {
        "1": {"olympian": "zeus", "aegis": 1, "premonitions": ["two-temples"],
              "hangar": {"tiles": {"matrix-dynamo": {"worker": True}}},
              "characters": {"olympian": {"token": "underworld"}}},
        "2": {"olympian": "hades"},
    },
    "age": 2, "turn": "1",
}  # fmt: skip


def test_deeds_are_worth_what_tiles_powers_and_premonitions_make_of_them() -> None:
    """TSK-3, PRM-2: a Drain accomplishes a Task; a Temple is half of what Two Roofs wants. Hades drains
    gladly by his own power."""
    state = at(TASKS).state
    zeus, hades = deeds_worth(state, "1"), deeds_worth(state, "2")
    assert zeus["drain"] > zeus.get("train", 0.0)
    assert zeus["have temples"] > 0
    assert hades["drain"] > WORTH["faithful"]
    bare = {**TASKS, "seats": {**TASKS["seats"], "1": {**TASKS["seats"]["1"], "hangar": {}}}}
    with_task, without = (Weighed(it, "1").best("1-olympian", "underworld") for it in (state, at(bare).state))
    assert with_task.worth > without.worth


def test_what_the_moirai_cost_is_not_paid_for_a_task() -> None:
    """TSK-1, MOI-1: two Aegis are left for the first Improvement while somebody is to go there, and only then."""
    tile: Json = {"tiles": {"quantum-conductor": {"worker": True}}}
    for token, first in (("moirai", "activate"), ("oracle", "task")):
        seat: Json = {"olympian": "zeus", "aegis": 2, "hangar": tile, "characters": {"olympian": {"token": token}}}
        match = at({"seats": {"1": seat, "2": {"olympian": "hades"}}, "age": 2, "turn": "1"})
        assert answer(match.imagine("1", 1), "1", "greedy", 1)["kind"] == first


def test_an_interception_is_left_to_those_asked_after_unless_all_is_at_stake() -> None:
    """INT-2: the same chance is taken by the last one asked, and not by the first."""
    for energy, accepts in ((0, True), (2, False)):
        seats: Json = {
            "1": {"olympian": "zeus", "hand": ["thunderclap", "arrow-flight"], "hangar": {"energy": 2}},
            "2": {"olympian": "hades", "hangar": {"energy": energy}, "characters": {"hero-1": {"at": "underworld"}}},
        }
        chaos: Json = {"space": 3, "momentum": 0, "pile": ["slow-step", "torpor", "…"]}
        match = at({"seats": seats, "age": 5, "turn": "2", "acting": "2-hero-1", "chaos": chaos})
        match.submit("2", {"kind": "drain"})
        assert match.asked["1"].kind == "intercept"
        assert answer(match.imagine("1", 1), "1", "greedy", 1)["accept"] is accepts


def test_the_searching_bot_answers_every_kind_of_question() -> None:
    """It is tried at the first question of each kind in a match."""
    match, seen = Match.new({"players": 2}, 5), set[str]()
    while match.asked and len(seen) < 12:
        seat, question = next(iter(match.asked.items()))
        world = match.imagine(seat, 1)
        bot = "greedy" if question.kind in seen else "search"
        if bot == "search":
            command = search(ADVISOR, world, seat, 1, Budget(iterations=6, worlds=2))[0].command
        else:
            command = answer(world, seat, bot, len(match.journal))
        seen.add(question.kind)
        assert match.check(seat, command) is None
        match.submit(seat, command)
    assert {"pillar", "plan", "turn"} <= seen


def test_an_interception_is_explained_by_both_forces() -> None:
    """INT-2, CCB-1: what the seat has against the least and the most that a card may make of it; the no likewise."""
    seats = {
        "1": {"olympian": "zeus", "hangar": {"energy": 0}, "characters": {"hero-1": {"at": "underworld"}}},
        "2": {"olympian": "poseidon"},
    }
    chaos = {"space": 3, "momentum": 1, "pile": ["slow-step", "…"]}
    match = at({"seats": seats, "turn": "1", "acting": "1-hero-1", "chaos": chaos})
    [drain] = reasons(match, "1", {"kind": "drain"})
    assert drain["code"] == "wakes"
    play(match, ("1", {"kind": "drain"}))
    [yes], [no] = (list(reasons(match, "2", {"kind": "intercept", "accept": said})) for said in (True, False))
    assert yes == no
    assert yes["code"] == "forces"
    forces = match.query("2", "forces", {"command": {"kind": "intercept", "accept": True}})
    own, foe = forces["own"], forces["foe"]["total"]
    cards = [card.force for card in match.state.pack.chaos.values()]
    assert yes["params"] == {
        "own": own["total"],
        "most": own["most"],
        "foe": foe + min(cards),
        "worst": foe + max(cards),
    }
    assert list(reasons(match, "2", {"kind": "pass"})) == []
