"""The position notation: one JSON object that holds a whole match but its dice.

`dump` prints a state, `parse` reads one, written by hand or printed. Keys left out of a hand-written position take the
contract's defaults; hands and the Artefact's order are dealt when it is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.geometry import stand_fault
from rules.kernel import Chance, Codec, Json, noun
from rules.kernel.memo import derived, kept_row
from rules.olomoc.evolve import PROFILE
from rules.olomoc.flow.cabals import rouage_profile
from rules.olomoc.flow.setup import dealt, hostile_profile
from rules.olomoc.frames import STACK, Activation, Cycle, Frame, Phase
from rules.olomoc.measure import scene
from rules.olomoc.packs import Pack
from rules.olomoc.seats import SEATS, Seat
from rules.olomoc.state import (
    BLOC,
    CYCLES,
    HAND,
    MOST_FIEL,
    MOST_NOIRCEUR,
    MOST_POINTS,
    MOST_TRAQUE,
    PHASES,
    Cabal,
    Decor,
    Edge,
    LastingEffect,
    MatchResult,
    Options,
    PlacedMarker,
    Point,
    Rouage,
    State,
    Value,
)

Id = Annotated[str, Field(min_length=1, max_length=80)]
Tokens = Mapping[Annotated[str, Field(max_length=80)], Annotated[int, Field(ge=0, le=99)]]


@noun
class RouageRow:
    """A rouage of a cabal."""

    id: Id
    seat: Seat
    card: Id | None = None
    at: Point | None = None
    actions: Value = 4
    noirceur: Annotated[int, Field(ge=0, le=MOST_NOIRCEUR)] = 0
    wounds: Value = 0
    states: tuple[Literal["stunned"], ...] = ()
    equipment: Id | None = None
    used: Tokens = field(default_factory=dict)
    revealed: bool = True
    out: bool = False
    tokens: Tokens = field(default_factory=dict)
    profile: Mapping[str, Any] = field(default_factory=dict)


@noun
class HostileRow:
    """A hostile on the Bloc."""

    id: Id
    at: Point
    card: Id | None = None
    wounds: Value = 0
    states: tuple[Literal["stunned"], ...] = ()
    tokens: Tokens = field(default_factory=dict)
    used: Tokens = field(default_factory=dict)
    profile: Mapping[str, Any] = field(default_factory=dict)


@noun
class ActiveRow:
    """The current activation."""

    seat: Seat
    rouages: Annotated[tuple[Id, ...], Field(min_length=1)]
    by: Literal["activation", "propaganda"] = "activation"


@noun
class Position:
    """The notation's keys. Those after `discard` are never written by hand."""

    agenda: Id = "skirmish"
    pack: Id = "core"
    cycle: Annotated[int, Field(ge=1, le=CYCLES)] = 1
    phase: Annotated[int, Field(ge=1, le=PHASES)] = 1
    priority: Seat = "1"
    first: Seat = "1"
    fiel: Mapping[Seat, Annotated[int, Field(ge=0, le=MOST_FIEL)]] = field(default_factory=dict)
    traque: Annotated[int, Field(ge=0, le=MOST_TRAQUE)] = 0
    points: Mapping[Seat, Annotated[int, Field(ge=0, le=MOST_POINTS)]] = field(default_factory=dict)
    edges: Mapping[Seat, Edge] = field(default_factory=lambda: {"1": "south", "2": "north"})
    rouages: tuple[RouageRow, ...] = ()
    hostiles: tuple[HostileRow, ...] = ()
    decor: tuple[Decor, ...] = ()
    markers: tuple[PlacedMarker, ...] = ()
    active: ActiveRow | None = None
    artefact: tuple[Id, ...] | None = None
    discard: tuple[Id, ...] = ()
    options: Options = field(default_factory=lambda: Options(agenda="skirmish"))
    last_artefact: Id | None = None
    ministries: Mapping[Seat, tuple[Id, ...]] | None = None
    fallen: Id | None = None
    spent: tuple[Id, ...] = ()
    propagandas: Mapping[Seat, Value] | None = None
    plans: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    turned: Annotated[int, Field(ge=0, le=PHASES)] | None = None
    composed: Mapping[Seat, Cabal] = field(default_factory=dict)
    drafted: tuple[tuple[Seat, Id, Id | None], ...] = ()
    effects: tuple[LastingEffect, ...] = ()
    used: Tokens = field(default_factory=dict)
    stack: tuple[dict[str, Any], ...] | None = None
    outcome: MatchResult | None = None


CODEC: Codec[Position] = Codec(Position)
DECOR: Codec[Decor] = Codec(Decor)
MARKER: Codec[PlacedMarker] = Codec(PlacedMarker)
EFFECT: Codec[LastingEffect] = Codec(LastingEffect)
OPTIONS: Codec[Options] = Codec(Options)
OUTCOME: Codec[MatchResult] = Codec(MatchResult)
CABAL: Codec[Cabal] = Codec(Cabal)


class BadPosition(ValueError):
    """A position that cannot be: its shape, an id, or pieces that overlap."""


# Printing


