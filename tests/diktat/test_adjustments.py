"""Adjustments that all players agree to: of figures and of pawns, whatever the rules say (END-4 for agreements)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.diktat import Match
from rules.diktat.adjustments import FIGURES
from rules.kernel import Json
from tests.diktat.table import turn

YES: Json = {"kind": "adjust", "accept": True}
STACK: Json = {"seat": "2", "pawns": "GEC"}


def proposed(*changes: Json) -> Json:
    return {"kind": "propose", "what": "adjustment", "changes": list(changes)}


def agreed(match: Match, *changes: Json) -> list[Json]:
    """What happens once seat 1 has proposed this and the others have agreed."""
    before = len(match.journal)
    match.submit("1", proposed(*changes))
    for seat in ("2", "3"):
        match.submit(seat, YES)
    return [it for it in match.journal[before:] if it["kind"] not in ("proposed", "answered", "asked")]


def begun(**position: Any) -> Match:
    seats = {"2": {"pp": 3, "agents": "CG", "affinities": {"people": 1}, "spies": 1, "debts": 1}}
    return turn("1", seats=seats, sectors={"karst": {"stacks": [STACK]}}, **position)


def refused(match: Match, *changes: Json) -> str:
    refusal = match.check("1", proposed(*changes))
    return "" if refusal is None else refusal.code


@pytest.mark.parametrize("figure", FIGURES)
def test_each_figure_is_changed_once_all_agree(figure: str) -> None:
    match = begun()

    def of(match: Match) -> int:
        its = match.state.players["2"]
        letter = {"citizens": "C", "guards": "G", "emissaries": "E"}.get(figure)
        if letter:
            return its.agents.count(letter)
        if figure in ("politics", "people", "artefact"):
            return its.affinities.get(figure, 0)
        return its.extra if figure == "points" else int(getattr(its, figure))

    before, asked = of(match), match.asked["1"]
    match.submit("1", proposed({"kind": figure, "seat": "2", "n": 2}))
    match.submit("2", YES)
    assert of(match) == before, "one has not answered yet"
    match.submit("3", YES)
    assert of(match) == before + 2
    assert match.asked["1"] == asked
    assert Match.replay({}, match.journal).position() == match.position()


def test_points_show_at_once_and_debts_count_at_the_end() -> None:
    match = begun()
    points = match.state.points("2")
    agreed(match, {"kind": "points", "seat": "2", "n": -3}, {"kind": "debts", "seat": "2", "n": -1})
    assert (match.state.points("2"), match.state.players["2"].debts) == (points - 3, 0)
    assert match.state.players["2"].pp == 3, "a Debt alone"


def test_what_is_behind_a_screen_is_taken_as_far_as_it_is_there() -> None:
    """HID-2: no refusal tells how much that is."""
    match = begun()
    changes = [
        {"kind": "pp", "seat": "2", "n": -20},
        {"kind": "guards", "seat": "2", "n": -5},
        {"kind": "people", "seat": "2", "n": -5},
        {"kind": "emissaries", "seat": "2", "n": -5},
    ]
    happened = agreed(match, *changes)
    its = match.state.players["2"]
    assert (its.pp, its.agents, its.affinities) == (0, "C", {})
    assert "agents" in {it["kind"] for it in happened}
    assert Match.from_position(match.position(), seed=1).position() == match.position()


def test_a_pawn_goes_back_unseen_and_one_is_laid_for_all_to_see() -> None:
    match = begun()
    agreed(match, {"kind": "remove", "stack": "s1", "pawn": 2}, {"kind": "add", "stack": "s1", "pawn": "C"})
    assert [pawn.kind for pawn in match.state.grounds["karst"].stacks[0].pawns] == ["C", "G", "C"]
    assert match.state.players["2"].agents == "CGE"
    recalls = {viewer: [row for row in match.view(viewer)["log"] if row["kind"] == "recalled"] for viewer in "123"}
    assert [("agents" in rows[0]) for rows in recalls.values()] == [False, True, False]
    shown = match.view("3")["sectors"]["karst"]["stacks"][0]["pawns"]
    assert [pawn["kind"] for pawn in shown] == ["citizen", None, None]


def test_what_makes_no_sense_is_not_put() -> None:
    match = begun()
    assert refused(match) == "bad-shape"
    assert refused(match, {"kind": "pp", "seat": "4", "n": 1}) == "bad-shape"
    assert refused(match, {"kind": "pp", "seat": "2", "n": 0}) == "bad-shape"
    assert refused(match, {"kind": "pp", "seat": "2", "n": 21}) == "bad-shape"
    assert refused(match, {"kind": "spies", "seat": "2", "n": -2}) == "bad-shape"
    assert refused(match, {"kind": "remove", "stack": "s1", "pawn": 4}) == "no-such-pawn"
    assert refused(match, {"kind": "add", "stack": "s9", "pawn": "C"}) == "unknown-stack"
    assert refused(match, {"kind": "add", "stack": "s1", "pawn": "X"}) == "bad-shape"


def test_nothing_is_adjusted_while_something_is_carried_out() -> None:
    """Its frames name places and amounts."""
    match = begun()
    match.submit("1", {"kind": "assassinate", "at": {"stack": "s1", "pawn": 1}})
    if all(frame["frame"] in ("cycle", "calling") for frame in match.view("1")["resolving"]):
        match = begun()
        match.submit("1", {"kind": "spy", "at": {"stack": "s1", "pawn": 1}})
    assert refused(match, {"kind": "pp", "seat": "2", "n": 1}) == "not-now"
