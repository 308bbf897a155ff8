"""The games a table can hold: a key, and where to find a match. Named at start by whoever knows games."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from rules.kernel.refusals import Refusal
from webapp.app.worker_process import find_class

Json = dict[str, Any]


class Match(Protocol):
    """What a table needs of a match: the shape of the engine's contract. Everything it returns is JSON data."""

    @property
    def decisions(self) -> Json: ...

    @property
    def journal(self) -> list[Json]: ...

    @property
    def outcome(self) -> Json | None: ...

    @classmethod
    def new(cls, options: Json, seed: int, **supplies: Any) -> Self: ...

    @classmethod
    def replay(cls, options: Json, journal: list[Json]) -> Self: ...

    def fork(self, seed: int) -> Self: ...

    def check(self, seat: Any, command: Json) -> Refusal | None: ...

    def submit(self, seat: Any, command: Json) -> list[Json]: ...

    def lapse(self, seat: Any, command: Json | None = None) -> list[Json]:
        """The time of a seat is out: the command answers for it; without one the match is lost."""
        ...

    def view(self, viewer: Any) -> Json: ...

    def position(self) -> Json: ...

    def snapshot(self) -> list[Json]: ...


@dataclass(frozen=True)
class Choice:
    """Something to choose when a table is made: an option of the match, the values it may have, the first by default.

    The catalogue names it ``choice.<key>`` and its values ``choice.<key>.<value>``, unless the game names a value
    itself: ``names[value]`` gives its name for a language.
    """

    key: str
    values: tuple[str, ...]
    names: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    means: Mapping[str, Any] = field(default_factory=dict)
    """What the match is told for a value, where that is not the value itself."""
    more: Callable[[], Mapping[str, Callable[[str], str]]] = dict
    """Further values, those that there are at the time, with their names."""

    @property
    def offered(self) -> tuple[str, ...]:
        """All values that may be chosen now."""
        return (*self.values, *(value for value in self.more() if value not in self.values))

    def option(self, value: object) -> Any:
        """What the match is told for what was chosen; for anything that is none of the values, as for the first."""
        chosen = value if isinstance(value, str) and value in self.offered else self.values[0]
        return self.means.get(chosen, chosen)


@dataclass(frozen=True)
class Several:
    """An option of the match of which any number of values may be chosen, of those that there are at the time; the
    first alone by default. ``now``: each value with its name, which is the same in every language."""

    key: str
    now: Callable[[], Mapping[str, str]]

    def option(self, value: object) -> list[str] | None:
        """What the match is told for values with commas between; None: nothing, as that is the default."""
        there = list(self.now())
        wanted = value.split(",") if isinstance(value, str) else []
        found = [it for it in there if it in wanted] or there[:1]
        return None if found == there[:1] else found


@dataclass(frozen=True)
class Title:
    """A game. ``match`` names its class as ``module:Class``, so that a worker process finds it, too."""

    key: str
    match: str
    choices: tuple[Choice, ...] = ()
    several: tuple[Several, ...] = ()
    seats: tuple[str, ...] = ("1", "2")
    queries: frozenset[str] = field(default_factory=frozenset)
    """Methods of a match that only look, and that :meth:`Table.query` may therefore run elsewhere."""
    supplies: Callable[[], Mapping[str, Any]] = dict
    """What a new match is given besides its options: what there is to choose from here and now."""
    warm: str = ""
    """``module:function`` that does in a new process what needs to be done only once."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The bots that may take a seat: the name of each, which is the same in every language."""
    bot: str = ""
    """``module:function`` of the match, a seat, the kind of bot and a number for its dice: what that bot answers."""
    takeback: Json | None = None
    """What is in every command that asks the others for something to be taken back."""

    untimed: frozenset[str] = field(default_factory=frozenset)
    """Kinds of questions that no clock runs for."""
    again: Callable[[Json, Match], tuple[Json, Mapping[str, list[Json]]]] = lambda options, _: (options, {})
    """Of the options and the match just over: the options of a rematch, and the commands by seat that each player gives
    again as soon as they are asked: what they brought is kept."""

    def seats_of(self, options: Json) -> tuple[str, ...]:
        """The seats of a match with these options, in order."""
        return self.seats

    def takes_back(self, command: Json) -> bool:
        """Whether a command asks for something to be taken back."""
        return self.takeback is not None and self.takeback.items() <= command.items()

    def factory(self) -> type[Match]:
        """The match class."""
        found: type[Match] = find_class(self.match)
        return found

    def new(self, options: Json, seed: int) -> Match:
        """A new match. Raises whatever the match says to options that it does not understand."""
        return self.factory().new(options, seed, **self.supplies())


class Titles:
    """The games of this process by key."""

    def __init__(self, titles: Iterable[Title] = ()) -> None:
        self._titles = {title.key: title for title in titles}

    def __iter__(self) -> Iterator[Title]:
        return iter(self._titles.values())

    def __getitem__(self, key: str) -> Title:
        return self._titles[key]

    def get(self, key: str) -> Title | None:
        """The game of that key."""
        return self._titles.get(key)
