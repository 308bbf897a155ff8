"""The offers that the bots consider (NEG): one Affinity token for another, and an idle Emissary for PP. Nothing else:
who sold a token or a card for PP lost by it, as PP bring much less than the evaluation takes them for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.diktat import frames as fr
from rules.diktat.bots.evaluation import PP, ahead, seat_value, to_be_taken, worths
from rules.diktat.changes import added, affinities, agents
from rules.diktat.legality import open_moment
from rules.diktat.state import State
from rules.kernel import Json
from rules.kernel.match import KernelMatch
from rules.kernel.seats import Seat

LEAST = 0.05
"""The least that an offer must bring to either, in Victory points."""


def offers(match: KernelMatch[State], seat: Seat, rng: Random) -> Iterator[Json]:
    """Offers of the seat to one other, without those that are a loss to either by the evaluation. With two players
    there is none: what one gains the other loses."""
    state = match.state
    # call follows call, and hardly anything changes in between
    if not open_moment(state) or isinstance(state.stack[-1], fr.Calling) or len(state.playing) < 3:
        return
    for other in state.playing:
        if other != seat:
            for give, take in (*_swaps(state, seat, other), *_sales(state, seat, other)):
                command: Json = {"kind": "offer", "to": [other], "give": give, "take": {other: take}}
                if _gains(state, seat, command):
                    yield command


def _gains(state: State, seat: Seat, command: Json) -> bool:
    """Whether an offer is a gain to both: most are not, and this takes a fraction of the time of carrying them out."""
    after, parties = after_offer(state, seat, command), (seat, *command["to"])
    if any(seat_value(after, party) - seat_value(state, party) < LEAST for party in parties):
        return False
    takings, before = to_be_taken(after), worths(state)
    then = {
        party: seat_value(after if party in parties else state, party) + takings.get(party, 0.0) for party in before
    }
    return all(ahead(then, party) > ahead(before, party) for party in parties)


def after_offer(state: State, seat: Seat, command: Json) -> State:
    """The state after one of these offers, carried out without the questions and log of a command."""
    (other,) = command["to"]
    return _moved(_moved(state, seat, other, command["give"]), other, seat, command["take"][other])


def _moved(state: State, giver: Seat, receiver: Seat, goods: Json) -> State:
    """The state with PP, an Affinity token or an Emissary of one given to another."""
    for kind, n in goods.get("affinities", {}).items():
        state = affinities(affinities(state, giver, **{kind: -n}), receiver, **{kind: n})
    if kinds := goods.get("agents"):
        state = agents(agents(state, giver, lost=kinds), receiver, gained=kinds)
    if n := goods.get("pp"):
        state = added(added(state, giver, pp=-n), receiver, pp=n)
    return state


def _swaps(state: State, seat: Seat, other: Seat) -> Iterator[tuple[Json, Json]]:
    """Affinity tokens of two kinds, one for one (NEG-2)."""
    for gives in state.players[seat].affinities:
        for takes in state.players[other].affinities:
            if gives != takes:
                yield {"affinities": {gives: 1}}, {"affinities": {takes: 1}}


def _sales(state: State, seat: Seat, other: Seat) -> Iterator[tuple[Json, Json]]:
    """An Emissary that one cannot send any more, for PP of the other, who has a Manoeuvre pawn for it, at the mean of
    what it is worth to both."""
    # EOC-3: what is not played is lost at the end of the cycle
    if state.phase != "manoeuvres":
        return
    goods: Json = {"agents": "E"}
    for giver, receiver in ((seat, other), (other, seat)):
        if _idle(state, giver) > 0 > _idle(state, receiver):
            after = _moved(state, giver, receiver, goods)
            loss, gain = (abs(seat_value(after, party) - seat_value(state, party)) for party in (giver, receiver))
            price: Json = {"pp": max(1, round((loss + gain) / 2 / PP))}
            if price["pp"] <= state.players[receiver].pp:
                yield (goods, price) if giver == seat else (price, goods)


def _idle(state: State, seat: Seat) -> int:
    """How many Emissaries more a seat has than Manoeuvre pawns to send them one by one."""
    return state.players[seat].agents.count("E") - state.players[seat].pawns
