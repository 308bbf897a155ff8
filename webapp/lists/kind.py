"""What a game says of the lists that people compose for it and keep: cabals, decks.

A game with lists subclasses :class:`ListKind` and names it as :attr:`webapp.games.contract.Game.lists`. Shelf, builder,
versions, codes, import, export, print and the way to a table are the house's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rules.kernel.codec import Codec
from webapp.i18n import Translator
from webapp.ui.tree import Child

if TYPE_CHECKING:
    from webapp.games.contract import Json

L = TypeVar("L")


@dataclass(frozen=True)
class Card:
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
    that is fixed; ``exclusive``: one of them at most, which takes the place of the one before (a side, a faction)."""

    key: str
    name: str
    cards: Sequence[Card]
    needs: int | None = None
    exclusive: bool = False


@dataclass(frozen=True)
class Verdict:
    """What the checker says of a list, in sentences: ``problems`` no further card can mend, ``missing`` is still to be
    chosen."""

    problems: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

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


class BadCode(ValueError):
    """A share code that cannot be read. ``code`` and ``params`` are for the catalogue (``lists.bad.<code>``):
    ``not-a-code``, ``mistyped``, or what a game says besides."""

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class ListKind(Generic[L]):
    """The lists of one game. ``L`` is a frozen value; ``codec`` reads and prints it as it is kept.

    ``game`` is the game's key; its lists stand below ``/<game>/<path>``. The game's catalogue names them:
    ``list.title`` (browser tab), ``list.heading`` ("Decks"), ``list.yours`` ("Your decks"), ``list.unnamed`` ("Unnamed
    deck"), ``list.new`` ("New deck").
    """

    game: str
    path: str
    codec: Codec[L]
    styles: Sequence[str] = ()
    """Style sheets of its shelf and builder besides the house's, files of ``static/css``."""
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
        ``count`` is at most :attr:`Card.most`; of an exclusive section the card before is gone."""
        raise NotImplementedError

    def starters(self, tr: Translator) -> Sequence[Starter[L]]:
        """Ready-made lists to begin from, or to play with as they are."""
        return ()

    # On the shelf

    def face(self, value: L, tr: Translator) -> list[Child]:
        """What stands before a list's name on the shelf."""
        return []

    def about(self, value: L, tr: Translator) -> str:
        """A few words below its name (the side, the faction)."""
        return ""

    # At a table

    def options(self, value: L) -> Json:
        """The options of a new table where such a list can be brought; the rest as by default."""
        return {}

    def answer(self, value: L) -> Json:
        """The command that brings the list to a match, as answer to one of :attr:`questions`."""
        raise NotImplementedError

    def awaited(self, view: Json) -> bool:
        """Whether the seat whose view this is still has a list to bring, now or later."""
        decision = view.get("decision")
        return decision is not None and decision["kind"] in self.questions
