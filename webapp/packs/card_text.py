"""A card's text through tomlkit: the keys of a form are changed in it, and the rest of the author's text (comments,
order, layout) stays as it is.

tomlkit is slow: a card is opened and changed off the event loop, and one that is longer than :data:`LONGEST_CARD` is
edited as its file's text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, Item, Table

from rules.kernel.packs.lines import lines
from rules.kernel.packs.toml_text import BadToml, parse

HEAD = "pack"
"""The sort of what stands in ``pack.toml`` before any card."""
LONGEST_CARD = 20_000
"""Characters of a card that has a form, several times the longest of the core packs: half a second at most."""
MOST_DOTTED = 150
"""Dotted keys of a card that has a form: tomlkit's time grows with the square of their number."""
_DOTTED = re.compile(r"\.[^\n=]*=")

Rows = list[tuple[str, str]]
"""The plain keys, comments and empty lines of a table, before the first table within it: key, or "", and text."""


@dataclass(frozen=True)
class CardText:
    """A card taken apart: the values of the keys that a form shows, and the rest of its text."""

    values: Mapping[str, Any]
    rest: str
    keys: Mapping[int, str]
    """The key at each line of the card, counted from 0."""
    lines: Mapping[int, int]
    """The line of the rest, counted from 1, for each other line of the card."""


class NotACard(ValueError):
    """The text is not one card of that sort. ``line`` counts from 1 in the text that was typed; ``detail`` is the
    reader's English, or "" where it is something else than one card."""

    def __init__(self, line: int, detail: str = "") -> None:
        super().__init__(detail or "not one card")
        self.line = line
        self.detail = detail


def parsed(sort: str, text: str) -> dict[str, Any]:
    """The one card that a text is. Raises :class:`NotACard`."""
    try:
        data = parse(text)
    except BadToml as error:
        raise NotACard(error.line, error.detail) from error
    if sort == HEAD:
        return data
    tables = data.get(sort)
    if set(data) != {sort} or not isinstance(tables, list) or len(tables) != 1 or not isinstance(tables[0], dict):
        raise NotACard(1)
    return tables[0]


def taken_apart(sort: str, text: str, keys: Collection[str]) -> CardText:
    """A card: the values of these keys, and its text without them. Raises :class:`NotACard`."""
    table = parsed(sort, text)
    rest = _rest(sort, text, keys)
    header, depth = _header(sort), 0 if sort == HEAD else 2
    left = lines(header + rest)
    own: dict[int, str] = {}
    others: dict[int, int] = {}
    for path, line in lines(text).items():
        if len(path) > depth:
            if path[depth] in keys:
                own.setdefault(line - 1, str(path[depth]))
            else:
                others.setdefault(line - 1, left.get(path, 1) - header.count("\n"))
    return CardText({key: table[key] for key in keys if key in table}, rest, own, others)


def made(sort: str, values: Mapping[str, Any], rest: str) -> str:
    """The text of a new card: these keys, a line each, then the rest."""
    document = tomlkit.document()
    for key, value in values.items():
        document.add(key, _item(value))
    return f"{_header(sort)}{document.as_string()}{rest.strip(chr(10))}".rstrip("\n")


def edited(sort: str, text: str, keys: Collection[str], values: Mapping[str, Any], rest: str) -> str:
    """A card's text with these values for the ``keys`` of its form (those without one are taken out, unless they
    say nothing), and another text for the rest. Raises :class:`NotACard`."""
    typed = rest.strip("\n")
    header = _header(sort)
    try:
        table = parsed(sort, header + typed)
    except NotACard as problem:
        raise NotACard(max(1, problem.line - header.count("\n")), problem.detail) from problem
    for key in values:
        if key in table:
            line = lines(header + typed).get((key,) if sort == HEAD else (sort, 0, key), 1)
            raise NotACard(line - header.count("\n"), f"The key {key} stands in the form, too")
    if typed != _rest(sort, text, keys):
        text = _woven(sort, text, keys, typed)
    before = parsed(sort, text)
    return changed(sort, text, values, [key for key in keys if key not in values and not empty(before.get(key))])


def empty(value: Any) -> bool:
    """Whether a form shows this as nothing: no text, nothing chosen, not ticked."""
    return value is None or value is False or value in ("", [], {})


def changed(sort: str, text: str, values: Mapping[str, Any], gone: Iterable[str] = ()) -> str:
    """A card's text with other values for some keys, and without others. Raises :class:`NotACard`."""
    document, table = _document(sort, text)
    for key in gone:
        if key in table:
            del table[key]
    for key, value in values.items():
        _put(table, key, value)
    return document.as_string().rstrip("\n")


