"""The questions that matches of bots with the default orders ask, and how long each seat waits while others answer what
is no plan of theirs: `python -m tests.blade.counts ledger 4 50`."""

from __future__ import annotations

import statistics
import sys
from collections import Counter

from rules.blade import Match
from rules.blade.bots import answer

PLANS = (
    *("casting", "stances", "act", "ally-act", "overlord-act", "tile-act"),
    *("event", "reinforce", "place", "choose"),
)
"""Kinds of questions that are what the game is played for, the Overlord's events with what is chosen for them among
them; all others are bookkeeping: guards, rerolls, orders."""


def played(scenario: str, players: int, seed: int, bots: tuple[str, str]) -> tuple[Match, Counter[tuple[str, str]]]:
    """A match between bots, and how often each seat was asked each kind of question. Under `waits` it is counted how
    often a seat was not asked while another was asked for bookkeeping."""
    match = Match.new({"scenario": scenario, "players": players}, seed)
    asked: Counter[tuple[str, str]] = Counter()
    questions = 0
    while match.asked:
        seat, question = next(iter(match.asked.items()))
        bot = bots[0] if seat == "1" else bots[1]
        asked[seat, question.kind] += 1
        if question.kind not in PLANS:
            asked.update((other, "waits") for other in match.seats if other not in match.asked)
        questions += 1
        match.submit(seat, answer(match.imagine(seat, 1), seat, bot, seed + questions))
    return match, asked


def total(asked: Counter[tuple[str, str]]) -> int:
    """The questions of a match."""
    return sum(n for (_, kind), n in asked.items() if kind != "waits")


def main(scenario: str, players: str, count: str, overlord: str = "greedy", heroes: str = "greedy") -> None:
    totals, waits = list[int](), list[float]()
    kinds, won = Counter[str](), Counter[str]()
    for seed in range(int(count)):
        match, asked = played(scenario, int(players), seed, (overlord, heroes))
        totals.append(total(asked))
        waits.append(max(asked[seat, "waits"] for seat in match.seats) / totals[-1])
        for (_, kind), n in asked.items():
            kinds[kind] += n * (kind != "waits")
        assert match.outcome is not None
        won[f"{match.outcome['side']} {match.outcome['reason']}"] += 1
    shown = ", ".join(f"{kind} {n / int(count):.1f}" for kind, n in kinds.most_common() if n)
    sys.stdout.write(f"{scenario} {players}: median {statistics.median(totals)} questions; {shown}; {dict(won)}\n")
    longest = f"median {60 * statistics.median(waits):.0f} s, most {60 * max(waits):.0f} s"
    sys.stdout.write(f"who waits longest for others' bookkeeping, of 60 s with questions of equal length: {longest}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
