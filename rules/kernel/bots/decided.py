"""The turning points of a finished match: the moments at which the chances of one side fell most, and their curve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise, takewhile
from random import Random
from typing import Any

from rules.kernel import journal as journals
from rules.kernel.bots.advisor import LISTED, Advisor, Evaluate, Match, values
from rules.kernel.bots.hints import hints
from rules.kernel.bots.search import Budget
from rules.kernel.chance import SeededChance
from rules.kernel.codec import Codec, Json, noun
from rules.kernel.contract import Query
from rules.kernel.journal import Asked, Rewound
from rules.kernel.seats import Seat
from rules.kernel.table_talk import TimeRanOut

MOST = 3
CURVE = 120
"""The most points of a curve of chances."""
FURTHEST = 5
"""The most single throws that are told above what was to be expected, and below."""
UNWANTED = -0.5
"""The value of a draw (`Advisor.drawn`) from which down it is told as a loss."""
TRIES = 3
"""Number of repetitions of a command with other chance, to find its effects that chance does not change."""
AGREED = ("agreement", "concession")
"""Reasons of an outcome that do not come from play; nor does "time" where a clock ran out."""
LATE = 0.5
"""A choice by which so much of a fall had come already is not what it began with."""


@dataclass(frozen=True)
class _Fall:
    """The stretch from a choice of the side to its next one, between the questions at events `first` and `last`, or to
    the end; `worst`: the quiet moments within it between which its chances fell most; `own`: the event of the choice,
    and whose it was."""

    first: int
    last: int
    before: float
    after: float
    part: str
    worst: tuple[int, int]
    own: tuple[int, Seat] | None


@noun
class About:
    """The parameters of the query: the seat whose chances are looked at, None: the runner-up's."""

    seat: Seat | None = None


def turning_points(
    advisor: Advisor, match: Any, budget: Budget, seat: Seat | None = None, chances: Evaluate | None = None
) -> Json:
    """`{"loser": seat or None, "losers": [seats], "about": [seats], "moments": [...], "curve": [...], "rolls": {...},
    "throws": [...]}`: at most three moments at which the chances of a side of a finished match fell most by the
    evaluation, none of them by less than `Advisor.least`, at most one in each of the game's parts (`Advisor.part`), in
    order. `chances` gives them where the advisor's evaluation only compares commands. `about`: the side of `seat`;
    without one the only losing side, of several the runner-up, or all where all have lost or a draw is next to a loss.
    `losers`: the seats that lost, as far as `about` would name them without a seat, [] in a draw; `loser`: the only one
    of them. `rolls`: the results of chance in a finished match (`Advisor.rolls`); `throws`: those furthest from what
    was to be expected (`Advisor.throws`), the luckiest first.

    A moment is `{"n", "until", "part", "before", "after", "luck", "at", "asked", "options"}`. `before` and `after` are
    the shares of a win, 0 to 1, where a seat of `about` had a choice and where the next choice came; the worst of it
    happened from the question of event `n` to event `until`; `luck` is the chance in between (`Advisor.luck`). `asked`
    is the seat that chose, `at` the event of its question (the seat asked at `n` where none of `about` was), and
    `options` the possible answers as in `hints` with this budget, each with `done`: whether the match went on so.
    `curve`: `[n, {seat: share of a win}]` at no more than `CURVE` of the quiet moments, in order. The same match always
    gives the same result. Raises ValueError for an unknown seat."""
    outcome = match.outcome
    if seat is not None and seat not in match.sides:
        raise ValueError(f"{seat!r} is no seat")
    losers = () if outcome is None else _losers(outcome, match.sides)
    loser = losers[0] if len(losers) == 1 else None
    answer: Json = {"loser": loser, "losers": list(losers), "about": [], "moments": [], "curve": []}
    answer |= {"rolls": {}, "throws": []}
    if outcome is None:
        return answer
    about = losers if seat is None else tuple(other for other, side in match.sides.items() if side == match.sides[seat])
    if not about and not outcome["winners"] and advisor.drawn(match) <= UNWANTED:
        about = tuple(match.sides)
    answer["about"] = list(about)
    answer["rolls"] = advisor.rolls(match, match.journal)
    answer["throws"] = _furthest(advisor.throws(match, match.journal))
    states = journals.fold(match.engine, match._events)
    judge = advisor if chances is None else replace(advisor, evaluate=chances)
    worth = {n: _shares(judge, _at(match, states, n)) for n in _quiet(match)}
    if worth and _played_out(match):
        worth[len(states) - 1] = _shares(judge, match)
    thinned = _thinned(list(worth))
    answer["curve"] = [[n, {side: round(worth[n][side], 3) for side in worth[n]}] for n in thinned]
    if not about:
        return answer
    falls = sorted(_falls(judge, match, states, worth, about), key=lambda fall: fall.after - fall.before)
    chosen: dict[str, _Fall] = {}
    for fall in falls:
        if fall.part not in chosen and fall.before - fall.after >= advisor.least and len(chosen) < MOST:
            chosen[fall.part] = fall
    in_order = sorted(chosen.values(), key=lambda turn: turn.first)
    return answer | {"moments": [_moment(advisor, match, states, turn, budget) for turn in in_order]}


