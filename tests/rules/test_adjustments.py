"""Adjustments of cards and plans, which both must agree on: nothing hidden is told by a proposal or by its refusal."""

from __future__ import annotations

import pytest

from rules.olomoc import Match
from tests.rules.table import PLANS, Json, Table, ally, cycle, foe, marker, planning, um


def proposed(table: Table, seat: str, *changes: Json) -> None:
    table.do("propose", seat=seat, what="adjustment", changes=list(changes))


def test_nobody_learns_what_the_other_hand_holds() -> None:
    """SET-5: a card of the other hand is refused in the same words, whether it is there or not."""
    table = planning()
    hand = table.match.view("2")["ministries"]
    gone = table.match.view("1")["ministries"][0]
    refusals = [
        table.refused(
                "SET-5", "not-your-hand", "propose", seat="1", what="adjustment",
                changes=[{"card": card, "from": "hand-2", "to": "spent"}],
        )
        for card in (hand[0], gone)
    ]  # fmt: skip
    assert [sorted(params) for params in refusals] == [["card", "change"]] * 2


def test_ones_own_card_goes_where_both_agree() -> None:
    table = planning()
    card = table.match.view("1")["ministries"][0]
    proposed(table, "1", {"card": card, "from": "hand-1", "to": "hand-2"})
    table.do("adjust", accept=True)
    assert card in table.match.view("2")["ministries"]
    assert card not in table.match.view("1")["ministries"]


def test_a_card_in_the_plan_stays_in_hand() -> None:
    """CYC-3: a plan is made of the cards of the hand."""
    table = planning()
    planned = next(card for card in PLANS["1"] if card in table.match.view("1")["ministries"])
    table.plan("1", *PLANS["1"])
    change = {"card": planned, "from": "hand-1", "to": "spent"}
    table.refused("CYC-3", "in-plan", "propose", seat="1", what="adjustment", changes=[change])


def test_two_planned_cards_are_exchanged_and_stay_hidden() -> None:
    """CYC-3: the slots are named, never the cards; a replay has them where they are."""
    table = cycle()
    before = table.match.view("1")["plan"]
    proposed(table, "1", {"seat": "1", "swap": [3, 5]})
    table.do("adjust", accept=True)
    swapped = [before[n] for n in (0, 1, 4, 3, 2)]
    assert table.match.view("1")["plan"] == swapped
    assert table.match.view("2")["slots"]["1"][1:] == [None] * 4
    rows = [event for event in table.match.view("2")["log"] if event["kind"] in ("proposed", "slots-swapped")]
    assert not any(card in str(rows) for card in (before[2], before[4]))
    assert Match.replay({}, table.match.journal).view("1")["plan"] == swapped


def test_only_two_hidden_slots_can_be_exchanged() -> None:
    table = cycle()
    for swap in ([1, 3], [4, 4]):
        change: Json = {"seat": "1", "swap": swap}
        table.refused("CYC-3", "no-such-slots", "propose", seat="1", what="adjustment", changes=[change])
    for swap in ([0, 3], [3, 6], [3]):
        change = {"seat": "1", "swap": swap}
        table.refused("GEN-1", "bad-shape", "propose", seat="1", what="adjustment", changes=[change])


def test_before_planning_there_is_nothing_to_exchange() -> None:
    table = planning()
    change: Json = {"seat": "1", "swap": [1, 2]}
    table.refused("CYC-3", "no-such-slots", "propose", seat="2", what="adjustment", changes=[change])


def test_tokens_of_the_agenda_change_hands_and_markers_move() -> None:
    """Misplaced things are put right: a token on a rouage, one on a marker, and the marker itself."""
    table = Table(
        ally("petra", (5, 8), tokens={"agenda": 1}), foe("kubik", (9, 8)), marker("m", (8, 4)), active="petra"
    )
    changes: list[Json] = [
        {"piece": "petra", "agenda": 0},
        {"piece": "kubik", "agenda": 2},
        {"piece": "m", "agenda": 3, "players": {"1": 1, "2": 0}, "at": [um(12), um(4)]},
    ]
    proposed(table, "2", *changes)
    table.do("adjust", accept=True)
    tokens = [table[id]["tokens"] for id in ("petra", "kubik", "m")]
    assert tokens == [{}, {"agenda": 2}, {"agenda": 3, "1": 1}]
    assert table["m"]["at"] == [um(12), um(4)]


@pytest.mark.parametrize(
    ("change", "clause", "code"),
    [
        ({"piece": "m", "wounds": 1}, "GEN-1", "bad-shape"),
        ({"piece": "m", "agenda": -1}, "GEN-1", "bad-shape"),
        ({"piece": "petra", "agenda": 10}, "GEN-1", "bad-shape"),
        ({"piece": "petra", "players": {"1": 1}}, "GEN-1", "bad-shape"),
        ({"piece": "m", "players": {"3": 1}}, "GEN-1", "bad-shape"),
        ({"piece": "m", "at": [um(5), um(8)]}, "MOV-1", "overlap"),
        ({"piece": "m", "at": [0, 0]}, "MOV-1", "off-bloc"),
    ],
)
def test_tokens_and_markers_that_make_no_sense(change: Json, clause: str, code: str) -> None:
    table = Table(ally("petra", (5, 8)), marker("m", (8, 4)), active="petra")
    table.refused(clause, code, "propose", seat="1", what="adjustment", changes=[change])
