"""A house in which thousands of matches were played: its start and its lobby, beside an empty one's."""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from tests.bench.report import Report
from tests.goldens import compact, load
from tests.serving import Server, prepare
from webapp.store.digests import GENESIS, digest

Json = dict[str, Any]

FINISHED = 5_000
PAGES = 9
STARTS = 3


def settle_in(data: Path, matches: int) -> Path:
    """A data folder with so many finished matches of two players, each with its whole journal."""
    golden = load("invader/concession")
    events, outcome, options = played(golden), compact(golden["outcome"]), compact(golden["options"])
    with closing(sqlite3.connect(prepare(data) / "olomoc.db")) as connection:
        last = GENESIS
        steps = []
        for n, (seat, command, its) in enumerate(events):
            last = digest(last, seat, command, its)
            steps.append((n, seat, command, its, 1.7e9 + n, last))
        # The rows of one match, and then of all: SQLite copies them in a tenth of the time.
        connection.execute("CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO numbers VALUES (?)", [(n,) for n in range(1, matches + 1)])
        connection.execute(
            "INSERT INTO tables (id, code, title, name, options, created_at, outcome, settings)"
            " SELECT n, printf('T%04d', n), 'invader', 'Evening ' || n, ?, 1.7e9 + n, ?, '{}' FROM numbers",
            (options, outcome),
        )
        for seat in ("1", "2"):
            connection.execute(
                "INSERT INTO seats (table_id, seat, holder, name, taken_at, ready, recovery, bot)"
                " SELECT n, ?, printf('browser-%d-%s', n % 200, ?), 'Player ' || ?, 0, 1, '', '' FROM numbers",
                (seat, seat, seat),
            )
        connection.execute("CREATE TEMP TABLE played (sequence, seat, command, events, at, digest)")
        connection.executemany("INSERT INTO played VALUES (?, ?, ?, ?, ?, ?)", steps)
        connection.execute(
            "INSERT INTO steps (table_id, sequence, seat, command, events, at, digest)"
            " SELECT n, played.* FROM numbers, played"
        )
        connection.commit()
    return data


def played(golden: Json) -> list[tuple[str | None, str, str]]:
    """The steps of a golden: seat, command and events, as they are stored."""
    ends = [1, *(it[2] for it in golden["commands"])]
    journal, steps, at = golden["journal"], [], 0
    for end, (seat, command) in zip(ends, [(None, {}), *((it[0], it[1]) for it in golden["commands"])], strict=True):
        steps.append((seat, compact(command), compact(journal[at:end])))
        at = end
    return steps


def measure(report: Report) -> None:
    """From the start of the process to the first page, and one lobby page after the other."""
    report.part(f"a house with {FINISHED} finished matches, and an empty one")
    with tempfile.TemporaryDirectory() as folder:
        houses = {"empty": prepare(Path(folder) / "empty"), "full": settle_in(Path(folder) / "full", FINISHED)}
        size = (houses["full"] / "olomoc.db").stat().st_size
        report.value("its database", size / 1e6, "MB")
        starts: dict[str, list[float]] = {name: [] for name in houses}
        pages: dict[str, list[float]] = {name: [] for name in houses}
        for _ in range(STARTS):
            for name, data in houses.items():
                started = time.perf_counter()
                with Server(data, ("-m", "webapp", "alone")) as server:
                    httpx.get(server.url, timeout=120)
                    starts[name].append(time.perf_counter() - started)
                    time.sleep(8)  # games and unfinished matches are read beside the first pages
                    for _ in range(PAGES):
                        before = time.perf_counter()
                        httpx.get(server.url, timeout=60)
                        pages[name].append(time.perf_counter() - before)
        for name in houses:
            report.times(f"{name}: start to first page", starts[name])
            report.times(f"{name}: a lobby page", pages[name])
        # in turn, so that what else the machine does falls on both
        for what, times in (("start", starts), ("lobby page", pages)):
            ratio = statistics.median(times["full"]) / statistics.median(times["empty"])
            report.value(f"{what}: full beside empty (goal: 1.5 at most)", ratio, "x")
