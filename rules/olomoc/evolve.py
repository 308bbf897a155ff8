"""(state, event) -> state: the only place where the state of a match changes, its stack of frames excepted, which the
kernel keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar, assert_never

from rules.kernel import Codec, replace
from rules.kernel.journal import Asked, Began, Rewound
from rules.kernel.table_talk import Answered, Proposed, Retracted, TimeRanOut
from rules.olomoc import events as ev
from rules.olomoc.seats import Seat, other
from rules.olomoc.state import (
    OPPOSITE,
    SCOPES,
    Decor,
    PlacedMarker,
    Profile,
    Rouage,
    State,
    changed,
    with_piece,
)

V = TypeVar("V")
K = TypeVar("K")
PROFILE: Codec[Profile] = Codec(Profile)


def put(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """The mapping with one entry set."""
    return {**mapping, key: value}


def without(mapping: Mapping[K, V], *keys: K) -> dict[K, V]:
    """The mapping with some entries left out."""
    return {k: v for k, v in mapping.items() if k not in keys}


def scope_of(count: str) -> str:
    """The scope of a `used` counter: a bare name counts per phase, `name@cycle` (or activation, match) says its own."""
    return count.partition("@")[2] or "phase"


def evolve(state: State, event: ev.Event) -> State:
    """The state after the event. Total: every kind of event is here."""
    match event:
        case ev.Rolled() | ev.DecorLeftOut() | ev.CardPlayed() | ev.StayedOff() | ev.Announced():
            return state
        case ev.DisplacementLost() | ev.Attacked() | ev.Reacted() | ev.Passed() | ev.Dodged() | ev.TacticUsed():
            return state
        case ev.InstinctFollowed() | ev.Noted() | ev.OrderSet() | ev.ActivationEnded():
            return state
        case ev.Activated() | ev.HostilesDone() | ev.RollChanged() | ev.DieRolled() | ev.CapacityUsed():
            return state
        case ev.FirstSet(seat=seat):
            return replace(state, first=seat, priority=seat)
        case ev.AgendaChosen(agenda=agenda):
            return replace(state, agenda=agenda)
        case ev.MarkerPlaced():
            made = PlacedMarker(event.marker, event.at, event.size, event.tinted)  # type: ignore[arg-type]  # a size of the card's
            return replace(state, markers=put(state.markers, event.marker, made))
        case ev.MarkerRemoved(marker=marker):
            return replace(state, markers=without(state.markers, marker))
        case ev.DecorPlaced():
            stands = Decor(event.decor, event.type, event.polygon, event.tinted)
            return replace(state, decor=put(state.decor, event.decor, stands))
        case ev.EdgeChosen(seat=seat, edge=edge):
            return replace(state, edges={seat: edge, other(seat): OPPOSITE[edge]})
        case ev.MinistriesDealt(hands=hands, fallen=fallen):
            return replace(state, ministries=hands, fallen=fallen)
        case ev.Shuffled(order=order):
            return replace(state, artefact=order, discard=())
        case ev.Composed(seat=seat, cabal=cabal):
            return replace(state, composed=put(state.composed, seat, cabal))
        case ev.Drafted():
            return replace(state, drafted=(*state.drafted, (event.seat, event.card, event.bearer)))
        case ev.CabalsRevealed(cabals=cabals, rouages=rouages):
            made_ = {r["id"]: _recruit(r) for r in rouages}
            # Before the hostiles, as in the position notation
            return replace(state, composed=cabals, pieces={**made_, **state.pieces})
        case ev.CycleBegan(cycle=cycle):
            return replace(state, cycle=cycle, phase=1, plans={}, turned=0)
        case ev.ActionsSet(actions=actions):
            return _each(state, actions, lambda piece, n: replace(piece, actions=n))
        case ev.MechanismMade():
            pile = state.artefact[1:]
            discard = (*state.discard, event.card)
            return replace(state, artefact=pile, discard=discard, last_artefact=event.card, priority=event.priority)
        case ev.Planned(seat=seat, slots=slots):
            return replace(state, plans=put(state.plans, seat, slots))
        case ev.PhaseBegan(phase=phase):
            return replace(state, phase=phase)
        case ev.Revealed(cards=cards):
            return _turn(state, cards)
        case ev.Used():
            return _pay(state, event)
        case ev.Counted(seat=seat, counts=counts):
            names = [f"{seat}/{count}" for count in counts]
            return replace(state, used={**state.used, **{n: state.used.get(n, 0) + 1 for n in names}})
        case ev.LimitsReset():
            return _reset(state, event)
        case ev.Moved(piece=piece, to=to):
            if piece in state.markers:
                return replace(state, markers=put(state.markers, piece, replace(state.markers[piece], at=to)))
            return changed(state, piece, at=to)
        case ev.StateChanged():
            return _set_state(state, event)
        case ev.Wounded(piece=piece, checked=checked):
            return changed(state, piece, wounds=state.pieces[piece].wounds + checked)
        case ev.Healed(piece=piece, points=points):
            return changed(state, piece, wounds=max(0, state.pieces[piece].wounds - points))
        case ev.OutOfCombat(piece=piece):
            gone = changed(state, piece, at=None, out=True)
            return gone if gone.pieces[piece].seat else replace(gone, pieces=without(gone.pieces, piece))
        case ev.NoirceurSet(piece=piece, now=now):
            return changed(state, piece, noirceur=now)
        case ev.FielSet(seat=seat, now=now):
            return replace(state, fiel=put(state.fiel, seat, now))
        case ev.TraqueSet(now=now):
            return replace(state, traque=now)
        case ev.Scored(seat=seat, now=now):
            return replace(state, points=put(state.points, seat, now))
        case ev.TokensSet():
            return _set_tokens(state, event)
        case ev.HostilePlaced():
            profile = PROFILE.load(event.profile)
            return with_piece(state, Rouage(event.piece, None, event.card, profile, event.at))
        case ev.HostileRemoved(piece=piece):
            return replace(state, pieces=without(state.pieces, piece))
        case ev.EffectBegan(effect=effect):
            return replace(state, effects=(*state.effects, effect))
        case ev.EffectsEnded(until=until):
            shorter = SCOPES[: SCOPES.index(until) + 1]
            return replace(state, effects=tuple(e for e in state.effects if e.until not in shorter))
        case ev.CycleEnded():
            return _end_cycle(state, event)
        case ev.CardMoved():
            return _move_card(state, event)
        case ev.SlotsSwapped():
            return _swap_slots(state, event)
        case ev.MatchOver(outcome=outcome):
            return replace(state, outcome=outcome, stack=(), asked={})
        case Began() | Asked() | Rewound() | Proposed() | Answered() | Retracted() | TimeRanOut():
            raise AssertionError("the kernel's own: Engine.evolved")
        case _:
            assert_never(event)


def _recruit(row: Mapping[str, object]) -> Rouage:
    """A rouage of a revealed cabal, off the Bloc (ACT-2)."""
    return Rouage(
        id=str(row["id"]),
        seat="1" if row["seat"] == "1" else "2",
        card=str(row["card"]),
        profile=PROFILE.load(row["profile"]),
        equipment=str(row["equipment"]),
    )


def _each(state: State, values: Mapping[str, V], change: Callable[[Rouage, V], Rouage]) -> State:
    pieces = dict(state.pieces)
    for id, value in values.items():
        pieces[id] = change(pieces[id], value)
    return replace(state, pieces=pieces)


def _turn(state: State, cards: Mapping[Seat, str | None]) -> State:
    pieces = dict(state.pieces)
    for card in cards.values():
        if card in pieces:
            pieces[card] = replace(pieces[card], revealed=True)
    return replace(state, turned=state.phase, pieces=pieces)


def _pay(state: State, event: ev.Used) -> State:
    piece = state.pieces[event.piece]
    used = dict(piece.used)
    for count in event.counts:
        used[count] = used.get(count, 0) + 1
    return changed(state, piece.id, used=used, actions=piece.actions - event.actions)


def _reset(state: State, event: ev.LimitsReset) -> State:
    pieces = dict(state.pieces)
    for id in event.pieces if event.pieces is not None else tuple(pieces):
        piece = pieces[id]
        kept = {count: n for count, n in piece.used.items() if scope_of(count) != event.scope}
        if len(kept) != len(piece.used):
            pieces[id] = replace(piece, used=kept)
    held = state.used
    if event.pieces is None:
        held = {count: n for count, n in held.items() if scope_of(count) != event.scope}
    return replace(state, pieces=pieces, used=held)


def _set_state(state: State, event: ev.StateChanged) -> State:
    states = tuple(s for s in state.pieces[event.piece].states if s != event.state)
    return changed(state, event.piece, states=(*states, event.state) if event.gained else states)


def _set_tokens(state: State, event: ev.TokensSet) -> State:
    if event.on in state.markers:
        marker = state.markers[event.on]
        tokens = put(marker.tokens, event.name, event.now) if event.now else without(marker.tokens, event.name)
        return replace(state, markers=put(state.markers, event.on, replace(marker, tokens=tokens)))
    piece = state.pieces[event.on]
    tokens = put(piece.tokens, event.name, event.now) if event.now else without(piece.tokens, event.name)
    return changed(state, event.on, tokens=tokens)


def _end_cycle(state: State, event: ev.CycleEnded) -> State:
    """CYC-6: hands as they are for the next cycle; the cards that were turned are nobody's memory any more."""
    discarded = tuple(card for card in event.discarded.values() if card is not None)
    ministries = {s: tuple(c for c in hand if c not in discarded) for s, hand in state.ministries.items()}
    propagandas = {s: n + len(event.replaced.get(s, ())) for s, n in state.propagandas.items()}
    pieces = {id: replace(p, revealed=False) if p.revealed else p for id, p in state.pieces.items()}
    return replace(
        state,
        ministries=ministries,
        propagandas=propagandas,
        spent_ministries=(*state.spent_ministries, *discarded),
        plans={},
        turned=0,
        pieces=pieces,
    )


