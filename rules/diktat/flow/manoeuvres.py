"""Manoeuvres and what they lead to: looks, Assassinations, the Others' attack, Cabal tokens laid (MAN, SND, SPY, ASN,
EXT, CBL, SPE, OAS, BLK, DOR, REV, ADH-1)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from rules.diktat import commands as cmd
from rules.diktat import elements
from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat import legality as law
from rules.diktat.commands import option, written, written_once
from rules.diktat.deals import At
from rules.diktat.flow import asides, effects, possessions
from rules.diktat.packs.cards import KINDS, LETTERS
from rules.diktat.state import OTHERS, State, less
from rules.kernel import Json, Refusal, Seat, replace
from rules.kernel.chance import in_random_order
from rules.kernel.handlers import NOT_NOW, ChoiceHandler, Handler, Question, illegal, legal
from rules.kernel.run import Run

F = TypeVar("F")
R = Run[State]
STOP: Json = {"kind": "stop"}


def judge(state: State, seat: Seat, command: Any) -> Any:
    """The Manoeuvre, or why it cannot be made."""
    if isinstance(command, cmd.Special):
        return elements.use(state, seat, command) or command
    return law.manoeuvre(state, seat, command) or command


def make(run: R, seat: Seat, command: Any) -> None:
    """MAN-2, MAN-4: one pawn is spent, and the turn passes on when all is done."""
    run.emit(ev.ManoeuvreMade(seat, command.kind, run.state.players[seat].pawns - 1))
    run.become(fr.Cycle("next"))
    match command:
        case cmd.Send(sector=str(sector), pawns=pawns, blockhaus=wall):
            id = f"s{run.state.stacks_sent + 1}"
            run.emit(ev.Sent(seat, id, sector, pawns))
            if wall:
                # BLK-1
                run.emit(ev.TokenLaid(seat, "blockhaus", sector))
            effects.attacked(run, id)  # SND-4
        case cmd.Spy(at=At() as at):
            frame = fr.Looking(seat, effects.spying(run.state, seat))
            run.push(frame)
            look(run, frame, at)
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
            effects.use(run, seat, element.thing, "special", option, with_)


# ---- what is offered -------------------------------------------------------------------------------------------------


def options(state: State, seat: Seat) -> list[Json]:
    """The six, always, the impossible with their reason."""
    cards = law.cards_left(state, seat) or state.pack.hands[state.players[seat].cabal][:1]
    return [
        *_sends(state, seat),
        _named(state, seat, "spy", law.looks(state, None), "SPY-2"),
        _named(state, seat, "assassinate", law.targets(state, seat, "assassinate"), "MAN-5"),
        legal({"kind": "extend"}),
        *(option({"kind": "develop", "card": id}, law.develop(state, seat, id)) for id in cards),
        *(option(written_once(command), refusal) for command, refusal in elements.judged(state, seat, cmd.Special)),
    ]


def _named(state: State, seat: Seat, kind: str, places: list[At], clause: str) -> Json:
    if not places:
        return illegal({"kind": kind, "at": {"stack": "s0", "pawn": 1}}, law.no(clause, "no-target"))
    return asides.warned_at(state, seat, legal({"kind": kind}, "at"), places)


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
            continue
        if not state.deals:
            continue
        # OAT-4: a sector that the seat has sworn to keep out of has an option of its own
        option = legal({"kind": "send", "sector": sector}, "pawns")
        if (warnings := asides.warned(state, seat, option, ev.Sent(seat, "", sector, agents[:1]))) is not option:
            yield warnings


def nameable(state: State, seat: Seat, draft: Any) -> Json:
    """What the next part of a Manoeuvre may be, as `Match.choices` has it: of a Send the sector, then the pawn to lay
    on top; of a place the stack, then its pawn, or what else is one; what an Extend discards. `breaks`: the sworn deals
    that the Manoeuvre as it stands would break (OAT-4)."""
    keys: dict[str, dict[str, Json | None]] = {}
    whole: Json | None = None
    ways = list(_ways(state, seat, draft)) or [("", "", draft)]
    for key, value, command in ways:
        judged = judge(state, seat, command)
        refused = isinstance(judged, Refusal)
        if key and value not in keys.setdefault(key, {}):
            keys[key][value] = judged.to_json() if refused else None
        whole = written(command) if whole is None and not refused else whole
    return asides.warned(state, seat, {"keys": keys, "whole": whole}, *_events(seat, draft))


def _ways(state: State, seat: Seat, draft: Any) -> Iterator[tuple[str, str, Any]]:
    """Every value that the next part may have, under its key, with a whole Manoeuvre that has it."""
    agents = state.players[seat].agents
    match draft:
        case cmd.Send(sector=None, pawns=pawns):
            yield from (
                ("sector", ground, replace(draft, sector=ground, pawns=pawns or agents[:1])) for ground in state.grounds
            )
        case cmd.Send(pawns=pawns):
            yield from (("pawns", added, replace(draft, pawns=added + pawns)) for added in less(agents, pawns))
        case cmd.Spy(at=None | At(stack=str(), pawn=None) as named):
            yield from _places(draft, named, law.looks(state, fr.Looking(seat, 1)))
        case cmd.Assassinate(at=None | At(stack=str(), pawn=None) as named):
            yield from _places(draft, named, law.targets(state, seat, "assassinate"))
        case cmd.Extend(discard=None):
            yield from (("discard", discard, replace(draft, discard=discard)) for discard in cmd.DISCARDS)


def _places(draft: Any, named: At | None, places: list[At]) -> Iterator[tuple[str, str, Any]]:
    for at in places:
        if named is not None:
            if at.stack == named.stack:
                yield "pawn", str(at.pawn), replace(draft, at=at)
        elif at.stack is not None:
            yield "stack", at.stack, replace(draft, at=at)
        else:
            yield (
                ("secret", "secret", replace(draft, at=at))
                if at.secret
                else ("corruption", at.corruption or "", replace(draft, at=at))
            )


def _events(seat: Seat, draft: Any) -> Iterator[Any]:
    """The public event that a Manoeuvre would become, once its sector or place is named."""
    match draft:
        case cmd.Send(sector=str(sector), pawns=pawns):
            yield ev.Sent(seat, "", sector, pawns)
        case cmd.Spy(at=At() as at) if _whole(at):
            yield ev.Looked(seat, at, "")
        case cmd.Assassinate(at=At() as at) if _whole(at):
            yield ev.Killed(seat, at, "", "", "", False)


def _whole(at: At) -> bool:
    return at.stack is None or at.pawn is not None


def teams(agents: str, rng: random.Random) -> str:
    """Some Agents, in any order."""
    return "".join(rng.sample(agents, rng.randint(1, min(len(agents), 5))))


def complete(state: State, seat: Seat, rng: random.Random) -> Iterator[Json]:
    """Complete legal Manoeuvres in random order: of each kind about as many. Drafts are made when they are drawn."""
    kinds: list[tuple[Iterator[Any], int]] = [
        (iter([cmd.Extend()]), 1),
        (_sends_drawn(state, seat, rng), len(state.grounds)),
        (_discards_drawn(state, seat, rng), 1),
        (_spies_drawn(state, rng), 3),
        (_assassinations_drawn(state, seat, rng), 4),
        (map(cmd.Develop, left := law.cards_left(state, seat)), len(left)),
        (iter(special := elements.uses(state, seat, cmd.Special)), len(special)),
    ]
    for drafts in in_random_order([drafts for drafts, most in kinds for _ in range(most)], rng):
        draft = next(drafts, None)
        if draft is not None and not isinstance(judge(state, seat, draft), Refusal):
            yield written(draft)


def _sends_drawn(state: State, seat: Seat, rng: random.Random) -> Iterator[cmd.Send]:
    if agents := state.players[seat].agents:
        for sector in in_random_order(state.grounds, rng):
            wall = law.can_wall(state, seat, sector) and rng.random() < 0.5
            yield cmd.Send(sector, teams(agents, rng), wall)


def _discards_drawn(state: State, seat: Seat, rng: random.Random) -> Iterator[cmd.Extend]:
    if agents := state.players[seat].agents:
        yield cmd.Extend(KINDS[rng.choice(agents)])


def _spies_drawn(state: State, rng: random.Random) -> Iterator[cmd.Spy]:
    for at in in_random_order(law.looks(state, None), rng):
        yield cmd.Spy(at)


def _assassinations_drawn(state: State, seat: Seat, rng: random.Random) -> Iterator[cmd.Assassinate]:
    for at in in_random_order(law.targets(state, seat, "assassinate"), rng):
        yield cmd.Assassinate(at)


# ---- looking (SPY) ---------------------------------------------------------------------------------------------------


def look(run: R, frame: fr.Looking, at: At) -> None:
    """SPY-2 to SPY-6: one look; the frame, which is on top, goes on with one fewer."""
    seat, state = frame.seat, run.state
    if at.secret:
        saw, owner, changed = state.secret or "", None, replace(frame, left=frame.left - 1, secret=True)
    else:
        sector, owner, pawn = state.located(at)
        saw = pawn.kind
        done = (*frame.done, (at.stack or "", at.pawn or 1))
        where = tuple(dict.fromkeys((*frame.sectors, sector)))
        changed = replace(frame, left=frame.left - 1, done=done, sectors=where)
    run.become(changed)
    run.emit(ev.Looked(seat, at, saw, owner))


class PlacesHandler(Handler[State, F, R]):
    """One place is named after another, each dealt with before the next, until the seat stops."""

    names: ClassVar[Any]
    """The command that names a place."""

    def places(self, state: State, frame: F) -> list[At]:
        """The places that a command can name."""
        raise NotImplementedError

    def refused(self, state: State, frame: F, at: At) -> Refusal | None:
        """The refusal of a place that cannot be named."""
        raise NotImplementedError

    def named(self, run: R, frame: F, at: At) -> None:
        raise NotImplementedError

    def stopped(self, run: R, frame: F) -> None:
        run.pop()

    def resolve(self, state: State, frame: F, seat: Seat, command: Any) -> Any:
        if isinstance(command, cmd.Stop):
            return command
        return (self.refused(state, frame, command.at) or command) if isinstance(command, self.names) else NOT_NOW

    def answer(self, run: R, frame: F, seat: Seat, command: Any) -> None:
        self.stopped(run, frame) if isinstance(command, cmd.Stop) else self.named(run, frame, command.at)

    def options(self, state: State, frame: F, seat: Seat) -> list[Json]:
        rows = [(legal(written(self.names(at))), at) for at in self.places(state, frame)]
        return [*(asides.warned_at(state, seat, row, [at]) for row, at in rows), legal(STOP)]


class LookingHandler(PlacesHandler[fr.Looking]):
    """SPY-3, SPY-4: the next look, each with the knowledge of those before."""

    names: ClassVar = cmd.Look

    def ask(self, state: State, frame: fr.Looking) -> Mapping[Seat, Question]:
        if not frame.left or not law.looks(state, frame):
            return {}
        return {frame.seat: Question("look", "look", {"left": frame.left}, STOP)}

    def places(self, state: State, frame: fr.Looking) -> list[At]:
        return law.looks(state, frame)

    def refused(self, state: State, frame: fr.Looking, at: At) -> Refusal | None:
        return law.look(state, frame, at)

    def named(self, run: R, frame: fr.Looking, at: At) -> None:
        look(run, frame, at)

    def step(self, run: R, frame: fr.Looking) -> None:
        self.stopped(run, frame)

    def stopped(self, run: R, frame: fr.Looking) -> None:
        """DOR-1: PoliSec may leave a sleeper where it has looked at a pawn."""
        run.pop()
        state, seat = run.state, frame.seat
        if seat in state.playing and state.token(seat) == "dormant" and state.players[seat].reserve:
            free = tuple(sector for sector in frame.sectors if "dormant" not in state.grounds[sector].tokens)
            if free:
                run.push(fr.Laying(seat, "dormant", free))


# ---- Assassinations (ASN) --------------------------------------------------------------------------------------------


class KillingHandler(PlacesHandler[fr.Killing]):
    """ASN-1 to ASN-9: named, perhaps stopped by a Blockhaus, shown, one after another; ASN-7: it may stop; ASN-8:
    tokens are not spent."""

    names: ClassVar = cmd.Kill

    def ask(self, state: State, frame: fr.Killing) -> Mapping[Seat, Question]:
        if frame.target is not None or not frame.left or not law.targets(state, frame.seat, frame.mode):
            return {}
        params = {"left": frame.left, "known": frame.mode == "arrest"}
        return {frame.seat: Question("kill", frame.mode, params, STOP)}

    def places(self, state: State, frame: fr.Killing) -> list[At]:
        return law.targets(state, frame.seat, frame.mode)

    def refused(self, state: State, frame: fr.Killing, at: At) -> Refusal | None:
        return law.kill(state, frame.seat, frame.mode, at)

    def named(self, run: R, frame: fr.Killing, at: At) -> None:
        run.become(replace(frame, target=at))

    def step(self, run: R, frame: fr.Killing) -> None:
        carry_out(run, frame, frame.seat)


class OthersKillingHandler(PlacesHandler[fr.OthersKilling]):
    """OAS-2, OAS-3, OAS-4, OTH-13: the hand of the Others, without stopping early."""

    names: ClassVar = cmd.Kill

    def ask(self, state: State, frame: fr.OthersKilling) -> Mapping[Seat, Question]:
        located = state.find(frame.stack)
        hand = None if located is None else state.left_of(located[1])
        if frame.target is not None or not frame.left or hand is None:
            return {}
        default = {"kind": "kill", "at": {"stack": frame.stack, "pawn": 1}}
        return {hand: Question("kill", OTHERS, {"left": frame.left, "stack": frame.stack}, default)}

    def places(self, state: State, frame: fr.OthersKilling) -> list[At]:
        located = state.find(frame.stack)
        return [At(frame.stack, n) for n in range(1, len(located[2]) + 1)] if located is not None else []

    def refused(self, state: State, frame: fr.OthersKilling, at: At) -> Refusal | None:
        located = law.pawn_at(state, at)
        if isinstance(located, Refusal):
            return located
        return None if at.stack == frame.stack else law.no("OAS-2", "not-a-choice")

    def named(self, run: R, frame: fr.OthersKilling, at: At) -> None:
        run.become(replace(frame, target=at))

    def step(self, run: R, frame: fr.OthersKilling) -> None:
        carry_out(run, frame, OTHERS)

    def resolve(self, state: State, frame: fr.OthersKilling, seat: Seat, command: Any) -> Any:
        if isinstance(command, cmd.Stop) and not state.options.others_may_stop:
            return law.no("OAS-2", "not-now")
        return super().resolve(state, frame, seat, command)

    def options(self, state: State, frame: fr.OthersKilling, seat: Seat) -> list[Json]:
        rows = [legal(written(cmd.Kill(at))) for at in self.places(state, frame)]
        return [*rows, legal(STOP)] if state.options.others_may_stop else rows


def carry_out(run: R, frame: fr.Killing | fr.OthersKilling, by: str) -> None:
    """The Assassination that has been named; without one the frame is done."""
    if frame.target is None:
        run.pop()
        return
    run.become(replace(frame, target=None, left=frame.left - 1))
    strike(run, by, frame.target)


def strike(run: R, by: str, at: At) -> None:
    """An Assassination names a place; BLK-2: the Black Guard may stop it before the pawn is shown."""
    state = run.state
    if at.corruption is None:
        sector, owner, _ = state.located(at)
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
    sector, owner, pawn = state.located(at)
    guard = pawn.kind == "G"
    stays = guard and owner != OTHERS and state.power(owner, "steadfast") > 0
    run.emit(ev.Killed(by, at, owner, pawn.kind, sector, stays))
    if guard:
        guarded(run, by, owner)
    elif by != OTHERS:
        if pawn.kind == "E":
            effects.earn(run, by, 3 + run.state.power(by, "bounty"), "bounty")
        free = state.players[by].reserve and "revolt" not in state.grounds[sector].tokens
        if state.token(by) == "revolt" and free:
            # REV-1
            run.push(fr.Laying(by, "revolt", (sector,)))


def guarded(run: R, by: str, owner: Seat) -> None:
    """ASN-6, OAS-3: a Guard, or a Blockhaus in its stead, ends it there and is paid for."""
    if by == OTHERS:
        effects.earn(run, owner, 2, "guard")
    elif owner == OTHERS:
        effects.forced(run, by, 2, "guard")
    else:
        effects.forced(run, by, 2 + run.state.power(owner, "toll"), "guard", owner)
    run.pop()


class ReactingHandler(ChoiceHandler[State, fr.Reacting, R]):
    """BLK-2. A Black Guard that has given up is not asked: its stacks are gone."""

    kind: ClassVar = "react"
    prompt: ClassVar = "blockhaus"
    answered_by: ClassVar = (cmd.React, "blockhaus")

    def params(self, state: State, frame: fr.Reacting, seat: Seat) -> Json:
        return {"at": written(cmd.Look(frame.at))["at"], "by": frame.by, "sector": frame.sector}

    def chosen(self, run: R, frame: fr.Reacting, seat: Seat, choice: bool) -> None:
        run.pop()
        if choice:
            run.emit(ev.TokenGone("blockhaus", frame.sector, "used"))
            run.emit(ev.Blocked(frame.by, frame.at, seat, frame.sector))
            guarded(run, frame.by, seat)
        else:
            fall(run, frame.by, frame.at)


class LayingHandler(ChoiceHandler[State, fr.Laying, R]):
    """DOR-1, REV-1, ADH-1: a Cabal token, or none."""

    kind: ClassVar = "lay"
    answered_by: ClassVar = (cmd.Lay, "on")
    default: ClassVar = -1

    def choices(self, state: State, frame: fr.Laying, seat: Seat) -> list[Any]:
        if frame.possession is not None:
            _, kind, id = frame.possession
            return [{kind: id}, None]
        return [*frame.on, None]

    def params(self, state: State, frame: fr.Laying, seat: Seat) -> Json:
        return {"token": frame.token, "on": self.choices(state, frame, seat)[:-1]}

    def choice(self, command: cmd.Lay) -> Any:
        return written(command)["on"]

    def refused(self, state: State, frame: fr.Laying, seat: Seat, choice: Any) -> Refusal:
        return law.no({"dormant": "DOR-1", "revolt": "REV-1", "adhesion": "ADH-1"}[frame.token], "not-a-choice")

    def chosen(self, run: R, frame: fr.Laying, seat: Seat, choice: Any) -> None:
        run.pop()
        if choice is not None and frame.possession is not None:
            run.emit(ev.Spent(seat, frame.on[0], "C", "adhesion"))
            run.emit(ev.TokenLaid(seat, frame.token, frame.on[0], frame.possession))
        elif choice is not None:
            run.emit(ev.TokenLaid(seat, frame.token, choice))
