"""Splits a pack's TOML text into cards and joins it again: keys of a form are rewritten, everything else, comments
included, is kept as written."""

import re
from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.kernel.packs.lines import Path, lines
from rules.kernel.packs.toml_text import BadToml, parse

HEAD = "pack"
"""The sort of what stands in ``pack.toml`` before any card."""


@dataclass(frozen=True)
class TomlBlock:
    """A card's lines in a text: from ``start``, its header, up to ``end``, counted from 0. ``lead`` is where the
    comments right above it begin. ``names`` by language, or one under ""."""

    sort: str
    index: int
    id: str
    names: Mapping[str, str]
    lead: int
    start: int
    end: int

    def name(self, language: str) -> str:
        """What the card is called, in this language if it can be; else by its id."""
        return self.names.get(language) or next((it for it in self.names.values() if it), "") or self.id


@dataclass(frozen=True)
class Card:
    """A card taken apart: the values of the keys that a form shows, and the rest of its text."""

    values: Mapping[str, Any]
    rest: str
    keys: Mapping[int, str]
    """Which key each line of the card is of, counted from 0, where it is one of those."""
    lines: Mapping[int, int]
    """Which line of the rest, counted from 1, each other line of the card is."""


class NotACard(ValueError):
    """The text is not one card of that sort. ``line`` counts from 1 in the card's text; ``detail`` is the reader's
    English, or "" where it is something else than one card."""

    def __init__(self, line: int, detail: str = "") -> None:
        super().__init__(detail or "not one card")
        self.line = line
        self.detail = detail


@lru_cache(maxsize=64)
def blocks(text: str, sorts: tuple[str, ...], head: bool = False) -> tuple[TomlBlock, ...]:
    """The cards of these sorts in a text, in their order; with ``head``, before them what says which pack it is. Of a
    text that is no TOML, and of a sort whose cards are not written as ``[[sort]]`` tables, there are none."""
    try:
        data = parse(text)
    except BadToml:
        return ()
    rows = text.split("\n")
    found = lines(text)
    starts = sorted(
        {line - 1 for path, line in found.items() if _opens(path, data) and rows[line - 1].lstrip()[:1] == "["}
    )
    made = [_head(data, rows, found, sorts)] if head else []
    for sort in sorts:
        tables = data.get(sort)
        for index, table in enumerate(tables if isinstance(tables, list) else ()):
            start = found.get((sort, index), 0) - 1
            if start < 0 or not rows[start].lstrip().startswith("[["):
                break
            after = bisect_right(starts, start)
            following = starts[after] if after < len(starts) else len(rows)
            end = _last(rows, following, start) + 1
            made.append(
                TomlBlock(sort, index, str(table.get("id", "")), _names(table), _lead(rows, start, 0), start, end)
            )
    return tuple(sorted(made, key=lambda block: block.start))


def taken_apart(text: str, block: TomlBlock, keys: Collection[str]) -> Card:
    """A card of a text: the values of these keys, and the lines that are not theirs."""
    own = "\n".join(text.split("\n")[block.start : block.end])
    table = parsed(block.sort, own)
    rows = own.split("\n")
    depth = 0 if block.sort == HEAD else 2
    found = {
        str(path[depth]): line - 1
        for path, line in lines(own).items()
        if len(path) == depth + 1 and path[:depth] in ((), (block.sort, 0))
    }
    first = 0 if block.sort == HEAD else 1
    order = sorted(found.items(), key=lambda item: item[1])
    kept = [*range(first, order[0][1] if order else len(rows))]
    of: dict[int, str] = {}
    for n, (key, start) in enumerate(order):
        span = range(start, order[n + 1][1] if n + 1 < len(order) else len(rows))
        if key in keys:
            of |= dict.fromkeys(span, key)
            kept += _comments(rows, span)
        else:
            kept += span
    while kept and not rows[kept[0]].strip():
        kept.pop(0)
    while kept and not rows[kept[-1]].strip():
        kept.pop()
    return Card(
        {key: table[key] for key in keys if key in table},
        "\n".join(rows[line] for line in kept),
        of,
        {line: n for n, line in enumerate(kept, 1)},
    )


