"""A question and its possible answers as lines: of a hint, of a bot's thoughts, of what decided a match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from webapp.games.contract import Json, Screens
from webapp.ui.tree import Child


class AnswerLine(NamedTuple):
    """An option as it is read; `option`: the row of the query ``hints``."""

    option: Json
    answer: str
    reasons: Sequence[str]


def answer_lines(options: Sequence[Json], screens: Screens[Any], words: Any, seat: str = "") -> list[AnswerLine]:
    """The lines of a question's options, no two of which read alike: of several that do, the one that was answered is
    kept, else the best. Where no figure tells an option apart, its line says what it is judged by. `seat`: whose they
    are, told to anybody after the match."""
    by_answer: dict[str, AnswerLine] = {}
    for option in sorted(options, key=lambda option: not option.get("done")):
        answer, reasons = screens.hint({**option, "seat": seat} if seat else option, words)
        why = reasons or [words.tr("hint.overall-even" if option["beside"] == "even" else "hint.overall")]
        by_answer.setdefault(answer, AnswerLine(option, answer, why))
    return [line for option in options for line in by_answer.values() if line.option is option]


def asked_line(words: Any, screens: Screens[Any], name: str = "") -> str:
    """What was asked, in the words of the page that asked it; empty where these are not known. `words`: with the
    question as their view's `decision`; `name`: whom, empty for the reader."""
    decision = words.view.get("decision")
    question = _text(screens.question(decision["prompt"], words)).strip() if decision else ""
    if not question:
        return ""
    return str(
        words.tr("after.asked", name=name, question=question)
        if name
        else words.tr("after.asked-you", question=question)
    )


def _text(nodes: Iterable[Child]) -> str:
    """The text in nodes."""
    return "".join(node if isinstance(node, str) else _text(node.get("x", ())) for node in nodes if node)
