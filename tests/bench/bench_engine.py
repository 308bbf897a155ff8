"""The engine alone, one core: whole random matches, and the parts of a command."""

import json
import random
import time
import tracemalloc

from rules.olomoc import Match
from tests.bench.report import Clock, Report

MATCHES = 15
KEPT = 10


def measure(report: Report) -> None:
    """Random matches whole, then step by step, then their size."""
    report.part("Engine: random matches, one core")
    lengths: list[float] = []
    rates: list[float] = []
    for seed in range(MATCHES):
        start = time.perf_counter()
        lengths.append(len(list(played(seed))))
        rates.append(lengths[-1] / (time.perf_counter() - start))
    report.values("decisions per second", rates, "/s")
    report.values("decisions in a match", lengths, "")
    step_by_step(report)
    size(report)


def played(seed: int):  # type: ignore[no-untyped-def]  # a bench may be plain
    """A random match, after each command."""
    dice = random.Random(seed)
    match = Match.new({"composition": dice.choice(["draft", "secret"])}, seed)
    while match.outcome is None:
        seat = dice.choice(sorted(match.decisions))
        match.submit(seat, next(match.commands(seat, dice)))
        yield match


def step_by_step(report: Report) -> None:
    """The work of a table for one command, part by part."""
    names = ("new", "sample", "fork", "submit", "decisions", "view", "json", "position", "from position", "replay")
    clocks = {name: Clock() for name in (*names, "reach", "sight", "check")}
    for seed in range(4):
        dice = random.Random(seed)
        with clocks["new"].running():
            match = Match.new({"composition": "secret"}, seed)
        while match.outcome is None:
            with clocks["decisions"].running():
                seats = sorted(match.decisions)
            seat = dice.choice(seats)
            with clocks["sample"].running():
                command = next(match.commands(seat, dice))
            with clocks["check"].running():
                match.check(seat, command)
            with clocks["fork"].running():
                match = match.fork(dice.getrandbits(60))
            with clocks["submit"].running():
                match.submit(seat, command)
            with clocks["view"].running():
                view = match.view(seat)
            with clocks["json"].running():
                json.dumps(view, default=list)
            if dice.random() < 0.1:
                look(match, clocks)
        with clocks["replay"].running():
            Match.replay({}, match.journal)
    for name, clock in clocks.items():
        report.times(name, clock.seconds)


def look(match: Match, clocks: dict[str, Clock]) -> None:
    """The questions a screen asks now and then."""
    with clocks["position"].running():
        position = match.position()
    with clocks["from position"].running():
        Match.from_position(position)
    placed = [rouage["id"] for rouage in position["rouages"] if rouage.get("at")]
    for piece in placed[:1]:
        with clocks["reach"].running():
            match.reach(piece, "walk")
    if len(placed) > 1:
        with clocks["sight"].running():
            match.sight(placed[0], placed[1])


def size(report: Report) -> None:
    """The size of a match at its end in memory, and of its journal on the disk."""
    list(played(0))
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [list(played(seed))[-1] for seed in range(KEPT)]
    report.value("memory per finished match", (tracemalloc.get_traced_memory()[0] - before) / KEPT / 1024, "kB")
    tracemalloc.stop()
    report.values("journal of a finished match", [len(json.dumps(match.journal)) / 1024 for match in kept], "kB")
