"""A game's bots at a table: one answer at a time from plain data, so that another process may compute it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Protocol

from rules.kernel.bots.advisor import Advisor, Clock
from rules.kernel.bots.offers import proposed, weighed
from rules.kernel.bots.search import Budget, search
from rules.kernel.bots.simple import greedy_answer, novice_answer, random_answer
from rules.kernel.codec import Json
from rules.kernel.seats import Seat


class Answer(Protocol):
    """The type of a game's bots."""

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


class OfferFinder(Protocol):
    """The type of the function by which a game's bots make offers out of turn."""

    def __call__(self, match: Any, seat: Seat, made: Sequence[Json], seed: int) -> Json | None:
        """An offer of this seat, or None, from a world imagined for it, as `rules.kernel.bots.offers.proposed` gives
        it; `made`: the offers that the seat has made in this match."""


LEAST_S = 0.03
"""The seconds below which a search tries too few commands to be better than the greedy bot."""

Simple = Callable[[Any, Seat, Random], Json]


def house_bot(advisor: Advisor, budget: Budget, simple: Mapping[str, Simple] | None = None) -> Answer:
    """The bots of a game: `search` with this budget, `greedy`, `novice`, `random`, and in `simple` bots of the game's
    own, by name.

    All bots answer offers alike, by the evaluation, and proposals: a takeback is accepted, anything else declined."""
    own = {"greedy": partial(greedy_answer, advisor)} | dict(simple or {})

    def answer(
        match: Any,
        seat: Seat,
        bot: str,
        seed: int,
        clock: Clock | None = None,
        offered: bool = False,
        seconds: float | None = None,
    ) -> Json:
        if offered:
            return weighed(advisor, match, seat, match.answers(seat)[0], Random(seed))
        question = match.asked[seat]
        if question.kind == "adjust":
            return {"kind": "adjust", "accept": question.code == "takeback"}
        rng, given = Random(seed), budget
        if bot == "search" and seconds is not None:
            given = replace(budget, seconds=min(seconds, budget.seconds or seconds))
            bot = "search" if seconds >= LEAST_S else "greedy"
        if bot in own:
            return own[bot](match, seat, rng)
        if bot == "search":
            return search(advisor, match, seat, seed, given, clock)[0].command
        return novice_answer(own["greedy"], match, seat, rng) if bot == "novice" else random_answer(match, seat, rng)

    return answer


def house_offers(advisor: Advisor) -> OfferFinder:
    """The offers of a game's bots, the same for all of them."""

    def offer(match: Any, seat: Seat, made: Sequence[Json], seed: int) -> Json | None:
        return proposed(advisor, match, seat, made, Random(seed))

    return offer
