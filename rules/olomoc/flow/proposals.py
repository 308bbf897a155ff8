"""What both must agree on: a draw, a takeback, an adjustment; and undoing one's own last command."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel import Json, Refusal, Seat, other
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc.flow.adjustments import adjust
from rules.olomoc.flow.run import WRONG_ANSWER, Chapter, Question, Run, legal
from rules.olomoc.frames import Proposal
from rules.olomoc.state import Outcome, State


class ProposalChapter(Chapter[Proposal]):
    """The other seat accepts or declines; then the question beneath returns as it was."""

    def ask(self, state: State, frame: Proposal) -> Mapping[Seat, Question]:
        params: Json = {"what": frame.what, "by": frame.seat, "changes": list(frame.changes), "note": frame.note}
        if frame.card is not None:
            params["card"] = frame.card
        if frame.to is not None:
            params["to"] = frame.to
        default = {"kind": "adjust", "accept": False}
        return {other(frame.seat): Question("adjust", frame.what, params, default)}

    def resolve(self, state: State, frame: Proposal, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        return command if isinstance(command, cmd.Adjust) else WRONG_ANSWER

    def answer(self, run: Run, frame: Proposal, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.Adjust)
        run.pop()
        run.emit(ev.Answered(seat, frame.what, command.accept))
        run.restored = frame.earlier
        if not command.accept:
            return
        match frame.what:
            case "draw":
                run.emit(ev.Over(Outcome(None, "agreement", dict(run.state.points)), "END-1"))
            case "adjustment":
                run.restored = None
                adjust(run, frame.changes, frame.seat)
            case "takeback":
                assert frame.to is not None
                run.restored = None
                run.rewind(frame.seat, frame.to, "takeback")

    def options(self, state: State, frame: Proposal, seat: Seat) -> list[Json]:
        return [legal({"kind": "adjust", "accept": accept}) for accept in (True, False)]
