"""The facts that each viewer may know, built field by field from public facts and the viewer's own (CYC-3, CAB-3,
SET-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rules.kernel import SPECTATOR, Json, Seat, TaggedCodec, Viewer
from rules.kernel.identity_cache import cached_by
from rules.kernel.table_talk import Proposal, TableEvent, proposal_shown, seen_by_all
from rules.olomoc import events as ev
from rules.olomoc import frames as fr
from rules.olomoc.effects import modifiers
from rules.olomoc.flow.cycle import hand
from rules.olomoc.position import CABAL, active_json, public
from rules.olomoc.seats import SEATS
from rules.olomoc.state import PHASES, State

FRAME: TaggedCodec[fr.Frame] = TaggedCodec(fr.Frame, "frame")


def own_views(state: State) -> Mapping[Viewer, Json]:
    """What each seat sees besides the open part; the spectator sees no more."""
    return {SPECTATOR: {}, **{seat: _own(state, seat) for seat in SEATS}}


def _own(state: State, seat: Seat) -> Json:
    return {
        "hand": [card for card, n in hand(state, seat).items() for _ in range(n)] if state.ministries[seat] else [],
        "ministries": list(state.ministries[seat]),
        "plan": list(state.plans[seat]) if seat in state.plans else None,
        "cabal": CABAL.shared(state.composed[seat]) if seat in state.composed else None,
    }


def open_view(state: State) -> Json:
    """The public part of the view."""
    act = next((f for f in reversed(state.stack) if isinstance(f, fr.Activation)), None)
    return {
        **public(state),
        "active": active_json(act),
        "changed": modifiers.changed(state),
        "pile": len(state.artefact),
        "slots": _turned(state),
        "planned": {s: s in state.plans for s in SEATS},
        "composed": {s: s in state.composed for s in SEATS},
    }


@cached_by("plans", "turned", size=8)
def _turned(state: State) -> Json:
    """The slots of each seat's plan, with the cards of those that are turned."""
    return {s: [c if n < state.turned else None for n, c in enumerate(_slots(state, s))] for s in SEATS}


def _slots(state: State, seat: str) -> tuple[str | None, ...]:
    plan = state.plans.get(seat, ())
    return tuple(plan[n] if n < len(plan) and plan[n] else None for n in range(PHASES))


def seen(event: ev.Event, viewer: Viewer) -> Json:
    """An event as this viewer may see it. A kind without a line here does not type-check."""
    if isinstance(event, TableEvent):
        return seen_by_all(event)
    if isinstance(event, ev.Open):
        shown: Json = ev.CODEC.shared(event)
        return shown
    match event:
        case ev.MinistriesDealt(hands=hands, fallen=fallen):
            own = {s: list(cards) for s, cards in hands.items() if s == viewer}
            return {"kind": event.kind, "hands": own, "fallen": fallen}
        case ev.Shuffled(order=order):
            return {"kind": event.kind, "cards": len(order)}
        case ev.Composed(seat=seat) | ev.Planned(seat=seat):
            return ev.CODEC.dump(event) if seat == viewer else {"kind": event.kind, "seat": seat}
        case _:
            assert_never(event)


def shown(frame: fr.Frame, viewer: Viewer) -> Json:
    """The fields of a frame that a viewer may see: those named here, all of them public (GEN-6: the order of resolution
    is no secret). A kind without a line here does not type-check."""
    match frame:
        case fr.RollOff() | fr.Prepare() | fr.PickEdge() | fr.Deal() | fr.Composing() | fr.Drafting() | fr.Planning():
            return _fields(frame)
        case fr.Decorate():
            return _fields(frame, "left")
        case fr.Cycle():
            return _fields(frame, "number", "step")
        case fr.Phase():
            return _fields(frame, "step", "order")
        case fr.Propaganda():
            return _fields(frame, "seat")
        case fr.TokensBack():
            return _fields(frame, "seat", "rouage", "most")
        case fr.Activation():
            return _fields(frame, "seat", "by", "rouages", "coordinated")
        case fr.Joining():
            return _fields(frame, "rouage")
        case fr.Entering():
            return _fields(frame, "seat", "rouage")
        case fr.CycleEnd():
            return _fields(frame, "step")
        case fr.Displacement():
            return _fields(frame, "piece", "to", "ruler", "drawn", "why", "pending", "chosen")
        case fr.PushFrame():
            return _fields(frame, "seat", "piece", "by", "direction", "of")
        case fr.Strike():
            rolls = ("attack_roll", "dodge_roll", "riposte_roll")
            return _fields(frame, "attacker", "target", "mode", "how", "step", "dodge", "riposte", *rolls, "spent")
        case fr.RerollFrame():
            return _fields(frame, "piece", "target")
        case fr.Harm():
            return _fields(frame, "hits", "step")
        case fr.Handing():
            return _fields(frame, "changes", "why", "by", "moved")
        case fr.MechanismFrame():
            return _fields(frame, "opening")
        case fr.HostileRound():
            return _fields(frame, "turn", "done", "phase", "among", "step")
        case fr.InstinctFrame():
            return _fields(frame, "hostile", "seat", "node", "choices")
        case fr.HostileMove():
            return _fields(frame, "hostile", "seat", "target", "charge", "within", "away")
        case fr.Resolve():
            named = ("source", "card", "seat", "piece", "path", "at")
            return _fields(frame, *named, "bound", "answers", "each", "queue", "opening")
        case fr.Testing():
            shown_ = _fields(frame, "rouage", "target", "roll_of", "characteristic", "base", "step", "roll")
            return shown_ | {"then": shown(frame.then, viewer)}
        case fr.Shift():
            return _fields(frame, "seat", "piece", "ruler", "direction", "of", "optional", "within")
        case fr.Put():
            return _fields(frame, "seat", "what", "name", "size", "range", "near", "edge", "tinted", "optional")
        case fr.Granted():
            return _fields(frame, "rouage", "action", "target", "limited", "optional")
        case fr.Declared():
            return _fields(frame, "happenings", "drop")
        case fr.Settled():
            return _fields(frame, "happenings", "action")
        case fr.Occasion():
            return _fields(frame, "happenings", "waiting", "before", "turn", "agreed", "targets", "now")
        case Proposal():
            return proposal_shown(frame)
        case _:
            assert_never(frame)


def _fields(frame: fr.Frame, *names: str) -> Json:
    """The frame's tag and these of its fields, as JSON."""
    written = FRAME.shared(frame)
    return {name: written[name] for name in ("frame", *names)}
