"""Manoeuvres and what they lead to: looks, Assassinations, the Others' attack, Cabal tokens laid (MAN, SND, SPY, ASN,
EXT, CBL, SPE, OAS, BLK, DOR, REV, ADH-1)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from rules.diktat import commands as cmd
from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.cards import KINDS, LETTERS
from rules.diktat.deals import At
from rules.diktat.flow import asides, effects, possessions
from rules.diktat.flow.choices import row, written
from rules.diktat.state import OTHERS, State
from rules.kernel import Json, Refusal
from rules.kernel.codec import replace
from rules.kernel.run import NOT_NOW, Handler, Question, Run, illegal, legal
from rules.kernel.seats import Seat

R = Run[State]
STOP: Json = {"kind": "stop"}


def judge(state: State, seat: Seat, said: Any) -> Any:
    """The Manoeuvre, or why it cannot be made."""
    return law.manoeuvre(state, seat, said) or said


def make(run: R, seat: Seat, said: Any) -> None:
    """MAN-2, MAN-4: one pawn is spent, and the turn passes on when all is done."""
    run.emit(ev.ManoeuvreMade(seat, said.kind, run.state.players[seat].pawns - 1))
    run.become(fr.Cycle("next"))
    match said:
        case cmd.Send(sector=sector, pawns=pawns, blockhaus=wall):
            id = f"s{run.state.stacks_sent + 1}"
            run.emit(ev.Sent(seat, id, sector, pawns))
            if wall:
                # BLK-1
                run.emit(ev.TokenLaid(seat, "blockhaus", sector))
            effects.attacked(run, id)  # SND-4
        case cmd.Spy(at=at):
            look(run, fr.Looking(seat, effects.spying(run.state, seat)), at, first=True)
        case cmd.Assassinate(at=at):
            # ASN-1
            run.push(fr.Killing(seat, 1 + run.state.players[seat].assassins, "assassinate", at))
        case cmd.Extend(discard=discard):
            # EXT-1, EXT-2
            if discard in ("spy", "assassin"):
                run.emit(ev.TokensChanged(seat, -(discard == "spy"), -(discard == "assassin"), "extend"))
            elif discard is not None:
                run.emit(ev.AgentsChanged(seat, "", LETTERS[discard], "extend"))
            effects.earn(run, seat, 1 + (discard is not None) + run.state.power(seat, "extends"), "extend")
        case cmd.Develop(card=card):
            possessions.acquire(run, seat, card, law.price(run.state, seat) or 0)
        case cmd.Special(element=element, option=option, with_=with_):
            thing = law.thing_of(element)
            assert thing is not None
            effects.use(run, seat, thing, "special", option, with_)


# ---- what is offered -------------------------------------------------------------------------------------------------


def options(state: State, seat: Seat) -> list[Json]:
    """The six, always, the impossible with their reason."""
    return [
        *_sends(state, seat),
        _row(state, seat, {"kind": "spy"}, bool(law.looks(state)), "SPY-2"),
        _row(state, seat, {"kind": "assassinate"}, bool(law.targets(state, seat, "assassinate")), "MAN-5"),
        legal({"kind": "extend"}),
        *(row(cmd.Develop(id), law.develop(state, seat, id)) for id in law.cards_left(state, seat)),
        *(_hopeless(state, seat, "develop") if law.price(state, seat) is None else ()),
        *_specials(state, seat),
    ]


def _row(state: State, seat: Seat, said: Json, able: bool, clause: str) -> Json:
    if not able:
        return illegal(said | {"at": {"stack": "s0", "pawn": 1}}, law.no(clause, "no-target"))
    return asides.warned_of_any(state, seat, legal(said, "at"))


def _hopeless(state: State, seat: Seat, kind: str) -> list[Json]:
    hand = state.pack.hands[state.players[seat].cabal]
    return [illegal({"kind": kind, "card": hand[0]}, law.no("CBL-1", "no-slot"))]


def _sends(state: State, seat: Seat) -> Iterator[Json]:
    agents = state.players[seat].agents
    if not agents:
        yield illegal({"kind": "send", "sector": next(iter(state.grounds)), "pawns": ""}, law.no("SND-2", "no-pawns"))
        return
    yield legal({"kind": "send"}, "sector", "pawns")
    for sector in state.grounds:
        barred = law.enter(state, sector)
        if barred is not None:
            yield illegal({"kind": "send", "sector": sector, "pawns": agents[:1]}, barred)


def _specials(state: State, seat: Seat) -> Iterator[Json]:
    for said in specials(state, seat):
        yield row(said, law.special(state, seat, said))


def specials(state: State, seat: Seat) -> list[cmd.Special]:
    """Every Special Manoeuvre of a seat's elements, without what it asks."""
    return [
        cmd.Special(asides.element(thing), n)
        for thing, found, _ in state.things(seat)
        for n in range(len(found.specials))
    ]


