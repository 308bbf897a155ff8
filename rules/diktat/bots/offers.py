"""The offers that the bots consider (NEG): one good for PP, bought or sold, and one Affinity token for another."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.diktat import frames as fr
from rules.diktat.bots.evaluation import PP, ahead, seat_value, to_be_taken, worths
from rules.diktat.bots.worth import card_worth, cycles_left, marker_worth, rates, to_come
from rules.diktat.changes import added, affinities, agents
from rules.diktat.evolve import evolve
from rules.diktat.flow.bargains import handed_over
from rules.diktat.flow.effects import lost_affinities
from rules.diktat.legality import open_moment, price
from rules.diktat.state import State, Thing
from rules.kernel import Json
from rules.kernel.match import KernelMatch
from rules.kernel.seats import Seat

LEAST = 0.1
"""The least that a good must be worth more to who gets it than to who gives it, in Victory points."""
Row = tuple[float, Json]


def offers(match: KernelMatch[State], seat: Seat, rng: Random) -> Iterator[Json]:
    """Offers of the seat to one other, the most promising first, without those that are a loss to either by the
    evaluation. With two players there is none: what one gains the other loses."""
    state = match.state
    # call follows call, and hardly anything changes in between
    if not open_moment(state) or isinstance(state.stack[-1], fr.Calling) or len(state.playing) < 3:
        return
    rows: list[Row] = []
    for other in state.playing:
        if other != seat:
            for giver, receiver in ((seat, other), (other, seat)):
                rows += _sales(state, seat, giver, receiver)
            rows += _exchanges(state, seat, other)
    yield from (said for _, said in sorted(rows, key=lambda row: -row[0]) if _gains(state, seat, said))


def _gains(state: State, seat: Seat, said: Json) -> bool:
    """Whether an offer is a gain to both: most are not, and this takes a fraction of the time of carrying them out."""
    after, before, parties = after_offer(state, seat, said), worths(state), (seat, *said["to"])
    if after is None:
        return True
    takings = to_be_taken(after)
    then = {it: seat_value(after if it in parties else state, it) + takings.get(it, 0.0) for it in before}
    return all(ahead(then, it) > ahead(before, it) for it in parties)


def after_offer(state: State, seat: Seat, said: Json) -> State | None:
    """The state after one of these offers, carried out without the questions and log of a command; None where somebody
    would have to choose tokens to discard (AFF-5)."""
    (other,) = said["to"]
    for giver, receiver, goods in ((seat, other, said["give"]), (other, seat, said["take"][other])):
        things: list[Thing] = [("card", id) for id in goods.get("cards", ())]
        things += [("marker", sector) for sector in goods.get("markers", ())]
        for thing in things:
            if lost_affinities(state, giver, thing):
                return None
            for event in handed_over(state, giver, receiver, thing):
                state = evolve(state, event)
        state = _moved(state, giver, receiver, goods)
    return state


def _moved(state: State, giver: Seat, receiver: Seat, goods: Json) -> State:
    """The state with PP, tokens and Agents of one given to another."""
    for kind, n in goods.get("affinities", {}).items():
        state = affinities(affinities(state, giver, **{kind: -n}), receiver, **{kind: n})
    if kinds := goods.get("agents"):
        state = agents(agents(state, giver, lost=kinds), receiver, gained=kinds)
    for figure in ("pp", "assassins"):
        if n := goods.get(figure):
            state = added(added(state, giver, **{figure: -n}), receiver, **{figure: n})
    return state


def _offer(seat: Seat, other: Seat, give: Json, take: Json) -> Json:
    return {"kind": "offer", "to": [other], "give": give, "take": {other: take}}


def _sales(state: State, seat: Seat, giver: Seat, receiver: Seat) -> Iterator[Row]:
    """Goods of one for PP of the other: at the mean of what they are worth to both, at half of it, and at what the
    giver lacks for the next slot of the Cabal track (CBL-1)."""
    cost, most = price(state, giver), state.players[receiver].pp
    lacks = cost - state.players[giver].pp if cost is not None else 0
    for goods, loss, gain in _goods(state, giver, receiver):
        mean = round((loss + gain) / 2 / PP)
        for pp in sorted({mean, mean // 2, lacks}):
            if gain - loss >= LEAST and 0 < pp <= most:
                sold = _offer(seat, receiver, goods, {"pp": pp}) if giver == seat else None
                yield gain - loss, sold or _offer(seat, giver, {"pp": pp}, goods)


def _exchanges(state: State, seat: Seat, other: Seat) -> Iterator[Row]:
    """Affinity tokens of two kinds, one for one (NEG-2)."""
    mine, theirs = state.players[seat].affinities, state.players[other].affinities
    for gives in mine:
        for takes in theirs:
            if gives != takes and mine[gives] and theirs[takes]:
                said = _offer(seat, other, {"affinities": {gives: 1}}, {"affinities": {takes: 1}})
                after = _moved(_moved(state, seat, other, said["give"]), other, seat, said["take"][other])
                gains = [seat_value(after, it) - seat_value(state, it) for it in (seat, other)]
                if min(gains) > 0 and sum(gains) >= LEAST:
                    yield sum(gains), said


def _goods(state: State, giver: Seat, receiver: Seat) -> Iterator[tuple[Json, float, float]]:
    """The goods that one could give another, with about what that costs the one and brings the other: an Affinity
    token, an Agent, an Assassin token, an Opportunity card, an Influence marker."""
    player = state.players[giver]
    small: list[Json] = [{"affinities": {kind: 1}} for kind, n in player.affinities.items() if n]
    # EOC-3: what is not played is lost at the end of the cycle
    if state.phase == "manoeuvres":
        small += ({"agents": kind} for kind in sorted(set(player.agents)))
        small += [{"assassins": 1}] if player.assassins else []
    for goods in small:
        after = _moved(state, giver, receiver, goods)
        loss, gain = (seat_value(after, it) - seat_value(state, it) for it in (giver, receiver))
        yield goods, -loss, gain
    cycles, slots = cycles_left(state), state.cabal(giver).slots
    for held in player.cards:
        # POS-3, AFF-4: the last filled slot falls free
        slot = slots[len(player.cards) - 1] if len(player.cards) <= len(slots) else state.cabal(giver).beyond
        it = rates(state, held.card)
        loss = slot + it.vp + to_come(it, cycles, held.used) + 0.3 * len(held.flipped)
        yield {"cards": [held.card]}, loss, card_worth(state, receiver, held.card, cycles) - it.once
    for sector, level in player.markers.items():
        it, less = rates(state, f"{sector}:{level}"), rates(state, f"{sector}:{level - 1}") if level > 1 else None
        loss = it.vp + to_come(it, cycles) - (less.vp + to_come(less, cycles) if less is not None else 0.0)
        yield {"markers": [sector]}, loss, marker_worth(state, receiver, sector, cycles)