def dump(state: State) -> Json:
    """The position of a state (referee's knowledge)."""
    act = next((f for f in reversed(state.stack) if isinstance(f, Activation)), None)
    return {
        **public(state),
        "artefact": list(state.artefact),
        "ministries": {s: list(hand) for s, hand in state.ministries.items()},
        "plans": {s: list(plan) for s, plan in state.plans.items()},
        "composed": {s: CABAL.dump(c) for s, c in state.composed.items()},
        "stack": STACK.dump(state.stack),
        "active": active_json(act),
    }


def active_json(act: Activation | None) -> Json | None:
    """The `active` key of a position."""
    return None if act is None else {"seat": act.seat, "by": act.by, "rouages": list(act.rouages)}


def public(state: State) -> Json:
    """The public facts of the table, the same for every viewer. Its parts are cached and must not be changed."""
    return {
        "agenda": state.agenda,
        "pack": state.pack.id,
        "cycle": state.cycle,
        "phase": state.phase,
        "priority": state.priority,
        "first": state.first,
        "fiel": dict(state.fiel),
        "traque": state.traque,
        "points": dict(state.points),
        "edges": dict(state.edges),
        "rouages": [kept_row(state, _piece_json, p.id, p) for p in state.pieces.values() if p.seat is not None],
        "hostiles": [kept_row(state, _piece_json, p.id, p) for p in state.pieces.values() if p.seat is None],
        "decor": _decor_json(state),
        "markers": _markers_json(state),
        "discard": list(state.discard),
        "options": _options_json(state),
        "last_artefact": state.last_artefact,
        "fallen": state.fallen,
        "spent": list(state.spent_ministries),
        "propagandas": dict(state.propagandas),
        "turned": state.turned,
        "drafted": [list(row) for row in state.drafted],
        "effects": [kept_row(state, _effect_json, n, effect) for n, effect in enumerate(state.effects)],
        "used": dict(state.used),
        "outcome": OUTCOME.dump(state.outcome) if state.outcome is not None else None,
    }


@derived("options")
def _options_json(state: State) -> Json:
    row: Json = OPTIONS.dump(state.options)
    return row


def _effect_json(n: int, effect: LastingEffect) -> Json:
    row: Json = EFFECT.dump(effect)
    return row


@derived("decor")
def _decor_json(state: State) -> list[Json]:
    return [DECOR.dump(decor) for decor in state.decor.values()]


@derived("markers")
def _markers_json(state: State) -> list[Json]:
    return [MARKER.dump(marker) for marker in state.markers.values()]


def _piece_json(id: str, piece: Rouage) -> Json:
    return hostile_json(piece) if piece.seat is None else rouage_json(piece)


def rouage_json(piece: Rouage) -> Json:
    """A rouage as the notation writes it."""
    row: Json = {
        "id": piece.id,
        "seat": piece.seat,
        "card": piece.card,
        "at": list(piece.at) if piece.at is not None else None,
        "actions": piece.actions,
        "noirceur": piece.noirceur,
        "wounds": piece.wounds,
        "states": list(piece.states),
        "equipment": piece.equipment,
        "used": dict(piece.used),
        "revealed": piece.revealed,
        "tokens": dict(piece.tokens),
        "profile": PROFILE.dump(piece.profile),
    }
    return row | {"out": True} if piece.out else row


def hostile_json(piece: Rouage) -> Json:
    """A hostile as the notation writes it."""
    keys = ("id", "card", "at", "wounds", "states", "tokens", "used", "profile")
    row = rouage_json(piece)
    return {key: row[key] for key in keys}


# Reading


def read(data: Any) -> Position:
    """The notation's keys. Raises BadPosition for a wrong shape."""
    try:
        return CODEC.load(data)
    except ValueError as problem:
        raise BadPosition(str(problem)) from None


def packs(row: Position) -> tuple[str, ...]:
    """The ids of the packs that a position is of: those of its options where the last of them is the one it names."""
    chosen = row.options.packs
    return chosen if chosen and chosen[-1] == row.pack else (row.pack,)


def parse(data: Any, dice: Chance, pack: Pack) -> State:
    """The state that a position says, with the cards of this pack. Raises BadPosition for a wrong shape, an unknown id
    or an overlap."""
    return stand(read(data), dice, pack)


def stand(row: Position, dice: Chance, pack: Pack) -> State:
    """The state that a position's keys say. Raises BadPosition for an unknown id or an overlap."""
    state = _state(row, pack)
    state = _dealt(state, row, dice)
    check(state)
    return replace(state, stack=_stack(row, state))


