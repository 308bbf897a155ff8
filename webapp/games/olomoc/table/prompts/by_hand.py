"""Effects settled by hand (CAP-1): their cards, the cards' words, and the moment at which both players read them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.context import PanelContext, answers, button, notice, option_button, prompt
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]

RECENT = 100
"""Events at the end of the log among which the effect to be settled is looked for."""


def name(id: str, names: Names) -> str:
    """The name of a capacity or a card."""
    printed = names.book.printed(id)
    return words(printed.name, names.tr.language) if printed else names.card(id)


def text(id: str, names: Names) -> str:
    """The text of the card: a capacity's, a ministry's, an artefact card's, that of an agenda's study."""
    book, language = names.book, names.tr.language
    if (capacity := book.printed(id)) is not None:
        return words(capacity.text, language)
    if (ministry := book.ministry(id)) is not None:
        return words(ministry.capacity.text, language)
    if (card := book.artefact(id)) is not None:
        return words(card.text, language)
    agenda = book.agenda(id)
    return words(agenda.study.text, language) if agenda is not None and agenda.study is not None else ""


def in_play(names: Names) -> list[tuple[str, str | None]]:
    """Every capacity settled by hand that somebody has now, with its bearer."""
    capacities: list[tuple[str, str | None]] = []
    for piece in names.view.get("rouages", ()):
        if piece.get("out"):
            continue
        for card in (names.book.rouage(piece.get("card") or ""), names.book.equipment(piece.get("equipment") or "")):
            capacities += [(c.id, piece["id"]) for c in names.book.capacities(card) if c.by_hand]
    return capacities


def moment(view: Json) -> Json | None:
    """The effect to be settled by hand just now: noted, and since then nobody has gone on nor agreed on anything."""
    questions = 0
    for event in islice(reversed(view.get("log", ())), RECENT):
        kind = event["kind"]
        if kind == "noted" and event["code"] == "by-hand":
            effect: Json = event["params"]
            return effect
        if kind == "answered" and event["what"] == "adjustment" and event["accept"]:
            return None
        if kind == "asked":
            questions += 1
        elif kind in ("proposed", "answered", "planned"):
            questions -= 1
        if questions > 1 and not _waits(view):
            return None
    return None


def _waits(view: Json) -> bool:
    """Whether the match itself waits for the players to settle it."""
    stack = view.get("resolving") or ()
    inner = [frame for frame in stack if frame.get("frame") != "proposal"]
    return bool(inner) and inner[-1].get("frame") == "resolve" and "told" in (inner[-1].get("answers") or ())


def banner(names: Names, context: PanelContext | None) -> Node | None:
    """The card's words, for everybody at the table, and for the players the way to an adjustment."""
    effect = moment(names.view)
    if effect is None or (context is not None and context.adjustment.open):
        return None  # the form says it itself
    tr, card = names.tr, effect["card"]
    stack = names.view.get("resolving") or ()
    if stack and stack[-1].get("frame") == "proposal" and stack[-1].get("card") == card:
        return None  # the proposal says it itself
    whose: list[Child] = [names.someone(effect["rouage"]), " · "] if effect.get("rouage") else []
    opens = context is not None and context.may_propose
    return el(
        "section.by-hand",
        el("span.overline", icon("hand"), tr("amend.by-hand")),
        el("p.by-hand-name", whose, el("strong", name(card, names))),
        el("p", GLOSSARY.card_text(text(card, names), tr.language)),
        propose(names, card) if opens else None,
        testid="by-hand",
        role="note",
        key=f"by-hand-{card}",
    )


def propose(names: Names, card: str | None) -> Node:
    return button(names.tr("amend.open"), {"do": "amend-open", "card": card}, testid="amend-open", sign="swap", hot="p")


def asked(context: PanelContext) -> Node:
    """The match waits until both have nothing (more) to change."""
    tr, names, p = context.names.tr, context.names, context.params
    what: dict[str, Child] = {"card": el("strong", name(p["card"], names))}
    if p.get("rouage"):
        what["rouage"] = names.someone(p["rouage"])
    question = rich(tr, "amend.asked-of" if p.get("rouage") else "amend.asked", **what)
    done = [
        option_button(option, context, tr("amend.done"), testid="option-done", sign="check", main=True, hot="Enter")
        for option in context.options
    ]
    detail: list[Child] = [notice(context)] if context.draft.notice else [text(p["card"], names)]
    return prompt("choose", question, answers(propose(names, p["card"]), done), detail=detail, side=context.draft.seat)


class ByHandQuestion(TableQuestion):
    """CAP-1: whether there is anything (more) to change for a card settled by hand."""

    show = staticmethod(asked)
