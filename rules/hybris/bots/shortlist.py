"""The commands worth trying, the most promising first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris.bots import greedy
from rules.hybris.bots.planner import variations
from rules.hybris.state import State
from rules.kernel import Json, Seat

PLANS, ACTIVATIONS, OTHERS = 10, 10, 24


def shortlist(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """Of plans some made by weights, of activations the best with their actions, of a Combat the least that wins and
    nothing; of all else what the greedy bot would say, then what there is."""
    state: State = match.state
    question = match.asked[seat]
    if question.kind == "plan":
        yield from variations(state, seat, rng, PLANS)
        return
    first = greedy.said(state, question, seat, rng)
    if first is not None:
        yield first
    if question.kind == "turn":
        rows = sorted(greedy.activations(state, seat), key=lambda it: -it[0])
        yield from (cmd.CODEC.brief(it) for _, it in rows[:ACTIVATIONS])
        return
    if question.kind == "commit":
        yield {"kind": "commit", "cards": []}
    yield from islice(match.commands(seat, rng), OTHERS)
