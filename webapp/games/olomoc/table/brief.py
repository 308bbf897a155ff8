"""Before the first question: what scores, who they are, when it is over. It stands where the Bloc will be seen, until a
press, or the first plan."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from webapp.games.olomoc.faces import portrait
from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.rouages import of_seat
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.head import sides
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el, icon, plate

SET_UP = 100
"""Events at the beginning of a log, among which the cabals are revealed."""


def briefing(context: PanelContext) -> list[Child]:
    """The briefing while the first cycle is planned; nothing later, and none for a match that began in its midst."""
    view, names = context.view, context.names
    fresh = view.get("cycle") == 1 and not view.get("turned") and context.kind == "plan" and not view.get("plan")
    if not fresh or not any(event["kind"] == "cabals-revealed" for event in islice(view.get("log", ()), SET_UP)):
        return []
    tr, (near, far) = names.tr, sides(view)
    agenda = names.book.agenda(view.get("agenda"))
    scores: list[Child] = []
    if agenda is not None:
        scores = [
            el("h2", words(agenda.name, tr.language)),
            el("p.briefing-scores", GLOSSARY.card_text(words(agenda.text, tr.language), tr.language)),
        ]
    # Once a card is in hand or lies, Enter is for the plan.
    hot = None if context.plan.held or any(context.plan.slots) else "Enter"
    begin = el("button.btn.main", tr("briefing.begin"), set=["briefed", "yes"], testid="briefed", hot=hot)
    return [
        el(
            "section.briefing",
            el("div.briefing-inside", scores, _side(far, "briefing.them", names), _side(near, "briefing.you", names)),
            el("p.briefing-end", icon("seal", cls="full"), tr("briefing.ends")),
            el("div.briefing-begin", begin),
            cls=f"side-{near}",
            aria_label=tr("briefing.name"),
            testid="briefing",
            key="briefing",
        )
    ]


def _side(seat: str, key: str, names: Names) -> Node:
    figures = [_figure(it, seat, names) for it in of_seat(names.view, seat)]
    return el(
        "section.briefing-side",
        el("h3.overline", names.tr(key, player=names.player(seat))),
        el("ul.briefing-faces", figures),
        cls=f"side-{seat}",
    )


def _figure(it: Mapping[str, Any], seat: str, names: Names) -> Node:
    card = names.book.rouage(it.get("card") or "")
    title = words(card.title, names.tr.language) if card is not None and card.title else None
    return el(
        "li.briefing-figure",
        el("span.briefing-face", plate(portrait(names.book, it.get("card"), seat, "middle"))),
        el("strong", names.full(it["id"])),
        el("span.muted", title) if title else None,
    )
