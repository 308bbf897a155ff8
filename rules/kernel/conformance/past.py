"""Cases about the past of a match: that its history is true, and that a long past costs nothing."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

from rules.kernel.codec import Json
from rules.kernel.conformance.comparison import (
    ConformanceError,
    ViewTexts,
    check_equal,
    check_json,
)
from rules.kernel.conformance.matches import DRAW, UNDO, PlayedMatches
from rules.kernel.lazy import plain
from rules.kernel.seats import EVERYONE, Seat, viewers_of

AGES = 60
"""Number of proposals made and retracted in the long past of a match, four events each."""
STEPS = 12
"""Number of a log's last rows whose moments are compared with the history's."""
SPARE_CALLS = 60
"""Number of further calls allowed in the match with the long past: far fewer than one for each of its events."""


def history_is_what_was_seen(suite: PlayedMatches) -> None:
    """The history shows each viewer at every moment, undone ones included, what they saw then, a log of as many rows as
    are counted; it shows every secret only once the match is over."""
    for moments in suite.played:
        for moment in moments:
            for viewer, (_, *rows) in moment.shown.items():
                check_equal(f"the rows of {viewer} at {moment.last}", moment.match.rows(viewer), len(rows))
        match = moments[-1].match
        again = suite.subject.match.replay({}, match.journal)
        for history in (match.history(), again.history()):
            texts = ViewTexts()
            for moment in moments:
                for viewer, shown in moment.shown.items():
                    check_equal(
                        f"what {viewer} saw at {moment.last}", texts.of(history.view(moment.last, viewer)), shown
                    )
            texts.check_rows()
        if match.outcome is not None:
            check_json("everything", history.view(history.last, EVERYONE))
    running = suite.samples[0].history()
    try:
        running.view(running.last, EVERYONE)
    except ValueError:
        return
    raise ConformanceError("everything is shown while the match goes on")


def every_moment_can_be_viewed(suite: PlayedMatches) -> None:
    """Every event of a match is a moment of its history, also in the middle of a command, and every viewer has a view
    of it that is JSON, with nobody asked but where a question was recorded; so has "everyone" once the match is
    over."""
    for moments in suite.played:
        match = moments[-1].match
        history = match.history()
        ends = {n for n, event in enumerate(match.journal) if event["kind"] == "asked"}
        viewers = (*viewers_of(match.seats), *((EVERYONE,) if match.outcome is not None else ()))
        known: Json = {}
        for at in range(history.last + 1):
            for viewer in viewers:
                try:
                    view = history.view(at, viewer)
                    _check_moment(view, known, asked=at in ends)
                except ConformanceError as problem:
                    raise ConformanceError(f"{problem}, at {at} for {viewer}") from problem
                except Exception as problem:
                    raise ConformanceError(f"the view of moment {at} for {viewer} raised {problem!r}") from problem
        for viewer in viewers_of(match.seats):
            _check_steps(match, history, viewer)


def _check_steps(match: Any, history: Any, viewer: Seat) -> None:
    """The last rows of a viewer's log, as they are told step by step, are the moments of the history."""
    rows = match.rows(viewer)
    for row in range(max(0, rows - STEPS), rows):
        try:
            step = match.moment(row, viewer)
        except ValueError:  # long past
            continue
        moment = history.view(history.moment(row, viewer), viewer)
        check_equal(f"row {row} of {viewer}", plain(step), plain({**moment, "log": moment["log"][: row + 1]}))
    try:
        match.moment(rows, viewer)
    except ValueError:
        return
    raise ConformanceError(f"{viewer} sees a row that is not there")


def _check_moment(view: Json, known: Json, *, asked: bool) -> None:
    """`known`: of each part of a view the last that was found to be JSON; most are equal to it."""
    if view["waiting"] and not asked:
        raise ConformanceError(f"in the middle of a command {view['waiting']} are asked")
    for key, part in {**view, "log": view["log"][-1:]}.items():
        if key not in known or known[key] != part:
            known |= check_json("a view", {key: plain(part)})


def age_costs_nothing(suite: PlayedMatches) -> None:
    """A view, a command and an undo take as many function calls late in a match as early."""
    for match in suite.samples[:3]:
        if not match.asked or "adjust" in {question.kind for question in match.asked.values()}:
            continue
        seat = next(iter(match.asked))
        command = next(match.commands(seat, random.Random(1)))
        old = _aged(suite, match, seat)
        check_equal("a match after proposals taken back", old.position(), match.position())
        for viewer in viewers_of(match.seats):
            _check_calls(f"view of {viewer}", _count_calls(match.fork(1).view, viewer), _count_calls(old.view, viewer))
        carried = (
            _count_calls(_submit_accepted, match, seat, command),
            _count_calls(_submit_accepted, old, seat, command),
        )
        _check_calls(f"command {command['kind']}", *carried)
        undone = (
            _count_calls(_submit_accepted, match, seat, command, UNDO),
            _count_calls(_submit_accepted, old, seat, command, UNDO),
        )
        _check_calls(f"undoing {command['kind']}", *undone)


def _aged(suite: PlayedMatches, match: Any, seat: Seat) -> Any:
    """The match with the events of a proposal made and retracted many times over, which a seat can do once a move."""
    once = match.fork(1)
    young = len(once.journal)
    for command in (DRAW, {"kind": "retract"}):
        if once.check(seat, command) is not None:
            return match.fork(1)
        once.submit(seat, command)
    journal = [*once.journal]
    for _ in range(AGES - 1):
        journal += [{**row, "n": n} for n, row in enumerate(once.journal[young:], len(journal))]
    return suite.subject.match.replay({}, journal, 1)


def _submit_accepted(match: Any, seat: Seat, *commands: Json) -> None:
    """Submits the commands to a copy, leaving out those that are refused."""
    copy = match.fork(1)
    for command in commands:
        if copy.check(seat, command) is None:
            copy.submit(seat, command)


def _count_calls(act: Callable[..., Any], *args: Any) -> int:
    """The number of function calls that `act` makes when it runs a second time, with its caches filled."""
    act(*args)
    count = 0

    def watch(frame: Any, event: str, arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        act(*args)
    finally:
        sys.setprofile(before)
    return count


def _check_calls(what: str, young: int, old: int) -> None:
    if old > young + SPARE_CALLS:
        raise ConformanceError(f"{what} takes {young} calls in a young match and {old} in an old one")
