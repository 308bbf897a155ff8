"""The contract between a game and the web app: :class:`Game` describes it, :class:`Screens` is its user interface.
Lobby, seats, tables, store, replay, host, API and command line use nothing else of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rules.kernel.contract import Match
from webapp.base.worker_process import find_class
from webapp.games.choices import Choice, GamePreferences, MultipleChoice
from webapp.games.words import CastMember, Words, named_seat, seat_name

if TYPE_CHECKING:
    from webapp.i18n import Translator
    from webapp.lists.kind import ListKind
    from webapp.packs.kind import PackKind
    from webapp.ui.glossary import Glossary
    from webapp.ui.tree import Child, Node

__all__ = [
    "CastMember", "Choice", "Game", "GamePreferences", "Games", "Json", "Key", "Marks", "MomentScreen",
    "MultipleChoice", "PlayNow", "RulebookLinks", "Screens", "Words", "named_seat", "seat_name", "two_seats", "winners",
]  # fmt: skip
Json = dict[str, Any]
P = TypeVar("P")
"""The type of places, :class:`webapp.table_kit.place.Place`. It is a type variable here because a place has a table,
and a table a game."""


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
    routine: Sequence[int] = ()
    """What every turn brings, whatever is done (a recovery, a marker): no reason why a match was decided."""


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
    adjusts: Sequence[str] = ()
    """The kinds of figures that players may propose to adjust, with the texts ``figure.<kind>``, and ``change.<kind>``
    for a row ``{"kind", "seat", "n"}`` of ``changes``."""
    chapter = "table.round"
    """The catalogue's key for the name of :attr:`Marks.chapters`."""
    names: type[Any] = Words
    """The class of the names in a view, which has the fields of :class:`Words`."""

    # Pages. Each is called once per page, inside its main part; `at.follow` keeps what it built up to date.

    def player(self, at: P) -> None:
        """Builds a player's page: the view of ``at.seat``, and the answers to its questions."""
        raise NotImplementedError

    def spectator(self, at: P) -> None:
        """Builds the page of a spectator. ``at.viewer`` is a seat while that seat's view is lent."""
        self.player(at)

    def briefing(self, words: Any) -> list[Child]:
        """What scores and when it is over, before a seat's first answer, and to a room that waits for players; nothing
        later."""
        return []

    def ended(self, words: Any) -> Node | None:
        """The result for a screen that no hand reaches, where the game draws more than winners and score."""
        return None

    def feats(self, words: Any) -> Sequence[Child]:
        """What the end tells of each in words: a line for a seat or a figure."""
        return ()

    def course(self, words: Any) -> list[Child]:
        """The course of the match as a drawing, which the end shows beneath the sum; nothing where there is none."""
        return []

    def television(self, at: P) -> None:
        """Builds the page for a large screen: everything public, in large, without input."""
        self.spectator(at)

    def title(self, seat: str, words: Any) -> str:
        """What a seat plays: its side, its people; empty where that is nothing but a number."""
        return ""

    def cast(self, ids: Collection[str], tr: Translator) -> Mapping[str, CastMember]:
        """What :attr:`Game.record` says was played, by id; unknown ids are left out."""
        return {}

    def moment(self, at: P) -> MomentScreen[P]:
        """Builds the page of a replay; ``at`` moves from moment to moment."""
        return MomentScreen(self, at)

    # Texts

    def book(self, journal: list[Json]) -> Any:
        """The facts that texts need of a match besides the view (its cards), computed once per match. `journal`: its
        event 0 alone, as a rule."""
        return None

    def words(
        self, view: Json, tr: Translator, players: Mapping[str, str | None], book: Any = None, code: str = ""
    ) -> Any:
        """The names and translator for the texts of one view and language, of the class :attr:`names`."""
        return self.names(view, tr, players, book, code)

    def line(self, event: Json, words: Any) -> Node | None:
        """The log line of an event; None for an event without one."""
        return None

    def log_head(self, words: Any) -> list[Child]:
        """The heading of the log."""
        return []

    def head(self, words: Any) -> list[Child]:
        """The state of the match in a line, for replays and for the screen between two players."""
        return []

    def between(self, words: Any) -> list[Child]:
        """What the screen between two players tells besides that line, of what all may know."""
        return []

    def averted(self, events: Sequence[Json], words: Any) -> list[str]:
        """Of a moment that decided a match: sentences on who could still have averted it. `events`: what happened in
        it; `words`: as it began."""
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

    def question(self, prompt: Json, words: Any) -> list[Child]:
        """The text of a seat's question; empty where there is none. `prompt`: of a decision."""
        return []

    def hint(self, option: Json, words: Any) -> tuple[str, list[str]]:
        """The text of a hint: the answer, and the reasons for it. `option` is a row of the query ``hints``; with `seat`
        it is about that seat's player, told to anybody after the match. `words.view` has the question as `decision`,
        after the match without its options."""
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


