"""A press on one's own piece begins its walk, and so does dragging it; the ruler is shown beside it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import seats
from tests.browser.people import Come, Person
from tests.browser.presses import held, press
from tests.browser.table.test_bloc import piece, spot
from tests.browser.test_layout import PETRA, standing
from tests.serving import Server

TABLES: dict[str, Callable[[], Match]] = {"DRAG": lambda: standing(4.5), "KEYS": lambda: standing(4.5)}
SEATED = seats(ilse="DRAG KEYS")

COVERED = """(selector) => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (!box) return false;
  const path = document.querySelector('.reach-all'), back = path.getScreenCTM().inverse();
  for (let i = 0; i <= 8; i++) for (let j = 0; j <= 8; j++) {
    const [dx, dy] = [i / 4 - 1, j / 4 - 1];
    if (dx * dx + dy * dy > 0.9) continue;
    const x = box.x + (box.width * (1 + dx)) / 2, y = box.y + (box.height * (1 + dy)) / 2;
    if (path.isPointInFill(new DOMPoint(x, y).matrixTransform(back))) return true;
  }
  return false;
}"""
"""Whether a round button lies over a place where the movement may end."""


def test_ones_own_piece_is_pressed_and_dragged(house: Server, people: Come) -> None:
    ilse = people(house, "Ilse").sit("DRAG", "1")
    ilse.wait_for("act")
    # Dragged: it walks, with the ruler and the inches beside it, and stands where it was let go.
    start = ilse.centre(piece(ilse, PETRA))
    end = spot(ilse, 4.5, 5.5)
    with held(ilse.page, start, end, steps=8):
        expect(ilse.get("held-ruler")).to_be_visible()
        expect(ilse.get("held-far")).to_contain_text("2.5 in")
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    expect(ilse.get("confirm")).to_contain_text("Walk")
    ilse.page.keyboard.press("Escape")
    expect(ilse.get("ghost")).to_have_count(0)
    # Pressed: its reach is drawn; pressed again, it is put away.
    ilse.page.keyboard.press("Escape")
    expect(ilse.get("option-walk")).to_have_attribute("aria-pressed", "false")
    press(piece(ilse, PETRA))
    expect(ilse.get("reach")).to_be_attached()
    expect(ilse.get("option-walk")).to_have_attribute("aria-pressed", "true")
    press(piece(ilse, PETRA), force=True)
    expect(ilse.get("option-walk")).to_have_attribute("aria-pressed", "false")


def test_the_round_buttons_cover_no_place_of_the_movement(house: Server, people: Come) -> None:
    """Not the arc of a charge, nor the reach of a walk: a press beside the ghost means that place."""
    ilse = people(house, "Ilse").sit("KEYS", "1")
    ilse.wait_for("act")
    ilse.press("option-charge")
    ilse.press("target-2-bohdan-zelenka")
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
    for name in ("confirm", "cancel"):
        assert ilse.page.evaluate(COVERED, f"[data-testid='{name}-piece'] circle") is False
    ilse.page.keyboard.press("Escape")
    ilse.page.keyboard.press("Escape")
    expect(ilse.get("option-charge")).to_have_attribute("aria-pressed", "false")
    arrows_reach_the_ghost(ilse)
    for name in ("confirm", "cancel"):
        assert ilse.page.evaluate(COVERED, f"[data-testid='{name}-piece'] circle") is False


def arrows_reach_the_ghost(ilse: Person) -> None:
    """After a key the arrows work at once, wherever the focus is."""
    ilse.page.evaluate("document.activeElement?.blur()")
    ilse.page.keyboard.press("w")
    expect(ilse.get("option-walk")).to_have_attribute("aria-pressed", "true")
    expect(ilse.get("bloc")).to_have_attribute("data-mode", "point")
    ilse.page.keyboard.press("Shift+ArrowUp")
    expect(ilse.get("ghost")).to_have_attribute("data-state", "good")
