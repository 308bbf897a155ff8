"""Bots against each other: ``make tournament GAME=invader N=40 ONE=search@0.2 OTHER=random``, or

``python -m tests.tournament invader 40 --one search@0.2 --other random``.

Matches come in pairs of one seed with the sides swapped: a bot has all seats of its side. A bot is its name, and where
it searches ``:n`` iterations and ``@s`` seconds of processor time a decision (``search:300@1``). Printed: wins of
either bot and of each side with their Wilson intervals (95 %; a draw counts half, a match that all lose nothing), the
median of the turns, how matches ended and for which side, seconds a decision; for Olomoc shares by faction and
ready-made cabal, how the matches of each agenda ended, who dealt the deaths; and for the duel in how many matches each
card was drawn, played, and held at the end, which of a starter deck were never played in some 100 matches in a row, and
which were left in hand in over 90 % of the matches in which they were drawn.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import median
from typing import Any

from rules import blade, diktat, hybris, invader, olomoc
from rules.blade import bots as blade_bots
from rules.diktat import bots as diktat_bots
from rules.hybris import bots as hybris_bots
from rules.invader import bots as invader_bots
from rules.invader.packs.cards import card_of
from rules.kernel import Json
from rules.kernel.bots import Advisor, Budget, HouseBot, search
from rules.kernel.bots.simple import CARE
from rules.olomoc import bots as olomoc_bots
from tests.diktat import tournament as diktat_seats
from tests.hybris import tournament as hybris_seats
from tests.rules import tournament as bouts
from tests.standin import bots as auction_bot
from tests.standin import engine as auction

Z = 1.96
"""The standard deviations of a 95 % interval, on either side."""
LEFT = 0.9
RUN = 100
"""The number of matches in which every card should be played at least once."""
ENDLESS = 10**6
"""The iterations of a search that only has a time limit."""


@dataclass(frozen=True)
class Contest:
    """A game in a tournament: its match class, its options for a seed, its advisor, its own simple bots, its turns so
    far."""

    match: type[Any]
    advisor: Advisor
    options: Callable[[int], Json] = lambda seed: {}
    own: Any = field(default_factory=dict)
    turns: Callable[[Any], int] = lambda match: len(match.journal)
    sides: Callable[[Any], dict[str, str]] = lambda match: {seat: f"seat {seat}" for seat in match.seats}


GAMES = {
    "auction": Contest(auction.Match, auction_bot.ADVISOR, lambda seed: {"players": 2}),
    "blade": Contest(
        blade.Match,
        blade_bots.ADVISOR,
        lambda seed: {"scenario": "practice", "players": 2},
        own={"greedy": blade_bots.greedy_bot},
        turns=lambda match: match.state.round,
        sides=lambda match: dict(match.sides),
    ),
    "diktat": Contest(
        diktat.Match,
        diktat_bots.ADVISOR,
        lambda seed: {"players": 2},
        own={"greedy": diktat_bots.greedy_bot},
        turns=lambda match: match.state.cycle,
    ),
    "hybris": Contest(
        hybris.Match,
        hybris_bots.ADVISOR,
        lambda seed: {"players": 2},
        own={"greedy": hybris_bots.greedy_bot},
        turns=lambda match: match.state.age,
    ),
    "invader": Contest(
        invader.Match,
        invader_bots.ADVISOR,
        lambda seed: {"invader": "1"},
        turns=lambda match: match.state.number,
        sides=lambda match: dict(match.state.sides),
    ),
    "olomoc": Contest(olomoc.Match, olomoc_bots.ADVISOR, turns=lambda match: match.state.cycle),
}


@dataclass(frozen=True)
class Entrant:
    """A bot in a tournament: its name, and the budget of a searching one."""

    name: str
    budget: Budget

    @classmethod
    def read(cls, text: str) -> Entrant:
        """The entrant in the text ``name[:iterations][@seconds]``."""
        name, _, seconds = text.partition("@")
        name, _, iterations = name.partition(":")
        return cls(
            name, Budget(int(iterations or ENDLESS if seconds or iterations else 200), float(seconds or 0) or None)
        )

    def answer(self, contest: Contest, match: Any, seat: str, seed: int) -> Json:
        """The bot's command."""
        if self.name == "search":
            return search(contest.advisor, match, seat, seed, self.budget, time.process_time)[0].command
        if self.name not in (*contest.own, "greedy", *CARE, "random"):
            raise ValueError(f"there is no bot {self.name!r}")
        return HouseBot(contest.advisor, self.budget, contest.own)(match, seat, self.name, seed)


@dataclass
class Played:
    """One match: the seat of the first entrant, how it ended, and what it took."""

    first: str
    outcome: Json
    turns: int
    decisions: Counter[str]
    seconds: Counter[str]
    sides: dict[str, str]
    """The side of each seat."""
    drawn: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    """Of the duel: cards that came to a hand, that were played from one, and that were in one at the end."""
    facts: Json = field(default_factory=dict)
    """Of Olomoc: `tests.rules.tournament.facts`."""


