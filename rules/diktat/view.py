"""What each viewer may know, built field by field: the table, events, frames (HID, STK-2, NEG-10)."""

from __future__ import annotations

from typing import Any, assert_never

from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.cards import KINDS
from rules.diktat.deals import Deal, Goods, Offer
from rules.diktat.flow import asides
from rules.diktat.knowledge import screen
from rules.diktat.state import OTHERS, Pawn, State
from rules.kernel import Codec, Json, tag_of
from rules.kernel.seats import Seat, Viewer
from rules.kernel.table_talk import Proposal, proposal_shown, seen_by_all

OFFER: Codec[Offer] = Codec(Offer)
DEAL: Codec[Deal] = Codec(Deal)
GOODS: Codec[Goods] = Codec(Goods)


def view(state: State, viewer: Viewer) -> Json:
    """The table as a seat or the spectator sees it."""
    found: Json = {
        "players": state.options.players,
        "configurations": list(state.options.configurations),
        "cycle": state.cycle,
        "cycles": state.size.cycles,
        "phase": state.phase,
        "turn": state.turn,
        "first": state.first,
        "administrator": state.administrator,
        "order": list(state.order()) if all(it.cabal for it in state.players.values()) else [],
        "held": next((frame.seat for frame in state.stack if isinstance(frame, fr.Holding)), None),
        "cabals": {seat: _seat(state, viewer, seat) for seat in state.seats},
        "sectors": {sector: _sector(state, viewer, sector) for sector in state.grounds},
        "track": list(state.track),
        "secret": state.secret if state.knows_secret(viewer) else None,
        "has_secret": state.secret is not None,
        "secret_looked": list(state.secret_looked),
        "secret_said": _said(state.secret_said, viewer),
        "pile": len(state.deck),
        "discard": list(state.discard),
        "offers": [_offer(it, viewer) for it in state.offers.values()],
        "deals": [_deal(it, viewer) for it in state.deals.values()],
        "peeked": [{"place": n, "card": id} for n, id in _peeked(state, viewer)],
    }
    if state.with_others:
        found["others"] = {"track": list(state.corrupted), "pool": state.pool, "fiel": state.options.fiel}
    if viewer in state.players and viewer in state.playing and state.stack:
        found["asides"] = _asides(state, viewer)
    return found


def _peeked(state: State, viewer: Viewer) -> list[tuple[int, str]]:
    known = state.peeked.get(viewer, ())
    return [(n, id) for n, id in enumerate(state.deck, 1) if id in known]


def _asides(state: State, seat: Seat) -> list[Json]:
    """What this seat may say unasked, without what an effect asks."""
    found: list[Json] = [{"kind": "debt"}] if law.debt(state, seat) is None else []
    if not law.open_moment(state):
        return found
    return [*found, *asides.stubs(state, seat), *([{"kind": "hold"}] if law.hold(state, seat) is None else [])]


def _seat(state: State, viewer: Viewer, seat: Seat) -> Json:
    it = state.players[seat]
    if not it.cabal:
        return {"cabal": None}
    own: Json = {"pp": it.pp, "agents": it.agents, "affinities": dict(it.affinities)}
    other = screen(state, viewer, seat) if state.options.counting == "open" else None
    return {
        "cabal": it.cabal,
        "rank": state.rank(seat),
        "points": state.points(seat),
        "parts": state.parts(seat),
        "debts": it.debts,
        "debt_taken": it.debt_taken,
        "corruption": it.corruption,
        "spies": it.spies,
        "assassins": it.assassins,
        "pawns": it.pawns,
        "manoeuvres": dict(it.made),
        "cards": [
            {
                "card": card.card,
                "used": card.used,
                "flipped": list(card.flipped),
                "adhesion": (seat, "card", card.card) in state.adhesions,
            }
            for card in it.cards
        ],
        "markers": dict(it.markers),
        "used_markers": list(it.used_markers),
        "adhesions": [id for owner, kind, id in state.adhesions if (owner, kind) == (seat, "marker")],
        "cabal_cards": list(it.cabal_cards),
        "used_cabal_cards": list(it.used_cabal_cards),
        "cabal_left": [id for id in state.pack.hands[it.cabal] if id not in it.cabal_cards],
        "reserve": it.reserve,
        "supply": it.supply,
        "holds": it.holds,
        "gone": seat in state.given_up,
        "screen": own if viewer == seat else other,
    }


def _sector(state: State, viewer: Viewer, sector: str) -> Json:
    there = state.grounds[sector]
    rows = [(stack.id, stack.seat, stack.pawns) for stack in there.stacks]
    rows += [(f"others-{sector}", OTHERS, there.others)] if there.others else []
    return {
        "markers": state.markers_left(sector),
        "stacks": [
            {
                "id": id,
                "seat": owner,
                "height": len(pawns),
                "pawns": [_pawn(state, viewer, owner, pawn) for pawn in pawns],
            }
            for id, owner, pawns in rows
        ],
        "room": state.room(sector),
        "closed": there.closed,
        "tokens": dict.fromkeys(there.tokens, 1),
        "darkness": there.darkness,
        "corruption": there.corruption,
        "corrupted": sector in state.corrupted_sectors(),
    }


