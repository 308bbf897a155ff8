"""Hints in words: who may have them, and that each figure they name is the engine's."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.olomoc import Match
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.text.hints import answer, hint
from webapp.games.olomoc.table.text.names import Names
from webapp.guide.script import read
from webapp.i18n import LANGUAGES, translator

GUIDE = read(Path("webapp/games/olomoc/guide.toml"))


def names(match: Match, language: str) -> Names:
    return Names(match.view("1"), translator(language, "olomoc"), {"1": "Ilse", "2": "Golem"}, Book.of(match.journal))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_that_is_advised_is_named_with_its_reasons(language: str) -> None:
    match = Match.from_position(GUIDE.match.position, seed=1)
    found = match.query("1", "hints", {})
    assert 0 < len(found["options"]) <= 3
    for option in found["options"]:
        assert match.check("1", option["command"]) is None
        said, reasons = hint(option, names(match, language))
        assert said
        assert reasons or option["command"]["kind"] == "coordinate"  # which changes nothing that is counted
        assert not any("hint." in text for text in (said, *reasons))


def test_the_odds_in_words_are_those_of_the_engine() -> None:
    """ROL-1: two dice at 5+ have a success in 5 of 9."""
    match = Match.from_position(GUIDE.match.position, seed=1)
    row = {
        "command": {
            "kind": "capacity",
            "rouage": "1-kubik-oktobar",
            "capacity": "study",
            "targets": {"marker": "probe-west"},
        },
        "reasons": [
            {
                "code": "study",
                "params": {"by": "1-kubik-oktobar", "target": "probe-west", "dice": 2, "threshold": 5, "any": "5/9"},
            },
            {"code": "points", "params": {"by": 0.67}},
            {"code": "fiel", "params": {"by": 0.001}},
        ],
    }
    said, reasons = hint(row, names(match, "en"))
    assert said == "Kubik: Study → West Probe"
    assert reasons == ["2 dice at 5+: at least one success in 56 %.", "You: points +0.7 on average."]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ({"kind": "react", "dodge": True, "riposte": "combat"}, "Dodge + Riposte"),
        ({"kind": "react", "dodge": True}, "Dodge"),
        ({"kind": "tempt-fate", "reroll": False}, "Keep the dice"),
        ({"kind": "tactic", "tactic": None}, "No tactic"),
        ({"kind": "end"}, "End the activation"),
        ({"kind": "attack", "rouage": "1-petra-kantor", "target": "2-pavel-sykora"}, "Pétra: Attack → Pavel"),
        ({"kind": "plan", "slots": ["1-petra-kantor", "harmony"]}, "Pétra, Communion"),
    ],
)
def test_an_answer_in_a_few_words(command: dict[str, object], said: str) -> None:
    assert answer(command, names(Match.from_position(GUIDE.match.position, seed=1), "en")) == said
