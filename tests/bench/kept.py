"""The rows of the last measurement that was kept, and whether new ones are worse."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.bench.rows import Row, show

KEPT = Path(__file__).with_name("kept.json")
WORSE = 1.25
"""A median this many times the kept one is worse, if it also lies outside the kept run's range."""


def keep(rows: Sequence[Row]) -> None:
    """Writes the rows with the commit they were measured at."""
    found: dict[str, Any] = {
        "commit": _commit(),
        "taken": datetime.now(UTC).isoformat(timespec="minutes"),
        "python": platform.python_version(),
        "rows": [row.to_json() for row in rows],
    }
    KEPT.write_text(json.dumps(found, indent=1) + "\n")
    show(rows)
    print(f"kept in {KEPT.relative_to(Path.cwd()) if KEPT.is_relative_to(Path.cwd()) else KEPT}")


def compare(measure: Callable[[], Sequence[Row]]) -> int:
    """Measures, and once more where something is worse than what was kept. 1 where a row was worse both times."""
    kept = {_key(row): row for row in json.loads(KEPT.read_text())["rows"]}
    before = worse(measure(), kept)
    if before:
        print("worse, measured again:", *sorted(before), sep="\n  ")
        before &= worse(measure(), kept)
    print(*(f"worse than what was kept: {name}" for name in sorted(before)), sep="\n")
    return int(bool(before))


def worse(rows: Sequence[Row], kept: dict[str, dict[str, Any]]) -> set[str]:
    """The rows whose ratio is over a quarter worse than the kept one and outside the range of its repeats."""
    found = set()
    for row in rows:
        then = kept.get(_key(row.to_json()))
        if then is None:
            continue
        if row.most and row.ratio > WORSE * then["ratio"] and row.ratio > then["high"]:
            found.add(_key(then))
        if not row.most and row.ratio * WORSE < then["ratio"] and row.ratio < then["low"]:
            found.add(_key(then))
    return found


def _key(row: dict[str, Any]) -> str:
    return f"{row['n']} {row['name']}"


def _commit() -> str:
    found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip()