def _swap_slots(state: State, event: ev.SlotsSwapped) -> State:
    """An adjustment's exchange of two planned cards."""
    slots = list(state.plans[event.seat])
    one, two = (n - 1 for n in event.slots)
    slots[one], slots[two] = slots[two], slots[one]
    return replace(state, plans=put(state.plans, event.seat, tuple(slots)))


def _move_card(state: State, event: ev.CardMoved) -> State:
    """An adjustment's card, between the zones "artefact" (top), "discard", "hand-1", "hand-2" and "spent"."""
    card = event.card
    taken = replace(
        state,
        artefact=tuple(c for c in state.artefact if event.origin != "artefact" or c != card),
        discard=tuple(c for c in state.discard if event.origin != "discard" or c != card),
        spent_ministries=tuple(c for c in state.spent_ministries if event.origin != "spent" or c != card),
        ministries={
            s: tuple(c for c in hand if event.origin != f"hand-{s}" or c != card)
            for s, hand in state.ministries.items()
        },
    )
    match event.to:
        case "artefact":
            return replace(taken, artefact=(card, *taken.artefact))
        case "discard":
            return replace(taken, discard=(*taken.discard, card))
        case "spent":
            return replace(taken, spent_ministries=(*taken.spent_ministries, card))
        case _:
            seat: Seat = "1" if event.to == "hand-1" else "2"
            return replace(taken, ministries=put(taken.ministries, seat, (*taken.ministries[seat], card)))
