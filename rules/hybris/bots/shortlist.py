"""The commands worth trying, the most promising first. Few: a search that tells little apart chooses by chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris.bots import greedy
from rules.hybris.bots.planner import variations
from rules.hybris.state import State
from rules.kernel import Json, Seat

PLANS, ACTIVATIONS, SPREAD = 5, 4, 1.2
"""So many plans and activations; those that the weights hold for so much worse, in Victory Points, are left out."""
OTHERS: Mapping[str, int] = {"pillar": 3, "reward": 3, "intercept": 2, "attempt": 2, "commit": 0, "act": 3}
"""So many other answers of a kind beside that by weights."""


def shortlist(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """Of plans some made by weights, of activations the best with their actions, of a Combat the least that wins and
    nothing; of all else what the greedy bot would say, and where that is worth a thought a few others."""
    state: State = match.state
    question = match.asked[seat]
    if question.kind == "plan":
        yield from variations(state, seat, rng, PLANS)
        return
    first = greedy.answer(state, question, seat, rng)
    if first is None:
        yield from islice(match.commands(seat, rng), 8)
        return
    yield first
    if question.kind == "turn" and first["kind"] in ("activate", "forgo", "pass"):
        rows = sorted(greedy.activations(state, seat), key=lambda row: -row[0])
        best = rows[0][0] if rows else 0.0
        yield from (cmd.CODEC.brief(command) for worth, command in rows[:ACTIVATIONS] if worth > best - SPREAD)
        return
    if question.kind == "commit":
        yield {"kind": "commit", "cards": []}
    yield from islice(match.commands(seat, rng), OTHERS.get(question.kind, 0))
