"""Questions answered from a list: those of cards (targets, options, dice), of order, and of a hostile's target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.dice import die
from webapp.games.olomoc.table.cards.rouages import terms
from webapp.games.olomoc.table.context import PanelContext, answers, notice, option_button, prompt, unanswered
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.ui.tree import Child, Node

Json = Mapping[str, Any]


def choosing(context: PanelContext) -> Node:
    """The options of the decision as buttons, in the words of what they mean."""
    decision = context.decision or {}
    kind = decision["kind"]
    buttons = [
        option_button(
            option,
            context,
            label(option["command"], n, context),
            testid=f"option-{ident(option['command'])}",
            hot=key_of(option["command"], n),
        )
        for n, option in enumerate(context.options)
    ]
    detail: list[Child] = [notice(context)] if context.draft.notice else details(context)
    return prompt(kind, context.question, answers(buttons, cls="wrap"), detail=detail, side=context.draft.seat)


def key_of(command: Json, n: int) -> str | None:
    """Yes and no have the same keys in every prompt; whatever else is listed, its number."""
    value = command.get("choice", command.get("rouage"))
    if command.get("decline") or value is False:
        return "n"
    return "y" if value is True else str(n + 1) if n < 9 else None


def details(context: PanelContext) -> list[Child]:
    """The text of the card that is asking, its cost, and the consequence of no answer."""
    names, id = context.names, context.params.get("capacity") or ""
    card = names.book.printed(id)
    parts: list[list[Child]] = [[words(card.text, names.tr.language)]] if card is not None else []
    if card is not None and (card.cost.actions or card.cost.noirceur):
        parts.append([*terms(card, names.tr)])
    default = (context.decision or {}).get("default")
    meant = next((n for n, option in enumerate(context.options) if option["command"] == default), None)
    if meant is not None:
        parts.append(unanswered(context, label(context.options[meant]["command"], meant, context)))
    return [node for n, part in enumerate(parts) for node in ([" · ", *part] if n else part)]


def label(command: Json, n: int, context: PanelContext) -> list[Child]:
    """The label of a listed choice."""
    names, p = context.names, context.params
    tr, value = names.tr, command.get("choice", command.get("rouage"))
    code = (context.decision or {})["prompt"]["code"]
    if command.get("decline"):
        return [tr("option.decline")]
    if isinstance(value, bool):
        return [tr("option.yes" if value else "option.no")]
    if value is None:
        return [tr("option.no-target" if code == "target" else "option.enough")]
    if code == "option" and n < len(p.get("texts", ())):
        text = p["texts"][n]
        return [text.get(tr.language) or next(filter(None, text.values()), "")]
    if code == "die":
        return [die(int(value), False)]
    if "effects" in p and isinstance(value, int):
        row = p["effects"][value]
        who: list[Child] = [names.someone(row["rouage"]), names.tr.colon] if row.get("rouage") else []
        return [*who, names.capacity(row["capacity"])]
    return named(value, context)


def named(value: Any, context: PanelContext) -> list[Child]:
    """An id as what it names: a piece in its colour, a marker, a word of the game."""
    names = context.names
    if isinstance(value, str) and (names.get(value) or value in ("1", "2")):
        return [names.someone(value)]
    if isinstance(value, str) and names.tr.has(f"what.{value}"):
        return [names.tr(f"what.{value}")]
    return [names.called(value) if isinstance(value, str) else str(value)]


def ident(command: Json) -> str:
    """The test id of this option, unique among the others."""
    value = command.get("choice", command.get("rouage"))
    return "decline" if command.get("decline") else f"{command['kind']}-{value}".lower()


class ChoiceQuestion(TableQuestion):
    """Any list of answers; a piece or card that is one of them may be pressed itself."""

    show = staticmethod(choosing)
