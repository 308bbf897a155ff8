"""Runs the examples of a documentation page, and looks for what a generated one does not say in French."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from rules.kernel.packs.guide import PackGuide, Page

FENCED = re.compile(r"```pycon\n(.*?)```", re.DOTALL)


def run(page: Path, flags: int = 0) -> tuple[int, int, str]:
    """All of a page's ``pycon`` blocks as doctests, one after the other in one session: how many examples there are,
    how many of them fail, and what is said of those."""
    text = page.read_text(encoding="utf-8")
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=flags)
    names: dict[str, object] = {}
    printed: list[str] = []
    for block in FENCED.finditer(text):
        example = parser.get_doctest(block[1], names, page.name, str(page), text[: block.start(1)].count("\n"))
        runner.run(example, out=printed.append, clear_globs=False)
        names = example.globs
    return runner.tries, runner.failures, "".join(printed)


def untranslated(guide: PackGuide) -> list[str]:
    """The sentences of a guide for authors that its French page gives in English."""
    left: list[str] = []

    class Reading(Page):
        def word(self, english: str) -> str:
            if english not in self.french and " " in english:
                left.append(english)
            return super().word(english)

    Reading(guide, "fr", guide.french).text()
    return left
