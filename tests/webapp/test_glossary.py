"""The game's words: found in texts in both languages, each with what it means and a clause that there is."""

from __future__ import annotations

import json

import pytest

from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.rulebook import rulebook
from webapp.i18n import LANGUAGES
from webapp.ui.glossary import Glossary, Term
from webapp.ui.tree import el

WORDS = Glossary(
    [
        Term("threat", {"en": ["threat"], "fr": ["menace"]}, {"en": "An inch around.", "fr": "Un pouce autour."}),
        Term("zone", {"en": ["threat zone"], "fr": ["zone de menace"]}, {"en": "It.", "fr": "Elle."}, "ENG-1"),
    ]
)


def terms(children: list[object]) -> list[str]:
    return [it["a"]["data-term"] for it in children if isinstance(it, dict)]


def test_a_word_is_marked_once_the_longest_first_and_only_whole() -> None:
    found = WORDS.marked("Its threat zone, a threat; no other threat, and no threats.", "en")
    assert terms(found) == ["zone", "threat"]
    assert "".join(it if isinstance(it, str) else it["x"][0] for it in found).endswith("and no threats.")


def test_only_the_texts_of_some_parts_are_marked() -> None:
    """A button's words stay as they are: a word that is pressed for its meaning cannot stand in one."""
    node = el("section", el("h2.question", "A threat"), el("button", "threat"), el("p.detail", "threat zone"))
    question, button, detail = WORDS.within(node, ("question", "detail"), "en")["x"]
    assert terms(question["x"]) == ["threat"]
    assert button["x"] == ["threat"]
    assert terms(detail["x"]) == ["zone"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_says_what_it_means(language: str) -> None:
    told = json.loads(GLOSSARY.told(language))
    assert len(told) == len(GLOSSARY.terms) >= 25
    clauses = {id for chapter in rulebook(language).chapters for id in chapter.clauses}
    for term in GLOSSARY.terms:
        assert 20 < len(term.text[language]) < 200, term.key
        assert term.clause in clauses, term.key
        for word in term.words[language]:
            assert terms(GLOSSARY.marked(f"({word})", language)) == [term.key]
