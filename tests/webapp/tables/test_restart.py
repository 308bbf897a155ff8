"""After a restart every match is where it was; one that cannot be read does not affect the others."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from webapp.store import Store
from webapp.tables import Registry, TableSettings

ILSE, TOMAS = "cookie-ilse", "cookie-tomas"
Reopen = Callable[[], tuple[Store, Registry]]


async def a_match(tables: Registry, *values: int, settings: TableSettings | None = None) -> str:
    table = await tables.create({"agenda": "random"}, "Evening", settings=settings)
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    for n, value in enumerate(values):
        assert await table.submit((ILSE, TOMAS)[n % 2], {"kind": "add", "value": value}) is None
    return table.code


async def test_a_match_goes_on_at_the_very_prompt(reopen: Reopen) -> None:
    _, tables = reopen()
    code = await a_match(tables, 3, 4, 5)
    before = tables.get(code)
    _, tables = reopen()
    table = tables.get(code.lower())
    assert table is not before
    assert table.match.position() == before.match.position()
    assert table.match.decisions == before.match.decisions
    assert (table.sequence, table.name, table.options) == (3, "Evening", {"agenda": "random"})
    assert await table.submit(TOMAS, {"kind": "add", "value": 1}) is None


async def test_every_table_is_found_newest_first(reopen: Reopen) -> None:
    _, tables = reopen()
    codes = [await a_match(tables, n) for n in (1, 2, 3)]
    _, tables = reopen()
    assert [table.code for table in tables.all()] == codes[::-1]
    assert tables.get("none") is None


async def test_a_finished_match_is_loaded_when_it_is_looked_at(reopen: Reopen) -> None:
    _, tables = reopen()
    code = await a_match(tables, 9, 9, 9)
    _, tables = reopen()
    table = tables.get(code)
    assert table.state == "finished"
    with pytest.raises(LookupError):
        table.view("1")
    await table.load()
    await table.load()
    assert table.view("1")["total"] == 27


async def test_running_matches_are_read_after_the_start_and_their_clocks_go_on(reopen: Reopen) -> None:
    """The first page does not wait for them, and what it shows of a table does not change then."""
    _, tables = reopen()
    running = await a_match(tables, 3, 4, settings=TableSettings(clock_limit=60))
    finished = await a_match(tables, 9, 9, 9)
    store, tables = reopen()
    again = Registry()
    again.open(store, tables.games)
    try:
        table = again.get(running)
        again.wake()
        assert (table.loaded, table.clocks.running) == (False, False)
        assert (table.begun, table.state, table.sequence) == (True, "running", 2)
        await again.resume()
        assert (table.loaded, table.clocks.running, table.sequence) == (True, True, 2)
        assert not again.get(finished).loaded
    finally:
        again.close()


async def test_a_match_that_cannot_be_read_is_named_and_left_alone(
    reopen: Reopen, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    _, tables = reopen()
    bad, good, unplayable = await a_match(tables, 1), await a_match(tables, 2), await a_match(tables, 3)
    with sqlite3.connect(database) as connection:
        connection.execute(
            "UPDATE steps SET events = '[]' WHERE sequence = 1 AND table_id = (SELECT id FROM tables WHERE code = ?)",
            (bad,),
        )
        connection.execute("UPDATE tables SET title = 'chess' WHERE code = ?", (unplayable,))
    connection.close()
    _, tables = reopen()
    await tables.resume()
    assert [table.code for table in tables.all()] == [good]
    assert (set(tables.unreadable), set(tables.foreign)) == ({bad}, {unplayable})
    assert bad in caplog.text
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM steps").fetchone() == (6,)
    connection.close()


async def test_an_unknown_game_makes_no_table(tables: Registry, store: Store) -> None:
    with pytest.raises(KeyError):
        await tables.create({}, "Evening", "chess")
    assert store.tables() == []
