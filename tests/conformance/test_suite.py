"""The suite detects faults: variants of the stand-ins with one fault each fail the case for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from rules.kernel import Codec, Json, Refusal, Refused, Seen, tag_of
from rules.kernel.conformance import CASES, Conformance, ConformanceError
from rules.kernel.contract import Query
from rules.kernel.history import History
from rules.kernel.journal import Asked
from rules.kernel.queries import NoParams
from tests.expedition.engine import Expedition
from tests.expedition.engine import Match as Excursion
from tests.expedition.subject import subject as expedition
from tests.standin.engine import DECK, Auction, Bidding, BiddingHandler, Dealt, Lot, LotHandler, Match, Taken
from tests.standin.subject import subject


def with_key(seen: Seen, key: str, value: Any) -> Seen:
    """The same rows with one key more for everybody."""
    assert seen.common is not None
    return Seen({**seen.common, key: value}, {seat: {**row, key: value} for seat, row in seen.own.items()})


class LeaksABid(Auction):
    def seen(self, instance: Any, whole: Json | None = None) -> Seen:
        rows = super().seen(instance, whole)
        return with_key(rows, "bids", dict(instance.answers)) if isinstance(instance, Bidding) else rows


class LeaksInTheLog(Auction):
    def seen(self, instance: Any, whole: Json | None = None) -> Seen:
        rows = super().seen(instance, whole)
        return with_key(rows, "stack", list(instance.stack)) if isinstance(instance, Asked) else rows


class LeaksTheDeal(Auction):
    def seen(self, instance: Any, whole: Json | None = None) -> Seen:
        return Seen(self.events.dump(instance)) if isinstance(instance, Dealt) else super().seen(instance, whole)


class LeaksThroughARefusal(Auction):
    class Handler(BiddingHandler):
        def resolve(self, state: Any, frame: Bidding, seat: str, command: Any) -> Any:
            answer = super().resolve(state, frame, seat, command)
            if isinstance(answer, Refusal) and "card" in answer.params:
                held = any(command.card in hand for hand in state.hands.values())
                return replace(answer, params={**answer.params, "held": held})
            return answer

    handlers: ClassVar = {**Auction.handlers, Bidding: Handler()}


class LeaksThroughAQuestionAhead(Auction):
    def foreseen(self, state: Any, seat: str) -> Any:
        ahead = super().foreseen(state, seat)
        return ahead and replace(ahead, stack=(replace(ahead.stack[-1], worth=sum(map(sum, state.hands.values()))),))


class SharesAListBetweenRows(Auction):
    def __init__(self) -> None:
        super().__init__()
        self.counted: list[str] = []

    def seen(self, instance: Any, whole: Json | None = None) -> Seen:
        self.counted.append(tag_of(instance))
        return with_key(super().seen(instance, whole), "counted", self.counted)


class RollsInReplay(Auction):
    def evolve(self, state: Any, event: Any) -> Any:
        after = super().evolve(state, event)
        if not isinstance(event, Taken):
            return after
        return replace(after, score={**after.score, event.seat: after.score[event.seat] + random.randrange(1_000)})


class SharesStateOnFork(Auction):
    def evolve(self, state: Any, event: Any) -> Any:
        if isinstance(event, Taken):
            for seat, hand in state.hands.items():  # in place: every copy has the same dict
                state.hands[seat] = tuple(card for card in hand if card not in event.bids.values())
        return super().evolve(state, event)


class ListsAnIllegalCommand(Auction):
    class Handler(BiddingHandler):
        def commands(self, state: Any, frame: Bidding, seat: str, rng: random.Random) -> Iterator[Json]:
            yield from super().commands(state, frame, seat, rng)
            yield {"kind": "bid", "card": next(card for card in DECK if card not in state.hands[seat])}

    handlers: ClassVar = {**Auction.handlers, Bidding: Handler()}


class ForgetsInItsPosition(Auction):
    def position(self, state: Any) -> Json:
        return super().position(state) | {"discards": {}}


class KnowsNoScores(Auction):
    def check_state(self, state: Any) -> None:
        if any(state.score.values()):
            raise ValueError("nobody has won a lot")


class NeverEnds(Auction):
    class Handler(LotHandler):
        def step(self, run: Any, frame: Lot) -> None:
            super().step(run, frame) if frame.number <= run.state.options.lots else run.become(Lot(1))

    class Endless(BiddingHandler):
        def opened(self, run: Any, frame: Bidding) -> None:
            run.become(Lot(1))

    handlers: ClassVar = {**Auction.handlers, Lot: Handler(), Bidding: Endless()}


class ImaginesTheTruth(Auction):
    def imagined(self, state: Any, viewer: str, rng: random.Random) -> Any:
        return state


class ImaginesTooMuch(Auction):
    def imagined(self, state: Any, viewer: str, rng: random.Random) -> Any:
        return super().imagined(state, "spectator", rng)


class BindsNothing(Auction):
    """Not even what changes of the others' hands, as nobody sees them."""

    final = ()

    def own_views(self, state: Any) -> Any:
        return {viewer: {"hand": []} for viewer in super().own_views(state)}


class AsksTwoOnly(Auction):
    def playing(self, state: Any) -> tuple[str, ...]:
        return super().playing(state)[:2]


class AsksWhoGaveUp(Auction):
    def playing(self, state: Any) -> tuple[str, ...]:
        return self.seats(state)


