"""The answers of hints and stories as lines: no two alike, what was asked before them, and always a reason."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from itertools import islice
from math import dist
from typing import Any

import pytest

from rules.blade.bots import ADVISOR as BLADE
from rules.diktat.bots import HINT_ADVISOR as DIKTAT
from rules.hybris.bots import ADVISOR as HYBRIS
from rules.invader.bots import HINT_ADVISOR as DUEL
from rules.kernel.bots import Advisor, Budget, hints, turning_points
from rules.kernel.bots.hints import _best
from rules.kernel.bots.search import RankedCommand
from rules.olomoc.advice.evaluation import ADVISOR as OLOMOC
from tests.goldens import GAMES, load
from tests.webapp.test_plain_table import words as text
from webapp.after.decided import story
from webapp.games.contract import Json, Screens
from webapp.games.olomoc.table.text.names import INCH
from webapp.guide.hint_words import change
from webapp.history.answers import answer_lines, asked_line
from webapp.history.reel import Reel
from webapp.i18n import LANGUAGES, translator

ADVISORS: dict[str, Advisor] = {"": OLOMOC, "invader": DUEL, "diktat": DIKTAT, "blade": BLADE, "hybris": HYBRIS}
GOLDENS = [
    *(
        "fiel",
        "points",
        "traque",
        "invader/plot",
        "invader/deck-of-the-human",
        "diktat/points-3",
        "diktat/others-cards-2",
    ),
    *("blade/captives", "blade/vaskra", "hybris/points-2", "hybris/chaos-3"),
]
FEW = Budget(12, worlds=3)
MOMENTS = 12
"""The number of questions of each match at which hints are asked for."""
PEOPLE: dict[str, str | None] = dict(zip("12345", ("Ilse", "Tomáš", "Eva", "Jan", "Rút"), strict=True))


def game_of(name: str) -> str:
    return name.rpartition("/")[0]


def screens_of(name: str) -> Screens[Any]:
    screens: Screens[Any] = import_module(f"webapp.games.{game_of(name) or 'olomoc'}.screens").SCREENS
    return screens


def words_of(name: str, match: Any, seat: str, language: str) -> Any:
    tr = translator(language, game_of(name) or "olomoc")
    screens = screens_of(name)
    people = {seat: PEOPLE[seat] for seat in match.seats}
    return screens.words(match.view(seat), tr, people, screens.book(match.journal))


@cache
def advised(name: str) -> list[tuple[Any, str, list[Json]]]:
    """Questions spread over a match, with what hints would say."""
    journal, of, rows = load(name)["journal"], GAMES[game_of(name)], []
    asked = [n for n, event in enumerate(journal) if event["kind"] == "asked"]
    for n in islice(asked, 0, None, max(1, len(asked) // MOMENTS)):
        match = of.replay({}, journal[: n + 1], seed=1)
        for seat in islice(match.asked, 1):
            rows.append((match, seat, hints(ADVISORS[game_of(name)], match, seat, FEW)["options"]))
    return rows


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GOLDENS)
def test_no_two_answers_read_alike_and_each_has_a_reason(name: str, language: str) -> None:
    screens, seen = screens_of(name), 0
    for match, seat, options in advised(name):
        lines = answer_lines(options, screens, words_of(name, match, seat, language))
        assert len({line.answer for line in lines}) == len(lines)
        assert all(line.answer and all(line.reasons) and line.reasons for line in lines)
        seen += bool(lines)
    assert seen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["fiel", "points", "traque"])
def test_movements_that_end_apart_are_told_apart(name: str, language: str) -> None:
    """MOV: by what the end is near to, how far and on which side of it, elsewhere from the edges. Only neighbouring
    ends may be one place."""
    screens, moved = screens_of(name), 0
    for match, seat, options in advised(name):
        ends: dict[str, list[Json]] = {}
        for option in options:
            ends.setdefault(screens.hint(option, words_of(name, match, seat, language))[0], []).append(
                option["command"]
            )
        for commands in ends.values():
            first, *others = (command.get("to") for command in commands)
            moved += isinstance(first, list)
            assert all(dist(first, other) < 2 * INCH for other in others), commands
    assert moved >= MOMENTS // 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GOLDENS)
def test_each_question_is_told_as_its_page_asks_it(name: str, language: str) -> None:
    """In nobody's eyes, with names and no ids, to whom it was put or to others."""
    screens, data = screens_of(name), load(name)
    match = GAMES[game_of(name)].replay({}, data["journal"])
    tr = translator(language, game_of(name) or "olomoc")
    reel = Reel(screens, match.history(None), "everyone", tr, screens.book(match.journal))
    reel.follow({seat: PEOPLE[seat] for seat in match.seats})
    asked = [n for n, event in enumerate(data["journal"]) if event["kind"] == "asked" and event["asked"]]
    for n in islice(asked, 0, None, max(1, len(asked) // (2 * MOMENTS))):
        for seat in reel.past.view(n, "spectator")["waiting"]:
            line = asked_line(reel.words(n, asked=seat), screens, "Ilse")
            question = reel.past.decision(n, seat)
            assert question is not None
            assert line, question["prompt"]
            assert "prompt." not in line
            assert question["prompt"]["code"] not in line.split("“")[-1].rstrip("”").split("\N{NO-BREAK SPACE}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*GOLDENS, "hybris/points-4"])
def test_a_log_for_everyone_calls_nobody_you(name: str, language: str) -> None:
    """Once it is over all see who drew and kept which cards."""
    screens, match = screens_of(name), GAMES[game_of(name)].replay({}, load(name)["journal"])
    tr = translator(language, game_of(name) or "olomoc")
    reel = Reel(screens, match.history(None), "everyone", tr, screens.book(match.journal))
    reel.follow({seat: PEOPLE[seat] for seat in match.seats})
    lines = [" ".join(text(entry).split()) for entry in reel.entries if entry is not None]
    assert [line for line in lines if re.match(r"(You|Your|Vous|Votre)\b", line)] == []


def test_the_same_plan_made_in_another_order_is_one_answer() -> None:
    orders = [{"kind": "plan", "tokens": dict(rows)} for rows in ([("a", "x"), ("b", "y")], [("b", "y"), ("a", "x")])]
    other = {"kind": "plan", "tokens": {"a": "y", "b": "x"}}
    ranked = [
        RankedCommand(command, 3, value) for command, value in zip([*orders, other], (0.3, 0.2, 0.1), strict=True)
    ]
    best = _best(ranked, [{"kind": "plan"}], None)
    assert [row.command for row in best] == [orders[0], other]


def test_a_story_says_what_was_asked_before_a_short_answer() -> None:
    """DOD-1, RIP-1: "Dodge" alone says neither who attacked nor whom."""
    match, screens = GAMES[""].replay({}, load("points")["journal"], seed=0), screens_of("points")
    tr = translator("en", "olomoc")
    reel = Reel(screens, match.history(None), "everyone", tr, screens.book(match.journal), "A")
    reel.follow({"1": "Ilse", "2": "Tomáš"})
    report = " ".join(text(story(turning_points(OLOMOC, match, Budget(20, worlds=4)), reel, screens)).split())
    asked, _, answered = report.partition("Tomáš answered: Dodge + Riposte")
    assert answered
    assert asked.rstrip().endswith("Your reaction?”")
    assert "Tomáš was asked: “" in asked


def test_a_decision_of_a_match_that_goes_on_is_nobodys_to_read() -> None:
    journal = load("points")["journal"]
    going = GAMES[""].replay({}, journal[: len(journal) // 2])
    with pytest.raises(ValueError, match="goes on"):
        going.history(None).decision(10, "1")


def test_of_answers_that_read_alike_what_was_done_is_kept_else_the_best() -> None:
    class Alike(Screens[Any]):
        def hint(self, option: Json, words: Any) -> tuple[str, list[str]]:
            return option["command"]["kind"], []

    class Said:
        tr = translator("en")

    rows: list[Json] = [
        {"command": {"kind": kind, "way": n}, "beside": "even", "done": done, "reasons": []}
        for n, (kind, done) in enumerate([("walk", False), ("walk", True), ("wait", False)])
    ]
    assert [line.option["command"]["way"] for line in answer_lines(rows, Alike(), Said())] == [1, 2]
    rows[1]["done"] = False
    assert [line.option["command"]["way"] for line in answer_lines(rows, Alike(), Said())] == [0, 2]


def test_what_only_other_answers_change_is_said_to_stay() -> None:
    """A reason for an answer that changes nothing: the others would."""
    tr = translator("en")
    still = {"by": 0.0, "others": True}
    assert change("points", still, "own", tr) == "You: points unchanged."
    assert change("Scorch", still, "shared", tr) == "Scorch: unchanged."
    assert change("points", {"by": 0.0}, "own", tr) == ""