def with_inner_ids(sort: str, text: str, inner: str, ids: Mapping[str, str]) -> str:
    """A card's text with other ids for its ``inner`` tables: old ones to new ones. Raises :class:`NotACard`."""
    document, table = _document(sort, text)
    for one in inner_tables(table, inner):
        old = one.get("id")
        if isinstance(old, str) and old in ids:
            _put(one, "id", ids[old])
    return document.as_string().rstrip("\n")


def inner_tables(value: Any, inner: str) -> Iterator[Any]:
    """The tables called ``inner`` in what a TOML text says, at any depth."""
    if isinstance(value, Mapping):
        for key, within in value.items():
            if key == inner:
                yield from (one for one in (within if isinstance(within, list) else [within]) if isinstance(one, dict))
            yield from inner_tables(within, inner)
    elif isinstance(value, list):
        for one in value:
            yield from inner_tables(one, inner)


def _header(sort: str) -> str:
    return "" if sort == HEAD else f"[[{sort}]]\n"


def _document(sort: str, text: str) -> tuple[tomlkit.TOMLDocument, Any]:
    """A card's text and the table in it. Raises :class:`NotACard`."""
    if len(text) > LONGEST_CARD or len(_DOTTED.findall(text)) > MOST_DOTTED:
        raise NotACard(1, "A card that is too long for a form")
    try:
        document = tomlkit.parse(text)
        table: Any = document if sort == HEAD else document.item(sort)
    except (TOMLKitError, RecursionError) as error:  # it takes fewer levels of nesting than Python's reader
        raise NotACard(1, str(error)) from error
    return document, table if sort == HEAD else table[0]


def _rest(sort: str, text: str, keys: Collection[str]) -> str:
    """A card's text without these keys, and without its header."""
    left = changed(sort, text, {}, keys)
    return (left if sort == HEAD else left.partition("\n")[2]).strip("\n")


def _woven(sort: str, text: str, keys: Collection[str], typed: str) -> str:
    """The card with another rest: the form's keys stay behind the key or comment after which they stand now."""
    _, own = _document(sort, text)
    _, new = _document(sort, _header(sort) + typed)
    rows = _rows(new)
    present = {mark for mark, _ in _marked(rows)}
    held: dict[tuple[str, int] | None, list[str]] = {}
    last: tuple[str, int] | None = None
    lead = True
    for mark, (name, row) in _marked(_rows(own)):
        if name in keys:
            lead = False
            held.setdefault(last, []).append(row)
        elif mark in present:
            last = mark
        elif not lead and not row.strip():  # an empty line among the form's keys
            held.setdefault(last, []).append(row)
    out = held.pop(None, [])
    for mark, (_, row) in _marked(rows):
        out += [row if row.endswith("\n") else f"{row}\n", *held.pop(mark, [])]
    tail = typed[sum(len(row) for _, row in rows) :]
    top = "" if sort == HEAD else text.partition("\n")[0] + "\n"
    return top + "".join(out) + tail


def _rows(table: Any) -> Rows:
    body = table.body if isinstance(table, tomlkit.TOMLDocument) else table.value.body
    rows: Rows = []
    for key, item in body:
        if isinstance(item, AoT) or (isinstance(item, Table) and not (key and key.is_dotted())):
            break
        alone = tomlkit.TOMLDocument(True)
        alone.append(key, item)
        rows.append(("" if key is None else next(iter(alone)), alone.as_string()))
    return rows


def _marked(rows: Rows) -> Iterator[tuple[tuple[str, int], tuple[str, str]]]:
    """Each row with what tells it from the others: its key or its words, and the how manieth of those it is."""
    seen: Counter[str] = Counter()
    for name, row in rows:
        mark = name or row.strip()
        seen[mark] += 1
        yield (mark, seen[mark]), (name, row)


def _put(table: Any, key: str, value: Any) -> None:
    """A key's value, changed as little as can be."""
    old = table.get(key)
    if old is None:
        table[key] = _item(value)
    elif repr(old if isinstance(old, bool) else old.unwrap()) == repr(value):
        return
    elif isinstance(value, Mapping) and isinstance(old, MutableMapping):
        for gone in [key for key in old if key not in value]:
            del old[gone]
        for inner, one in value.items():
            _put(old, inner, one)
    elif isinstance(value, list) and isinstance(old, Array) and _shortened(old, value):
        for one in value[len(old) :]:
            old.append(one)
    else:
        table[key] = _item(value)


def _shortened(array: Array, value: list[Any]) -> bool:
    """Takes out of an array what a list has not, if the list then begins as the array does; whether it does."""
    before = array.unwrap()
    kept = [one for one in before if one in value]
    if value[: len(kept)] != kept:
        return False
    for n in reversed([n for n, one in enumerate(before) if one not in value]):
        del array[n]
    return True


def _item(value: Any) -> Item:
    """A value as TOML writes it, on one line."""
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            if inner is not None:
                table[key] = _item(inner)
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        for one in value:
            array.append(_item(one))
        return array
    item: Item = tomlkit.item(value)
    return item
