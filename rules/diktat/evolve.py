"""The state after each event: total, and the only place where the state changes."""

from __future__ import annotations

from collections import Counter
from functools import partial
from operator import add
from typing import Any

from rules.diktat import events as ev
from rules.diktat.changes import (
    added,
    affinities,
    agents,
    blurred,
    card_changed,
    cleared,
    each_pawn,
    ground,
    lifted,
    pawn_changed,
    pawns_changed,
    pawns_gone,
    player,
    pooled,
    put,
    spent,
    summed,
    with_more,
    without,
    without_one,
)
from rules.diktat.deals import Claim, Deal, Said, Watched
from rules.diktat.packs.cards import LETTERS
from rules.diktat.state import (
    COST_OF_A_DEBT,
    OTHERS,
    PARTS,
    Held,
    Pawn,
    Player,
    Stack,
    State,
    above_zero,
    less,
)
from rules.kernel import Seat, replace


def evolve(state: State, event: ev.Fact) -> State:
    """The state after an event of this game's own."""
    after = _evolved(state, event)
    if any(offer.refused for offer in after.offers.values()):
        return _open_again(state, after, event)
    return after


def _open_again(before: State, after: State, event: ev.Fact) -> State:
    """NEG-3: an answer that was refused may be given again after whatever the one who could not deliver was seen to
    gain, lose or do; a discreet deal counts, whatever it held."""

    def changed(seat: Seat) -> bool:
        dealt = isinstance(event, ev.Dealt) and seat in event.offer.parties
        return dealt or before.grounds is not after.grounds or before.players[seat] is not after.players[seat]

    offers = {
        id: replace(offer, refused={by: seat for by, seat in offer.refused.items() if not changed(seat)})
        for id, offer in after.offers.items()
    }
    return replace(after, offers=offers)


def _evolved(state: State, event: ev.Fact) -> State:
    match event:
        case ev.CabalTaken(seat=seat, cabal=cabal):
            return player(state, seat, cabal=cabal)
        case ev.Endowed(seat=seat):
            given = above_zero(event.affinities)
            return player(state, seat, pp=event.pp, affinities=given, reserve=event.reserve, supply=event.supply)
        case ev.CycleBegan(number=number):
            return replace(state, cycle=number)
        case ev.PhaseBegan(phase=phase):
            return replace(state, phase=phase, turn=None, named=0)
        case ev.AdministratorNamed(seat=seat):
            return replace(state, administrator=seat)
        case ev.Ranked(seat=seat, rank=rank):
            return replace(state, seen_ranks={**state.seen_ranks, seat: rank})
        case ev.Scored(seat=seat, now=now):
            return replace(state, seen_points={**state.seen_points, seat: now})
        case ev.FirstSet(seat=seat):
            return replace(state, first=seat)
        case ev.TurnBegan(seat=seat):
            return replace(state, turn=seat, again=None)
        case ev.Designated():
            return replace(state, named=state.named + 1)
        case ev.AgainSet(seat=seat):
            return replace(state, again=seat)
        case ev.ManoeuvreMade(seat=seat, which=which, left=left):
            return player(state, seat, pawns=left, made=summed(state.players[seat].made, {which: 1}))
        case ev.CycleEnded(cards=cards):
            return _cycle_ended(state, cards)
        case ev.Left(seat=seat):
            return cleared(_left(state, seat), tuple(state.blurs), seat, "pp", "agents", "affinities")
        case _:
            return _cards(state, event)


