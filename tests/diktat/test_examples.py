"""The worked examples, as they stand."""

from __future__ import annotations

import pytest

from rules.diktat import Match
from rules.kernel import Json
from tests.diktat.table import examples, play

EXAMPLES = examples()


def test_all_22_examples_of_the_rulebook_are_there() -> None:
    assert len(EXAMPLES) == 22


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["example"])
def test_each_example_of_the_rulebook_plays_as_printed(example: Json) -> None:
    match = play(example)
    assert Match.replay({}, match.journal).position() == match.position()
    assert Match.from_position(match.position()).position() == match.position()
