"""A state that fits a viewer's knowledge, everything hidden dealt anew: kinds in stacks and behind screens, goods that
changed hands unseen, the pile, the secret card, the Others' pawns, sealed answers."""

from __future__ import annotations

import random
from typing import Any

from rules.diktat import frames as fr
from rules.diktat.changes import added, affinities, circle, each_pawn, player, summed
from rules.diktat.deals import Offer, Said, ScreenPart
from rules.diktat.flow.deliveries import tokens
from rules.diktat.knowledge import held, pool, unknown
from rules.diktat.state import OTHERS, PARTS, Pawn, State, sorted_agents
from rules.kernel import Seat, Viewer, replace


def imagined(state: State, viewer: Viewer, rng: random.Random) -> State:
    real = state
    state = _cards(state, viewer, rng)
    state = _agents(state, viewer, rng)
    for part in ("pp", "affinities"):
        state = _with_hidden_goods(state, viewer, part, rng)
    state = _with_known_figures(state, viewer, real)
    state = _others(state, viewer, rng)
    state = _without_unheard(state, viewer)
    return replace(state, stack=tuple(_frame(real, state, frame, viewer) for frame in state.stack))


# ---- cards -----------------------------------------------------------------------------------------------------------


def _cards(state: State, viewer: Viewer, rng: random.Random) -> State:
    """The pile and the secret card, but for those that the viewer knows."""
    known = state.peeked.get(viewer, ())
    free = state.secret is not None and not state.knows_secret(viewer)
    hidden = [id for id in state.deck if id not in known] + ([state.secret] if free and state.secret else [])
    hidden.sort()
    rng.shuffle(hidden)
    deck = tuple(id if id in known else hidden.pop() for id in state.deck)
    places = {seat: [state.deck.index(id) for id in cards] for seat, cards in state.peeked.items()}
    peeked = {seat: tuple(deck[n] for n in rows) for seat, rows in places.items()}
    knows = tuple(seat for seat in state.secret_known if seat in state.secret_looked or seat == viewer)
    secret = hidden.pop() if free else state.secret
    return replace(state, deck=deck, secret=secret, secret_known=knows, peeked=peeked)


# ---- Agents ----------------------------------------------------------------------------------------------------------


def _circles(state: State, viewer: Viewer, part: ScreenPart) -> list[tuple[Seat, ...]]:
    """The other seats, those together among whom something may have changed hands unseen."""
    rows = state.blurs.get(viewer, {})
    circles: list[tuple[Seat, ...]] = []
    for seat in state.seats:
        if seat != viewer and not any(seat in group for group in circles):
            blurred = seat in rows and part in rows[seat].parts
            circles.append(circle(rows, seat, part) if blurred else (seat,))
    return circles


def _agents(state: State, viewer: Viewer, rng: random.Random) -> State:
    for group in _circles(state, viewer, "agents"):
        hidden: list[str] = []
        for seat in group:
            hidden += sorted((pool(state, seat) - unknown(state, viewer, seat)[0]).elements())
        rng.shuffle(hidden)
        for seat in group:
            state = _dealt(state, viewer, seat, hidden)
        sizes = [len(state.players[seat].agents) for seat in group]
        if len(group) > 1:
            sizes = _split(sum(sizes), len(group), rng)
        for seat, size in zip(group, sizes, strict=True):
            behind = "".join(hidden.pop() for _ in range(size))
            state = player(state, seat, agents=sorted_agents(behind))
    return state


def _dealt(state: State, viewer: Viewer, seat: Seat, hidden: list[str]) -> State:
    """The seat's pawns that the viewer does not know, drawn from what is hidden."""

    def anew(owner: Seat, pawn: Pawn) -> Pawn:
        return pawn if owner != seat or state.knows(viewer, seat, pawn) else replace(pawn, kind=hidden.pop())

    return each_pawn(state, anew)


def _split(total: int, ways: int, rng: random.Random) -> list[int]:
    """A number in so many parts, each 0 or more."""
    cuts = sorted(rng.randint(0, total) for _ in range(ways - 1))
    return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]


def _with_hidden_goods(state: State, viewer: Viewer, part: ScreenPart, rng: random.Random) -> State:
    """PP and Affinity tokens that may have changed hands unseen."""
    change = added if part == "pp" else affinities
    for group in _circles(state, viewer, part):
        for key in PARTS[part] if len(group) > 1 else ():
            have = [held(state, seat, part, key) for seat in group]
            for seat, n, now in zip(group, have, _split(sum(have), len(group), rng), strict=True):
                state = change(state, seat, **{key: now - n})
    return state


