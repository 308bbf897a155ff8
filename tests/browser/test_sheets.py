"""Every button of every dialog and sheet is reached by mouse and finger, in every game."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from rules import blade, diktat, invader
from rules.olomoc import Match
from tests.browser.kept import cookie, duel, seats
from tests.browser.people import Come, Person
from tests.browser.presses import press, press_at
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

BUTTONS = "button, a[href], summary, label, [role=button]"
OVER_A_TABLE = ("preferences", "help", "menu", "hint", "reader", "whatif", "amend", "adjust")
"""What opens over a player's page; not every game has all of them."""
OPENERS = {"whatif": "whatif-open", "amend": "amend-open"}
ALSO = {"hint": ("olomoc", "invader", "diktat"), "adjust": ("diktat",)}
"""Sheets that only some games have."""
LEAST = 35
"""Buttons on the sheets of one game; 39 to 48 when this was written."""
INSIDE = {"hint": "hint-sheet", "adjust": "adjustment-sheet", "preferences": "preferences-sheet", "help": "help-sheet"}

HOLD = """() => {
  window.reached = [];
  window.holding = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    window.reached.push(event.target);
  };
  for (const kind of ['click', 'mousedown', 'mouseup']) window.addEventListener(kind, window.holding, true);
}"""
"""From now on presses are noted and do nothing: what a button does is not the question here, and a press that goes
through to the page behind would be noted there."""
DEAD = """() => {
  const control = document.body.appendChild(document.createElement('button'));
  control.dataset.dead = '';
  const { pointerEvents } = getComputedStyle(control);
  control.remove();
  return pointerEvents === 'none';
}"""
"""Whether a control that has just come under the pointer cannot be pressed here."""
BARE = """control => {
  control.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = control.getBoundingClientRect();
  return control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether nothing of the page lies over a control."""
LET_GO = """() => {
  for (const kind of ['click', 'mousedown', 'mouseup']) window.removeEventListener(kind, window.holding, true);
}"""
REACHED = "button => window.reached.some((it) => button.contains(it) || (it.labels && [...it.labels].includes(button)))"


def dead(page: Page, inside: Locator, finger: bool) -> tuple[int, list[str]]:
    """How many buttons were pressed, at their middles, and those that no press has reached."""
    found = [it for it in inside.locator(BUTTONS).all() if it.is_visible()]
    assert found, f"nothing to press in {inside}"
    page.evaluate(HOLD)
    lost = []
    for button in found:
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.evaluate("window.reached = []")
        press_at(page, x, y, finger)
        if not button.evaluate(REACHED):
            lost.append(button.inner_text() or button.get_attribute("aria-label") or "?")
    page.evaluate(LET_GO)
    return len(found), lost


def opened(person: Person, sheet: str, finger: bool) -> Locator | None:
    """Opens a sheet by hand; None where this page has none."""
    page = person.page
    if sheet == "menu":
        press(person.get("menu"), finger=finger)
        return page.locator("#table-menu")
    opener = page.locator("[data-read]") if sheet == "reader" else person.get(OPENERS.get(sheet, sheet))
    if sheet == "adjust":
        # A line of the menu, which has been open once.
        if not person.get("menu-adjust").count():
            return None
        press(person.get("menu"), finger=finger)
        opener = person.get("menu-adjust")
    elif finger and person.get(f"menu-{sheet}").count():
        # A phone has these buttons of the head line in the menu.
        press(person.get("menu"), finger=True)
        opener = person.get(f"menu-{sheet}")
    there = [it for it in opener.filter(visible=True).all() if it.evaluate(BARE)]
    if not there:
        return None
    press(there[0], finger=finger)
    inside = person.get(INSIDE.get(sheet, sheet))
    expect(inside).to_be_visible()
    return inside


def close(page: Page) -> None:
    """By Escape; what was opened is gone afterwards, its way out too: until then it lies over the page's buttons."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog:modal, .q-dialog--modal, :popover-open")).to_have_count(0)
    expect(page.locator("dialog, .q-dialog, [popover]").filter(visible=True)).to_have_count(0)


def hold_seat(person: Person, code: str) -> None:
    """Has the seat that is held for this person."""
    assert person.data is not None
    held = cookie(person.data, code, "1", person.name)
    assert held is not None
    person.context.add_cookies([{"name": "olomoc_session", "value": held, "url": person.url}])


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("game", MATCHES)
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
        press(ilse.get("call-greedy"), finger=finger)
    else:
        ilse.open("/")
        press(ilse.get(f"door-now-{game}"), finger=finger)
    expect(ilse.get("prompt")).to_have_attribute("data-decision", re.compile("."))
    assert ilse.page.evaluate(DEAD)
    for sheet in OVER_A_TABLE:
        look(sheet, opened(ilse, sheet, finger))
        close(ilse.page)
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
