"""The replay of every game at every moment of whole matches, through all eyes."""

from functools import cache
from random import Random
from typing import Any

import pytest
from nicegui.testing import User

from rules.kernel import Json
from rules.kernel.seats import EVERYONE, viewers_of
from tests.webapp.test_replay import Viewer
from webapp.games import games
from webapp.history.reel import Reel
from webapp.i18n import translator
from webapp.security.limits import limits
from webapp.tables import registry

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("webapp/__main__.py"),
]

OPTIONS: dict[str, tuple[Json, ...]] = {
    "olomoc": ({"agenda": "survey", "composition": "secret"}, {"agenda": "gargoule"}),
    "invader": ({"uniform_prompts": False}, {}),
    "diktat": ({"players": 2}, {"players": 3, "configurations": ["others"], "fiel": "corruption"}),
}
"""The options of a game's matches, in turn; those of a game that is not named are its defaults."""
GAMES = {game.key: game for game in games()}
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2, 3, 4))]


@cache
def played(game: str, seed: int) -> Any:
    """A random match of a game, whole, with some commands that nobody asked for."""
    several = OPTIONS.get(game, ({},))
    match, rng = GAMES[game].new(several[seed % len(several)], seed), Random(seed)
    while match.asked:
        seat = rng.choice(list(match.asked))
        command = next(it for it in match.commands(seat, rng) if match.check(seat, it) is None)
        if rng.random() < 0.2:
            other = rng.choice(match.seats)
            seat, command = next(((other, it) for it in match.asides(other, rng)), (seat, command))
        match.submit(seat, command)
    return match


def reel(match: Any, game: str, eyes: str) -> Reel:
    screens, past = GAMES[game].screens, match.history()
    built = Reel(screens, past, eyes, translator("en", game), screens.book(past.until(0)))
    built.follow(dict.fromkeys(match.seats, "Ilse"))
    return built


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
async def test_a_page_shows_every_moment(user: User, game: str, seed: int) -> None:
    """At all stops as everybody sees them, at a part of them as each viewer does."""
    match = played(game, seed).fork(0)
    players = dict.fromkeys(match.seats, "Ilse")
    table = await registry.adopt(match, dict(match.journal[0]["options"]), "Evening", game, players=players)
    viewer, eyes = await Viewer(user).open(table.code), viewers_of(match.seats)
    for n, who in enumerate((EVERYONE, *eyes)):
        # One pair of eyes a browser: all together go to more stops in ten seconds than a key held down does.
        limits.forget()
        await viewer.do(do="eyes", eyes=who)
        stops = viewer.track["last"] + 1
        assert stops > 20
        for stop in range(stops) if who == EVERYONE else range(n, stops, 2 * len(eyes)):
            assert (await viewer.do(do="go", stop=stop))["stop"] == stop


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_board_and_the_log_show_the_same_moment(game: str, seed: int) -> None:
    """Also where a viewer's log has no row for some events."""
    match = played(game, seed)
    for eyes in (EVERYONE, *viewers_of(match.seats)):
        shown = reel(match, game, eyes)
        for stop in range(shown.last + 1):
            assert shown.words(shown.row(stop)).view["log"] == shown.events[: shown.row(stop) + 1]


def test_a_log_with_gaps_is_seen_at_its_own_moments() -> None:
    """The duel leaves instructions of another seat out of a log."""
    match = played("invader", 0)
    shown = reel(match, "invader", "1")
    assert shown.moment(shown.last) > shown.row(shown.last)
    assert [shown.past.rows(shown.past.moment(row, "1"), "1") for row in range(len(shown.events))] == [
        row + 1 for row in range(len(shown.events))
    ]


def test_a_takeback_to_a_moment_names_the_row_of_the_players_own_log() -> None:
    whole = played("invader", 0)
    n = max(n for n, event in enumerate(whole.journal) if event["kind"] == "asked" and event["asked"])
    match = type(whole).replay({}, whole.journal[: n + 1])
    past = match.history()
    open_ = {n for n, event in enumerate(match.journal) if event["kind"] == "asked" and event.get("only") is None}
    for asked in open_ & {past.asked(at) for at in range(n)}:
        command = match.resolve("1", {"kind": "propose", "what": "takeback", "to": past.rows(asked, "1")})
        assert command["to"] == asked + 1


@pytest.mark.parametrize("game", ["invader", "diktat", "hybris"])
def test_the_lines_of_setting_up_are_folded_once_it_is_over(game: str) -> None:
    match, screens = played(game, 0), GAMES[game].screens
    log = [*match.view("spectator")["log"]]
    last = screens.set_up(log)
    assert last is not None
    words = screens.words(match.view("spectator"), translator("en", game), {}, screens.book([match.began]))
    assert sum(screens.line(it, words) is not None for it in log if it["n"] < last) >= 3
    assert screens.set_up([it for it in log if it["n"] < last]) is None
