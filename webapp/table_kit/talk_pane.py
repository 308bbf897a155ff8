"""The chat of a table, and a player's private notes."""

from __future__ import annotations

from nicegui import json

from webapp.i18n import Translator
from webapp.tables.talk import LONGEST, NOTES, PAD, PHRASES
from webapp.ui.strings_apart import StringsApart
from webapp.ui.tree import one

WORDS = (
    "title", "pad", "say", "say-watchers", "send", "phrases", "settings", "hear-watchers", "hear-nobody",
    "hears-nobody", "mute-who", "nothing", "spectator", "close", "open", "new", "pad-hint", "pad-kept",
    "side", "say-side",
)  # fmt: skip


class TalkPane(StringsApart, component="talk_pane.js"):
    """The lines and a field. `lines` is shared by all who see the same channels
    (:meth:`webapp.tables.talk.Talk.payload`)."""

    def __init__(self, tr: Translator, code: str, me: str, lines: str, pad: str | None, *, aside: bool = False) -> None:
        """`me`: the mark under which others see this speaker; `pad`: the private notes, None for people without;
        `aside`: whether they may speak to their side alone."""
        super().__init__()
        player = pad is not None
        body = {
            "player": player,
            "aside": aside,
            "most": LONGEST,
            "pad": PAD,
            # The browser fills in the names.
            "words": {key: tr(f"talk.{key}", name="{name}") for key in WORDS},
            "phrases": {key: tr(f"phrase.{key}") for key in PHRASES},
            "notes": {key: tr(f"note.{key}", name="{name}") for key in NOTES},
        }
        self._props["frame"] = one(json.dumps(body))
        self.apart("frame", lasting=True)
        self._props["code"] = code
        self._props["me"] = me
        self._props["lines"] = lines
        self._props["pad"] = pad or ""
        self._props["told"] = ""

    def show(self, lines: str) -> None:
        """Shows new lines, or all of them."""
        if self._props["lines"] != lines:
            self.put("lines", lines)

    def tell(self, words: str) -> None:
        """Shows why something was not said."""
        if self._props["told"] != words:
            self.put("told", words)
