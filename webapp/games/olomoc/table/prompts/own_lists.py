"""A player's own lists at the table: to be composed in one tap, or kept in sight while cards are drafted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause, reason
from webapp.ui.tree import Child, Node, el, icon

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Own:
    """A list of the player's. `why`: the refusal of this table's match, None where it may be composed here."""

    id: str
    name: str
    cabal: Json
    why: Json | None = None
    first: bool = False
    """The one that the player came with."""

    @property
    def cards(self) -> frozenset[str]:
        """Every card in it."""
        return frozenset(row[key] for row in self.cabal["rouages"] for key in ("card", "equipment"))


def own_lists(lists: Sequence[Own], names: Names) -> Node | None:
    """A tap composes; one that is not legal here says why."""
    if not lists:
        return None
    return _row([_composed(it, names) for it in lists], names)


def wished(lists: Sequence[Own], wanted: str | None, names: Names) -> Node | None:
    """A tap chooses the list whose cards are marked in the draft."""
    if not lists:
        return None
    return _row([_wish(it, it.id == wanted, names) for it in lists], names)


def _row(found: Sequence[Child], names: Names) -> Node:
    return el(
        "div.starters.own-lists",
        el("span.overline", names.tr("list.yours")),
        el("div.starter-row", found),
        key="own",
    )


def _composed(it: Own, names: Names) -> Node:
    no = _why_not(it, names)
    return el(
        "button.starter.own-list",
        el("strong.name", icon("enter") if it.first else None, it.name or names.tr("list.unnamed")),
        el("span", _members(it, names)),
        el("span.choice-note", no) if no else None,
        do=None if no else {"do": "bring", "id": it.id},
        aria_disabled="true" if no else None,
        cls=["no" if no else "", "taken" if it.first and not no else ""],
        testid=f"own-{it.id}",
        key=f"own-{it.id}",
    )


def _wish(it: Own, wanted: bool, names: Names) -> Node:
    return el(
        "button.starter.own-list",
        el("strong.name", icon("star") if wanted else None, it.name or names.tr("list.unnamed")),
        el("span", _members(it, names)),
        do={"do": "want", "id": it.id},
        aria_pressed="true" if wanted else "false",
        cls="taken" if wanted else None,
        testid=f"want-{it.id}",
        key=f"want-{it.id}",
    )


def _members(it: Own, names: Names) -> str:
    return ", ".join(names.card(row["card"]).split()[0] for row in it.cabal["rouages"])


def _why_not(it: Own, names: Names) -> list[Child]:
    if it.why is None:
        return []
    rows = (it.why.get("params") or {}).get("problems") or [it.why]
    return [part for row in rows[:2] for part in (reason(row, names), " ", clause(row["clause"]), " ")]


def star(card: str, wanted: Own | None, names: Names) -> Node | None:
    """The mark of a card that the wished list holds."""
    if wanted is None or card not in wanted.cards:
        return None
    return icon("star", names.tr("cabals.wanted"), "wanted")
