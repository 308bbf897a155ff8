"""The views: the facts that each viewer may know, built field by field: the table, events, frames (HID, STK-2,
NEG-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.deals import Deal, Goods, Offer, Said
from rules.diktat.flow import asides
from rules.diktat.knowledge import peeked, screen
from rules.diktat.packs.cards import KINDS
from rules.diktat.state import GIVING, Ground, Pawn, Player, State
from rules.kernel import Codec, Json, Seat, Viewer, tag_of
from rules.kernel.codec import plain_fields
from rules.kernel.identity_cache import cached_by
from rules.kernel.seats import viewers_of
from rules.kernel.table_talk import Proposal, TableEvent, proposal_shown, seen_by_all

OFFER: Codec[Offer] = Codec(Offer)
DEAL: Codec[Deal] = Codec(Deal)
OPEN = (
    "debts", "debt_taken", "corruption", "spies", "assassins", "pawns", "markers", "used_markers", "cabal_cards",
    "used_cabal_cards", "reserve", "supply", "holds",
)  # fmt: skip
"""The open belongings of a player (HID-1)."""


def view(state: State, viewer: Viewer) -> Json:
    """The table as a seat or the spectator sees it."""
    found: Json = {
        **public(state),
        "cabals": _with_screens(state)[viewer],
        "sectors": _sectors(state)[viewer],
        "secret": state.secret if state.knows_secret(viewer) else None,
        "secret_said": _heard_claims(state.secret_said, viewer),
        "offers": [_offer(it, viewer) for it in state.offers.values()],
        "deals": [_deal(it, viewer) for it in state.deals.values()],
        "peeked": peeked(state, viewer),
    }
    if viewer in state.players and viewer in state.playing and state.stack:
        found["asides"] = _asides(state, viewer)
    return found


@cached_by(size=4)
def public(state: State) -> Json:
    """The public part of the view (HID-1)."""
    found: Json = {
        **plain_fields(state.options, "players", "configurations"),
        **plain_fields(state, "cycle", "phase", "turn", "first", "administrator", "track", "secret_looked", "discard"),
        "cycles": state.size.cycles,
        "order": list(state.order()) if all(it.cabal for it in state.players.values()) else [],
        "held": next((frame.seat for frame in state.stack if isinstance(frame, fr.Holding)), None),
        "cabals": _cabals(state),
        "has_secret": state.secret is not None,
        "pile": len(state.deck),
    }
    if state.with_others:
        found["others"] = {"track": list(state.corrupted), "pool": state.pool, "fiel": state.options.fiel}
    return found


def _asides(state: State, seat: Seat) -> list[Json]:
    """The commands that this seat may give unasked, without the choices of an effect."""
    found: list[Json] = [{"kind": "debt"}] if law.debt(state, seat) is None else []
    if not law.open_moment(state):
        return found
    return [*found, *asides.stubs(state, seat), *([{"kind": "hold"}] if law.hold(state, seat) is None else [])]


@cached_by(*GIVING, "given_up", size=16)
def _cabals(state: State) -> Json:
    return {seat: _seat(state, seat) for seat in state.seats}


def _seat(state: State, seat: Seat) -> Json:
    it = state.players[seat]
    if not it.cabal:
        return {"cabal": None}
    adhesions = tuple((kind, id) for owner, kind, id in state.adhesions if owner == seat)
    hand, parts = state.pack.hands[it.cabal], tuple(state.parts(seat).items())
    return _seat_row(it, hand, state.rank(seat), parts, adhesions, seat in state.given_up)


@cached_by(size=32)
def _seat_row(
    it: Player,
    hand: tuple[str, ...],
    rank: int,
    parts: tuple[tuple[str, int], ...],
    adhesions: tuple[tuple[str, str], ...],
    gone: bool,
) -> Json:
    """A seat as all see it. `adhesions`: its elements that bear a token."""
    return {
        "cabal": it.cabal,
        "rank": rank,
        "points": sum(n for _, n in parts),
        "parts": dict(parts),
        **plain_fields(it, *OPEN),
        "manoeuvres": dict(it.made),
        "cards": [
            plain_fields(card, "card", "used", "flipped") | {"adhesion": ("card", card.card) in adhesions}
            for card in it.cards
        ],
        "adhesions": [id for kind, id in adhesions if kind == "marker"],
        "cabal_left": [id for id in hand if id not in it.cabal_cards],
        "gone": gone,
        "screen": None,
    }


@cached_by(size=4)
def _with_screens(state: State) -> Mapping[Viewer, Json]:
    """The seats' rows with what each viewer sees behind the screens (HID-2)."""
    rows, viewers, counted = _cabals(state), viewers_of(state.seats), state.options.counting == "open"
    found = {viewer: dict(rows) for viewer in viewers}
    for seat, row in rows.items():
        if row["cabal"] is None:
            continue
        made: dict[int, Json] = {}  # most viewers reckon alike
        for viewer in (it for it in viewers if counted and it != seat):
            told = screen(state, viewer, seat)
            found[viewer][seat] = made.get(id(told)) or made.setdefault(id(told), {**row, "screen": told})
        found[seat][seat] = {**row, "screen": plain_fields(state.players[seat], "pp", "agents", "affinities")}
    return found


