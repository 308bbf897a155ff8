"""Both sums of a Combat with their parts, each with its clause."""

from __future__ import annotations

from webapp.games.contract import Json
from webapp.games.hybris.names import Names, percent
from webapp.ui.tree import Child, Node, el

BLOCKS = 24
"""The most points of a sum that are drawn as blocks."""


def sums(forces: Json | None, names: Names) -> Node | None:
    """What a seat would come to, and what against; the chance where it is one."""
    if not forces:
        return None
    tr = names.tr
    columns = [
        side(word, el("span.overline", tr(f"combat.{word}")), forces.get(word) or {}, names, testid=f"force-{word}")
        for word in ("own", "foe")
    ]
    chance = forces.get("chance")
    words = tr("combat.chances", alone=percent(forces.get("alone")), best=percent(chance)) if chance else ""
    return el("div.hyb-combat", columns, el("p.combat-chance", words) if words else None)


def side(word: str, head: Child, its: Json, names: Names, testid: str | None = None) -> Node:
    """One of the sums under a head; `word`: `own` or `foe`."""
    tr, total = names.tr, its.get("total", 0)
    rows = [
        el("li", el("strong", f"{part['value']:+d}"), " ",
           str(names.called(part["source"])) if part.get("source") else "", " ", el("small.muted", part["clause"]))
        for part in its.get("parts") or ()
    ]  # fmt: skip
    most = its.get("most", total)
    blocks = el("span.hyb-blocks", [el("i") for _ in range(min(int(total), BLOCKS))], aria_hidden="true")
    return el(
        "div.combat-side",
        head,
        el("strong.force", str(total), testid=testid),
        el("small", tr("combat.up-to", n=most)) if most != total else None,
        blocks,
        el("ul", rows),
        cls=f"is-{word}",
    )


def bars(forces: Json | None, names: Names) -> Node | None:
    """Both sums as bars, what could still be added as outlines: for a window whose panel is behind a press."""
    if not forces:
        return None
    rows = []
    for word in ("own", "foe"):
        least, most = forces[word]["total"], max(forces[word]["total"], forces[word]["most"])
        cells = [el("i", cls=None if n < least else "is-open") for n in range(min(most, BLOCKS))]
        figure = names.tr("combat.from-to", n=least, most=most) if most > least else str(least)
        head = el("span.overline", names.tr(f"combat.{word}"))
        blocks = el("span.hyb-blocks", cells, aria_hidden="true")
        rows.append(el("li", head, el("strong", figure), blocks, cls=f"is-{word}"))
    return el("ul.hyb-bars", rows)
