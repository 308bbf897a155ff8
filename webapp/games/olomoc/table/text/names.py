"""The names of things on a screen: players, rouages, cards, markers, in the reader's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from rules.kernel.identity_cache import cached_by
from webapp.games.olomoc.table.cards.book import Book, words
from webapp.i18n import Translator
from webapp.ui.tree import Node, el

GLYPHS = ("valve", "arch", "compass", "gauge", "pylon", "shaft", "lamp", "terminal")
INCH = 25_400


class Names:
    """Words for one view and one language. `players`: the names at the seats, None where nobody sits; `code`: the
    table's, where there is one to go back to."""

    def __init__(
        self,
        view: Mapping[str, Any],
        tr: Translator,
        players: Mapping[str, str | None],
        book: Book,
        code: str = "",
    ) -> None:
        self.tr = tr
        self.view = view
        self.book = book
        self.code = code
        self.me = view.get("me")
        self._players = players
        self._pieces = {piece["id"]: piece for piece in [*view.get("rouages", ()), *view.get("hostiles", ())]}
        self._markers = {marker["id"]: marker for marker in view.get("markers", ())}
        self._decor = {decor["id"]: decor for decor in view.get("decor", ())}
        self._monograms = _monograms(BookNames(book, self), tuple((id, self._card_of(id)) for id in self._pieces), tr)
        self.basis = " / ".join(self.player(seat) for seat in ("1", "2"))
        """The names at the seats, on which texts depend besides the view."""

    def only(self, *keys: str, **given: Any) -> Excerpt:
        """The same words for these keys of the view alone, and for who looks: props of a part that reads no others.
        `given`: keys of which it reads but this."""
        view = {key: self.view[key] for key in ("me", *keys) if key in self.view}
        return Excerpt(view | given, self.tr, self._players, self.book, self.code)

    # Players

    @property
    def players(self) -> Mapping[str, str | None]:
        """The names at the seats, None where nobody sits."""
        return self._players

    @cached_property
    def scope(self) -> Hashable:
        """All that log lines depend on besides their events: the basis, and what there is in this view to be named and
        lit up."""
        pieces = (
            (id, piece.get("seat"), piece.get("card"), piece["profile"].get("base"))
            for id, piece in self._pieces.items()
        )
        decor = ((id, decor_row["kind"]) for id, decor_row in self._decor.items())
        return self.basis, self.view.get("agenda"), *pieces, *self._markers, *decor

    def colours(self, seat: str | None) -> str:
        """The classes that give an element the colours of a seat; none for nobody's."""
        return f"side-{seat}" if seat else ""

    def player(self, seat: str) -> str:
        return self._players.get(seat) or self.tr("table.seat", seat=seat)

    def who(self, seat: str) -> Node:
        """A player's name in their colour."""
        return el("span.who", self.player(seat), cls=f"side-{seat}")

    def mine(self, seat: str) -> bool:
        return self.me == seat

    # Pieces

    def seat(self, id: str) -> str | None:
        """The seat that a rouage belongs to, from the piece or from its id (`<seat>-<card>`)."""
        if id in self._pieces:
            seat: str | None = self._pieces[id].get("seat")
            return seat
        return id[0] if id[:2] in ("1-", "2-") else None

    def _card_of(self, id: str) -> str | None:
        piece = self._pieces.get(id)
        if piece is not None and piece.get("card"):
            card: str = piece["card"]
            return card
        return id[2:] if id[:2] in ("1-", "2-") else self._hostile_card(id) or id

    def _hostile_card(self, id: str) -> str | None:
        """The card of a hostile's id (`<card>-<number>`): one that has left the match is in no view."""
        card, _, number = id.rpartition("-")
        return card if number.isdigit() and self.book.hostile(card) is not None else None

    def full(self, id: str) -> str:
        """A rouage's or hostile's whole name."""
        card = self._card_of(id)
        return self.card(card) if card else id

    def piece(self, id: str) -> str:
        """The name to call it by in a sentence: a rouage's first name; a hostile's, numbered if it is one of many."""
        if id in ("1", "2"):
            return self.player(id)
        if id in self._markers:
            return self.marker(id)
        return self._short_by_id.get(id) or _short_name(id, self)

    @cached_property
    def _short_by_id(self) -> Mapping[str, str]:
        """The names of pieces as :meth:`piece` has them."""
        return _short_names(BookNames(self.book, self), self.scope, self.tr)

    def someone(self, id: str) -> Node:
        """A piece's or a player's name as a node in its side's colour, which lights it up on the Bloc."""
        if id in self._markers:
            return el("strong", self.piece(id), data_piece=id)
        seat = id if id in ("1", "2") else self.seat(id)
        return el("span.who", self.piece(id), cls=f"side-{seat or 'h'}", data_piece=id)

    def monogram(self, id: str) -> str:
        """The two letters of a piece, or of a card that is none yet."""
        known = self._monograms.get(id)
        if known is None and (card := self.book.rouage(id[2:])) is not None:
            known = _monograms(BookNames(self.book, self), ((id, card.id),), self.tr)[id]
        return known or "+"

    def letter(self, id: str) -> str:
        """The mark of a hostile on the Bloc: its name's first letter, and its number where it has one."""
        return self.full(id)[:1].upper() + (_number(id, self._pieces) or "")

    def hostile_words(self, piece: Mapping[str, Any]) -> str:
        """A hostile read out: name, life where it has any, and whether it is stunned."""
        words, life = [self.piece(piece["id"])], len(piece["profile"].get("life", ""))
        if life:
            words.append(self.tr("card.life-of", left=life - piece.get("wounds", 0), all=life))
        if "stunned" in piece.get("states", ()):
            words.append(self.tr("card.stunned"))
        return ", ".join(words)

    def profile(self, id: str) -> Mapping[str, Any]:
        return dict(self._pieces[id]["profile"]) if id in self._pieces else {}

    def get(self, id: str) -> Mapping[str, Any]:
        """The piece itself, as the view has it."""
        piece: Mapping[str, Any] = self._pieces.get(id, {})
        return piece

    def standing(self) -> Mapping[str, tuple[float, float]]:
        """The centres of the markers and pieces on the Bloc."""
        things = [*self._markers.values(), *self._pieces.values()]
        return {row["id"]: (row["at"][0], row["at"][1]) for row in things if row.get("at")}

    def is_on_bloc(self, id: str) -> bool:
        """Whether there is such a thing on the Bloc (a piece, a marker, a decor), as far as this view knows."""
        return id in self._pieces or id in self._markers or id in self._decor

    def piece_words(self, piece: Mapping[str, Any], active: bool) -> str:
        """A rouage read out: name, whose, rank, life, and what burdens it."""
        return piece_words(piece, self.full(piece["id"]), self.player(piece["seat"]), active, self.tr)

    # Cards and other words

    def read(self, id: str, section: str = "") -> Node:
        """A card's name as something to press: it is then read large (`reader.py`). Where cards of two sorts may have
        one id, `section` says which is meant."""
        return el("button.card-name", self.card(id, section), data_read=f"{section}:{id}" if section else id)

    def card(self, id: str, section: str = "") -> str:
        """A card's name: a rouage's, an equipment's, a ministry's, an artefact's; a slot may name a rouage's id. Where
        cards of two sorts may have one id, `section` says which is meant."""
        if section == "agendas" and (agenda := self.book.agenda(id)) is not None:
            return words(agenda.name, self.tr.language)
        if id == "propaganda":
            return self.tr("card.propaganda")
        if id in self._pieces and id[:2] in ("1-", "2-"):
            return self.full(id)
        return self.book.name(id, self.tr.language) or self.capacity(id)

    def called(self, id: str) -> str:
        """The name of anything that has an id: a piece, a player, a marker, a decor, a card; the id itself for anything
        else."""
        if id in ("1", "2") or id in self._pieces or id in self._markers or self._hostile_card(id) is not None:
            return self.piece(id)
        if id in self._decor:
            return self.tr(f"table.decor-{self._decor[id]['kind']}").lower()
        if id[:2] in ("1-", "2-"):
            return self.card(id[2:])
        return self.book.name(id, self.tr.language) or self.capacity(id)

    def ministry(self, id: str) -> str:
        return self.tr(f"card.ministry-{id}")

    def capacity(self, id: str) -> str:
        """A capacity's name: one of the generic ones, or one on a card."""
        return capacity_name(id, self.book, self.tr)

    def marker(self, id: str) -> str:
        if (name := self.book.marker(self.view.get("agenda"), id, self.tr.language)) is not None:
            return name
        before = sum(other < id for other in self._markers)
        return self.tr("table.marker", n=before + 1)

    def glyph(self, id: str) -> str:
        names = sorted(self._markers)
        return GLYPHS[names.index(id) % len(GLYPHS)] if id in names else GLYPHS[0]

    def token(self, name: str) -> str:
        """The owner of a token on a marker: a player's (their seat), or the agenda's."""
        return self.player(name) if name in ("1", "2") else self.tr("amend.agenda")

    def marker_words(self, marker: Mapping[str, Any]) -> str:
        words = [self.marker(marker["id"])]
        words += [self.tr.labelled(self.token(name), str(n)) for name, n in marker.get("tokens", {}).items()]
        if marker.get("tinted"):
            words.append(self.tr("table.tinted"))
        return ", ".join(words)

    def inches(self, micrometres: float) -> str:
        """A length in the reader's notation: "3.4 in", "3,4 pouces"."""
        return inches(micrometres, self.tr)

    def length(self, micrometres: float, places: int) -> str:
        """A length with so many decimals."""
        return inches(micrometres, self.tr, places)