def play(game: str, seed: int, first: str, one: str, other: str, options: Json | None = None) -> Played:
    """Plays the match of a seed, with the entrant `one` at the seat `first`. `options`: in place of the contest's."""
    contest = GAMES[game]
    # the same deal, but other bots' chance: else a bot against itself plays every match twice
    match, rng = contest.match.new(options or contest.options(seed), seed), Random(f"{seed} {first}")
    decisions: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    while match.outcome is None:
        seat = next(iter(match.asked))
        entrant = one if match.sides[seat] == match.sides[first] else other
        began = time.process_time()
        world = match.imagine(seat, rng.getrandbits(31))
        match.submit(seat, Entrant.read(entrant).answer(contest, world, seat, rng.getrandbits(31)))
        decisions[entrant] += 1
        seconds[entrant] += time.process_time() - began  # type: ignore[assignment]  # counted in parts
    result = Played(first, match.outcome, contest.turns(match), decisions, seconds, contest.sides(match))
    if game == "invader":
        _cards(match, result)
    if game == "olomoc":
        result.facts = bouts.facts(match)
    return result


def _cards(match: Any, result: Played) -> None:
    """For the duel: what became of each card."""
    for event in match.journal:
        if event["kind"] in ("dealt", "drew"):
            result.drawn |= {card_of(id) for id in event["cards"]}
        elif event["kind"] == "played":
            result.used.add(card_of(event["card"]))
    result.held = {card_of(id) for hand in match.state.hands.values() for id in hand}


def tournament(
    game: str, pairs: int, one: str, other: str, seed: int = 1, processes: int = 2, options: Json | None = None
) -> Iterator[Played]:
    """Matches in pairs, as they come."""
    jobs = [(game, seed + n, first, one, other, options) for n in range(pairs) for first in ("1", "2")]
    if processes < 2:
        yield from (play(*job) for job in jobs)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, *zip(*jobs, strict=True))


def points(played: Sequence[Played], side_of: Callable[[Played], str]) -> float:
    """Matches that a side won, and a half for each that several sides or none won; nothing for one that all lost."""
    total = 0.0
    for match in played:
        won = {match.sides[seat] for seat in match.outcome["winners"]}
        if not match.outcome.get("all_lost"):
            total += (side_of(match) in won) if len(won) == 1 else 0.5
    return total


def other_side(played: Played) -> str:
    """The side of the second entrant."""
    return next(side for side in played.sides.values() if side != played.sides[played.first])


def share(name: str, won: float, of: int, fair: float = 0) -> str:
    """A line: how many of some matches were won, with the interval; and by how much more than a fair share, if any."""
    low, high = wilson(won, of)
    figure = f"{name}: {won:g} of {of} = {won / max(1, of):.1%} ({low:.1%} to {high:.1%})"
    return figure + (f", {won / max(1, of) / fair - 1:+.0%} of its fair share" if fair else "")


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
    yield f"{one}: {_share(points(played, lambda match: match.sides[match.first]), of)}"
    yield f"{other} (against it): {_share(points(played, other_side), of)}"
    for side in dict.fromkeys(played[0].sides.values()):
        yield f"{side}: {_share(points(played, _always(side)), of)}"
    for side in dict.fromkeys(played[0].sides.values()) if one != other else ():
        if mine := [it for it in played if it.sides[it.first] == side]:
            yield f"{one} as {side}: {_share(points(mine, _always(side)), len(mine))}"
    turns = sorted(it.turns for it in played)
    yield f"turns: median {median(turns):g}, {turns[of // 10]} to {turns[-(of // 10) - 1]} in 8 of 10, most {turns[-1]}"
    endings = Counter(
        (it.outcome["reason"], "+".join(dict.fromkeys(it.sides[seat] for seat in it.outcome["winners"])))
        for it in played
    )
    for (reason, winners), count in endings.most_common():
        yield f"ended by {reason}, {winners or 'nobody'} won: {_share(count, of)}"
    for bot in dict.fromkeys((one, other)):
        asked = sum(it.decisions[bot] for it in played)
        yield f"{bot}: {sum(it.seconds[bot] for it in played) / max(1, asked):.3f} s a decision, {asked} decisions"
    yield from _cards_report(played)
    if played[0].facts:
        yield from bouts.report(played, _share)


def _always(side: str) -> Callable[[Played], str]:
    return lambda _: side


def _share(count: float, of: int) -> str:
    """A share of matches with its interval."""
    low, high = wilson(count, of)
    return f"{count:g} of {of} = {count / of:.1%} ({low:.1%} to {high:.1%})"


