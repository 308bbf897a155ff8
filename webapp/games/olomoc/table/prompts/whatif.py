"""The comparison of attacks: one's rouages against the other's, or theirs against one's own, with exact odds; for
nobody else's eyes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from webapp.games.olomoc.table.cards import odds as chances
from webapp.games.olomoc.table.context import PanelContext, button, panel_head
from webapp.games.olomoc.table.intents import ChoosePair, CloseWhatIf, OpenWhatIf, SupposeOther, WhatIfIntent
from webapp.games.olomoc.table.player import Player
from webapp.games.olomoc.table.text.log_lines import modifier
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import brief, why
from webapp.games.olomoc.table.whatif_draft import ANSWERS, KINDS, MELEE
from webapp.ui.tree import Child, Node, el, icon

Json = Mapping[str, Any]
ROLLS = ("attack", "dodge", "riposte")
MATCHUPS = ("seat", "kind", "answer", "beside")
"""The parameters of the engine's query, in the order of :meth:`WhatIfDraft.asks`."""
YES = {"yes": True, "no": False}


def opener(context: PanelContext) -> Node | None:
    """The way to it, while there are two cabals to compare."""
    if context.whatif.open or not context.view.get("rouages"):
        return None
    word = context.names.tr("whatif.open")
    return button(word, {"do": "suppose-open"}, testid="whatif-open", sign="compare", hot="o", cls="quiet-choice")


def panel(context: PanelContext) -> Node | None:
    draft, tr = context.whatif, context.names.tr
    if not draft.open:
        return None
    return el(
        "section.whatif",
        panel_head(tr("whatif.title"), tr("whatif.close"), "suppose-close", "whatif-close"),
        el("div.whatif-scroll", controls(context), table(context), detail(context), el("p.muted", tr("whatif.means"))),
        role="dialog",
        aria_label=tr("whatif.title"),
        testid="whatif",
        key="whatif",
    )


def controls(context: PanelContext) -> Node:
    """The controls: the attackers, the attack, the answer, and what stands beside."""
    draft, tr = context.whatif, context.names.tr
    beside = "support" if draft.kind in MELEE else "cover"
    sides = [("no", tr("whatif.mine")), ("yes", tr("whatif.theirs"))]
    return el(
        "div.whatif-controls",
        choice("theirs", sides, "yes" if draft.theirs else "no", context),
        choice("kind", [(kind, tr(f"whatif.{kind}")) for kind in KINDS], draft.kind, context),
        choice("answer", [(answer, tr(f"option.{answer}")) for answer in ANSWERS], draft.answer, context),
        el(
            "button.amend-chip",
            icon("check" if draft.beside else "plus"),
            tr(f"whatif.{beside}"),
            do={"do": "suppose", "key": "beside", "value": "no" if draft.beside else "yes"},
            aria_pressed="true" if draft.beside else "false",
            testid="whatif-beside",
        ),
    )


def choice(key: str, values: Sequence[tuple[str, str]], now: str, context: PanelContext) -> Node:
    return el(
        "div.whatif-choice",
        el("span.overline", context.names.tr(f"whatif.of-{key}")),
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
            aria_label=context.names.tr(f"whatif.of-{key}"),
        ),
    )


