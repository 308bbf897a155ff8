"""Hybris's balance: ``make tournament GAME=hybris SEATS=4 N=500 ONE=greedy``, or

``python -m tests.tournament hybris 500 --seats 4 --one greedy``.

Every seat is played by the same bot. The Olympians go round: of five matches in a row each sits once at each seat.
Printed, with Wilson intervals of 95 %: what share each Olympian and each seat won of the matches that somebody won, and
that over its fair share; how many all lost, and Cities fallen; for each Olympian where its Victory Points come from and
what it does in a match; what was never used; the time of a decision.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import mean, median
from typing import Any

from rules.hybris import Match
from rules.hybris.bots import ADVISOR, greedy_bot
from rules.hybris.powers import grandeur_vp
from rules.kernel import Json
from rules.kernel.bots import Budget, random_answer, search

WAYS: Mapping[str, str] = {
    "MOR-1": "Temples", "MOR-2": "Technologies", "MOI-1": "Improvements", "TIL-5": "tiles", "PRM-3": "Premonitions",
    "OLY-1": "Prayers", "TRK-8": "tracks", "REP-3": "Repelled", "FGT-1": "Fights", "EXP-3": "Exploration",
    "ADV-4": "Adventures", "ADV-5": "powers", "IMP-2": "powers", "GEN-7": "powers", "HGR-4": "powers",
    "FIN-10": "R&D", "COM-6": "Combats",
}  # fmt: skip
"""What gives Victory Points, by the clause of the gain."""
DEEDS: Mapping[str, str] = {
    "deployed": "Technologies", "temple-built": "Temples", "fulfilled": "Improvements", "tile-activated": "tiles",
    "premonition-completed": "Premonitions", "module-won": "Modules", "repelled": "Defends won",
    "hunted": "hunts", "token-taken": "tokens", "mk-used": "MK powers", "designed": "designs", "made": "makes",
}  # fmt: skip
"""Events that are counted for the seat whose they are."""


@dataclass
class Played:
    """One match: the Olympians by seat and how it ended. By seat: `ways`, Victory Points by what gave them; `deeds`,
    how often it did what. `things`: cards and tiles that came to something."""

    gods: dict[str, str]
    outcome: Json
    age: int = 0
    fallen: int = 0
    ways: dict[str, Counter[str]] = field(default_factory=dict)
    deeds: dict[str, Counter[str]] = field(default_factory=dict)
    things: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    seconds: float = 0.0


def seating(n: int, seats: int, gods: Sequence[str]) -> tuple[str, ...]:
    """The Olympian of each seat in the n-th match: an order drawn anew every five matches, which goes round."""
    order = list(gods)
    random.Random(n // len(order)).shuffle(order)
    at = n % len(order)
    return tuple(order[(at + seat) % len(order)] for seat in range(seats))


def play(n: int, seats: int, bot: str, budget: Budget, seed: int, chaos: str = "even") -> Played:
    """The n-th match of a tournament."""
    order = seating(n, seats, ("zeus", "poseidon", "athena", "hades", "artemis"))
    match, rng = Match.new({"players": seats, "olympians": order, "chaos": chaos}, seed + n), random.Random(seed + n)
    result = Played(dict(zip(match.seats, order, strict=True)), {})
    began = time.process_time()
    while match.asked:
        seat = next(iter(match.asked))
        match.submit(seat, _answer(match, seat, bot, budget, rng))
        result.decisions += 1
    result.seconds = time.process_time() - began
    state = match.state
    result.outcome, result.age = match.outcome or {}, state.age
    result.fallen = len(state.cities) - len(state.standing_cities)
    result.ways = {it: Counter[str]() for it in match.seats}
    result.deeds = {it: Counter[str]() for it in match.seats}
    _read(match.journal, result)
    for seat, mat in state.mats.items():
        result.ways[seat]["Goodness"] += mat.has("goodness")
        result.ways[seat]["Grandeur"] += grandeur_vp(state).get(seat, 0)
    return result


def _answer(match: Any, seat: str, bot: str, budget: Budget, rng: random.Random) -> Json:
    if bot == "random":
        return random_answer(match, seat, rng)
    if bot == "greedy":
        return greedy_bot(match, seat, rng)
    world = match.imagine(seat, rng.getrandbits(31))
    return search(ADVISOR, world, seat, rng.getrandbits(31), budget, time.process_time)[0].command


def _read(journal: Sequence[Json], result: Played) -> None:
    """Victory Points and deeds. Of a Combat: who fights whom, and whether it was won."""
    combat: Json = {}
    for event in journal:
        kind, seat = event["kind"], event.get("seat")
        if kind == "gained" and event["word"] == "vp":
            result.ways[seat][WAYS.get(event["clause"], event["clause"])] += event["count"]
        if kind in ("gained", "succeeded", "failed", "deployed", "premonition-completed", "tile-activated"):
            of = event.get("source") or event.get("card") or event.get("technology") or event.get("tile")
            result.things[f"{kind} {of}"] += 1
        match kind:
            case "lost" | "paid" if event["word"] == "vp":
                result.ways[seat]["paid"] -= event["count"]
            case "acted":
                result.deeds[seat][event["action"]] += 1
            case "combat-began":
                combat = event
            case "compared":
                result.deeds[combat["seat"]][f"{combat['against']} {'won' if event['won'] else 'lost'}"] += 1
            case _ if kind in DEEDS:
                result.deeds[seat][DEEDS[kind]] += 1


def tournament(
    matches: int, seats: int, bot: str, budget: Budget, seed: int, processes: int, chaos: str = "even"
) -> Iterator[Played]:
    """Matches as they come."""
    rows = [(n, seats, bot, budget, seed, chaos) for n in range(matches)]
    if processes < 2:
        yield from (play(*row) for row in rows)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, *zip(*rows, strict=True), chunksize=5)


def report(played: Sequence[Played]) -> Iterator[str]:
    """The figures, a line at a time."""
    from tests.tournament import share

    ended = [it for it in played if it.outcome["winners"]]
    seats = len(played[0].gods)
    sat = Counter(god for it in ended for god in it.gods.values())
    won = Counter(it.gods[seat] for it in ended for seat in it.outcome["winners"])
    places = Counter(seat for it in ended for seat in it.outcome["winners"])
    for god in sorted(sat):
        yield share(god, won[god], sat[god], 1 / seats)
    for seat in sorted(played[0].gods):
        yield share(f"seat {seat}", places[seat], len(ended), 1 / seats)
    yield share("all lose", len(played) - len(ended), len(played), 0)
    yield f"reasons: {dict(Counter(it.outcome['reason'] for it in played))}"
    yield f"Cities fallen: {mean(it.fallen for it in played):.1f}"
    if ended:
        best = [max(it.outcome["score"].values()) for it in ended]
        rest = [sorted(it.outcome["score"].values())[-2] for it in ended]
        yield f"winner's points: median {median(best):g}; lead {mean(best) - mean(rest):.1f}"
    points: dict[str, list[int]] = {god: [] for god in sorted(sat)}
    for match in ended:
        for seat, god in match.gods.items():
            points[god].append(match.outcome["score"][seat])
    yield "points, a match: " + ", ".join(f"{god} {mean(rows):.1f}" for god, rows in points.items())
    for what in ("ways", "deeds"):
        sums: dict[str, Counter[str]] = {god: Counter() for god in sorted(sat)}
        for match in played:
            for seat, god in match.gods.items():
                sums[god].update(getattr(match, what)[seat])
        times = Counter(god for it in played for god in it.gods.values())
        yield f"{what}, a match: {', '.join(sums)}"
        for name in sorted({name for it in sums.values() for name in it}):
            yield f"  {name}: " + " ".join(f"{sums[god][name] / times[god]:.2f}" for god in sums)
    decisions = sum(it.decisions for it in played)
    spent = 1000 * sum(it.seconds for it in played) / decisions
    yield f"{spent:.2f} ms a decision, {decisions / len(played):.0f} a match"
