"""Whoever loses the line, or the server, is back at the very prompt once it is there again: how soon is measured in
``tests/bench/bench_back.py``."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.people import LINED, Come, Person
from tests.browser.table.test_bot_seat import duel
from tests.browser.wire import Wire
from tests.serving import Server

pytestmark = pytest.mark.slow

TABLES = dict.fromkeys(("CUTS", "LONG", "GONE", "DEAD", "KILL", "TABS"), duel)


@pytest.fixture
def wired(people: Come, house: Server) -> Iterator[Callable[[str], tuple[Person, Wire]]]:
    """Somebody who sits at a table over a line of their own, walking: the reach is drawn, nothing is confirmed."""
    with ExitStack() as wires:

        def come(code: str) -> tuple[Person, Wire]:
            wire = wires.enter_context(Wire(house.port))
            person = people(wire, "Ilse").sit(code, "1")
            person.press("option-walk")
            person.page.wait_for_selector(".reach path", state="attached")
            person.mark()
            return person, wire

        yield come


def back(person: Person) -> None:
    """Waits until the page has its line again, by itself, and asks what it asked."""
    person.page.wait_for_function(LINED, timeout=60_000)
    person.wait_for("act")


def same_page(person: Person) -> None:
    """Not loaded anew: what was being prepared still is."""
    assert person.page.evaluate("window.before") is True
    expect(person.page.locator(".reach path").first).to_be_attached()


SLEPT = pytest.param("GONE", 14.0, marks=pytest.mark.soak)


@pytest.mark.parametrize(("code", "away_s"), [("CUTS", 4.0), ("LONG", 7.0), SLEPT])
def test_a_line_that_was_cut(
    wired: Callable[[str], tuple[Person, Wire]], people: Come, house: Server, code: str, away_s: float
) -> None:
    ilse, wire = wired(code)
    tomas = people(house, "Tomáš").sit(code, "2")
    wire.cut()
    ilse.page.wait_for_function("!window.socket.connected")
    expect(tomas.page.locator(".presence")).to_contain_text("reconnecting")
    ilse.page.wait_for_timeout(away_s * 1000)
    wire.mend()
    back(ilse)
    same_page(ilse)
    expect(tomas.page.locator(".presence")).to_contain_text("here")
    # The seat is still Ilse's: her walk is taken.
    assert ilse.point()
    ilse.press("confirm")
    expect(ilse.page.locator(".log-moved")).to_have_count(1)


def test_a_line_that_fell_silent(wired: Callable[[str], tuple[Person, Wire]]) -> None:
    """A laptop that slept: no connection was ended, and none works any more."""
    ilse, wire = wired("DEAD")
    wire.silence()
    ilse.page.wait_for_timeout(7_000)  # longer than static/js/staying.js waits for a word (QUIET)
    wire.mend()
    back(ilse)
    same_page(ilse)


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