def _state(row: Position, pack: Pack) -> State:
    if row.agenda not in pack.agendas:
        raise BadPosition(f"no agenda {row.agenda!r} in the pack")
    pieces: dict[str, Rouage] = {}
    for piece in (*(_rouage(r, pack) for r in row.rouages), *(_hostile(h, pack) for h in row.hostiles)):
        if piece.id in pieces:
            raise BadPosition(f"two pieces {piece.id!r}")
        pieces[piece.id] = piece
    turned = row.turned if row.turned is not None else (row.phase if row.active is not None else 0)
    return State(
        pack=pack,
        options=replace(row.options, agenda=row.agenda) if row.stack is None else row.options,
        agenda=row.agenda,
        first=row.first,
        priority=row.priority,
        cycle=row.cycle,
        phase=row.phase,
        fiel={s: row.fiel.get(s, 0) for s in SEATS},
        traque=row.traque,
        points={s: row.points.get(s, 0) for s in SEATS},
        edges=row.edges,
        pieces=pieces,
        decor=_unique(row.decor),
        markers=_unique(row.markers),
        artefact=row.artefact or (),
        discard=row.discard,
        last_artefact=row.last_artefact,
        fallen=row.fallen,
        spent_ministries=row.spent,
        plans=row.plans,
        turned=turned,
        composed=row.composed,
        drafted=row.drafted,
        effects=row.effects,
        used=row.used,
        outcome=row.outcome,
    )


def _unique(rows: tuple[Any, ...]) -> dict[str, Any]:
    by_id = {row.id: row for row in rows}
    if len(by_id) != len(rows):
        raise BadPosition("two decors or markers of one id")
    return by_id


def _profile(given: Mapping[str, Any], printed: Json) -> Any:
    try:
        return PROFILE.load({**printed, **given})
    except ValueError as problem:
        raise BadPosition(str(problem)) from None


def _rouage(row: RouageRow, pack: Pack) -> Rouage:
    known = row.card in pack.rouages
    if not known and not row.profile:
        raise BadPosition(f"no rouage card {row.card!r} in the pack")
    printed = PROFILE.dump(rouage_profile(pack, row.card)) if known and row.card is not None else {}
    profile = _profile(row.profile, printed)
    if row.wounds > len(profile.life):
        raise BadPosition(f"{row.id!r} has more wounds than PV")
    if row.out and row.at is not None:
        raise BadPosition(f"{row.id!r} is out of combat and on the Bloc")
    return Rouage(
        row.id,
        row.seat,
        row.card,
        profile,
        row.at,
        row.actions,
        row.noirceur,
        row.wounds,
        row.states,
        row.equipment,
        row.used,
        row.revealed,
        row.out,
        row.tokens,
    )


def _hostile(row: HostileRow, pack: Pack) -> Rouage:
    card = row.card if row.card is not None else "rogue"
    if card not in pack.hostiles:
        raise BadPosition(f"no hostile card {card!r} in the pack")
    profile = _profile(row.profile, PROFILE.dump(hostile_profile(pack, card)))
    return Rouage(
        row.id, None, card, profile, row.at, wounds=row.wounds, states=row.states, tokens=row.tokens, used=row.used
    )


def _dealt(state: State, row: Position, dice: Chance) -> State:
    """Deals the random parts: the Artefact's order, the hands of ministries, the propagandas that fill the hand up."""
    artefact = state.artefact
    if row.artefact is None:
        artefact = dice.shuffled(card for card in state.pack.artefact if card not in state.discard)
    left = {s: sum(1 for r in state.rouages(s) if not r.out) for s in SEATS}
    propagandas = row.propagandas or {s: max(1, HAND - left[s]) for s in SEATS}
    state = replace(state, artefact=artefact, propagandas=propagandas)
    if row.ministries is not None:
        return replace(state, ministries=row.ministries)
    hands, fallen = dealt(state.pack, dice)
    gone = state.cycle - 1  # CYC-6: a ministry of each is spent in every cycle
    spent = tuple(card for hand in hands.values() for card in hand[:gone])
    return replace(state, ministries={s: h[gone:] for s, h in hands.items()}, spent_ministries=spent, fallen=fallen)


def _stack(row: Position, state: State) -> tuple[Frame, ...]:
    if row.stack is not None:
        try:
            return STACK.load(list(row.stack))
        except ValueError as problem:
            raise BadPosition(str(problem)) from None
    if row.active is None:
        return (Cycle(state.cycle, "plan"),)
    for id in row.active.rouages:
        if id not in state.pieces or state.pieces[id].seat != row.active.seat or state.pieces[id].out:
            raise BadPosition(f"{id!r} cannot be active")
    act = Activation(row.active.seat, row.active.by, row.active.rouages, coordinated=len(row.active.rouages) > 1)
    return (Cycle(state.cycle, "phases"), Phase("after"), act)


def check(state: State) -> None:
    """MOV-1 of a position: everything wholly on the Bloc, nothing on anything else."""
    board = scene(state)
    for piece in state.on_bloc():
        fault = stand_fault(board, piece.disc, frozenset((piece.id,)))
        if fault is not None:
            raise BadPosition(f"{piece.id!r} cannot stand there: {fault.code} {', '.join(fault.blockers)}")
    for marker in state.markers.values():
        disc = marker.disc
        if not (disc.radius <= disc.x <= BLOC - disc.radius and disc.radius <= disc.y <= BLOC - disc.radius):
            raise BadPosition(f"marker {marker.id!r} is not on the Bloc")
    for card in (*state.artefact, *state.discard):
        if card not in state.pack.artefact:
            raise BadPosition(f"no artefact card {card!r} in the pack")
