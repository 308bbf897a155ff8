"""Lists leaving and coming: JSON of one or all, codes, links, plain words. What comes may be anything at all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from rules.olomoc.packs import Pack
from webapp.games.olomoc.cabals import packs
from webapp.games.olomoc.cabals.lists import CabalList, composed, opened, tidy
from webapp.games.olomoc.cabals.plain_text import found_in
from webapp.games.olomoc.cabals.share_code import PATTERN, BadCode, decode, encode

FORMAT = "olomoc-cabals"
EDITION = 1
MOST_BYTES = 500_000
MOST_LISTS = 500
OPEN = "/cabals/open/"
"""Where links to lists go."""


class BadImport(ValueError):
    """Nothing that can be read. `code` and `params` are for the catalogue: those of `BadCode`, `too-large`, `bad-json`,
    `bad-list` (`n`: which one), `too-many`, `nothing-found`."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True)
class Arrived:
    """Lists that were read, and how: `code`, `text` or `json`."""

    how: str
    lists: tuple[CabalList, ...]


def exported(lists: Iterable[CabalList]) -> str:
    """Lists as JSON, to be read by `arrived`, here or elsewhere."""
    rows = [{"name": one.name, "notes": one.notes, "tags": list(one.tags), **one.content()} for one in lists]
    whole = {"format": FORMAT, "edition": EDITION, "cabals": rows}
    return json.dumps(whole, ensure_ascii=False, indent=1)


def link(of: CabalList, pack: Pack, host: str) -> str:
    """The address that opens the list on a server: it holds the whole list and its name."""
    query = f"?name={quote(of.name, safe='')}" if of.name else ""
    return f"{host}{OPEN}{encode(of.sketch, pack, of.version)}{query}"


def arrived(text: str) -> Arrived:
    """The lists in a text: JSON, else a code or a link with one, else plain words. Raises BadImport."""
    if len(text.encode()) > MOST_BYTES:
        raise BadImport("too-large", kb=MOST_BYTES // 1000)
    stripped = text.strip()
    if stripped[:1] in ("{", "["):
        return Arrived("json", tuple(_from_json(stripped)))
    if PATTERN.search(stripped):
        return Arrived("code", (_from_code(stripped),))
    found = found_in(stripped, [*packs.every()])
    if found is None:
        raise BadImport("nothing-found")
    return Arrived("text", (_complete(replace(found, name=tidy(found.name))),))


def _from_json(text: str) -> Iterator[CabalList]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadImport("bad-json") from None
    rows = data.get("cabals") if isinstance(data, dict) and "cabals" in data else data
    rows = rows if isinstance(rows, list) else [rows]
    if len(rows) > MOST_LISTS:
        raise BadImport("too-many", most=MOST_LISTS)
    if not rows:
        raise BadImport("nothing-found")
    for n, row in enumerate(rows, 1):
        try:
            yield opened(row, row.get("name", ""), row.get("notes", ""), row.get("tags", ()))
        except (ValueError, AttributeError):
            raise BadImport("bad-list", n=n) from None


def _from_code(text: str) -> CabalList:
    try:
        found = decode(text, packs.find).list
    except BadCode as bad:
        raise BadImport(bad.code, **bad.params) from None
    return replace(found, name=_named(text))


def _named(text: str) -> str:
    """The name in a link's query, or on the line above a code."""
    address = next((word for word in text.split() if PATTERN.search(word)), "")
    query = parse_qs(urlsplit(address).query).get("name")
    if query:
        return tidy(query[0])
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return tidy(lines[0]) if len(lines) > 1 and not PATTERN.search(lines[0]) else ""


def _complete(of: CabalList) -> CabalList:
    """With what the present pack says of its cards."""
    pack = packs.find(of.pack)
    return composed(of.sketch, pack, of.name, of.notes, of.tags) if pack is not None else of
