"""Announcements over the table, one after the other; they delay nothing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import seats
from tests.browser.people import Come
from tests.browser.test_layout import answer, standing
from tests.serving import Server


def attacked() -> Match:
    match = standing()
    answer(match, "1", kind="attack")
    return match


TABLES: dict[str, Callable[[], Match]] = {"BEAT": attacked, "SKIP": attacked, "MUTE": attacked}
SEATED = seats(both="BEAT SKIP MUTE")

LISTEN = """() => {
  window.told = [];
  new MutationObserver(() => {
    const line = document.querySelector('.beat-line')?.innerText;
    if (line && window.told.at(-1) !== line) window.told.push(line);
    const scene = document.querySelector('.beat-scene');
    if (!scene?.querySelector('.scene-dice .die')) return;
    const dice = document.querySelectorAll('.beat-line .die').length;
    window.thrown = { pressed: getComputedStyle(scene).pointerEvents !== 'none', said: dice > 0 };
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes what is told while it is: it is gone by itself, and on a busy machine between two looks."""


def test_a_roll_is_told_to_everybody_and_nobody_waits(house: Server, people: Come) -> None:
    ilse, tomas = people(house, "Ilse").sit("BEAT", "1"), people(house, "Tomáš", locale="fr-FR").sit("BEAT", "2")
    tomas.wait_for("react")
    # What had happened before is the log's business.
    expect(ilse.page.locator(".beat")).to_have_count(0)
    ilse.page.evaluate(LISTEN)
    tomas.press("option-nothing")
    # The question is there at once; the dice are thrown large over the Bloc, under no finger.
    ilse.wait_for("tempt-fate|tactic|act")
    expect(ilse.page.locator(".beat, .beat-scene")).to_have_count(0)
    assert "Pétra" in ilse.page.evaluate("window.told")[0]
    assert ilse.page.evaluate("window.thrown") == {"pressed": False, "said": True}


def test_the_space_bar_ends_it(house: Server, people: Come) -> None:
    ilse, tomas = people(house, "Ilse").sit("SKIP", "1"), people(house, "Tomáš").sit("SKIP", "2")
    tomas.wait_for("react")
    ilse.page.evaluate(
        "new MutationObserver((_, it) => { if (document.querySelector('.beat')) { it.disconnect();"
        " const key = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });"
        " document.body.dispatchEvent(key); window.stopped = key.defaultPrevented; } })"
        ".observe(document.querySelector('.beats'), { subtree: true, childList: true })"
    )
    tomas.press("option-nothing")
    ilse.page.wait_for_function("window.stopped === true")
    expect(ilse.page.locator(".beat")).to_have_count(0)


def test_who_prefers_the_log_is_told_nothing(house: Server, people: Come) -> None:
    ilse, tomas = people(house, "Ilse").sit("MUTE", "1"), people(house, "Tomáš").sit("MUTE", "2")
    tomas.wait_for("react")
    ilse.page.keyboard.press(",")
    ilse.press("preference-beats-off")
    ilse.page.wait_for_function("document.body.dataset.beats === 'off'")
    ilse.page.keyboard.press("Escape")
    ilse.page.evaluate(LISTEN)
    tomas.press("option-nothing")
    expect(ilse.page.locator(".log-rolled")).to_have_count(1)
    assert ilse.page.evaluate("window.told") == []
