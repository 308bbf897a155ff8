"""The Overlord's turn: recovery and marker, tiles, the river, events and reinforcement (OVL, RIV, EVT)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules.blade import commands as cmd
from rules.blade import events as ev
from rules.blade import frames as fr
from rules.blade.flow import series
from rules.blade.flow.acts import ActHandler, acting_commands, perform
from rules.blade.flow.life import spend
from rules.blade.flow.magic import halo_ends
from rules.blade.flow.turn import activation_begins, activation_ends
from rules.blade.packs import language as lang
from rules.blade.packs.scenarios import EventRow
from rules.blade.rules_in_force import unmet
from rules.blade.state import BOOK, EVENT, OVERLORD, State
from rules.kernel import Json, Refusal, Seat
from rules.kernel.handlers import NOT_NOW, ChoiceHandler, Handler, Question, illegal, legal
from rules.kernel.refusals import no
from rules.kernel.run import Run

R = Run[State]
MOST = 2
"""Activations in a turn (OVL-2)."""
CLEARING = 2
"""RIV-5."""
REINFORCEMENT = "reinforcement"
END_TURN: Json = {"kind": "end-turn"}
END: Json = {"kind": "end-activation"}


def start(run: R) -> None:
    """OVL-1, GEM-7: recovery, then the marker."""
    book = run.state.book
    if n := min(max(0, book.recovery), book.fatigue):
        run.emit(ev.Recovered(BOOK, n))
    run.emit(ev.MarkerMoved(min(15, run.state.marker + 1)))


# ---- the river -------------------------------------------------------------------------------------------------------


def slot_cost(state: State, tile: str) -> tuple[int, int]:
    """RIV-1: the slot of a tile, from 1, and its cost."""
    slot = state.river.index(tile) + 1
    slots = state.row.slots
    return slot, slots[slot - 1] if slot <= len(slots) else slot


def activate_fault(state: State, tile: str) -> Refusal | None:
    """OVL-2, OVL-3, OVL-5."""
    if tile not in state.river:
        return no("OVL-3", "unknown-tile", tile=tile)
    if len(state.activated) >= MOST:
        return no("OVL-2", "two-activated")
    _, cost = slot_cost(state, tile)
    left = state.book.reserve
    return None if cost <= left else no("OVL-3", "not-enough-gems", who=BOOK, cost=cost, left=left)


def clear_fault(state: State, tile: str) -> Refusal | None:
    """RIV-5, RIV-6."""
    if tile not in state.river:
        return no("RIV-5", "unknown-tile", tile=tile)
    if not state.tile_dead(tile):
        return no("RIV-5", "not-dead", tile=tile)
    left = state.book.fatigue + state.book.reserve
    return None if left >= CLEARING else no("RIV-5", "not-enough-gems", who=BOOK, cost=CLEARING, left=left)


def clear(run: R, tile: str) -> None:
    """RIV-5: from fatigue first."""
    fatigue = min(CLEARING, run.state.book.fatigue)
    run.emit(ev.Cleared(tile, fatigue, CLEARING - fatigue))


class OverlordHandler(Handler[State, fr.OverlordAct, R]):
    """OVL-2: what to do next, until the turn is ended."""

    def ask(self, state: State, frame: fr.OverlordAct) -> Mapping[Seat, Question]:
        params = {"activated": list(state.activated), "left": MOST - len(state.activated)}
        return {OVERLORD: Question("overlord-act", "overlord-act", params, END_TURN)}

    def resolve(self, state: State, frame: fr.OverlordAct, seat: Seat, command: Any) -> Any:
        match command:
            case cmd.Activate(tile=tile):
                return activate_fault(state, tile) or command
            case cmd.Clear(tile=tile):
                return clear_fault(state, tile) or command
            case cmd.EndTurn():
                return command
            case cmd.CommandSeries():
                return series.judge(self, state, frame, seat, command)
        return NOT_NOW

    def answer(self, run: R, frame: fr.OverlordAct, seat: Seat, command: Any) -> None:
        match command:
            case cmd.Activate(tile=tile):
                activate(run, tile)
            case cmd.Clear(tile=tile):
                clear(run, tile)
            case cmd.EndTurn():
                run.pop()
            case cmd.CommandSeries():
                series.begin(run, seat, command)

    def options(self, state: State, frame: fr.OverlordAct, seat: Seat) -> list[Json]:
        rows = []
        for tile in state.river:
            row = {"kind": "activate", "tile": tile}
            fault = activate_fault(state, tile)
            rows.append(legal(row) if fault is None else illegal(row, fault))
        return [*rows, *_clearings(state), legal(END_TURN)]


def _clearings(state: State) -> Iterator[Json]:
    """The dead tiles of the river."""
    for tile in state.river:
        if state.tile_dead(tile):
            row = {"kind": "clear", "tile": tile}
            fault = clear_fault(state, tile)
            yield legal(row) if fault is None else illegal(row, fault)


def activate(run: R, tile: str) -> None:
    """OVL-3, OVL-4, OVL-10, OVL-12. No skill of a tile costs gems (OVL-14)."""
    slot, cost = slot_cost(run.state, tile)
    spend(run, BOOK, "fatigue", cost, "slot")
    run.emit(ev.Activated(tile, slot, cost))
    if tile == EVENT:
        run.push(fr.EventChoice())
        return
    for figure in run.state.of_tile(tile):
        if figure.at is not None:
            halo_ends(run, figure.id)  # SPL-4
            activation_begins(run, figure.id)
    if run.state.tile_dead(tile):
        run.emit(ev.ActivationEnded(tile))
    else:
        run.push(fr.TileAct(tile))


class TileHandler(ActHandler[fr.TileAct]):
    """OVL-6 to OVL-9: the figures of a tile move and attack in any order."""

    def ask(self, state: State, frame: fr.TileAct) -> Mapping[Seat, Question]:
        if state.tile_dead(frame.tile):
            return {}
        return {OVERLORD: Question("tile-act", "tile-act", {"tile": frame.tile}, END)}

    def step(self, run: R, frame: fr.TileAct) -> None:
        end_tile(run, frame)

    def actors(self, state: State, frame: fr.TileAct, seat: Seat) -> Sequence[str]:
        return [figure.id for figure in state.of_tile(frame.tile) if figure.at is not None]

    def others(self, state: State, frame: fr.TileAct, seat: Seat) -> Iterable[Any]:
        yield from (cmd.Clear(tile) for tile in state.river if state.tile_dead(tile))
        yield cmd.EndActivation()

    def resolve(self, state: State, frame: fr.TileAct, seat: Seat, command: Any) -> Any:
        match command:
            case cmd.EndActivation():
                return command
            case cmd.Clear(tile=tile):
                return clear_fault(state, tile) or command
            case cmd.CommandSeries():
                return series.judge(self, state, frame, seat, command)
            case cmd.Move() | cmd.Attack() | cmd.Web() | cmd.BreakFree() | cmd.Cast():
                return self.judge(state, seat, command)
        return NOT_NOW

    def answer(self, run: R, frame: fr.TileAct, seat: Seat, command: Any) -> None:
        match command:
            case cmd.EndActivation():
                end_tile(run, frame)
            case cmd.Clear(tile=tile):
                clear(run, tile)
            case cmd.CommandSeries():
                series.begin(run, seat, command)
            case _:
                perform(run, seat, command)

    def commands(self, state: State, frame: fr.TileAct, seat: Seat, rng: random.Random) -> Iterator[Json]:
        return acting_commands(self, state, frame, seat, rng)


def end_tile(run: R, frame: fr.TileAct) -> None:
    run.pop()
    run.emit(ev.ActivationEnded(frame.tile))
    for figure in run.state.of_tile(frame.tile):
        activation_ends(run, figure.id)


# ---- events ----------------------------------------------------------------------------------------------------------


def event_row(state: State, id: str) -> EventRow | None:
    return next((event for event in state.row.event if event.id == id), None)


def event_fault(state: State, id: str) -> Refusal | None:
    """EVT-1, EVT-7: why an event cannot be used."""
    if id == REINFORCEMENT:
        able = state.row.reinforcement is not None and any(True for _ in returning(state))
        return None if able else no("EVT-3", "event-condition", event=id)
    row = event_row(state, id)
    if row is None:
        return no("EVT-1", "not-a-choice")
    if row.uses is not None and state.used.get(id, 0) >= row.uses:
        return no("EVT-7", "event-used-up", event=id)
    lacks = unmet(state, row.if_)
    return None if lacks is None else no("EVT-7", "event-condition", event=id, **_lacking(state, lacks))


def _lacking(state: State, condition: Any) -> Json:
    """What an event waits for, where a page has words for it: `who` in a `zone`, or the marker `from` or `until` a
    space."""
    match condition:
        case lang.At(who=who, zones=[zone]):
            return {"who": who, "zone": zone}
        case lang.MarkerIs(at_least=least, at_most=most, of=of):
            start = state.last if of == "last" else 0
            if least is not None and state.marker < start + least:
                return {"from": start + least}
            return {} if most is None else {"until": start + most}
    return {}


def events_left(state: State) -> list[str]:
    """The events that can be used now, the reinforcement last."""
    ids = [*(event.id for event in state.row.event), REINFORCEMENT]
    return [id for id in ids if event_fault(state, id) is None]


class EventHandler(ChoiceHandler[State, fr.EventChoice, R]):
    """EVT-1: one event, or the reinforcement; where neither can be done nothing happens."""

    kind = "event"
    answered_by: ClassVar = (cmd.ChooseEvent, "event")
    clause = "EVT-1"

    def asked(self, state: State, frame: fr.EventChoice) -> Sequence[Seat]:
        return (OVERLORD,)

    def choices(self, state: State, frame: fr.EventChoice, seat: Seat) -> Sequence[Any]:
        return events_left(state)

    def refused(self, state: State, frame: fr.EventChoice, seat: Seat, choice: Any) -> Refusal:
        return event_fault(state, choice) or super().refused(state, frame, seat, choice)

    def options(self, state: State, frame: fr.EventChoice, seat: Seat) -> list[Json]:
        rows = []
        for id in [*(event.id for event in state.row.event), REINFORCEMENT]:
            fault = event_fault(state, id)
            rows.append(legal(self.saying(id)) if fault is None else illegal(self.saying(id), fault))
        return rows

    def commands(self, state: State, frame: fr.EventChoice, seat: Seat, rng: random.Random) -> Iterator[Json]:
        ids = events_left(state)
        return (self.saying(id) for id in rng.sample(ids, len(ids)))

    def step(self, run: R, frame: fr.EventChoice) -> None:
        run.pop()
        run.emit(ev.EventUsed(None))

    def chosen(self, run: R, frame: fr.EventChoice, seat: Seat, choice: Any) -> None:
        run.pop()
        run.emit(ev.EventUsed(choice))
        if choice == REINFORCEMENT:
            run.push(fr.Reinforcing())
        else:
            run.push(fr.Scripted(choice, event=True))


# ---- reinforcement ---------------------------------------------------------------------------------------------------


def returning(state: State) -> Iterator[tuple[str, str, int]]:
    """EVT-3, EVT-5, RIV-7: the figures that could come back: tile, figure and cost."""
    for id, tile in state.tiles.items():
        cost = state.pack.units[tile.unit].reinforcement if tile.unit in state.pack.units else None
        placed = tile.side == "overlord" and tile.of is None and (id in state.river or not state.river)
        if not placed or cost is None or cost > _points(state):
            continue
        for figure in state.of_tile(id):
            if figure.at is None and (figure.dead or not tile.reserved):
                yield id, figure.id, cost


def _points(state: State) -> int:
    return state.row.reinforcement.points if state.row.reinforcement is not None else 0


def reinforce_fault(state: State, command: cmd.Reinforce) -> Refusal | None:
    """EVT-2 to EVT-6."""
    row, able = state.row.reinforcement, list(returning(state))
    left = Counter(tile for tile, _, _ in able)
    costs = {tile: cost for tile, _, cost in able}
    for n, figure in enumerate(command.figures):
        if set(figure) != {"tile", "zone"}:
            return no("EVT-2", "bad-shape")
        if row is None or figure["zone"] not in row.zones:
            return no("EVT-4", "not-a-reinforcement-zone", zone=figure["zone"])
        tiles = [other["tile"] for other in command.figures[: n + 1]]
        if tiles.count(figure["tile"]) > left[figure["tile"]]:
            return no("EVT-3", "no-such-figure", tile=figure["tile"])
    points = sum(costs[figure["tile"]] for figure in command.figures)
    return None if points <= _points(state) else no("EVT-2", "too-many-points", points=points, most=_points(state))


class ReinforceHandler(Handler[State, fr.Reinforcing, R]):
    """EVT-2: points are spent at once; what is left is lost."""

    def ask(self, state: State, frame: fr.Reinforcing) -> Mapping[Seat, Question]:
        costs = {tile: cost for tile, _, cost in returning(state)}
        zones = list(state.row.reinforcement.zones) if state.row.reinforcement is not None else []
        left = dict(Counter(tile for tile, _, _ in returning(state)))
        params = {"points": _points(state), "costs": costs, "there": left, "zones": zones}
        return {OVERLORD: Question("reinforce", "reinforce", params, {"kind": "reinforce", "figures": []})}

    def resolve(self, state: State, frame: fr.Reinforcing, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Reinforce):
            return NOT_NOW
        return reinforce_fault(state, command) or command

    def answer(self, run: R, frame: fr.Reinforcing, seat: Seat, command: Any) -> None:
        run.pop()
        chosen: list[str] = []
        placed = []
        for row in command.figures:
            figure = next(id for tile, id, _ in returning(run.state) if tile == row["tile"] and id not in chosen)
            chosen.append(figure)
            placed.append((figure, row["zone"]))
        # each is put down before the next: a zone may become crowded (EVT-6)
        for figure, zone in reversed(placed):
            run.push(fr.Placing(OVERLORD, figure, zone, "reinforced"))

    def options(self, state: State, frame: fr.Reinforcing, seat: Seat) -> list[Json]:
        return [legal({"kind": "reinforce"}, "figures"), legal({"kind": "reinforce", "figures": []})]

    def commands(self, state: State, frame: fr.Reinforcing, seat: Seat, rng: random.Random) -> Iterator[Json]:
        zones = state.row.reinforcement.zones if state.row.reinforcement is not None else ()
        for _ in range(3 if zones else 0):
            left, figures = _points(state), list[Json]()
            able = list(returning(state))
            for tile, _figure, cost in rng.sample(able, len(able)):
                if cost <= left:
                    left -= cost
                    figures.append({"tile": tile, "zone": rng.choice(zones)})
            yield {"kind": "reinforce", "figures": figures}
        yield {"kind": "reinforce", "figures": []}
