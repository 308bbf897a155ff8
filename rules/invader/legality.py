"""The checker of commands in the main phase and in a cancel window, for screens, bots and `submit`.

It returns the first refusal that applies: the card, limits, the plot, zone and slot, sacrifice, target, payment."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from rules.invader import commands as cmd
from rules.invader.packs.cards import Cost, Effect, Step, card_of
from rules.invader.state import Piece, State
from rules.kernel import Json, Refusal, Seat
from rules.kernel.drafts import BAD_SHAPE, DraftPart, fields_among, misnamed
from rules.kernel.handlers import NOT_NOW
from rules.kernel.refusals import no as no

# ---- what a seat may know of a card ----------------------------------------------------------------------------------


def hidden(state: State, id: str) -> bool:
    """Whether not all have seen where a card is: it lies in no open place, and nobody saw it go to a hand or a deck."""
    return not state.lies_open(id) and state.piece(id) is None and all(played.card != id for played in state.table)


def unknown(state: State, seat: Seat, ids: Sequence[str | None]) -> Refusal | None:
    """The refusal of an id that this seat cannot know, whether there is such a card or not: of a card that is neither
    in its own hand nor open nor seen by all (GEN-5)."""
    hand = state.hands[seat]
    for id in ids:
        if id is not None and id not in hand and hidden(state, id):
            return no("GEN-5", "unknown-card", card=id)
    return None


NAMES = ("card", "source", "target", "sacrifice")
"""The fields of a command that name a card, besides its payment."""


def names_unknown(state: State, seat: Seat, command: Any) -> Refusal | None:
    """The refusal of a command that names such an id."""
    kind: Any = type(command)
    named = [getattr(command, key) for key in fields_among(kind, NAMES)]
    return unknown(state, seat, [*named, *getattr(command, "discard", ())])


# ---- paying ----------------------------------------------------------------------------------------------------------


def bill(state: State, seat: Seat, command: Any) -> tuple[int, int]:
    """The numbers of cards that a command discards and drains as its cost (PLY-1, USE-1, STR-2, OPS-2)."""
    match command:
        case cmd.Play(card=str(id)) | cmd.Cancel(card=str(id)):
            card = state.pack.cards[card_of(id)]
            return state.cost(seat, card.id), card.drain
        case cmd.Use(source=source, use=n):
            piece = state.piece(source)
            cost = Cost() if piece is None else uses(state, piece)[n].cost
            return cost.discard, cost.drain
        case cmd.Enable(strategy=id):
            return state.pack.strategies[id].discard, state.pack.strategies[id].drain
        case cmd.Ops():
            return state.pack.rules.ops, 0
        case _:
            return 0, 0


def payment(state: State, seat: Seat, command: Any) -> Refusal | None:
    """The refusal of a wrong payment in a command; None if it is right."""
    discard, drain = bill(state, seat, command)
    return unpaid(state, seat, getattr(command, "discard", ()), discard, drain, getattr(command, "card", None))


def unpaid(
    state: State, seat: Seat, named: Sequence[str], discard: int, drain: int, card: str | None = None
) -> Refusal | None:
    """PLY-1, PLY-3, PLY-4: exactly so many other cards of the hand, and a deck that is large enough."""
    hand = [other for other in state.hands[seat] if other != card]
    if fault := _short(state, seat, len(hand), discard, drain):
        return fault
    for id in named:
        if id != card and id not in hand:
            return no("PLY-3", "not-in-hand", card=id)
    if len(named) != discard or len(set(named)) != len(named) or card in named:
        return no("PLY-3", "bad-payment", needs=discard, named=len(named))
    return None


def unaffordable(state: State, seat: Seat, command: Any) -> Refusal | None:
    """The refusal of a command whose cost the seat cannot pay, whatever it names; None if it can."""
    hand, (discard, drain) = state.hands[seat], bill(state, seat, command)
    return _short(state, seat, len(hand) - (getattr(command, "card", None) in hand), discard, drain)


def _short(state: State, seat: Seat, cards: int, discard: int, drain: int) -> Refusal | None:
    """PLY-1, PLY-4. `cards`: how many the seat could discard."""
    if cards < discard:
        return no("PLY-1", "too-few-cards", needs=discard, has=cards)
    deck = len(state.decks[seat])
    return no("PLY-4", "deck-too-small", needs=drain, has=deck) if deck < drain else None


# ---- zones and targets -----------------------------------------------------------------------------------------------


def unknown_zone(state: State, zone: str) -> Refusal | None:
    return None if zone in state.pack.zones else no("ZON-1", "unknown-zone", zone=zone)


def way(state: State, piece: Piece, to: str, near: bool) -> Refusal | None:
    """The refusal of a card's move there (ZON-7); None if it may move."""
    if fault := unknown_zone(state, to):
        return fault
    if to == piece.zone:
        return no("ZON-7", "same-zone", zone=to)
    if near and to not in state.pack.zones[piece.zone].next:
        return no("ZON-2", "not-adjacent", zone=to)
    return None if state.free(piece.seat, to) else no("ZON-7", "no-slot", zone=to)


