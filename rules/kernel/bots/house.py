"""A game's bots at a table: one answer at a time from plain data, so that another process may compute it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rules.kernel.bots.advisor import Advisor, Clock
from rules.kernel.bots.offers import proposed, weighed
from rules.kernel.bots.search import Budget, search
from rules.kernel.bots.simple import CARE, careless_answer, greedy_answer, random_answer
from rules.kernel.codec import Json
from rules.kernel.seats import Seat

LEAST_S = 0.03
"""The seconds below which a search tries too few commands to be better than the greedy bot."""

Simple = Callable[[Any, Seat, Random], Json]


@dataclass(frozen=True)
class HouseBot:
    """The bots of a game: `search` with this budget, `greedy`, `random`, between these two `steady` and `novice`, and
    in `simple` bots of the game's own, by name.

    All bots answer offers alike, by the evaluation, and proposals: a takeback is accepted, anything else declined."""

    advisor: Advisor
    budget: Budget
    simple: Mapping[str, Simple] = field(default_factory=dict)

    def __call__(
        self,
        match: Any,
        seat: Seat,
        bot: str,
        seed: int,
        clock: Clock | None = None,
        offered: bool = False,
        seconds: float | None = None,
    ) -> Json:
        """The command of the named bot for a seat that owes an answer, from a world imagined for this seat. `seed`: of
        all that is random; `clock`: without one a search runs until its iterations are used up. `offered`: the answer
        to an offer made out of turn (`Match.answers`) instead. `seconds`: a search ends after these, if they are fewer
        than its own; where they are hardly any, the greedy bot answers for it."""
        rng, given = Random(seed), self.budget
        if offered:
            return weighed(self.advisor, match, seat, match.answers(seat)[0], rng)
        question = match.asked[seat]
        if question.kind == "adjust":
            return {"kind": "adjust", "accept": question.code == "takeback"}
        if bot == "search" and seconds is not None:
            given = replace(given, seconds=min(seconds, given.seconds or seconds))
            bot = "search" if seconds >= LEAST_S else "greedy"
        if bot in self.simple:
            return self.simple[bot](match, seat, rng)
        if bot == "search":
            return search(self.advisor, match, seat, seed, given, clock)[0].command
        if bot == "greedy":
            return self.greedy(match, seat, rng)
        if bot in CARE:
            return careless_answer(bot, self.greedy, match, seat, rng)
        return random_answer(match, seat, rng)

    def greedy(self, match: Any, seat: Seat, rng: Random) -> Json:
        """The answer of the game's own greedy bot, else of the kernel's."""
        own = self.simple.get("greedy")
        return greedy_answer(self.advisor, match, seat, rng) if own is None else own(match, seat, rng)


@dataclass(frozen=True)
class HouseOffers:
    """The offers that a game's bots make out of turn, the same for all of them."""

    advisor: Advisor

    def __call__(self, match: Any, seat: Seat, made: Sequence[Json], seed: int) -> Json | None:
        """An offer of this seat, or None, from a world imagined for it, as `rules.kernel.bots.offers.proposed` gives
        it; `made`: the offers that the seat has made in this match."""
        return proposed(self.advisor, match, seat, made, Random(seed))
