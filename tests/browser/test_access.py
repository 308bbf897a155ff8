"""Every page meets WCAG 2.2 AA in both themes, as far as axe-core sees; fits 360 pixels; and asks nobody outside.

`make test` looks at one page of each layout in the dark theme, `make soak` at those in the light one and at all the
others in both. That every text is legible on every ground, in both themes and on every page, is a test without a
browser: tests/webapp/test_theme.py.
"""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.axe import Theme, assert_nothing_blank, shorten, violations
from tests.browser.kept import keep
from tests.browser.people import Come, Person
from tests.browser.pictures import MATCHES
from tests.browser.presses import press
from tests.browser.table.test_hotseat import sit_both
from tests.browser.table.test_table import petra_and_vera, poor
from tests.browser.test_replay import whole
from tests.serving import Server

pytestmark = pytest.mark.slow

Step = Callable[[Person], object]
NARROW = {"width": 360, "height": 760}


def greyed(person: Person) -> None:
    press(person.sit("WHYN", "1").get("option-charge"), force=True)
    person.get("notice").wait_for()


def preferring(person: Person) -> None:
    person.open("/").press("preferences")


def reading(person: Person) -> None:
    press(person.sit("CLSE", "1").get("option-rest"), force=True)
    press(person.get("notice").locator("a.clause"))
    person.get("clause-sheet").wait_for()


def rules(person: Person) -> None:
    """The rules with thirty of their clauses, which are all built alike: a check takes a third of the time."""
    page = person.open("/olomoc/rules").page
    page.locator("main [data-testid^='clause-']").nth(60).wait_for()
    shorten(page, "main [data-testid^=clause-]", 30)


def guide(person: Person) -> None:
    """The authors' guide with a dozen of its ninety tables, which are all built alike: a check takes a tenth of the
    time."""
    page = person.open("/olomoc/packs/guide").page
    page.locator("main table").nth(60).wait_for()
    shorten(page, "main table", 12)


def editing(person: Person) -> None:
    person.open("/olomoc/packs").press("new-pack")
    person.page.wait_for_url("**/packs/*")
    person.page.locator(".pe-form, .pe-list").first.wait_for()


def building(person: Person) -> None:
    person.open("/olomoc/cabals/new")
    person.page.locator(".builder").wait_for()


def seat(person: Person) -> None:
    person.sit("SEAT", "1").open("/table/SEAT/seat")


def talking(person: Person) -> None:
    person.watch("REAC").page.keyboard.press("/")
    person.press("talk-phrases")
    person.press("phrase-hello")
    person.press("talk-settings")
    person.page.locator(".talk-line").first.wait_for()


def between(person: Person) -> None:
    sit_both(person)


def card(person: Person) -> None:
    person.watch("REAC").press("now")
    press(person.get("reader").locator("button.card-name").last)
    person.page.locator(".reading-capacity").first.wait_for()


def in_words(person: Person) -> None:
    press(person.watch("REAC").page.locator(".readout-open"))
    person.get("readout").locator("li").first.wait_for()


def looking(person: Person) -> None:
    """A page on which a piece is inspected: its reach, its odds, whom it sees."""
    person.watch("WALK").page.locator(".piece").first.press("Enter")
    person.get("lens").locator(".lens-sight").wait_for()


def cut_off(person: Person) -> None:
    """A page that has lost its connection."""
    person.watch("WALK").page.evaluate("document.getElementById('popup').ariaHidden = 'false'")
    expect(person.page.locator("#popup")).to_be_visible()
    person.page.wait_for_function("getComputedStyle(document.getElementById('popup')).opacity === '1'")


def measuring(person: Person) -> None:
    page = person.watch("WALK").page
    page.keyboard.press("s")
    for n in (0, 1):
        page.locator(".piece").nth(n).press("Enter")
    person.get("sighted").wait_for()


def large_and_still(person: Person) -> None:
    """Large text, least motion, on the busiest page."""
    preferring(person)
    for choice in ("text-large", "motion-less", "theme-light"):
        person.tick(f"preference-{choice}")
    person.watch("REAC")


