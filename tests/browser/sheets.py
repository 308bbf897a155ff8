"""What opens over a table by a press: sheets, dialogs, menus, and whether each of their buttons can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from tests.browser.presses import press, press_at


class Viewer(Protocol):
    """Who looks at a table."""

    @property
    def page(self) -> Page:
        """The window."""
        ...

    def get(self, testid: str) -> Locator:
        """The element with this test id."""
        ...


BUTTONS = "button, a[href], summary, label, [role=button]"
OVER_A_TABLE = ("preferences", "help", "menu", "hint", "reader", "whatif", "amend", "adjust")
"""What opens over a player's page; not every game has all of them."""
OPENERS = {"whatif": "whatif-open", "amend": "amend-open"}
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
    buttons = [it for it in inside.locator(BUTTONS).all() if it.is_visible()]
    assert buttons, f"nothing to press in {inside}"
    page.evaluate(HOLD)
    lost = []
    for button in buttons:
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.evaluate("window.reached = []")
        press_at(page, x, y, finger)
        if not button.evaluate(REACHED):
            lost.append(button.inner_text() or button.get_attribute("aria-label") or "?")
    page.evaluate(LET_GO)
    return len(buttons), lost


def opened(person: Viewer, sheet: str, finger: bool) -> Locator | None:
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
    openers = [it for it in opener.filter(visible=True).all() if it.evaluate(BARE)]
    if not openers:
        return None
    press(openers[0], finger=finger)
    inside = person.get(INSIDE.get(sheet, sheet))
    expect(inside).to_be_visible()
    if sheet == "hint":  # it opens while the house thinks; then its buttons move
        expect(person.get("hint-wait")).to_have_count(0)
    return inside


def close(page: Page) -> None:
    """By Escape; what was opened is gone afterwards, its way out too: until then it lies over the page's buttons."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog:modal, .q-dialog--modal, :popover-open")).to_have_count(0)
    expect(page.locator("dialog, .q-dialog, [popover]").filter(visible=True)).to_have_count(0)


def each_over_a_table(person: Viewer, finger: bool) -> Iterator[tuple[str, Locator | None]]:
    """Each of :data:`OVER_A_TABLE`, opened by hand, and closed afterwards; None where this page has none, while the
    menu in which it was looked for may be open."""
    for sheet in OVER_A_TABLE:
        yield sheet, opened(person, sheet, finger)
        close(person.page)
