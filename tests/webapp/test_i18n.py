"""Both languages have every text, and no text is unused."""

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.olomoc import CODES
from webapp import i18n
from webapp.games import COMING, GAMES, games
from webapp.i18n import LANGUAGES, Translator, host_language, keys, negotiate, translator
from webapp.i18n import texts as texts_of
from webapp.i18n.scan import PACKAGE, UsedKeys, asked, catalogued, folders, mentioned

CATALOGUES = ("", *sorted({*GAMES, *catalogued()}))
"""The house's, and one of each game, also of one that is on its way."""


@pytest.mark.parametrize("game", CATALOGUES)
def test_both_languages_have_the_same_keys(game: str) -> None:
    french, english = (set(keys(language, game)) for language in ("fr", "en"))
    assert french - english == set()
    assert english - french == set()


@cache
def asked_by(game: str) -> UsedKeys:
    return asked(folders(game))


@cache
def mentioned_anywhere() -> UsedKeys:
    return mentioned()


@pytest.mark.parametrize("game", CATALOGUES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_used_has_a_text(language: str, game: str) -> None:
    assert asked_by(game).missing(language, game) == set()


@pytest.mark.parametrize("game", CATALOGUES)
def test_every_key_is_used(game: str) -> None:
    assert mentioned_anywhere().unused(game) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_door_of_a_game_in_the_lobby_has_a_text(language: str) -> None:
    """By the game's own translator: another game's catalogue is no help to it."""
    doors = [(game.key, words) for game in games() for words, _, _ in game.links]
    assert ("invader", "lobby.lists") in doors
    assert [it for it in doors if not translator(language, it[0]).has(it[1])] == []


def test_every_game_with_texts_of_its_own_is_looked_through() -> None:
    assert set(catalogued()) <= {*GAMES, *COMING}


def test_the_house_has_no_text_of_a_game() -> None:
    assert {"event.moved", "prompt.act", "cabals.ministries"} <= set(keys("en", "olomoc"))
    assert {"event.moved", "prompt.act", "cabals.ministries"} & set(keys("en")) == set()
    assert translator("fr").of("olomoc") is translator("fr", "olomoc")


def test_two_games_may_use_the_same_key_each_for_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in ("one", "two"):
        folder = tmp_path / game / "en" / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "texts.po").write_text(f'msgid "event.won"\nmsgstr "{game} is won"\n')
        monkeypatch.setitem(i18n.folders, game, tmp_path / game)
    assert [Translator("en", game)("event.won") for game in ("one", "two")] == ["one is won", "two is won"]
    assert Translator("en", "one")("lobby.new-table") == translator("en")("lobby.new-table")


def test_the_code_is_read_as_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(
        "tr('a.b'); self.tr.plural('c', n); tr(f'p.{x}'); names.tr('d.e' if x else f'q.{y}'); other('e.f'); tr(key);"
        "rich(names.tr, 'g.h', x='i.j'); print('No key. Not one.')"
    )
    assert asked([tmp_path]) == UsedKeys(frozenset({"a.b", "c", "d.e", "g.h"}), frozenset({"p.", "q."}))
    assert mentioned([tmp_path]).literals == {"a.b", "d.e", "e.f", "g.h", "i.j"}


def test_a_text_with_a_plural_takes_the_form_of_its_first_number() -> None:
    tr = translator("fr", "invader")
    assert [tr("event.tokens", card="Vault", left=n) for n in (1, 2)] == [
        "Vault\u00a0: il reste 1 jeton.",
        "Vault\u00a0: il reste 2 jetons.",
    ]
    # French has the singular for nothing, English the plural.
    assert tr("event.tokens", card="Vault", left=0) == "Vault\u00a0: il reste 0 jeton."
    assert [
        translator("en", "invader")("event.tokens", card="Vault", left=n).removeprefix("Vault: ") for n in (0, 1)
    ] == ["0 tokens left.", "1 token left."]


