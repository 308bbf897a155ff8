"""The sheet that shows an element in large: every element marked `data-read` opens in it."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import json
from nicegui.events import GenericEventArguments

from webapp.i18n import Translator
from webapp.ui.components import VueComponent
from webapp.ui.intents import message
from webapp.ui.tree import Node

LONGEST = 80
"""The longest id that is looked up."""


class Reader(VueComponent, component="reader.js"):
    """The sheet. Its browser asks for one id at a time; `large` makes that thing's sheet for this viewer."""

    def __init__(self, large: Callable[[str], Node | None], tr: Translator) -> None:
        super().__init__()
        self._large = large
        self._asked = 0
        self._props["words"] = json.dumps({key: tr(f"reading.{key}") for key in ("back", "close")})
        self._props["payload"] = ""
        self.on("read", self._read)

    def _read(self, event: GenericEventArguments) -> None:
        id = message(event).get("id")
        if not isinstance(id, str) or len(id) > LONGEST:
            return
        tree = self._large(id)
        if tree is not None:
            self._asked += 1
            answer = {"asked": self._asked, "id": id, "tree": tree}
            self.put("payload", json.dumps(answer))
