"""The questions that matches of bots with the default orders ask: `python -m tests.blade.counts ledger 4 50`."""

from __future__ import annotations

import statistics
import sys
from collections import Counter

from rules.blade import Match
from rules.blade.bots import answer


def played(scenario: str, players: int, seed: int, bots: tuple[str, str]) -> tuple[Match, Counter[tuple[str, str]]]:
    """A match between bots, and how often each seat was asked each kind of question."""
    match = Match.new({"scenario": scenario, "players": players}, seed)
    asked: Counter[tuple[str, str]] = Counter()
    while match.asked:
        seat, question = next(iter(match.asked.items()))
        bot = bots[0] if seat == "1" else bots[1]
        asked[seat, question.kind] += 1
        match.submit(seat, answer(match.imagine(seat, 1), seat, bot, seed + sum(asked.values())))
    return match, asked


def main(scenario: str, players: str, count: str, overlord: str = "greedy", heroes: str = "greedy") -> None:
    totals, kinds, won = [], Counter[str](), Counter[str]()
    for seed in range(int(count)):
        match, asked = played(scenario, int(players), seed, (overlord, heroes))
        totals.append(sum(asked.values()))
        for (_, kind), n in asked.items():
            kinds[kind] += n
        assert match.outcome is not None
        won[f"{match.outcome['side']} {match.outcome['reason']}"] += 1
    shown = ", ".join(f"{kind} {n / int(count):.1f}" for kind, n in kinds.most_common())
    sys.stdout.write(f"{scenario} {players}: median {statistics.median(totals)} questions; {shown}; {dict(won)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
