"""The names and the translator that the texts of a game need: a part of the contract in a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.kernel import Json

if TYPE_CHECKING:
    from webapp.i18n import Translator


def named_seat(tr: Translator, seat: str) -> str:
    """The game's name of a seat, ``game.seat.<key>`` in its catalogue; empty if it has none."""
    key = f"game.seat.{seat}"
    return tr(key) if tr.has(key) else ""


def seat_name(tr: Translator, seat: str) -> str:
    """The name of a seat: the game's, else its number."""
    return named_seat(tr, seat) or tr("table.seat", seat=seat)


@dataclass(frozen=True)
class CastMember:
    """Somebody or something that a seat plays: a side, a people, a figure. `picture`: an address; empty: none."""

    name: str
    picture: str = ""


@dataclass(frozen=True, eq=False)
class Words:
    """The names and the translator for the texts of one view in one language. `players`: the names at the seats, None
    at free ones; `book`: the result of :meth:`Screens.book`; `code`: the table's. Two are never equal: to compare two
    views with their logs takes longer than to draw one."""

    view: Json
    tr: Translator
    players: Mapping[str, str | None]
    book: Any = None
    code: str = ""

    @property
    def basis(self) -> str:
        """The facts that log lines depend on besides their events: when they change, all lines are drawn again."""
        return " / ".join(self.player(seat) for seat in self.players)

    def player(self, seat: str) -> str:
        """The name of the player on a seat, else the name of the seat."""
        return self.players.get(seat) or seat_name(self.tr, seat)

    def colours(self, seat: str | None) -> str:
        """The classes that give an element the colours of a seat; none for nobody's."""
        return f"side-{seat}" if seat else ""

    def called(self, id: str) -> str:
        """The name of a thing of the game; the id itself where nothing has it."""
        return id

    def named(self, value: Any) -> Any:
        """A parameter of a text with names instead of ids; numbers are unchanged."""
        if isinstance(value, bool) or value is None:
            return ""
        if isinstance(value, str):
            return self.player(value) if value in self.players else self.called(value)
        if isinstance(value, Mapping):
            return ", ".join(self.tr.labelled(self.named(key), self.named(its)) for key, its in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(str(self.named(item)) for item in value)
        return value

    def say(self, key: str, params: Mapping[str, Any]) -> str:
        """A text with its parameters filled in, as players read them."""
        return self.tr(key, **{name.rstrip("_"): self.named(value) for name, value in params.items()})
