"""Every game passes the kernel's suite."""

from __future__ import annotations

from functools import cache

import pytest

from rules.kernel.conformance import CASES, Conformance
from tests.conformance.subjects import SUBJECTS
from webapp.games import GAMES


@cache
def suite(game: str) -> Conformance:
    """The game's random matches are played once for all cases."""
    return Conformance(SUBJECTS[game]())


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("game", SUBJECTS)
def test_the_game_passes_the_case(game: str, case: str) -> None:
    suite(game).run(case)


def test_every_game_is_put_to_the_suite() -> None:
    assert set(GAMES) <= set(SUBJECTS)
