"""How events change the state: total, and the only place where it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import add
from typing import Any

from rules.diktat import events as ev
from rules.diktat.cards import LETTERS
from rules.diktat.deals import At, Claim, Deal, Said, Status, Watched
from rules.diktat.state import (
    COST_OF_A_DEBT,
    PARTS,
    Blur,
    Ground,
    Held,
    Part,
    Pawn,
    Player,
    Stack,
    State,
    less,
    sorted_agents,
)
from rules.kernel.codec import copied, replace
from rules.kernel.seats import SPECTATOR, Seat


def player(state: State, seat: Seat, **changes: Any) -> State:
    """The state with these fields of a seat's changed."""
    return replace(state, players={**state.players, seat: replace(state.players[seat], **changes)})


def ground(state: State, sector: str, **changes: Any) -> State:
    """The state with these fields of a sector's changed."""
    return replace(state, grounds={**state.grounds, sector: replace(state.grounds[sector], **changes)})


def evolve(state: State, event: ev.Fact) -> State:
    """The state after an event of this game's own."""
    match event:
        case ev.CabalTaken(seat=seat, cabal=cabal):
            return player(state, seat, cabal=cabal)
        case ev.Endowed():
            given = {kind: n for kind, n in event.affinities.items() if n}
            return player(
                state, event.seat, pp=event.pp, affinities=given, reserve=event.reserve, supply=event.supply
            )  # fmt: skip
        case ev.Shuffled():
            return _shuffled(state, event)
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
        case ev.Drawn(cards=cards, secret=secret):
            knows = tuple(seat for seat, known in state.peeked.items() if secret in known)
            state = _from_deck(state, (*cards, *([secret] if secret else [])))
            fresh: dict[str, Any] = {"secret_looked": (), "secret_known": knows, "secret_said": ()}
            return replace(state, track=(*state.track, *cards), secret=secret, **fresh)
        case ev.Developed():
            return _developed(state, event)
        case ev.FirstSet(seat=seat):
            return replace(state, first=seat)
        case ev.TurnBegan(seat=seat):
            return replace(state, turn=seat, again=None)
        case ev.Designated():
            return replace(state, named=state.named + 1)
        case ev.AgainSet(seat=seat):
            return replace(state, again=seat)
        case ev.ManoeuvreMade(seat=seat, which=which, left=left):
            made = state.players[seat].made
            return player(state, seat, pawns=left, made={**made, which: made.get(which, 0) + 1})
        case ev.Sent(seat=seat, stack=id, sector=sector, pawns=pawns):
            state = player(state, seat, agents=less(state.players[seat].agents, pawns))
            team = Stack(id, seat, tuple(Pawn(kind) for kind in pawns))
            state = ground(state, sector, stacks=(*state.grounds[sector].stacks, team))
            return replace(state, stacks_sent=state.stacks_sent + 1)
        case ev.Looked(seat=seat, at=at):
            if at.secret:
                looked = tuple(dict.fromkeys((*state.secret_looked, seat)))
                return replace(state, secret_looked=looked, secret_known=_with(state.secret_known, seat))
            return _pawn(state, at, lambda pawn: replace(pawn, looked=tuple(sorted({*pawn.looked, seat}))))
        case ev.Killed():
            return _killed(state, event)
        case ev.TokenLaid():
            return _laid(state, event)
        case ev.TokenGone(token=token, on=on):
            return ground(state, on, tokens=tuple(it for it in state.grounds[on].tokens if it != token))
        case ev.MovedStack(stack=id, from_=there, to=to):
            mover = next(it for it in state.grounds[there].stacks if it.id == id)
            state = ground(state, there, stacks=tuple(it for it in state.grounds[there].stacks if it.id != id))
            return ground(state, to, stacks=(*state.grounds[to].stacks, mover))
        case ev.MovedPawns():
            return _moved_pawns(state, event)
        case ev.Swapped(stacks=(one, two)):
            (here, _, _), (there, _, _) = state.find(one) or ("", "", ()), state.find(two) or ("", "", ())
            first = next(it for it in state.grounds[here].stacks if it.id == one)
            second = next(it for it in state.grounds[there].stacks if it.id == two)
            rest = tuple(it for it in state.grounds[here].stacks if it.id != one)
            state = ground(state, here, stacks=(*rest, second))
            rest = tuple(it for it in state.grounds[there].stacks if it.id != two)
            return ground(state, there, stacks=(*rest, first))
        case ev.Recalled(seat=seat, stack=id, pawns=places, agents=agents):
            state = without(state, id, places)
            return player(state, seat, agents=sorted_agents(state.players[seat].agents + agents))
        case ev.StackGone(stack=id, sector=sector):
            return ground(state, sector, stacks=tuple(it for it in state.grounds[sector].stacks if it.id != id))
        case ev.Closed(sector=sector):
            return ground(state, sector, closed=True)
        case ev.Pp(seat=seat, change=change):
            state = player(state, seat, pp=state.players[seat].pp + change)
            return _blurred(state, seat, event.parties, {"pp": change})
        case ev.AgentsChanged(seat=seat, gained=gained, lost=lost):
            state = player(state, seat, agents=sorted_agents(less(state.players[seat].agents, lost) + gained))
            agents_changed = {kind: gained.count(kind) - lost.count(kind) for kind in "CGE"}
            return _blurred(state, seat, event.parties, agents_changed)
        case ev.TokensChanged(seat=seat, spies=spies, assassins=assassins):
            it = state.players[seat]
            return player(state, seat, spies=it.spies + spies, assassins=it.assassins + assassins)
        case ev.Supplied(seat=seat, count=n):
            it = state.players[seat]
            return player(state, seat, reserve=it.reserve + n, supply=it.supply - n)
        case ev.AffinityChanged(seat=seat, change=changes):
            state = player(state, seat, affinities=_added(state.players[seat].affinities, changes))
            return _blurred(state, seat, event.parties, changes)
        case ev.DebtTaken(seat=seat, forced=forced):
            it = state.players[seat]
            taken = it.debt_taken or not forced
            return player(state, seat, pp=it.pp + COST_OF_A_DEBT, debts=it.debts + 1, debt_taken=taken)
        case ev.Tainted(seat=seat, change=change):
            return player(state, seat, corruption=state.players[seat].corruption + change)
        case ev.Acquired(seat=seat, card=card):
            return player(state, seat, cabal_cards=(*state.players[seat].cabal_cards, card))
        case ev.Used(seat=seat, thing=thing):
            return _marked(state, seat, thing, True)
        case ev.Refreshed(seat=seat, thing=thing):
            return _marked(state, seat, thing, False)
        case ev.Possession():
            return _possession(state, event)
        case ev.PossessionLost():
            return _possession_lost(state, event)
        case ev.Flipped(seat=seat, card=card, affinity=kind):
            # AFF-6: no event turns it back at will
            held = tuple(
                replace(it, flipped=(*it.flipped, kind)) if it.card == card else it for it in state.players[seat].cards
            )
            return player(state, seat, cards=held, affinities=_added(state.players[seat].affinities, {kind: -1}))
        case ev.Unflipped(seat=seat, card=card, affinity=kind):
            held = tuple(
                replace(it, flipped=_without(it.flipped, kind)) if it.card == card else it
                for it in state.players[seat].cards
            )
            return player(state, seat, cards=held)
        case ev.Awarded(seat=seat, vp=vp):
            return player(state, seat, extra=state.players[seat].extra + vp)
        case ev.Peeked(seat=seat, cards=cards):
            known = tuple(dict.fromkeys((*state.peeked.get(seat, ()), *cards)))
            return replace(state, peeked={**state.peeked, seat: known})
        case ev.Replaced(out=out, came=came):
            state = _from_deck(state, (came,) if came else ())
            track = tuple(it for id in state.track for it in ([came] if id == out else [id]) if it)
            return replace(state, track=track, discard=(*state.discard, out))
        case ev.SecretTurned(card=card):
            return replace(state, secret=None, secret_known=(), secret_said=(), track=(*state.track, card))
        case ev.Turned(sector=sector):
            opened = tuple(
                replace(stack, pawns=tuple(replace(pawn, open=True) for pawn in stack.pawns))
                for stack in state.grounds[sector].stacks
            )
            theirs = tuple(replace(pawn, open=True) for pawn in state.grounds[sector].others)
            return ground(state, sector, stacks=opened, others=theirs)
        case ev.Bids(bids=bids):
            for seat, bid in bids.items():
                state = player(state, seat, pp=state.players[seat].pp - bid)
            return state
        case ev.Spent(seat=seat, sector=sector, pawn=kind):
            return _spent(state, seat, sector, kind)
        case ev.Taken(sector=sector, what=what):
            if what == "darkness":
                return ground(state, sector, darkness=state.grounds[sector].darkness - 1)
            return state
        case ev.Hunted(seat=seat, sector=sector, guards=guards, others=others):
            for _ in range(guards):
                state = _spent(state, seat, sector, "G")
            for kind in others:
                state = _spent(state, "others", sector, kind, pool=False)
            sent = tuple(Pawn(kind, open=True) for kind in others)
            return ground(state, "artefact", others=state.grounds["artefact"].others + sent)
        case ev.OthersTook(sector=sector):
            state = _spent(state, "others", sector, "E")
            for seat in state.seats:
                if state.count(seat, sector, "E"):
                    state = _spent(state, seat, sector, "E")
            return state
        case ev.Conquered(sector=sector):
            # BLK-3, DOR-3, REV-3, OTH-8: tokens and the Others stay
            return ground(state, sector, stacks=())
        case ev.Discarded(seat=seat, agents=agents):
            kept = less(state.players[seat].agents, agents)
            state = player(state, seat, agents=kept, spies=0, assassins=0)
            return state if kept else _clear(state, tuple(state.blurs), seat, "agents")
        case ev.CycleEnded(cards=cards):
            return _cycle_ended(state, cards)
        case ev.OthersSet(order=order):
            lair = tuple(Pawn(kind, group=1) for kind in order)
            return replace(ground(state, "artefact", others=lair), groups=1)
        case ev.Corrupted(card=card, source=source):
            if source == "pile":
                state = _from_deck(state, (card,))
            elif source == "discard":
                state = replace(state, discard=state.discard[1:])
            track = tuple(id for id in state.track if id != card)
            return replace(state, track=track, corrupted=(*state.corrupted, card))
        case ev.Uncorrupted(card=card):
            return replace(state, corrupted=tuple(id for id in state.corrupted if id != card))
        case ev.OthersMoved(from_=there, to=to, count=n):
            # OTH-3, OTH-4: from the top, as a block, the first taken uppermost
            moved = state.grounds[there].others[:n]
            state = ground(state, there, others=state.grounds[there].others[n:])
            return ground(state, to, others=(*moved, *state.grounds[to].others))
        case ev.CorruptionLaid(sector=sector):
            return ground(state, sector, corruption=state.grounds[sector].corruption + 1)
        case ev.Infected(sector=sector, count=n):
            return ground(state, sector, darkness=state.grounds[sector].darkness + n)
        case ev.OthersGone(sector=sector, pawns=pawns):
            return replace(ground(state, sector, others=(), corruption=0), pool=sorted_agents(state.pool + pawns))
        case ev.Left(seat=seat):
            return _clear(_left(state, seat), tuple(state.blurs), seat, "pp", "agents", "affinities")
        case ev.HeldUp(seat=seat):
            return player(state, seat, holds=state.players[seat].holds + 1)
        case _:
            return _bargained(state, event)


