"""The board's questions on positions of random matches: destination, reach, sight and nearest place beside shapely
alone; the options of an activation and a hostile's step by themselves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.geometry import Disc, find_displacement, nearest_place, sight, stand_fault, walk_reach
from rules.olomoc import Match
from rules.olomoc import measure as measuring
from rules.olomoc.engine import trial
from rules.olomoc.flow.hostiles import HostileMoveHandler, InstinctHandler
from rules.olomoc.frames import Activation, HostileMove, InstinctFrame
from rules.olomoc.state import Rouage, State
from tests.bench.peers import shapely_alone as alone
from tests.bench.report import Report
from tests.bench.rows import REPEATS, Row, cpu, p95, row, show

POSITIONS = 200
REACHES = 12
"""Positions on which the reach is drawn: shapely takes half a second for each."""
AGENDAS = ("gargoule", "valves", "registers", "survey", "cores", "skirmish")
PEER = "shapely, 180 angles"


@dataclass(frozen=True)
class Walk:
    """A piece on a board, somewhere it might want to go, and somebody it might want to see."""

    scene: Any
    piece: Disc
    own: frozenset[str]
    to: tuple[int, int]
    other: Disc


def rows() -> list[Row]:
    """Row 3, a line for each question."""
    acts, hostiles = positions()
    walks = [walk for state in acts for walk in walks_of(state)][:POSITIONS]
    long, short = measuring.rulers(acts[0])
    figures = [
        beside("destination with a ruler", 1 / 4, walks, lambda w: find_displacement(*placed(w), long, w.own),
                 lambda w: alone.find_displacement(*placed(w), long, w.own)),
        beside("reach polygon", 1 / 8, walks[:: len(walks) // REACHES],
                 lambda w: walk_reach(w.scene, w.piece, (long, short), w.own),
                 lambda w: alone.walk_reach(w.scene, w.piece, (long, short), w.own)),
        beside("sight", 1 / 4, walks, lambda w: sight(w.scene, w.piece, w.other),
                 lambda w: alone.sight(w.scene, w.piece, w.other)),
        beside("nearest place", 1 / 4, walks, lambda w: nearest_place(w.scene, w.to, w.piece.radius, w.own),
                 lambda w: alone.nearest_place(w.scene, w.to, w.piece.radius, w.own)),
    ]  # fmt: skip
    figures.append(by_itself("options of an activation", 10.0, acts, lambda state: cpu(lambda: options(state))))
    figures.append(by_itself("a hostile's step", 25.0, hostiles, lambda state: cpu(lambda: step(state))))
    figures.append(by_itself("sight, kept", 0.2, acts, looked))
    return figures


def placed(walk: Walk) -> tuple[Any, Disc, tuple[int, int]]:
    """The first arguments of a displacement's search."""
    return walk.scene, walk.piece, walk.to


def beside(name: str, goal: float, walks: list[Walk], ours: Callable[[Walk], Any], peer: Callable[[Walk], Any]) -> Row:
    """p95 of ours against p95 of the peer's, in each repeat."""
    pairs = []
    for _ in range(REPEATS):
        times = [(cpu(lambda w=walk: ours(w)), cpu(lambda w=walk: peer(w))) for walk in walks]
        pairs.append((1000 * p95(one for one, _ in times), 1000 * p95(other for _, other in times)))
    return row(3, f"{name}, p95", pairs, "ms", PEER, goal, most=True)


def by_itself(name: str, goal: float, states: list[State], taken: Callable[[State], float]) -> Row:
    """p95 of the seconds taken; nothing that was kept in an earlier repeat is found again."""
    pairs: list[tuple[float, float | None]] = []
    for _ in range(REPEATS):
        times = []
        for state in states:
            forget()
            times.append(taken(replace(state)))
        pairs.append((1000 * p95(times), None))
    return row(3, f"{name}, p95", pairs, "ms", "-", goal, most=True)


def forget() -> None:
    """The next question finds no board that was looked at before."""
    measuring._scene.cache_clear()
    measuring._sights.cache_clear()


def options(state: State) -> Any:
    """The decision of an activation with all its options."""
    return Match(state, [], None).decisions  # type: ignore[arg-type]  # no chance is needed


def step(state: State) -> None:
    """A hostile's instinct: what it does, to whom, and a place for it."""
    hostile = next(state.hostiles())
    run = trial(replace(state, stack=(*state.stack, InstinctFrame(hostile.id, state.priority))))
    instinct, move = InstinctHandler(), HostileMoveHandler()
    while isinstance(frame := run.state.stack[-1], InstinctFrame):
        if len(frame.choices) > 1:
            frame = replace(frame, choices=frame.choices[:1])
        instinct.step(run, frame)
    for frame in run.state.stack:
        if isinstance(frame, HostileMove):
            next(move.commands(run.state, frame, frame.seat, random.Random(0)))


def looked(state: State) -> float:
    """Seconds for a line of sight that was found before on this board, of a state made since."""
    two = [piece.disc for piece in state.on_bloc()][:2]
    if len(two) < 2:
        return 0.0
    measuring.look(state, *two)
    return cpu(lambda: measuring.look(replace(state), *two))


def positions() -> tuple[list[State], list[State]]:
    """States of random matches: where somebody is active, and those with a hostile on the Bloc among all asked."""
    acts: list[State] = []
    hostiles: list[State] = []
    seed = 0
    while len(acts) < POSITIONS or len(hostiles) < POSITIONS:
        for state in asked(seed):
            if isinstance(state.stack[-1], Activation) and len(list(state.on_bloc())) > 2:
                acts.append(state)
            if any(state.hostiles()):
                hostiles.append(state)
        seed += 1
    rng = random.Random(1)
    return rng.sample(acts, POSITIONS), rng.sample(hostiles, POSITIONS)


def asked(seed: int) -> Iterator[State]:
    """The states of a random match in which somebody was asked."""
    rng = random.Random(seed)
    match = Match.new({"agenda": AGENDAS[seed % len(AGENDAS)], "composition": "secret"}, seed)
    while asked := match.asked:
        yield match.state
        seat = rng.choice(sorted(asked))
        match.submit(seat, next(match.commands(seat, rng)))


def walks_of(state: State) -> Iterator[Walk]:
    """One walk of one piece: to a place where it can stand, as far as a displacement may lead."""
    rng = random.Random(str(sorted(state.points.items())) + str(state.phase))
    pieces: list[Rouage] = list(state.on_bloc())
    piece, other = rng.sample(pieces, 2)
    board, own = measuring.scene(state), frozenset((piece.id,))
    for _ in range(20):
        far, disc = 130_000, piece.disc
        to = (disc.x + rng.randint(-far, far), disc.y + rng.randint(-far, far))
        if to != disc.centre and stand_fault(board, Disc(*to, disc.radius), own) is None:
            yield Walk(board, disc, own, to, other.disc)
            return


def measure(report: Report) -> None:
    """Prints the rows."""
    report.part("The board's questions on positions of random matches")
    show(rows())
