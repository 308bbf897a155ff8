"""The end of a cycle (CYC-6) and of the match (END)."""

from __future__ import annotations

from rules.kernel import replace
from rules.olomoc import events as ev
from rules.olomoc.flow.noirceur import add_fiel, end_effects
from rules.olomoc.flow.run import FrameHandler, Run
from rules.olomoc.frames import Cycle, CycleEnd, Happening
from rules.olomoc.seats import SEATS, Seat, other
from rules.olomoc.state import CYCLES, HAND, MOST_FIEL, MOST_TRAQUE, MatchResult, State, in_order


def by_points(state: State) -> Seat | None:
    """END-1: the seat with more victory points; None: a draw."""
    ones, twos = state.points["1"], state.points["2"]
    return None if ones == twos else ("1" if ones > twos else "2")


def judged(state: State) -> ev.MatchOver | None:
    """NOI-4, END-2, END-3: whether the match ends here and now; Fiel is judged before Traque (LIF-4)."""
    points = dict(state.points)
    lost = [s for s in SEATS if state.fiel[s] >= MOST_FIEL]
    if lost:
        winner = None if len(lost) == len(SEATS) else other(lost[0])
        return ev.MatchOver(MatchResult(winner, "fiel", points), "NOI-4")
    if state.traque >= MOST_TRAQUE:
        return ev.MatchOver(MatchResult(by_points(state), "traque", points), "END-2")
    return None


class CycleEndHandler(FrameHandler[CycleEnd]):
    """CYC-6, each step from the priority player on."""

    def step(self, run: Run, frame: CycleEnd) -> None:
        match frame.step:
            case "scoring":
                run.become(replace(frame, step="noirceur"))
                run.occur(Happening("cycle", "end"))
            case "noirceur":
                run.become(replace(frame, step="cards"))
                for seat in in_order(run.state):  # NOI-3: one effect
                    corrupted = [r for r in run.state.rouages(seat) if r.corrupted and not r.out]
                    add_fiel(run, seat, len(corrupted), "NOI-3")
            case "cards":
                self._cards(run)
                if run.state.cycle >= CYCLES:
                    run.become(replace(frame, step="final"))
                else:
                    run.pop()
                    run.push(Cycle(run.state.cycle + 1))
            case "final":
                run.become(replace(frame, step="outcome"))
                run.occur(Happening("match", "end"))
            case "outcome":
                run.emit(ev.MatchOver(MatchResult(by_points(run.state), "points", dict(run.state.points)), "END-1"))

    def _cards(self, run: Run) -> None:
        state = run.state
        discarded: dict[Seat, str | None] = {}
        replaced: dict[Seat, tuple[str, ...]] = {}
        for seat in SEATS:
            played = [card for card in state.plans.get(seat, ()) if card in state.pack.ministries]
            discarded[seat] = played[0] if played else None
            out = [r.id for r in state.rouages(seat) if r.out]
            left = sum(1 for r in state.rouages(seat) if not r.out)
            fresh = max(0, HAND - left - state.propagandas[seat])
            replaced[seat] = tuple(out[len(out) - min(fresh, len(out)) :])
        run.emit(ev.CycleEnded(state.cycle, discarded, replaced))
        run.emit(ev.LimitsReset("cycle"))
        end_effects(run, "cycle")
