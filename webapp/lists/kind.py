"""A game's description of the lists that people compose for it and keep: decks, teams.

A game with lists has a :class:`ListKind` as ``LISTS`` of its module ``lists``. Shelf, versions, codes,
import, export and the way to a table are the house's; so are builder and print sheet where the game subclasses
:class:`webapp.lists.plain_kind.PlainListKind`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from urllib.parse import quote

from rules.kernel.codec import Codec
from webapp.i18n import LANGUAGES, Translator, translator
from webapp.lists import share_code
from webapp.lists.share_code import BadCode as BadCode
from webapp.ui.tree import Child

if TYPE_CHECKING:
    from webapp.lists.draft import ListDraft
    from webapp.lists.sheet.ink import Paper, SheetPage
    from webapp.ui.theme import Frame

Json = dict[str, Any]
L = TypeVar("L")


@dataclass(frozen=True)
class ListCard:
    """A card of a list. ``most``: copies allowed in one list; ``face``: nodes below its name; ``words``: searched
    besides the name; ``picture``: the address of its plate, which is printed."""

    id: str
    name: str
    most: int = 1
    face: Sequence[Child] = ()
    words: str = ""
    picture: str = ""


@dataclass(frozen=True)
class Section:
    """Cards under one heading. ``needs``: how many of them a list has in all, where that is fixed; ``exclusive``: at
    most one, and choosing another replaces it."""

    key: str
    name: str
    cards: Sequence[ListCard]
    needs: int | None = None
    exclusive: bool = False


@dataclass(frozen=True)
class Verdict:
    """The checker's result in sentences: ``problems`` that adding cards cannot fix, and what is ``missing``."""

    problems: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    summary: str = ""
    """Shown on the shelf instead of the number of problems."""

    @property
    def legal(self) -> bool:
        """Whether the list may be brought to a table."""
        return not self.problems and not self.missing


@dataclass(frozen=True)
class Starter(Generic[L]):
    """A ready-made list. ``key`` stands in addresses (``/<game>/<path>/new?starter=<key>``)."""

    key: str
    name: str
    value: L
    about: str = ""


def list_text(key: str, tr: Translator, /, **params: Any) -> str:
    """The game's own text ``list.<key>`` if it has one, else the house's ``lists.<key>``."""
    own = f"list.{key.removeprefix('lists.')}"
    return tr(own if tr.has(own) else key, **params)


