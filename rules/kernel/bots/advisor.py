"""What a game tells the bots of the kernel: how good a match stands for a seat, and which commands are worth a look."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from rules.kernel.codec import Json
from rules.kernel.match import KernelMatch
from rules.kernel.seats import Seat

Match = KernelMatch[Any]
Evaluate = Callable[[Any, Seat], float]
"""How a match that is not over stands for a seat, from -1 (lost) to 1 (won). It is asked of imagined worlds only, so it
may look at everything. In a game for two the one's gain is the other's loss: only one seat is asked about."""
Clock = Callable[[], float]
"""Seconds, from any beginning."""

LISTED = 60
"""Commands of one decision that are looked at, at most."""
SETTLED = 8
"""Answers given by default or at random until a command's effects are through."""


def listed(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """Complete legal commands in random order: listed twice, as what completes an option (a payment, a place) is drawn
    anew each time."""
    for _ in range(2):
        yield from islice(match.commands(seat, rng), LISTED)


def no_figures(match: Any, seat: Seat) -> Mapping[str, float]:
    """None."""
    return {}


def no_reasons(match: Any, seat: Seat, command: Json) -> Iterator[Json]:
    """None."""
    return iter(())


def own_part(match: Any) -> str:
    """Each moment is a part of its own."""
    return str(len(match.journal))


def no_luck(match: Any, events: Sequence[Json]) -> Json:
    """Nothing is said of it."""
    return {}


@dataclass(frozen=True)
class Advisor:
    """A game's plug: an evaluation is enough.

    `shortlist`: complete legal commands that are worth a look, the likeliest first, for a game whose options are too
    many to be listed. For hints: `figures`, what counts in a match from a seat's side, by name, always the same names;
    `reasons`, what can be reckoned exactly of a command, as `{"code", "params"}`. `silent`: kinds of questions of which
    the evaluation says nothing; they are answered at random, and no hint is given. For what decided a match:
    `part`, in which part of it (a phase, a turn) a match stands; `luck`, what chance gave in some events of its journal
    against what was to be expected; `rolls`, the same by the kinds of rolls that there were.
    """

    evaluate: Evaluate
    shortlist: Callable[[Any, Seat, Random], Iterator[Json]] = listed
    figures: Callable[[Any, Seat], Mapping[str, float]] = no_figures
    reasons: Callable[[Any, Seat, Json], Iterator[Json]] = no_reasons
    silent: frozenset[str] = frozenset()
    part: Callable[[Any], str] = own_part
    luck: Callable[[Any, Sequence[Json]], Json] = no_luck
    rolls: Callable[[Any, Sequence[Json]], Json] = no_luck


def candidates(advisor: Advisor, match: Match, seat: Seat, rng: Random) -> list[Json]:
    """The different commands to choose from, in the order of the shortlist; one at least, and no more where the advisor
    is silent."""
    if match.asked[seat].kind in advisor.silent:
        return list(islice(match.commands(seat, rng), 1))
    found = {written(command): command for command in advisor.shortlist(match, seat, rng)}
    return list(found.values())[:LISTED] or list(islice(match.commands(seat, rng), 1))


def written(command: Json) -> str:
    """A command as a key."""
    return repr(sorted(command.items()))


def values(match: Match, evaluate: Evaluate) -> dict[Seat, float]:
    """How a match stands for each seat: by its outcome once it is over (a draw: 0), else by the evaluation."""
    outcome, seats = match.outcome, match.seats
    if outcome is not None:
        lost = -1.0 if outcome["winners"] else 0.0
        return {seat: 1.0 if seat in outcome["winners"] else lost for seat in seats}
    if len(seats) == 2:
        worth = evaluate(match, seats[0])
        return {seats[0]: worth, seats[1]: -worth}
    return {seat: evaluate(match, seat) for seat in seats}


def settle(match: Match, depth: int, rng: Random) -> None:
    """Answers questions that lie deeper on the stack than `depth`, which a command raised before all its effects are
    through: by their default, else at random."""
    for _ in range(SETTLED):
        asked = match.asked
        if not asked or len(match.state.stack) <= depth:
            return
        seat, question = next(iter(asked.items()))
        command = question.default or next(match.commands(seat, rng), None)
        if command is None:
            return
        match.submit(seat, command)


def answer_others(match: Match, seat: Seat, rng: Random) -> Match:
    """Where several are asked at once, the match with the others' answers drawn at random: they may not depend on what
    this seat is going to say, as they would in a search that goes from seat to seat."""
    asked = match.asked
    if len(asked) < 2 or seat not in asked:
        return match
    found = match.fork(rng.getrandbits(32))
    for other in asked:
        if other != seat and other in found.asked:
            for command in islice(found.commands(other, rng), 1):
                found.submit(other, command)
    return found if seat in found.asked else match
