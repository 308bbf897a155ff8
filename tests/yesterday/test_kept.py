"""A database, a match file, lists and codes of yesterday, opened today."""

import gzip
import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command

from rules.olomoc import Match
from rules.olomoc.bots import random_bot
from rules.olomoc.packs import load
from webapp.games import games
from webapp.games.olomoc.cabals.lists.share_code import decode
from webapp.games.olomoc.cabals.packs import find
from webapp.games.olomoc.game import GAME
from webapp.games.olomoc.lists import LISTS as CABALS
from webapp.history import match_file
from webapp.lists.import_export import completed, read
from webapp.lists.service import ListService
from webapp.people import preferences
from webapp.people.visitors import visitors
from webapp.store import SavedSeat, Store, database
from webapp.store.problems import FromTheFuture
from webapp.tables import Registry

FOLDER = Path(__file__).resolve().parent
EXPECTED: dict[str, Any] = json.loads(gzip.decompress((FOLDER / "expected.json.gz").read_bytes()))
ILSE = "i" * 32


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The database of yesterday."""
    path = tmp_path / "olomoc.db"
    path.write_bytes(gzip.decompress((FOLDER / "olomoc.db.gz").read_bytes()))
    return path


async def test_its_matches_stand_where_they_stood(kept: Path) -> None:
    store, tables = Store.open(kept), Registry()
    try:
        tables.open(store, games())
        await tables.resume()
        assert tables.unreadable == {}
        assert {table.code for table in tables.all()} == set(EXPECTED["tables"])
        for code, was in EXPECTED["tables"].items():
            table = tables.get(code)
            assert table is not None
            table.load_now()
            assert len(table.match.journal) == was["events"]
            position = table.match.position()
            assert {key: position[key] for key in was["position"]} == was["position"], code
            outcome = table.outcome or {}
            assert {key: outcome[key] for key in was["outcome"] or {}} == (was["outcome"] or {})
        running = tables.get("RUNN")
        assert running is not None
        assert [seat.name for seat in running.seats.values()] == ["Ilse", "Tomáš"]
        assert running.seat_of(ILSE) == "1"
        assert running.clocks.on
    finally:
        tables.close()
        store.close()


async def test_a_match_keeps_the_cards_it_began_with(kept: Path) -> None:
    """What was tuned since is in matches begun since; one begun with version 1.0.0 ends with it."""
    store, tables = Store.open(kept), Registry()
    try:
        tables.open(store, games())
        await tables.resume()
        running = tables.get("RUNN")
        assert running is not None
        running.load_now()
        match = Match.replay({}, running.match.journal, seed=1)
    finally:
        tables.close()
        store.close()
    pack, now, rng = match.state.pack, load(), Random(1)
    assert (pack.version, pack.rouages["petra-kantor"].life) == ("1.0.0", "RSSSST")
    assert now.version != pack.version
    assert now.rouages["petra-kantor"].life.startswith("RSSSST")
    assert len(now.rouages["petra-kantor"].life) > 6
    while match.asked:
        seat = next(iter(match.asked))
        match.submit(seat, random_bot(match, seat, rng))
    assert match.outcome is not None
    assert match.state.pack is pack


def test_a_browser_has_its_name_its_language_and_its_preferences(kept: Path) -> None:
    store = Store.open(kept)
    try:
        visitors.open(store)
        ilse = visitors.get(ILSE)
        assert (ilse.name, ilse.language) == ("Ilse", "fr")
        its = preferences.of(ILSE, {GAME.key: GAME.preferences}).marks(GAME.key)
        assert (its["theme"], its["grid"], its["sounds"]) == ("light", "off", "dice")
    finally:
        store.close()


def test_its_lists_and_its_pack_are_there(kept: Path) -> None:
    store, service = Store.open(kept), ListService()
    try:
        service.open(store)
        lists = {one.id: one for one in service.lists(ILSE, "olomoc")}
        assert {id: one.name for id, one in lists.items()} == EXPECTED["lists"]
        sketches = {one.name: CABALS.read(one.content).sketch.to_json() for one in lists.values()}
        assert sketches == {name: it["sketch"] for name, it in EXPECTED["codes"].items()}
        pack = store.packs.get(EXPECTED["pack"])
        assert pack is not None
        assert (pack.title, pack.by) == ("olomoc", "Ilse")
    finally:
        service.close()
        store.close()


@pytest.mark.parametrize("name", sorted(EXPECTED["codes"]))
def test_a_share_code_says_the_same_list(name: str) -> None:
    of = EXPECTED["codes"][name]
    assert decode(of["code"], find).sketch.to_json() == of["sketch"]


def test_a_file_of_lists_is_read() -> None:
    text = (FOLDER / "cabals.json").read_text(encoding="utf-8")
    lists = read(text, CABALS.path, CABALS.code_pattern, CABALS.reader, CABALS.named())
    assert sorted(one.name for one in completed(CABALS, lists)) == sorted(EXPECTED["codes"])


def test_a_match_file_is_read_and_its_match_replayed() -> None:
    file = match_file.read(gzip.decompress((FOLDER / "over.olomoc.json.gz").read_bytes()))
    assert Match.examine(file.journal)["over"]
    match = Match.replay({}, file.journal)
    was = EXPECTED["tables"]["OVER"]
    assert {key: match.position()[key] for key in was["position"]} == was["position"]


# ---- migration ----


def test_a_migration_that_is_interrupted_leaves_the_file_as_it_was(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept.read_bytes()

    def cut(*args: object) -> None:
        raise KeyboardInterrupt

    for owner, name in ((command, "upgrade"), (os, "replace")):
        with monkeypatch.context() as broken:
            broken.setattr(owner, name, cut)
            with pytest.raises(KeyboardInterrupt):
                Store.open(kept)
        assert kept.read_bytes() == before
    # A server that is killed cannot tidy up either.
    shutil.copy(kept, kept.with_name("olomoc.db.new"))
    kept.with_name("olomoc.db.new-wal").write_bytes(b"half a log")
    Store.open(kept).close()
    assert [path.name for path in kept.parent.iterdir() if ".new" in path.name] == []
    with closing(sqlite3.connect(kept)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (database._newest(),)


async def test_a_greedy_bot_of_yesterday_is_the_steady_one(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "kept.db")
    table = (await store.add_table("BCDF", "olomoc", "Evening", {}, [{"n": 0}])).id
    for seat, bot in (("1", "greedy"), ("2", "search")):
        await store.companies.sit(table, SavedSeat(seat, "house", bot, bot=bot))
    store.close()
    with closing(sqlite3.connect(tmp_path / "kept.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0010'")
        connection.commit()
    store = Store.open(tmp_path / "kept.db")
    [saved] = store.tables()
    store.close()
    assert [seat.bot for seat in saved.seats] == ["steady", "search"]


def test_a_newer_database_is_refused_and_left_as_it_is(kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = kept.read_bytes()
    with pytest.raises(FromTheFuture, match=r"olomoc\.db"):
        Store.open(kept)
    assert kept.read_bytes() == before
