"""The active player's turn (ACT): the actions beside the card, and the prompt of the one in preparation.

Every button stands for options of the decision; one that cannot be taken stays and says why, in the engine's words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from webapp.games.olomoc.table import lens
from webapp.games.olomoc.table.actions import ActionGroup, aimed, chosen, groups
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
from webapp.games.olomoc.table.intents import ActIntent, AskWhy, EndActivation, TakeAction
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.games.olomoc.table.text.log_lines import modifiers, to_come
from webapp.games.olomoc.table.text.refusals import brief, clause, reason, why
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]
COSTS = {"walk": 1, "attack": 1, "charge": 2, "rest": 1, "study": 1, "coordinate": 0}
LETTERS = {"walk": "w", "attack": "a", "charge": "c", "rest": "r", "study": "d", "coordinate": "l"}
SIGNS = {"walk", "attack", "charge", "rest", "study", "coordinate", "end"}


def actions(context: PanelContext) -> Node:
    """The list beside the chosen rouage's card."""
    return el(
        "div.actions.stage-acts",
        action_buttons(context),
        aria_label=context.names.tr("option.actions"),
        role="group",
    )


def action_buttons(context: PanelContext) -> list[Child]:
    """A button for each action that the chosen rouage could take."""
    its = groups(context)
    cards = [it.key for it in its if it.key not in LETTERS]
    return [action(it, context, hot_of(it.key, cards, context)) for it in its]


def action(group: ActionGroup, context: PanelContext, hot: str | None) -> Node:
    legal = group.legal
    taken = context.draft.group == group.key
    cost = cost_of(group, context)
    kind = group.options[0][1]["command"]["kind"]
    said = None if legal else f"{reason(group.why, context.names)} {group.why.get('clause', '')}"
    return el(
        "button.action",
        icon(group.key if group.key in SIGNS else "capacity"),
        el("span.action-name", context.names.capacity(group.key)),
        el("span.action-cost", str(cost) if cost is not None else "", icon("token", cls="full") if cost else None),
        None if legal else el("span.action-why", brief(group.why, context.names)),
        do={"do": "take" if legal else "why", "group": group.key},
        aria_disabled=None if legal else "true",
        title=said,
        aria_pressed="true" if taken else "false",
        testid=f"option-{group.key}",
        hot=hot,
        data_kind=kind,
        cls=["no" if not legal else "", "taken" if taken else ""],
        key=f"action-{group.key}",
    )


def hot_of(key: str, cards: Sequence[str], context: PanelContext) -> str | None:
    """The key that presses an action: a letter for each of the generic ones, figures for what `cards` can do."""
    if key in LETTERS:
        return LETTERS[key]
    if context.draft.group is not None:
        return None  # figures are the targets' now
    return str(cards.index(key) + 1) if key in cards[:9] else None


def cost_of(group: ActionGroup, context: PanelContext) -> int | None:
    """Its cost in action tokens; None where a card grants it (CAP-2)."""
    if (context.decision or {}).get("prompt", {}).get("code") == "granted":
        return 0
    if group.key in COSTS:
        return COSTS[group.key]
    it = context.names.get(chosen(context))
    book = context.names.book
    for card in (
        book.rouage(it.get("card") or ""),
        book.equipment(it.get("equipment") or ""),
        book.agenda(context.view.get("agenda")),
    ):
        for capacity in book.capacities(card):
            if capacity.id == group.key:
                return capacity.cost.actions
    return None


# The prompt


def act(context: PanelContext) -> Node:
    if context.draft.pending is not None:
        return preparing(context)
    if context.draft.group is not None:
        return targeting(context)
    tr, names, id = context.names.tr, context.names, chosen(context)
    others = [it for it in context.params.get("rouages", ()) if it != id and not names.get(it).get("out")]
    left = names.get(id).get("actions", 0)
    if context.draft.sure == "end":
        return prompt(
            "act",
            rich(tr, "prompt.end-sure", rouage=names.someone(id)),
            answers(
                cancel(context, tr("prompt.go-on")),
                button(
                    tr("prompt.end-now"),
                    {"do": "confirm", "rev": context.draft.rev},
                    testid="confirm",
                    main=True,
                    hot="Enter",
                    sign="end",
                ),
            ),
            detail=[tr.plural("prompt.end-left", left)],
            side=context.draft.seat,
        )
    granted = (context.decision or {})["prompt"]["code"] == "granted"
    switch = [
        button(names.someone(it), {"do": "pick", "id": it}, testid=f"choose-{it}", sign="coordinate") for it in others
    ]
    end = next((n for n, option in enumerate(context.options) if option["command"]["kind"] == "end"), None)
    word, sign = ("decline", "nothing") if granted else ("end", "end")
    finish = None
    if end is not None:
        pressed = {"do": "end", "at": end}
        finish = button(tr(f"option.{word}"), pressed, testid=f"option-{word}", sign=sign, hot="e", kind="end")
    # A rouage whose card is not among one's own (a hostile that a card lets act) has its actions here.
    here = [] if names.mine(names.seat(id) or "") else action_buttons(context)
    told = tr.plural("prompt.tokens-left", left) if left else tr("prompt.no-tokens")
    detail: list[Child] = [tr("prompt.granted-free") if granted else told]
    if context.draft.notice:
        detail = [notice(context)]
    question = rich(tr, "prompt.granted" if granted else "prompt.act", rouage=names.someone(id))
    return prompt("act", question, answers(here, switch, undo(context), finish), detail=detail, side=context.draft.seat)


