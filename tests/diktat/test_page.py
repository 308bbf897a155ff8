"""The examples of Diktat's documentation page run."""

from __future__ import annotations

import doctest
from pathlib import Path

from tests import examples

PAGE = Path(__file__).parents[2] / "docs" / "diktat.md"


def test_the_examples_run() -> None:
    """The doctests run one after the other in one session."""
    tried, failed, printed = examples.run(PAGE, doctest.ELLIPSIS)
    assert tried > 20
    assert not failed, printed
