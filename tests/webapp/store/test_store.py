"""The store: a write is complete, or its caller is told that it is not."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import event

from webapp.store import (
    Conflict,
    Damaged,
    FromTheFuture,
    InUse,
    SavedSeat,
    SavedVisitor,
    Step,
    Store,
    StoreProblem,
    Unwritable,
)
from webapp.store import database as opening
from webapp.store.problems import Full, Locked
from webapp.tables import Registry

Reopen = Callable[[], tuple[Store, Registry]]


def step(sequence: int, value: int = 0) -> Step:
    return Step(sequence, "1", {"kind": "add", "value": value}, [{"n": sequence, "value": value}], 1.0)


async def a_table(store: Store, code: str = "BCDF") -> int:
    return (await store.add_table(code, "olomoc", "Évening", {"agenda": "random"}, [{"n": 0}])).id


def test_a_file_of_the_newest_shape_is_not_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store.open(tmp_path / "kept.db").close()
    monkeypatch.setattr(opening, "_migrate", lambda *_: pytest.fail("migrated again"))
    for _ in range(2):
        Store.open(tmp_path / "kept.db").close()


async def test_tables_seats_and_visitors_are_read_after_a_restart(reopen: Reopen) -> None:
    store, _ = reopen()
    table = await a_table(store)
    await store.append(table, step(1, 5), None)
    await store.append(table, step(2, 6), {"winner": "1"})
    await store.companies.sit(table, SavedSeat("2", "cookie", "Tomáš"))
    await store.remember(SavedVisitor("cookie", "Tomáš", "fr"))
    store, _ = reopen()
    [saved] = store.tables()
    assert (saved.code, saved.name, saved.options, saved.outcome) == (
        "BCDF",
        "Évening",
        {"agenda": "random"},
        {"winner": "1"},
    )
    assert saved.seats == (SavedSeat("2", "cookie", "Tomáš"),)
    assert [s.events for s in store.steps(table)] == [[{"n": 0}], [{"n": 1, "value": 5}], [{"n": 2, "value": 6}]]
    assert store.visitors() == [SavedVisitor("cookie", "Tomáš", "fr")]


async def test_a_commit_is_synced_to_the_disk(store: Store) -> None:
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


async def test_a_step_that_does_not_follow_the_last_is_refused(store: Store) -> None:
    table = await a_table(store)
    await store.append(table, step(1), None)
    for sequence in (0, 1, 3):
        with pytest.raises(Conflict):
            await store.append(table, step(sequence), {"winner": "1"})
    assert len(store.steps(table)) == 2
    assert store.tables()[0].outcome is None


async def test_one_bad_job_does_not_take_its_group_along(store: Store) -> None:
    tables = [await a_table(store, code) for code in ("AAAA", "BBBB", "CCCC")]
    wrong = [store.append(tables[1], step(7), None), store.companies.sit(99, SavedSeat("1", "x", "Nobody"))]
    right = [store.append(table, step(1), None) for table in tables]
    results = await asyncio.gather(*wrong, *right, return_exceptions=True)
    assert [type(result) for result in results] == [Conflict, Conflict, type(None), type(None), type(None)]
    assert all(len(store.steps(table)) == 2 for table in tables)


async def test_a_full_disk_keeps_nothing_of_a_step_and_the_next_one_goes_on(store: Store) -> None:
    table = await a_table(store)

    def hold(connection: sqlite3.Connection, pages: int) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    with store._engine.connect() as connection:
        used = connection.exec_driver_sql("PRAGMA page_count").scalar()
    store._engine.dispose()
    event.listen(store._engine, "connect", lambda connection, _: hold(connection, used))
    huge = Step(1, "1", {"kind": "add", "note": "x" * 100_000}, [{"n": 1}], 1.0)
    with pytest.raises(Full, match="full"):
        await store.append(table, huge, {"winner": "1"})
    assert len(store.steps(table)) == 1
    assert store.tables()[0].outcome is None
    event.listen(store._engine, "connect", lambda connection, _: hold(connection, 1_000_000))
    store._engine.dispose()
    await store.append(table, huge, None)
    assert len(store.steps(table)) == 2


async def test_a_changed_or_missing_step_is_noticed(reopen: Reopen, database: Path) -> None:
    for tampering in ("UPDATE steps SET events = '[]' WHERE sequence = 1", "DELETE FROM steps WHERE sequence = 1"):
        store, _ = reopen()
        table = await a_table(store, tampering[:6])
        for sequence in (1, 2):
            await store.append(table, step(sequence), None)
        with sqlite3.connect(database) as connection:
            connection.execute(f"{tampering} AND table_id = {table}")
        connection.close()
        with pytest.raises(Damaged, match="step 1"):
            store.steps(table)


async def test_a_damaged_file_is_refused_and_left_as_it_is(reopen: Reopen, database: Path) -> None:
    store, _ = reopen()
    table = await a_table(store)
    for sequence in range(1, 200):
        await store.append(table, step(sequence), None)
    store.close()
    whole = database.read_bytes()
    for damaged in (
        whole[:5000] + b"\xff" * 4000 + whole[9000:],
        whole[: len(whole) // 2],
        b"not a database at all, but long enough to be taken for one" * 100,
    ):
        database.write_bytes(damaged)
        with pytest.raises(Damaged):
            Store.open(database)
        assert database.read_bytes() == damaged
    database.write_bytes(whole)
    again = Store.open(database)
    assert len(again.steps(table)) == 200
    again.close()


def test_a_database_of_a_newer_version_is_refused(reopen: Reopen, database: Path) -> None:
    reopen()[0].close()
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(FromTheFuture):
        Store.open(database)


def test_a_folder_has_one_server(store: Store, database: Path) -> None:
    with pytest.raises(InUse):
        Store.open(database)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Unwritable) as refusal:
        Store.open(tmp_path / "file" / "olomoc.db")
    assert str(tmp_path / "file") in refusal.value.params["where"]


async def test_another_process_holding_the_file_is_reported_not_waited_for_on_the_loop(
    reopen: Reopen, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_MS", 200)
    store, _ = reopen()
    table = await a_table(store)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    with pytest.raises(Locked, match="locked"):
        await store.append(table, step(1), None)
    assert ticks > 5
    ticking.cancel()
    other.execute("ROLLBACK")
    other.close()
    await store.append(table, step(1), None)


async def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    with pytest.raises(StoreProblem, match="closed"):
        await a_table(store)
