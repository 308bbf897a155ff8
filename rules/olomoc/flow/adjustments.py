"""Adjustments both players agree on: checked for sense (on the Bloc, no overlap, within limits), never for rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.geometry import Disc, stand_fault
from rules.kernel import Codec, Refusal, noun
from rules.olomoc import events as ev
from rules.olomoc.flow.noirceur import leave
from rules.olomoc.flow.run import Run
from rules.olomoc.frames import Hit
from rules.olomoc.measure import scene
from rules.olomoc.seats import Seat, other
from rules.olomoc.state import (
    MOST_FIEL,
    MOST_NOIRCEUR,
    MOST_POINTS,
    MOST_TRAQUE,
    PHASES,
    STUNNED,
    PlacedMarker,
    Point,
    Rouage,
    State,
)

Zone = Literal["artefact", "discard", "hand-1", "hand-2", "spent"]
Slot = Annotated[int, Field(ge=1, le=PHASES)]


Tokens = Annotated[int, Field(ge=0, le=9)]


@noun
class PieceChange:
    """The values that an adjustment gives a rouage, a hostile or a marker; None leaves one as it is. A marker takes
    only `at`, `agenda` and `players`: tokens of the agenda's, and on markers alone how many of each player's own."""

    piece: Annotated[str, Field(max_length=80)]
    at: Point | None = None
    wounds: Annotated[int, Field(ge=0, le=40)] | None = None
    noirceur: Annotated[int, Field(ge=0, le=MOST_NOIRCEUR)] | None = None
    actions: Annotated[int, Field(ge=0, le=20)] | None = None
    states: Annotated[tuple[Literal["stunned"], ...], Field(max_length=1)] | None = None
    agenda: Tokens | None = None
    players: Mapping[Seat, Tokens] | None = None


@noun
class SeatChange:
    """The values that an adjustment gives a seat's tracks."""

    seat: Seat
    points: Annotated[int, Field(ge=0, le=MOST_POINTS)] | None = None
    fiel: Annotated[int, Field(ge=0, le=MOST_FIEL)] | None = None


@noun
class TraqueChange:
    """The value that an adjustment gives the Traque."""

    traque: Annotated[int, Field(ge=0, le=MOST_TRAQUE)]


@noun
class CardChange:
    """A card from one zone to another."""

    card: Annotated[str, Field(max_length=80)]
    # "from" is no name for a field in Python
    origin: Annotated[Zone, Field(alias="from")]
    to: Zone


@noun
class SwapChange:
    """A seat's own planned cards in two slots exchanged, neither turned yet; what they are stays hidden (CYC-3)."""

    seat: Seat
    swap: tuple[Slot, Slot]


@noun
class RollChange:
    """A roll of so many D6, for both to read."""

    roll: Annotated[int, Field(ge=1, le=20)]


Change = PieceChange | SeatChange | SwapChange | TraqueChange | CardChange | RollChange
CHANGE: Codec[Change] = Codec(Change)


def read(state: State, rows: Sequence[Mapping[str, Any]], by: Seat) -> tuple[Change, ...] | Refusal:
    """The changes that `by` proposes, or why they make no sense. Never says what the other seat's hand holds."""
    changes: list[Change] = []
    for n, row in enumerate(rows):
        try:
            changes.append(CHANGE.load(row))
        except ValueError:
            return Refusal("GEN-1", "bad-shape", {"change": n})
    trial = state
    for n, change in enumerate(changes):
        if (refusal := _senseless(trial, change, by)) is not None:
            return Refusal(refusal.clause, refusal.code, {**refusal.params, "change": n})
        if isinstance(change, PieceChange) and change.at is not None:
            from rules.olomoc.evolve import evolve

            trial = evolve(trial, ev.Moved(change.piece, None, change.at, "adjustment"))
    return tuple(changes) if changes else Refusal("GEN-1", "bad-shape", {"change": 0})


def _senseless(state: State, change: Change, by: Seat) -> Refusal | None:
    match change:
        case PieceChange(piece=id):
            return _senseless_marker(state, change) if id in state.markers else _senseless_piece(state, change)
        case CardChange(origin=origin):
            if origin == f"hand-{other(by)}":
                return Refusal("SET-5", "not-your-hand", {"card": change.card})
            if change.card not in zone(state, origin):
                return Refusal("GEN-1", "unknown-card", {"card": change.card})
            if origin == f"hand-{by}" and change.card in state.plans.get(by, ()):
                return Refusal("CYC-3", "in-plan", {"card": change.card})
            artefact = change.card in state.pack.artefact
            fits = change.to in ("artefact", "discard") if artefact else change.to not in ("artefact", "discard")
            return None if fits else Refusal("GEN-1", "not-a-zone", {"card": change.card, "to": change.to})
        case SwapChange(seat=seat, swap=swap):
            unturned = len(set(swap)) == 2 and min(swap) > state.turned and seat in state.plans
            return None if unturned else Refusal("CYC-3", "no-such-slots", {"slots": list(swap)})
        case SeatChange() | TraqueChange() | RollChange():
            return None


