"""Diktat's rules for players: every clause that the engine names has a text in both languages."""

from __future__ import annotations

import re

import pytest
from nicegui.testing import User

from tests.webapp.test_rules import named
from webapp.games.diktat.rulebook import FOLDER
from webapp.i18n import LANGUAGES
from webapp.ui.rulebook import REFERENCE, plain, rulebook

NOT_SHOWN = {"MAT-1", "MAT-2", "MAT-3"}
"""The clauses on the contents of the box: nobody refers to them."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_that_is_named_anywhere_has_a_text(language: str) -> None:
    book = rulebook(FOLDER, language)
    wanted = named("rules/diktat") | named("webapp/games/diktat")
    assert {"STK-4", "NEG-3", "OAT-6", "COR-5"} <= wanted
    assert {id for id in wanted - NOT_SHOWN if not book.text(id)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_clauses_and_terms_name_clauses_that_there_are(language: str) -> None:
    book = rulebook(FOLDER, language)
    for its in book.chapters:
        for id, text in its.clauses.items():
            assert id.startswith(its.key)
            assert [it for it in REFERENCE.findall(text) if book.text(it) is None or it == id] == [], id
    for text in book.first["text"]:
        assert [it for it in REFERENCE.findall(text) if book.text(it) is None] == []
    for term in book.glossary:
        clause = book.text(term.clause)
        assert clause is not None
        assert plain(term.word) in plain(clause), term
    assert [id for id in book.ours if book.text(id) is None] == []


def test_both_languages_have_the_same_clauses() -> None:
    french, english = (rulebook(FOLDER, language) for language in ("fr", "en"))
    assert [(its.key, [*its.clauses]) for its in french.chapters] == [
        (its.key, [*its.clauses]) for its in english.chapters
    ]
    assert len(french.first["text"]) == len(english.first["text"]) > 5
    for its in french.chapters:
        for id, text in its.clauses.items():
            assert not re.search(r" [:;?!»]|« |'", text), id


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_the_page_and_its_texts_are_served(user: User) -> None:
    await user.open("/diktat/rules")
    for language in LANGUAGES:
        answer = await user.http_client.get(f"/diktat/rules/{language}.json")
        clauses = dict(pair for its in answer.json()["chapters"] for pair in its["clauses"])
        assert clauses["STK-4"] == rulebook(FOLDER, language).text("STK-4")