class Excerpt(Names):
    """The words of some keys of a view, equal to those of a later view in which these are equal."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Excerpt):
            return NotImplemented
        alike = self.tr is other.tr and self.book is other.book and self.basis == other.basis
        return alike and self.view == other.view

    __hash__ = None  # type: ignore[assignment]  # as of other values that hold mappings


def inches(micrometres: float, tr: Translator, places: int = 1) -> str:
    """A length with so many decimals; French has the singular below two."""
    figure = f"{micrometres / INCH:.{places}f}"
    key = "table.inch" if float(figure) < 2 else "table.inches"
    return tr(key, n=tr.decimal(micrometres / INCH, places))


def capacity_name(id: str, book: Book, tr: Translator) -> str:
    """A capacity's name: one of the generic ones, or one on a card."""
    key = f"option.{id}"
    return tr(key) if tr.has(key) else book.capacity(id, tr.language)


# Said of every rouage at each step, on its tile and in what is read out, while one or none has changed.
@cached_by(size=256)
def piece_words(piece: Mapping[str, Any], name: str, player: str, active: bool, tr: Translator) -> str:
    """A rouage read out: name, whose, rank, life, and what burdens it."""
    words = [name, player, tr("card.rank-n", rank=piece["profile"]["rank"])]
    life = len(piece["profile"]["life"])
    words.append(tr("card.life-of", left=life - piece.get("wounds", 0), all=life))
    if "actions" in piece and not piece.get("out"):
        words.append(tr.plural("card.actions-n", piece["actions"]))
    if piece.get("noirceur"):
        words.append(tr.plural("card.noirceur-n", piece["noirceur"]))
    if "stunned" in piece.get("states", ()):
        words.append(tr("card.stunned"))
    if active:
        words.append(tr("card.active"))
    return ", ".join(words)


