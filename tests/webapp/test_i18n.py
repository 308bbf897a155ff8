"""Both languages say everything, and nothing is translated that nobody says."""

import ast
import string
from pathlib import Path

import pytest

from rules.olomoc import CODES
from webapp.games import games
from webapp.i18n import LANGUAGES, host_language, keys, negotiate, translator
from webapp.i18n import texts as texts_of
from webapp.i18n.scan import PACKAGE, Asked, asked, mentioned


def test_both_languages_have_the_same_keys() -> None:
    french, english = (set(keys(language)) for language in ("fr", "en"))
    assert french - english == set()
    assert english - french == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_used_has_a_text(language: str) -> None:
    assert asked().missing(language) == set()


def test_every_key_is_used() -> None:
    assert mentioned().unused() == set()


def test_the_code_is_read_as_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(
        "tr('a.b'); self.tr.plural('c', n); tr(f'p.{x}'); names.tr('d.e' if x else f'q.{y}'); other('e.f'); tr(key);"
        "rich(names.tr, 'g.h', x='i.j'); print('No key. Not one.')"
    )
    assert asked(tmp_path) == Asked(frozenset({"a.b", "c", "d.e", "g.h"}), frozenset({"p.", "q."}))
    assert mentioned(tmp_path).literals == {"a.b", "d.e", "e.f", "g.h", "i.j"}


def test_every_choice_at_a_new_table_is_named() -> None:
    wanted = {f"choice.{choice.key}" for game in games() for choice in (*game.choices, *game.several)}
    wanted |= {
        f"choice.{choice.key}.{value}"
        for game in games()
        for choice in game.choices
        for value in choice.values
        if value not in choice.names
    }
    assert {key for key in keys("en") if key.startswith("choice.")} == wanted


def refusal_codes() -> set[str]:
    """The codes that rules and tables refuse with, where they are written out."""
    codes: set[str] = set()
    for folder in (PACKAGE.parent / "rules", PACKAGE / "tables"):
        for path in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and len(node.args) > 1:
                    found = (part for part in ast.walk(node.args[1]) if isinstance(part, ast.Constant))
                    codes |= {part.value for part in found if isinstance(part.value, str)}
    return codes


def test_every_refusal_can_be_said() -> None:
    codes = refusal_codes()
    assert {"seat-taken", "no-action-token", "stunned"} <= codes
    assert {code for code in codes if f"refusal.{code}" not in keys("en")} == set()


def fields(text: str) -> set[str]:
    """What a text is filled in with."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_a_refusal_has_all_that_its_sentence_needs() -> None:
    """Of the rules': what the sentence names always comes with the code."""
    needed = {code: set().union(*map(fields, texts_of("en").get(f"refusal.{code}", ("{text}",)))) for code in CODES}
    assert {code: names - CODES[code] for code, names in needed.items() if names - CODES[code]} == {}


def test_both_languages_fill_in_the_same_parameters() -> None:
    french, english = texts_of("fr"), texts_of("en")
    different = {
        key
        for key in french
        if set().union(*map(fields, french[key])) != set().union(*map(fields, english.get(key, ())))
    }
    assert different == set()


def test_a_text_takes_its_parameters() -> None:
    assert translator("en")("refusal.seat-taken", name="{Ilse}") == "{Ilse} sits there."
    assert translator("fr")("refusal.seat-taken", name="Ilse") == "Ilse y est assis."


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
    said = translator("en")("table.sits", player="\u05e9\u05dc\u05d5\u05dd")
    assert "\u2068\u05e9\u05dc\u05d5\u05dd\u2069" in said
    assert "\u2068" not in translator("en")("table.sits", player="Tom\u00e1\u0161")
