"""Diktat's page for whoever writes a bot or a front end: its examples run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "diktat.md"
FENCED = re.compile(r"```pycon\n(.*?)```", re.DOTALL)


def test_the_examples_run() -> None:
    """As doctests, one after the other in one session."""
    text = PAGE.read_text(encoding="utf-8")
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    told: list[str] = []
    for match in FENCED.finditer(text):
        example = parser.get_doctest(match[1], names, PAGE.name, str(PAGE), text[: match.start(1)].count("\n"))
        runner.run(example, out=told.append, clear_globs=False)
        names = example.globs
    assert runner.tries > 20
    assert not runner.failures, "".join(told)