def _with_known_figures(state: State, viewer: Viewer, before: State) -> State:
    """The imagined state with the facts that the viewer could reckon as they were before: the imagined pieces changed
    hands unseen."""
    rows = dict(state.blurs.get(viewer, {}))
    for seat, blur in rows.items():
        change = {
            key: held(state, seat, part, key) - held(before, seat, part, key)
            for part in blur.parts
            for key in PARTS[part]
        }
        delta = {key: blur.delta.get(key, 0) + change.get(key, 0) for key in sorted({*blur.delta, *change})}
        rows[seat] = replace(blur, delta=delta)
    return replace(state, blurs={viewer: rows} if rows else {})


# ---- the Others ------------------------------------------------------------------------------------------------------


def _others(state: State, viewer: Viewer, rng: random.Random) -> State:
    """STK-8: each shuffled group within itself."""
    kinds: dict[int, list[str]] = {}
    for ground in state.grounds.values():
        for pawn in ground.others:
            if not state.knows(viewer, OTHERS, pawn):
                kinds.setdefault(pawn.group, []).append(pawn.kind)
    for group in sorted(kinds):
        kinds[group].sort()
        rng.shuffle(kinds[group])

    def anew(owner: Seat, pawn: Pawn) -> Pawn:
        known = owner != OTHERS or state.knows(viewer, OTHERS, pawn)
        return pawn if known else replace(pawn, kind=kinds[pawn.group].pop())

    return each_pawn(state, anew)


# ---- bargains and sealed answers -------------------------------------------------------------------------------------


def _without_unheard(state: State, viewer: Viewer) -> State:
    """Whispers, offers and promises that the viewer has not heard are dropped, and what others reckon or were shown."""

    def heard(rows: tuple[Said, ...]) -> tuple[Said, ...]:
        return tuple(row for row in rows if row.heard(viewer))

    def known(_: Seat, pawn: Pawn) -> Pawn:
        if not pawn.said and not pawn.shown:
            return pawn
        # pawns that others were shown in secret are not known
        return replace(pawn, said=heard(pawn.said), shown=(viewer,) if viewer in pawn.shown else ())

    return replace(
        each_pawn(state, known),
        offers={id: _heard_offer(offer, viewer) for id, offer in state.offers.items()},
        deals={id: deal if deal.heard(viewer) else replace(deal, promises=()) for id, deal in state.deals.items()},
        secret_said=heard(state.secret_said),
    )


def _heard_offer(offer: Offer, viewer: Viewer) -> Offer:
    """The offer as far as the viewer knows of it: who else was refused an answer is not told."""
    if not offer.heard(viewer):
        return _unheard_offer(offer)
    own = {viewer: offer.refused[viewer]} if viewer in offer.refused else {}
    return offer if own == offer.refused else replace(offer, refused=own)


def _unheard_offer(offer: Offer) -> Offer:
    """NEG-10: a discreet offer with what others see of it before it is dealt: whose it is."""
    return Offer(offer.id, offer.by, offer.to, discreet=True, accepted=offer.accepted)


def _unheard_deal(offer: Offer) -> Offer:
    """NEG-10: the same once it is dealt, with what lies open by its nature."""
    give = {seat: goods.open for seat, goods in offer.give.items()}
    take = {seat: goods.open for seat, goods in offer.take.items()}
    return replace(_unheard_offer(offer), give=give, take=take)


def _frame(real: State, state: State, frame: Any, viewer: Viewer) -> Any:
    """A frame of the imagined state; `real`: the one that it stands for."""
    match frame:
        case fr.Dealing(offer=offer, waiting=waiting):
            before = frame.before
            if waiting is not None:
                # all saw what has been discarded so far
                gone = {kind: n - tokens(real, waiting[0]).get(kind, 0) for kind, n in before.items()}
                before = summed(tokens(state, waiting[0]), gone)
            return replace(frame, offer=offer if offer.heard(viewer) else _unheard_deal(offer), before=before)
        case fr.Losing() if any(
            isinstance(frame, fr.Dealing) and not frame.offer.heard(viewer) for frame in state.stack
        ):
            # what a discreet deal delivers besides
            return replace(frame, reserved={})
        case _:
            return frame
