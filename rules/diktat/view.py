"""The views: the facts that each viewer may know, built field by field: the table, events, frames (HID, STK-2,
NEG-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.deals import Deal, Goods, Offer, Said
from rules.diktat.flow import asides
from rules.diktat.knowledge import hidden, peeked, reckoned_screen, screen
from rules.diktat.packs.cards import KINDS, Pack
from rules.diktat.state import OTHERS, SIZES, Ground, Options, Pawn, Player, State
from rules.kernel import SPECTATOR, Codec, Json, Seat, Viewer, tag_of
from rules.kernel.codec import plain_fields
from rules.kernel.identity_cache import LastRows, cached_by
from rules.kernel.lazy import LazySequence
from rules.kernel.seats import seats_of, viewers_of
from rules.kernel.table_talk import Proposal, TableEvent, proposal_shown, seen_by_all

OFFER: Codec[Offer] = Codec(Offer)
DEAL: Codec[Deal] = Codec(Deal)
ELEMENTS = ("markers", "used_markers", "cabal_cards", "used_cabal_cards")


def own_views(state: State) -> Mapping[Viewer, Json]:
    """What each seat and the spectator see besides the open part."""
    cabals, sectors = _cabals(state), _sectors(state)
    found: dict[Viewer, Json] = {it: {"cabals": cabals[it], "sectors": sectors[it]} for it in cabals}
    for seat in state.secret_known:
        found[seat]["secret"] = state.secret
    for seat in state.playing if state.stack else ():
        found[seat]["asides"] = LazySequence(_asides, state, seat)
    if state.secret_said or state.offers or state.deals or state.peeked:
        for viewer, own in found.items():
            own["secret_said"] = _claims(state.secret_said, viewer)
            own["offers"] = [_offer(it, viewer) for it in state.offers.values()]
            own["deals"] = [_deal(it, viewer) for it in state.deals.values()]
            own["peeked"] = peeked(state, viewer)
    return found


def open_view(state: State) -> Json:
    """The public part of the view (HID-1), with nothing in what each sees of its own."""
    options = state.options
    found: Json = {
        "players": options.players,
        "configurations": list(options.configurations),
        "cycle": state.cycle,
        "phase": state.phase,
        "turn": state.turn,
        "first": state.first,
        "administrator": state.administrator,
        "track": list(state.track),
        "secret_looked": list(state.secret_looked),
        "discard": list(state.discard),
        "cycles": state.size.cycles,
        "order": list(state.order()) if len(state.standings()) == options.players else [],
        "held": next((frame.seat for frame in state.stack if isinstance(frame, fr.Holding)), None),
        "has_secret": state.secret is not None,
        "pile": len(state.deck),
        "secret": None,
        "secret_said": [],
        "offers": [],
        "deals": [],
        "peeked": [],
    }
    if state.with_others:
        found["others"] = {"track": list(state.corrupted), "pool": state.pool, "fiel": options.fiel}
    return found


def _asides(state: State, seat: Seat) -> list[Json]:
    """The commands that this seat may give unasked, without the choices of an effect."""
    found: list[Json] = [{"kind": "debt"}] if law.debt(state, seat) is None else []
    if not law.open_moment(state):
        return found
    return [*found, *asides.stubs(state, seat), *([{"kind": "hold"}] if law.hold(state, seat) is None else [])]


Standing = tuple[tuple[int, int, Mapping[str, int]] | None, tuple[str, ...] | None]
"""Of a seat its Rank and points, as `State.standings` has them, and for each viewer the kinds of its pawns that they do
not know, as `hidden` has them; None before it has a Cabal, and where nobody counts."""
ForSeats = tuple[Pack, tuple[tuple[Seat, str, str], ...], tuple[Seat, ...]]
"""Of a state its pack, Adhesions, and who has given up."""
ForSectors = tuple[int, tuple[str, ...]]
"""Of a state the number of players, and the corrupted sectors."""


@cached_by(size=16)
def _last(
    options: Options,
) -> tuple[LastRows[Seat, Player, Standing, ForSeats, Json], LastRows[str, Ground, int, ForSectors, Json]]:
    """The rows of seats and of sectors of the state of this match that was viewed last."""
    viewers = viewers_of(seats_of(options.players))
    return LastRows(viewers, _seat), LastRows(viewers, _sector)


def _cabals(state: State) -> Mapping[Viewer, Mapping[Seat, Json]]:
    """The seats' rows, with what each viewer sees behind the screens (HID-2)."""
    standings, counted = state.standings(), state.options.counting == "open"
    unknown = hidden(state) if counted else {}
    facts = {seat: (standings.get(seat), unknown.get(seat)) for seat in state.players}
    found = _last(state.options)[0].rows(state.players, facts, (state.pack, state.adhesions, state.given_up))
    if not counted or not state.blurs:
        return found
    blurred = {
        viewer: {seat: {**found[viewer][seat], "screen": screen(state, viewer, seat)} for seat in seats}
        for viewer, seats in state.blurs.items()
    }
    return {viewer: {**rows, **blurred.get(viewer, {})} for viewer, rows in found.items()}


