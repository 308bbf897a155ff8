"""Strings that many pages hold alike, in files apart from the page: what spectators see of a match, the words of sheets
and menus.

Nine tenths of a spectator's page were such strings. Apart from it they are packed once for all pages that have them,
fetched beside the scripts, and kept by browsers for good, as the address names what is in the file. In the page stands
``@`` with the file's mark and the string's place in it; ``js/strings.js`` puts them together.
"""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any
from weakref import WeakKeyDictionary

from fastapi import Header, Response
from nicegui import Client, app, json

from webapp.base.addresses import below
from webapp.ui.components import VueComponent

PATH = "/static/strings"
"""Below the address of static files: what holds for those holds for these."""
LEAST = 200
"""Shorter strings, in characters, stay in the page."""
MOST_BYTES = 8_000_000
"""The most bytes of all files together; the least recently used are dropped. A browser fetches them at once."""
HEADERS = {"cache-control": "private, max-age=31536000, immutable", "vary": "Accept-Encoding"}

_pages: WeakKeyDictionary[Client, tuple[list[str], list[str]]] = WeakKeyDictionary()
"""The strings of each page that is being built: those of the match or of the moment, and those that last."""
_files: OrderedDict[str, bytes] = OrderedDict()
"""The files, compressed, by the part of their address that tells them apart."""


class StringsApart(VueComponent):
    """An element with a property that is a string kept apart (:meth:`apart`)."""

    _apart: Mapping[str, str] = MappingProxyType({})

    def apart(self, prop: str, *, lasting: bool = False) -> None:
        """Keeps the string of this property apart, while the page is built. Only for what anybody may know who may see
        the page. `lasting`: the same on other pages and tomorrow."""
        page, text = _pages.get(self.client), self._props[prop]
        if page is not None and len(text) >= LEAST:
            strings = page[lasting]
            self._apart = _reference(prop, f"@{'ml'[lasting]}{len(strings)}")
            strings.append(text)

    def put(self, prop: str, value: Any) -> None:
        """Sets a property; the new string is sent inline, no longer from the shared file."""
        if prop in self._apart:
            self._apart = {}
        super().put(prop, value)

    def _to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = super()._to_dict()
        if self._apart:
            data["props"] = {**self._props, **self._apart}
        return data


@lru_cache(maxsize=256)
def _reference(prop: str, name: str) -> Mapping[str, str]:
    """One object for all pages."""
    return {prop: name}


def gather(page: Client) -> None:
    """Begins with the strings of a page."""
    _pages[page] = [], []


def gathered(page: Client) -> str:
    """Ends with them; returns the links to their files, for the page's head."""
    match, lasting = _pages.pop(page)
    files = {"m": match, "l": lasting}
    return "".join(
        f'<link rel="preload" as="fetch" crossorigin data-strings="{mark}" href="{_file(strings)}">'
        for mark, strings in files.items()
        if strings
    )


def _file(strings: list[str]) -> str:
    """The address of a file with these strings."""
    name = _name(tuple(strings))
    if name not in _files:
        _files[name] = gzip.compress(_content(strings), 6, mtime=0)
        while sum(map(len, _files.values())) > MOST_BYTES:
            _files.popitem(last=False)
    _files.move_to_end(name)
    return below(f"{PATH}/{name}.json")


@lru_cache(maxsize=16)
def _name(strings: tuple[str, ...]) -> str:
    """The part of a file's address that tells it apart. Pages that show the same have the same objects for strings,
    which are found without a look at what is in them."""
    return hashlib.sha256(_content(strings)).hexdigest()[:32]


def _content(strings: Sequence[str]) -> bytes:
    return json.dumps(list(strings)).encode()


def register() -> None:
    """Puts them at their address; before the static files, whose address begins the same."""
    app.get(f"{PATH}/{{name}}.json", include_in_schema=False)(_answer)


async def _answer(name: str, accept_encoding: Annotated[str, Header()] = "") -> Response:
    body = _files.get(name)
    if body is None:
        return Response(status_code=404)
    if "gzip" in accept_encoding:
        return Response(body, media_type="application/json", headers={**HEADERS, "content-encoding": "gzip"})
    return Response(gzip.decompress(body), media_type="application/json", headers=HEADERS)
