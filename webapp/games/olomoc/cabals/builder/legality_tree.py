"""The legality of a cabal as a tree: each problem once, with its clause and its repairs."""

from __future__ import annotations

from collections.abc import Mapping

from rules.olomoc.cabals.legality import CabalProblem
from rules.olomoc.cabals.repair import Fix
from webapp.games.olomoc.cabals.builder.draft import CabalDraft, CabalVerdict
from webapp.games.olomoc.cabals.builder.legality_text import fix_words, gap_words, problem_words
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause
from webapp.ui.tree import Child, Node, el, icon

CHECKS: Mapping[str, tuple[str, ...]] = {
    "faction": ("no-faction", "unknown-faction", "wrong-faction"),
    "ranks": ("no-rouage", "unknown-rouage", "wrong-ranks"),
    "one-each": ("no-equipment", "unknown-equipment", "same-equipment"),
    "names": ("same-name",),
    "opened": ("not-affiliated", "ministry-closed", "dead-end"),
}
"""The requirements of CAB-1 and CAB-2, and the codes that say that one is not met (yet)."""


def verdict_tree(desk: CabalDraft, names: Names) -> list[Child]:
    """The bar with the verdict and the ways to mend the cabal."""
    verdict = desk.verdict()
    return [
        el(
            "section.verdict",
            checks(desk, verdict, names),
            el("div.verdict-body", _body(desk, verdict, names)),
            el("div.verdict-end", _play(desk, verdict, names)),
            cls="legal" if verdict.legal else "bad" if verdict.problems else "open",
            testid="verdict",
            data_state="legal" if verdict.legal else "illegal" if verdict.problems else "unfinished",
            aria_live="polite",
            key="verdict",
        )
    ]


def checks(desk: CabalDraft, verdict: CabalVerdict, names: Names) -> Node:
    """The requirements that are met, missing and violated, in a line."""
    wrong, missing = {problem.code for problem in verdict.problems}, {gap.code for gap in verdict.gaps}
    rows = []
    for key, codes in CHECKS.items():
        state = "no" if wrong.intersection(codes) else "open" if missing.intersection(codes) else "yes"
        sign = {"no": "cross", "open": "nothing-yet", "yes": "check"}[state]
        text = names.tr(f"cabals.check-state.{state}")
        rows.append(
            el("li", icon(sign, text), names.tr(f"cabals.check.{key}"), cls=f"check-{state}", testid=f"check-{key}")
        )
    return el("ul.checks", rows)


def _body(desk: CabalDraft, verdict: CabalVerdict, names: Names) -> list[Child]:
    if verdict.problems:
        rows: list[Child] = [_problem(n, problem, verdict, desk, names) for n, problem in enumerate(verdict.problems)]
        whole = el("div.fixes", _fix(None, 0, verdict.whole, desk, names), key="whole") if verdict.whole else None
        return [whole, *rows]
    if verdict.gaps:
        wanted = "; ".join(dict.fromkeys(gap_words(gap, desk.sketch, names) for gap in verdict.gaps))
        return [
            el("h2", names.tr.plural("cabals.missing", len(verdict.gaps))),
            el("p.muted", f"{wanted[:1].upper()}{wanted[1:]}."),
        ]
    words = names.tr("cabals.is-legal", pack=desk.pack.id, version=desk.pack.version)
    return [el("h2", names.tr("cabals.legal")), el("p.muted", words)]


def _problem(n: int, problem: CabalProblem, verdict: CabalVerdict, desk: CabalDraft, names: Names) -> Node:
    # A change that mends everything is offered once, above.
    whole = verdict.whole.sketch if verdict.whole else None
    ways = [(m, fix) for m, fix in enumerate(verdict.fixes[n]) if fix.sketch != whole]
    return el(
        "div.problem",
        el(
            "p.problem-words",
            el("strong", problem_words(problem, desk.sketch, names)),
            " ",
            clause(problem.clause),
        ),
        el("div.fixes", [_fix(n, m, fix, desk, names) for m, fix in ways]) if ways else None,
        testid=f"problem-{n}",
        data_code=problem.code,
        key=f"problem-{problem.code}-{problem.place}",
    )


def _fix(problem: int | None, number: int, fix: Fix, desk: CabalDraft, names: Names) -> Node:
    words = fix_words(fix, desk.sketch, names)
    if problem is None:
        words = names.tr("cabals.fix.all", what=words)
    return el(
        "button.btn.fix",
        icon("mend"),
        el("span", words),
        do={"do": "mend", "problem": problem, "fix": number},
        testid=f"fix-{'all' if problem is None else problem}-{number}",
        key=f"fix-{words}",
    )


def _play(desk: CabalDraft, verdict: CabalVerdict, names: Names) -> Node:
    """Sitting down with it: an illegal or unfinished list stays here, and says so."""
    no = not verdict.legal
    return el(
        "button.btn.main",
        icon("lock" if no else "play"),
        names.tr("lists.play"),
        do=None if no else {"do": "part", "part": "play"},
        aria_disabled="true" if no else None,
        title=names.tr("list.legal-only") if no else None,
        testid="play",
    )
