"""The active player's turn (ACT): the actions beside the card, and the prompt of whatever is being prepared.

Every button stands for options of the decision; one that cannot be taken stays and says why, in the engine's words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.games.olomoc.table import lens
from webapp.games.olomoc.table.cards.odds import bars, sentence
from webapp.games.olomoc.table.context import (
    Sheet,
    answers,
    button,
    cancel,
    confirm,
    notice,
    option_button,
    prompt,
    undo,
)
from webapp.games.olomoc.table.text.log_lines import modifiers, to_come
from webapp.games.olomoc.table.text.refusals import brief, clause, reason, why
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]
ORDER = ("walk", "attack", "charge", "rest", "study", "coordinate")
COSTS = {"walk": 1, "attack": 1, "charge": 2, "rest": 1, "study": 1, "coordinate": 0}
LETTERS = {"walk": "w", "attack": "a", "charge": "c", "rest": "r", "study": "d", "coordinate": "l"}
SIGNS = {"walk", "attack", "charge", "rest", "study", "coordinate", "end"}


@dataclass(frozen=True)
class Group:
    """The options of one kind for one rouage; `key` names the button."""

    key: str
    options: Sequence[tuple[int, Json]]

    @property
    def legal(self) -> list[tuple[int, Json]]:
        return [(n, option) for n, option in self.options if option["legal"]]

    @property
    def why(self) -> Json:
        """Of several reasons the one that is nearest to being met: the last that the engine looked at."""
        reasons: list[Json] = [option["why"] for _, option in self.options]
        return max(reasons, key=lambda r: _weight(r["code"]))


def _weight(code: str) -> int:
    general = ("no-action-token", "limit-reached", "stunned", "not-on-bloc", "out-of-combat", "not-free", "no-shooting")
    return 2 if code in general else 1


def groups(sheet: Sheet) -> list[Group]:
    """What the chosen rouage could do, in a fixed order; capacities of cards after the generic ones."""
    found: dict[str, list[tuple[int, Json]]] = {}
    for index, option in enumerate(sheet.options):
        command = option["command"]
        kind = command["kind"]
        if kind == "end" or kind not in (*ORDER, "capacity"):
            continue
        if kind != "coordinate" and command.get("rouage") != chosen(sheet):
            continue
        key = command["capacity"] if kind == "capacity" else kind
        found.setdefault(key, []).append((index, option))
    generic = [Group(key, found[key]) for key in ORDER if key in found]
    return generic + [Group(key, rows) for key, rows in found.items() if key not in ORDER]


def chosen(sheet: Sheet) -> str:
    """The active rouage in hand: the one picked, else the last to have become active."""
    active: list[str] = sheet.params.get("rouages") or (sheet.view.get("active") or {}).get("rouages", [])
    standing = [id for id in active if not sheet.names.get(id).get("out")] or active
    return sheet.desk.chosen if sheet.desk.chosen in standing else (standing[-1] if standing else "")


def actions(sheet: Sheet) -> Node:
    """The list beside the chosen rouage's card."""
    return el(
        "div.actions",
        [action(group, sheet) for group in groups(sheet)],
        aria_label=sheet.names.tr("option.actions"),
        role="group",
    )


def action(group: Group, sheet: Sheet) -> Node:
    legal = group.legal
    taken = sheet.desk.group == group.key
    cost = cost_of(group, sheet)
    kind = group.options[0][1]["command"]["kind"]
    said = None if legal else f"{reason(group.why, sheet.names)} {group.why.get('clause', '')}"
    return el(
        "button.action",
        icon(group.key if group.key in SIGNS else "capacity"),
        el("span.action-name", sheet.names.capacity(group.key)),
        el("span.action-cost", str(cost) if cost is not None else "", icon("token", cls="full") if cost else None),
        None if legal else el("span.action-why", brief(group.why, sheet.names)),
        do={"do": "take" if legal else "why", "group": group.key},
        aria_disabled=None if legal else "true",
        title=said,
        aria_pressed="true" if taken else "false",
        testid=f"option-{group.key}",
        hot=hot_of(group.key, sheet),
        data_kind=kind,
        cls=["no" if not legal else "", "taken" if taken else ""],
        key=f"action-{group.key}",
    )


def hot_of(key: str, sheet: Sheet) -> str | None:
    """The key that presses an action: a letter for each of the generic ones, figures for what cards can do."""
    if key in LETTERS:
        return LETTERS[key]
    if sheet.desk.group is not None:
        return None  # figures are the targets' now
    cards = [group.key for group in groups(sheet) if group.key not in LETTERS]
    return str(cards.index(key) + 1) if key in cards[:9] else None


