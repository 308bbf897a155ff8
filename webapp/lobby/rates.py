"""How often which seat won: over the matches of a game, by what was chosen for them, and by what was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webapp.games.contract import Choice, Game
from webapp.lobby.tally import Played
from webapp.table_kit.choice_fields import chosen_value


@dataclass(frozen=True)
class Share:
    """How many of some matches were won."""

    won: int
    matches: int

    @property
    def percent(self) -> int:
        """The same as a whole percentage."""
        return round(100 * self.won / self.matches) if self.matches else 0


@dataclass(frozen=True)
class Split:
    """Matches by who won them. `won`: how many by the seats that won together; without a seat: nobody won."""

    won: Mapping[tuple[str, ...], int]

    @classmethod
    def of(cls, matches: Sequence[Played]) -> Split:
        """The matches by who won them, in the order of the seats, nobody last."""
        counted = Counter(tuple(sorted(match.won)) for match in matches)
        return cls(dict(sorted(counted.items(), key=lambda row: (not row[0], row[0]))))

    @property
    def matches(self) -> int:
        """The number of the matches."""
        return sum(self.won.values())


def by_seat(game: Game, matches: Sequence[Played]) -> dict[str, Share]:
    """By seat how many of the matches that had it it won, bots' seats included."""
    had, won = Counter[str](), Counter[str]()
    for match in matches:
        had.update(game.seats(dict(match.options)))
        won.update(match.won)
    return {seat: Share(won[seat], had[seat]) for seat in sorted(had)}


def by_choice(game: Game, matches: Sequence[Played]) -> dict[str, dict[str, Split]]:
    """By choice and value who won the matches with it, in the order in which values are offered; only choices of which
    several values have been played. What chance chose counts as that, where the match keeps it."""
    found: dict[str, dict[str, Split]] = {}
    for choice in game.choices:
        groups: dict[str, list[Played]] = {}
        for match in matches:
            groups.setdefault(value_of(choice, match), []).append(match)
        groups.pop("", None)
        order = {value: n for n, value in enumerate(choice.offered)}
        if len(groups) > 1:
            values = sorted(groups, key=lambda value: (order.get(value, len(order)), value))
            found[choice.key] = {value: Split.of(groups[value]) for value in values}
    return found


def value_of(choice: Choice, match: Played) -> str:
    """The value of a choice that a match was played with; empty for one that cannot be told."""
    return str(match.record.get("drawn", {}).get(choice.key, "")) or chosen_value(choice, dict(match.options))


def by_cast(matches: Sequence[Played]) -> dict[str, Share]:
    """By what was played how many of the matches it won, the most played first. Matches that keep nothing of it, as
    older ones, are left out; what both sides of one match played counts twice."""
    had, won = Counter[str](), Counter[str]()
    for match in matches:
        for seat, ids in match.record.get("cast", {}).items():
            had.update(ids)
            won.update(ids if seat in match.won else ())
    shares = {id: Share(won[id], had[id]) for id in had}
    return dict(sorted(shares.items(), key=lambda row: (-row[1].matches, -row[1].percent, row[0])))