def _target_fault(
    state: State, seat: Seat, step: Step, zone: str | None, speaker: str, clause: str, id: str
) -> Refusal | None:
    """The refusal of this card as a text's choice (PLY-10, EFF-13, EFF-15)."""
    piece, group = state.piece(id), step.group
    if piece is None:
        return no(clause, "not-in-play", card=id)
    assert group is not None
    if (piece.seat == seat) != (group.side == "mine"):
        return no("PLY-10", "not-a-target", card=piece.id, why="side")
    if group.where == "here" and piece.zone != zone:
        return no("EFF-15", "not-a-target", card=piece.id, why="zone")
    if group.other and piece.id == speaker:
        return no("PLY-10", "not-a-target", card=piece.id, why="self")
    if not state.in_group(group, seat, piece.zone, speaker, piece):
        return no("HER-5" if state.is_hero(piece) else "CRD-2", "not-a-target", card=piece.id, why="kind")
    if group.max is not None and state.force(piece) > group.max:
        return no("EFF-15", "not-a-target", card=piece.id, why="force")
    # GEN-1: what forbids wins over what allows
    if step.op in ("destroy", "bounce") and (by := state.warded(piece, seat)) is not None:
        return no("EFF-13", "warded", card=piece.id, by=by)
    if step.op == "bounce" and state.is_hero(piece):
        return no("HER-8", "not-a-target", card=piece.id, why="kind")
    near = step.reach == "near"
    if step.op == "shift" and all(way(state, piece, zone, near) is not None for zone in state.pack.zones):
        return no("EFF-5", "no-slot", card=piece.id)
    return None


def _place_fault(state: State, seat: Seat, step: Step, zone: str) -> Refusal | None:
    """The refusal of this zone as a text's choice: it would change nothing there (EFF-7, PLY-10)."""
    if fault := unknown_zone(state, zone):
        return fault
    scorch, group = state.scorch.get(zone, 0), step.group
    if step.op == "scorch":
        return _scorched(state, zone)
    if group is None:
        changes = scorch > 0
    else:
        reached = (piece for piece in state.pieces() if state.in_group(group, seat, zone, None, piece))
        changes = any(group.max is None or state.force(piece) <= group.max for piece in reached)
    return None if changes else no("EFF-7", "no-change", zone=zone)


def _scorched(state: State, zone: str) -> Refusal | None:
    """The refusal of scorching a zone (ZON-6, EFF-7)."""
    if fault := unknown_zone(state, zone):
        return fault
    full = state.scorch.get(zone, 0) >= state.pack.zones[zone].value
    return no("EFF-7", "no-change", zone=zone) if full else None


# ---- what a command names --------------------------------------------------------------------------------------------

KEYS = ("zone", "sacrifice", "target", "to", "at")
"""The fields that a command of the main phase may have to name besides its payment, in the order of asking."""


def parts(state: State, seat: Seat, draft: Any) -> Iterator[DraftPart]:
    """The parts of a command, in order; each depends on those before it."""
    match draft:
        case cmd.Play(card=id, zone=zone):
            card = state.pack.cards[card_of(id)]
            order = card.force is None
            on = "play" if order else "enter"
            text = next((effect for effect in card.effects if effect.on == on), None)
            if not order:
                yield from _slot(state, seat, zone, draft.sacrifice)
            yield from _aims(state, seat, text, id, zone, draft, "PLY-10", must=order)
        case cmd.Use(source=source, use=use):
            if (piece := state.piece(source)) is not None:
                yield from _aims(state, seat, uses(state, piece)[use], source, piece.zone, draft, "USE-3", must=True)
        case cmd.Invade(order="redeploy"):
            yield from _relocation(state, seat, draft.target, "INV-4", near=True)
        case cmd.Invade(order="ravage"):
            full = no("EFF-7", "no-change", zone=next(iter(state.pack.zones)))
            yield DraftPart("at", list(state.pack.zones), partial(_scorched, state), no("INV-5", "no-zone"), full)
        case cmd.Ops():
            yield from _relocation(state, seat, draft.target, "OPS-2", near=False)
        case cmd.MoveHero() if state.hero is not None:
            yield _way(state, state.hero, near=True)


