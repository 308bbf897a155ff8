"""Undo, and proposals between two players: adjustment, draw, takeback."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.olomoc import Match
from tests.rules.matches.test_contract import duel
from tests.rules.table import PLANS, Table, ally, ended, marker, off, planning, um

# ---- undo ------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_ones_last_command() -> None:
    """While no die, card or other seat's answer followed it; step by step."""
    table = duel()
    positions = [table.position]
    for to in ((5, 8.2), (5, 8.4)):
        table.walk("petra", to)
        positions.append(table.position)
    table.do("undo", seat="1")
    assert without_clock(table.position) == without_clock(positions[1])
    table.do("undo", seat="1")
    assert without_clock(table.position) == without_clock(positions[0])
    assert table.match.check("1", {"kind": "undo"}) is not None
    assert Match.replay({}, table.match.journal).position() == table.position
    assert [e["n"] for e in table.match.journal] == list(range(len(table.match.journal)))


def without_clock(position: dict[str, Any]) -> dict[str, Any]:
    """A position but for the numbers under which its questions were asked."""
    return {key: value for key, value in position.items() if key != "asked"}


def test_undo_never_takes_back_a_die() -> None:
    """Nor what came before it."""
    table = duel(dice=[1], spare=True)
    table.walk("petra", (5, 8.2))
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    for seat in ("1", "2"):
        assert table.match.check(seat, {"kind": "undo"}) is not None


def test_undo_never_takes_back_a_card() -> None:
    """A plan may be taken back while the other seat still plans; once the cards are turned it may not."""
    table = planning()
    table.plan("1", *PLANS["1"])
    assert table.match.check("1", {"kind": "undo"}) is None
    table.plan("2", *PLANS["2"])
    for seat in ("1", "2"):
        assert table.match.check(seat, {"kind": "undo"}).code == "nothing-to-undo"


def test_undo_never_takes_back_ones_own_roll() -> None:
    """The command that threw the dice is not to be had back, though nobody else has answered."""
    study = {"kind": "capacity", "rouage": "petra", "capacity": "study", "targets": {"marker": "m1"}}
    pieces = (ally("petra", (8 - off(0.5), 8), technique=1), marker("m1", (8, 8)))
    table = Table(*pieces, agenda="survey", active="petra", dice=[1])
    table.match.submit("1", study)
    assert table.match.check("1", {"kind": "undo"}).code == "nothing-to-undo"


def test_a_player_undoes_only_their_own_last_command() -> None:
    """Not the other's command, and not past the other's answer."""
    table = duel(dice=[1], spare=True)
    table.walk("petra", (5, 8.2))
    assert table.match.check("2", {"kind": "undo"}) is not None
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    assert table.match.check("1", {"kind": "undo"}) is None, "nobody has answered yet"
    table.do("react", dodge=False, riposte=None)
    assert table.match.check("1", {"kind": "undo"}) is not None


# ---- proposals -------------------------------------------------------------------------------------------------------


def test_an_adjustment_needs_both() -> None:
    """Proposed by one, answered by the other's `adjust`; then the earlier question returns unchanged."""
    table = duel()
    question = table.asked("act")
    changes = [
        {"piece": "kubik", "wounds": 2, "noirceur": 1, "states": ["stunned"], "actions": 1, "at": [um(12), um(12)]},
        {"seat": "2", "points": 3, "fiel": 1},
        {"traque": 1},
    ]
    table.do("propose", seat="2", what="adjustment", changes=changes, note="we forgot the rain")
    assert table.waiting == {"1": "adjust"}
    table.do("adjust", accept=True)
    kubik = table["kubik"]
    assert [kubik[k] for k in ("wounds", "noirceur", "states", "actions", "at")] == [
        2, 1, ["stunned"], 1, [um(12), um(12)]
    ]  # fmt: skip
    assert (table.points["2"], table.fiel["2"], table.traque) == (3, 1, 1)
    assert table.asked("act")["kind"] == question["kind"]


