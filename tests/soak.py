"""Checks that may take as long as one likes: ``make soak``, or one of them with how much and which seed:

``python -m tests.soak positions 500 7`` plays random matches and reads back every position that they come to;
``python -m tests.soak conformance 50 7`` puts other random matches of every game to the kernel's suite;
``python -m tests.soak displacements 500 7`` looks for rulers' places on random boards, against a slow checker;
``python -m tests.soak server 200 7`` spends an evening at a server that is killed again and again, also
while its disk is full, its folder read-only or its database held by another program.

A loss or an error is an AssertionError; the folder of a server that lost something is left where it is.
"""

import asyncio
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from rules.kernel.conformance import CASES, Conformance
from tests.conformance.subjects import SUBJECTS
from tests.geometry.test_displacement import KINDS, contradicted
from tests.rules import reading_back
from tests.webapp.evening import Evening
from tests.webapp.torture import planned, spend

LOOKS = 5
"""At how many moments of each match the expensive cases look, where `make test` looks at fewer."""


def positions(matches: int = 500, seed: int = 1_000) -> None:
    """Reads back every position of matches with other seeds than the tests have."""
    print(f"every position of {matches} matches, seeds from {seed} on", flush=True)
    print(reading_back.spend(matches, seed), flush=True)


def conformance(matches: int = 50, seed: int = 1_000) -> None:
    """Runs every case of the suite on this number of matches of each game, a few at a time."""
    for game, subject in SUBJECTS.items():
        print(f"{matches} matches of {game} through the suite, seeds from {seed} on", flush=True)
        whole = replace(subject(), looks=max(subject().looks, LOOKS))
        for first in range(seed, seed + matches, whole.matches):
            suite = Conformance(whole, first)
            for case in CASES:
                suite.run(case)


def server(rounds: int = 200, seed: int = 1) -> None:
    """Prints how often the server was killed at which moment and how many commands were acknowledged."""
    folder = Path(tempfile.mkdtemp(prefix="olomoc-soak-"))
    print(f"{rounds} rounds with seed {seed}, in {folder}", flush=True)
    evening = Evening(folder, seed)
    moments = asyncio.run(spend(evening, map(planned, range(rounds))))
    assert rounds < 21 or min(moments["commit"], moments["publish"]) >= 3, moments
    assert rounds < 21 or all(moments.values()), moments
    print(f"killed at {moments}; {len(evening.unkept)} commands could not be kept and were refused;")
    print(f"{evening.acknowledged()} commands acknowledged, all of them kept")


def displacements(boards: int = 500, seed: int = 1) -> None:
    """Compares the search for a ruler's place with the brute-force checker, on boards of every kind."""
    for kind in KINDS:
        print(f"displacements on {boards} boards, {kind}, seed {seed}", flush=True)
        contradicted(f"{kind} {seed}", boards)


SOAKS = {"conformance": conformance, "displacements": displacements, "positions": positions, "server": server}


def main(*arguments: str) -> None:
    """Runs all of them, or the named one."""
    named = arguments[:1] or tuple(SOAKS)
    for name in named:
        if name not in SOAKS:
            sys.exit(f"usage: python -m tests.soak [{' | '.join(SOAKS)} [how many [seed]]]")
        SOAKS[name](*(int(argument) for argument in arguments[1:]))


if __name__ == "__main__":
    main(*sys.argv[1:])
