"""Sworn promises as wax on what they bind: whole while they are in force, in halves once they are broken (OAT-3)."""

from __future__ import annotations

from collections.abc import Iterator

from webapp.games.contract import Json
from webapp.games.diktat.deal_words import promise_words, standing
from webapp.games.diktat.names import Names
from webapp.ui.tree import Child, el


def seals(thing: str, names: Names) -> list[Child]:
    """The seals on ``sector:<id>``, ``stack:<id>`` or ``seat:<n>``, of promises that the viewer may know."""
    return [
        el(
            "span.wax",
            el("span", promise["by"]),
            cls=[f"side-{promise['by']}", f"is-{status}"],
            title=f"{promise_words(promise, names)} ({names.tr(f'promise.is-{status}')})",
            role="img",
            aria_label=f"{promise_words(promise, names)} ({names.tr(f'promise.is-{status}')})",
        )
        for promise, status in _sworn(names)
        if thing in _bound(promise, status, names)
    ]


def _sworn(names: Names) -> Iterator[tuple[Json, str]]:
    for deal in names.view["deals"]:
        for row in deal.get("promises", ()) if deal["sworn"] else ():
            if (status := standing(deal, row)) in ("open", "broken"):
                yield row["promise"], status


def _bound(promise: Json, status: str, names: Names) -> list[str]:
    """What bears a promise's seal: the stack or the sector that it is about, else whoever has sworn; and whoever has
    broken it."""
    trophy, maker = promise.get("trophy") or {}, f"seat:{promise['by']}"
    sector = promise.get("sector") or trophy.get("marker")
    if card := trophy.get("card"):
        sector = names.pack.cards[card].sector
    place = f"stack:{promise['stack']}" if promise.get("stack") else f"sector:{sector}" if sector else maker
    return [place, maker] if status == "broken" else [place]
