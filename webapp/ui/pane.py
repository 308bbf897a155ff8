"""The components that draw trees: a pane, the log, and the announcements of events."""

import json
from collections.abc import Callable
from typing import Any

from nicegui import ui

from webapp.ui.intents import Handler, message
from webapp.ui.tree import same


class Pane(ui.element, component="pane.js"):
    """Draws a tree (`tree.payload`) and hands on the intents of presses in it."""

    def __init__(self, payload: str, on_intent: Handler | None = None) -> None:
        super().__init__()
        self._props["payload"] = payload
        if on_intent is not None:
            self.on("intent", lambda event: on_intent(message(event)))

    def show(self, payload: str) -> None:
        """Draws another tree, if it is another."""
        if not same(self._props["payload"], payload):
            self._props["payload"] = payload


class LogPane(ui.element, component="log.js"):
    """The log. It begins with `whole`, then shows stretches; a browser that misses one gets `fetch()`, the whole."""

    def __init__(self, whole: str, fetch: Callable[[], str]) -> None:
        super().__init__()
        self._props["payload"] = whole
        self.on("missing", lambda: self.show(fetch()))

    def show(self, payload: str) -> None:
        """Adds a stretch of entries."""
        if not same(self._props["payload"], payload):
            self._props["payload"] = payload


class Beats(ui.element, component="beats.js"):
    """Tells what has just happened, one thing after the other: `beats`, each `{"n", "node", "light"?}`."""

    def __init__(self, payload: str) -> None:
        super().__init__()
        self._props["payload"] = payload

    def show(self, payload: str) -> None:
        """The last of what happened; what was told before is not told again."""
        if not same(self._props["payload"], payload):
            self._props["payload"] = payload


def told_of(seq: int, beats: list[dict[str, Any]]) -> str:
    """The string of `Beats`."""
    return json.dumps({"seq": seq, "beats": beats}, ensure_ascii=False, separators=(",", ":"))


def stretch(seq: int, head: list[Any], entries: list[dict[str, Any]], start: int, total: int, basis: str = "") -> str:
    """The log's string: entries `{"n", "node"}` from position `start` of `total`.

    `basis` stands for what entries depend on besides their events (the players' names): when it changes, all are stale.
    """
    body = {"seq": seq, "basis": basis, "head": head, "start": start, "entries": entries, "total": total}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
