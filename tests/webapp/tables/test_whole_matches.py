"""Work over a whole match is done in threads: the event loop does not wait for it."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.contract import DECIDED
from rules.kernel.match import KernelMatch
from rules.olomoc import Match
from tests.goldens import load
from webapp.games.olomoc.game import GAME
from webapp.replay import import_export
from webapp.store import Store
from webapp.tables import Registry, Table, create
from webapp.tables.worker import Worker

JOURNAL = load("points")["journal"]
OPTIONS = JOURNAL[0]["options"]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Registry]:
    store, tables = Store.open(tmp_path / "olomoc.db"), Registry()
    tables.open(store, [GAME])
    yield tables
    tables.close()
    store.close()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads in which whole journals are written from now on."""
    threads: list[threading.Thread] = []
    whole = KernelMatch.journal.fget
    assert whole is not None

    def journal(match: Any) -> Any:
        threads.append(threading.current_thread())
        return whole(match)

    monkeypatch.setattr(KernelMatch, "journal", property(journal))
    return threads


async def finished(house: Registry) -> Table:
    return await house.adopt(Match.replay({}, JOURNAL), OPTIONS, "", "olomoc", players={"1": "Ilse", "2": "Tomáš"})


async def kept(house: Registry, *_: Any) -> None:
    await finished(house)


async def decided(house: Registry, monkeypatch: pytest.MonkeyPatch, *_: Any) -> None:
    sent: list[Any] = []

    async def patiently(self: Worker, function: Any, *args: Any, **_: Any) -> None:
        sent.append(args[2])

    monkeypatch.setattr(Worker, "_patiently", patiently)
    await (await finished(house)).query("spectator", DECIDED)
    assert len(sent[0]) == len(JOURNAL)


async def rematch(house: Registry, monkeypatch: pytest.MonkeyPatch, *_: Any) -> None:
    monkeypatch.setattr(create, "registry", house)
    table = await finished(house)
    made = await create._again(table, "browser", table.seat_keys)
    assert isinstance(made, Table)
    assert made.options["composition"] == "secret"


async def continued(house: Registry, monkeypatch: pytest.MonkeyPatch, threads: list[threading.Thread]) -> None:
    monkeypatch.setattr(import_export, "registry", house)
    table = await finished(house)
    past = table.match.history(None)
    rows = past.until

    def recorded(n: int) -> Any:
        threads.append(threading.current_thread())
        return rows(n)

    monkeypatch.setattr(past, "until", recorded)
    assert isinstance(await import_export.play_on(table, past, past.last - 5, "browser"), Table)


@pytest.mark.parametrize("work", [kept, decided, rematch, continued])
async def test_a_whole_journal_is_written_in_a_thread(
    work: Any, house: Registry, written: list[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    await work(house, monkeypatch, written)
    assert written
    assert threading.main_thread() not in written
