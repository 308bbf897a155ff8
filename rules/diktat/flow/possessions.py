"""The consequences of gaining and losing Possessions: Affinity tokens, a sixth marker, a free Cabal card, and the
choices that an effect still needs (AFF, INF, CBL-5, EFF)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.diktat import commands as cmd
from rules.diktat import events as ev
from rules.diktat import frames as fr
from rules.diktat.elements import missing
from rules.diktat.flow import effects
from rules.diktat.legality import cards_left, price
from rules.diktat.packs.cards import AFFINITIES, KINDS, LETTERS
from rules.diktat.state import MOST_MARKERS, State, Thing
from rules.kernel import Json, Seat, replace
from rules.kernel.handlers import ChoiceHandler
from rules.kernel.run import Run

R = Run[State]


class Chooser(ChoiceHandler[State, Any, R]):
    """A frame that asks its seat for one of the list in the prompt."""

    kind: ClassVar = "choose"
    answered_by: ClassVar = (cmd.Choose, "choice")

    def params(self, state: State, frame: Any, seat: Seat) -> Json:
        return {"choices": self.choices(state, frame, seat)}


class CountedChooser(Chooser):
    """A choice made as many times as the frame's `left` says, each by itself."""

    def params(self, state: State, frame: Any, seat: Seat) -> Json:
        return super().params(state, frame, seat) | {"left": frame.left}

    def took(self, run: R, seat: Seat, choice: Any) -> None:
        """Carries out one of the choices."""
        raise NotImplementedError

    def chosen(self, run: R, frame: Any, seat: Seat, choice: Any) -> None:
        self.took(run, seat, choice)
        run.become(replace(frame, left=frame.left - 1)) if frame.left > 1 else run.pop()


class GainingHandler(CountedChooser):
    """INF-12, AFF-7: asks for one Affinity token at a time, among the kinds still in the reserve."""

    prompt: ClassVar = "affinity"
    clause: ClassVar = "INF-12"

    def choices(self, state: State, frame: fr.Gaining, seat: Seat) -> list[Any]:
        return [kind for kind in AFFINITIES if state.affinities_left(kind) > 0]

    def took(self, run: R, seat: Seat, choice: str) -> None:
        run.emit(ev.AffinityChanged(seat, {choice: 1}, "gain"))


class LosingHandler(CountedChooser):
    """AFF-5: from behind the screen or from a card. Asked with one answer, or none, too: what lies behind a screen must
    not show."""

    prompt: ClassVar = "affinity-lost"
    clause: ClassVar = "AFF-5"

    def choices(self, state: State, frame: fr.Losing, seat: Seat) -> list[Any]:
        player = state.players[seat]
        kinds = AFFINITIES if frame.affinity == "any" else (frame.affinity,)
        behind = [kind for kind in kinds if player.affinities.get(kind, 0) > frame.reserved.get(kind, 0)]
        rows: list[Any] = [["screen", kind] for kind in behind]
        rows += [["card", card.card, kind] for card in player.cards for kind in kinds if kind in card.flipped]
        return rows or [None]

    def took(self, run: R, seat: Seat, choice: Any) -> None:
        match choice:
            case ["screen", kind]:
                run.emit(ev.AffinityChanged(seat, {kind: -1}, "lost"))
                _noted(run, (seat, None, kind))
            case ["card", card, kind]:
                run.emit(ev.Unflipped(seat, card, kind))
                _noted(run, (seat, card, kind))


def _noted(run: R, token: tuple[Seat, str | None, str]) -> None:
    """NEG-3: a deal beneath knows what to give back should it not come about."""
    *under, losing = run.state.stack
    if under and isinstance(deal := under[-1], fr.Dealing):
        run.pop()
        run.become(replace(deal, discarded=(*deal.discarded, token)))
        run.push(losing)


