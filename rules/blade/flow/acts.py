"""What characters are told to do, carried out; and the handler that heroes, allies and tiles share."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import attack, hands, magic, movement
from rules.blade.flow.life import spend
from rules.blade.flow.turn import activation_begins, interrupt
from rules.blade.legality import acts as law
from rules.blade.state import Hero, State
from rules.kernel import Json, Refusal, Seat, replace
from rules.kernel.chance import in_random_order
from rules.kernel.drafts import DraftHandler, DraftPart
from rules.kernel.run import Run

F = TypeVar("F")
R = Run[State]
A_SERIES = 0.03
"""How often a random player gives a series."""


def perform(run: R, seat: Seat, command: Any) -> None:
    """Carries out an acting command that `law.judge` found legal; dropping and using are free (HRO-8)."""
    match command:
        case cmd.Move():
            movement.begin(run, command)
        case cmd.Attack():
            assert command.target is not None
            if isinstance(run.state.who(command.who), Hero):
                interrupt(run, command.who)  # STP-5
                spend(run, command.who, command.mode, command.gems or 0, "attack")
            attack.begin(run, seat, command.who, command.target, command.mode, command.gems or 0, command.items or ())
        case cmd.Web():
            assert command.target is not None
            attack.begin(run, seat, command.who, command.target, "web")
        case cmd.BreakFree():
            movement.break_free(run, command)
        case cmd.Cast():
            magic.carry_out(run, seat, command, acting=True)
        case cmd.Throw():
            hands.throw(run, seat, command)
        case cmd.Drop():
            hands.drop(run, seat, command)
        case cmd.Take():
            hands.take(run, command)
        case cmd.Give() | cmd.Receive():
            hands.give(run, seat, command)
        case cmd.UseItem():
            hands.use(run, command)
        case cmd.Door():
            hands.door(run, seat, command)
        case cmd.Handle():
            hands.handle(run, seat, command)
        case cmd.SearchDoor():
            hands.search_door(run, seat, command)
        case cmd.CommandAlly():
            _command(run, seat, command)
        case cmd.Leave():
            movement.leave(run, command)


def _command(run: R, seat: Seat, command: cmd.CommandAlly) -> None:
    """ALY-2: one gem, straight to fatigue."""
    interrupt(run, command.who)
    spend(run, command.who, "fatigue", 1, "command")
    run.emit(ev.Commanded(command.ally, command.who))
    activation_begins(run, command.ally)
    run.push(fr.AllyAct(seat, command.ally))


class ActHandler(DraftHandler[State, F, R]):
    """The options of characters that act, as drafts."""

    commands_codec: ClassVar = cmd.CODEC
    keys: ClassVar = law.KEYS

    def actors(self, state: State, frame: F, seat: Seat) -> Sequence[str]:
        """The characters that this seat may tell what to do."""
        raise NotImplementedError

    def others(self, state: State, frame: F, seat: Seat) -> Iterable[Any]:
        """The commands of the frame besides."""
        return ()

    def drafts(self, state: State, frame: F, seat: Seat) -> Iterable[Any]:
        for who in self.actors(state, frame, seat):
            yield from law.drafts(state, seat, who)
        yield from self.others(state, frame, seat)

    def parts(self, state: State, seat: Seat, draft: Any) -> Iterable[DraftPart]:
        return law.parts(state, seat, draft)

    def ways(self, state: State, seat: Seat, command: Any) -> Sequence[Any]:
        return law.ways(state, seat, command)

    def judge(self, state: State, seat: Seat, command: Any) -> Any:
        """The command completed, or the Refusal."""
        command = completed(command)
        return law.judge(state, seat, command) or command

    def alike(self, command: Any) -> Any:
        return repr(command)

    def nameable(self, state: State, frame: F, seat: Seat, command: Any) -> Json:
        """The values of the next part still open, with the reason why each may not be named; lists are written with
        `+` between."""
        for part in self.parts(state, seat, command):
            if getattr(command, part.key) is None and part.values:
                judged = {written(value): part.fault(value) for value in part.values}
                rows = {key: no.to_json() if isinstance(no, Refusal) else None for key, no in judged.items()}
                legal = part.legal()
                whole = _whole(self, state, seat, replace(command, **{part.key: legal[0]})) if legal else None
                return {"keys": {part.key: rows}, "whole": whole}
        return {"keys": {}, "whole": _whole(self, state, seat, command)}


def _whole(handler: Any, state: State, seat: Seat, command: Any) -> Json | None:
    """One legal completion of a draft."""
    for way, fault in handler.ways(state, seat, command):
        if fault is None and not isinstance(law.judge(state, seat, completed(way)), Refusal):
            written: Json = cmd.CODEC.brief(way)
            return written
    return None


def written(value: Any) -> str:
    """A value of a part as a key: zones of a path and items of a set joined by `+`."""
    return "+".join(value) if isinstance(value, tuple) else str(value)


def completed(command: Any) -> Any:
    """What a command may leave out: the gem of a simple manipulation, the weapon of none."""
    match command:
        case cmd.Handle(items=None):
            return replace(command, items=())
        case _:
            return command


def moves(state: State, seat: Seat, who: str, rng: random.Random) -> list[cmd.Move]:
    """Moves for random play: the single steps, leaps and drops by name, and the cheapest path to each zone."""
    linked = (cmd.Move(who, (end,), (link.id,)) for link, end in state.board.links_from[state.at(who)])
    commands = [cmd.Move(who, path) for path in law.paths(state, who)]
    commands += [command for command in linked if law.judge(state, seat, command) is None]
    rng.shuffle(commands)
    return commands


def acting_commands(handler: Any, state: State, frame: Any, seat: Seat, rng: random.Random) -> Iterator[Json]:
    """Complete commands in random order: of each draft in turn one, moves by links among them; now and then a series
    first."""
    walks = [move for who in handler.actors(state, frame, seat) for move in moves(state, seat, who, rng)]
    if len(walks) > 1 and rng.random() < A_SERIES:
        yield {"kind": "series", "commands": [cmd.CODEC.brief(walk) for walk in walks[:2]]}
    seen = set[str]()
    rest = ActHandler.commands(handler, state, frame, seat, rng)
    mixed = in_random_order(walks, rng)
    for command in rest:
        if command["kind"] != "move":
            yield command
        elif (candidate := next(mixed, None)) is not None:
            written: Json = cmd.CODEC.brief(candidate)
            if repr(written) not in seen:
                seen.add(repr(written))
                yield written
    for candidate in mixed:
        yield cmd.CODEC.brief(candidate)
