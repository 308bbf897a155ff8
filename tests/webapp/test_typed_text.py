"""The names that people give themselves and their tables, after cleaning."""

import doctest

from webapp.base import typed_text as names
from webapp.base.typed_text import NAME_LENGTH, tidy_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
THUMB = "\U0001f44d\U0001f3fd"


def test_the_examples_hold() -> None:
    assert doctest.testmod(names).failed == 0
    assert doctest.testmod(names).attempted >= 4


def test_every_writing_and_picture_stays_what_it_is() -> None:
    for name in (
        "\u05e9\u05dc\u05d5\u05dd",
        "\u0645\u0631\u064a\u0645",
        FAMILY,
        "Zo\u00eb",
        "\u738b\u79c0\u82f1",
        f"{THUMB} Eva",
    ):
        assert tidy_name(name) == name


def test_a_long_name_is_cut_between_graphemes() -> None:
    assert tidy_name("x" * 10_000) == "x" * NAME_LENGTH
    assert tidy_name(THUMB * 30) == THUMB * (NAME_LENGTH // 2)
    assert tidy_name("x" * (NAME_LENGTH - 1) + THUMB) == "x" * (NAME_LENGTH - 1)
    assert tidy_name("x" * (NAME_LENGTH - 2) + FAMILY) == "x" * (NAME_LENGTH - 2)
    assert len(tidy_name("e" + "\u0301" * 10_000)) == 1 + names.ACCENTS


def test_invisible_characters_make_no_name() -> None:
    for nothing in ("\u200b\u200e\u2066", "\u3164\u115f", "\u2800 \u00a0", "\u202e", "\ufeff\u00ad", "\x00\x1b"):
        assert tidy_name(nothing) == ""
