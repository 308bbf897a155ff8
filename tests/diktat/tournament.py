"""Diktat's balance: ``make tournament GAME=diktat SEATS=4 N=100 ONE=greedy OTHERS=1``, or

``python -m tests.tournament diktat 100 --seats 4 --one greedy --others``.

Every seat is played by the same bot. The Cabals go round: of five matches in a row each Cabal sits once at each seat.
With ``DEALS=1`` (``--deals``) the bots also make offers, each right after its own answers, as at a table.
Printed, with Wilson intervals of 95 %: what share each Cabal and each seat won, and that over its fair share; how and
when matches ended; the winner's Victory points; what was never taken; Debts a match; the time of a decision; offers a
match, how many were accepted, and the time of an offer and of an answer to one.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import mean, median, quantiles

from rules.diktat import Match
from rules.diktat.bots import ADVISOR, answer, greedy_bot, offer
from rules.kernel import Json
from rules.kernel.bots import Budget, random_answer, search

GOAL = 10
TIMED = 16
"""One decision in so many is timed: reading the process's clock twice can cost more than a greedy decision does."""


@dataclass
class Played:
    """One match: the Cabals by seat, how it ended, and what it took. `taken`, `drawn`: Opportunity cards, and how often
    each lay open in a Resolution; `moves`: Manoeuvres by kind; `seconds`: of the `timed` decisions in all; `offering`,
    `replying`: seconds of each search for an offer, and of each answer to one."""

    cabals: dict[str, str]
    outcome: Json
    cycle: int
    last: int
    points: dict[str, int]
    debts: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    drawn: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)
    acquired: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    timed: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    offers: int = 0
    accepted: int = 0
    offering: list[float] = field(default_factory=list)
    replying: list[float] = field(default_factory=list)


def seating(n: int, seats: int, cabals: Sequence[str]) -> dict[str, str]:
    """The Cabal of each seat in the n-th match: an order drawn anew every five matches, which goes round."""
    order = list(cabals)
    random.Random(n // len(order)).shuffle(order)
    at = n % len(order)
    return {str(seat + 1): order[(at + seat) % len(order)] for seat in range(seats)}


def play(n: int, seats: int, others: bool, bot: str, budget: Budget, seed: int, deals: bool = False) -> Played:
    """The n-th match of a tournament. `deals`: the bots make offers."""
    options: Json = {"players": seats, "cabals": "choice", "configurations": ["others"] if others else []}
    match, rng = Match.new(options, seed + n), random.Random(seed + n)
    # apart, so that matches in which nothing is offered are those without offers
    dealing = random.Random(f"offers {seed + n}")
    cabals = seating(n, seats, tuple(match.state.pack.cabals))
    result = Played(cabals, {}, 0, match.state.size.cycles, {})
    made: dict[str, list[Json]] = {it: [] for it in match.seats}
    while match.asked:
        seat, question = next(iter(match.asked.items()))
        if question.kind == "choose-cabal":
            match.submit(seat, {"kind": "cabal", "cabal": cabals[seat]})
            continue
        # n + ...: not always the first decision of a match
        timed = (n + result.decisions) % TIMED == 0
        began = time.process_time() if timed else 0.0
        command = _answer(match, seat, bot, budget, rng)
        result.decisions += 1
        if timed:
            took = time.process_time() - began
            result.timed, result.seconds = result.timed + 1, result.seconds + took
            result.slowest = max(result.slowest, took)
        if question.kind == "manoeuvre":
            result.moves[command["kind"]] += 1
        match.submit(seat, command)
        if deals and match.asked:
            _offer(match, seat, made[seat], dealing, result)
    state = match.state
    result.outcome, result.cycle = match.outcome or {}, state.cycle
    result.points = {it: state.points(it) for it in state.seats}
    result.debts = sum(it.debts for it in state.players.values())
    _read(match.journal, result)
    return result


def _answer(match: Match, seat: str, bot: str, budget: Budget, rng: random.Random) -> Json:
    if bot == "random":
        return random_answer(match, seat, rng)
    if bot == "greedy":
        return greedy_bot(match, seat, rng)
    world = match.imagine(seat, rng.getrandbits(31))
    return search(ADVISOR, world, seat, rng.getrandbits(31), budget, time.process_time)[0].command


def _offer(match: Match, seat: str, made: list[Json], rng: random.Random, result: Played) -> None:
    """The offer that a seat makes now, if any, and its answers."""
    if any(it["part"] == ADVISOR.part(match) for it in made):
        return
    began = time.process_time()
    row = offer(match.imagine(seat, rng.getrandbits(31)), seat, made, rng.getrandbits(31))
    result.offering.append(time.process_time() - began)
    if row is None:
        return
    made.append(row)
    match.submit(seat, row["command"])
    result.offers += 1
    for other in match.seats:
        if match.answers(other):
            began = time.process_time()
            reply = answer(
                match.imagine(other, rng.getrandbits(31)), other, "greedy", rng.getrandbits(31), offered=True
            )
            result.replying.append(time.process_time() - began)
            match.submit(other, reply)
            result.accepted += reply["kind"] == "accept"


def _read(journal: Sequence[Json], result: Played) -> None:
    for event in journal:
        match event["kind"]:
            case "taken" if event["what"] == "card":
                result.taken[event["id"]] += 1
            case "drawn":
                result.drawn.update(event["cards"])
                result.drawn.update([event["secret"]] if event["secret"] else [])
            case "acquired":
                result.acquired[event["card"]] += 1


def tournament(
    matches: int, seats: int, others: bool, bot: str, budget: Budget, seed: int, processes: int, deals: bool = False
) -> Iterator[Played]:
    """Matches as they come."""
    rows = [(n, seats, others, bot, budget, seed, deals) for n in range(matches)]
    if processes < 2:
        yield from (play(*row) for row in rows)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, *zip(*rows, strict=True), chunksize=5)


