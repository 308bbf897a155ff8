"""Questions of cards in the reader's language; a text in one language only is shown in it to everybody."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cards.trial import capacity, kubik, trial, use
from tests.rules.table import Table, foe
from tests.webapp.games.test_panels import drafting, spoken
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.draft import PlanDraft
from webapp.games.olomoc.table.prompts.choices import choosing
from webapp.games.olomoc.table.text.names import Names
from webapp.i18n import LANGUAGES, translator

SCORE = {"op": "score"}


def asked(table: Table, language: str) -> str:
    """Everything that the question to seat 1 says."""
    match = table.match
    names = Names(match.view("1"), translator(language, "olomoc"), {"1": "Ilse", "2": "Tomáš"}, Book.of(match.journal))
    return " ".join(spoken(choosing(PanelContext(names.view, names, drafting(names.view), PlanDraft()))))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("texts", [({"fr": "Un point"}, {"fr": "Rien"}), ({"en": "A point"}, {"en": "Nothing"})])
def test_options_in_one_language_are_read_in_both(texts: tuple[dict[str, str], ...], language: str) -> None:
    rows = [{"text": texts[0], "operations": [SCORE]}, {"text": texts[1]}]
    table = trial(capacity({"op": "choose", "options": rows}))
    use(table)
    question = asked(table, language)
    assert all(word in question for text in texts for word in text.values())
    assert "None" not in question


@pytest.mark.parametrize(("language", "word"), [("fr", "Sans cible"), ("en", "No target")])
def test_a_target_may_be_left_out(language: str, word: str) -> None:
    """Of a triggered capacity whose target is optional."""
    targets: list[dict[str, Any]] = [{"who": ["adverse"], "optional": True}]
    give = {"op": "give", "who": "target", "token": "noirceur"}
    card = capacity(give, trigger={"when": "action", "actions": ["walk"]}, targets=targets)
    table = trial(card, kubik((9, 8)), foe("jana", (9, 11)))
    table.walk("petra", (5, 10))
    assert table.asked("choose")["prompt"]["code"] == "target"
    assert word in asked(table, language)
    table.do("choose", choice=None)
    assert [table[id]["noirceur"] for id in ("kubik", "jana")] == [0, 0]
