"""A game's interface to the kernel's bots: the value of a match for a seat, and the commands worth trying."""

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
"""The value of an unfinished match for a seat, from -1 (lost) to 1 (won). It is only given imagined worlds, so it may
use all of the state. Of each side one seat is evaluated; between two sides only one is: the other's value is the
negative."""
Clock = Callable[[], float]
"""Seconds from an arbitrary start."""

LISTED = 60
"""The largest number of commands of one decision that are tried."""
SETTLED = 8
"""The largest number of answers given by default or at random until a command's effects are resolved."""


def listed(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """Complete legal commands in random order. They are listed twice, because the completion of an option (a payment, a
    place) is drawn at random each time."""
    for _ in range(2):
        yield from islice(match.commands(seat, rng), LISTED)


def no_figures(match: Any, seat: Seat) -> Mapping[str, float]:
    """The default of `Advisor.figures`: no figures."""
    return {}


def no_reasons(match: Any, seat: Seat, command: Json) -> Iterator[Json]:
    """The default of `Advisor.reasons`: no reasons."""
    return iter(())


def no_offers(match: Any, seat: Seat, rng: Random) -> Iterator[Json]:
    """The default of `Advisor.offers`: no offers."""
    return iter(())


def own_part(match: Any) -> str:
    """The default of `Advisor.part`: every moment is a part of its own."""
    return str(len(match.journal))


def no_luck(match: Any, events: Sequence[Json]) -> Json:
    """The default of `Advisor.luck`: nothing."""
    return {}


def no_throws(match: Any, events: Sequence[Json]) -> Sequence[Json]:
    """The default of `Advisor.throws`: none."""
    return ()


def even(match: Any) -> float:
    """The default of `Advisor.drawn`: a draw is worth as much to lose as to win."""
    return 0.0


def never(match: Any) -> float:
    """The default of `Advisor.stale`: a match is won by somebody."""
    return 0.0


def first_listed(match: Any, seat: Seat, rng: Random) -> Json | None:
    """The default of `Advisor.reply`: a random command."""
    return next(match.commands(seat, rng), None)


def settle(match: Match, depth: int, rng: Random) -> None:
    """Answers the questions that a command raised, those deeper on the stack than `depth`, until its effects are
    resolved: by their default, else at random."""
    for _ in range(SETTLED):
        asked = match.asked
        if not asked or len(match.state.stack) <= depth:
            return
        seat, question = next(iter(asked.items()))
        command = question.default or next(match.commands(seat, rng), None)
        if command is None:
            return
        match.submit(seat, command)


@dataclass(frozen=True)
class Advisor:
    """The functions that a game gives the bots; only the evaluation is required.

    `shortlist`: complete legal commands worth trying, the most promising first, for a game with too many options to
    list. `playout`: plays a match of the search on after a command, in place, to where it can be evaluated, with the
    size of the stack at the root: `settle`, or further; where it plays far by good commands, a tree of `deepest` 1
    compares the commands of the root alone. `later`: the value of a match where a playout has left it, if that is
    another than `evaluate`: what stands as a turn begins can be told better than what stands within one. `reply`: what
    another seat that is asked at the same time is taken to answer. `usual`: what the searching seat answers unless a
    search finds better; without one the best at once of more than `tried` commands. For hints: `figures`, the figures
    of a match from a seat's side, by name, always the same names; `reasons`, what can be computed exactly about a
    command, as `{"code", "params"}`. `silent`: kinds of questions that the evaluation cannot judge; they are answered
    at random and get no hints. `offers`: offers worth weighing that a seat could make now, the most promising first;
    the bots make at most one in each `part`, the name of the part (a phase, a turn) that a match is in. `drawn`: what
    it is worth to each seat that a match ends, or would end now, with no winner, from -1 to 1; `stale`: the chance that
    an unfinished match ends so, 0 to 1, by which its value for every seat moves towards `drawn`. For what decided a
    match: `part` again; `luck`, the results of chance in some events of its journal against what was to be expected;
    `rolls`, the same by kind of roll; `throws`, the same of single throws worth a line, `{"n", "seat", "by", "at",
    "dice", "successes", "expected"}`: the event, whose it was, who threw, at whom or what."""

    evaluate: Evaluate
    shortlist: Callable[[Any, Seat, Random], Iterator[Json]] = listed
    figures: Callable[[Any, Seat], Mapping[str, float]] = no_figures
    reasons: Callable[[Any, Seat, Json], Iterator[Json]] = no_reasons
    silent: frozenset[str] = frozenset()
    part: Callable[[Any], str] = own_part
    luck: Callable[[Any, Sequence[Json]], Json] = no_luck
    rolls: Callable[[Any, Sequence[Json]], Json] = no_luck
    throws: Callable[[Any, Sequence[Json]], Sequence[Json]] = no_throws
    offers: Callable[[Any, Seat, Random], Iterator[Json]] = no_offers
    playout: Callable[[Any, int, Random], None] = settle
    later: Evaluate | None = None
    deepest: int = 30
    """The largest depth of the search's tree, in commands from the root."""
    tried: int = LISTED
    """The most commands of the root that the search compares, where each takes a long playout: the best by what they
    are worth at once."""
    reply: Callable[[Any, Seat, Random], Json | None] = first_listed
    usual: Callable[[Any, Seat, Random], Json] | None = None
    zero_sum: bool = True
    """Whether of two sides one's value is the other's negative: not where both may lose together."""
    drawn: Callable[[Any], float] = even
    stale: Callable[[Any], float] = never
    least: float = 0.05
    """The smallest fall of the share of a win that is a turning point."""

    @property
    def unhinted(self) -> frozenset[str]:
        """The kinds of questions that get no hints: those it is silent about, and what the table itself asks."""
        return self.silent | {"adjust"}


def candidates(advisor: Advisor, match: Match, seat: Seat, rng: Random) -> list[Json]:
    """The different commands to choose from, in the order of the shortlist: at least one, and only one where the
    advisor is silent."""
    if match.asked[seat].kind in advisor.silent:
        return list(islice(match.commands(seat, rng), 1))
    by_key = {command_key(command): command for command in advisor.shortlist(match, seat, rng)}
    return list(by_key.values())[:LISTED] or list(islice(match.commands(seat, rng), 1))


def command_key(command: Json) -> str:
    """A command as a key."""
    return repr(sorted(command.items()))


def values(match: Match, advisor: Advisor) -> dict[Seat, float]:
    """The value of a match for each seat: from its outcome once it is over (a loss of all -1, a draw as the advisor
    says, for sides that win together a share of the win), else by the evaluation, the same for all seats of a side."""
    outcome, sides = match.outcome, match.sides
    if outcome is not None:
        lost = -1.0 if outcome["winners"] or outcome.get("all_lost") else advisor.drawn(match)
        won = 2.0 / max(1, len({sides[seat] for seat in outcome["winners"]})) - 1.0
        return {seat: won if seat in outcome["winners"] else lost for seat in sides}
    speakers = {side: seat for seat, side in reversed(tuple(sides.items()))}
    if len(speakers) == 2 and advisor.zero_sum:
        first = next(iter(sides.values()))
        worth = advisor.evaluate(match, speakers[first])
        by_side = {side: worth if side == first else -worth for side in speakers}
    else:
        by_side = {side: advisor.evaluate(match, seat) for side, seat in speakers.items()}
    by_side = _with_draw(advisor, match, by_side)
    return {seat: by_side[side] for seat, side in sides.items()}


def value(match: Match, advisor: Advisor, seat: Seat) -> float:
    """The value of a match for one seat, as in `values`."""
    if match.outcome is None and len(set(match.sides.values())) > 2:
        return _with_draw(advisor, match, {seat: advisor.evaluate(match, seat)})[seat]
    return values(match, advisor)[seat]


def _with_draw(advisor: Advisor, match: Match, worths: dict[str, float]) -> dict[str, float]:
    """Values by side or seat, each with the chance that nobody wins."""
    chance = advisor.stale(match)
    if not chance:
        return worths
    drawn = advisor.drawn(match)
    return {who: worth + chance * (drawn - worth) for who, worth in worths.items()}


def world_of(advisor: Advisor, match: Match, seat: Seat, seed: int, rng: Random) -> Match:
    """A world imagined for a seat in which the others of the same question have answered, as `answer_others` does,
    those that have sealed their answers already like those that are still asked: else a bot would think better of who
    answers after it than before it."""
    return answer_others(advisor, match.imagine(seat, seed, reopen=True), seat, rng)


def answer_others(advisor: Advisor, match: Match, seat: Seat, rng: Random) -> Match:
    """The match after the answers (`Advisor.reply`) of the other seats that are asked at the same time. They are given
    before this seat's command is tried, so that they cannot depend on it. None are given to a shared question, which
    waits."""
    asked = match.asked
    if len(asked) < 2 or seat not in asked or match.shared:
        return match
    trial = match.fork(rng.getrandbits(32))
    for other in asked:
        if other != seat and other in trial.asked:
            command = advisor.reply(trial, other, rng)
            if command is not None:
                trial.submit(other, command)
    return trial if seat in trial.asked else match
