"""Whole matches by a player who does anything legal: no error, no impossible position, nothing lost on the way."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules.olomoc import Match
from rules.olomoc.flow import loop
from tests.rules.sound import faults
from tests.rules.table import MADE, Table
from tests.seeds import today

pytestmark = pytest.mark.slow

MATCHES = 30
"""With other seeds every day; `make soak` plays the seeds from 0 to 199 besides."""
SOAKED = 200
WHOLE = 8
"""In how many of them every position is printed and read back (`make soak`: in 50 of its own, and in 500 others)."""
POINTS = 10
"""Number of positions of each match that are read back and compared by their questions, besides the last."""
SHORTEST = 90
"""Commands that nearly every match has."""


def options(seed: int) -> dict[str, Any]:
    """Every agenda, both ways of composing, both ways of placing decor."""
    return {
        "agenda": ("skirmish", "survey", "random")[seed % 3],
        "composition": "draft" if seed % 8 == 7 else "secret",
        "decor": ("preset", "placed")[seed % 2],
    }


def played(match: Match, rng: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Plays one legal command at a time, and stops after each so that the match can be looked at."""
    while match.asked:
        seat = rng.choice(list(match.asked))
        command = next(match.commands(seat, rng))
        match.submit(seat, command)
        yield seat, command


@pytest.mark.parametrize("n", range(MATCHES))
def test_a_whole_match(n: int) -> None:
    """GEN-2, MOV-1, NOI-1, STA-1: it ends, and at no moment do bases overlap, leave the Bloc or bear too many tokens;
    positions read back equal, and the journal replays to the same."""
    seed = today() + n
    print(f"seed {seed}")  # noqa: T201  (shown where the test fails)
    play(seed, every=n < WHOLE)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SOAKED))
def test_random_matches_of_fixed_seeds_keep_the_invariants(seed: int) -> None:
    """The invariants above hold with fixed seeds."""
    play(seed, every=seed < 50)


def play(seed: int, every: bool) -> None:
    """Plays a match to its end and looks at each position; `every` one is printed and read back, or a few."""
    rng = random.Random(seed)
    match = Match.new(options(seed), seed)
    table = Table(match=match, spare=True)
    looked = set(rng.sample(range(SHORTEST), POINTS))
    for n, (seat, command) in enumerate(played(match, rng)):
        position = match.position()
        assert not faults(position), f"after {seat}'s {command}"
        if every:
            assert Match.from_position(json.loads(json.dumps(position)), seed=0).position() == position
        if n in looked:
            assert_reads_back(match)
        assert n < 5_000, "it goes on for ever"
    assert match.outcome is not None
    assert_reads_back(match)
    journal = match.journal
    assert [event["n"] for event in journal] == list(range(len(journal)))
    again = Match.replay({}, json.loads(json.dumps(journal)))
    assert again.position() == match.position()
    assert again.outcome == match.outcome
    MADE.remove(table)


def assert_reads_back(match: Match) -> None:
    """The position survives JSON, and `from_position` stands at the same questions."""
    position = match.position()
    text = json.dumps(position, allow_nan=False)
    assert json.loads(text) == position
    read = Match.from_position(json.loads(text), seed=0)
    assert read.position() == position
    assert {s: (d["kind"], d["prompt"]) for s, d in read.decisions.items()} == {
        s: (d["kind"], d["prompt"]) for s, d in match.decisions.items()
    }


def test_submit_never_computes_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options are for those who look: while a command is carried out no chapter lists any."""
    carrying_out = False

    def watched(listing: Any) -> Any:
        def options(*given: Any) -> Any:
            assert not carrying_out, "options were computed"
            return listing(*given)

        return options

    for kind in {type(handler) for handler in loop.HANDLERS.values()}:
        monkeypatch.setattr(kind, "options", watched(kind.options))
    match, rng = Match.new({"agenda": "survey"}, 5), random.Random(5)
    submitted = 0
    while match.asked and submitted < 300:
        seat = rng.choice(list(match.asked))
        command = next(match.commands(seat, rng))
        carrying_out = True
        match.submit(seat, command)
        carrying_out = False
        submitted += 1
    assert submitted > 40
