"""The goldens: every way of ending is among them. That they fold and play as recorded is held by
`tests/rules/matches/test_goldens.py`."""

from __future__ import annotations

import pytest

from tests.goldens import load, names

ENDINGS = {
    "WIN-1: all adversaries dead": ("cleared", "heroes"),
    "WIN-1: gone with the ledger": ("ledger", "heroes"),
    "WIN-1: the captives aboard": ("captives", "heroes"),
    "WIN-1: Vaskra dead": ("vaskra", "heroes"),
    "WIN-3: all heroes dead": ("dead", "overlord"),
    "WIN-4: the last space": ("time", "overlord"),
    "WIN-4: the last space, nobody's": ("time", None),
    "WIN-5: all hero players give up": ("concession", "overlord"),
    "WIN-5: the Overlord's time is out": ("time", "heroes"),
    "a draw agreed on": ("agreement", None),
}
"""The ways of ending: reason, and the side that wins."""
GOLDENS = names("blade")


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_way_of_ending_is_there(ending: str) -> None:
    outcomes = [it["outcome"] for it in map(load, GOLDENS)]
    assert ENDINGS[ending] in [(outcome["reason"], outcome["side"]) for outcome in outcomes]