def put_together(sort: str, values: Mapping[str, Any], rest: str) -> str:
    """The text of a card: these keys, a line each, then the rest."""
    rows = [] if sort == HEAD else [f"[[{sort}]]"]
    rows += [f"{key} = {toml(value)}" for key, value in values.items()]
    return "\n".join([*rows, *([rest.strip("\n")] if rest.strip() else [])])


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


def replaced(text: str, block: TomlBlock, with_: str) -> str:
    """The text with another card in the place of this one."""
    rows = text.split("\n")
    return "\n".join([*rows[: block.start], with_, *rows[block.end :]])


def removed(text: str, block: TomlBlock) -> str:
    """The text without this card and the comments right above it."""
    rows = text.split("\n")
    return "\n".join([*rows[: block.lead], *rows[block.end :]])


def renamed(text: str, sort: str, inner: str, ids: Mapping[str, str]) -> str:
    """A card's text with other ids for its ``inner`` tables: old ones to new ones."""
    rows = text.split("\n")
    for path, line in lines(text).items():
        if path[-1:] == ("id",) and inner in path and path[0] == sort:
            rows[line - 1] = re.sub(r"""(\bid\s*=\s*)(["'])([^"']*)\2""", lambda it: _renamed(it, ids), rows[line - 1])
    return "\n".join(rows)


def _renamed(found: re.Match[str], ids: Mapping[str, str]) -> str:
    return found[1] + toml(ids.get(found[3], found[3]))


def added(text: str, card: str) -> str:
    """The text with one more card at its end."""
    return f"{text.rstrip()}\n\n{card}\n" if text.strip() else f"{card}\n"


def toml(value: Any) -> str:
    """A value as TOML writes it, on one line.

    >>> toml({"fr": "L'été", "en": None, "n": [1, True]})
    '{ fr = "L\\'été", n = [1, true] }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(_ESCAPES.get(c) or (f"\\u{ord(c):04X}" if c < " " else c) for c in value) + '"'
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {toml(inner)}' for key, inner in value.items() if inner is not None)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return str(value)


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\x7f": "\\u007F"}


def _opens(path: Path, data: Mapping[str, Any]) -> bool:
    """Whether a path is that of a table at the top of a text, or in an array there."""
    value: Any = data.get(str(path[0]))
    if len(path) == 2 and isinstance(value, list):
        value = value[int(path[1])]
    return len(path) <= 2 and isinstance(value, Mapping)


def _head(data: Mapping[str, Any], rows: list[str], found: Mapping[Path, int], sorts: Collection[str]) -> TomlBlock:
    first = min((line - 1 for path, line in found.items() if path[0] in sorts), default=len(rows))
    return TomlBlock(HEAD, 0, str(data.get("id", "")), {}, 0, 0, _last(rows, first, 0) + 1)


def _names(table: Mapping[str, Any]) -> dict[str, str]:
    name = table.get("name")
    if isinstance(name, str):
        return {"": name}
    return {it: name[it] for it in ("fr", "en") if isinstance(name.get(it), str)} if isinstance(name, Mapping) else {}


def _last(rows: list[str], end: int, start: int) -> int:
    """The last line before ``end`` that says something: comments after it are about what follows."""
    return next((n for n in range(end - 1, start, -1) if rows[n].strip() and rows[n].lstrip()[0] != "#"), start)


def _lead(rows: list[str], start: int, least: int) -> int:
    """Where the comments right above a line begin: back to an empty line, or to one of something else."""
    lead = start
    while lead > least and rows[lead - 1].lstrip().startswith("#"):
        lead -= 1
    return lead


def _comments(rows: list[str], span: range) -> list[int]:
    """The comments at the end of a key's lines: what is written above the next key."""
    return [line for line in span[1:] if rows[line].lstrip().startswith("#")] if _whole(rows[span[0]]) else []


def _whole(row: str) -> bool:
    """Whether a key's value ends on its line, so that what follows cannot be part of it."""
    try:
        parse(row)
    except BadToml:
        return False
    return True
