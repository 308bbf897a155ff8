"""Texts that people type arrive as text wherever they are shown: markup, other directions of writing, texts that are
far too long.

Nothing of it becomes an element, nothing asks, and no window grows wider than it is.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import Come, Person
from tests.browser.presses import press
from tests.serving import Server
from tests.webapp.packing import HEADER, ROUAGE, zipped

MARKUP = "<img src=x onerror=alert(1)>"
BOLD = "<b onclick=alert(1)>Ilse"
HEBREW = "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
LONG = "W" * 10_000
HIDDEN = "\u202e\u200b\u2066"

INJECTED = "document.querySelectorAll('[onerror], [onclick], img[src=\"x\"], b').length"
WIDTH = "document.documentElement.scrollWidth - innerWidth"


def fill(person: Person, field: str, words: str) -> None:
    """Fills a field as somebody would who has taken its limit away."""
    person.page.locator(field).evaluate("field => field.removeAttribute('maxlength')")
    person.page.locator(field).fill(words)


def sound(person: Person, dialogs: list[str]) -> None:
    """Asserts that nothing became an element, no dialog opened, nothing is too wide, and the page kept its own
    policy."""
    assert person.page.evaluate(INJECTED) == 0
    assert person.page.evaluate(WIDTH) <= 0, person.page.url
    assert dialogs == []
    assert person.troubles == []


@pytest.fixture
def dialogs() -> list[str]:
    return []


@pytest.fixture
def ilse(server: Server, people: Come, dialogs: list[str]) -> Person:
    """On a phone, where there is least room."""
    person = people(server, "Ilse", size=(390, 844))
    person.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    return person


@pytest.mark.soak
def test_names_at_tables(ilse: Person, server: Server, people: Come, dialogs: list[str]) -> None:
    codes = []
    for name in (LONG, HIDDEN + HEBREW + FAMILY, MARKUP):
        ilse.open("/new")
        fill(ilse, "#table-name", name)
        codes.append(ilse.make_table())
    ilse.open("/")
    expect(ilse.page.get_by_text(MARKUP, exact=True)).to_be_visible()
    expect(ilse.page.get_by_text("W" * 40, exact=True)).to_be_visible()
    expect(ilse.page.get_by_text(HEBREW + FAMILY, exact=True)).to_be_visible()
    sound(ilse, dialogs)
    eva = people(server, "Eva", size=(390, 844))
    seated = ((codes[2], BOLD, BOLD), (codes[0], LONG, "W" * 24), (codes[1], HEBREW, HEBREW))
    for code, name, shown in seated:
        ilse.open(f"/table/{code}")
        fill(ilse, "[data-testid='your-name']", name)
        ilse.press("join-1")
        expect(ilse.get("bloc")).to_be_visible()
        expect(ilse.page.get_by_text(shown).first).to_be_attached()
        sound(ilse, dialogs)
        eva.watch(code)
        expect(eva.page.get_by_text(shown).first).to_be_attached()
        sound(eva, dialogs)
    eva.open("/")
    for code, _, shown in seated:
        expect(eva.page.locator(f"[data-testid='table-{code}'] .who")).to_have_text(shown)
    sound(eva, dialogs)


def test_lists(ilse: Person, dialogs: list[str]) -> None:
    ilse.page.set_viewport_size({"width": 1440, "height": 900})
    ilse.open("/olomoc/cabals/new?starter=black-guard")
    ilse.press("side-keep")
    for field, words in (
        ("#list-name", MARKUP),
        ("#list-tags", f"{BOLD}, {HEBREW}, {LONG}"),
        ("#list-notes", LONG + MARKUP),
    ):
        fill(ilse, field, words)
        ilse.page.locator(field).blur()
    expect(ilse.page.locator("#list-tags")).not_to_have_value(re.compile("W{30}"))
    sound(ilse, dialogs)
    ilse.page.set_viewport_size({"width": 390, "height": 844})
    sound(ilse, dialogs)
    ilse.open("/olomoc/cabals")
    expect(ilse.page.get_by_text(MARKUP).first).to_be_visible()
    sound(ilse, dialogs)
    ilse.open(f"/olomoc/cabals/new?faction={MARKUP}&rouage={LONG[:500]}&starter={HEBREW}&pack={MARKUP}")
    sound(ilse, dialogs)
    ilse.open(f"/olomoc/cabals/open/{MARKUP}?name={LONG[:500]}")
    sound(ilse, dialogs)


def test_cards_of_packs(ilse: Person, dialogs: list[str]) -> None:
    header = HEADER.replace("Ilse Varga", MARKUP)
    cards = ROUAGE.replace('"Ana Novak"', f'"{MARKUP}"').replace("Lit Wick", f"{HEBREW} {LONG[:60]}")
    ilse.open("/olomoc/packs")
    data = zipped({"pack.toml": header, "rouages.toml": cards})
    ilse.get("pack-file").set_input_files([{"name": f"{MARKUP}.zip", "mimeType": "application/zip", "buffer": data}])
    row = ilse.page.locator("[data-pack=old-quarter]")
    expect(row).to_contain_text(MARKUP)
    sound(ilse, dialogs)
    press(row.get_by_text("Edit"))
    expect(ilse.page.locator(".card.preview .name")).to_have_text(MARKUP)
    sound(ilse, dialogs)


def test_what_the_policy_forbids_does_not_happen_and_is_noticed(ilse: Person) -> None:
    ilse.open("/olomoc/rules")
    assert ilse.page.evaluate("fetch('http://elsewhere.example/').then(() => 'sent', () => 'kept in')") == "kept in"
    ilse.page.wait_for_timeout(100)
    assert any("connect-src" in said for said in ilse.troubles)
    ilse.troubles.clear()
