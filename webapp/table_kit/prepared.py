"""An answer prepared while others play, in the prompt: the way to it, what is prepared, why it was dropped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.kernel.refusals import Refusal
from webapp.games.contract import Json
from webapp.table_kit.place import AHEAD, Place
from webapp.table_kit.prompt import PromptContent
from webapp.tables.answers import MOST_WISHES
from webapp.ui.tree import Child, Node, el, icon


def with_prepared(
    at: Place,
    asked: PromptContent,
    words: Callable[[Json], list[Child]],
    reason: Callable[[Refusal], str],
    *,
    stepped: bool,
) -> PromptContent:
    """The prompt with what its player has prepared, or can. `words`, `reason`: an answer and a refusal in words;
    `stepped`: whether a step of the answer begun can be taken back. Texts of the game: ``prepare.<kind>``, the words of
    the button that begins it; ``prepare.<kind>-asks``, the question, where its own text speaks of what is not known
    yet."""
    tr = at.tr
    if at.seat is None or at.view.get("outcome"):
        return asked
    if asked.decision.startswith(AHEAD):
        hot = None if stepped else "Escape"
        label, do = tr("plain.prepare-stop"), {"do": "ahead", "on": False}
        # In the question, as the answers may leave no room below it.
        stop = el(
            "button.ahead-stop", icon("cross"), do=do, hot=hot, aria_label=label, title=label, testid="prepare-stop"
        )
        own = f"prepare.{asked.kind}-asks"
        about = [tr(own)] if tr.has(own) and not stepped else asked.question
        ahead = el("span.prompt-ahead", icon("hourglass"), el("span", " ", tr("plain.preparing")), stop)
        return replace(asked, question=[ahead, " ", *about], first=False)
    row, kind = at.prepared_answer, "" if asked.decision else at.may_prepare
    if row is None:
        return replace(asked, answers=[*asked.answers, _begin(at, kind)]) if kind else asked
    if asked.decision and asked.kind != row["kind"]:
        return asked
    if "why" in row:
        gone = tr("plain.prepared-gone", why=reason(Refusal(**row["why"])))
        again = [_begin(at, kind)] if kind else []
        sentence = [*asked.question, " ", el("small.prompt-ahead", gone, testid="prepared-gone")]
        return replace(asked, question=sentence, answers=[*asked.answers, *again])
    listed: list[Child] = [tr("plain.prepared"), " "]
    for n, command in enumerate(row["commands"]):
        listed += [tr("plain.prepared-else") if n else None, *words(command)]
    sentence = [*asked.question, " ", el("small.prompt-ahead", icon("hourglass"), " ", listed, testid="prepared")]
    more = [_begin(at, kind, more=True)] if kind and len(row["commands"]) < MOST_WISHES else []
    back = el("button.btn", tr("plain.prepared-withdraw"), do={"do": "withdraw"}, testid="withdraw")
    return replace(asked, question=sentence, ways=[*more, *asked.ways, back])


def _begin(at: Place, kind: str, more: bool = False) -> Node:
    tr = at.tr
    text = "plain.prepare-more" if more else f"prepare.{kind}" if tr.has(f"prepare.{kind}") else "plain.prepare"
    label: list[Child] = [icon("hourglass"), " ", el("span", tr(text))]
    return el("button.btn", label, do={"do": "ahead", "on": True}, hot=None if more else "a", testid="prepare")