def teams(agents: str, rng: random.Random) -> str:
    """Some Agents, in any order."""
    return "".join(rng.sample(agents, rng.randint(1, min(len(agents), 5))))


def complete(state: State, seat: Seat, rng: random.Random) -> Iterator[Json]:
    """Complete legal Manoeuvres in random order: of each kind about as many."""
    agents = state.players[seat].agents
    drafts: list[Any] = [cmd.Extend()]
    if agents:
        for sector in rng.sample(list(state.grounds), 6):
            if law.enter(state, sector) is None:
                wall = law.can_wall(state, seat, sector) and rng.random() < 0.5
                drafts.append(cmd.Send(sector, teams(agents, rng), wall))
        drafts.append(cmd.Extend(KINDS[rng.choice(agents)]))
    places, prey = law.looks(state), law.targets(state, seat, "assassinate")
    drafts += [cmd.Spy(at) for at in rng.sample(places, min(3, len(places)))]
    drafts += [cmd.Assassinate(at) for at in rng.sample(prey, min(4, len(prey)))]
    drafts += [cmd.Develop(id) for id in law.cards_left(state, seat)]
    drafts += specials(state, seat)
    rng.shuffle(drafts)
    for said in drafts:
        if law.manoeuvre(state, seat, said) is None:
            yield written(said)


# ---- looking (SPY) ---------------------------------------------------------------------------------------------------


def look(run: R, frame: fr.Looking, at: At, first: bool = False) -> None:
    """SPY-2 to SPY-6: one look; the frame goes on with one fewer."""
    seat, state = frame.seat, run.state
    if at.secret:
        saw, changed = state.secret or "", replace(frame, left=frame.left - 1, secret=True)
    else:
        found = law.pawn_at(state, at)
        assert not isinstance(found, Refusal)
        sector, _, pawn = found
        saw = pawn.kind
        done = (*frame.done, (at.stack or "", at.pawn or 1))
        where = tuple(dict.fromkeys((*frame.sectors, sector)))
        changed = replace(frame, left=frame.left - 1, done=done, sectors=where)
    run.push(changed) if first else run.become(changed)
    run.emit(ev.Looked(seat, at, saw))


class LookingHandler(Handler[State, fr.Looking, R]):
    """SPY-3, SPY-4: the next look, each with the knowledge of those before."""

    def ask(self, state: State, frame: fr.Looking) -> Mapping[Seat, Question]:
        if not frame.left or not law.looks(state, frame):
            return {}
        return {frame.seat: Question("look", "look", {"left": frame.left}, STOP)}

    def step(self, run: R, frame: fr.Looking) -> None:
        self._done(run, frame)

    def _done(self, run: R, frame: fr.Looking) -> None:
        """DOR-1: PoliSec may leave a sleeper where it has looked at a pawn."""
        run.pop()
        state, seat = run.state, frame.seat
        if seat in state.playing and state.token(seat) == "dormant" and state.players[seat].reserve:
            free = tuple(it for it in frame.sectors if "dormant" not in state.grounds[it].tokens)
            if free:
                run.push(fr.Laying(seat, "dormant", free))

    def resolve(self, state: State, frame: fr.Looking, seat: Seat, command: Any) -> Any:
        match command:
            case cmd.Stop():
                return command
            case cmd.Look(at=at):
                return law.look(state, frame, at) or command
        return NOT_NOW

    def answer(self, run: R, frame: fr.Looking, seat: Seat, command: Any) -> None:
        if isinstance(command, cmd.Look):
            look(run, frame, command.at)
        else:
            self._done(run, frame)

    def options(self, state: State, frame: fr.Looking, seat: Seat) -> list[Json]:
        rows = [legal(written(cmd.Look(at))) for at in law.looks(state, frame)]
        return [*(asides.warned_of_any(state, seat, it) for it in rows), legal(STOP)]


# ---- Assassinations (ASN) --------------------------------------------------------------------------------------------


