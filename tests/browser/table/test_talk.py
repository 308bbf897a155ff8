"""The talk at a table: seen by those who may, as text, after a reload, on a phone, by keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import position, rouage, seats
from tests.browser.people import Come, Person
from tests.browser.presses import tick
from tests.serving import Server

Serve = Callable[..., Server]

MARKUP = '<img src=x onerror="window.hit = 1"><script>window.hit = 1</script> {{ 1 + 1 }} **fat** 🜁🎲'
RIGHT_TO_LEFT = "שלום מלך \u202e gnorw"


def duel() -> Match:
    """Pétra active."""
    cards = [rouage("1-petra-kantor", 5, 8), rouage("2-vera-simkova", 9, 8)]
    return Match.from_position(position(cards, "1-petra-kantor"), seed=7)


def say(person: Person, words: str) -> None:
    person.page.keyboard.press("/")
    expect(person.get("talk-field")).to_be_focused()
    person.get("talk-field").fill(words)
    person.page.keyboard.press("Enter")


def test_two_talk_in_their_own_language_and_it_is_there_after_a_restart(serve: Serve, people: Come) -> None:
    server = serve({"WORD": duel()}, seated=seats(both="WORD"))
    ilse = people(server, "Ilse").sit("WORD", "1")
    tomas = people(server, "Tomáš", size=(390, 844), locale="fr-FR", hears=True).sit("WORD", "2")
    say(ilse, MARKUP)
    expect(tomas.page.locator("body")).to_have_attribute("data-unread", "1")
    tomas.press("tab-of-talk")
    expect(tomas.page.locator(".talk-text").first).to_have_text(MARKUP)
    expect(tomas.page.locator("body")).to_have_attribute("data-unread", "")
    assert tomas.page.locator(".talk-list img, .talk-list script").count() == 0
    assert tomas.page.evaluate("window.hit") is None
    tomas.press("talk-phrases")
    tomas.press("phrase-well-played")
    expect(tomas.page.locator(".talk-text").last).to_have_text("Bien joué")
    expect(ilse.page.locator(".talk-text").last).to_have_text("Well played")
    say(tomas, RIGHT_TO_LEFT)
    line = ilse.page.locator(".talk-line").last
    expect(line.locator(".talk-text")).to_have_text("שלום מלך gnorw")
    # Whoever speaks stays before what is said, and the time behind it.
    who, words, when = (line.locator(part).bounding_box() for part in (".talk-who", ".talk-text", "time"))
    assert who is not None
    assert words is not None
    assert when is not None
    assert who["x"] < words["x"] < when["x"]
    # Focus is kept while a field is typed into, and keys of the match do not act.
    ilse.get("talk-field").press_sequentially("wac123?")
    expect(ilse.get("talk-field")).to_have_value("wac123?")
    ilse.press("talk-to-pad")
    ilse.get("talk-pad").fill("He keeps Otakar back.")
    expect(ilse.page.locator(".talk-told")).to_have_text("Saved.")
    ilse.press("talk-to-talk")
    for person in (ilse, tomas):
        over = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0
    ilse.mark()
    server.kill()
    server.start()
    ilse.loaded_anew()
    expect(ilse.page.locator(".talk-text")).to_have_text([MARKUP, "Well played", "שלום מלך gnorw"])
    ilse.press("talk-to-pad")
    expect(ilse.get("talk-pad")).to_have_value("He keeps Otakar back.")
    assert not tomas.saw("Otakar back")


@pytest.mark.soak
def test_spectators_have_their_own_talk_and_players_hear_it_only_if_they_wish(serve: Serve, people: Come) -> None:
    server = serve({"MUTE": duel()}, seated=seats(ilse="MUTE"))
    ilse = people(server, "Ilse", hears=True).sit("MUTE", "1")
    eva = people(server, "Eva").watch("MUTE")
    say(eva, "Charge now, Ilse")
    expect(eva.page.locator(".talk-text")).to_have_text(["Charge now, Ilse"])
    say(ilse, "Hello")
    expect(eva.page.locator(".talk-text")).to_have_text(["Charge now, Ilse", "Hello"])
    expect(ilse.page.locator(".talk-text")).to_have_text(["Hello"])
    assert not ilse.saw("Charge now")
    ilse.press("talk-settings")
    ilse.tick("talk-watchers")
    expect(ilse.page.locator(".talk-text")).to_have_text(["Charge now, Ilse", "Hello"])
    say(eva, "No, wait")
    expect(ilse.page.locator(".talk-text").last).to_have_text("No, wait")
    # It stays so after a reload; then one speaker is not heard any more, then nobody.
    ilse.reload()
    expect(ilse.page.locator(".talk-apart")).to_have_count(2)
    ilse.press("talk-settings")
    tick(ilse.page.locator("[data-testid^='talk-mute-w']"))
    expect(ilse.page.locator(".talk-text")).to_have_text(["Hello"])
    ilse.tick("talk-nobody")
    expect(ilse.page.locator(".talk-empty")).to_have_text("Messages are hidden.")
    say(eva, "Anybody?")
    expect(eva.page.locator(".talk-text").last).to_have_text("Anybody?")
    expect(ilse.page.locator("body")).to_have_attribute("data-unread", "")


@pytest.mark.soak
def test_ten_thousand_letters_are_cut_and_a_flood_is_slowed(serve: Serve, people: Come) -> None:
    server = serve({"HAND": duel()})
    ilse = people(server, "Ilse", size=(390, 844)).sit("HAND", "1")
    ilse.press("tab-of-talk")
    ilse.get("talk-field").evaluate("field => field.removeAttribute('maxlength')")
    say(ilse, "W" * 10_000)
    words = ilse.page.locator(".talk-text")
    expect(words).to_have_text(re.compile("^W{300,400} …$"))
    assert ilse.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for n in range(9):
        say(ilse, f"line {n}")
    expect(ilse.page.locator(".talk-told")).to_contain_text("Too many messages")
    assert words.count() <= 8
