"""The contract between a game and the web app: :class:`Game` describes it, :class:`Screens` is its user interface.
Lobby, seats, tables, store, replay, host, API and command line use nothing else of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rules.kernel.contract import Match
from webapp.base.worker_process import find_class

if TYPE_CHECKING:
    from nicegui.element import Element

    from webapp.i18n import Translator
    from webapp.lists.kind import ListKind
    from webapp.packs.kind import PackKind
    from webapp.ui.glossary import Glossary
    from webapp.ui.tree import Child, Node

Json = dict[str, Any]
P = TypeVar("P")
"""The type of places, :class:`webapp.table_kit.place.Place`. It is a type variable here because a place has a table,
and a table a game."""


@dataclass(frozen=True)
class GamePreferences:
    """The preferences of one game's screens. The catalogue names ``preferences.<key>`` and its values
    ``preferences.<key>.<value>``; kinds of sounds are ``preferences.sounds.<kind>``. On pages each choice is on the
    ``<body>`` as ``data-<key>``, and its sounds are among ``data-sounds``."""

    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The values of each preference by key; the first is the default."""
    sounds: tuple[str, ...] = ()
    """Kinds that may be heard besides the house's, of those that `static/js/sounds.js` can make. A log line names its
    kind as ``data-sound``; nobody hears a kind that they have not asked for."""


@dataclass(frozen=True)
class Choice:
    """A choice when a table is made: an option of the match with its values, in the order in which they are shown. The
    catalogue names it ``choice.<key>`` and its values ``choice.<key>.<value>``, unless the game names a value itself:
    ``names[value]`` gives its name for a language."""

    key: str
    values: tuple[str, ...]
    names: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    means: Mapping[str, Any] = field(default_factory=dict)
    """The match's option for a value, where that is not the value itself."""
    more: Callable[[], Mapping[str, Callable[[str], str]]] = dict
    """Further values that are available at the time, with their names."""
    advanced: frozenset[str] = frozenset()
    """Values for experienced players, listed apart, after all others."""
    preset: str = ""
    """The value that is chosen at first, where that is not the first."""
    fits: Callable[[Mapping[str, str]], Collection[str]] | None = None
    """The values that go with those of the choices before it, which are given by key; None: all do."""
    aside: Callable[[Translator, Element], None] | None = None
    """A function that builds, beside this choice of the lobby's form, something that follows its field (a small map);
    None: nothing."""

    @property
    def default(self) -> str:
        """The value that is chosen at first."""
        return self.preset or self.values[0]

    @property
    def offered(self) -> tuple[str, ...]:
        """All values that can be chosen now."""
        found = (*self.values, *(value for value in self.more() if value not in self.values))
        return tuple(sorted(found, key=lambda value: value in self.advanced))

    def fitting(self, before: Mapping[str, str]) -> tuple[str, ...]:
        """The values offered that go with what the choices before it say; all where none would."""
        if self.fits is None:
            return self.offered
        fitting = self.fits(before)
        return tuple(value for value in self.offered if value in fitting) or self.offered

    def taken(self, value: object, before: Mapping[str, str]) -> str:
        """The value that counts: the chosen one, else the default, else the first, of those that fit."""
        fitting = self.fitting(before)
        return next((it for it in (value, self.default) if isinstance(it, str) and it in fitting), fitting[0])

    def option(self, value: object) -> Any:
        """The match's option for a chosen value; for an unknown value, that of the default."""
        chosen = value if isinstance(value, str) and value in self.offered else self.default
        return self.means.get(chosen, chosen)


@dataclass(frozen=True)
class MultipleChoice:
    """An option of the match with any number of the values available at the time; only the first by default. `now`:
    each value with its name, which is the same in every language."""

    key: str
    now: Callable[[], Mapping[str, str]]

    def option(self, value: object) -> list[str] | None:
        """The match's option for values with commas between; None: the default."""
        if not isinstance(value, str):
            return None  # what there is may have to be read first
        there, wanted = list(self.now()), value.split(",")
        found = [it for it in there if it in wanted] or there[:1]
        return None if found == there[:1] else found


@dataclass(frozen=True)
class Key:
    """A line of the help sheet: keys with the same action ("1", "…", "5"), and the catalogue's key for its text."""

    keys: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class RulebookLinks:
    """The addresses of a game's rules: `href` of the page; `texts(language)` of its clauses as JSON, which
    ``static/js/clauses.js`` shows one by one, empty where there is none."""

    href: str
    texts: Callable[[str], str] = field(default=lambda language: "")


