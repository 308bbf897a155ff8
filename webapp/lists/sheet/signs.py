"""Icons of `static/icons/signs.svg`, to be embedded."""

from __future__ import annotations

import re
from functools import cache

from webapp.base.settings import STATIC

SYMBOL = re.compile(r'<symbol id="(?P<id>[a-z0-9-]+)" viewBox="0 0 24 24">(?P<inside>.*?)</symbol>', re.DOTALL)
STROKE = 'fill="none" stroke="#000000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'


@cache
def _signs() -> dict[str, str]:
    text = (STATIC / "icons" / "signs.svg").read_text(encoding="utf-8")
    return {symbol["id"]: symbol["inside"] for symbol in SYMBOL.finditer(text)}


def inside(name: str) -> str:
    """The shapes of an icon in a box of 24 by 24; empty for an unknown name."""
    return _signs().get(name, "").replace("currentColor", "#000000")


def drawing(name: str) -> str:
    """An icon as an SVG element."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g {STROKE}>{inside(name)}</g></svg>'
