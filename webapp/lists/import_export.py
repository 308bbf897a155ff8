"""Import and export of lists: JSON of one or all, share codes, links, plain text. Imports are untrusted input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from webapp.base.worker_process import find_class
from webapp.lists.entry import ListEntry, tidied, tidy
from webapp.lists.kind import BadCode, ListKind

EDITION = 1
MOST_BYTES = 500_000
MOST_WORDS = 20_000
"""The longest plain text that is searched, in characters; a list has about three hundred."""
MOST_LISTS = 500
WORDS = ("name", "notes", "tags")


class BadImport(ValueError):
    """The text holds no list. `code` and `params` are for the catalogue: those of `BadCode`, `too-large`, `bad-json`,
    `bad-list` (`n`: which one), `too-many`, `nothing-found`."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True)
class ImportedLists:
    """The contents of a text, before :func:`completed` turns it into lists: ``json`` with ``rows``; ``code`` with the
    code and the ``name`` beside it; ``text`` with what the kind's reader found ``named`` and its ``name``."""

    how: str
    rows: tuple[Any, ...] = ()
    code: str = ""
    named: Any = None
    name: str = ""
    missed: tuple[str, ...] = ()
    """Lines of a text that were not understood."""


@dataclass(frozen=True)
class LeftOut:
    """The parts of an import that no list has. `missed`: lines that were not understood; `cut`: cards, by section and
    id, with the copies that were named and those kept; `lost`: how many cards of a code are unknown here."""

    missed: tuple[str, ...] = ()
    cut: tuple[tuple[tuple[str, str], int, int], ...] = ()
    lost: int = 0

    def __bool__(self) -> bool:
        return bool(self.missed or self.cut or self.lost)


def exported(kind: ListKind[Any], lists: Iterable[ListEntry]) -> str:
    """Lists as JSON, which :func:`read` reads."""
    rows = [{"name": one.name, "notes": one.notes, "tags": list(one.tags), **one.content} for one in lists]
    whole = {"format": f"{kind.game}-{kind.path}", "edition": EDITION, kind.path: rows}
    return json.dumps(whole, ensure_ascii=False, indent=1)


def read(text: str, path: str, code: re.Pattern[str], reader: str, named: Any) -> ImportedLists:
    """Finds lists in a text: JSON, else a share code or link, else card names in plain words. Raises BadImport. Runs in
    the worker process for untrusted files, with a time limit."""
    if len(text.encode()) > MOST_BYTES:
        raise BadImport("too-large", kb=MOST_BYTES // 1000)
    stripped = text.strip()
    if stripped[:1] in ("{", "["):
        return ImportedLists("json", tuple(_from_json(stripped, path)))
    match = code.search(stripped)
    if match is not None:
        return ImportedLists("code", code=match[0], name=_named(stripped, code))
    if len(stripped) > MOST_WORDS:
        raise BadImport("too-large", kb=MOST_WORDS // 1000)
    worded = find_class(reader)(stripped, named)
    if worded is None:
        raise BadImport("nothing-found")
    return ImportedLists("text", named=worded[1], name=tidy(worded[0]), missed=worded[2])


def completed(kind: ListKind[Any], imported: ImportedLists) -> list[ListEntry]:
    """The lists of an import. Raises BadImport."""
    match imported.how:
        case "code":
            try:
                return [ListEntry(kind.dump(kind.decode(imported.code)), imported.name)]
            except BadCode as bad:
                raise BadImport(bad.code, **bad.params) from None
        case "text":
            return [ListEntry(kind.dump(kind.from_words(imported.named)), imported.name)]
        case _:
            return [_entry(kind, n, row) for n, row in enumerate(imported.rows, 1)]


def left_out(kind: ListKind[Any], imported: ImportedLists) -> LeftOut:
    """The parts of an import that :func:`completed` leaves out, where it raises nothing."""
    match imported.how:
        case "code":
            return LeftOut(lost=kind.lost(imported.code))
        case "text":
            return LeftOut(imported.missed, tuple(kind.cut(imported.named, kind.from_words(imported.named))))
        case _:
            return LeftOut()


def _entry(kind: ListKind[Any], n: int, row: Any) -> ListEntry:
    try:
        words = {key: row.get(key, "") for key in WORDS}
        content = {key: value for key, value in row.items() if key not in WORDS}
        return tidied(kind.dump(kind.read(content)), **words)
    except (ValueError, AttributeError):
        raise BadImport("bad-list", n=n) from None


def _from_json(text: str, path: str) -> Iterator[Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadImport("bad-json") from None
    rows = data.get(path) if isinstance(data, dict) and path in data else data
    rows = rows if isinstance(rows, list) else [rows]
    if len(rows) > MOST_LISTS:
        raise BadImport("too-many", most=MOST_LISTS)
    if not rows:
        raise BadImport("nothing-found")
    yield from rows


def _named(text: str, code: re.Pattern[str]) -> str:
    """The name in a link's query, or on the line above a code."""
    address = next((word for word in text.split() if code.search(word)), "")
    query = parse_qs(urlsplit(address).query).get("name")
    if query:
        return tidy(query[0])
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return tidy(lines[0]) if len(lines) > 1 and not code.search(lines[0]) else ""
