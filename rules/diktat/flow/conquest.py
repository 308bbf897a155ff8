"""Conquest of a sector: turning, tokens, order, Struggles, takings (CNQ, STG, TRO, DOR-2, REV-2, ORE, COR-5)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules.diktat import commands as cmd
from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.commands import row, written
from rules.diktat.flow import asides, possessions
from rules.diktat.packs.cards import AFFINITIES
from rules.diktat.state import OTHERS, State
from rules.kernel import Json, Refusal, Seat, replace
from rules.kernel.handlers import NOT_NOW, Handler, Question, SealedChoiceHandler, legal
from rules.kernel.run import Run

R = Run[State]
WAKING = ("dormant", "revolt")


class ConquestHandler(Handler[State, fr.Conquest, R]):
    """CNQ-1 to CNQ-10."""

    def ask(self, state: State, frame: fr.Conquest) -> Mapping[Seat, Question]:
        if frame.stage == "wake" and (seat_asked := sleeper(state, frame)) is not None:
            seat, token, n = seat_asked
            params: Json = {"token": token, "sector": frame.sector, "emissaries": n}
            return {seat: Question("wake", "wake", params, {"kind": "wake", "use": True})}
        if frame.stage == "take" and law.trophies_left(state, frame.sector):
            taker = next_taker(state, frame)
            if taker is not None and taker[0] != OTHERS:
                params = {"sector": frame.sector, "left": emissaries(state, frame, taker[0])}
                params |= {"order": list(frame.order), "round": taker[2]}
                return {taker[0]: Question("take", "take", params, {"kind": "pass"})}
        return {}

    def step(self, run: R, frame: fr.Conquest) -> None:
        match frame.stage:
            case "call":
                # CNQ-1, TIM-4 b
                run.become(replace(frame, stage="turn"))
                run.push(fr.Calling("conquest", frame.sector))
            case "turn":
                ground = run.state.grounds[frame.sector]
                if not ground.stacks:
                    # RES-2: the last stack went during the call
                    run.pop()
                    return
                # ORE-1: the Others' stack, too
                stacks = tuple(run.state.stacks_at(frame.sector))
                rows = {id: "".join(pawn.kind for pawn in pawns) for id, _, pawns in stacks}
                run.become(replace(frame, stage="wake"))
                run.emit(ev.Turned(frame.sector, rows, {id: owner for id, owner, _ in stacks}))
            case "wake":
                asleep = sleeper(run.state, frame)
                if asleep is None:
                    run.become(replace(frame, stage="tally"))
                else:
                    run.become(replace(frame, asked=(*frame.asked, asleep[1])))
            case "tally":
                tally(run, frame)
            case "take":
                self._go_on(run, frame)
            case "end":
                end(run, frame)

    def _go_on(self, run: R, frame: fr.Conquest) -> None:
        """CNQ-6: it ends when no Trophy or no Emissary is left; ORE-4: the Others take in their turn."""
        taker = next_taker(run.state, frame) if law.trophies_left(run.state, frame.sector) else None
        if taker is None:
            run.become(replace(frame, stage="end"))
            return
        assert taker[0] == OTHERS
        # ORE-5
        extra = {seat: n - (not run.state.count(seat, frame.sector, "E")) for seat, n in frame.extra.items()}
        run.emit(ev.OthersTook(frame.sector, taker[2]))
        run.become(replace(frame, at=taker[1] + 1, round=taker[2], extra={s: n for s, n in extra.items() if n > 0}))

    def resolve(self, state: State, frame: fr.Conquest, seat: Seat, command: Any) -> Any:
        match frame.stage, command:
            case "wake", cmd.Wake():
                return command
            case "take", cmd.Pass():
                return command
            case "take", cmd.Take():
                return law.take(state, seat, frame.sector, command) or command
        return NOT_NOW

    def answer(self, run: R, frame: fr.Conquest, seat: Seat, command: Any) -> None:
        match command:
            case cmd.Wake(use=use):
                asleep = sleeper(run.state, frame)
                assert asleep is not None
                asked = replace(frame, asked=(*frame.asked, asleep[1]))
                if use:
                    n = frame.extra.get(seat, 0) + asleep[2]
                    asked = replace(asked, extra={**frame.extra, seat: n})
                    run.emit(ev.TokenGone(asleep[1], frame.sector, "used"))
                    run.emit(ev.Woken(seat, asleep[1], frame.sector, asleep[2]))
                run.become(asked)
            case cmd.Pass():
                # CNQ-7
                run.emit(ev.Passed(seat, "take"))
                run.become(replace(frame, out=(*frame.out, seat)))
            case _:
                found_taker = next_taker(run.state, frame)
                assert found_taker is not None
                _, at, number = found_taker
                extra = frame.extra
                if not (isinstance(command, cmd.Take) and command.corruption == "other"):
                    extra = spend(run, frame, seat)
                run.become(replace(frame, at=at + 1, round=number, extra=extra))
                take(run, seat, frame.sector, number, command)

    def options(self, state: State, frame: fr.Conquest, seat: Seat) -> list[Json]:
        if frame.stage == "wake":
            return [legal({"kind": "wake", "use": use}) for use in (True, False)]
        rows = []
        for command in law.trophies(state, seat, frame.sector):
            refusal = law.take(state, seat, frame.sector, command)
            fact = _taken_event(seat, frame.sector, 1, command)
            option = row(command, refusal)
            rows.append(asides.warned(state, seat, option, fact) if refusal is None and fact is not None else option)
        return [*rows, legal({"kind": "pass"})]

    def commands(self, state: State, frame: fr.Conquest, seat: Seat, rng: random.Random) -> Iterator[Json]:
        for command in super().commands(state, frame, seat, rng):
            if "card" in command and rng.random() < 0.5:
                held = [kind for kind in AFFINITIES if state.players[seat].affinities.get(kind, 0)]
                more = cmd.Take(card=command["card"], flip=tuple(rng.sample(held, min(1, len(held)))))
                if law.take(state, seat, frame.sector, more) is None:
                    command = written(more)
            yield command


def woken(state: State, seat: Seat, sector: str) -> int:
    """DOR-2, REV-2: the Emissaries that a seat's Cabal token in a sector gives."""
    token = state.token(seat)
    if token not in WAKING or token not in state.grounds[sector].tokens:
        return 0
    if token == "dormant":
        return int(any(stack.seat == seat for stack in state.grounds[sector].stacks))
    return state.count(seat, sector, "C") // 2