@dataclass(frozen=True)
class Marks:
    """The marks of a replay's timeline, by the numbers of the log's events."""

    chapters: Sequence[tuple[int, int]] = ()
    """The events that begin the large parts of the match, each with its number (cycles, rounds)."""
    parts: Sequence[tuple[int, int]] = ()
    """The events that begin the parts of a chapter, each with its number (phases, turns)."""
    rolls: Sequence[int] | None = None
    """The events with rolls; None: a game without dice, whose replay has no buttons for rolls."""
    hits: Sequence[int] = ()
    """The events of losses."""
    points: Sequence[tuple[int, str]] = ()
    """The events of scoring."""


def named_seat(tr: Translator, seat: str) -> str:
    """The game's name of a seat, ``game.seat.<key>`` in its catalogue; empty if it has none."""
    key = f"game.seat.{seat}"
    return tr(key) if tr.has(key) else ""


def seat_name(tr: Translator, seat: str) -> str:
    """The name of a seat: the game's, else its number."""
    return named_seat(tr, seat) or tr("table.seat", seat=seat)


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


class Screens(Generic[P]):
    """The tables and replays of a game. The house builds the page, its head line with menu and clocks, and calls these
    methods for the rest. Only :meth:`player` must be written; the others have plain defaults. `words` is always the
    result of :meth:`words`, for a viewer who may know it."""

    styles: Sequence[str] = ()
    """The style sheets of table pages and replays, files of ``static/css``."""
    letters: Sequence[str] = ()
    """The parts of the font (:func:`webapp.ui.style_sheets.font`) that its tables always show besides ``latin`` and,
    for the talk, ``symbols``."""
    television_styles: Sequence[str] = ()
    """The style sheets of :meth:`television`."""
    keys: Mapping[str, Sequence[Key]] = {}
    """The help sheet's lines by section; sections are keys of the catalogue."""
    chapter = "table.round"
    """The catalogue's key for the name of :attr:`Marks.chapters`."""

    # Pages. Each is called once per page, inside its main part; `at.follow` keeps what it built up to date.

    def player(self, at: P) -> None:
        """Builds a player's page: the view of ``at.seat``, and the answers to its questions."""
        raise NotImplementedError

    def spectator(self, at: P) -> None:
        """Builds the page of a spectator. ``at.viewer`` is a seat while that seat's view is lent."""
        self.player(at)

    def television(self, at: P) -> None:
        """Builds the page for a large screen: everything public, in large, without input."""
        self.spectator(at)

    def moment(self, at: P) -> MomentScreen[P]:
        """Builds the page of a replay; ``at`` moves from moment to moment."""
        return MomentScreen(self, at)

    # Texts

    def book(self, journal: list[Json]) -> Any:
        """The facts that texts need of a match besides the view (its cards), computed once per match."""
        return None

    def words(
        self, view: Json, tr: Translator, players: Mapping[str, str | None], book: Any = None, code: str = ""
    ) -> Any:
        """The names and translator for the texts of one view and language, with the fields of :class:`Words`."""
        return Words(view, tr, players, book, code)

    def line(self, event: Json, words: Any) -> Node | None:
        """The log line of an event; None for an event without one."""
        return None

    def log_head(self, words: Any) -> list[Child]:
        """The heading of the log."""
        return []

    def head(self, words: Any) -> list[Child]:
        """The state of the match in a line, for replays and for the screen between two players."""
        return []

    def where(self, words: Any) -> str:
        """The time of a view in its match ("cycle 2, phase 3"), for a replay's timeline."""
        return ""

    def marks(self, log: Sequence[Json]) -> Marks:
        """The marks of a log on a replay's timeline."""
        return Marks()

    def past(self, view: Json, row: int, log: Sequence[Json]) -> Json:
        """A view of an earlier moment, as a replay shows it; `log`: the viewer's whole log up to now,
        `row`: its last row at that moment."""
        return view

    def large(self, id: str, words: Any) -> Node | None:
        """The sheet about a thing that a page marks with ``data-read``; None for an unknown one."""
        return None

    def hint(self, option: Json, words: Any) -> tuple[str, list[str]]:
        """The text of a hint: the answer, and the reasons for it. `option` is a row of the query ``hints``; with `seat`
        it is about that seat's player, told to anybody after the match."""
        return str(option["command"]["kind"]), []


