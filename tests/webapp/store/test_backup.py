"""Backups: made beside a running server, checked before a restore, which keeps the previous database."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.serving import free_port
from webapp.cli.backup import backup as backup_command
from webapp.cli.backup import restore as restore_command
from webapp.cli.doctor import doctor
from webapp.cli.doctor import tr as told
from webapp.store import Damaged, DatabaseGone, InUse, Store, StoreProblem, Unwritable
from webapp.store.backup import backup, check, restore
from webapp.store.salvage import salvage
from webapp.tables import Registry

Reopen = Callable[[], tuple[Store, Registry]]


async def played(tables: Registry, commands: int) -> str:
    table = await tables.create({}, "Evening")
    await table.sit("cookie-ilse", "1", "Ilse")
    await table.sit("cookie-tomas", "2", "Tomáš")
    for n in range(commands):
        assert await table.submit_as("12"[n % 2], {"kind": "add", "value": 1}) is None
    return table.code


async def test_a_backup_beside_a_running_server_is_restored(reopen: Reopen, database: Path, tmp_path: Path) -> None:
    store, tables = reopen()
    code = await played(tables, 3)
    copy = tmp_path / "evening.olomoc"
    backup(database, copy)
    assert check(copy) == []
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("evening")] == ["evening.olomoc"]
    # Later steps are not in it.
    assert await tables.get(code).submit_as("2", {"kind": "add", "value": 1}) is None
    with pytest.raises(InUse):
        restore(copy, database)
    assert tables.get(code).sequence == 4
    tables.close()
    store.close()
    before = restore(copy, database)
    _, tables = reopen()
    assert tables.get(code).sequence == 3
    assert check(before) == []
    with sqlite3.connect(before) as connection:
        assert connection.execute("SELECT max(sequence) FROM steps").fetchone() == (4,)
    connection.close()


async def test_a_backup_overwrites_no_file(reopen: Reopen, database: Path, tmp_path: Path) -> None:
    reopen()
    copy = tmp_path / "mine.txt"
    copy.write_text("mine")
    with pytest.raises(Unwritable):
        backup(database, copy)
    assert copy.read_text() == "mine"
    with pytest.raises(StoreProblem):
        backup(tmp_path / "nothing.db", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("harm", ["page", "journal", "truncated", "other", "text"])
async def test_a_copy_with_anything_wrong_replaces_nothing(
    reopen: Reopen, database: Path, tmp_path: Path, harm: str
) -> None:
    store, tables = reopen()
    await played(tables, 5)
    copy = tmp_path / "evening.olomoc"
    backup(database, copy)
    tables.close()
    store.close()
    whole = copy.read_bytes()
    if harm == "page":
        copy.write_bytes(whole[:5000] + b"\xff" * 6000 + whole[11000:])
    elif harm == "journal":
        with sqlite3.connect(copy) as connection:
            connection.execute("UPDATE steps SET command = '{}' WHERE sequence = 2")
        connection.close()
    elif harm == "truncated":
        copy.write_bytes(whole[: len(whole) // 2])
    elif harm == "other":
        copy.unlink()
        with sqlite3.connect(copy) as connection:
            connection.execute("CREATE TABLE recipes (name)")
        connection.close()
    else:
        copy.write_text("not a database, but long enough to be looked at " * 40)
    harmed, before = copy.read_bytes(), database.read_bytes()
    assert check(copy) != []
    with pytest.raises(Damaged):
        restore(copy, database)
    assert (copy.read_bytes(), database.read_bytes()) == (harmed, before)
    assert not list(database.parent.glob("*.before-*"))


async def test_the_host_does_it_from_the_terminal(
    reopen: Reopen, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, tables = reopen()
    code = await played(tables, 2)
    monkeypatch.setenv("OLOMOC_DATA", str(database.parent))
    monkeypatch.setenv("PORT", str(free_port()))
    copy = tmp_path / "evening.olomoc"
    run = CliRunner().invoke
    assert run(backup_command, [str(copy)]).exit_code == 0
    refused = run(restore_command, [str(copy)])
    assert (refused.exit_code, copy.exists()) == (1, True)
    tables.close()
    store.close()
    assert run(restore_command, [str(copy)]).exit_code == 0
    assert "✗" not in run(doctor, []).output.replace("✗ " + told("doctor.alone"), "")
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE steps SET events = '[]' WHERE sequence = 1")
    connection.close()
    unwell = run(doctor, [])
    assert unwell.exit_code == 1
    assert f"{code}: damaged" in unwell.output


class Killed(BaseException):
    """A death of the process, which no handler of errors sees."""


def dying(monkeypatch: pytest.MonkeyPatch, after: int) -> list[str]:
    """Lets the process die instead of the change of a file after `after` such changes; returns their names."""
    done: list[str] = []

    def counted(name: str, change: Callable[..., object]) -> Callable[..., object]:
        def act(*args: object, **more: object) -> object:
            if len(done) >= after:
                raise Killed
            done.append(name)
            return change(*args, **more)

        return act

    for owner, name in ((Path, "replace"), (Path, "rename"), (Path, "unlink"), (shutil, "copy2")):
        monkeypatch.setattr(owner, name, counted(name, getattr(owner, name)))
    return done


@pytest.mark.parametrize("how", ["restored", "salvaged"])
async def test_a_death_at_any_moment_leaves_the_database_before_or_the_one_after(
    how: str, reopen: Reopen, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old one has 3 steps, the last of them in its log alone; the backup has 2. A salvage keeps every step."""
    store, tables = reopen()
    code = await played(tables, 2)
    copy = tmp_path / "evening.olomoc"
    backup(database, copy)
    assert await tables.get(code).submit_as("1", {"kind": "add", "value": 1}) is None
    before = {part: database.with_name(database.name + part).read_bytes() for part in ("", "-wal")}
    assert before["-wal"]
    tables.close()
    store.close()
    sequences: set[int] = set()
    after, died = 0, True
    while died:
        for path in database.parent.glob("olomoc*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for part, content in before.items():
            database.with_name(database.name + part).write_bytes(content)
        with monkeypatch.context() as patched:
            done = dying(patched, after)
            try:
                salvage(database) if how == "salvaged" else restore(copy, database)
            except Killed:
                after += 1
            else:
                died = False
        again = Store.open(database)
        sequences.add(again.tables()[0].sequence)
        again.close()
    assert code
    assert after == len(done) > 3
    assert sequences == ({3} if how == "salvaged" else {3, 2})


def test_a_missing_database_is_not_begun_over_where_a_server_has_run(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store.open(database).close()
    copy = tmp_path / "evening.olomoc"
    backup(database, copy)
    for left in ("secret", "host-key", "olomoc.db.before-20260101-000000", "olomoc.db.damaged-20260101-000000"):
        for path in database.parent.iterdir():
            path.unlink()
        (database.parent / left).write_text("left")
        for exists in (False, True):  # nothing, and a file in which nothing is
            if exists:
                database.touch()
            with pytest.raises(DatabaseGone, match=left):
                Store.open(database)
            assert database.exists() == exists
    monkeypatch.setenv("OLOMOC_DATA", str(database.parent))
    monkeypatch.setenv("PORT", str(free_port()))
    database.unlink()
    assert "olomoc.db.damaged-" in CliRunner().invoke(doctor, []).output
    assert restore(copy, database) is None
    Store.open(database).close()