def sleeper(state: State, frame: fr.Conquest) -> tuple[Seat, str, int] | None:
    """CNQ-2, DOR-2, REV-2: who may use a token there next, in order of Rank, and the Emissaries that it gives."""
    for seat in state.order():
        token = state.token(seat)
        if token is not None and token not in frame.asked and (n := woken(state, seat, frame.sector)):
            return seat, token, n
    return None


def emissaries(state: State, frame: fr.Conquest, who: str) -> int:
    """The number of Emissaries left of a player, or of Vectors of the Others (ORE-1)."""
    return state.count(who, frame.sector, "E") + frame.extra.get(who, 0)


def next_taker(state: State, frame: fr.Conquest) -> tuple[str, int, int] | None:
    """CNQ-5, CNQ-9: who takes next, their place in the order, and the round."""
    n = len(frame.order)
    for step in range(n):
        at = (frame.at + step) % n if n else 0
        number = 1 + (frame.at + step) // n
        who = frame.order[at]
        if who not in frame.out and (who == OTHERS or who in state.playing) and emissaries(state, frame, who) > 0:
            return who, frame.at + step, number
    return None


def tally(run: R, frame: fr.Conquest) -> None:
    """CNQ-3, CNQ-4, CNQ-8, STG-1, ORE-2 to ORE-4."""
    state, sector = run.state, frame.sector
    counts = {seat: n for seat in state.order() if (n := emissaries(state, frame, seat))}
    # `weight` counts for the Winner and the order, not for takings
    weights = {seat: n + state.power(seat, "weight", sector) for seat, n in counts.items()}
    vectors = state.count(OTHERS, sector, "E")
    others = bool(state.grounds[sector].others)
    most = max(weights.values(), default=0)
    if not counts or (others and vectors >= most):
        # ORE-3: the Others stay, and so do Corruption tokens where there are none
        stopped = others or bool(state.grounds[sector].corruption)
        run.emit(ev.Tally(sector, {**counts, OTHERS: vectors}, weights, (), "ORE-3" if stopped else "CNQ-8"))
        run.become(replace(frame, stage="end", out=(OTHERS,) if stopped else ()))
        return
    if vectors:
        counts[OTHERS] = weights[OTHERS] = vectors
    order, tied = law.takers(state, weights)
    if tied:
        run.emit(ev.Tally(sector, counts, weights, (), "STG-1"))
        run.emit(ev.Struggle(sector, tuple(tied)))
        run.push(fr.Bidding(sector, tuple(tied), tuple(order[len(tied) :])))
        return
    run.emit(ev.Tally(sector, counts, weights, tuple(order), "CNQ-3"))
    run.become(replace(frame, stage="take", order=tuple(order)))


