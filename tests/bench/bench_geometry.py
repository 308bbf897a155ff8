"""The geometry alone, one core, on random boards as full as a match's and fuller."""

import math
import random
import time
from collections.abc import Callable
from typing import Any

from rules.geometry import (
    Disc,
    Pose,
    Scene,
    best_away,
    best_toward,
    can_come_within,
    check_displacement,
    displacement_reach,
    entry_reach,
    find_displacement,
    find_entry,
    nearest_place,
    placements,
    sample_displacement,
    sample_entry,
    sight,
    stand_fault,
)
from tests.bench.report import Report
from tests.geometry.boards import INCH, LONG, RULERS, SIZE, random_end, random_scene

BOARDS = 40


class Times:
    """The durations of calls, by name."""

    def __init__(self) -> None:
        self.by_name: dict[str, list[float]] = {}

    def __call__(self, name: str, function: Callable[..., Any], *args: Any, by_answer: bool = False) -> Any:
        start = time.perf_counter()
        answer = function(*args)
        took = time.perf_counter() - start
        if by_answer:
            name += ": yes" if answer is not None and not hasattr(answer, "code") else ": no"
        self.by_name.setdefault(name, []).append(took)
        return answer


def measure(report: Report) -> None:
    """Every kind of query, with its answer where that decides how long it takes."""
    for title, blocks, discs in (("as full as a match", 6, 11), ("crowded", 14, 28)):
        report.part(f"Geometry: boards {title}, one core")
        times, rng = Times(), random.Random(title)
        for _ in range(BOARDS):
            scene = random_scene(rng, blocks, discs)
            times("building a scene", Scene, scene.size, scene.blocks, scene.discs)
            for name, piece in scene.discs[:3]:
                moving(times, rng, scene, piece, frozenset((name,)))
            for (_, a), (_, b) in zip(scene.discs, scene.discs[1:], strict=False):
                times("sight", sight, scene, a, b)
            standing(times, rng, scene)
            seeking(times, scene)
        for name, seconds in times.by_name.items():
            report.times(name, seconds)


def moving(times: Times, rng: random.Random, scene: Scene, piece: Disc, own: frozenset[str]) -> None:
    """A displacement: its search, its check, its sampling, its region."""
    for ruler in RULERS:
        for _ in range(4):
            to = random_end(rng, piece, ruler, scene, own)
            if to == piece.centre or stand_fault(scene, Disc(*to, piece.radius), own) is not None:
                continue
            pose = times("placement found", find_displacement, scene, piece, to, ruler, own, by_answer=True)
            if isinstance(pose, Pose):
                times("placement checked", check_displacement, scene, piece, to, pose, ruler, own)
                times("all placements", placements, scene, piece, to, ruler, own)
        times("displacement sampled", sample_displacement, scene, piece, ruler, rng, own, by_answer=True)
        times("region of a displacement", displacement_reach, scene, piece, ruler, own)


def standing(times: Times, rng: random.Random, scene: Scene) -> None:
    """Entering, and finding a place."""
    for edge in ("north", "west"):
        sample = times("entry sampled", sample_entry, scene, edge, 15_000, LONG, rng, by_answer=True)
        if sample is not None:
            times("entry found", find_entry, scene, edge, 15_000, sample[0], LONG, by_answer=True)
    times("region of an entry", entry_reach, scene, "south", 15_000, LONG)
    times("nearest place", nearest_place, scene, (rng.randrange(SIZE), rng.randrange(SIZE)), 20_000)


def seeking(times: Times, scene: Scene) -> None:
    """Toward, away, and within an inch, of the others."""
    (name, piece), *others = scene.discs[:4]
    own = frozenset((name,))
    for _, target in others:
        times("directly toward", best_toward, scene, piece, target, RULERS, own)
        times("directly away", best_away, scene, piece, target, RULERS, own)
        if math.dist(piece.centre, target.centre) < 190_000:
            times("within an inch", can_come_within, scene, piece, target, INCH, RULERS, own, by_answer=True)


if __name__ == "__main__":
    measure(Report())
