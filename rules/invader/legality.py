"""What may be said in the main phase and in a cancel window, or why not: one checker for screens, bots and `submit`.

A judgement is the first refusal that applies: the card, limits, the plot, zone and slot, sacrifice, target, payment.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.invader import commands as cmd
from rules.invader.cards import Cost, Effect, Step, card_of
from rules.invader.state import Piece, State
from rules.kernel import Refusal
from rules.kernel.codec import replace
from rules.kernel.seats import Seat

SHAPE = Refusal("", "bad-shape")


def no(clause: str, code: str, **params: Any) -> Refusal:
    return Refusal(clause, code, params)


# ---- what a seat may know of a card ----------------------------------------------------------------------------------


def knowable(state: State, seat: Seat, id: str) -> bool:
    """Whether this seat may know where a card is: its own hand, what lies open, and what all have seen (GEN-5)."""
    return id in state.hands[seat] or not hidden(state, id)


def hidden(state: State, id: str) -> bool:
    """Whether not all have seen where a card is: it lies in no open place, and nobody saw it go to a hand or a deck."""
    return not state.lies_open(id) and state.piece(id) is None and all(it.card != id for it in state.table)


def unknown(state: State, seat: Seat, ids: Sequence[str | None]) -> Refusal | None:
    """The refusal of an id that this seat cannot know, whether there is such a card or not."""
    hidden = (id for id in ids if id is not None and not knowable(state, seat, id))
    return next((no("GEN-5", "unknown-card", card=id) for id in hidden), None)


def names_unknown(state: State, seat: Seat, said: Any) -> Refusal | None:
    """The refusal of a command that names such an id."""
    named = [getattr(said, key, None) for key in ("card", "source", "target", "sacrifice")]
    return unknown(state, seat, [*named, *getattr(said, "discard", ())])


# ---- paying ----------------------------------------------------------------------------------------------------------


def bill(state: State, seat: Seat, said: Any) -> tuple[int, int]:
    """How many cards a command discards and drains as its cost (PLY-1, USE-1, STR-2, OPS-2)."""
    match said:
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


def payment(state: State, seat: Seat, said: Any) -> Refusal | None:
    """Why what a command names does not pay for it."""
    discard, drain = bill(state, seat, said)
    return unpaid(state, seat, getattr(said, "discard", ()), discard, drain, getattr(said, "card", None))


def unpaid(
    state: State, seat: Seat, named: Sequence[str], discard: int, drain: int, card: str | None = None
) -> Refusal | None:
    """PLY-1, PLY-3, PLY-4: exactly so many other cards of the hand, and a deck that is large enough."""
    hand = [it for it in state.hands[seat] if it != card]
    if len(hand) < discard:
        return no("PLY-1", "too-few-cards", needs=discard, has=len(hand))
    if len(state.decks[seat]) < drain:
        return no("PLY-4", "deck-too-small", needs=drain, has=len(state.decks[seat]))
    for id in named:
        if id != card and id not in hand:
            return no("PLY-3", "not-in-hand", card=id)
    if len(named) != discard or len(set(named)) != len(named) or card in named:
        return no("PLY-3", "bad-payment", needs=discard, named=len(named))
    return None


# ---- zones and targets -----------------------------------------------------------------------------------------------


def way(state: State, piece: Piece, to: str | None, near: bool) -> Refusal | None:
    """Why a card may not move there (ZON-7)."""
    if to is None:
        return no("ZON-7", "no-zone")
    if to not in state.pack.zones:
        return no("ZON-1", "unknown-zone", zone=to)
    if to == piece.zone:
        return no("ZON-7", "same-zone", zone=to)
    if near and to not in state.pack.zones[piece.zone].next:
        return no("ZON-2", "not-adjacent", zone=to)
    return None if state.free(piece.seat, to) else no("ZON-7", "no-slot", zone=to)


def ways(state: State, piece: Piece, near: bool) -> list[str]:
    """Where a card can move."""
    return [zone for zone in state.pack.zones if way(state, piece, zone, near) is None]


def target_fault(state: State, seat: Seat, step: Step, zone: str | None, speaker: str, piece: Piece) -> Refusal | None:
    """Why a text may not choose this card (PLY-10, EFF-13, EFF-15)."""
    group = step.group
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
    if step.op == "shift" and not ways(state, piece, step.reach == "near"):
        return no("EFF-5", "no-slot", card=piece.id)
    return None


def targets(state: State, seat: Seat, step: Step, zone: str | None, speaker: str) -> list[Piece]:
    """The cards that a text may choose."""
    return [piece for piece in state.pieces() if target_fault(state, seat, step, zone, speaker, piece) is None]


def changes(state: State, seat: Seat, step: Step, zone: str) -> bool:
    """Whether a step would change anything in a zone (EFF-7, PLY-10)."""
    match step.op:
        case "scorch":
            return state.scorch.get(zone, 0) < state.pack.zones[zone].value
        case "mend":
            return state.scorch.get(zone, 0) > 0
        case _:
            group = step.group
            assert group is not None
            reached = [piece for piece in state.pieces() if state.in_group(group, seat, zone, None, piece)]
            return any(group.max is None or state.force(piece) <= group.max for piece in reached)


def aimed(
    state: State, seat: Seat, effect: Effect | None, speaker: str, zone: str | None, said: Any, clause: str, must: bool
) -> Refusal | None:
    """Why a text may not be followed with the target, way and zone that were named. `must`: without a target it may
    not be followed at all (PLY-10, USE-3)."""
    choice, moves, place = (None, None, None) if effect is None else (effect.choice, effect.moves, effect.place)
    if (
        (said.target is not None and choice is None)
        or (said.to is not None and moves is None)
        or (said.at is not None and place is None)
    ):
        return SHAPE
    if choice is not None:
        legal = targets(state, seat, choice, zone, speaker)
        if said.target is None:
            return no(clause, "no-target") if legal or must else None
        piece = state.piece(said.target)
        if piece is None:
            return no(clause, "not-in-play", card=said.target)
        if (fault := target_fault(state, seat, choice, zone, speaker, piece)) is not None:
            return fault
    if moves is not None and (choice is None or said.target is not None):
        piece, near = state.piece(said.target if choice is not None else speaker), moves.reach == "near"
        if piece is not None and said.to is None and not ways(state, piece, near):
            return no("EFF-5", "no-slot", card=piece.id)
        if piece is not None and (fault := way(state, piece, said.to, near)) is not None:
            return fault
    if place is not None:
        if said.at is None:
            return no(
                clause, "no-zone" if any(changes(state, seat, place, it) for it in state.pack.zones) else "no-target"
            )
        if said.at not in state.pack.zones:
            return no("ZON-1", "unknown-zone", zone=said.at)
        if not changes(state, seat, place, said.at):
            return no("EFF-7", "no-change", zone=said.at)
    return None


# ---- the commands of the main phase ----------------------------------------------------------------------------------


def main(state: State, seat: Seat, command: Any) -> Refusal | None:
    """Why this may not be done in the main phase; None if it may. What it costs is judged last."""
    judge = JUDGES.get(type(command))
    if judge is None:
        return no("TRN-3", "not-now")
    return names_unknown(state, seat, command) or judge(state, seat, command) or payment(state, seat, command)


def text_of(state: State, id: str, on: str) -> Effect | None:
    """The text of a card with this trigger."""
    return next((effect for effect in state.pack.effects(card_of(id)) if effect.on == on), None)


def play(state: State, seat: Seat, said: cmd.Play) -> Refusal | None:
    """PLY."""
    if said.card not in state.hands[seat]:
        return no("PLY-1", "not-in-hand", card=said.card)
    card = state.pack.cards[card_of(said.card)]
    if card.cancels:
        return no("CAN-7", "cancel-only", card=said.card)
    if card.force is None:
        if said.zone is not None or said.sacrifice is not None:
            return SHAPE
        return aimed(state, seat, text_of(state, said.card, "play"), said.card, None, said, "PLY-10", must=True)
    enter = text_of(state, said.card, "enter")
    return _slot(state, seat, said) or aimed(state, seat, enter, said.card, said.zone, said, "PLY-10", must=False)


def _slot(state: State, seat: Seat, said: cmd.Play) -> Refusal | None:
    """PLY-6 to PLY-8: a free slot, or a sacrifice that frees one; ZON-4: in any zone, whatever a card is called."""
    if said.zone is None:
        return no("PLY-6", "no-zone")
    if said.zone not in state.pack.zones:
        return no("ZON-1", "unknown-zone", zone=said.zone)
    free = state.free(seat, said.zone)
    if said.sacrifice is None:
        return None if free else no("PLY-6", "no-slot", zone=said.zone)
    if state.sides[seat] == "invader":
        return no("PLY-8", "no-sacrifice")
    if free:
        return no("PLY-7", "column-not-full", zone=said.zone)
    piece = state.piece(said.sacrifice)
    if piece is None or piece.seat != seat or piece.zone != said.zone or state.is_hero(piece):
        return no("PLY-7", "no-sacrifice", card=said.sacrifice)
    return None


def uses(state: State, piece: Piece) -> list[Effect]:
    return [effect for effect in state.pack.effects(piece.card) if effect.on == "use"]


def use(state: State, seat: Seat, said: cmd.Use) -> Refusal | None:
    """USE, HER-4; USE-2: in the turn of its entry, too."""
    piece = state.piece(said.source)
    if piece is None or piece.seat != seat:
        return no("USE-1", "not-in-play", card=said.source)
    found = uses(state, piece)
    if said.use >= len(found):
        return no("USE-1", "unknown-use", use=said.use)
    effect = found[said.use]
    fault = affordable(state, piece, effect.cost, str(said.use))
    return fault or aimed(state, seat, effect, piece.id, piece.zone, said, "USE-3", must=True)


def affordable(state: State, piece: Piece, cost: Cost, use: str) -> Refusal | None:
    """What a card itself must give: to be upright, a use left, tokens."""
    if not piece.upright and (cost.turn or state.is_hero(piece)):
        return no("HER-4" if cost.turn else "HER-2", "turned", card=piece.id)
    if cost.per_turn and piece.used.get(use, 0) >= cost.per_turn:
        return no("USE-1", "limit-reached", card=piece.id)
    if piece.tokens < cost.token:
        return no("USE-1", "no-token", needs=cost.token, has=piece.tokens)
    return None


def enable(state: State, seat: Seat, said: cmd.Enable) -> Refusal | None:
    """STR-2."""
    if said.strategy not in state.lists[seat].strategies:
        return no("STR-2", "unknown-strategy", strategy=said.strategy)
    if said.strategy in state.enabled:
        return no("STR-4", "already-enabled", strategy=said.strategy)
    return None


def invade(state: State, seat: Seat, said: cmd.Invade) -> Refusal | None:
    """INV."""
    if state.sides[seat] != "invader":
        return no("INV-1", "not-the-invader")
    if said.order in state.spent.orders:
        return no("INV-2", "order-used", order=said.order)
    steps = getattr(state.pack.rules.invasion, said.order)
    if state.plot - steps <= 0:
        return no("INV-6", "plot-too-low", steps=steps, marker=state.plot)
    match said.order:
        case "reinforce":
            return SHAPE if said.target or said.to or said.at else None
        case "redeploy":
            if said.at is not None:
                return SHAPE
            return _relocation(state, seat, said.target, said.to, "INV-4", near=True)
        case "ravage":
            if said.target is not None or said.to is not None:
                return SHAPE
            if said.at is None or said.at not in state.pack.zones:
                return no("INV-5", "no-zone") if said.at is None else no("ZON-1", "unknown-zone", zone=said.at)
            full = state.scorch.get(said.at, 0) >= state.pack.zones[said.at].value
            return no("EFF-7", "no-change", zone=said.at) if full else None


def _relocation(
    state: State, seat: Seat, target: str | None, to: str | None, clause: str, near: bool
) -> Refusal | None:
    """Moving one of one's own units or sites, never the Hero (INV-4, OPS-2)."""
    if target is None:
        return no(clause, "no-target")
    piece = state.piece(target)
    if piece is None:
        return no(clause, "not-in-play", card=target)
    if piece.seat != seat:
        return no(clause, "not-a-target", card=target, why="side")
    if state.is_hero(piece):
        return no(clause, "not-a-target", card=target, why="kind")
    return way(state, piece, to, near)


