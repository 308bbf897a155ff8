"""Cases about data: JSON, positions, replays, snapshots and forks."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

from rules.kernel.conformance.comparison import (
    ConformanceError,
    check_equal,
    check_json,
    check_unchanged,
    everything,
    timeless,
    unnumbered,
)
from rules.kernel.conformance.matches import PlayedMatches, play_on
from rules.kernel.lazy import plain
from rules.kernel.seats import viewers_of

ALL_PAST = 1_000_000
"""A row number beyond every log: a view since then has an empty log."""


def json_round_trip(suite: PlayedMatches) -> None:
    """Everything that the contract hands out is JSON, and at every decision a position reads back as the same match."""
    for moments in suite.played:
        for moment in moments:
            match = moment.match
            position = match.position()
            written = check_json("position", position)
            again = suite.subject.match.from_position(written, **suite.subject.supplies)
            check_equal("a position read back", again.position(), position)
            check_equal("who is asked by a position read back", list(again.asked), list(match.asked))
            for viewer in viewers_of(match.seats) if match.outcome is None else ():
                shown, before = again.view(viewer, ALL_PAST), match.view(viewer, ALL_PAST)
                check_equal(f"view of {viewer} of a position read back", timeless(shown), timeless(before))
            _empty(position)
            check_equal("the position after the caller has changed it", match.position(), written)
    for match in suite.samples:
        check_json("decisions", match.decisions)
        check_json("journal", match.journal)
        for viewer in viewers_of(match.seats):
            check_json(f"view of {viewer}", plain(match.view(viewer)))
        for seat in match.seats:
            check_json("commands", list(islice(match.commands(seat), 20)))


def replay_equals_match(suite: PlayedMatches) -> None:
    """A journal replays to the match that wrote it, whatever the seed: nothing is rolled or decided again. A snapshot
    replays to the same position and questions."""
    ends = [moments[-1].match for moments in suite.played]
    for match in (*suite.samples, *ends):
        journal, before = json.loads(json.dumps(match.journal)), everything(match)
        for seed in (1, 2):
            again = suite.subject.match.replay({}, journal, seed)
            check_equal("position after replay", again.position(), match.position())
            check_equal("journal after replay", again.journal, journal)
            check_equal("decisions after replay", again.decisions, match.decisions)
            for viewer in viewers_of(match.seats):
                check_equal(f"view of {viewer} after replay", again.view(viewer), match.view(viewer))
            again.compress()
            check_unchanged("a match that is compressed", everything(again), before)
        elsewhere = suite.subject.match.replay({}, json.loads(json.dumps(match.snapshot())))
        check_equal("position of a snapshot", elsewhere.position(), match.position())
        one, two = (
            {seat: unnumbered(decision) for seat, decision in of.decisions.items()} for of in (elsewhere, match)
        )
        check_equal("decisions of a snapshot", one, two)


def journals_can_be_brought(suite: PlayedMatches) -> None:
    """A journal that was written out and read back is known again as a match of this game (`Match.examine`)."""
    for match in (*suite.samples, *(moments[-1].match for moments in suite.played)):
        journal = json.loads(json.dumps(match.journal))
        try:
            summary = suite.subject.match.examine(journal)
        except ValueError as problem:
            raise ConformanceError(f"a journal of this game is refused: {problem}") from problem
        check_json("summary of a journal", summary)
        began = {"options": journal[0]["options"], "outcome": match.outcome, "over": match.outcome is not None}
        check_equal("a journal's summary", {key: summary[key] for key in began}, began)


def forks_are_independent(suite: PlayedMatches) -> None:
    """A command given to a copy changes nothing in the match, nor the other way round; equal seeds give equal
    chance."""
    for n, match in enumerate(suite.samples):
        one, two = match.fork(n), match.fork(n)
        before = everything(match)
        play_on(one, random.Random(n), 12)
        check_unchanged("a match whose copy was played on", everything(match), before)
        play_on(two, random.Random(n), 12)
        check_unchanged("two copies of one seed, played alike", everything(two), everything(one))
        played = match.fork(n + 1)
        copy = played.fork(n + 2)
        play_on(played, random.Random(n), 12)
        check_unchanged("a copy whose match was played on", everything(copy), before)


def _empty(value: Any) -> None:
    """Empties a JSON value and all that is in it."""
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, dict | list):
            _empty(part)
    value.clear()
