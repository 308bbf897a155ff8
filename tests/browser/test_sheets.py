"""Every button of every dialog and sheet is reached by mouse and finger, in every game."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from rules import blade, diktat, invader
from rules.olomoc import Match
from tests.browser.kept import cookie, duel, seats
from tests.browser.people import Come, Person
from tests.browser.presses import press
from tests.browser.sheets import BUTTONS, DEAD, dead, each_over_a_table, opened
from tests.serving import Server

pytestmark = pytest.mark.slow

MATCHES: dict[str, Callable[[], Match | invader.Match | diktat.Match | blade.Match]] = {
    "olomoc": duel,
    "invader": lambda: invader.Match.new({}, 1),
    "diktat": lambda: diktat.Match.new({}, 1),
    "blade": lambda: blade.Match.new({}, 1),
}
HANDS = ("mouse", "finger")
CODES = dict(
    zip(product(HANDS, MATCHES), ("AAAA", "BBBB", "CCCC", "DDDD", "EEEE", "FFFF", "GGGG", "HHHH"), strict=True)
)
TABLES = {code: MATCHES[game] for (_, game), code in CODES.items()}
"""For each hand and game a table with a free seat."""
SEATED = seats(ilse=" ".join(TABLES))
ALSO = {"hint": ("olomoc", "invader", "diktat"), "adjust": ("diktat",)}
"""Sheets that only some games have."""
WHOLE = (("blade", "finger"),)
"""What `make test` has of these; `make soak` has both hands with each game."""
LEAST = 35
"""Buttons on the sheets of one game; 39 to 48 when this was written."""


def hold_seat(person: Person, code: str) -> None:
    """Has the seat that is held for this person."""
    assert person.data is not None
    held = cookie(person.data, code, "1", person.name)
    assert held is not None
    person.context.add_cookies([{"name": "olomoc_session", "value": held, "url": person.url}])


@pytest.mark.parametrize(
    ("game", "hand"),
    [pytest.param(*case, marks=() if case in WHOLE else pytest.mark.soak) for case in product(MATCHES, HANDS)],
)
def test_every_button_of_every_sheet_is_reached(house: Server, people: Come, game: str, hand: str) -> None:
    code, finger = CODES[hand, game], hand == "finger"
    ilse = people(house, "Ilse", size=(390, 844) if finger else (1440, 900))
    hold_seat(ilse, code)
    pressed: dict[str, int] = {}

    def look(sheet: str, inside: Locator | None) -> None:
        if inside is not None:
            expect(inside.locator(BUTTONS).filter(visible=True).first).to_be_visible()
            pressed[sheet], lost = dead(ilse.page, inside, finger)
            assert not lost, f"dead in {sheet}: {lost}"

    ilse.open(f"/table/{code}?invite")
    look("invite", ilse.get("invite-sheet"))
    press(ilse.get("invite-close"), finger=finger)
    expect(ilse.get("invite-sheet")).to_have_count(0)
    ilse.reload()
    expect(ilse.get("invite-sheet")).to_have_count(0)
    ilse.open(f"/table/{code}/seat")
    press(ilse.get("leave"), finger=finger)
    look("leave", ilse.get("leave-sheet"))

    # Against the house, where hints are given.
    if game == "olomoc":
        ilse.open(f"/table/{code}")
        press(ilse.get("call-steady"), finger=finger)
    else:
        ilse.open("/")
        press(ilse.get(f"door-now-{game}"), finger=finger)
    expect(ilse.get("prompt")).to_have_attribute("data-decision", re.compile("."))
    assert ilse.page.evaluate(DEAD)
    for sheet, inside in each_over_a_table(ilse, finger):
        look(sheet, inside)
    # On a phone what can be read may lie in a tab of its own.
    some = {"invite", "leave", "preferences", "menu"} | {sheet for sheet, games in ALSO.items() if game in games}
    assert some | (set() if finger else {"reader"}) <= set(pressed)
    assert sum(pressed.values()) >= LEAST, pressed

    if game not in ALSO["hint"]:
        return
    # And what they say is done.
    sheet = opened(ilse, "hint", finger)
    assert sheet is not None
    press(ilse.get("hint-close"), finger=finger)
    expect(sheet).to_have_count(0)
    decision = ilse.decision
    opened(ilse, "hint", finger)
    expect(ilse.get("hint-play").first).to_be_visible()
    shows = ilse.page.locator("[data-testid^='hint-show-']").filter(visible=True)
    if shows.count():  # what is named on no board has none
        press(shows.first, finger=finger)
        expect(ilse.page.locator("[data-hinted][aria-description]").first).to_be_attached()
        expect(sheet).to_have_count(0)  # a press while it goes would fall on it
        opened(ilse, "hint", finger)
        expect(ilse.page.locator("[data-hinted]")).to_have_count(0)
    press(ilse.get("hint-play").first, finger=finger)
    ilse.answered(decision)
