"""The active player's turn (ACT): the actions beside the card, and the prompt of the one in preparation.

Every button stands for options of the decision; one that cannot be taken stays and says why, in the engine's words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from webapp.games.olomoc.table import lens
from webapp.games.olomoc.table.cards.odds import bars, sentence
from webapp.games.olomoc.table.context import (
    PanelContext,
    answers,
    button,
    cancel,
    confirm,
    notice,
    option_button,
    prompt,
    undo,
)
from webapp.games.olomoc.table.draft import ACTIONS, action_of, aimed
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.games.olomoc.table.text.log_lines import modifiers, to_come
from webapp.games.olomoc.table.text.refusals import brief, clause, reason, why
from webapp.i18n import Translator
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]
COSTS = {"walk": 1, "attack": 1, "charge": 2, "rest": 1, "study": 1, "coordinate": 0}
LETTERS = {"walk": "w", "attack": "a", "charge": "c", "rest": "r", "study": "d", "coordinate": "l"}
SIGNS = {*ACTIONS, "end"}


class ActionProps(NamedTuple):
    """All that the button of an action is made of. `why`: the refusal in a word and in full, empty where it is
    possible; `taken`: whether it is in preparation."""

    key: str
    name: str
    intent: Json
    why: tuple[Child, str]
    cost: int | None
    taken: bool
    hot: str | None


def action_props(context: PanelContext) -> Sequence[ActionProps]:
    """The actions that the rouage in hand could take, each with its key."""
    draft, names = context.draft, context.names
    acts = draft.actions()
    cards = [key for key in acts if key not in LETTERS]
    rows = []
    for key, press in acts.items():
        no, hot = press.why, hot_of(key, cards, context)
        why = ("", "") if no is None else (brief(no, names), f"{reason(no, names)} {no.get('clause', '')}")
        cost, taken = cost_of(key, context), draft.group == key
        rows.append(ActionProps(key, names.capacity(key), press.intent, why, cost, taken, hot))
    return rows


def actions(props: Sequence[ActionProps], tr: Translator) -> Node:
    """The list beside the card of the rouage in hand."""
    return el("div.actions.stage-acts", [action(prop) for prop in props], aria_label=tr("option.actions"), role="group")


def action(props: ActionProps) -> Node:
    key, (word, why), cost = props.key, props.why, props.cost
    return el(
        "button.action",
        icon(key if key in SIGNS else "capacity"),
        el("span.action-name", props.name),
        el("span.action-cost", str(cost) if cost is not None else "", icon("token", cls="full") if cost else None),
        el("span.action-why", word) if why else None,
        do=props.intent,
        aria_disabled="true" if why else None,
        title=why or None,
        aria_pressed="true" if props.taken else "false",
        testid=f"option-{key}",
        hot=props.hot,
        data_kind=key if key in COSTS and key != "study" else "capacity",
        cls=["no" if why else "", "taken" if props.taken else ""],
        key=f"action-{key}",
    )


def hot_of(key: str, cards: Sequence[str], context: PanelContext) -> str | None:
    """The key that presses an action: a letter for each of the generic ones, figures for what `cards` can do."""
    if key in LETTERS:
        return LETTERS[key]
    if context.draft.group not in ("", "end"):
        return None  # figures are the targets' now
    return str(cards.index(key) + 1) if key in cards[:9] else None


def cost_of(action: str, context: PanelContext) -> int | None:
    """Its cost in action tokens; None where a card grants it (CAP-2)."""
    if (context.decision or {}).get("prompt", {}).get("code") == "granted":
        return 0
    if action in COSTS:
        return COSTS[action]
    rouage = context.names.get(context.draft.in_hand)
    book = context.names.book
    for card in (
        book.rouage(rouage.get("card") or ""),
        book.equipment(rouage.get("equipment") or ""),
        book.agenda(context.view.get("agenda")),
    ):
        for capacity in book.capacities(card):
            if capacity.id == action:
                return capacity.cost.actions
    return None


# The prompt


def act(context: PanelContext) -> Node:
    tr, names, draft = context.names.tr, context.names, context.draft
    id, pending = draft.in_hand, draft.pending
    left = names.get(id).get("actions", 0)
    if pending is not None and pending.command["kind"] == "end":
        return prompt(
            "act",
            rich(tr, "prompt.end-sure", rouage=names.someone(id)),
            answers(cancel(context, tr("prompt.go-on")), confirm(context, tr("prompt.end-now"), sign="end")),
            detail=[tr.plural("prompt.end-left", left)],
            side=draft.seat,
        )
    if pending is not None:
        return preparing(context)
    if draft.narrowed:
        return targeting(context)
    others = [other for other in context.params.get("rouages", ()) if other != id and not names.get(other).get("out")]
    granted = context.code == "granted"
    switch = [
        button(names.someone(other), {"do": "pick", "id": other}, testid=f"choose-{other}", sign="coordinate")
        for other in others
    ]
    word, sign = ("decline", "nothing") if granted else ("end", "end")
    finish = [
        button(tr(f"option.{word}"), draft.intent(option), testid=f"option-{word}", sign=sign, hot="e", kind="end")
        for option in context.options
        if option["command"]["kind"] == "end"
    ]
    # A rouage whose card is not among one's own (a hostile that a card lets act) has its actions here.
    here = [] if names.mine(names.seat(id) or "") else [action(prop) for prop in action_props(context)]
    tokens = tr.plural("prompt.tokens-left", left) if left else tr("prompt.no-tokens")
    detail: list[Child] = [tr("prompt.granted-free") if granted else tokens]
    if draft.notice:
        detail = [notice(context)]
    question = rich(tr, "prompt.granted" if granted else "prompt.act", rouage=names.someone(id))
    return prompt("act", question, answers(here, switch, undo(context), finish), detail=detail, side=draft.seat)


def targeting(context: PanelContext) -> Node:
    """The choice between several options of a kind: targets on the Bloc light up, and stand here as buttons."""
    tr, draft = context.names.tr, context.draft
    rows = sorted(draft.rows(), key=lambda option: not option["legal"])
    buttons = [target(option, n, context) for n, option in enumerate(rows, 1)]
    return prompt(
        "act",
        rich(tr, "prompt.which", action=el("span", context.names.capacity(draft.narrowed))),
        answers(buttons, cancel(context)),
        detail=[notice(context)] if draft.notice else [],
        side=draft.seat,
        data_step="target",
    )


def target(option: Json, n: int, context: PanelContext) -> Node:
    """One of several options, with its number's key; one that cannot be taken says why in a word, pressed in full."""
    words, testid = label(option["command"], context), f"target-{ident(option['command'])}"
    if option["legal"]:
        return option_button(option, context, words, testid=testid, cls="target", hot=str(n) if n < 10 else None)
    return el(
        "button.btn.choice.target.no",
        el("span.choice-label", words),
        el("span.choice-note", brief(option["why"], context.names)),
        do={"do": "why", "command": option["command"]},
        aria_disabled="true",
        title=reason(option["why"], context.names),
        testid=testid,
        key=testid,
    )


