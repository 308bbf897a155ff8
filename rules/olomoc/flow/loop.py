"""Which chapter handles which frame, and the loop that goes from one to the next until somebody is asked."""

from __future__ import annotations

from typing import Any

from rules.kernel import Seat
from rules.olomoc import events as ev
from rules.olomoc import frames as fr
from rules.olomoc.effects.granted import GrantedChapter
from rules.olomoc.effects.moves import PutChapter, ShiftChapter
from rules.olomoc.effects.resolve import ResolveChapter
from rules.olomoc.effects.triggers import DeclaredChapter, OccasionChapter, SettledChapter, gather, unfinished
from rules.olomoc.flow.activation import ActivationChapter, JoiningChapter, PropagandaChapter, TokensBackChapter
from rules.olomoc.flow.cabals import ComposingChapter, DraftingChapter
from rules.olomoc.flow.characteristic_tests import TestingChapter
from rules.olomoc.flow.combat import StrikeChapter
from rules.olomoc.flow.cycle import CycleChapter, PhaseChapter, PlanningChapter
from rules.olomoc.flow.cycle_end import CycleEndChapter, judged
from rules.olomoc.flow.fate import RerollChapter
from rules.olomoc.flow.harm import HandingChapter, HarmChapter
from rules.olomoc.flow.hostiles import HostileMoveChapter, HostileRoundChapter, InstinctChapter
from rules.olomoc.flow.mechanisms import MechanismChapter
from rules.olomoc.flow.movement import DisplacementChapter, EnteringChapter, PushChapter
from rules.olomoc.flow.proposals import ProposalChapter
from rules.olomoc.flow.run import Chapter, Question, Run
from rules.olomoc.flow.setup import DealChapter, DecorateChapter, PickEdgeChapter, PrepareChapter, RollOffChapter
from rules.olomoc.frames import STACK
from rules.olomoc.state import State

CHAPTERS: dict[type[fr.Frame], Chapter[Any]] = {
    fr.RollOff: RollOffChapter(),
    fr.Prepare: PrepareChapter(),
    fr.Decorate: DecorateChapter(),
    fr.PickEdge: PickEdgeChapter(),
    fr.Deal: DealChapter(),
    fr.Composing: ComposingChapter(),
    fr.Drafting: DraftingChapter(),
    fr.Cycle: CycleChapter(),
    fr.Planning: PlanningChapter(),
    fr.Phase: PhaseChapter(),
    fr.Propaganda: PropagandaChapter(),
    fr.TokensBack: TokensBackChapter(),
    fr.Activation: ActivationChapter(),
    fr.Joining: JoiningChapter(),
    fr.Entering: EnteringChapter(),
    fr.CycleEnd: CycleEndChapter(),
    fr.Displacement: DisplacementChapter(),
    fr.Push: PushChapter(),
    fr.Strike: StrikeChapter(),
    fr.Reroll: RerollChapter(),
    fr.Harm: HarmChapter(),
    fr.Handing: HandingChapter(),
    fr.Mechanism: MechanismChapter(),
    fr.HostileRound: HostileRoundChapter(),
    fr.Instinct: InstinctChapter(),
    fr.HostileMove: HostileMoveChapter(),
    fr.Resolve: ResolveChapter(),
    fr.Testing: TestingChapter(),
    fr.Shift: ShiftChapter(),
    fr.Put: PutChapter(),
    fr.Granted: GrantedChapter(),
    fr.Declared: DeclaredChapter(),
    fr.Settled: SettledChapter(),
    fr.Occasion: OccasionChapter(),
    fr.Proposal: ProposalChapter(),
}


def top(state: State) -> tuple[fr.Frame, Chapter[Any]] | None:
    """The innermost frame with its chapter; nothing once the match is over."""
    if not state.stack:
        return None
    frame = state.stack[-1]
    return frame, CHAPTERS[type(frame)]


def questions(state: State) -> dict[Seat, Question]:
    """Who owes which answer now."""
    found = top(state)
    return dict(found[1].ask(state, found[0])) if found is not None else {}


def settle(run: Run, by: Seat | None) -> None:
    """Goes on until somebody must be asked or the match is over, and records where it stopped.

    A question with one possible answer that gives nothing away is answered here.
    """
    asked = run.state.asked
    advance(run)
    now = questions(run.state)
    n = run.numbered + len(run.events)
    same = run.state.stack[-1:] == run.opened
    kept = {s: asked[s] for s in now if same and s != by and s in asked}
    earlier = run.restored if run.restored is not None else {}
    numbers: dict[Seat, int] = {s: kept.get(s, earlier.get(s, n)) for s in now}
    run.emit(ev.Asked(tuple(STACK.dump(run.state.stack)), numbers, by))


def advance(run: Run) -> None:
    """One effect at a time; END is judged after each (LIF-4, NOI-4)."""
    while run.state.outcome is None:
        gather(run)
        if not unfinished(run.state) and (over := judged(run.state)) is not None:
            run.emit(over)
            return
        found = top(run.state)
        assert found is not None, "a match that is not over is always resolving something"
        frame, chapter = found
        asked = chapter.ask(run.state, frame)
        if not asked:
            chapter.step(run, frame)
            continue
        seat = next(iter(asked))
        forced = chapter.forced(run.state, frame, seat) if len(asked) == 1 else None
        if forced is None:
            return
        chapter.answer(run, frame, seat, forced)
