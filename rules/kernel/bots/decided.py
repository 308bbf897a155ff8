"""The turning points of a finished match: the moments at which the loser's chances fell most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from rules.kernel import journal as journals
from rules.kernel.bots.advisor import Advisor, Match, values
from rules.kernel.bots.hints import hints
from rules.kernel.bots.search import Budget
from rules.kernel.chance import SeededChance
from rules.kernel.codec import Codec, Json
from rules.kernel.contract import Query
from rules.kernel.journal import Asked, Rewound
from rules.kernel.match import NoParams
from rules.kernel.seats import Seat

MOST = 3
TRIES = 3
"""Number of repetitions of a command with other chance, to find its effects that chance does not change."""
AGREED = ("agreement", "concession", "time")
"""Reasons of an outcome that do not come from play."""


@dataclass(frozen=True)
class _Fall:
    """The stretch from the question at event `first` to the one at event `last`, or to the end."""

    first: int
    last: int
    before: float
    after: float
    part: str


def turning_points(advisor: Advisor, match: Any, budget: Budget) -> Json:
    """`{"loser": seat or None, "moments": [...], "rolls": {...}}`: at most three moments at which the only loser of a
    finished match, or of several losers the runner-up, fell most by the evaluation, at most one in each of the game's
    parts (`Advisor.part`), in order. `loser` None: nobody lost, or several who came level, or the match is not over.
    `rolls`: the results of chance in a finished match (`Advisor.rolls`).

    A moment is `{"n", "until", "part", "before", "after", "luck", "at", "asked", "options"}`. It begins at the question
    of event `n` and ends with event `until`; `before` and `after` are the loser's share of a win, 0 to 1; `luck` is the
    chance in between (`Advisor.luck`). `asked` is the loser where they were asked in between, else the seat that was
    asked at `n`; `at` is the event of that question, and `options` the possible answers as in `hints` with this budget,
    each with `done`: whether the match went on so. The same match always gives the same result."""
    outcome = match.outcome
    loser = None if outcome is None else _loser(outcome, match.seats)
    rolls = {} if outcome is None else advisor.rolls(match, match.journal)
    if loser is None:
        return {"loser": None, "moments": [], "rolls": rolls}
    states = journals.fold(match.engine, match._events)
    falls = sorted(_falls(advisor, match, states, loser), key=lambda it: it.after - it.before)
    chosen: dict[str, _Fall] = {}
    for fall in falls:
        if fall.part not in chosen and fall.after < fall.before and len(chosen) < MOST:
            chosen[fall.part] = fall
    in_order = sorted(chosen.values(), key=lambda it: it.first)
    moments = [_moment(advisor, match, states, it, loser, budget) for it in in_order]
    return {"loser": loser, "moments": moments, "rolls": rolls}


def _loser(outcome: Json, seats: Sequence[Seat]) -> Seat | None:
    """The only loser; of several the one who came next after the winners."""
    losers = [it for it in seats if it not in outcome["winners"]] if outcome["winners"] else []
    if len(losers) == 1:
        return losers[0]
    ranking: list[list[Seat]] = outcome.get("ranking") or []
    if not losers or len(ranking) < 2 or set(ranking[0]) != set(outcome["winners"]) or len(ranking[1]) > 1:
        return None
    return ranking[1][0]


def decided_query(advisor: Advisor, budget: Budget) -> Query[Any, Any]:
    """The query of a game's closed list. It answers every viewer: nothing is secret once a match is over."""
    return Query(Codec(NoParams), lambda match, viewer, _: turning_points(advisor, match, budget))


def _falls(advisor: Advisor, match: Match, states: list[Any], loser: Seat) -> Iterator[_Fall]:
    """The stretches between quiet moments; empty for a match without its past. The last one ends with the match where
    play decided it."""
    quiet = _quiet(match)
    if not quiet:
        return
    worth = {n: _share(advisor, _at(match, states, n), loser) for n in quiet}
    ends = match.outcome is not None and match.outcome["reason"] not in AGREED
    last = len(states) - 1
    for first, after in zip(quiet, [*quiet[1:], last], strict=True):
        if after != last or ends:
            part = advisor.part(_at(match, states, first))
            yield _Fall(first, after, worth[first], worth.get(after, 0.0), part)


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
    return [n for n, it in asked.items() if it <= depth]


def _at(match: Match, states: list[Any], n: int) -> Match:
    """The match after event n, for evaluation and imagination."""
    return type(match)(states[n], match._events[: n + 1], SeededChance(n))


def _share(advisor: Advisor, match: Match, seat: Seat) -> float:
    return (values(match, advisor.evaluate)[seat] + 1) / 2


def _moment(advisor: Advisor, match: Match, states: list[Any], fall: _Fall, loser: Seat, budget: Budget) -> Json:
    then = _at(match, states, fall.first)
    between = [event for event in match.journal[fall.first + 1 : fall.last + 1] if event["kind"] != "rewound"]
    at, asked = fall.first, next(iter(then.asked))
    if (own := _question(advisor, match, states, fall, loser)) is not None:
        at, asked, then = own, loser, _at(match, states, own)
    options = hints(advisor, then, asked, budget)["options"]
    return {
        "n": fall.first,
        "until": fall.last,
        "part": fall.part,
        "before": round(fall.before, 3),
        "after": round(fall.after, 3),
        "luck": advisor.luck(then, between),
        "at": at,
        "asked": asked,
        "options": [{**it, "done": _done(match, then, asked, it["command"])} for it in options],
    }


def _question(advisor: Advisor, match: Match, states: list[Any], fall: _Fall, loser: Seat) -> int | None:
    """The first question to the loser within a fall that hints can be given for, without those taken back."""
    asked: list[int] = []
    for n in range(fall.first, fall.last):
        event = match._events[n]
        if isinstance(event, Rewound):
            asked = [at for at in asked if at < event.to]
        elif isinstance(event, Asked) and loser in event.asked:
            asked.append(n)
    kinds = ((n, _at(match, states, n).asked[loser].kind) for n in asked)
    return next((n for n, kind in kinds if kind not in advisor.silent and kind != "adjust"), None)


def _done(match: Match, then: Match, seat: Seat, command: Json) -> bool:
    """Whether the match went on with this command: whether its first events are those that the command has in common in
    several tries with other dice."""
    tries: list[list[Any]] = []
    for n in range(TRIES):
        tried = then.fork(n)
        tried.submit(seat, command)
        tries.append(tried._events[len(then._events) :])
    went = match._events[len(then._events) :]
    sure = takewhile(lambda row: all(it == row[0] for it in row), zip(*tries, strict=False))
    same_kind = bool(went and tries[0]) and type(went[0]) is type(tries[0][0])
    return same_kind and all(row[0] == it for row, it in zip(sure, went, strict=False))
