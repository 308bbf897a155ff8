"""The cycle (CYC): its steps, planning, the five phases."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Literal, cast

from rules.kernel import Json, Refusal, replace
from rules.kernel.handlers import Question, legal
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc.effects import modifiers
from rules.olomoc.flow.activation import activate
from rules.olomoc.flow.noirceur import end_effects, most_actions
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import (
    Cycle,
    CycleEnd,
    Happening,
    HostileRound,
    MechanismFrame,
    Phase,
    Planning,
    Propaganda,
    Resolve,
)
from rules.olomoc.seats import SEATS, Seat, other
from rules.olomoc.state import PHASES, PROPAGANDA, State, in_order


class CycleHandler(FrameHandler[Cycle]):
    """CYC-1 to CYC-6, in order."""

    def step(self, run: Run, frame: Cycle) -> None:
        match frame.step:
            case "begin":
                run.become(replace(frame, step="tokens"))
                if frame.number == 1:
                    run.occur(Happening("match", "start"))
            case "tokens":
                run.emit(ev.CycleBegan(frame.number))
                actions = {r.id: most_actions(run.state, r) for r in run.state.rouages() if not r.out}
                run.emit(ev.ActionsSet(actions, "ACT-1"))
                run.become(replace(frame, step="mechanism"))
            case "mechanism":
                run.become(replace(frame, step="start"))
                run.push(MechanismFrame(opening=True))  # CYC-2
            case "start":
                run.become(replace(frame, step="plan"))
                run.occur(Happening("cycle", "start"))
            case "plan":
                run.become(replace(frame, step="phases"))
                run.push(Planning())
            case "phases":
                if run.state.turned < PHASES and run.state.plans:
                    run.emit(ev.PhaseBegan(run.state.turned + 1))
                    run.push(Phase())
                else:
                    run.become(replace(frame, step="hostiles"))
            case "hostiles":
                run.become(replace(frame, step="end"))
                run.push(HostileRound(run.state.priority))
            case "end":
                run.pop()
                run.push(CycleEnd())


# Planning


def hand(state: State, seat: Seat) -> dict[str, int]:
    """CAB-4, CYC-6: the cards of a seat at planning, each with how many there are: activation cards of the rouages
    still in the game, propagandas, ministries."""
    cards = {r.id: 1 for r in state.rouages(seat) if not r.out}
    cards[PROPAGANDA] = state.propagandas[seat]
    return cards | dict.fromkeys(state.ministries[seat], 1)


def plan_fault(state: State, seat: Seat, slots: tuple[str, ...]) -> Refusal | None:
    """CYC-3: five cards of the hand, exactly one ministry card, in a slot that it allows."""
    if len(slots) != PHASES:
        return Refusal("CYC-3", "bad-plan", {"why": "five-cards", "cards": len(slots)})
    cards = hand(state, seat)
    for card in slots:
        if cards.get(card, 0) == 0:
            return Refusal("CYC-3", "bad-plan", {"why": "not-in-hand", "card": card})
        cards[card] -= 1
    ministries = [(n, card) for n, card in enumerate(slots, 1) if card in state.ministries[seat]]
    if len(ministries) != 1:
        return Refusal("CYC-3", "bad-plan", {"why": "one-ministry", "ministries": len(ministries)})
    slot, ministry = ministries[0]
    allowed = state.pack.ministries[ministry].slots
    if slot not in allowed:
        return Refusal("MIN-1", "bad-plan", {"why": "slot", "card": ministry, "slot": slot, "slots": list(allowed)})
    return None


class PlanningHandler(FrameHandler[Planning]):
    """CYC-3: both at once, in secret; a plan may be laid anew until both have planned."""

    def ask(self, state: State, frame: Planning) -> Mapping[Seat, Question]:
        return {s: Question("plan", "plan", {"cycle": state.cycle}) for s in SEATS if s not in state.plans}

    def late(self, state: State, frame: Planning, seat: Seat) -> bool:
        return True

    def resolve(self, state: State, frame: Planning, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.PlanCommand):
            return WRONG_ANSWER
        return plan_fault(state, seat, command.slots) or command

    def answer(self, run: Run, frame: Planning, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.PlanCommand)
        run.emit(ev.Planned(seat, command.slots))

    def options(self, state: State, frame: Planning, seat: Seat) -> list[Json]:
        return [legal({"kind": "plan"}, "slots")]

    def commands(self, state: State, frame: Planning, seat: Seat, rng: random.Random) -> Iterator[Json]:
        for _ in range(4):
            if (plan := sampled_plan(state, seat, rng)) is not None:
                yield {"kind": "plan", "slots": list(plan)}


def sampled_plan(state: State, seat: Seat, rng: random.Random, turned: tuple[str, ...] = ()) -> tuple[str, ...] | None:
    """A legal plan at random that begins with the `turned` cards: a ministry in a slot of its own, the rest of the hand
    shuffled around it. None where this hand allows none."""
    left = hand(state, seat)
    for card in turned:
        left[card] = left.get(card, 0) - 1
    rest = [card for card, n in left.items() if card not in state.ministries[seat] for _ in range(n)]
    around = rng.sample(rest, len(rest))
    if any(card in state.ministries[seat] for card in turned):
        return (*turned, *around)[:PHASES]
    places = [(m, slot) for m in state.ministries[seat] for slot in state.pack.ministries[m].slots]
    later = [(m, slot - 1 - len(turned)) for m, slot in places if slot > len(turned)]
    if not later:
        return None
    ministry, before = rng.choice(later)
    return (*turned, *around[:before], ministry, *around[before:])[:PHASES]


# The phases


def rank_of(state: State, card: str) -> int:
    """The rank of a planning card: the rouage's, the ministry's, or propaganda's (CAB-4)."""
    if card in state.pieces:
        return modifiers.rank(state, state.pieces[card])
    return state.pack.propaganda_rank if card == PROPAGANDA else state.pack.ministries[card].rank


