"""Plays matches until everything in a game's core pack has made a difference: ``make cards`` for every game, or
``python -m tests.cards.runner olomoc 2000 7 ./my-pack`` (game, matches at most, seed, another pack's path). Says which
never did, and exits with 1 then.

A thing (a card, or a part of one) has *fired* when the same command, with the same dice, would have come out otherwise
without it: other events, or a command that is not legal any more. Of what only forbids: when it kept somebody from
something that would be legal.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from rules.kernel import Refused

Json = dict[str, Any]
Name = tuple[str, str]
"""A kind and an id: `("capacity", "tool-claw")`, `("ministry", "axe-1")`, `("text", "maw 0")`, `("force", "husk")`."""


@dataclass
class Seen:
    """The things that have had an effect: how often, and in which match first."""

    things: Mapping[Name, Any]
    first: dict[Name, int] = field(default_factory=dict)
    matches: int = 0
    commands: int = 0

    @property
    def missing(self) -> list[Name]:
        return [name for name in self.things if name not in self.first]


class Subject(Protocol):
    """A game under test: the things of its packs, how a match is played so that they have an effect, and whether they
    had."""

    @property
    def things(self) -> Mapping[Name, Any]:
        """Everything in the pack that has an effect."""

    @property
    def least(self) -> int:
        """The least number of matches to play."""

    @property
    def seconds(self) -> float:
        """The time after which no further match is begun."""

    def begin(self, seen: Seen, rng: random.Random) -> tuple[Any, Callable[[Any, str], Json]]:
        """A new match, and the function that answers for a seat."""

    def fired(
        self, thing: Any, match: Any, seat: str, command: Json, seed: int, events: list[Json], after: Any
    ) -> bool:
        """Whether this command, carried out with dice of this seed, would have a different result without the thing."""

    def remarks(self, seen: Seen) -> list[str]:
        """Further lines for the end of the report."""


def differs(bare: Any, seat: str, command: Json, events: list[Json], after: Any, silent: tuple[str, ...]) -> bool:
    """Whether a command has a different result in a match without the thing. `silent`: kinds of events that do not show
    a card's effect."""
    try:
        others = bare.submit(seat, command)
    except Refused:
        return True
    return _said(events, silent) != _said(others, silent) or bool(after.asked != bare.asked)


def _said(events: list[Json], silent: tuple[str, ...]) -> list[Json]:
    return [{k: v for k, v in e.items() if k != "n"} for e in events if e["kind"] not in silent]


def play(subject: Subject, seen: Seen, rng: random.Random) -> Any:
    """Plays one match and records what had an effect."""
    match, choose = subject.begin(seen, rng)
    while match.asked:
        seat = rng.choice(list(match.asked))
        match = step(subject, match, seat, choose(match, seat), rng.getrandbits(32), seen)
    seen.matches += 1
    return match


def step(subject: Subject, match: Any, seat: str, command: Json, seed: int, seen: Seen) -> Any:
    """The match after a command; records what had an effect."""
    after = match.fork(seed)
    events = after.submit(seat, command)
    seen.commands += 1
    for name in seen.missing:
        if subject.fired(seen.things[name], match, seat, command, seed, events, after):
            seen.first[name] = seen.matches
    return after


def run(subject: Subject, most: int, seed: int) -> Iterator[Seen]:
    """Yields what was seen after each match, until nothing is missing, or the number of matches or the time is
    reached."""
    seen, rng = Seen(subject.things), random.Random(seed)
    ends = time.monotonic() + subject.seconds
    while seen.matches < most and time.monotonic() < ends and (seen.missing or seen.matches < subject.least):
        play(subject, seen, rng)
        yield seen


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


GAMES = ("olomoc", "invader", "blade", "hybris")


def main(game: str = "", most: str = "1000", seed: str = "1", path: str = "core") -> int:
    """Plays and prints the report: for this game, or for all."""
    if not game:
        return max([main(each) for each in GAMES])
    subject: Subject = import_module(f"tests.cards.{game}").subject(path)
    began, left, seen = time.monotonic(), -1, Seen(subject.things)
    for seen in run(subject, int(most), int(seed)):
        if len(seen.missing) != left:
            left = len(seen.missing)
            say(f"{game}, match {seen.matches}: {len(seen.things) - left} of {len(seen.things)} have fired")
    took = time.monotonic() - began
    say(f"{seen.matches} matches, {seen.commands} commands, {took:.0f} s with seed {seed}")
    late = sorted(seen.first.items(), key=lambda item: -item[1])[:5]
    say("the last to fire: " + ", ".join(f"{sort} {id} (match {n + 1})" for (sort, id), n in late))
    for line in (*subject.remarks(seen), *(f"never: {sort} {id}" for sort, id in seen.missing)):
        say(line)
    return 1 if seen.missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
