"""Attacks (ATK, RNG, CHG) with their reactions (DOD, RIP), tempting fate (ROL-5), tactics and wounds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Literal

from rules.kernel import Json, Refusal, replace
from rules.kernel.handlers import Question, illegal, legal
from rules.olomoc import commands as cmd
from rules.olomoc import displacements
from rules.olomoc import events as ev
from rules.olomoc import legality as law
from rules.olomoc.effects.scope import active
from rules.olomoc.effects.triggers import listened
from rules.olomoc.flow import fate
from rules.olomoc.flow.attack_rolls import happenings, pool_of, stuns, successes_left, told_apart
from rules.olomoc.flow.movement import move_piece, sampled
from rules.olomoc.flow.noirceur import end_effects, hand, inflict
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import Happening, Hit, PushFrame, Roll, Settled, Strike, TokenChange
from rules.olomoc.seats import Seat
from rules.olomoc.state import STUNNED, Rouage, State

TACTIC_COST: Mapping[str, int] = {"push-attacker": 1, "push-target": 1, "stun": 2}
OWN_ATTACKS = ("attack", "charge")
"""The attacks of a player's active rouage: with tempting fate (ROL-5) and tactics (ATK-4)."""


def is_own_attack(state: State, frame: Strike) -> bool:
    """Whether it is an active rouage's own attack (ATK-4, ROL-5)."""
    return frame.how in OWN_ATTACKS and frame.attacker in active(state)


def _reaction_cost(state: State, target: Rouage, command: cmd.React) -> int:
    """DOD-1, RIP-1: each reaction is paid."""
    dodge = law.cost(state, target, "dodge") if command.dodge else 0
    return dodge + (law.cost(state, target, "riposte") if command.riposte is not None else 0)