def _sum(rows: Iterable[Counter[str]]) -> Counter[str]:
    total = Counter[str]()
    for row in rows:
        total.update(row)
    return total


def report(played: Sequence[Played]) -> Iterator[str]:
    """The figures, a line at a time. Of what is won together each winner has a part."""
    from tests.tournament import share

    ended = [it for it in played if it.outcome["winners"]]
    seats = len(played[0].cabals)
    sat = Counter(cabal for it in ended for cabal in it.cabals.values())
    won, places = dict.fromkeys(sat, 0.0), dict.fromkeys(played[0].cabals, 0.0)
    for match in ended:
        for seat in match.outcome["winners"]:
            won[match.cabals[seat]] += 1 / len(match.outcome["winners"])
            places[seat] += 1 / len(match.outcome["winners"])
    for cabal in sorted(sat):
        yield share(cabal, won[cabal], sat[cabal], 1 / seats)
    for seat in sorted(played[0].cabals):
        yield share(f"seat {seat}", places[seat], len(ended), 1 / seats)
    yield share("all lose", len(played) - len(ended), len(played), 0)
    if not ended:
        return
    goal = sum(max(it.points.values()) >= GOAL for it in ended)
    yield share("somebody had 10 points", goal, len(ended), 0)
    early = sum(it.cycle < it.last for it in ended)
    yield share("ended before the last cycle", early, len(ended), 0)
    yield f"reasons: {dict(Counter(it.outcome['reason'] for it in played))}"
    yield f"cycles: {dict(sorted(Counter(it.cycle for it in played).items()))} of {played[0].last}"
    best = [max(it.outcome["score"].values()) for it in ended]
    rest = [sorted(it.outcome["score"].values())[-2] for it in ended]
    low, _, high = quantiles(best, n=4)
    lead = mean(best) - mean(rest)
    yield f"winner's points: median {median(best):g} (half of them {low:g} to {high:g}); lead {lead:.1f}"
    yield f"debts a match: {mean(it.debts for it in played):.1f}"
    moves, taken, drawn = (_sum(it) for it in zip(*((it.moves, it.taken, it.drawn) for it in played), strict=True))
    yield f"Manoeuvres a match: { {kind: round(n / len(played), 1) for kind, n in moves.most_common()} }"
    never = sorted(card for card in drawn if not taken[card])
    yield f"cards: {taken.total() / len(played):.1f} of {drawn.total() / len(played):.1f} taken a match"
    yield f"never taken: {[f'{card} (drawn {drawn[card]} times)' for card in never]}"
    seldom = sorted((card for card in drawn if taken[card]), key=lambda card: taken[card] / drawn[card])[:6]
    yield f"seldom taken: { {card: f'{taken[card]} of {drawn[card]}' for card in seldom} }"
    asked, timed = (sum(getattr(it, which) for it in played) for which in ("decisions", "timed"))
    mean_ms = 1000 * sum(it.seconds for it in played) / max(1, timed)
    slowest = 1000 * max(it.slowest for it in played)
    yield f"{mean_ms:.2f} ms a decision, {slowest:.0f} at most ({timed} timed of {asked})"
    if any(it.offering for it in played):
        made = sum(it.offers for it in played)
        # With two seats no offer is a gain for both.
        rate = f"offers: {made / len(played):.1f} a match"
        yield share(f"{rate}, accepted", sum(it.accepted for it in played), made, 0) if made else rate
        for name, which in (("an offer", "offering"), ("an answer to one", "replying")):
            times = sorted(1000 * s for it in played for s in getattr(it, which))
            if times:
                yield f"{name}: {mean(times):.0f} ms, {times[-1]:.0f} at most ({len(times)})"
