"""The questions that matches of bots ask: `python -m tests.hybris.counts 4 50`, for four seats and fifty matches."""

from __future__ import annotations

import statistics
import sys
from collections import Counter

from rules.hybris import Match
from rules.hybris.bots import answer


def played(
    players: int, seed: int, bots: tuple[str, ...] = ("greedy",), chaos: str = "even"
) -> tuple[Match, Counter[str]]:
    """A match between bots, in turn by seat, and how often each kind of question was asked."""
    match = Match.new({"players": players, "chaos": chaos}, seed)
    asked: Counter[str] = Counter()
    while match.asked:
        seat, question = next(iter(match.asked.items()))
        asked[question.kind] += 1
        bot = bots[(int(seat) - 1) % len(bots)]
        match.submit(seat, answer(match.imagine(seat, 1), seat, bot, seed + sum(asked.values())))
    return match, asked


def main(players: str = "4", count: str = "50", chaos: str = "even", *bots: str) -> None:
    totals, kinds, ends, gods = [], Counter[str](), Counter[str](), Counter[str]()
    fallen, best = [], []
    for seed in range(int(count)):
        match, asked = played(int(players), seed, bots or ("greedy",), chaos)
        totals.append(sum(asked.values()))
        kinds += asked
        assert match.outcome is not None
        ends[match.outcome["reason"]] += 1
        gods.update(match.state.mats[seat].olympian for seat in match.outcome["winners"])
        fallen.append(len(match.state.cities) - len(match.state.standing_cities))
        best.append(max(match.outcome["score"].values()))
    shown = ", ".join(f"{kind} {n / int(count):.1f}" for kind, n in kinds.most_common())
    sys.stdout.write(f"{players} seats: median {statistics.median(totals)} questions; {shown}\n")
    sys.stdout.write(
        f"{dict(ends)}; {statistics.mean(fallen):.1f} Cities; best {statistics.mean(best):.0f}; {dict(gods)}\n"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