def _bargained(state: State, event: ev.Fact) -> State:
    match event:
        case ev.Offered(offer=offer):
            return replace(state, offers={**state.offers, offer.id: offer}, deals_made=state.deals_made + 1)
        case ev.OfferAccepted(seat=seat, offer=id):
            offer = state.offers[id]
            return replace(state, offers={**state.offers, id: replace(offer, accepted=_with(offer.accepted, seat))})
        case ev.Undelivered(offer=id):
            return replace(state, offers={**state.offers, id: replace(state.offers[id], accepted=())})
        case ev.OfferClosed(offer=id):
            return replace(state, offers={key: it for key, it in state.offers.items() if key != id})
        case ev.Dealt(offer=offer):
            state = replace(state, offers={key: it for key, it in state.offers.items() if key != offer.id})
            for seat in offer.parties if offer.discreet else ():
                state = _blurred(state, seat, offer.parties, {})
            if not offer.promises:
                return state
            watched = tuple(Watched(promise) for promise in offer.promises)
            deal = Deal(offer.id, offer.parties, watched, offer.sworn, offer.discreet)
            return replace(state, deals={**state.deals, deal.id: deal})
        case ev.Shown(by=by, to=to, at=at, screen=screen):
            if at is None:
                return _clear(state, to, by, screen or "pp")
            if at.secret:
                known = state.secret_known
                for seat in to:
                    known = _with(known, seat)
                return replace(state, secret_known=known)
            return _pawn(state, at, lambda pawn: replace(pawn, shown=tuple(sorted({*pawn.shown, *to}))))
        case ev.SaidSo(by=by, to=to, claims=claims, deal=sworn_in):
            for claim in claims:
                state = _said(state, claim, by, to, sworn_in)
            return state
        case ev.PromiseDone(deal=id, index=index, done=done):
            return _watched(state, id, index, done=done)
        case ev.PromiseEnded(deal=id, index=index, promise=promise, how=how):
            status: Status = how
            state = _watched(state, id, index, status=status)
            if how == "broken" and state.deals[id].sworn:
                # OAT-3: the others are free of theirs
                ended = state.deals[id]
                state = replace(
                    state, deals={**state.deals, id: replace(ended, broken=_with(ended.broken, promise.by))}
                )
            return state
        case ev.Judged(deal=id, seat=seat):
            for index, it in enumerate(state.deals[id].promises):
                if it.promise.by == seat and it.promise.do == "words":
                    state = _watched(state, id, index, judged=True)
            return state
        case _:
            # Told only: Skipped, Blocked, Woken, Tally, Struggle, Passed, Attack, Kept, OthersAttack, …
            return state


