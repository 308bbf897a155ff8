"""The commands out of turn (TIM-2): Debts, flips, Manifestations, showing, saying, ceding, holding. Offers and deals
are `bargains`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.diktat import commands as cmd
from rules.diktat import elements, oaths
from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.commands import written, written_once
from rules.diktat.deals import At
from rules.diktat.flow import bargains, deliveries, effects
from rules.diktat.state import State
from rules.kernel import Json, Refusal, Seat, replace
from rules.kernel.handlers import Handler, Question, legal
from rules.kernel.run import Run

R = Run[State]


# ---- judging ---------------------------------------------------------------------------------------------------------


def judge(state: State, seat: Seat, command: Any) -> Any:
    """The aside, or why it cannot be said; None for a command that is none."""
    if not isinstance(command, cmd.ASIDES):
        return None
    if isinstance(command, cmd.TakeDebt):
        return law.debt(state, seat) or command
    if not law.open_moment(state):
        return law.no("TIM-1", "not-now")
    return _refusal(state, seat, command) or command


def _refusal(state: State, seat: Seat, command: Any) -> Refusal | None:
    match command:
        case cmd.Flip(card=card, affinity=kind):
            return law.flip(state, seat, card, kind)
        case cmd.Manifest():
            return elements.use(state, seat, command)
        case cmd.Show(to=to, at=at, screen=parts):
            if (at is None) == (not parts) or len(set(parts)) != len(parts):
                return law.no("NEG-8", "bad-shape")
            if not bargains.present(state, seat, to):
                return law.no("NEG-8", "not-a-seat")
            return law.knows(state, seat, at) if at is not None else None
        case cmd.Say(to=to, claims=claims):
            if to and not bargains.present(state, seat, to):
                return law.no("NEG-9", "not-a-seat")
            return next((fault for claim in claims if (fault := bargains.claim(state, claim)) is not None), None)
        case cmd.Cede(stack=stack, for_=to):
            if to is not None and not bargains.present(state, seat, (to,)):
                return law.no("NEG-12", "not-a-seat")
            return law.cede(state, seat, stack)
        case cmd.Hold():
            return law.hold(state, seat)
        case _:
            return bargains.judge(state, seat, command)


# ---- carrying out ----------------------------------------------------------------------------------------------------


def perform(run: R, seat: Seat, command: Any) -> None:
    """TIM-3: each to its end before the next."""
    top = run.state.stack[-1]
    if isinstance(top, fr.Calling) and isinstance(command, cmd.Manifest | cmd.Flip):
        # TIM-4: who had passed is asked again
        run.become(replace(top, passed=()))
    match command:
        case cmd.TakeDebt():
            run.emit(ev.DebtTaken(seat, False))
        case cmd.Flip(card=card, affinity=kind):
            run.emit(ev.Flipped(seat, card, kind))
        case cmd.Manifest(element=named, option=option, with_=with_):
            effects.use(run, seat, named.thing, "man", option, with_)
        case cmd.Show(to=to, at=at, screen=parts):
            if at is not None:
                deliveries.show(run, seat, to, at)
            for part in parts:
                deliveries.show_screen(run, seat, to, part)
        case cmd.Say(to=to, claims=claims):
            run.emit(ev.SaidSo(seat, to, claims))
            if to:
                run.only = seat
        case cmd.Cede(stack=stack, for_=to):
            deliveries.cede(run, seat, stack, to)
        case cmd.Hold():
            run.emit(ev.HeldUp(seat))
            run.push(fr.Holding(seat, tuple(run.state.asked), dict(run.state.asked)))
        case _:
            bargains.perform(run, seat, command)


class HoldingHandler(Handler[State, fr.Holding, R]):
    """TIM-5: the question is the holder's until they let go, or nobody is left whose choice it was; those are told
    so."""

    def ask(self, state: State, frame: fr.Holding) -> Mapping[Seat, Question]:
        held = [seat for seat in frame.held if seat in state.playing]
        return {frame.seat: Question("hold", "hold", {"held": held}, {"kind": "release"})} if held else {}

    def step(self, run: R, frame: fr.Holding) -> None:
        bargains.let_go(run, "left")

    def late(self, state: State, frame: fr.Holding, seat: Seat) -> bool:
        return seat in frame.held

    def resolve(self, state: State, frame: fr.Holding, seat: Seat, command: Any) -> Any:
        if seat == frame.seat:
            return command if isinstance(command, cmd.Release) else law.no("TIM-5", "not-now")
        return law.no("TIM-5", "held", by=frame.seat)

    def answer(self, run: R, frame: fr.Holding, seat: Seat, command: Any) -> None:
        bargains.let_go(run, "release")

    def options(self, state: State, frame: fr.Holding, seat: Seat) -> list[Json]:
        return [legal({"kind": "release"})]


# ---- what may be said now --------------------------------------------------------------------------------------------


def every(state: State, seat: Seat, rng: random.Random) -> Iterator[Json]:
    """Complete legal asides in random order: Debts, flips, Manifestations, answers to offers, ceding, holding. Offers
    are left out."""
    drafts: list[Any] = []
    if law.debt(state, seat) is None:
        drafts.append({"kind": "debt"})
    if law.open_moment(state):
        drafts += [*flips(state, seat), *uses(state, seat, rng), *bargains.answers(state, seat)]
        drafts += [{"kind": "cede", "stack": stack.id} for _, stack in state.stacks(seat)]
        drafts += [{"kind": "hold"}]
    for command in rng.sample(drafts, len(drafts)):
        if not isinstance(judge(state, seat, cmd.CODEC.load(command)), Refusal):
            yield command


def flips(state: State, seat: Seat) -> list[Json]:
    """AFF-2: tokens that fit."""
    player = state.players[seat]
    return [
        {"kind": "flip", "card": held.card, "affinity": kind}
        for held in player.cards
        for kind, n in player.affinities.items()
        if n and state.fits(held, kind)
    ]


def manifests(state: State, seat: Seat) -> list[cmd.Manifest]:
    """Manifestations that are legal now, without what they ask."""
    return [command for command, refusal in elements.judged(state, seat, cmd.Manifest) if refusal is None]


def stubs(state: State, seat: Seat) -> list[Json]:
    """Manifestations that are legal now, without what they ask, and flips."""
    return [*(written_once(command) for command in manifests(state, seat)), *flips(state, seat)]


def uses(state: State, seat: Seat, rng: random.Random) -> list[Json]:
    """Manifestations that are legal now, each with what it asks drawn at random."""
    return [written(replace(command, with_=fill(state, seat, command, rng))) for command in manifests(state, seat)]


def fill(state: State, seat: Seat, command: cmd.Use, rng: random.Random) -> Json:
    """The choices of an effect, drawn at random."""
    way = elements.usable(state, seat, command)
    with_: Json = {}
    while not isinstance(way, Refusal):
        asked = elements.missing(state, seat, way, with_)
        if asked is None or not asked[1]:
            break
        with_[asked[0]] = rng.choice(asked[1])
    return with_


# ---- being told that one is about to break one's word (OAT-4) --------------------------------------------------------


def warned(state: State, seat: Seat, row: Json, *events: Any) -> Json:
    """The option, with the sworn deals that one of these events would break."""
    broken = [id for event in events for id in oaths.broken_by(state, seat, event)] if state.deals else []
    return row | {"breaks": list(dict.fromkeys(broken))} if broken else row


def warned_at(state: State, seat: Seat, row: Json, places: Iterable[At]) -> Json:
    """The same of a look or an Assassination: of one whose place is still open, if any place would break a word."""
    if not state.deals:
        return row
    if row["command"]["kind"] in ("spy", "look"):
        return warned(state, seat, row, *(ev.Looked(seat, at, "") for at in places))
    return warned(state, seat, row, *(ev.Killed(seat, at, "", "", "", False) for at in places))