class AsksWithoutAnEnd(Auction):
    def give_up(self, run: Any, seat: str, why: Any) -> None:
        """Does nothing."""


class RenewsTheOthersQuestions(Expedition):
    def shared_at(self, stack: Any) -> None:
        return None


class CountsOrders(Expedition):
    def open_view(self, state: Any) -> Json:
        return super().open_view(state) | {"ordered": len(state.orders)}


class RewardsOne(Expedition):
    def of_side(self, state: Any, side: str) -> tuple[str, ...]:
        return super().of_side(state, side)[-1:]


def made(rules: type[Auction] | type[Expedition], **parts: Any) -> type[Match]:
    """A match of the stand-in with these rules and some replaced parts."""
    return type("Faulty", (Match if issubclass(rules, Auction) else Excursion,), {"engine": rules(), **parts})


def changed_by_refusals(self: Any, seat: str, command: Any) -> list[Json]:
    try:
        return Match.submit(self, seat, command)
    except Refused:
        self._state = self._state.laid_down("1", (30,))
        raise


def rebuilt_log(self: Any, viewer: str, since: int = 0) -> Json:
    rows = [{"n": n, **(self.engine.seen(event).by(viewer) or {})} for n, event in enumerate(self._events)]
    return Match.view(self, viewer, since) | {"log": rows[since:]}


class Hindsight(History[Any]):
    def view(self, n: int, eyes: str) -> Json:
        return super().view(n, eyes) | {"score": dict(self._states[-1].score)}


def hindsight(self: Any, known: Any = None) -> Any:
    replayed = Hindsight(self.engine)
    replayed.follow(self._events)
    return replayed


class LooksForTheBid(Auction):
    """In the middle of the command that opens the bids they are discarded, and the frame is the one before."""

    def own_views(self, state: Any) -> Any:
        for seat, card in (
            state.stack[-1].answers.items() if state.stack and isinstance(state.stack[-1], Bidding) else ()
        ):
            state.hands[seat].index(card)
        return super().own_views(state)


def left_in_the_deck(match: Any, viewer: str, params: Any) -> list[int]:
    """The cards that nobody holds, which reveals what the others hold."""
    held = {*match.state.gone, *(card for hand in match.state.hands.values() for card in hand)}
    return [card for card in DECK if card not in held]


FAULTS: dict[str, tuple[str, type[Match]]] = {
    "leaks a bid": ("secrets-in-views", made(LeaksABid)),
    "leaks a bid in the log": ("secrets-in-logs", made(LeaksInTheLog)),
    "leaks the deal": ("secrets-in-logs", made(LeaksTheDeal)),
    "leaks through a refusal": ("secrets-in-refusals", made(LeaksThroughARefusal)),
    "leaks through a question ahead": ("questions-ahead-tell-nothing", made(LeaksThroughAQuestionAhead)),
    "leaks through a query": (
        "secrets-in-queries",
        made(Auction, queries={**Match.queries, "unseen": Query(Codec(NoParams), left_in_the_deck)}),
    ),
    "rolls in replay": ("replay-equals-match", made(RollsInReplay)),
    "shares state on fork": ("forks-are-independent", made(SharesStateOnFork)),
    "lists an illegal command": ("listed-commands-are-accepted", made(ListsAnIllegalCommand)),
    "changes on a refusal": ("refusals-change-nothing", made(Auction, submit=changed_by_refusals)),
    "forgets in its position": ("json-round-trip", made(ForgetsInItsPosition)),
    "calls its own states impossible": ("journals-can-be-brought", made(KnowsNoScores)),
    "never ends": ("matches-end", made(NeverEnds)),
    "imagines the truth": ("imagined-worlds-fit", made(ImaginesTheTruth)),
    "imagines what is known": ("imagined-worlds-fit", made(ImaginesTooMuch)),
    "looks back with hindsight": ("history-is-what-was-seen", made(Auction, history=hindsight)),
    "shows no moment within a command": ("every-moment-can-be-viewed", made(LooksForTheBid)),
    "changes rows that were shown": ("history-is-what-was-seen", made(SharesAListBetweenRows)),
    "makes its log anew": ("age-costs-nothing", made(Auction, view=rebuilt_log)),
    "takes back what came by chance": ("undoing-gives-nothing-away", made(BindsNothing)),
    "asks two of three": ("proposals-return-the-question", made(AsksTwoOnly)),
    "asks who gave up": ("giving-up-leaves-nobody-waiting", made(AsksWhoGaveUp)),
    "takes no notice of giving up": ("giving-up-leaves-nobody-waiting", made(AsksWithoutAnEnd)),
    "asks the others anew": ("shared-questions-outlast-the-others", made(RenewsTheOthersQuestions)),
    "shows who has given orders": ("standing-orders-are-secret", made(CountsOrders)),
    "lets one of a side win": ("sides-win-together", made(RewardsOne)),
}


def suite(match: type[Match]) -> Conformance:
    game = expedition if issubclass(match, Excursion) else subject
    return Conformance(replace(game(match), looks=4, longest=120))


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_caught_by_its_case(fault: str) -> None:
    case, match = FAULTS[fault]
    with pytest.raises(ConformanceError):
        suite(match).run(case)


def test_every_case_catches_a_fault() -> None:
    assert {case for case, _ in FAULTS.values()} == set(CASES)


def test_the_auction_without_a_fault_passes_every_case() -> None:
    """The variants differ from the auction in their fault alone."""
    honest = suite(made(Auction))
    for case in CASES:
        honest.run(case)
