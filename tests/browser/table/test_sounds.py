"""Sounds by kind, silent unless asked for, made without any file; the window's title and icon when it is one's turn."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import seats
from tests.browser.people import Come, Person
from tests.browser.table.test_table import petra_and_vera
from tests.serving import Server

TABLES: dict[str, Callable[[], Match]] = {"LOUD": petra_and_vera}
SEATED = seats(ilse="LOUD")

KEEP = "window.heard = []; window.addEventListener('sound', (event) => window.heard.push(event.detail))"


def listening(person: Person, *kinds: str) -> Person:
    person.open("/").press("preferences")
    for kind in kinds:
        person.tick(f"preference-{kind}")
        expect(person.page.locator("body")).to_have_attribute("data-sounds", re.compile(kind.split("-")[-1]))
    return person


def charge(person: Person) -> None:
    """Charges to the place that the engine finds."""
    person.press("option-charge")
    expect(person.get("ghost")).to_have_attribute("data-state", "good")
    expect(person.page.locator(".odds-bar")).to_be_visible()
    person.press("confirm")


@pytest.mark.soak
def test_a_charge_is_heard_by_those_who_asked_and_seen_in_title_and_icon(house: Server, people: Come) -> None:
    tomas = listening(people(house, "Tomáš"), "sounds-turn", "olomoc.sounds-dice", "olomoc.sounds-wound", "sounds-end")
    ilse = people(house, "Ilse", locale="fr-FR").sit("LOUD", "1")
    zoe = listening(people(house, "Zoe"), "olomoc.sounds-dice").watch("LOUD")
    tomas.sit("LOUD", "2")
    everybody = (ilse, tomas, zoe)
    for person in everybody:
        person.page.evaluate(KEEP)
        person.page.mouse.move(5, 5)
        person.page.keyboard.press("Shift")
    icon = ilse.page.locator("link[rel~='icon']")
    expect(ilse.page).to_have_title(re.compile("^● À vous · "))
    expect(icon).to_have_attribute("href", re.compile("favicon-turn.svg$"))
    assert not tomas.page.title().startswith("●")
    asked: list[str] = []
    tomas.on("request", lambda request: asked.append(request.url))
    charge(ilse)
    tomas.wait_for("react")
    expect(tomas.page).to_have_title(re.compile("^● Your turn · "))
    expect(ilse.page).not_to_have_title(re.compile("●"))
    expect(icon).not_to_have_attribute("href", re.compile("favicon-turn.svg$"))
    tomas.press("option-nothing")
    expect(tomas.page.locator(".log-rolled").first).to_be_visible()
    tomas.page.wait_for_function("heard.includes('turn') && heard.includes('dice')")
    zoe.page.wait_for_function("heard.includes('dice')")
    tomas.press("more")
    tomas.press("option-concede")
    tomas.press("confirm")
    tomas.page.wait_for_function("heard.includes('end')")
    assert ilse.page.evaluate("heard") == []
    assert set(zoe.page.evaluate("heard")) == {"dice"}
    assert [url for url in asked if re.search(r"\.(mp3|ogg|wav)", url)] == []
