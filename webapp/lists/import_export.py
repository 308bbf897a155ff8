"""Import and export of lists: JSON of one or all, share codes, links, plain text. Imports are untrusted input."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from rules.olomoc.packs import Pack
from webapp.games.olomoc.cabals import packs
from webapp.games.olomoc.cabals.lists.cabal_list import CabalList, composed, opened, tidy
from webapp.games.olomoc.cabals.lists.plain_text import CardNames, found_in, names_of
from webapp.games.olomoc.cabals.lists.share_code import PATTERN, BadCode, decode, encode

FORMAT = "olomoc-cabals"
EDITION = 1
MOST_BYTES = 500_000
MOST_WORDS = 20_000
"""Characters of plain words: a list of them has some three hundred."""
MOST_LISTS = 500
OPEN = "/olomoc/cabals/open/"
"""Where links to lists go."""


class BadImport(ValueError):
    """Nothing that can be read. `code` and `params` are for the catalogue: those of `BadCode`, `too-large`, `bad-json`,
    `bad-list` (`n`: which one), `too-many`, `nothing-found`."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True)
class ImportedLists:
    """Lists that were read, and how: ``code``, ``text`` or ``json``. Of a code only the ``code`` itself has been found,
    and the ``name`` beside it: what it holds is read with the pack at hand, by :func:`completed`."""

    how: str
    lists: tuple[CabalList, ...] = ()
    code: str = ""
    name: str = ""


def exported(lists: Iterable[CabalList]) -> str:
    """Lists as JSON, to be read by `read`, here or elsewhere."""
    rows = [{"name": one.name, "notes": one.notes, "tags": list(one.tags), **one.content()} for one in lists]
    whole = {"format": FORMAT, "edition": EDITION, "cabals": rows}
    return json.dumps(whole, ensure_ascii=False, indent=1)


def link(of: CabalList, pack: Pack, host: str) -> str:
    """The address that opens the list on a server: it holds the whole list and its name."""
    query = f"?name={quote(of.name, safe='')}" if of.name else ""
    return f"{host}{OPEN}{encode(of.sketch, pack, of.version)}{query}"


def named() -> list[CardNames]:
    """The names in the packs of here, to be looked for elsewhere."""
    return [names_of(pack) for pack in packs.every()]


def read(text: str, packs: Iterable[CardNames]) -> ImportedLists:
    """The lists in a text: JSON, else a code or a link with one, else plain words with names of these packs. Raises
    BadImport. For the process of strangers' files: it is given up should it take long."""
    if len(text.encode()) > MOST_BYTES:
        raise BadImport("too-large", kb=MOST_BYTES // 1000)
    stripped = text.strip()
    if stripped[:1] in ("{", "["):
        return ImportedLists("json", tuple(_from_json(stripped)))
    found = PATTERN.search(stripped)
    if found is not None:
        return ImportedLists("code", code=found[0], name=_named(stripped))
    if len(stripped) > MOST_WORDS:
        raise BadImport("too-large", kb=MOST_WORDS // 1000)
    named = found_in(stripped, packs)
    if named is None:
        raise BadImport("nothing-found")
    return ImportedLists("text", (replace(named, name=tidy(named.name)),))


def completed(found: ImportedLists) -> ImportedLists:
    """What was read, with what the present packs say of its cards. Raises BadImport."""
    match found.how:
        case "code":
            try:
                of = decode(found.code, packs.find).list
            except BadCode as bad:
                raise BadImport(bad.code, **bad.params) from None
            return replace(found, lists=(replace(of, name=found.name),))
        case "text":
            return replace(found, lists=tuple(map(_complete, found.lists)))
        case _:
            return found


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
