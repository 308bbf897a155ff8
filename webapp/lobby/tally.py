"""Who has won how often, by the names at the seats: over an evening, over a season, against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from webapp.games.contract import winners
from webapp.i18n import Translator
from webapp.store import SavedTable
from webapp.tables import Table
from webapp.tables.seats import HOUSE

EVENING_S = 12 * 3600.0
"""Matches begun so many seconds before the newest one are of the same evening."""
LEAST = 2
"""The number of matches from which on they are counted."""


@dataclass(frozen=True)
class Played:
    """A match that is over. `at`: when it was begun; `people`: names by seat, without bots that have a seat to
    themselves; `won`: the seats that won; `score`: by seat, where the game has one; of a stored match also
    `options`, what it was made with, and `record`, what is kept of it (:attr:`Game.record`)."""

    code: str
    game: str
    at: float
    people: Mapping[str, str]
    won: frozenset[str]
    score: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    record: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of_table(cls, table: Table) -> Played | None:
        """The match of a table; None where it is not over, came as a file, or was a guided one."""
        if table.settings.guided:
            return None
        people = {key: seat.name for key, seat in table.seats.items() if seat.name and not seat.house}
        return _played(table.code, table.game.key, table.created_at, people, table.outcome, table.settings.origin)

    @classmethod
    def of_row(cls, row: SavedTable) -> Played | None:
        """The match of a stored table; None where it is not over, came as a file, or was a guided one."""
        if row.settings.get("guided"):
            return None
        people = {seat.seat: seat.name for seat in row.seats if seat.name and seat.holder != HOUSE}
        match = _played(row.code, row.title, row.created_at, people, row.outcome, row.settings.get("origin", ""))
        return match and replace(match, options=row.options, record=row.settings.get("record") or {})

    @property
    def house_won(self) -> bool:
        """Whether bots won, and nobody with them."""
        return bool(self.won) and self.won.isdisjoint(self.people)

    def names(self, *, won: bool) -> list[str]:
        """The people who won, or who did not, in the order of the seats."""
        return [name for seat, name in self.people.items() if (seat in self.won) == won]


def _played(
    code: str, game: str, at: float, people: dict[str, str], outcome: Mapping[str, Any] | None, origin: str
) -> Played | None:
    if outcome is None or origin == "file":
        return None
    return Played(code, game, at, people, frozenset(winners(dict(outcome))), outcome.get("score") or {})


@dataclass
class Standing:
    """One player's matches and wins, and both by game."""

    name: str
    matches: int = 0
    won: int = 0
    by_game: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By game, the matches and how many of them were won."""

    def add(self, match: Played, won: bool) -> None:
        """Counts a match."""
        self.matches += 1
        self.won += won
        matches, before = self.by_game.get(match.game, (0, 0))
        self.by_game[match.game] = (matches + 1, before + won)


def standings(matches: Iterable[Played]) -> list[Standing]:
    """The players, most wins first, of as many who needed fewer matches. Who had several seats counts once a match."""
    table: dict[str, Standing] = {}
    for match in matches:
        won = set(match.names(won=True))
        for name in dict.fromkeys(match.people.values()):
            table.setdefault(name, Standing(name)).add(match, name in won)
    return sorted(table.values(), key=lambda row: (-row.won, row.matches, row.name.casefold()))


@dataclass(frozen=True)
class Pairing:
    """Two players against each other: the matches in which one won and the other did not, by who won."""

    one: str
    other: str
    won: int
    lost: int

    @property
    def matches(self) -> int:
        """The matches that one of them won over the other."""
        return self.won + self.lost


def pairings(matches: Iterable[Played]) -> list[Pairing]:
    """All pairs of whom one has won over the other, most matches first. Matches that both won, or neither, say nothing
    about them."""
    over: Counter[tuple[str, str]] = Counter()
    for match in matches:
        won, lost = set(match.names(won=True)), set(match.names(won=False))
        over.update((one, other) for one in won - lost for other in lost - won)
    pairs = []
    for one, other in combinations(sorted({name for pair in over for name in pair}, key=str.casefold), 2):
        first, second = over[one, other], over[other, one]
        if second > first:
            one, other, first, second = other, one, second, first
        if first:
            pairs.append(Pairing(one, other, first, second))
    return sorted(pairs, key=lambda pair: (-pair.matches, -pair.won, pair.one.casefold(), pair.other.casefold()))


def evenings(matches: Sequence[Played]) -> list[list[Played]]:
    """The matches by evening. Both in the order given, the newest first."""
    nights: list[list[Played]] = []
    for match in matches:
        if nights and nights[-1][0].at - match.at <= EVENING_S:
            nights[-1].append(match)
        else:
            nights.append([match])
    return nights


def evening(finished: Sequence[Table], tr: Translator) -> str:
    """The last evening in a sentence, most wins first; empty where there was but one match. Bots, and matches that came
    as files, are not counted. `finished`: the newest first."""
    own = [match for table in finished if (match := Played.of_table(table)) is not None]
    last = next(iter(evenings(own)), [])
    if len(last) < LEAST:
        return ""
    won = standings(last)
    listed = ", ".join(tr("lobby.evening-won", name=row.name, n=row.won) for row in won)
    return tr.plural("lobby.evening", len(last), won=listed) if won else ""
