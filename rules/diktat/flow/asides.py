"""What may be said without being asked (TIM-2): Debts, flips, Manifestations, showing, saying, ceding, holding. Offers
and deals are `bargains`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.diktat import commands as cmd
from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat import oaths
from rules.diktat.deals import At
from rules.diktat.flow import bargains, effects
from rules.diktat.flow.choices import written
from rules.diktat.state import State
from rules.kernel import Json, Refusal
from rules.kernel.codec import replace
from rules.kernel.run import Handler, Question, Run, legal
from rules.kernel.seats import Seat

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


def _refusal(state: State, seat: Seat, said: Any) -> Refusal | None:
    match said:
        case cmd.Flip(card=card, affinity=kind):
            return law.flip(state, seat, card, kind)
        case cmd.Manifest():
            return law.use(state, seat, said)
        case cmd.Show(to=to, at=at, screen=parts):
            if (at is None) == (not parts) or len(set(parts)) != len(parts):
                return law.no("NEG-8", "bad-shape")
            if not bargains.present(state, seat, to):
                return law.no("NEG-8", "not-a-seat")
            return law.knows(state, seat, at) if at is not None else None
        case cmd.Say(to=to, claims=claims):
            if to and not bargains.present(state, seat, to):
                return law.no("NEG-9", "not-a-seat")
            return next((fault for it in claims if (fault := bargains.claim(state, it)) is not None), None)
        case cmd.Cede(stack=stack, for_=to):
            if to is not None and not bargains.present(state, seat, (to,)):
                return law.no("NEG-12", "not-a-seat")
            return law.cede(state, seat, stack)
        case cmd.Hold():
            return law.hold(state, seat)
        case _:
            return bargains.judge(state, seat, said)


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
                show(run, seat, to, at)
            for part in parts:
                show_screen(run, seat, to, part)
        case cmd.Say(to=to, claims=claims):
            run.emit(ev.SaidSo(seat, to, claims))
            if to:
                run.only = seat
        case cmd.Cede(stack=stack, for_=to):
            cede(run, seat, stack, to)
        case cmd.Hold():
            run.emit(ev.HeldUp(seat))
            run.push(fr.Holding(seat, tuple(run.state.asked), dict(run.state.asked)))
        case _:
            bargains.perform(run, seat, command)


def show(run: R, seat: Seat, to: tuple[Seat, ...], at: At, parties: tuple[Seat, ...] = ()) -> None:
    """NEG-8: what the server shows is true."""
    if at.secret:
        saw = run.state.secret
    else:
        found = law.pawn_at(run.state, at)
        assert not isinstance(found, Refusal)
        saw = found[2].kind
    run.emit(ev.Shown(seat, to, at, None, saw, parties))


def show_screen(run: R, seat: Seat, to: tuple[Seat, ...], part: Any) -> None:
    player = run.state.players[seat]
    saw: Any = {"pp": player.pp, "agents": player.agents, "affinities": dict(player.affinities)}[part]
    run.emit(ev.Shown(seat, to, None, part, saw))


def cede(run: R, seat: Seat, stack: str, to: Seat | None) -> None:
    """NEG-12, GEN-10."""
    found = run.state.find(stack)
    assert found is not None
    kinds = "".join(pawn.kind for pawn in found[2])
    run.emit(ev.StackGone(seat, stack, found[0], "ceded", kinds, to))


class HoldingHandler(Handler[State, fr.Holding, R]):
    """TIM-5: the question is the holder's until they let go; those whose choice it was are told so."""

    def ask(self, state: State, frame: fr.Holding) -> Any:
        return {frame.seat: Question("hold", "hold", {"held": list(frame.held)}, {"kind": "release"})}

    def step(self, run: R, frame: fr.Holding) -> None:
        let_go(run, "left")

    def late(self, state: State, frame: fr.Holding, seat: Seat) -> bool:
        return seat in frame.held

    def resolve(self, state: State, frame: fr.Holding, seat: Seat, command: Any) -> Any:
        if seat == frame.seat:
            return command if isinstance(command, cmd.Release) else law.no("TIM-5", "not-now")
        return law.no("TIM-5", "held", by=frame.seat)

    def answer(self, run: R, frame: fr.Holding, seat: Seat, command: Any) -> None:
        let_go(run, "release")

    def options(self, state: State, frame: fr.Holding, seat: Seat) -> list[Json]:
        return [legal({"kind": "release"})]


def let_go(run: R, why: ev.WhyReleased) -> None:
    """The hold on top of the stack ends; the question beneath returns as it was."""
    frame = run.state.stack[-1]
    assert isinstance(frame, fr.Holding)
    run.pop()
    run.emit(ev.Released(frame.seat, why))
    run.restored = frame.earlier


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
    for said in rng.sample(drafts, len(drafts)):
        if not isinstance(judge(state, seat, cmd.CODEC.load(said)), Refusal):
            yield said


def flips(state: State, seat: Seat) -> list[Json]:
    """AFF-2: tokens that fit."""
    player = state.players[seat]
    return [
        {"kind": "flip", "card": held.card, "affinity": kind}
        for held in player.cards
        for kind, n in player.affinities.items()
        if n and state.fits(held, kind)
    ]


def stubs(state: State, seat: Seat) -> list[Json]:
    """Manifestations that are legal now, without what they ask, and flips."""
    found = [
        cmd.Manifest(cmd.Element(**{kind: id}), n)
        for (kind, id), effect, used in state.things(seat)
        for n in range(0 if used else len(effect.manifests))
    ]
    able = [written(said) for said in found if law.use(state, seat, said) is None]
    return [*able, *flips(state, seat)]


def uses(state: State, seat: Seat, rng: random.Random) -> list[Json]:
    """Manifestations that are legal now, each with what it asks drawn at random."""
    found = []
    for said in stubs(state, seat):
        if said["kind"] == "manifest":
            with_ = fill(state, seat, cmd.CODEC.load(said), rng)
            found.append(said | ({"with": with_} if with_ else {}))
    return found


def fill(state: State, seat: Seat, said: Any, rng: random.Random) -> Json:
    """What an effect asks, drawn at random."""
    found = law.usable(state, seat, said)
    with_: Json = {}
    while not isinstance(found, Refusal):
        asked = law.missing(state, seat, found[1], with_)
        if asked is None or not asked[1]:
            break
        with_[asked[0]] = rng.choice(asked[1])
    return with_


# ---- being told that one is about to break one's word (OAT-4) --------------------------------------------------------


def warned(state: State, seat: Seat, row: Json, event: Any) -> Json:
    """The option, with the sworn deals that it would break."""
    found = oaths.broken_by(state, seat, event) if state.deals else []
    return row | {"breaks": found} if found else row


def warned_of_any(state: State, seat: Seat, row: Json) -> Json:
    """The same of a look or an Assassination; of one whose place is still open, if any place would break a word."""
    if not state.deals:
        return row
    said = row["command"]
    looking = said["kind"] in ("spy", "look")
    if "at" in said:
        places = [At(**said["at"])]
    else:
        places = law.looks(state) if looking else law.targets(state, seat, "assassinate")
    found: list[str] = []
    for at in places:
        event = ev.Looked(seat, at, "") if looking else ev.Killed(seat, at, "", "", "", False)
        found += [id for id in oaths.broken_by(state, seat, event) if id not in found]
    return row | {"breaks": found} if found else row
