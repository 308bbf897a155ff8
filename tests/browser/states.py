"""``python -m tests.browser.states`` (part of ``make measure``): axe-core's verdict on every game in thirteen states,
in both themes: its beginning, a question, the hand or another part opened on a phone, a sheet, a dialog, the table's
menu, waiting, the end, its replay, lobby, rules, somebody who watches, a television.

``python -m tests.browser.states hybris ask sheet`` looks at these states of one game.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.axe import shorten, violations
from tests.browser.kept import cookie, keep
from tests.browser.looked_at import everybody
from tests.browser.measure import PATIENCE_MS
from tests.browser.moments import ENGINES, OPTIONS
from tests.browser.presses import press
from tests.browser.windows import FLAGS, chromium_path
from tests.serving import Server

DESK, PHONE, TELEVISION = (1440, 900), (390, 844), (1920, 1080)
STEPS = 3000
LATER = 30
"""After so many answers a table is in the middle of its match."""


def standing(game: str) -> dict[str, Any]:
    """A match that has just begun (B), that asks the first seat (A), that asks others (W), that is over (E)."""
    engine, options = ENGINES[game], OPTIONS[game][0]
    match, rng = engine(options, 3), random.Random(3)
    matches = {"B": match.fork(1)}
    for n in range(STEPS):
        if match.outcome is not None:
            break
        if n > LATER:
            matches.setdefault("A" if "1" in match.asked else "W", match.fork(n))
        seat = rng.choice(sorted(match.asked))
        match.submit(seat, rng.choice(list(match.commands(seat, rng))))
    return matches | {"E": match}


def _opened(page: Page) -> None:
    tabs = page.locator(".stage-tab.is-phone:not(.is-board, .is-talk)")
    hand = page.locator(".stage-tab.is-hand:visible")
    press(hand if hand.count() else tabs.first)


def _sheet(page: Page) -> None:
    press(page.locator(".stage [data-read]:visible").first)
    page.get_by_test_id("reader").wait_for()


def _dialog(page: Page) -> None:
    press(page.get_by_test_id("preferences"))
    page.locator("dialog[open], [aria-modal=true]").first.wait_for()


def _menu(page: Page) -> None:
    press(page.get_by_test_id("menu"))


def _nothing(_: Page) -> None:
    pass


def _shorter(page: Page) -> None:
    page.locator("main [data-testid^='clause-']").nth(50).wait_for()
    shorten(page, "main [data-testid^=clause-]", 40)


STATES: Mapping[str, tuple[str, tuple[int, int], Callable[[Page], None]]] = {
    "lobby": ("/", DESK, _nothing),
    "rules": ("/{game}/rules", DESK, _shorter),
    "begin": ("/table/{B}", DESK, _nothing),
    "ask": ("/table/{A}", DESK, _nothing),
    "hand": ("/table/{A}", PHONE, _opened),
    "sheet": ("/table/{A}", DESK, _sheet),
    "dialog": ("/table/{A}", DESK, _dialog),
    "menu": ("/table/{A}", DESK, _menu),
    "waiting": ("/table/{W}", DESK, _nothing),
    "end": ("/table/{E}", DESK, _nothing),
    "replay": ("/replay/{E}", DESK, _nothing),
    "watch": ("/watch/{A}", DESK, _nothing),
    "television": ("/watch/{A}?tv", TELEVISION, _nothing),
}


def looked(
    browser: Browser, server: Server, data: Path, game: str, states: list[str]
) -> Iterator[tuple[str, list[str]]]:
    """The violations in each state."""
    codes = {key: f"{game[:2]}{key}X".upper() for key in "BAWE"}
    for state in states:
        path, (width, height), prepare = STATES[state]
        window: ViewportSize = {"width": width, "height": height}
        context = browser.new_context(
            viewport=window, has_touch=width < 800, color_scheme="dark", reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE_MS)
        its = cookie(data, codes["A"], "1", "Ilse") or ""
        if "/table" in path:
            its = cookie(data, codes[path.partition("{")[2][0]], "1", "Ilse") or ""
        context.add_cookies([{"name": "olomoc_session", "value": its, "url": server.url}])
        page = context.new_page()
        page.goto(server.url + path.format(game=game, **codes))
        page.wait_for_function("window.did_handshake === true")
        if "table" in path or "watch" in path:
            page.wait_for_selector("[data-part=board] *", state="attached")
        page.wait_for_timeout(1000)
        prepare(page)
        page.wait_for_timeout(300)
        yield state, violations(page)
        context.close()


def main() -> None:
    """Prints the number of violations of each state, and what they are."""
    words = sys.argv[1:]
    games = [it for it in words if it in ENGINES] or [*ENGINES]
    states = [it for it in words if it in STATES] or [*STATES]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder) / "data"
        tables = {f"{game[:2]}{key}X".upper(): it for game in games for key, it in standing(game).items()}
        keep(data, tables, {code: everybody(it) for code, it in tables.items()})
        with Server(data) as server:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS])
            for game in games:
                for state, faults in looked(browser, server, data, game, states):
                    print(game, state, len(faults), *faults, sep="\n  " if faults else " ", flush=True)  # noqa: T201
            browser.close()


if __name__ == "__main__":
    main()