def _cards(state: State, event: ev.Fact) -> State:
    """The pile, the track, and what players have."""
    match event:
        case ev.Shuffled(what="pile", order=order):
            from_discard = set(state.discard) == set(order) and not state.deck
            return replace(state, deck=order, discard=() if from_discard else state.discard, peeked={})
        case ev.Shuffled(what="discard", order=order):
            return replace(state, discard=order)
        case ev.Drawn(cards=cards, secret=secret):
            knows = tuple(seat for seat, known in state.peeked.items() if secret in known)
            state = _from_deck(state, (*cards, *([secret] if secret else [])))
            fresh: dict[str, Any] = {"secret_looked": (), "secret_known": knows, "secret_said": ()}
            return replace(state, track=(*state.track, *cards), secret=secret, **fresh)
        case ev.Peeked(seat=seat, cards=cards):
            known = tuple(dict.fromkeys((*state.peeked.get(seat, ()), *cards)))
            return replace(state, peeked={**state.peeked, seat: known})
        case ev.Replaced(out=out, came=came):
            state = _from_deck(state, (came,) if came else ())
            track = tuple(card for id in state.track for card in ([came] if id == out else [id]) if card)
            return replace(state, track=track, discard=(*state.discard, out))
        case ev.SecretTurned(card=card):
            return replace(state, secret=None, secret_known=(), secret_said=(), track=(*state.track, card))
        case ev.Corrupted(card=card, source=source):
            if source == "pile":
                state = _from_deck(state, (card,))
            elif source == "discard":
                state = replace(state, discard=state.discard[1:])
            return replace(state, track=without(state.track, card), corrupted=(*state.corrupted, card))
        case ev.Uncorrupted(card=card):
            return replace(state, corrupted=without(state.corrupted, card))
        case ev.Developed(seat=seat, special=special):
            counts = {"pp": event.pp, "spies": event.spies, "assassins": event.assassins}
            state = added(state, seat, **counts, reserve=special, supply=-special)
            return player(agents(state, seat, event.agents), seat, pawns=event.pawns)
        case ev.Pp(seat=seat, change=change):
            return blurred(added(state, seat, pp=change), seat, event.parties, {"pp": change})
        case ev.AgentsChanged(seat=seat, gained=gained, lost=lost):
            change_of = {kind: gained.count(kind) - lost.count(kind) for kind in PARTS["agents"]}
            return blurred(agents(state, seat, gained, lost), seat, event.parties, change_of)
        case ev.AffinityChanged(seat=seat, change=changes):
            return blurred(affinities(state, seat, **changes), seat, event.parties, changes)
        case ev.TokensChanged(seat=seat, spies=spies, assassins=assassins):
            return added(state, seat, spies=spies, assassins=assassins)
        case ev.Supplied(seat=seat, count=n):
            return added(state, seat, reserve=n, supply=-n)
        case ev.DebtTaken(seat=seat, forced=forced):
            taken = state.players[seat].debt_taken or not forced
            return player(added(state, seat, pp=COST_OF_A_DEBT, debts=1), seat, debt_taken=taken)
        case ev.DebtsChanged(seat=seat, change=change):
            return added(state, seat, debts=change)
        case ev.Tainted(seat=seat, change=change):
            return added(state, seat, corruption=change)
        case ev.Awarded(seat=seat, vp=vp):
            return added(state, seat, extra=vp)
        case ev.HeldUp(seat=seat):
            return added(state, seat, holds=1)
        case ev.Bids(bids=bids):
            for seat, bid in bids.items():
                state = added(state, seat, pp=-bid)
            return state
        case ev.Discarded(seat=seat, agents=gone):
            state = player(agents(state, seat, lost=gone), seat, spies=0, assassins=0)
            return state if state.players[seat].agents else cleared(state, tuple(state.blurs), seat, "agents")
        case ev.Acquired(seat=seat, card=card):
            return player(state, seat, cabal_cards=(*state.players[seat].cabal_cards, card))
        case ev.Used(seat=seat, thing=thing) | ev.Refreshed(seat=seat, thing=thing):
            return _marked(state, seat, thing, isinstance(event, ev.Used))
        case ev.Possession():
            return _possession(state, event)
        case ev.PossessionLost():
            return _possession_lost(state, event)
        case ev.Flipped(seat=seat, card=card, affinity=kind):
            # AFF-6: no event turns it back at will
            state = card_changed(state, seat, card, lambda owned: replace(owned, flipped=(*owned.flipped, kind)))
            return affinities(state, seat, **{kind: -1})
        case ev.Unflipped(seat=seat, card=card, affinity=kind):
            return card_changed(
                state, seat, card, lambda owned: replace(owned, flipped=without_one(owned.flipped, kind))
            )
        case _:
            return _board(state, event)


