"""What is asked at an Age's end, of all concerned at once: hands, Exhaustion, Research (FIN-5, FIN-8, FIN-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, islice
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.powers import limit
from rules.hybris.prices import named_cards
from rules.hybris.state import State
from rules.kernel import Json, Seat
from rules.kernel.handlers import NOT_NOW, Question, SealedChoiceHandler, SealedHandler, legal
from rules.kernel.refusals import no
from rules.kernel.run import Run

LISTED = 60


def over_limit(state: State) -> tuple[Seat, ...]:
    """FIN-5: who holds more Conflict cards than the limit; their number is open."""
    return tuple(seat for seat in state.playing if surplus(state, seat) > 0)


def surplus(state: State, seat: Seat) -> int:
    return len(state.hands.get(seat, ())) - limit(state, seat, "hand")


def tired(state: State) -> tuple[Seat, ...]:
    """FIN-8: who has a Worker on a tile that is not activated, and can keep one."""
    seats = (seat for seat in state.playing if workers_on(state, seat))
    return tuple(seat for seat in seats if state.mats[seat].has("aegis"))


def workers_on(state: State, seat: Seat) -> list[str]:
    """The tiles of a seat with a Worker on them."""
    return [id for id, tile in state.mats[seat].tiles.items() if tile.worker]


class HandLimitHandler(SealedHandler[State, fr.HandLimit, Run[State]]):
    """FIN-5."""

    def put(self, state: State, frame: fr.HandLimit) -> Mapping[Seat, Question]:
        questions = {}
        for seat in frame.seats:
            n = surplus(state, seat)
            questions[seat] = Question("discard", "discard", {"n": n}, self._discard(self._weakest(state, seat, n)))
        return questions

    def _weakest(self, state: State, seat: Seat, n: int) -> Sequence[str]:
        return sorted(state.hands[seat], key=lambda card: state.pack.conflict(card).force)[:n]

    def _discard(self, cards: Sequence[str]) -> Json:
        return {"kind": "discard", "cards": list(cards)}

    def resolve(self, state: State, frame: fr.HandLimit, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.DiscardDown):
            return NOT_NOW
        if (fault := named_cards(state, seat, command.cards, "FIN-5")) is not None:
            return fault
        n = surplus(state, seat)
        return command if len(command.cards) == n else no("FIN-5", "bad-discard", needs=n, named=list(command.cards))

    def sealed(self, command: cmd.DiscardDown) -> tuple[str, ...]:
        return command.cards

    def opened(self, run: Run[State], frame: fr.HandLimit) -> None:
        run.pop()
        run.emit(ev.HandsCut({seat: frame.answers[seat] for seat in frame.seats if frame.answers.get(seat)}))

    def options(self, state: State, frame: fr.HandLimit, seat: Seat) -> list[Json]:
        sets = combinations(state.hands[seat], surplus(state, seat))
        return [legal(self._discard(cards)) for cards in islice(sets, LISTED)]


class ExhaustionHandler(SealedHandler[State, fr.Exhaustion, Run[State]]):
    """FIN-8: who cannot pay for a Worker gives it back."""

    def put(self, state: State, frame: fr.Exhaustion) -> Mapping[Seat, Question]:
        questions = {}
        for seat in frame.seats:
            params: Json = {"tiles": workers_on(state, seat), "aegis": state.mats[seat].has("aegis")}
            questions[seat] = Question("exhaustion", "exhaustion", params, self._discard(self._best(state, seat)))
        return questions

    def _best(self, state: State, seat: Seat) -> Sequence[str]:
        """As many as Aegis allows, most Tasks first."""
        tiles = state.mats[seat].tiles
        order = sorted(workers_on(state, seat), key=lambda tile: -len(tiles[tile].tasks))
        return order[: state.mats[seat].has("aegis")]

    def _discard(self, keep: Sequence[str]) -> Json:
        return {"kind": "exhaustion", "keep": list(keep)}

    def resolve(self, state: State, frame: fr.Exhaustion, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Exhaust):
            return NOT_NOW
        tiles = workers_on(state, seat)
        if len(set(command.keep)) < len(command.keep) or not set(command.keep) <= {*tiles}:
            return no("FIN-8", "not-a-choice")
        has = state.mats[seat].has("aegis")
        if len(command.keep) > has:
            return no("PAY-1", "too-few", word="aegis", needs=len(command.keep), has=has)
        return command

    def sealed(self, command: cmd.Exhaust) -> tuple[str, ...]:
        return command.keep

    def opened(self, run: Run[State], frame: fr.Exhaustion) -> None:
        run.pop()
        kept = {seat: frame.answers.get(seat, ()) for seat in run.state.playing}
        back = {
            seat: tuple(tile for tile in workers_on(run.state, seat) if tile not in kept.get(seat, ()))
            for seat in run.state.seats
        }
        keep = {seat: tiles for seat, tiles in kept.items() if tiles}
        if frame.seats or any(back.values()):
            run.emit(ev.Exhausted(keep, {seat: tiles for seat, tiles in back.items() if tiles}))

    def options(self, state: State, frame: fr.Exhaustion, seat: Seat) -> list[Json]:
        tiles, most = workers_on(state, seat), state.mats[seat].has("aegis")
        sets = (keep for n in range(min(len(tiles), most) + 1) for keep in combinations(tiles, n))
        return [legal(self._discard(keep)) for keep in sets]


class ResearchingHandler(SealedChoiceHandler[State, fr.Researching, Run[State]]):
    """FIN-10."""

    kind = "research"
    answered_by = (cmd.Research, "cubes")
    clause = "FIN-10"

    def asked(self, state: State, frame: fr.Researching) -> Sequence[Seat]:
        return frame.seats

    def choices(self, state: State, frame: fr.Researching, seat: Seat) -> Sequence[Any]:
        """In the last Age all comes first, which then is the answer that declines."""
        numbers = range(state.mats[seat].has("rd") + 1)
        return numbers[::-1] if state.age >= state.pack.rules.ages else numbers

    def opened(self, run: Run[State], frame: fr.Researching) -> None:
        run.pop()
        run.emit(ev.Researched({seat: n for seat in frame.seats if (n := frame.answers.get(seat, 0))}))