class MomentScreen(Generic[P]):
    """The game's part of one moment in a replay, beside the house's: controls, timeline, eyes, log. This one shows the
    spectator's page; a game may return one of its own."""

    tabs: Sequence[tuple[str, str, str]] = ()
    """The parts that small screens show one at a time: for each a key, a sign, and the catalogue's key for its name."""

    def __init__(self, screens: Screens[P], at: P) -> None:
        self.screens = screens
        self.at = at

    def board(self) -> None:
        """Builds what stands in the middle."""
        self.screens.spectator(self.at)

    def side(self) -> None:
        """Builds the part beside the board, above the log."""

    def show(self, view: Json, turn: int) -> None:
        """Shows the present moment of ``at``. `view` is its view with only the last stop's events in its log, numbered
        anew at each `turn`, so that dice are animated whenever the page comes to it."""

    def held(self, words: Any) -> list[Child]:
        """The hands that this viewer sees, for the replay's tools."""
        return []


def winners(outcome: Json) -> list[str]:
    """The seats that won; empty: a draw, or all have lost. Older stored outcomes have ``winner``."""
    if "winners" in outcome:
        return list(outcome["winners"])
    return [outcome["winner"]] if outcome.get("winner") else []


def plain_result(outcome: Json, players: Mapping[str, str | None], tr: Translator) -> str:
    """The end of a match, in a line of the lobby."""
    won = winners(outcome)
    if not won:
        return tr("lobby.all-lost" if outcome.get("all_lost") else "lobby.drawn")
    return tr("lobby.won", name=", ".join(players.get(seat) or seat for seat in won))


def no_routes() -> None:
    """Registers nothing, for a game without pages of its own."""


def two_seats(options: Json) -> tuple[str, ...]:
    """The seats of a game for two."""
    return ("1", "2")


