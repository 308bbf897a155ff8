"""Measures the tables of every game at eight sizes of window, at each kind of question and then over a match of random
answers: how much of it the board has, what covers board or hand, whether the prompt keeps its height, how small text
and targets are, where the focus is after an answer, how long a question waits for what is told, and whether board and
log are ever ahead of it.

    python -m tests.browser.measure [--game invader] [--size 390x844] [--answers 40] [--text 200] [--axe]
        [--pictures FOLDER]

After the match each sheet, dialog and menu that opens over the table is opened and its buttons are pressed: those
that no press reaches are dead. `--text` is the size of all letters in per cent, `--axe` asks axe-core about each kind
of question, and whether anything, sheets too, is blank in forced colours. `--pictures` keeps a picture of each kind.
A question that is answered by a press on things of the table is unseen where none of them is in sight, once what has
happened before it has been told and the briefing before the first question has been put away. The talk counts where it
can be pressed in the window as it is. Every fourth time what happens is told to its end. In a window that is touched, a
control on the table that is smaller than a finger counts as small where a tap beside it, within a finger's breadth,
presses nothing. `--pictures` keeps one of whatever is unseen or overlaps too.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Error, Locator, Page, ViewportSize, expect, sync_playwright

from tests.browser.axe import blanks, violations
from tests.browser.kept import cookie
from tests.browser.looked_at import NAMES, OPENERS, SIZES, STANDING, TELEVISION, serving
from tests.browser.presses import press, press_at
from tests.browser.sheets import close, dead, each_over_a_table
from tests.browser.windows import FLAGS, chromium_path
from tests.serving import Server

AXED = 12
PATIENCE_MS = 120_000
"""How long a busy machine may take for a page."""

LOOK = r"""() => {
  const shown = (it) => it && it.checkVisibility({ visibilityProperty: true }) && it.getClientRects().length;
  const inside = (box) => ({
    x: Math.max(0, box.left), y: Math.max(0, box.top),
    r: Math.min(innerWidth, box.right), b: Math.min(innerHeight, box.bottom),
  });
  const part = (name) => [...document.querySelectorAll(`[data-part="${name}"]`)].find(shown);
  const uncovered = (it) => {
    if (!it) return { area: 0, covered: 0 };
    const { x, y, r, b } = inside(it.getBoundingClientRect());
    let hit = 0, all = 0;
    for (let i = 0.5; i < 24; i++) for (let j = 0.5; j < 24; j++) {
      const top = document.elementFromPoint(x + (r - x) * i / 24, y + (b - y) * j / 24);
      all += 1;
      if (top && it.contains(top) || top === null) hit += 1;
    }
    const area = Math.max(0, r - x) * Math.max(0, b - y);
    return { area: area * hit / all, covered: area * (1 - hit / all) };
  };
  const board = part("board"), hand = part("hand"), prompt = part("prompt");
  const own = (it) => [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const texts = [board, hand].filter(Boolean).flatMap((it) => [...it.querySelectorAll("*")])
    .filter((it) => own(it) && shown(it) && !it.closest(".unseen, .visually-hidden, svg"))
    .map((it) => parseFloat(getComputedStyle(it).fontSize));
  const targets = [...document.querySelectorAll(".stage button, .stage a, .stage summary")]
    .filter((it) => shown(it) && !it.closest("p, .log, .talk") && getComputedStyle(it).pointerEvents !== "none");
  const tapped = (it) => navigator.maxTouchPoints > 0 && it.closest(".part:not(.part-side, .part-prompt)");
  const size = (it) => `${it.offsetWidth}x${it.offsetHeight}`;
  const smallest = (least) => targets
    .filter((it) => !tapped(it) && Math.min(it.offsetWidth, it.offsetHeight) < least - 0.5)
    .map((it) => `${it.dataset.testid ?? `${it.className} in ${it.parentNode.className}`} ${size(it)}`);
  const coarse = innerWidth < 1000;
  const said = (it) => it.dataset.testid ?? it.getAttribute("aria-label") ?? it.innerText;
  const cut = (it) => {  // what is seen of a control, where its part scrolls, or a line is cut off
    const box = it.getBoundingClientRect();
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let room = it.parentElement; room; room = room.parentElement) {
      if (room !== document.body && getComputedStyle(room).overflow === "visible") continue;
      const its = room.getBoundingClientRect();
      [left, top] = [Math.max(left, its.left), Math.max(top, its.top)];
      [right, bottom] = [Math.min(right, its.right), Math.min(bottom, its.bottom)];
      if (room === document.body || room.matches(".prompt-inside")) break;
    }
    return [left, top, right, bottom];
  };
  const held = ":is([data-part=prompt], .frame-head, .stage-tabs) :is(button, a, summary)";
  const controls = [...document.querySelectorAll(held)]
    .filter((it) => shown(it) && !it.closest("details:not([open]) > :not(summary), [popover]")
      && it.closest(".frame-tools")?.offsetWidth !== 0);
  const outside = controls.filter((it) => {
    const box = it.getBoundingClientRect();
    const tall = it.closest(".prompt-inside") === null && (box.top < -1 || box.bottom > innerHeight + 1);
    return tall || box.left < -1 || box.right > innerWidth + 1;
  }).map(said);
  const boxes = controls.map((it) => [it, cut(it)]);
  const over = ([a, p], [b, q]) => !a.contains(b) && !b.contains(a)
    && Math.min(p[2], q[2]) - Math.max(p[0], q[0]) > 2 && Math.min(p[3], q[3]) - Math.max(p[1], q[1]) > 2;
  const overlaps = boxes.flatMap((one, n) => boxes.slice(n + 1).filter((other) => over(one, other))
    .map((other) => `${said(one[0])} / ${said(other[0])}`));
  const log = part("log");
  const open = ":is(button, a)[data-thing]:not([aria-disabled=true], [data-read])";
  const answers = [...document.querySelectorAll(`.stage .part:not(.part-prompt) ${open}`)];
  const sighted = (it) => {
    const { x, y, r, b } = inside(it.getBoundingClientRect());
    const top = shown(it) && r > x && b > y && document.elementFromPoint((x + r) / 2, (y + b) / 2);
    return top && (it.contains(top) || top.closest("[data-thing]") !== null);
  };
  const lying = answers.filter(shown), spoken = controls.some((it) => it.matches(".plain-options *, .prompt-opener"));
  const asked = document.querySelector("[data-part=prompt] [data-decision]") !== null;
  const begun = !shown(document.querySelector(".briefing"));
  const unseen = asked && begun && (lying.length ? !lying.some(sighted) : answers.length > 0 && !spoken);
  return {
    unseen: unseen ? answers.slice(0, 3).map((it) => it.dataset.thing) : [],
    board: uncovered(board), hand: uncovered(hand), prompt: prompt?.offsetHeight ?? 0,
    text: texts.length ? Math.min(...texts) : 99, small: smallest(coarse ? 44 : 24), outside, overlaps,
    log: log?.offsetWidth ?? 0, wide: document.documentElement.scrollWidth - innerWidth,
    talk: [part("talk"), ...document.querySelectorAll(".stage-tab.is-talk")].filter(shown).some((it) => {
      const { x, y, r, b } = inside(it.getBoundingClientRect());
      return r - x > 20 && b - y > 20 && it.contains(document.elementFromPoint((x + r) / 2, (y + b) / 2));
    }),
    kind: document.querySelector("[data-part=prompt] [data-kind]")?.dataset.kind ?? "",
    live: document.querySelectorAll(".stage :is([role=status], [role=log][aria-live=polite])").length,
    opened: (document.documentElement.dataset.opened ?? "board") !== "board"
      || document.querySelector("[aria-modal], dialog[open]") !== null,
  };
}"""
WATCH = """() => {
  window.ahead = []; window.waits = 0;
  let since = null, decision = null;
  const note = () => {
    const telling = document.body.dataset.telling !== undefined;
    const asked = document.querySelector("[data-part=prompt] [data-decision]")?.dataset.decision ?? null;
    if (telling && asked !== decision) since = performance.now();
    if (!telling && since !== null) {
      if (asked !== null) window.waits = Math.max(window.waits, performance.now() - since);
      since = null;
    }
    decision = asked;
    if (!telling) return;
    const at = (name) => Number(document.querySelector(`[data-part="${name}"]`)?.dataset.moment ?? 0);
    const lines = [...document.querySelectorAll("[data-part=log] [data-n]")].map((it) => Number(it.dataset.n));
    const shown = Math.max(-1, ...lines);
    if (at("board") > at("beat") || shown > at("beat")) window.ahead.push([at("board"), shown, at("beat")]);
  };
  const watched = { subtree: true, childList: true, attributeFilter: ["data-moment", "data-telling", "data-decision"] };
  new MutationObserver(() => requestAnimationFrame(note)).observe(document.body, watched);
}"""
"""Notes whenever board or log show a later moment than the one that is told, and how long a question waits for that."""
UNTOLD = "document.body.dataset.telling === undefined"
UNSAID = """() => {
  document.body.style.setProperty('--strip', '0px');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.standing-strip { display: none; }');
  document.adoptedStyleSheets.push(sheet);
}"""
"""Takes away the strip that says who is not there."""
PATIENT = 4
"""Every so many answers what happens is told to its end."""
ANSWERS = """() => [
  ...document.querySelectorAll(":is([data-part=prompt], [data-part=answers], [data-part=board], .stage-acts) button"),
].filter((it) => it.checkVisibility() && it.getAttribute("aria-disabled") !== "true" && !it.closest(".prompt-more")
    && it.dataset.testid !== "back" && !it.dataset.read && !it.hasAttribute("data-dead") && !it.closest(".bloc-tools"))
  .map((it, n) => { it.dataset.measured = n; return n; })"""


SMALL = """() => {
  window.tapped = null;
  window.addEventListener("click", (event) => {
    window.tapped = event.target.closest("button, a, summary, [role=button]") !== null;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, { capture: true, signal: (window.taps = new AbortController()).signal });
  const least = 44;
  return [...document.querySelectorAll(".part:not(.part-side, .part-prompt) :is(button, a, summary)")].flatMap((it) => {
    const box = it.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    if (Math.min(box.width, box.height) >= least - 0.5) return [];
    if (document.elementFromPoint(x, y)?.closest("button, a, summary") !== it) return [];
    const across = Math.max(0, least / 2 - 2 - box.width / 2), along = Math.max(0, least / 2 - 2 - box.height / 2);
    const points = [[box.left - across, y], [box.right + across, y], [x, box.top - along], [x, box.bottom + along]];
    const part = it.closest(".part");
    const inside = points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest(".part") === part);
    return [[`${it.dataset.testid ?? it.className} ${it.offsetWidth}x${it.offsetHeight}`, inside]];
  });
}"""
"""The controls of the table that are smaller than a finger, each with points that a finger which means it may come down
on; from then on presses do nothing, but it is noted whether they meet a control."""


def missed(page: Page) -> list[str]:
    """The small controls beside which a tap meets nothing."""
    small = []
    for name, points in page.evaluate(SMALL)[:40]:
        for x, y in points:
            page.evaluate("window.tapped = null")
            press_at(page, x, y, finger=True)
            if not page.evaluate("window.tapped"):
                small.append(name)
                break
    page.evaluate("window.taps.abort()")
    return small


FOCUSED = "Boolean(document.activeElement?.closest('[data-part=prompt], [data-part=board], [data-part=answers]'))"


class Measures:
    """What was seen of one game at one size, the worst of each."""

    def __init__(self) -> None:
        self.worst: dict[str, float] = {}
        self.where: dict[str, str] = {}
        self.seen: dict[str, set[str]] = defaultdict(set)
        self.heights: dict[str, set[int]] = defaultdict(set)
        """Of the prompt, by seat: what lies beside it differs between the sides of a game."""
        self.answers = self.focused = self.pressed = 0

    def note(self, key: str, value: float, kind: str = "", *, least: bool = False) -> None:
        """Keeps the worst value, the least or the largest, with the kind of question it was met at."""
        if key not in self.worst or (value < self.worst[key] if least else value > self.worst[key]):
            self.worst[key], self.where[key] = value, kind

    def add(self, look: Any, window: int, seat: str) -> None:
        """Notes a look at the page of a seat."""
        covered = (look["board"]["covered"] + look["hand"]["covered"]) / 1000
        self.note("board %", 100 * look["board"]["area"] / window, look["kind"], least=True)
        self.note("covered k px²", covered, look["kind"])
        self.note("text px", look["text"], look["kind"], least=True)
        self.note("log px", look["log"])
        self.note("wider px", look["wide"])
        self.note("talk", look["talk"], look["kind"], least=True)
        self.note("live", look["live"], least=True)
        self.heights[seat].add(look["prompt"])
        self.seen["small"] |= set(look["small"])
        self.seen["unseen"] |= {f"{look['kind']}: {it}" for it in look["unseen"]}
        self.seen["outside"] |= set(look["outside"])
        self.seen["overlaps"] |= set(look["overlaps"])
        self.seen["kinds"].add(look["kind"])

    def row(self) -> str:
        """The measures in a line."""
        values = " ".join(f"{key} {value:.1f} {self.where[key]};" for key, value in self.worst.items())
        focus = f"focus {self.focused}/{self.answers};" if self.answers else ""
        small, outside = sorted(self.seen["small"]), sorted(self.seen["outside"])
        steps = max(max(heights) - min(heights) for heights in self.heights.values())
        ahead = sorted(self.seen["ahead"])[:3]
        overlaps, axe = sorted(self.seen["overlaps"]), sorted(self.seen["axe"])
        ends = f"unseen {sorted(self.seen['unseen'])[:4]}; errors {sorted(self.seen['errors'])[:3]}; "
        ends += f"dead {sorted(self.seen['dead'])[:3]} of {self.pressed}; "
        ends += f"blank {sorted(self.seen['blank'])[:3]}; kinds {len(self.seen['kinds'] - {''})}; "
        ends += f"outside {outside[:3]}; overlaps {len(overlaps)} {overlaps[:3]}; axe {len(axe)} {axe[:3]}; {ahead}"
        return f"{values} prompt steps {steps}; {focus} small {len(small)} {small[:4]}; {ends}"


@dataclass(frozen=True)
class Way:
    """How a table is played and looked at: number of answers, size of the letters in per cent, whether axe-core is
    asked, where pictures go, and whether all that opens over the table is opened afterwards."""

    answers: int
    text: int = 100
    axe: bool = False
    pictures: Path | None = None
    sheets: bool = False


class Eyes:
    """A page of a table, watched for errors."""

    def __init__(self, browser: Browser, server: Server, data: Path, size: str, way: Way) -> None:
        width, height, touch = SIZES[size]
        motion: Literal["reduce"] | None = "reduce" if way.axe else None  # axe-core waits for what moves
        window: ViewportSize = {"width": width, "height": height}
        self.server, self.data, self.touch = server, data, touch
        self.context = browser.new_context(viewport=window, has_touch=touch, reduced_motion=motion)
        self.context.set_default_timeout(PATIENCE_MS)
        if way.text != 100:
            grown = f"document.documentElement.style.fontSize = '{way.text}%'"
            self.context.add_init_script(f"addEventListener('DOMContentLoaded', () => {grown})")
        self.page = self.context.new_page()
        self.errors: set[str] = set()
        self.page.on("pageerror", lambda error: self.errors.add(str(error)))
        self.page.on("console", lambda line: self.errors.add(line.text) if line.type == "error" else None)
        self.page.on(
            "response",
            lambda response: self.errors.add(f"{response.status} {response.url}") if response.status >= 400 else None,
        )

    def come(self, code: str, seat: str = "") -> None:
        """Comes to a table: to a seat, or as its television."""
        if seat:
            its = cookie(self.data, code, seat, NAMES[int(seat) - 1]) or ""
            self.context.add_cookies([{"name": "olomoc_session", "value": its, "url": self.server.url}])
        self.page.goto(f"{self.server.url}/table/{code}" if seat else f"{self.server.url}/watch/{code}?tv")
        self.page.wait_for_function("window.did_handshake === true")
        self.page.wait_for_selector("[data-part=prompt] *")
        # Drawn after the prompt; a part without anything in it is not shown, and would count as a board of no size.
        self.page.wait_for_selector("[data-part=board] *", state="attached")

    def get(self, testid: str) -> Locator:
        """The element with this test id."""
        return self.page.get_by_test_id(testid)

    def resize(self, size: str) -> None:
        """Gives the window another size, and waits until it is laid out."""
        width, height, _ = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_timeout(400)


def stood(
    browser: Browser, server: Server, data: Path, game: str, sizes: Iterable[str], way: Way
) -> dict[str, Measures]:
    """Looks at each kind of question at all sizes, where a match of random answers has come upon it."""
    by_size = {size: Measures() for size in sizes}
    for like in (None, False, True):
        alike = [size for size in by_size if (None if size == TELEVISION else SIZES[size][2]) == like]
        if not alike:
            continue
        eyes = Eyes(browser, server, data, alike[0], way)
        for code, (seat, kind) in STANDING[game].items():
            eyes.come(code, "" if like is None else seat)
            # Nobody else is there, which a strip says: it would take its height from every board, or lie over it.
            eyes.page.evaluate(UNSAID)
            eyes.page.evaluate("document.body.dataset.briefed = 'yes'")
            eyes.page.wait_for_timeout(700)
            eyes.page.wait_for_function(UNTOLD)
            for size in alike:
                eyes.resize(size)
                _noted(eyes, by_size[size], game, size, kind, way, seat)
            for size in alike:
                by_size[size].seen["errors"] |= eyes.errors
        eyes.context.close()
    return by_size


def _noted(eyes: Eyes, measures: Measures, game: str, size: str, kind: str, way: Way, seat: str = "1") -> None:
    """Notes a look at a kind of question that is asked for the first time."""
    width, height, _ = SIZES[size]
    measures.add(eyes.page.evaluate(LOOK), width * height, seat)
    if way.pictures:
        eyes.page.screenshot(path=way.pictures / f"{game}-{size}-{kind or 'none'}.png")
    measures.seen["axe"] |= set(violations(eyes.page)) if way.axe else set()
    measures.seen["blank"] |= set(blanks(eyes.page)) if way.axe else set()


def measured(
    browser: Browser, server: Server, data: Path, game: str, size: str, way: Way, measures: Measures | None = None
) -> Measures:
    """Plays with random presses, the other seats by the house, and measures before each. `measures`: what has been seen
    before."""
    measures = measures or Measures()
    width, height, _ = SIZES[size]
    eyes, rng = Eyes(browser, server, data, size, way), random.Random(7)
    page = eyes.page
    asked: set[str] = set()
    eyes.come(f"{game[:2]}{list(SIZES).index(size):02}".upper(), "" if size == TELEVISION else "1")
    for button in page.locator("[data-testid^='fill-'], [data-testid^='call-']").all()[:1]:
        press(button)
    page.evaluate(WATCH)
    for n in range(way.answers if size != TELEVISION else 1):
        page.wait_for_timeout(120 if n else 900)
        look = page.evaluate(LOOK)
        if look["board"]["covered"]:  # a strip may just be making room for itself
            page.wait_for_timeout(500)
            look = page.evaluate(LOOK)
        if look["unseen"] and page.evaluate(f"!({UNTOLD})"):  # asked in full, and brought into sight, once all is told
            page.wait_for_function(UNTOLD)
            page.wait_for_timeout(300)
            look = page.evaluate(LOOK)
        if not look["opened"]:
            measures.add(look, width * height, "1")
            if way.pictures and (look["unseen"] or look["overlaps"]):
                page.screenshot(path=way.pictures / f"{game}-{size}-missed-{n}.png")
        if look["kind"] not in asked and len(asked) < AXED and not look["opened"]:
            _noted(eyes, measures, game, size, look["kind"], way)
            measures.seen["small"] |= set(missed(page)) if eyes.touch else set()
            asked.add(look["kind"])
        if n % PATIENT == 0:
            page.wait_for_function(UNTOLD)
        if size == TELEVISION or not _answer(page, rng):
            page.wait_for_timeout(300)
            continue
        page.wait_for_timeout(150)
        if page.locator("[aria-modal], dialog[open]").count():  # not an answer: something to read
            page.keyboard.press("Escape")
        else:
            measures.answers += 1
            measures.focused += page.evaluate(FOCUSED)
    if way.sheets and size != TELEVISION:
        _sheets(eyes, measures, way)
    measures.note("ahead", len(ahead := page.evaluate("window.ahead")))
    measures.note("waits s", page.evaluate("window.waits") / 1000)
    measures.seen["ahead"] |= {str(it) for it in ahead[:3]}
    measures.note("errors", len(eyes.errors))
    measures.seen["errors"] |= eyes.errors
    eyes.context.close()
    return measures


def _sheets(eyes: Eyes, measures: Measures, way: Way) -> None:
    """Opens what can be opened over a table, and notes the buttons that no press reaches."""
    if eyes.page.locator("[aria-modal], dialog[open]").count():
        close(eyes.page)
    for sheet, inside in each_over_a_table(eyes, eyes.touch):
        if inside is None:
            continue
        eyes.page.wait_for_timeout(300)
        if way.axe:
            measures.seen["blank"] |= {f"{sheet}: {it}" for it in blanks(eyes.page)}
        many, lost = dead(eyes.page, inside, eyes.touch)
        measures.pressed += many
        measures.seen["dead"] |= {f"{sheet}: {it}" for it in lost}


def _answer(page: Page, rng: random.Random) -> bool:
    if page.locator("[aria-modal], dialog[open]").count():
        page.keyboard.press("Escape")
    if not page.locator("[data-part=prompt] [data-decision]").count():
        return False
    opener = page.locator("[data-testid='answers-open']")
    try:
        if opener.is_visible() and not page.locator("[data-part=answers][data-open]").count() and rng.random() < 0.5:
            press(opener)
        if page.locator(".bloc[data-mode=point]").count() and rng.random() < 0.7:  # a place on the board
            page.locator(".bloc > svg").focus()
            page.keyboard.press(rng.choice(["Shift+ArrowUp", "Shift+ArrowLeft", "Shift+ArrowRight"]))
            page.wait_for_timeout(200)
        numbers = page.evaluate(ANSWERS)
        main = page.locator("[data-part=prompt] .btn.main:not([aria-disabled='true'])")
        if main.count() and main.first.is_visible() and rng.random() < 0.4:
            main.first.focus()
            page.keyboard.press("Enter")
        elif numbers:
            control = page.locator(f"[data-measured='{rng.choice(numbers)}']").first
            control.focus()
            page.keyboard.press("Enter")
        else:
            return False
    except Error:  # drawn anew meanwhile
        return False
    return True


def main() -> None:
    """Prints a line for each game and size."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--game", default=",".join(OPENERS))
    words.add_argument("--size", default=",".join(SIZES))
    words.add_argument("--answers", type=int, default=40)
    words.add_argument("--text", type=int, default=100)
    words.add_argument("--axe", action="store_true")
    words.add_argument("--pictures", type=Path)
    chosen = words.parse_args()
    expect.set_options(timeout=PATIENCE_MS)
    games, way = chosen.game.split(","), Way(chosen.answers, chosen.text, chosen.axe, chosen.pictures, sheets=True)
    with serving(games, standing=True) as (server, data), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS])
        for game in games:
            sizes = chosen.size.split(",")
            by_size = stood(browser, server, data, game, sizes, way)
            for size in sizes:
                measured(browser, server, data, game, size, way, by_size[size])
                print(game, size, by_size[size].row(), flush=True)  # noqa: T201
        browser.close()


if __name__ == "__main__":
    main()