def _number(id: str, pieces: Iterable[str]) -> str | None:
    """A hostile's own number, where more than one of its card was ever met."""
    stem, _, number = id.rpartition("-")
    if not number.isdigit():
        return None
    return number if number != "1" or _stems(tuple(pieces))[stem] > 1 else None


@lru_cache(64)
def _stems(ids: tuple[str, ...]) -> Counter[str]:
    """The number of pieces by what their ids begin with."""
    return Counter(id.rpartition("-")[0] for id in ids)


class BookNames(NamedTuple):
    """The names with their book, for what is cached by the book: it may read of the names only what it is given
    besides."""

    book: Book
    names: Names


def _short_name(id: str, names: Names) -> str:
    """A rouage's first name; a hostile's name, with a number where there are several."""
    name = names.full(id)
    if names.seat(id) is None:
        return f"{name} {number}" if (number := _number(id, names._pieces)) else name
    return name.split()[0]


# Pieces come and go a few times in a match.
@cached_by("book", size=64)
def _short_names(of: BookNames, scope: Hashable, tr: Translator) -> Mapping[str, str]:
    names = {id: _short_name(id, of.names) for id in of.names._pieces}
    # Of two of one name each says whose it is.
    twice = {name for name, n in Counter(names.values()).items() if n > 1}
    return {
        id: tr("table.of-seat", piece=name, player=of.names.player(id[0])) if name in twice and id[1:2] == "-" else name
        for id, name in names.items()
    }


@cached_by("book", size=64)
def _monograms(of: BookNames, pieces: tuple[tuple[str, str | None], ...], tr: Translator) -> Mapping[str, str]:
    """Two letters for each piece, of its card's first and last name; a third when two cards of a side would look
    alike. Each piece with its card's id."""
    cards, letters_of = dict(pieces), dict[str, str]()
    for id, card in pieces:
        words = [w for w in (of.names.card(card) if card else id).replace("-", " ").split() if w]
        letters = (words[0][0] + (words[-1][0] if len(words) > 1 else words[0][1:2])).upper()
        alike = any(letters_of[o] == letters and cards[o] != card and o[:1] == id[:1] for o in letters_of)
        letters_of[id] = letters + words[-1][1:2] if alike else letters
    return letters_of
