"""Studying a marker: whether a rouage may, the markers, and the cost (SET-2; ROL-1 and ROL-3 for its roll)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import Json, Refusal, replace
from rules.kernel.memo import derived
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc import legality as law
from rules.olomoc.effects import modifiers, select, values
from rules.olomoc.effects.activate import counter, written
from rules.olomoc.effects.holders import STUDY
from rules.olomoc.effects.scope import Scope
from rules.olomoc.flow.noirceur import add_noirceur
from rules.olomoc.flow.run import Run
from rules.olomoc.frames import Declared, Happening, Resolve, Settled, Testing
from rules.olomoc.legality import UsageTerms
from rules.olomoc.measure import distance, hundredths, near
from rules.olomoc.packs import Study as Card
from rules.olomoc.rolls import value
from rules.olomoc.state import PlacedMarker, Rouage, State


def card(state: State) -> Card | None:
    """The study of this match's agenda; None if it has none."""
    agenda = state.pack.agendas.get(state.agenda)
    return agenda.study if agenda is not None else None


def templates(state: State, piece: Rouage) -> Iterator[Json]:
    """A study of every marker."""
    if card(state) is not None and piece.seat is not None:
        for marker in state.markers:
            yield {"kind": "capacity", "rouage": piece.id, "capacity": STUDY, "targets": {"marker": marker}}


def check(state: State, terms: UsageTerms, command: cmd.CapacityCommand) -> Refusal | None:
    """The refusal of this study of a marker, or None."""
    study = card(state)
    if study is None:
        return Refusal("CAP-1", "unknown-capacity", {"capacity": command.capacity})
    piece = _able(state, terms, command.rouage)
    if isinstance(piece, Refusal):
        return piece
    if set(command.targets) != {"marker"}:
        return Refusal("CAP-1", "unknown-target", {"target": sorted({*command.targets} - {"marker"})})
    if command.targets["marker"] not in state.markers:
        return Refusal("CAP-1", "unknown-target", {"target": written(command.targets["marker"])})
    marker = state.markers[str(command.targets["marker"])]
    refusal = _marker_fault(state, study, piece, marker)
    if refusal is None and value(state, piece, "technique", STUDY, marker.id)[0] <= 0:
        refusal = Refusal("ROL-4", "no-dice", {"rouage": piece.id, "what": "technique"})
    return refusal


@derived()
def _able(state: State, terms: UsageTerms, id: str) -> Rouage | Refusal:
    """A rouage that may study some marker, where the agenda has a study; options ask it for each marker anew."""
    piece, study = law.active(state, terms, id), card(state)
    assert study is not None
    if isinstance(piece, Refusal):
        return piece
    refusal = law.unstunned(state, piece) or _spent(state, terms, study, piece)
    return refusal or law.allowed(state, piece, STUDY) or piece


def _spent(state: State, terms: UsageTerms, study: Card, piece: Rouage) -> Refusal | None:
    """CAP-1, CAP-2: its frequency, which a free one counts against too, and its cost."""
    refusal = None
    if study.frequency is not None and terms.limited:
        most = study.frequency.n + modifiers.allowance(state, piece.id, STUDY)[1]
        refusal = law.unused(piece, counter(STUDY, study.frequency), most, "CAP-1")
    return refusal or (None if terms.free else law.payable(piece, _cost(state, study, piece)))


def _cost(state: State, study: Card, piece: Rouage) -> int:
    return max(0, study.cost.actions + modifiers.allowance(state, piece.id, STUDY)[0])


def _marker_fault(state: State, study: Card, piece: Rouage, marker: PlacedMarker) -> Refusal | None:
    if not near(state, piece.disc, marker.disc, study.range):
        apart = hundredths(distance(state, piece.disc, marker.disc))
        return Refusal("CAP-1", "too-far", {"rouage": piece.id, "target": marker.id, "distance": apart})
    if study.sight and (refusal := law.visible(state, piece, marker.disc, marker.id)) is not None:
        return refusal
    scope = Scope(state, piece.seat, piece.id, {"marker": marker.id})
    if (code := select.fault(scope, study.marker, marker.id)) is not None:
        return Refusal("CAP-1", "not-a-target", {"rouage": piece.id, "target": marker.id, "why": code})
    if not values.hold(scope, study.conditions):
        return Refusal("CAP-1", "conditions", {"rouage": piece.id, "capacity": STUDY, "target": marker.id})
    return None


def begin(run: Run, terms: UsageTerms, command: cmd.CapacityCommand) -> None:
    """Pays, counts, and starts the roll."""
    study, piece = card(run.state), run.state.pieces[command.rouage]
    assert study is not None
    marker = str(command.targets["marker"])
    counts = (counter(STUDY, study.frequency),) if study.frequency is not None and terms.limited else ()
    cost = 0 if terms.free else _cost(run.state, study, piece)
    noirceur = 0 if terms.free else study.cost.noirceur
    run.emit(ev.Used(piece.id, STUDY, cost, noirceur, counts, marker))
    add_noirceur(run, piece.id, noirceur, "CAP-1")
    before = Happening("action", "before", subject=piece.id, object=marker, how=STUDY)
    after = replace(before, moment="after")
    then = Resolve(STUDY, run.state.agenda, piece.seat, piece.id, bound={"marker": marker})
    roll = Testing(piece.id, marker, STUDY, "technique", study.threshold, then)
    run.push(Settled((after,), action=True), roll, Declared((before,), 2))
