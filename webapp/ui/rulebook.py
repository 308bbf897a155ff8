"""A game's rules for players in both languages, clause by clause.

A folder of the game has `fr.toml` and `en.toml`: `[first]`, optional, what one must know for a first match (`name`,
`text`: paragraphs, `pictures` of the real board, each `after` a paragraph, with its `name` in `static/pictures` without
the language, and its `alt` text); a table for each chapter, in the rulebook's order, with its `name` and clauses;
`[glossary]`. `readings.toml` names the clauses that settle what the book leaves open."""

import hashlib
import json
import re
import struct
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from webapp.base.addresses import below
from webapp.base.settings import STATIC

REFERENCE = re.compile(r"[A-Z]{3}-\d+(?:\.\d+)?")
"""The pattern of a clause cited in a text."""


@dataclass(frozen=True)
class RulebookTerm:
    """A term of the game, and the clause that defines it."""

    id: str
    word: str
    clause: str


@dataclass(frozen=True)
class RuleChapter:
    """A chapter. Its key begins the ids of its clauses; `clauses` are texts by id."""

    key: str
    name: str
    clauses: Mapping[str, str]


@dataclass(frozen=True)
class Rulebook:
    """The chapters, clauses and glossary in one language."""

    language: str
    first: Mapping[str, Any]
    """``name``, ``text``, the paragraphs, and ``pictures`` with their addresses and sizes; empty for a game whose rules
    begin with their chapters."""
    chapters: Sequence[RuleChapter]
    glossary: Sequence[RulebookTerm]
    ours: frozenset[str]
    """Clauses that settle what the book leaves open."""

    def text(self, id: str) -> str | None:
        """The text of a clause; None for an unknown id."""
        return next((its.clauses[id] for its in self.chapters if id in its.clauses), None)

    def to_json(self) -> dict[str, Any]:
        """The data for the browser: chapters in order, the glossary by word."""
        return {
            "first": dict(self.first),
            "chapters": [
                {"key": its.key, "name": its.name, "clauses": [*its.clauses.items()]} for its in self.chapters
            ],
            "glossary": [{"word": term.word, "clause": term.clause} for term in self.glossary],
            "ours": sorted(self.ours),
        }


@cache
def rulebook(folder: Path, language: str) -> Rulebook:
    """The rulebook in a folder, in one language."""
    data = _toml(folder / f"{language}.toml")
    glossary = [RulebookTerm(id, term["term"], term["clause"]) for id, term in data.pop("glossary", {}).items()]
    first = data.pop("first", {})
    shown = first.get("pictures", ())
    pictures = [
        {"after": plate["after"], "alt": plate["alt"], **picture(f"{plate['name']}-{language}")} for plate in shown
    ]
    first = {**first, "pictures": pictures} if first else first
    chapters = [
        RuleChapter(key, its["name"], {id: text for id, text in its.items() if id != "name"})
        for key, its in data.items()
    ]
    glossary.sort(key=lambda term: plain(term.word))
    readings = folder / "readings.toml"
    ours = frozenset(_toml(readings)["ours"]) if readings.exists() else frozenset()
    return Rulebook(language, first, chapters, glossary, ours)


@cache
def picture(name: str) -> dict[str, Any]:
    """The address of a PNG file of `static/pictures`, with its width and height for the layout."""
    head = (STATIC / "pictures" / f"{name}.png").read_bytes()[:24]
    width, height = struct.unpack(">II", head[16:24])
    return {"src": below(f"/static/pictures/{name}.png"), "width": width, "height": height}


@cache
def served(folder: Path, language: str) -> tuple[str, str]:
    """The rulebook as JSON text, with a digest for its address."""
    text = json.dumps(rulebook(folder, language).to_json(), ensure_ascii=False, separators=(",", ":"))
    return text, hashlib.sha256(text.encode()).hexdigest()[:10]


def plain(word: str) -> str:
    """Lower case, without the accents that sorting and finding should not see.

    >>> plain("Décor")
    'decor'
    """
    return word.lower().translate(str.maketrans("àâäçéèêëîïôöùûüœ", "aaaceeeeiioouuuo"))


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
