"""Every position of random matches, printed and read again: for as long as one likes (`make soak`)."""

from __future__ import annotations

import json
import random

from rules.olomoc import Match
from tests.rules.matches.test_random_matches import options, played
from tests.rules.sound import faults
from tests.rules.table import Json, diagram


def spend(matches: int, first: int = 0) -> str:
    """Plays so many matches, seeded from `first` on, and says what was met. Raises AssertionError, with a diagram of
    the Bloc, at the first position that does not stand or is not what is read from its print."""
    positions = 0
    ended: dict[str, int] = {}
    for seed in range(first, first + matches):
        match = Match.new(options(seed), seed)
        for n, (seat, command) in enumerate(played(match, random.Random(seed))):
            position = match.position()
            wrong = faults(position)
            if not wrong and read(position) != position:
                wrong = ["it is another position when read"]
            assert not wrong, f"seed {seed}, command {n}, {seat}'s {command}: {wrong}\n{diagram(match)}"
            positions += 1
        reason = str((match.outcome or {}).get("reason"))
        ended[reason] = ended.get(reason, 0) + 1
    return f"{positions} positions of {matches} matches read back; they ended by {ended}"


def read(position: Json) -> Json:
    """The position that is read from the print of this one."""
    text = json.dumps(position, allow_nan=False)
    return Match.from_position(json.loads(text), seed=0).position()
