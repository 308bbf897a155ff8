"""The kernel knows no game and no rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

KERNEL = Path(__file__).parents[2] / "rules" / "kernel"
CLAUSE = re.compile(r"\b(?!UTF-8)[A-Z]{3}-\d+")


@pytest.mark.parametrize("path", sorted(KERNEL.rglob("*.py")), ids=lambda path: path.stem)
def test_no_clause_is_cited(path: Path) -> None:
    assert CLAUSE.findall(path.read_text(encoding="utf-8")) == []