def test_a_declined_proposal_leaves_everything_as_it_was() -> None:
    """The question beneath is the same one, its id too."""
    table = duel()
    question, before = table.asked("act"), table.position
    table.do("propose", seat="1", what="adjustment", changes=[{"traque": 2}])
    table.do("adjust", accept=False)
    assert table.asked("act")["id"] == question["id"]
    assert table.traque == before["traque"]
    assert [table[id] for id in ("petra", "kubik")] == before["rouages"]


def test_one_proposal_at_a_time() -> None:
    """A second is refused until the first is answered; its author cannot answer it; play waits."""
    table = duel()
    table.do("propose", seat="1", what="draw")
    for seat in ("1", "2"):
        assert table.match.check(seat, {"kind": "propose", "what": "draw"}) is not None
    assert table.match.check("1", {"kind": "adjust", "accept": True}) is not None
    assert table.match.check("1", {"kind": "end"}) is not None


@pytest.mark.parametrize(
    "change",
    [
        {"piece": "kubik", "at": [um(5), um(8)]},
        {"piece": "kubik", "at": [um(20), um(8)]},
        {"piece": "kubik", "noirceur": 4},
        {"piece": "kubik", "wounds": -1},
        {"piece": "kubik", "wounds": 99},
        {"piece": "nobody", "noirceur": 1},
        {"piece": "kubik", "states": ["asleep"]},
        {"piece": "kubik", "states": ["stunned", "stunned"]},
        {"seat": "1", "points": 21},
        {"seat": "1", "fiel": -1},
        {"traque": 4},
        {"card": "no-such", "from": "hand", "to": "discard"},
        {"roll": 0},
        {},
    ],
    ids=str,
)
def test_adjustments_that_make_no_sense(change: dict[str, Any]) -> None:
    """On the Bloc, no overlap, within limits; checked when proposed."""
    table = duel()
    assert table.match.check("1", {"kind": "propose", "what": "adjustment", "changes": [change]}) is not None


def test_an_agreed_draw_ends_the_match() -> None:
    """Reason `agreement`, nobody wins."""
    table = duel(points={"1": 5, "2": 1})
    table.do("propose", seat="2", what="draw")
    table.do("adjust", accept=True)
    assert table.match.outcome == ended(None, "agreement", {"1": 5, "2": 1})


def test_a_takeback_goes_back_to_an_event() -> None:
    """Dice and all, if both want it; the journal keeps what happened, and replays to the same."""
    table = duel(dice=[5], spare=True)
    start = table.position
    n = len(table.match.journal)
    table.frontal("petra", "kubik")
    table.do("propose", seat="1", what="takeback", to=n)
    table.do("adjust", accept=True)
    assert without_clock(table.position) == without_clock(start)
    assert table.waiting == {"1": "act"}
    assert Match.replay({}, table.match.journal).position() == table.position


@pytest.mark.parametrize("back", [2, 30], ids=["a state still kept", "one folded anew"])
def test_a_takeback_goes_as_far_back_as_is_asked(back: int) -> None:
    """To a recent question or to one long ago, in the match that was played and in one opened from its journal."""
    played, rng, asked = Match.new({"agenda": "valves"}, 4), random.Random(4), []
    while len(asked) < 40:
        asked.append(len(played.journal))
        seat = rng.choice(sorted(played.asked))
        played.submit(seat, next(played.commands(seat, rng)))
    to = asked[-back]
    for match in (played, Match.replay({}, played.journal)):
        match.submit("1", {"kind": "propose", "what": "takeback", "to": to})
        match.submit("2", {"kind": "adjust", "accept": True})
        then = Match.replay({}, match.journal[:to])
        assert without_clock(match.position()) == without_clock(then.position())
        assert {seat: asked.kind for seat, asked in match.asked.items()} == {
            seat: asked.kind for seat, asked in then.asked.items()
        }


def test_rolling_together_by_adjustment() -> None:
    """`{"roll": n}` throws n dice in the open."""
    table = duel(dice=[3, 6])
    table.do("propose", seat="1", what="adjustment", changes=[{"roll": 2}])
    events = table.do("adjust", accept=True)
    assert [e["dice"] for e in events if e["kind"] == "rolled"] == [[3, 6]]
