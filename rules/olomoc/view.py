"""What each viewer may know, built up field by field from what lies open and what is theirs (CYC-3, CAB-3, SET-5)."""

from __future__ import annotations

from typing import assert_never

from rules.kernel import SEATS, Json, Viewer
from rules.olomoc import events as ev
from rules.olomoc.flow.cycle import hand
from rules.olomoc.flow.loop import questions
from rules.olomoc.frames import STACK, Activation
from rules.olomoc.position import CABAL, active_json, public
from rules.olomoc.state import PHASES, State


def view(state: State, viewer: Viewer) -> Json:
    """The table as this viewer sees it, without decision and log."""
    act = next((f for f in reversed(state.stack) if isinstance(f, Activation)), None)
    seen: Json = {
        **public(state),
        "active": active_json(act),
        "me": viewer,
        "waiting": {seat: q.kind for seat, q in questions(state).items()},
        "resolving": STACK.dump(state.stack),
        "pile": len(state.artefact),
        "slots": {s: [c if n < state.turned else None for n, c in enumerate(_slots(state, s))] for s in SEATS},
        "planned": {s: s in state.plans for s in SEATS},
        "composed": {s: s in state.composed for s in SEATS},
    }
    if viewer == "spectator":
        return seen
    return seen | {
        "hand": [card for card, n in hand(state, viewer).items() for _ in range(n)] if state.ministries[viewer] else [],
        "ministries": list(state.ministries[viewer]),
        "plan": list(state.plans[viewer]) if viewer in state.plans else None,
        "cabal": CABAL.dump(state.composed[viewer]) if viewer in state.composed else None,
    }


def _slots(state: State, seat: str) -> tuple[str | None, ...]:
    plan = state.plans.get("1" if seat == "1" else "2", ())
    return tuple(plan[n] if n < len(plan) and plan[n] else None for n in range(PHASES))


def seen(event: ev.Event, viewer: Viewer) -> Json:
    """An event as this viewer may see it. A kind without a line here does not type-check."""
    match event:
        case ev.Began():
            packs = [{"id": p["id"], "version": p["version"]} for p in event.packs]
            return {"kind": event.kind, "options": dict(event.options), "rules": event.rules, "packs": packs}
        case ev.MinistriesDealt(hands=hands, fallen=fallen):
            own = {s: list(cards) for s, cards in hands.items() if s == viewer}
            return {"kind": event.kind, "hands": own, "fallen": fallen}
        case ev.Shuffled(order=order):
            return {"kind": event.kind, "cards": len(order)}
        case ev.Composed(seat=seat) | ev.Planned(seat=seat):
            return ev.CODEC.dump(event) if seat == viewer else {"kind": event.kind, "seat": seat}
        case ev.Asked(asked=asked, by=by):
            return {"kind": event.kind, "waiting": sorted(asked), "by": by}
        case (
            ev.Rolled()
            | ev.RollChanged()
            | ev.DieRolled()
            | ev.FirstSet()
            | ev.AgendaChosen()
            | ev.MarkerPlaced()
            | ev.MarkerRemoved()
            | ev.DecorPlaced()
            | ev.DecorLeftOut()
            | ev.EdgeChosen()
            | ev.Drafted()
            | ev.CabalsRevealed()
            | ev.CycleBegan()
            | ev.ActionsSet()
            | ev.MechanismMade()
            | ev.PhaseBegan()
            | ev.Revealed()
            | ev.OrderSet()
            | ev.CardPlayed()
            | ev.Activated()
            | ev.ActivationEnded()
            | ev.StayedOff()
            | ev.Used()
            | ev.Counted()
            | ev.CapacityUsed()
            | ev.LimitsReset()
            | ev.Announced()
            | ev.Moved()
            | ev.DisplacementLost()
            | ev.Attacked()
            | ev.Reacted()
            | ev.Passed()
            | ev.Dodged()
            | ev.TacticUsed()
            | ev.StateChanged()
            | ev.Wounded()
            | ev.Healed()
            | ev.OutOfCombat()
            | ev.NoirceurSet()
            | ev.FielSet()
            | ev.TraqueSet()
            | ev.Scored()
            | ev.TokensSet()
            | ev.HostilePlaced()
            | ev.HostileRemoved()
            | ev.InstinctFollowed()
            | ev.EffectBegan()
            | ev.EffectsEnded()
            | ev.Noted()
            | ev.HostilesDone()
            | ev.CycleEnded()
            | ev.Proposed()
            | ev.Answered()
            | ev.CardMoved()
            | ev.SlotsSwapped()
            | ev.Rewound()
            | ev.TimeRanOut()
            | ev.Over()
        ):
            shown: Json = ev.CODEC.dump(event)
            return shown
        case _:
            assert_never(event)