class StrikeHandler(FrameHandler[Strike]):
    """ATK-2's order, one step after the other."""

    def ask(self, state: State, frame: Strike) -> Mapping[Seat, Question]:
        match frame.step:
            case "react":
                return self._ask_reaction(state, frame)
            case "fate":
                return self._ask_fate(state, frame)
            case "tactic":
                return self._ask_tactic(state, frame)
            case "reacted" | "aim" | "roll" | "rolled" | "wound":
                return {}

    def _ask_reaction(self, state: State, frame: Strike) -> Mapping[Seat, Question]:
        seat = state.pieces[frame.target].seat
        if seat is None or frame.how == "opportunity" or not self._stands(state, frame):  # OPP-2: no reaction
            return {}
        if not state.options.uniform_prompts and not any(row["legal"] for row in self._reactions(state, frame)[1:]):
            return {}
        attack = pool_of(state, frame)
        params = {
            "rouage": frame.target,
            "attacker": frame.attacker,
            "mode": frame.mode,
            "how": frame.how,
            "dice": attack.dice,
            "threshold": attack.threshold,
        }
        return {seat: Question("react", "react", params, {"kind": "react", "dodge": False, "riposte": None})}

    def _ask_fate(self, state: State, frame: Strike) -> Mapping[Seat, Question]:
        """ROL-5: the active rouage only, and never on an opportunity attack."""
        if frame.how not in OWN_ATTACKS or frame.attacker not in state.pieces:
            return {}
        return fate.question(state, frame.attacker, frame.attack_roll, "attack")

    def _ask_tactic(self, state: State, frame: Strike) -> Mapping[Seat, Question]:
        attacker = state.pieces.get(frame.attacker)
        if attacker is None or attacker.seat is None or not self._present(state, frame):
            return {}
        if not is_own_attack(state, frame) or frame.mode != "frontal" or successes_left(frame) < 1:
            return {}
        params = {"rouage": frame.attacker, "target": frame.target, "successes": successes_left(frame)}
        return {attacker.seat: Question("tactic", "tactic", params, {"kind": "tactic", "tactic": None})}

    # Steps

    def step(self, run: Run, frame: Strike) -> None:
        match frame.step:
            case "react":
                if not self._stands(run.state, frame):
                    run.pop()  # CHG-1: nobody left to attack
                else:
                    run.become(replace(frame, step="aim"))
            case "reacted":
                self._reacted(run, frame)
            case "aim":
                if listened(run, frame.heard, *happenings(frame, "before")) is not None:
                    run.become(replace(frame, step="roll", heard=()))
            case "roll":
                self._roll(run, frame)
            case "fate":
                run.become(replace(frame, step="rolled"))
            case "rolled":
                self._rolled(run, frame)
            case "tactic":
                run.become(replace(frame, step="wound"))
            case "wound":
                self._wound(run, frame)

    def _present(self, state: State, frame: Strike) -> bool:
        """Whether both are on the Bloc."""
        two = (state.pieces.get(frame.attacker), state.pieces.get(frame.target))
        return all(piece is not None and piece.at is not None for piece in two)

    def _stands(self, state: State, frame: Strike) -> bool:
        """Whether the attack can still be made: both are present, and a frontal one is still legal."""
        if not self._present(state, frame):
            return False
        attacker, target = state.pieces[frame.attacker], state.pieces[frame.target]
        roll: Literal["frontal", "opportunity"] = "opportunity" if frame.how == "opportunity" else "frontal"
        return frame.mode == "ranged" or law.frontal(state, attacker, target, roll=roll) is None

    def _reacted(self, run: Run, frame: Strike) -> None:
        """RIP-1, DOD-1: declared and paid; a card may still stop either."""
        happenings = self._reactions_happen(frame, "before")
        heard = listened(run, frame.heard, *happenings)
        if heard is None:
            return
        stopped = {h.how for h in heard if h.stopped}
        dodge = frame.dodge and "dodge" not in stopped
        riposte = None if "riposte" in stopped else frame.riposte
        run.become(replace(frame, step="aim", dodge=dodge, riposte=riposte, heard=()))

    def _reactions_happen(self, frame: Strike, moment: Literal["before", "after"]) -> list[Happening]:
        what = ["dodge"] * frame.dodge + ["riposte"] * (frame.riposte is not None)
        happenings = [Happening("action", moment, subject=frame.target, object=frame.attacker, how=how) for how in what]
        if frame.riposte is not None:
            happenings.append(Happening("targeted", moment, subject=frame.attacker, object=frame.target, how="riposte"))
        return happenings

    def _roll(self, run: Run, frame: Strike) -> None:
        """ATK-2: all rolls together: attack, dodge, riposte."""
        if not self._present(run.state, frame):
            run.pop()
            return
        attack, *answers = (self._throw(run, frame, happening) for happening in happenings(frame, "after"))
        dodge = answers.pop(0) if frame.dodge else None
        riposte = answers.pop(0) if frame.riposte is not None else None
        step: Literal["fate", "rolled"] = "rolled" if fate.idle(attack) else "fate"
        run.become(replace(frame, step=step, attack_roll=attack, dodge_roll=dodge, riposte_roll=riposte))
        end_effects(run, "roll")

    def _throw(self, run: Run, frame: Strike, roll: Happening) -> Roll:
        assert roll.subject is not None
        what = pool_of(run.state, frame, roll.how)
        why = "attack" if roll.how == frame.mode else roll.how or ""
        apart = told_apart(run.state, frame, roll)
        return run.roll(
            max(0, what.dice),
            what.threshold,
            by=roll.subject,
            why=why,
            modifiers=what.modifiers,
            target=roll.object,
            apart=apart,
        )

    def _rolled(self, run: Run, frame: Strike) -> None:
        """Applies the capacities that change the rolls; then each success of the dodge cancels one of the attack's
        (DOD-1)."""
        heard = listened(run, frame.heard, *happenings(frame, "after"))
        if heard is None:
            return
        rolls = {h.how: h.roll for h in heard}
        dodge, riposte = rolls.get("dodge"), rolls.get("riposte")
        frame = replace(frame, attack_roll=heard[0].roll, dodge_roll=dodge, riposte_roll=riposte)
        if dodge is not None and frame.attack_roll is not None:
            run.emit(ev.Dodged(frame.target, min(frame.attack_roll.successes, dodge.successes), successes_left(frame)))
        run.become(replace(frame, step="tactic", heard=()))

    def _wound(self, run: Run, frame: Strike) -> None:
        """ATK-5: the attack's wounds and the riposte's are one effect."""
        run.pop()
        run.push(*([Settled(tuple(after))] if (after := self._reactions_happen(frame, "after")) else []))
        hits = [Hit(frame.target, frame.attacker, successes_left(frame))]
        if frame.riposte_roll is not None:
            hits.append(Hit(frame.attacker, frame.target, frame.riposte_roll.successes))
        inflict(run, hits)
        if stuns(run.state, frame):
            hand(run, [TokenChange(frame.target, STUNNED, 1)], "HOS-3", frame.attacker)

    # Answers

    def resolve(self, state: State, frame: Strike, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        match frame.step, command:
            case "react", cmd.React():
                return self._check_reaction(state, frame, command) or command
            case "fate", cmd.TemptFate():
                return command
            case "tactic", cmd.TacticCommand():
                return self._check_tactic(state, frame, command)
            case _:
                return WRONG_ANSWER

    def _check_reaction(self, state: State, frame: Strike, command: cmd.React) -> Refusal | None:
        target, attacker = state.pieces[frame.target], state.pieces[frame.attacker]
        cost = _reaction_cost(state, target, command)
        refusal = law.dodge(state, target, attacker, cost) if command.dodge else None
        if refusal is None and command.riposte is not None:
            refusal = law.riposte(state, target, attacker, command.riposte, cost)
        return refusal

    def _check_tactic(self, state: State, frame: Strike, command: cmd.TacticCommand) -> cmd.Command | Refusal:
        if command.tactic is None:
            return command if command.to is None and command.ruler is None else Refusal("ATK-4", "bad-shape")
        if (refusal := self._tactic_fault(state, frame, command.tactic)) is not None:
            return refusal
        if command.tactic == "stun":
            return command if command.to is None and command.ruler is None else Refusal("ATK-4", "bad-shape")
        if command.to is None:
            return command if command.ruler is None else Refusal("MOV-4", "bad-shape")
        pushed = frame.attacker if command.tactic == "push-attacker" else frame.target
        way = displacements.displacement(state, state.pieces[pushed], command.to, command.ruler, ("push",))
        return way if isinstance(way, Refusal) else replace(command, ruler=way[1])

    def _tactic_fault(self, state: State, frame: Strike, tactic: str) -> Refusal | None:
        if successes_left(frame) < TACTIC_COST[tactic]:
            params = {"tactic": tactic, "cost": TACTIC_COST[tactic], "left": successes_left(frame)}
            return Refusal("ATK-4", "too-few-successes", params)
        return law.movable(state, frame.target, frame.attacker) if tactic == "push-target" else None

    def answer(self, run: Run, frame: Strike, seat: Seat, command: cmd.Command) -> None:
        match command:
            case cmd.React():
                self._react(run, frame, command)
            case cmd.TemptFate():
                run.become(replace(frame, step="rolled"))
                fate.answer(run, frame.attacker, frame.target, command, seat)
            case cmd.TacticCommand():
                self._tactic(run, frame, command, seat)
            case _:
                raise AssertionError(command)

    def _react(self, run: Run, frame: Strike, command: cmd.React) -> None:
        cost = _reaction_cost(run.state, run.state.pieces[frame.target], command)
        run.emit(ev.Reacted(frame.target, command.dodge, command.riposte))
        if cost:
            run.emit(ev.Used(frame.target, "react", actions=cost))
        run.become(replace(frame, step="reacted", dodge=command.dodge, riposte=command.riposte))

    def _tactic(self, run: Run, frame: Strike, command: cmd.TacticCommand, seat: Seat) -> None:
        """ATK-4: resolved before the wounds."""
        if command.tactic is None:
            run.emit(ev.Passed(seat, "tactic", frame.attacker))
            run.become(replace(frame, step="wound"))
            return
        run.emit(ev.TacticUsed(frame.attacker, command.tactic, frame.target))
        run.become(replace(frame, step="wound", spent=TACTIC_COST[command.tactic]))
        if command.tactic == "stun":
            hand(run, [TokenChange(frame.target, STUNNED, 1)], "ATK-4", frame.attacker)
            return
        pushed = frame.attacker if command.tactic == "push-attacker" else frame.target
        if command.to is None:
            run.push(PushFrame(seat, pushed, frame.attacker))
        else:
            move_piece(run, pushed, command.to, "push", "push", command.ruler)

    # Options

    def options(self, state: State, frame: Strike, seat: Seat) -> list[Json]:
        match frame.step:
            case "react":
                return self._reactions(state, frame)
            case "fate":
                return fate.OPTIONS
            case _:
                return self._tactics(state, frame)

    def _reactions(self, state: State, frame: Strike) -> list[Json]:
        """Declining first, then every way to react, impossible ones with their reason."""
        rows = []
        for riposte in (None, "combat", "shooting"):
            for dodge in (False, True):
                command = cmd.React(dodge, riposte)
                row: Json = {"kind": "react", "dodge": dodge, "riposte": riposte}
                refusal = self._check_reaction(state, frame, command)
                rows.append(legal(row) if refusal is None else illegal(row, refusal))
        return rows

    def _tactics(self, state: State, frame: Strike) -> list[Json]:
        rows = [legal({"kind": "tactic", "tactic": None})]
        for tactic in TACTIC_COST:
            row: Json = {"kind": "tactic", "tactic": tactic}
            refusal = self._tactic_fault(state, frame, tactic)
            needs = () if tactic == "stun" else ("to",)
            rows.append(legal(row, *needs) if refusal is None else illegal(row, refusal))
        return rows

    def commands(self, state: State, frame: Strike, seat: Seat, rng: random.Random) -> Iterator[Json]:
        rows = self.options(state, frame, seat)
        for row in rng.sample(rows, len(rows)):
            if not row["legal"]:
                continue
            if "to" in row["needs"]:
                pushed: Rouage = state.pieces[
                    frame.attacker if row["command"]["tactic"] == "push-attacker" else frame.target
                ]
                for end in sampled(state, pushed, rng, ("push",)):
                    yield {**row["command"], **end}
            else:
                yield row["command"]
