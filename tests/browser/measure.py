"""Measures the tables of every game over whole matches of random answers, at eight sizes of window: how much of it
the board has, what covers board or hand, whether the prompt keeps its height, how small text and targets are, where the
focus is after an answer, and whether board and log are ever ahead of what is told.

    python -m tests.browser.measure [--game invader] [--size 390x844] [--answers 40] [--text 200] [--axe]

`--text` is the size of all letters in per cent, `--axe` asks axe-core about the first twelve kinds of questions and the
tables that stand. In a window that is touched, a control on the table that is smaller than a finger counts as small
where a tap beside it, within a finger's breadth, presses nothing.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Error, Page, ViewportSize, sync_playwright

from tests.browser.axe import violations
from tests.browser.kept import cookie, keep
from tests.browser.presses import press, press_at
from tests.browser.windows import FLAGS, chromium_path
from tests.serving import Server

SIZES: Mapping[str, tuple[int, int, bool]] = {
    "1440x900": (1440, 900, False), "1280x720": (1280, 720, False), "1024x768": (1024, 768, False),
    "820x1180": (820, 1180, True), "390x844": (390, 844, True), "360x640": (360, 640, True),
    "844x390": (844, 390, True), "1920x1080": (1920, 1080, False),
}  # fmt: skip
TELEVISION = "1920x1080"
OPENERS = {
    "invader": {},
    "diktat": {"players": 3},
    "blade": {"players": 2, "scenario": "practice"},
    "olomoc": {"agenda": "survey", "composition": "secret"},
    "hybris": {"players": 3},
}
"""By game, the options of its match."""
LONG = ("olomoc",)
"""Games whose kinds of questions lie far apart: each is looked at at a table of its own (:func:`stills`)."""
STILLS = AXED = 12
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
    .filter((it) => own(it) && shown(it) && !it.closest(".unseen, svg"))
    .map((it) => parseFloat(getComputedStyle(it).fontSize));
  const targets = [...document.querySelectorAll(".stage button, .stage a, .stage summary")]
    .filter((it) => shown(it) && !it.closest("p, .log, .talk") && getComputedStyle(it).pointerEvents !== "none");
  const tapped = (it) => navigator.maxTouchPoints > 0 && it.closest(".part:not(.part-side, .part-prompt)");
  const smallest = (least) => targets
    .filter((it) => !tapped(it) && Math.min(it.offsetWidth, it.offsetHeight) < least - 0.5)
    .map((it) => `${it.dataset.testid ?? it.className} ${it.offsetWidth}x${it.offsetHeight}`);
  const coarse = innerWidth < 1000;
  const said = (it) => it.dataset.testid ?? it.getAttribute("aria-label") ?? it.innerText;
  const cut = (it) => {  // what is seen of a control, where its part scrolls
    const box = it.getBoundingClientRect();
    const room = (it.closest(".prompt-inside") ?? document.body).getBoundingClientRect();
    const [left, top] = [Math.max(box.left, room.left), Math.max(box.top, room.top)];
    return [left, top, Math.min(box.right, room.right), Math.min(box.bottom, room.bottom)];
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
  return {
    board: uncovered(board), hand: uncovered(hand), prompt: prompt?.offsetHeight ?? 0,
    text: texts.length ? Math.min(...texts) : 99, small: smallest(coarse ? 44 : 24), outside, overlaps,
    log: log?.offsetWidth ?? 0, wide: document.documentElement.scrollWidth - innerWidth,
    talk: Boolean(part("talk") || [...document.querySelectorAll(".stage-tab.is-talk")].some(shown)),
    kind: document.querySelector("[data-part=prompt] [data-kind]")?.dataset.kind ?? "",
    live: document.querySelectorAll(".stage :is([role=status], [role=log][aria-live=polite])").length,
    opened: (document.documentElement.dataset.opened ?? "board") !== "board"
      || document.querySelector("[aria-modal], dialog[open]") !== null,
  };
}"""
WATCH = """() => {
  window.ahead = []; window.early = 0;
  const note = () => {
    if (document.body.dataset.telling === undefined) return;
    const at = (name) => Number(document.querySelector(`[data-part="${name}"]`)?.dataset.moment ?? 0);
    const lines = [...document.querySelectorAll("[data-part=log] [data-n]")].map((it) => Number(it.dataset.n));
    const shown = Math.max(-1, ...lines);
    if (at("board") > at("beat") || shown > at("beat")) window.ahead.push([at("board"), shown, at("beat")]);
  };
  const watched = { subtree: true, childList: true, attributeFilter: ["data-moment", "data-telling"] };
  new MutationObserver(() => requestAnimationFrame(note)).observe(document.body, watched);
}"""
"""Notes whenever board or log show a later moment than the one that is told."""
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
    found = []
    for name, points in page.evaluate(SMALL)[:40]:
        for x, y in points:
            page.evaluate("window.tapped = null")
            press_at(page, x, y, finger=True)
            if not page.evaluate("window.tapped"):
                found.append(name)
                break
    page.evaluate("window.taps.abort()")
    return found


