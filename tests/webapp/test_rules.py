"""The rules in our own words: every clause that the engine names has a text in both languages, in the game's terms."""

import json
import re
from html import escape
from pathlib import Path

import pytest
from nicegui.testing import User

from webapp.base.settings import STATIC
from webapp.games import games
from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.rulebook import REFERENCE, rulebook, words_in
from webapp.i18n import LANGUAGES
from webapp.ui.rulebook import plain
from webapp.ui.rulebook import rulebook as rulebook_in
from webapp.ui.served_texts import terms

ROOT = Path(__file__).resolve().parents[2]

OTHER_WORDS = {
    "fr": ("étourdi", "gabarit", "règle graduée", "figurine", "round", "token", "push", "ranged", "draft", "PV"),
    "en": (
        "miniature",
        "template",
        "hit point",
        "health",
        "dazed",
        "turn order",
        "dodgeball",
        "PV",
        "sonné",
        "réglette",
    ),
}
"""Words that one might say instead of the game's own words, and does not."""


def named(folder: str, game: str = "") -> set[str]:
    """The clauses that code names, where it names them to a player: in texts, not in comments. Of the web app, what is
    no game's and what is this one's."""
    clauses: set[str] = set()
    for path in (ROOT / folder).rglob("*"):
        parts = path.parts
        if game and "games" in parts and path.is_file() and parts[parts.index("games") + 1] != game:
            continue
        if path.suffix in (".py", ".toml", ".js") and "rulebook" not in path.parts:
            clauses |= set(re.findall(rf"\b{REFERENCE.pattern}\b", path.read_text(encoding="utf-8")))
    return {id for id in clauses if id[:3] not in ("SHA", "UTF", "ISO")}


TESTS = {"olomoc": ("rules", "cards", "geometry")}
"""The folders of a game's tests of its rules, where that is not one of its name."""


def cited(*folders: str) -> set[str]:
    """The clauses that files below these folders cite, in comments and docstrings too."""
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".toml")]
    return {id for path in files for id in re.findall(rf"\b{REFERENCE.pattern}\b", path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("game", [game.key for game in games() if game.rules is not None])
def test_every_clause_is_cited_by_rules_and_by_tests(game: str) -> None:
    book = rulebook_in(ROOT / "webapp" / "games" / game / "rulebook", "en")
    clauses = {id for its in book.chapters for id in its.clauses}
    assert len(clauses) > 100
    assert clauses - cited(f"rules/{game}", "rules/kernel", "rules/geometry") == set()
    assert clauses - cited(*(f"tests/{folder}" for folder in TESTS.get(game, (game,)))) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_that_is_named_anywhere_has_a_text(language: str) -> None:
    wanted = named("rules/olomoc") | named("webapp", "olomoc")
    assert {"CHG-2", "CYC-4.2", "NOI-4"} <= wanted
    assert {id for id in wanted if not rulebook(language).text(id)} == set()


def test_both_languages_have_the_same_clauses_and_words() -> None:
    french, english = (rulebook(language) for language in ("fr", "en"))
    assert [(its.key, [*its.clauses]) for its in french.chapters] == [
        (its.key, [*its.clauses]) for its in english.chapters
    ]
    assert {(term.id, term.clause) for term in french.glossary} == {(term.id, term.clause) for term in english.glossary}
    assert sum(len(its.clauses) for its in english.chapters) >= 120
    for its, other in zip(french.chapters, english.chapters, strict=True):
        for id, text in its.clauses.items():
            assert text != other.clauses[id]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossarys_terms_are_used_and_no_others(language: str) -> None:
    book = rulebook(language)
    for term in book.glossary:
        text = book.text(term.clause)
        assert text is not None
        assert plain(term.word) in plain(text), term
    everything = " ".join(text for its in book.chapters for text in its.clauses.values())
    assert [word for word in OTHER_WORDS[language] if re.search(rf"\b{word}\b", everything, re.IGNORECASE)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_clauses_name_only_clauses_and_those_read_in_our_way_are_clauses(language: str) -> None:
    book = rulebook(language)
    for its in book.chapters:
        for id, text in its.clauses.items():
            assert id.startswith(its.key)
            assert [other for other in REFERENCE.findall(text) if book.text(other) is None or other == id] == []
    assert [id for id in book.ours if book.text(id) is None] == []


def test_french_is_set_as_french_is() -> None:
    for its in rulebook("fr").chapters:
        for id, text in its.clauses.items():
            assert not re.search(r" [:;?!»]|« |'", text), id


def test_words_of_the_game_are_found_in_a_text() -> None:
    matches = words_in("Le rouage sonné tente une ATTAQUE d’opportunité dans sa zone de menace.", "fr")
    assert [term.id for term in matches] == ["rouage", "stunned", "opportunity", "threat"]


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py")
async def test_the_texts_are_served_in_both_languages_and_no_other(user: User) -> None:
    await user.open("/olomoc/rules")
    for language in LANGUAGES:
        answer = await user.http_client.get(f"/olomoc/rules/{language}.json")
        clauses = dict(pair for its in answer.json()["chapters"] for pair in its["clauses"])
        assert clauses["CHG-2"] == rulebook(language).text("CHG-2")
    assert (await user.http_client.get("/olomoc/rules/de.json")).status_code == 404
    assert (await user.http_client.get("/olomoc/rules/..%2Fen.json")).status_code == 404


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py")
async def test_glossary_texts_are_fetched_once_and_stand_in_no_page(user: User) -> None:
    """The texts are some 38 kB: each page held them, and each spectator's page in the server's memory."""
    for language in LANGUAGES:
        address = terms("olomoc", GLOSSARY).address(language)
        page = (await user.http_client.get("/olomoc/rules", headers={"accept-language": language})).text
        assert f'data-glossary="{address}"' in page
        meaning = GLOSSARY.terms[0].text[language]
        assert escape(json.dumps(meaning, ensure_ascii=False)[1:-1]) not in page.split("parseElements")[0]
        answer = await user.http_client.get(address)
        assert answer.json()[GLOSSARY.terms[0].key]["text"] == meaning
        assert "max-age" in answer.headers["cache-control"]
    assert (await user.http_client.get("/olomoc/terms/de.json")).status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_part_is_read_in_five_minutes_and_shows_the_real_board(language: str) -> None:
    """At two hundred words a minute; every picture says what it shows, and makes room for itself before it comes."""
    first = rulebook(language).first
    assert 400 < sum(len(text.split()) for text in first["text"]) <= 1000
    assert len(first["pictures"]) >= 5
    for its in first["pictures"]:
        assert 1 <= its["after"] <= len(first["text"])
        assert len(its["alt"]) > 60
        assert its["width"] > 100 < its["height"]
        assert (STATIC / its["src"].removeprefix("/static/")).stat().st_size < 80_000
