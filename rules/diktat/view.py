"""The views: the facts that each viewer may know, built field by field: the table, events, frames (HID, STK-2,
NEG-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, assert_never

from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.deals import Deal, Goods, Offer, Said
from rules.diktat.flow import asides
from rules.diktat.knowledge import Counts, hidden, peeked, reckoned_screen, screen
from rules.diktat.packs.cards import KINDS
from rules.diktat.state import OTHERS, SIZES, Ground, Pawn, Player, State
from rules.kernel import SPECTATOR, Codec, Json, Seat, Viewer, tag_of
from rules.kernel.codec import plain_fields
from rules.kernel.identity_cache import cached_by
from rules.kernel.lazy import LazySequence
from rules.kernel.seats import seats_of, viewers_of
from rules.kernel.table_talk import Proposal, TableEvent, proposal_shown, seen_by_all

OFFER: Codec[Offer] = Codec(Offer)
DEAL: Codec[Deal] = Codec(Deal)
ELEMENTS = ("markers", "used_markers", "cabal_cards", "used_cabal_cards")
OPEN = ("debts", "debt_taken", "corruption", "spies", "assassins", "pawns", "reserve", "supply", "holds")
"""The open belongings of a player (HID-1), with `ELEMENTS` and cards."""


def view(state: State, viewer: Viewer) -> Json:
    """The table as a seat or the spectator sees it."""
    found: Json = {
        **public(state),
        "cabals": _cabals(state)[viewer],
        "sectors": _sectors(state)[viewer],
        "secret": state.secret if state.knows_secret(viewer) else None,
        "secret_said": _heard_claims(state.secret_said, viewer) if state.secret_said else [],
        "offers": [_offer(it, viewer) for it in state.offers.values()] if state.offers else [],
        "deals": [_deal(it, viewer) for it in state.deals.values()] if state.deals else [],
        "peeked": peeked(state, viewer),
    }
    if state.stack and viewer in state.players and viewer not in state.given_up:
        found["asides"] = LazySequence(partial(_asides, state, viewer))
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


@cached_by(size=4)
def _cabals(state: State) -> Mapping[Viewer, Json]:
    """The seats' rows, with what each viewer sees behind the screens (HID-2)."""
    viewers, counted = viewers_of(state.seats), state.options.counting == "open"
    found: dict[Viewer, Json] = {viewer: {} for viewer in viewers}
    for seat in state.seats:
        rows = _seat(state, seat, viewers, counted)
        for viewer in viewers:
            found[viewer][seat] = rows[viewer]
    for viewer, blurred in state.blurs.items() if counted else ():
        for seat in blurred:
            found[viewer][seat] = found[viewer][seat] | {"screen": screen(state, viewer, seat)}
    return found


def _seat(state: State, seat: Seat, viewers: tuple[Viewer, ...], counted: bool) -> Mapping[Viewer, Json]:
    it = state.players[seat]
    if not it.cabal:
        return {viewer: {"cabal": None} for viewer in viewers}
    adhesions = tuple((kind, id) for owner, kind, id in state.adhesions if owner == seat) if state.adhesions else ()
    hand, parts = state.pack.hands[it.cabal], tuple(state.parts(seat).items())
    unknown = hidden(state)[seat] if counted else None
    return _seat_rows(it, seat, viewers, hand, state.rank(seat), parts, adhesions, seat in state.given_up, unknown)


@cached_by(size=32)
def _seat_rows(
    it: Player,
    seat: Seat,
    viewers: tuple[Viewer, ...],
    hand: tuple[str, ...],
    rank: int,
    parts: tuple[tuple[str, int], ...],
    adhesions: tuple[tuple[str, str], ...],
    gone: bool,
    unknown: tuple[Counts, ...] | None,
) -> Mapping[Viewer, Json]:
    """A seat as each viewer sees it. `adhesions`: its elements that bear a token; `unknown`: for each viewer the pawns
    that they do not know, as `hidden` counts them; None where nobody counts."""
    row: Json = {
        "cabal": it.cabal,
        "rank": rank,
        "points": sum(n for _, n in parts),
        "parts": dict(parts),
        **plain_fields(it, *OPEN),
        "manoeuvres": dict(it.made),
        **_elements(it, hand, adhesions),
        "gone": gone,
        "screen": None,
    }
    if unknown is None:
        found = dict.fromkeys(viewers, row)
    else:
        rows = {pawns: row | {"screen": reckoned_screen(it, pawns)} for pawns in set(unknown)}
        found = {viewer: rows[pawns] for viewer, pawns in zip(viewers, unknown, strict=True)}
    found[seat] = row | {"screen": plain_fields(it, "pp", "agents", "affinities")}
    return found


@cached_by("cards", *ELEMENTS, size=32)
def _elements(it: Player, hand: tuple[str, ...], adhesions: tuple[tuple[str, str], ...]) -> Json:
    return {
        **plain_fields(it, *ELEMENTS),
        "cards": [
            plain_fields(card, "card", "used", "flipped") | {"adhesion": ("card", card.card) in adhesions}
            for card in it.cards
        ],
        "adhesions": [id for kind, id in adhesions if kind == "marker"],
        "cabal_left": [id for id in hand if id not in it.cabal_cards],
    }


@cached_by(size=4)
def _sectors(state: State) -> Mapping[Viewer, Json]:
    """The sectors as each viewer sees them."""
    return _grounds(state, tuple(state.markers().items()))


