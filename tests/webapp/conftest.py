"""Tables on a store of their own, holding the stand-in game."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from nicegui.testing import User

from tests.serving import free_port, prepare, running_test
from webapp.games.olomoc.game import GAME as OLOMOC
from webapp.security.limits import limits
from webapp.store import Store, StoreProblem
from webapp.tables import Registry

for looking in (User.should_see, User.should_not_see):
    # Ten seconds and not a third of one: a machine busy with other tests is slow, not wrong.
    looking.__kwdefaults__["retries"] = 100

GAME = replace(
    OLOMOC,
    rules_package="tests.standin.twenty_one",
    bots={**OLOMOC.bots, **{kind: kind.title() for kind in ("endless", "deadly", "failing", "wrong", "knowing")}},
)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / "olomoc.db"


@pytest.fixture
def reopen(database: Path) -> Iterator[Callable[[], tuple[Store, Registry]]]:
    """Opens the store and the tables on it, closing what was open before: a restart of the server, in small."""
    opened: list[tuple[Store, Registry]] = []
    prepare(database.parent)

    def close() -> None:
        for store, tables in opened:
            tables.close()
            store.close()
        opened.clear()

    def open_again() -> tuple[Store, Registry]:
        close()
        store, tables = Store.open(database), Registry()
        tables.open(store, [GAME])
        opened.append((store, tables))
        # As `Registry.resume` does it in the background: tests look at once.
        for table in tables.all():
            if table.outcome is None:
                with suppress(StoreProblem):
                    table.load_now()
        return opened[-1]

    yield open_again
    close()


@pytest.fixture
def opened(reopen: Callable[[], tuple[Store, Registry]]) -> tuple[Store, Registry]:
    return reopen()


@pytest.fixture
def store(opened: tuple[Store, Registry]) -> Store:
    return opened[0]


@pytest.fixture
def tables(opened: tuple[Store, Registry]) -> Registry:
    return opened[1]


@pytest.fixture(autouse=True)
def _uncounted() -> None:
    """What other tests made in this process is not counted against this one."""
    limits.forget()


@pytest.fixture
def app_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the environment of a server started inside the test process, and forgets what other tests asked for."""
    limits.forget()
    monkeypatch.setenv("OLOMOC_DATA", str(prepare(tmp_path / "data")))
    monkeypatch.setenv("PORT", str(free_port()))
    monkeypatch.setenv("HOST", "127.0.0.1")
    # The server's address for the tests' browsers.
    monkeypatch.setenv("OLOMOC_NAMES", "test, 10.0.0.7")
    monkeypatch.setattr("secrets.randbits", random.Random(running_test()).getrandbits)
