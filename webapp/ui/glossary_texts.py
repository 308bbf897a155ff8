"""What a game's words mean, at an address of its own: kept by browsers, and not in every page."""

from __future__ import annotations

from fastapi.responses import JSONResponse, Response
from nicegui import app

from webapp.i18n import LANGUAGES
from webapp.ui.glossary import Glossary

YEAR_S = 31_536_000


def register(key: str, glossary: Glossary) -> None:
    """Puts the texts of a game's words at their address."""

    async def texts(language: str) -> Response:
        if language not in LANGUAGES:
            return JSONResponse({"clause": "", "code": "unknown-language", "params": {}}, status_code=404)
        told, _ = glossary.served(language)
        return Response(told, media_type="application/json", headers={"cache-control": f"public, max-age={YEAR_S}"})

    app.get(f"/{key}/terms/{{language}}.json")(texts)


def address(key: str, glossary: Glossary, language: str) -> str:
    """Where the texts are in a language; it changes with them."""
    _, digest = glossary.served(language)
    return f"/{key}/terms/{language}.json?v={digest}"
