"""A pack's report as trees: its problems, whether it can be chosen, remarks."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.packs.problems import Problem
from webapp.i18n import Translator
from webapp.packs.library import MOST_CARDS, MOST_TEXT, Entry, PackRefused
from webapp.packs.problem_text import remarks, sentence, suggestion, where
from webapp.store import StoreProblem
from webapp.ui.tree import Child, Node, el, icon


def rows(problems: Iterable[Problem], tr: Translator, more: int = 0) -> Node:
    """The problems as a list."""
    lines: list[Child] = [
        el(
            "li",
            el("span.where", where(problem, tr)),
            el("span.what", sentence(problem, tr)),
            el("span.meant", suggestion(problem, tr)) if problem.meant else None,
            data_code=problem.code,
        )
        for problem in problems
    ]
    if more:
        lines.append(el("li.muted", tr.plural("packs.more-problems", more)))
    return el("ul.problems", lines, testid="problems")


def verdict(entry: Entry, tr: Translator) -> Node:
    """Whether the pack can be chosen, in a few words with a sign."""
    n = len(entry.problems) + entry.report.more
    if entry.pending:
        return el("span.verdict", tr("packs.pending"))
    if n:
        return el("span.verdict.no", icon("cross"), tr.plural("packs.problems-n", n))
    return el("span.verdict.yes", icon("check"), tr("packs.sound"))


def notes(entry: Entry, tr: Translator) -> list[Child]:
    """The remarks on a sound pack."""
    sentences = remarks(entry.report, tr)
    return [el("ul.notes", [el("li", words) for words in sentences])] if sentences else []


def trouble(problem: PackRefused | StoreProblem, tr: Translator) -> str:
    """The reason why something was not stored, as text."""
    if isinstance(problem, PackRefused):
        return tr(f"packs.refused-{problem.code}", limit=tr("packs.kilobytes", n=MOST_TEXT // 1_000), most=MOST_CARDS)
    return tr("refusal.not-kept", **problem.params)
