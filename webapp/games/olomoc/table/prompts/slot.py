"""The prompt slot: the question to this player now, rebuilt from the view alone, so that a reload finds it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.games.olomoc.table.adjustment_draft import Moving
from webapp.games.olomoc.table.context import PanelContext, answers, button, cancel, option_button, prompt, undo
from webapp.games.olomoc.table.ends import verdict
from webapp.games.olomoc.table.prompts import adjustment, plan
from webapp.games.olomoc.table.prompts.act import ActQuestion
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.games.olomoc.table.prompts.by_hand import ByHandQuestion
from webapp.games.olomoc.table.prompts.cabal import ComposeQuestion, DraftQuestion, composed
from webapp.games.olomoc.table.prompts.choices import ChoiceQuestion
from webapp.games.olomoc.table.prompts.combat import (
    OpportunityQuestion,
    ReactQuestion,
    TacticQuestion,
    TemptFateQuestion,
)
from webapp.games.olomoc.table.prompts.places import DecorQuestion, EdgeQuestion, PlaceQuestion
from webapp.games.olomoc.table.prompts.plan import PlanQuestion
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause
from webapp.table_kit.ends import back_to_end
from webapp.ui.tree import Child, Node, el, rich

Json = Mapping[str, Any]


def ask(context: PanelContext) -> Node:
    """The decision's prompt, or who is being waited for."""
    if context.draft.sure:
        return conceding(context)
    if isinstance(context.draft.pending, Moving):
        return adjustment.pointing(context)
    if context.held:
        return prompt("wait", [context.names.tr("prompt.held")], detail=[context.held])
    return question_of(context).show(context)


def question_of(context: PanelContext) -> type[TableQuestion]:
    """The class of what is asked now, by the prompt's code and the decision's kind."""
    if context.code == "by-hand":
        return ByHandQuestion
    if context.decision is not None:
        return QUESTIONS.get(context.kind, ChoiceQuestion)
    if plan.laying(context) or plan.may_change(context):
        return PlanQuestion
    if context.composition.again or composed(context):
        return ComposeQuestion
    return WaitingQuestion


def waiting(names: Names, seated: bool, invite: Sequence[Child] = (), *more: Child, held: str = "") -> Node:
    """The players being waited for, and what for; all that a spectator's slot ever says. ``invite``: how others come;
    ``held``: why nothing is played at all."""
    tr, waited = names.tr, names.view.get("waiting") or {}
    if held:
        return prompt("wait", [tr("prompt.held")], detail=[held])
    if not seated:
        return prompt("wait", [tr("prompt.other-seat" if names.me in ("1", "2") else "prompt.free-seat")], *invite)
    if not waited:
        return prompt("wait", [tr("prompt.wait")])
    lines: list[Child] = []
    for seat, kind in sorted(waited.items()):
        key = f"prompt.wait-{kind}"
        lines += [*rich(tr, key if tr.has(key) else "prompt.wait-any", player=names.who(seat)), " "]
    only = next(iter(waited)) if len(waited) == 1 else ""
    detail: list[Child] = [tr("prompt.wait-detail")] if names.me in ("1", "2") else []
    shown: Child = None
    if (proposed := adjustment.waiting_proposal(names.view)) is not None and proposed["what"] == "adjustment":
        shown, detail = el("div.proposal", adjustment.proposal(proposed, names)), []
    return prompt("wait", lines, shown, answers(more) if any(more) else None, detail=detail, side=only)


def over(names: Names) -> Node:
    """The prompt slot once it is all over."""
    return prompt(
        "over", [names.tr("prompt.over")], answers(back_to_end(names)), detail=verdict(names.view["outcome"], names)
    )


def adjust(context: PanelContext) -> Node:
    """The prompt that asks for consent to the other player's proposal."""
    tr, names, p = context.names.tr, context.names, context.params
    other = "2" if context.draft.seat == "1" else "1"
    code = (context.decision or {})["prompt"]["code"]
    question = rich(tr, f"prompt.adjust-{code}", player=names.who(other))
    buttons = []
    for option in sorted(context.options, key=lambda option: bool(option["command"]["accept"])):
        yes = bool(option["command"]["accept"])
        word, sign, hot = ("accept", "check", "y") if yes else ("refuse", "nothing", "n")
        buttons.append(
            option_button(option, context, tr(f"option.{word}"), testid=f"option-{word}", sign=sign, main=yes, hot=hot)
        )
    body = el("div.proposal", adjustment.proposal(p, names))
    return prompt("adjust", question, body, answers(buttons), side=context.draft.seat)


def conceding(context: PanelContext) -> Node:
    tr = context.names.tr
    done = {"do": "confirm", "rev": context.draft.rev}
    sure = button(tr("prompt.concede-now"), done, testid="confirm", sign="concede", cls="danger")
    row = answers(cancel(context, tr("prompt.play-on")), sure)
    return prompt("concede", [tr("prompt.concede-sure")], row, detail=[clause("END-4")], side=context.draft.seat)


class AdjustQuestion(TableQuestion):
    """A proposal of the other player."""

    show = staticmethod(adjust)


class WaitingQuestion(TableQuestion):
    """The slot while nothing is asked of this player."""

    @staticmethod
    def show(context: PanelContext) -> Node:
        """The players that the match waits for."""
        return waiting(context.names, context.seated, context.invite, undo(context))


QUESTIONS: Mapping[str, type[TableQuestion]] = {
    "plan": PlanQuestion,
    "compose": ComposeQuestion,
    "draft": DraftQuestion,
    "act": ActQuestion,
    "react": ReactQuestion,
    "opportunity": OpportunityQuestion,
    "tempt-fate": TemptFateQuestion,
    "tactic": TacticQuestion,
    "enter": PlaceQuestion,
    "move": PlaceQuestion,
    "choose-edge": EdgeQuestion,
    "place-decor": DecorQuestion,
    "adjust": AdjustQuestion,
}
"""The classes of questions by the kind of the decision; any other is a choice from a list."""
