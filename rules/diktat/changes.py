"""The changes that events are made of: of a player's figures, of stacks and pawns, of viewers' knowledge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rules.diktat.deals import At, ScreenPart
from rules.diktat.state import (
    OTHERS,
    PARTS,
    Blur,
    Held,
    Pawn,
    Stack,
    State,
    above_zero,
    less,
    sorted_agents,
)
from rules.kernel import SPECTATOR, Seat, copied, replace

T = TypeVar("T")


# ---- players ---------------------------------------------------------------------------------------------------------


def player(state: State, seat: Seat, **changes: Any) -> State:
    """The state with these fields of a seat's changed."""
    return replace(state, players={**state.players, seat: replace(state.players[seat], **changes)})


def added(state: State, seat: Seat, **counts: int) -> State:
    """The state with so much added to these figures of a seat's."""
    its = state.players[seat]
    return player(state, seat, **{name: getattr(its, name) + n for name, n in counts.items()})


def agents(state: State, seat: Seat, gained: str = "", lost: str = "") -> State:
    """The state with these Agents more, and those less, behind a seat's screen."""
    return player(state, seat, agents=sorted_agents(less(state.players[seat].agents, lost) + gained))


def affinities(state: State, seat: Seat, **changes: int) -> State:
    """AFF-1: the state with these tokens more, or less, behind a seat's screen."""
    return player(state, seat, affinities=above_zero(summed(state.players[seat].affinities, changes)))


def card_changed(state: State, seat: Seat, id: str, change: Callable[[Held], Held]) -> State:
    """The state with one Opportunity card of a seat's changed."""
    cards = tuple(change(card) if card.card == id else card for card in state.players[seat].cards)
    return player(state, seat, cards=cards)


# ---- sectors, stacks and pawns ---------------------------------------------------------------------------------------


def ground(state: State, sector: str, **changes: Any) -> State:
    """The state with these fields of a sector's changed."""
    return replace(state, grounds={**state.grounds, sector: replace(state.grounds[sector], **changes)})


def put(state: State, sector: str, stack: Stack) -> State:
    """The state with a stack more in a sector."""
    return ground(state, sector, stacks=(*state.grounds[sector].stacks, stack))


def lifted(state: State, id: str) -> tuple[State, str, Stack]:
    """The state without a player's stack, its sector and the stack."""
    sector, stack = next(row for row in state.stacks() if row[1].id == id)
    return ground(state, sector, stacks=without(state.grounds[sector].stacks, stack)), sector, stack


def each_pawn(state: State, change: Callable[[Seat, Pawn], Pawn], *sectors: str) -> State:
    """The state with every pawn changed, in these sectors or in all. `change` is given its owner and the pawn."""
    grounds = dict(state.grounds)
    for sector in sectors or state.grounds:
        ground = grounds[sector]
        if ground.stacks or ground.others:
            stacks = tuple(replace(s, pawns=tuple(change(s.seat, pawn) for pawn in s.pawns)) for s in ground.stacks)
            grounds[sector] = replace(
                ground, stacks=stacks, others=tuple(change(OTHERS, pawn) for pawn in ground.others)
            )
    return replace(state, grounds=grounds)


def pawns_changed(state: State, id: str, change: Callable[[tuple[Pawn, ...]], tuple[Pawn, ...]]) -> State:
    """The state with the pawns of one stack changed; STK-6: a stack without pawns leaves the board."""
    located = state.find(id)
    if located is None:
        return state
    sector, owner, pawns = located
    if owner == OTHERS:
        return ground(state, sector, others=change(pawns))
    rows = (replace(stack, pawns=change(pawns)) if stack.id == id else stack for stack in state.grounds[sector].stacks)
    return ground(state, sector, stacks=tuple(row for row in rows if row.pawns))


def pawn_changed(state: State, at: At, change: Callable[[Pawn], Pawn]) -> State:
    """The state with one pawn of a stack changed."""
    index = (at.pawn or 1) - 1
    return pawns_changed(
        state, at.stack or "", lambda pawns: (*pawns[:index], change(pawns[index]), *pawns[index + 1 :])
    )


