"""``python -m tests.browser.lessons`` (part of ``make pictures``): what the rulebook's first pages and the definitions
show, in static/pictures/olomoc, in both languages.

Positions are put into a database and a real server is started on it: every picture is cut out of a player's own screen.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import FloatRect, expect

from rules.olomoc import Match
from tests.browser.kept import keep, position, rouage
from tests.browser.people import PATIENCE_MS, Person
from tests.browser.pictures import MATCHES
from tests.browser.presses import press
from tests.browser.windows import Windows, chromium
from tests.nursery import ROOT
from tests.serving import Server
from webapp.i18n import LANGUAGES

FOLDER = ROOT / "static" / "pictures" / "olomoc"
COLOURS = 255
"""So many for each picture, rare ones among them: a third of the bytes."""
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
PETRA, BOHDAN, HYNEK = "1-petra-kantor", "2-bohdan-zelenka", "2-hynek-novotny"

ROUND = """([selectors, pad]) => {
  const boxes = [...document.querySelectorAll(selectors)].map((it) => it.getBoundingClientRect());
  const shown = boxes.filter((it) => it.width), least = (side) => Math.min(...shown.map((it) => it[side])) - pad;
  const most = (side) => Math.max(...shown.map((it) => it[side])) + pad, [x, y] = [least('left'), least('top')];
  return { x, y, width: most('right') - x, height: most('bottom') - y };
}"""
"""The box round everything that these selectors find."""


def standing(active: str | None = PETRA, **more: Any) -> Match:
    """Pétra before Bohdan, whom Věra supports her against; Hynek farther away."""
    own = [rouage(PETRA, 5, 8), rouage("1-kubik-oktobar", 8.6, 9.4), rouage("1-dominik-kralov", 3, 4)]
    other = [rouage(BOHDAN, 7.9, 8), rouage("2-ruzena-kovarova", 11.5, 11), rouage(HYNEK, 12, 5, noirceur=2)]
    return Match.from_position(position([*own, *other], active, cycle=2, phase=3, **more), seed=3)


def answered(match: Match, seat: str, **wanted: Any) -> Match:
    options = (row["command"] for row in match.decisions[seat]["options"] if row["legal"])
    match.submit(seat, next(it for it in options if all(it.get(key) == value for key, value in wanted.items())))
    return match


@cache
def attacked() -> Match:
    match = standing()
    placed = match.position()
    near = {**placed, "rouages": [_nearer(it) for it in placed["rouages"]]}
    return answered(Match.from_position(near, seed=3), "1", kind="attack")


def _nearer(piece: dict[str, Any]) -> dict[str, Any]:
    return {**piece, "at": [round(6.1 * 25_400), piece["at"][1]]} if piece["id"] == PETRA else piece


def tempted() -> Match:
    """The first roll of which not all dice succeed."""
    for seed in range(60):
        match = answered(attacked().fork(seed), "2", kind="react", dodge=False, riposte=None)
        if "1" in match.asked and match.asked["1"].kind == "tempt-fate":
            return match
    raise AssertionError("no roll asks whether to tempt fate")


TABLES: dict[str, Callable[[], Match]] = {
    "BLOC": MATCHES["WALK"],
    "PLAN": MATCHES["PLAN"],
    "WALK": standing,
    "REAC": attacked,
    "TEMP": tempted,
}


class Lesson:
    """The pictures in one language."""

    def __init__(self, windows: Windows, server: Server, language: str) -> None:
        self.windows, self.server, self.language = windows, server, language

    def sit(self, code: str, seat: str) -> Person:
        person = Person(
            self.windows, self.server.url, "Ilse" if seat == "1" else "Tomáš", locale=LOCALES[self.language]
        )
        return person.sit(f"{code}{self.language[0].upper()}", seat)

    def cut(self, person: Person, name: str, selectors: str, pad: int = 14) -> None:
        """Takes a picture of the elements that these selectors find, with a margin round them."""
        page = person.page
        page.evaluate("document.querySelectorAll('.why').forEach((it) => it.remove())")
        page.mouse.move(0, 0)
        page.wait_for_timeout(700)
        box: FloatRect = page.evaluate(ROUND, [selectors, pad])
        with Image.open(BytesIO(page.screenshot(clip=box))) as picture:
            picture.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(
                FOLDER / f"{name}-{self.language}.png", optimize=True
            )

    def take(self) -> None:
        """All of them."""
        bloc = Person(self.windows, self.server.url, "Zoe", locale=LOCALES[self.language])
        bloc.watch(f"BLOC{self.language[0].upper()}")
        self.cut(bloc, "bloc", ".bloc .plate", 10)

        planner = self.sit("PLAN", "1")
        self.cut(planner, "plan", ".prompt", 0)

        walker = self.sit("WALK", "1")
        self.cut(walker, "card", ".mine .hero:first-child", 4)
        press(walker.page.locator(f".piece[data-id='{BOHDAN}']"))
        walker.page.wait_for_selector(".threat")
        self.cut(walker, "threat", ".threat", 26)
        walker.page.keyboard.press("Escape")
        walker.press("option-walk")
        walker.point(walker.centre(walker.page.locator(f".piece[data-id='{BOHDAN}']")))
        walker.page.wait_for_selector(".ghost")
        self.cut(walker, "walk", f".ruler, .ghost, .piece[data-id='{PETRA}'], .piece[data-id='{BOHDAN}']", 18)

        self.cut(self.sit("REAC", "2"), "reaction", ".prompt", 0)
        self.cut(self.sit("TEMP", "1"), "fate", ".prompt", 0)


def take(windows: Windows, server: Server) -> None:
    """All pictures, in both languages."""
    for language in LANGUAGES:
        Lesson(windows, server, language).take()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        keep(data, {f"{code}{it[0].upper()}": make() for code, make in TABLES.items() for it in LANGUAGES}, {})
        with Server(data) as server, chromium() as windows:
            take(windows, server)


if __name__ == "__main__":
    main()
