"""Cards in a real browser: tapped, read large, read on from there; by keyboard, by spectators, on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.axe import violations
from tests.browser.kept import seats
from tests.browser.people import Come
from tests.browser.pictures import MATCHES
from tests.browser.presses import press
from tests.serving import Server

TABLES: dict[str, Callable[[], Match]] = {"REAC": MATCHES["REAC"], "PLAN": MATCHES["PLAN"], "WORD": MATCHES["REAC"]}
SEATED = seats(ilse="REAC PLAN WORD")
BACK_AND_CLOSED = """() => {
  document.querySelector("[data-testid=reader-back]").click();
  document.querySelector("dialog.reader").close();
}"""
"""Asks for the sheet before, and closes the reader in the same turn of the page."""


@pytest.mark.parametrize("size", [(390, 844), pytest.param((1440, 900), marks=pytest.mark.soak)])
def test_everybody_reads_the_cards_that_lie_open(house: Server, people: Come, size: tuple[int, int]) -> None:
    zoe = people(house, "Zoe", locale="fr-FR", size=size).watch("REAC")
    zoe.press("now")
    expect(zoe.get("reader")).to_contain_text("CYC-4.1")
    fallen = zoe.get("reader").locator("button.card-name").nth(1)
    name = fallen.inner_text()
    press(fallen)
    expect(zoe.get("reader").locator("h2")).to_have_text(name)
    expect(zoe.get("reader")).to_contain_text("MIN-1")
    press(zoe.get("reader").locator("a.clause", has_text="MIN-1").first)
    expect(zoe.get("clause-sheet")).to_contain_text("neuf cartes ministère")
    zoe.page.keyboard.press("Escape")
    zoe.press("reader-back")
    expect(zoe.get("reader")).to_contain_text("CYC-4.1")
    press(fallen)
    expect(zoe.get("reader").locator("h2")).to_have_text(name)
    # Closed before what was asked for has come, it stays closed.
    zoe.page.evaluate(BACK_AND_CLOSED)
    expect(zoe.get("reader")).to_have_attribute("data-id", "@now")
    expect(zoe.get("reader")).to_be_hidden()
    zoe.press("now")
    expect(zoe.get("reader")).to_be_visible()
    zoe.page.keyboard.press("Escape")
    expect(zoe.get("reader")).to_be_hidden()


def test_a_card_of_each_place_is_read_by_keyboard(house: Server, people: Come) -> None:
    """The opponent's card, slots that lie open or are one's own, the last artefact card, the fallen ministry."""
    ilse = people(house, "Ilse").sit("REAC", "1")
    theirs = ilse.page.locator(".their-cards .enlarge").first
    open_slot = ilse.get("their-slot-1").locator("button")
    own = ilse.get("slot-5").locator("button")
    for place in (theirs, open_slot, own, ilse.get("last-artefact"), ilse.get("fallen")):
        place.focus()
        ilse.page.keyboard.press("Enter")
        expect(ilse.get("reader").locator(".reading h2")).to_be_visible()
        expect(ilse.get("reader").locator("a.clause").first).to_be_visible()
        ilse.page.keyboard.press("Escape")
        expect(ilse.get("reader")).to_be_hidden()
    # What the other has laid face down stays so: there is nothing to press.
    expect(ilse.get("their-slot-5").locator("button")).to_have_count(0)


def test_the_card_in_hand_is_read_before_it_is_laid(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse", size=(390, 844)).sit("PLAN", "1")
    press(ilse.page.locator(".hand-card.ministry").first)
    ilse.press("read-held")
    expect(ilse.get("reader")).to_contain_text("MIN-1")
    ilse.press("reader-close")
    expect(ilse.page.locator(".hand-card.held")).to_have_count(1)


def test_a_word_on_a_card_is_explained_where_it_is_pressed(house: Server, people: Come) -> None:
    """The word alone is meant; elsewhere the card does what it does. By keyboard the card's sheet has the words."""
    ilse = people(house, "Ilse").sit("WORD", "1")
    word = ilse.page.locator(".hero .term:visible").first
    bubble = ilse.page.locator(".term-bubble")
    press(word)
    expect(bubble).to_contain_text(word.inner_text())
    expect(ilse.get("reader")).to_be_hidden()
    ilse.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    card = ilse.page.locator(".hero", has=ilse.page.locator(".card-text .term:visible")).first
    press(card.locator(".enlarge"))
    expect(ilse.get("reader")).to_be_visible()
    # On the card no word is a stop of its own; in the sheet each is, and what it means lies over the sheet.
    assert card.locator(".term").evaluate_all("words => words.every((word) => word.tabIndex === -1)")
    ilse.get("reader").locator(".term").first.focus()
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("reader").locator(".term-bubble a.clause")).to_be_visible()
    assert violations(ilse.page) == []
    ilse.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    expect(ilse.get("reader")).to_be_visible()
