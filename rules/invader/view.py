"""The views: the facts that each viewer may know, built up field by field (GEN-5), and the rest as a viewer could
imagine it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from rules.invader import effects
from rules.invader import events as ev
from rules.invader import frames as fr
from rules.invader.evolve import evolve
from rules.invader.packs.cards import card_of
from rules.invader.state import SEATS, Piece, State
from rules.kernel import SPECTATOR, Json, Seat, Viewer, replace
from rules.kernel.codec import plain_fields
from rules.kernel.memo import derived, kept_row
from rules.kernel.table_talk import Proposal


def own_views(state: State) -> Mapping[Viewer, Json]:
    """What each seat sees besides the open part; the spectator sees no more."""
    return {SPECTATOR: {}, **{seat: _own(state, seat) for seat in SEATS}}


def _own(state: State, seat: Seat) -> Json:
    costs = {id: state.pack.cards[card_of(id)] for id in state.hands[seat]}
    hand = [{"id": id, "discard": state.cost(seat, card.id), "drain": card.drain} for id, card in costs.items()]
    return {"hand": hand, "standing": state.passes.get(seat)}


def open_view(state: State) -> Json:
    """The public part of the view. Before the sides are set there is nothing to see."""
    return {
        **plain_fields(state, "sides", "active", "number", "plot", "heroes", "fallen", "drained"),
        "phase": phase(state),
        "scorch": {zone: state.scorch.get(zone, 0) for zone in state.pack.zones},
        **in_play(state),
        # DIS-3: open to all
        "discards": {seat: list(pile) for seat, pile in state.discards.items()},
        "strategies": {seat: {id: id in state.enabled for id in deck.strategies} for seat, deck in state.lists.items()},
        "spent": plain_fields(state.spent, "hero", "ops", "orders"),
        "hands": {seat: len(hand) for seat, hand in state.hands.items()},
        "decks": {seat: len(deck) for seat, deck in state.decks.items()},
        "table": [played.shown for played in state.table],
        "known": {seat: plain_fields(state.known_of(seat), "hand", "top", "bottom") for seat in SEATS},
        "forecast": forecast(state) if state.sides else None,
    }


def phase(state: State) -> str:
    """The current phase of the turn, for the notation and for screens."""
    turn = next((frame for frame in state.stack if isinstance(frame, fr.Turn)), None)
    return "setup" if turn is None or (turn.stage == "ready" and not state.number) else turn.stage


@derived("pack", "sides", "play", "hero", "enabled")
def in_play(state: State) -> Json:
    """The cards in play, and the Hero."""
    forces, modifiers = state.forces(), state.modifiers()
    rows = [
        kept_row(state, _piece_json, piece.id, piece, forces[piece.id], modifiers[piece.id]) for piece in state.pieces()
    ]
    return {"play": rows[: len(state.play)], "hero": rows[-1] if state.hero is not None else None}


def _piece_json(id: str, piece: Piece, force: int, modifiers: tuple[tuple[str, str, int], ...]) -> Json:
    return {
        **plain_fields(piece, "id", "card", "seat", "zone", "tokens", "used", "upright"),
        "boost": plain_fields(piece.boost, "turn", "round"),
        "force": force,
        "modifiers": [{"clause": c, "source": source, "value": value} for c, source, value in modifiers],
    }


def forecast(state: State) -> Json:
    """The attack as it would be now, or in the Human's turn the next one with the board of now (ATK, PLT-2)."""
    zones, ours = attacks(state), state.active == state.invader
    # SET-7: no attack in the first turn
    begun = state.number > (1 if ours else 0)
    drain, deck = sum(row["drain"] for row in zones.values()), len(state.decks[state.human])
    falls = begun and not drain and not (ours and state.drained)
    return {"zones": zones, "drain": drain, "deck": deck, "lethal": drain > deck, "plot": "falls" if falls else "stays"}


@derived("pack", "sides", "play", "hero", "enabled", "scorch", "active", "number")
def attacks(state: State) -> Json:
    """The next attack on each zone."""
    if state.active != state.invader:
        state = evolve(evolve(state, ev.TurnEnded(state.active)), ev.TurnBegan(state.invader, state.number + 1))
    zones: dict[str, Json] = {}
    for zone in state.pack.zones:
        sums = effects.totals(state, zone)
        absorbed = sum(n for _, n in sums["absorbed"])
        drain = sums["drain"] if state.number > 1 else 0
        zones[zone] = {**sums, "drain": drain, "absorbed": absorbed}
    return zones


def changes_seen(changes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Changes that a seat proposes, as others see them: which card of its hand it means is its own secret (GEN-5)."""
    return [{**row, "card": None} if row.get("hidden") else dict(row) for row in changes]


# ---- imagining -------------------------------------------------------------------------------------------------------


def imagined(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Hands and decks that this viewer cannot see, dealt anew from the same cards; what all have seen stays where it is
    known to be."""
    dealt = state.dealt_anew(viewer, rng)
    stack = tuple(_imagined_frame(dealt, frame, viewer, rng) for frame in state.stack)
    return replace(dealt, stack=stack)


def _imagined_frame(state: State, frame: Any, viewer: Viewer, rng: random.Random) -> Any:
    match frame:
        case Proposal(seat=seat, changes=changes) if seat != viewer:
            hand = state.hands[seat]
            meant = ({**row, "card": rng.choice(hand)} if row.get("hidden") and hand else row for row in changes)
            return replace(frame, changes=tuple(meant))
        case _:
            return frame
