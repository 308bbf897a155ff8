"""Finished tables are rows: only the newest are objects, and the others again when somebody comes."""

import asyncio
import sys
from collections.abc import Callable

import pytest

from webapp.store import Store
from webapp.tables import Registry

Reopen = Callable[[], tuple[Store, Registry]]
KEPT = 3


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[Registry.__module__], "FINISHED_KEPT", KEPT)


async def an_old_house(tables: Registry, finished: int = 8) -> list[str]:
    """The codes of finished matches, oldest first: each of Ilse and somebody else, won by Ilse."""
    codes = []
    for n in range(finished):
        table = await tables.create({}, f"Evening {n}", by=str(n))
        await table.sit("ilse", "1", "Ilse")
        await table.sit(f"other-{n}", "2", "Tomáš")
        for seat, value in (("1", 9), ("2", 9), ("1", 3)):
            assert await table.submit_as(seat, {"kind": "add", "value": value}) is None
        codes.append(table.code)
    return codes


def known(tables: Registry) -> set[str]:
    return {table.code for table in tables.all()}


async def test_a_start_makes_objects_of_the_newest_alone(reopen: Reopen) -> None:
    _, tables = reopen()
    codes = await an_old_house(tables)
    running = await tables.create({}, "Running")
    closed = await tables.create({}, "Closed")
    assert await closed.change(closed=True) is None
    binned = await tables.create({}, "Binned")
    assert await binned.delete() is None
    _, tables = reopen()
    assert known(tables) == {running.code, closed.code, *codes[-KEPT + 1 :]}
    assert [it.code for it in tables.binned()] == [binned.code]
    assert await tables.resting() == len(codes) + 1
    assert {saved.code for saved in await tables.rows()} == {*codes[: -KEPT + 1]}
    # An old one is there as soon as somebody comes, with everything that it was.
    table = tables.get(codes[0].lower())
    assert table is not None
    assert (table.state, table.seats["1"].name, table.name) == ("finished", "Ilse", "Evening 0")
    await table.load()
    assert table.match.outcome == table.outcome
    assert tables.get(codes[0]) is table
    assert tables.get("ZZZZ") is None


async def test_it_is_a_row_again_when_nobody_looks(reopen: Reopen) -> None:
    _, tables = reopen()
    codes = await an_old_house(tables)
    assert known(tables) == {*codes}
    for _ in range(2):  # the matches, then the tables
        tables.unload_idle(0.0, 0.0)
        await asyncio.sleep(0.01)
    assert known(tables) == {*codes[-KEPT:]}
    # One that is followed stays.
    table = tables.get(codes[1])
    with table.listening("spectator"):
        tables.unload_idle(0.0, 0.0)
        assert tables.get(codes[1]) is table
    tables.unload_idle(0.0, 0.0)
    again = tables.get(codes[1])
    assert again is not table
    # What the host does to it counts, and in the bin it stays an object.
    assert await again.delete() is None
    tables.unload_idle(0.0, 0.0)
    assert tables.binned() == [again]
    assert tables.get(codes[1]) is None


async def test_whoever_played_long_ago_is_no_newcomer(reopen: Reopen) -> None:
    _, tables = reopen()
    codes = await an_old_house(tables)
    _, tables = reopen()
    assert not tables.novice("ilse")
    assert tables.novice("other-0")
    assert [table.code for table in tables.of("other-0")] == [codes[0]]
    assert tables.of("ilse")[0].code == codes[-1]
    assert tables.of("nobody") == []
    assert tables.of("other") == []  # no prefix of an id
