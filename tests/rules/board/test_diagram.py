"""A failure shows the Bloc, so that its reader need not draw one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

from tests.rules.table import Table, ally, block, foe, marker, off, rogue, zone

ROOT = Path(__file__).parents[3]


def test_the_bloc_as_text() -> None:
    """Half an inch a column, an inch a row; who bears what; who is asked."""
    table = Table(
        ally("petra", (5, 8), noirceur=2),
        foe("kubik", (5 + off(3), 8), states=["stunned"]),
        foe("jana"),
        rogue("it", (12, 12)),
        marker("m1", (8, 4), 40),
        block("wall", 2, 2, 4, 4),
        zone("oil", 12, 1, 15, 3),
        active="petra",
    )
    rows = repr(table).splitlines()
    assert rows[1] == "· · · · · · · · · · · · · · · · "
    assert rows[2] == "· · · · · · · · · · · · ~~~~~~· "
    assert rows[3] == "· · ####· · · · · · · · ~~~~~~· "
    assert rows[5] == "· · · · · · · · o · · · · · · · "
    assert rows[9] == "· · · · · P · · · k · · · · · · "
    assert rows[13] == "· · · · · · · · · · · · ! · · · "
    assert "  P petra (5.000, 8.000) {'seat': '1', 'actions': 4, 'noirceur': 2}" in rows
    assert "  j jana off the Bloc {'seat': '2', 'actions': 4}" in rows
    assert any(row.startswith("  asks 1: act ") for row in rows)


def test_a_failure_shows_it(tmp_path: Path) -> None:
    """Also where the engine cannot answer any more."""
    failing = tmp_path / "test_failing.py"
    failing.write_text(
        dedent("""
        from tests.rules.table import Table, ally

        def test_that_fails():
            table = Table(ally("petra", (5, 8)), active="petra")
            assert table["petra"]["at"] == [0, 0]

        def test_that_breaks(monkeypatch):
            table = Table(ally("petra", (5, 8)), active="petra")
            table.match.position = None
            assert False
        """)
    )
    words = [sys.executable, "-m", "pytest", "-q", "-p", "tests.rules.conftest", "-p", "no:cacheprovider", str(failing)]
    printed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=600).stdout
    assert "2 failed" in printed
    assert "- the Bloc -" in printed
    assert "· · · · · P · · · · · · · · · · " in printed
    assert "cannot be drawn" in printed
