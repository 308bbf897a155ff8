"""The Bloc in headless Chromium: frames while the ruler's ghost is dragged, and from a click to what it shows.

Aims: 50 frames a second while dragging; a reach drawn within 150 ms of the click (p95), on loopback.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Page

from rules.olomoc import Match
from tests.bench.report import Report
from tests.browser.kept import keep
from tests.browser.people import Person
from tests.browser.pictures import first, walking
from tests.browser.windows import Windows, chromium
from tests.serving import Server

LOOKS = 60
DRAG_S = 3.0
FRAMES = """() => { window.frames_ = []; window.on_ = true; let last = performance.now();
const step = (now) => { window.frames_.push(now - last); last = now; if (window.on_) requestAnimationFrame(step); };
requestAnimationFrame(step); }"""
CLICK = """(id) => new Promise((done) => {
  const bloc = document.querySelector('.bloc'), piece = document.querySelector(`.piece[data-id='${id}']`);
  const box = piece.getBoundingClientRect();
  const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
  const at = { clientX, clientY, bubbles: true, pointerId: 1, button: 0 };
  const start = performance.now();
  const seen = () => requestAnimationFrame(() => {
    const reach = document.querySelector('.reach path')?.getAttribute('d');
    if (bloc.querySelector('.chosen')?.dataset.id === id && reach && reach !== window.reach_) {
      window.reach_ = reach; done(performance.now() - start);
    } else if (performance.now() - start > 4000) done(-1); else seen();
  });
  piece.dispatchEvent(new PointerEvent('pointerdown', at));
  piece.dispatchEvent(new PointerEvent('pointerup', at));
  seen();
})"""
"""From a press on a piece to the frame in which its reach is drawn, in milliseconds."""


def measure(report: Report) -> None:
    """A match in its midst, one player's window at desktop size."""
    match = first(walking)
    seat = next(iter(match.decisions))
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        keep(data, {"MIDS": match})
        with Server(data) as server, chromium() as windows:
            run(report, windows, server, match, seat)


def run(report: Report, windows: Windows, server: Server, match: Match, seat: str) -> None:
    report.part("Bloc: headless Chromium, desktop, loopback (ms)")
    person = Person(windows, server.url, "Ilse").sit("MIDS", seat)
    person.wait_for("act")
    standing = [p.id for p in match.state.on_bloc()]
    looks(report, person.page, standing)
    drags(report, person)
    person.close()


def looks(report: Report, page: Page, ids: list[str]) -> None:
    """Each piece is looked at: the first time the engine works its reach out, later ones are remembered."""
    fresh, again = [], []
    for n in range(LOOKS):
        taken = page.evaluate(CLICK, ids[n % len(ids)])
        (fresh if n < len(ids) else again).append(taken / 1000)
        page.wait_for_timeout(250)
    report.times("click to reach drawn, new to the engine", fresh)
    report.times("click to reach drawn, asked before", again)
    report.times("click to reach drawn, all", fresh + again)


def drags(report: Report, person: Person) -> None:
    """The ghost is carried about over the reach, then the ruler is turned, as fast as the pointer's events come."""
    page = person.page
    person.press("option-walk")
    if not person.point():
        person.press("cancel")
        return
    page.wait_for_selector(".ruler.turns")
    x, y = person.centre(person.get("ghost"))
    report.values("frames a second, ghost carried", rates(page, x, y), "1/s")
    if not person.point():
        return
    page.wait_for_selector(".ruler.turns")
    x, y = person.centre(page.locator(".ruler.turns"))
    report.values("frames a second, ruler turned", rates(page, x, y), "1/s")


def rates(page: Page, x: float, y: float) -> list[float]:
    """Frames in each quarter of a second while the pointer runs about with its button down."""
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(FRAMES)
    for n in range(round(DRAG_S * 60)):
        page.mouse.move(x + 60 * ((n % 40) / 20 - 1), y + 50 * ((n % 26) / 13 - 1))
    frames: list[float] = page.evaluate("() => { window.on_ = false; return window.frames_.slice(1); }")
    page.mouse.up()
    per_second, count, spent = [], 0, 0.0
    for frame in frames:
        count, spent = count + 1, spent + frame
        if spent >= 250:
            per_second.append(1000 * count / spent)
            count, spent = 0, 0.0
    return per_second
