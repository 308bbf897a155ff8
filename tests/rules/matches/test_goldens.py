"""Whole matches kept as they were played: folded, they stay so under any rules; played again, they show a change."""

from __future__ import annotations

from typing import Any

import pytest

from rules.olomoc import Match
from rules.olomoc.flow import noirceur
from tests import goldens
from tests.goldens import altered, folded, load, names
from tests.goldens.__main__ import RECIPES, record

ALL = [name for game in goldens.GAMES for name in names(game)]
"""Of every game."""

KINDS = (
    "place-decor",
    "choose-edge",
    "draft",
    "compose",
    "plan",
    "choose-rouage",
    "enter",
    "act",
    "react",
    "opportunity",
    "tempt-fate",
    "tactic",
    "move",
    "choose",
    "hostile",
    "adjust",
)
"""Of the decisions that there are."""
ENDINGS = {
    "END-1: by points": ("points", True),
    "END-1: a draw": ("points", False),
    "END-2: Traque": ("traque", True),
    "END-2: Traque, a draw": ("traque", False),
    "END-3: Fiel": ("fiel", True),
    "NOI-4: Fiel of both": ("fiel", False),
    "END-4: a concession": ("concession", True),
    "a draw agreed on": ("agreement", False),
}
"""The ways of ending: reason, and whether somebody wins."""


def again(name: str) -> str:
    return f"If that is meant: python -m tests.goldens {name}"


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_way_of_ending_is_there(ending: str) -> None:
    """END-1 to END-4, NOI-4: at least one golden ends so, and its outcome says what its position says."""
    reason, won = ENDINGS[ending]
    games = [load(name) for name in names()]
    ended = [g for g in games if (g["outcome"]["reason"], g["outcome"]["winner"] is not None) == (reason, won)]
    assert ended, f"no golden ends by {ending}"
    for golden in ended:
        position = Match.replay({}, golden["journal"]).position()
        assert position["points"] == golden["outcome"]["points"]
        assert (position["traque"] == 3) is (reason == "traque")
        lost = [seat for seat in ("1", "2") if position["fiel"][seat] == 3]
        assert len(lost) == (0 if reason != "fiel" else 1 if won else 2)


def test_every_kind_of_decision_is_there() -> None:
    """Some golden asks it."""
    asked = set().union(*(goldens.kinds(name) for name in names()))
    assert not set(KINDS) - asked, f"no golden asks {sorted(set(KINDS) - asked)}"
    assert not asked - set(KINDS), f"kinds that nobody listed: {sorted(asked - set(KINDS))}"


@pytest.mark.parametrize("name", ALL)
def test_folding_gives_what_was_played(name: str) -> None:
    """Outcome, position and every viewer's view, at some moments and at the end, whatever the rules are by now."""
    golden = load(name)
    for recorded, now in folded(name, golden):
        assert now == recorded, f"{name} folds otherwise. {again(name)}"
    end = goldens.match_of(name).replay({}, golden["journal"])
    assert end.outcome == golden["outcome"]
    assert end.journal == golden["journal"]
    assert golden["checks"][-1]["events"] == len(golden["journal"])


@pytest.mark.parametrize("name", ALL)
def test_the_rules_still_play_it_so(name: str) -> None:
    """The recorded commands and dice bring the recorded events."""
    difference = altered(name, load(name))
    assert difference is None, f"The rules play the golden {name!r} otherwise now. {difference}\n{again(name)}"


# ---- that these tests can fail ---------------------------------------------------------------------------------------


def test_a_changed_rule_is_told_and_leaves_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """NOI-1: with a fourth token to bear, Fiel comes later; what was played stays."""
    monkeypatch.setattr(noirceur, "MOST_NOIRCEUR", 4)
    golden = load("fiel")
    difference = altered("fiel", golden)
    assert difference is not None
    assert "today it is" in difference
    assert all(now == recorded for recorded, now in folded("fiel", golden))


@pytest.mark.parametrize(
    ("key", "change", "words"),
    [
        ("dice", lambda dice: dice[:-1], "other dice are thrown today"),
        ("shuffles", lambda rows: [rows[0][::-1], [], *rows[2:]], "other dice are thrown today"),
        (
            "commands",
            lambda rows: [[s, {"kind": "rest"} if n == 30 else c, e] for n, (s, c, e) in enumerate(rows)],
            "refused",
        ),
        ("journal", lambda rows: rows[:-1], "today this happens too"),
        ("journal", lambda rows: [*rows, rows[-1]], "do not happen today"),
        ("outcome", lambda outcome: outcome | {"winner": None}, "ends otherwise"),
    ],
    ids=["dice", "shuffle", "refused", "more", "fewer", "outcome"],
)
def test_the_first_difference_from_a_golden_is_reported(key: str, change: Any, words: str) -> None:
    """Dice, commands, events: the first that is otherwise."""
    golden = load("fiel")
    golden[key] = change(golden[key])
    if key == "journal":
        golden["commands"][-1][2] = len(golden["journal"])
    difference = altered("fiel", golden)
    assert difference is not None
    assert words in difference


def test_recording_is_the_same_every_time() -> None:
    """Same recipe, same rules, same golden."""
    assert record("agreement") == record("agreement")


@pytest.mark.parametrize("name", ALL)
def test_goldens_stay_small(name: str) -> None:
    """A repository holds them for ever; and each is of a recipe that can be recorded anew."""
    assert (goldens.FOLDER / f"{name}.json").stat().st_size < 150_000
    assert name in RECIPES