def _board(state: State, event: ev.Fact) -> State:
    """Folds the events of sectors: stacks, markers, Corruption."""
    match event:
        case ev.Sent(seat=seat, stack=id, sector=sector, pawns=pawns):
            state = put(agents(state, seat, lost=pawns), sector, Stack(id, seat, tuple(map(Pawn, pawns))))
            return replace(state, stacks_sent=state.stacks_sent + 1)
        case ev.Looked(seat=seat, at=at):
            if at.secret:
                state = replace(state, secret_looked=with_more(state.secret_looked, seat))
                return replace(state, secret_known=with_more(state.secret_known, seat))
            return pawn_changed(state, at, lambda pawn: replace(pawn, looked=tuple(sorted({*pawn.looked, seat}))))
        case ev.Killed(at=at):
            if at.corruption is not None:
                return ground(state, at.corruption, corruption=state.grounds[at.corruption].corruption - 1)
            if event.stays:
                return pawn_changed(state, at, lambda pawn: replace(pawn, open=True))
            state = pawns_gone(state, at.stack or "", (at.pawn or 1,))
            return pooled(state, event.pawn) if event.owner == OTHERS else state
        case ev.TokenLaid(seat=seat, possession=possession):
            state = added(state, seat, reserve=-1)
            if possession is not None:
                return replace(state, adhesions=(*state.adhesions, possession))
            return ground(state, event.on, tokens=(*state.grounds[event.on].tokens, event.token))
        case ev.TokenGone(token=token, on=on):
            return ground(state, on, tokens=without(state.grounds[on].tokens, token))
        case ev.PawnAdded(stack=id, pawn=kind):
            # STK-7: on top
            laid = Pawn(kind, open=True)
            return pawns_changed(state, id, lambda pawns: (laid, *pawns))
        case ev.MovedStack(stack=id, to=to):
            state, _, stack = lifted(state, id)
            return put(state, to, stack)
        case ev.MovedPawns():
            return _moved_pawns(state, event)
        case ev.Swapped(stacks=(one, two)):
            state, here, first = lifted(state, one)
            state, other_sector, second = lifted(state, two)
            return put(put(state, here, second), other_sector, first)
        case ev.Recalled(seat=seat, stack=id, pawns=places, agents=kinds):
            return agents(pawns_gone(state, id, places), seat, kinds)
        case ev.StackGone(stack=id):
            return lifted(state, id)[0]
        case ev.Closed(sector=sector):
            return ground(state, sector, closed=True)
        case ev.Turned(sector=sector):
            return each_pawn(state, lambda _, pawn: replace(pawn, open=True), sector)
        case ev.Spent(seat=seat, sector=sector, pawn=kind):
            return spent(state, seat, sector, kind)
        case ev.Taken(sector=sector, what="darkness"):
            return ground(state, sector, darkness=state.grounds[sector].darkness - 1)
        case ev.Hunted(seat=seat, sector=sector, guards=guards, others=others):
            state = spent(state, seat, sector, "G" * guards)
            state = spent(state, OTHERS, sector, others)
            state = replace(state, pool=less(state.pool, others))
            sent = tuple(Pawn(kind, open=True) for kind in others)
            return ground(state, "artefact", others=state.grounds["artefact"].others + sent)
        case ev.OthersTook(sector=sector):
            for who in (OTHERS, *state.seats):
                state = spent(state, who, sector, "E")
            return state
        case ev.Conquered(sector=sector):
            # BLK-3, DOR-3, REV-3, OTH-8: tokens and the Others stay
            return ground(state, sector, stacks=())
        case ev.OthersSet(order=order):
            lair = tuple(Pawn(kind, group=1) for kind in order)
            return replace(ground(state, "artefact", others=lair), groups=1)
        case ev.Shuffled(what="others"):
            return _others_shuffled(state, event)
        case ev.OthersMoved(from_=other_sector, to=to, count=n):
            # OTH-3, OTH-4: from the top, as a block, the first taken uppermost
            moved = state.grounds[other_sector].others[:n]
            state = ground(state, other_sector, others=state.grounds[other_sector].others[n:])
            return ground(state, to, others=(*moved, *state.grounds[to].others))
        case ev.CorruptionLaid(sector=sector):
            return ground(state, sector, corruption=state.grounds[sector].corruption + 1)
        case ev.Infected(sector=sector, count=n):
            return ground(state, sector, darkness=state.grounds[sector].darkness + n)
        case ev.OthersGone(sector=sector, pawns=pawns):
            return pooled(ground(state, sector, others=(), corruption=0), pawns)
        case _:
            return _bargained(state, event)


