"""Cases about seats that belong together: sides, and questions that several seats share."""

from __future__ import annotations

import random
from typing import Any

from rules.kernel.conformance.comparison import ConformanceError, check_equal
from rules.kernel.conformance.matches import PlayedMatches, play_on

STEPS = 8
"""The number of commands given to a shared question in a row."""


def sides_win_together(suite: PlayedMatches) -> None:
    """Every seat has a side. All seats of a winner's side that have not given up win with it, and in a match that all
    have lost nobody wins."""
    for moments in suite.played:
        match = moments[-1].match
        sides, outcome = match.sides, match.outcome
        check_equal("the seats with a side", list(sides), list(match.seats))
        if outcome is None:
            continue
        winners, gone = outcome["winners"], match.engine.given_up(match.state)
        won = {sides[seat] for seat in winners}
        if left_out := [seat for seat in sides if sides[seat] in won and seat not in (*winners, *gone)]:
            raise ConformanceError(f"{left_out} have not won with their side: {outcome}")
        if outcome.get("all_lost") and winners:
            raise ConformanceError(f"all have lost, and some have won: {outcome}")


def shared_questions_outlast_the_others(suite: PlayedMatches) -> None:
    """Seats answer a shared question in any order: the decision of a seat keeps its id, with which every command is as
    legal as without, whatever the others do; that of the seat that has acted is stale."""
    for moments in suite.played:
        shared = [moment.match for moment in moments if moment.match.outcome is None and moment.match.shared]
        for n, match in enumerate(shared[:: max(1, len(shared) // (4 * suite.subject.looks))]):
            trial, rng = match.fork(n), random.Random(n)
            for _ in range(STEPS):
                if len(trial.asked) < 2 or not trial.shared:
                    break
                _check_step(trial, rng)


def _check_step(trial: Any, rng: random.Random) -> None:
    """One seat acts, and what it raises is answered at random: the others are asked what they were asked."""
    handler, frame = _handler(trial)
    before = {seat: decision["id"] for seat, decision in trial.decisions.items()}
    actor = rng.choice(list(before))
    trial.submit(actor, next(trial.commands(actor, rng)))
    for _ in range(STEPS):
        if trial.outcome is None and not trial.shared:
            play_on(trial, rng, 1)
    if trial.outcome is not None or not trial.shared:
        return
    asker, now = _handler(trial)
    if asker is not handler or handler.question_of(now) != handler.question_of(frame):
        return
    for seat, decision in trial.decisions.items():
        if seat == actor:
            if decision["id"] == before[seat]:
                raise ConformanceError(f"{seat} has acted, and its decision is still {decision['id']}")
        elif seat in before:
            check_equal(f"the decision of {seat} after {actor} has acted", decision["id"], before[seat])
            for command in [*trial.commands(seat, rng)][:4]:
                if (refusal := trial.check(seat, {**command, "decision": before[seat]})) is not None:
                    raise ConformanceError(f"{command} of {seat} is refused as {refusal.code} after {actor} has acted")


def _handler(match: Any) -> tuple[Any, Any]:
    frame = match.state.stack[-1]
    return match.engine.handler(frame), frame
