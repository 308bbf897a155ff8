"""Whole matches by players who want something: they walk up to the markers of an agenda and study them."""

from __future__ import annotations

import math
import random
from itertools import islice
from typing import Any

import pytest

from rules.olomoc import Match
from tests.rules.sound import faults
from tests.rules.table import Table, ally, foe, marker, off, rolled


def study_or_approach(match: Match, seat: str, rng: random.Random) -> dict[str, Any]:
    """Study what can be studied, else walk toward the nearest marker that one's side has not read, else end."""
    position = match.position()
    options = list(islice(match.commands(seat, rng), 60))
    studies = [c for c in options if c.get("capacity") == "study"]
    if studies:
        return studies[0]
    unread = [m["at"] for m in position["markers"] if not m["tokens"].get(seat)]
    places = {r["id"]: r["at"] for r in position["rouages"]}

    def left(command: dict[str, Any]) -> float:
        return min((math.dist(command["to"], at) for at in unread), default=0)

    walks = [c for c in options if c["kind"] == "walk" and left(c) < left({"to": places[c["rouage"]]}) - 5_000]
    return min(walks, key=left, default={"kind": "end"})


def play(match: Match, rng: random.Random) -> None:
    while match.asked:
        seat, question = next(iter(match.asked.items()))
        if question.kind == "act":
            match.submit(seat, study_or_approach(match, seat, rng))
        else:
            match.submit(seat, question.default or next(match.commands(seat, rng)))
        assert not faults(match.position())


@pytest.mark.parametrize("seed", [2, 5])
def test_a_match_is_won_by_study(seed: int) -> None:
    """SET-2, END-1: the agenda's points come from studying markers; after four cycles they decide, as the dice of the
    seed and the journal say."""
    match = Match.new({"agenda": "survey", "composition": "secret", "decor": "preset"}, seed)
    table = Table(match=match, spare=True)
    play(match, random.Random(seed))
    journal = match.journal
    scored = {
        seat: sum(e["change"] for e in journal if e["kind"] == "scored" and e["seat"] == seat) for seat in ("1", "2")
    }
    studies = [e for e in journal if e["kind"] == "rolled" and e["why"] == "study"]
    assert len(studies) >= 6
    assert sum(scored.values()) >= 4
    assert table.points == {seat: min(20, points) for seat, points in scored.items()}
    outcome = match.outcome
    assert outcome is not None
    assert outcome["points"] == table.points
    assert outcome["reason"] == "points"
    one, two = table.points["1"], table.points["2"]
    assert outcome["winner"] == (None if one == two else "1" if one > two else "2")
    assert Match.replay({}, journal).outcome == outcome


# ---- the study itself ------------------------------------------------------------------------------------------------


def studying(*more: Any, dice: tuple[int, ...] = (), gap: float = 0.5, **petra: Any) -> Table:
    return Table(
        ally("petra", (8 - off(gap), 8), **{"technique": 3, **petra}),
        marker("m1", (8, 8)),
        *more,
        agenda="survey",
        active="petra",
        dice=dice,
    )


@pytest.mark.parametrize(("dice", "points"), [((5, 1, 1), 1), ((5, 6, 1), 2), ((5, 6, 6), 3), ((1, 2, 3), 0)])
def test_a_study_scores_its_successes(dice: tuple[int, ...], points: int) -> None:
    """SET-2, ROL-1: the survey's: a point a success, three at most; 1 action, a Technique roll at 5+."""
    table = studying(dice=dice)
    roll = rolled(table.study("petra", "m1"))[0]
    assert (roll["by"], roll["threshold"]) == ("petra", 5)
    assert table.points == {"1": points, "2": 0}
    assert table["petra"]["actions"] == 3


def test_fate_may_be_tempted_on_a_study() -> None:
    """ROL-5: before its effects, for 1 Noirceur, once."""
    table = studying(dice=(1, 1, 1, 5, 1, 1))
    table.study("petra", "m1", reroll=True)
    assert (table["petra"]["noirceur"], table.points["1"]) == (1, 1)


@pytest.mark.parametrize(
    ("keys", "clause", "code"),
    [
        ({"gap": 1.01}, "CAP-1", "too-far"),
        ({"actions": 0}, "CAP-1", "no-action-token"),
        ({"technique": 0}, "ROL-4", "no-dice"),
        ({"states": ["stunned"]}, "STA-2", "stunned"),
        ({"used": {"study": 1}}, "CAP-1", "limit-reached"),
    ],
    ids=["too far", "no token", "no Technique", "stunned", "once a phase"],
)
def test_studies_that_are_refused(keys: dict[str, Any], clause: str, code: str) -> None:
    """CAP-1, MEA-3, ROL-4, STA-2: within 1 in, paid, once per phase and rouage, with dice, not stunned."""
    table = studying(**keys)
    table.refused(clause, code, "capacity", rouage="petra", capacity="study", targets={"marker": "m1"})


def test_an_engaged_rouage_may_study() -> None:
    """SET-2: nothing in the rules says that it must be free."""
    table = studying(foe("kubik", (8 - off(0.5), 8 + off(0.5))), dice=(5, 1, 1))
    table.study("petra", "m1")
    assert table.points["1"] == 1


def test_each_player_studies_a_probe_once() -> None:
    """SET-2: the survey's own rule: a player's token lies on what that player has read, and not on what they failed."""
    table = studying(ally("dominik", (8 + off(0.5), 8), technique=2, rank=1), rank=3, dice=(1, 1, 1, 4, 4))
    table.study("petra", "m1")
    assert not table["m1"]["tokens"].get("1")
    table.do("coordinate", rouage="dominik")
    table.study("dominik", "m1")
    assert (table["m1"]["tokens"], table.points["1"]) == ({"1": 1}, 2)
    key, probe = marker("m1", (8, 8))
    read = (key, {**probe, "tokens": {"1": 1}})
    for active, legal in (("petra", False), ("kubik", True)):
        pieces = (ally("petra", (8 - off(0.5), 8)), foe("kubik", (8 + off(0.5), 8)), read)
        table = Table(*pieces, agenda="survey", active=active)
        assert table.legal("capacity", rouage=active, capacity="study", targets={"marker": "m1"}) is legal
