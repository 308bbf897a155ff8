"""Texts of a game that its pages fetch by script: one address for each language, cached by browsers."""

from __future__ import annotations

from collections.abc import Callable

from fastapi.responses import JSONResponse, Response
from nicegui import app

from webapp.base.addresses import below
from webapp.i18n import LANGUAGES
from webapp.ui.glossary import Glossary

YEAR_S = 31_536_000


class ServedTexts:
    """`texts` gives those of a language as JSON, with a digest; their addresses are below `path`."""

    def __init__(self, path: str, texts: Callable[[str], tuple[str, str]]) -> None:
        self._path = path
        self._texts = texts

    def register(self) -> None:
        """Registers their addresses."""
        app.get(f"{self._path}/{{language}}.json")(self._answer)

    def address(self, language: str) -> str:
        """The address in a language; it changes with the texts, so that browsers may cache them."""
        return below(f"{self._path}/{language}.json?v={self._texts(language)[1]}")

    async def _answer(self, language: str) -> Response:
        if language not in LANGUAGES:
            return JSONResponse({"clause": "", "code": "unknown-language", "params": {}}, status_code=404)
        text, _ = self._texts(language)
        return Response(text, media_type="application/json", headers={"cache-control": f"public, max-age={YEAR_S}"})


def terms(key: str, glossary: Glossary) -> ServedTexts:
    """The meanings of a game's terms."""
    return ServedTexts(f"/{key}/terms", glossary.served)
