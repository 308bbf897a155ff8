"""Planning (PLN): all at the same time, in secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.powers import limit
from rules.hybris.state import IMPROVEMENT, REMOVED, State, kind_of, name_of, owner
from rules.kernel import Json, Refusal, Seat
from rules.kernel.handlers import NOT_NOW, Question, SealedHandler, legal
from rules.kernel.purses import room
from rules.kernel.refusals import no
from rules.kernel.run import Run

SAMPLES = 30


def cannot_go(state: State, seat: Seat, name: str, heal: bool) -> str | None:
    """PLN-4, CHR-5: why a character is given no token; None if it may be."""
    character = state.mats[seat].characters[name]
    if character.prisoner:
        return "prisoner"
    if character.wounded is not None and not heal:
        return "wounded"
    return {IMPROVEMENT: "on-improvement", REMOVED: "removed"}.get(character.at)


def fault(state: State, seat: Seat, command: cmd.Plan) -> Refusal | None:
    """Why a plan cannot be, in the order tokens, conversion, Workers, healing; what healing allows counts for the
    tokens (PLN-2)."""
    heals = command.heal and heal_fault(state, seat) is None
    return (
        _tokens_fault(state, seat, command, heals)
        or _convert_fault(state, seat, command)
        or _assign_fault(state, seat, command)
        or (heal_fault(state, seat) if command.heal else None)
    )


def _tokens_fault(state: State, seat: Seat, command: cmd.Plan, heals: bool) -> Refusal | None:
    """PLN-3, PLN-4."""
    has = state.pack.rules.location_tokens
    for id in command.tokens:
        if state.character(id) is None:
            return no("GEN-9", "unknown-piece", character=id)
        if owner(id) != seat:
            return no("CHR-1", "not-yours", character=id)
    if len(command.tokens) > (most := limit(state, seat, "characters")):
        return no("PLN-3", "too-many-characters", has=len(command.tokens), most=most)
    for place, n in Counter(command.tokens.values()).items():
        if n > has.get(place, 0):
            return no("PLN-3", "no-such-token", place=place, has=has.get(place, 0))
    for id, place in command.tokens.items():
        why = cannot_go(state, seat, name_of(id), heals)
        if why is None and kind_of(id) == "prophet" and place == "surroundings":
            why = "prophet"
        if why is not None:
            return no("PLN-4", "cannot-go", character=id, why=why)
    return None


def _convert_fault(state: State, seat: Seat, command: cmd.Plan) -> Refusal | None:
    """PLN-5, RES-2: Faithful become Workers."""
    mat = state.mats[seat]
    free = min(state.pack.rules.workers_a_plan, room(mat.purse, "worker", state.pack.limits) or 0)
    if command.convert > free:
        return no("PLN-5", "too-many-workers", room=free)
    has = mat.has("faithful")
    return no("PAY-1", "too-few", word="faithful", needs=command.convert, has=has) if command.convert > has else None


def _assign_fault(state: State, seat: Seat, command: cmd.Plan) -> Refusal | None:
    """PLN-6: tiles neither accomplished nor in the Factory, without a Worker."""
    mat = state.mats[seat]
    for n, id in enumerate(command.assign):
        tile = mat.tiles.get(id)
        if tile is None:
            return no("TIL-1", "not-a-choice", tile=id)
        if tile.state != "open":
            return no("PLN-6", "tile-closed", tile=id, state=tile.state)
        if tile.worker or id in command.assign[:n]:
            return no("PLN-6", "has-worker", tile=id)
    has = mat.has("worker") + command.convert
    if len(command.assign) > has:
        return no("PAY-1", "too-few", word="worker", needs=len(command.assign), has=has)
    return None


def heal_fault(state: State, seat: Seat) -> Refusal | None:
    """PLN-2."""
    if state.mats[seat].characters["olympian"].wounded is None:
        return no("PLN-2", "not-wounded")
    needs, has = state.pack.rules.heal, state.mats[seat].has("aegis")
    return no("PAY-1", "too-few", word="aegis", needs=needs, has=has) if has < needs else None


class PlanningHandler(SealedHandler[State, fr.Planning, Run[State]]):
    """PLN-1."""

    def put(self, state: State, frame: fr.Planning) -> Mapping[Seat, Question]:
        default: Json = {"kind": "plan", "tokens": {}, "convert": 0, "assign": [], "heal": False}
        return {seat: Question("plan", "plan", self.params(state, seat), default) for seat in state.playing}

    def params(self, state: State, seat: Seat) -> Json:
        """What a plan may hold: the characters with the reason against each, the tokens, the Workers."""
        mat = state.mats[seat]
        free = room(mat.purse, "worker", state.pack.limits) or 0
        return {
            "characters": {f"{seat}-{name}": cannot_go(state, seat, name, False) for name in mat.characters},
            "tokens": dict(state.pack.rules.location_tokens),
            "most": limit(state, seat, "characters"),
            "convert": min(state.pack.rules.workers_a_plan, free, mat.has("faithful")),
            "tiles": [id for id, tile in mat.tiles.items() if tile.state == "open" and not tile.worker],
            "heal": heal_fault(state, seat) is None,
        }

    def resolve(self, state: State, frame: fr.Planning, seat: Seat, command: Any) -> Any:
        return (fault(state, seat, command) or command) if isinstance(command, cmd.Plan) else NOT_NOW

    def sealed(self, command: cmd.Plan) -> Json:
        answer: Json = cmd.CODEC.dump(command)
        return answer

    def answer(self, run: Run[State], frame: fr.Planning, seat: Seat, command: cmd.Plan) -> None:
        super().answer(run, frame, seat, command)
        run.emit(ev.Planned(seat, self.sealed(command)))

    def opened(self, run: Run[State], frame: fr.Planning) -> None:
        """PLN-2 to PLN-6, all at once."""
        run.pop()
        plans = {seat: frame.answers[seat] for seat in run.state.playing if seat in frame.answers}
        run.emit(
            ev.PlansClosed(
                {seat: plan["tokens"] for seat, plan in plans.items()},
                {seat: tuple(sorted(plan["tokens"])) for seat, plan in plans.items()},
                {seat: plan["convert"] for seat, plan in plans.items() if plan["convert"]},
                {seat: tuple(plan["assign"]) for seat, plan in plans.items() if plan["assign"]},
                tuple(seat for seat, plan in plans.items() if plan["heal"]),
            )
        )

    def options(self, state: State, frame: fr.Planning, seat: Seat) -> list[Json]:
        """One draft: what may go into it is in the question."""
        command: Json = {"kind": "plan"}
        return [legal(command, "tokens", "convert", "assign", "heal")]

    def commands(self, state: State, frame: fr.Planning, seat: Seat, rng: Random) -> Iterator[Json]:
        yield from islice((sampled(state, seat, rng) for _ in range(SAMPLES)), SAMPLES)

    def nameable(self, state: State, frame: fr.Planning, seat: Seat, command: Any) -> Json:
        """For each character the tokens that it may be given, with the reason of every no; what the draft holds is
        counted."""
        whole = command if isinstance(command, cmd.Plan) and fault(state, seat, command) is None else cmd.Plan()
        named: Json = {}
        for name in state.mats[seat].characters:
            id = f"{seat}-{name}"
            named[id] = {}
            for place in state.pack.rules.location_tokens:
                tokens = {**whole.tokens, id: place}
                why = _tokens_fault(state, seat, cmd.Plan(tokens), whole.heal)
                named[id][place] = None if why is None else why.to_json()
        return {"keys": {"tokens": named}, "whole": cmd.CODEC.dump(whole)}


def sampled(state: State, seat: Seat, rng: Random) -> Json:
    """A random plan."""
    mat = state.mats[seat]
    heal = heal_fault(state, seat) is None and rng.random() < 0.5
    able = [name for name in mat.characters if cannot_go(state, seat, name, heal) is None]
    rng.shuffle(able)
    left = [place for place, n in state.pack.rules.location_tokens.items() for _ in range(n)]
    rng.shuffle(left)
    tokens: dict[str, str] = {}
    for name in able[: limit(state, seat, "characters")]:
        place = next(token for token in left if token != "surroundings" or kind_of(name) != "prophet")
        left.remove(place)
        tokens[f"{seat}-{name}"] = place
    most = min(state.pack.rules.workers_a_plan, room(mat.purse, "worker", state.pack.limits) or 0, mat.has("faithful"))
    convert = rng.randint(0, most)
    tiles = [id for id, tile in mat.tiles.items() if tile.state == "open" and not tile.worker]
    assign = rng.sample(tiles, rng.randint(0, min(len(tiles), mat.has("worker") + convert)))
    return {"kind": "plan", "tokens": tokens, "convert": convert, "assign": assign, "heal": heal}