def two_seats(options: Json) -> tuple[str, ...]:
    """The seats of a game for two."""
    return ("1", "2")


BOTS = {"steady": "Golem", "search": "Orloj", "novice": "Loutka"}
"""The bots of :func:`rules.kernel.bots.HouseBot`, with their names: the same three strengths in every game. The house
has words for each: ``company.<bot>-what``, ``table.presence-bot-<bot>``."""
COMPANIONS: Mapping[str, Sequence[str]] = {
    "Golem": ("Bruncvík", "Krakonoš", "Horymír", "Bivoj"),
    "Orloj": ("Hanuš", "Kepler", "Tycho", "Hájek"),
    "Loutka": ("Kašpárek", "Pimprle", "Škrhola", "Faust"),
}
"""The names of further bots of one kind at the same table, by the name of the first."""


@dataclass(frozen=True)
class PlayNow:
    """What "play now" does: it makes a table with the values `choices` by the keys of the choices, and answers the
    questions of the kinds `prepared` for every seat, with any complete option."""

    choices: Mapping[str, str] = field(default_factory=dict)
    prepared: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Game:
    """A game of the site. The server reads this description before it opens its port, and the lobby needs nothing else:
    what loads the game's rules is imported when it is first used. The rules' modules take longer to import than all of
    the house.

    Everything else is found by its place in the two packages of the game. `rules.<key>` has ``Match``, ``bots.answer``
    (see :attr:`bot`), ``bots.offer`` (:attr:`bot_offers`) and ``warm_up`` (:attr:`warm`); `webapp.games.<key>` has
    ``screens.SCREENS`` and ``i18n``, and may have ``lists.LISTS`` (a :class:`ListKind`), ``packs.PACKS`` (a
    :class:`PackKind`), ``rulebook.PAGE`` (a :class:`webapp.frame.rules_page.RulesPage`), ``glossary.GLOSSARY`` (a
    :class:`Glossary`), ``guide.toml`` and ``lessons`` (:mod:`webapp.lessons.script`) and ``routes.register``."""

    key: str
    """The game's name in the store, in its addresses (``/olomoc/…``), and of its catalogue."""
    seats: Callable[[Json], tuple[str, ...]] = two_seats
    """The seats of a match, in order, from its options."""
    choices: tuple[Choice, ...] = ()
    bots: Mapping[str, str] = field(default_factory=lambda: BOTS)
    """The bots of the game with their names, which are the same in every language."""
    untimed: frozenset[str] = frozenset()
    """The kinds of questions without a clock. Beneath a proposal the clocks of the question go on."""
    minutes: int = 0
    """The usual length of a match in minutes; 0: unknown."""
    quick: PlayNow = PlayNow()
    lone: Callable[[Json], str] | None = None
    """The seat, from the options, of somebody who plays alone against bots; None: the first."""
    open_screen: Callable[[Json], bool] = lambda options: False
    """From the options: whether nothing is secret between the seats but what their players open themselves, so that
    several at one screen need no curtain."""
    again: Callable[[Json, Match], tuple[Json, Mapping[str, list[Json]]]] = lambda options, _: (options, {})
    """From the options and the match just over: the options of a rematch, and the commands by seat that each player
    gives again as soon as they are asked: their lists are kept."""
    turned: Callable[[Json, Match], Json] = lambda options, _: options
    """From the options of a rematch and the match just over: the options with which players who have moved one seat
    further have changed sides, where chance had dealt the sides."""
    record: Callable[[Match], Json] = lambda match: {}
    """Of a match just over, what is kept for counting: ``cast``, by seat the ids of what it played, and ``drawn``, the
    values that chance gave to choices, by key."""
    lists_path: str = ""
    """The lists that people compose for it are at ``/<key>/<lists_path>``; empty: there are none."""
    preferences: GamePreferences = field(default_factory=GamePreferences)
    """The preferences of this game."""
    libraries: tuple[str, ...] = ()
    """The modules of others that its rules import, where that takes long (:meth:`parts`)."""
    rules_package: str = ""
    """The package of its rules, where that is not ``rules.<key>``."""
    package: str = ""
    """The package of its screens, where that is not ``webapp.games.<key>``."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules_package", self.rules_package or f"rules.{self.key}")
        object.__setattr__(self, "package", self.package or f"webapp.games.{self.key}")

    # What stands where it is looked for. Names of what loads the rules are ``module:name``, for worker processes too.

    @property
    def match(self) -> str:
        """``module:Class`` of its match."""
        return f"{self.rules_package}:Match"

    @property
    def bot(self) -> str:
        """``module:function`` of a match imagined for a seat, the seat, the kind of bot, a number for its dice and a
        clock in seconds: what that bot answers; empty for a game without bots. It knows ``greedy``, whether offered or
        not, which answers where another bot cannot (:func:`rules.kernel.bots.HouseBot`). With ``offered=True``: what
        it answers to an offer, where a match has ``answers``."""
        return f"{self.rules_package}.bots:answer" if self.bots else ""

    @cached_property
    def bot_offers(self) -> str:
        """``module:function`` of a match imagined for a seat, the seat, the offers that it has made and a number: the
        offer that a bot there makes now, or None (:func:`rules.kernel.bots.HouseOffers`). Empty: its bots make none.
        Imports its bots."""
        module = f"{self.rules_package}.bots"
        return f"{module}:offer" if self.bots and hasattr(import_module(module), "offer") else ""

    @cached_property
    def warm(self) -> str:
        """The module whose import fills the caches of a new worker process; empty: there is none."""
        return f"{self.rules_package}.warm_up" if _has(_folder(self.rules_package), "warm_up") else ""

    @cached_property
    def queries(self) -> frozenset[str]:
        """The queries that :meth:`Table.query` answers in another process: those of the match."""
        return frozenset(self.factory().queries)

    def shows(self, query: str) -> bool:
        """Whether the match answers this query for the best options, and the screens have words for them."""
        return query in self.queries and type(self.screens).hint is not Screens.hint

    @cached_property
    def folder(self) -> Path:
        """The folder of its screens."""
        return _folder(self.package)

    @property
    def texts(self) -> Path:
        """The folder of its catalogues, ``<language>/LC_MESSAGES/*.po``."""
        return self.folder / "i18n"

    @cached_property
    def guide(self) -> Path | None:
        """The file of its guided first match; None: there is none."""
        path = self.folder / "guide.toml"
        return path if path.exists() else None

    @cached_property
    def lessons(self) -> Mapping[str, Path]:
        """The files of its lessons by their names: guided matches that teach one thing each, ``lessons/*.toml``. A
        lesson is called ``lesson.<name>`` in the game's catalogue."""
        return {path.stem: path for path in sorted((self.folder / "lessons").glob("*.toml"))}

    def script(self, lesson: str = "") -> Path | None:
        """The file of a guided match: of a lesson, or without a name of the first match; None: there is none."""
        return self.lessons.get(lesson) if lesson else self.guide

    @cached_property
    def screens(self) -> Screens[Any]:
        """Its tables and replays."""
        screens: Screens[Any] = find_class(f"{self.package}.screens:SCREENS")
        return screens

    @cached_property
    def lists(self) -> ListKind[Any] | None:
        """The lists that people compose for it; None: there are none."""
        kind: ListKind[Any] | None = self._own("lists", "LISTS")
        return kind

    @cached_property
    def packs(self) -> PackKind | None:
        """The uploaded packs of cards, at ``/<key>/packs``; None: there are none."""
        kind: PackKind | None = self._own("packs", "PACKS")
        return kind

    @cached_property
    def glossary(self) -> Glossary | None:
        """Its terms, which its pages explain; None: there are none."""
        glossary: Glossary | None = self._own("glossary", "GLOSSARY")
        return glossary

    @property
    def rules(self) -> RulebookLinks | None:
        """The addresses of its rules; None: there are none."""
        page = self._own("rulebook", "PAGE")
        return None if page is None else page.links

    def routes(self) -> None:
        """Registers the game's own pages, all of them below ``/<key>``: its rulebook, and what its module ``routes``
        has besides."""
        for module, name in (("rulebook", "PAGE"), ("routes", "register")):
            if (routes := self._own(module, name)) is not None:
                (routes if callable(routes) else routes.register)()

    @property
    def links(self) -> Sequence[tuple[str, str, str]]:
        """The links from the lobby to its lists and packs: for each the catalogue's key for its text, the address, a
        test id."""
        lists = [("lobby.lists", self.lists_path)] if self.lists_path else []
        packs = [("lobby.packs", "packs")] if self.packs is not None else []
        return [(text, f"/{self.key}/{path}", f"to-{self.key}-{path}") for text, path in (*lists, *packs)]

    @cached_property
    def several(self) -> tuple[MultipleChoice, ...]:
        """The options with several values: the packs of a match."""
        return () if self.packs is None else (MultipleChoice("packs", self.packs.offered),)

    def _own(self, module: str, name: str) -> Any:
        """That value of a module of its screens; None where the game has no such module."""
        return find_class(f"{self.package}.{module}:{name}") if _has(self.folder, module) else None

    # What follows

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
        return [name.partition(":")[0] for name in (self.match, self.bot, self.warm) if name]

    def lone_seat(self, options: Json) -> str:
        """The seat of somebody who plays alone against bots."""
        return self.seats(options)[0] if self.lone is None else self.lone(options)

    def factory(self) -> type[Match]:
        """The match class."""
        match: type[Match] = find_class(self.match)
        return match

    def new(self, options: Json, seed: int) -> Match:
        """A new match. Raises whatever the match raises for options that make no sense."""
        supplies = {} if self.packs is None else {"shelf": self.packs.library.shelf()}
        return self.factory().new(options, seed, **supplies)

    def result(self, outcome: Json, players: Mapping[str, str | None], tr: Translator) -> str:
        """The end of a match in a line of the lobby, from its outcome and the players by seat. A game that says of a
        reason that nobody wins (``outcome.nobody-<reason>``) says there as well what has happened."""
        if won := winners(outcome):
            return tr("lobby.won", name=", ".join(players.get(seat) or seat for seat in won))
        its, reason = tr.of(self.key), outcome.get("reason", "")
        if its.has(f"outcome.nobody-{reason}"):
            return its(f"outcome.{reason}")
        return tr("lobby.all-lost" if outcome.get("all_lost") else "lobby.drawn")


def _folder(package: str) -> Path:
    """The folder of a package, which is not imported."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"there is no package {package}")
    return Path(spec.submodule_search_locations[0])


def _has(folder: Path, module: str) -> bool:
    """Whether a package's folder has this module or package."""
    return (folder / f"{module}.py").exists() or (folder / module / "__init__.py").exists()


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
