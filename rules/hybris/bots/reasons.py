"""What can be computed exactly about an answer: both Forces of a Combat that it would begin or decide, what it may
wake. Hints say so, and the answers of bots are explained with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.hybris import frames as fr
from rules.hybris.forecast import forecast, unseen
from rules.hybris.powers import more
from rules.hybris.state import State, kind_of
from rules.kernel import Json, Refused, Seat


def reasons(match: Any, seat: Seat, command: Json) -> Iterator[Json]:
    """`Advisor.reasons`: `forces` with `own` to `most` against `foe` to `worst`, the least and the most that Chaos's
    card may make of it; `sums` of both sides; `wakes` with the chances of a Drain."""
    state: State = match.state
    match command["kind"]:
        case "intercept" | "defend":
            asked = {**command, "accept": True} if command["kind"] == "intercept" else command
            yield from _forces(match, seat, asked, unseen(state))
        case "commit":
            yield from _forces(match, seat, command, {})
        case "drain":
            acting = next((frame.character for frame in reversed(state.stack) if isinstance(frame, fr.Act)), None)
            if acting is not None:
                n = getattr(state.pack.rules.drain, kind_of(acting)) + more(state, seat, "drain")
                chances = forecast(state, n)["chances"]
                yield {"code": "wakes", "params": {"moves": chances["progress"], "reaches": chances["reaches"]}}


def _forces(match: Any, seat: Seat, command: Json, cards: Any) -> Iterator[Json]:
    try:
        totals = match.forces(seat, command)
    except Refused:
        return
    own, foe = totals["own"], totals["foe"]
    if not cards:
        yield {"code": "sums", "params": {"own": own["total"], "foe": foe["total"]}}
        return
    forces = [match.state.pack.chaos[kind].force for kind in cards]
    least, worst = foe["total"] + min(forces), foe["total"] + max(forces)
    yield {"code": "forces", "params": {"own": own["total"], "most": own["most"], "foe": least, "worst": worst}}
