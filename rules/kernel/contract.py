"""The interface of a match of any game, used by tables, store, replay, bots and API. Everything that crosses it is JSON
data: every value equals its own `json.loads(json.dumps(value))`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from rules.kernel.codec import Codec, Json
from rules.kernel.handlers import Question
from rules.kernel.refusals import Refusal, Refused
from rules.kernel.seats import SPECTATOR, Seat, Viewer

Outcome = Json
"""`{"winners": [seats], "reason": str, "score": {seat: n}, "ranking"?: [[seats], …], "all_lost"?: true}`. `winners` []
is a draw, unless `all_lost`. A game may add keys."""

Decision = Json
"""`{"id", "seat", "kind", "prompt": {"code", "params"}, "options", "default"?}`; an option is `{"command", "needs",
"legal": True}` or `{"command", "legal": False, "why": {"clause", "code", "params"}}`."""


TAKEBACK: Json = {"kind": "propose", "what": "takeback"}
"""The fields that every command has which asks for a takeback, in every game."""


class History(Protocol):
    """The moments of a match. A moment is named by the number of the last event that had happened."""

    @property
    def last(self) -> int:
        """The number of the last event."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""

    def view(self, n: int, eyes: Viewer) -> Json:
        """The view of moment n for a viewer; "everyone" sees all, once the match is over. Raises ValueError for an
        unknown moment and for "everyone" before the end."""

    def log(self, eyes: Viewer) -> list[Json]:
        """The whole log of a viewer. It is shared: never change it."""

    def moment(self, row: int, eyes: Viewer) -> int:
        """The moment of a row of a viewer's log, which need not have a row for every event."""

    def rows(self, n: int, eyes: Viewer) -> int:
        """The number of rows in a viewer's log up to moment n."""

    def asked(self, n: int) -> int | None:
        """The last moment at or before n at which somebody was asked."""

    def decision(self, n: int, seat: Seat) -> Json | None:
        """What a seat was asked at moment n, `{"kind", "prompt"}`; None: nothing. Raises ValueError before the end."""

    def until(self, n: int) -> list[Json]:
        """The journal up to moment n."""


