"""The editor's changes to a pack's files, as functions from files to files: replace, add or remove a card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.kernel.packs.reader import header_of
from rules.kernel.packs.toml_text import BadToml, parse
from webapp.packs import card_text
from webapp.packs.card_text import HEAD, CardText, NotACard, inner_tables, made, parsed, taken_apart
from webapp.packs.forms import fitting
from webapp.packs.kind import PackKind
from webapp.packs.toml_blocks import TomlBlock, added, blocks, removed, replaced, text_of

Files = Mapping[str, str]
Changed = dict[str, str]


@dataclass(frozen=True)
class EditTarget:
    """The part of a pack that is being edited: a card, by its sort and its place among those of its sort in the file;
    or, without a sort, the whole text of a file."""

    file: str
    sort: str = ""
    index: int = 0


@dataclass(frozen=True)
class OpenedCard:
    """A card taken apart, and where it stands."""

    block: TomlBlock
    card: CardText
    table: Mapping[str, Any]


def cards(kind: PackKind, files: Files) -> dict[str, tuple[TomlBlock, ...]]:
    """The cards of each file, its head before them where it has one."""
    header = header_of(files)
    return {name: blocks(text, kind.names, name == header) for name, text in files.items()}


def block_of(kind: PackKind, files: Files, spot: EditTarget) -> TomlBlock | None:
    """The lines of a card; None where it is not there."""
    text = files.get(spot.file, "")
    listed = blocks(text, kind.names, spot.file == header_of(files))
    return next((block for block in listed if (block.sort, block.index) == (spot.sort, spot.index)), None)


def table_of(kind: PackKind, files: Files, spot: EditTarget) -> Mapping[str, Any]:
    """A card as it is kept; empty where it is not there."""
    block = block_of(kind, files, spot)
    try:
        return {} if block is None else parsed(spot.sort, text_of(files[spot.file], block))
    except NotACard:
        return {}


def open_card(kind: PackKind, files: Files, spot: EditTarget) -> OpenedCard | None:
    """A card, to be shown in its form; None where it is not there, or is too long for a form. Slow: for a thread."""
    block = block_of(kind, files, spot)
    if block is None:
        return None
    own = text_of(files[spot.file], block)
    try:
        table = parsed(spot.sort, own)
        return OpenedCard(block, taken_apart(spot.sort, own, fitting(kind.forms, spot.sort, table)), table)
    except NotACard:
        return None


def with_card(
    kind: PackKind, files: Files, spot: EditTarget, values: Mapping[str, Any], rest: str
) -> tuple[dict[str, str], Mapping[str, Any]]:
    """The files with a card's form and text as they were edited, and the card's table. Raises NotACard where the text
    cannot be read, LookupError where the card is not there. Slow: for a thread."""
    block = block_of(kind, files, spot)
    if block is None:
        raise LookupError(spot)
    own = text_of(files[spot.file], block)
    keys = fitting(kind.forms, spot.sort, parsed(spot.sort, own))
    card = card_text.edited(spot.sort, own, keys, values, rest)
    return {**files, spot.file: replaced(files[spot.file], block, card)}, parsed(spot.sort, card)


def with_text(files: Files, spot: EditTarget, text: str) -> dict[str, str]:
    """The files with another text for one of them."""
    return {**files, spot.file: text.rstrip() + "\n"}


def without(kind: PackKind, files: Files, spot: EditTarget) -> dict[str, str]:
    """The files without a card."""
    block = block_of(kind, files, spot)
    return dict(files) if block is None else {**files, spot.file: removed(files[spot.file], block)}


def with_new(kind: PackKind, files: Files, sort: str, pack: Any, name: str, source: str) -> tuple[Changed, EditTarget]:
    """The files with a new card, sound but plain."""
    id = fresh(f"new-{sort}", ids(kind, files, sort) | set(getattr(pack, kind.sorts[sort])))
    number = id.rpartition("-")[2]
    keys, rest = kind.new_card(sort, pack, f"{name} {number}" if number.isdigit() else name)
    if any(field.name == "source" for field in kind.forms[sort]):
        keys = {**keys, "source": source}
    return put_in(kind, files, sort, made(sort, {"id": id, **keys}, rest))


def with_copy(kind: PackKind, files: Files, spot: EditTarget, pack: Any) -> tuple[dict[str, str], EditTarget] | None:
    """The files with a card twice, the second under a name and ids of its own; None where it is not there.
    Slow: for a thread."""
    card = open_card(kind, files, spot)
    if card is None or spot.sort == HEAD:
        return None
    field = kind.sorts[spot.sort]
    id = fresh(str(card.table.get("id") or spot.sort), ids(kind, files, spot.sort) | set(getattr(pack, field)))
    number = id.rpartition("-")[2]
    values: dict[str, Any] = {"id": id}
    if isinstance(name := card.card.values.get("name"), Mapping):
        values["name"] = {language: f"{words} {number}" for language, words in name.items()}
    taken = kind.inner_ids(pack) | {id for file in files.values() for id in _inner_ids(kind.inner, file)}
    new: dict[str, str] = {}
    own = text_of(files[spot.file], card.block)
    for old in _inner_ids(kind.inner, own):
        new[old] = fresh(old, taken | set(new.values()))
    try:
        text = card_text.changed(spot.sort, own, values)
        return put_in(kind, files, spot.sort, card_text.with_inner_ids(spot.sort, text, kind.inner, new))
    except NotACard:
        return None


def with_core_card(kind: PackKind, files: Files, sort: str, id: str) -> tuple[dict[str, str], EditTarget] | None:
    """The files with a card of the core pack, to be changed: it stands in the core pack's place. None where there is no
    such card, or where it was taken over already."""
    if id in ids(kind, files, sort):
        return None
    for text in kind.core_texts().values():
        for block in blocks(text, kind.names):
            if (block.sort, block.id) == (sort, id):
                return put_in(kind, files, sort, text_of(text, block).rstrip())
    return None


def put_in(kind: PackKind, files: Files, sort: str, card: str) -> tuple[dict[str, str], EditTarget]:
    """The files with one more card, beside others of its sort where there are some."""
    sorts = {name: sum(block.sort == sort for block in listed) for name, listed in cards(kind, files).items()}
    name = max(sorts, key=lambda name: sorts[name], default="")
    if not sorts.get(name):
        name = f"{kind.sorts[sort]}.toml" if header_of(files) == "pack.toml" else header_of(files)
    return {**files, name: added(files.get(name, ""), card)}, EditTarget(name, sort, sorts.get(name, 0))


def ids(kind: PackKind, files: Files, sort: str) -> set[str]:
    """The ids of the cards of a sort."""
    return {block.id for listed in cards(kind, files).values() for block in listed if block.sort == sort}


def fresh(like: str, taken: set[str]) -> str:
    """An id that is not taken: this one, or this one with a number."""
    stem = re.sub(r"-\d+$", "", like)[:40] if like in taken else like
    numbers = (f"{stem}-{n}" for n in range(2, len(taken) + 3))
    return next(name for name in (like, *numbers) if name not in taken)


def _inner_ids(inner: str, text: str) -> list[str]:
    """The ids of the ``inner`` tables in a text; of one that is no TOML there are none."""
    try:
        tables = inner_tables(parse(text), inner)
    except BadToml:
        return []
    return [id for one in tables if isinstance(id := one.get("id"), str)]
