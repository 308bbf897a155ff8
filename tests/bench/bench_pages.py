"""From the start to the first page, and what a table's page weighs and takes in Chromium, beside an empty page."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import BrowserContext

from tests.bench.report import Report
from tests.bench.rows import Row, row, show
from tests.browser.kept import keep
from tests.browser.pictures import first, walking
from tests.browser.windows import Windows, chromium
from tests.serving import Server

STARTS = 3
LOADS = 11
GOAL = 1.5
PEER = "NiceGUI, empty"
# With options before the module it is started anew, not born of a process that has loaded everything.
OURS, EMPTY = (("-X", "utf8", "-m", module) for module in ("webapp", "tests.bench.peers.empty_page"))
VISIBLE = "shown => document.querySelector(shown)?.getBoundingClientRect().width > 0"
"""Asked in the page at each frame: Playwright itself looks after 20, 70, 170 and 270 ms, and then twice a second."""
SETTLED_MS = 1_000
"""After a page shows what it should, what it still fetches is counted, too."""


def rows() -> list[Row]:
    """Row 9."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        keep(data, {"MIDS": first(walking)})
        ours, empty = Server(data, OURS), Server(Path(folder) / "empty", EMPTY)
        for server in (ours, empty):
            started(server)
        starts: list[tuple[float, float | None]] = [(started(ours), started(empty)) for _ in range(STARTS)]
        figures = [row(9, "second start to the first page", starts, "s", PEER, GOAL, most=True)]
        with ours, empty, chromium() as windows:
            loads = [
                (
                    load(windows, f"{ours.url}/watch/MIDS", ".bloc .piece"),
                    load(windows, empty.url, "[data-testid=here]"),
                )
                for _ in range(LOADS)
            ]
    for n, name in enumerate(("cold", "warm")):
        weights: list[tuple[float, float | None]] = [(one[n][0], other[n][0]) for one, other in loads]
        times: list[tuple[float, float | None]] = [(one[n][1], other[n][1]) for one, other in loads]
        figures.append(row(9, f"page weight, {name}", weights, "kB", PEER, GOAL, most=True))
        figures.append(row(9, f"board visible, {name}", times, "ms", PEER, GOAL, most=True))
    return figures


def started(server: Server) -> float:
    """Seconds from the start to the first page."""
    start = time.perf_counter()
    with server:
        httpx.get(server.url, timeout=60).raise_for_status()
        return time.perf_counter() - start


def load(windows: Windows, url: str, shown: str) -> list[tuple[float, float]]:
    """Kilobytes over the line, and milliseconds until it is shown: in a browser that has never been here, and again."""
    context = windows.browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    try:
        return [visit(context, url, shown) for _ in range(2)]
    finally:
        context.close()


def visit(context: BrowserContext, url: str, shown: str) -> tuple[float, float]:
    """The same, once."""
    page, received = context.new_page(), 0.0

    def note(event: dict[str, Any]) -> None:
        nonlocal received
        received += event.get("encodedDataLength", 0) or len(event.get("response", {}).get("payloadData", ""))

    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", note)
    session.on("Network.webSocketFrameReceived", note)
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_function(VISIBLE, arg=shown)
    taken = 1_000 * (time.perf_counter() - start)
    page.wait_for_timeout(SETTLED_MS)
    page.close()
    return received / 1_000, taken


def measure(report: Report) -> None:
    """Prints the rows."""
    report.part("Pages")
    show(rows())