@cached_by("pack", "options", "grounds", "corrupted", size=16)
def _grounds(state: State, markers: tuple[tuple[str, int], ...]) -> Mapping[Viewer, Json]:
    corrupted, players = state.corrupted_sectors(), state.options.players
    rows = {id: _sector(state.grounds[id], id, players, left, id in corrupted) for id, left in markers}
    return {viewer: {id: row[viewer] for id, row in rows.items()} for viewer in viewers_of(state.seats)}


@cached_by(size=64)
def _sector(there: Ground, sector: str, players: int, markers: int, corrupted: bool) -> Mapping[Viewer, Json]:
    viewers = viewers_of(seats_of(players))
    open_: Json = {
        "markers": markers,
        "room": there.room(SIZES[players].stacks),
        **plain_fields(there, "closed", "darkness", "corruption"),
        "tokens": dict.fromkeys(there.tokens, 1),
        "corrupted": corrupted,
    }
    rows = [_stack(pawns, id, owner, players) for id, owner, pawns in there.all_stacks(sector)]
    found = dict.fromkeys(viewers, open_ | {"stacks": [row[SPECTATOR] for row in rows]})
    for viewer in {viewer for row in rows for viewer in row} - {SPECTATOR}:
        found[viewer] = open_ | {"stacks": [row.get(viewer, row[SPECTATOR]) for row in rows]}
    return found


@cached_by(size=64)
def _stack(pawns: tuple[Pawn, ...], id: str, owner: Seat, players: int) -> Mapping[Viewer, Json]:
    """A stack as the spectator sees it, and each seat that sees it otherwise."""
    eyes = {owner, SPECTATOR}.union(*(pawn.looked + pawn.shown for pawn in pawns))
    if any(pawn.said for pawn in pawns):
        eyes.update(seats_of(players))
    shared: Json = {"id": id, "seat": owner, "height": len(pawns)}
    return {it: {**shared, "pawns": [_pawn(it, owner, pawn) for pawn in pawns]} for it in eyes if it != OTHERS}


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
    return _shared_json(OFFER, offer) if offer.heard(viewer) else _overheard(offer)


def _overheard(offer: Offer) -> Json:
    """NEG-10: of a discreet offer what those see who are no party to it."""
    return {"id": offer.id, "by": offer.by, "to": list(offer.to), "discreet": True}


def _deal(deal: Deal, viewer: Viewer) -> Json:
    if not deal.heard(viewer):
        return {"id": deal.id, "seats": list(deal.seats), "discreet": True, "sworn": deal.sworn}
    return _shared_json(DEAL, deal)


def _open_part(offer: Offer) -> Json:
    """NEG-10, HID-1: of a discreet deal what lies open by its nature."""
    shown = [
        {"from": giver, "to": receiver, **plain_fields(goods, "spies", "assassins", "cards", "markers")}
        for giver, receiver, goods in offer.goods()
        if goods.open != Goods()
    ]
    return _overheard(offer) | {"open": shown}


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
        return None if absent(event, viewer) else _partly(event, _sees_all(event, viewer))
    if isinstance(event, TableEvent):
        return seen_by_all(event)
    # typed, so that an event of neither list does not pass for an open one
    open_: ev.Open = event
    return _event(open_)


def _sees_all(event: ev.Partly, viewer: Viewer) -> bool:
    """Whether a viewer sees more of an event than others who see it."""
    match event:
        case ev.Sent(seat=seat) | ev.Looked(seat=seat) | ev.Recalled(seat=seat) | ev.Kept(seat=seat):
            return seat == viewer
        case ev.Peeked(seat=seat):
            return seat == viewer
        case ev.Shown(by=by, to=to):
            return viewer == by or viewer in to
        case ev.Offered(offer=offer) | ev.Dealt(offer=offer):
            return offer.heard(viewer)
        case _:
            return False


@cached_by(size=16)
def _partly(event: ev.Partly, all_: bool) -> Json:
    """An event of which not all see everything, for those who see all of it and for others."""
    match event:
        case ev.Shuffled(what=what, order=order, sector=sector):
            return {"kind": tag_of(event), "what": what, "count": len(order), "sector": sector}
        case ev.OthersSet(order=order):
            return {"kind": tag_of(event), "count": len(order)}
        case ev.Drawn(cards=cards, secret=secret):
            return {"kind": tag_of(event), "cards": list(cards), "secret": secret is not None}
        case ev.Sent(pawns=pawns):  # HID-5
            row = _event(event) | {"height": len(pawns)}
            return row if all_ else _without(row, "pawns")
        case ev.Looked():
            return _event(event) if all_ else _without(_event(event), "saw")
        case ev.Recalled() | ev.Kept():
            row = _event(event) | {"count": len(event.agents)}
            return row if all_ else _without(row, "agents")
        case ev.Peeked(seat=seat, cards=cards):
            return _event(event) if all_ else {"kind": tag_of(event), "seat": seat, "count": len(cards)}
        case ev.Pp() | ev.AgentsChanged() | ev.AffinityChanged():
            return _without(_event(event), "parties")
        case ev.Shown():
            row = _without(_event(event), "parties")
            return row if all_ else _without(row, "saw")
        case ev.SaidSo():
            return _event(event)
        case ev.Offered(offer=offer):
            return {"kind": tag_of(event), "offer": _shared_json(OFFER, offer) if all_ else _overheard(offer)}
        case ev.Dealt(offer=offer):
            return {"kind": tag_of(event), "offer": _shared_json(OFFER, offer) if all_ else _open_part(offer)}
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