FOCUSED = "Boolean(document.activeElement?.closest('[data-part=prompt], [data-part=board], [data-part=answers]'))"


class Measures:
    """What was seen of one game at one size, the worst of each."""

    def __init__(self) -> None:
        self.worst: dict[str, float] = {}
        self.seen: dict[str, set[str]] = defaultdict(set)
        self.heights: set[int] = set()
        self.answers = self.focused = 0

    def add(self, found: Any, window: int) -> None:
        """Notes a look at the page."""
        share = 100 * found["board"]["area"] / window
        self.worst["board %"] = min(share, self.worst.get("board %", 999))
        covered = (found["board"]["covered"] + found["hand"]["covered"]) / 1000
        self.worst["covered k px²"] = max(covered, self.worst.get("covered k px²", 0))
        self.worst["text px"] = min(found["text"], self.worst.get("text px", 999))
        self.worst["log px"] = max(found["log"], self.worst.get("log px", 0))
        self.worst["wider px"] = max(found["wide"], self.worst.get("wider px", 0))
        self.worst["talk"] = min(found["talk"], self.worst.get("talk", 1))
        self.heights.add(found["prompt"])
        self.seen["small"] |= set(found["small"])
        self.seen["outside"] |= set(found["outside"])
        self.seen["overlaps"] |= set(found["overlaps"])
        self.seen["kinds"].add(found["kind"])
        self.worst["live"] = found["live"]

    def row(self) -> str:
        """The measures in a line."""
        values = " ".join(f"{key} {value:.1f};" for key, value in self.worst.items())
        focus = f"focus {self.focused}/{self.answers};" if self.answers else ""
        small, outside = sorted(self.seen["small"]), sorted(self.seen["outside"])
        steps = max(self.heights) - min(self.heights)
        ahead = sorted(self.seen["ahead"])[:3]
        overlaps, axe = sorted(self.seen["overlaps"]), sorted(self.seen["axe"])
        ends = f"outside {outside[:3]}; overlaps {len(overlaps)} {overlaps[:3]}; axe {len(axe)} {axe[:3]}; {ahead}"
        return f"{values} prompt steps {steps}; {focus} small {len(small)} {small[:4]}; {ends}"


@dataclass(frozen=True)
class Way:
    """How a table is played and looked at: number of answers, size of the letters in per cent, whether axe-core is
    asked."""

    answers: int
    text: int = 100
    axe: bool = False


def measured(
    browser: Browser, server: Server, data: Path, game: str, size: str, way: Way, standing: Iterable[str] = ()
) -> Measures:
    """Plays with random presses, the other seats by the house, and measures before each. `standing`: tables that are
    looked at first."""
    width, height, touch = SIZES[size]
    motion: Literal["reduce"] | None = "reduce" if way.axe else None  # axe-core waits for what moves
    window: ViewportSize = {"width": width, "height": height}
    context = browser.new_context(viewport=window, has_touch=touch, reduced_motion=motion)
    context.set_default_timeout(PATIENCE_MS)
    if way.text != 100:
        context.add_init_script(
            f"addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '{way.text}%')"
        )
    page, found, rng = context.new_page(), Measures(), random.Random(7)
    troubles: list[str] = []
    asked: set[str] = set()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    code = f"{game[:2]}{list(SIZES).index(size):02}".upper()

    def come(code: str) -> None:
        if size == TELEVISION:
            page.goto(f"{server.url}/watch/{code}?tv")
        else:
            its = cookie(data, code, "1", "Ilse") or ""
            context.add_cookies([{"name": "olomoc_session", "value": its, "url": server.url}])
            page.goto(f"{server.url}/table/{code}")
        page.wait_for_function("window.did_handshake === true")
        page.wait_for_selector("[data-part=prompt] *")

    for still in standing:
        come(still)
        page.wait_for_timeout(700)
        found.add(page.evaluate(LOOK), width * height)
        found.seen["axe"] |= set(violations(page)) if way.axe else set()
    come(code)
    for button in page.locator("[data-testid^='fill-'], [data-testid^='call-']").all()[:1]:
        press(button)
    page.evaluate(WATCH)
    for n in range(way.answers if size != TELEVISION else 1):
        page.wait_for_timeout(120 if n else 900)
        look = page.evaluate(LOOK)
        if look["board"]["covered"]:  # a strip may just be making room for itself
            page.wait_for_timeout(500)
            look = page.evaluate(LOOK)
        if not look["opened"]:
            found.add(look, width * height)
        if look["kind"] not in asked and len(asked) < AXED:
            found.seen["small"] |= set(missed(page)) if touch else set()
            found.seen["axe"] |= set(violations(page)) if way.axe else set()
            asked.add(look["kind"])
        if size == TELEVISION or not _answer(page, rng):
            page.wait_for_timeout(300)
            continue
        page.wait_for_timeout(150)
        if not page.locator("[aria-modal], dialog[open]").count():  # not an answer: something to read
            found.answers += 1
            found.focused += page.evaluate(FOCUSED)
    found.worst["ahead"] = len(ahead := page.evaluate("window.ahead"))
    found.seen["ahead"] |= {str(it) for it in ahead[:3]}
    found.worst["errors"] = len(troubles)
    context.close()
    return found


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


