"""Style sheets of static/css, several in one: a page has a dozen, and each would be a request of its own; and the fonts
that they use."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import nicegui
from fastapi import Response
from nicegui import app

from webapp.app.settings import STATIC
from webapp.security.headers import KEEP
from webapp.ui.theme import digest

PATH = "/static/styles"
"""Below the address of the files, of which they are made: what holds for those holds for them."""

FRAMEWORK = f"/_nicegui/{nicegui.__version__}/static/"
FONT = re.compile(r"/\* ([\w-]+) \*/\s*@font-face \{[^}]*?url\((fonts/\w+\.woff2)\)")

_texts: dict[str, str] = {}
"""The sheets that pages have named since the start, by the part of their address that tells them apart."""


@cache
def together(names: tuple[str, ...]) -> str:
    """The address of these files of static/css in one, in this order; it changes with them."""
    text = "\n".join((STATIC / "css" / name).read_text(encoding="utf-8") for name in names)
    name = digest(text.encode())
    _texts[name] = text
    return f"{PATH}/{name}.css"


@cache
def font(letters: str) -> str:
    """The address of the file with these letters (``latin``, ``latin-ext``, ``symbols``) of the font of all pages.

    A page names it in its head: a browser fetches a font only when it lays out a text in it, and then lays out all such
    texts again."""
    sheet = (Path(nicegui.__file__).parent / "static" / "fonts.css").read_text(encoding="utf-8")
    files: dict[str, str] = dict(FONT.findall(sheet))
    return FRAMEWORK + files[letters]


def register() -> None:
    """Puts them at their address; before the files, whose address begins the same."""
    app.get(f"{PATH}/{{name}}.css", include_in_schema=False)(_answer)


async def _answer(name: str) -> Response:
    text = _texts.get(name)
    if text is None:
        return Response(status_code=404)
    answer = Response(text, media_type="text/css")
    answer.raw_headers.append(KEEP)
    return answer
