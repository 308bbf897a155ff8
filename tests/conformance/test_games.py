"""Every game passes the kernel's suite."""

from __future__ import annotations

from functools import cache

import pytest

from rules.kernel.conformance import CASES, Conformance
from rules.kernel.seats import SPECTATOR, viewers_of
from tests.conformance.subjects import SUBJECTS
from webapp.games import GAMES, games
from webapp.games.contract import Game


@cache
def suite(game: str) -> Conformance:
    """The game's random matches are played once for all cases."""
    return Conformance(SUBJECTS[game]())


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("game", SUBJECTS)
def test_the_game_passes_the_case(game: str, case: str) -> None:
    suite(game).run(case)


@pytest.mark.parametrize("game", SUBJECTS)
def test_what_is_shown_once_for_all_viewers_is_what_each_may_see(game: str) -> None:
    """`Engine.open_events` and `open_frames` promise that no row of such a kind depends on who looks."""
    for moments in suite(game).played:
        for match in (it.match for it in moments):
            engine, viewers = match.engine, viewers_of(match.seats)
            for event in match._events[-12:]:
                if type(event) in engine.open_events:
                    assert all(engine.seen(event, it) == engine.events.dump(event) for it in viewers)
            for frame in match.state.stack:
                if type(frame) in engine.open_frames:
                    shown = engine.shown(frame, SPECTATOR)
                    assert all(engine.shown(frame, it) == shown for it in viewers)


def test_every_game_is_put_to_the_suite() -> None:
    assert set(GAMES) <= set(SUBJECTS)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_tables_ask_nothing_that_a_match_does_not_answer(game: Game) -> None:
    """`Game.queries` names some of the match's closed list."""
    assert game.queries <= set(SUBJECTS[game.key]().match.queries)
