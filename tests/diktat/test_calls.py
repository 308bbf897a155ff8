"""Calls: who is asked at the end of a phase whether they manifest something (TIM)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.diktat.table import asked, resolution, table, turn

PASS: Any = {"kind": "pass"}


def test_who_has_a_manifestation_is_asked_when_the_last_pawn_is_spent() -> None:
    """TIM-4 a."""
    seats: Any = {"1": {"pawns": 1}, "2": {"pawns": 0, "cards": ["o47"]}, "3": {"pawns": 0}}
    match = turn("1", seats=seats, deck=["o01", "o31"])
    match.submit("1", {"kind": "extend"})
    assert (asked(match), match.decisions["2"]["prompt"]["params"]) == ({"2": "call"}, {"where": "manoeuvres"})


def test_who_has_a_manifestation_is_asked_when_the_resolution_is_over() -> None:
    """TIM-4 c, GEN-9: not one that could do nothing, nor whose element is Used."""
    seats: Any = {"1": {"cards": ["o20"]}, "2": {"cards": ["o47"]}}
    match = resolution(cabals=["coordination", "polisec"], seats=seats, deck=["o01", "o31"])
    assert (asked(match), match.decisions["2"]["prompt"]["params"]) == ({"2": "call"}, {"where": "end"})
    seats["2"] = {"cards": [{"card": "o47", "used": True}]}
    match = resolution(cabals=["coordination", "polisec"], seats=seats, deck=["o01", "o31"])
    assert "call" not in asked(match).values()


def test_calls_depend_on_what_lies_open_alone() -> None:
    """TIM-4, EFF-11: on conditions, and not on what a screen hides."""
    for rows, called in (
        ({"1": {"cards": ["o09"]}}, True),
        ({"1": {"cards": ["o09"], "agents": "C"}}, True),
        ({"1": {"cards": ["o53"]}}, True),
        ({"2": {"cards": ["o53"]}}, False),
    ):
        match = resolution(cabals=["coordination", "polisec"], seats=rows)
        assert ("call" in asked(match).values()) == called


@pytest.mark.parametrize(
    ("card", "able"),
    [("o09", {"agents": "C"}), ("o05", {"pp": 5}), ("o33", {"agents": "CC"}), ("o41", {"agents": "G"})],
)
def test_what_a_screen_hides_counts_as_able_in_a_call(card: str, able: Any) -> None:
    """GEN-6, TIM-4, EFF-8: to convert an Agent or to pay; without uniform prompts who is not able is not asked."""
    options: Any = {"players": 2, "uniform_prompts": False}
    for more, called in (({}, [True, True]), ({"options": options}, [False, True])):
        rows = [{"1": {"cards": [card]} | has} for has in ({}, able)]
        matches = [resolution(cabals=["coordination", "polisec"], seats=seats, **more) for seats in rows]
        assert ["call" in asked(match).values() for match in matches] == called


def test_what_could_do_nothing_on_open_grounds_is_not_called_for() -> None:
    """GEN-6, TIM-4: no stack to be moved."""
    for sectors, called in (({}, False), ({"karst": {"stacks": [{"seat": "1", "pawns": "C"}]}}, True)):
        seats: Any = {"1": {"pawns": 0, "cards": ["o20"]}, "2": {"pawns": 1}}
        match = turn("2", cabals=["coordination", "polisec"], seats=seats, sectors=sectors)
        match.submit("2", {"kind": "extend"})
        assert (asked(match) == {"1": "call"}) == called


def test_calls_go_in_order_of_rank_until_all_pass_in_a_row() -> None:
    """TIM-4: who had passed is asked again after a Manifestation."""
    match = resolution(
        cabals=["polisec", "coordination"],
        seats={"1": {"cards": ["o47"]}, "2": {"cards": ["o13"]}},
        sectors={"karst": {"stacks": [{"seat": "1", "pawns": "E"}]}},
        deck=["o01", "o31"],
    )
    assert asked(match) == {"2": "call"}
    match.submit("2", PASS)
    assert asked(match) == {"1": "call"}
    match.submit("1", {"kind": "manifest", "element": {"card": "o47"}})
    assert asked(match) == {"2": "call"}


@pytest.mark.parametrize(("points", "kind"), [(7, "first-player"), (8, "call"), (10, "call")])
def test_who_could_flip_to_ten_points_is_asked(points: int, kind: str) -> None:
    """TIM-4 d: before the last cycle too."""
    match = table(phase="end", seats={"1": {"cards": ["o06"], "extra": points}})
    assert asked(match) == {"1": kind}


def test_before_the_end_seats_with_a_free_symbol_are_asked() -> None:
    """TIM-4 d, AFF-2: whatever they hold, in order of Rank; who flips is asked again, and who had passed too."""
    match = table(
        phase="end",
        cycle=4,
        seats={"1": {"cards": ["o06"], "affinities": {"politics": 1}}, "2": {"cards": ["o01"]}},
    )
    assert asked(match) == {"1": "call"}
    match.submit("1", PASS)
    assert asked(match) == {"2": "call"}
    match.submit("1", {"kind": "flip", "card": "o06", "affinity": "politics"})
    assert asked(match) == {"1": "call"}
    match.submit("1", PASS)
    match.submit("2", PASS)
    assert match.outcome is not None
    assert match.outcome["score"]["1"] == 1
