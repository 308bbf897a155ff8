"""Adjustments: changes that both players agree to, checked for sense and not against the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from rules.invader import events as ev
from rules.invader import legality as law
from rules.invader.packs.cards import Count, card_of
from rules.invader.state import State
from rules.kernel import Codec, Json, Refusal, Seat, noun
from rules.kernel.drafts import BAD_SHAPE
from rules.kernel.run import Run


@noun
class PutCard:
    """Moves a card. `hidden`: set by the engine where the card is in the proposer's hand, so that only they are told
    which."""

    card: str
    to: str
    hidden: bool = False


@noun
class PutTop:
    """Moves the top card of a deck."""

    top: Literal["1", "2"]
    to: str


@noun
class SetPiece:
    piece: str
    tokens: Count | None = None
    upright: bool | None = None


@noun
class SetPlot:
    plot: Count


@noun
class SetScorch:
    scorch: str
    n: Count


CHANGES: Codec[Any] = Codec(PutCard | PutTop | SetPiece | SetPlot | SetScorch)
PILES = ("hand", "deck-top", "deck-bottom", "discard")


def fault(state: State, changes: Sequence[Mapping[str, Any]], seat: Seat, card: str | None) -> Refusal | None:
    """`Engine.adjustable`: why these changes make no sense; None if they do. No `card` is settled by hand."""
    if not changes or card is not None:
        return BAD_SHAPE
    judged = (_change_events(state, row, seat) for row in changes)
    return next((fault for fault in judged if isinstance(fault, Refusal)), None)


def carry_out(run: Run[State], changes: Sequence[Mapping[str, Any]], seat: Seat) -> None:
    """Carries out agreed changes, as far as they still make sense."""
    for row in changes:
        if not isinstance(events := _change_events(run.state, row, seat), Refusal):
            run.emit(*events)


def _change_events(state: State, row: Mapping[str, Any], seat: Seat) -> list[ev.Event] | Refusal:
    """The events of a change, or why it makes no sense."""
    try:
        change = CHANGES.load(dict(row))
    except ValueError:
        return BAD_SHAPE
    match change:
        case PutCard(card=card, to=to):
            if law.unknown(state, seat, [card]) or (state.hero is not None and card == state.hero.id):
                return law.no("GEN-5", "unknown-card", card=card)
            if any(card_played.card == card for card_played in state.table):
                return law.no("PLY-9", "not-in-play", card=card)  # it is being settled
            return _move_events(state, card, to, BAD_SHAPE)
        case PutTop(top=owner, to=to):
            if to == "deck-top":
                return BAD_SHAPE
            if not state.decks[owner]:
                return law.no("PLY-4", "deck-too-small", needs=1, has=0)
            # a refusal would tell which kind of card it is
            return _move_events(state, state.decks[owner][0], to, [])
        case SetPiece(piece=id, tokens=tokens, upright=upright):
            piece = state.piece(id)
            if piece is None:
                return law.no("GEN-5", "unknown-piece", piece=id)
            # only a Hero is turned, and a Hero bears no tokens
            wrong = tokens if state.is_hero(piece) else upright
            return [ev.PieceSet(id, tokens, upright)] if wrong is None else BAD_SHAPE
        case SetPlot(plot=plot):
            moved = ev.PlotMoved(state.plot, plot, "adjustment")
            return [moved] if 1 <= plot <= state.pack.rules.plot.top else BAD_SHAPE
        case SetScorch(scorch=zone, n=n):
            if zone not in state.pack.zones:
                return law.no("ZON-1", "unknown-zone", zone=zone)
            if n > state.pack.zones[zone].value:
                return BAD_SHAPE
            more = n - state.scorch.get(zone, 0)
            return [ev.Scorched(zone, more) if more > 0 else ev.Mended(zone, -more)] if more else []
        case _:
            return BAD_SHAPE


def _move_events(state: State, card: str, to: str, unfit: list[ev.Event] | Refusal) -> list[ev.Event] | Refusal:
    """CRD-3: only a card with Force lies in a zone; `unfit`: the result for another."""
    if to not in PILES:
        if to not in state.pack.zones:
            return law.no("ZON-1", "unknown-zone", zone=to)
        if not state.free(card[0], to):
            return law.no("PLY-6", "no-such-slots", zone=to)
        if state.pack.cards[card_of(card)].force is None:
            return unfit
    return [ev.CardPut(card, to, _audience(state, card, to))]


def _audience(state: State, card: str, to: str) -> Literal["all", "owner", "nobody"]:
    """The audience that learns which card is moved: all, if it comes from or goes to an open place or is known already
    (GEN-5); else its owner, if it comes from or goes to the hand."""
    owner = card[0]
    if to not in ("hand", "deck-top", "deck-bottom") or not law.hidden(state, card):
        return "all"
    return "owner" if to == "hand" or card in state.hands[owner] else "nobody"


def put(state: State, changes: tuple[Json, ...], seat: Seat) -> tuple[Json, ...]:
    """Changes as a proposal keeps them: a card that not all may know is marked as hidden."""
    marked = []
    for row in changes:
        own = {key: value for key, value in row.items() if key != "hidden"}
        marked.append({**own, "hidden": True} if "card" in row and law.hidden(state, row["card"]) else own)
    return tuple(marked)
