"""The language of card texts: vocabularies, clauses, phrases."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.invader.packs import text as duel
from rules.kernel.packs.clauses import ClauseText, Phrases, Verb, Vocabulary, clause, clauses, counted, phrase
from rules.kernel.packs.short_text import BadText, WordReader


def pair(words: WordReader) -> tuple[int, int]:
    return words.number(), words.number()


WORDS = Vocabulary(
    "deed",
    {"gain": Verb(("what", "n")), "move": Verb(("by",), frozenset({"under man"})), "again": Verb()},
    {"what": ("figure", ("vp", "spark"))},
    {"by": pair},
)


def test_a_part_is_read_with_its_arguments_by_name() -> None:
    assert WORDS.read("gain spark -2") == ("gain", {"what": "spark", "n": -2})
    assert WORDS.read("move 1 2", "under man") == ("move", {"by": (1, 2)})
    assert WORDS.read("again") == ("again", {})


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("gian vp 1", "unknown-word", {"what": "deed", "word": "gian", "meant": "gain"}),
        ("gain sparks 1", "unknown-word", {"what": "figure", "word": "sparks", "meant": "spark"}),
        ("gain", "lacks", {"part": "gain", "among": "vp, spark"}),
        ("gain vp", "number", {"part": "gain vp"}),
        ("again 1", "word", {"part": "again 1", "word": "1"}),
        ("move 1 2", "shape", {}),
    ],
)
def test_a_part_with_a_fault_names_it(text: str, code: str, params: dict[str, str]) -> None:
    with pytest.raises(BadText) as caught:
        WORDS.read(text, "behind pay")
    assert (caught.value.code, caught.value.params) == (code, params)


def test_a_text_has_clauses_with_heads_brackets_and_conditions() -> None:
    assert clauses("") == []
    assert clauses("use: a ; gain: b") == ["use: a", "gain: b"]
    shape = "trigger[costs]: [condition] steps"
    assert clause("use[turn]: [base] draw 1", ("use",), "trigger", shape) == ClauseText("use", "turn", "base", "draw 1")
    assert clause("each-age: vp 1", ("each-age",), "trigger", shape) == ClauseText("each-age", "", "", "vp 1")


@pytest.mark.parametrize("text", ["use draw 1", "use[turn: draw 1", "use[turn]: draw 1", "use: [base] draw 1", "use:"])
def test_brackets_stand_only_where_a_clause_has_some(text: str) -> None:
    with pytest.raises(BadText, match="is not “trigger: steps”"):
        clause(text, ("use",), "trigger", "trigger: steps")


def test_the_duel_has_no_conditions_and_only_a_shift_moves_the_card_itself() -> None:
    for text in ("enter: [base] draw 1", "enter: destroy self"):
        with pytest.raises(BadText):
            duel.read(text)


def test_a_phrase_says_a_number_in_its_forms() -> None:
    phrases = {"draw": "draw {n} card{s}", "draw-one": "draw a card", "rank": "Rank {sign}", "rank-up": "up by {size}"}
    assert [phrase(phrases, "draw", n) for n in (1, 3)] == ["draw a card", "draw 3 cards"]
    assert [phrase(phrases, "rank", n) for n in (5, -5)] == ["Rank +5", "Rank −5"]
    assert phrase(phrases, "rank", 2, "up") == "up by 2"
    assert phrase({"kill": "{n} {kind} die{es}"}, "kill", 1, kind="spy") == "1 spy dies"
    assert counted({"spy": ("spy", "spies")}, "spy", 2) == "2 spies"


def test_phrases_are_french_or_else_english(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text('[en]\nor = " or "\n[fr]\nor = " ou "\n', encoding="utf-8")
    phrases = Phrases(path)
    assert [phrases.of(language)["or"] for language in ("fr", "en", "de")] == [" ou ", " or ", " or "]