class KillingHandler(Handler[State, fr.Killing, R]):
    """ASN-1 to ASN-9: named, perhaps stopped by a Blockhaus, shown, one after another; ASN-7: it may stop; ASN-8:
    tokens are not spent."""

    def ask(self, state: State, frame: fr.Killing) -> Mapping[Seat, Question]:
        if frame.target is not None or not frame.left or not law.targets(state, frame.seat, frame.mode):
            return {}
        params = {"left": frame.left, "known": frame.mode == "arrest"}
        return {frame.seat: Question("kill", frame.mode, params, STOP)}

    def step(self, run: R, frame: fr.Killing) -> None:
        if frame.target is None or frame.seat in run.state.given_up:
            run.pop()
            return
        run.become(replace(frame, target=None, left=frame.left - 1))
        strike(run, frame.seat, frame.target)

    def resolve(self, state: State, frame: fr.Killing, seat: Seat, command: Any) -> Any:
        match command:
            case cmd.Stop():
                return command
            case cmd.Kill(at=at):
                return law.kill(state, seat, frame.mode, at) or command
        return NOT_NOW

    def answer(self, run: R, frame: fr.Killing, seat: Seat, command: Any) -> None:
        if isinstance(command, cmd.Kill):
            run.become(replace(frame, target=command.at))
        else:
            run.pop()

    def options(self, state: State, frame: fr.Killing, seat: Seat) -> list[Json]:
        rows = [legal(written(cmd.Kill(at))) for at in law.targets(state, seat, frame.mode)]
        return [*(asides.warned_of_any(state, seat, it) for it in rows), legal(STOP)]


def strike(run: R, by: str, at: At) -> None:
    """An Assassination names a place; BLK-2: the Black Guard may stop it before the pawn is shown."""
    state = run.state
    if at.corruption is None:
        found = law.pawn_at(state, at)
        assert not isinstance(found, Refusal)
        sector, owner, _ = found
        walled = owner != OTHERS and state.token(owner) == "blockhaus" and "blockhaus" in state.grounds[sector].tokens
        if walled:
            run.push(fr.Reacting(owner, by, at, sector))
            return
    fall(run, by, at)


def fall(run: R, by: str, at: At) -> None:
    """ASN-3, ASN-4, ASN-5, ASN-6, OAS-3, OTH-7, EFF-12: the pawn is shown and discarded; what it brings."""
    state = run.state
    if at.corruption is not None:
        # OTH-12: as a Parasite
        run.emit(ev.Killed(by, at, OTHERS, "C", at.corruption, False))
        return
    found = law.pawn_at(state, at)
    assert not isinstance(found, Refusal)
    sector, owner, pawn = found
    guard = pawn.kind == "G"
    stays = guard and owner != OTHERS and state.power(owner, "steadfast") > 0
    run.emit(ev.Killed(by, at, owner, pawn.kind, sector, stays))
    if guard:
        guarded(run, by, owner)
    elif by != OTHERS:
        if pawn.kind == "E":
            effects.earn(run, by, 3 + run.state.power(by, "bounty"), "bounty")
        _uprising(run, by, sector)


def guarded(run: R, by: str, owner: Seat) -> None:
    """ASN-6, OAS-3: a Guard, or a Blockhaus in its stead, ends it there and is paid for."""
    if by == OTHERS:
        effects.earn(run, owner, 2, "guard")
    elif owner == OTHERS:
        effects.forced(run, by, 2, "guard")
    else:
        effects.forced(run, by, 2 + run.state.power(owner, "toll"), "guard", owner)
    run.pop()


def _uprising(run: R, by: Seat, sector: str) -> None:
    """REV-1."""
    state = run.state
    if state.token(by) == "revolt" and state.players[by].reserve and "revolt" not in state.grounds[sector].tokens:
        run.push(fr.Laying(by, "revolt", (sector,)))


