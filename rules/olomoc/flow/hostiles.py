"""Hostile rouages (HOS) and the hostile phase (CYC-5)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping

from rules.geometry import best_away, best_toward
from rules.kernel import Json, Refusal, replace
from rules.kernel.handlers import Question, legal
from rules.olomoc import commands as cmd
from rules.olomoc import displacements
from rules.olomoc import events as ev
from rules.olomoc import legality as law
from rules.olomoc.effects import modifiers
from rules.olomoc.effects.triggers import announced
from rules.olomoc.flow.movement import drawn_json, sampled
from rules.olomoc.flow.noirceur import end_effects, hand
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import (
    Displacement,
    Happening,
    HostileMove,
    HostileRound,
    InstinctFrame,
    Settled,
    Strike,
    TokenChange,
)
from rules.olomoc.measure import adverse, distance, engagers, hundredths, rulers, scene, stunned
from rules.olomoc.packs import Instinct as Step
from rules.olomoc.seats import Seat, other
from rules.olomoc.state import INCH, STUNNED, Placement, Point, Rouage, State

DIRECTLY = 1_270
"""ENG-4: directly toward is met within 0.05 in of the best (µm)."""


class HostileRoundHandler(FrameHandler[HostileRound]):
    """CYC-5: from the priority player on, each in turn activates a hostile not yet activated, until none is left."""

    def _left(self, state: State, frame: HostileRound) -> list[str]:
        among = frame.among if frame.among is not None else tuple(p.id for p in state.hostiles())
        return [id for id in among if id not in frame.done and id in state.pieces and state.pieces[id].at is not None]

    def ask(self, state: State, frame: HostileRound) -> Mapping[Seat, Question]:
        hostiles = self._left(state, frame) if frame.step == "round" else []
        return {frame.turn: Question("hostile", "hostile", {"hostiles": hostiles})} if hostiles else {}

    def forced(self, state: State, frame: HostileRound, seat: Seat) -> cmd.Command | None:
        hostiles = self._left(state, frame)
        return cmd.Hostile(hostiles[0]) if len(hostiles) == 1 else None

    def step(self, run: Run, frame: HostileRound) -> None:
        """CYC-5: its start, the round itself, then what ends with the phase."""
        if frame.step == "begin":
            run.become(replace(frame, step="round"))
            if frame.phase:
                run.occur(Happening("phase", "start", how="hostile"))
        elif frame.step == "round" and frame.phase:
            run.become(replace(frame, step="end"))
            run.occur(Happening("phase", "end", how="hostile"))
        else:
            run.pop()
            if frame.phase:
                run.emit(ev.HostilesDone(), ev.LimitsReset("phase"))
                end_effects(run, "phase")

    def resolve(self, state: State, frame: HostileRound, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.Hostile):
            return WRONG_ANSWER
        if command.rouage in self._left(state, frame):
            return command
        code = "already-activated" if command.rouage in frame.done else "not-hostile"
        return Refusal("CYC-5", code, {"rouage": command.rouage})

    def answer(self, run: Run, frame: HostileRound, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.Hostile)
        run.become(replace(frame, turn=other(seat), done=(*frame.done, command.rouage)))
        run.emit(ev.LimitsReset("activation", (command.rouage,)), ev.Activated(command.rouage, "instinct"))
        done = Settled((Happening("activation", "end", subject=command.rouage),))
        run.push(done, InstinctFrame(command.rouage, seat))

    def options(self, state: State, frame: HostileRound, seat: Seat) -> list[Json]:
        return [legal({"kind": "hostile", "rouage": id}) for id in self._left(state, frame)]


def prey(state: State, hostile: Rouage) -> list[Rouage]:
    """GEN-4: the players' rouages on the Bloc."""
    return [p for p in state.on_bloc() if adverse(hostile, p)]


def _key(state: State, hostile: Rouage, how: str, p: Rouage) -> float:
    """The sort key of an instinct's preference: the piece sought most has the least."""
    match how:
        case "highest-rank":
            return -modifiers.rank(state, p)
        case "lowest-rank":
            return modifiers.rank(state, p)
        case "most-noirceur":
            return -p.noirceur
        case "most-wounded":
            return -p.wounds
        case _:
            return round(distance(state, hostile.disc, p.disc) / 25)  # MEA-5's tolerance


def chosen(state: State, hostile: Rouage, among: list[Rouage], how: str) -> list[Rouage]:
    """The members of `among` that the instinct seeks; several where they tie (GEN-5 decides)."""
    keys = [_key(state, hostile, how, p) for p in among]
    return [p for p, key in zip(among, keys, strict=True) if key == min(keys)]


def sought(state: State, hostile: Rouage, step: Step) -> list[Rouage]:
    """The rouages that this step of the instinct seeks, of all for whom it can be done: the most sought are looked at
    first, the others only where it cannot be done to these."""
    groups: dict[float, list[Rouage]] = {}
    for p in prey(state, hostile):
        groups.setdefault(_key(state, hostile, step.target, p), []).append(p)
    for _, group in sorted(groups.items()):
        if able := [p for p in group if unable(state, hostile, step, p) is None]:
            return able
    return []


