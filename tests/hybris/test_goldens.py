"""The goldens: every way of ending at every number of seats is among them. That they fold and play as recorded is held
by `tests/rules/matches/test_goldens.py`."""

from __future__ import annotations

import pytest

from tests.goldens import load, names

ENDINGS = {
    "END-1: points": ("points", True),
    "END-2: all Cities": ("chaos", False),
    "END-3: the sixth Improvement": ("ascension", True),
    "GEN-10: all others give up": ("concession", True),
    "GEN-10: the others' time is out": ("time", True),
    "END-4: a draw agreed on": ("agreement", False),
}
"""The ways of ending: the reason, and whether somebody wins."""
GOLDENS = names("hybris")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_way_of_ending_is_there(ending: str, players: int) -> None:
    found = [load(name)["outcome"] for name in GOLDENS if name.endswith(f"-{players}")]
    assert ENDINGS[ending] in [(outcome["reason"], bool(outcome["winners"])) for outcome in found]
    assert all(len(outcome["score"]) == players for outcome in found)
    lost = [outcome for outcome in found if outcome["reason"] == "chaos"]
    assert [outcome.get("all_lost") for outcome in lost] == [True]
