"""All that the house asks of a game: :class:`Game`, what it is and where its rules are, and :class:`Screens`, what it
shows. Lobby, seats, tables, store, replay, host, API and command line speak to nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rules.kernel.contract import Match
from webapp.app.worker_process import find_class

if TYPE_CHECKING:
    from nicegui.element import Element

    from webapp.i18n import Translator
    from webapp.lists.kind import ListKind
    from webapp.packs.kind import PackKind
    from webapp.ui.glossary import Glossary
    from webapp.ui.tree import Child, Node

Json = dict[str, Any]
P = TypeVar("P")
"""What pages are built at: in this house a :class:`webapp.seats.place.Place`. Left open here, as a place has a table,
and a table a game."""


@dataclass(frozen=True)
class GamePreferences:
    """What a person may prefer of one game's screens. The catalogue names ``preferences.<key>`` and its values
    ``preferences.<key>.<value>``; kinds of sounds are ``preferences.sounds.<kind>``. On pages each choice is on the
    ``<body>`` as ``data-<key>``, and its sounds are among ``data-sounds``."""

    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By key, the first value unless another is chosen."""
    sounds: tuple[str, ...] = ()
    """Kinds that may be heard besides the house's, of those that `static/js/sounds.js` can make. A log line names its
    kind as ``data-sound``; nobody hears a kind that they have not asked for."""


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
    advanced: frozenset[str] = frozenset()
    """Values for those who know the game: they stand apart, after all others."""

    @property
    def offered(self) -> tuple[str, ...]:
        """All values that may be chosen now."""
        found = (*self.values, *(value for value in self.more() if value not in self.values))
        return tuple(sorted(found, key=lambda value: value in self.advanced))

    def option(self, value: object) -> Any:
        """What the match is told for what was chosen; for anything that is none of the values, as for the first."""
        chosen = value if isinstance(value, str) and value in self.offered else self.values[0]
        return self.means.get(chosen, chosen)


@dataclass(frozen=True)
class MultipleChoice:
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
class Key:
    """A line of the help sheet: keys that do one thing ("1", "…", "5"), and the catalogue's key for what that is."""

    keys: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class RulebookLinks:
    """Where a game's rules can be read: ``href`` is its page; ``texts(language)`` the address of its clauses as JSON,
    which ``static/js/clauses.js`` shows one by one, empty where there is none."""

    href: str
    texts: Callable[[str], str] = field(default=lambda language: "")


@dataclass(frozen=True)
class Marks:
    """What a replay's timeline shows, by the numbers of the log's events."""

    chapters: Sequence[tuple[int, int]] = ()
    """Where the large parts of the match begin, each with its number (cycles, rounds)."""
    parts: Sequence[tuple[int, int]] = ()
    """Where the parts of a chapter begin, each with its number (phases, turns)."""
    rolls: Sequence[int] | None = None
    """Where dice fell; None: a game without dice, whose replay has no way from roll to roll."""
    hits: Sequence[int] = ()
    """Where somebody lost something."""
    points: Sequence[tuple[int, str]] = ()
    """Where a seat scored."""


def named_seat(tr: Translator, seat: str) -> str:
    """What a game calls a seat, whose catalogue may have ``game.seat.<key>``; empty: it has no name."""
    key = f"game.seat.{seat}"
    return tr(key) if tr.has(key) else ""


def seat_name(tr: Translator, seat: str) -> str:
    """What a seat is called: by its game, else by its number."""
    return named_seat(tr, seat) or tr("table.seat", seat=seat)


@dataclass(frozen=True)
class Words:
    """What the texts of a game are made from: one view, in one language. ``players``: the names at the seats, None
    where nobody sits; ``book``: what :meth:`Screens.book` made of the match; ``code``: the table's."""

    view: Json
    tr: Translator
    players: Mapping[str, str | None]
    book: Any = None
    code: str = ""

    @property
    def basis(self) -> str:
        """What log lines depend on besides their events: when it changes, all of them are drawn anew."""
        return " / ".join(self.player(seat) for seat in self.players)

    def player(self, seat: str) -> str:
        """The name of who sits there, else that of the seat."""
        return self.players.get(seat) or seat_name(self.tr, seat)


