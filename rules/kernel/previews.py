"""The certain effects of a command, without giving it: the same command in several worlds imagined for its seat, up to
the first thing that is hidden. So a preview rests on nothing but what the seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.kernel.codec import Codec, Json
from rules.kernel.contract import Query
from rules.kernel.match import KernelMatch
from rules.kernel.queries import WholeCommand
from rules.kernel.refusals import Refused
from rules.kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Previews:
    """What a game declares of its previews. `rows` takes the states before and after, the certain events between them
    and the seat."""

    rows: Callable[[Any, Any, Sequence[Any], Seat], list[Json]]
    opens: Mapping[type, str]
    """The events that show something hidden, or a chance, by what they leave open: all after them depends on it."""
    ends: tuple[type, ...]
    """The events after which nothing is the command's doing any more."""
    asks: Mapping[str, str]
    """The kinds of questions on whose answers the rest depends, by what they leave open."""
    unsure: str
    """What is left open where the worlds differ and nothing says why."""
    own: bool = True
    """Whether such a question to the seat itself leaves it open, too."""
    worlds: int = 4

    def of(self, match: KernelMatch[Any], seat: Seat, command: Json) -> list[Json]:
        """The game's rows that are the same in every world, then `{"open": what}` for each thing left open. Raises
        Refused."""
        answer = {key: value for key, value in command.items() if key != "decision"}
        if (refusal := match.check(seat, answer)) is not None:
            raise Refused(refusal)
        outcomes: list[list[Json]] = []
        left: list[str] = []
        for seed in range(self.worlds):
            world = match.imagine(seat, seed)
            before, earlier = world.state, world.fork()
            try:
                world.submit(seat, answer)
            except Refused:  # what is legal here is not where hidden things lie otherwise
                return [{"open": self.unsure}]
            happened, still = self._certain(world.since(earlier))
            after = before
            for event in happened:
                after = match.engine.evolve(after, event)
            outcomes.append(self.rows(before, after, happened, seat))
            still = still or self._asked(world, seat)
            left += [still] if still and still not in left else []
        sure = [row for row in outcomes[0] if all(row in rows for rows in outcomes)]
        if not left and any(len(rows) != len(sure) for rows in outcomes):
            left.append(self.unsure)
        return [*sure, *({"open": what} for what in left)]

    def _certain(self, events: Sequence[Any]) -> tuple[Sequence[Any], str | None]:
        """The events that are certain, and what is open after them."""
        for n, event in enumerate(events):
            if isinstance(event, self.ends):
                return events[:n], None
            if type(event) in self.opens:
                return events[:n], self.opens[type(event)]
        return events, None

    def _asked(self, world: KernelMatch[Any], seat: Seat) -> str | None:
        """What the questions after the command leave open."""
        kinds = (question.kind for asked, question in world.asked.items() if self.own or asked != seat)
        return next((self.asks[kind] for kind in kinds if kind in self.asks), None)

    @property
    def query(self) -> Query[Any, Any]:
        """The query "preview" of a game."""
        return Query(Codec(WholeCommand), lambda match, seat, asked: self.of(match, seat, asked.command), own=True)
