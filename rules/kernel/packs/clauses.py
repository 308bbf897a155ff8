"""The language of card texts: a closed vocabulary that a game declares, read from one line and put into words.

text   = clause { ";" clause }
clause = head [ "[" of the head "]" ] ":" [ "[" condition "]" ] body
body   = parts, with between them what the game says: "," or "then" or "|"
part   = word { argument }

A game says which words there are, what each takes and where it may stand (`Vocabulary`), makes its own nouns of what is
read, and writes phrases in both languages, of which texts are put together (`phrase`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from rules.kernel.packs.short_text import BadText, WordReader, expect_word

NUMBER = "n"
"""The argument that is a number."""


@dataclass(frozen=True)
class Verb:
    """A word of a vocabulary: the names of its arguments, in order, and the places where it may stand, as a message
    says them ("under man", "behind pay"); none: anywhere."""

    takes: tuple[str, ...] = ()
    places: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Vocabulary:
    """The words that may begin a part, and their arguments. `what`: what an author calls these words; `choices`: what
    an author calls an argument that is one of a few words, and those words; `readers`: how any other argument is
    read."""

    what: str
    verbs: Mapping[str, Verb]
    choices: Mapping[str, tuple[str, Collection[str]]] = field(default_factory=dict)
    readers: Mapping[str, Callable[[WordReader], Any]] = field(default_factory=dict)

    def read(self, text: str, place: str = "") -> tuple[str, dict[str, Any]]:
        """The word of a part, and its arguments by name. Raises BadText, with the nearest spelling of a word that is
        unknown.

        >>> words = Vocabulary("word", {"gain": Verb(("what", "n"))}, {"what": ("figure", ("vp", "spark"))})
        >>> words.read("gain vp 2")
        ('gain', {'what': 'vp', 'n': 2})
        >>> words.read("gain sparks 2")
        Traceback (most recent call last):
        ...
        rules.kernel.packs.short_text.BadText: 'sparks' is no figure; was 'spark' meant?
        """
        words = WordReader(text)
        word = words.word(self.what, self.verbs)
        verb = self.verbs[word]
        if verb.places and place not in verb.places:
            raise BadText(f"{word} does not stand {place}")
        arguments = {name: self.argument(words, name) for name in verb.takes}
        words.end()
        return word, arguments

    def argument(self, words: WordReader, name: str) -> Any:
        """The next argument of a part."""
        if name in self.readers:
            return self.readers[name](words)
        return words.number() if name == NUMBER else words.word(*self.choices[name])


class ClauseText(NamedTuple):
    """The parts of a clause: its head, what is in brackets behind it, the condition in brackets before the body."""

    head: str
    bracket: str
    condition: str
    body: str


CLAUSE = re.compile(r"([a-z-]+)(?:\[([^\]]*)\])?:\s*(?:\[([^\]]*)\]\s*)?([^\[\]]+)")


def clauses(text: str) -> list[str]:
    """The clauses of a text."""
    return [part.strip() for part in text.split(";")] if text.strip() else []


def clause(text: str, heads: Collection[str], what: str, shape: str) -> ClauseText:
    """The parts of a clause. `heads`: those known; `what`: what an author calls them; `shape`: how a clause is written,
    for the message: brackets stand only where it has some. Raises BadText.

    >>> clause("use[1/turn]: shift self near", ("use",), "trigger", "trigger[costs]: steps")
    ClauseText(head='use', bracket='1/turn', condition='', body='shift self near')
    """
    parts = CLAUSE.fullmatch(text)
    before, _, after = shape.partition(":")
    if parts is None or (parts[2] and "[" not in before) or (parts[3] and "[" not in after):
        raise BadText(f"{text!r} is not “{shape}”", "shape", part=text)
    expect_word(parts[1], heads, what)
    return ClauseText(parts[1], parts[2] or "", parts[3] or "", parts[4])


# ---- in words --------------------------------------------------------------------------------------------------------


class Phrases:
    """The phrases of a game's texts by language, from a TOML file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _phrases(self) -> Mapping[str, Any]:
        return tomllib.loads(self._path.read_text(encoding="utf-8"))

    def of(self, language: str) -> Mapping[str, Any]:
        """The phrases in French, or in English for any other language."""
        return self._phrases["fr" if language == "fr" else "en"]  # type: ignore[no-any-return]  # of a file


def phrase(phrases: Mapping[str, str], key: str, n: int = 0, form: str = "", **parts: str | None) -> str:
    """A phrase filled in: the one of the form that is meant (`key-form`), or of one (`key-one`), where there is such a
    phrase. It may name `{n}`, `{sign}` (+n or −n), `{size}` (n without a sign), the endings `{s}` and `{es}` of a
    plural's noun and a singular's verb, `{nent}` of a French verb, and the `parts`.

    >>> phrase({"draw": "draw {n} card{s}", "draw-one": "draw a card"}, "draw", 2)
    'draw 2 cards'
    >>> phrase({"draw": "draw {n} card{s}", "draw-one": "draw a card"}, "draw", 1)
    'draw a card'
    """
    text = phrases.get(f"{key}-{form or 'one'}" if form or n == 1 else key) or phrases[key]
    many = abs(n) > 1
    shown = f"−{-n}" if n < 0 else str(n)
    endings = {"s": "s" if many else "", "es": "" if many else "s", "nent": "nent" if many else "t"}
    return text.format(n=shown, sign=shown if n < 0 else f"+{n}", size=abs(n), **endings, **parts)


def counted(kinds: Mapping[str, tuple[str, str]], kind: str, n: int) -> str:
    """A number of something, by its names for one and for many.

    >>> counted({"spy": ("Spy", "Spies")}, "spy", 2)
    '2 Spies'
    """
    return f"{n} {kinds[kind][abs(n) > 1]}"
