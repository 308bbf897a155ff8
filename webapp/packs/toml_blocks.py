"""The lines of each card in a pack's TOML text, with the comments above it. A card can be replaced, removed or added
while all other lines stay as they were written."""

from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.kernel.packs.lines import Path, lines
from rules.kernel.packs.toml_text import BadToml, parse
from webapp.packs.card_text import HEAD


@dataclass(frozen=True)
class TomlBlock:
    """The lines of a card: from `start`, its header, up to `end`, counted from 0. `lead`: where the comments right
    above it begin. `names` by language, or one under ""."""

    sort: str
    index: int
    id: str
    names: Mapping[str, str]
    lead: int
    start: int
    end: int

    def name(self, language: str) -> str:
        """The card's name, in this language if there is one; else its id."""
        return self.names.get(language) or next((name for name in self.names.values() if name), "") or self.id


@lru_cache(maxsize=64)
def blocks(text: str, sorts: tuple[str, ...], head: bool = False) -> tuple[TomlBlock, ...]:
    """The cards of these sorts in a text, in order; with `head`, first the pack's header. Empty for a text that is not
    TOML, and for a sort whose cards are not written as ``[[sort]]`` tables."""
    try:
        data = parse(text)
    except BadToml:
        return ()
    rows = text.split("\n")
    starts_at = lines(text)
    starts = sorted(
        {line - 1 for path, line in starts_at.items() if _opens(path, data) and rows[line - 1].lstrip()[:1] == "["}
    )
    made = [_head(data, rows, starts_at, sorts)] if head else []
    for sort in sorts:
        tables = data.get(sort)
        for index, table in enumerate(tables if isinstance(tables, list) else ()):
            start = starts_at.get((sort, index), 0) - 1
            if start < 0 or not rows[start].lstrip().startswith("[["):
                break
            after = bisect_right(starts, start)
            following = starts[after] if after < len(starts) else len(rows)
            end = _last(rows, following, start) + 1
            made.append(
                TomlBlock(sort, index, str(table.get("id", "")), _names(table), _lead(rows, start, 0), start, end)
            )
    return tuple(sorted(made, key=lambda block: block.start))


def text_of(text: str, block: TomlBlock) -> str:
    """The lines of a card."""
    return "\n".join(text.split("\n")[block.start : block.end])


def replaced(text: str, block: TomlBlock, with_: str) -> str:
    """The text with another card in place of this one."""
    rows = text.split("\n")
    return "\n".join([*rows[: block.start], with_, *rows[block.end :]])


def removed(text: str, block: TomlBlock) -> str:
    """The text without this card and the comments right above it."""
    rows = text.split("\n")
    return "\n".join([*rows[: block.lead], *rows[block.end :]])


def added(text: str, card: str) -> str:
    """The text with one more card at its end."""
    return f"{text.rstrip()}\n\n{card}\n" if text.strip() else f"{card}\n"


def _opens(path: Path, data: Mapping[str, Any]) -> bool:
    """Whether a path is that of a table at the top level, or of one in an array there."""
    value: Any = data.get(str(path[0]))
    if len(path) == 2 and isinstance(value, list):
        value = value[int(path[1])]
    return len(path) <= 2 and isinstance(value, Mapping)


def _head(data: Mapping[str, Any], rows: list[str], starts: Mapping[Path, int], sorts: Collection[str]) -> TomlBlock:
    first = min((line - 1 for path, line in starts.items() if path[0] in sorts), default=len(rows))
    return TomlBlock(HEAD, 0, str(data.get("id", "")), {}, 0, 0, _last(rows, first, 0) + 1)


def _names(table: Mapping[str, Any]) -> dict[str, str]:
    name = table.get("name")
    if isinstance(name, str):
        return {"": name}
    return (
        {language: name[language] for language in ("fr", "en") if isinstance(name.get(language), str)}
        if isinstance(name, Mapping)
        else {}
    )


def _last(rows: list[str], end: int, start: int) -> int:
    """The last line before `end` that is not a comment or empty: comments after it belong to what follows."""
    return next((n for n in range(end - 1, start, -1) if rows[n].strip() and rows[n].lstrip()[0] != "#"), start)


def _lead(rows: list[str], start: int, least: int) -> int:
    """The first line of the comments right above a line: after an empty line or a line that is no comment."""
    lead = start
    while lead > least and rows[lead - 1].lstrip().startswith("#"):
        lead -= 1
    return lead
