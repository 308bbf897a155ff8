"""A game's description of its packs of cards, which people bring and edit.

A game with packs subclasses :class:`PackKind` as ``PACKS`` of its module ``packs``. Library, list,
editor, files, pictures and the command line are the house's.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

import rules
from rules.kernel.packs.archive import opened
from rules.kernel.packs.fields import Field, FormLayout, fields
from rules.kernel.packs.layers import CORE
from rules.kernel.packs.reader import Schema
from webapp.base.worker_process import find_class
from webapp.i18n import Translator
from webapp.packs.checker import checker
from webapp.packs.examine import Report, by_schema
from webapp.packs.library import Library
from webapp.ui.tree import Node, el

Json = dict[str, Any]


class PackKind:
    """The packs of one game. ``game`` is its key; the pages are at ``/<game>/packs`` and below."""

    game: str
    examine_name: str = ""
    """``module:function`` of :attr:`examine`. Empty: what the schema finds is all that is to be said."""
    layout: FormLayout = FormLayout()
    """The layout of the forms beyond the schema."""
    made: Sequence[str] = ()
    """The sorts that can be added from a form; the others are copied, or written as text."""
    new: Mapping[str, Json] = {}
    """By sort the keys of a new card besides its name; a game that makes them otherwise overrides :meth:`new_card`."""
    counted: Sequence[str] = ()
    """The sorts counted in the core pack's row."""
    named: Mapping[str, str] = {}
    """The keys whose values are called as at the table: by key the first part of the catalogue's ``<part>.<value>``."""
    chosen: Mapping[str, str] = {}
    """The options of a match that are a card of its packs: by the key of the choice the packs' field."""
    inner: str = ""
    """The tables within cards whose ids differ from all others of the pack."""
    guide: str = ""
    """``module:function`` of a language: the authors' guide as Markdown. Empty: the one that the schema makes."""
    styles: Sequence[str] = ("packs.css",)
    """Style sheets of the editor, files of ``static/css``; the house's is one of them."""

    def __init__(self) -> None:
        self.library = Library(self, checker)

    # The packs. What loads the game's rules is imported when it is asked for.

    @property
    def schema_name(self) -> str:
        """``module:name`` of :attr:`schema`."""
        return f"rules.{self.game}.packs.reader:SCHEMA"

    @property
    def core_name(self) -> str:
        """``module:function`` without an argument: the core pack."""
        return f"rules.{self.game}.packs.reader:load"

    @cached_property
    def folder(self) -> Path:
        """The core pack's files."""
        return Path(rules.__path__[0]) / self.game / "packs" / CORE

    @property
    def schema(self) -> Schema[Any]:
        """The contents of its packs: sorts of cards, and the forms in which they are edited, come from it."""
        schema: Schema[Any] = find_class(self.schema_name)
        return schema

    @property
    def examine(self) -> Callable[[Mapping[str, str], Collection[str]], Report]:
        """The findings about a pack of these texts, with pictures of these names. It runs in another process."""
        if not self.examine_name:
            return partial(by_schema, self.schema_name)
        examine: Callable[[Mapping[str, str], Collection[str]], Report] = find_class(self.examine_name)
        return examine

    def core(self) -> Any:
        """The core pack. Raises PackError if its files are not sound."""
        return find_class(self.core_name)()

    def core_texts(self) -> Mapping[str, str]:
        """The core pack's files."""
        return opened(self.folder).texts

    def offered(self) -> dict[str, str]:
        """All packs that can be chosen for a match, the core pack first, with their versions."""
        versions = {CORE: self._core_version, **{id: entry.version for id, entry in self.library.shelf().items()}}
        return {id: f"{id} {version}" for id, version in versions.items()}

    @cached_property
    def _core_version(self) -> str:
        """Read without the rules, as the lobby's first page asks for it."""
        return str(tomllib.loads((self.folder / "pack.toml").read_text("utf-8"))["version"])

    def more(self, key: str) -> Mapping[str, Callable[[str], str]]:
        """The cards that packs add to a choice of :attr:`chosen`: by id the name in a language."""
        return {id: partial(name_of, card) for id, (_, card) in self.added(self.chosen[key]).items()}

    def added(self, field: str) -> Mapping[str, tuple[str, Any]]:
        """The cards in a field that the core pack lacks, by id, each with the first pack that has it."""
        shelf, added = self.library.shelf(), dict[str, tuple[str, Any]]()
        known = getattr(self.core(), field) if shelf else {}
        for id, pack in shelf.items():
            for card in getattr(pack, field).values():
                if card.id not in known:
                    added.setdefault(card.id, (id, card))
        return added

    def needed(self, options: Json) -> list[str]:
        """The packs that a match with these options is played with: those that they name, and what their cards come
        from."""
        named, shelf = list(options.get("packs") or (CORE,)), self.library.shelf()
        for key, field in self.chosen.items():
            pack, _ = self.added(field).get(options.get(key, ""), ("", None))
            if pack and not any(options[key] in getattr(shelf[id], field) for id in named if id in shelf):
                named.append(pack)
        return named

    def settled(self, shelf: Mapping[str, Any]) -> None:
        """Called with the sound packs besides the core pack, by id, after they may have changed."""

    # The cards

    def new_card(self, sort: str, pack: Any, name: str) -> tuple[Json, str]:
        """The keys of a new card, sound but plain, and the rest of its text."""
        return {"name": {"fr": name, "en": name}, **self.new[sort]}, ""

    def inner_ids(self, pack: Any) -> set[str]:
        """The ids of all inner tables of a pack."""
        return set()

    def addition(self, sort: str, tr: Translator) -> Json | None:
        """The addition that a button makes to a card's text: its ``label``, and the ``text`` with ``{n}`` for a
        number."""
        return None

    def takeable(self, sort: str, id: str) -> bool:
        """Whether a card of the core pack can be taken over by itself."""
        return True

    def label(self, field: Field, tr: Translator) -> str:
        """The label of a key."""
        return tr(f"packs.field-{field.name}")

    def option(self, field: Field, value: str | int, pack: Any, tr: Translator) -> list[str | int] | None:
        """A value of a key, what it is called, and its sign where it has one; None: as the house does, that is by the
        name of the card where it is one's id, else by its text ``packs.option-…``."""
        key = f"{self.named.get(field.name, '')}.{value}"
        return [value, tr(key)] if field.name in self.named and tr.has(key) else None

    def preview(
        self, sort: str, table: Mapping[str, Any], pack: Any, pictures: Mapping[str, str], tr: Translator
    ) -> Node:
        """A card that is being edited: as it looks at the table, or what there is of it; ``pictures``: names of
        pictures by file name."""
        field, model = self.schema.sections[sort]
        image = table.get("image")
        if isinstance(image, str) and image in pictures:
            table = {**table, "image": pictures[image]}
        try:
            row = model.model_validate(table)
        except ValidationError:
            return self._plain(sort, table, tr)
        card = self.card_of(row)
        shown = pack.model_copy(update={field: {**getattr(pack, field), card.id: card}})
        return self.drawn(sort, card, shown, tr) or self._plain(sort, table, tr)

    def card_of(self, row: Any) -> Any:
        """A card as packs hold it, by the table that its author wrote."""
        return row

    def drawn(self, sort: str, card: Any, pack: Any, tr: Translator) -> Node | None:
        """A card as the table's own sheet shows it, from a pack that has it; None: its name stands for it."""
        return None

    def _plain(self, sort: str, table: Mapping[str, Any], tr: Translator) -> Node:
        name = table.get("name")
        words = name.get(tr.language) if isinstance(name, Mapping) else name
        return el("article.card.preview", el("strong.name", str(words or "")), key=sort)

    # Within

    @property
    def sorts(self) -> Mapping[str, str]:
        """The field of a pack that holds cards, by the name of their table (``[[card]]``)."""
        return {sort: field for sort, (field, _) in self.schema.sections.items()}

    @cached_property
    def forms(self) -> Mapping[str, Sequence[Field]]:
        """By sort, and for ``pack.toml`` itself (:data:`webapp.packs.card_text.HEAD`): the keys that a form shows."""
        from webapp.packs.card_text import HEAD  # with tomlkit, which only the editor needs

        models = {HEAD: self.schema.header, **{sort: model for sort, (_, model) in self.schema.sections.items()}}
        return {sort: fields(model, self.layout, sort) for sort, model in models.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the sorts of cards."""
        return tuple(self.sorts)


def name_of(card: Any, language: str) -> str:
    """The name of a card."""
    name = card.name
    return name if isinstance(name, str) else str(name.get(language))
