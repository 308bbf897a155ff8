"""People at a table: one browser window each, and what a person does there."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.kept import cookie
from tests.browser.presses import middle, press, press_at, still, tick
from tests.browser.windows import Windows

PATIENCE_MS = 90_000
"""A busy machine is slow, not wrong."""
INSIDE = """() => {
  const svg = document.querySelector('.bloc svg'), matrix = svg.getScreenCTM(), found = [];
  for (const path of document.querySelectorAll('.reach path')) {
    const box = path.getBBox();
    for (let i = 1; i < 24; i++) for (let j = 1; j < 24; j++) {
      const p = new DOMPoint(box.x + box.width * i / 24, box.y + box.height * j / 24);
      if (!path.isPointInFill(p)) continue;
      const q = p.matrixTransform(matrix);
      if (!document.elementFromPoint(q.x, q.y)?.closest('.piece')) found.push([q.x, q.y]);
    }
  }
  return found;
}"""
"""Points of the window in the region drawn and not on a piece: a press on one's own piece begins or ends its walk."""
NEXT = """step => {
  if (document.querySelector('.log').dataset.seq !== step) return 'done';
  if (document.querySelector("[data-testid='confirm']")) return 'confirm';
  return document.querySelector("[data-testid^='target-']:not(.no)") ? 'target' : '';
}"""
"""The result of a press: the table has moved on, or something more is asked."""


MOVED = """([id, x, y]) => {
  const piece = document.querySelector(`.piece[data-id='${id}']`);
  return piece && (piece.dataset.x !== x || piece.dataset.y !== y);
}"""
"""Whether a piece is drawn elsewhere than before."""
QUIET = """() => new Promise((done) => {
  const quiet = () => { watch.disconnect(); done(); };
  let timer = setTimeout(quiet, 300);
  const watch = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(quiet, 300); });
  watch.observe(document, { subtree: true, childList: true, characterData: true });
  setTimeout(quiet, 8000);
})"""
"""Resolves once nothing has been drawn for a moment; where something is drawn all the time, after a limit."""

DESCRIBE = """() => {
  const active = document.activeElement, prompt = document.querySelector("[data-testid='prompt']");
  return [
    `title: ${document.title}`,
    `connected: ${window.socket?.connected}, handshake: ${window.did_handshake}, messages: ${window.nextMessageId}`,
    `keys: ${performance.eventCounts.get('keydown')}, clicks: ${performance.eventCounts.get('click')}`,
    `focus: ${active?.tagName}.${active?.className} ${active?.dataset.testid ?? ''}`,
    `log: ${document.querySelector('.log')?.dataset.seq}, prompt: ${JSON.stringify({ ...prompt?.dataset })}`,
    prompt ? prompt.innerText : document.body.innerText.slice(0, 600),
  ].join('\\n');
}"""
"""A window in words."""


LINED = "window.socket?.connected && document.getElementById('popup')?.ariaHidden !== 'false'"
"""Whether the page is connected and shows no notice."""


WRAP = """(copies) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const text of found) {
    if (!text.data.trim() || text.parentNode.closest("script, style, noscript, template")) continue;
    const font = document.createElement("font");
    text.replaceWith(font);
    font.append(copies ? text.data : text);
  }
}"""
"""Every text of the page stands in a `font`, as extensions and translators do it: as it was, or a copy in its place."""


