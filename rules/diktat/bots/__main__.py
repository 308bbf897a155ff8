"""`python -m rules.diktat.bots greedy random random --seed 3 --others`: a match between bots, told in text."""

from __future__ import annotations

import argparse
import random
import sys

from rules.diktat.bots import BOTS
from rules.diktat.match import Match


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="+", choices=sorted(BOTS), help="of seats 1, 2, …: two to five")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--others", action="store_true")
    args = parser.parse_args()
    options = {"players": len(args.bots), "configurations": ["others"] if args.others else []}
    match, rng = Match.new(options, args.seed), random.Random(args.seed)
    while match.asked:
        seat, question = next(iter(match.asked.items()))
        command = BOTS[args.bots[int(seat) - 1]](match, seat, rng)
        sys.stdout.write(f"{match.state.cycle} {seat} {question.kind}: {command}\n")
        match.submit(seat, command)
    sys.stdout.write(f"{match.outcome}\n")


if __name__ == "__main__":
    main()
