"""A player who has never played: it uses roles, accessible names and the targets of the guide, and nothing else: no
test ids, no cards, no engine. ``python -m tests.browser.newcomer`` prints the figures."""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.people import Person
from tests.browser.presses import press, press_at
from tests.browser.windows import chromium
from tests.serving import Server

GUIDE = re.compile("Your first match|Votre première partie")
DOORS = {
    "olomoc": re.compile("^(First match|Première partie).* Olomoc"),
    "invader": re.compile("^(First match|Première partie).*(Invader|Envahisseur)"),
    "diktat": re.compile("^(First match|Première partie).*Diktat"),
    "hybris": re.compile("^(First match|Première partie).*Hybris"),
}
SHOW, LEAVE = re.compile("^(Show me|Montrez-moi)$"), re.compile("^(Leave the guide|Quitter le guide)$")
RESUME, CLOSE = re.compile("^(Show the guide again|Reprendre le guide)$"), re.compile("^(Close|Fermer)$")
POINTED = "[data-guided]"
CONTROL = "button, a, [role=button], .piece, .marker, circle"
STUCK, STUCK_IN_PART = 12, 3
"""Presses at one step that lead nowhere, before "show me" is asked for: where the guide points at one control after the
other, and where it points at several at once, of which the first is pressed."""

WORDS = """() => {
  const words = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode()); ) {
    const parent = node.parentElement, shown = { visibilityProperty: true, opacityProperty: true };
    if (!parent || parent.closest('script, style, noscript') || !parent.checkVisibility(shown)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width || box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) continue;
    words.push(...(node.textContent.match(/[\\p{L}’'-]{2,}/gu) ?? []));
  }
  return words;
}"""
"""The words on the screen, wherever they stand; abbreviations of one letter are none."""

UNSAID = WORDS.replace("'script, style, noscript'", "'script, style, noscript, .term, aside'")
"""The words that nothing explains: no word with an explanation of its own, none of the guide's."""

COVERED = """target => {
  const box = target.getBoundingClientRect(), guide = document.querySelector('aside').getBoundingClientRect();
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return !apart(box, guide);
}"""
"""Whether the guide's strip lies over what it points at."""


SEEN = """() => {
  const box = (it) => JSON.stringify(it.getBoundingClientRect());
  const pointed = [...document.querySelectorAll('[data-guided]')].map(box);
  const what = ['aside', '.prompt, .plain-prompt', '.bloc svg'];
  const drawn = what.map((it) => document.querySelector(it)?.outerHTML ?? '');
  return JSON.stringify([pointed, drawn]);
}"""
"""The elements that somebody looks at who waits for an answer to a press."""
STILL = """limit => new Promise((done) => {
  const still = () => { watch.disconnect(); clearTimeout(end); done(); };
  const watch = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(still, 200); });
  let timer = setTimeout(still, 200), end = setTimeout(still, limit);
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
})"""
"""Resolves once nothing has been drawn for a moment in which the guide looks for its target (`EVERY_MS` of
webapp/guide/callout.js)."""
PATIENCE_MS = 5_000
"""After so long they press again."""
GLANCE_MS = 100
"""So often they look: at each frame, looking would be most of the page's work."""


@dataclass
class Measured:
    """The presses and words that a newcomer needed, in presses since the lobby was open, and seconds since the first of
    them."""

    presses: int = 0
    began: float = 0.0
    to_table: int = 0
    to_move: int = 0
    move_s: float = 0.0
    to_point: int = 0
    point_s: float = 0.0
    steps: list[str] = field(default_factory=list)
    words: dict[str, int] = field(default_factory=dict)
    """The words on the screen at each step: at most, before the first legal move; when it is first shown, after it."""
    before: set[str] = field(default_factory=set)
    """The words read before the first legal move that nothing explains."""

    def told(self) -> str:
        """The figures as JSON, for a report."""
        shown = {key: value for key, value in vars(self).items() if key not in ("before", "began")}
        return json.dumps(shown | {"most_words_before_the_first_move": self.words_before}, ensure_ascii=False)

    @property
    def words_before(self) -> int:
        """The most words on one screen before the first legal move."""
        before = takewhile(lambda step: step in ("card", "walk"), self.steps)
        return max(self.words[step] for step in before)


