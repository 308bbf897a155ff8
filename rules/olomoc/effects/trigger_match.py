"""Happenings, and the triggered capacities that wait for them.

The pieces of an event are read as they stood at it: one that goes out of combat still matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rules.kernel import replace
from rules.olomoc import events as ev
from rules.olomoc import measure
from rules.olomoc.effects import modifiers, select
from rules.olomoc.effects.holders import Held
from rules.olomoc.effects.scope import Scope, thing
from rules.olomoc.frames import Happening, Resolve, Waiting
from rules.olomoc.packs.triggers import (
    ActionTrigger,
    ActivationTrigger,
    CardTrigger,
    CycleTrigger,
    EntersTrigger,
    LeavesTrigger,
    MatchTrigger,
    MechanismTrigger,
    MovedTrigger,
    OutOfCombatTrigger,
    PhaseTrigger,
    RollTrigger,
    TargetedTrigger,
    TokenTrigger,
    Trigger,
    WoundedTrigger,
)
from rules.olomoc.seats import SEATS
from rules.olomoc.state import Rouage, State

Heard = tuple[Happening, tuple[Waiting, ...]]
PLAYER = "player"
SET_ANEW = "ACT-1"
"""The reason for setting action tokens at the start of a cycle, without anybody gaining or losing any."""


def heard(before: State, event: ev.Event, after: State) -> Iterator[Heard]:
    """The happenings of an event for which some capacity waits, each with those capacities."""
    for happening, stood in _happenings(before, event, after):
        if waits := waiting(after, happening, stood):
            yield happening, waits
    if isinstance(event, ev.Moved) and event.piece in after.pieces:
        yield from _crossings(before, event.piece, after)


def waiting(state: State, happening: Happening, stood: State | None = None) -> tuple[Waiting, ...]:
    """The capacities that wait for a happening and are not being resolved; `stood`: the match at the happening."""
    then = stood if stood is not None else state
    held = modifiers.everything(then).waiting.get(happening.when, ())
    return tuple(_waiting(h) for h in held if _fits(h, happening, then) and not busy(state, h))


def _waiting(held: Held) -> Waiting:
    return Waiting(held.capacity.id, held.bearer, held.seat, 0)


def busy(state: State, held: Held) -> bool:
    """A capacity is not triggered while it is itself being resolved for the same bearer."""
    whose = (held.capacity.id, held.bearer, held.seat)
    frames = (f for f in state.stack if isinstance(f, Resolve) and f.source == "capacity")
    return any((f.card, f.piece, f.seat) == whose for f in frames)


# From events


def _happenings(before: State, event: ev.Event, after: State) -> Iterator[tuple[Happening, State]]:
    """The happenings that a fact is by itself, each with the match in which its pieces stood."""
    match event:
        case ev.Moved(piece=piece) if piece in after.pieces:
            yield Happening("moved", subject=piece, how=movement(event)), after
        case ev.Wounded(piece=piece, by=by, checked=checked) if checked and not _is_spent(after.pieces.get(piece)):
            how = "attack" if event.attack else "effect"
            yield Happening("wounded", subject=piece, object=by, how=how, amount=checked), after
        case ev.OutOfCombat(piece=piece, by=by):
            yield Happening("out-of-combat", subject=piece, object=by), before
        case ev.NoirceurSet(piece=piece, change=change) if change:
            yield tokens(piece, "noirceur", change), after
        case ev.StateChanged(piece=piece, state=state, gained=gained):
            yield tokens(piece, state, 1 if gained else -1), after
        case ev.TokensSet(on=on, name=name, now=now):
            element = thing(before, on)
            had = element.tokens.get(name, 0) if element is not None and hasattr(element, "tokens") else 0
            if now != had:
                yield tokens(on, name, now - had), after
        case ev.ActionsSet(actions=actions, why=why) if why != SET_ANEW:
            for id, now in actions.items():
                if now != before.pieces[id].actions:
                    yield tokens(id, "action", now - before.pieces[id].actions), after
        case ev.Activated(rouage=rouage):
            yield Happening("activation", "start", subject=rouage), after
        case ev.ActivationEnded(rouages=rouages):
            for id in rouages:
                if id in after.pieces:
                    yield Happening("activation", "end", subject=id), after
        case _:
            return


def _is_spent(piece: Rouage | None) -> bool:
    return piece is None or (bool(piece.profile.life) and not piece.life_left)


def tokens(on: str, name: str, change: int) -> Happening:
    """The happening of tokens gained or lost; either player's own tokens have the same name."""
    how = PLAYER if name in SEATS else name
    return Happening("token", subject=on, how=how, gained=change > 0, amount=abs(change))


