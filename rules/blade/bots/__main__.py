"""`python -m rules.blade.bots greedy random --scenario practice --seed 3`: a match between bots, told in text. The
first bot is the Overlord's, the second all heroes'."""

from __future__ import annotations

import argparse
import sys

from rules.blade.bots import answer
from rules.blade.match import Match

NAMES = ("greedy", "random", "search")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("overlord", choices=NAMES)
    parser.add_argument("heroes", choices=NAMES)
    parser.add_argument("--scenario", default="practice")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    match = Match.new({"scenario": args.scenario, "players": args.players}, args.seed)
    asked = 0
    while match.asked:
        seat, question = next(iter(match.asked.items()))
        bot = args.overlord if seat == "1" else args.heroes
        command = answer(match.imagine(seat, asked), seat, bot, args.seed + asked)
        sys.stdout.write(f"{match.state.round} {seat} {question.kind}: {command}\n")
        match.submit(seat, command)
        asked += 1
    sys.stdout.write(f"{asked} questions: {match.outcome}\n")


if __name__ == "__main__":
    main()
