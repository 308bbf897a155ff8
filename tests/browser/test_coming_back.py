"""A player who loses the line, or the server, is back at the very prompt once it is there again: how soon is measured
in ``tests/bench/bench_back.py``."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.kept import seats
from tests.browser.people import LINED, Come, Person
from tests.browser.table.test_bot_seat import duel
from tests.browser.table.test_talk import say
from tests.browser.wire import Wire
from tests.serving import Server

pytestmark = pytest.mark.slow

TABLES = dict.fromkeys(("CUTS", "LONG", "GONE", "DEAD", "KILL", "TABS", "LATE"), duel)
SEATED = seats(ilse="DEAD", both="CUTS LONG GONE TABS KILL LATE")

LATE = """() => {
  window.cuts = window.late = 0;
  window.socket.on("disconnect", () => (window.cuts += 1));
  window.socket.io.engine.on("packet", ({ type }) => {
    if (type !== "ping" || window.late) return;
    const until = Date.now() + 3000;
    while (Date.now() < until);
    window.late = 1;
  });
}"""
"""Answers the next ping late, as a page that draws for so long; `cuts` counts the lines that it loses."""


@pytest.fixture
def wired(people: Come, house: Server) -> Iterator[Callable[[str], tuple[Person, Wire]]]:
    """Somebody who sits at a table over a line of their own, walking: the reach is drawn, nothing is confirmed."""
    with ExitStack() as wires:

        def come(code: str) -> tuple[Person, Wire]:
            wire = wires.enter_context(Wire(house.port))
            person = people(wire, "Ilse", data=house.data).sit(code, "1")
            person.press("option-walk")
            person.page.wait_for_selector(".reach path", state="attached")
            person.mark()
            return person, wire

        yield come


def back(person: Person) -> None:
    """Waits until the page has its line again, by itself, and asks what it asked."""
    person.page.wait_for_function(LINED)
    person.wait_for("act")


def same_page(person: Person) -> None:
    """Not loaded anew: what was being prepared still is."""
    assert person.page.evaluate("window.before") is True
    expect(person.page.locator(".reach path").first).to_be_attached()


AWAY_S = {"CUTS": 1.0, "LONG": 7.0}
"""The time for which two lines are cut: on both sides of the server's `NOTICE_S`."""


def at_the_table_again(ilse: Person, tomas: Person) -> None:
    """Asserts that the page whose line was mended is as it was, and its seat still Ilse's: her walk is taken."""
    back(ilse)
    same_page(ilse)
    expect(tomas.page.locator(".presence")).to_contain_text("here")
    assert ilse.point()
    ilse.press("confirm")
    expect(ilse.page.locator(".log-moved")).to_have_count(1)


@pytest.mark.soak
def test_lines_that_were_cut_and_one_that_fell_silent(
    wired: Callable[[str], tuple[Person, Wire]], people: Come, house: Server
) -> None:
    """Cut for a moment and for longer; and a laptop that slept: no connection was ended, and none works any more. What
    was pressed on it meanwhile counts, once."""
    slept, silent = wired("DEAD")
    others = {code: people(house, "Tomáš").sit(code, "2") for code in AWAY_S}
    lines = {code: wired(code) for code in AWAY_S}
    assert slept.point()
    silent.silence()
    slept.press("confirm")
    began = time.monotonic()
    for code, (ilse, wire) in lines.items():
        wire.cut()
        ilse.page.wait_for_function("!window.socket.connected")
        expect(others[code].page.locator(".presence")).to_contain_text("reconnecting")
    for code, away_s in AWAY_S.items():
        ilse, wire = lines[code]
        ilse.page.wait_for_timeout(max(0.0, began + away_s - time.monotonic()) * 1000)
        wire.mend()
        at_the_table_again(ilse, others[code])
    # By now for longer than static/js/staying.js waits for a word (QUIET).
    silent.mend()
    back(slept)
    expect(slept.page.locator(".log-moved")).to_have_count(1)
    assert slept.page.evaluate("window.before") is True


def test_a_page_that_draws_for_long_keeps_its_line(people: Come, house: Server) -> None:
    """It answers a ping 3 s late, while it is sent what happens."""
    ilse = people(house, "Ilse").sit("LATE", "1")
    tomas = people(house, "Tomáš").sit("LATE", "2")
    ilse.page.evaluate(LATE)
    for n in range(6):
        say(tomas, f"word {n}")
        tomas.page.wait_for_timeout(1300)
    ilse.page.wait_for_function("window.late > 0")
    expect(ilse.page.locator("body")).to_have_attribute("data-unread", "6")
    assert ilse.page.evaluate("window.cuts") == 0


@pytest.mark.soak
def test_a_line_that_was_cut_for_long(wired: Callable[[str], tuple[Person, Wire]], people: Come, house: Server) -> None:
    ilse, wire = wired("GONE")
    tomas = people(house, "Tomáš").sit("GONE", "2")
    wire.cut()
    ilse.page.wait_for_timeout(14_000)
    wire.mend()
    at_the_table_again(ilse, tomas)


def test_a_second_tab_and_a_reload(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("TABS", "1")
    tomas = people(house, "Tomáš").sit("TABS", "2")
    tab = ilse.context.new_page()
    tab.goto(f"{house.url}/table/TABS")
    expect(tab.get_by_test_id("prompt")).to_have_attribute("data-kind", "act")
    # The first tab goes on as before; what is done in one shows in the other.
    tab.get_by_test_id("option-walk").wait_for()
    tab.close()
    expect(tomas.page.locator(".presence")).to_contain_text("here")
    ilse.reload()
    ilse.wait_for("act")
    expect(tomas.page.locator(".presence")).to_contain_text("here")


def test_a_server_that_was_killed(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("KILL", "1")
    tomas = people(house, "Tomáš").sit("KILL", "2")
    for _ in range(2):
        for person in (ilse, tomas):
            person.mark()
        house.kill()
        ilse.page.wait_for_function("!window.socket.connected")
        house.start()
        for person, kind in ((ilse, "act"), (tomas, "wait")):
            person.loaded_anew()
            person.wait_for(kind)
