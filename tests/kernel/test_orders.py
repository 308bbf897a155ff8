"""Standing orders, by the expedition (EXP-10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.expedition.engine import Match
from tests.kernel.test_sides import DONE, SEARCH, expedition

STRIKE = {"kind": "strike", "strike": True}
KEEP = {"kind": "reroll", "die": None}
NEVER = {"kind": "instruct", "about": "guard", "answer": "never"}
LARGE = {"kind": "instruct", "about": "guard", "answer": {"effort": 1, "least": 2}}


def refused(match: Match, seat: str, command: Any) -> str | None:
    refusal = match.check(seat, command)
    return None if refusal is None else refusal.code


def struck(match: Match) -> Match:
    """Scout 2 makes a noise, and the warden strikes."""
    match.submit("2", SEARCH)
    match.submit("1", STRIKE)
    return match


def test_an_answer_by_an_order_looks_to_the_others_like_one_by_hand() -> None:
    """In views, logs, their numbers and the ids of decisions."""
    by_hand, by_order = (expedition([1, 2, 4, 1]) for _ in range(2))
    by_order.submit("2", NEVER)
    for seat in ("1", "3", "spectator"):
        assert by_order.view(seat) == by_hand.view(seat)
    struck(by_hand).submit("2", {"kind": "guard", "effort": 0})
    struck(by_order)
    assert list(by_order.asked) == list(by_hand.asked) == ["2"]
    for match in (by_hand, by_order):
        match.submit("2", KEEP)
    for seat in ("1", "3", "spectator"):
        assert by_order.view(seat) == by_hand.view(seat)
    own = [row["kind"] for row in by_order.view("2")["log"]]
    assert (own.count("instructed"), own.count("order-followed")) == (1, 1)


def test_an_order_with_a_condition_answers_only_where_it_holds() -> None:
    weak, strong = expedition([1, 1, 2, 6]), expedition([1, 4, 5, 6, 6])
    for match in (weak, strong):
        match.submit("2", LARGE)
        struck(match)
    assert [row["effort"] for row in weak.view("2")["log"] if row["kind"] == "guarded"] == [0]
    assert [row["effort"] for row in strong.view("2")["log"] if row["kind"] == "guarded"] == [1]


def test_an_order_that_cannot_be_followed_leaves_the_question_to_its_seat() -> None:
    stack = [{"frame": "scouting", "number": 1}]
    match = expedition([1, 4, 5], stack=stack, effort={"2": 1, "3": 0, "4": 0})
    match.submit("2", LARGE)
    struck(match)
    assert match.asked["2"].kind == "guard"


@pytest.mark.parametrize(("until", "answered", "next_round"), [("once", 1, 0), ("turn", 2, 0), ("match", 2, 1)])
def test_an_order_holds_once_for_a_turn_or_always(until: str, answered: int, next_round: int) -> None:
    match = expedition([1, 1, 2, 6] * 2)
    match.submit("2", {**NEVER, "until": until})
    for _ in range(2):
        struck(match)
        if "guard" in {it.kind for it in match.asked.values()}:
            match.submit("2", {"kind": "guard", "effort": 0})
        if not match.shared:
            match.submit("2", KEEP)
    followed = [row for row in match.view("2")["log"] if row["kind"] == "order-followed"]
    assert len(followed) == answered
    for seat in ("2", "3", "4"):
        match.submit(seat, DONE)
    assert len(match.view("2")["orders"]["given"]) == next_round


def test_the_more_particular_order_counts() -> None:
    match = expedition([1, 1, 2, 6, 6])
    match.submit("2", NEVER)
    match.submit("2", {**LARGE, "who": "ruin", "answer": {"effort": 1, "least": 2}})
    struck(match)
    [followed] = [row for row in match.view("2")["log"] if row["kind"] == "order-followed"]
    assert followed["who"] == "ruin"


def test_an_order_replaces_that_about_the_same_and_is_withdrawn() -> None:
    match = expedition()
    match.submit("2", NEVER)
    match.submit("2", LARGE)
    assert match.view("2")["orders"]["given"] == [
        {"about": "guard", "answer": LARGE["answer"], "who": None, "until": "match"}
    ]
    match.submit("2", {"kind": "instruct", "about": "guard"})
    assert match.view("2")["orders"]["given"] == []
    assert match.state.orders == {}


def test_orders_are_given_at_any_time_and_are_not_taken_back() -> None:
    match = expedition([1])
    match.submit("2", {"kind": "move", "to": "wood"})
    match.submit("3", SEARCH)
    match.submit("2", NEVER)
    match.submit("4", {"kind": "propose", "what": "takeback", "to": 3})
    match.submit("1", {"kind": "instruct", "about": "alarm", "answer": "never"})
    for seat in ("1", "2", "3"):
        match.submit(seat, {"kind": "adjust", "accept": True})
    assert match.state.at("2") == "ruin"
    assert set(match.state.orders) == {"1", "2"}


def test_only_its_own_seat_knows_an_order_and_others_imagine_none() -> None:
    match = expedition()
    match.submit("2", NEVER)
    assert "orders" not in match.view("spectator")
    assert match.view("3")["orders"]["given"] == []
    assert match.imagine("3", 1).state.orders == {}
    assert match.imagine("2", 1).state.orders == match.state.orders


@pytest.mark.parametrize(
    ("seat", "command"),
    [
        ("1", NEVER),
        ("2", {**NEVER, "answer": "always"}),
        ("2", {**NEVER, "answer": 1}),
        ("2", {**NEVER, "about": "act"}),
        ("2", {**NEVER, "who": "nowhere"}),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(seat: str, command: Any) -> None:
    assert refused(expedition(), seat, command) == "no-such-order"


def test_a_seat_has_no_more_orders_than_a_sheet_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.kernel.orders.MOST", 1)
    match = expedition()
    match.submit("2", NEVER)
    assert refused(match, "2", LARGE) == "too-many-orders"


def test_a_match_with_orders_replays() -> None:
    match = expedition([1, 2, 4, 1])
    match.submit("2", NEVER)
    struck(match)
    again = Match.replay({}, match.journal)
    assert (again.position(), again.decisions) == (match.position(), match.decisions)


def test_an_order_about_the_question_asked_right_now_answers_it_as_by_hand() -> None:
    by_hand, by_order = (expedition([1]) for _ in range(2))
    for match in (by_hand, by_order):
        match.submit("2", SEARCH)
    by_hand.submit("1", {"kind": "strike", "strike": False})
    by_order.submit("1", {"kind": "instruct", "about": "alarm", "answer": "never"})
    assert by_order.shared
    for seat in ("2", "3", "spectator"):
        assert by_order.view(seat) == by_hand.view(seat)
