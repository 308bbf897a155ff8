"""Questions answered from a list: what a card asks (targets, options, dice), who is first, whom a hostile picks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.dice import die
from webapp.games.olomoc.table.cards.rouages import terms
from webapp.games.olomoc.table.context import Sheet, answers, notice, option_button, prompt, unanswered
from webapp.games.olomoc.table.prompts import by_hand
from webapp.games.olomoc.table.prompts.places import asked
from webapp.ui.tree import Child, Node, el, rich

Json = Mapping[str, Any]


def choosing(sheet: Sheet) -> Node:
    """The options of the decision as buttons, in the words of what they mean."""
    decision = sheet.decision or {}
    code, kind = decision["prompt"]["code"], decision["kind"]
    if code == "by-hand":
        return by_hand.asked(sheet)
    buttons = [
        option_button(
            option,
            n,
            sheet,
            label(option["command"], n, sheet),
            testid=f"option-{ident(option['command'])}",
            hot=key_of(option["command"], n),
        )
        for n, option in enumerate(sheet.options)
    ]
    detail: list[Child] = [notice(sheet)] if sheet.desk.notice else told(sheet)
    return prompt(kind, question(code, sheet), answers(buttons, cls="wrap"), detail=detail, side=sheet.desk.seat)


def key_of(command: Json, n: int) -> str | None:
    """Yes and no have the same keys in every prompt; whatever else is listed, its number."""
    value = command.get("choice", command.get("rouage"))
    if command.get("decline") or value is False:
        return "n"
    return "y" if value is True else str(n + 1) if n < 9 else None


def question(code: str, sheet: Sheet) -> list[Child]:
    tr, p, names = sheet.names.tr, sheet.params, sheet.names
    if p.get("capacity"):
        key = f"prompt.capacity-{p.get('of') or code}"
        marks: dict[str, Child] = {"capacity": el("strong", names.capacity(p["capacity"]))}
        if p.get("rouage"):
            marks["rouage"] = names.someone(p["rouage"])
        if code == "trigger" and "rouage" not in marks:
            key = "prompt.capacity-trigger-own"
        return rich(tr, key if tr.has(key) else "prompt.capacity", **marks)
    key = f"{code}-{p['of']}" if tr.has(f"prompt.{code}-{p.get('of')}") else code
    return asked(sheet, key) if tr.has(f"prompt.{key}") else [tr("prompt.choose")]


def told(sheet: Sheet) -> list[Child]:
    """What the card says that is asking, what it costs, and what no answer would mean."""
    names, id = sheet.names, sheet.params.get("capacity") or ""
    card = next((it for it in names.book.everything() if it.id == id), None)
    parts: list[list[Child]] = [[words(card.text, names.tr.language)]] if card is not None else []
    if card is not None and (card.cost.actions or card.cost.noirceur):
        parts.append([*terms(card, names)])
    default = (sheet.decision or {}).get("default")
    meant = next((n for n, option in enumerate(sheet.options) if option["command"] == default), None)
    if meant is not None:
        parts.append(unanswered(sheet, label(sheet.options[meant]["command"], meant, sheet)))
    return [it for n, part in enumerate(parts) for it in ([" · ", *part] if n else part)]


def label(command: Json, n: int, sheet: Sheet) -> list[Child]:
    """What a listed choice is, in words."""
    names, p = sheet.names, sheet.params
    tr, value = names.tr, command.get("choice", command.get("rouage"))
    code = (sheet.decision or {})["prompt"]["code"]
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
        who: list[Child] = [names.someone(row["rouage"]), ": "] if row.get("rouage") else []
        return [*who, names.capacity(row["capacity"])]
    return named(value, sheet)


def named(value: Any, sheet: Sheet) -> list[Child]:
    """An id as what it names: a piece in its colour, a marker, a word of the game."""
    names = sheet.names
    if isinstance(value, str) and (names.get(value) or value in ("1", "2")):
        return [names.someone(value)]
    if isinstance(value, str) and names.tr.has(f"what.{value}"):
        return [names.tr(f"what.{value}")]
    return [names.called(value) if isinstance(value, str) else str(value)]


def ident(command: Json) -> str:
    """What tells this option from the others, for a test id."""
    value = command.get("choice", command.get("rouage"))
    return "decline" if command.get("decline") else f"{command['kind']}-{value}".lower()
