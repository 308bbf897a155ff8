"""`/olomoc/rules`: every clause in the reader's language, by chapter, with a search; `#CHG-2` leads to one of them.

The same texts stand behind every clause named elsewhere: `static/js/clauses.js` shows one in a small sheet, and asks
for them at `/olomoc/rules/<language>.json`.
"""

from __future__ import annotations

import json

from fastapi import Response
from fastapi.responses import JSONResponse
from nicegui import app, ui

from webapp.games.olomoc.rulebook import served
from webapp.i18n import LANGUAGES, Translator, translator
from webapp.people.visitors import language_of
from webapp.ui.theme import PATIENCE_S, frame, testid, text

ADDRESS = "/olomoc/rules"

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


def register() -> None:
    """Puts the page and its texts at their addresses."""
    ui.page(ADDRESS, reconnect_timeout=PATIENCE_S)(rules_page)
    app.get(f"{ADDRESS}/{{language}}.json")(rules_texts)


async def rules_texts(language: str) -> Response:
    """The texts in one language. Their address changes with them, so browsers may keep what they have."""
    if language not in LANGUAGES:
        return JSONResponse({"clause": "", "code": "unknown-language", "params": {}}, status_code=404)
    said, _ = served(language)
    return Response(said, media_type="application/json", headers={"cache-control": f"public, max-age={YEAR_S}"})


def rules_page() -> None:
    """Builds the page."""
    tr = translator(language_of(), "olomoc")
    with frame(tr, tr("rules.title"), styles=("olomoc/rules.css",), page_class="rules-page"):
        text("h1", tr("rules.heading"))
        text("p", tr("rules.about"), "rules-about muted")
        testid(RulesList(served(tr.language)[0], tr), "rules")
