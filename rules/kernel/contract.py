"""The shape of a match: what tables, store, replay, bots and API speak to, whatever the game. Everything that crosses
it is JSON data: every value equals its own `json.loads(json.dumps(value))`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, Self, TypeVar

from rules.kernel.codec import Codec, Json
from rules.kernel.refusals import Refusal, Refused
from rules.kernel.run import Question
from rules.kernel.seats import SPECTATOR, Seat, Viewer

Outcome = Json
"""`{"winners": [seats], "reason": str, "score": {seat: n}, "ranking"?: [[seats], …]}`. `winners` [] is a draw, or all
have lost: `reason` says which. A game may add keys."""

Decision = Json
"""`{"id", "seat", "kind", "prompt": {"code", "params"}, "options", "default"?}`; an option is `{"command", "needs",
"legal": True}` or `{"command", "legal": False, "why": {"clause", "code", "params"}}`."""


class History(Protocol):
    """A match at each of its moments, a moment being named by the last event that has happened."""

    @property
    def last(self) -> int:
        """The number of the last event."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""

    def view(self, n: int, eyes: Viewer) -> Json:
        """What these eyes could see at moment n; "everyone" sees all, once the match is over. Raises ValueError."""

    def log(self, eyes: Viewer) -> list[Json]:
        """Every event as these eyes see it: shared, never to be changed."""

    def asked(self, n: int) -> int | None:
        """The last moment at or before n at which somebody was asked."""

    def until(self, n: int) -> list[Json]:
        """The journal up to moment n."""


class Match(Protocol):
    """One match of any game."""

    # ---- making (on the class) ----

    @classmethod
    def new(cls, options: Mapping[str, Any], seed: int | None = None, **supplies: Any) -> Self:
        """A match from its options, at its first question. `supplies`: what there is to choose from besides. Raises
        ValueError for options that make no sense."""

    @classmethod
    def from_position(cls, position: Mapping[str, Any], *, seed: int | None = None, **supplies: Any) -> Self:
        """The match that stands as the position says. Raises ValueError for one that cannot be."""

    @classmethod
    def replay(cls, options: Mapping[str, Any], journal: Sequence[Json], seed: int | None = None) -> Self:
        """The match that a journal tells; nothing is rolled or decided again. `options` may be {}. Raises
        ValueError."""

    def snapshot(self) -> list[Json]:
        """The journal of a match that begins where this one stands, without its past."""

    def fork(self, seed: int | None = None) -> Self:
        """An independent copy with its own chance, secrets and all."""

    def compress(self) -> None:
        """Gives back the memory of what lies far back, which is read again where it is asked for."""

    def imagine(self, viewer: Viewer, seed: int) -> Self:
        """A match that fits what this viewer knows, everything hidden from them dealt anew."""

    # ---- looking ----

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of this match, in order."""

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""

    @property
    def asked(self) -> dict[Seat, Question]:
        """Who owes an answer to what, without options: cheaper than `decisions`. {} once the match is over."""

    @property
    def decisions(self) -> dict[Seat, Decision]:
        """The decisions owed, by seat."""

    @property
    def journal(self) -> list[Json]:
        """Every event so far. For the keeper of the match: it holds every secret."""

    def position(self) -> Json:
        """The whole state in the game's notation. For the keeper of the match."""

    def view(self, viewer: Viewer, since: int = 0) -> Json:
        """What a seat or the spectator may know, with its log from row `since` on."""

    def log(self, viewer: Viewer) -> Sequence[Json]:
        """The whole log of a viewer, read where it is looked at: what a table shows of it, however long it is."""

    def rows(self, viewer: Viewer) -> int:
        """How many rows the log of a viewer has: cheaper than `view`. It does not grow by what this viewer may not
        notice, as the length of the journal does."""

    def query(self, viewer: Viewer, name: str, params: Mapping[str, Any]) -> Any:
        """The answer to a question of the game's closed list, with what this viewer may know. Raises Refused where the
        rules refuse it, ValueError for an unknown name or parameters that do not fit."""

    def history(self, known: Any = None) -> History:
        """This match at every moment so far. `known`: what an earlier call gave, brought up to date."""

    # ---- playing ----

    def commands(self, seat: Seat, rng: random.Random | None = None) -> Iterator[Json]:
        """Complete legal answers to what this seat is asked, in random order."""

    def asides(self, seat: Seat, rng: random.Random | None = None) -> Iterator[Json]:
        """Complete legal commands that this seat may give without being asked."""

    def answers(self, seat: Seat) -> list[list[Json]]:
        """What others have put to this seat that it may answer without being asked, such as an offer: of each its
        complete legal answers, last the one that leaves all as it is. A bot answers at once."""

    def check(self, seat: Seat, command: Any) -> Refusal | None:
        """Why this seat may not say this now; None if it may. Never raises."""

    def suggest(self, seat: Seat, command: Json) -> Json | None:
        """A legal way to complete an option, if one is found."""

    def submit(self, seat: Seat, command: Any) -> list[Json]:
        """Carries the command out; the events that it caused. Raises Refused; the match is then as it was."""

    def lapse(self, seat: Seat, command: Any = None) -> list[Json]:
        """The time of a seat is out: the command answers for it; without one the seat gives up, and the game says what
        follows. Returns and raises as `submit`."""


M = TypeVar("M", bound=Match)
P = TypeVar("P")


@dataclass(frozen=True)
class Query(Generic[M, P]):
    """A question of a game's closed list.

    `params`: a noun, the keyword parameters; `answer` is given the match, the viewer, who comes from the session and
    never from the message, and the parameters. `own`: what it tells is a seat's own, so it answers seats alone.
    """

    params: Codec[P]
    answer: Callable[[M, Viewer, P], Any]
    own: bool = False

    @property
    def schema(self) -> Json:
        """The JSON Schema of the parameters."""
        return self.params.schema


def ask(queries: Mapping[str, Query[Any, Any]], match: Any, viewer: Viewer, name: str, params: Any) -> Any:
    """What `Match.query` gives. Raises ValueError for an unknown name and for parameters that do not fit; Refused with
    code `not-a-seat` where the answer would be a seat's own and the viewer has none."""
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
"""Of an answer that is made one at a time, and may be without end."""
