"""Positions and journals from elsewhere: whatever was altered in one, it opens as a match that can be looked at, or it
is refused with a sentence, in all games."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.diktat import Match as Diktat
from rules.invader import Match as Duel
from rules.kernel import Json
from rules.kernel.conformance import Conformance
from rules.kernel.seats import viewers_of
from tests.conformance.subjects import SUBJECTS
from tests.seeds import today

ALTERED = 60
"""Alterations of each game in the run."""
VALUES: tuple[Any, ...] = (None, -1, 0, 1, 99, 10**9, 1.5, True, "", "x", "3", [], {}, ["1"], {"9": 1})


@cache
def played(game: str) -> list[Any]:
    """The matches of a random one after each of its commands."""
    return [moment.match for moment in Conformance(SUBJECTS[game]())._play(7)]


def paths(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if at:
        yield at
    rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in rows:
        yield from paths(value, (*at, key))


def altered(data: Any, rng: random.Random) -> Any:
    """A copy with one part left out, put under another name, doubled, or replaced."""
    copied = copy.deepcopy(data)
    *way, last = rng.choice(list(paths(copied)))
    inside = copied
    for key in way:
        inside = inside[key]
    match rng.randrange(4):
        case 0:
            del inside[last]
        case 1 if isinstance(inside, dict):
            inside["zz"] = inside.pop(last)
        case 2 if isinstance(inside, list):
            inside.append(copy.deepcopy(inside[last]))
        case _:
            inside[last] = copy.deepcopy(rng.choice(VALUES))
    return copied


def look(match: Any) -> None:
    for viewer in viewers_of(match.seats):
        json.dumps(match.view(viewer), default=list)


def spend(game: str, times: int, seed: int) -> None:
    subject, rng, problems = SUBJECTS[game](), random.Random(seed), list[str]()
    for n in range(times):
        match = rng.choice(played(game))
        try:
            if n % 3:
                look(subject.match.from_position(altered(match.position(), rng), seed=1, **subject.supplies))
            else:
                journal = match.journal
                subject.match.replay({}, [*journal[:1], *altered(journal[1:], rng)] if journal[1:] else journal)
        except ValueError as problem:
            problems.append(str(problem))
    assert problems
    assert all(problems)


@pytest.mark.parametrize("seed", [today()])
@pytest.mark.parametrize("game", SUBJECTS)
def test_what_was_altered_opens_or_is_refused(game: str, seed: int) -> None:
    spend(game, ALTERED, seed)


@pytest.mark.soak
@pytest.mark.parametrize("game", SUBJECTS)
def test_the_same_many_times(game: str) -> None:
    spend(game, 5_000, 1)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"plot": 0}, "plot has fallen"),
        ({"hands": {"3": ["husk"]}}, "no seat '3'"),
        ({"strategies": {"1": {"nobody-has-it": True}}}, "strategy 'nobody-has-it'"),
        ({"play": [{"card": "surge", "seat": "1", "zone": "africa"}]}, "order never stands"),
        ({"given_up": ["9"]}, "no seat '9'"),
    ],
)
def test_a_duel_that_cannot_be_is_refused(change: Json, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Duel.from_position(change, seed=1)


def test_a_manoeuvre_without_a_turn_is_refused() -> None:
    match = Diktat.new({"players": 2}, 1)
    position = match.position()
    with pytest.raises(ValueError, match="in somebody's turn"):
        Diktat.from_position(
            position | {"turn": None, "phase": "manoeuvres", "resolving": [{"frame": "cycle", "stage": "manoeuvre"}]}
        )