class ListKind(Generic[L]):
    """The lists of one game. ``L`` is a frozen value; ``codec`` reads and prints it as it is kept.

    ``game`` is the game's key; its lists stand below ``/<game>/<path>``. The game's catalogue names them:
    ``list.title`` (browser tab), ``list.heading`` ("Decks"), ``list.yours`` ("Your decks"), ``list.unnamed`` ("Unnamed
    deck"); it may word what else the house says under ``lists.<key>`` otherwise as ``list.<key>``.
    """

    game: str
    path: str
    codec: Codec[L]
    styles: Sequence[str] = ("lists.css",)
    """Style sheets of shelf and builder, files of ``static/css``; ``lists.css`` among them."""
    questions: frozenset[str] = frozenset()
    """Kinds of decisions that a list answers."""

    # The value

    def empty(self) -> L:
        """The empty list."""
        raise NotImplementedError

    def read(self, content: Any) -> L:
        """Reads what :meth:`dump` returned, from an untrusted source. Raises ValueError."""
        return self.codec.load(content)

    def dump(self, value: L) -> Json:
        """The JSON object to be stored, without name, notes and tags."""
        data: Json = self.codec.dump(value)
        return data

    def judge(self, value: L, tr: Translator) -> Verdict:
        """Checks a list with the game's engine."""
        raise NotImplementedError

    # The cards

    def sections(self, value: L, tr: Translator) -> Sequence[Section]:
        """The cards that fit this list, by section."""
        raise NotImplementedError

    def counts(self, value: L) -> Mapping[str, Mapping[str, int]]:
        """The number of copies by section and card, without zeros."""
        raise NotImplementedError

    def put(self, value: L, section: str, card: str, count: int) -> L:
        """Sets the number of copies of a card, 0 or more. ``section`` and ``card`` are of :meth:`sections`, and
        ``count`` is at most :attr:`ListCard.most`; in an exclusive section the card replaces the one before."""
        raise NotImplementedError

    def starters(self, tr: Translator) -> Sequence[Starter[L]]:
        """Ready-made lists."""
        return ()

    # On the shelf

    def face(self, value: L, tr: Translator) -> list[Child]:
        """Nodes before a list's name on the shelf."""
        return []

    def about(self, value: L, tr: Translator) -> str:
        """A few words below its name on the shelf."""
        return ""

    def words(self, value: L) -> Iterable[str]:
        """The words that the search of the shelf looks at besides name, notes and tags: by default the card names in
        every language."""
        for language in LANGUAGES:
            named = self.cards(self.sections(value, self.translator(language)))
            yield from (named[key].name for key in self._held(value) if key in named)

    def steps(self, before: L, after: L, tr: Translator) -> list[str]:
        """The changes between two versions, a few words for each."""
        named = self.cards(self.sections(before, tr)) | self.cards(self.sections(after, tr))
        old, new = self._held(before), self._held(after)
        steps = []
        for key in old | new:
            change = new.get(key, 0) - old.get(key, 0)
            name = named[key].name if key in named else key[1]
            text = f"{abs(change)} × {name}" if abs(change) > 1 else name
            if change:
                steps.append(tr("lists.step.take" if change > 0 else "lists.step.away", card=text))
        return steps

    def beginnings(self, chosen: Mapping[str, str], tr: Translator) -> list[Child]:
        """Nodes beside the shelf from which a new list is begun. ``chosen``: the choices made there
        (:class:`webapp.lists.intents.ChooseStart`)."""
        return []

    def starter(self, key: str, chosen: Mapping[str, str], tr: Translator) -> Starter[L] | None:
        """The ready-made list of that key."""
        return next((starter for starter in self.starters(tr) if starter.key == key), None)

    # Composing

    def draft(self, value: L) -> ListDraft[Any]:
        """A draft for the builder. Raises BadCode if the list cannot be edited here."""
        raise NotImplementedError

    def begin(self, query: Mapping[str, str], tr: Translator) -> ListDraft[Any]:
        """A new draft from the query of the address: the ready-made list ``starter``, or the empty list."""
        starter = self.starter(query.get("starter", ""), {}, tr)
        draft = self.draft(starter.value if starter else self.empty())
        draft.name = starter.name if starter else ""
        if starter is None:
            draft.part = draft.parts[0]  # the cards' paths
        return draft

    def build(self, draft: Any, tr: Translator, session: str, frame: Frame) -> None:
        """Builds the builder page, a :class:`webapp.lists.builder.ListBuilder`."""
        raise NotImplementedError

    # Sharing

    code_pattern: re.Pattern[str] = share_code.PATTERN
    """Matches a share code within a text."""
    reader: str = "webapp.lists.plain_text:found_in"
    """``module:function`` that finds a list in plain words, given the text and :meth:`named`: its name, what
    :meth:`from_words` takes, and the lines that it did not understand; or None. Runs in another process."""

    def code(self, value: L) -> str:
        """The share code of the list."""
        return share_code.encode(self.game, self._held(value), self.every())

    def decode(self, code: str) -> L:
        """The list of a share code, without cards that are unknown here. Raises BadCode."""
        return self._filled(share_code.decode(self.game, code, self.every()))

    def lost(self, code: str) -> int:
        """How many cards of a share code are unknown here and in no list that :meth:`decode` makes of it."""
        return share_code.unknown(self.game, code, self.every())

    def opened(self, code: str) -> ListDraft[Any]:
        """A draft of the list of a share code. Raises BadCode."""
        return self.draft(self.decode(code))

    def named(self) -> Any:
        """The card names in every language, as data that can be pickled, for :attr:`reader`."""
        ids: dict[tuple[str, str], list[str]] = {}
        for language in LANGUAGES:
            for key, card in self.every(language).items():
                ids.setdefault(key, []).append(card.name)
        return ids

    def from_words(self, named: Any) -> L:
        """The list that :attr:`reader` found."""
        return self._filled(named)

    def cut(self, named: Any, value: L) -> list[tuple[tuple[str, str], int, int]]:
        """The cards that :attr:`reader` found of which the list has fewer copies: by section and id, with the copies
        found and those in the list."""
        held = self._held(value)
        return [(key, n, held.get(key, 0)) for key, n in named.items() if held.get(key, 0) < n]

    def plain_text(self, value: L, name: str, tr: Translator) -> str:
        """The list as plain text: its name, a line for each card, the share code."""
        named = self.cards(self.sections(value, tr))
        lines = [f"{n} {named[key].name if key in named else key[1]}" for key, n in self._held(value).items()]
        return "\n".join([name or list_text("lists.unnamed", tr), *lines, self.code(value)])

    def sheet(self, draft: Any, link: str, paper: Paper, tr: Translator) -> Sequence[SheetPage]:
        """The print sheet of a draft; ``link`` opens the list."""
        raise NotImplementedError

    # At a table

    def whole(self, value: L) -> bool:
        """Whether nothing is missing, so that the list may be offered at a table. The match checks whether it is legal
        there."""
        return not self.judge(value, self.translator("en")).missing

    def options(self, value: L) -> Json:
        """The options of a new table for this list; the others keep their defaults."""
        return {}

    def table_about(self, options: Json, tr: Translator) -> str:
        """The options that matter when choosing among tables, in words."""
        return ""

    def answer(self, value: L) -> Json:
        """The command that answers one of :attr:`questions` with the list."""
        raise NotImplementedError

    def awaited(self, view: Json) -> bool:
        """Whether the seat with this view still needs a list, now or later."""
        decision = view.get("decision")
        return decision is not None and decision["kind"] in self.questions

    # Within

    def translator(self, language: str) -> Translator:
        """The translator of the game's texts."""
        return translator(language, self.game)

    @property
    def address(self) -> str:
        """The address of the shelf."""
        return f"/{self.game}/{self.path}"

    def cards(self, sections: Iterable[Section]) -> dict[tuple[str, str], ListCard]:
        """The cards of sections, by section and id."""
        return {(of.key, card.id): card for of in sections for card in of.cards}

    def every(self, language: str = "en") -> dict[tuple[str, str], ListCard]:
        """All cards: those offered for the empty list and for the ready-made ones."""
        tr = self.translator(language)
        lists = [self.empty(), *(starter.value for starter in self.starters(tr))]
        return {key: card for value in lists for key, card in self.cards(self.sections(value, tr)).items()}

    def _held(self, value: L) -> dict[tuple[str, str], int]:
        return {(of, card): n for of, cards in self.counts(value).items() for card, n in cards.items()}

    def _filled(self, counts: Mapping[tuple[str, str], int]) -> L:
        """A list of these cards. A card's fit can depend on those chosen before, so it goes over them until none
        fits."""
        value, left, before = self.empty(), dict(counts), -1
        while left and len(left) != before:
            before = len(left)
            for key, card in self.cards(self.sections(value, self.translator("en"))).items():
                if key in left:
                    value = self.put(value, *key, min(left.pop(key), card.most))
        return value


def link(kind: ListKind[Any], code: str, name: str, host: str) -> str:
    """The address that opens a list on a server; it contains the share code and the name."""
    query = f"?name={quote(name, safe='')}" if name else ""
    return f"{host}{kind.address}/open/{code}{query}"
