"""Diktat's goldens: every way of ending and every kind of decision is among them. That they fold and play as recorded
is held by `tests/rules/matches/test_goldens.py`."""

from __future__ import annotations

import pytest

from rules.diktat import Match
from tests.goldens import kinds, load, names

GOLDENS = {name: load(name) for name in names("diktat")}


SEATS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def ended(reason: str, players: int) -> list[Match]:
    """The goldens with so many players that ended so, folded."""
    folded = [Match.replay({}, it["journal"]) for it in GOLDENS.values() if it["outcome"]["reason"] == reason]
    return [match for match in folded if len(match.seats) == players]


@SEATS
def test_points_decide(players: int) -> None:
    """END-1, END-3: in the last cycle, or with 10 Victory points before."""
    matches = ended("points", players)
    assert matches
    for match in matches:
        state = match.state
        assert state.cycle == state.size.cycles or max(state.points(seat) for seat in match.seats) >= 10


def test_ten_points_end_a_match_before_its_last_cycle() -> None:
    """END-1."""
    matches = [match for players in (2, 3, 4, 5) for match in ended("points", players)]
    assert any(match.state.cycle < match.state.size.cycles for match in matches)


@SEATS
@pytest.mark.parametrize("why", ["cards", "darkness"])
def test_the_others_overrun_prague(players: int, why: str) -> None:
    """ORE-8, END-6: all lose."""
    causes = [row["why"] for match in ended("others", players) for row in match.journal if row["kind"] == "overrun"]
    assert why in causes
    assert all(match.outcome is not None and not match.outcome["winners"] for match in ended("others", players))


@SEATS
@pytest.mark.parametrize("reason", ["concession", "time", "agreement"])
def test_other_ways_of_ending(players: int, reason: str) -> None:
    """END-4, END-5: the last one left wins; all agree to a draw."""
    (match,) = ended(reason, players)
    assert match.outcome is not None
    assert len(match.outcome["winners"]) == (reason != "agreement")
    if reason == "agreement":
        assert match.outcome["ranking"] == [[*match.seats]], "whoever agrees to a draw is nobody's better"


def test_every_kind_of_decision_is_there() -> None:
    assert set().union(*(kinds(name) for name in GOLDENS)) == {
        "adjust", "bid", "call", "choose", "choose-cabal", "designate", "first-player", "hold", "kill", "lay", "look",
        "manoeuvre", "react", "take", "verdict", "wake",
    }  # fmt: skip