def ops(state: State, seat: Seat, said: cmd.Ops) -> Refusal | None:
    """OPS-2."""
    if state.sides[seat] != "human":
        return no("OPS-1", "not-the-human")
    if state.spent.ops:
        return no("OPS-2", "limit-reached")
    return _relocation(state, seat, said.target, said.to, "OPS-2", near=False)


def move_hero(state: State, seat: Seat, said: cmd.MoveHero) -> Refusal | None:
    """HER-3."""
    if state.sides[seat] != "human":
        return no("HER-3", "not-the-human")
    if state.spent.hero:
        return no("HER-3", "limit-reached")
    if state.hero is None:
        return no("HER-3", "not-in-play")
    return way(state, state.hero, said.to, near=True)


JUDGES: Mapping[type, Callable[[State, Seat, Any], Refusal | None]] = {
    cmd.Play: play,
    cmd.Use: use,
    cmd.Enable: enable,
    cmd.Invade: invade,
    cmd.Ops: ops,
    cmd.MoveHero: move_hero,
    cmd.End: lambda state, seat, said: None,
}


# ---- cancelling ------------------------------------------------------------------------------------------------------


def cancel(state: State, seat: Seat, said: cmd.Cancel) -> Refusal | None:
    """CAN: whether a card of the hand may answer the card on top of the table."""
    if fault := names_unknown(state, seat, said):
        return fault
    if said.card is None:
        return SHAPE if said.discard else None
    if said.card not in state.hands[seat]:
        return no("CAN-1", "not-in-hand", card=said.card)
    cancels = state.pack.cards[card_of(said.card)].cancels
    if not cancels:
        return no("CAN-1", "not-a-cancel", card=said.card)
    played = state.table[-1].card
    if cancels == "order" and state.pack.cards[card_of(played)].force is not None:
        return no("CAN-7", "cannot-cancel-that", card=played, filter="order")
    return payment(state, seat, said)


def cancel_cards(state: State, seat: Seat) -> list[str]:
    """The cards of a hand that cancel."""
    return [id for id in state.hands[seat] if state.pack.cards[card_of(id)].cancels]


def paid(state: State, seat: Seat, said: Any, rng: random.Random | None = None) -> Any:
    """The command with a payment, if the hand is large enough: drawn at random, or the cards held longest."""
    cost, _ = bill(state, seat, said)
    others = [id for id in state.hands[seat] if id != getattr(said, "card", None)]
    if not cost or len(others) < cost:
        return said
    return replace(said, discard=tuple(rng.sample(others, cost) if rng else others[:cost]))


def must_ask(state: State, seat: Seat) -> bool:
    """CAN-8: whether a cancel question is put to a seat. An empty hand lies open and is not asked."""
    if not state.hands[seat]:
        return False
    if state.options.uniform_prompts:
        return True
    answers = (paid(state, seat, cmd.Cancel(id)) for id in cancel_cards(state, seat))
    return any(cancel(state, seat, it) is None for it in answers)
