"""The rulebook for players: both languages have the same clauses, and code and tests cite no others."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r"\b([A-Z]{3}-\d+)\b")


def book(language: str) -> dict[str, str]:
    """Every clause with its text."""
    text = (ROOT / "webapp" / "games" / "blade" / "rulebook" / f"{language}.toml").read_text(encoding="utf-8")
    return {id: said for part in tomllib.loads(text).values() for id, said in part.items() if CLAUSE.fullmatch(id)}


def cited(*folders: str) -> Iterator[str]:
    for folder in folders:
        for path in (ROOT / folder).rglob("*.py"):
            yield from CLAUSE.findall(path.read_text(encoding="utf-8"))


def test_both_languages_have_the_same_clauses() -> None:
    english, french = book("en"), book("fr")
    assert list(english) == list(french)
    assert len(english) == 296


def test_every_clause_is_cited_where_it_is_carried_out_and_by_a_test() -> None:
    clauses = set(book("en"))
    assert clauses - set(cited("rules/blade")) == set()
    assert clauses - set(cited("tests/blade")) == set()
    assert set(cited("rules/blade", "tests/blade")) <= clauses


def test_clauses_refer_to_clauses() -> None:
    for language in ("en", "fr"):
        clauses = book(language)
        named = {id for said in clauses.values() for id in CLAUSE.findall(said)}
        assert named <= set(clauses), language
