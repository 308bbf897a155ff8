"""Style sheets of static/css, several in one: a page has a dozen, and each would be a request of its own; and the fonts
that they use."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import nicegui

from webapp.base.addresses import below
from webapp.ui.joined_files import JoinedFiles

FILES = JoinedFiles("/static/styles", ".css", "text/css")
FRAMEWORK = f"/_nicegui/{nicegui.__version__}/static/"
FONT = re.compile(r"/\* ([\w-]+) \*/\s*@font-face \{[^}]*?url\((fonts/\w+\.woff2)\)")


def together(names: tuple[str, ...]) -> str:
    """The address of these files of static/css in one, in this order; it changes with them."""
    return FILES.static(*(f"css/{name}" for name in names))


@cache
def font(letters: str) -> str:
    """The address of the file with these letters (``latin``, ``latin-ext``, ``symbols``) of the font of all pages.

    A page names it in its head: a browser fetches a font only when it lays out a text in it, and then lays out all such
    texts again."""
    sheet = (Path(nicegui.__file__).parent / "static" / "fonts.css").read_text(encoding="utf-8")
    files: dict[str, str] = dict(FONT.findall(sheet))
    return below(FRAMEWORK + files[letters])