class Newcomer:
    """A newcomer in one person's window. `pictures`: a folder for a picture of every step."""

    def __init__(self, person: Person, pictures: Path | None = None) -> None:
        self.person = person
        self.page: Page = person.page
        self.measured = Measured()
        self.pictures = pictures
        self._tries = 0

    # What is seen

    @property
    def guide(self) -> Locator:
        """The guide's strip."""
        return self.page.get_by_role("complementary", name=GUIDE)

    @property
    def step(self) -> str:
        """The name of the step that the guide shows."""
        return self.guide.get_attribute("data-step") or ""

    @property
    def points(self) -> list[str]:
        """The scores in the head line."""
        return self.page.locator("strong.points").all_text_contents()

    # What is done

    def come(self, game: str = "olomoc") -> None:
        """Opens the lobby and takes a game's first door, without typing a name."""
        self.person.open("/")
        self.page.screenshot(path=self._picture("lobby")) if self.pictures else None
        self.measured.began = time.monotonic()
        self._press(self.page.get_by_role("button", name=DOORS[game]))
        self.page.wait_for_url("**/table/*")
        self.page.wait_for_function("window.did_handshake === true")
        self.guide.wait_for()
        self.measured.to_table = self.measured.presses

    def go_on(self, shown: bool = False) -> str:
        """Does the next thing that the guide asks for, or has it `shown`, and waits for what comes of it; returns the
        step."""
        expect(self.guide).not_to_have_attribute("aria-busy", "true")  # it is still looking for what to point at
        self._rest()
        step = self._read()
        if step == "over":
            return step
        seen = self.page.evaluate(SEEN)
        close = self.page.get_by_role("dialog").get_by_role("button", name=CLOSE)
        if close.count():
            expect(self.page.locator(f"dialog {POINTED}")).to_have_count(1)
            self._press(close.first)
        elif shown or not self._follow():
            self.show_me()
        with suppress(Error):  # nothing came of it, or another page was opened
            self.page.wait_for_function(
                f"seen => ({SEEN})() !== seen", arg=seen, timeout=PATIENCE_MS, polling=GLANCE_MS
            )
        return step

    def _rest(self) -> None:
        """Waits until the page is drawn."""
        with suppress(Error):  # another page was opened
            self.page.evaluate(STILL, PATIENCE_MS)

    def show_me(self) -> None:
        """Lets the guide do the step."""
        button = self.guide.get_by_role("button", name=SHOW)
        if button.count():
            self._press(button)

    def _read(self) -> str:
        """Reads the page and counts new words."""
        measured, step = self.measured, self.step
        new = not measured.steps or measured.steps[-1] != step
        if new:
            measured.steps.append(step)
            self._tries = 0
            if self.pictures is not None:
                self.page.screenshot(path=self._picture(step))
        if new or not measured.to_move:
            measured.words[step] = max(measured.words.get(step, 0), len(self.page.evaluate(WORDS)))
        if not measured.to_move and step in ("card", "walk"):
            measured.before |= {word.lower() for word in self.page.evaluate(UNSAID)}
        if not measured.to_move and step not in ("card", "walk"):
            measured.to_move, measured.move_s = measured.presses, time.monotonic() - measured.began
        return step

    def scored(self, before: list[str]) -> bool:
        """Whether the score has changed; the first time is recorded."""
        if self.points == before or not self.points:
            return False
        if not self.measured.to_point:
            self.measured.to_point, self.measured.point_s = (
                self.measured.presses,
                time.monotonic() - self.measured.began,
            )
        return True

    def _follow(self) -> bool:
        """Presses the target of the guide: of several answers the first possible one. False where there is nothing to
        press, or pressing has led nowhere."""
        target = self.page.locator(POINTED).first
        if not target.count():
            return False
        try:
            assert not target.evaluate(COVERED), "the guide covers what it points at"
            control = target.evaluate("(it, control) => it.matches(control)", CONTROL)
            inside = target.get_by_role("button", disabled=False)
            if not control and not inside.count():
                return False  # it is to be read: the points, say
            if self._tries >= (STUCK if control else STUCK_IN_PART):
                return False
            box = (target if control else inside.first).bounding_box()
        except Error:
            return True  # drawn anew meanwhile: looked at again
        if box is not None:
            self._tries += 1
            self.measured.presses += 1
            press_at(self.page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return True

    def _press(self, control: Locator) -> None:
        self.measured.presses += 1
        press(control)

    def _picture(self, step: str) -> str:
        assert self.pictures is not None
        return str(self.pictures / f"{len(self.measured.steps):02d}-{step}.png")


def main() -> None:
    """Plays the guided match to its end at desktop or phone size, and prints what it took."""
    small, locale = "phone" in sys.argv, "fr-FR" if "fr" in sys.argv else "en-GB"
    folder = Path(sys.argv[-1]) if sys.argv[-1].startswith("/") else None
    with tempfile.TemporaryDirectory() as data, chromium() as windows, Server(Path(data) / "data") as server:
        size = (390, 844) if small else (1440, 900)
        newcomer = Newcomer(Person(windows, server.url, "New", size=size, locale=locale), folder)
        newcomer.come("invader" if "invader" in sys.argv else "olomoc")
        before = newcomer.points
        until = time.monotonic() + 900
        while newcomer.go_on() != "over" and time.monotonic() < until:
            newcomer.scored(before)
        print(newcomer.measured.told())  # noqa: T201


if __name__ == "__main__":
    main()
