"""The card viewer: one large card, or two side by side."""

from __future__ import annotations

from rules.olomoc.packs import EquipmentCard, RouageCard
from webapp.games.olomoc.cabals.builder.candidates import CandidateRow
from webapp.games.olomoc.cabals.builder.draft import CabalDraft
from webapp.games.olomoc.cabals.card_faces import large
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el, icon


def looking(desk: CabalDraft, names: Names) -> list[Child]:
    """The overlay with the card that is looked at; None without one."""
    if not desk.looked or desk.comparing:
        return [_waiting(desk, names)] if desk.comparing else []
    shown = [(part, id, _card(desk, part, id)) for part, id in desk.looked]
    pairs = [(part, id, card) for part, id, card in shown if card is not None]
    columns: list[Child] = []
    for n, (part, id, card) in enumerate(pairs):
        other = pairs[1 - n][2] if len(pairs) > 1 else None
        columns.append(
            el("div.look-column", large(card, names, other), _actions(part, id, desk, names), key=f"look-{id}")
        )
    bar = el(
        "div.look-bar",
        el(
            "button.btn",
            icon("compare"),
            names.tr("cabals.compare"),
            do={"do": "compare"},
            testid="compare",
        ),
        el(
            "button.btn",
            icon("cross"),
            names.tr("lists.close"),
            do={"do": "look-away"},
            hot="Escape",
            testid="look-away",
        ),
    )
    return [
        el(
            "section.look",
            el("div.look-cards", columns, cls="two" if len(columns) > 1 else "one"),
            bar,
            role="dialog",
            aria_label=names.tr("cabals.large-card"),
            testid="look",
            key="look",
        )
    ]


def _waiting(desk: CabalDraft, names: Names) -> Node:
    """While the second card is being chosen: a line that says so, and the way back."""
    _, id = desk.looked[0]
    return el(
        "p.comparing",
        icon("compare"),
        names.tr("cabals.compare-with", name=names.card(id)),
        el("button.btn.quiet", names.tr("lists.close"), do={"do": "look-away"}, hot="Escape", testid="look-away"),
        role="status",
        testid="comparing",
        key="comparing",
    )


def _card(desk: CabalDraft, part: str, id: str) -> RouageCard | EquipmentCard | None:
    return desk.pack.rouages.get(id) if part == "card" else desk.pack.equipment.get(id)


def _actions(part: str, id: str, desk: CabalDraft, names: Names) -> Node | None:
    """Putting it in, or taking it out."""
    row: CandidateRow | None = desk.row(part, id)
    if row is None:
        return None
    if row.status == "in":
        do = {"do": "away", "place": row.at, "part": part}
        return el("button.btn", icon("cross"), names.tr("cabals.take-out-short"), do=do, testid=f"look-away-{id}")
    do = {"do": "take", "part": part, "id": id, "at": row.at}
    return el("button.btn.main", icon("plus"), names.tr("cabals.take-short"), do=do, testid=f"look-take-{id}")
