"""A press is for what was shown when it was made, and a key does what its cap says."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import position, rouage, seats
from tests.browser.people import Come, Person
from tests.browser.presses import press_at
from tests.browser.table.test_keyboard import by_tab
from tests.serving import Server

PETRA = "1-petra-kantor"


DEAD_MS = 450
"""A little more than `DEAD_MS` of webapp/ui/js/presses.js."""


def studying() -> Match:
    """Pétra beside the beacon, with eight dice to study it: each success counts, so that fate may be tempted."""
    cards = [rouage(PETRA, 6.2, 8, profile={"technique": 8}), rouage("2-vera-simkova", 12, 3)]
    markers = [{"id": "beacon", "at": [203_200, 203_200], "size": 50}]
    return Match.from_position(position(cards, PETRA, agenda="full-night", markers=markers))


TABLES: dict[str, Callable[[], Match]] = {"TWCE": studying, "ENTR": studying, "TABB": studying, "NEAR": studying}
SEATED = seats(ilse="TWCE ENTR TABB NEAR")

ANSWERS = ("decline", "tempt-fate")
SWAPPED = """([x, y]) => {
  window.found = null;
  new MutationObserver(() => {
    if (document.querySelector("[data-testid='prompt']").dataset.kind === 'tempt-fate' && window.found === null) {
      window.found = document.elementFromPoint(x, y)?.closest('button')?.dataset.testid ?? 'nothing';
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Notes what could be pressed at a place of the window as soon as the question is another."""


def test_no_control_comes_under_the_finger_that_has_just_pressed(house: Server, people: Come) -> None:
    """On a phone answers are as wide as the screen: the one that comes where confirm lay cannot be pressed at once."""
    ilse = people(house, "Ilse", size=(390, 844)).sit("TWCE", "1")
    ilse.wait_for("act")
    ilse.press("option-study")
    x, y = ilse.centre(ilse.get("confirm"))
    ilse.page.evaluate(SWAPPED, [x, y])
    press_at(ilse.page, x, y)
    ilse.wait_for("tempt-fate")
    assert ilse.page.evaluate("window.found") == "nothing"
    # ROL-5: throwing again stands out only where it is worth more than the dice that lie there.
    kept, again = (float(ilse.get(f"option-{it}").locator(".odds-mean").first.inner_text()) for it in ANSWERS)
    main = ilse.page.locator(".prompt .choice.main").get_attribute("data-testid")
    assert main == ("option-tempt-fate" if again > kept else "option-decline")
    # A moment later it can be pressed.
    ilse.press("option-decline")
    ilse.wait_for("act")
    expect(ilse.page.locator(".log-rolled")).to_have_count(1)


def confirmed(ilse: Person) -> None:
    ilse.page.keyboard.press("Enter")
    ilse.wait_for("tempt-fate")


def test_enter_confirms_what_its_key_cap_stands_on(house: Server, people: Come) -> None:
    """The action that was pressed with the mouse still has the focus: Enter does not press it again."""
    ilse = people(house, "Ilse").sit("ENTR", "1")
    ilse.wait_for("act")
    ilse.press("option-study")
    expect(ilse.get("confirm").locator("kbd")).to_have_text("↵")
    # Escape closes the menu that lies over the answer, and gives up nothing below it.
    ilse.press("menu")
    ilse.page.keyboard.press("Escape")
    expect(ilse.page.locator(":popover-open")).to_have_count(0)
    expect(ilse.get("confirm")).to_be_visible()
    confirmed(ilse)
    expect(ilse.get("option-decline").locator("kbd")).to_have_text("n")
    ilse.page.keyboard.press("n")
    ilse.wait_for("act")


DRAWN = """async () => {
  const { redraws, redrawn } = await import("house-ui/presses.js");
  redraws();
  redrawn();
}"""
"""What each part of the page does before and after drawing."""


def test_enter_presses_what_was_reached_by_keyboard(house: Server, people: Come) -> None:
    """Success criterion 2.1.1: what Tab has led to is pressed, once; Enter again is for the cap."""
    ilse = people(house, "Ilse").sit("TABB", "1")
    ilse.wait_for("act")
    by_tab(ilse, "[data-testid='option-study']")
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("confirm")).to_be_visible()
    by_tab(ilse, "[data-testid='cancel']")
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("confirm")).to_have_count(0)
    by_tab(ilse, "[data-testid='option-study']")
    ilse.page.keyboard.press("Enter")
    expect(ilse.get("confirm")).to_be_visible()
    # The same key twice within a moment would be a slip of the finger, as what it presses has just become another.
    ilse.page.wait_for_timeout(DEAD_MS)
    # Whatever else is drawn meanwhile, a line of the log or the odds, takes no key away.
    ilse.page.evaluate(DRAWN)
    confirmed(ilse)


SMALL = """() => {
  const at = (place) => `style="position: absolute; ${place}"`;
  const small = (id, x) => `<button id="${id}" ${at(`left: ${x}px; top: 60px; width: 16px; height: 16px`)}></button>`;
  const box = `<div id="ground" ${at("z-index: 99; inset: 0")}>${small("left", 60)}${small("right", 100)}</div>`;
  document.querySelector("[data-part=board]").insertAdjacentHTML("beforeend", box);
  const ground = document.querySelector("#ground"), { x, y } = ground.getBoundingClientRect();
  window.met = [];
  ground.addEventListener("click", (event) => window.met.push(event.target.id));
  return [x, y];
}"""
"""Lays two controls of 16 pixels on the table, 24 apart, and notes what presses meet from then on."""


def test_a_finger_beside_small_controls_presses_the_nearest(house: Server, people: Come) -> None:
    """As if each were as large as a finger, 44 pixels; farther away it presses nothing, nor does a mouse beside it."""
    ilse = people(house, "Ilse", size=(390, 844)).sit("NEAR", "1")
    ilse.wait_for("act")
    x, y = ilse.page.evaluate(SMALL)
    presses = [(86, 68, True, "left"), (90, 72, True, "right"), (68, 48, True, "left"), (68, 100, True, "ground"),
               (86, 68, False, "ground")]  # fmt: skip
    for n, (across, down, finger, _) in enumerate(presses, 1):
        press_at(ilse.page, x + across, y + down, finger=finger)
        ilse.page.wait_for_function("n => window.met.length >= n", arg=n)
    assert ilse.page.evaluate("window.met") == [it for *_, it in presses]


ALONE = re.compile(r"\.(click|dblclick|tap|check|uncheck|set_checked|drag_to)$|\bmouse\.(down|up)$")
"""The names of a press in Playwright's locators, mouse and touch screen."""


def presses_alone(source: str) -> Iterator[int]:
    """Lines of a test that press something without waiting for it to be alive."""
    for node in ast.walk(ast.parse(source)):
        # a match is asked, not pressed
        if isinstance(node, ast.Call) and ALONE.search(name := ast.unparse(node.func)) and name != "match.check":
            yield node.lineno


def test_every_press_waits_until_its_control_is_alive() -> None:
    assert list(presses_alone("page.mouse.click(1, 2)\nperson.press('confirm')\nperson.get('confirm').tap()")) == [1, 3]
    files = [path for path in Path(__file__).parent.rglob("*.py") if path.name != "presses.py"]
    lines = [f"{path.name}:{line}" for path in files for line in presses_alone(path.read_text())]
    assert not lines, "press with tests/browser/presses.py"