@cached_by(size=4)
def _sectors(state: State) -> Mapping[Viewer, Json]:
    """The sectors as each viewer sees them."""
    return _grounds(state, tuple(state.markers().items()))


@cached_by("pack", "options", "grounds", "corrupted", size=16)
def _grounds(state: State, markers: tuple[tuple[str, int], ...]) -> Mapping[Viewer, Json]:
    corrupted, viewers, most = state.corrupted_sectors(), viewers_of(state.seats), state.size.stacks
    found: dict[Viewer, Json] = {viewer: {} for viewer in viewers}
    for id, left in markers:
        rows = _sector(state.grounds[id], id, viewers, left, most, id in corrupted)
        for viewer in viewers:
            found[viewer][id] = rows[viewer]
    return found


@cached_by(size=64)
def _sector(
    there: Ground, sector: str, viewers: tuple[Viewer, ...], markers: int, most: int, corrupted: bool
) -> Mapping[Viewer, Json]:
    open_: Json = {
        "markers": markers,
        "room": there.room(most),
        **plain_fields(there, "closed", "darkness", "corruption"),
        "tokens": dict.fromkeys(there.tokens, 1),
        "corrupted": corrupted,
    }
    rows = [_stack(pawns, viewers, id, owner) for id, owner, pawns in there.all_stacks(sector)]
    if not rows:
        return dict.fromkeys(viewers, open_ | {"stacks": []})
    return {viewer: open_ | {"stacks": [row[viewer] for row in rows]} for viewer in viewers}


@cached_by(size=64)
def _stack(pawns: tuple[Pawn, ...], viewers: tuple[Viewer, ...], id: str, owner: Seat) -> Mapping[Viewer, Json]:
    found = {}
    for viewer in viewers:
        shown = [_pawn(viewer, owner, it) for it in pawns]
        found[viewer] = {"id": id, "seat": owner, "height": len(pawns), "pawns": shown}
    return found


def _pawn(viewer: Viewer, owner: Seat, pawn: Pawn) -> Json:
    kind = KINDS[pawn.kind] if pawn.known_to(viewer, owner) else None
    heard = _heard_claims(pawn.said, viewer) if pawn.said else []
    return {"kind": kind, "looked": list(pawn.looked), "open": pawn.open, "said": heard}


def _heard_claims(rows: Iterable[Said], viewer: Viewer) -> list[Json]:
    return [
        {"by": it.by, "what": KINDS.get(it.what, it.what), "sworn": it.deal is not None}
        for it in rows
        if it.heard(viewer)
    ]


# ---- bargains --------------------------------------------------------------------------------------------------------


def _offer(offer: Offer, viewer: Viewer) -> Json:
    if not offer.heard(viewer):
        return {"id": offer.id, "by": offer.by, "to": list(offer.to), "discreet": True}
    return _shared_json(OFFER, offer)


def _deal(deal: Deal, viewer: Viewer) -> Json:
    if not deal.heard(viewer):
        return {"id": deal.id, "seats": list(deal.seats), "discreet": True, "sworn": deal.sworn}
    return _shared_json(DEAL, deal)


def _open_part(offer: Offer, viewer: Viewer) -> Json:
    """NEG-10, HID-1: of a discreet deal what lies open by its nature."""
    if offer.heard(viewer):
        return _shared_json(OFFER, offer)
    shown = [
        {"from": giver, "to": receiver, **plain_fields(goods, "spies", "assassins", "cards", "markers")}
        for giver, receiver, goods in offer.goods()
        if goods.open != Goods()
    ]
    return {"id": offer.id, "by": offer.by, "to": list(offer.to), "discreet": True, "open": shown}


def _shared_json(codec: Codec[Any], it: Any) -> Json:
    row: Json = codec.shared(it)
    return row


# ---- events ----------------------------------------------------------------------------------------------------------


def absent(event: ev.Event, viewer: Viewer) -> bool:
    """Whether an event is in its parties' logs alone, and this viewer is none of them."""
    match event:
        case ev.OfferClosed():
            return False
        case ev.SaidSo(by=by, to=to):
            return bool(to) and viewer != by and viewer not in to
        case _:
            parties: tuple[Seat, ...] = getattr(event, "parties", ())
            return bool(parties) and viewer not in parties