def _bargained(state: State, event: ev.Fact) -> State:
    """Folds the events of offers, deals, claims and promises."""
    match event:
        case ev.Offered(offer=offer):
            return replace(state, offers={**state.offers, offer.id: offer}, deals_made=state.deals_made + 1)
        case ev.OfferAccepted(seat=seat, offer=id):
            return _accepted(state, id, with_more(state.offers[id].accepted, seat))
        case ev.Undelivered(offer=id, seat=seat, parties=(by,)):
            refused = replace(state.offers[id], refused={**state.offers[id].refused, by: seat})
            return replace(state, offers={**state.offers, id: refused})
        case ev.Undelivered(offer=id):
            return _accepted(state, id, ())
        case ev.OfferClosed(offer=id):
            return _closed(state, id)
        case ev.Dealt(offer=offer):
            state = _closed(state, offer.id)
            for seat in offer.parties if offer.discreet else ():
                state = blurred(state, seat, offer.parties, {})
            if not offer.promises:
                return state
            watched = tuple(Watched(promise) for promise in offer.promises)
            deal = Deal(offer.id, offer.parties, watched, offer.sworn, offer.discreet)
            return replace(state, deals={**state.deals, deal.id: deal})
        case ev.Shown(by=by, to=to, at=at, screen=screen):
            if at is None:
                return cleared(state, to, by, screen or "pp")
            if at.secret:
                return replace(state, secret_known=with_more(state.secret_known, *to))
            return pawn_changed(state, at, lambda pawn: replace(pawn, shown=tuple(sorted({*pawn.shown, *to}))))
        case ev.SaidSo(by=by, to=to, claims=claims, deal=sworn_in):
            for claim in claims:
                state = _with_claim(state, claim, by, to, sworn_in)
            return state
        case ev.PromiseDone(deal=id, index=index, done=done):
            return _watched(state, id, index, done=done)
        case ev.PromiseEnded(deal=id, index=index, promise=promise, how=how):
            state = _watched(state, id, index, status=how)
            deal = state.deals[id]
            if how == "broken" and deal.sworn:
                # OAT-3: the others are free of theirs
                deal = replace(deal, broken=with_more(deal.broken, promise.by))
            return replace(state, deals={**state.deals, id: deal})
        case ev.Judged(deal=id, seat=seat):
            for index, made in enumerate(state.deals[id].promises):
                if made.promise.by == seat and made.promise.do == "words":
                    state = _watched(state, id, index, judged=True)
            return state
        case _:
            # Told only: Skipped, Blocked, Woken, Tally, Struggle, Passed, Attack, Kept, OthersAttack, …
            return state


# ---- stacks and pawns ------------------------------------------------------------------------------------------------


def _moved_pawns(state: State, event: ev.MovedPawns) -> State:
    located = state.find(event.stack)
    assert located is not None
    moving = [(to, located[2][place - 1]) for place, to in zip(event.pawns, event.to, strict=True)]
    state = pawns_gone(state, event.stack, event.pawns)
    # STK-7: on top; of those going to one stack the first named lies uppermost
    for to in dict.fromkeys(event.to):
        block = tuple(pawn for goes, pawn in moving if goes == to)
        state = pawns_changed(state, to, partial(add, block))
    return state


def _others_shuffled(state: State, event: ev.Shuffled) -> State:
    """STK-8: what is known of places is lost, what kinds the group holds is not; unseen ones stay in one group."""
    sector, number = event.sector or "artefact", state.groups + 1
    mixed = state.grounds[sector].others[event.kept :]
    merged = {pawn.group for pawn in mixed if not pawn.open}

    def regrouped(owner: Seat, pawn: Pawn) -> Pawn:
        return replace(pawn, group=number) if owner == OTHERS and pawn.group in merged and not pawn.open else pawn

    state = each_pawn(state, regrouped)
    fresh = tuple(Pawn(kind, group=number) for kind in event.order)
    state = ground(state, sector, others=(*state.grounds[sector].others[: event.kept], *fresh))
    return replace(state, groups=number, pool=state.pool if mixed else "")


# ---- what players have -----------------------------------------------------------------------------------------------


def _marked(state: State, seat: Seat, thing: tuple[str, str], used: bool) -> State:
    kind, id = thing
    if kind == "card":
        return card_changed(state, seat, id, lambda owned: replace(owned, used=used))
    name = "used_markers" if kind == "marker" else "used_cabal_cards"
    marked: tuple[str, ...] = getattr(state.players[seat], name)
    return player(state, seat, **{name: with_more(marked, id) if used else without(marked, id)})


