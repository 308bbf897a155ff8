"""Row 10, in headless Chromium: from the pointer to the ghost it carries while commands arrive, and from a press to
what the player sees of it, and the opponent."""

from __future__ import annotations

import asyncio
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page

from tests.bench import auctions
from tests.bench.report import Report
from tests.bench.rows import Row, p95, row, show
from tests.browser.kept import keep
from tests.browser.people import Person
from tests.browser.pictures import first, walking
from tests.browser.presses import press
from tests.browser.windows import Windows, chromium
from tests.driving import Game

REPEATS = 3
CARRIED_S = 5.0
HERTZ = 60
BIDS = 2 * auctions.LOTS
COMMAND_S = 0.1
"""Between two commands at another table of the server."""
GHOST_MS, OWN_MS, OTHER_MS = 25.0, 120.0, 150.0

CARRIED = """() => {
  let since = 0;
  window.late_ = [];
  window.addEventListener('pointermove', (event) => { since ||= event.timeStamp; }, true);
  new MutationObserver((changes) => {
    if (!since || !changes.some((one) => one.target.closest('[data-testid=ghost]'))) return;
    window.late_.push(performance.now() - since);
    since = 0;
  }).observe(document.querySelector('.bloc'), { subtree: true, attributes: true, attributeFilter: ['transform'] });
}"""
"""Milliseconds from the first movement of the pointer that is not shown yet to the ghost's next place."""
WATCHED = """() => {
  const now = () => performance.timeOrigin + performance.now();
  const seen = () => [document.querySelector('[data-testid=prompt]')?.dataset.decision ?? '',
    ...[...document.querySelectorAll('.plain-seat')].map((seat) => seat.className)].join();
  let last = seen();
  window.pressed_ = window.changed_ = 0;
  window.addEventListener('pointerup', () => { window.pressed_ = now(); }, true);
  new MutationObserver(() => {
    if (seen() === last) return;
    last = seen();
    requestAnimationFrame(() => { window.changed_ = now(); });
  }).observe(document.body, { subtree: true, attributes: true, childList: true });
}"""
"""The time when the button came up, and that of the frame in which the question or the seat that owes an answer is
another: both in milliseconds of a clock that all windows share."""


def rows() -> list[Row]:
    """Row 10."""
    match = first(walking)
    seat = next(iter(match.decisions))
    opponent = "2" if seat == "1" else "1"
    with tempfile.TemporaryDirectory() as folder:
        keep(Path(folder) / "data", {"MIDS": match}, {"MIDS": {opponent: "Tomáš"}})
        with auctions.Ours(Path(folder)) as house, chromium() as windows:
            person = Person(windows, house.url, "Ilse").sit("MIDS", seat)
            person.wait_for("act")
            with others_playing(house):
                ghosts = [carried(person) for _ in range(REPEATS)]
            person.close()
            presses = [auction(windows, house) for _ in range(REPEATS)]
    own, other = ([(times[n], None) for times in presses] for n in range(2))
    return [
        row(10, "pointer to ghost, p95", [(late, None) for late in ghosts], "ms", "-", GHOST_MS, most=True),
        row(10, "press to own redraw, p95", own, "ms", "-", OWN_MS, most=True),
        row(10, "press to the opponent's, p95", other, "ms", "-", OTHER_MS, most=True),
    ]


@contextmanager
def others_playing(house: auctions.Ours) -> Iterator[None]:
    """Meanwhile commands arrive from another table; in a thread, as Playwright has this one."""
    ended = threading.Event()

    async def play() -> None:
        table = await house.table()
        while not ended.is_set():
            await table.play(1, COMMAND_S)
        await table.close()

    thread = threading.Thread(target=lambda: asyncio.run(play()))
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def carried(person: Person) -> float:
    """The 95th percentile while the ghost of a walk is carried about over the reach, with the button down."""
    page = person.page
    person.press("option-walk")
    assert person.point(), "nowhere to walk to"
    page.wait_for_selector(".ruler.turns")
    x, y = person.centre(person.get("ghost"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(CARRIED)
    start = time.perf_counter()
    for n in range(round(CARRIED_S * HERTZ)):
        page.mouse.move(x + 60 * ((n % 40) / 20 - 1), y + 50 * ((n % 26) / 13 - 1))
        time.sleep(max(0.0, start + n / HERTZ - time.perf_counter()))
    page.mouse.up()
    late: list[float] = page.evaluate("window.late_")
    person.press("cancel")
    return p95(late)


def auction(windows: Windows, house: auctions.Ours) -> tuple[float, float]:
    """The 95th percentiles of a match in two windows."""
    game = in_thread(house.sit)
    pages = [window(windows, house.url, game, seat) for seat in ("1", "2")]
    own, other = [], []
    for n in range(BIDS):
        presser, opponent = pages[n % 2], pages[1 - n % 2]
        for page in pages:
            page.evaluate("window.changed_ = 0")
        press(presser.get_by_test_id("option-1"))
        for page in pages:
            page.wait_for_function("window.changed_")
        pressed = presser.evaluate("window.pressed_")
        own.append(presser.evaluate("window.changed_") - pressed)
        other.append(opponent.evaluate("window.changed_") - pressed)
    for page in pages:
        page.context.close()
    return p95(own), p95(other)


def in_thread(work: Callable[[], Coroutine[Any, Any, Game]]) -> Game:
    """The result of a coroutine on a loop of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


def window(windows: Windows, url: str, game: Game, seat: str) -> Page:
    """A player's window."""
    context = windows.browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    cookies: httpx.Cookies = game.people[seat]
    context.add_cookies([{"name": it.name, "value": it.value or "", "url": url} for it in cookies.jar])
    page = context.new_page()
    page.goto(f"{url}/table/{game.code}")
    page.wait_for_function("window.did_handshake === true")
    page.wait_for_selector("[data-testid=option-1]")
    page.evaluate(WATCHED)
    return page


def measure(report: Report) -> None:
    """Prints the rows."""
    report.part("Pointer and presses in Chromium")
    show(rows())
