"""Presses of the mouse and the finger; every press in these tests is one of these functions.

A control that has just come under the pointer is dead for 400 ms (webapp/ui/js/presses.js): these functions wait until
it is alive."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error, Locator, Page

ALIVE = "!document.querySelector('[data-dead]')"
"""Whether no control of the page is dead."""
LOOK_MS = 40
"""The time between two such questions to a page: at each frame, asking would make it draw sixty a second."""
STANDS = """control => new Promise((done) => {
  let before = "";
  const look = () => {
    const { x, y } = control.getBoundingClientRect();
    if (before === `${x} ${y}`) return done();
    before = `${x} ${y}`;
    requestAnimationFrame(look);
  };
  look();
})"""
"""Resolves once an element stands where it stood a frame before."""
PARKED = (0, 0)
"""A point of the window where nothing is drawn, for the pointer between presses."""

Point = tuple[float, float]


LISTEN = """control => {
  window.clicked = { control: control.matches('button, a, summary'), event: null, hit: null };
  if (window.listens) return;
  window.listens = true;
  window.addEventListener('click', (event) => {
    const hit = event.target.closest('button, a, summary, [role=button]');
    if (window.clicked) Object.assign(window.clicked, { event, hit });
  }, true);
}"""
"""Notes the next click of the page, and the control that it hits: once that is drawn anew, an icon that was clicked
stands in none. The Bloc's pieces and places act when the pointer goes up, whatever is clicked."""
LOST = """() => {
  const { control, event, hit } = window.clicked ?? {};
  if (!control) return false;
  if (event === null) return true;
  return hit === null || (hit.matches('button, summary') && event.defaultPrevented && event.cancelBubble);
}"""
"""Whether that click hit no control, or was held back because the control was redrawn since the button went down."""
PRESSES = 5
TICKED_MS = 15_000
"""How long a box may take to be ticked: it waits for itself where the choice leads to another page."""


def press(control: Locator, *, force: bool = False, finger: bool = False) -> None:
    """Presses the control once it is alive, and takes the pointer away; again where the page was drawn anew between the
    pointer's going down and up, as a person does who sees that nothing came of it.

    `force` presses one that is shown as not possible (`aria-disabled`), or that something else covers in part. `finger`
    taps, in a window that is touched.
    """
    page = control.page
    for _ in range(PRESSES):
        control.wait_for(state="attached" if force else "visible")
        page.wait_for_function(ALIVE, polling=LOOK_MS)
        control.evaluate(LISTEN)
        if finger:
            control.tap(force=force)
        else:
            control.click(force=force)
            page.mouse.move(*PARKED)
        if not _lost(page):
            return
    raise AssertionError(f"{control} is drawn anew under every press")


def _lost(page: Page) -> bool:
    try:
        return bool(page.evaluate(LOST))
    except Error:  # the press has led to another page, or closed this one
        return False


def tick(control: Locator) -> None:
    """Chooses a radio button or ticks a box, through its label: the input itself is hidden. A choice may lead to
    another page, as that of a language does."""
    for n in range(PRESSES):
        control.wait_for(state="attached")
        control.page.wait_for_function(ALIVE, polling=LOOK_MS)
        try:
            control.check(force=True, timeout=TICKED_MS)
            break
        except Error:  # drawn anew between the press and its effect
            if not control.count():
                return
            if n == PRESSES - 1:
                raise


def still(control: Locator) -> None:
    """Waits until no control of the page is dead and this element stands where it stood a frame before: who aims at a
    point measures it then, and presses at once."""
    control.page.wait_for_function(ALIVE, polling=LOOK_MS)
    control.evaluate(STANDS)


def press_at(page: Page, x: float, y: float, finger: bool = False) -> None:
    """Presses a point of the window, in CSS pixels, or taps it; the pointer stays there."""
    page.wait_for_function(ALIVE, polling=LOOK_MS)
    if finger:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


@contextmanager
def held(page: Page, *points: Point, steps: int = 6) -> Iterator[None]:
    """Presses at the first point, moves to the others in that many steps each, and releases when the block ends."""
    page.wait_for_function(ALIVE, polling=LOOK_MS)
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=steps)
    yield
    page.mouse.up()


def drag(page: Page, *points: Point, steps: int = 6) -> None:
    """Presses at the first point, moves to the others, releases at the last."""
    with held(page, *points, steps=steps):
        pass


def carry(source: Locator, target: Locator, *, steps: int = 6) -> None:
    """Drags from the middle of an element to the middle of another. Both are measured again until they stand where they
    stood when the page was last looked at, as what is drawn late moves them apart."""
    before: list[Point] = []
    while before != (before := [middle(source), middle(target)]):
        still(source)
        still(target)
    drag(source.page, *before, steps=steps)


def middle(control: Locator) -> Point:
    """The middle of an element, in CSS pixels of the window."""
    box = control.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
