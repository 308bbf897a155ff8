"""Prompts answered by a place on the Bloc: entering, being pushed, a hostile's walk, decor, the deployment line."""

from __future__ import annotations

from typing import Any

from webapp.games.olomoc.board import SIDE
from webapp.games.olomoc.table.board_intents import PoseDecor
from webapp.games.olomoc.table.context import (
    PanelContext,
    answers,
    button,
    cancel,
    confirm,
    notice,
    option_button,
    prompt,
    unanswered,
)
from webapp.games.olomoc.table.draft import PendingCommand
from webapp.games.olomoc.table.prompts.act import nearest
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.games.olomoc.table.text.refusals import clause, spoken, why
from webapp.ui.tree import Child, Node, rich


def nodes(context: PanelContext) -> dict[str, Child]:
    """The prompt's parameters as a sentence shows them: pieces in their colours, the rest in words."""
    found: dict[str, Child] = {}
    said = spoken(context.params, context.names)
    for name, value in context.params.items():
        known = isinstance(value, str) and (value in ("1", "2") or bool(context.names.get(value)))
        found[name] = context.names.someone(value) if known else said[name]
    return found


def asked(context: PanelContext, code: str) -> list[Child]:
    """The question under its code, or a general one."""
    tr, key = context.names.tr, f"prompt.{code}"
    return rich(tr, key, **nodes(context)) if tr.has(key) else [tr("prompt.choose-place")]


def placing(context: PanelContext) -> Node:
    """The place is picked on the Bloc, then confirmed; where it may be declined, that is a button."""
    tr, draft = context.names.tr, context.draft
    decision = context.decision or {}
    kind, pending = decision["kind"], draft.pending
    question = asked(context, pending.command["tactic"] if pending and kind == "tactic" else decision["prompt"]["code"])
    decline = [
        option_button(o, n, context, tr("option.decline"), testid="option-decline", sign="nothing", hot="n")
        for n, o in enumerate(context.options)
        if o["command"].get("decline")
    ]
    back = cancel(context) if pending is not None and (pending.to is not None or kind == "tactic") else None
    none = [" ", *unanswered(context, tr("option.decline"))] if decline else []
    if pending is None or pending.to is None:
        found: list[Child] = [notice(context) or tr("prompt.point"), *none]
        return prompt(kind, question, answers(decline, back), detail=found, side=draft.seat)
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
            index,
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
    tr, draft, names = context.names.tr, context.draft, context.names
    left = []
    for option in context.options:
        id = option["command"]["decor"]
        no = [] if option["legal"] else why(option["why"], names, inside=True)
        taken = "taken" if draft.decor == id else ""
        left.append(
            button(decor_name(id, context), {"do": "decor", "id": id}, testid=f"decor-choice-{id}", no=no, cls=taken)
        )
    last: list[Child] = []
    if draft.pose_ok:
        done = {"do": "confirm", "rev": draft.rev}
        last = [button(tr("prompt.put-down"), done, testid="confirm", main=True, hot="Enter", sign="check")]
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
        """The first option that asks for a place is taken up."""
        options = (self.player.decision or {"options": ()})["options"]
        option = next((it for it in options if it["legal"] and "to" in it.get("needs", ())), None)
        if option is not None and self.player.draft.pending is None:
            await self.pointing.start(option)

    async def cancel(self) -> None:
        """The place is forgotten; the question is still where."""
        draft = self.player.draft
        if draft.pending is None:
            await super().cancel()
            return
        draft.pending, draft.notice = PendingCommand(draft.pending.command, draft.pending.needs), None
        self.player.changed()


class EdgeQuestion(TableQuestion):
    """SET-4."""

    show = staticmethod(choose_edge)

    async def press(self, edge: str) -> None:
        """An edge was pressed on the Bloc."""
        await self.player.send({"kind": "choose-edge", "edge": edge})


class DecorQuestion(TableQuestion):
    """SET-3: decor carried and turned."""

    show = staticmethod(place_decor)

    async def settle(self) -> None:
        """The first piece that may be laid is in the hand."""
        options = (self.player.decision or {"options": ()})["options"]
        first = next((it["command"]["decor"] for it in options if it["legal"]), None)
        if first is not None and self.player.draft.decor is None:
            self._take(first)

    async def take(self, id: str) -> None:
        """Takes another piece in the hand."""
        options = (self.player.decision or {"options": ()})["options"]
        if any(it["legal"] and it["command"].get("decor") == id for it in options):
            self._take(id)

    def _take(self, id: str) -> None:
        """A piece in the hand starts where the suggested layout has it."""
        self.player.draft.decor = id
        piece = self.player.names.book.decor_piece(id)
        x, y, angle = (*piece.at, piece.angle) if piece else (SIDE // 2, SIDE // 2, 0)
        self._try({"x": x, "y": y, "angle": angle})

    async def pose(self, intent: PoseDecor) -> None:
        """The decor in the hand was carried or turned, and let go."""
        if self.player.draft.decor is not None:
            self._try({"x": intent.x, "y": intent.y, "angle": intent.angle})

    def _try(self, pose: dict[str, Any]) -> None:
        """The engine's word on a pose."""
        draft = self.player.draft
        draft.pose = pose
        refusal = self.player.check({"kind": "place-decor", "decor": draft.decor, **pose})
        draft.pose_ok = refusal is None
        draft.notice = refusal.to_json() if refusal is not None else None
        self.player.changed()

    async def confirm(self) -> None:
        """The decor is laid where it was put."""
        draft = self.player.draft
        if draft.decor and draft.pose:
            await self.player.send({"kind": "place-decor", "decor": draft.decor, **draft.pose})