def _seat(it: Player, seat: Seat, standing: Standing, given: ForSeats) -> tuple[Json, Mapping[Viewer, Json]]:
    """A seat as the spectator sees it, and for each viewer that sees it otherwise."""
    ranked, unknown = standing
    if ranked is None:
        return {"cabal": None}, {}
    rank, points, parts = ranked
    pack, adhesions, given_up = given
    tokens = tuple((kind, id) for owner, kind, id in adhesions if owner == seat) if adhesions else ()
    row: Json = {
        "cabal": it.cabal,
        "rank": rank,
        "points": points,
        "parts": parts,
        "debts": it.debts,
        "debt_taken": it.debt_taken,
        "corruption": it.corruption,
        "spies": it.spies,
        "assassins": it.assassins,
        "pawns": it.pawns,
        "reserve": it.reserve,
        "supply": it.supply,
        "holds": it.holds,
        "manoeuvres": dict(it.made),
        **_elements(it, pack.hands[it.cabal], tokens),
        "gone": seat in given_up,
        "screen": None,
    }
    found: dict[Viewer, Json] = {}
    if unknown is not None:
        *seats, open_ = unknown
        row["screen"] = reckoned_screen(it, open_)
        for viewer, pawns in zip(seats_of(len(seats)), seats, strict=True):
            if pawns != open_ and viewer != seat:
                found[viewer] = {**row, "screen": reckoned_screen(it, pawns)}
    found[seat] = {**row, "screen": {"pp": it.pp, "agents": it.agents, "affinities": dict(it.affinities)}}
    return row, found


@cached_by("cards", *ELEMENTS, size=8)
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


def _sectors(state: State) -> Mapping[Viewer, Mapping[str, Json]]:
    """The sectors as each viewer sees them."""
    given = state.options.players, state.corrupted_sectors() if state.corrupted else ()
    return _last(state.options)[1].rows(state.grounds, state.markers(), given)


def _sector(there: Ground, sector: str, markers: int, given: ForSectors) -> tuple[Json, Mapping[Viewer, Json]]:
    """A sector as the spectator sees it, and for each seat that sees it otherwise."""
    players, corrupted = given
    row: Json = {
        "markers": markers,
        "room": there.room(SIZES[players].stacks),
        "closed": there.closed,
        "darkness": there.darkness,
        "corruption": there.corruption,
        "tokens": dict.fromkeys(there.tokens, 1),
        "corrupted": sector in corrupted,
    }
    stacks = [_stack(pawns, id, owner, players) for id, owner, pawns in there.all_stacks(sector)]
    eyes = {SPECTATOR}.union(*stacks)
    found = {it: {**row, "stacks": [stack.get(it, stack[SPECTATOR]) for stack in stacks]} for it in eyes}
    return found.pop(SPECTATOR), found


def _stack(pawns: tuple[Pawn, ...], id: str, owner: Seat, players: int) -> Mapping[Viewer, Json]:
    """A stack as the spectator sees it, and each seat that sees it otherwise."""
    eyes = {SPECTATOR} if owner == OTHERS else {SPECTATOR, owner}
    for pawn in pawns:
        eyes.update(pawn.looked, pawn.shown, seats_of(players) if pawn.said else ())
    shared: Json = {"id": id, "seat": owner, "height": len(pawns)}
    return {it: {**shared, "pawns": [_pawn(it, owner, pawn) for pawn in pawns]} for it in eyes}