def unable(state: State, hostile: Rouage, step: Step, target: Rouage) -> Refusal | None:
    """The refusal of this step of the instinct on that rouage; None if it can be done (HOS-2)."""
    match step.when:
        case "engaged":
            by = engagers(state, hostile)
            if step.do != "frontal":
                return None if target.id in by else _harmless(state, hostile, target)
            refusal = law.allowed(state, hostile, "frontal") or law.frontal(state, hostile, target)
            return refusal if by else _harmless(state, hostile, target)
        case "can-charge":
            return no_charge(state, hostile, target)
        case "can-shoot":
            return law.allowed(state, hostile, "ranged") or law.ranged(state, hostile, target, nearest_only=False)
        case "otherwise":
            return None


def _harmless(state: State, hostile: Rouage, target: Rouage) -> Refusal:
    """HOS-2, ENG-2: why this rouage does not engage the hostile."""
    if (by := modifiers.ignores(state, hostile.id, "threat", target.id)) is not None:
        return Refusal("HOS-2", "cannot-engage", {"target": hostile.id, "by": by})
    if stunned(state, target):
        return Refusal("STA-2", "stunned", {"rouage": target.id})
    apart = hundredths(distance(state, target.disc, hostile.disc))
    return Refusal("HOS-2", "not-engaged", {"rouage": hostile.id, "target": target.id, "distance": apart})


def no_charge(state: State, hostile: Rouage, target: Rouage) -> Refusal | None:
    """CHG-1, CHG-4: why it has no legal walk that engages the target: it is not free, or sees or reaches it not."""
    refusal = law.free(state, hostile, "CHG-1") or law.charges(state, hostile, target)
    if refusal is not None or law.charge_place(state, hostile, target) is not None:
        return refusal
    apart = hundredths(distance(state, hostile.disc, target.disc))
    return Refusal("CHG-4", "out-of-reach", {"target": target.id, "distance": apart})


class InstinctHandler(FrameHandler[InstinctFrame]):
    """HOS-1: the first step of the instinct that can be done, and no other."""

    def ask(self, state: State, frame: InstinctFrame) -> Mapping[Seat, Question]:
        """GEN-5: ties are the priority player's to decide."""
        if frame.node is None or len(frame.choices) < 2:
            return {}
        do = self._steps(state, frame)[frame.node].do
        params = {"of": "instinct", "hostile": frame.hostile, "choices": list(frame.choices), "do": do}
        return {state.priority: Question("choose", "instinct", params)}

    def _steps(self, state: State, frame: InstinctFrame) -> tuple[Step, ...]:
        return state.pack.hostiles[state.pieces[frame.hostile].card or ""].instinct

    def step(self, run: Run, frame: InstinctFrame) -> None:
        hostile = run.state.pieces.get(frame.hostile)
        if hostile is None or hostile.at is None:
            self._stay(run, frame)
        elif stunned(run.state, hostile):
            self._stay(run, frame)
            hand(run, [TokenChange(frame.hostile, STUNNED, -1)], "HOS-5")
        elif frame.node is None:
            self._seek(run, frame, hostile)
        else:
            run.pop()
            self._do(run, frame, self._steps(run.state, frame)[frame.node], run.state.pieces[frame.choices[0]])

    def _seek(self, run: Run, frame: InstinctFrame, hostile: Rouage) -> None:
        for node, step in enumerate(self._steps(run.state, frame)):
            if target := sought(run.state, hostile, step):
                run.become(replace(frame, node=node, choices=tuple(p.id for p in target)))
                return
        self._stay(run, frame)

    def _stay(self, run: Run, frame: InstinctFrame) -> None:
        run.pop()
        run.emit(ev.InstinctFollowed(frame.hostile, "stay", None))

    def resolve(self, state: State, frame: InstinctFrame, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.ChooseCommand):
            return WRONG_ANSWER
        if command.choice in frame.choices:
            return command
        return Refusal("GEN-5", "not-a-choice", {"choices": list(frame.choices)})

    def answer(self, run: Run, frame: InstinctFrame, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.ChooseCommand)
        assert frame.node is not None
        run.pop()
        self._do(run, frame, self._steps(run.state, frame)[frame.node], run.state.pieces[command.choice])

    def options(self, state: State, frame: InstinctFrame, seat: Seat) -> list[Json]:
        return [legal({"kind": "choose", "choice": c}) for c in frame.choices]

    def _do(self, run: Run, frame: InstinctFrame, step: Step, target: Rouage) -> None:
        run.emit(ev.InstinctFollowed(frame.hostile, step.do, target.id))
        match step.do:
            case "frontal" | "ranged":
                run.emit(ev.Attacked(frame.hostile, target.id, step.do, "hostile"))
                strike = Strike(frame.hostile, target.id, step.do, "hostile")
                run.push(*announced(frame.hostile, step.do, target.id, strike))
            case "charge":
                strike = Strike(frame.hostile, target.id, "frontal", "charge")
                walk = HostileMove(frame.hostile, frame.seat, target.id, True, INCH)
                run.push(*announced(frame.hostile, "charge", target.id, strike, walk))
            case "walk-directly-toward" | "walk-directly-away":
                self._walk(run, frame, target, away=step.do == "walk-directly-away")
            case "stay":
                pass

    def _walk(self, run: Run, frame: InstinctFrame, target: Rouage, away: bool) -> None:
        state = run.state
        bound = walk_bound(state, state.pieces[frame.hostile], target, away)
        if bound is not None:
            walk = HostileMove(frame.hostile, frame.seat, target.id, False, bound, away)
            run.push(*announced(frame.hostile, "walk", None, walk))