def _losers(outcome: Json, sides: Mapping[Seat, str]) -> tuple[Seat, ...]:
    """The seats of the only losing side; of several the side of the seat that came next after the winners; all seats
    where all have lost."""
    if not outcome["winners"]:
        return tuple(sides) if outcome.get("all_lost") else ()
    won = {sides[seat] for seat in outcome["winners"]}
    lost = list(dict.fromkeys(side for side in sides.values() if side not in won))
    if len(lost) > 1:
        ranking: list[list[Seat]] = outcome.get("ranking") or []
        if len(ranking) < 2 or set(ranking[0]) != set(outcome["winners"]) or len(ranking[1]) > 1:
            return ()
        lost = [sides[ranking[1][0]]]
    return tuple(seat for seat, side in sides.items() if side in lost)


def _played_out(match: Match) -> bool:
    """Whether play ended the match. A scenario may end with its "time", as a seat does whose clock runs out."""
    if match.outcome is None or match.outcome["reason"] in AGREED:
        return False
    last = takewhile(lambda event: not isinstance(event, Asked), reversed(match._events))
    return match.outcome["reason"] != "time" or not any(isinstance(event, TimeRanOut) for event in last)


def _thinned(moments: list[int]) -> list[int]:
    """At most `CURVE` of these moments, the last one among them."""
    every = -(-len(moments) // CURVE) or 1
    return moments[::-1][::every][::-1]


def _furthest(throws: Sequence[Json]) -> list[Json]:
    """The throws furthest above what was to be expected, then those furthest below, the luckiest first."""

    def above(throw: Json) -> float:
        return float(throw["successes"] - throw["expected"])

    ranked = sorted(throws, key=above, reverse=True)
    lucky, unlucky = ([it for it in ranked if above(it) * sign > 0] for sign in (1, -1))
    return lucky[:FURTHEST] + unlucky[-FURTHEST:]


def decided_query(advisor: Advisor, budget: Budget, chances: Evaluate | None = None) -> Query[Any, Any]:
    """The query of a game's closed list, as :func:`turning_points`. It answers every viewer: nothing is secret once a
    match is over."""
    return Query(Codec(About), lambda match, viewer, asked: turning_points(advisor, match, budget, asked.seat, chances))


def _falls(
    advisor: Advisor, match: Match, states: list[Any], worth: Mapping[int, Mapping[Seat, float]], about: Sequence[Seat]
) -> Iterator[_Fall]:
    """The stretches between the choices of these seats, so that each begins with what they did, or left undone, and has
    what the others made of it; empty for a match without its past. The last one ends with the match where play decided
    it."""
    share = {n: _mean(worth[n], about) for n in worth}
    stretches = list(pairwise(share))

    def comes_first(ends: tuple[int, int], at: int) -> bool:
        before, after = (share[end] for end in ends)
        then = before if at == ends[0] else _mean(_shares(advisor, _at(match, states, at)), about)
        return before - then < LATE * (before - after)

    def choice(ends: tuple[int, int]) -> tuple[int, Seat] | None:
        own = _choice(advisor, match, states, ends, about)
        falls = share[ends[0]] - share[ends[1]] >= advisor.least
        return None if own is not None and falls and not comes_first(ends, own[0]) else own

    choices = {ends[0]: choice(ends) for ends in stretches}
    if not choices:
        return
    starts = [first for n, (first, own) in enumerate(choices.items()) if own is not None or n == 0]
    for first, after in zip(starts, [*starts[1:], max(share)], strict=True):
        within = (ends for ends in stretches if first <= ends[0] < after)
        worst = min(within, key=lambda ends: share[ends[1]] - share[ends[0]])
        part = advisor.part(_at(match, states, first))
        yield _Fall(first, after, share[first], share[after], part, worst, choices[first])


def _quiet(match: Match) -> list[int]:
    """The questions at which little is being resolved, without those taken back: the stack is no deeper than at a
    quarter of all questions."""
    asked: dict[int, int] = {}
    for n, event in enumerate(match._events):
        if isinstance(event, Rewound):
            asked = {at: depth for at, depth in asked.items() if at < event.to}
        elif isinstance(event, Asked) and event.asked:
            asked[n] = len(event.stack)
    depth = sorted(asked.values())[len(asked) // 4] if asked else 0
    return [n for n, depth_asked in asked.items() if depth_asked <= depth]


def _at(match: Match, states: list[Any], n: int) -> Match:
    """The match after event n, for evaluation and imagination."""
    return type(match)(states[n], match._events[: n + 1], SeededChance(n))


def _shares(advisor: Advisor, match: Match) -> dict[Seat, float]:
    """Each seat's share of a win."""
    return {seat: (worth + 1) / 2 for seat, worth in values(match, advisor).items()}


def _mean(shares: Mapping[Seat, float], about: Sequence[Seat]) -> float:
    return sum(shares[seat] for seat in about) / len(about)


def _moment(advisor: Advisor, match: Match, states: list[Any], fall: _Fall, budget: Budget) -> Json:
    n, until = fall.worst
    then = _at(match, states, n)
    between = [event for event in match.journal[n + 1 : until + 1] if event["kind"] != "rewound"]
    luck = advisor.luck(then, between)
    at, asked = fall.own or (n, next(iter(then.asked)))
    answering = _at(match, states, _answering(match, at, asked))
    done = _answered(advisor, match, answering, asked) if fall.own else None
    options = hints(advisor, _at(match, states, at), asked, budget, done)["options"]
    return {
        "n": n,
        "until": until,
        "part": fall.part,
        "before": round(fall.before, 3),
        "after": round(fall.after, 3),
        "luck": luck,
        "at": at,
        "asked": asked,
        "options": [{**option, "done": _done(match, answering, asked, option["command"])} for option in options],
    }


def _answering(match: Match, at: int, seat: Seat) -> int:
    """The last question before a seat's answer to that of event `at`: others may have answered it first."""
    for n in range(at + 1, len(match._events)):
        event = match._events[n]
        if isinstance(event, Asked):
            if event.by == seat or seat not in event.asked:
                break
            at = n
    return at


def _answered(advisor: Advisor, match: Match, then: Match, seat: Seat) -> Json | None:
    """The command with which the match went on, where it can be told: a place or a plan may be one of too many."""
    if seat not in then.asked:
        return None
    rng = Random(0)
    commands = chain(islice(then.commands(seat, rng), LISTED), islice(advisor.shortlist(then, seat, rng), LISTED))
    return next((command for command in commands if _done(match, then, seat, command)), None)


def _choice(
    advisor: Advisor, match: Match, states: list[Any], between: tuple[int, int], about: Sequence[Seat]
) -> tuple[int, Seat] | None:
    """The first question to one of these seats between two events that hints can be given for and that has several
    answers, without those taken back: its event and the seat."""
    asked: list[tuple[int, Seat]] = []
    for n in range(*between):
        event = match._events[n]
        if isinstance(event, Rewound):
            asked = [question for question in asked if question[0] < event.to]
        elif isinstance(event, Asked):
            asked += [(n, seat) for seat in about if seat in event.asked]
    moments = ((n, seat, _at(match, states, n)) for n, seat in asked)
    return next(((n, seat) for n, seat, then in moments if _open(advisor, then, seat)), None)


def _open(advisor: Advisor, then: Match, seat: Seat) -> bool:
    """Whether a seat has a choice that the advisor can judge."""
    if then.asked[seat].kind in advisor.unhinted:
        return False
    return len(list(islice(then.commands(seat), 2))) > 1


def _done(match: Match, then: Match, seat: Seat, command: Json) -> bool:
    """Whether the match went on with this command: whether its first events are those that the command has in common in
    several tries with other dice."""
    went = match._events[len(then._events) :]
    tries: list[list[Any]] = []
    for n in range(TRIES):
        tried = then.fork(n)
        tried.submit(seat, command)
        tries.append(tried._events[len(then._events) :])
        if not went or not tries[n] or type(went[0]) is not type(tries[n][0]):
            return False
    sure = takewhile(lambda row: all(value == row[0] for value in row), zip(*tries, strict=False))
    return all(row[0] == value for row, value in zip(sure, went, strict=False))
