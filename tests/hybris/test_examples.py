"""The worked examples, as they stand."""

from __future__ import annotations

import pytest

from rules.hybris import Match
from rules.kernel import Json
from tests.hybris.table import examples, run

EXAMPLES = examples()


def test_all_33_examples_are_there() -> None:
    assert len({it["example"].rstrip("bcd") for it in EXAMPLES}) == 33


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda it: it["example"])
def test_each_example_plays_as_written(example: Json) -> None:
    match = run(example)
    assert Match.replay({}, match.journal).position() == match.position()
    assert Match.from_position(match.position()).position() == match.position()
