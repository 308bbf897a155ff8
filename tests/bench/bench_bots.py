"""Whole matches of five bots of Diktat over the real server: ``python -m tests.bench bots``, or

``python -m tests.bench.bench_bots search 1`` for one match of that bot. A match should take under two minutes, offers
and pauses included. On a busy machine the processor time of the server and its workers says more.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import httpx

from tests.bench.report import Report
from tests.driving import DRIVEN, processor
from tests.serving import Server

SEATS = 5
MATCHES = 5
LOOK_S = 0.5


def measure(report: Report) -> None:
    """Five matches of the bot that a new table is given first."""
    matches(report, "greedy", MATCHES)


def matches(report: Report, bot: str, count: int) -> None:
    """So many matches, one after another."""
    walls, cpus, steps, offers, deals = [list[float]() for _ in range(5)]
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", DRIVEN) as server:
        for _ in range(count):
            began, spent = time.perf_counter(), _spent()
            code = httpx.post(f"{server.url}/company/diktat/{bot}/{SEATS}", timeout=60).json()["code"]
            while not (found := httpx.get(f"{server.url}/company/{code}", timeout=60).json())["over"]:
                time.sleep(LOOK_S)
            walls.append(time.perf_counter() - began)
            cpus.append(_spent() - spent)
            steps.append(found["steps"])
            offers.append(found["events"].get("offered", 0))
            deals.append(found["events"].get("dealt", 0))
    report.part(f"{SEATS} bots ({bot}) of Diktat, whole matches")
    report.values("a match", walls, "s")
    report.values("server and workers", cpus, "s of processor time")
    report.values("commands", steps, "")
    report.values("offers", offers, "")
    report.values("deals", deals, "")


def _spent() -> float:
    """Processor seconds of the processes that descend from this one."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(path.parent.name))
    found, due = 0.0, children.get(os.getpid(), [])
    while due:
        pid = due.pop()
        due += children.get(pid, [])
        found += processor(pid)
    return found


if __name__ == "__main__":
    matches(Report(), sys.argv[1], int(sys.argv[2]))
