"""Fixtures of browser tests: a server, and people with windows."""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import Seated, keep
from tests.browser.people import PATIENCE_MS, Person
from tests.browser.windows import Windows
from tests.browser.wire import Wire
from tests.serving import Server, prepare

expect.set_options(timeout=PATIENCE_MS)

Tables = dict[str, Match]
THERE = pytest.StashKey[list[Person]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds what every window showed to the report of a failed test."""
    report = yield
    if report.when == "call" and report.failed:
        report.sections += [(f"the window of {person.name}", person.describe()) for person in item.stash.get(THERE, [])]
    return report


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts a server that finds these tables in its database; ends it with the test."""
    running: list[Server] = []

    def start(
        tables: Tables | None = None, launcher: tuple[str, ...] = ("-m", "webapp"), seated: Seated | None = None
    ) -> Server:
        data = prepare(tmp_path / "data")
        if tables:
            keep(data, tables, seated)
        server = Server(data, launcher)
        server.start()
        running.append(server)
        return server

    yield start
    for server in running:
        server.stop()
        assert not server.complaints, server.output


@pytest.fixture(scope="module")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for a whole file, with the tables in its `TABLES`: for each code a function that makes the match."""
    data = tmp_path_factory.mktemp("house") / "data"
    tables = {code: make() for code, make in request.module.TABLES.items()}
    keep(data, tables, getattr(request.module, "SEATED", None))
    with Server(data) as server:
        yield server
    assert not server.complaints, server.output


@pytest.fixture
def people(request: pytest.FixtureRequest, windows: Windows) -> Iterator[Callable[..., Person]]:
    """Opens windows for people; at the end no page may have raised an error."""
    arrived: list[Person] = []
    request.node.stash[THERE] = arrived

    def come(server: Server | Wire, name: str, **window: object) -> Person:
        window.setdefault("data", server.data if isinstance(server, Server) else None)
        person = Person(windows, server.url, name, **window)  # type: ignore[arg-type]  # size and locale, as named there
        arrived.append(person)
        return person

    yield come
    troubles = {person.name: person.troubles for person in arrived if person.troubles}
    for person in arrived:
        person.close()
    assert not troubles