class Match(Protocol):
    """One match of any game."""

    queries: ClassVar[Mapping[str, Query[Any, Any]]]
    """The closed list of what :meth:`query` answers, by name."""

    # ---- making (on the class) ----

    @classmethod
    def new(cls, options: Mapping[str, Any], seed: int | None = None, **supplies: Any) -> Self:
        """A new match at its first question. `supplies`: what the options choose from, such as packs. Raises ValueError
        for options that make no sense."""

    @classmethod
    def from_position(cls, position: Mapping[str, Any], *, seed: int | None = None, **supplies: Any) -> Self:
        """The match in this position. Raises ValueError for a position that cannot be."""

    @classmethod
    def examine(cls, journal: Sequence[Json]) -> Json:
        """A summary of a journal that comes from elsewhere: `{"over", "outcome", "options", "packs", "last"}`. Raises
        ValueError for one that no match could have written."""

    @classmethod
    def replay(cls, options: Mapping[str, Any], journal: Sequence[Json], seed: int | None = None) -> Self:
        """The match that a journal records; nothing is rolled or decided again. `options` may be {}. Raises ValueError
        for a journal that cannot be."""

    def snapshot(self) -> list[Json]:
        """The journal of a match that begins in the present position, without its past."""

    def fork(self, seed: int | None = None) -> Self:
        """An independent copy, secrets included, with its own chance."""

    def compress(self) -> None:
        """Compresses old events and log rows in memory; they are read back on demand."""

    def imagine(self, viewer: Viewer, seed: int) -> Self:
        """A match that fits what this viewer knows, with everything hidden from them dealt anew."""

    # ---- looking ----

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of this match, in order."""

    @property
    def sides(self) -> Mapping[Seat, str]:
        """The side of each seat: seats of one side win and lose together."""

    @property
    def shared(self) -> bool:
        """Whether the seats that are asked share the question: each answers it as often as it likes, in any order
        (`handlers.SharedHandler`)."""

    @property
    def sharing(self) -> str:
        """The question that seats share, also beneath others that their acts have led to: a text that stays the same
        until it is closed. Empty: they share none."""

    @property
    def outcome(self) -> Outcome | None:
        """The end of the match; None while it goes on."""

    @property
    def asked(self) -> dict[Seat, Question]:
        """The questions owed, by seat, without options: cheaper than `decisions`. {} once the match is over."""

    @property
    def decisions(self) -> dict[Seat, Decision]:
        """The decisions owed, by seat; {} once the match is over."""

    @property
    def began(self) -> Json:
        """Event 0 of the journal: options, packs, starting position. It holds secrets: for the server only."""

    @property
    def journal(self) -> list[Json]:
        """Every event so far, written out: work over a whole match. It holds every secret: for the server only."""

    def position(self) -> Json:
        """The whole state in the game's notation. It holds every secret: for the server only."""

    def view(self, viewer: Viewer, since: int = 0) -> Json:
        """The facts that a seat or the spectator may know, with its log from row `since` on: a sequence, of which the
        whole costs the same however many rows there are. The options of its decision are one, too, and so may other
        lists of commands be: they are found when they are first accessed. Its values are shared by the views of other
        viewers and states: never change them."""

    def rows(self, viewer: Viewer) -> int:
        """The number of rows in a viewer's log; cheaper than `view`. Unlike the length of the journal it does not grow
        with events that this viewer must not notice."""

    def moment(self, row: int, viewer: Viewer) -> Json:
        """The view after a row of the viewer's log, as it was then, for telling the last commands event by event.
        Raises ValueError for a row that is not there, or is long past."""

    def query(self, viewer: Viewer, name: str, params: Mapping[str, Any]) -> Any:
        """The answer to a query of the game's closed list, from what this viewer may know. Raises Refused where the
        rules refuse it, ValueError for an unknown name or for parameters that do not fit."""

    def history(self, known: Any = None) -> History:
        """All moments of this match so far. `known`: the result of an earlier call, which is brought up to date."""

    # ---- playing ----

    def commands(self, seat: Seat, rng: random.Random | None = None) -> Iterator[Json]:
        """Complete legal answers to the question that this seat is asked, in random order."""

    def asides(self, seat: Seat, rng: random.Random | None = None) -> Iterator[Json]:
        """Complete legal commands that this seat may give without being asked."""

    def answers(self, seat: Seat) -> list[list[Json]]:
        """The offers to this seat that it may answer without being asked: for each offer its complete legal answers,
        the last of which changes nothing; where the offer may be accepted, the first accepts it. Bots answer at
        once."""

    def withdrawals(self, seat: Seat) -> list[Json]:
        """Commands that each withdraw one of the seat's own open offers."""

    def ahead(self, seat: Seat) -> Self | None:
        """A copy that stands at the question which this waiting seat will be asked next, so that its player can prepare
        the answer; None where that is not known, and for a seat that is asked now. Only the seat's own decision,
        commands, choices, checks and queries are meant: all else of it is not so yet."""

    def check(self, seat: Seat, command: Any) -> Refusal | None:
        """The refusal of this command from this seat now; None if it is legal. Never raises."""

    def talk(self, seat: Seat, names: Iterable[str]) -> list[str]:
        """Those of "undo", "takeback", "draw" (to propose them), "retract" and "concede" in `names` that are legal for
        this seat now: as `check`, but faster."""

    def suggest(self, seat: Seat, command: Json) -> Json | None:
        """A legal completion of an option, if one is found."""

    def submit(self, seat: Seat, command: Any) -> list[Json]:
        """Carries out a command and returns the events that it caused. Raises Refused, with the match unchanged."""

    def lapse(self, seat: Seat, command: Any = None) -> list[Json]:
        """Called when a seat's time is up: carries out `command` for it; without one the seat gives up, and the game
        says what follows. Returns and raises as `submit`."""


M = TypeVar("M", bound=Match)
P = TypeVar("P")


@dataclass(frozen=True)
class Query(Generic[M, P]):
    """A query of a game's closed list.

    `params` is the noun of its parameters; `answer` is called with the match, the viewer (who comes from the session,
    never from the message) and the parameters. `own`: the answer belongs to a seat, so only seats may ask."""

    params: Codec[P]
    answer: Callable[[M, Viewer, P], Any]
    own: bool = False

    @property
    def schema(self) -> Json:
        """The JSON Schema of the parameters."""
        return self.params.schema


DECIDED = "decided"
"""The name of the query for the turning points of a finished match (:mod:`rules.kernel.bots.decided`)."""
HINTS = "hints"
"""The name of the query for a seat's best options (:mod:`rules.kernel.bots.hints`), which some tables refuse."""


def ask(queries: Mapping[str, Query[Any, Any]], match: Any, viewer: Viewer, name: str, params: Any) -> Any:
    """Implements `Match.query`. Raises ValueError for an unknown name and for parameters that do not fit; Refused with
    code `not-a-seat` where only seats may ask and the viewer is none."""
    if name not in queries:
        raise ValueError(f"there is no question {name!r}")
    query = queries[name]
    if viewer != SPECTATOR and viewer not in match.seats:
        raise ValueError(f"nobody looks as {viewer!r}")
    if query.own and viewer == SPECTATOR:
        raise Refused(match.engine.refuse("not-a-seat"))
    answer = query.answer(match, viewer, query.params.load(params))
    return list(islice(answer, MOST_ROWS)) if isinstance(answer, Iterator) else answer


MOST_ROWS = 60
"""An iterator that may be endless."""
