"""The rules of this game as the kernel calls them: its nouns, the beginning of a match, the views, the consequences of
conceding and of agreements."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from rules.kernel import Chance, Json, Refusal, ScriptedChance, Viewer
from rules.kernel.engine import Engine
from rules.kernel.handlers import Question
from rules.kernel.journal import Asked, Began
from rules.kernel.run import Run as KernelRun
from rules.kernel.run import questions
from rules.kernel.table_talk import Why
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc import position as notation
from rules.olomoc.effects.holders import by_hand
from rules.olomoc.effects.triggers import gather, unfinished
from rules.olomoc.evolve import evolve
from rules.olomoc.flow import adjustments
from rules.olomoc.flow.cycle_end import judged
from rules.olomoc.flow.loop import HANDLERS
from rules.olomoc.flow.run import Run
from rules.olomoc.frames import STACK, RollOff
from rules.olomoc.imagine import imagined
from rules.olomoc.packs import Pack, layers
from rules.olomoc.position import OPTIONS, OUTCOME
from rules.olomoc.seats import SEATS, Seat, other
from rules.olomoc.state import MatchResult, State
from rules.olomoc.view import open_view, own_views

MOST_THINGS = 100
"""The largest number of things of one sort in a match that comes from elsewhere: pieces, markers, decor, effects."""


class Olomoc(Engine[State]):
    """The engine. `packs.layers` says which cards a match is played with."""

    options = OPTIONS
    commands = cmd.CODEC
    events = ev.CODEC
    frames = STACK
    handlers = HANDLERS
    run = Run
    clauses: ClassVar = {"": "GEN-2", "over": "END-1"}
    final = (
        ev.Rolled,
        ev.DieRolled,
        ev.MechanismMade,
        ev.Shuffled,
        ev.Revealed,
        ev.CabalsRevealed,
        ev.MinistriesDealt,
    )

    # ---- beginning ----

    def seats(self, state: State) -> tuple[Seat, ...]:
        return SEATS

    def opening(self, options: Mapping[str, Any], **supplies: Any) -> tuple[Began, State]:
        chosen = OPTIONS.load(options)
        laid = layers.layers(chosen.packs, supplies.get("shelf"))
        pack = layers.merged(laid)
        layers.need(pack, chosen.agenda, chosen.composition)
        began = Began(OPTIONS.dump(chosen), self.version, tuple(layer.written for layer in laid))
        return began, State(pack=pack, options=chosen, stack=(RollOff(),))

    def initial(self, options: Any, packs: Sequence[Mapping[str, Any]]) -> State:
        return State(pack=embedded(packs), options=options, stack=(RollOff(),))

    def position(self, state: State) -> Json:
        return notation.dump(state)

    def parse(self, position: Mapping[str, Any], packs: Sequence[Mapping[str, Any]]) -> State:
        # Printed in full, so nothing is left to chance.
        return notation.parse(position, ScriptedChance(), embedded(packs))

    def parse_partial(
        self, position: Mapping[str, Any], chance: Chance, **supplies: Any
    ) -> tuple[State, tuple[Json, ...]]:
        row = notation.read(position)
        laid = layers.layers(notation.packs(row), supplies.get("shelf"))
        return notation.stand(row, chance, layers.merged(laid)), tuple(layer.written for layer in laid)

    # ---- changing ----

    def evolve(self, state: State, event: Any) -> State:
        return evolve(state, event)

    def between(self, run: KernelRun[State]) -> None:
        """One effect at a time; END is judged after each (LIF-4, NOI-4)."""
        assert isinstance(run, Run)
        gather(run)
        if not unfinished(run.state) and (over := judged(run.state)) is not None:
            run.emit(over)

    # ---- who sees what ----

    def open_view(self, state: State) -> Json:
        return open_view(state)

    def own_views(self, state: State) -> Mapping[Viewer, Json]:
        return own_views(state)

    def imagined(self, state: State, viewer: Viewer, rng: random.Random) -> State:
        """ART-1, SET-5, CYC-3, CAB-3: the Artefact's order, others' hands, plans and secret cabals."""
        dealt = imagined(state, viewer, rng)
        return notation.parse(notation.dump(dealt), ScriptedChance(), state.pack)

    def revealed(self, state: State) -> Json:
        own = own_views(state)
        return {f"{key}s": {seat: own[seat][key] for seat in SEATS} for key in ("hand", "plan", "cabal")}

    # ---- giving up, agreeing ----

    def give_up(self, run: KernelRun[State], seat: Seat, why: Why) -> None:
        """END-4: the other seat has won."""
        run.emit(ev.MatchOver(MatchResult(other(seat), why, dict(run.state.points)), "END-4"))

    def draw(self, run: KernelRun[State]) -> None:
        run.emit(ev.MatchOver(MatchResult(None, "agreement", dict(run.state.points)), "END-1"))

    def outcome(self, state: State) -> Json | None:
        if state.outcome is None:
            return None
        row: Json = OUTCOME.dump(state.outcome)
        winner = state.outcome.winner
        return row | {"winners": [] if winner is None else [winner], "score": dict(state.outcome.points)}

    def binding(self, seat: Seat, asked: Asked, then: Asked) -> bool:
        """A question that dice on the table have raised: its answer ends what they began."""
        return any(frame["frame"] in ("strike", "testing") for frame in asked.stack)

    def adjustable(
        self, state: State, changes: Sequence[Mapping[str, Any]], seat: Seat, card: str | None
    ) -> Refusal | None:
        read = adjustments.read(state, changes, seat)
        if isinstance(read, Refusal):
            return read
        if card is not None and card not in by_hand(state):
            return Refusal("CAP-1", "not-by-hand", {"card": card})
        return None

    def adjust(self, run: KernelRun[State], changes: Sequence[Mapping[str, Any]], seat: Seat) -> None:
        assert isinstance(run, Run)
        adjustments.adjust(run, changes, seat)

    def check_state(self, state: State) -> None:
        things: tuple[Any, ...] = (state.pieces, state.markers, state.decor, state.effects)
        if max(len(them) for them in things) > MOST_THINGS:
            raise ValueError("no match has so many things in it")


def embedded(packs: Sequence[Mapping[str, Any]]) -> Pack:
    """The pack that a match is played with, from what its first event embeds. Matches of the same cards share it.
    Raises ValueError where there is none."""
    if not packs:
        raise ValueError("a journal embeds the packs that its match is played with")
    return _merged(tuple(json.dumps(pack) for pack in packs))


def embedded_pack(pack: Mapping[str, Any]) -> Pack:
    """One of the packs that a journal's first event embeds. Matches of the same cards share it."""
    return _read(json.dumps(pack))


@lru_cache(maxsize=16)
def _merged(packs: tuple[str, ...]) -> Pack:
    return layers.merged([_read(pack) for pack in packs])


@lru_cache(maxsize=16)
def _read(pack: str) -> Pack:
    return Pack.from_json(json.loads(pack))


OLOMOC = Olomoc()


def asked(state: State) -> dict[Seat, Question]:
    """The open questions by seat."""
    return questions(OLOMOC, state)


def trial(state: State) -> Run:
    """A run of which nothing is kept, without dice: what a command would lead to up to the first roll."""
    return Run(OLOMOC, state, ScriptedChance(), (), lambda n: state, lambda seat: 0)
