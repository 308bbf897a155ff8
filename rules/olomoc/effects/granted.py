"""Generic capacities that a card lets a rouage use at once and for free (CAP-2)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from rules.kernel import Json, Refusal
from rules.kernel.handlers import Question, illegal, legal
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc.effects.holders import STUDY
from rules.olomoc.flow import generic
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import Granted
from rules.olomoc.legality import UsageTerms
from rules.olomoc.seats import Seat
from rules.olomoc.state import State

END: Json = {"kind": "end"}


class GrantedHandler(FrameHandler[Granted]):
    """An `act` decision of one rouage, for one capacity; `end` declines it, or says that it cannot be."""

    def ask(self, state: State, frame: Granted) -> Mapping[Seat, Question]:
        piece = state.pieces.get(frame.rouage)
        if piece is None or piece.out or not any(self._possible(state, frame)):
            return {}
        params: Json = {"rouages": [frame.rouage], "by": "capacity", "action": frame.action, "optional": frame.optional}
        if frame.target is not None:
            params["target"] = frame.target
        seat = piece.seat if piece.seat is not None else state.priority
        return {seat: Question("act", "granted", params, END if frame.optional else None)}

    def _terms(self, frame: Granted) -> UsageTerms:
        return UsageTerms((frame.rouage,), free=True, limited=frame.limited)

    def _is_granted(self, frame: Granted, command: Json) -> bool:
        """Whether a use is the one that the card gives."""
        if command.get("rouage") != frame.rouage:
            return False
        aimed = command.get("target") or (command.get("targets") or {}).get("marker")
        if frame.target is not None and aimed != frame.target:
            return False
        match command["kind"]:
            case "attack":
                return frame.action in ("attack", command["mode"])
            case "capacity":
                return frame.action == STUDY and command["capacity"] == STUDY
            case kind:
                return str(kind) == frame.action

    def _possible(self, state: State, frame: Granted) -> Iterator[Json]:
        """The listed uses that nothing forbids, as far as can be told without their destinations."""
        for row, _ in generic.templates(state, state.pieces[frame.rouage]):
            if self._is_granted(frame, row) and generic.proved(state, self._terms(frame), row) is None:
                yield row

    def resolve(self, state: State, frame: Granted, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        match command:
            case cmd.End():
                return command if frame.optional else Refusal("CAP-1", "not-optional", {"rouage": frame.rouage})
            case cmd.Walk() | cmd.Attack() | cmd.Charge() | cmd.Rest() | cmd.CapacityCommand():
                if not self._is_granted(frame, cmd.CODEC.dump(command)):
                    return Refusal("CAP-1", "not-granted", {"rouage": frame.rouage, "what": frame.action})
                return generic.resolve(state, self._terms(frame), command)
            case _:
                return WRONG_ANSWER

    def answer(self, run: Run, frame: Granted, seat: Seat, command: cmd.Command) -> None:
        run.pop()
        match command:
            case cmd.Walk() | cmd.Attack() | cmd.Charge() | cmd.Rest() | cmd.CapacityCommand():
                generic.begin(run, self._terms(frame), command)
            case _:
                run.emit(ev.Passed(seat, frame.action, frame.rouage))

    def options(self, state: State, frame: Granted, seat: Seat) -> list[Json]:
        rows = []
        for row, needs in generic.templates(state, state.pieces[frame.rouage]):
            if self._is_granted(frame, row):
                refusal = generic.proved(state, self._terms(frame), row)
                rows.append(legal(row, *needs) if refusal is None else illegal(row, refusal))
        return [*rows, legal(END)] if frame.optional else rows

    def commands(self, state: State, frame: Granted, seat: Seat, rng: random.Random) -> Iterator[Json]:
        rows = list(self._possible(state, frame))
        for row in rng.sample(rows, len(rows)):
            yield from generic.completed(state, row, rng)
        if frame.optional:
            yield END
