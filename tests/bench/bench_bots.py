"""Whole matches of five bots of Diktat over the real server: ``python -m tests.bench bots``, or

``python -m tests.bench.bench_bots search 1`` for one match of that bot. A match should take under two minutes, offers
and pauses included. On a busy machine the processor time of the server and its workers says more.

``python -m tests.bench.bench_bots waits search 2 [diktat 5]``: how long a person at a table of bots waits for all of
them in turn, over two matches in which the person answers at once, with any legal command.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from tests.bench.report import Report
from tests.driving import DRIVEN, processor
from tests.serving import Server
from webapp.games.contract import BOTS

SEATS = 5
MATCHES = 5
LOOK_S = 0.5


def measure(report: Report) -> None:
    """Five matches of the bot that a new table is given first."""
    matches(report, next(iter(BOTS)), MATCHES)


def matches(report: Report, bot: str, count: int) -> None:
    """So many matches, one after another."""
    walls, cpus, steps, offers, deals = [list[float]() for _ in range(5)]
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", DRIVEN) as server:
        for _ in range(count):
            began, spent = time.perf_counter(), _spent()
            code = httpx.post(f"{server.url}/company/diktat/{bot}/{SEATS}", timeout=60).json()["code"]
            while not (state := httpx.get(f"{server.url}/company/{code}", timeout=60).json())["over"]:
                time.sleep(LOOK_S)
            walls.append(time.perf_counter() - began)
            cpus.append(_spent() - spent)
            steps.append(state["steps"])
            offers.append(state["events"].get("offered", 0))
            deals.append(state["events"].get("dealt", 0))
    report.part(f"{SEATS} bots ({bot}) of Diktat, whole matches")
    report.values("a match", walls, "s")
    report.values("server and workers", cpus, "s of processor time")
    report.values("commands", steps, "")
    report.values("offers", offers, "")
    report.values("deals", deals, "")


def waits(report: Report, bot: str, count: int, game: str = "diktat", seats: int = SEATS) -> None:
    """The seconds from a person's answer until the same person is asked again, where bots have played in between."""
    times: list[float] = []
    runs: list[float] = []
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", DRIVEN) as server:
        for n in range(count):
            made = httpx.post(f"{server.url}/company/{game}/{bot}/{seats}?person=1", timeout=60).json()
            for wait, commands in _played(server.url, made["code"], made["token"], random.Random(n)):
                times.append(wait)
                runs.append(commands)
    report.part(f"A person and {seats - 1} bots ({bot}) of {game}, {count} matches")
    report.values("until the person is asked again", times, "s")
    report.value("the longest of them", max(times), "s")
    report.values("commands of bots in between", runs, "")
    report.value("the most of them", max(runs), "")


def _played(server: str, code: str, token: str, rng: random.Random) -> Iterator[tuple[float, float]]:
    """Plays a match to its end for the seat of a token. Of each wait the seconds, and the commands of bots."""
    table, kind = f"{server}/api/v1/tables/{code}", ""
    began, at = 0.0, 0
    progress = f"{server}/company/{code}"
    with (
        httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=120) as client,
        client.stream("GET", f"{table}/events") as stream,
    ):
        for line in stream.iter_lines():
            kind = line[7:] if line.startswith("event: ") else kind if line else ""
            if kind != "state" or not line.startswith("data: "):
                continue
            state = json.loads(line[6:])
            asked = state["decision"] is not None or state["outcome"] is not None
            if asked and began:
                now = time.perf_counter()
                if steps := client.get(progress).json()["steps"] - at:
                    yield now - began, steps
            if state["outcome"] is not None:
                return
            if not asked:
                continue
            if not (legal := client.get(f"{table}/commands").raise_for_status().json()):
                continue  # answered for all in the meantime: the next state tells
            command = rng.choice(legal)
            before, began = client.get(progress).json()["steps"], time.perf_counter()
            answer = client.post(f"{table}/commands", json=command | {"decision": state["decision"]})
            began, at = (began, before + 1) if answer.is_success else (0.0, 0)


def _spent() -> float:
    """Processor seconds of the processes that descend from this one."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(path.parent.name))
    total, due = 0.0, children.get(os.getpid(), [])
    while due:
        pid = due.pop()
        due += children.get(pid, [])
        total += processor(pid)
    return total


if __name__ == "__main__":
    if sys.argv[1] == "waits":
        waits(Report(), sys.argv[2], int(sys.argv[3]), *(sys.argv[4:5]), *map(int, sys.argv[5:6]))
    else:
        matches(Report(), sys.argv[1], int(sys.argv[2]))