def _pawn(viewer: Viewer, owner: Seat, pawn: Pawn) -> Json:
    kind = KINDS[pawn.kind] if pawn.known_to(viewer, owner) else None
    heard = _claims(pawn.said, viewer) if pawn.said else []
    return {"kind": kind, "looked": list(pawn.looked), "open": pawn.open, "said": heard}


def _claims(said: Iterable[Said], viewer: Viewer) -> list[Json]:
    return [
        {"by": it.by, "what": KINDS.get(it.what, it.what), "sworn": it.deal is not None}
        for it in said
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
    return bool(parties := _parties(event)) and viewer not in parties


def _parties(event: ev.Event) -> tuple[Seat, ...]:
    """The seats in whose logs alone an event is; none for an event that is in everybody's."""
    match event:
        case ev.OfferClosed():
            return ()
        case ev.SaidSo(by=by, to=to):
            return (by, *to) if to else ()
        case _:
            parties: tuple[Seat, ...] = getattr(event, "parties", ())
            return parties


def seen(event: ev.Event, viewer: Viewer) -> Json | None:
    """An event as this viewer may see it; None for one that is `absent`."""
    return seen_by_each(event, (viewer,))[0]


def seen_by_each(event: ev.Event, viewers: Sequence[Viewer]) -> list[Json | None]:
    """The same for each of these viewers."""
    parties, insiders, whole, rest = _told(event)
    return [None if parties and it not in parties else whole if it in insiders else rest for it in viewers]


def _told(event: ev.Event) -> tuple[tuple[Seat, ...], tuple[Seat, ...], Json, Json]:
    """The parties of an event, the seats that see more of it than others who see it, and what the ones and the others
    see."""
    if isinstance(event, TableEvent):
        row = seen_by_all(event)
        return (), (), row, row
    if isinstance(event, ev.Partly):
        insiders, whole, rest = _partly(event)
        return _parties(event), insiders, whole, rest
    # typed, so that an event of neither list does not pass for an open one
    open_: ev.Open = event
    return (), (), _event(open_), _event(open_)


def _partly(event: ev.Partly) -> tuple[tuple[Seat, ...], Json, Json]:
    """The seats that see all of an event, what they see, and what others do who see it."""
    match event:
        case ev.Shuffled(what=what, order=order, sector=sector):
            return _alike({"kind": tag_of(event), "what": what, "count": len(order), "sector": sector})
        case ev.OthersSet(order=order):
            return _alike({"kind": tag_of(event), "count": len(order)})
        case ev.Drawn(cards=cards, secret=secret):
            return _alike({"kind": tag_of(event), "cards": list(cards), "secret": secret is not None})
        case ev.Sent(seat=seat, pawns=pawns):  # HID-5
            row = _event(event) | {"height": len(pawns)}
            return (seat,), row, _without(row, "pawns")
        case ev.Looked(seat=seat):
            return (seat,), _event(event), _without(_event(event), "saw")
        case ev.Recalled(seat=seat) | ev.Kept(seat=seat):
            row = _event(event) | {"count": len(event.agents)}
            return (seat,), row, _without(row, "agents")
        case ev.Peeked(seat=seat, cards=cards):
            return (seat,), _event(event), {"kind": tag_of(event), "seat": seat, "count": len(cards)}
        case ev.Pp() | ev.AgentsChanged() | ev.AffinityChanged():
            return _alike(_without(_event(event), "parties"))
        case ev.Shown(by=by, to=to):
            row = _without(_event(event), "parties")
            return (by, *to), row, _without(row, "saw")
        case ev.SaidSo():
            return _alike(_event(event))
        case ev.Offered(offer=offer):
            row = {"kind": tag_of(event), "offer": _shared_json(OFFER, offer)}
            return offer.parties, row, row | {"offer": _overheard(offer)} if offer.discreet else row
        case ev.Dealt(offer=offer):
            row = {"kind": tag_of(event), "offer": _shared_json(OFFER, offer)}
            return offer.parties, row, row | {"offer": _open_part(offer)} if offer.discreet else row
        case ev.OfferClosed() | ev.Undelivered() | ev.PromiseDone() | ev.PromiseEnded() | ev.Accused() | ev.Judged():
            return _alike(_without(_event(event), "parties"))
        case _:
            assert_never(event)


def _alike(row: Json) -> tuple[tuple[Seat, ...], Json, Json]:
    """What `_partly` returns for an event of which all who see it see the same."""
    return (), row, row


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
