"""Cases about commands: refusals, listed commands, and the end of a match."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from rules.kernel.codec import Json
from rules.kernel.conformance.comparison import (
    ConformanceError,
    check_equal,
    check_json,
    check_unchanged,
    everything,
)
from rules.kernel.conformance.matches import PlayedMatches
from rules.kernel.refusals import Refusal, Refused
from rules.kernel.seats import SPECTATOR, Seat

NONSENSE: tuple[Any, ...] = (
    None, 7, "end", [], {}, {"kind": None}, {"kind": []}, {"kind": "no-such-command"}, {"kind": "concede", "why": 1},
    {"kind": "propose"}, {"kind": "propose", "what": "draw", "to": -1}, {"kind": "adjust", "accept": 1},
    {"kind": "undo", "decision": 3}, {1: 2}, {"kind": "concede", "x": float("nan")}, {str(n): n for n in range(40)},
)  # fmt: skip


def refusals_change_nothing(suite: PlayedMatches) -> None:
    """`check` never raises, `submit` refuses for the same reason, and a refused command changes nothing."""
    for n, match in enumerate(suite.samples):
        before, position, events = everything(match), match.position(), len(match.journal)
        for seat, command in _refusable(suite, match, random.Random(n)):
            try:
                refusal = match.check(seat, command)
            except Exception as problem:
                raise ConformanceError(f"check raised {problem!r} for {command!r} of {seat!r}") from problem
            if refusal is None:
                continue
            check_json("refusal", refusal.to_json())
            if not refusal.code or not isinstance(refusal.clause, str):
                raise ConformanceError(f"a refusal without a code: {refusal}")
            try:
                match.submit(seat, command)
            except Refused as refused:
                check_equal("what submit refuses with", refused.refusal.to_json(), refusal.to_json())
            else:
                raise ConformanceError(f"check refuses {command!r} of {seat!r}, submit accepts it")
            check_equal(f"the position after {refusal.code} for {command!r}", match.position(), position)
        check_equal("the journal after refusals", len(match.journal), events)
        check_unchanged("the match after refusals", everything(match), before)


def _refusable(suite: PlayedMatches, match: Any, rng: random.Random) -> Iterator[tuple[Any, Any]]:
    for seat in (*match.seats, SPECTATOR, "99", ""):
        yield from ((seat, command) for command in NONSENSE)
    for seat, decision in match.decisions.items():
        for option in decision["options"]:
            if not option["legal"] or option["needs"]:
                yield seat, option["command"]
        for command in islice(match.commands(seat, rng), 4):
            yield from ((other, command) for other in match.seats if other != seat)
            yield seat, {**command, "decision": "0-0"}
            yield seat, {**command, "extra": 1}
    for seat in match.seats:
        yield from ((seat, command) for command in suite.subject.probes(match, seat))


def listed_commands_are_accepted(suite: PlayedMatches) -> None:
    """`check` and `submit` accept every command that a match lists as possible (legal options, `commands`, `asides`,
    `answers`, `suggest`, defaults) and refuse every one that it shows as illegal."""
    for n, match in enumerate(suite.samples):
        rng = random.Random(n)
        for seat in match.seats:
            offered = list(islice(match.commands(seat, rng), 25))
            if offered and seat not in match.asked:
                raise ConformanceError(f"commands for {seat}, who is asked nothing")
            for command in (*offered, *islice(match.asides(seat, rng), 10), *chain(*match.answers(seat))):
                check_accepted(match, seat, command)
        for seat, decision in match.decisions.items():
            for option in decision["options"]:
                _check_option(match, seat, option)
            if decision.get("default") is not None:
                check_accepted(match, seat, decision["default"])
            offered = list(islice(match.commands(seat, rng), 1))
            if offered:
                check_accepted(match, seat, {**offered[0], "decision": decision["id"]})


def _check_option(match: Any, seat: Seat, option: Json) -> None:
    if not option["legal"]:
        refusal = match.check(seat, option["command"])
        if refusal is None:
            raise ConformanceError(f"shown as illegal, accepted: {option}")
        return
    if not option["needs"]:
        check_accepted(match, seat, option["command"])
    elif (completed := match.suggest(seat, option["command"])) is not None:
        check_accepted(match, seat, completed)


def check_accepted(match: Any, seat: Seat, command: Json) -> None:
    refusal: Refusal | None = match.check(seat, command)
    if refusal is not None:
        raise ConformanceError(f"listed for {seat}, refused as {refusal.code}: {command}")
    try:
        match.fork(1).submit(seat, command)
    except Refused as refused:
        raise ConformanceError(
            f"listed for {seat} and checked, refused as {refused.refusal.code}: {command}"
        ) from refused


def matches_end(suite: PlayedMatches) -> None:
    """Random matches end with an outcome as the contract has it; after that nobody is asked and everything is
    refused."""
    for moments in suite.played:
        match = moments[-1].match
        outcome = match.outcome
        if outcome is None:
            raise ConformanceError(f"a match has not ended after {len(moments) - 1} commands")
        check_json("outcome", outcome)
        if not {"winners", "reason", "score"} <= outcome.keys() or not set(outcome["winners"]) <= {*match.seats}:
            raise ConformanceError(f"no outcome: {outcome}")
        if match.decisions or match.asked or any(list(match.commands(seat)) for seat in match.seats):
            raise ConformanceError("somebody is asked when the match is over")
        for seat in match.seats:
            refusal = match.check(seat, {"kind": "concede"})
            if refusal is None or refusal.code != "over":
                raise ConformanceError(f"after the end {seat} is told {refusal}")
