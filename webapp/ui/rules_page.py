"""The page of a game's rules: clauses in the reader's language, by chapter, with a search; `#<clause>` leads to it.

The same texts stand behind every clause named elsewhere: `static/js/clauses.js` shows one in a small sheet, and asks
for them at `/<game>/rules/<language>.json`.
"""

from __future__ import annotations

import json
from pathlib import Path

from fastapi import Response
from fastapi.responses import JSONResponse
from nicegui import app, ui

from webapp.games.contract import RulebookLinks
from webapp.i18n import LANGUAGES, Translator, translator
from webapp.people.visitors import language_of
from webapp.ui.page_frame import frame
from webapp.ui.rulebook import served
from webapp.ui.theme import PATIENCE_S, testid, text

YEAR_S = 31_536_000


class RulesList(ui.element, component="rules.js"):
    """The clauses by chapter, the glossary, and the search among them."""

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
    """The page and the texts of one game: `key` is the game's, `folder` holds its rulebook; `title`, `about` are keys
    of its catalogue for the browser tab and for the lines above the clauses."""

    def __init__(self, key: str, folder: Path, title: str, about: str) -> None:
        self.key = key
        self.folder = folder
        self.title = title
        self.about = about
        self.address = f"/{key}/rules"
        self.links = RulebookLinks(self.address, self._texts)

    def register(self) -> None:
        """Puts the page and its texts at their addresses."""
        ui.page(self.address, reconnect_timeout=PATIENCE_S)(self.build)
        app.get(f"{self.address}/{{language}}.json")(self.texts)

    async def texts(self, language: str) -> Response:
        """The texts in one language. Their address changes with them, so browsers may keep what they have."""
        if language not in LANGUAGES:
            return JSONResponse({"clause": "", "code": "unknown-language", "params": {}}, status_code=404)
        said, _ = served(self.folder, language)
        return Response(said, media_type="application/json", headers={"cache-control": f"public, max-age={YEAR_S}"})

    def build(self) -> None:
        """Builds the page."""
        tr = translator(language_of(), self.key)
        with frame(tr, tr(self.title), styles=("rules.css",), page_class="rules-page"):
            text("h1", tr("rules.heading"))
            text("p", tr(self.about), "rules-about muted")
            testid(RulesList(served(self.folder, tr.language)[0], tr), "rules")

    def _texts(self, language: str) -> str:
        """The address of the texts; it changes with them."""
        return f"{self.address}/{language}.json?v={served(self.folder, language)[1]}"
