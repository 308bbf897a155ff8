"""French texts meet the names that are filled into them."""

import re

import pytest

from webapp.games import GAMES
from webapp.i18n import french, texts, translator
from webapp.ui.tree import el, icon, rich

BEFORE = r"\b(?:de|le|la|que|ne|se|lorsque|puisque)"


@pytest.mark.parametrize("game", ["", *sorted(GAMES)])
def test_no_text_of_any_game_keeps_a_vowel_before_a_vowel(game: str) -> None:
    tr = translator("fr", game)
    said = 0
    for key, forms in texts("fr", game).items():
        names = set(re.findall(r"\{(\w+)", " ".join(forms)))
        vowel = tr(key, **dict.fromkeys(names, "Ilse"))
        consonant = tr(key, **dict.fromkeys(names, "Tomáš"))
        assert not re.search(rf"{BEFORE} Ilse", vowel, re.IGNORECASE), key
        assert "’Tomáš" not in consonant, key
        said += "’Ilse" in vowel
    assert said, "no text has a name after a word that bends"


@pytest.mark.parametrize(
    ("game", "key", "params", "said"),
    [
        ("", "clock.of", {"name": "Ada"}, "Temps d’Ada"),
        ("", "clock.of", {"name": "Tomáš"}, "Temps de Tomáš"),
        ("", "clock.of", {"name": "Émile"}, "Temps d’Émile"),
        ("", "clock.of", {"name": "Hélène"}, "Temps d’Hélène"),
        ("", "clock.of", {"name": "Harold"}, "Temps de Harold"),
        ("hybris", "hangar.of", {"who": "Artémis"}, "Hangar d’Artémis"),
        ("hybris", "hangar.of", {"who": "Hadès"}, "Hangar d’Hadès"),
        ("hybris", "hangar.of", {"who": "Zeus"}, "Hangar de Zeus"),
        ("hybris", "hangar.of", {"who": "Héros 2"}, "Hangar de Héros 2"),
        ("hybris", "hybris.token-to", {"place": "l’Olympe"}, "porte le jeton de l’Olympe"),
        ("hybris", "hybris.token-to", {"place": "le Colisée"}, "porte le jeton du Colisée"),
        ("hybris", "hybris.token-to", {"place": "les Enfers"}, "porte le jeton des Enfers"),
        ("hybris", "gain.progress", {"n": 1}, "le Chaos avance de 1"),
        ("olomoc", "prompt.wait-both", {"one": "Ada", "two": "Olga"}, "En attente d’Ada et d’Olga."),
    ],
)
def test_a_name_takes_the_word_before_it_with_it(game: str, key: str, params: dict[str, object], said: str) -> None:
    assert translator("fr", game)(key, **params) == said


def test_a_name_that_looks_like_a_parameter_or_an_article_stays_as_it_is() -> None:
    tr = translator("fr")
    assert tr("clock.of", name="Le Goff") == "Temps de Le Goff"
    assert tr("clock.of", name="le {x} fou") == "Temps du {x} fou"


@pytest.mark.parametrize(("name", "said"), [("Ilse", "Le temps d’"), ("Tomáš", "Le temps de ")])
def test_a_name_that_is_drawn_is_heard_too(name: str, said: str) -> None:
    drawn = el("span.who", icon("user"), el("b", name))
    assert rich(translator("fr", "olomoc"), "event.time-ran-out", seat=drawn) == [said, drawn, " est écoulé."]


def test_english_texts_are_left_alone() -> None:
    assert "’" not in translator("en")("clock.of", name="Ada").replace("Ada’s", "")


@pytest.mark.parametrize("word", ["Athéna", "Hadès", "Yves", "Œnone", "héroïne", "Homère", "Oracle", "Un"])
def test_what_is_heard_as_a_vowel(word: str) -> None:
    assert french.heard_as_a_vowel(word)


@pytest.mark.parametrize("word", ["Zeus", "Héros 2", "Héraut", "Hangar", "Hans", "Yann", "onze", "Oui", "A", "", "4"])
def test_what_is_not(word: str) -> None:
    assert not french.heard_as_a_vowel(word)


def test_who_goes_somewhere_is_said_with_the_places_article() -> None:
    tr = translator("fr", "hybris")
    places = ["olympus", "moirai", "colosseum", "underworld", "forge"]
    assert [tr("event.activated", character="Zeus", to=tr(f"place.{place}")) for place in places] == [
        "Zeus va à l’Olympe.",
        "Zeus va aux Moires.",
        "Zeus va au Colisée.",
        "Zeus va aux Enfers.",
        "Zeus va à la Forge.",
    ]
    assert tr("event.activated", character="Zeus", to="Sparte") == "Zeus va à Sparte."
