"""The tables where a list can be played now, as a tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webapp.i18n import Translator
from webapp.lists.kind import ListKind, list_text
from webapp.lists.offers import Chair
from webapp.ui.tree import Child, Node, el, icon


def playing(kind: ListKind[Any], chairs: Sequence[Chair], legal: bool, notice: str, tr: Translator) -> list[Child]:
    """A button for every seat, and one for a new table; for an illegal list, why not."""
    if not legal:
        return [el("p.muted", icon("lock"), list_text("lists.legal-only", tr), key="no")]
    rows: list[Child] = [_chair(kind, n, chair, tr) for n, chair in enumerate(chairs)]
    return [
        el("p.notice", notice, role="status", testid="play-said", key="said") if notice else None,
        el(
            "button.btn.main",
            icon("plus"),
            tr("lists.new-table"),
            do={"do": "sit"},
            testid="sit-new",
            key="new",
        ),
        el("p.muted", list_text("lists.new-table-hint", tr), key="hint"),
        el("h2.overline", tr("lists.open-tables"), key="h") if rows else None,
        el("ul.chairs", rows, key="chairs") if rows else None,
    ]


def _chair(kind: ListKind[Any], n: int, chair: Chair, tr: Translator) -> Node:
    table = chair.table
    others = [seat.name for key, seat in table.seats.items() if seat.name and key != chair.seat]
    words = tr("lists.bring-to-own") if chair.mine else tr("lists.sit-as", seat=chair.seat)
    against = tr("lists.against", name=", ".join(others)) if others else tr("lists.nobody-there")
    about = " · ".join(filter(None, (against, kind.table_about(table.options, tr))))
    return el(
        "li.chair",
        el("span", el("strong", table.name or table.code), el("small.muted", about)),
        el(
            "button.btn",
            words,
            do={"do": "sit", "code": table.code, "seat": chair.seat},
            testid=f"sit-{table.code}-{chair.seat}",
        ),
        cls=f"side-{chair.seat}",
        key=f"{table.code}-{chair.seat}-{n}",
    )