class Person:
    """One window. `heard` holds the frames of its socket and, if it `hears` all, the bodies of answers too, which costs
    time: a page asks for a hundred files."""

    def __init__(
        self,
        windows: Windows,
        url: str,
        name: str,
        size: tuple[int, int] = (1440, 900),
        locale: str = "en-GB",
        hears: bool = False,
        data: Path | None = None,
    ) -> None:
        """`data`: the server's folder, for seats that are held at its tables (`tests.browser.kept`)."""
        self.name = name
        self.url = url
        self.data = data
        self.heard: list[str] = []
        self.hears = hears
        self._windows, self._size, self._locale = windows, size, locale
        self.page: Page = windows.open(size, locale)
        self.context = self.page.context
        self.page.set_default_timeout(PATIENCE_MS)
        self.troubles: list[str] = []
        self.said: list[str] = []
        """The messages of its console."""
        self.sent: deque[str] = deque(maxlen=8)
        """The last messages that its socket sent."""
        self.spoiled = False
        """The window was changed for good: nobody else is to have it."""
        self._ears: list[tuple[Any, Callable[[Any], None]]] = [
            ("pageerror", lambda error: self.troubles.append(str(error))),
            ("console", lambda message: self._hear(message.text)),
            ("websocket", self._listen),
            *([("response", self._keep)] if hears else []),
        ]
        for event, ear in self._ears:
            self.page.on(event, ear)

    def on(self, event: str, ear: Callable[[Any], None]) -> None:
        """Listens to an event of the window for as long as the person has it."""
        self._ears.append((event, ear))
        self.page.on(event, ear)  # type: ignore[call-overload]  # an event named as Playwright names it

    def _hear(self, line: str) -> None:
        self.said.append(line)
        # Chromium reports here what the page's own policy forbade.
        if "Content Security Policy" in line:
            self.troubles.append(line)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.heard.append(_text(payload)))
        socket.on("framesent", lambda payload: self.sent.append(_text(payload)))

    def _keep(self, response: Any) -> None:
        if "/_nicegui/" in response.url or "/static/" in response.url:
            return
        try:
            self.heard.append(response.text())
        except Exception:  # a redirect or a page already left has no body
            return

    def describe(self) -> str:
        """The content of the window, for the report of a failed test."""
        try:
            shown = self.page.evaluate(DESCRIBE)
        except Exception as problem:  # a page that has crashed or gone is a finding too
            shown = repr(problem)
        console = (f"console: {line}" for line in self.said[-6:])
        return "\n".join([self.page.url, *console, *(f"sent: {frame[:200]}" for frame in self.sent), shown])

    # Coming and going

    def open(self, path: str) -> Person:
        self.page.goto(self.url + path)
        self.page.wait_for_function("window.did_handshake === true")
        return self

    def settled(self) -> Person:
        """Waits until the page is drawn."""
        self.page.wait_for_load_state()
        self.page.evaluate(QUIET)
        return self

    def join(self, code: str, seat: str) -> Person:
        """Comes back to a seat that is held for this person, or follows the table's link and takes it."""
        held = cookie(self.data, code, seat, self.name) if self.data is not None else None
        if held is not None:
            self.context.add_cookies([{"name": "olomoc_session", "value": held, "url": self.url}])
        self.open(f"/table/{code}")
        if held is None:
            self.page.get_by_test_id("your-name").fill(self.name)
            self.press(f"join-{seat}")
        return self

    def sit(self, code: str, seat: str) -> Person:
        """Joins a table of Olomoc."""
        self.join(code, seat)
        # While cards are drafted or composed, they stand in the Bloc's place.
        expect(
            self.get("bloc").or_(self.page.locator(".composer, .briefing")).filter(visible=True).first
        ).to_be_visible()
        return self

    def watch(self, code: str) -> Person:
        self.open(f"/watch/{code}")
        expect(self.page.get_by_test_id("bloc")).to_be_visible()
        return self

    def reload(self) -> None:
        self.page.reload()
        self.page.wait_for_function("window.did_handshake === true")
        expect(self.page.get_by_test_id("prompt")).to_be_visible()

    def mark(self) -> None:
        """Marks the page, to recognise a reload."""
        self.page.evaluate("window.before = true")

    def loaded_anew(self) -> None:
        """Waits until the marked page has been reloaded by itself and is connected."""
        anew = "window.before === undefined && window.did_handshake === true"
        self.page.wait_for_function(f"{anew} && {LINED}")

    def close(self) -> None:
        for event, ear in self._ears:
            self.page.remove_listener(event, ear)
        self._windows.close(self.page, self._size, self._locale, self.spoiled)

    # Looking

    def get(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    @property
    def asked(self) -> str:
        """The kind of question in the prompt slot."""
        return self.get("prompt").get_attribute("data-kind") or ""

    @property
    def decision(self) -> str:
        """The id of the question that this player is asked; empty while they wait."""
        return self.get("prompt").get_attribute("data-decision") or ""

    def answered(self, decision: str) -> None:
        """Waits until the question is answered and gone from the page."""
        expect(self.get("prompt")).not_to_have_attribute("data-decision", decision)

    def wait_for(self, kind: str) -> None:
        expect(self.get("prompt")).to_have_attribute("data-kind", re.compile(kind))

    def at(self, id: str) -> tuple[int, int]:
        """The place where a piece is drawn, in micrometres of the Bloc."""
        piece = self.page.locator(f".piece[data-id='{id}']")
        return int(piece.get_attribute("data-x") or 0), int(piece.get_attribute("data-y") or 0)

    def moved(self, id: str, before: tuple[int, int]) -> tuple[int, int]:
        """Waits until a piece is drawn at another place than `before`; returns the place."""
        self.page.wait_for_function(MOVED, arg=[id, *map(str, before)])
        return self.at(id)

    def saw(self, words: str) -> bool:
        assert self.hears, "what it has not listened to it cannot have missed"
        return any(words in heard for heard in self.heard)

    # Doing

    def press(self, testid: str, *, force: bool = False, finger: bool = False) -> None:
        """Presses a control, as `tests.browser.presses` does."""
        press(self.get(testid), force=force, finger=finger)

    def make_table(self) -> str:
        """Sends the form of a new table; returns its code. Then its door is open, or the table itself."""
        self.press("new-table")
        self.page.wait_for_url("**/table/*")
        code = urlsplit(self.page.url).path[-4:]
        if urlsplit(self.page.url).query:
            self.open(f"/table/{code}")  # without the sheet that says how others come here
        return code

    def tick(self, testid: str) -> None:
        """Chooses a radio button, ticks a box."""
        tick(self.get(testid))

    def press_through(self, testid: str) -> None:
        """Presses, takes the first target if one is asked for, and confirms if that is asked for."""
        step = self.get("log").get_attribute("data-seq")
        self.press(testid)
        then = self.page.wait_for_function(NEXT, arg=step).json_value()
        if then == "target":
            press(self.page.locator("[data-testid^='target-']:not(.no)").first)
        if then != "done":
            self.press("confirm")

    def can(self, testid: str) -> bool:
        """Whether a button is there and enabled."""
        button = self.get(testid)
        return button.count() > 0 and button.get_attribute("aria-disabled") != "true"

    def keep_the_dice(self) -> None:
        """Declines the offers after a roll (ROL-5, ATK-4) until another question comes."""
        self.wait_for("act|tempt-fate|tactic")
        while self.asked != "act":
            decision = self.decision
            self.press("option-decline")
            self.answered(decision)
            self.wait_for("act|tempt-fate|tactic")

    def draft(self, card: Locator) -> None:
        """Takes a card of the draft (CAB-3): the first press looks at it, the second takes it."""
        decision = self.decision
        press(card)
        expect(self.page.locator(".composer .choice-note.take, .composer .choice.main")).to_have_count(1)
        press(card)
        self.answered(decision)

    def point(self, toward: tuple[float, float] | None = None, tries: int = 12) -> bool:
        """Points into the region drawn until the engine agrees: at points nearest to `toward` (in the window), else
        all over it, since what stands there may cover a part."""
        self.page.wait_for_selector(".reach path", state="attached")
        still(self.page.locator(".bloc svg").first)
        spots = self.page.evaluate(INSIDE)
        if toward is not None:
            spots.sort(key=lambda p: (p[0] - toward[0]) ** 2 + (p[1] - toward[1]) ** 2)
        else:
            spots = (spots[len(spots) // 2 :] + spots[: len(spots) // 2])[:: max(1, len(spots) // tries)]
        for x, y in spots[:tries]:
            before = self.page.locator(".bloc").get_attribute("data-rev")
            press_at(self.page, x, y)
            expect(self.page.locator(".bloc")).not_to_have_attribute("data-rev", before or "")
            if self.get("ghost").get_attribute("data-state") == "good":
                return True
        return False

    def centre(self, locator: Locator) -> tuple[float, float]:
        still(locator)
        return middle(locator)

    def lay_plan(self) -> None:
        """A ministry where it may lie, the rest of the hand around it; then ready."""
        self.wait_for("plan")
        ministry = self.page.locator(".hand-card.ministry").first
        slot = int(ministry.locator(".allowed .yes").first.inner_text())
        self._lay(ministry, slot)
        for number in range(1, 6):
            if number != slot:
                self._lay(self.page.locator(".hand-card:not(.ministry)").first, number)
        self.press("confirm")

    def _lay(self, card: Locator, slot: int) -> None:
        press(card)
        expect(self.page.locator(".hand-card.held")).to_have_count(1)
        self.press(f"slot-{slot}")
        expect(self.get(f"slot-{slot}")).to_have_class(re.compile("filled"))


Come = Callable[..., Person]
"""Opens a window: server, name, and ``size`` and ``locale`` as of Person."""


def asked_player(players: dict[str, Person], kind: str) -> Person:
    """The player who is asked this kind of question; waits until one is."""
    for _ in range(PATIENCE_MS // 50):
        for person in players.values():
            if person.asked == kind:
                return person
        person.page.wait_for_timeout(50)
    raise AssertionError(f"nobody is asked {kind}")


def _text(payload: str | bytes) -> str:
    return payload if isinstance(payload, str) else payload.decode("utf-8", "replace")
