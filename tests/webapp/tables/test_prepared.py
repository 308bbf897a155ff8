"""Answers prepared while others play, by the auction: the bid for the next lot (BID-3)."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.standin.game import GAME
from tests.waiting import until
from webapp.store import Store
from webapp.tables import Registry, Table, answers

ILSE, TOMAS, ADA = "cookie-ilse", "cookie-tomas", "cookie-ada"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "GIVEN_S", 0.02)


@pytest_asyncio.fixture
async def tables(database: Path) -> AsyncIterator[Registry]:
    store, tables = Store.open(database), Registry()
    tables.open(store, [GAME])
    yield tables
    tables.close()
    store.close()


async def begun(tables: Registry) -> Table:
    """An auction of three in which Ilse has bid for the first lot."""
    table = await tables.create({"players": 3, "lots": 4}, "Evening", "auction")
    for cookie, seat in ((ILSE, "1"), (TOMAS, "2"), (ADA, "3")):
        assert await table.sit(cookie, seat, cookie) is None
    await bid(table, ILSE, 0)
    return table


def hand(table: Table, cookie: str) -> list[int]:
    cards: list[int] = table.view(table.seat_of(cookie) or "")["hand"]
    return cards


async def bid(table: Table, cookie: str, n: int) -> None:
    assert await table.submit(cookie, {"kind": "bid", "card": hand(table, cookie)[n]}) is None


def prepared(table: Table, seat: str = "1") -> Any:
    return table.answers.prepared(seat)


async def test_an_answer_is_given_when_its_question_comes(tables: Registry) -> None:
    table = await begun(tables)
    first, second = hand(table, ILSE)[:2]
    assert table.answers.prepare(ILSE, {"kind": "bid", "card": second, "decision": "ahead-bid-bid"}) is None
    assert table.sequence == 1
    await bid(table, TOMAS, 0)
    assert prepared(table)["commands"] == [{"kind": "bid", "card": second}]
    await bid(table, ADA, 0)
    await until(lambda: table.sequence == 4)
    lot = table.view("1")["resolving"][-1]
    assert (lot["number"], lot["bid"]) == (2, second)
    assert prepared(table) is None
    assert first not in hand(table, ILSE)


async def test_the_first_wish_that_is_legal_is_given(tables: Registry) -> None:
    table = await begun(tables)
    cards = hand(table, ILSE)
    for card in (cards[1], cards[2]):
        assert table.answers.prepare(ILSE, {"kind": "bid", "card": card}) is None
    await table.submit(ILSE, {"kind": "bid", "card": cards[1]})  # the first wish is the present bid now
    await bid(table, TOMAS, 0)
    await bid(table, ADA, 0)
    await until(lambda: table.sequence == 5)
    assert table.view("1")["resolving"][-1]["bid"] == cards[2]


async def test_one_that_does_not_fit_is_dropped_with_its_reason(tables: Registry) -> None:
    table = await begun(tables)
    card = hand(table, ILSE)[1]
    assert table.answers.prepare(ILSE, {"kind": "bid", "card": card}) is None
    await table.submit(ILSE, {"kind": "bid", "card": card})
    await bid(table, TOMAS, 0)
    await bid(table, ADA, 0)
    await until(lambda: "why" in (prepared(table) or {}))
    assert (prepared(table)["why"]["clause"], prepared(table)["why"]["code"]) == ("BID-3", "not-in-hand")
    assert "1" in table.match.asked
    await bid(table, ILSE, 0)
    assert prepared(table) is None  # the word is told until its player has answered


async def test_a_question_that_is_not_ahead_any_more_drops_it(tables: Registry) -> None:
    table = await begun(tables)
    assert table.answers.prepare(ILSE, {"kind": "bid", "card": hand(table, ILSE)[1]}) is None
    row = {**prepared(table), "code": "another"}
    table.kept_state.put("prepared", {table.player_mark("1"): row})
    await bid(table, TOMAS, 0)
    assert prepared(table)["why"]["code"] == "not-ahead"


async def test_it_is_withdrawn(tables: Registry) -> None:
    table = await begun(tables)
    table.answers.prepare(ILSE, {"kind": "bid", "card": hand(table, ILSE)[1]})
    table.answers.withdraw(ILSE)
    assert prepared(table) is None


async def test_what_cannot_be_prepared_is_refused(tables: Registry) -> None:
    table = await begun(tables)
    for cookie, command, code in (
        (ILSE, {"kind": "bid", "card": hand(table, ILSE)[0]}, "not-in-hand"),
        (ILSE, {"kind": "bid"}, "bad-shape"),
        (ILSE, ["bid"], "bad-shape"),
        (TOMAS, {"kind": "bid", "card": hand(table, TOMAS)[1]}, "not-ahead"),
        ("cookie-nobody", {"kind": "bid", "card": 3}, "not-seated"),
    ):
        no = table.answers.prepare(cookie, command)
        assert (no and no.code) == code, command
    assert prepared(table) is None


async def test_nobody_else_is_told_of_one_before_it_is_given(tables: Registry) -> None:
    table = await begun(tables)
    notified: list[str] = []
    for viewer in ("2", "3", "spectator"):
        table.subscribe(viewer, lambda viewer=viewer: notified.append(viewer))
    before = {viewer: table.view(viewer) for viewer in ("2", "3", "spectator")}
    table.answers.prepare(ILSE, {"kind": "bid", "card": hand(table, ILSE)[1]})
    assert notified == []
    assert {viewer: table.view(viewer) for viewer in before} == before


async def test_it_outlives_the_server_but_not_its_player(database: Path) -> None:
    store, tables = Store.open(database), Registry()
    tables.open(store, [GAME])
    table = await begun(tables)
    card = hand(table, ILSE)[1]
    table.answers.prepare(ILSE, {"kind": "bid", "card": card})
    await until(lambda: store.talks.kept_state(table._id).get("prepared") is not None)
    tables.close()
    store.close()
    store, again = Store.open(database), Registry()
    again.open(store, [GAME])
    try:
        its = again.get(table.code)
        assert its is not None
        await its.load()
        assert prepared(its)["commands"] == [{"kind": "bid", "card": card}]
        await its.leave(ILSE)
        assert prepared(its) is None
        await its.sit("cookie-new", "1", "New")
        await bid(its, TOMAS, 0)
        assert prepared(its) is None
    finally:
        again.close()
        store.close()