def _senseless_piece(state: State, change: PieceChange) -> Refusal | None:
    piece = state.pieces.get(change.piece)
    if piece is None or piece.out:
        return Refusal("LIF-4", "unknown-piece", {"piece": change.piece})
    if change.players is not None:
        return Refusal("GEN-1", "bad-shape", {})
    if change.wounds is not None and change.wounds > len(piece.profile.life):
        return Refusal("LIF-1", "too-many-wounds", {"piece": piece.id, "most": len(piece.profile.life)})
    return _misplaced(state, piece, change.at) if change.at is not None else None


def _senseless_marker(state: State, change: PieceChange) -> Refusal | None:
    if {change.wounds, change.noirceur, change.actions, change.states} != {None}:
        return Refusal("GEN-1", "bad-shape", {})
    return _misplaced(state, state.markers[change.piece], change.at) if change.at is not None else None


def _misplaced(state: State, piece: Rouage | PlacedMarker, at: Point) -> Refusal | None:
    radius = piece.radius if isinstance(piece, Rouage) else piece.disc.radius
    fault = stand_fault(scene(state), Disc(at[0], at[1], radius), frozenset((piece.id,)))
    return Refusal("MOV-1", fault.code, {"piece": piece.id, "by": list(fault.blockers)}) if fault is not None else None


def zone(state: State, name: Zone) -> tuple[str, ...]:
    """The cards of a zone."""
    match name:
        case "artefact":
            return state.artefact
        case "discard":
            return state.discard
        case "spent":
            return state.spent_ministries
        case "hand-1":
            return state.ministries["1"]
        case "hand-2":
            return state.ministries["2"]


def adjust(run: Run, rows: Sequence[Mapping[str, Any]], by: Seat) -> None:
    """Applies an agreed adjustment; one that is no longer valid is noted instead. Triggers nothing."""
    changes = read(run.state, rows, by)
    if isinstance(changes, Refusal):
        run.emit(ev.Noted(changes.clause, changes.code, changes.params))
        return
    run.deaf = True  # an adjustment triggers nothing
    for change in changes:
        _apply(run, change)
    run.deaf = False


def _apply(run: Run, change: Change) -> None:
    match change:
        case PieceChange():
            _apply_tokens(run, change)
            _apply_piece(run, change)
        case SeatChange(seat=seat, points=points, fiel=fiel):
            if points is not None:
                run.emit(ev.Scored(seat, points - run.state.points[seat], points, "adjustment"))
            if fiel is not None:
                run.emit(ev.FielSet(seat, fiel, "GEN-1"))
        case TraqueChange(traque=traque):
            run.emit(ev.TraqueSet(traque))
        case CardChange(card=card, origin=origin, to=to):
            run.emit(ev.CardMoved(card, origin, to))
        case SwapChange(seat=seat, swap=swap):
            run.emit(ev.SlotsSwapped(seat, swap))
        case RollChange(roll=count):
            run.roll(count, 5, by="adjustment", why="adjustment")


def _apply_tokens(run: Run, change: PieceChange) -> None:
    wanted: list[tuple[str, int]] = [*(change.players or {}).items()]
    if change.agenda is not None:
        wanted.append(("agenda", change.agenda))
    for name, count in wanted:
        run.emit(ev.TokensSet(change.piece, name, count, "adjustment"))


def _apply_piece(run: Run, change: PieceChange) -> None:
    if (marker := run.state.markers.get(change.piece)) is not None:
        if change.at is not None:
            run.emit(ev.Moved(marker.id, marker.at, change.at, "adjustment"))
        return
    piece = run.state.pieces[change.piece]
    if change.at is not None:
        run.emit(ev.Moved(piece.id, piece.at, change.at, "adjustment"))
    if change.noirceur is not None:
        run.emit(ev.NoirceurSet(piece.id, change.noirceur - piece.noirceur, change.noirceur, "GEN-1"))
    if change.actions is not None:
        run.emit(ev.ActionsSet({piece.id: change.actions}, "adjustment"))
    if change.states is not None and (STUNNED in change.states) != piece.stunned:
        run.emit(ev.StateChanged(piece.id, STUNNED, STUNNED in change.states, "adjustment"))
    if change.wounds is not None and change.wounds != piece.wounds:
        more = change.wounds - piece.wounds
        run.emit(ev.Wounded(piece.id, None, more, more) if more > 0 else ev.Healed(piece.id, -more))
        if change.wounds == len(piece.profile.life):
            leave(run, [Hit(piece.id, None, more)])
