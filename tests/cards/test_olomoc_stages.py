"""The last cycle that the runner begins some matches of Olomoc in."""

from __future__ import annotations

import random

import pytest

from rules.olomoc import Match
from rules.olomoc.state import CYCLES
from tests.cards.olomoc_stages import late
from tests.cards.trial import CORE
from tests.rules.table import Json

SEEDS = 6


def begun(agenda: str, seed: int) -> Match:
    """A match of the first ready-made cabals with that agenda, begun late."""
    rng = random.Random(seed)

    def answer(match: Match, seat: str) -> Json:
        return next(iter(match.commands(seat, rng)))

    match = Match.new({"agenda": agenda, "packs": [CORE.id]}, seed, shelf={CORE.id: CORE})
    return late(match, answer, CORE, rng)


@pytest.mark.parametrize("agenda", sorted(CORE.agendas))
def test_everybody_is_about_in_the_last_cycle_level_in_points(agenda: str) -> None:
    """Where they stand is checked when the position is read (MOV-1)."""
    near, worn, laden, held = 0, 0, 0, 0
    for seed in range(SEEDS):
        match = begun(agenda, seed)
        state = match.state
        assert {seat: match.asked[seat].kind for seat in match.asked} == {"1": "plan", "2": "plan"}
        assert (state.cycle, state.points["1"]) == (CYCLES, state.points["2"])
        near += sum(piece.at is not None for piece in state.rouages())
        worn += sum(piece.wounds > 0 for piece in state.rouages())
        laden += sum("agenda" in piece.tokens for piece in state.rouages())
        held += sum(bool({"1", "2"} & {*marker.tokens}) for marker in state.markers.values())
    assert near > 4 * SEEDS
    assert 0 < worn < 6 * SEEDS
    assert (laden > 0) == (agenda in ("cores", "registers"))
    assert (held > 0) == (agenda in ("survey", "valves", "gargoule", "full-night"))


def test_the_same_seed_begins_the_same() -> None:
    assert begun("survey", 4).position() == begun("survey", 4).position()
    assert begun("survey", 4).position() != begun("survey", 5).position()
