"""The rules in our own words, in both languages: what every clause says to somebody who plays.

Chapters and clauses stand in `fr.toml` and `en.toml`, in the rulebook's order; `readings.toml` names the clauses that
are read in our own way where the book leaves something open.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent

REFERENCE = re.compile(r"[A-Z]{3}-\d+(?:\.\d+)?")
"""A clause named in a text."""


@dataclass(frozen=True)
class Term:
    """A word of the game, and the clause that says what it means."""

    id: str
    word: str
    clause: str


@dataclass(frozen=True)
class RuleChapter:
    """A chapter: its key begins the ids of its clauses; ``clauses`` are texts by id."""

    key: str
    name: str
    clauses: Mapping[str, str]


@dataclass(frozen=True)
class Rulebook:
    """The chapters, clauses and glossary in one language."""

    language: str
    chapters: Sequence[RuleChapter]
    glossary: Sequence[Term]
    ours: frozenset[str]
    """Clauses that settle what the book leaves open."""

    def text(self, id: str) -> str | None:
        """What a clause says; None for an id that is none."""
        return next((its.clauses[id] for its in self.chapters if id in its.clauses), None)

    def to_json(self) -> dict[str, Any]:
        """What a browser reads: chapters in order, the glossary by word."""
        return {
            "chapters": [
                {"key": its.key, "name": its.name, "clauses": [*its.clauses.items()]} for its in self.chapters
            ],
            "glossary": [{"word": term.word, "clause": term.clause} for term in self.glossary],
            "ours": sorted(self.ours),
        }


@cache
def rulebook(language: str) -> Rulebook:
    """The rulebook in a language of ours."""
    said = _toml(f"{language}.toml")
    glossary = [Term(id, term["term"], term["clause"]) for id, term in said.pop("glossary").items()]
    chapters = [
        RuleChapter(key, its["name"], {id: text for id, text in its.items() if id != "name"})
        for key, its in said.items()
    ]
    glossary.sort(key=lambda term: _plain(term.word))
    return Rulebook(language, chapters, glossary, frozenset(_toml("readings.toml")["ours"]))


@cache
def served(language: str) -> tuple[str, str]:
    """The rulebook as JSON text, and a digest of it for its address."""
    text = json.dumps(rulebook(language).to_json(), ensure_ascii=False, separators=(",", ":"))
    return text, hashlib.sha256(text.encode()).hexdigest()[:10]


def words_in(text: str, language: str) -> list[Term]:
    """The words of the game that a text uses, in the text's order: each once, the longest of those that overlap."""
    heard = _plain(text)
    found: dict[int, Term] = {}
    for term in sorted(rulebook(language).glossary, key=lambda term: -len(term.word)):
        match = re.search(rf"\b{re.escape(_plain(term.word))}", heard)
        if match is not None and not any(at <= match.start() < at + len(its.word) for at, its in found.items()):
            found[match.start()] = term
    return [found[at] for at in sorted(found)]


def _plain(word: str) -> str:
    """Lower case, without the accents that sorting and finding should not see.

    >>> _plain("Décor")
    'decor'
    """
    return word.lower().translate(str.maketrans("àâäçéèêëîïôöùûüœ", "aaaceeeeiioouuuo"))


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))