def laid(state: State, seat: Seat, slot: int) -> str | None:
    """The card of a seat's plan in this slot, if there is one."""
    plan = state.plans.get(seat, ())
    return plan[slot - 1] if slot <= len(plan) and plan[slot - 1] else None


class PhaseHandler(FrameHandler[Phase]):
    """CYC-4: reveal, compare, play, play."""

    def step(self, run: Run, frame: Phase) -> None:
        match frame.step:
            case "begin":
                run.become(replace(frame, step="reveal"))
                run.occur(Happening("phase", "start", how="planning"))
            case "reveal":
                cards = {s: laid(run.state, s, run.state.phase) for s in SEATS}
                ranks = {s: rank_of(run.state, c) if c is not None else None for s, c in cards.items()}
                run.emit(ev.Revealed(cards, ranks))
                run.become(replace(frame, step="order"))
                if ranks["1"] is not None and ranks["1"] == ranks["2"]:
                    run.push(MechanismFrame())  # ART-2
            case "order":
                order, clause = self._order(run.state)
                run.emit(ev.OrderSet(order, clause))
                run.become(replace(frame, step="first", order=order))
            case "first":
                run.become(replace(frame, step="between"))
                self._play(run, frame, 0)
            case "between":
                run.become(replace(frame, step="second"))
                self._played(run, frame, 0)
            case "second":
                run.become(replace(frame, step="played"))
                self._play(run, frame, 1)
            case "played":
                run.become(replace(frame, step="after"))
                self._played(run, frame, 1)
            case "after":
                run.become(replace(frame, step="close"))
                run.occur(Happening("phase", "end", how="planning"))
            case "close":
                run.pop()
                run.emit(ev.LimitsReset("phase"))
                end_effects(run, "phase")  # CYC-4.4

    def _played(self, run: Run, frame: Phase, turn: int) -> None:
        """CYC-4.3."""
        if turn < len(frame.order):
            run.occur(_card(run.state, frame.order[turn], "end"))

    def _order(self, state: State) -> tuple[tuple[Seat, ...], str]:
        """CYC-4.1: the higher rank first; equal ranks, or two ministries: the player with priority."""
        cards = {s: laid(state, s, state.phase) for s in SEATS}
        seats = [s for s in in_order(state) if cards[s] is not None]
        if len(seats) < 2:
            return tuple(seats), "CYC-4.1"
        if all(card in state.pack.ministries for card in cards.values()):
            return in_order(state), "CYC-4.2"
        ranks = {s: rank_of(state, cast(str, cards[s])) for s in SEATS}
        if ranks["1"] == ranks["2"]:
            return in_order(state), "GEN-5"
        return (("1", "2") if ranks["1"] > ranks["2"] else ("2", "1")), "CYC-4.1"

    def _play(self, run: Run, frame: Phase, turn: int) -> None:
        """CYC-4.2."""
        if turn >= len(frame.order):
            return
        seat = frame.order[turn]
        card, facing = (laid(run.state, s, run.state.phase) for s in (seat, other(seat)))
        assert card is not None
        run.occur(_card(run.state, seat, "start"))
        if card in run.state.pack.ministries:
            run.emit(ev.CardPlayed(seat, card))
            run.push(Resolve("ministry", card, seat, None))
        elif facing in run.state.pack.ministries:
            run.emit(ev.CardPlayed(seat, card, "ministry"))  # MIN-1
        elif card == PROPAGANDA:
            nobody = all(r.out for r in run.state.rouages(seat))
            run.emit(ev.CardPlayed(seat, card, "nobody" if nobody else None))
            run.push(Propaganda(seat))
        elif run.state.pieces[card].out:
            run.emit(ev.CardPlayed(seat, card, "out"))  # CYC-7
        else:
            run.emit(ev.CardPlayed(seat, card))
            activate(run, seat, card, "activation")


def _card(state: State, seat: Seat, moment: Literal["start", "end"]) -> Happening:
    """A card of a slot starts being played, or has been."""
    card = laid(state, seat, state.phase)
    how = "propaganda" if card == PROPAGANDA else "ministry" if card in state.pack.ministries else "activation"
    return Happening("card", moment, how=how, seat=seat)
