"""The prompt slot: what is asked of this player now, rebuilt from the view alone, so that a reload finds it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from webapp.games.olomoc.table.adjustment_draft import Moving
from webapp.games.olomoc.table.context import Sheet, answers, button, cancel, option_button, prompt, undo
from webapp.games.olomoc.table.end_screen import outcome, verdict
from webapp.games.olomoc.table.prompts import actions, adjustment, plan
from webapp.games.olomoc.table.prompts.choices import choosing
from webapp.games.olomoc.table.prompts.combat import opportunity, react, tactic, tempt_fate
from webapp.games.olomoc.table.prompts.places import choose_edge, place_decor, placing
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]


def ask(sheet: Sheet) -> Node:
    """The decision's prompt, or who is being waited for."""
    if sheet.desk.sure == "concede":
        return conceding(sheet)
    if isinstance(sheet.desk.doing, Moving):
        return adjustment.pointing(sheet)
    if sheet.held:
        return prompt("wait", [sheet.names.tr("prompt.held")], detail=[sheet.held])
    decision = sheet.decision
    if decision is None:
        if plan.laying(sheet):
            return plan.hand_prompt(sheet)
        if plan.may_change(sheet):
            return plan.waiting_plan(sheet)
        return waiting(sheet.names, sheet.seated, sheet.invite, undo(sheet))
    return PROMPTS.get(decision["kind"], choosing)(sheet)


def waiting(names: Names, seated: bool, invite: Sequence[Child] = (), *more: Child) -> Node:
    """Who is being waited for, and for what; all that a spectator's slot ever says. ``invite``: how others come."""
    tr, waited = names.tr, names.view.get("waiting") or {}
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
    if (proposed := adjustment.pending(names.view)) is not None and proposed["what"] == "adjustment":
        shown, detail = el("div.proposal", adjustment.proposal(proposed, names)), []
    return prompt("wait", lines, shown, answers(more) if any(more) else None, detail=detail, side=only)


def over(names: Names) -> Node:
    """The prompt slot once it is all over."""
    back = el(
        "button.btn.choice", icon("points"), names.tr("table.back-to-end"), set=["ending", ""], testid="ending-back"
    )
    return prompt("over", [names.tr("prompt.over")], answers(back), detail=verdict(outcome(names.view) or {}, names))


def adjust(sheet: Sheet) -> Node:
    """What both must agree on: the other player's proposal."""
    tr, names, p = sheet.names.tr, sheet.names, sheet.params
    other = "2" if sheet.desk.seat == "1" else "1"
    code = (sheet.decision or {})["prompt"]["code"]
    question = rich(tr, f"prompt.adjust-{code}", player=names.who(other))
    buttons = []
    for index, option in sorted(enumerate(sheet.options), key=lambda row: bool(row[1]["command"]["accept"])):
        yes = bool(option["command"]["accept"])
        word, sign, hot = ("accept", "check", "y") if yes else ("refuse", "nothing", "n")
        buttons.append(
            option_button(
                option, index, sheet, tr(f"option.{word}"), testid=f"option-{word}", sign=sign, main=yes, hot=hot
            )
        )
    body = el("div.proposal", adjustment.proposal(p, names))
    return prompt("adjust", question, body, answers(buttons), side=sheet.desk.seat)


def conceding(sheet: Sheet) -> Node:
    tr = sheet.names.tr
    done = {"do": "confirm", "rev": sheet.desk.rev}
    sure = button(tr("prompt.concede-now"), done, testid="confirm", sign="concede", cls="danger")
    row = answers(cancel(sheet, tr("prompt.play-on")), sure)
    return prompt("concede", [tr("prompt.concede-sure")], row, detail=[clause("END-4")], side=sheet.desk.seat)


PROMPTS: Mapping[str, Callable[[Sheet], Node]] = {
    "plan": plan.hand_prompt,
    "act": actions.act,
    "react": react,
    "opportunity": opportunity,
    "tempt-fate": tempt_fate,
    "tactic": tactic,
    "enter": placing,
    "move": placing,
    "choose-edge": choose_edge,
    "place-decor": place_decor,
    "adjust": adjust,
}
