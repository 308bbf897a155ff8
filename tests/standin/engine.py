"""The auction: everybody holds a hidden hand of cards and bids for lots whose worth a die decides.

BID-1: each seat is dealt a card more than there are lots, from a shuffled deck of 1 to 30.
BID-2: the worth of a lot is one die. BID-3: all who play bid one card each, at once and sealed; a bid may be changed
until the last is in. BID-4: the highest bid takes the lot, equal bids cannot be; every card bid is gone.
BID-5: at any time a seat may show cards of its hand to all. BID-6: after the last lot the highest score wins; several
may. BID-7: who gives up bids no more; the last one left wins. BID-8: in a match with wishes everybody first names two
wares, sealed, then open to all; a lot of a ware that its taker wished for is worth one more. BID-9: at any time a seat
may offer another points of its score, or ask for some of theirs (less than none); one offer at a time, until the other
has answered.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import Any, ClassVar, assert_never

from rules.kernel import Codec, Json, Refusal, Seat, StackCodec, TaggedCodec, Viewer, seats_of
from rules.kernel.contract import Match as Contract
from rules.kernel.contract import Query
from rules.kernel.drafts import DraftHandler
from rules.kernel.engine import Engine
from rules.kernel.handlers import NOT_NOW, Handler, Question, SealedChoiceHandler, SealedHandler
from rules.kernel.journal import Outcome, Over
from rules.kernel.match import KernelMatch
from rules.kernel.queries import COMMON_QUERIES, NoParams
from rules.kernel.run import Run
from rules.kernel.seats import viewers_of
from tests.standin.nouns import (
    DECK,
    Bid,
    Bidding,
    Card,
    Command,
    Dealt,
    Event,
    Fact,
    Frame,
    Gift,
    Lot,
    LotCame,
    Offered,
    Options,
    Replied,
    Reply,
    Show,
    Shown,
    State,
    Taken,
    Wish,
    Wished,
    Wishing,
)
from tests.standin.wares import LAYERING, WISHES, problems

COMMANDS: TaggedCodec[Any] = TaggedCodec(Command)

# ---- handlers --------------------------------------------------------------------------------------------------------


class WishHandler(DraftHandler[State, Wishing, Run[State]], SealedHandler[State, Wishing, Run[State]]):
    """BID-8."""

    commands_codec = COMMANDS

    def put(self, state: State, frame: Wishing) -> Mapping[Seat, Question]:
        return dict.fromkeys(seats_of(state.options.players), Question("wish", "wish", {"needs": WISHES}))

    def resolve(self, state: State, frame: Wishing, seat: Seat, command: Any) -> Any:
        if not isinstance(command, Wish):
            return NOT_NOW
        no = next(problems(command.wares, state.wares), None)
        return command if no is None else Refusal("BID-8", *no)

    def drafts(self, state: State, frame: Wishing, seat: Seat) -> list[Wish]:
        return [Wish(pair) for pair in combinations(state.wares, WISHES)]

    def sealed(self, command: Wish) -> tuple[str, ...]:
        return command.wares

    def opened(self, run: Run[State], frame: Wishing) -> None:
        run.emit(Wished(frame.answers))
        run.become(Lot(1))


class LotHandler(Handler[State, Lot, Run[State]]):
    """BID-1, BID-2, BID-6: one effect a step."""

    def step(self, run: Run[State], frame: Lot) -> None:
        state, seats = run.state, run.engine.seats(run.state)
        if not state.hands:
            size = state.options.lots + 1
            cards = run.chance.drawn(DECK, size * len(seats))
            run.emit(Dealt({seat: tuple(sorted(cards[n :: len(seats)])) for n, seat in enumerate(seats)}))
        elif frame.number > state.options.lots:
            best = max(state.score[seat] for seat in run.engine.playing(state))
            winners = tuple(seat for seat in run.engine.playing(state) if state.score[seat] == best)
            run.emit(Over(Outcome(winners, "score", state.score), "BID-6"))
        else:
            (worth,) = run.chance.roll(1)
            ware = state.wares[(frame.number - 1) % len(state.wares)] if state.wares else ""
            run.emit(LotCame(frame.number, worth, ware))
            run.become(Bidding(frame.number, worth, ware))


class BiddingHandler(SealedChoiceHandler[State, Bidding, Run[State]]):
    """BID-3, BID-4."""

    kind: ClassVar = "bid"
    answered_by: ClassVar = (Bid, "card")
    default: ClassVar = None

    def asked(self, state: State, frame: Bidding) -> Sequence[Seat]:
        return tuple(state.hands)

    def choices(self, state: State, frame: Bidding, seat: Seat) -> Sequence[Card]:
        return state.hands[seat]

    def params(self, state: State, frame: Bidding, seat: Seat) -> Json:
        return {"lot": frame.number, "worth": frame.worth}

    def refused(self, state: State, frame: Bidding, seat: Seat, choice: Card) -> Refusal:
        return Refusal("BID-3", "not-in-hand", {"card": choice})

    def opened(self, run: Run[State], frame: Bidding) -> None:
        bids = {seat: card for seat, card in frame.answers.items() if seat in run.engine.playing(run.state)}
        winner = max(bids, key=lambda seat: bids[seat])
        wished = frame.ware in run.state.wishes.get(winner, ())
        run.emit(Taken(winner, frame.worth + wished, bids))
        run.become(Lot(frame.number + 1))


# ---- the engine ------------------------------------------------------------------------------------------------------


class Auction(Engine[State]):
    options = Codec(Options)
    state = Codec(State)
    commands = COMMANDS
    events = TaggedCodec(Event)
    frames = StackCodec(Frame)
    handlers: ClassVar = {Wishing: WishHandler(), Lot: LotHandler(), Bidding: BiddingHandler()}
    clauses: ClassVar = {"": "BID-3", "concession": "BID-7", "time": "BID-7", "agreement": "BID-6"}
    final = (Wished, Dealt, LotCame, Taken, Shown, Offered, Replied)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return seats_of(state.options.players)

    def initial(self, options: Options, packs: Sequence[Mapping[str, Any]]) -> State:
        wares = tuple(packs[0]["wares"]) if packs else ()
        stack = (Wishing() if options.wishes else Lot(1),)
        return State(options=options, score=dict.fromkeys(seats_of(options.players), 0), stack=stack, wares=wares)

    def packs(self, options: Options, **supplies: Any) -> tuple[Json, ...]:
        whole = LAYERING.merged(LAYERING.layers(options.packs, supplies.get("shelf")))
        return (whole.model_dump(mode="json"),)

    def evolve(self, state: State, event: Fact) -> State:
        match event:
            case Wished(wishes=wishes):
                return replace(state, wishes=wishes)
            case Dealt(hands=hands):
                return replace(state, hands=hands)
            case Taken(seat=seat, worth=worth, bids=bids):
                for bidder, card in bids.items():
                    state = state.discarded(bidder, (card,))
                return replace(state, score={**state.score, seat: state.score[seat] + worth})
            case Shown(seat=seat, card=card):
                return state.shown(seat, (card,))
            case Offered(seat=seat, to=to, points=points):
                return replace(state, gifts={**state.gifts, seat: (to, points)})
            case Replied(seat=seat, to=maker, accept=accept):
                n = state.gifts[maker][1] if accept else 0
                score = {**state.score, maker: state.score[maker] - n, seat: state.score[seat] + n}
                left = {who: gift for who, gift in state.gifts.items() if who != maker}
                return replace(state, gifts=left, score=score)
            case LotCame():
                return state
            case _:
                assert_never(event)

    def open_view(self, state: State) -> Json:
        open_ = {seat: [card for card in hand if card in state.open] for seat, hand in state.hands.items()}
        counts = {seat: len(hand) for seat, hand in state.hands.items()}
        view: Json = {"score": dict(state.score), "hands": counts, "shown": open_, "gone": list(state.gone)}
        view["gifts"] = {seat: [*gift] for seat, gift in state.gifts.items()}
        view["wishes"] = {seat: [*wished] for seat, wished in state.wishes.items()}
        return view

    def own_views(self, state: State) -> Mapping[Viewer, Json]:
        own = {seat: {"hand": list(hand)} for seat, hand in state.hands.items()}
        return {viewer: own.get(viewer, {}) for viewer in viewers_of(self.seats(state))}

    def imagined(self, state: State, viewer: Viewer, rng: random.Random) -> State:
        known = {*state.gone, *state.open, *state.hands.get(viewer, ())}
        unseen = rng.sample(rest := [card for card in DECK if card not in known], len(rest))
        hands = {
            seat: hand if seat == viewer else tuple(sorted(c if c in state.open else unseen.pop() for c in hand))
            for seat, hand in state.hands.items()
        }
        return replace(state, hands=hands)

    def foreseen(self, state: State, seat: Seat) -> State | None:
        """BID-3: the bid for the next lot, of which only the number is known."""
        lot = state.stack[-1]
        if not isinstance(lot, Bidding) or lot.number == state.options.lots or seat not in lot.answers:
            return None
        left = state.discarded(seat, (lot.answers[seat],))
        return replace(left, stack=(Bidding(lot.number + 1, 0),))

    # BID-5, BID-9: the asides
    def aside(self, state: State, seat: Seat, command: Any) -> Any:
        if isinstance(command, Gift):
            known = command.to in self.playing(state) and command.to != seat and seat not in state.gifts
            return command if known else Refusal("BID-9", "no-offer", {})
        if isinstance(command, Reply):
            mine = command.to in state.gifts and state.gifts[command.to][0] == seat
            return command if mine else Refusal("BID-9", "no-offer", {})
        if not isinstance(command, Show):
            return None
        if command.card not in state.hands.get(seat, ()):
            return Refusal("BID-5", "not-in-hand", {"card": command.card})
        return Refusal("BID-5", "shown-already", {"card": command.card}) if command.card in state.open else command

    def perform(self, run: Run[State], seat: Seat, command: Any) -> None:
        match command:
            case Gift(to=to, points=points):
                run.emit(Offered(seat, to, points))
            case Reply(to=maker, accept=accept):
                run.emit(Replied(seat, maker, accept))
            case _:
                run.emit(Shown(seat, command.card))

    def asides(self, state: State, seat: Seat, rng: random.Random) -> Iterator[Json]:
        hidden = [card for card in state.hands.get(seat, ()) if card not in state.open]
        commands: list[Json] = [{"kind": "show", "card": card} for card in hidden]
        commands += chain(*self.answers(state, seat))
        return iter(rng.sample(commands, len(commands)))

    def answers(self, state: State, seat: Seat) -> list[list[Json]]:
        makers = [maker for maker, (to, _) in state.gifts.items() if to == seat]
        return [[{"kind": "reply", "to": maker, "accept": yes} for yes in (True, False)] for maker in makers]

    def score(self, state: State) -> dict[Seat, int]:
        return dict(state.score)


AUCTION = Auction()


def unseen(match: Match, viewer: Viewer, params: NoParams) -> list[int]:
    """The cards that this viewer has not seen yet."""
    state = match.state
    known = {*state.gone, *state.open, *state.hands.get(viewer, ())}
    return [card for card in DECK if card not in known]


class Match(KernelMatch[State]):
    engine = AUCTION
    queries: ClassVar = {**COMMON_QUERIES, "unseen": Query(Codec(NoParams), unseen)}


_: type[Contract] = Match
