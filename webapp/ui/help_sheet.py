"""The sheet of keys behind "?": what can be pressed on a table's page, and what each key does just now.

Whoever adds keys to a page says so with `register`, once, when its module is loaded; the texts are in its catalogue.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from nicegui import ui

from webapp.i18n import Translator


@dataclass(frozen=True)
class Key:
    """Keys that do one thing ("1", "…", "5"), and the catalogue's key for what that is."""

    keys: tuple[str, ...]
    text: str


SECTIONS: dict[str, list[Key]] = {
    "keys.everywhere": [
        Key(("?",), "keys.help"),
        Key((",",), "keys.preferences"),
        Key(("Tab", "⇧ Tab"), "keys.tab"),
        Key(("↵",), "keys.enter"),
        Key(("Esc",), "keys.escape"),
    ],
    "keys.turn": [
        Key(("W",), "option.walk"),
        Key(("A",), "option.attack"),
        Key(("C",), "option.charge"),
        Key(("R",), "option.rest"),
        Key(("D",), "option.study"),
        Key(("L",), "option.coordinate"),
        Key(("1", "…", "9"), "keys.figures"),
        Key(("Y", "N"), "keys.yes-no"),
        Key(("E",), "option.end"),
        Key(("U",), "option.undo"),
    ],
    "keys.bloc": [
        Key(("←", "↑", "→", "↓"), "keys.nudge"),
        Key(("⇧ ←", "…"), "keys.stride"),
        Key(("R", "T"), "keys.turn-it"),
        Key(("V",), "keys.nearest"),
        Key(("M",), "keys.measure"),
        Key(("S",), "keys.sight"),
        Key(("+", "−", "0"), "keys.zoom"),
        Key(("F",), "keys.flip"),
        Key(("G",), "keys.grid"),
    ],
    "keys.planning": [
        Key(("1", "…", "5"), "keys.slots"),
        Key(("O",), "option.whatif"),
    ],
    "keys.log": [
        Key(("↑", "↓"), "keys.lines"),
        Key(("P",), "keys.propose"),
    ],
}
"""By section (the catalogue's key for its name), in the order in which they stand on the sheet."""


def register(section: str, keys: tuple[str, ...], text: str) -> None:
    """One more line; a new section comes last. Said twice, it stands there once."""
    lines = SECTIONS.setdefault(section, [])
    if Key(keys, text) not in lines:
        lines.append(Key(keys, text))


class HelpSheet(ui.element, component="help_sheet.js"):
    """A button in the head, and the sheet that it and "?" open."""

    def __init__(self, tr: Translator) -> None:
        super().__init__()
        body = {
            "open": tr("keys.open"),
            "close": tr("keys.close"),
            "now": tr("keys.now"),
            "sections": [
                {"name": tr(section), "rows": [[list(it.keys), tr(it.text)] for it in lines]}
                for section, lines in SECTIONS.items()
            ],
        }
        self._props["words"] = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
