"""Hints and what decided a match of Diktat, in words: that each says what it advises and why, by name."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

from rules.diktat import Match
from rules.diktat.bots import ADVISOR
from rules.kernel.bots import Budget, turning_points
from tests.diktat.questions import KINDS, asking
from tests.diktat.table import turn
from tests.goldens import load
from tests.webapp.games.test_diktat import PEOPLE, SCREENS, names, raw
from tests.webapp.test_plain_table import nodes, words
from webapp.after.decided import story
from webapp.games.contract import Json
from webapp.games.diktat.game import GAME
from webapp.history.reel import Reel
from webapp.i18n import LANGUAGES, translator

FEW = Budget(20, worlds=4)


@pytest.mark.parametrize("kind", [it for it in KINDS if it not in ADVISOR.silent])
def test_each_kind_of_question_has_hints_in_words(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    """At most three answers, each legal and told by name, with a figure of the engine's for each that changes."""
    match, seat = asking(kind)
    hints = match.query(seat, "hints", {})
    assert 0 < len(hints["options"]) <= 3
    for option, language in product(hints["options"], LANGUAGES):
        its, all_see = names(match, seat, language), names(match, "spectator", language)
        assert match.check(seat, option["command"]) is None
        headline, reasons = SCREENS.hint(option, its)
        _, others = SCREENS.hint({**option, "seat": seat}, all_see)
        assert headline
        assert len(reasons) == len(others) == len(option["reasons"])
        assert [it for it in (headline, *reasons, *others) if raw(it) or "hint." in it] == []
        own = [it for it in option["reasons"] if it["code"] != "rivals"]
        assert len([it for it in others if it.startswith(PEOPLE[int(seat) - 1])]) == len(own)
    assert [it.message for it in caplog.records if it.name.startswith("webapp.i18n")] == []


def test_the_figures_of_a_hint_are_those_of_the_engine() -> None:
    """SND-1, CNQ-5: an Emissary that is sent has a Trophy in sight."""
    match = turn(cabals=["coordination", "polisec"], seats={"1": {"agents": "E", "pp": 0}}, track=["o25"])
    options = match.query("1", "hints", {})["options"]
    its = names(match, "1", "en")
    send = next(it for it in options if it["command"]["kind"] == "send")
    headline, reasons = SCREENS.hint(send, its)
    assert headline == f"Send Emissary to {its.sector(send['command']['sector'])}"
    [takings] = [it["params"]["by"] for it in send["reasons"] if it["code"] == "takings"]
    assert takings > 0
    assert f"You: Victory points in sight in the sectors +{takings:.1f}.".replace(".0.", ".") in reasons


def test_nobody_is_advised_to_keep_or_break_their_word() -> None:
    """OAT-4, OAT-6, TIM-5: of these the evaluation knows nothing."""
    for kind in ("hold", "verdict", "adjust"):
        match, seat = asking(kind)
        assert match.query(seat, "hints", {}) == {"decision": None, "options": []}


@cache
def decided(name: str) -> tuple[Match, Json]:
    match = Match.replay({}, load(f"diktat/{name}")["journal"])
    return match, turning_points(ADVISOR, match, FEW)


def test_turning_points_are_those_of_the_runner_up() -> None:
    """END-4: who came next after the winner; where all have lost, those of whose chances fell most, nobody's alone."""
    match, decided_by = decided("points-5")
    assert match.outcome is not None
    [winner], [second], *_ = match.outcome["ranking"]
    assert (winner, decided_by["loser"]) == (match.outcome["winners"][0], second)
    assert decided_by["moments"]
    assert len({it["part"] for it in decided_by["moments"]}) == len(decided_by["moments"])
    _, lost = decided("others-cards-4")
    assert (lost["loser"], set(lost["losers"])) == (None, set("1234"))
    assert lost["moments"]
    assert all(it["after"] < it["before"] for it in lost["moments"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["points-whole", "points-5"])
def test_the_deciding_moments_are_put_into_words(name: str, language: str, caplog: pytest.LogCaptureFixture) -> None:
    """Cycle and phase, the log's lines, and what else could have been done."""
    match, decided_by = decided(name)
    screens: Any = GAME.screens
    tr = translator(language, "diktat")
    reel = Reel(screens, match.history(None), "everyone", tr, screens.book(match.journal), "ABCD")
    reel.follow(dict(zip(match.seats, PEOPLE, strict=False)))
    report = story(decided_by, reel, screens)
    assert [words(it) for it in nodes(report) if raw(words(it))] == []
    loser = PEOPLE[int(decided_by["loser"]) - 1]
    assert loser in words(report)
    assert len([it for it in nodes(report) if it.get("c") == "after-moment"]) == len(decided_by["moments"])
    assert "Cycle" in words(report)
    assert [it.message for it in caplog.records if it.name.startswith("webapp.i18n")] == []