def pawns_gone(state: State, id: str, places: Iterable[int]) -> State:
    """STK-5: the state with these pawns of a stack gone, counted from 1."""
    return pawns_changed(state, id, lambda pawns: tuple(pawn for n, pawn in enumerate(pawns, 1) if n not in places))


def pooled(state: State, kinds: str) -> State:
    """OTH-7: the state with these of the Others face up in the middle of their board."""
    return replace(state, pool=sorted_agents(state.pool + kinds))


def spent(state: State, owner: Seat, sector: str, kinds: str) -> State:
    """Pawns of these kinds, which lie open, leave a sector, as far as they are there."""
    for kind in kinds:
        for id, who, pawns in state.stacks_at(sector):
            places = [n for n, pawn in enumerate(pawns, 1) if pawn.kind == kind] if who == owner else []
            if places:
                state = pawns_gone(state, id, places[:1])
                state = pooled(state, kind) if owner == OTHERS else state
                break
    return state


# ---- what a viewer can reckon ----------------------------------------------------------------------------------------


def blurred(state: State, seat: Seat, parties: tuple[Seat, ...], changes: Mapping[str, int]) -> State:
    """HID-4, NEG-10: what changes hands in a discreet deal is missing in the reckoning of all who are no party."""
    blurs = dict(state.blurs)
    for viewer in (*state.seats, SPECTATOR) if parties else ():
        if viewer not in parties:
            blur = blurs.get(viewer, {}).get(seat, Blur())
            partners = tuple(sorted({*blur.partners, *parties} - {seat}))
            blurred = Blur(tuple(PARTS), summed(blur.delta, changes), partners, blur.slack)
            blurs[viewer] = {**blurs.get(viewer, {}), seat: blurred}
    return replace(state, blurs=blurs) if parties else state


def circle(rows: Mapping[Seat, Blur], seat: Seat, part: ScreenPart) -> tuple[Seat, ...]:
    """The seats among which this part may have changed hands unseen: all that hang together by discreet deals."""
    seats: tuple[Seat, ...] = ()
    queue = [seat]
    while queue:
        seat_of = queue.pop()
        if seat_of not in seats and seat_of in rows:
            seats = (*seats, seat_of)
            queue += rows[seat_of].partners
    return tuple(sorted(seat for seat in seats if part in rows[seat].parts))


def cleared(state: State, viewers: Iterable[str], seat: Seat, *parts: ScreenPart) -> State:
    """The state in which these viewers know the contents of these parts of a seat's screen, and so the changes there
    that they had not seen."""
    blurs = dict(state.blurs)
    for viewer in viewers:
        for part in parts:
            rows = blurs.get(viewer, {})
            if part not in rows.get(seat, Blur()).parts:
                continue
            others = [other for other in circle(rows, seat, part) if other != seat]
            blur, keys = rows[seat], PARTS[part]
            if others:
                known = {key: blur.slack.get(key, 0) - blur.delta.get(key, 0) for key in keys}
                heir = rows[others[0]]
                rows = {**rows, others[0]: replace(heir, slack=summed(heir.slack, known))}
            rest = {
                "parts": tuple(other for other in blur.parts if other != part),
                "delta": {key: n for key, n in blur.delta.items() if key not in keys},
                "slack": {key: n for key, n in blur.slack.items() if key not in keys},
            }
            blurs[viewer] = {**rows, seat: copied(blur, rest)}
    return replace(state, blurs=blurs)


# ---- small things ----------------------------------------------------------------------------------------------------


def with_more(seats: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """The seats with these added behind them; each once."""
    return tuple(dict.fromkeys((*seats, *more)))


def without(those: tuple[T, ...], gone: T | None) -> tuple[T, ...]:
    return tuple(item for item in those if item != gone)


def without_one(kinds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """The kinds without the first of this one, which must be there."""
    at = kinds.index(kind)
    return kinds[:at] + kinds[at + 1 :]


def summed(one: Mapping[str, int], two: Mapping[str, int]) -> dict[str, int]:
    """Counts by kind added up."""
    return {kind: one.get(kind, 0) + two.get(kind, 0) for kind in dict.fromkeys((*one, *two))}