def _slot(state: State, seat: Seat, zone: str | None, sacrifice: str | None) -> Iterator[DraftPart]:
    """PLY-6 to PLY-8: a free slot, or a sacrifice that frees one; ZON-4: in any zone, whatever a card is called."""
    yield DraftPart(
        "zone", list(state.pack.zones), partial(unknown_zone, state), no("PLY-6", "no-zone"), None, sure=True
    )
    if zone is None:
        return
    free, human = state.free(seat, zone), state.sides[seat] == "human"
    if free and sacrifice is None:
        return
    column = [piece.id for piece in state.column(seat, zone) if not state.is_hero(piece)]

    def fault(id: str) -> Refusal | None:
        if not human:
            return no("PLY-8", "no-sacrifice")
        if free:
            return no("PLY-7", "column-not-full", zone=zone)
        return None if id in column else no("PLY-7", "no-sacrifice", card=id)

    full = no("PLY-6", "no-slot", zone=zone)
    values = column if human and not free else ()
    yield DraftPart("sacrifice", values, fault, full, None if free else full, sure=True)


def _relocation(state: State, seat: Seat, target: str | None, clause: str, near: bool) -> Iterator[DraftPart]:
    """Moving one of one's own units or sites, never the Hero (INV-4, OPS-2)."""
    nothing = no(clause, "no-target")

    def fault(id: str) -> Refusal | None:
        piece = state.piece(id)
        if piece is None:
            return no(clause, "not-in-play", card=id)
        if piece.seat != seat:
            return no(clause, "not-a-target", card=id, why="side")
        return no(clause, "not-a-target", card=id, why="kind") if state.is_hero(piece) else None

    own = [piece.id for piece in state.play if piece.seat == seat]
    yield DraftPart("target", own, fault, nothing, nothing, sure=True)
    if (piece := state.piece(target)) is not None:
        yield _way(state, piece, near, nothing)


def _way(state: State, piece: Piece, near: bool, none: Refusal | None = None) -> DraftPart:
    """ZON-7: where a card moves."""
    missing = no("ZON-7", "no-zone")
    return DraftPart("to", list(state.pack.zones), lambda to: way(state, piece, to, near), missing, none or missing)


def _aims(
    state: State, seat: Seat, effect: Effect | None, speaker: str, zone: str | None, draft: Any, clause: str, must: bool
) -> Iterator[DraftPart]:
    """The choices of a text: its target, where that is moved, and a zone. `must`: without a target it may not be
    followed at all (PLY-10, USE-3)."""
    if effect is None:
        return
    choice, moves, place = effect.choice, effect.moves, effect.place
    nothing, zones = no(clause, "no-target"), list(state.pack.zones)
    if choice is not None:
        fault = partial(_target_fault, state, seat, choice, zone, speaker, clause)
        yield DraftPart("target", [piece.id for piece in state.pieces()], fault, nothing, nothing if must else None)
    piece = None if moves is None else state.piece(speaker if choice is None else draft.target)
    if moves is not None and piece is not None:
        yield _way(state, piece, moves.reach == "near", no("EFF-5", "no-slot", card=piece.id))
    if place is not None:
        fault = partial(_place_fault, state, seat, place)
        yield DraftPart("at", zones, fault, no(clause, "no-zone"), nothing)


# ---- the commands of the main phase ----------------------------------------------------------------------------------


def fault(state: State, seat: Seat, command: Any) -> Refusal | None:
    """The refusal of a command in the main phase or in a cancel window; None if it is legal. Its cost is checked
    last."""
    return (
        names_unknown(state, seat, command)
        or forbidden(state, seat, command)
        or misnamed(command, partial(parts, state, seat), KEYS)
        or payment(state, seat, command)
    )


