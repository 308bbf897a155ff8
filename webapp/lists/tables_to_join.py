"""The tables where a list can be played now, as a tree."""

from __future__ import annotations

from collections.abc import Sequence

from webapp.i18n import Translator
from webapp.lists.bring import Chair
from webapp.ui.tree import Child, Node, el, icon


def playing(chairs: Sequence[Chair], legal: bool, said: str, tr: Translator) -> list[Child]:
    """A button for every chair, and one for a table of one's own; why not, where the list is not legal."""
    if not legal:
        return [el("p.muted", icon("lock"), tr("cabals.play-legal-only"), key="no")]
    rows: list[Child] = [_chair(n, it, tr) for n, it in enumerate(chairs)]
    return [
        el("p.notice", said, role="status", testid="play-said", key="said") if said else None,
        el(
            "button.btn.main",
            icon("plus"),
            tr("cabals.new-table"),
            do={"do": "sit"},
            testid="sit-new",
            key="new",
        ),
        el("p.muted", tr("cabals.new-table-hint"), key="hint"),
        el("h2.overline", tr("cabals.open-tables"), key="h") if rows else None,
        el("ul.chairs", rows, key="chairs") if rows else None,
    ]


def _chair(n: int, it: Chair, tr: Translator) -> Node:
    table = it.table
    others = [seat.name for key, seat in table.seats.items() if seat.name and key != it.seat]
    what = tr(f"choice.composition.{table.options.get('composition', 'draft')}")
    words = tr("cabals.bring-to-own") if it.mine else tr("cabals.sit-as", seat=it.seat)
    against = tr("cabals.against", name=", ".join(others)) if others else tr("cabals.nobody-there")
    return el(
        "li.chair",
        el("span", el("strong", table.name or table.code), el("small.muted", f"{against} · {what}")),
        el(
            "button.btn",
            words,
            do={"do": "sit", "code": table.code, "seat": it.seat},
            testid=f"sit-{table.code}-{it.seat}",
        ),
        cls=f"side-{it.seat}",
        key=f"{table.code}-{it.seat}-{n}",
    )
