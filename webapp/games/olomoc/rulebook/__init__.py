"""Olomoc's rules in our own words, in both languages (`webapp/ui/rulebook.py`), and the words of the game in a text."""

import re
from functools import partial
from pathlib import Path

from webapp.frame.rules_page import RulesPage
from webapp.games.olomoc import KEY
from webapp.ui import rulebook as house
from webapp.ui.rulebook import REFERENCE, RulebookTerm, plain

FOLDER = Path(__file__).resolve().parent
PAGE = RulesPage(KEY, FOLDER, "rules.title", "rules.about")
rulebook = partial(house.rulebook, FOLDER)
"""The rulebook in a language of ours."""

__all__ = ["PAGE", "REFERENCE", "rulebook", "words_in"]


def words_in(text: str, language: str) -> list[RulebookTerm]:
    """The words of the game that a text uses, in the text's order: each once, the longest of those that overlap."""
    heard = plain(text)
    terms: dict[int, RulebookTerm] = {}
    for term in sorted(rulebook(language).glossary, key=lambda term: -len(term.word)):
        match = re.search(rf"\b{re.escape(plain(term.word))}", heard)
        if match is not None and not any(at <= match.start() < at + len(its.word) for at, its in terms.items()):
            terms[match.start()] = term
    return [terms[at] for at in sorted(terms)]
