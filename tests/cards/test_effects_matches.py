"""Whole matches on every agenda with any cards: no error, and at every decision the position says everything."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rules.olomoc import Match
from rules.olomoc.packs import load
from tests.cards.curious import any_cabal
from tests.rules.sound import faults

CORE = load()
MATCHES = 2


def played(agenda: str, seed: int) -> Any:
    """A random match, after every command."""
    match, rng = Match.new({"agenda": agenda, "composition": "secret"}, seed), random.Random(seed)
    while match.asked:
        seat = rng.choice(list(match.asked))
        composing = match.asked[seat].kind == "compose"
        command = {"kind": "compose", "cabal": any_cabal(CORE, rng)} if composing else next(match.commands(seat, rng))
        match.submit(seat, command)
        yield match


@pytest.mark.parametrize("agenda", CORE.agendas)
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in range(1, MATCHES))])
def test_every_decision_can_be_saved(agenda: str, seed: int) -> None:
    """State is data: what is being resolved included, the same questions with the same options come back."""
    for match in played(agenda, seed):
        position = match.position()
        assert not faults(position)
        read = Match.from_position(json.loads(json.dumps(position, allow_nan=False)), seed=0)
        assert read.position() == position
        assert {s: (d["prompt"], d["options"]) for s, d in read.decisions.items()} == {
            s: (d["prompt"], d["options"]) for s, d in match.decisions.items()
        }
    assert match.outcome is not None
    assert Match.replay({}, json.loads(json.dumps(match.journal))).position() == match.position()