def seen(event: ev.Event, viewer: Viewer) -> Json | None:
    """An event as this viewer may see it; None for one that is `absent`."""
    if isinstance(event, ev.Partly):
        return None if absent(event, viewer) else _partly(event, viewer)
    if isinstance(event, TableEvent):
        return seen_by_all(event)
    # typed, so that an event of neither list does not pass for an open one
    open_: ev.Open = event
    return _event(open_)


def _partly(event: ev.Partly, viewer: Viewer) -> Json:
    """An event of which not all see everything."""
    match event:
        case ev.Shuffled(what=what, order=order, sector=sector):
            return {"kind": tag_of(event), "what": what, "count": len(order), "sector": sector}
        case ev.OthersSet(order=order):
            return {"kind": tag_of(event), "count": len(order)}
        case ev.Drawn(cards=cards, secret=secret):
            return {"kind": tag_of(event), "cards": list(cards), "secret": secret is not None}
        case ev.Sent(seat=seat, pawns=pawns):  # HID-5
            row = _event(event) | {"height": len(pawns)}
            return row if seat == viewer else _without(row, "pawns")
        case ev.Looked(seat=seat):
            return _event(event) if seat == viewer else _without(_event(event), "saw")
        case ev.Recalled(seat=seat) | ev.Kept(seat=seat):
            row = _event(event) | {"count": len(event.agents)}
            return row if seat == viewer else _without(row, "agents")
        case ev.Peeked(seat=seat, cards=cards):
            return _event(event) if seat == viewer else {"kind": tag_of(event), "seat": seat, "count": len(cards)}
        case ev.Pp() | ev.AgentsChanged() | ev.AffinityChanged():
            return _without(_event(event), "parties")
        case ev.Shown(by=by, to=to):
            row = _without(_event(event), "parties")
            return row if viewer == by or viewer in to else _without(row, "saw")
        case ev.SaidSo():
            return _event(event)
        case ev.Offered(offer=offer):
            return {"kind": tag_of(event), "offer": _offer(offer, viewer)}
        case ev.Dealt(offer=offer):
            return {"kind": tag_of(event), "offer": _open_part(offer, viewer)}
        case ev.OfferClosed() | ev.Undelivered() | ev.PromiseDone() | ev.PromiseEnded() | ev.Accused() | ev.Judged():
            return _without(_event(event), "parties")
        case _:
            assert_never(event)


def _event(event: Any) -> Json:
    row: Json = ev.CODEC.shared(event)
    return row


def _without(row: Json, key: str) -> Json:
    return {name: value for name, value in row.items() if name != key}


# ---- frames ----------------------------------------------------------------------------------------------------------


def shown(frame: fr.Frame, viewer: Viewer) -> Json:
    """A frame being resolved, as this viewer sees it."""
    match frame:
        case fr.Cycle():
            names = ["stage"]
        case fr.ChoosingCabal():
            names = ["order"]
        case fr.Looking() | fr.Gaining() | fr.Losing() | fr.Kinds():
            names = ["seat", "left"]
        case fr.Killing():
            names = ["seat", "left", "mode"]
        case fr.OthersKilling():
            names = ["stack", "left"]
        case fr.Laying():
            names = ["seat", "token", "on"]
        case fr.Calling():
            names = ["where", "sector", "passed"]
        case fr.Conquest():
            names = ["sector", "stage", "extra", "order", "round", "out"]
        case fr.Arriving():
            names = ["seat", "sector"]
        case fr.FreeCard() | fr.Keeping():
            names = ["seat"]
        case fr.Filling():
            names = ["seat", "thing", "option"]
        case fr.Accusing():
            names = ["deal", "seat", "by"]
        case fr.Holding():
            names = ["seat", "held"]
        case fr.Reacting(at=at):
            return plain_fields(frame, "frame", "seat", "by", "sector") | {"at": [at.stack, at.pawn]}
        case fr.Bidding(answers=bids):
            return plain_fields(frame, "frame", "sector", "seats") | {"in": sorted(bids), "bid": bids.get(viewer)}
        case fr.Dealing(offer=offer):
            return {"frame": tag_of(frame), "offer": offer.id, "seats": list(offer.parties)}
        case fr.Voting(answers=votes):
            return plain_fields(frame, "frame", "deal", "seat", "by") | {"in": sorted(votes), "vote": votes.get(viewer)}
        case Proposal():
            return proposal_shown(frame)
        case _:
            assert_never(frame)
    return plain_fields(frame, "frame", *names)