def movement(event: ev.Moved) -> str:
    """MOV-1: which kind of movement."""
    match event.why:
        case "enter":
            return "entry"
        case "push":
            return "push"
        case _:
            return "placement" if event.drawn is None else "displacement"


def _crossings(before: State, mover: str, after: State) -> Iterator[Heard]:
    """ENG-3: the happenings of threat zones entered or left, with the capacities that wait for them."""
    roster = modifiers.everything(after)
    pairs: dict[tuple[str, str], list[Waiting]] = {}
    for when in ("enters", "leaves"):
        for held in roster.waiting.get(when, ()):
            trigger = held.capacity.trigger
            assert isinstance(trigger, EntersTrigger | LeavesTrigger)
            kind = trigger.object.kind if trigger.object is not None else "rouage"
            for other in select.everything(after, kind):
                was, now = _in_zone(before, mover, other, trigger), _in_zone(after, mover, other, trigger)
                if other == mover or was == now or now != (when == "enters"):
                    continue
                happening = Happening(when, subject=mover, object=other)
                if _fits(held, happening, after) and not busy(after, held):
                    pairs.setdefault((when, other), []).append(_waiting(held))
    for (when, other), crossed in pairs.items():
        yield Happening(when, subject=mover, object=other), tuple(crossed)


def _in_zone(state: State, id: str, other: str, trigger: EntersTrigger | LeavesTrigger) -> bool:
    piece, zone = state.pieces.get(id), thing(state, other)
    if piece is None or piece.at is None or zone is None or not select.on_bloc(zone):
        return False
    match trigger.zone:
        case "threat":
            return isinstance(zone, Rouage) and measure.threatens(state, zone, piece.disc)
        case "contact":
            return select.touching(state, piece, zone)
        case "range":
            return select.near(state, piece, zone, trigger.range)


# Does a trigger mean this?


def _fits(held: Held, happening: Happening, stood: State) -> bool:
    trigger = held.capacity.trigger
    assert trigger is not None
    if not _words_match(held, trigger, happening):
        return False
    if isinstance(trigger, MechanismTrigger | CardTrigger | PhaseTrigger | CycleTrigger | MatchTrigger):
        return True
    scope = Scope(stood, held.seat, held.bearer, {"subject": happening.subject, "object": happening.object})
    if happening.subject is None or not select.keeps(scope, trigger.subject, happening.subject):
        return False
    if trigger.object is None:
        return True
    return happening.object is not None and select.keeps(scope, trigger.object, happening.object)


def _words_match(held: Held, trigger: Trigger, happening: Happening) -> bool:
    """Whether the trigger's own words are those of the happening, its pieces apart."""
    match trigger:
        case EntersTrigger() | LeavesTrigger():
            return True
        case TargetedTrigger():
            return trigger.moment == happening.moment and (not trigger.by or happening.how in trigger.by)
        case RollTrigger():
            return trigger.moment == happening.moment and (not trigger.rolls or happening.how in trigger.rolls)
        case WoundedTrigger():
            return trigger.moment == happening.moment and trigger.by in ("any", happening.how)
        case MovedTrigger():
            return not trigger.by or happening.how in trigger.by
        case ActionTrigger():
            return trigger.moment == happening.moment and happening.how in trigger.actions
        case TokenTrigger():
            gained = trigger.change == "gained"
            return (trigger.moment, trigger.token, gained) == (happening.moment, happening.how, happening.gained)
        case CardTrigger():
            whose = "controller" if happening.seat == held.seat else "opponent"
            cards_match = trigger.player in ("any", whose) and (not trigger.cards or happening.how in trigger.cards)
            return trigger.moment == happening.moment and cards_match
        case PhaseTrigger():
            return trigger.moment == happening.moment and happening.how in trigger.phases
        case OutOfCombatTrigger() | MechanismTrigger() | ActivationTrigger() | CycleTrigger() | MatchTrigger():
            return trigger.moment == happening.moment
        case _:
            assert_never(trigger)


def numbered(open_waits: list[Heard]) -> tuple[tuple[Happening, ...], tuple[Waiting, ...]]:
    """Several happenings of one moment, and all that wait for them."""
    happenings = tuple(happening for happening, _ in open_waits)
    return happenings, tuple(replace(w, of=n) for n, (_, waits) in enumerate(open_waits) for w in waits)
