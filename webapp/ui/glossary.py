"""The terms of a game with their meanings: marked in texts, and explained at a press or on focus
(`static/js/terms.js`)."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from nicegui import json

from webapp.base.addresses import below
from webapp.ui.tree import Child, Node, el


@dataclass(frozen=True)
class Term:
    """A term: its forms and its meaning by language, and the clause that defines it."""

    key: str
    words: Mapping[str, Sequence[str]]
    text: Mapping[str, str]
    clause: str = ""
    sign: str = ""
    """The icon of `static/icons/signs.svg` for the term, if any."""
    picture: str = ""
    """The name of a PNG file of `static/pictures`, without its language: a part of the real board."""


KEPT = 4096
"""The number of card texts, by language, whose marked form is cached."""
SEARCHED = 1024
"""The number of other texts, by language, of which is cached where terms stand in them."""


class Glossary:
    """The terms of a game."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self.terms = tuple(terms)
        self._patterns: dict[str, tuple[re.Pattern[str], dict[str, str]]] = {}
        self._served: dict[str, tuple[str, str]] = {}
        self.card_text = lru_cache(KEPT)(self._card_text)
        """A text of a card in a language, marked once: its words are stops of the tab key only where `stops`, that is
        in a sheet of its own. The nodes are shared: nobody may change them."""
        self._places = lru_cache(SEARCHED)(self._search)

    def marked(self, text: str, language: str, seen: set[str] | None = None, reach: str = "0") -> list[Child]:
        """The text with each term, where it first occurs, as a node that explains it; `seen`: the terms that have
        occurred already, to which new ones are added. `reach`: the `tabindex` of the nodes."""
        seen = set() if seen is None else seen
        nodes: list[Child] = []
        end = 0
        for start, stop, key in self._places(text, language):
            if key in seen:
                continue
            seen.add(key)
            word = text[start:stop]
            node = el("span.term", word, role="button", tabindex=reach, data_term=key, aria_haspopup="dialog")
            nodes += [text[end:start], node]
            end = stop
        return [part for part in (*nodes, text[end:]) if part]

    def _search(self, text: str, language: str) -> Sequence[tuple[int, int, str]]:
        """Where terms stand in a text: start, end, the term's key."""
        pattern, keys = self._pattern(language)
        return [(*match.span(), keys[match.group().lower()]) for match in pattern.finditer(text)]

    def _card_text(self, text: str, language: str, stops: bool = False) -> Sequence[Child]:
        return tuple(self.marked(text, language, reach="0" if stops else "-1"))

    def marked_all(self, children: Iterable[Child], language: str) -> list[Child]:
        """Children with the terms in their own texts marked, without tab stops, as there may be many."""
        seen: set[str] = set()
        return [
            part
            for child in children
            for part in (self.marked(child, language, seen, "-1") if isinstance(child, str) else [child])
        ]

    def within(self, node: Node, places: Collection[str], language: str, seen: set[str] | None = None) -> Node:
        """The node with the terms marked in the texts of its parts that have one of these classes."""
        if "x" not in node:
            return node
        seen = set() if seen is None else seen
        marks = not set(places).isdisjoint(node.get("c", "").split())
        inside: list[Child] = []
        for child in node["x"]:
            if not isinstance(child, str):
                inside.append(self.within(child, places, language, seen))
            elif marks:
                inside += self.marked(child, language, seen)
            else:
                inside.append(child)
        return {**node, "x": inside}

    def meanings(self, language: str) -> str:
        """The meaning of each term, as JSON for the script."""
        rows = {
            term.key: {
                "text": term.text[language],
                "clause": term.clause,
                "sign": term.sign,
                "picture": below(f"/static/pictures/{term.picture}-{language}.png") if term.picture else "",
            }
            for term in self.terms
        }
        return json.dumps(rows)

    def served(self, language: str) -> tuple[str, str]:
        """The same, with a digest for its address."""
        if language not in self._served:
            meanings = self.meanings(language)
            self._served[language] = meanings, hashlib.sha256(meanings.encode()).hexdigest()[:10]
        return self._served[language]

    def _pattern(self, language: str) -> tuple[re.Pattern[str], dict[str, str]]:
        if language not in self._patterns:
            keys = {word.lower(): term.key for term in self.terms for word in term.words[language]}
            words = sorted({word for term in self.terms for word in term.words[language]}, key=len, reverse=True)
            pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(_either, words))})(?!\w)")
            self._patterns[language] = pattern, keys
        return self._patterns[language]


def _either(word: str) -> str:
    """A pattern for a form with a small or capital first letter."""
    return f"[{word[0]}{word[0].upper()}]{re.escape(word[1:])}"


@cache
def read(path: Path) -> Glossary:
    """The terms in a file. Raises TypeError or KeyError for a malformed one."""
    return Glossary([Term(**row) for row in tomllib.loads(path.read_text("utf-8"))["term"]])