# ---- stacks and pawns ------------------------------------------------------------------------------------------------


def _stacks(state: State, id: str, change: Callable[[tuple[Pawn, ...]], tuple[Pawn, ...]]) -> State:
    """The state with the pawns of one stack changed; STK-6: a stack without pawns leaves the board."""
    if id.startswith("others-"):
        sector = id.removeprefix("others-")
        return ground(state, sector, others=change(state.grounds[sector].others))
    for sector, there in state.grounds.items():
        if any(stack.id == id for stack in there.stacks):
            rows = (replace(it, pawns=change(it.pawns)) if it.id == id else it for it in there.stacks)
            return ground(state, sector, stacks=tuple(it for it in rows if it.pawns))
    return state


def _pawn(state: State, at: At, change: Callable[[Pawn], Pawn]) -> State:
    index = (at.pawn or 1) - 1
    return _stacks(state, at.stack or "", lambda it: (*it[:index], change(it[index]), *it[index + 1 :]))


def without(state: State, id: str, places: Iterable[int]) -> State:
    """STK-5: the state with these pawns of a stack gone, counted from 1."""
    gone = {place - 1 for place in places}
    return _stacks(state, id, lambda it: tuple(pawn for n, pawn in enumerate(it) if n not in gone))


def _killed(state: State, event: ev.Killed) -> State:
    at = event.at
    if at.corruption is not None:
        return ground(state, at.corruption, corruption=state.grounds[at.corruption].corruption - 1)
    if event.stays:
        return _pawn(state, at, lambda pawn: replace(pawn, open=True))
    state = without(state, at.stack or "", (at.pawn or 1,))
    # OTH-7: face up in the middle of the Others' board
    return replace(state, pool=sorted_agents(state.pool + event.pawn)) if event.owner == "others" else state