class ReactingHandler(Handler[State, fr.Reacting, R]):
    """BLK-2."""

    def ask(self, state: State, frame: fr.Reacting) -> Mapping[Seat, Question]:
        at = written(cmd.Look(frame.at))["at"]
        params = {"at": at, "by": frame.by, "sector": frame.sector}
        return {frame.seat: Question("react", "blockhaus", params, {"kind": "react", "blockhaus": True})}

    def step(self, run: R, frame: fr.Reacting) -> None:
        """The Black Guard has given up: its stacks are gone."""
        run.pop()

    def resolve(self, state: State, frame: fr.Reacting, seat: Seat, command: Any) -> Any:
        return command if isinstance(command, cmd.React) else NOT_NOW

    def answer(self, run: R, frame: fr.Reacting, seat: Seat, command: cmd.React) -> None:
        run.pop()
        if command.blockhaus:
            run.emit(ev.TokenGone("blockhaus", frame.sector, "used"))
            run.emit(ev.Blocked(frame.by, frame.at, frame.seat, frame.sector))
            guarded(run, frame.by, frame.seat)
        else:
            fall(run, frame.by, frame.at)

    def options(self, state: State, frame: fr.Reacting, seat: Seat) -> list[Json]:
        return [legal({"kind": "react", "blockhaus": it}) for it in (True, False)]


class OthersKillingHandler(Handler[State, fr.OthersKilling, R]):
    """OAS-2, OAS-3, OAS-4, OTH-13: the hand of the Others, without stopping early."""

    def ask(self, state: State, frame: fr.OthersKilling) -> Mapping[Seat, Question]:
        found = state.find(frame.stack)
        hand = None if found is None else state.left_of(found[1])
        if frame.target is not None or not frame.left or found is None or hand is None:
            return {}
        default = {"kind": "kill", "at": {"stack": frame.stack, "pawn": 1}}
        params = {"left": frame.left, "stack": frame.stack}
        return {hand: Question("kill", OTHERS, params, default)}

    def step(self, run: R, frame: fr.OthersKilling) -> None:
        if frame.target is None or run.state.find(frame.stack) is None:
            run.pop()
            return
        run.become(replace(frame, target=None, left=frame.left - 1))
        strike(run, OTHERS, frame.target)

    def resolve(self, state: State, frame: fr.OthersKilling, seat: Seat, command: Any) -> Any:
        match command:
            case cmd.Stop():
                return command if state.options.others_may_stop else law.no("OAS-2", "not-now")
            case cmd.Kill(at=at):
                found = law.pawn_at(state, at)
                if isinstance(found, Refusal):
                    return found
                return command if at.stack == frame.stack else law.no("OAS-2", "not-a-choice")
        return NOT_NOW

    def answer(self, run: R, frame: fr.OthersKilling, seat: Seat, command: Any) -> None:
        if isinstance(command, cmd.Kill):
            run.become(replace(frame, target=command.at))
        else:
            run.pop()

    def options(self, state: State, frame: fr.OthersKilling, seat: Seat) -> list[Json]:
        found = state.find(frame.stack)
        assert found is not None
        rows = [legal(written(cmd.Kill(At(frame.stack, n)))) for n in range(1, len(found[2]) + 1)]
        return [*rows, legal(STOP)] if state.options.others_may_stop else rows


class LayingHandler(Handler[State, fr.Laying, R]):
    """DOR-1, REV-1, ADH-1: a Cabal token, or none."""

    def _rows(self, frame: fr.Laying) -> list[Any]:
        if frame.possession is not None:
            _, kind, id = frame.possession
            return [{kind: id}, None]
        return [*frame.on, None]

    def ask(self, state: State, frame: fr.Laying) -> Mapping[Seat, Question]:
        params = {"token": frame.token, "on": self._rows(frame)[:-1]}
        return {frame.seat: Question("lay", "lay", params, {"kind": "lay", "on": None})}

    def step(self, run: R, frame: fr.Laying) -> None:
        run.pop()

    def resolve(self, state: State, frame: fr.Laying, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Lay):
            return NOT_NOW
        clause = {"dormant": "DOR-1", "revolt": "REV-1", "adhesion": "ADH-1"}[frame.token]
        return command if written(command)["on"] in self._rows(frame) else law.no(clause, "not-a-choice")

    def answer(self, run: R, frame: fr.Laying, seat: Seat, command: cmd.Lay) -> None:
        run.pop()
        if command.on is None:
            return
        if frame.possession is not None:
            run.emit(ev.Spent(seat, frame.on[0], "C", "adhesion"))
            run.emit(ev.TokenLaid(seat, frame.token, frame.on[0], frame.possession))
        else:
            assert isinstance(command.on, str)
            run.emit(ev.TokenLaid(seat, frame.token, command.on))

    def options(self, state: State, frame: fr.Laying, seat: Seat) -> list[Json]:
        return [legal({"kind": "lay", "on": it}) for it in self._rows(frame)]