def _cards_report(played: Sequence[Played]) -> Iterator[str]:
    """Of the duel: a line for each card that was drawn, the least played first, and what is wrong with them."""
    seen = set().union(*(it.drawn for it in played))
    if not seen:
        return
    drawn, used, held = (Counter(chain(*(getattr(it, which) for it in played))) for which in ("drawn", "used", "held"))
    yield "matches in which each card was drawn, played from a hand, and in a hand at the end:"
    for card in sorted(seen, key=lambda card: (used[card] / drawn[card], card)):
        low, high = wilson(used[card], drawn[card])
        yield f"  {card}: {drawn[card]}, {used[card]} ({low:.0%} to {high:.0%}), {held[card]}"
    never = set[str]()
    for n in range(0, max(1, len(played) - RUN + 1), RUN):
        never |= seen.difference(*(it.used for it in played[n : n + RUN]))
    yield f"never played in some {min(RUN, len(played))} matches in a row: {sorted(never)}"
    held_back = [card for card in sorted(seen) if held[card] > LEFT * drawn[card]]
    unused = [card for card in sorted(seen) if drawn[card] - used[card] > LEFT * drawn[card]]
    where = f"in over {LEFT:.0%} of the matches in which they were drawn"
    yield f"left in hand {where}: {held_back}"
    yield f"not played, but kept or given up as a payment, {where}: {unused}"


def main(arguments: list[str] | None = None) -> None:
    """Plays, and writes the figures to standard output."""
    parser = argparse.ArgumentParser(prog="python -m tests.tournament", description="Bots against each other.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("matches", type=int, nargs="?", default=40)
    parser.add_argument("--one", default="search:200")
    parser.add_argument("--other", default="search:200")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--options", default="", help="of the match, such as agenda=valves,composition=draft")
    parser.add_argument("--seats", type=int, default=0, help="of Diktat or Hybris: all played by the bot --one")
    parser.add_argument("--chaos", default="even", help="of Hybris, with --seats: calm, even or raging")
    parser.add_argument("--scenario", help="of Blade & Book: one seat has all heroes")
    parser.add_argument("--heroes", type=int, default=1, help="of Blade & Book, with --scenario")
    parser.add_argument("--others", action="store_true", help="of Diktat, with --seats: with the Others")
    parser.add_argument("--deals", action="store_true", help="of Diktat, with --seats: the bots make offers")
    chosen = parser.parse_args(arguments)
    if chosen.seats:
        _seats(chosen)
        return
    if chosen.matches < 2:
        parser.error("at least two matches: each deal is played from both seats")
    played = []
    began = time.monotonic()
    options: Json = dict(row.split("=", 1) for row in chosen.options.split(",") if row)
    if chosen.scenario:
        options = {"scenario": chosen.scenario, "heroes": chosen.heroes, "players": 2}
    pairs = chosen.matches // 2
    for match in tournament(
        chosen.game, pairs, chosen.one, chosen.other, chosen.seed, chosen.processes, options or None
    ):
        played.append(match)
        sys.stderr.write(
            f"{len(played)}: seat {match.first} {chosen.one}, won by {match.outcome['winners']} "
            f"({match.outcome['reason']}, turn {match.turns})\n"
        )
    where = f" ({', '.join(f'{key}: {value}' for key, value in options.items())})" if options else ""
    sys.stdout.write(f"{chosen.game}{where}: {chosen.one} against {chosen.other}, seeds from {chosen.seed} on\n")
    sys.stdout.writelines(row + "\n" for row in report(played, chosen.one, chosen.other))
    sys.stdout.write(f"{time.monotonic() - began:.0f} s\n")


def _seats(chosen: argparse.Namespace) -> None:
    """One bot at every seat of Diktat or Hybris."""
    bot, began = Entrant.read(chosen.one), time.monotonic()
    if chosen.game == "hybris":
        row = (chosen.matches, chosen.seats, bot.name, bot.budget, chosen.seed, chosen.processes, chosen.chaos)
        sys.stdout.write(f"hybris: {chosen.seats} seats, {chosen.chaos}, {chosen.one}, seeds from {chosen.seed} on\n")
        sys.stdout.writelines(line + "\n" for line in hybris_seats.report(list(hybris_seats.tournament(*row))))
        sys.stdout.write(f"{time.monotonic() - began:.0f} s\n")
        return
    args = (
        chosen.matches,
        chosen.seats,
        chosen.others,
        bot.name,
        bot.budget,
        chosen.seed,
        chosen.processes,
        chosen.deals,
    )
    played = list(diktat_seats.tournament(*args))
    others = " and the Others" if chosen.others else ""
    others += ", with offers" if chosen.deals else ""
    sys.stdout.write(f"diktat: {chosen.seats} seats{others}, {chosen.one}, seeds from {chosen.seed} on\n")
    sys.stdout.writelines(row + "\n" for row in diktat_seats.report(played))
    sys.stdout.write(f"{time.monotonic() - began:.0f} s\n")


if __name__ == "__main__":
    main()
