"""The rows of the last measurement that was kept, the table of docs/performance.md that is made of them, and whether
new ones are worse."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.bench.rows import Row, show

KEPT = Path(__file__).with_name("kept.json")
DOCUMENT = Path(__file__).parents[2] / "docs" / "performance.md"
BEGIN, END = "<!-- table -->\n", "<!-- end of the table -->\n"
HEAD = f"| n | work | ours | peer | unit | first | ratio | range | goal | peer is |\n{'| --- ' * 10}|\n"
WORSE = 1.25
"""A median this many times the kept one is worse, if it also lies outside the kept run's range."""


def keep(rows: Sequence[Row]) -> None:
    """Writes the rows with the commit they were measured at, the ratio of each when it was first kept, and the
    document's table."""
    before: dict[str, float] = json.loads(KEPT.read_text())["first"] if KEPT.exists() else {}
    content: dict[str, Any] = {
        "commit": _commit(),
        "taken": datetime.now(UTC).isoformat(timespec="minutes"),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[2], 1),
        "first": {_key(row.to_json()): row.ratio for row in rows} | before,
        "rows": [row.to_json() for row in rows],
    }
    KEPT.write_text(json.dumps(content, indent=1) + "\n")
    DOCUMENT.write_text(with_table(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    show(rows)
    print(f"kept in {KEPT.relative_to(Path.cwd()) if KEPT.is_relative_to(Path.cwd()) else KEPT}")


def table(kept: dict[str, Any]) -> str:
    """The kept rows as a table of Markdown, under a line that says when and how they were taken."""
    taken = f"Taken {kept['taken']} at {kept['commit']}, Python {kept['python']}, load {kept['load']}.\n\n"
    return taken + HEAD + "".join(_line(one, kept["first"][_key(one)]) for one in kept["rows"])


def with_table(document: str) -> str:
    """The document with the table of what is kept in its place; as it is where nothing is kept."""
    if not KEPT.exists():
        return document
    before, _, rest = document.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}{table(json.loads(KEPT.read_text()))}{END}{after}"


def _line(one: dict[str, Any], first: float) -> str:
    peer = "–" if one["peer"] is None else f"{one['peer']:.2f}"
    goal = "–" if one["goal"] is None else f"{'≤' if one['most'] else '≥'} {one['goal']:g}{'' if one['met'] else ' ✗'}"
    spread = f"{one['low']:.2f} to {one['high']:.2f}"
    ratios = (f"{first:.2f}", f"{one['ratio']:.2f}", spread)
    cells = (one["n"], one["name"], f"{one['ours']:.2f}", peer, one["unit"], *ratios, goal)
    return f"| {' | '.join(map(str, cells))} | {'–' if one['peer'] is None else one['peer_name']} |\n"


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
    keys = set()
    for row in rows:
        then = kept.get(_key(row.to_json()))
        if then is None:
            continue
        if row.most and row.ratio > WORSE * then["ratio"] and row.ratio > then["high"]:
            keys.add(_key(then))
        if not row.most and row.ratio * WORSE < then["ratio"] and row.ratio < then["low"]:
            keys.add(_key(then))
    return keys


def _key(row: dict[str, Any]) -> str:
    return f"{row['n']} {row['name']}"


def _commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip()
