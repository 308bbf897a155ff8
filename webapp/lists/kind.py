"""What a game says of the lists that people compose for it and keep: decks, teams.

A game with lists names a :class:`ListKind` as :attr:`webapp.games.contract.Game.lists`. Shelf, versions, codes, import,
export and the way to a table are the house's; so are builder and print sheet where the game subclasses
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
    """A card that a list may hold. ``most``: copies in one list; ``face``: how it looks below its name; ``words``: what
    a search finds besides the name."""

    id: str
    name: str
    most: int = 1
    face: Sequence[Child] = ()
    words: str = ""


@dataclass(frozen=True)
class Section:
    """Cards under one heading, in the catalogue and in the list. ``needs``: how many of them a list has in all, where
    that is fixed; ``exclusive``: one of them at most, which takes the place of the one before."""

    key: str
    name: str
    cards: Sequence[ListCard]
    needs: int | None = None
    exclusive: bool = False


@dataclass(frozen=True)
class Verdict:
    """What the checker says of a list, in sentences: ``problems`` no further card can mend, ``missing`` is still to be
    chosen."""

    problems: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    summary: str = ""
    """What the shelf says in place of the number of problems."""

    @property
    def legal(self) -> bool:
        """Whether it may be brought to a table."""
        return not self.problems and not self.missing


@dataclass(frozen=True)
class Starter(Generic[L]):
    """A ready-made list. ``key`` stands in addresses (``/<game>/<path>/new?starter=<key>``)."""

    key: str
    name: str
    value: L
    about: str = ""


def list_text(key: str, tr: Translator, /, **params: Any) -> str:
    """A text of the house (``lists.<key>``), or the one that a game has for its lists in its place (``list.<key>``)."""
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
    """Style sheets of its shelf and builder, files of ``static/css``; the house's is one of them."""
    questions: frozenset[str] = frozenset()
    """Kinds of decisions that a list answers at a table."""

    # The value

    def empty(self) -> L:
        """A list with nothing in it."""
        raise NotImplementedError

    def read(self, content: Any) -> L:
        """What :meth:`dump` printed, from whatever source. Raises ValueError."""
        return self.codec.load(content)

    def dump(self, value: L) -> Json:
        """What is kept of a list besides name, notes and tags: an object."""
        data: Json = self.codec.dump(value)
        return data

    def judge(self, value: L, tr: Translator) -> Verdict:
        """The checker: the game's engine asked, its answer in sentences."""
        raise NotImplementedError

    # The cards

    def sections(self, value: L, tr: Translator) -> Sequence[Section]:
        """What may be chosen from, for this list: all cards that fit what is chosen already."""
        raise NotImplementedError

    def counts(self, value: L) -> Mapping[str, Mapping[str, int]]:
        """What the list holds: by section and card the number of copies, never 0."""
        raise NotImplementedError

    def put(self, value: L, section: str, card: str, count: int) -> L:
        """The list with so many copies of a card, at least 0. ``section`` and ``card`` are of :meth:`sections`, and
        ``count`` is at most :attr:`ListCard.most`; of an exclusive section the card before is gone."""
        raise NotImplementedError

    def starters(self, tr: Translator) -> Sequence[Starter[L]]:
        """Ready-made lists to begin from, or to play with as they are."""
        return ()

    # On the shelf

    def face(self, value: L, tr: Translator) -> list[Child]:
        """What stands before a list's name on the shelf."""
        return []

    def about(self, value: L, tr: Translator) -> str:
        """A few words below its name."""
        return ""

    def words(self, value: L) -> Iterable[str]:
        """What a search of the shelf finds besides name, notes and tags: the names of its cards, in every language."""
        for language in LANGUAGES:
            named = self.cards(self.sections(value, self.translator(language)))
            yield from (named[key].name for key in self._held(value) if key in named)

    def steps(self, before: L, after: L, tr: Translator) -> list[str]:
        """What changed between two versions, in a few words each."""
        named = self.cards(self.sections(before, tr)) | self.cards(self.sections(after, tr))
        old, new = self._held(before), self._held(after)
        found = []
        for key in old | new:
            change = new.get(key, 0) - old.get(key, 0)
            name = named[key].name if key in named else key[1]
            text = f"{abs(change)} × {name}" if abs(change) > 1 else name
            if change:
                found.append(tr("lists.step.take" if change > 0 else "lists.step.away", card=text))
        return found

    def beginnings(self, chosen: Mapping[str, str], tr: Translator) -> list[Child]:
        """What one may start from, beside the shelf. ``chosen``: what was pressed there, as
        ``{"do": "starting", "choice": {…}}``."""
        return []

    def starter(self, key: str, chosen: Mapping[str, str], tr: Translator) -> Starter[L] | None:
        """The ready-made list of that key, of those that :meth:`beginnings` shows."""
        return next((it for it in self.starters(tr) if it.key == key), None)

    # Composing

    def draft(self, value: L) -> ListDraft[Any]:
        """A draft of a list, for the builder. Raises BadCode where it cannot be composed here."""
        raise NotImplementedError

    def begin(self, query: Mapping[str, str], tr: Translator) -> ListDraft[Any]:
        """A new draft, from what stands in the address: ``starter``, or nothing."""
        starter = self.starter(query.get("starter", ""), {}, tr)
        draft = self.draft(starter.value if starter else self.empty())
        draft.name = starter.name if starter else ""
        if starter is None:
            draft.part = draft.parts[0]  # where the cards are
        return draft

    def build(self, draft: Any, tr: Translator, session: str, frame: Frame) -> None:
        """Builds the builder page, a :class:`webapp.lists.builder.ListBuilder`."""
        raise NotImplementedError

    # Sharing

    code_pattern: re.Pattern[str] = share_code.PATTERN
    """Finds a code in a text."""
    reader: str = "webapp.lists.plain_text:found_in"
    """``module:function`` that finds a list in plain words, given the text and :meth:`named`: its name and what
    :meth:`from_words` takes, or None. Runs in another process."""

    def code(self, value: L) -> str:
        """A short code that holds the whole list."""
        return share_code.encode(self.game, self._held(value), self.every())

    def decode(self, code: str) -> L:
        """The list in a code; cards that are not here any more are left out. Raises BadCode."""
        return self._filled(share_code.decode(self.game, code, self.every()))

    def opened(self, code: str) -> ListDraft[Any]:
        """The draft of a list that came by a code. Raises BadCode."""
        return self.draft(self.decode(code))

    def named(self) -> Any:
        """The names of all cards in every language, to be looked for in plain words; data that can be pickled."""
        found: dict[tuple[str, str], list[str]] = {}
        for language in LANGUAGES:
            for key, card in self.every(language).items():
                found.setdefault(key, []).append(card.name)
        return found

    def from_words(self, found: Any) -> L:
        """The list that :attr:`reader` has found."""
        return self._filled(found)

    def said(self, value: L, name: str, tr: Translator) -> str:
        """The list as plain text: its name, a line for each card, the code."""
        named = self.cards(self.sections(value, tr))
        lines = [f"{n} {named[key].name if key in named else key[1]}" for key, n in self._held(value).items()]
        return "\n".join([name or list_text("lists.unnamed", tr), *lines, self.code(value)])

    def sheet(self, draft: Any, link: str, paper: Paper, tr: Translator) -> Sequence[SheetPage]:
        """The print sheet of a draft; ``link`` is where its code is opened."""
        raise NotImplementedError

    # At a table

    def whole(self, value: L) -> bool:
        """Whether nothing is missing: it may be offered at a table, whose match says whether it is legal there."""
        return not self.judge(value, self.translator("en")).missing

    def options(self, value: L) -> Json:
        """The options of a new table where such a list can be brought; the rest as by default."""
        return {}

    def table_about(self, options: Json, tr: Translator) -> str:
        """What tells one table from another where lists are brought, from its options."""
        return ""

    def answer(self, value: L) -> Json:
        """The command that brings the list to a match, as answer to one of :attr:`questions`."""
        raise NotImplementedError

    def awaited(self, view: Json) -> bool:
        """Whether the seat whose view this is still has a list to bring, now or later."""
        decision = view.get("decision")
        return decision is not None and decision["kind"] in self.questions

    # Within

    def translator(self, language: str) -> Translator:
        """The texts of its game."""
        return translator(language, self.game)

    @property
    def address(self) -> str:
        """Where its shelf is."""
        return f"/{self.game}/{self.path}"

    def cards(self, sections: Iterable[Section]) -> dict[tuple[str, str], ListCard]:
        """The cards of sections by section and id."""
        return {(of.key, card.id): card for of in sections for card in of.cards}

    def every(self, language: str = "en") -> dict[tuple[str, str], ListCard]:
        """All cards there are: those for a list with nothing in it, and those for the ready-made ones."""
        tr = self.translator(language)
        lists = [self.empty(), *(it.value for it in self.starters(tr))]
        return {key: card for value in lists for key, card in self.cards(self.sections(value, tr)).items()}

    def _held(self, value: L) -> dict[tuple[str, str], int]:
        return {(of, card): n for of, cards in self.counts(value).items() for card, n in cards.items()}

    def _filled(self, counts: Mapping[tuple[str, str], int]) -> L:
        """A list of these cards; what may be chosen can depend on what is chosen already, so until nothing fits."""
        value, left, before = self.empty(), dict(counts), -1
        while left and len(left) != before:
            before = len(left)
            for key, card in self.cards(self.sections(value, self.translator("en"))).items():
                if key in left:
                    value = self.put(value, *key, min(left.pop(key), card.most))
        return value


def link(kind: ListKind[Any], code: str, name: str, host: str) -> str:
    """The address that opens a list on a server: it holds the whole list and its name."""
    query = f"?name={quote(name, safe='')}" if name else ""
    return f"{host}{kind.address}/open/{code}{query}"
