"""Chaos: Attraction, Momentum, Progress, Interception, the fall of a City."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.flow import deeds
from rules.hybris.packs import words
from rules.hybris.packs.words import Gain
from rules.hybris.powers import free
from rules.hybris.state import State
from rules.kernel import Json, Seat, replace
from rules.kernel.handlers import Handler, SealedChoiceHandler
from rules.kernel.journal import Outcome, Over
from rules.kernel.run import Run, with_stack

# ---- its cards -------------------------------------------------------------------------------------------------------


def top_card(run: Run[State]) -> str | None:
    """MOM-4: the top Chaos Conflict card; an empty pile is made anew from the discard. None where both are empty."""
    if not run.state.chaos.pile and run.state.chaos.discard:
        run.emit(ev.ChaosShuffled(run.chance.shuffled(run.state.chaos.discard)))
    return run.state.chaos.pile[0] if run.state.chaos.pile else None


def attraction_effects(state: State, card: str, aegis: int) -> tuple[tuple[bool, ...], tuple[Gain, ...]]:
    """ATR-2: which effects of the upper part are applied to such a gain, and all of them in order."""
    rows = state.pack.chaos_card(card).attraction
    applied = tuple(aegis >= row.aegis for row in rows)
    return applied, tuple(gain for row, yes in zip(rows, applied, strict=True) if yes for gain in words.gains(row.do))


class AttractionHandler(Handler[State, fr.Attraction, Run[State]]):
    """ATR-1: a card is drawn, its upper part applied; ATR-3: then it goes to the discard."""

    def step(self, run: Run[State], frame: fr.Attraction) -> None:
        if frame.card is not None:
            run.emit(ev.CardClosed(frame.card))
            run.pop()
            return
        card = top_card(run)
        if card is None:
            run.pop()
            return
        applied, gains = attraction_effects(run.state, card, frame.aegis)
        run.emit(ev.Attracted(frame.seat, frame.aegis, card, applied))
        run.become(replace(frame, card=card))
        run.push(fr.Gains(frame.seat, gains, "ATR-1", card))


# ---- Momentum --------------------------------------------------------------------------------------------------------


def gather(run: Run[State], why: str) -> bool:
    """MOM-1: one Momentum. MOM-2: whether it was the sixth, with which Chaos is unleashed."""
    card = top_card(run)
    if card is None:
        return False
    run.emit(ev.MomentumGained(card, len(run.state.chaos.momentum) + 1, why))
    momentum = run.state.chaos.momentum
    if len(momentum) < run.state.pack.rules.momentum:
        return False
    run.emit(ev.Unleashed(tuple(reversed(momentum))))
    return True


class GatheringHandler(Handler[State, fr.Gathering, Run[State]]):
    """MOM-1, MOM-3: what the same effect still gives is gained after Chaos has moved."""

    def step(self, run: Run[State], frame: fr.Gathering) -> None:
        if not frame.left:
            run.pop()
            return
        run.become(replace(frame, left=frame.left - 1))
        if gather(run, "effect"):
            run.push(fr.Progressing(2, frame.by))


# ---- Progress --------------------------------------------------------------------------------------------------------


def spend_progress(run: Run[State]) -> None:
    """PRO-3: all Progress still left of what set the move off is ignored: of that effect, of its card, and of every
    effect that it interrupted. Effects that have not begun are others."""
    stack: list[Any] = []
    for frame in run.state.stack:
        if isinstance(frame, fr.Progressing):
            frame = replace(frame, left=0)
        elif isinstance(frame, fr.Gains) and frame.begun:
            frame = replace(frame, gains=tuple(gain for gain in frame.gains if gain.gain != "progress"))
        stack.append(frame)
    run.state = with_stack(run.state, tuple(stack))


def reach(run: Run[State], by: Seat | None) -> None:
    """PRO-2: Chaos reaches the Cataclysm pile."""
    spend_progress(run)
    last = run.state.pack.rules.spaces
    run.push(fr.Fall(by=by))
    run.emit(ev.Progressed(last, last + 1))
    deeds.of_all(run, "chaos-progress")


class ProgressHandler(Handler[State, fr.Progressing, Run[State]]):
    """PRO-1: one space after the other, each an event of its own."""

    def step(self, run: Run[State], frame: fr.Progressing) -> None:
        if not frame.left:
            run.pop()
            return
        run.become(replace(frame, left=frame.left - 1))
        at, last = run.state.chaos.space, run.state.pack.rules.spaces
        if at < last:
            run.emit(ev.Progressed(at, at + 1))
            deeds.of_all(run, "chaos-progress")
            return
        asked = able_to_intercept(run.state)
        if not asked:
            reach(run, frame.by)
            return
        run.emit(ev.InterceptAsked(asked))
        run.push(fr.Interception(asked, frame.by))


def able_to_intercept(state: State) -> tuple[Seat, ...]:
    """INT-2, INT-3: the seats that are asked, in order: those that can pay, or need not pay. Public."""
    price = state.pack.rules.interception
    return tuple(
        seat
        for seat in state.grandeur_order
        if seat in state.playing and (state.mats[seat].has("energy") >= price or free(state, seat, "intercept"))
    )


class InterceptionHandler(SealedChoiceHandler[State, fr.Interception, Run[State]]):
    """INT-1, INT-2: all are asked at once; the first in order who says yes intercepts, and a later answer is never
    told."""

    kind = "intercept"
    answered_by = (cmd.Intercept, "accept")
    clause = "INT-2"
    default = 1

    def asked(self, state: State, frame: fr.Interception) -> Sequence[Seat]:
        return frame.seats

    def params(self, state: State, frame: fr.Interception, seat: Seat) -> Json:
        chaos = state.chaos
        return {"momentum": len(chaos.momentum), "space": chaos.space, "cities": len(state.standing_cities),
                "by": frame.by, "asked": list(frame.seats)}  # fmt: skip

    def settled(self, state: State, frame: fr.Interception) -> bool:
        left = (frame.answers.get(seat) for seat in frame.seats if seat in state.playing)
        return next((answer for answer in left if answer is not False), False) is True

    def answer(self, run: Run[State], frame: fr.Interception, seat: Seat, command: Any) -> None:
        refusing = fr.noes_in_order(frame)
        super().answer(run, frame, seat, command)
        now = run.state.stack[-1]
        for refused in fr.noes_in_order(now):
            if refused not in refusing:
                run.emit(ev.DeclinedIntercept(refused))

    def opened(self, run: Run[State], frame: fr.Interception) -> None:
        run.pop()
        first = next((seat for seat in frame.seats if seat in run.state.playing and frame.answers.get(seat)), None)
        if first is None:
            reach(run, frame.by)
            return
        run.emit(ev.Intercepted(first))
        if not free(run.state, first, "intercept"):  # INT-3
            run.emit(ev.Paid(first, "energy", run.state.pack.rules.interception, "intercept"))
        # INT-4: neither activated nor moved by it, wounded or not
        run.push(fr.Combat(first, "intercept", f"{first}-olympian"))

    def ordered(self, state: State, frame: fr.Interception, seat: Seat, answer: Any) -> Any:
        """A no from now on; `cities`: only while more than so many Cities stand; `age`: only in that Age."""
        terms = answer if isinstance(answer, Mapping) else {}
        few = len(state.standing_cities) <= terms.get("cities", 0)
        return None if few or state.age != terms.get("age", state.age) else cmd.Intercept(False)


# ---- the fall of a City ----------------------------------------------------------------------------------------------


def at_stake(state: State, city: str) -> tuple[list[tuple[str, Seat]], list[Seat], Sequence[str]]:
    """CAT-2: the Technologies with their owners, the Temples by owner and the characters in a City."""
    technologies = [(technology.card, technology.seat) for technology in state.cities[city].technologies]
    temples = [seat for seat, mat in state.mats.items() if city in mat.temples]
    return technologies, temples, state.standing(city)


class FallHandler(Handler[State, fr.Fall, Run[State]]):
    """CAT: a City falls, and is absorbed."""

    def step(self, run: Run[State], frame: fr.Fall) -> None:
        match frame.stage:
            case "draw":
                self._drawn(run, frame)
            case "count":  # CAT-2: before anything is removed
                technologies, temples, characters = at_stake(run.state, frame.city)
                left = len(technologies) + len(temples) + len(characters)
                run.become(replace(frame, stage="absorb", left=left))
            case "absorb" if frame.left:
                unleashed = gather(run, "absorption")
                run.become(replace(frame, left=frame.left - 1, unleashed=frame.unleashed or unleashed))
            case "absorb":
                run.become(replace(frame, stage="remove"))
            case "remove":
                technologies, temples, characters = at_stake(run.state, frame.city)
                run.emit(ev.Absorbed(frame.city, tuple(technologies), tuple(temples), tuple(characters)))
                run.become(replace(frame, stage="place"))
            case "place":  # CAT-5
                run.pop()
                run.emit(ev.ChaosPlaced(1))
                if frame.unleashed:
                    run.push(fr.Progressing(2, frame.by))

    def _drawn(self, run: Run[State], frame: fr.Fall) -> None:
        """CAT-1, CAT-6, END-2: with the last City all have lost."""
        if not run.state.cataclysm:
            run.pop()
            return
        city = run.state.cataclysm[0]
        run.emit(ev.CityDestroyed(city))
        if not run.state.standing_cities:
            run.emit(Over(Outcome((), "chaos", vp_now(run.state), (), all_lost=True), "END-2"))
            return
        run.become(replace(frame, stage="count", city=city))


def vp_now(state: State) -> dict[Seat, int]:
    """The Victory Points of each seat, for an outcome that is none of points."""
    return {seat: mat.has("vp") for seat, mat in state.mats.items()}


FEW_CITIES = {"cities": 2}
"""An order that lasts for an Age may be asked about again once so few Cities stand."""
INTERCEPT_ORDERS: Sequence[Any] = ("never", FEW_CITIES, {"cities": 3})
"""What may be ordered of an Interception: never, or not while more than so many Cities stand; besides, not in this
Age."""
