"""The views of the table: the facts that each viewer may know, built field by field (HID, STK-2, NEG-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.deals import Deal, Offer, Said
from rules.diktat.flow import asides
from rules.diktat.knowledge import hidden as unknown_pawns
from rules.diktat.knowledge import peeked, reckoned_screen, screen
from rules.diktat.packs.cards import KINDS, Pack
from rules.diktat.state import OTHERS, SIZES, Ground, Pawn, Player, State
from rules.kernel import SPECTATOR, Codec, Json, Seat, Viewer, replace
from rules.kernel.codec import plain_fields
from rules.kernel.lazy import LazySequence
from rules.kernel.memo import kept_row
from rules.kernel.seats import seats_of, viewers_of

OFFER: Codec[Offer] = Codec(Offer)
DEAL: Codec[Deal] = Codec(Deal)
ELEMENTS = ("markers", "used_markers", "cabal_cards", "used_cabal_cards")


def own_views(state: State) -> Mapping[Viewer, Json]:
    """What each seat and the spectator see besides the open part."""
    cabals, sectors = _cabals(state), _sectors(state)
    views: dict[Viewer, Json] = {cabal: {"cabals": cabals[cabal], "sectors": sectors[cabal]} for cabal in cabals}
    for seat in state.secret_known:
        views[seat]["secret"] = state.secret
    for seat in state.playing if state.stack else ():
        views[seat]["asides"] = LazySequence(_asides, state, seat)
    if state.secret_said or state.offers or state.deals or state.peeked:
        for viewer, own in views.items():
            own["secret_said"] = _claims(state.secret_said, viewer)
            own["offers"] = [_offer(offer, viewer) for offer in state.offers.values()]
            own["deals"] = [_deal(deal, viewer) for deal in state.deals.values()]
            own["peeked"] = peeked(state, viewer)
    return views


def open_view(state: State) -> Json:
    """The public part of the view (HID-1), with nothing in what each sees of its own."""
    options = state.options
    view: Json = {
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
        view["others"] = {"track": list(state.corrupted), "pool": state.pool, "fiel": options.fiel}
    return view


def _asides(state: State, seat: Seat) -> list[Json]:
    """The commands that this seat may give unasked, without the choices of an effect."""
    commands: list[Json] = [{"kind": "debt"}] if law.debt(state, seat) is None else []
    if not law.open_moment(state):
        return commands
    return [*commands, *asides.stubs(state, seat), *([{"kind": "hold"}] if law.hold(state, seat) is None else [])]


Standing = tuple[tuple[int, int, Mapping[str, int]] | None, tuple[str, ...] | None]
"""Of a seat its Rank and points, as `State.standings` has them, and for each viewer the kinds of its pawns that they do
not know, as `unknown_pawns` has them; None before it has a Cabal, and where nobody counts."""
ForSeats = tuple[Pack, tuple[tuple[Seat, str, str], ...], tuple[Seat, ...]]
"""Of a state its pack, Adhesions, and who has given up."""
ForSectors = tuple[int, tuple[str, ...]]
"""Of a state the number of players, and the corrupted sectors."""


def _cabals(state: State) -> Mapping[Viewer, Mapping[Seat, Json]]:
    """The seats' rows, with what each viewer sees behind the screens (HID-2)."""
    standings, counted = state.standings(), state.options.counting == "open"
    unknown = unknown_pawns(state) if counted else {}
    given = state.pack, state.adhesions, state.given_up
    rows = {
        seat: kept_row(state, _seat, seat, other, (standings.get(seat), unknown.get(seat)), given)
        for seat, other in state.players.items()
    }
    views = _by_viewer(state, rows)
    if not counted or not state.blurs:
        return views
    blurred = {
        viewer: {seat: {**views[viewer][seat], "screen": screen(state, viewer, seat)} for seat in seats}
        for viewer, seats in state.blurs.items()
    }
    return {viewer: {**rows, **blurred.get(viewer, {})} for viewer, rows in views.items()}


def _seat(seat: Seat, player: Player, standing: Standing, given: ForSeats) -> tuple[Json, Mapping[Viewer, Json]]:
    """A seat as the spectator sees it, and for each viewer that sees it otherwise."""
    ranked, unknown = standing
    if ranked is None:
        return {"cabal": None}, {}
    rank, points, parts = ranked
    pack, adhesions, given_up = given
    tokens = tuple((kind, id) for owner, kind, id in adhesions if owner == seat) if adhesions else ()
    row: Json = {
        "cabal": player.cabal,
        "rank": rank,
        "points": points,
        "parts": parts,
        "debts": player.debts,
        "debt_taken": player.debt_taken,
        "corruption": player.corruption,
        "spies": player.spies,
        "assassins": player.assassins,
        "pawns": player.pawns,
        "reserve": player.reserve,
        "supply": player.supply,
        "holds": player.holds,
        "manoeuvres": dict(player.made),
        **_elements(player, pack.hands[player.cabal], tokens),
        "gone": seat in given_up,
        "screen": None,
    }
    views: dict[Viewer, Json] = {}
    if unknown is not None:
        *seats, open_ = unknown
        row["screen"] = reckoned_screen(player, open_)
        for viewer, pawns in zip(seats_of(len(seats)), seats, strict=True):
            if pawns != open_ and viewer != seat:
                views[viewer] = {**row, "screen": reckoned_screen(player, pawns)}
    views[seat] = {**row, "screen": {"pp": player.pp, "agents": player.agents, "affinities": dict(player.affinities)}}
    return row, views


