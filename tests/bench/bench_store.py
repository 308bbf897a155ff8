"""Durable appends to the journals of fifty matches that wait at once, beside bare SQLite with one row a commit."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
import time
from pathlib import Path

from tests.bench.report import Report
from tests.bench.rows import REPEATS, Row, row, show
from webapp.store import Step, Store

MATCHES = 50
APPENDS = 30
"""Of each match in each repeat."""
EVENTS = [{"n": 1, "kind": "moved", "note": "x" * 250}]


def rows() -> list[Row]:
    """Row 6. Both write to the disk, each commit as safe from a power cut as the other: in seconds of the clock."""
    pairs = []
    for _ in range(REPEATS):
        with tempfile.TemporaryDirectory() as folder:
            pairs.append((asyncio.run(ours(Path(folder))), bare(Path(folder))))
    return [row(6, f"durable appends, {MATCHES} matches", pairs, "/s", "sqlite3, a row a commit", 1.0, most=False)]


async def ours(folder: Path) -> float:
    """Steps per second."""
    store = Store.open(folder / "ours.db")
    try:
        tables = [await store.add_table(f"T{n}", "olomoc", "", {}, [{"n": 0}]) for n in range(MATCHES)]

        async def one(table: int) -> None:
            for n in range(APPENDS):
                await store.append(table, Step(n + 1, "1", {"kind": "walk"}, EVENTS, 0.0), None)

        start = time.perf_counter()
        await asyncio.gather(*(one(table.id) for table in tables))
        return MATCHES * APPENDS / (time.perf_counter() - start)
    finally:
        store.close()


def bare(folder: Path) -> float:
    """Rows per second of the same content, in a database with the same pragmas."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(
            "CREATE TABLE step (match INTEGER, n INTEGER, seat TEXT, command TEXT, events TEXT, at REAL)"
        )
        command, events = json.dumps({"kind": "walk"}), json.dumps(EVENTS)
        start = time.perf_counter()
        for n in range(MATCHES * APPENDS):
            insert = (n % MATCHES, n // MATCHES, "1", command, events, 0.0)
            connection.execute("INSERT INTO step VALUES (?, ?, ?, ?, ?, ?)", insert)
        return MATCHES * APPENDS / (time.perf_counter() - start)
    finally:
        connection.close()


def measure(report: Report) -> None:
    """Prints the row."""
    report.part("Durable appends")
    show(rows())