def _spent(state: State, seat: Seat, sector: str, kind: str, pool: bool = True) -> State:
    """One pawn of a kind, which lies open, leaves a sector."""
    there = state.grounds[sector]
    if seat == "others":
        n = next(n for n, pawn in enumerate(there.others) if pawn.kind == kind)
        state = ground(state, sector, others=there.others[:n] + there.others[n + 1 :])
        return replace(state, pool=sorted_agents(state.pool + kind)) if pool else state
    for stack in there.stacks:
        for n, pawn in enumerate(stack.pawns):
            if stack.seat == seat and pawn.kind == kind:
                return without(state, stack.id, (n + 1,))
    return state


def _moved_pawns(state: State, event: ev.MovedPawns) -> State:
    found = state.find(event.stack)
    assert found is not None
    moving = [(to, found[2][place - 1]) for place, to in zip(event.pawns, event.to, strict=True)]
    state = without(state, event.stack, event.pawns)
    # STK-7: on top; of those going to one stack the first named lies uppermost
    for to in dict.fromkeys(event.to):
        block = tuple(pawn for goes, pawn in moving if goes == to)
        state = _stacks(state, to, partial(add, block))
    return state


def _shuffled(state: State, event: ev.Shuffled) -> State:
    if event.what == "pile":
        from_discard = set(state.discard) == set(event.order) and not state.deck
        return replace(state, deck=event.order, discard=() if from_discard else state.discard, peeked={})
    if event.what == "discard":
        return replace(state, discard=event.order)
    sector = event.sector or "artefact"
    there = state.grounds[sector].others
    kept, mixed, number = there[: event.kept], there[event.kept :], state.groups + 1
    # STK-8: what is known of places is lost, what kinds the group holds is not; unseen ones stay in one group
    merged = {pawn.group for pawn in mixed if not pawn.open}

    def regrouped(pawns: tuple[Pawn, ...]) -> tuple[Pawn, ...]:
        return tuple(replace(it, group=number) if it.group in merged and not it.open else it for it in pawns)

    grounds = {id: replace(it, others=regrouped(it.others)) if it.others else it for id, it in state.grounds.items()}
    state = replace(state, grounds=grounds, groups=number)
    fresh = tuple(Pawn(kind, group=number) for kind in event.order)
    state = ground(state, sector, others=(*regrouped(kept), *fresh))
    return replace(state, pool="") if not mixed else state


