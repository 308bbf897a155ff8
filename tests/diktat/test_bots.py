"""The bots: legal answers, whole matches, and the greedy one against chance."""

from __future__ import annotations

import random

import pytest

from rules.diktat import Match
from rules.diktat.bots import ADVISOR, BOTS, evaluate
from rules.kernel.bots import Budget, search


def played(names: list[str], seed: int, others: bool = False) -> Match:
    options = {"players": len(names), "configurations": ["others"] if others else []}
    match, rng = Match.new(options, seed), random.Random(seed)
    for _ in range(2_000):
        if not match.asked:
            return match
        seat = next(iter(match.asked))
        match.submit(seat, BOTS[names[int(seat) - 1]](match, seat, rng))
    raise AssertionError("it does not end")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_greedy_bot_beats_chance(players: int) -> None:
    for seed in range(2):
        seat = seed % players
        match = played(["greedy" if n == seat else "random" for n in range(players)], seed)
        assert match.outcome is not None
        assert match.outcome["winners"] == [str(seat + 1)]


@pytest.mark.parametrize("players", [2, 5])
def test_greedy_bots_play_with_the_others(players: int) -> None:
    assert played(["greedy"] * players, 1, others=True).outcome is not None


def test_the_evaluation_rises_with_victory_points() -> None:
    seats = {"1": {"cabal": "coordination"}, "2": {"cabal": "polisec", "extra": 3}}
    match = Match.from_position({"players": 2, "phase": "manoeuvres", "turn": "1", "seats": seats})
    assert evaluate(match, "2") > 0 > evaluate(match, "1") >= -1


def test_the_searching_bot_answers_from_what_its_seat_knows() -> None:
    match = Match.new({"players": 3}, seed=2)
    seat = next(iter(match.asked))
    ranked = search(ADVISOR, match.imagine(seat, 1), seat, 1, Budget(6))
    assert match.check(seat, ranked[0].command) is None
