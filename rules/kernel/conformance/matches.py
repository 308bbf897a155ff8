"""The random matches that the cases examine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from rules.kernel.codec import Json
from rules.kernel.conformance.comparison import ConformanceError, ViewTexts
from rules.kernel.conformance.subject import Subject
from rules.kernel.contract import Match
from rules.kernel.seats import Seat, Viewer, viewers_of

DRAW: Json = {"kind": "propose", "what": "draw"}
UNDO: Json = {"kind": "undo"}
YES: Json = {"kind": "adjust", "accept": True}
NO: Json = {"kind": "adjust", "accept": False}


@dataclass(frozen=True)
class Moment:
    """A match after a command, with the view of every viewer at that time as `ViewTexts` has it. `last`: the number of
    its last event; `sealed`: only the seat that gave the command may know it."""

    match: Any
    last: int
    shown: Mapping[Viewer, list[str]]
    sealed: bool = False


class PlayedMatches:
    """Random matches of one game, played when they are first needed, from fixed seeds."""

    def __init__(self, subject: Subject, seed: int = 1) -> None:
        self.subject = subject
        self.seed = seed

    @cached_property
    def played(self) -> list[list[Moment]]:
        """For each match, its moments: the beginning, then one after every command."""
        return [list(self._play(self.seed + n)) for n in range(self.subject.matches)]

    def _play(self, seed: int) -> Iterator[Moment]:
        options = self.subject.options[seed % len(self.subject.options)]
        match, rng = self.subject.match.new(options, seed, **self.subject.supplies), random.Random(seed)
        texts, last = ViewTexts(), len(match.journal) - 1
        yield _moment(match, last, texts)
        for _ in range(self.subject.longest):
            if match.outcome is not None:
                texts.check_rows()
                return
            for seat, command in _candidates(match, rng):
                if match.check(seat, command) is None:
                    last = match.submit(seat, command)[-1]["n"]
                    sealed = command["kind"] in self.subject.sealed
                    break
            else:
                raise ConformanceError(f"no command is accepted of {list(match.asked)}")
            yield replace(_moment(match, last, texts), sealed=sealed)

    @cached_property
    def samples(self) -> list[Any]:
        """Copies of running matches at some of their moments, a few of them right after a sealed command."""
        drawn = []
        for moments in self.played:
            going = [moment for moment in moments if moment.match.outcome is None]
            step = max(1, len(going) // self.subject.looks)
            sealed = [moment for moment in going if moment.sealed]
            chosen = {id(match): match for match in (*sealed[:2], *sealed[-2:], *going[step // 2 :: step])}
            drawn += [moment.match for moment in chosen.values()]
        return drawn

    def twins(self) -> Iterator[tuple[Any, Viewer, Any, Any]]:
        """For each match of `samples` and each viewer: the match, the viewer, and two worlds imagined for this
        viewer."""
        for n, match in enumerate(self.samples):
            for viewer in viewers_of(match.seats):
                yield match, viewer, match.imagine(viewer, 2 * n), match.imagine(viewer, 2 * n + 1)


def _moment(match: Any, last: int, texts: ViewTexts) -> Moment:
    shown = {viewer: texts.of(match.view(viewer)) for viewer in viewers_of(match.seats)}
    return Moment(match.fork(0), last, shown)


def _candidates(match: Match, rng: random.Random) -> Iterator[tuple[Seat, Json]]:
    """Commands to try until one is accepted: usually answers to the questions asked, one time in ten something unasked
    first."""
    seats = rng.sample(list(match.asked), len(match.asked))
    if rng.random() < 0.1:
        seat = rng.choice(match.seats)
        yield from ((seat, command) for command in islice(match.asides(seat, rng), 1))
        yield seat, rng.choice(({"kind": "undo"}, {"kind": "retract"}, {"kind": "propose", "what": "takeback"}))
    for seat in seats:
        for command in islice(match.commands(seat, rng), 10):
            if command != YES or match.asked[seat].code != "draw":
                yield seat, command


def play_on(match: Match, rng: random.Random, most: int) -> None:
    """Submits up to `most` random commands; stops early where nobody is asked or nothing is accepted."""
    for _ in range(most):
        if not match.asked:
            return
        seat = rng.choice(list(match.asked))
        command = next((c for c in islice(match.commands(seat, rng), 10) if match.check(seat, c) is None), None)
        if command is None:
            return
        match.submit(seat, command)
