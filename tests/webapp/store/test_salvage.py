"""A damaged database: what is readable is opened, the losses are reported, the original is kept."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tests.webapp.store.test_store import a_table, step
from webapp.store import Damaged, SavedVisitor, Store
from webapp.store.backup import check
from webapp.store.salvage import salvage

PAGE = 4096
LAST = 300


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Three matches of 300 steps, played side by side, and a visitor: one file."""
    database = tmp_path_factory.mktemp("whole") / "olomoc.db"

    async def play() -> None:
        store = Store.open(database)
        tables = [await a_table(store, code) for code in ("AAAA", "BBBB", "CCCC")]
        for sequence in range(1, LAST + 1):
            await asyncio.gather(*(store.append(table, step(sequence), None) for table in tables))
        await store.remember(SavedVisitor("cookie", "Ilse"))
        store.close()

    asyncio.run(play())
    return database.read_bytes()


@pytest.fixture
def database(tmp_path: Path, whole: bytes) -> Path:
    path = tmp_path / "olomoc.db"
    path.write_bytes(whole)
    return path


def pages_of(database: Path, table: str) -> list[int]:
    """The pages (from 1) that hold a table's rows."""
    with sqlite3.connect(database) as connection:
        query = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno"
        try:
            return [row[0] for row in connection.execute(query, (table,))]
        except sqlite3.OperationalError:
            pytest.skip("this SQLite tells nothing of its pages")


def broken(whole: bytes, page: int) -> bytes:
    return whole[: (page - 1) * PAGE] + b"\xff" * PAGE + whole[page * PAGE :]


def test_a_broken_page_costs_the_steps_behind_it_and_nothing_else(database: Path, whole: bytes) -> None:
    pages = pages_of(database, "steps")
    damaged = broken(whole, pages[len(pages) // 2])
    database.write_bytes(damaged)
    with pytest.raises(Damaged):
        Store.open(database)
    salvaged = salvage(database)
    assert salvaged.original.read_bytes() == damaged
    assert check(database) == []
    assert set(salvaged.cut) == {"AAAA", "BBBB", "CCCC"}
    store = Store.open(database)
    for table in store.tables():
        last = salvaged.cut[table.code]
        assert len(store.steps(table.id)) == last + 1
        assert LAST / 4 < last < LAST
    assert [visitor.name for visitor in store.visitors()] == ["Ilse"]
    store.close()


def test_a_file_cut_short_gives_what_is_in_the_rest(database: Path, whole: bytes) -> None:
    damaged = whole[: len(whole) * 4 // 5]
    database.write_bytes(damaged)
    salvaged = salvage(database)
    assert salvaged.original.read_bytes() == damaged
    assert set(salvaged.cut) == {"AAAA", "BBBB", "CCCC"}
    assert all(20 < last < LAST for last in salvaged.cut.values())
    assert check(database) == []


def test_a_changed_step_ends_its_match_there(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE steps SET events = '[]' WHERE sequence = 40 AND table_id = 2")
        connection.execute("UPDATE tables SET outcome = '{}' WHERE id = 2")
    connection.close()
    salvaged = salvage(database)
    assert salvaged.cut == {"BBBB": 39}
    store = Store.open(database)
    assert store.tables()[1].outcome is None
    store.close()


def test_a_match_without_its_beginning_is_lost_and_named(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM steps WHERE sequence = 0 AND table_id = 1")
    connection.close()
    salvaged = salvage(database)
    assert salvaged.lost == ["AAAA"]
    assert sorted(salvaged.whole) == ["BBBB", "CCCC"]


def test_where_nothing_survives_everything_stays(database: Path) -> None:
    for nothing in (b"not a database at all, but long enough to be taken for one" * 100, b"SQLite format 3\x00"):
        database.write_bytes(nothing)
        with pytest.raises(Damaged):
            salvage(database)
        assert database.read_bytes() == nothing
        assert not [path for path in database.parent.iterdir() if "damaged" in path.name]
