"""What all tests share: a browser, and a real server."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.serving import Server

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first that is there: the headless shell is the same browser without a window's machinery, and starts faster."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with something slow in them first: side by side, nobody is to wait for one that was begun last."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the Chromium that the tests use."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert found, "the browser tests need Chromium: see tests/browser/chromium.sh"
    return found


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Chromium without a window; one context per person.

    For the tests of one file: while Playwright is open its event loop counts as running in this thread, and the
    asynchronous tests of the next file could not start theirs.
    """
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        opened = playwright.chromium.launch(executable_path=chromium, args=flags)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server with an empty data folder, for the tests of one file."""
    folder: Path = tmp_path_factory.mktemp("server")
    with Server(folder / "data") as running:
        yield running
