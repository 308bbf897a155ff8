"""Prompts answered by a place on the Bloc: entering, being pushed, a hostile's walk, decor, the deployment line."""

from __future__ import annotations

from webapp.games.olomoc.table.context import (
    Sheet,
    answers,
    button,
    cancel,
    confirm,
    notice,
    option_button,
    prompt,
    unanswered,
)
from webapp.games.olomoc.table.prompts.actions import nearest
from webapp.games.olomoc.table.text.refusals import clause, spoken, why
from webapp.ui.tree import Child, Node, rich


def nodes(sheet: Sheet) -> dict[str, Child]:
    """The prompt's parameters as a sentence shows them: pieces in their colours, the rest in words."""
    found: dict[str, Child] = {}
    said = spoken(sheet.params, sheet.names)
    for name, value in sheet.params.items():
        known = isinstance(value, str) and (value in ("1", "2") or bool(sheet.names.get(value)))
        found[name] = sheet.names.someone(value) if known else said[name]
    return found


def asked(sheet: Sheet, code: str) -> list[Child]:
    """The question under its code, or a general one."""
    tr, key = sheet.names.tr, f"prompt.{code}"
    return rich(tr, key, **nodes(sheet)) if tr.has(key) else [tr("prompt.choose-place")]


def placing(sheet: Sheet) -> Node:
    """The place is picked on the Bloc, then confirmed; where it may be declined, that is a button."""
    tr, desk = sheet.names.tr, sheet.desk
    decision = sheet.decision or {}
    kind, doing = decision["kind"], desk.doing
    question = asked(sheet, doing.command["tactic"] if doing and kind == "tactic" else decision["prompt"]["code"])
    decline = [
        option_button(o, n, sheet, tr("option.decline"), testid="option-decline", sign="nothing", hot="n")
        for n, o in enumerate(sheet.options)
        if o["command"].get("decline")
    ]
    back = cancel(sheet) if doing is not None and (doing.to is not None or kind == "tactic") else None
    none = [" ", *unanswered(sheet, tr("option.decline"))] if decline else []
    if doing is None or doing.to is None:
        found: list[Child] = [notice(sheet) or tr("prompt.point"), *none]
        return prompt(kind, question, answers(decline, back), detail=found, side=desk.seat)
    if doing.why is not None:
        return prompt(
            kind, question, answers(decline, back, nearest(sheet)), detail=why(doing.why, sheet.names), side=desk.seat
        )
    sure = confirm(sheet, tr(f"prompt.do-{kind}"), sign="check")
    detail: list[Child] = [notice(sheet) or tr("prompt.drag-on")]
    return prompt(kind, question, answers(decline, back, sure), detail=detail, side=desk.seat)


def choose_edge(sheet: Sheet) -> Node:
    """SET-4: the two edges, as buttons and on the Bloc itself."""
    tr = sheet.names.tr
    buttons = [
        option_button(
            option,
            index,
            sheet,
            tr(f"what.{option['command']['edge']}"),
            testid=f"option-{option['command']['edge']}",
            sign="enter",
            hot=str(index + 1),
        )
        for index, option in enumerate(sheet.options)
    ]
    detail: list[Child] = [tr("prompt.choose-edge-detail"), " ", clause("SET-4")]
    return prompt("choose-edge", [tr("prompt.choose-edge")], answers(buttons), detail=detail, side=sheet.desk.seat)


def place_decor(sheet: Sheet) -> Node:
    """SET-3: which decor is in the hand, and whether it may lie where it is."""
    tr, desk, names = sheet.names.tr, sheet.desk, sheet.names
    left = []
    for option in sheet.options:
        id = option["command"]["decor"]
        no = [] if option["legal"] else why(option["why"], names, inside=True)
        taken = "taken" if desk.decor == id else ""
        left.append(
            button(decor_name(id, sheet), {"do": "decor", "id": id}, testid=f"decor-choice-{id}", no=no, cls=taken)
        )
    last: list[Child] = []
    if desk.pose_ok:
        done = {"do": "confirm", "rev": desk.rev}
        last = [button(tr("prompt.put-down"), done, testid="confirm", main=True, hot="Enter", sign="check")]
    detail: list[Child] = [tr("prompt.place-decor-detail"), " ", clause("SET-3")]
    if desk.notice:
        detail = [notice(sheet)]
    question = [tr.plural("prompt.place-decor", len(left))]
    return prompt("place-decor", question, answers(left, last, cls="wrap"), detail=detail, side=desk.seat)


def decor_name(id: str, sheet: Sheet) -> str:
    piece = sheet.names.book.decor_piece(id)
    if piece is None:
        return id
    if piece.name is not None:
        return piece.name.get(sheet.names.tr.language)
    return sheet.names.tr(f"table.decor-{piece.kind}")
