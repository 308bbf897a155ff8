"""Prompts answered by a place on the Bloc: entering, being pushed, a hostile's walk, decor, the deployment line."""

from __future__ import annotations

from dataclasses import replace

from webapp.games.olomoc.board import SIDE
from webapp.games.olomoc.table.board_intents import PoseDecor
from webapp.games.olomoc.table.context import (
    PanelContext,
    answers,
    cancel,
    confirm,
    notice,
    option_button,
    prompt,
    unanswered,
)
from webapp.games.olomoc.table.prompts.act import nearest
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.games.olomoc.table.text.questions import asked
from webapp.games.olomoc.table.text.refusals import clause, why
from webapp.ui.tree import Child, Node


def placing(context: PanelContext) -> Node:
    """The place is picked on the Bloc, then confirmed; where it may be declined, that is a button."""
    tr, draft = context.names.tr, context.draft
    decision = context.decision or {}
    kind, pending = decision["kind"], draft.pending
    code = pending.command["tactic"] if pending and kind == "tactic" else decision["prompt"]["code"]
    question = asked(code, context.params, context.names)
    decline = [
        option_button(option, context, tr("option.decline"), testid="option-decline", sign="nothing", hot="n")
        for option in context.options
        if option["command"].get("decline")
    ]
    back = cancel(context) if pending is not None and (pending.to is not None or kind == "tactic") else None
    none = [" ", *unanswered(context, tr("option.decline"))] if decline else []
    if pending is None or pending.to is None:
        where: list[Child] = [notice(context) or tr("prompt.point"), *none]
        return prompt(kind, question, answers(decline, back), detail=where, side=draft.seat)
    if pending.why is not None:
        return prompt(
            kind,
            question,
            answers(decline, back, nearest(context)),
            detail=why(pending.why, context.names),
            side=draft.seat,
        )
    sure = confirm(context, tr(f"prompt.do-{kind}"), sign="check")
    detail: list[Child] = [notice(context) or tr("prompt.drag-on")]
    return prompt(kind, question, answers(decline, back, sure), detail=detail, side=draft.seat)


def choose_edge(context: PanelContext) -> Node:
    """SET-4: the two edges, as buttons and on the Bloc itself."""
    tr = context.names.tr
    buttons = [
        option_button(
            option,
            context,
            tr(f"what.{option['command']['edge']}"),
            testid=f"option-{option['command']['edge']}",
            sign="enter",
            hot=str(index + 1),
        )
        for index, option in enumerate(context.options)
    ]
    detail: list[Child] = [tr("prompt.choose-edge-detail"), " ", clause("SET-4")]
    return prompt("choose-edge", [tr("prompt.choose-edge")], answers(buttons), detail=detail, side=context.draft.seat)


def place_decor(context: PanelContext) -> Node:
    """SET-3: which decor is in the hand, and whether it may lie where it is."""
    tr, draft = context.names.tr, context.draft
    left = []
    for option in context.options:
        id = option["command"]["decor"]
        held = draft.pending is not None and draft.pending.command == option["command"]
        name = decor_name(id, context)
        left.append(option_button(option, context, name, testid=f"decor-choice-{id}", cls="taken" if held else ""))
    last = confirm(context, tr("prompt.put-down"), sign="check") if draft.command() is not None else None
    detail: list[Child] = [tr("prompt.place-decor-detail"), " ", clause("SET-3")]
    if draft.notice:
        detail = [notice(context)]
    question = [tr.plural("prompt.place-decor", len(left))]
    return prompt("place-decor", question, answers(left, last, cls="wrap"), detail=detail, side=draft.seat)


def decor_name(id: str, context: PanelContext) -> str:
    piece = context.names.book.decor_piece(id)
    if piece is None:
        return id
    if piece.name is not None:
        return piece.name.get(context.names.tr.language)
    return context.names.tr(f"table.decor-{piece.kind}")


class PlaceQuestion(TableQuestion):
    """A piece of one's own is to be put somewhere (SET-5, HOS): pointed at from the first moment."""

    show = staticmethod(placing)

    async def settle(self) -> None:
        """Shows where it may go."""
        if self.player.draft.pending is not None and not self.player.draft.pending.prepared:
            await self.prepare()


class EdgeQuestion(TableQuestion):
    """SET-4."""

    show = staticmethod(choose_edge)


class DecorQuestion(PlaceQuestion):
    """SET-3: decor carried and turned."""

    show = staticmethod(place_decor)

    async def prepare(self) -> None:
        """A piece in the hand starts where the suggested layout has it."""
        pending = self.player.draft.pending
        piece = self.player.names.book.decor_piece(pending.command["decor"]) if pending is not None else None
        x, y, angle = (*piece.at, piece.angle) if piece else (SIDE // 2, SIDE // 2, 0)
        self.pose(PoseDecor(x, y, angle))

    def pose(self, intent: PoseDecor) -> None:
        """The decor in the hand was carried or turned, and let go: the engine's word on it."""
        draft, pose = self.player.draft, {"x": intent.x, "y": intent.y, "angle": intent.angle}
        if draft.pending is None:
            return
        command = {**draft.pending.command, **pose}
        refusal = self.player.check(command)
        resolved = command if refusal is None else None
        draft.pending = replace(draft.pending, pose=pose, resolved=resolved, prepared=True)
        draft.notice = refusal.to_json() if refusal is not None else None
        self.player.changed()
