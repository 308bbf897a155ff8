"""Deeds: what yellow and green Tasks, powers and the progress of Adventures listen to (TSK-3, TSK-4, ADV-4), in the
order of GEN-7."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.packs import words
from rules.hybris.powers import powers_of
from rules.hybris.state import State, kind_of, owner
from rules.kernel import Seat
from rules.kernel.handlers import Handler
from rules.kernel.run import Run

Names = Mapping[Seat, Collection[str]]


def done(run: Run[State], seat: Seat, *names: str, barring: str = "") -> None:
    """One event: a seat has done all of these at once."""
    happened(run, {seat: names}, barring=barring)


def arrived(run: Run[State], character: str, place: str) -> None:
    """ADV-4: a character arrives somewhere: one event, its owner's and its kind's conditions together."""
    name = "mortal-world" if place in run.state.cities else place
    seat, kind = owner(character), kind_of(character)
    own = [f"moves {name}", *([f"prophet-moves {name}"] if kind == "prophet" else [])]
    every = [f"olympian-moves {name}"] if kind == "olympian" else []
    happened(run, {other: [*every, *(own if other == seat else [])] for other in run.state.seats})


def of_all(run: Run[State], *names: str) -> None:
    """One event that is nobody's deed: Chaos moved on a space, an Age begins or ends."""
    happened(run, dict.fromkeys(run.state.seats, names))


def happened(run: Run[State], names: Names, barring: str = "") -> None:
    """Carries out what one event sets off: Tasks, powers, Adventures, of whose turn it is first, then of the others in
    order. `barring`: the Adventure won by this very deed."""
    frames: list[Any] = []
    for seat in run.state.in_order(run.state.turn if run.state.phase == "action" else None):
        if done := set(names.get(seat, ())):
            frames += _tasks(run, seat, done)
            frames += _powers(run.state, seat, done)
            frames += _adventures(run, seat, done, barring)
    run.push(*reversed(frames))


def in_own_turn(state: State, seat: Seat) -> bool:
    """TSK-5, TIL-2: whether it is this seat's own turn."""
    return state.phase == "action" and state.turn == seat


def _tasks(run: Run[State], seat: Seat, names: Collection[str]) -> list[Any]:
    """TSK-3, TSK-4: on every tile that asks for it and has a Worker; nobody is asked."""
    frames: list[Any] = []
    if not in_own_turn(run.state, seat):
        return frames
    for tile in run.state.mats[seat].open_tiles:
        for n, text in enumerate(run.state.pack.tiles[tile].tasks):
            task, at = words.task(text), run.state.mats[seat].tiles[tile]
            if at.state == "open" and task.deed in names and n not in at.tasks:
                frames += accomplish(run, seat, tile, n, "deed")
    return frames


def _powers(state: State, seat: Seat, names: Collection[str]) -> list[Any]:
    return [
        fr.Gains(seat, source.power.gains, source.clause, source.source)
        for source in powers_of(state, seat)
        if source.power.form == "when" and source.power.deed in names
    ]


def _adventures(run: Run[State], seat: Seat, names: Collection[str], barring: str) -> list[Any]:
    """ADV-4, ADV-5, ADV-7: one event moves a Worker once, even if it meets two conditions, in anybody's turn."""
    frames: list[Any] = []
    pack = run.state.pack
    for adventure in run.state.mats[seat].adventures:
        row = pack.adventures[adventure.card]
        met = next((text for text in row.progress if words.deed(text) in names), None)
        if met is None or adventure.card == barring:
            continue
        site = adventure.site + 1
        run.emit(ev.AdventureMoved(seat, adventure.card, site, met))
        if site > len(row.sites):
            run.emit(ev.ModuleWon(seat, adventure.card))
        elif row.sites[site - 1]:
            frames.append(fr.Gains(seat, words.gains(row.sites[site - 1]), "ADV-4", adventure.card))
    return frames


def accomplish(run: Run[State], seat: Seat, tile: str, task: int, how: Any) -> list[Any]:
    """TIL-4, TIL-5: a cube on the Task; with the last one the tile is activated. Returns what follows, in order."""
    run.emit(ev.TaskDone(seat, tile, task, how))
    if len(run.state.mats[seat].tiles[tile].tasks) < len(run.state.pack.tiles[tile].tasks):
        return []
    promote(run, seat, tile)
    run.emit(ev.TileActivated(seat, tile))
    return activated(run.state, seat, tile)


def activated(state: State, seat: Seat, tile: str) -> list[Any]:
    """TIL-5, TIL-6, RND-5: the rewards of an activated tile, then what listens to its activation."""
    reward = fr.Gains(seat, words.gains(state.pack.tiles[tile].reward), "TIL-5", tile)
    return [reward, fr.Deed(seat, ("activate-tile",))]


def promote(run: Run[State], seat: Seat, tile: str) -> None:
    """RND-4, FRM-1, FRM-2: the Worker of a tile becomes Foreman; if there is one it goes to the Worker reserve; if that
    is full, to the general reserve. Where there is no Worker, nobody is gained."""
    mat = run.state.mats[seat]
    if not mat.tiles[tile].worker:
        return
    full = mat.has("worker") >= run.state.pack.limits["worker"]
    run.emit(ev.WorkerMoved(seat, tile, "reserve" if mat.foreman and full else "worker" if mat.foreman else "foreman"))


class DeedHandler(Handler[State, fr.Deed, Run[State]]):
    """TSK-3: a deed is told when it is done, with all that it set off."""

    def step(self, run: Run[State], frame: fr.Deed) -> None:
        run.pop()
        if frame.seat in run.state.playing:
            done(run, frame.seat, *frame.names, barring=frame.barring)