def _elements(player: Player, hand: tuple[str, ...], adhesions: tuple[tuple[str, str], ...]) -> Json:
    return {
        **plain_fields(player, *ELEMENTS),
        "cards": [
            plain_fields(card, "card", "used", "flipped") | {"adhesion": ("card", card.card) in adhesions}
            for card in player.cards
        ],
        "adhesions": [id for kind, id in adhesions if kind == "marker"],
        "cabal_left": [id for id in hand if id not in player.cabal_cards],
    }


def _sectors(state: State) -> Mapping[Viewer, Mapping[str, Json]]:
    """The sectors as each viewer sees them."""
    given, markers = (state.options.players, state.corrupted_sectors() if state.corrupted else ()), state.markers()
    rows = {
        sector: kept_row(state, _sector, sector, ground, markers[sector], given)
        for sector, ground in state.grounds.items()
    }
    return _by_viewer(state, rows)


def _by_viewer(state: State, rows: Mapping[str, tuple[Json, Mapping[Viewer, Json]]]) -> Mapping[Viewer, Json]:
    """For each viewer the rows, each as all others see it or as this viewer does."""
    return {
        viewer: {key: own.get(viewer, common) for key, (common, own) in rows.items()}
        for viewer in viewers_of(state.seats)
    }


def _sector(sector: str, ground: Ground, markers: int, given: ForSectors) -> tuple[Json, Mapping[Viewer, Json]]:
    """A sector as the spectator sees it, and for each seat that sees it otherwise."""
    players, corrupted = given
    row: Json = {
        "markers": markers,
        "room": ground.room(SIZES[players].stacks),
        "closed": ground.closed,
        "darkness": ground.darkness,
        "corruption": ground.corruption,
        "tokens": dict.fromkeys(ground.tokens, 1),
        "corrupted": sector in corrupted,
    }
    stacks = [_stack(pawns, id, owner, players) for id, owner, pawns in ground.all_stacks(sector)]
    eyes = {SPECTATOR}.union(*stacks)
    views = {eye: {**row, "stacks": [stack.get(eye, stack[SPECTATOR]) for stack in stacks]} for eye in eyes}
    return views.pop(SPECTATOR), views


def _stack(pawns: tuple[Pawn, ...], id: str, owner: Seat, players: int) -> Mapping[Viewer, Json]:
    """A stack as the spectator sees it, and each seat that sees it otherwise."""
    eyes = {SPECTATOR} if owner == OTHERS else {SPECTATOR, owner}
    for pawn in pawns:
        eyes.update(pawn.looked, pawn.shown, seats_of(players) if pawn.said else ())
    shared: Json = {"id": id, "seat": owner, "height": len(pawns)}
    return {eye: {**shared, "pawns": [_pawn(eye, owner, pawn) for pawn in pawns]} for eye in eyes}


def _pawn(viewer: Viewer, owner: Seat, pawn: Pawn) -> Json:
    kind = KINDS[pawn.kind] if pawn.known_to(viewer, owner) else None
    heard = _claims(pawn.said, viewer) if pawn.said else []
    return {"kind": kind, "looked": list(pawn.looked), "open": pawn.open, "said": heard}


def _claims(claims: Iterable[Said], viewer: Viewer) -> list[Json]:
    return [
        {"by": claim.by, "what": KINDS.get(claim.what, claim.what), "sworn": claim.deal is not None}
        for claim in claims
        if claim.heard(viewer)
    ]


def hidden(state: State, seat: Seat) -> object:
    """HID, STK-2, STK-8: what lies behind the other screens, the pawns that this seat does not know, the Others' of all
    sectors together, the secret card and the pile."""
    screens = {other: (row.pp, row.agents, row.affinities) for other, row in state.players.items() if other != seat}
    pawns: dict[str, list[tuple[str, tuple[Seat, ...], tuple[Seat, ...]]]] = {}
    for sector in state.grounds:
        for id, owner, stack in state.stacks_at(sector):
            unknown = [(pawn.kind, pawn.looked, pawn.shown) for pawn in stack if not pawn.known_to(seat, owner)]
            if unknown:
                pawns.setdefault(OTHERS if owner == OTHERS else id, []).extend(unknown)
    pawns.get(OTHERS, []).sort()
    secret = None if state.knows_secret(seat) else (state.secret, state.secret_known)
    pile = [id for id in state.deck if id not in state.peeked.get(seat, ())]
    return screens, pawns, secret, pile


# ---- bargains --------------------------------------------------------------------------------------------------------


def _offer(offer: Offer, viewer: Viewer) -> Json:
    if offer.refused:  # told in the log of the one who answered
        offer = replace(offer, refused={})
    return _shared_json(OFFER, offer) if offer.heard(viewer) else offer.overheard()


def _deal(deal: Deal, viewer: Viewer) -> Json:
    if not deal.heard(viewer):
        return {"id": deal.id, "seats": list(deal.seats), "discreet": True, "sworn": deal.sworn}
    return _shared_json(DEAL, deal)


def _shared_json(codec: Codec[Any], value: Any) -> Json:
    row: Json = codec.shared(value)
    return row
