"""The write-ahead log: damage in it is noticed, sound parts are kept, and it rarely holds much."""

import asyncio
import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.webapp.store.test_store import a_table, step
from webapp.host.salvage_report import opened, sentences
from webapp.i18n import translator
from webapp.store import Damaged, DatabaseMoved, Store
from webapp.store import writer as writing
from webapp.store.problems import DatabaseMissing
from webapp.store.wal import FRAME, HEADER, log_of, look_over, read

PAGE = 4096
STEPS = 30


@pytest.fixture(scope="module")
def fallen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server that was killed before anything was moved out of its log."""
    folder, copied = tmp_path_factory.mktemp("played"), tmp_path_factory.mktemp("fallen")

    async def play() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(writing.Writer, "_checkpoint", lambda _: None)
            store = Store.open(folder / "olomoc.db")
            tables = [await a_table(store, code) for code in ("AAAA", "BBBB")]
            for sequence in range(1, STEPS + 1):
                await asyncio.gather(*(store.append(table, step(sequence), None) for table in tables))
            for name in ("olomoc.db", "olomoc.db-wal"):
                shutil.copyfile(folder / name, copied / name)
            store.close()

    asyncio.run(play())
    return copied


@pytest.fixture
def database(tmp_path: Path, fallen: Path) -> Path:
    for path in fallen.iterdir():
        shutil.copyfile(path, tmp_path / path.name)
    return tmp_path / "olomoc.db"


def strike(database: Path, at: int, wrong: bytes | None = None) -> bytes:
    """Spoils one byte of the log, or more; returns the log as it is then."""
    raw = bytearray(log_of(database).read_bytes())
    new = bytes([raw[at] ^ 0x5A]) if wrong is None else wrong
    raw[at : at + len(new)] = new
    log_of(database).write_bytes(raw)
    return bytes(raw)


def kept(database: Path) -> dict[str, int]:
    """The last step of each table, by code."""
    store = Store.open(database)
    try:
        return {table.code: store.steps(table.id)[-1].sequence for table in store.tables()}
    finally:
        store.close()


def evidence(database: Path) -> list[bytes]:
    return [path.read_bytes() for path in database.parent.glob("olomoc.db.damaged-*-wal")]


def test_a_log_that_was_cut_off_by_a_kill_is_whole(database: Path) -> None:
    look_over(database)
    with log_of(database).open("ab") as file:
        file.write(b"\0" * 1000)  # a transaction that had only begun
    store, report = opened(database)
    store.close()
    assert report is None
    assert kept(database) == {"AAAA": STEPS, "BBBB": STEPS}


def test_one_wrong_byte_anywhere_is_noticed_and_put_right(database: Path) -> None:
    dice = random.Random(12)
    size, frame = log_of(database).stat().st_size, FRAME + PAGE
    places = [0, 4, 9, 13, 17, 22, 27, 31]  # each field of the header
    places += [HEADER + 3 * frame + at for at in (1, 6, 9, 14, 17, 21)]  # of a frame's header
    places += [size - PAGE - 18 + at for at in (-6, 0, 4)]  # of the last frame's, whose sum no other goes on from
    places += [HEADER + FRAME + 100, size - 2, *(dice.randrange(size) for _ in range(30))]
    # An error in the highest byte of a word has two or three explanations, and may have to be left.
    places = [place for place in places if place < HEADER or (place - HEADER) % frame < FRAME or place % 4 != 3]
    sound, raw = read(database), log_of(database).read_bytes()
    assert sound is not None
    for place in places:
        strike(database, place)
        with pytest.raises(Damaged):
            look_over(database)
        log = read(database)
        assert log is not None
        assert [(it.page, it.pages, it.data) for it in log.frames] == [
            (it.page, it.pages, it.data) for it in sound.frames
        ], place
        assert log.lost == 0
        log_of(database).write_bytes(raw)


@pytest.mark.parametrize("place", [27, HEADER + 2 * (FRAME + PAGE) + 2000, -2])
def test_one_wrong_byte_costs_nothing_and_is_told(database: Path, place: int) -> None:
    """Left to itself SQLite stops at it, and forgets up to all that was acknowledged."""
    damaged = strike(database, place % log_of(database).stat().st_size)
    with pytest.raises(Damaged):
        Store.open(database)
    assert log_of(database).read_bytes() == damaged, "a log that cannot be read is left as it is"
    store, report = opened(database)
    store.close()
    assert report is not None
    assert (report.log, report.log_lost) == (True, 0)
    assert evidence(database) == [damaged]
    assert kept(database) == {"AAAA": STEPS, "BBBB": STEPS}
    for language, words in (("en", "could be read again"), ("fr", "a pu être relu")):
        assert any(words in it for it in sentences(report, translator(language, "olomoc")))


def test_sqlite_alone_would_have_lost_it(database: Path) -> None:
    """The reason for the checks: the same damage, opened without them, goes unnoticed."""
    strike(database, HEADER + 2 * (FRAME + PAGE) + 2000)
    with closing(sqlite3.connect(database)) as connection:
        tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'steps'").fetchone()[0]
        steps = connection.execute("SELECT count(*) FROM steps").fetchone()[0] if tables else 0
    assert steps < 2 * STEPS


def test_a_spoilt_sector_costs_its_page_at_most(database: Path) -> None:
    log = read(database)
    assert log is not None
    middle = len(log.frames) // 2
    damaged = strike(database, HEADER + middle * (FRAME + PAGE) + FRAME + 512, b"\xff" * 512)
    store, report = opened(database)
    store.close()
    assert report is not None
    assert report.log_lost == 1
    assert evidence(database) == [damaged]
    assert kept(database) == {"AAAA": STEPS, "BBBB": STEPS}, "later frames have that page anew"
    assert any("1 page of it is lost" in words for words in sentences(report, translator("en", "olomoc")))


def test_a_log_without_its_database_is_not_thrown_away(database: Path) -> None:
    """SQLite deletes such a log when it makes a new file."""
    log = log_of(database).read_bytes()
    for beginning in (None, b""):
        database.unlink(missing_ok=True)
        if beginning is not None:
            database.write_bytes(beginning)
        with pytest.raises(DatabaseMissing, match=r"olomoc\.db-wal"):
            Store.open(database)
        assert log_of(database).read_bytes() == log
    database.unlink()
    store, report = opened(database)
    store.close()
    assert report is not None, "all of it was in the log"
    assert evidence(database) == [log]
    assert kept(database) == {"AAAA": STEPS, "BBBB": STEPS}


def test_where_the_log_alone_is_too_little_the_host_is_told_and_nothing_begun(database: Path) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("UPDATE tables SET name = 'Later'")
        log = log_of(database).read_bytes()
        main = database.read_bytes()
    database.unlink()
    log_of(database).write_bytes(log)
    with pytest.raises(DatabaseMissing):
        opened(database)
    assert sorted(path.name for path in database.parent.iterdir()) == ["lock", "olomoc.db-wal"]
    database.write_bytes(main)
    assert kept(database) == {"AAAA": STEPS, "BBBB": STEPS}


async def test_the_file_alone_is_whole_within_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "CHECKPOINT_S", 0.02)
    store = Store.open(tmp_path / "olomoc.db")
    try:
        table = await a_table(store)
        for sequence in range(1, STEPS + 1):
            await store.append(table, step(sequence), None)
        async with asyncio.timeout(120):
            while log_of(tmp_path / "olomoc.db").stat().st_size:
                await asyncio.sleep(0.01)
        by_hand = tmp_path / "carried" / "olomoc.db"
        by_hand.parent.mkdir()
        shutil.copyfile(tmp_path / "olomoc.db", by_hand)
    finally:
        store.close()
    assert kept(by_hand) == {"BCDF": STEPS}
    assert not log_of(tmp_path / "olomoc.db").exists()


async def test_a_log_of_before_is_moved_into_the_file_at_the_start(database: Path) -> None:
    assert log_of(database).stat().st_size
    store = Store.open(database)
    try:
        assert log_of(database).stat().st_size == 0
    finally:
        store.close()


@pytest.mark.parametrize("name", ["olomoc.db", "olomoc.db-wal"])
async def test_nothing_is_acknowledged_into_files_that_are_gone(tmp_path: Path, name: str) -> None:
    store = Store.open(tmp_path / "olomoc.db")
    table = await a_table(store)
    await store.append(table, step(1), None)
    away = tmp_path / "elsewhere"
    (tmp_path / name).rename(away)
    for _ in range(2):
        with pytest.raises(DatabaseMoved):
            await store.append(table, step(2), None)
    with pytest.raises(DatabaseMoved):
        await store.probe()
    assert [problem.code for _, problem in store.troubles][-1] == "moved"
    shutil.copyfile(away, tmp_path / name)  # a copy is another file: what is written goes elsewhere still
    with pytest.raises(DatabaseMoved):
        await store.append(table, step(2), None)
    (tmp_path / name).unlink()
    away.rename(tmp_path / name)
    await store.append(table, step(2), None)
    store.close()
    assert kept(tmp_path / "olomoc.db") == {"BCDF": 2}


async def test_files_that_go_while_nobody_plays_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "CHECKPOINT_S", 0.02)
    store = Store.open(tmp_path / "olomoc.db")
    os.rename(tmp_path / "olomoc.db", tmp_path / "away.db")
    async with asyncio.timeout(120):
        while not store.troubles:
            await asyncio.sleep(0.01)
    assert store.troubles[0][1].code == "moved"
    store.close()
