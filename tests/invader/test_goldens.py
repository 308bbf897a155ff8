"""The duel's goldens: every way of ending and every kind of decision is among them. That they fold and play as recorded
is held by `tests/rules/matches/test_goldens.py`."""

from __future__ import annotations

import pytest

from rules.invader import Match
from tests.goldens import kinds, load, names

ENDINGS = {
    "END-1: the Human's deck": ("deck", "invader"),
    "END-1: the Invader's deck": ("deck", "human"),
    "END-2: the plot": ("plot", "human"),
    "END-3: the last Hero": ("heroes", "invader"),
    "END-5: the last turn": ("turns", "human"),
    "END-6: a concession": ("concession", None),
    "time that has run out": ("time", None),
    "a draw agreed on": ("agreement", None),
}
"""The ways of ending: reason, and which side wins where it is always the same."""
GOLDENS = names("invader")


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_way_of_ending_is_there(ending: str) -> None:
    """END-1 to END-6: a golden ends so, and its position says why."""
    reason, side = ENDINGS[ending]
    endings = []
    for golden in map(load, GOLDENS):
        position, winners = Match.replay({}, golden["journal"]).position(), golden["outcome"]["winners"]
        if golden["outcome"]["reason"] != reason or (side is not None and position["sides"][winners[0]] != side):
            continue
        endings.append(golden)
        assert len(winners) == (reason != "agreement")
        losers = [seat for seat in ("1", "2") if seat not in winners]
        assert (position["plot"] == 0) is (reason == "plot")
        assert (position["decks"][losers[0]] == []) is (reason == "deck")
        assert (position["hero"] is None and not position["heroes"]) is (reason == "heroes")
        assert (position["number"] >= 39) is (reason == "turns")
    assert endings, f"no golden ends by {ending}"


def test_every_kind_of_decision_is_there() -> None:
    asked = set().union(*(kinds(name) for name in GOLDENS))
    assert asked == {"build", "mulligan", "place-hero", "main", "cancel", "ruin", "adjust"}
