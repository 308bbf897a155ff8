"""Bots share the time of their table: they think side by side, and the more they have used the less is left."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from rules.kernel import Json
from rules.kernel.bots import Advisor, Budget, HouseBot
from tests.diktat.table import turn
from tests.standin.bots import evaluate
from tests.standin.engine import Match as Auction
from tests.standin.game import GAME as AUCTION
from tests.waiting import until
from webapp.base import worker_process
from webapp.games import games
from webapp.store import Store
from webapp.tables import Registry, bots
from webapp.tables.bots import BotSeats, TableTime

ILSE = "cookie-ilse"
DIKTAT = next(it for it in games() if it.key == "diktat")


@pytest_asyncio.fixture
async def tables(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Registry]:
    monkeypatch.setattr(bots, "PAUSE_S", 0.01)
    store, tables = Store.open(database), Registry()
    tables.open(store, [AUCTION, DIKTAT])
    yield tables
    tables.close()
    store.close()


async def test_bots_that_are_asked_at_once_think_side_by_side(
    tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BID-3: all bid at once. None of the bots answers before all three have been set to it."""
    thinking, all_think, think = set[str](), asyncio.Event(), BotSeats.answer

    async def together(chairs: BotSeats, seat: str, *args: Any, **more: Any) -> Any:
        thinking.add(seat)
        if len(thinking) == 3:
            all_think.set()
        await all_think.wait()
        return await think(chairs, seat, *args, **more)

    monkeypatch.setattr(BotSeats, "answer", together)
    table = await tables.create({"players": 4}, "Evening", AUCTION.key)
    await table.sit(ILSE, "1", "Ilse")
    for seat in "234":
        await table.seat_bot(seat, "lowest")
    await until(lambda: list(table.match.asked) == ["1"])
    assert thinking == {"2", "3", "4"}


async def test_the_share_of_each_answer_is_of_what_is_left_of_the_tables_time(
    tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four bots in turn, while a person waits: each gets a fourth of the rest, and nobody gets a time of their own."""
    shares, think = list[float](), BotSeats.answer

    async def noted(chairs: BotSeats, seat: str, bot: str, *, seconds: float, **more: Any) -> Any:
        shares.append(seconds)
        return await think(chairs, seat, bot, seconds=seconds, **more)

    monkeypatch.setattr(BotSeats, "answer", noted)
    cabals = ["coordination", "black-guard", "resistance", "syndicate", "polisec"]
    match = turn("2", cabals=cabals, seats={"1": {"pawns": 1}})
    table = await tables.adopt(match, {"players": 5}, "Evening", "diktat", None)
    for seat in "2345":
        await table.seat_bot(seat, "steady")
    await table.hand_over("1", ILSE, "Ilse")
    tables.wake()
    await until(lambda: "1" in table.match.asked, 60)
    assert len(shares) >= 4
    assert shares[0] <= bots.FOLLOW_S / 4
    assert shares == sorted(shares, reverse=True)
    assert shares[3] < shares[0]


def test_what_commands_take_besides_is_kept_of_the_tables_time() -> None:
    """Ten commands of 0.25 s besides, after waits that were no different: they end within `WAIT_S` all the same."""
    time, now = TableTime(), 0.0

    def wait(besides: float, commands: int = 10) -> float:
        nonlocal now
        began = now
        time.follow(now, waiting=True)
        for _ in range(commands):
            share = time.left(now) / 4
            time.gave(now, now + share)
            time.gave(now, now + share)  # of a second bot at the same time
            now += share + besides
        time.follow(now, waiting=False)
        return now - began

    assert time.left(now) == bots.FOLLOW_S
    assert wait(0.01) < bots.FOLLOW_S + 0.1
    assert wait(0.25) > bots.WAIT_S  # nothing told of it
    assert wait(0.25) > bots.WAIT_S  # it might have been an accident
    assert 2.5 < wait(0.25) < bots.WAIT_S
    wait(0.25, commands=1)
    assert 2.5 < wait(0.25) < bots.WAIT_S
    for _ in range(bots.WAITS):
        wait(0.01)
    time.follow(now, waiting=True)
    assert time.left(now) == bots.FOLLOW_S


@pytest.mark.parametrize(("seconds", "visits"), [(9.0, 9), (4.0, 4)])
def test_a_search_ends_with_the_seconds_that_it_is_given(seconds: float, visits: int) -> None:
    """The clock is the caller's: here a second passes at every look, of which the first is the beginning."""
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return float(looks)

    answer = HouseBot(Advisor(evaluate), Budget(60, seconds=20.0))
    match = Auction.new({"players": 2}, 3)
    command: Json = answer(match, "1", "search", 1, clock, seconds=seconds)
    assert match.check("1", command) is None
    assert looks == pytest.approx(visits, abs=2)
    looks = 0
    answer(match, "1", "search", 1, clock, seconds=0.0)
    assert looks == 0  # the greedy bot's answer


def test_what_an_answer_waits_for_a_process_is_not_thought_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr(worker_process, "find_class", lambda _: lambda *args, seconds, **more: given.append(seconds))
    monkeypatch.setattr(worker_process.time, "monotonic", lambda: 100.0)
    for until_s in (100.5, 90.0, None):
        worker_process.bot(None, "", "1", "search", 1, until_s)
    assert given == [0.5, 0.0, None]
