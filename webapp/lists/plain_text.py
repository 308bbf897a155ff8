"""Finds card names in plain text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
WORD = re.compile(r"\w+")
COUNT = re.compile(r"^\W*(\d{1,4})\s*[x×]?(?!\w)|(?<!\w)[x×]\s*(\d{1,4})\W*$|\((\d{1,4})\)\W*$", re.IGNORECASE)
LONGEST_NAME = 12
"""The most words of a name that are looked for."""
LONGEST_TITLE = 60
MOST_MISSED, LONGEST_MISSED = 20, 60
"""Lines that are named as not understood, and the characters that are shown of each."""


class SearchText:
    """A normalised text to be searched, with the positions of its words."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = plain(text)
        self.words = [match[0] for match in WORD.finditer(self.plain)]


class NameIndex(Generic[K]):
    """Cards by the words of their names."""

    def __init__(self, among: Mapping[K, Iterable[str]]) -> None:
        self._by_words: dict[tuple[str, ...], dict[K, str]] = {}
        for id, names in among.items():
            for name in map(plain, names):
                words = tuple(WORD.findall(name))
                if 0 < len(words) <= LONGEST_NAME:
                    self._by_words.setdefault(words, {})[id] = name
        self._lengths = sorted({len(words) for words in self._by_words})

    def found_in(self, line: SearchText) -> list[K]:
        """The cards whose names stand in a line, the longest names first: one may hold another."""
        words = line.words
        hits: dict[K, int] = {}
        for start in range(len(words)):
            for length in self._lengths:
                for id, name in self._by_words.get(tuple(words[start : start + length]), {}).items():
                    hits[id] = max(hits.get(id, 0), len(name))
        return sorted(hits, key=lambda id: -hits[id])

    def beyond(self, line: SearchText, id: K) -> bool:
        """Whether a line has words that are no figures and not of this card's name."""
        own = {word for words, cards in self._by_words.items() if id in cards for word in words}
        return any(word not in own and not word.isdecimal() for word in line.words)


def found_in(
    text: str, names: Mapping[tuple[str, str], Iterable[str]]
) -> tuple[str, dict[tuple[str, str], int], tuple[str, ...]] | None:
    """The name above the cards that a text names, one on each line; these cards with their copies ("2 Name", "3x Name",
    "Name ×2", "Name (2)"); and the lines that were not understood. None if there is no card. Takes time in proportion
    to the sum of both sizes, not to their product."""
    index = NameIndex(names)
    counts: dict[tuple[str, str], int] = {}
    title = ""
    missed = []
    for n, line in enumerate(filter(str.strip, text.splitlines())):
        card = index.found_in(SearchText(line))
        if card:
            copies = COUNT.search(line)
            counts[card[0]] = counts.get(card[0], 0) + int(next(filter(None, copies.groups())) if copies else 1)
        elif n == 0 and len(line.strip()) <= LONGEST_TITLE:
            title = line.strip()
        else:
            missed.append(line)
    return (title, counts, shortened(missed)) if counts else None


def shortened(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines that were not understood, as they are told."""
    rows = [" ".join(line.split()) for line in lines]
    return tuple(row if len(row) <= LONGEST_MISSED else f"{row[: LONGEST_MISSED - 1]}…" for row in rows[:MOST_MISSED])


def plain(text: str) -> str:
    """Small letters without accents, apostrophes all alike, single spaces.

    >>> plain("L’Équipe  DE nuit")
    "l'equipe de nuit"
    """
    letters = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())
