"""Floods of hostile guests: others play on undisturbed, and the server refuses at little cost."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator

import httpx
import pytest

from tests import abuse
from tests.driving import DRIVEN, Game
from tests.serving import Server
from webapp.security.flood_guard import CLOSE_POLICY, FRAME, FRAMES, HOLD_S
from webapp.security.limits import RATES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("floods") / "data", DRIVEN) as running:
        yield running


@pytest.fixture
async def game(server: Server) -> AsyncIterator[Game]:
    playing = Game(server)
    await playing.begin()
    yield playing
    await playing.close()


def enough(game: Game) -> Callable[[], bool]:
    """Long enough for the limits to be met, and until the others have played on."""
    end = time.monotonic() + 3
    return lambda: time.monotonic() > end and game.played >= 10


async def test_who_asks_for_pages_without_end_is_told_to_wait_and_the_others_play_on(game: Game) -> None:
    began = time.monotonic()
    flood = asyncio.ensure_future(abuse.page_flood(game.server.url, enough(game), "127.0.0.3"))
    got = await game.play_during(flood)
    seconds = time.monotonic() - began
    assert set(got.statuses) == {200, 429}
    made, refused = got.statuses.count(200), got.statuses.count(429)
    assert refused > made
    # No more pages than an address may have, and no more refusals than they are worth: each is told after a while.
    assert made <= RATES["page"].amount * (seconds / RATES["page"].seconds + 1)
    assert refused <= abuse.AT_ONCE * (seconds / HOLD_S + 1)


async def test_a_browser_that_is_told_to_wait_gets_a_page_in_its_language(server: Server) -> None:
    line = httpx.AsyncHTTPTransport(local_address="127.0.0.9")
    async with httpx.AsyncClient(transport=line, headers={"accept": "text/html", "accept-language": "fr"}) as browser:
        answers = await asyncio.gather(*(browser.get(server.url, timeout=60) for _ in range(RATES["page"].amount + 20)))
    refused = next(it for it in answers if it.status_code == 429)
    assert "Trop de pages à la fois" in refused.text
    assert refused.headers["refresh"] == refused.headers["retry-after"] != "0"


async def test_a_socket_that_never_stops_is_closed_and_its_address_waits(game: Game) -> None:
    got, played = abuse.Answers(), enough(game)
    patience = time.monotonic() + 60

    def ended() -> bool:
        # A busy machine sends and reads so slowly that six seconds see too little of it.
        return time.monotonic() > patience or (played() and got.turned_away > len(got.closed))

    flood = abuse.socket_flood(game.server.url, f"/watch/{game.code}", ended, "127.0.0.4", got)
    await game.play_during(asyncio.ensure_future(flood))
    assert CLOSE_POLICY in got.closed
    assert got.sent > FRAMES
    # Three times in half a minute, however often it comes back.
    assert len(got.closed) < got.turned_away


async def test_nonsense_changes_nothing_and_reaches_nobody(game: Game) -> None:
    await game.play(2)
    before = game.known()
    others = game.driven["1"]._client_id
    sent = await abuse.babble(game.server.url, f"/watch/{game.code}", others, 3, "127.0.1")
    assert sent > 100
    assert game.known() == before
    await game.play(2)


async def test_one_frame_too_long_closes_its_socket_and_no_other(game: Game) -> None:
    table = f"/watch/{game.code}"
    assert await abuse.shout(game.server.url, table, FRAME // 2, "127.0.0.6") == 0
    assert await abuse.shout(game.server.url, table, FRAME * 2, "127.0.0.6") == CLOSE_POLICY
    assert await abuse.shout(game.server.url, table, FRAME * 40, "127.0.0.6") != 0
    await game.play(2)


async def test_pages_of_other_sites_get_no_socket(game: Game) -> None:
    assert await abuse.from_elsewhere(game.server.url, "http://elsewhere.example") == 403
    assert await abuse.from_elsewhere(game.server.url, "null") == 403


async def test_requests_that_nobody_honest_makes_are_refused_in_json(game: Game) -> None:
    await game.play(1)
    before = game.known()
    line = httpx.AsyncHTTPTransport(verify=False, local_address="127.0.0.7")
    async with httpx.AsyncClient(base_url=game.server.url, transport=line) as stranger:
        for method, path, body in abuse.requests(game.code):
            answer = await stranger.request(method, path, content=body, headers={"content-type": "application/json"})
            assert answer.status_code < 500, (method, path, body[:40], answer.text)
            if answer.status_code >= 400:
                assert set(answer.json()) == {"clause", "code", "params"}, (method, path, answer.text)
            assert len(body) < 100_000 or answer.status_code in {404, 405, 413, 429} or method == "GET"
    assert game.known() == before
    await game.play(2)


async def test_nothing_of_all_that_broke_the_server(game: Game) -> None:
    """Last: what the abuse above left in the log."""
    await game.play(1)
    assert "Exception in ASGI application" not in game.server.output
