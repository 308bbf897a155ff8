"""Cases about proposals, conceding and lapsing."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from rules.kernel.codec import Json
from rules.kernel.conformance.comparison import ConformanceError, check_equal
from rules.kernel.conformance.matches import DRAW, NO, UNDO, YES, PlayedMatches, play_on
from rules.kernel.seats import Seat, Viewer, viewers_of


def proposals_return_the_question(suite: PlayedMatches) -> None:
    """A proposal asks all other seats at once. Retracted or declined, it leaves the questions beneath unchanged; a draw
    that all agree to ends the match. `lapse` answers for an absent seat."""
    for match in suite.samples:
        before, waiting = match.decisions, match.asked
        if "adjust" in {question.kind for question in waiting.values()}:
            continue
        playing = [seat for seat in match.seats if match.check(seat, DRAW) is None]
        by = playing[0]
        others = [seat for seat in playing if seat != by]
        trial = match.fork(1)
        trial.submit(by, DRAW)
        check_equal("who is asked about a proposal", sorted(trial.asked), sorted(others))
        trial.submit(by, {"kind": "retract"})
        check_equal("decisions after a proposal taken back", trial.decisions, before)
        for answer in ("submit", "lapse"):
            trial = match.fork(1)
            trial.submit(by, DRAW)
            for seat in others[:-1]:
                trial.submit(seat, YES)
                check_equal("who is left to answer", sorted(trial.asked), sorted(others[others.index(seat) + 1 :]))
            getattr(trial, answer)(others[-1], NO)
            check_equal("decisions after a no", trial.decisions, before)
        trial = match.fork(1)
        trial.submit(by, DRAW)
        for seat in others:
            trial.submit(seat, YES)
        if trial.outcome is None or trial.outcome["winners"] or trial.outcome["reason"] != "agreement":
            raise ConformanceError(f"an agreed draw ended as {trial.outcome}")


def giving_up_leaves_nobody_waiting(suite: PlayedMatches) -> None:
    """Any seat may concede or lapse at any moment: it is asked nothing more, and the match goes on or ends without
    it."""
    for n, match in enumerate(suite.samples[::2]):
        for seat in match.seats:
            for how in ("concede", "time"):
                trial = match.fork(n)
                if trial.check(seat, {"kind": "concede"}) is not None:
                    continue
                _ = trial.submit(seat, {"kind": "concede"}) if how == "concede" else trial.lapse(seat)
                if seat in trial.asked:
                    raise ConformanceError(f"{seat} has given up and is asked {trial.asked[seat].kind}")
                if trial.outcome is None and not trial.asked:
                    raise ConformanceError("nobody is asked, and the match is not over")
                if trial.outcome is None:
                    refusal = trial.check(seat, DRAW)
                    if refusal is None:
                        raise ConformanceError(f"{seat} has given up and proposes a draw")
                    play_on(trial, random.Random(n), 8)
                    if seat in trial.asked:
                        raise ConformanceError(f"{seat} has given up and is asked again")
                elif seat in trial.outcome["winners"]:
                    raise ConformanceError(f"{seat} wins by giving up")


TRIED = 4
"""Number of commands of each seat asked at a moment that are tried for an undo."""
WORLDS = 3
"""Number of worlds in which a command that can be undone is given."""


def undoing_gives_nothing_away(suite: PlayedMatches) -> None:
    """A command that its seat can undo alone shows nobody anything: in every world that fits what a viewer knows, and
    with other chance, the same command is as legal for its seat, and the viewer is told the same."""
    for n, match in enumerate(suite.samples):
        for seat in match.asked:
            for command in islice(match.commands(seat, random.Random(n)), TRIED):
                trial = match.fork(n)
                trial.submit(seat, command)
                if trial.check(seat, UNDO) is None:
                    for viewer in viewers_of(match.seats):
                        _check_untold(match, viewer, seat, command, n)


def _check_untold(match: Any, viewer: Viewer, seat: Seat, command: Json, n: int) -> None:
    logs: list[list[Json]] = []
    for seed in range(WORLDS):
        world = match.imagine(viewer, 10 * n + seed)
        before = world.rows(viewer)
        if world.check(seat, command) is None:
            world.submit(seat, command)
            rows = world.view(viewer, before)["log"]
            logs.append([{key: value for key, value in row.items() if key not in ("n", "to")} for row in rows])
        elif viewer == seat:
            raise ConformanceError(f"whether {seat} may give {command} depends on what it cannot see")
    for rows in logs[1:]:
        check_equal(f"what {viewer} is told by {command} of {seat}, which can be undone", rows, logs[0])
