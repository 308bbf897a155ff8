"""The preferences in real pages: worn at once in every window of a person, before anything is drawn."""

from collections.abc import Callable

from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import seats
from tests.browser.people import Come
from tests.browser.table.test_table import petra_and_vera
from tests.serving import Server

TABLES: dict[str, Callable[[], Match]] = {"CALM": petra_and_vera}
SEATED = seats(ilse="CALM")

GROUND = "getComputedStyle(document.body).backgroundColor"
NIGHT, PAPER = "rgb(14, 15, 17)", "rgb(233, 227, 213)"


def test_a_choice_is_worn_at_once_in_every_window(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").open("/")
    other = ilse.context.new_page()
    other.goto(house.url + "/watch/CALM")
    other.wait_for_function("window.did_handshake === true")
    assert other.evaluate(GROUND) == PAPER  # as the device asks
    ilse.page.keyboard.press(",")
    expect(ilse.get("preferences-sheet")).to_be_visible()
    ilse.tick("preference-theme-dark")
    ilse.tick("preference-text-large")
    ilse.tick("preference-olomoc.grid-off")
    for page in (ilse.page, other):
        expect(page.locator("body")).to_have_attribute("data-grid", "off")
        expect(page.locator("body")).to_have_attribute("data-theme", "dark")
        assert page.evaluate(GROUND) == NIGHT
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 18
    ilse.page.keyboard.press("Escape")
    expect(ilse.get("preferences-sheet")).to_be_hidden()
    other.reload(wait_until="commit")
    other.wait_for_selector("body")
    assert other.evaluate(GROUND) == NIGHT


def test_the_device_decides_where_that_is_chosen(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").open("/")
    ilse.press("preferences")
    ilse.tick("preference-theme-system")
    for scheme, ground in (("light", PAPER), ("dark", NIGHT)):
        ilse.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its two words
        expect(ilse.page.locator("html")).to_have_attribute("data-scheme", scheme)
        assert ilse.page.evaluate(GROUND) == ground


def test_keys_pressed_in_the_sheet_stay_in_it_and_the_language_is_there(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("CALM", "1")
    ilse.page.keyboard.press(",")
    before = ilse.get("log").get_attribute("data-seq")
    for key in ("y", "n", "e", "1", "w"):
        ilse.page.keyboard.press(key)
    assert ilse.get("log").get_attribute("data-seq") == before
    expect(ilse.get("ghost")).to_have_count(0)
    ilse.tick("preference-language-fr")
    expect(ilse.page.locator("html")).to_have_attribute("lang", "fr")
    expect(ilse.get("bloc")).to_be_visible()
