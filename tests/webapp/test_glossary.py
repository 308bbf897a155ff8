"""The terms of games: found in texts in both languages, each with its meaning and an existing clause."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.webapp.games.test_reading import letters, names, parts
from webapp.base.settings import STATIC
from webapp.games.diktat.glossary import GLOSSARY as DIKTAT
from webapp.games.diktat.rulebook import FOLDER as DIKTAT_RULES
from webapp.games.hybris.glossary import GLOSSARY as HYBRIS
from webapp.games.hybris.rulebook import FOLDER as HYBRIS_RULES
from webapp.games.invader.glossary import GLOSSARY as DUEL
from webapp.games.invader.rulebook import FOLDER as DUEL_RULES
from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.rulebook import rulebook
from webapp.games.olomoc.table.cards import reader, rouages
from webapp.games.olomoc.table.prompts import cabal
from webapp.i18n import LANGUAGES, texts
from webapp.ui import rulebook as house
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
    marked = WORDS.marked("Its threat zone, a threat; no other threat, and no threats.", "en")
    assert terms(marked) == ["zone", "threat"]
    assert "".join(it if isinstance(it, str) else it["x"][0] for it in marked).endswith("and no threats.")


def test_only_the_texts_of_some_parts_are_marked() -> None:
    """A button's words stay as they are: a word that is pressed for its meaning cannot stand in one."""
    node = el("section", el("h2.question", "A threat"), el("button", "threat"), el("p.detail", "threat zone"))
    question, button, detail = WORDS.within(node, ("question", "detail"), "en")["x"]
    assert terms(question["x"]) == ["threat"]
    assert button["x"] == ["threat"]
    assert terms(detail["x"]) == ["zone"]


BOOKS = {
    "olomoc": (GLOSSARY, rulebook, 70),
    "invader": (DUEL, partial(house.rulebook, DUEL_RULES), 15),
    "hybris": (HYBRIS, partial(house.rulebook, HYBRIS_RULES), 40),
    "diktat": (DIKTAT, partial(house.rulebook, DIKTAT_RULES), 25),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BOOKS)
def test_every_word_says_what_it_means(game: str, language: str) -> None:
    glossary, book, least = BOOKS[game]
    meanings = json.loads(glossary.meanings(language))
    assert len(meanings) == len(glossary.terms) >= least
    clauses = {id for chapter in book(language).chapters for id in chapter.clauses}
    signs = (STATIC / "icons" / "signs.svg").read_text("utf-8")
    for term in glossary.terms:
        assert 20 < len(term.text[language]) < 200, term.key
        assert term.clause in clauses, term.key
        assert not term.sign or f'id="{term.sign}"' in signs, term.key
        if picture := meanings[term.key]["picture"]:
            assert (STATIC / picture.removeprefix("/static/")).is_file(), term.key
        for word in term.words[language]:
            assert terms(glossary.marked(f"({word})", language)) == [term.key]


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_that_can_be_drawn_have_a_picture(language: str) -> None:
    meanings = json.loads(GLOSSARY.meanings(language))
    assert {"ruler", "threat", "fate"} <= {key for key, row in meanings.items() if row["picture"]}


ORDINARY = {"actions", "free", "target"}
"""Words of the rulebook's index that are plain words in most sentences: the index alone explains them."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_rulebooks_index_that_is_read_anywhere_is_explained(language: str) -> None:
    cards = [said for id in CARDS for said in [letters(reader.large(id, names(language)))]]
    read = " ".join([*cards, *(form for forms in texts(language, "olomoc").values() for form in forms)]).lower()
    index = {term.id: term.word for term in rulebook(language).glossary if term.word.lower() in read}
    assert len(index) > 40
    assert {id for id, word in index.items() if not terms(GLOSSARY.marked(word, language))} <= ORDINARY


CARDS = [
    f"{section}:{id}"
    for section in ("rouages", "equipment", "ministries", "artefact", "hostiles", "agendas")
    for id in names("en").book._all(section)
]


def words_of(tree: Any) -> Iterator[Any]:
    return (it for it in parts(tree) if isinstance(it, dict) and "data-term" in it.get("a", {}))


def nested(tree: Any) -> Iterator[Any]:
    """Words that stand in something else that is pressed."""
    for part in parts(tree):
        if isinstance(part, dict) and part["t"] in ("button", "a"):
            yield from (it for it in words_of(part) if it is not part)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_card_are_stops_in_its_sheet_and_none_on_the_table(language: str) -> None:
    its = names(language)
    marked = [word for id in CARDS for word in words_of(reader.large(id, its))]
    assert len(marked) > 200
    assert {it["a"]["tabindex"] for it in marked} == {"0"}
    petra = its.get("1-petra-kantor")
    assert petra is not None
    # Its text stands in the rail beside the card, which is pressed as a whole.
    hero = rouages.hero(petra, its.view, its, [], [])
    assert {it["a"]["tabindex"] for it in words_of(hero)} == {"-1"}
    assert not list(nested(hero))


def test_a_card_to_choose_is_one_button_and_its_words_are_read_beside_it() -> None:
    its = names("en")
    card = its.book.rouage("petra-kantor")
    assert card is not None
    choice = cabal.readable(cabal.rouage_choice(card, False, 3, its), "rouages", card, its)
    assert not list(words_of(choice))
    assert [it["a"]["data-read"] for it in choice["x"] if "data-read" in it["a"]] == ["rouages:petra-kantor"]
    assert list(words_of(reader.large("rouages:petra-kantor", its)))


def test_a_cards_text_is_marked_once_and_is_text() -> None:
    hostile = "A rouage <img src=x onerror=alert(1)> in your threat zone"
    marked = GLOSSARY.card_text(hostile, "en")
    assert marked is GLOSSARY.card_text(hostile, "en")
    assert "".join(it if isinstance(it, str) else it["x"][0] for it in marked) == hostile
    assert terms(list(marked)) == ["rouage", "threat"]
