"""The components that draw trees: a pane, the log, and the announcements of events."""

import json
from collections.abc import Callable
from typing import Any

from nicegui import ui

from webapp.ui.intents import Handler, message
from webapp.ui.tree import same


class Pane(ui.element, component="pane.js"):
    """Draws a tree (`tree.payload`) and emits the intents of presses in it."""

    def __init__(self, payload: str, on_intent: Handler | None = None) -> None:
        super().__init__()
        self._props["payload"] = payload
        if on_intent is not None:
            self.on("intent", lambda event: on_intent(message(event)))

    def show(self, payload: str) -> None:
        """Draws another tree, if it differs."""
        if not same(self._props["payload"], payload):
            self._props["payload"] = payload


class LogPane(ui.element, component="log.js"):
    """The log. It starts with `whole` and gets stretches after that; a browser that missed one gets `fetch()`, the
    whole."""

    def __init__(self, whole: str, fetch: Callable[[], str]) -> None:
        super().__init__()
        self._props["payload"] = whole
        self.on("missing", lambda: self.show(fetch()))

    def show(self, payload: str) -> None:
        """Sends a stretch of entries."""
        if not same(self._props["payload"], payload):
            self._props["payload"] = payload


class Beats(ui.element, component="beats.js"):
    """Shows announcements one after the other: `beats`, each `{"n", "node", "light"?}`."""

    def __init__(self, payload: str) -> None:
        super().__init__()
        self._props["payload"] = payload

    def show(self, payload: str) -> None:
        """Shows the announcements of the string that were not shown before."""
        if not same(self._props["payload"], payload):
            self._props["payload"] = payload


def told_of(seq: int, beats: list[dict[str, Any]]) -> str:
    """The string that `Beats` shows."""
    return json.dumps({"seq": seq, "beats": beats}, ensure_ascii=False, separators=(",", ":"))


def stretch(seq: int, head: list[Any], entries: list[dict[str, Any]], start: int, total: int, basis: str = "") -> str:
    """The string that `LogPane` shows: entries `{"n", "node"}` from position `start` of `total`. `basis` identifies
    what entries depend on besides their events (the players' names): when it changes, the browser fetches all."""
    body = {"seq": seq, "basis": basis, "head": head, "start": start, "entries": entries, "total": total}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
