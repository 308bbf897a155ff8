"""The help sheet behind "?": the keys of a page, each with its effect at the moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nicegui import json

from webapp.games.contract import Key
from webapp.i18n import Translator
from webapp.ui.strings_apart import StringsApart
from webapp.ui.tree import one

EVERYWHERE: Mapping[str, Sequence[Key]] = {
    "keys.everywhere": [
        Key(("?",), "keys.help"),
        Key((",",), "keys.preferences"),
        Key(("Tab", "⇧ Tab"), "keys.tab"),
        Key(("↵",), "keys.enter"),
        Key(("Esc",), "keys.escape"),
        Key(("␣",), "keys.beats"),
    ],
}
"""The keys by section (the catalogue's key for its name), in the order of the sheet."""


class HelpSheet(StringsApart, component="help_sheet.js"):
    """The help sheet, and the button in the head that opens it, as "?" does. `sections`: the page's own keys, by
    section."""

    def __init__(self, tr: Translator, sections: Mapping[str, Sequence[Key]]) -> None:
        super().__init__()
        body = {
            "open": tr("keys.open"),
            "close": tr("keys.close"),
            "now": tr("keys.now"),
            "sections": [
                {"name": tr(section), "rows": [[list(line.keys), tr(line.text)] for line in lines]}
                for section, lines in {**EVERYWHERE, **sections}.items()
            ],
        }
        self._props["words"] = one(json.dumps(body))
        self.apart("words", lasting=True)