def cost_of(group: Group, sheet: Sheet) -> int | None:
    """What it costs in action tokens; nothing where a card grants it (CAP-2)."""
    if (sheet.decision or {}).get("prompt", {}).get("code") == "granted":
        return 0
    if group.key in COSTS:
        return COSTS[group.key]
    it = sheet.names.get(chosen(sheet))
    book = sheet.names.book
    for card in (
        book.rouage(it.get("card") or ""),
        book.equipment(it.get("equipment") or ""),
        book.agenda(sheet.view.get("agenda")),
    ):
        for capacity in book.capacities(card):
            if capacity.id == group.key:
                return capacity.cost.actions
    return None


# The prompt


def act(sheet: Sheet) -> Node:
    if sheet.desk.doing is not None:
        return preparing(sheet)
    if sheet.desk.group is not None:
        return targeting(sheet)
    tr, names, id = sheet.names.tr, sheet.names, chosen(sheet)
    others = [it for it in sheet.params.get("rouages", ()) if it != id and not names.get(it).get("out")]
    left = names.get(id).get("actions", 0)
    if sheet.desk.sure == "end":
        return prompt(
            "act",
            rich(tr, "prompt.end-sure", rouage=names.someone(id)),
            answers(
                cancel(sheet, tr("prompt.go-on")),
                button(
                    tr("prompt.end-now"),
                    {"do": "confirm", "rev": sheet.desk.rev},
                    testid="confirm",
                    main=True,
                    hot="Enter",
                    sign="end",
                ),
            ),
            detail=[tr.plural("prompt.end-left", left)],
            side=sheet.desk.seat,
        )
    granted = (sheet.decision or {})["prompt"]["code"] == "granted"
    switch = [
        button(names.someone(it), {"do": "pick", "id": it}, testid=f"choose-{it}", sign="coordinate") for it in others
    ]
    end = next((n for n, option in enumerate(sheet.options) if option["command"]["kind"] == "end"), None)
    word, sign = ("decline", "nothing") if granted else ("end", "end")
    finish = None
    if end is not None:
        pressed = {"do": "end", "at": end}
        finish = button(tr(f"option.{word}"), pressed, testid=f"option-{word}", sign=sign, hot="e", kind="end")
    # Whose card is not among one's own (a hostile that a card lets act) has its actions here.
    here = [] if names.mine(names.seat(id) or "") else [action(group, sheet) for group in groups(sheet)]
    detail: list[Child] = [tr("prompt.granted-free") if granted else tr.plural("prompt.tokens-left", left)]
    if sheet.desk.notice:
        detail = [notice(sheet)]
    question = rich(tr, "prompt.granted" if granted else "prompt.act", rouage=names.someone(id))
    return prompt("act", question, answers(here, switch, undo(sheet), finish), detail=detail, side=sheet.desk.seat)


def targeting(sheet: Sheet) -> Node:
    """Which of several options of a kind: targets on the Bloc light up, and stand here as buttons."""
    tr = sheet.names.tr
    group = next((g for g in groups(sheet) if g.key == sheet.desk.group), None)
    rows = group.options if group else ()
    shown = [(n, o) for n, o in rows if o["legal"]] + [(n, o) for n, o in rows if not o["legal"]]
    buttons = [target(option, index, n, sheet) for n, (index, option) in enumerate(shown, 1)]
    return prompt(
        "act",
        rich(tr, "prompt.which", action=el("span", sheet.names.capacity(sheet.desk.group or ""))),
        answers(buttons, cancel(sheet)),
        detail=[notice(sheet)] if sheet.desk.notice else [],
        side=sheet.desk.seat,
    )


def target(option: Json, index: int, n: int, sheet: Sheet) -> Node:
    """One of several options, with its number's key; one that cannot be taken says why in a word, pressed in full."""
    words, testid = label(option["command"], sheet), f"target-{ident(option['command'])}"
    if option["legal"]:
        return option_button(option, index, sheet, words, testid=testid, cls="target", hot=str(n) if n < 10 else None)
    return el(
        "button.btn.choice.target.no",
        el("span.choice-label", words),
        el("span.choice-note", brief(option["why"], sheet.names)),
        do={"do": "why", "at": index},
        aria_disabled="true",
        title=reason(option["why"], sheet.names),
        testid=testid,
        key=testid,
    )


def ident(command: Json) -> str:
    """What tells this option from the others of its kind, for a test id."""
    targets = [str(t) for t in (command.get("targets") or {}).values()]
    parts = [command.get("mode"), command.get("target"), command.get("remove"), *targets]
    if command["kind"] == "coordinate":
        parts.append(command.get("rouage"))
    return "-".join(p for p in parts if p) or "none"


def label(command: Json, sheet: Sheet) -> list[Child]:
    """What an option would do, in words."""
    names = sheet.names
    parts: list[Child] = []
    if command.get("mode"):
        parts += [icon(command["mode"]), names.tr(f"option.{command['mode']}"), " "]
    if command["kind"] == "coordinate":
        return [names.someone(command["rouage"])] if command.get("rouage") else [names.tr("option.coordinate")]
    if command.get("target"):
        parts.append(names.someone(command["target"]))
    if command.get("remove"):
        parts += [": ", names.tr(f"prompt.remove-{command['remove']}")]
    for target in (command.get("targets") or {}).values():
        parts.append(names.someone(target) if isinstance(target, str) else names.tr("prompt.a-place"))
    return parts or [names.capacity(str(command.get("capacity") or command["kind"]))]