def barred(state: State, seat: Seat, command: Any) -> Refusal | None:
    """The refusal of a command that the seat's side never has, whosever turn it is; None if it has it."""
    side = state.sides.get(seat)
    match command:
        case cmd.Invade() if side == "human":
            return no("INV-1", "not-the-invader")
        case cmd.Ops() if side == "invader":
            return no("OPS-1", "not-the-human")
        case cmd.MoveHero() if side == "invader":
            return no("HER-3", "not-the-human")
        case _:
            return None


def forbidden(state: State, seat: Seat, command: Any) -> Refusal | None:
    """The refusal of a command that is impossible, whatever its parts; None if it is possible."""
    return barred(state, seat, command) or _forbidden(state, seat, command)


def _forbidden(state: State, seat: Seat, command: Any) -> Refusal | None:
    spent = state.spent
    match command:
        case cmd.Play(card=card):
            if card not in state.hands[seat]:
                return no("PLY-1", "not-in-hand", card=card)
            return no("CAN-7", "cancel-only", card=card) if state.pack.cards[card_of(card)].cancels else None
        case cmd.Use():
            return _use(state, seat, command)
        case cmd.Enable(strategy=strategy):
            if strategy not in state.lists[seat].strategies:
                return no("STR-2", "unknown-strategy", strategy=strategy)
            return no("STR-4", "already-enabled", strategy=strategy) if strategy in state.enabled else None
        case cmd.Invade(order=order):
            steps = getattr(state.pack.rules.invasion, order)
            if order in spent.orders:
                return no("INV-2", "order-used", order=order)
            return no("INV-6", "plot-too-low", steps=steps, marker=state.plot) if state.plot <= steps else None
        case cmd.Ops():
            return no("OPS-2", "limit-reached") if spent.ops else None
        case cmd.MoveHero():
            if spent.hero:
                return no("HER-3", "limit-reached")
            return no("HER-3", "not-in-play") if state.hero is None else None
        case cmd.End():
            return None
        case cmd.Cancel():
            return _cancel(state, seat, command)
        case _:
            return NOT_NOW


def uses(state: State, piece: Piece) -> list[Effect]:
    return [effect for effect in state.pack.effects(piece.card) if effect.on == "use"]


def _use(state: State, seat: Seat, command: cmd.Use) -> Refusal | None:
    """USE, HER-4; USE-2: in the turn of its entry, too."""
    piece = state.piece(command.source)
    if piece is None or piece.seat != seat:
        return no("USE-1", "not-in-play", card=command.source)
    texts = uses(state, piece)
    if command.use >= len(texts):
        return no("USE-1", "unknown-use", use=command.use)
    cost = texts[command.use].cost
    if not piece.upright and (cost.turn or state.is_hero(piece)):
        return no("HER-4" if cost.turn else "HER-2", "turned", card=piece.id)
    if cost.per_turn and piece.used.get(str(command.use), 0) >= cost.per_turn:
        return no("USE-1", "limit-reached", card=piece.id)
    if piece.tokens < cost.token:
        return no("USE-1", "no-token", needs=cost.token, has=piece.tokens)
    return None


def _cancel(state: State, seat: Seat, command: cmd.Cancel) -> Refusal | None:
    """CAN: a card of the hand may answer the card on top of the table."""
    if command.card is None:
        return BAD_SHAPE if command.discard else None
    if command.card not in state.hands[seat]:
        return no("CAN-1", "not-in-hand", card=command.card)
    cancels = state.pack.cards[card_of(command.card)].cancels
    if not cancels:
        return no("CAN-1", "not-a-cancel", card=command.card)
    played = state.table[-1].card
    if cancels == "order" and state.pack.cards[card_of(played)].force is not None:
        return no("CAN-7", "cannot-cancel-that", card=played, filter="order")
    return None


def paid_with(state: State, seat: Seat, draft: Any, rng: random.Random | None = None) -> Json:
    """The cards that pay for a draft, if the hand is large enough: drawn with `rng`, or those held longest."""
    cost, _ = bill(state, seat, draft)
    others = [id for id in state.hands[seat] if id != getattr(draft, "card", None)] if cost else []
    if not cost or len(others) < cost:
        return {}
    return {"discard": tuple(rng.sample(others, cost) if rng else others[:cost])}