def ident(command: Json) -> str:
    """The test id of this option, unique among those of its kind."""
    targets = [str(t) for t in (command.get("targets") or {}).values()]
    parts = [command.get("mode"), command.get("target"), command.get("remove"), *targets]
    if command["kind"] == "coordinate":
        parts.append(command.get("rouage"))
    return "-".join(p for p in parts if p) or "none"


def label(command: Json, context: PanelContext) -> list[Child]:
    """The effect of an option, in words."""
    names = context.names
    parts: list[Child] = []
    if command.get("mode"):
        parts += [icon(command["mode"]), names.tr(f"option.{command['mode']}"), " "]
    if command["kind"] == "coordinate":
        return [names.someone(command["rouage"])] if command.get("rouage") else [names.tr("option.coordinate")]
    if command.get("target"):
        parts.append(names.someone(command["target"]))
    if command.get("remove"):
        parts += [names.tr.colon, names.tr(f"prompt.remove-{command['remove']}")]
    for target in (command.get("targets") or {}).values():
        parts.append(names.someone(target) if isinstance(target, str) else names.tr("prompt.a-place"))
    return parts or [names.capacity(action_of(command))]


def preparing(context: PanelContext) -> Node:
    """An option taken up: where to, and then the last word."""
    draft, tr, names = context.draft, context.names.tr, context.names
    pending = draft.pending
    assert pending is not None
    command = pending.command
    name = names.capacity(action_of(command))
    who = names.someone(command["rouage"]) if command.get("rouage") else el("span", "")
    target = aimed(command)
    marks: dict[str, Child] = {"rouage": who, "action": el("span", name)}
    if target:
        marks["target"] = names.someone(target)
    if pending.placing and pending.to is None:
        walks = "prompt.place-walk" if command["kind"] == "walk" else "prompt.place"
        question = rich(tr, "prompt.place-target" if target else walks, **marks)
        detail: list[Child] = [notice(context) or tr("prompt.point"), " ", nth(context), legend(context)]
        return prompt("act", question, answers(cancel(context)), detail=detail, side=draft.seat, data_step="place")
    if pending.why is not None:
        question = rich(tr, "prompt.not-there", **marks)
        return prompt(
            "act",
            question,
            answers(cancel(context), nearest(context)),
            detail=why(pending.why, names),
            side=draft.seat,
            data_step="place",
        )
    question = rich(tr, "prompt.ready-target" if target else "prompt.ready", **marks)
    if pending.later:
        here = confirm(context, tr("prompt.here"), sign="check")
        return prompt(
            "act", question, answers(cancel(context), here), detail=[nth(context)], side=draft.seat, data_step="place"
        )
    detail = [notice(context)] if draft.notice else foretold(context)
    return prompt(
        "act",
        question,
        answers(cancel(context), confirm(context, priced(name, context), sign=sign_of(command))),
        detail=detail,
        side=draft.seat,
        data_step="place",
    )