# ---- what players have -----------------------------------------------------------------------------------------------


def _developed(state: State, event: ev.Developed) -> State:
    it = state.players[event.seat]
    return player(
        state,
        event.seat,
        agents=sorted_agents(it.agents + event.agents),
        pp=it.pp + event.pp,
        spies=it.spies + event.spies,
        assassins=it.assassins + event.assassins,
        pawns=event.pawns,
        reserve=it.reserve + event.special,
        supply=it.supply - event.special,
    )


def _laid(state: State, event: ev.TokenLaid) -> State:
    state = player(state, event.seat, reserve=state.players[event.seat].reserve - 1)
    if event.possession is not None:
        return replace(state, adhesions=(*state.adhesions, event.possession))
    return ground(state, event.on, tokens=(*state.grounds[event.on].tokens, event.token))


def _marked(state: State, seat: Seat, thing: tuple[str, str], used: bool) -> State:
    kind, id = thing
    it = state.players[seat]
    if kind == "card":
        return player(state, seat, cards=tuple(replace(c, used=used) if c.card == id else c for c in it.cards))
    name = "used_markers" if kind == "marker" else "used_cabal_cards"
    marked: tuple[str, ...] = getattr(it, name)
    return player(state, seat, **{name: _with(marked, id) if used else tuple(m for m in marked if m != id)})


