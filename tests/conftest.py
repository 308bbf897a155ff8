"""The fixtures of all tests: a browser, and a real server."""

import gc
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG

from tests import simulation
from tests.browser.windows import Windows, chromium
from tests.serving import Server, prepare

simulation.share()

PATIENCE_S = 120
"""The seconds for which a test waits for an answer: five, as httpx has it, are too few on a busy machine."""
for part in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, part, PATIENCE_S)

LOOKING = pytest.StashKey[set[Path]]()
"""The files that open pages in a browser."""
OPENED = pytest.StashKey[tuple[ExitStack, Windows]]()
"""The open browser, and how it is closed."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Where every worker looks for all tests, each begins with other files than the rest: in a fresh checkout pytest
    rewrites the assertions of every file, for half of the time that looking takes, and one worker's result serves all.
    """
    config = session.config
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    files = sorted(Path(__file__).parent.rglob("test_*.py"))
    for path in files[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        with suppress(Exception):  # told when its tests are looked for
            import_module(".".join(path.relative_to(config.rootpath).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts files that need a browser first, so that one serves them all; then those with slow tests, so that none of
    them begins last."""
    looking = {item.path for item in items if "windows" in getattr(item, "fixturenames", ())}
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path not in looking, item.path not in slow))
    config.stash[LOOKING] = looking
    # Nothing that is loaded by now goes away: spare the garbage collector from looking through it.
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """While Playwright is open, its event loop counts as running in this thread and asynchronous tests cannot start
    theirs: close it before them."""
    if item.path not in item.config.stash[LOOKING]:
        close(item.config)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Closes the browser after the last test."""
    close(config)


def close(config: pytest.Config) -> None:
    """Closes the browser, if one is open."""
    if OPENED in config.stash:
        config.stash[OPENED][0].close()
        del config.stash[OPENED]


@pytest.fixture(scope="module")
def windows(pytestconfig: pytest.Config) -> Windows:
    """The windows of one browser, for all files that need it."""
    if OPENED not in pytestconfig.stash:
        stack = ExitStack()
        pytestconfig.stash[OPENED] = stack, stack.enter_context(chromium())
    return pytestconfig.stash[OPENED][1]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server with an empty data folder, for the tests of one file."""
    folder: Path = tmp_path_factory.mktemp("server")
    with Server(prepare(folder / "data")) as running:
        yield running
