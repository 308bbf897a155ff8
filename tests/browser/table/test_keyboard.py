"""A plan laid, taken back and laid again, and an attack answered, without a pointer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import seats
from tests.browser.people import Come, Person
from tests.browser.pictures import MATCHES
from tests.serving import Server

TABLES: dict[str, Callable[[], Match]] = {"PLAN": MATCHES["PLAN"], "REAC": MATCHES["REAC"]}
SEATED = seats(both="PLAN REAC")


def by_tab(person: Person, selector: str) -> None:
    """Goes there with Tab alone, from the top of the page: whatever can be pressed can be reached."""
    person.page.evaluate("document.activeElement?.blur()")
    for _ in range(160):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            # Success criterion 2.4.7: where one is can be seen.
            outline = person.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", selector
            return
    raise AssertionError(f"Tab does not lead to {selector}")


@pytest.mark.soak
def test_a_plan_by_keyboard_alone(house: Server, people: Come) -> None:
    """CYC-3: a card, then the number of its slot; the ministry only where it may lie."""
    ilse = people(house, "Ilse").sit("PLAN", "1")
    ilse.wait_for("plan")
    press = ilse.page.keyboard.press
    slot = int(ilse.page.locator(".hand-card.ministry").first.locator(".allowed .yes").first.inner_text())
    by_tab(ilse, ".hand-card.ministry")
    press("Enter")
    expect(ilse.page.locator(".hand-card.held")).to_have_count(1)
    press(str(slot))
    expect(ilse.page.locator(f"[data-testid='slot-{slot}'].filled")).to_have_count(1)
    for number in (n for n in range(1, 6) if n != slot):
        by_tab(ilse, ".hand-card:not(.ministry)")
        press("Enter")
        expect(ilse.page.locator(".hand-card.held")).to_have_count(1)
        press(str(number))
        expect(ilse.page.locator(f"[data-testid='slot-{number}'].filled")).to_have_count(1)
    press("Escape")
    by_tab(ilse, "[data-testid='confirm']")
    press("Enter")
    ilse.wait_for("wait")


def test_an_attack_is_answered_by_keyboard_alone(house: Server, people: Come) -> None:
    """DOD-1, RIP-1: every answer is reached with Tab; one of them is given with Enter."""
    seat = min(MATCHES["REAC"]().asked)
    asked = people(house, {"1": "Ilse", "2": "Tomáš"}[seat], locale="fr-FR").sit("REAC", seat)
    asked.wait_for("react")
    before = asked.get("log").get_attribute("data-seq") or ""
    for answer in ("option-nothing", "option-dodge", "option-riposte", "option-both"):
        by_tab(asked, f"[data-testid='{answer}']")
    by_tab(asked, "[data-testid='option-nothing']")
    asked.page.keyboard.press("Enter")
    expect(asked.get("log")).not_to_have_attribute("data-seq", before)


def test_the_log_is_one_stop(house: Server, people: Come) -> None:
    """Cards and clauses named in its lines are gone to with the arrows: Tab passes them all at once."""
    zoe = people(house, "Zoe").watch("REAC")
    inside = zoe.page.locator(".log-list :is(a, button)")
    assert inside.count() > 10
    assert inside.evaluate_all("all => all.every((it) => it.tabIndex === -1)")
    zoe.page.locator(".log-list").focus()
    line = ".log-entry:has(a, button)"
    while not zoe.page.evaluate(f"document.activeElement.matches({line!r})"):
        zoe.page.keyboard.press("ArrowDown")
    zoe.page.keyboard.press("ArrowRight")
    assert zoe.page.evaluate("document.activeElement.matches('.log-entry a, .log-entry button')")
