"""Bots against each other: ``make tournament GAME=invader N=40 ONE=search@0.2 OTHER=random``, or

``python -m tests.tournament invader 40 --one search@0.2 --other random``.

Matches come in pairs of one seed with the sides swapped. A bot is its name, and where it searches ``:n`` iterations and
``@s`` seconds of processor time a decision (``search:300@1``). Printed: wins of either bot and either side with their
Wilson intervals (95 %, a draw counts half), the median of the turns, how matches ended, seconds a decision, and for the
duel which cards were never played or too often left in hand.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import median
from typing import Any

from rules import diktat, invader, olomoc
from rules.diktat import bots as diktat_bots
from rules.invader import bots as invader_bots
from rules.invader.cards import card_of
from rules.kernel import Json
from rules.kernel.bots import Advisor, Budget, greedy_answer, random_answer, search
from rules.olomoc import bots as olomoc_bots
from tests.diktat import tournament as diktat_seats
from tests.standin import bot as auction_bot
from tests.standin import engine as auction

Z = 1.96
"""Standard deviations on either side of a 95 % interval."""
LEFT = 0.9
ENDLESS = 10**6
"""Iterations of a search that only its time limits."""


@dataclass(frozen=True)
class Contest:
    """A game: its match, its options for a seed, its advisor, its own simple bots, its turns so far."""

    match: type[Any]
    advisor: Advisor
    options: Callable[[int], Json] = lambda seed: {}
    own: Any = field(default_factory=dict)
    turns: Callable[[Any], int] = lambda match: len(match.journal)


GAMES = {
    "auction": Contest(auction.Match, auction_bot.ADVISOR, lambda seed: {"players": 2}),
    "diktat": Contest(
        diktat.Match,
        diktat_bots.ADVISOR,
        lambda seed: {"players": 2},
        own={"greedy": diktat_bots.greedy_bot},
        turns=lambda match: match.state.cycle,
    ),
    "invader": Contest(
        invader.Match, invader_bots.ADVISOR, lambda seed: {"invader": "1"}, turns=lambda match: match.state.number
    ),
    "olomoc": Contest(
        olomoc.Match, olomoc_bots.ADVISOR, own={"greedy": olomoc_bots.greedy_bot}, turns=lambda match: match.state.cycle
    ),
}


@dataclass(frozen=True)
class Entrant:
    """A bot: its name, and the budget of one that searches."""

    name: str
    budget: Budget

    @classmethod
    def read(cls, said: str) -> Entrant:
        """``name[:iterations][@seconds]``."""
        name, _, seconds = said.partition("@")
        name, _, iterations = name.partition(":")
        return cls(
            name, Budget(int(iterations or ENDLESS if seconds or iterations else 200), float(seconds or 0) or None)
        )

    def answer(self, contest: Contest, match: Any, seat: str, seed: int) -> Json:
        """Its command."""
        if self.name == "search":
            return search(contest.advisor, match, seat, seed, self.budget, time.process_time)[0].command
        rng = Random(seed)
        if self.name in contest.own:
            return contest.own[self.name](match, seat, rng)
        if self.name not in ("greedy", "random"):
            raise ValueError(f"there is no bot {self.name!r}")
        simple = random_answer(match, seat, rng)
        return simple if self.name == "random" else greedy_answer(contest.advisor, match, seat, rng)


@dataclass
class Played:
    """One match: the seat of the first entrant, how it ended, and what it took."""

    first: str
    outcome: Json
    turns: int
    decisions: Counter[str]
    seconds: Counter[str]
    drawn: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)


def play(game: str, seed: int, first: str, one: str, other: str) -> Played:
    """The match of a seed, the entrant `one` at the seat `first`."""
    contest = GAMES[game]
    match, rng = contest.match.new(contest.options(seed), seed), Random(seed)
    decisions: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    while match.outcome is None:
        seat = next(iter(match.asked))
        said = one if seat == first else other
        began = time.process_time()
        world = match.imagine(seat, rng.getrandbits(31))
        match.submit(seat, Entrant.read(said).answer(contest, world, seat, rng.getrandbits(31)))
        decisions[said] += 1
        seconds[said] += time.process_time() - began  # type: ignore[assignment]  # counted in parts
    found = Played(first, match.outcome, contest.turns(match), decisions, seconds)
    _cards(match.journal, found)
    return found


def _cards(journal: Sequence[Json], found: Played) -> None:
    """Of the duel: which cards came to a hand, and which were played from one."""
    for event in journal:
        if event["kind"] in ("dealt", "drew"):
            found.drawn |= {card_of(id) for id in event["cards"]}
        elif event["kind"] == "played":
            found.used.add(card_of(event["card"]))


def tournament(game: str, pairs: int, one: str, other: str, seed: int = 1, processes: int = 2) -> Iterator[Played]:
    """Matches in pairs, as they come."""
    jobs = [(game, seed + n, first, one, other) for n in range(pairs) for first in ("1", "2")]
    if processes < 2:
        yield from (play(*job) for job in jobs)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, *zip(*jobs, strict=True))


def points(played: Sequence[Played], seat_of: Callable[[Played], str]) -> float:
    """Won matches, and a half for each that nobody won or all."""
    found = 0.0
    for it in played:
        winners = it.outcome["winners"]
        found += (seat_of(it) in winners) if len(winners) == 1 else 0.5
    return found


def wilson(won: float, of: int) -> tuple[float, float]:
    """The interval in which the true share lies with 95 %.

    >>> [round(it, 3) for it in wilson(55, 100)]
    [0.452, 0.644]
    """
    if not of:
        return 0.0, 1.0
    share, square = won / of, Z * Z
    middle, width = share + square / (2 * of), Z * sqrt((share * (1 - share) + square / (4 * of)) / of)
    return (middle - width) / (1 + square / of), (middle + width) / (1 + square / of)


def report(played: Sequence[Played], one: str, other: str) -> Iterator[str]:
    """The figures, a line at a time."""
    of = len(played)
    won = points(played, lambda it: it.first)
    rows = ((one, won), (f"{other} (against it)", of - won), ("seat 1", points(played, lambda it: "1")))
    for name, count in rows:
        low, high = wilson(count, of)
        yield f"{name}: {count:g} of {of} = {count / of:.1%} ({low:.1%} to {high:.1%})"
    yield f"turns: median {median(it.turns for it in played):g}"
    yield f"endings: {dict(Counter(it.outcome['reason'] for it in played))}"
    for bot in dict.fromkeys((one, other)):
        asked = sum(it.decisions[bot] for it in played)
        yield f"{bot}: {sum(it.seconds[bot] for it in played) / max(1, asked):.3f} s a decision, {asked} decisions"
    seen = set().union(*(it.drawn for it in played))
    if seen:
        left = [card for card in sorted(seen) if _share(played, card) > LEFT]
        yield f"never played: {sorted(seen - set().union(*(it.used for it in played)))}"
        yield f"left in hand in over {LEFT:.0%} of the matches in which they were drawn: {left}"


def _share(played: Sequence[Played], card: str) -> float:
    """Of the matches in which a card was drawn, those in which it was not played."""
    drawn = [it for it in played if card in it.drawn]
    return sum(card not in it.used for it in drawn) / len(drawn)


def main(arguments: list[str] | None = None) -> None:
    """Plays, and writes the figures to standard output."""
    parser = argparse.ArgumentParser(prog="python -m tests.tournament", description="Bots against each other.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("matches", type=int, nargs="?", default=40)
    parser.add_argument("--one", default="search:200")
    parser.add_argument("--other", default="search:200")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seats", type=int, default=0, help="of Diktat: all played by the bot --one")
    parser.add_argument("--others", action="store_true", help="of Diktat, with --seats: with the Others")
    chosen = parser.parse_args(arguments)
    if chosen.seats:
        _seats(chosen)
        return
    played = []
    began = time.monotonic()
    for it in tournament(chosen.game, chosen.matches // 2, chosen.one, chosen.other, chosen.seed, chosen.processes):
        played.append(it)
        sys.stderr.write(
            f"{len(played)}: seat {it.first} {chosen.one}, won by {it.outcome['winners']} ({it.outcome['reason']})\n"
        )
    sys.stdout.write(f"{chosen.game}: {chosen.one} against {chosen.other}, seeds from {chosen.seed} on\n")
    sys.stdout.writelines(row + "\n" for row in report(played, chosen.one, chosen.other))
    sys.stdout.write(f"{time.monotonic() - began:.0f} s\n")


def _seats(chosen: argparse.Namespace) -> None:
    """One bot at every seat of Diktat."""
    bot, began = Entrant.read(chosen.one), time.monotonic()
    args = (chosen.matches, chosen.seats, chosen.others, bot.name, bot.budget, chosen.seed, chosen.processes)
    played = list(diktat_seats.tournament(*args))
    others = " and the Others" if chosen.others else ""
    sys.stdout.write(f"diktat: {chosen.seats} seats{others}, {chosen.one}, seeds from {chosen.seed} on\n")
    sys.stdout.writelines(row + "\n" for row in diktat_seats.report(played))
    sys.stdout.write(f"{time.monotonic() - began:.0f} s\n")


if __name__ == "__main__":
    main()