@dataclass(frozen=True)
class Game:
    """A game of the site. The server reads this description before it opens its port, and the lobby needs nothing else:
    what loads the game's rules is named as ``module:name`` and imported when it is first used. The rules' modules take
    longer to import than all of the house. A name that is left out is that of the convention."""

    key: str
    """The game's name in the store, in its addresses (``/olomoc/…``), and of its catalogue."""
    match: str = ""
    """``module:Class`` of its match, which worker processes find by this name as well: ``rules.<key>:Match``."""
    choices: tuple[Choice, ...] = ()
    several: tuple[MultipleChoice, ...] = ()
    seats: Callable[[Json], tuple[str, ...]] = two_seats
    """The seats of a match, in order, from its options."""
    queries: frozenset[str] = field(default_factory=frozenset)
    """The queries of a match that :meth:`Table.query` answers in another process."""
    supplies: Callable[[], Mapping[str, Any]] = dict
    """The supplies of a new match besides its options, such as the packs available now."""
    libraries: tuple[str, ...] = ()
    """The modules of others that its rules import, where that takes long (:meth:`parts`)."""
    warm: str = ""
    """The module whose import fills the caches of a new worker process."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The bots of the game with their names, which are the same in every language."""
    bot: str = ""
    """``module:function`` of a match imagined for a seat, the seat, the kind of bot, a number for its dice and a clock
    in seconds: what that bot answers; for a game with bots ``rules.<key>.bots:answer``. It knows ``greedy``, whether
    offered or not, which answers where another bot cannot (:func:`rules.kernel.bots.house_bot`). With ``offered=True``:
    what it answers to an offer, where a match has ``answers``."""
    bot_offers: str = ""
    """``module:function`` of a match imagined for a seat, the seat, the offers that it has made and a number: the offer
    that a bot there makes now, or None (:func:`rules.kernel.bots.house_offers`). Empty: its bots make none."""
    untimed: frozenset[str] = field(default_factory=frozenset)
    """The kinds of questions without a clock. Beneath a proposal the clocks of the question go on."""
    again: Callable[[Json, Match], tuple[Json, Mapping[str, list[Json]]]] = lambda options, _: (options, {})
    """From the options and the match just over: the options of a rematch, and the commands by seat that each player
    gives again as soon as they are asked: their lists are kept."""
    screens_class: str = "webapp.games.contract:Screens"
    """``module:Class`` of its tables and replays."""
    lists_path: str = ""
    """The lists that people compose for it are at ``/<key>/<lists_path>``; empty: there are none."""
    lists_kind: str = ""
    """``module:name`` of the :class:`ListKind`."""
    packs: PackKind | None = None
    """The uploaded packs of cards, at ``/<key>/packs``; None: there are none."""
    minutes: int = 0
    """The usual length of a match in minutes; 0: unknown."""
    quick: Mapping[str, str] | None = None
    """The values that "play now" chooses, by the keys of the choices; None: the game has no "play now"."""
    lone: Callable[[Json], str] | None = None
    """The seat, from the options, of somebody who plays alone against bots; None: the first."""
    prepared: frozenset[str] = field(default_factory=frozenset)
    """The kinds of questions that "play now" answers for every seat, with any complete option."""
    guide: Path | None = None
    """The file of its guided first match (:mod:`webapp.lessons.script`): ``webapp/games/<key>/guide.toml``. None: there
    is none."""
    texts: Path | None = None
    """The folder of its catalogues, ``<language>/LC_MESSAGES/*.po``; None: ``webapp/games/<key>/i18n``."""
    rules: RulebookLinks | None = None
    """The addresses of its rules; None: there are none."""
    glossary_name: str = ""
    """``module:name`` of the :class:`Glossary` of its terms, which its pages explain:
    ``webapp.games.<key>.glossary:GLOSSARY``. Empty: there is none."""
    preferences: GamePreferences = GamePreferences()
    """The preferences of this game."""
    links: Sequence[tuple[str, str, str]] = ()
    """The links from the lobby to its own pages: for each the catalogue's key for its text, the address, a test id."""
    lobby_styles: Sequence[str] = ()
    """The style sheets of :attr:`Choice.aside`, files of ``static/css``."""
    routes: Callable[[], None] = no_routes
    """Registers the game's own pages, all of them below ``/<key>``."""
    result: Callable[[Json, Mapping[str, str | None], Translator], str] = plain_result
    """The end of a match in a line of the lobby, from its outcome and the players by seat."""

    def __post_init__(self) -> None:
        folder = Path(__file__).parent / self.key
        conventions: dict[str, tuple[object, bool]] = {
            "match": (f"rules.{self.key}:Match", True),
            "bot": (f"rules.{self.key}.bots:answer", bool(self.bots)),
            "guide": (folder / "guide.toml", (folder / "guide.toml").exists()),
            "glossary_name": (f"webapp.games.{self.key}.glossary:GLOSSARY", (folder / "glossary.py").exists()),
        }
        for name, (convention, there) in conventions.items():
            if there and not getattr(self, name):
                object.__setattr__(self, name, convention)

    @cached_property
    def screens(self) -> Screens[Any]:
        """Its tables and replays."""
        found: Screens[Any] = find_class(self.screens_class)()
        return found

    @cached_property
    def lists(self) -> ListKind[Any] | None:
        """The lists that people compose for it; None: there are none."""
        found: ListKind[Any] | None = find_class(self.lists_kind) if self.lists_kind else None
        return found

    @cached_property
    def glossary(self) -> Glossary | None:
        """Its terms with their meanings; None: there are none."""
        found: Glossary | None = find_class(self.glossary_name) if self.glossary_name else None
        return found

    def load(self) -> None:
        """Imports what is imported at its first use: the rules and the screens, which take a good part of a second. On
        the event loop, and before a thread uses them: of two threads that import modules of one package, one may find
        a half of it; and the framework goes through all components while it builds a page."""
        for part in self.parts():
            part()

    def parts(self) -> Iterator[Callable[[], object]]:
        """The same part by part, for a loop that has other things to do in between."""
        yield from (partial(import_module, library) for library in self.libraries)
        yield self.factory
        yield lambda: self.screens
        yield lambda: self.lists

    @property
    def worker_modules(self) -> list[str]:
        """The modules that worker processes need: those of its rules and bots, and the one that fills their caches."""
        return [it.partition(":")[0] for it in (self.match, self.bot, self.warm) if it]

    def seats_of(self, options: Json) -> tuple[str, ...]:
        """The seats of a match with these options, in order."""
        return self.seats(options)

    def lone_seat(self, options: Json) -> str:
        """The seat of somebody who plays alone against bots."""
        return self.seats_of(options)[0] if self.lone is None else self.lone(options)

    def factory(self) -> type[Match]:
        """The match class."""
        found: type[Match] = find_class(self.match)
        return found

    def new(self, options: Json, seed: int) -> Match:
        """A new match. Raises whatever the match raises for options that make no sense."""
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
