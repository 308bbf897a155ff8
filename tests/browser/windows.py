"""Windows for people, used again by others.

A new window has an empty cache and a process of its own: it fetches and compiles some fifty files before it shows
anything. What nobody must find in a window are the marks of somebody else: those are wiped, the rest is not.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

from tests.serving import LAN_NAME
from webapp.base.addresses import lan_addresses

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first that is found is used: the headless shell starts faster."""

FLAGS = [
    *("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    # Pages are left after seconds: their scripts' optimised code would cost more than it saves.
    "--js-flags=--no-maglev --no-turbofan --single-threaded-gc",
]

Kind = tuple[str, bool]


def chromium_path() -> str:
    """The Chromium of this machine."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert path, "no Chromium: see tests/browser/chromium.sh"
    return path


@contextmanager
def chromium() -> Iterator[Windows]:
    """Opens Chromium, without a screen."""
    # This machine under its network address, if it has one: unlike `localhost` that is no secure context.
    mapped = f"--host-resolver-rules=MAP {LAN_NAME} {(lan_addresses() or ['127.0.0.1'])[0]}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, mapped])
        yield Windows(browser)
        browser.close()


class Windows:
    """The windows of one browser, each with a context of its own; one person has it at a time."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[Kind, list[Page]] = {}

    def open(self, size: tuple[int, int], locale: str) -> Page:
        """A window without traces of earlier use. Small ones have a touch screen."""
        width, height = size
        free = self._free.setdefault((locale, width < 800), [])
        if free:
            page = free.pop()
            page.set_viewport_size({"width": width, "height": height})
            return page
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, locale=locale, reduced_motion="reduce", has_touch=width < 800
        )
        return context.new_page()

    def close(self, page: Page, size: tuple[int, int], locale: str, spoiled: bool = False) -> None:
        """Takes a window back and wipes it. One that is broken, or `spoiled` for others, is closed."""
        context = page.context
        if spoiled or page.is_closed():
            context.close()
            return
        try:
            for other in context.pages:
                if other != page:
                    other.close()
            # Blank, and of the same site: another would have a process of its own.
            page.goto(page.evaluate("`${origin}/health`"))
            page.evaluate("[localStorage, sessionStorage].forEach((kept) => kept.clear())")
            page.unroute_all(behavior="ignoreErrors")
            page.emulate_media(color_scheme="light", reduced_motion="reduce")
            context.clear_cookies()
            context.clear_permissions()
            context.set_extra_http_headers({})
        except Exception:  # a page that has crashed, a context that was closed in the test
            context.close()
            return
        self._free[locale, size[0] < 800].append(page)