def preparing(sheet: Sheet) -> Node:
    """An option taken up: where to, and then the last word."""
    desk, tr, names = sheet.desk, sheet.names.tr, sheet.names
    doing = desk.doing
    assert doing is not None
    command = doing.command
    name = names.capacity(str(command.get("capacity") or command["kind"]))
    who = names.someone(command["rouage"]) if command.get("rouage") else el("span", "")
    target = aimed(command)
    marks: dict[str, Child] = {"rouage": who, "action": el("span", name)}
    if target:
        marks["target"] = names.someone(target)
    if doing.placing and doing.to is None:
        walks = "prompt.place-walk" if command["kind"] == "walk" else "prompt.place"
        question = rich(tr, "prompt.place-target" if target else walks, **marks)
        detail: list[Child] = [notice(sheet) or tr("prompt.point"), " ", nth(sheet), legend(sheet)]
        return prompt("act", question, answers(cancel(sheet)), detail=detail, side=desk.seat)
    if doing.why is not None:
        question = rich(tr, "prompt.not-there", **marks)
        return prompt(
            "act", question, answers(cancel(sheet), nearest(sheet)), detail=why(doing.why, names), side=desk.seat
        )
    question = rich(tr, "prompt.ready-target" if target else "prompt.ready", **marks)
    if doing.later:
        here = confirm(sheet, tr("prompt.here"), sign="check")
        return prompt("act", question, answers(cancel(sheet), here), detail=[nth(sheet)], side=desk.seat)
    detail = [notice(sheet)] if desk.notice else foretold(sheet)
    return prompt(
        "act",
        question,
        answers(cancel(sheet), confirm(sheet, priced(name, sheet), sign=sign_of(command))),
        detail=detail,
        side=desk.seat,
    )


def nearest(sheet: Sheet) -> Node | None:
    """Where the place is refused, the nearest legal one, to be taken with a press."""
    doing = sheet.desk.doing
    if doing is None or doing.near is None:
        return None
    words = sheet.names.tr("look.nearest", far=sheet.names.inches(doing.near["apart"]))
    return button(words, {"do": "nearest"}, testid="nearest", sign="walk", hot="v")


def nth(sheet: Sheet) -> Child:
    """Which place it is, of a card that asks for several."""
    doing = sheet.desk.doing
    if doing is None or not (doing.done or doing.later):
        return None
    return sheet.names.tr("prompt.place-of", n=doing.done + 1, all=doing.done + 1 + len(doing.later)) + " "


def priced(name: str, sheet: Sheet) -> list[Child]:
    """The action's name with what it costs."""
    group = next((g for g in groups(sheet) if g.key == sheet.desk.group), None)
    cost = cost_of(group, sheet) if group is not None else None
    return [name, el("span.cost", f"· {cost}", icon("token", cls="full")) if cost else None]


def legend(sheet: Sheet) -> Node | None:
    """What the parts of the reach mean."""
    return lens.legend(sheet.desk.reach, sheet.names)


def foretold(sheet: Sheet) -> list[Child]:
    """What the prepared action would do: how far it goes, who may strike on the way, the odds."""
    names, doing, odds = sheet.names, sheet.desk.doing, sheet.desk.odds.get("doing")
    out: list[Child] = []
    if doing is None:
        return out
    if doing.command["kind"] == "capacity":
        out += [names.book.capacity_text(doing.command["capacity"], names.tr.language), " "]
    start = names.get(doing.command.get("rouage", "")).get("at")
    if doing.to is not None and start:
        out.append(names.tr("prompt.far", far=names.inches(math.dist(start, doing.to))) + " ")
    if odds is not None and "successes" in odds:
        return [
            *out,
            el("span.foretold", bars(odds, names)[0], el("span", sentence(odds, names))),
            el("span.foretold-why", modifiers(odds, names)),
        ]
    if odds is None or not odds["who"]["attackers"]:
        return out
    if doing.command["kind"] == "walk":
        strikers: list[Child] = []
        for id in odds["who"]["attackers"]:
            strikers += [", " if strikers else "", names.someone(id)]
        out += [*rich(names.tr, "prompt.leaves", by=el("span", strikers)), " ", clause("OPP-1"), " "]
    return [
        *out,
        el("span.foretold", bars(odds, names)[0], el("span", sentence(odds, names))),
        el("span.foretold-why", *to_come(odds["rolls"], names)),
    ]


def aimed(command: Json) -> str | None:
    if command.get("target"):
        found: str = command["target"]
        return found
    return next((t for t in (command.get("targets") or {}).values() if isinstance(t, str)), None)


def sign_of(command: Json) -> str:
    key = str(command.get("capacity") or command["kind"])
    return key if key in SIGNS else "capacity"