def targeting(context: PanelContext) -> Node:
    """The choice between several options of a kind: targets on the Bloc light up, and stand here as buttons."""
    tr = context.names.tr
    group = next((g for g in groups(context) if g.key == context.draft.group), None)
    rows = group.options if group else ()
    shown = [(n, o) for n, o in rows if o["legal"]] + [(n, o) for n, o in rows if not o["legal"]]
    buttons = [target(option, index, n, context) for n, (index, option) in enumerate(shown, 1)]
    return prompt(
        "act",
        rich(tr, "prompt.which", action=el("span", context.names.capacity(context.draft.group or ""))),
        answers(buttons, cancel(context)),
        detail=[notice(context)] if context.draft.notice else [],
        side=context.draft.seat,
        data_step="target",
    )


def target(option: Json, index: int, n: int, context: PanelContext) -> Node:
    """One of several options, with its number's key; one that cannot be taken says why in a word, pressed in full."""
    words, testid = label(option["command"], context), f"target-{ident(option['command'])}"
    if option["legal"]:
        return option_button(option, index, context, words, testid=testid, cls="target", hot=str(n) if n < 10 else None)
    return el(
        "button.btn.choice.target.no",
        el("span.choice-label", words),
        el("span.choice-note", brief(option["why"], context.names)),
        do={"do": "why", "at": index},
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
        parts += [": ", names.tr(f"prompt.remove-{command['remove']}")]
    for target in (command.get("targets") or {}).values():
        parts.append(names.someone(target) if isinstance(target, str) else names.tr("prompt.a-place"))
    return parts or [names.capacity(str(command.get("capacity") or command["kind"]))]


def preparing(context: PanelContext) -> Node:
    """An option taken up: where to, and then the last word."""
    draft, tr, names = context.draft, context.names.tr, context.names
    pending = draft.pending
    assert pending is not None
    command = pending.command
    name = names.capacity(str(command.get("capacity") or command["kind"]))
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
    group = next((g for g in groups(context) if g.key == context.draft.group), None)
    cost = cost_of(group, context) if group is not None else None
    return [name, el("span.cost", f"· {cost}", icon("token", cls="full")) if cost else None]


def legend(context: PanelContext) -> Node | None:
    """The legend of the parts of the reach."""
    return lens.legend(context.draft.reach, context.names)


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
    key = str(command.get("capacity") or command["kind"])
    return key if key in SIGNS else "capacity"


class ActQuestion(TableQuestion):
    """ACT: the active player's turn."""

    show = staticmethod(act)

    async def on_intent(self, intent: ActIntent) -> None:
        """Handles the intents of this question alone."""
        if self.player.context.kind != "act":
            return
        match intent:
            case TakeAction():
                await self._take(intent.group)
            case AskWhy():
                self._say_why(intent)
            case EndActivation():
                await self._end()
            case _:
                assert_never(intent)

    async def pick(self, id: str, walks: bool) -> bool:
        """The target of what is being prepared, or the rouage in hand; one pressed on the Bloc begins to walk."""
        player, draft = self.player, self.player.draft
        if draft.group is not None and draft.pending is None and await self._pick_target(id):
            return True
        if draft.pending is not None or id not in player.context.params.get("rouages", ()):
            return False
        before = chosen(player.context)
        draft.drop()
        draft.chosen = id
        if walks and any(group.key == "walk" and group.legal for group in groups(player.context)):
            await self._take("walk")
            return True
        if before == id:
            return False
        player.changed()
        return True

    async def _pick_target(self, id: str) -> bool:
        group = self._group()
        fitting = [
            option
            for _, option in (group.legal if group else ())
            if aimed(option["command"]) == id
            or (option["command"]["kind"] == "coordinate" and option["command"]["rouage"] == id)
        ]
        if len(fitting) != 1:
            return False
        await self.pointing.start(fitting[0])
        return True

    def _group(self) -> ActionGroup | None:
        """The actions whose targets are being chosen."""
        return next((it for it in groups(self.player.context) if it.key == self.player.draft.group), None)

    async def _take(self, key: str) -> None:
        """An action of the list: its only legal option is taken up, of several one is to be chosen."""
        draft = self.player.draft
        group = next((it for it in groups(self.player.context) if it.key == key), None)
        if group is None or not group.legal:
            return
        again = draft.group == key
        draft.drop()
        draft.notice = None
        if not again:
            draft.group = group.key
            if len(group.legal) == 1:
                await self.pointing.start(group.legal[0][1])
                return
        self.player.changed()

    def _say_why(self, intent: AskWhy) -> None:
        """A greyed action, or one of its greyed targets, was pressed: its reason is said in full."""
        player, options = self.player, self.player.context.options
        if intent.at is not None and 0 <= intent.at < len(options) and not options[intent.at]["legal"]:
            player.draft.notice = dict(options[intent.at]["why"])
            player.changed()
            return
        group = next((it for it in groups(player.context) if it.key == intent.group), None)
        if group is not None and not group.legal:
            player.draft.drop()
            player.draft.notice = dict(group.why)
            player.changed()

    async def _end(self) -> None:
        """Ending an activation asks twice while there is still something to do."""
        context = self.player.context
        if context.code != "granted" and any(it.legal for it in groups(context) if it.key != "coordinate"):
            self.player.draft.drop()
            self.player.draft.sure = "end"
            self.player.changed()
        else:
            await self.player.send({"kind": "end"})

    async def confirm(self) -> None:
        """The command prepared, or the end of the activation."""
        if self.player.draft.sure == "end":
            await self.player.send({"kind": "end"})
        else:
            await super().confirm()

    async def cancel(self) -> None:
        """Back to the targets, where there are several; else to the list of actions."""
        draft, group = self.player.draft, self._group()
        if draft.pending is not None and group is not None and len(group.legal) > 1:
            draft.pending, draft.reach, draft.notice = None, [], None
            self.player.changed()
        else:
            await super().cancel()
