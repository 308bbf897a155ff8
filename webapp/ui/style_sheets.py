"""Style sheets of static/css, several in one: a page has a dozen, and each would be a request of its own."""

from __future__ import annotations

import hashlib
from functools import cache

from fastapi import Response
from nicegui import app

from webapp.app.settings import STATIC

PATH = "/static/styles"
"""Below the address of the files, of which they are made: what holds for those holds for them."""

KEPT = {"cache-control": "public, max-age=31536000, immutable"}

_texts: dict[str, str] = {}
"""Those that pages have named since the start, by what stands in their address."""


@cache
def together(names: tuple[str, ...]) -> str:
    """The address of these files of static/css in one, in this order; it changes with them."""
    text = "\n".join((STATIC / "css" / name).read_text(encoding="utf-8") for name in names)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    _texts[digest] = text
    return f"{PATH}/{digest}.css"


def register() -> None:
    """Puts them at their address; before the files, whose address begins the same."""
    app.get(f"{PATH}/{{digest}}.css", include_in_schema=False)(_answer)


async def _answer(digest: str) -> Response:
    text = _texts.get(digest)
    if text is None:
        return Response(status_code=404)
    return Response(text, media_type="text/css", headers=KEPT)
