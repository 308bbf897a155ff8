"""Movements (MOV): displacements with the opportunity attacks that they provoke (OPP), pushes, entering the Bloc."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Literal

from rules.geometry import Pose, sample_displacement, sample_entry, sample_short
from rules.kernel import Json, Refusal, replace
from rules.kernel.handlers import Question, legal
from rules.olomoc import commands as cmd
from rules.olomoc import displacements
from rules.olomoc import events as ev
from rules.olomoc import legality as law
from rules.olomoc.effects import select
from rules.olomoc.effects.scope import thing
from rules.olomoc.effects.triggers import announced
from rules.olomoc.flow.noirceur import hand
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import Displacement, Drawn, Entering, PushFrame, Strike, TokenChange
from rules.olomoc.measure import hundredths, rulers, scene, stunned, tinted_contacts
from rules.olomoc.seats import Seat
from rules.olomoc.state import MOST_NOIRCEUR, Placement, Point, Rouage, State, in_order

SAMPLES = 4


def move_piece(
    run: Run, id: str, to: Point, why: str, drawn: Drawn | None = None, ruler: Placement | None = None
) -> None:
    """The piece is there; if it has entered the contact of something tinted, it takes Noirceur (MOV-8, NOI-6)."""
    piece = run.state.pieces[id]
    touched = tinted_contacts(run.state, piece.disc) if piece.at is not None else frozenset[str]()
    run.emit(ev.Moved(id, piece.at, to, why, drawn, ruler))
    entered = tinted_contacts(run.state, run.state.pieces[id].disc) - touched
    tokens = min(len(entered), MOST_NOIRCEUR - piece.noirceur)  # NOI-6: until it is corrupted
    if tokens > 0:
        hand(run, [TokenChange(id, "noirceur", tokens)], "NOI-6")


def placement(pose: Pose) -> Placement:
    """A ruler's pose, as the contract writes it."""
    return Placement(pose.x, pose.y, pose.angle)


def drawn_json(to: Point, ruler: Placement | None) -> Json:
    """`to` and `ruler` of a command."""
    row: Json = {"to": list(to)}
    if ruler is not None:
        row["ruler"] = {"x": ruler.x, "y": ruler.y, "angle": ruler.angle}
    return row


def sampled(
    state: State, piece: Rouage, rng: random.Random, allowed: tuple[Drawn, ...] = ("displacement", "push", "short")
) -> Iterator[Json]:
    """Legal ends of a displacement, at random: `{"to", "ruler"?}` each."""
    long, short = rulers(state)
    board, own = scene(state), frozenset((piece.id,))
    for _ in range(SAMPLES):
        way = rng.choice(allowed)
        if way == "short":
            if (to := sample_short(board, piece.disc, rng, own)) is not None:
                yield drawn_json(to, None)
        elif (
            drawn := sample_displacement(board, piece.disc, long if way == "displacement" else short, rng, own)
        ) is not None:
            yield drawn_json(drawn[0], placement(drawn[1]))


