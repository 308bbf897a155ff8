"""Card texts read word by word (`rules.kernel.packs.short_text`)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.kernel.packs.short_text import BadText, WordReader

COLOURS = ("red", "green")


def test_words_are_read_from_left_to_right() -> None:
    words = WordReader("red -3 twice")
    assert (words.word("colour", COLOURS), words.optional("once"), words.number()) == ("red", "", -3)
    assert words.optional("once", "twice") == "twice"
    words.end()


@pytest.mark.parametrize(
    ("text", "read", "code", "sentence"),
    [
        ("", lambda reader: reader.word("colour", COLOURS), "lacks", "'' lacks the colour: red, green"),
        (
            "gren",
            lambda reader: reader.word("colour", COLOURS),
            "unknown-word",
            "'gren' is no colour; was 'green' meant?",
        ),
        ("many", lambda reader: reader.number(), "number", "'many' lacks a number"),
        ("100", lambda reader: reader.number(), "number", "'100' lacks a number"),
        ("red", lambda reader: reader.end(), "word", "'red': 'red' is one word too many"),
    ],
)
def test_what_is_not_there_is_told(text: str, read: Callable[[WordReader], object], code: str, sentence: str) -> None:
    with pytest.raises(BadText) as caught:
        read(WordReader(text))
    assert (caught.value.code, str(caught.value)) == (code, sentence)
