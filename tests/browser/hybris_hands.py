"""Hands at a table of Hybris: they answer whatever their player is asked, by mouse, finger or keys, as the prompt
shows: plans give tokens, Combats commit just enough, all else is chosen by a die."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Error, Locator, expect

from tests.browser.people import PATIENCE_MS, Person
from tests.browser.presses import ALIVE, LOOK_MS, press

STEPS = 14
"""The most presses for one answer."""
PRESS_MS = 15_000
"""So long a press waits for its control, which may have gone with its question."""
GONE_MS = 1500
"""After so long without a control it is gone."""
FURTHEST = 400
"""The most controls that are passed by Tab on the way to one."""
OPEN = """() => {
  const shown = (it) => it.checkVisibility({ visibilityProperty: true }) && it.getClientRects().length;
  const able = (it) => shown(it) && it.getAttribute("aria-disabled") !== "true" && !it.closest(".prompt-more");
  const inside = ":is([data-part=prompt], [data-part=answers]) button[data-testid]";
  const prompt = document.querySelector("[data-testid=prompt]");
  return {
    kind: prompt?.dataset.kind ?? "", decision: prompt?.dataset.decision ?? "",
    opened: document.documentElement.dataset.opened ?? "",
    over: document.querySelector("[data-testid=outcome]") !== null,
    able: [...document.querySelectorAll(inside)].filter(able)
      .map((it) => [it.dataset.testid, it.dataset.answer ?? "", it.getAttribute("aria-pressed") ?? ""]),
  };
}"""
"""What is asked, and what can be pressed in prompt and panel: test id, answer, whether it is chosen."""
AFTERWARDS = ("done", "pass", "option-nothing")
"""What ends a turn or an action, where nothing else is done."""


class Hands:
    """The hands of one person. `answers`: how many they have given, by kind of question; `eager`: whether they say yes
    to an Interception; `keys`: whether they use the keyboard alone."""

    def __init__(
        self, person: Person, seed: int, *, finger: bool = False, keys: bool = False, eager: bool = True
    ) -> None:
        self.person, self.page = person, person.page
        self.rng = random.Random(seed)
        self.finger, self.keys, self.eager = finger, keys, eager
        self.answers: dict[str, int] = {}
        self.presses = 0

    def look(self) -> Mapping[str, Any]:
        """The prompt as it stands; nothing while another page is opened."""
        try:
            return dict(self.page.evaluate(OPEN))
        except Error:
            self.page.wait_for_timeout(200)
            return {"kind": "", "decision": "", "over": False, "able": []}

    @property
    def asked(self) -> str:
        """The kind of the question that is asked; empty while this person waits."""
        seen = self.look()
        return "" if seen["over"] else str(seen["kind"])

    def answer(self) -> None:
        """Gives an answer to the question."""
        seen = self.look()
        decision, kind = seen["decision"], seen["kind"]
        pressed: set[str] = set()
        for _ in range(STEPS):
            seen = self.look()
            if seen["decision"] != decision or seen["over"]:
                break
            name = self._next(kind, seen["able"], pressed)
            if name is None:
                self.page.wait_for_timeout(150)
                continue
            pressed.add(name)
            self._press(name, decision)
        else:
            raise AssertionError(f"no answer to {kind} after {STEPS} presses: {sorted(pressed)}, {seen}")
        self.answers[kind] = self.answers.get(kind, 0) + 1

    def _next(self, kind: str, able: Sequence[Sequence[str]], pressed: set[str]) -> str | None:
        """The control to press next; None while nothing can be."""
        names = {name: answer for name, answer, _ in able}
        chosen = {name for name, _, on in able if on == "true"}
        if kind == "intercept":
            wanted = "intercept-yes" if self.eager else "intercept-no"
            return next((name for name in (wanted, "intercept-no") if name in names), self._opener(names, pressed))
        if kind == "plan" and (token := self._token(able, chosen) or self._opener(names, pressed)):
            return token
        if "just-enough" in names and "just-enough" not in chosen | pressed:
            return "just-enough"
        for name in ("ready", "confirm"):
            if name in names:
                return name
        options = [name for name in names if name.startswith("pick-")]  # each part of a command has such numbers
        options = options or [name for name in names if name.startswith("option-") and name not in pressed]
        options = [name for name in options if name not in AFTERWARDS] or options
        if options:
            return self.rng.choice(options)
        steps = [name for name in names if name.startswith(("commit-", "keep-", "steps-")) and name not in chosen]
        if opener := self._opener(names, pressed):
            return opener
        if steps:
            return self.rng.choice(steps)
        return next((name for name in AFTERWARDS if name in names), None)

    def _token(self, able: Sequence[Sequence[str]], chosen: set[str]) -> str | None:
        """A token for a character that has none; None once four have one."""
        borne = [name.removesuffix("-world") for name in chosen if name.startswith("token-")]
        bearers = {name.rpartition("-")[0] for name in borne}
        if len(bearers) >= 4:
            return None
        seat = [name for name, _, _ in able if name.startswith("token-") and name.count("-") > 2]
        taken = {name.split("-", 4)[-1] for name in chosen}
        free = [name for name in seat if name not in chosen and not any(name.startswith(bearer) for bearer in bearers)]
        free = [name for name in free if name.split("-", 4)[-1] not in taken] or free
        return self.rng.choice(free) if free else None

    @staticmethod
    def _opener(names: Mapping[str, str], pressed: set[str]) -> str | None:
        return "answers-open" if "answers-open" in names and "answers-open" not in pressed else None

    def _press(self, name: str, decision: str) -> None:
        control = self.person.get(name).locator("visible=true").first
        self.page.set_default_timeout(PRESS_MS)
        try:
            before = control.get_attribute("aria-pressed", timeout=GONE_MS)
            if self.keys:
                self._by_keys(control)
            else:
                press(control, finger=self.finger)
        except Error:  # another question has come meanwhile, or what is asked was drawn anew
            if name in (row[0] for row in self.look()["able"]) and self.look()["decision"] == decision:
                raise
            return
        finally:
            self.page.set_default_timeout(PATIENCE_MS)
        self.presses += 1
        self._seen(control, before)

    def _seen(self, control: Locator, before: str | None) -> None:
        """Waits until what was pressed shows it, as somebody does who looks."""
        for _ in range(60):
            self.page.wait_for_timeout(60)
            try:
                if before is None or control.get_attribute("aria-pressed", timeout=GONE_MS) != before:
                    return
            except Error:  # it is gone
                return

    def _by_keys(self, control: Locator) -> None:
        """Presses a button's own key; one without any, or with Enter while another has the focus, is gone to by Tab."""
        self.page.wait_for_function(ALIVE, polling=LOOK_MS)
        shown = control.locator("kbd").first
        mark = shown.inner_text() if shown.count() and shown.is_visible() else ""
        for _ in range(FURTHEST if mark in ("", "↵") else 0):
            if control.evaluate("it => document.activeElement === it"):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press({"↵": "Enter", "": "Enter"}.get(mark, mark))


def play(hands: Sequence[Hands], until: Any, most: int = 400) -> int:
    """Answers for all until `until()` holds; returns the number of answers."""
    given = idle = 0
    while not until():
        busy = False
        for its in hands:
            if its.asked:
                its.answer()
                given += 1
                busy, idle = True, 0
        if not busy:
            idle += 1
            assert idle < 900, "nobody is asked any more"
            hands[0].page.wait_for_timeout(100)
        assert given < most, f"{given} answers, and no end"
    return given


def sit(person: Person, code: str, seat: str = "1") -> Person:
    """Takes a seat of a table, or comes back to one that is held."""
    person.join(code, seat)
    expect(person.get("hybris-board")).to_be_visible()
    return person