def spend(run: R, frame: fr.Conquest, seat: Seat) -> dict[str, int]:
    """CNQ-5: one Emissary there is discarded; one from a token when no pawn is left. Returns the tokens left."""
    if run.state.count(seat, frame.sector, "E"):
        run.emit(ev.Spent(seat, frame.sector, "E", "taking"))
        return dict(frame.extra)
    return {who: n - (who == seat) for who, n in frame.extra.items() if n - (who == seat) > 0}


def _taken_event(seat: Seat, sector: str, number: int, command: cmd.Take) -> ev.Taken | None:
    """TRO: what taking a card, a marker or Darkness is told as; None for what COR-5 does instead."""
    if command.card is not None:
        return ev.Taken(seat, sector, "card", command.card, number)
    if command.marker is not None:
        return ev.Taken(seat, sector, "marker", sector, number)
    return ev.Taken(seat, sector, "darkness", sector, number) if command.darkness is not None else None


def take(run: R, seat: Seat, sector: str, number: int, command: cmd.Take) -> None:
    """TRO-1 to TRO-3."""
    if command.corruption == "own":
        run.emit(ev.Hunted(seat, sector, 0, ""))
        run.emit(ev.Tainted(seat, -1, "hunt"))
    elif command.corruption == "other":
        # COR-5: to the Artefact's stack, which is then shuffled
        run.emit(ev.Hunted(seat, sector, 3 * len(command.others), command.others))
        kinds = [pawn.kind for pawn in run.state.grounds["artefact"].others]
        run.emit(ev.Shuffled("others", run.chance.shuffled(kinds), "artefact"))
    elif (fact := _taken_event(seat, sector, number, command)) is not None:
        run.emit(fact)
        if fact.what == "marker":
            run.push(fr.Arriving(seat, sector))
        elif fact.what == "card":
            possessions.arrive(run, seat, ("card", fact.id), command.flip)


def end(run: R, frame: fr.Conquest) -> None:
    """CNQ-10, ORE-3, ORE-6."""
    run.pop()
    run.emit(ev.Conquered(frame.sector))
    ground = run.state.grounds[frame.sector]
    if frame.out == (OTHERS,) and not frame.order:
        if not ground.others:
            return
        order = run.chance.shuffled([pawn.kind for pawn in ground.others])
        run.emit(ev.Shuffled("others", order, frame.sector))
    elif ground.others or ground.corruption:
        kinds = "".join(pawn.kind for pawn in ground.others)
        run.emit(ev.OthersGone(frame.sector, kinds, ground.corruption))


class BiddingHandler(SealedChoiceHandler[State, fr.Bidding, R]):
    """STG-2 to STG-6."""

    kind: ClassVar = "bid"
    answered_by: ClassVar = (cmd.Bid, "pp")

    def asked(self, state: State, frame: fr.Bidding) -> Sequence[Seat]:
        return frame.seats

    def choices(self, state: State, frame: fr.Bidding, seat: Seat) -> Sequence[int]:
        return range(state.players[seat].pp + 1)

    def params(self, state: State, frame: fr.Bidding, seat: Seat) -> Json:
        return {"sector": frame.sector, "seats": list(frame.seats)}

    def refused(self, state: State, frame: fr.Bidding, seat: Seat, choice: int) -> Refusal:
        return law.no("STG-2", "too-few-pp", need=choice, have=state.players[seat].pp)

    def opened(self, run: R, frame: fr.Bidding) -> None:
        state = run.state
        bids = {seat: bid for seat, bid in frame.answers.items() if seat in state.playing}
        run.pop()
        run.emit(ev.Bids(frame.sector, bids))
        rank = run.state.order()
        # STG-3, STG-5
        order = (*sorted(bids, key=lambda seat: (-bids[seat], rank.index(seat))), *frame.rest)
        conquest = run.state.stack[-1] if run.state.stack else None
        if isinstance(conquest, fr.Conquest):
            run.become(replace(conquest, stage="take", order=order))
