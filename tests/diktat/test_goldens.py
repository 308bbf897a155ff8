"""Diktat's goldens: every way of ending and every kind of decision is among them. That they fold and play as recorded
is held by `tests/rules/matches/test_goldens.py`."""

from __future__ import annotations

import pytest

from rules.diktat import Match
from tests.goldens import kinds, load, names

GOLDENS = {name: load(name) for name in names("diktat")}


def ended(reason: str) -> list[Match]:
    """The goldens that ended so, folded."""
    return [Match.replay({}, it["journal"]) for it in GOLDENS.values() if it["outcome"]["reason"] == reason]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_points_decide_at_every_number_of_seats(players: int) -> None:
    """END-1, END-3: in the last cycle, or with 10 Victory points before."""
    found = [match for match in ended("points") if len(match.seats) == players]
    assert found
    for match in found:
        state = match.state
        assert state.cycle == state.size.cycles or max(state.points(seat) for seat in match.seats) >= 10


def test_ten_points_end_a_match_before_its_last_cycle() -> None:
    """END-1."""
    assert any(match.state.cycle < match.state.size.cycles for match in ended("points"))


def test_the_others_overrun_prague_by_cards_and_by_darkness() -> None:
    """ORE-8, END-6."""
    why = {row["why"] for match in ended("others") for row in match.journal if row["kind"] == "overrun"}
    assert why == {"cards", "darkness"}
    assert all(match.outcome is not None and match.outcome["winners"] == [] for match in ended("others"))


@pytest.mark.parametrize("reason", ["concession", "time", "agreement"])
def test_other_ways_of_ending(reason: str) -> None:
    """END-5: the last one left wins; all agree to a draw."""
    (match,) = ended(reason)
    assert match.outcome is not None
    assert len(match.outcome["winners"]) == (reason != "agreement")


def test_every_kind_of_decision_is_there() -> None:
    assert set().union(*(kinds(name) for name in GOLDENS)) == {
        "adjust", "bid", "call", "choose", "choose-cabal", "designate", "first-player", "hold", "kill", "lay", "look",
        "manoeuvre", "react", "take", "verdict", "wake",
    }  # fmt: skip