class ArrivingHandler(Chooser):
    """INF-1, INF-2: who would get a sixth marker first discards one of the five."""

    prompt: ClassVar = "marker-over"
    clause: ClassVar = "INF-2"

    def choices(self, state: State, frame: fr.Arriving, seat: Seat) -> list[Any]:
        player = state.players[seat]
        return list(player.markers) if player.all_markers >= MOST_MARKERS else []

    def chosen(self, run: R, frame: fr.Arriving, seat: Seat, choice: str) -> None:
        effects.discard_marker(run, seat, choice)

    def step(self, run: R, frame: fr.Arriving) -> None:
        run.pop()
        if frame.seat in run.state.playing:
            arrive(run, frame.seat, ("marker", frame.sector))


def arrive(run: R, seat: Seat, thing: Thing, flip: Sequence[str] = ()) -> None:
    """TRO-1, TRO-2: a Trophy comes to a seat, which flips these tokens on it."""
    kind, id = thing
    effects.taint(run, seat, run.state.sector_of(thing))
    if kind == "card" and id in run.state.corrupted:
        # OTH-10
        run.emit(ev.Uncorrupted(id))
    run.emit(ev.Possession(seat, thing, "trophy"))
    run.emit(*(ev.Flipped(seat, id, affinity) for affinity in flip))
    _recruit(run, seat, thing)
    effects.acquired(run, seat, thing)


def _recruit(run: R, taker: Seat, thing: Thing) -> None:
    """ADH-1: the Syndicate may lay an Adhesion on what another takes where a Citizen of its own is turned up."""
    state, sector = run.state, run.state.sector_of(thing)
    seat, row = state.owner("adhesion"), (taker, *thing)
    if seat is None or seat == taker or row in state.adhesions or not state.players[seat].reserve:
        return
    if state.count(seat, sector, "C"):
        run.push(fr.Laying(seat, "adhesion", (sector,), row))


class FreeCardHandler(Chooser):
    """CBL-5, INF-15: with no slot or card left nothing happens."""

    prompt: ClassVar = "cabal-card"
    clause: ClassVar = "CBL-5"

    def choices(self, state: State, frame: fr.FreeCard, seat: Seat) -> list[Any]:
        return list(cards_left(state, seat)) if price(state, seat) is not None else []

    def chosen(self, run: R, frame: fr.FreeCard, seat: Seat, choice: str) -> None:
        run.pop()
        acquire(run, seat, choice, 0)


def acquire(run: R, seat: Seat, card: str, cost: int) -> None:
    """CBL-2, CBL-3, CBL-4: the card comes to the next free slot, and its effects hold at once."""
    effects.pay(run, seat, cost, "develop")
    run.emit(ev.Acquired(seat, card, len(run.state.players[seat].cabal_cards) + 1, cost))
    effects.acquired(run, seat, ("cabal", card))


class KindsHandler(CountedChooser):
    """DEV-2: Agents of one's choosing, each by itself."""

    prompt: ClassVar = "kinds"
    clause: ClassVar = "DEV-2"

    def choices(self, state: State, frame: fr.Kinds, seat: Seat) -> list[Any]:
        return list(KINDS.values())

    def took(self, run: R, seat: Seat, choice: str) -> None:
        run.emit(ev.AgentsChanged(seat, LETTERS[choice], "", "development"))


class FillingHandler(Chooser):
    """The questions for the choices that an effect needs and the command left out, one after another."""

    clause: ClassVar = "EFF-6"

    def _missing(self, state: State, frame: fr.Filling) -> tuple[str, list[Any]]:
        way = state.way(frame.seat, frame.thing, frame.timing, frame.option)
        return (None if way is None else missing(state, frame.seat, way[1], frame.given)) or ("with", [])

    def code(self, state: State, frame: fr.Filling) -> str:
        return self._missing(state, frame)[0]

    def choices(self, state: State, frame: fr.Filling, seat: Seat) -> list[Any]:
        return self._missing(state, frame)[1]

    def params(self, state: State, frame: fr.Filling, seat: Seat) -> Json:
        kind, id = frame.thing
        return super().params(state, frame, seat) | {"element": {kind: id}, "option": frame.option}

    def chosen(self, run: R, frame: fr.Filling, seat: Seat, choice: Any) -> None:
        given = {**frame.given, self.code(run.state, frame): choice}
        run.pop()
        effects.use(run, seat, frame.thing, frame.timing, frame.option, given)