def table(context: PanelContext) -> Node:
    """Attackers down, targets across; in each cell the wounds to be expected, their spread, the chance to put out."""
    names, rows = context.names, context.whatif.rows
    if rows is None:
        return el("p.muted", icon("hourglass"), " ", names.tr("whatif.reckoning"))
    if not rows:
        return el("p.muted", names.tr("whatif.nobody"))
    attackers = list(dict.fromkeys(row["attacker"] for row in rows))
    targets = list(dict.fromkeys(row["target"] for row in rows))
    cells = {(row["attacker"], row["target"]): row for row in rows}
    across = [heading(id, names) for id in targets]
    head = el("div.whatif-row", el("span.whatif-corner", role="cell"), across, role="row")
    body = [
        el(
            "div.whatif-row",
            heading(id, names, "rowheader"),
            [cell(cells[id, target], context) for target in targets],
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
        aria_busy="true" if context.whatif.busy else "false",
        style=f"--columns:{len(targets)}",
        testid="whatif-table",
    )


def heading(id: str, names: Names, role: str = "columnheader") -> Node:
    return el("span.whatif-head", names.someone(id), role=role, title=names.full(id))


def cell(row: Json, context: PanelContext) -> Node:
    names = context.names
    pair = (row["attacker"], row["target"])
    marks: dict[str, Any] = {
        "do": {"do": "suppose-pair", "attacker": pair[0], "target": pair[1]},
        "aria_pressed": "true" if context.whatif.pair == pair else "false",
        "testid": f"whatif-{pair[0]}-{pair[1]}",
        "key": "-".join(pair),
    }
    who = names.tr("whatif.pair", attacker=names.piece(pair[0]), target=names.piece(pair[1]))
    if "why" in row:
        inside = el("button.whatif-cell.no", el("span", brief(row["why"], names)), aria_label=who, **marks)
        return el("span", inside, role="cell")
    odds = row["odds"]
    out = chances.float_of(odds.get("out", "0"))
    label = names.tr.labelled(who, "".join(str(part) for part in chances.sentence(odds, names)))
    parts: list[Child] = [
        el("strong.figure", names.tr.decimal(odds["mean"]["target"])),
        chances.bar(odds["target"], odds["mean"]["target"], names, names.seat(pair[1]) or "h", names.piece(pair[1])),
        el("span.whatif-out", icon("skull"), chances.percent(out, names)) if out else None,
    ]
    if odds["mean"]["attacker"] > 0:
        parts.append(el("span.whatif-back", icon("riposte"), names.tr.decimal(odds["mean"]["attacker"])))
    return el("span", el("button.whatif-cell", parts, aria_label=label, title=label, **marks), role="cell")


def detail(context: PanelContext) -> Node | None:
    """The pair pressed: its dice and thresholds, every modifier with its clause, every chance in words."""
    names, draft = context.names, context.whatif
    row = next((r for r in draft.rows or () if (r["attacker"], r["target"]) == draft.pair), None)
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
        el("p", names.someone(row["attacker"]), names.tr.colon, chances.sentence(chances.turned(odds), names))
        if back
        else None,
        el("p.muted", " · ".join(word for word in more if word)) if any(more) else None,
        testid="whatif-detail",
    )


class WhatIfPanel:
    """The panel of one page. The engine answers from its own process; nobody else is told anything."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.draft = player.whatif

    async def on_intent(self, intent: WhatIfIntent) -> None:
        """A press in the panel, or on what opens it."""
        draft = self.draft
        match intent:
            case OpenWhatIf():
                if self.player.view.get("rouages"):
                    draft.open, self.player.adjustment.open = True, False
                    await self.follow()
            case CloseWhatIf():
                draft.open = False
                self.player.changed()
            case SupposeOther():
                if self._suppose(intent):
                    await self.follow()
            case ChoosePair():
                if not draft.busy:
                    pair = (intent.attacker, intent.target)
                    draft.pair = None if draft.pair == pair else pair
                    self.player.changed()
            case _:
                assert_never(intent)

    def _suppose(self, intent: SupposeOther) -> bool:
        """Changes the supposition; returns whether it is a valid one."""
        draft, value = self.draft, intent.value
        if intent.key == "kind" and value in KINDS:
            draft.kind = value
        elif intent.key == "answer" and value in ANSWERS:
            draft.answer = value
        elif intent.key == "beside" and value in YES:
            draft.beside = YES[value]
        elif intent.key == "theirs" and value in YES:
            draft.theirs, draft.pair = YES[value], None
        else:
            return False
        return True

    async def follow(self) -> None:
        """Asks for what is supposed now; an answer that comes late is shown only if it is still that."""
        player, draft = self.player, self.draft
        if not draft.open:
            return
        asked = draft.asks(player.seat)
        wanted = (player.table.sequence, asked)
        if draft.asked != wanted:
            draft.asked = wanted
            player.changed()
            answer = await player.ask("matchups", **dict(zip(MATCHUPS, asked, strict=True)))
            if draft.asked != wanted:
                return
            draft.rows, draft.answered = answer if isinstance(answer, list) else [], wanted
        player.changed()