@pytest.mark.parametrize("game", CATALOGUES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_leaves_its_number_to_the_reader(language: str, game: str) -> None:
    """A text such as “1 card(s)” would leave it."""
    assert [key for key, forms in texts_of(language, game).items() if any("(s)" in form for form in forms)] == []


def french(part: object, within: bool = False) -> Iterator[str]:
    """The French texts of a file of the app: all of a file that is French, else what stands under `fr`."""
    if isinstance(part, str):
        yield from (part,) if within else ()
    elif isinstance(part, dict):
        for key, value in part.items():
            yield from french(value, within or key == "fr")
    elif isinstance(part, list):
        for value in part:
            yield from french(value, within)


def test_no_french_line_begins_with_its_punctuation() -> None:
    """The space before : ; ? ! and within « » is one at which no line is broken."""
    texts = [form for game in CATALOGUES for forms in texts_of("fr", game).values() for form in forms]
    for path in PACKAGE.rglob("*.toml"):
        texts += french(tomllib.loads(path.read_text(encoding="utf-8")), path.stem == "fr")
    assert len(texts) > 3_000
    breaks = re.compile(r"(?<=\S) (?=[:;?!»](\W|$))|« ")
    assert [text for text in texts if breaks.search(re.sub("`[^`]*`", "", text))] == []


def joined(source: str) -> Iterator[str]:
    """Sentences put together with an English colon."""
    for node in ast.walk(ast.parse(source)):
        parts = node.values[1:] if isinstance(node, ast.JoinedStr) else ()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts = (node.left, node.right)
        if any(isinstance(part, ast.Constant) and str(part.value).startswith(": ") for part in parts):
            yield ast.unparse(node)


def test_no_label_of_the_table_is_joined_with_an_english_colon() -> None:
    """A label and what it says are `Translator.labelled`: in French a space stands before the colon."""
    assert [*joined('f"{a}: {b}" + ": " + c')] == ["f'{a}: {b}' + ': '", "f'{a}: {b}'"]
    paths = [path for part in ("table_kit", "guide", "games/blade") for path in (PACKAGE / part).rglob("*.py")]
    assert len(paths) > 60
    labels = [(path.name, text) for path in (*paths, PACKAGE / "games/words.py") for text in joined(path.read_text())]
    assert labels == []
    assert translator("fr").labelled("Vie", "3") == "Vie\N{NO-BREAK SPACE}: 3"


def test_every_choice_at_a_new_table_is_named() -> None:
    wanted = {f"choice.{choice.key}" for game in games() for choice in (*game.choices, *game.several)}
    wanted |= {
        f"choice.{choice.key}.{value}"
        for game in games()
        for choice in game.choices
        for value in choice.values
        if value not in choice.names
    }
    assert {key for game in GAMES for key in keys("en", game) if key.startswith("choice.")} == wanted


def refusal_codes() -> set[str]:
    """The codes that rules and tables refuse with, where they are written out."""
    codes: set[str] = set()
    for folder in (PACKAGE.parent / "rules", PACKAGE / "tables"):
        for path in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and len(node.args) > 1:
                    parts = (part for part in ast.walk(node.args[1]) if isinstance(part, ast.Constant))
                    codes |= {part.value for part in parts if isinstance(part.value, str)}
    return codes


def test_every_refusal_can_be_said() -> None:
    codes = refusal_codes()
    assert {"seat-taken", "no-action-token", "stunned"} <= codes
    assert {code for code in codes if f"refusal.{code}" not in keys("en", "olomoc")} == set()


def fields(text: str) -> set[str]:
    """The fields that a text is filled in with."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_a_refusal_has_all_that_its_sentence_needs() -> None:
    """Of the rules': what the sentence names always comes with the code."""
    needed = {
        code: set().union(*map(fields, texts_of("en", "olomoc").get(f"refusal.{code}", ("{text}",)))) for code in CODES
    }
    assert {code: names - CODES[code] for code, names in needed.items() if names - CODES[code]} == {}


def test_both_languages_fill_in_the_same_parameters() -> None:
    french, english = texts_of("fr", "olomoc"), texts_of("en", "olomoc")
    different = {
        key
        for key in french
        if set().union(*map(fields, french[key])) != set().union(*map(fields, english.get(key, ())))
    }
    assert different == set()


def test_a_text_takes_its_parameters() -> None:
    assert translator("en")("refusal.seat-taken", name="{Ilse}") == "{Ilse} sits there."
    assert translator("fr")("refusal.seat-taken", name="Ilse") == "Ilse occupe déjà cette place."


def test_a_key_or_a_parameter_that_is_missing_breaks_nothing() -> None:
    tr = translator("en")
    assert tr("no.such.key") == "no.such.key"
    assert not tr.has("no.such.key")
    assert tr.has("lobby.title")
    assert tr("refusal.seat-taken") == "{name} sits there."


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de,en;q=0.7,fr;q=0.3", "en"),
        ("en;q=0.1, fr", "fr"),
        ("fr;q=0, en", "en"),
        ("cs", "en"),
        ("*", "en"),
        ("fr;q=nonsense,,;", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_browsers_wish_decides_first(header: str | None, language: str) -> None:
    assert negotiate(header) == language


def test_the_terminal_speaks_the_hosts_language() -> None:
    assert host_language({"LANG": "fr_FR.UTF-8"}) == "fr"
    assert host_language({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}) == "en"
    assert host_language({}) == "en"


def test_a_name_from_right_to_left_leaves_the_sentence_in_order() -> None:
    sentence = translator("en")("table.sits", player="\u05e9\u05dc\u05d5\u05dd")
    assert "\u2068\u05e9\u05dc\u05d5\u05dd\u2069" in sentence
    assert "\u2068" not in translator("en")("table.sits", player="Tom\u00e1\u0161")
