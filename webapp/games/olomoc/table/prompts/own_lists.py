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
    return _row([_composed(own, names) for own in lists], names)


def wished(lists: Sequence[Own], wanted: str | None, names: Names) -> Node | None:
    """A tap chooses the list whose cards are marked in the draft."""
    if not lists:
        return None
    return _row([_wish(own, own.id == wanted, names) for own in lists], names)


def _row(nodes: Sequence[Child], names: Names) -> Node:
    return el(
        "div.starters.own-lists",
        el("span.overline", names.tr("list.yours")),
        el("div.starter-row", nodes),
        key="own",
    )


def _composed(own: Own, names: Names) -> Node:
    no = _why_not(own, names)
    return el(
        "button.starter.own-list",
        el("strong.name", icon("enter") if own.first else None, own.name or names.tr("list.unnamed")),
        el("span", _members(own, names)),
        el("span.choice-note", no) if no else None,
        do=None if no else {"do": "bring", "id": own.id},
        aria_disabled="true" if no else None,
        cls=["no" if no else "", "taken" if own.first and not no else ""],
        testid=f"own-{own.id}",
        key=f"own-{own.id}",
    )


def _wish(own: Own, wanted: bool, names: Names) -> Node:
    return el(
        "button.starter.own-list",
        el("strong.name", icon("star") if wanted else None, own.name or names.tr("list.unnamed")),
        el("span", _members(own, names)),
        do={"do": "want", "id": own.id},
        aria_pressed="true" if wanted else "false",
        cls="taken" if wanted else None,
        testid=f"want-{own.id}",
        key=f"want-{own.id}",
    )


def _members(own: Own, names: Names) -> str:
    return ", ".join(names.card(row["card"]).split()[0] for row in own.cabal["rouages"])


def _why_not(own: Own, names: Names) -> list[Child]:
    if own.why is None:
        return []
    rows = (own.why.get("params") or {}).get("problems") or [own.why]
    return [part for row in rows[:2] for part in (reason(row, names), " ", clause(row["clause"]), " ")]


def star(card: str, wanted: Own | None, names: Names) -> Node | None:
    """The mark of a card that the wished list holds."""
    if wanted is None or card not in wanted.cards:
        return None
    return icon("star", names.tr("cabals.wanted"), "wanted")
