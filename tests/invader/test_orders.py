"""CAN-8: a standing pass is a standing order; matches and commands of before it was one go on."""

from __future__ import annotations

from typing import Any

import pytest

from rules.invader import Match
from tests.invader.table import duel, play

PASS = {"kind": "instruct", "about": "cancel", "answer": "pass"}
HANDS = {"1": ["skitterling", "skitterling"], "2": ["decoy"]}


def row(kind: str, match: Match, seat: str) -> list[dict[str, Any]]:
    return [it for it in match.view(seat)["log"] if it["kind"] == kind]


@pytest.mark.parametrize("how", ["once", "turn", "match"])
def test_the_older_command_gives_the_same_order(how: str) -> None:
    older, newer = duel(hands=HANDS), duel(hands=HANDS)
    older.submit("2", {"kind": "stand", "pass": how})
    newer.submit("2", {**PASS, "until": how})
    assert older.view("2") == newer.view("2")
    assert older.position() == newer.position()
    assert older.view("2")["standing"] == how
    assert older.view("2")["orders"]["given"] == [{"about": "cancel", "answer": "pass", "who": None, "until": how}]
    older.submit("2", {"kind": "stand", "pass": "off"})
    newer.submit("2", {"kind": "instruct", "about": "cancel"})
    assert older.position() == newer.position() == duel(hands=HANDS).position()


def test_a_journal_with_the_older_events_is_played_on() -> None:
    """As it was written before orders: the pass of once is given, and answers."""
    match = duel(hands=HANDS)
    journal = match.journal
    n = len(journal)
    asked = journal[-1]
    stood = {"n": n, "kind": "stood", "seat": "2", "pass": "once"}
    again = Match.replay({}, [*journal, stood, {**asked, "n": n + 1, "by": "2", "only": "2"}])
    assert again.view("2")["standing"] == "once"
    assert again.view("1")["log"] == match.view("1")["log"]
    again.submit("1", play("1-skitterling-1", "africa"))
    assert len(row("order-followed", again, "2")) == 1
    assert again.view("2")["standing"] is None
    older = [
        {**it, "kind": "answered-for"} if it["kind"] == "passed" else it
        for it in again.journal
        if it["kind"] != "order-followed"
    ]
    renumbered = [{**it, "n": n} for n, it in enumerate(older)]
    whole = Match.replay({}, renumbered)
    assert whole.position() == again.position()
    assert [it["kind"] for it in whole.view("1")["log"]] == [it["kind"] for it in again.view("1")["log"]]


def test_a_position_of_before_has_its_standing_passes() -> None:
    match = duel(hands=HANDS, passes={"2": "match"})
    assert match.view("2")["standing"] == "match"
    assert match.position()["passes"] == {"2": "match"}
    match.submit("1", play("1-skitterling-1", "africa"))
    assert list(match.asked) == ["1"]