class DisplacementHandler(FrameHandler[Displacement]):
    """OPP: each piece that may strike at a leaving mover is asked, in GEN-6's order; then the mover is moved."""

    def step(self, run: Run, frame: Displacement) -> None:
        mover = run.state.pieces.get(frame.piece)
        if frame.pending is None:
            pending = self._leavers(run.state, frame)
            if pending:
                run.emit(ev.Announced(frame.piece, frame.to, frame.why))
            run.become(replace(frame, pending=pending))
            return
        if mover is None or mover.at is None or stunned(run.state, mover):
            run.pop()
            run.emit(ev.DisplacementLost(frame.piece))  # OPP-3
            return
        if frame.pending:  # a hostile's: it does not decide whether
            self._strike(run, frame, frame.chosen or frame.pending[0], attack=True)
            return
        run.pop()
        move_piece(run, frame.piece, frame.to, frame.why, frame.drawn, frame.ruler)

    def _leavers(self, state: State, frame: Displacement) -> tuple[str, ...]:
        """GEN-6: first the hostiles, then the priority player's, then the other's; `ask` settles each one's order."""
        mover = state.pieces[frame.piece]
        order: tuple[Seat | None, ...] = (None, *in_order(state))
        able = [p for p in state.on_bloc() if law.strikes_leaver(state, p, mover, frame.to) and may_strike(state, p)]
        return tuple(p.id for p in sorted(able, key=lambda p: order.index(p.seat)))

    def ask(self, state: State, frame: Displacement) -> Mapping[Seat, Question]:
        mover = state.pieces.get(frame.piece)
        if not frame.pending or mover is None or mover.at is None or stunned(state, mover):
            return {}
        seat = state.pieces[frame.pending[0]].seat
        mates = [id for id in frame.pending if state.pieces[id].seat == seat]
        if len(mates) > 1 and frame.chosen is None:
            orders = seat if seat is not None else state.priority  # GEN-6: nobody's are the priority player's to order
            return {orders: Question("choose", "order", {"of": "opportunity", "choices": mates, "mover": frame.piece})}
        if seat is None:
            return {}
        decides = frame.chosen or mates[0]
        params = {"rouage": decides, "mover": frame.piece, "to": list(frame.to)}
        return {seat: Question("opportunity", "opportunity", params, {"kind": "opportunity", "attack": False})}

    def resolve(self, state: State, frame: Displacement, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        question = self.ask(state, frame)[seat]
        if question.kind == "choose" and isinstance(command, cmd.ChooseCommand):
            return command if command.choice in question.params["choices"] else Refusal("GEN-6", "not-a-choice")
        if question.kind == "opportunity" and isinstance(command, cmd.Opportunity):
            return command
        return WRONG_ANSWER

    def answer(self, run: Run, frame: Displacement, seat: Seat, command: cmd.Command) -> None:
        if isinstance(command, cmd.ChooseCommand):
            run.become(replace(frame, chosen=command.choice))
            return
        assert isinstance(command, cmd.Opportunity)
        assert frame.pending
        mates = [id for id in frame.pending if run.state.pieces[id].seat == seat]
        self._strike(run, frame, frame.chosen or mates[0], attack=command.attack)

    def _strike(self, run: Run, frame: Displacement, by: str, attack: bool) -> None:
        assert frame.pending is not None
        run.become(replace(frame, pending=tuple(id for id in frame.pending if id != by), chosen=None))
        if attack:
            if cost := law.cost(run.state, run.state.pieces[by], "opportunity"):  # free, but for a card
                run.emit(ev.Used(by, "opportunity", cost, target=frame.piece))
            strike = Strike(by, frame.piece, "frontal", "opportunity")
            run.push(*announced(by, "opportunity", frame.piece, strike))
            return
        seat = run.state.pieces[by].seat
        assert seat is not None
        run.emit(ev.Passed(seat, "opportunity", by))

    def options(self, state: State, frame: Displacement, seat: Seat) -> list[Json]:
        question = self.ask(state, frame)[seat]
        if question.kind == "choose":
            return [legal({"kind": "choose", "choice": c}) for c in question.params["choices"]]
        return [legal({"kind": "opportunity", "attack": attack}) for attack in (True, False)]


def may_strike(state: State, piece: Rouage) -> bool:
    """HOS-3: among hostiles, only those whose card says so."""
    if piece.seat is not None:
        return True
    return piece.card is not None and piece.card in state.pack.hostiles and state.pack.hostiles[piece.card].opportunity


def direction_fault(
    state: State, piece: Rouage, to: Point, direction: Literal["toward", "away"], of: str
) -> Refusal | None:
    """ENG-4: an end must be nearer to something than the start was, or farther from it."""
    origin, moved = thing(state, of), replace(piece, at=to)
    if origin is None or origin.id == piece.id:
        return None
    before, after = select.gap(state, piece, origin), select.gap(state, moved, origin)
    if (after < before) if direction == "toward" else (after > before):
        return None
    code = "not-toward" if direction == "toward" else "not-away"
    return Refusal("ENG-4", code, {"rouage": piece.id, "target": of, "distance": hundredths(after)})


class PushHandler(FrameHandler[PushFrame]):
    """MOV-4: the pushing player chooses where, or declines; threat zones are ignored."""

    def ask(self, state: State, frame: PushFrame) -> Mapping[Seat, Question]:
        piece = state.pieces.get(frame.piece)
        if piece is None or piece.at is None:
            return {}
        params: Json = {"piece": frame.piece, "by": frame.by, "optional": True, "ruler": "push"}
        if frame.direction != "any":
            params |= {"direction": frame.direction, "of": frame.of}
        return {frame.seat: Question("move", "push", params, {"kind": "move", "decline": True})}

    def resolve(self, state: State, frame: PushFrame, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.MoveCommand):
            return WRONG_ANSWER
        if (command.to is None) != command.decline:
            return Refusal("MOV-4", "bad-shape")
        if command.to is None:
            return command
        if (refusal := self._end_fault(state, frame, command.to)) is not None:
            return refusal
        way = displacements.displacement(state, state.pieces[frame.piece], command.to, command.ruler, ("push",))
        return way if isinstance(way, Refusal) else replace(command, ruler=way[1])

    def _end_fault(self, state: State, frame: PushFrame, to: Point) -> Refusal | None:
        if frame.direction == "any" or frame.of is None:
            return None
        return direction_fault(state, state.pieces[frame.piece], to, frame.direction, frame.of)

    def answer(self, run: Run, frame: PushFrame, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.MoveCommand)
        run.pop()
        if command.to is None:
            run.emit(ev.Passed(seat, "push", frame.piece))
        else:
            move_piece(run, frame.piece, command.to, "push", "push", command.ruler)

    def options(self, state: State, frame: PushFrame, seat: Seat) -> list[Json]:
        return [legal({"kind": "move"}, "to"), legal({"kind": "move", "decline": True})]

    def commands(self, state: State, frame: PushFrame, seat: Seat, rng: random.Random) -> Iterator[Json]:
        for end in sampled(state, state.pieces[frame.piece], rng, ("push",)):
            if self._end_fault(state, frame, (end["to"][0], end["to"][1])) is None:
                yield {"kind": "move", **end}
        yield {"kind": "move", "decline": True}


class EnteringHandler(FrameHandler[Entering]):
    """ACT-2: with its first action token, if it has one and there is room."""

    def ask(self, state: State, frame: Entering) -> Mapping[Seat, Question]:
        if self._hindrance(state, frame) is not None:
            return {}
        edge = state.edges[frame.seat]
        return {frame.seat: Question("enter", "enter", {"rouage": frame.rouage, "edge": edge})}

    def _hindrance(self, state: State, frame: Entering) -> Literal["there", "no-action-token", "no-room"] | None:
        piece = state.pieces[frame.rouage]
        if piece.at is not None or piece.out:
            return "there"
        if piece.actions < law.ENTRY_COST:
            return "no-action-token"
        return None if displacements.has_room(state, piece) else "no-room"

    def step(self, run: Run, frame: Entering) -> None:
        why = self._hindrance(run.state, frame)
        run.pop()
        if why is not None and why != "there":
            run.emit(ev.StayedOff(frame.rouage, why))

    def resolve(self, state: State, frame: Entering, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.Enter):
            return WRONG_ANSWER
        if command.rouage != frame.rouage:
            return Refusal("ACT-2", "not-entering", {"rouage": command.rouage, "entering": frame.rouage})
        way = displacements.entry(state, state.pieces[frame.rouage], command.to, command.ruler)
        return way if isinstance(way, Refusal) else replace(command, ruler=way[1])

    def answer(self, run: Run, frame: Entering, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.Enter)
        run.pop()
        run.emit(ev.Used(frame.rouage, "enter", actions=law.ENTRY_COST))
        move_piece(run, frame.rouage, command.to, "enter", "displacement", command.ruler)

    def options(self, state: State, frame: Entering, seat: Seat) -> list[Json]:
        return [legal({"kind": "enter", "rouage": frame.rouage}, "to")]

    def commands(self, state: State, frame: Entering, seat: Seat, rng: random.Random) -> Iterator[Json]:
        piece, board = state.pieces[frame.rouage], scene(state)
        for _ in range(16 * SAMPLES):
            drawn = sample_entry(board, state.edges[frame.seat], piece.radius, rulers(state)[0], rng)
            if drawn is not None:
                yield {"kind": "enter", "rouage": frame.rouage, **drawn_json(drawn[0], placement(drawn[1]))}