def everybody(match: Any) -> dict[str, str]:
    """A name for each seat."""
    return {seat: ("Ilse", "Tomáš", "Věra", "Petr", "Eva")[int(seat) - 1] for seat in match.seats}


STANDING: dict[str, list[str]] = {}
"""By game, the codes of its tables that stand at one kind of question each."""


def stills(match: Any) -> Iterator[Any]:
    """A match at each kind of question to the first seat, as a match of random answers comes upon them."""
    rng, seen = random.Random(11), set[str]()
    for _ in range(1500):
        asked = match.decisions
        if match.outcome is not None or len(seen) == STILLS:
            return
        kind = asked["1"]["kind"] if "1" in asked else ""
        if kind and kind not in seen:
            seen.add(kind)
            yield match.fork(len(seen))
        seat = rng.choice(sorted(asked))
        match.submit(seat, rng.choice(list(match.commands(seat, rng))))


@contextmanager
def serving(games: list[str]) -> Iterator[tuple[Server, Path]]:
    """A server with a table for each game and size."""
    from rules import blade, diktat, hybris, invader, olomoc

    engines: dict[str, Callable[..., Any]] = {
        "invader": invader.Match.new, "diktat": diktat.Match.new, "olomoc": olomoc.Match.new,
        "blade": blade.Match.new, "hybris": hybris.Match.new,
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        codes = {f"{game[:2]}{n:02}".upper(): game for game in games for n in range(len(SIZES))}
        tables = {code: engines[game](OPENERS[game], seed=n) for n, (code, game) in enumerate(codes.items())}
        for game in set(games) & set(LONG):
            standing = {f"{game[0]}Q{n:02}".upper(): it for n, it in enumerate(stills(engines[game](OPENERS[game], 5)))}
            STANDING[game] = [*standing]
            last = [it for it in standing.values() if it.decisions["1"]["kind"] == "act"]
            tables |= standing | {
                code: it.fork(n) for n, code in enumerate(codes) if codes[code] == game for it in last
            }
        # On a television a free seat is offered to the room, over the board: there all are taken.
        full = f"{list(SIZES).index(TELEVISION):02}"
        seated = {
            code: everybody(it) if code.endswith(full) or "Q" in code else {"1": "Ilse"} for code, it in tables.items()
        }
        keep(data, tables, seated)
        with Server(data) as server:
            yield server, data


def main() -> None:
    """Prints a line for each game and size."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--game", default=",".join(OPENERS))
    words.add_argument("--size", default=",".join(SIZES))
    words.add_argument("--answers", type=int, default=40)
    words.add_argument("--text", type=int, default=100)
    words.add_argument("--axe", action="store_true")
    said = words.parse_args()
    games, way = said.game.split(","), Way(said.answers, said.text, said.axe)
    with serving(games) as (server, data), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS])
        for game in games:
            for size in said.size.split(","):
                found = measured(browser, server, data, game, size, way, STANDING.get(game, ()))
                print(game, size, found.row(), flush=True)  # noqa: T201
        browser.close()


if __name__ == "__main__":
    main()