def _pawn(state: State, viewer: Viewer, owner: Seat, pawn: Pawn) -> Json:
    kind = KINDS[pawn.kind] if state.knows(viewer, owner, pawn) else None
    return {"kind": kind, "looked": list(pawn.looked), "open": pawn.open, "said": _said(pawn.said, viewer)}


def _said(rows: Any, viewer: Viewer) -> list[Json]:
    return [
        {"by": it.by, "what": KINDS.get(it.what, it.what), "sworn": it.deal is not None}
        for it in rows
        if not it.to or viewer == it.by or viewer in it.to
    ]


# ---- bargains --------------------------------------------------------------------------------------------------------


def _offer(offer: Offer, viewer: Viewer) -> Json:
    if offer.discreet and viewer not in offer.parties:
        return {"id": offer.id, "by": offer.by, "to": list(offer.to), "discreet": True}
    return _whole(OFFER, offer)


def _deal(deal: Deal, viewer: Viewer) -> Json:
    if deal.discreet and viewer not in deal.seats:
        return {"id": deal.id, "seats": list(deal.seats), "discreet": True, "sworn": deal.sworn}
    return _whole(DEAL, deal)


def _open_part(offer: Offer, viewer: Viewer) -> Json:
    """NEG-10, HID-1: of a discreet deal what lies open by its nature."""
    if not offer.discreet or viewer in offer.parties:
        return _whole(OFFER, offer)
    moved = [
        {"from": giver, "to": receiver}
        | {
            key: value
            for key, value in _whole(GOODS, goods).items()
            if key in ("spies", "assassins", "cards", "markers")
        }
        for giver, receiver, goods in offer.goods()
    ]
    shown = [row for row in moved if any(row[key] for key in ("spies", "assassins", "cards", "markers"))]
    return {"id": offer.id, "by": offer.by, "to": list(offer.to), "discreet": True, "open": shown}


def _whole(codec: Codec[Any], it: Any) -> Json:
    row: Json = codec.dump(it)
    return row


# ---- events ----------------------------------------------------------------------------------------------------------


def seen(event: ev.Event, viewer: Viewer) -> Json | None:
    """An event as this viewer may see it; None for one that is in its parties' logs alone."""
    match event:
        case ev.Shuffled(what=what, order=order, sector=sector):
            return {"kind": tag_of(event), "what": what, "count": len(order), "sector": sector}
        case ev.OthersSet(order=order):
            return {"kind": tag_of(event), "count": len(order)}
        case ev.Drawn(cards=cards, secret=secret):
            return {"kind": tag_of(event), "cards": list(cards), "secret": secret is not None}
        case ev.Sent(seat=seat, pawns=pawns):  # HID-5
            row = _event(event) | {"height": len(pawns)}
            return row if seat == viewer else _but(row, "pawns")
        case ev.Looked(seat=seat):
            return _event(event) if seat == viewer else _but(_event(event), "saw")
        case ev.Recalled(seat=seat) | ev.Kept(seat=seat):
            row = _event(event) | {"count": len(event.agents)}
            return row if seat == viewer else _but(row, "agents")
        case ev.Peeked(seat=seat, cards=cards):
            return _event(event) if seat == viewer else {"kind": tag_of(event), "seat": seat, "count": len(cards)}
        case ev.Pp(parties=parties) | ev.AgentsChanged(parties=parties) | ev.AffinityChanged(parties=parties):
            return None if parties and viewer not in parties else _but(_event(event), "parties")
        case ev.Shown(by=by, to=to, parties=parties):
            if parties and viewer not in parties:
                return None
            row = _but(_event(event), "parties")
            return row if viewer == by or viewer in to else _but(row, "saw")
        case ev.SaidSo(by=by, to=to):
            return None if to and viewer != by and viewer not in to else _event(event)
        case ev.Offered(offer=offer):
            return {"kind": tag_of(event), "offer": _offer(offer, viewer)}
        case ev.Dealt(offer=offer):
            return {"kind": tag_of(event), "offer": _open_part(offer, viewer)}
        case ev.OfferClosed() | ev.Undelivered():
            row = _but(_event(event), "parties")
            hidden = event.parties and viewer not in event.parties and isinstance(event, ev.Undelivered)
            return None if hidden else row
        case ev.PromiseDone() | ev.PromiseEnded() | ev.Accused() | ev.Judged():
            return None if event.parties and viewer not in event.parties else _but(_event(event), "parties")
        case (
            ev.CabalTaken()
            | ev.Endowed()
            | ev.CycleBegan()
            | ev.PhaseBegan()
            | ev.AdministratorNamed()
            | ev.Ranked()
            | ev.Scored()
            | ev.Developed()
            | ev.FirstSet()
            | ev.TurnBegan()
            | ev.AgainSet()
            | ev.Skipped()
            | ev.ManoeuvreMade()
            | ev.Killed()
            | ev.Blocked()
            | ev.TokenLaid()
            | ev.TokenGone()
            | ev.MovedStack()
            | ev.MovedPawns()
            | ev.Swapped()
            | ev.StackGone()
            | ev.Closed()
            | ev.TokensChanged()
            | ev.Supplied()
            | ev.DebtTaken()
            | ev.Tainted()
            | ev.Acquired()
            | ev.Used()
            | ev.Refreshed()
            | ev.Possession()
            | ev.PossessionLost()
            | ev.Flipped()
            | ev.Unflipped()
            | ev.Awarded()
            | ev.Replaced()
            | ev.SecretTurned()
            | ev.Designated()
            | ev.Turned()
            | ev.Woken()
            | ev.Tally()
            | ev.Struggle()
            | ev.Bids()
            | ev.Spent()
            | ev.Taken()
            | ev.Passed()
            | ev.Hunted()
            | ev.OthersTook()
            | ev.Conquered()
            | ev.Attack()
            | ev.Discarded()
            | ev.CycleEnded()
            | ev.Corrupted()
            | ev.Uncorrupted()
            | ev.OthersMoved()
            | ev.CorruptionLaid()
            | ev.Infected()
            | ev.OthersAttack()
            | ev.OthersGone()
            | ev.Overrun()
            | ev.OfferAccepted()
            | ev.HeldUp()
            | ev.Released()
            | ev.Left()
        ):
            return _event(event)
        case _:
            return seen_by_all(event)