def walk_bound(state: State, hostile: Rouage, target: Rouage, away: bool) -> int | None:
    """ENG-4: how near the target its walk must end (or how far from it), in µm: within 0.05 in of the best there is,
    and nearer (or farther) than the start. None where it cannot walk so."""
    if law.allowed(state, hostile, "walk") is not None:
        return None
    search = best_away if away else best_toward
    best = search(scene(state), hostile.disc, target.disc, rulers(state), frozenset((hostile.id,)))
    if best is None:
        return None
    start = distance(state, hostile.disc, target.disc)
    if away:
        bound = max(int(best.gap) - DIRECTLY, math.floor(start) + 1)
        return bound if best.gap >= bound else None
    bound = min(int(best.gap) + DIRECTLY + 1, math.ceil(start) - 1)
    return bound if best.gap <= bound else None


class HostileMoveHandler(FrameHandler[HostileMove]):
    """HOS-4: the player who activates it chooses among the legal places. Never declined."""

    def ask(self, state: State, frame: HostileMove) -> Mapping[Seat, Question]:
        hostile, target = state.pieces.get(frame.hostile), state.pieces.get(frame.target)
        if hostile is None or target is None or hostile.at is None or target.at is None:
            return {}
        code = "hostile-charge" if frame.charge else "hostile-walk"
        params = {"piece": frame.hostile, "target": frame.target, "within": hundredths(frame.within), "optional": False}
        return {frame.seat: Question("move", code, params)}

    def resolve(self, state: State, frame: HostileMove, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.MoveCommand):
            return WRONG_ANSWER
        if command.decline or command.to is None:
            return Refusal("HOS-4", "not-optional", {"rouage": frame.hostile})
        hostile, target = state.pieces[frame.hostile], state.pieces[frame.target]
        refusal = end_fault(state, frame, hostile, target, command.to)
        if refusal is not None:
            return refusal
        way = displacements.displacement(state, hostile, command.to, command.ruler)
        return way if isinstance(way, Refusal) else replace(command, ruler=way[1])

    def answer(self, run: Run, frame: HostileMove, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.MoveCommand)
        assert command.to is not None
        hostile = run.state.pieces[frame.hostile]
        drawn = displacements.drawn_with(run.state, hostile, command.to, command.ruler)
        run.pop()
        if frame.charge:
            run.emit(ev.Attacked(frame.hostile, frame.target, "frontal", "charge"))
        why = "charge" if frame.charge else "walk"
        run.push(Displacement(frame.hostile, command.to, command.ruler, drawn, why))

    def options(self, state: State, frame: HostileMove, seat: Seat) -> list[Json]:
        return [legal({"kind": "move"}, "to")]

    def commands(self, state: State, frame: HostileMove, seat: Seat, rng: random.Random) -> Iterator[Json]:
        hostile, target = state.pieces[frame.hostile], state.pieces[frame.target]
        for _ in range(2):
            for end in sampled(state, hostile, rng):
                if end_fault(state, frame, hostile, target, (end["to"][0], end["to"][1])) is None:
                    yield {"kind": "move", **end}
        if (best := best_end(state, frame)) is not None:
            yield {"kind": "move", **drawn_json(*best)}


def end_fault(state: State, frame: HostileMove, hostile: Rouage, target: Rouage, to: Point) -> Refusal | None:
    """The refusal of this end by the instinct, whatever the ruler; None if it is allowed."""
    if frame.charge:
        return law.charge_end(state, hostile, target, to)
    moved = replace(hostile, at=to)
    apart = distance(state, moved.disc, target.disc)
    if (apart < frame.within) if frame.away else (apart > frame.within):
        params = {"target": target.id, "distance": hundredths(apart), "within": hundredths(frame.within)}
        return Refusal("ENG-4", "not-directly", params)
    return None


def best_end(state: State, frame: HostileMove) -> tuple[Point, Placement | None] | None:
    """One end that the instinct wants."""
    hostile, target = state.pieces[frame.hostile], state.pieces[frame.target]
    if frame.charge:
        return law.charge_place(state, hostile, target)
    search = best_away if frame.away else best_toward
    end = search(scene(state), hostile.disc, target.disc, rulers(state), frozenset((hostile.id,)))
    if end is None:
        return None
    pose = end.pose
    return end.to, Placement(pose.x, pose.y, pose.angle) if pose is not None else None
