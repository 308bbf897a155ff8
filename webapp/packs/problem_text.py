"""A pack's problems in the reader's language: file, line, problem, nearest spelling."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.packs.problems import Problem
from webapp.i18n import Translator
from webapp.packs.examine import Report

LIMITED = ("ge", "le", "gt", "lt", "min_length", "max_length")
ROUND = 1_000_000


def sentence(problem: Problem, tr: Translator) -> str:
    """The problem as a sentence."""
    params = {key: brief(value) for key, value in problem.params.items()}
    match problem.code:
        case "bad-value":
            return _value(problem, params, tr)
        case "bad-file":
            limit = problem.params.get("limit", 0)
            size = tr("packs.megabytes", n=f"{limit / ROUND:.0f}") if limit >= ROUND else str(limit)
            return tr(f"packs.file-{problem.params.get('reason')}", limit=size, file=problem.file)
        case "bad-layout":
            return tr(f"packs.layout-{problem.params.get('reason')}", **{"other": "", **params})
        case "bad-toml":
            return tr("packs.problem-bad-toml", detail=params.get("detail", ""))
        case "unknown-id":
            return tr(f"packs.unknown-{params.get('sort', '').replace(' ', '-')}", id=params.get("id", ""))
        case "duplicate-id":
            return tr(f"packs.second-{problem.params.get('sort')}", id=params.get("id", ""))
        case _:
            return tr(f"packs.problem-{problem.code}", **params)


def _value(problem: Problem, params: dict[str, str], tr: Translator) -> str:
    """Of a value that cannot be: why, by the reader's or pydantic's word for it; by the key where its form matters."""
    key, reason = params.get("key", ""), params.get("reason", "")
    if reason == "string_pattern_mismatch":
        words = f"packs.pattern-{key}" if tr.has(f"packs.pattern-{key}") else "packs.pattern-any"
        return tr(words, key=key)
    words = f"packs.value-{reason}"
    if tr.has(words):
        limit = next((params[name] for name in LIMITED if name in params), "")
        return tr(words, **({"key": key, "limit": limit} | params))
    return tr("packs.value-other", key=key, what=problem.what)


def suggestion(problem: Problem, tr: Translator) -> str | None:
    """The sentence with the word that was probably meant."""
    return tr("packs.meant", word=problem.meant) if problem.meant else None


def brief(value: object) -> str:
    """A word of a pack, shortened where it is too long."""
    text = str(value)
    return text if len(text) <= 80 else text[:79] + "…"


def where(problem: Problem, tr: Translator) -> str:
    """File and line."""
    return tr("packs.where", file=brief(problem.file), line=problem.line)


def counts(report: Report, sorts: Iterable[str], tr: Translator) -> str:
    """The number of cards by sort."""
    counted = [tr.plural(f"packs.count-{sort}", n) for sort in sorts if (n := report.counts.get(sort, 0))]
    return ", ".join(counted) or tr("packs.no-cards")


def remarks(report: Report, tr: Translator) -> list[str]:
    """Remarks on a sound pack: what it lacks for a match by itself, what the players settle by hand."""
    sentences = [] if report.short is None else [tr(f"packs.short-{report.short}")]
    for line in report.by_hand:
        place, *words = line.split(" ")
        card = " / ".join(place.split("/")[1:])
        unknown = ", ".join(brief(word) for word in words)
        sentences.append(tr("packs.hand-unknown", card=card, words=unknown) if unknown else tr("packs.hand", card=card))
    return sentences
