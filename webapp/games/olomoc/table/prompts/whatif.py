"""What if: one's rouages against the other's, or theirs against one's own, with exact odds; for nobody else's eyes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.games.olomoc.table.cards import odds as chances
from webapp.games.olomoc.table.context import Sheet, button, panel_head
from webapp.games.olomoc.table.text.log_lines import modifier
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import brief, why
from webapp.games.olomoc.table.whatif_draft import ANSWERS, KINDS, MELEE
from webapp.ui.tree import Child, Node, el, icon

Json = Mapping[str, Any]
ROLLS = ("attack", "dodge", "riposte")


def opener(sheet: Sheet) -> Node | None:
    """The way to it, while there are two cabals to compare."""
    if sheet.suppose.open or not sheet.view.get("rouages"):
        return None
    word = sheet.names.tr("whatif.open")
    return button(word, {"do": "suppose-open"}, testid="whatif-open", sign="compare", hot="o", cls="quiet-choice")


def panel(sheet: Sheet) -> Node | None:
    it, tr = sheet.suppose, sheet.names.tr
    if not it.open:
        return None
    return el(
        "section.whatif",
        panel_head(tr("whatif.title"), tr("whatif.close"), "suppose-close", "whatif-close"),
        el("div.whatif-scroll", controls(sheet), table(sheet), detail(sheet), el("p.muted", tr("whatif.means"))),
        role="dialog",
        aria_label=tr("whatif.title"),
        testid="whatif",
        key="whatif",
    )


def controls(sheet: Sheet) -> Node:
    """Who attacks, how, how it is answered, and what stands beside."""
    it, tr = sheet.suppose, sheet.names.tr
    beside = "support" if it.kind in MELEE else "cover"
    sides = [("no", tr("whatif.mine")), ("yes", tr("whatif.theirs"))]
    return el(
        "div.whatif-controls",
        choice("theirs", sides, "yes" if it.theirs else "no", sheet),
        choice("kind", [(kind, tr(f"whatif.{kind}")) for kind in KINDS], it.kind, sheet),
        choice("answer", [(answer, tr(f"option.{answer}")) for answer in ANSWERS], it.answer, sheet),
        el(
            "button.amend-chip",
            icon("check" if it.beside else "plus"),
            tr(f"whatif.{beside}"),
            do={"do": "suppose", "key": "beside", "value": "no" if it.beside else "yes"},
            aria_pressed="true" if it.beside else "false",
            testid="whatif-beside",
        ),
    )


def choice(key: str, values: Sequence[tuple[str, str]], now: str, sheet: Sheet) -> Node:
    return el(
        "div.whatif-choice",
        el("span.overline", sheet.names.tr(f"whatif.of-{key}")),
        el(
            "div.segments",
            [
                el(
                    "button.segment",
                    word,
                    do={"do": "suppose", "key": key, "value": value},
                    aria_pressed="true" if value == now else "false",
                    testid=f"whatif-{key}-{value}",
                    key=f"{key}-{value}",
                )
                for value, word in values
            ],
            role="group",
            aria_label=sheet.names.tr(f"whatif.of-{key}"),
        ),
    )


def table(sheet: Sheet) -> Node:
    """Attackers down, targets across; in each cell the wounds to be expected, their spread, the chance to put out."""
    names, rows = sheet.names, sheet.suppose.rows
    if rows is None:
        return el("p.muted", icon("hourglass"), " ", names.tr("whatif.reckoning"))
    if not rows:
        return el("p.muted", names.tr("whatif.nobody"))
    attackers = list(dict.fromkeys(row["attacker"] for row in rows))
    targets = list(dict.fromkeys(row["target"] for row in rows))
    found = {(row["attacker"], row["target"]): row for row in rows}
    across = [heading(id, names) for id in targets]
    head = el("div.whatif-row", el("span.whatif-corner", role="cell"), across, role="row")
    body = [
        el(
            "div.whatif-row",
            heading(id, names, "rowheader"),
            [cell(found[id, target], sheet) for target in targets],
            role="row",
        )
        for id in attackers
    ]
    return el(
        "div.whatif-table",
        head,
        body,
        role="table",
        aria_label=names.tr("whatif.title"),
        aria_busy="true" if sheet.suppose.busy else "false",
        style=f"--columns:{len(targets)}",
        testid="whatif-table",
    )


def heading(id: str, names: Names, role: str = "columnheader") -> Node:
    return el("span.whatif-head", names.someone(id), role=role, title=names.full(id))


def cell(row: Json, sheet: Sheet) -> Node:
    names = sheet.names
    pair = (row["attacker"], row["target"])
    marks: dict[str, Any] = {
        "do": {"do": "suppose-pair", "attacker": pair[0], "target": pair[1]},
        "aria_pressed": "true" if sheet.suppose.pair == pair else "false",
        "testid": f"whatif-{pair[0]}-{pair[1]}",
        "key": "-".join(pair),
    }
    who = names.tr("whatif.pair", attacker=names.piece(pair[0]), target=names.piece(pair[1]))
    if "why" in row:
        inside = el("button.whatif-cell.no", el("span", brief(row["why"], names)), aria_label=who, **marks)
        return el("span", inside, role="cell")
    odds = row["odds"]
    out = chances.float_of(odds.get("out", "0"))
    said = f"{who}: {''.join(str(part) for part in chances.sentence(odds, names))}"
    parts: list[Child] = [
        el("strong.figure", decimal(odds["mean"]["target"], names)),
        chances.bar(odds["target"], odds["mean"]["target"], names, names.seat(pair[1]) or "h", names.piece(pair[1])),
        el("span.whatif-out", icon("skull"), chances.percent(out, names)) if out else None,
    ]
    if odds["mean"]["attacker"] > 0:
        parts.append(el("span.whatif-back", icon("riposte"), decimal(odds["mean"]["attacker"], names)))
    return el("span", el("button.whatif-cell", parts, aria_label=said, title=said, **marks), role="cell")


def decimal(value: float, names: Names) -> str:
    figure = f"{value:.1f}"
    return figure.replace(".", ",") if names.tr.language == "fr" else figure


def detail(sheet: Sheet) -> Node | None:
    """The pair pressed: its dice and thresholds, every modifier with its clause, every chance in words."""
    names, it = sheet.names, sheet.suppose
    row = next((r for r in it.rows or () if (r["attacker"], r["target"]) == it.pair), None)
    if row is None:
        return None
    tr = names.tr
    title = el("h3", names.someone(row["attacker"]), " → ", names.someone(row["target"]))
    if "why" in row:
        return el("div.whatif-detail", title, el("p", why(row["why"], names)), testid="whatif-detail")
    odds = row["odds"]
    rolls = [
        el(
            "li",
            names.someone(roll["by"]),
            " · ",
            tr(f"whatif.roll-{roll['why']}") + " " if roll["why"] in ROLLS else None,
            el("strong", tr.plural("prompt.dice-at", roll["dice"], threshold=roll["threshold"])),
            [modifier(m, by, names) for m, by in zip(roll["modifiers"], roll["sources"], strict=True)],
        )
        for roll in odds["rolls"]
    ]
    stunned = chances.float_of(odds["stunned"])
    fate = chances.float_of(odds["fate"])
    more = [
        tr("whatif.stunned", chance=chances.percent(stunned, names)) if stunned else "",
        tr("whatif.fate", chance=chances.percent(fate, names)) if fate else "",
    ]
    back = odds["mean"]["attacker"] > 0
    return el(
        "div.whatif-detail",
        title,
        el("ul", rolls),
        el("p", chances.sentence(odds, names)),
        el("p", names.someone(row["attacker"]), ": ", chances.sentence(chances.turned(odds), names)) if back else None,
        el("p.muted", " · ".join(word for word in more if word)) if any(more) else None,
        testid="whatif-detail",
    )
