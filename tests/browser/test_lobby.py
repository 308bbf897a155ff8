"""The lobby in a real browser: what depends on the browser itself."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import WRAP, Come, Person
from tests.browser.presses import press, press_at, tick
from tests.serving import Server


@pytest.fixture
def come(people: Callable[..., Person], server: Server) -> Come:
    """Somebody in the lobby."""
    return lambda name="Ilse", **window: people(server, name, **window).open("/")


def make_table(person: Person, name: str) -> str:
    person.open("/new")
    person.page.get_by_label("Table name").fill(name)
    code = person.make_table()
    person.open("/")
    expect(person.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    return code


def test_a_new_table_is_one_that_a_newcomer_can_play(come: Come) -> None:
    """Ready-made cabals and an agenda with points; the bench stands apart, for those who know the game."""
    page = come().open("/new").page
    expect(page.get_by_label("Ready-made, or one’s own")).to_be_checked()
    expect(page.get_by_label("Agenda")).to_have_value("random")
    expect(page.locator("optgroup[label='For those who know the game'] option")).to_have_text("Skirmish")
    expect(page.get_by_label("Agenda").locator(":scope > option", has_text="Skirmish")).to_have_count(0)


def test_a_page_that_others_have_changed_is_loaded_anew_when_its_facts_change(come: Come) -> None:
    """A translator puts copies in place of texts: the framework would write the number of tables to the old ones."""
    ilse, tomas = come("Ilse"), come("Tomáš")
    make_table(tomas, "Before")
    expect(ilse.page.get_by_role("heading", name="Before", exact=True)).to_be_visible()
    counts = ilse.page.locator(".lobby-count")
    before = sum(map(int, counts.all_text_contents()))
    ilse.mark()
    ilse.page.evaluate(WRAP, True)
    make_table(tomas, "After")
    expect(ilse.page.get_by_role("heading", name="After", exact=True)).to_be_visible()
    ilse.loaded_anew()
    expect(counts.first).to_be_attached()
    assert sum(map(int, counts.all_text_contents())) == before + 1


def test_what_is_typed_outlives_what_happens_meanwhile(come: Come) -> None:
    ilse, tomas = come("Ilse"), come("Tomáš")
    ilse.get("your-name").press_sequentially("Ilse")
    make_table(tomas, "Meanwhile")
    expect(ilse.page.get_by_role("heading", name="Meanwhile")).to_be_visible()
    expect(ilse.get("your-name")).to_have_value("Ilse")
    ilse.open("/new")
    tick(ilse.page.get_by_label("Draft"))
    ilse.page.get_by_label("Agenda").select_option("skirmish")
    ilse.page.get_by_label("Table name").fill("Chosen")
    ilse.make_table()
    ilse.open("/")
    row = ilse.page.locator("li", has_text="Chosen")
    expect(row).to_contain_text("Skirmish · Cabals: Draft, for those who know the cards")


def test_a_seat_is_taken_and_found_again(come: Come) -> None:
    ilse, tomas = come("Ilse"), come("Tomáš")
    make_table(ilse, "Evening")
    row = ilse.page.locator("li", has_text="Evening")
    press(row.get_by_test_id("join-1"))
    expect(ilse.get("said")).to_have_text("Enter your name first: the others will see it.")
    ilse.get("your-name").fill("Ilse")
    press(row.get_by_test_id("join-1"))
    ilse.page.wait_for_url("**/table/*")
    expect(tomas.page.locator("li", has_text="Evening")).to_contain_text("Ilse")
    ilse.open("/")
    expect(ilse.get("your-name")).to_have_value("Ilse")
    expect(row.get_by_test_id("go-on")).to_be_visible()


def test_who_makes_a_table_and_sits_down_is_told_how_others_come(come: Come) -> None:
    ilse = come().open("/new")
    ilse.press("new-table")
    ilse.page.wait_for_url("**/table/*")
    ilse.get("join-1").wait_for()
    ilse.get("your-name").fill("Ilse")
    ilse.press("join-1")
    expect(ilse.get("invite-sheet")).to_be_visible()
    ilse.press("invite-close")
    expect(ilse.get("invite-sheet")).to_have_count(0)


def test_the_page_comes_back_in_the_language_chosen(come: Come) -> None:
    person = come(locale="fr-FR")
    expect(person.page.locator("html")).to_have_attribute("lang", "fr")
    person.press("language-en")
    expect(person.page.locator("html")).to_have_attribute("lang", "en-US")
    expect(person.get("make-table")).to_have_text("Make a table")
    person.page.reload()
    expect(person.page.locator("html")).to_have_attribute("lang", "en-US")


def test_nothing_is_wider_than_a_small_phone(come: Come) -> None:
    person = come(size=(360, 800))
    make_table(person, "A table with a name that is rather long")
    assert person.page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_table_is_made_and_a_seat_taken_by_keyboard(come: Come) -> None:
    person = come()
    keyboard = person.page.keyboard
    person.open("/new")
    person.page.get_by_label("Table name").focus()
    keyboard.type("By keyboard")
    keyboard.press("Enter")
    person.page.wait_for_url("**/table/*")
    person.open("/")
    row = person.page.locator("li", has_text="By keyboard")
    expect(row).to_be_visible()
    person.get("your-name").focus()
    keyboard.type("Eva")
    row.get_by_test_id("join-2").focus()
    keyboard.press("Enter")
    person.page.wait_for_url("**/table/*")


def test_cards_and_lists_of_all_games_are_one_menu_of_the_head_line(come: Come) -> None:
    person = come(locale="fr-FR", size=(390, 844))
    page, menu = person.page, person.get("cards-and-lists-menu")
    person.press("cards-and-lists", finger=True)
    expect(menu.get_by_role("heading", name="Hybris")).to_be_visible()
    box = menu.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= 390 - box["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    press_at(page, 3, 700, finger=True)  # beside everything that can be pressed
    expect(menu).to_be_hidden()
    person.get("cards-and-lists").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(person.get("to-olomoc-cabals")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(person.get("cards-and-lists")).to_be_focused()
    page.keyboard.press("Enter")
    person.press("to-hybris-packs", finger=True)
    page.wait_for_url("**/hybris/packs")


@pytest.mark.soak
def test_a_server_that_was_away_finds_its_guests_again(come: Come, server: Server) -> None:
    person = come()
    make_table(person, "Before")
    person.get("your-name").fill("Ilse")
    row = person.page.locator("li", has_text="Before")
    press(row.get_by_test_id("join-1"))
    person.page.wait_for_url("**/table/*")
    person.open("/")
    server.kill()
    server.start()
    # The page notices by itself and loads anew.
    person.page.wait_for_function("window.did_handshake === true")
    expect(row.get_by_test_id("go-on")).to_be_visible()
    expect(person.get("your-name")).to_have_value("Ilse")