def _possession(state: State, event: ev.Possession) -> State:
    seat, (kind, id) = event.seat, event.thing
    it = state.players[seat]
    if kind == "card":
        track = tuple(card for card in state.track if card != id)
        state = player(replace(state, track=track), seat, cards=(*it.cards, Held(id, (), event.used)))
    else:
        state = player(state, seat, markers={**it.markers, id: it.markers.get(id, 0) + 1})
        if event.used:
            state = _marked(state, seat, event.thing, True)
    # ADH-3: it goes along, and is gone where it comes to the Syndicate itself
    if event.adhesion and state.token(seat) != "adhesion":
        state = replace(state, adhesions=(*state.adhesions, (seat, kind, id)))
    return state


def _possession_lost(state: State, event: ev.PossessionLost) -> State:
    seat, (kind, id) = event.seat, event.thing
    it = state.players[seat]
    gone = True
    if kind == "card":
        held = next(card for card in it.cards if card.card == id)
        # AFF-4: flipped tokens go back behind the screen
        back = _added(it.affinities, {token: held.flipped.count(token) for token in held.flipped})
        state = player(state, seat, cards=tuple(card for card in it.cards if card.card != id), affinities=back)
        if event.why == "discarded":
            state = replace(state, discard=(*state.discard, id))
    else:
        level = it.markers[id] - 1  # INF-3
        gone = not level
        markers = {sector: level if sector == id else n for sector, n in it.markers.items() if sector != id or level}
        used = tuple(sector for sector in it.used_markers if sector != id or level)
        state = player(state, seat, markers=markers, used_markers=used)
    return replace(state, adhesions=tuple(a for a in state.adhesions if not gone or a != (seat, kind, id)))


def _left(state: State, seat: Seat) -> State:
    """END-5."""
    it, token = state.players[seat], state.token(seat)
    cards = tuple(card.card for card in it.cards)
    mine = token == "adhesion"
    grounds = {
        id: replace(
            there,
            stacks=tuple(stack for stack in there.stacks if stack.seat != seat),
            tokens=tuple(kind for kind in there.tokens if kind != token),
        )
        for id, there in state.grounds.items()
    }
    state = replace(
        state,
        grounds=grounds,
        discard=(*state.discard, *cards),
        adhesions=() if mine else tuple(row for row in state.adhesions if row[0] != seat),
    )
    gone = Player(cabal=it.cabal, cabal_cards=it.cabal_cards, debts=it.debts, extra=it.extra, corruption=it.corruption)
    return replace(state, players={**state.players, seat: gone})


def _cycle_ended(state: State, cards: tuple[str, ...]) -> State:
    """EOC-4, EOC-5; PWR-2 and TIM-5 begin anew."""
    players = {
        seat: replace(
            it,
            cards=tuple(replace(card, used=False) if card.used else card for card in it.cards),
            used_markers=(),
            used_cabal_cards=(),
            debt_taken=False,
            holds=0,
            made={},
            pawns=0,
        )
        for seat, it in state.players.items()
    }
    grounds: dict[str, Ground] = {
        id: replace(it, closed=False) if it.closed else it for id, it in state.grounds.items()
    }
    return replace(
        state, players=players, grounds=grounds, track=(), discard=(*state.discard, *cards), first=None, again=None
    )


# ---- cards -----------------------------------------------------------------------------------------------------------


def _from_deck(state: State, cards: tuple[str, ...]) -> State:
    gone = set(cards)
    peeked = {seat: rest for seat, known in state.peeked.items() if (rest := tuple(c for c in known if c not in gone))}
    return replace(state, deck=state.deck[len(cards) :], peeked=peeked)


