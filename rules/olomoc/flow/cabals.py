"""Composing the cabals (CAB-3): both in secret and revealed together, or drafted in the open."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from rules.kernel import Json, Refusal
from rules.kernel.handlers import Question, legal
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc.cabals import legality as law
from rules.olomoc.evolve import PROFILE
from rules.olomoc.flow.run import WRONG_ANSWER, FrameHandler, Run
from rules.olomoc.frames import Composing, Drafting
from rules.olomoc.packs import Pack
from rules.olomoc.packs.layers import starters
from rules.olomoc.seats import SEATS, Seat, other
from rules.olomoc.state import Bearer, Cabal, Profile, State

RANKS = 3


def rouage_profile(pack: Pack, card: str) -> Profile:
    """The profile of a rouage's card."""
    c = pack.rouages[card]
    capacities = tuple(x.id for x in c.capacities)
    return Profile(c.rank, c.ministries, c.technique, c.combat, c.shooting, c.dodge, c.base, c.life, capacities)


def cabal_json(cabal: Cabal) -> Json:
    """A cabal as the contract writes it."""
    rouages = [{"card": b.card, "equipment": b.equipment} for b in cabal.rouages]
    return {"faction": cabal.faction, "rouages": rouages}


def reveal(run: Run, cabals: Mapping[Seat, Cabal]) -> None:
    """Lays both cabals open; their rouages are in the game, off the Bloc."""
    rows: list[Json] = []
    for seat in SEATS:
        for bearer in sorted(cabals[seat].rouages, key=lambda b: -run.state.pack.rouages[b.card].rank):
            profile = PROFILE.dump(rouage_profile(run.state.pack, bearer.card))
            row = {"id": f"{seat}-{bearer.card}", "seat": seat, "card": bearer.card, "equipment": bearer.equipment}
            rows.append({**row, "profile": profile})
    run.emit(ev.CabalsRevealed(cabals, tuple(rows)))


class ComposingHandler(FrameHandler[Composing]):
    """The composition of both cabals at once; a cabal is its seat's secret until the other has composed too."""

    def ask(self, state: State, frame: Composing) -> Mapping[Seat, Question]:
        return {s: Question("compose", "compose") for s in SEATS if s not in state.composed}

    def step(self, run: Run, frame: Composing) -> None:
        run.pop()
        reveal(run, run.state.composed)

    def resolve(self, state: State, frame: Composing, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.Compose):
            return WRONG_ANSWER
        problems = law.problems(state.pack, cabal_json(command.cabal))
        if problems:
            rows = [{"clause": p.clause, "code": p.code, "params": dict(p.params), "place": p.place} for p in problems]
            return Refusal(problems[0].clause, "bad-cabal", {"problems": rows})
        return command

    def answer(self, run: Run, frame: Composing, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.Compose)
        run.emit(ev.Composed(seat, command.cabal))

    def late(self, state: State, frame: Composing, seat: Seat) -> bool:
        return True

    def options(self, state: State, frame: Composing, seat: Seat) -> list[Json]:
        """The ready-made cabals, each a complete answer, and the open one."""
        ready = [legal({"kind": "compose", "cabal": starter}) for starter in starters(state.pack)]
        return [*ready, legal({"kind": "compose"}, "cabal")]

    def commands(self, state: State, frame: Composing, seat: Seat, rng: random.Random) -> Iterator[Json]:
        ready = starters(state.pack)
        for starter in rng.sample(ready, len(ready)):
            yield {"kind": "compose", "cabal": starter}


def drafted(state: State) -> dict[str, law.DraftedCards]:
    """The cards that each seat has drafted so far."""
    cards: dict[str, law.DraftedCards] = {}
    for seat in SEATS:
        rouages = tuple(card for s, card, bearer in state.drafted if s == seat and bearer is None)
        equipment = tuple((bearer, card) for s, card, bearer in state.drafted if s == seat and bearer is not None)
        cards[seat] = law.DraftedCards(rouages, equipment)
    return cards


class DraftingHandler(FrameHandler[Drafting]):
    """Player 1 first, one rouage each in turn; then player 2 first, one equipment each in turn."""

    def _turn(self, state: State) -> Seat | None:
        n = len(state.drafted)
        if n >= 4 * RANKS:
            return None
        starts = state.first if n < 2 * RANKS else other(state.first)
        return starts if n % 2 == 0 else other(starts)

    def ask(self, state: State, frame: Drafting) -> Mapping[Seat, Question]:
        seat = self._turn(state)
        if seat is None:
            return {}
        code = "draft-rouage" if len(state.drafted) < 2 * RANKS else "draft-equipment"
        return {seat: Question("draft", code)}

    def step(self, run: Run, frame: Drafting) -> None:
        taken = drafted(run.state)
        cabals: dict[Seat, Cabal] = {}
        for seat in SEATS:
            equipment = dict(taken[seat].equipment)
            rouages = tuple(Bearer(card, equipment[card]) for card in taken[seat].rouages)
            cabals[seat] = _of_faction(run.state.pack, rouages)
        run.pop()
        reveal(run, cabals)

    def resolve(self, state: State, frame: Drafting, seat: Seat, command: cmd.Command) -> cmd.Command | Refusal:
        if not isinstance(command, cmd.Draft):
            return WRONG_ANSWER
        if law.may_draft(state.pack, drafted(state), seat, law.Pick(command.card, command.bearer)):
            return command
        return self._refusal(state, command)

    def _refusal(self, state: State, command: cmd.Draft) -> Refusal:
        """The refusal of a pick that is none of the options."""
        params = {"card": command.card} | ({"bearer": command.bearer} if command.bearer is not None else {})
        if command.card not in state.pack.rouages and command.card not in state.pack.equipment:
            return Refusal("CAB-3", "unknown-card", params)
        if any(card == command.card for _, card, _ in state.drafted):
            return Refusal("CAB-3", "taken", params)
        rouages_first = len(state.drafted) < 2 * RANKS
        if rouages_first != (command.bearer is None) or rouages_first != (command.card in state.pack.rouages):
            return Refusal("CAB-3", "not-this-turn", params)
        return Refusal("CAB-3", "no-legal-cabal-left", params)

    def answer(self, run: Run, frame: Drafting, seat: Seat, command: cmd.Command) -> None:
        assert isinstance(command, cmd.Draft)
        run.emit(ev.Drafted(seat, command.card, command.bearer))

    def options(self, state: State, frame: Drafting, seat: Seat) -> list[Json]:
        return [legal(_saying(pick)) for pick in law.draft_options(state.pack, drafted(state), seat)]

    def commands(self, state: State, frame: Drafting, seat: Seat, rng: random.Random) -> Iterator[Json]:
        return map(_saying, law.random_draft_options(state.pack, drafted(state), seat, rng))


def _saying(pick: law.Pick) -> Json:
    return {"kind": "draft", "card": pick.card} | ({"bearer": pick.bearer} if pick.bearer is not None else {})


def _of_faction(pack: Pack, rouages: tuple[Bearer, ...]) -> Cabal:
    """The drafted cabal under the first faction that makes it legal (CAB-1, CAB-2)."""
    cabals = [Cabal(faction, rouages) for faction in pack.factions]
    return next(cabal for cabal in cabals if not law.problems(pack, cabal_json(cabal)))