class Screens(Generic[P]):
    """What a game shows. The house builds the page, its head line with menu and clocks, and asks these for the rest.

    Only :meth:`player` must be written; each of the others has a plain default. ``words`` is always what
    :meth:`words` made, for a viewer who may know it.
    """

    styles: Sequence[str] = ()
    """The style sheets of its table pages and replays, files of ``static/css``."""
    lobby_styles: Sequence[str] = ()
    """Those of what :meth:`aside` builds in the lobby."""
    television_styles: Sequence[str] = ()
    """Those of the page for a screen that a whole room looks at."""
    keys: Mapping[str, Sequence[Key]] = {}
    """The help sheet's lines by section; sections are keys of the catalogue."""
    preferences: GamePreferences = GamePreferences()
    """What a person may prefer of them."""
    rules: RulebookLinks | None = None
    """Its rules, where they can be read."""
    glossary: Glossary | None = None
    """Its words with what they mean, which its pages say where they stand."""
    links: Sequence[tuple[str, str, str]] = ()
    """The ways from the lobby to its own pages: for each the catalogue's key for its words, the address, a mark."""
    chapter = "table.round"
    """The catalogue's key for what :attr:`Marks.chapters` are called."""

    # Pages. Each is called once per page, inside its main part; `at.follow` keeps what it built up to date.

    def player(self, at: P) -> None:
        """Builds a player's page: what ``at.seat`` may see, and the answers to what it is asked."""
        raise NotImplementedError

    def spectator(self, at: P) -> None:
        """Builds the page of somebody who only looks. ``at.viewer`` is a seat while that seat's player lends it."""
        self.player(at)

    def television(self, at: P) -> None:
        """Builds the page for a screen that a whole room looks at: all that is public, large, nothing to press."""
        self.spectator(at)

    def moment(self, at: P) -> MomentScreen[P]:
        """Builds what a replay shows of one moment; ``at`` stands there, and moves."""
        return MomentScreen(self, at)

    def routes(self) -> None:
        """Puts the game's own pages at their addresses, all of them below ``/<key>``."""

    # Texts

    def book(self, journal: list[Json]) -> Any:
        """What texts need of a match besides the view (its cards), made once per match."""
        return None

    def words(
        self, view: Json, tr: Translator, players: Mapping[str, str | None], book: Any = None, code: str = ""
    ) -> Any:
        """What all texts of one view and language are made from. It has what :class:`Words` has."""
        return Words(view, tr, players, book, code)

    def line(self, event: Json, words: Any) -> Node | None:
        """An event as a line of the log; None for one that has none."""
        return None

    def log_head(self, words: Any) -> list[Child]:
        """What stands above the log."""
        return []

    def head(self, words: Any) -> list[Child]:
        """The match in a line: for the head of replays and of the screen between two players."""
        return []

    def where(self, words: Any) -> str:
        """Where in the match a view is ("cycle 2, phase 3"), for a replay's timeline."""
        return ""

    def marks(self, log: Sequence[Json]) -> Marks:
        """What a replay's timeline shows of a log."""
        return Marks()

    def past(self, view: Json, moment: int, log: Sequence[Json]) -> Json:
        """A view of an earlier moment as it is shown; ``log`` is all that these eyes see of the match until now."""
        return view

    def large(self, id: str, words: Any) -> Node | None:
        """The sheet on which something is read large that a page marks with ``data-read``; None for what is none."""
        return None

    def hint(self, option: Json, words: Any) -> tuple[str, list[str]]:
        """A hint in words: the answer, and the reasons for it. ``option`` is as the query ``hints`` gives it; with
        ``seat`` it is told of that seat's player to anybody, once the match is over."""
        return str(option["command"]["kind"]), []

    def result(self, outcome: Json, players: Mapping[str, str | None], tr: Translator) -> str:
        """How a match ended, in a line of the lobby."""
        won = winners(outcome)
        if not won:
            return tr("lobby.drawn")
        return tr("lobby.won", name=", ".join(players.get(seat) or seat for seat in won))

    def aside(self, choice: Choice) -> Callable[[Translator, Element], None] | None:
        """What builds, beside a choice of the lobby's form, what follows its field (a small map); None: nothing."""
        return None


class MomentScreen(Generic[P]):
    """What a replay shows of one moment, beside what is the house's: controls, timeline, eyes, log. This one shows the
    spectator's page; a game may return one of its own."""

    tabs: Sequence[tuple[str, str, str]] = ()
    """What small screens show one at a time: for each a key, a sign, and the catalogue's key for its name."""

    def __init__(self, screens: Screens[P], at: P) -> None:
        self.screens = screens
        self.at = at

    def board(self) -> None:
        """Builds what stands in the middle."""
        self.screens.spectator(self.at)

    def side(self) -> None:
        """Builds what stands beside it, above the log."""

    def show(self, view: Json, turn: int) -> None:
        """Shows the place where ``at`` stands now. ``view`` is its view with the last stop's events alone in its log,
        numbered anew at each ``turn``: dice fall again whenever one comes by."""

    def held(self, words: Any) -> list[Child]:
        """What these eyes see in hands, for the replay's tools."""
        return []


