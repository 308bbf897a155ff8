"""END: points, Traque, Fiel, concession."""

from __future__ import annotations

import pytest

from rules.olomoc import Match, Refused
from tests.rules.table import Table, ally, ended, foe, off, rogue

NEAR = 5 + off(0.5)


@pytest.mark.parametrize(
    ("points", "winner"), [({"1": 3, "2": 2}, "1"), ({"1": 0, "2": 1}, "2"), ({"1": 4, "2": 4}, None)]
)
def test_after_the_fourth_cycle_points_decide(points: dict[str, int], winner: str | None) -> None:
    """END-1, GEN-2: more victory points wins, equal is a draw."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (9, 8)), active="petra", cycle=4, points=points)
    table.end()
    assert table.match.outcome == ended(winner, "points", points)
    assert table.match.decisions == {}


@pytest.mark.parametrize("cycle", [1, 2, 3])
def test_no_earlier_cycle_ends_the_game(cycle: int) -> None:
    """GEN-2, END-1: four cycles."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (9, 8)), active="petra", cycle=cycle, points={"1": 9, "2": 0})
    table.end()
    table.idle_until(lambda t: "plan" in t.waiting.values())
    assert table.match.outcome is None
    assert table.position["cycle"] == cycle + 1


def test_traque_at_three_ends_there_and_then() -> None:
    """END-2, POL-1: in the middle of an activation, with no end-of-cycle step: Kubik's corruption brings no Fiel."""
    table = Table(
        ally("petra", (5, 8), combat=1),
        foe("kubik", (NEAR, 8), life="S"),
        foe("jana", (12, 12), noirceur=3),
        rogue("rogue-1", (13, 2)),
        active="petra",
        cycle=4,
        traque=2,
        points={"1": 1, "2": 2},
        dice=[5],
    )
    table.frontal("petra", "kubik")
    assert table.traque == 3
    assert table.match.outcome == ended("2", "traque", {"1": 1, "2": 2})
    assert table.fiel == {"1": 0, "2": 0}
    assert table["petra"]["actions"] == 3


def test_equal_points_at_traque_three_are_a_draw() -> None:
    """END-2: points decide as in END-1."""
    table = Table(
        ally("petra", (5, 8), combat=1), foe("kubik", (NEAR, 8), life="S"), active="petra", traque=2, dice=[5]
    )
    table.frontal("petra", "kubik")
    assert table.match.outcome == ended(None, "traque", {"1": 0, "2": 0})


def test_traque_never_passes_three() -> None:
    """POL-1: two out of combat at once, from 2."""
    table = Table(
        ally("petra", (5, 8), combat=1, life="S"),
        foe("kubik", (NEAR, 8), combat=1, life="S"),
        active="petra",
        traque=2,
        dice=[5, 5],
    )
    table.frontal("petra", "kubik", riposte="combat")
    assert table.traque == 3
    assert table.match.outcome["reason"] == "traque"


def test_fiel_at_three_ends_there_and_then() -> None:
    """END-3, NOI-4: by fate, before the roll has wounded anyone."""
    table = Table(
        ally("petra", (5, 8), combat=1, noirceur=3),
        foe("kubik", (NEAR, 8)),
        active="petra",
        fiel={"1": 2, "2": 2},
        dice=[1, 5],
        spare=True,
    )
    table.frontal("petra", "kubik", reroll=True)
    assert table.match.outcome["winner"] == "2"
    assert table.match.outcome["reason"] == "fiel"
    assert table["kubik"]["wounds"] == 0


@pytest.mark.parametrize("seat", ["1", "2"])
def test_a_player_may_concede_at_any_time(seat: str) -> None:
    """END-4 [choice]: whoever's turn it is, whatever is being asked."""
    table = Table(ally("petra", (5, 8), combat=1), foe("kubik", (NEAR, 8)), active="petra", points={"1": 5, "2": 5})
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("concede", seat=seat)
    winner = "2" if seat == "1" else "1"
    assert table.match.outcome == ended(winner, "concession", {"1": 5, "2": 5})
    assert table.match.decisions == {}


@pytest.mark.parametrize("seat", ["1", "2"])
def test_a_lapse_without_a_command_loses_the_match(seat: str) -> None:
    """END-4 [choice]: as if conceding, and the journal says why."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (NEAR, 8)), active="petra", points={"1": 5, "2": 4})
    kinds = [event["kind"] for event in table.match.lapse(seat)]
    assert kinds == ["time-ran-out", "over"]
    winner = "2" if seat == "1" else "1"
    assert table.match.outcome == ended(winner, "time", {"1": 5, "2": 4})
    assert Match.replay({}, table.match.journal).outcome == table.match.outcome
    with pytest.raises(Refused):
        table.match.lapse(seat)


def test_an_answer_for_who_is_out_of_time_is_told_and_cannot_be_undone_alone() -> None:
    """GEN-2: the answer must be legal, and changes what it would change anyway."""
    table, other = (Table(ally("petra", (5, 8)), foe("kubik", (NEAR, 8)), active="petra") for _ in range(2))
    walk = next(row for row in table.match.commands("1") if row["kind"] == "walk")
    with pytest.raises(Refused):
        table.match.lapse("2", walk)
    events = table.match.lapse("1", walk)
    assert events[0] == {"n": events[0]["n"], "kind": "time-ran-out", "seat": "1"}
    assert [event["n"] for event in events] == list(range(events[0]["n"], events[0]["n"] + len(events)))
    plain = other.match.submit("1", walk)
    assert events[-1]["asked"] == {"1": plain[-1]["asked"]["1"] + 1}
    assert [{**event, "n": event["n"] - 1} for event in events[1:-1]] == plain[:-1]
    assert table.match.position() == other.match.position()
    assert table.match.check("1", {"kind": "undo"}).code == "nothing-to-undo"
    assert other.match.check("1", {"kind": "undo"}) is None


def test_nothing_is_played_after_the_end() -> None:
    """END-4: every further command is refused, a second concession too."""
    table = Table(ally("petra", (5, 8)), active="petra")
    table.do("concede", seat="2")
    for command in ({"kind": "end"}, {"kind": "concede"}, {"kind": "propose", "what": "draw"}, {"kind": "undo"}):
        with pytest.raises(Refused):
            table.match.submit("1", command)
    assert list(table.match.commands("1")) == []