def _possession(state: State, event: ev.Possession) -> State:
    seat, (kind, id) = event.seat, event.thing
    its = state.players[seat]
    if kind == "card":
        state = replace(state, track=without(state.track, id))
        state = player(state, seat, cards=(*its.cards, Held(id, (), event.used)))
    else:
        state = player(state, seat, markers=summed(its.markers, {id: 1}))
        if event.used:
            state = _marked(state, seat, event.thing, True)
    # ADH-3: it goes along, and is gone where it comes to the Syndicate itself
    if event.adhesion and state.token(seat) != "adhesion":
        state = replace(state, adhesions=(*state.adhesions, (seat, kind, id)))
    return state


def _possession_lost(state: State, event: ev.PossessionLost) -> State:
    seat, (kind, id) = event.seat, event.thing
    its = state.players[seat]
    if kind == "card":
        held = next(card for card in its.cards if card.card == id)
        # AFF-4: flipped tokens go back behind the screen
        state = affinities(state, seat, **Counter(held.flipped))
        state = player(state, seat, cards=without(its.cards, held))
    else:
        # INF-3: the others of a pile stay
        markers = above_zero(summed(its.markers, {id: -1}))
        state = player(state, seat, markers=markers, used_markers=tuple(m for m in its.used_markers if m in markers))
        if id in markers:
            return state
    return replace(state, adhesions=without(state.adhesions, (seat, kind, id)))


def _left(state: State, seat: Seat) -> State:
    """END-5, POS-4."""
    player, token = state.players[seat], state.token(seat)
    for sector, place in state.grounds.items():
        stacks = tuple(stack for stack in place.stacks if stack.seat != seat)
        state = ground(state, sector, stacks=stacks, tokens=without(place.tokens, token))
    kept = () if token == "adhesion" else tuple(row for row in state.adhesions if row[0] != seat)
    state = replace(state, adhesions=kept, discard=(*state.discard, *(card.card for card in player.cards)))
    gone = Player(
        cabal=player.cabal,
        cabal_cards=player.cabal_cards,
        debts=player.debts,
        extra=player.extra,
        corruption=player.corruption,
    )
    return replace(state, players={**state.players, seat: gone})


def _cycle_ended(state: State, cards: tuple[str, ...]) -> State:
    """EOC-4, EOC-5; PWR-2 and TIM-5 begin anew."""
    for seat, its in state.players.items():
        fresh = tuple(replace(card, used=False) for card in its.cards)
        state = player(state, seat, cards=fresh, used_markers=(), used_cabal_cards=())
        state = player(state, seat, debt_taken=False, holds=0, made={}, pawns=0)
    for sector in state.grounds:
        state = ground(state, sector, closed=False)
    return replace(state, track=(), discard=(*state.discard, *cards), first=None, again=None)


# ---- cards -----------------------------------------------------------------------------------------------------------


def _from_deck(state: State, cards: tuple[str, ...]) -> State:
    gone = set(cards)
    peeked = {seat: rest for seat, known in state.peeked.items() if (rest := tuple(c for c in known if c not in gone))}
    return replace(state, deck=state.deck[len(cards) :], peeked=peeked)


# ---- what is reckoned, said, promised --------------------------------------------------------------------------------


def _accepted(state: State, offer: str, seats: tuple[Seat, ...]) -> State:
    return replace(state, offers={**state.offers, offer: replace(state.offers[offer], accepted=seats)})


def _closed(state: State, offer: str) -> State:
    return replace(state, offers={id: kept for id, kept in state.offers.items() if id != offer})


def _with_claim(state: State, claim: Claim, by: Seat, to: tuple[Seat, ...], deal: str | None) -> State:
    if claim.at is not None and claim.at.stack is not None and claim.is_ is not None:
        heard = Said(by, LETTERS[claim.is_], to, deal)
        return pawn_changed(state, claim.at, lambda pawn: replace(pawn, said=(*pawn.said, heard)))
    if claim.secret is not None:
        return replace(state, secret_said=(*state.secret_said, Said(by, claim.secret, to, deal)))
    return state


def _watched(state: State, id: str, index: int, **changes: Any) -> State:
    deal = state.deals[id]
    rows = tuple(replace(promise, **changes) if n == index else promise for n, promise in enumerate(deal.promises))
    return replace(state, deals={**state.deals, id: replace(deal, promises=rows)})