def winners(outcome: Json) -> list[str]:
    """The seats that won; none: a draw, or all have lost. Outcomes kept before there were several have ``winner``."""
    if "winners" in outcome:
        return list(outcome["winners"])
    return [outcome["winner"]] if outcome.get("winner") else []


def two_seats(options: Json) -> tuple[str, ...]:
    """The seats of a game for two."""
    return ("1", "2")


@dataclass(frozen=True)
class Game:
    """A game. ``match`` names its class as ``module:Class``, so that a worker process finds it, too."""

    key: str
    """In the store, in its addresses (``/olomoc/…``), of its catalogue."""
    match: str
    choices: tuple[Choice, ...] = ()
    several: tuple[MultipleChoice, ...] = ()
    seats: Callable[[Json], tuple[str, ...]] = two_seats
    """The seats of a match, in order, from its options."""
    queries: frozenset[str] = field(default_factory=frozenset)
    """Methods of a match that only look, and that :meth:`Table.query` may therefore run elsewhere."""
    supplies: Callable[[], Mapping[str, Any]] = dict
    """What a new match is given besides its options: what there is to choose from here and now."""
    warm: str = ""
    """``module:function`` that does in a new process what needs to be done only once."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The bots that may take a seat: the name of each, which is the same in every language."""
    bot: str = ""
    """``module:function`` of a match imagined for a seat, the seat, the kind of bot, a number for its dice and a clock
    in seconds: what that bot answers. It knows ``greedy``, whether offered or not, which answers where another bot
    cannot (:func:`rules.kernel.bots.house_bot`). With ``offered=True``: what it answers to an offer, where a match has
    ``answers``."""
    takeback: Json | None = None
    """What is in every command that asks the others for something to be taken back."""

    untimed: frozenset[str] = field(default_factory=frozenset)
    """Kinds of questions that no clock runs for."""
    again: Callable[[Json, Match], tuple[Json, Mapping[str, list[Json]]]] = lambda options, _: (options, {})
    """Of the options and the match just over: the options of a rematch, and the commands by seat that each player gives
    again as soon as they are asked: what they brought is kept."""
    examine: str = ""
    """``module:function`` that says of a journal brought as a file what it is, as ``{"options", "over"}``, and raises
    ValueError for what is no match of this game."""
    screens: Screens[Any] = field(default_factory=Screens)
    lists: ListKind[Any] | None = None
    """What people compose for it and keep, at ``/<key>/<path of the kind>``; None: nothing."""
    packs: PackKind | None = None
    """The packs of cards that people bring, at ``/<key>/packs``; None: there are none."""
    picture: str = ""
    """Of the lobby's choice of games, a file of ``static``; name and line are ``game.name`` and ``game.line`` of the
    catalogue."""
    moving: tuple[str, str] | None = None
    """Two files of ``static`` for the lobby's first visitors: a picture that moves, and the same one at rest."""
    minutes: int = 0
    """How long a match takes; 0: nobody knows."""
    quick: Mapping[str, str] | None = None
    """What "play now" chooses, by the keys of the choices; None: the game has no such thing."""
    prepared: frozenset[str] = field(default_factory=frozenset)
    """Kinds of questions that "play now" answers for every seat, with any of the options that are complete."""
    guide: Path | None = None
    """Its guided first match, a file as :mod:`webapp.guide.script` reads it; None: it has none."""
    texts: Path | None = None
    """The folder of its catalogues, ``<language>/LC_MESSAGES/*.po``; None: ``webapp/games/<key>/i18n``."""

    def seats_of(self, options: Json) -> tuple[str, ...]:
        """The seats of a match with these options, in order."""
        return self.seats(options)

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


class Games:
    """The games of this process by key."""

    def __init__(self, games: Iterable[Game] = ()) -> None:
        self._games = {game.key: game for game in games}

    def __iter__(self) -> Iterator[Game]:
        return iter(self._games.values())

    def __getitem__(self, key: str) -> Game:
        return self._games[key]

    def get(self, key: str) -> Game | None:
        """The game of that key."""
        return self._games.get(key)