def _event(event: Any) -> Json:
    row: Json = ev.CODEC.dump(event)
    return row


def _but(row: Json, key: str) -> Json:
    return {name: value for name, value in row.items() if name != key}


# ---- frames ----------------------------------------------------------------------------------------------------------


def shown(frame: fr.Frame, viewer: Viewer) -> Json:
    """What this viewer sees of a frame being resolved."""
    match frame:
        case fr.Cycle(stage=stage):
            return {"frame": tag_of(frame), "stage": stage}
        case fr.ChoosingCabal(order=order):
            return {"frame": tag_of(frame), "order": list(order)}
        case fr.Looking(seat=seat, left=left):
            return {"frame": tag_of(frame), "seat": seat, "left": left}
        case fr.Killing(seat=seat, left=left, mode=mode):
            return {"frame": tag_of(frame), "seat": seat, "left": left, "mode": mode}
        case fr.OthersKilling(stack=stack, left=left):
            return {"frame": tag_of(frame), "stack": stack, "left": left}
        case fr.Reacting(seat=seat, by=by, sector=sector, at=at):
            return {"frame": tag_of(frame), "seat": seat, "by": by, "sector": sector, "at": [at.stack, at.pawn]}
        case fr.Laying(seat=seat, token=token, on=on):
            return {"frame": tag_of(frame), "seat": seat, "token": token, "on": list(on)}
        case fr.Calling(where=where, sector=sector, passed=passed):
            return {"frame": tag_of(frame), "where": where, "sector": sector, "passed": list(passed)}
        case fr.Conquest():
            return {
                "frame": tag_of(frame),
                "sector": frame.sector,
                "stage": frame.stage,
                "extra": dict(frame.extra),
                "order": list(frame.order),
                "round": frame.round,
                "out": list(frame.out),
            }
        case fr.Bidding(sector=sector, seats=seats, answers=bids):
            own = bids.get(viewer)
            return {"frame": tag_of(frame), "sector": sector, "seats": list(seats), "in": sorted(bids), "bid": own}
        case fr.Gaining(seat=seat, left=left) | fr.Losing(seat=seat, left=left) | fr.Kinds(seat=seat, left=left):
            return {"frame": tag_of(frame), "seat": seat, "left": left}
        case fr.Arriving(seat=seat, sector=sector):
            return {"frame": tag_of(frame), "seat": seat, "sector": sector}
        case fr.FreeCard(seat=seat) | fr.Keeping(seat=seat):
            return {"frame": tag_of(frame), "seat": seat}
        case fr.Filling(seat=seat, thing=thing, option=option):
            return {"frame": tag_of(frame), "seat": seat, "thing": list(thing), "option": option}
        case fr.Dealing(offer=offer):
            return {"frame": tag_of(frame), "offer": offer.id, "seats": list(offer.parties)}
        case fr.Accusing(deal=deal, seat=seat, by=by):
            return {"frame": tag_of(frame), "deal": deal, "seat": seat, "by": by}
        case fr.Voting(deal=deal, seat=seat, by=by, answers=votes):
            own_vote = votes.get(viewer)
            return {
                "frame": tag_of(frame),
                "deal": deal,
                "seat": seat,
                "by": by,
                "in": sorted(votes),
                "vote": own_vote,
            }
        case fr.Holding(seat=seat, held=held):
            return {"frame": tag_of(frame), "seat": seat, "held": list(held)}
        case Proposal():
            return proposal_shown(frame)
        case _:
            assert_never(frame)