# ---- what is reckoned, said, promised --------------------------------------------------------------------------------


def _blurred(state: State, seat: Seat, parties: tuple[Seat, ...], changes: Mapping[str, int]) -> State:
    """HID-4, NEG-10: what changes hands in a discreet deal is missing in the reckoning of all who are no party."""
    blurs = dict(state.blurs)
    for viewer in (*state.seats, SPECTATOR) if parties else ():
        if viewer not in parties:
            blur = blurs.get(viewer, {}).get(seat, Blur())
            partners = tuple(sorted({*blur.partners, *parties} - {seat}))
            blurred = Blur(tuple(PARTS), _summed(blur.delta, changes), partners, blur.slack)
            blurs[viewer] = {**blurs.get(viewer, {}), seat: blurred}
    return replace(state, blurs=blurs) if parties else state


def circle(rows: Mapping[Seat, Blur], seat: Seat, part: Part) -> tuple[Seat, ...]:
    """The seats among which this part may have changed hands unseen: all that hang together by discreet deals."""
    found: tuple[Seat, ...] = ()
    queue = [seat]
    while queue:
        it = queue.pop()
        if it not in found and it in rows:
            found = (*found, it)
            queue += rows[it].partners
    return tuple(sorted(it for it in found if part in rows[it].parts))


def _clear(state: State, viewers: Iterable[str], seat: Seat, *parts: Part) -> State:
    """These viewers know now what these parts of a seat's screen hold, and so what had changed there unseen."""
    blurs = dict(state.blurs)
    for viewer in viewers:
        for part in parts:
            rows = blurs.get(viewer, {})
            if part not in rows.get(seat, Blur()).parts:
                continue
            others = [it for it in circle(rows, seat, part) if it != seat]
            blur, keys = rows[seat], PARTS[part]
            if others:
                known = {key: blur.slack.get(key, 0) - blur.delta.get(key, 0) for key in keys}
                heir = rows[others[0]]
                rows = {**rows, others[0]: replace(heir, slack=_summed(heir.slack, known))}
            rest = {
                "parts": tuple(it for it in blur.parts if it != part),
                "delta": {key: n for key, n in blur.delta.items() if key not in keys},
                "slack": {key: n for key, n in blur.slack.items() if key not in keys},
            }
            blurs[viewer] = {**rows, seat: copied(blur, rest)}
    return replace(state, blurs=blurs)


def _said(state: State, claim: Claim, by: Seat, to: tuple[Seat, ...], deal: str | None) -> State:
    if claim.at is not None and claim.at.stack is not None and claim.is_ is not None:
        said = Said(by, LETTERS[claim.is_], to, deal)
        return _pawn(state, claim.at, lambda pawn: replace(pawn, said=(*pawn.said, said)))
    if claim.secret is not None:
        return replace(state, secret_said=(*state.secret_said, Said(by, claim.secret, to, deal)))
    return state


def _watched(state: State, id: str, index: int, **changes: Any) -> State:
    deal = state.deals[id]
    rows = tuple(replace(it, **changes) if n == index else it for n, it in enumerate(deal.promises))
    return replace(state, deals={**state.deals, id: replace(deal, promises=rows)})


# ---- small things ----------------------------------------------------------------------------------------------------


def _with(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return seats if seat in seats else (*seats, seat)


def _without(kinds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    at = kinds.index(kind)
    return kinds[:at] + kinds[at + 1 :]


def _added(have: Mapping[str, int], change: Mapping[str, int]) -> dict[str, int]:
    """Counts with a change; kinds of which none is left are left out."""
    return {kind: n for kind, n in _summed(have, change).items() if n}


def _summed(one: Mapping[str, int], two: Mapping[str, int]) -> dict[str, int]:
    return {kind: one.get(kind, 0) + two.get(kind, 0) for kind in dict.fromkeys((*one, *two))}
