"""The page of a game's rules: clauses in the reader's language, by chapter, with a search; `#<clause>` leads to it.

The same texts stand behind every clause named elsewhere: `static/js/clauses.js` shows one in a small sheet, and asks
for them at `/<game>/rules/<language>.json`.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from nicegui import ui

from webapp.frame.page_frame import frame
from webapp.games.contract import RulebookLinks
from webapp.i18n import Translator, translator
from webapp.people.visitors import language_of
from webapp.ui.components import VueComponent
from webapp.ui.rulebook import served
from webapp.ui.served_texts import ServedTexts
from webapp.ui.theme import PATIENCE_S, testid, text


class RulesList(VueComponent, component="rules.js"):
    """The chapters with their clauses, the glossary, and the search."""

    def __init__(self, book: str, tr: Translator) -> None:
        super().__init__()
        self._props["book"] = book
        self._props["words"] = json.dumps(
            {
                key: tr(f"rules.{key}", n="{n}")
                for key in (
                    "search",
                    "nothing",
                    "found",
                    "found-one",
                    "chapters",
                    "glossary",
                    "ours",
                    "ours-mark",
                    "link",
                )
            },
            ensure_ascii=False,
        )


class RulesPage:
    """The page and the texts of one game. `key`: the game's; `folder`: of its rulebook; `title`, `about`: keys of its
    catalogue for the browser tab and the heading, and for the lines above the clauses."""

    def __init__(self, key: str, folder: Path, title: str, about: str) -> None:
        self.key = key
        self.folder = folder
        self.title = title
        self.about = about
        self.address = f"/{key}/rules"
        self._texts = ServedTexts(self.address, partial(served, folder))
        self.links = RulebookLinks(self.address, self._texts.address)

    def register(self) -> None:
        """Registers the page and the address of its texts."""
        ui.page(self.address, reconnect_timeout=PATIENCE_S)(self.build)
        self._texts.register()

    def build(self) -> None:
        """Builds the page."""
        tr = translator(language_of(), self.key)
        with frame(tr, tr(self.title), styles=("rules.css",), page_class="rules-page"):
            text("h1", tr(self.title))
            text("p", tr(self.about), "rules-about muted")
            testid(RulesList(served(self.folder, tr.language)[0], tr), "rules")