def nearest(context: PanelContext) -> Node | None:
    """The nearest legal place where the one pointed at is refused, to be taken with a press."""
    pending = context.draft.pending
    if pending is None or pending.near is None:
        return None
    words = context.names.tr("look.nearest", far=context.names.inches(pending.near["apart"]))
    return button(words, {"do": "nearest"}, testid="nearest", sign="walk", hot="v")


def nth(context: PanelContext) -> Child:
    """The number of the place, for a card that asks for several."""
    pending = context.draft.pending
    if pending is None or not (pending.done or pending.later):
        return None
    return context.names.tr("prompt.place-of", n=pending.done + 1, all=pending.done + 1 + len(pending.later)) + " "


def priced(name: str, context: PanelContext) -> list[Child]:
    """The action's name with what it costs."""
    cost = cost_of(context.draft.group, context)
    return [name, el("span.cost", f"· {cost}", icon("token", cls="full")) if cost else None]


def legend(context: PanelContext) -> Node | None:
    """The legend of the parts of the reach."""
    pending = context.draft.pending
    return None if pending is None else lens.legend(pending.reach, context.names)


def foretold(context: PanelContext) -> list[Child]:
    """The forecast of the prepared action: its distance, the rouages that may strike on the way, the odds."""
    names, pending, odds = context.names, context.draft.pending, context.draft.odds.get("pending")
    out: list[Child] = []
    if pending is None:
        return out
    if pending.command["kind"] == "capacity":
        out += [names.book.capacity_text(pending.command["capacity"], names.tr.language), " "]
    start = names.get(pending.command.get("rouage", "")).get("at")
    if pending.to is not None and start:
        out.append(names.tr("prompt.far", far=names.inches(math.dist(start, pending.to))) + " ")
    if odds is not None and "successes" in odds:
        return [
            *out,
            el("span.foretold", bars(odds, names)[0], el("span", sentence(odds, names))),
            el("span.foretold-why", modifiers(odds, names)),
        ]
    if odds is None or not odds["who"]["attackers"]:
        return out
    if pending.command["kind"] == "walk":
        strikers: list[Child] = []
        for id in odds["who"]["attackers"]:
            strikers += [", " if strikers else "", names.someone(id)]
        out += [*rich(names.tr, "prompt.leaves", by=el("span", strikers)), " ", clause("OPP-1"), " "]
    return [
        *out,
        el("span.foretold", bars(odds, names)[0], el("span", sentence(odds, names))),
        el("span.foretold-why", *to_come(odds["rolls"], names)),
    ]


def sign_of(command: Json) -> str:
    key = action_of(command)
    return key if key in SIGNS else "capacity"


class ActQuestion(TableQuestion):
    """ACT: the active player's turn."""

    show = staticmethod(act)

    async def pick(self, id: str, walks: bool) -> bool:
        """The target of what is being prepared, or the rouage in hand; one pressed on the Bloc begins to walk."""
        draft = self.player.draft
        if await super().pick(id, walks):
            return True
        prepared = draft.pending is not None and draft.pending.command["kind"] != "end"
        if prepared or id not in self.player.context.params.get("rouages", ()):
            return False
        before = draft.in_hand
        draft.clear()
        draft.chosen = id
        if walks and await super().pick("walk", walks):
            return True
        if before == id:
            return False
        self.player.changed()
        return True