PAGES: dict[str, Step] = {
    "lobby": lambda person: person.open("/"),
    "lobby with tables and preferences": preferring,
    "rules": rules,
    "packs": lambda person: person.open("/olomoc/packs"),
    "guide for authors": guide,
    "a pack": lambda person: person.open("/olomoc/packs/core"),
    "editing a pack": editing,
    "builder": building,
    "cabals": lambda person: person.open("/olomoc/cabals"),
    "door": lambda person: person.open("/table/DOOR"),
    "no such table": lambda person: person.open("/table/NONE"),
    "no such page": lambda person: person.open("/nowhere"),
    "host": lambda person: person.open("/host"),
    "seat": seat,
    "two at one screen": between,
    "planning": lambda person: person.sit("PLAN", "1"),
    "decor": lambda person: person.sit("DECR", "1"),
    "walking": lambda person: person.sit("WALK", "1"),
    "reacting": lambda person: person.sit("REAC", min(MATCHES["REAC"]().asked)),
    "waiting for a reaction": lambda person: person.sit("REAC", "2" if "1" in MATCHES["REAC"]().asked else "1"),
    "watching": lambda person: person.watch("REAC"),
    "looking": looking,
    "measuring": measuring,
    "cut off": cut_off,
    "the end": lambda person: person.watch("DONE"),
    "a refusal": greyed,
    "a clause in a sheet": reading,
    "a card read large": card,
    "the Bloc in words": in_words,
    "large text": large_and_still,
    "replay": lambda person: person.open("/replay/DONE"),
    "talking": talking,
    "big screen": lambda person: person.open("/watch/REAC?tv"),
}

LAYOUTS = {"lobby with tables and preferences", "rules", "editing a pack", "builder", "reacting", "replay"}
"""A page of each layout, those with the most on them: `make test` looks at these."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with a match at each stage."""
    data = tmp_path_factory.mktemp("house") / "data"
    tables: dict[str, Match] = {code: make() for code, make in MATCHES.items() if code != "DONE"}
    tables |= {"DONE": whole(), "WHYN": poor(), "CLSE": poor(), "DOOR": petra_and_vera(), "SEAT": petra_and_vera()}
    keep(data, tables)
    with Server(data) as server:
        yield server
    assert not server.complaints, server.output


BOTH: tuple[Theme, ...] = ("dark", "light")
CHECKS = [
    *(pytest.param(name, BOTH[:1], id=name) for name in PAGES if name in LAYOUTS),
    *(pytest.param(name, BOTH[1:], id=f"{name}, light", marks=pytest.mark.soak) for name in PAGES if name in LAYOUTS),
    *(pytest.param(name, BOTH, id=name, marks=pytest.mark.soak) for name in PAGES if name not in LAYOUTS),
]


@pytest.mark.parametrize(("name", "themes"), CHECKS)
def test_page(people: Come, house: Server, name: str, themes: tuple[Theme, ...]) -> None:
    # Every other page in French, where words are longer.
    person = people(house, name, locale=("en-GB", "fr-FR")[list(PAGES).index(name) % 2])
    asked: list[str] = []
    person.on("request", lambda request: asked.append(request.url))
    PAGES[name](person)
    person.settled()
    assert violations(person.page, *themes) == []
    assert_nothing_blank(person.page)
    for width in (NARROW["width"], 390, 768):
        person.page.set_viewport_size({"width": width, "height": NARROW["height"]})
        # The page names its new size at its next frame, and its layout follows.
        person.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert person.page.evaluate("document.documentElement.scrollWidth") <= width
    outside = [url for url in asked if urlsplit(url).hostname not in ("127.0.0.1", None)]
    assert [url for url in outside if not url.startswith(("data:", "blob:"))] == []


def test_axe_sees_what_is_wrong(people: Come, house: Server) -> None:
    """The search finds something where there is something."""
    person = people(house, "Zoe").open("/")
    person.page.evaluate(
        "document.querySelector('main').innerHTML += '<img src=\"/x\"><p style=\"color:#333\">hard to read</p>'"
    )
    faults = " ".join(violations(person.page))
    assert "image-alt (dark)" in faults
    assert "color-contrast (dark)" in faults
