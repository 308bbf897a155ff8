"""What the Development brings: Agents, PP, tokens, by Possessions and Cabal cards (DEV, EFF-4, INF-6 to INF-11)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.diktat import Match
from tests.diktat.table import another_pack, asked, refused, seen, table


def test_development() -> None:
    """DEV-1, DEV-2, DEV-3, EFF-4, MAN-9, INF-6, INF-7, INF-8, INF-9, INF-10, INF-11, CAB-6: what Possessions and
    Cabal cards bring besides."""
    match = table(
        cabals=["black-guard", "syndicate"],
        phase="development",
        seats={
            "1": {
                "markers": {"mala-strana": 2, "hypogea": 1, "karst": 1, "fortress": 1},
                "cards": ["o15", "o37"],
                "cabal_cards": ["rampart-crews"],
                "supply": 4,
            },
            "2": {"markers": {"suburbs": 2, "combinat": 2, "karst": 1}, "cards": ["o35"]},
        },
    )
    one, two = (seen(match, it, f"seats.{it}") for it in "12")
    assert one["screen"]["agents"] == "CCCGGGGGEEEE"
    assert (one["screen"]["pp"], one["spies"], one["assassins"], one["pawns"]) == (3 + 1 + 1, 1, 1, 6)
    assert (one["reserve"], one["supply"]) == (1, 3)
    assert two["screen"]["agents"] == "CCCCCCCGGGGEEE"
    assert (two["screen"]["pp"], two["assassins"]) == (5, 1)


@pytest.mark.parametrize(
    ("sector", "first", "second"),
    [
        ("mala-strana", {"agents": "CCCGGGEEEE"}, {"agents": "CCCGGGEEEE", "pp": 4}),
        ("hypogea", {"spies": 1}, {"spies": 2}),
        ("karst", {"assassins": 1}, {"assassins": 2}),
        ("suburbs", {"agents": "CCCCCGGGEEE"}, {"agents": "CCCCCCGGGEEE"}),
        ("combinat", {"pp": 4}, {"pp": 5}),
        ("fortress", {"agents": "CCCGGGGEEE"}, {"agents": "CCCGGGGGEEE"}),
    ],
)
def test_markers_develop_by_their_level(sector: str, first: Any, second: Any) -> None:
    """INF-6, INF-7, INF-8, INF-9, INF-10, INF-11, INF-1, DEV-1: at level 2 that of level 2 alone."""
    for level, more in ((1, first), (2, second)):
        match = table(phase="development", seats={"1": {"markers": {sector: level}}})
        one = match.position()["seats"]["1"]
        gained = {key: one.get(key, 0) for key in ("agents", "pp", "spies", "assassins")}
        assert gained == {"agents": "CCCGGGEEE", "pp": 3, "spies": 0, "assassins": 0} | more


def test_cabal_tokens_are_six_of_a_kind() -> None:
    """GEN-8, CAB-6: in the reserve and the supply; with none left there a card gives none."""
    cabals = Match.new({"players": 5}, seed=1).view("1")["cabals"]
    assert {it["cabal"]: it["reserve"] + it["supply"] for it in cabals.values()} == {
        "coordination": 0,
        "black-guard": 6,
        "polisec": 6,
        "resistance": 6,
        "syndicate": 6,
    }
    rows = {"cabal_cards": ["rampart-crews"], "reserve": 1, "supply": 0}
    match = table(cabals=["black-guard", "syndicate"], phase="development", seats={"1": rows})
    assert [seen(match, "2", f"seats.1.{it}") for it in ("reserve", "supply")] == [1, 0]


def test_elements_that_are_used_develop_nothing() -> None:
    """GEN-9, EFF-4: markers, Opportunity cards and Cabal cards."""
    for used in (False, True):
        rows = {
            "markers": {"hypogea": 1, "karst": 1},
            "used_markers": ["hypogea"] if used else [],
            "cards": [{"card": "o37", "used": used}],
            "cabal_cards": ["central-registry"],
            "used_cabal_cards": ["central-registry"] if used else [],
        }
        match = table(phase="development", seats={"1": rows})
        one = seen(match, "1", "seats.1")
        assert (one["spies"], one["assassins"], one["screen"]["pp"]) == ((0, 1, 3) if used else (1, 1, 3 + 1 + 2))


def test_a_condition_is_looked_at_when_one_develops() -> None:
    """EFF-4, EFF-11, DEV-2: no card of the core pack has one; by another pack the Administrator gets it alone."""
    shelf = another_pack("opportunities.toml", '"dev: pp 1"', '"dev: [administrator] pp 1"')
    for cabals, pp in ((("coordination", "polisec"), 4), (("polisec", "coordination"), 3)):
        seats = {"1": {"cabal": cabals[0], "cards": ["o37"]}, "2": {"cabal": cabals[1]}}
        position = {"pack": "mine", "players": 2, "phase": "development", "seats": seats}
        match = Match.from_position(position, shelf=shelf)
        assert seen(match, "1", "seats.1.screen.pp") == pp


def test_choices_of_development_are_made_in_order_of_rank() -> None:
    """DEV-2, GEN-4: an Agent of one's choosing."""
    match = table(
        cabals=["resistance", "coordination"],
        phase="development",
        seats={"1": {"cabal_cards": ["safe-houses"]}, "2": {"cabal_cards": ["closed-session"]}},
    )
    assert asked(match) == {"2": "choose"}
    match.submit("2", {"kind": "choose", "choice": "emissary"})
    assert refused(match, "1", {"kind": "choose", "choice": "spy"}) == ("DEV-2", "not-a-choice")
    match.submit("1", {"kind": "choose", "choice": "guard"})
    assert seen(match, "2", "seats.2.screen.agents") == "CCCGGGEEEE"
    assert asked(match) == {"2": "first-player"}
