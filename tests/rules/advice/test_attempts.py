"""The chances of a study, and of tempting fate on one, before any die is thrown."""

from __future__ import annotations

import pytest

from rules.kernel import Refused
from tests.rules.table import Json, Table, ally, foe, marker, off

STUDY: Json = {"kind": "capacity", "rouage": "petra", "capacity": "study", "targets": {"marker": "m1"}}


def studying(*more: object, **keys: object) -> Table:
    petra = ally("petra", (8 - off(0.5), 8), technique=2)
    return Table(petra, marker("m1", (8, 8)), *more, agenda="survey", active="petra", **keys)


def test_a_study_is_reckoned_exactly() -> None:
    """ROL-1: two dice at 5+: none on 16 of 36."""
    attempt = studying().match.attempt("1", STUDY)
    assert (attempt["by"], attempt["target"], attempt["dice"], attempt["threshold"]) == ("petra", "m1", 2, 5)
    assert attempt["successes"] == {"0": "4/9", "1": "4/9", "2": "1/9"}
    assert attempt["any"] == "5/9"


def test_support_is_named() -> None:
    """ROL-3: at 4+, by Kubik."""
    attempt = studying(ally("kubik", (8 + off(0.5), 8))).match.attempt("1", STUDY)
    assert (attempt["threshold"], attempt["any"]) == (4, "3/4")
    assert attempt["modifiers"] == [{"clause": "ROL-3", "value": -1}]
    assert attempt["sources"] == ["kubik"]


def test_fate_on_a_study() -> None:
    """ROL-5: what lies there is certain; thrown again it is as before."""
    table = studying(dice=[1, 5])
    table.do("capacity", rouage="petra", capacity="study", targets={"marker": "m1"})
    kept = table.match.attempt("1", {"kind": "tempt-fate", "reroll": False})
    again = table.match.attempt("1", {"kind": "tempt-fate", "reroll": True})
    assert (kept["successes"], kept["any"]) == ({"1": "1"}, "1")
    assert (again["successes"], again["any"]) == ({"0": "4/9", "1": "4/9", "2": "1/9"}, "5/9")


def test_hints_reckon_fate_on_a_study() -> None:
    """ROL-5: no attack is reckoned where there is none."""
    table = studying(dice=[1, 5])
    table.do("capacity", rouage="petra", capacity="study", targets={"marker": "m1"})
    reasons = {it["command"]["reroll"]: it["reasons"] for it in table.match.query("1", "hints", {})["options"]}
    assert {
        again: [it["params"]["any"] for it in said if it["code"] == "study"] for again, said in reasons.items()
    } == {
        False: ["1"],
        True: ["5/9"],
    }


def test_nothing_is_changed_by_asking() -> None:
    table = studying()
    before = table.position
    table.match.attempt("1", STUDY)
    assert table.position == before


def test_attempt_refuses_illegal_commands_and_those_without_a_roll() -> None:
    table = studying(foe("kubik", (5, 8)))
    with pytest.raises(Refused):
        table.match.attempt("1", {**STUDY, "targets": {"marker": "nowhere"}})
    with pytest.raises(ValueError, match="nothing is rolled"):
        table.match.attempt("1", {"kind": "end"})
