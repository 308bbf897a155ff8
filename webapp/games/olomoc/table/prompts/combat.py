"""The prompts of a fight (ATK, DOD, RIP, OPP, ROL-5): answers side by side, with what each costs and its exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.table.cards.dice import thrown
from webapp.games.olomoc.table.cards.odds import bars, float_of, mean, percent
from webapp.games.olomoc.table.context import PanelContext, answers, notice, option_button, prompt, unanswered
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.games.olomoc.table.prompts.places import placing
from webapp.games.olomoc.table.text.log_lines import modifiers
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]
REACTIONS = {(False, False): "nothing", (True, False): "dodge", (False, True): "riposte", (True, True): "both"}
REACTION_COSTS = {"nothing": 0, "dodge": 1, "riposte": 1, "both": 2}
TACTIC_COSTS = {"push-attacker": 1, "push-target": 1, "stun": 2}


def react(context: PanelContext) -> Node:
    """DOD-1, RIP-1: all reactions in one prompt."""
    tr, names, p = context.names.tr, context.names, context.params
    buttons = [reaction(key, index, option, n, context) for n, (key, index, option) in enumerate(reactions(context), 1)]
    detail: list[Child] = [
        tr.plural("prompt.dice-at", p["dice"], threshold=p["threshold"]),
        *blow(context),
        " · ",
        names.someone(p["rouage"]),
        tr.colon,
        tr.plural("card.actions-n", names.get(p["rouage"]).get("actions", 0)),
        " · ",
        *unanswered(context, tr("option.nothing")),
        meaning(context),
    ]
    return prompt("react", context.question, answers(buttons, cls="four"), detail=detail, side=context.draft.seat)


def reactions(context: PanelContext) -> list[tuple[str, int, Json]]:
    """The reactions: nothing, dodge, riposte, both; of the two ways to riposte (Combat, Shooting) the one that can be
    done."""
    best: dict[str, tuple[int, Json]] = {}
    for index, option in enumerate(context.options):
        key = REACTIONS[option["command"]["dodge"], option["command"]["riposte"] is not None]
        if key not in best or (option["legal"] and not best[key][1]["legal"]):
            best[key] = (index, option)
    return [(key, *best[key]) for key in REACTION_COSTS if key in best]


def reaction(key: str, index: int, option: Json, n: int, context: PanelContext) -> Node:
    tr, cost = context.names.tr, REACTION_COSTS[key]
    label: list[Child] = [tr(f"option.{key}")]
    if option["command"]["riposte"] == "shooting":
        label.append(el("span.muted", tr("card.shooting")))
    label.append(el("span.cost", str(cost), icon("token", cls="full")) if cost else el("span.cost", tr("option.free")))
    note = bars(context.draft.odds.get(str(index)), context.names)
    return option_button(
        option, context, label, testid=f"option-{key}", sign=key, note=note, cls="reaction", hot=str(n)
    )


def blow(context: PanelContext) -> list[Child]:
    """ROL-1, ROL-2: why the attacker's roll is what it is, once the engine has said so."""
    odds = next((answer for answer in context.draft.odds.values() if answer.get("rolls")), None)
    roll = next((throw for throw in odds["rolls"] if throw["by"] == context.params["attacker"]), None) if odds else None
    return [" ", *modifiers(roll, context.names)] if roll and roll["modifiers"] else []


def opportunity(context: PanelContext) -> Node:
    tr = context.names.tr
    detail: list[Child] = [
        *[tr("prompt.opportunity-detail"), " ", clause("OPP-1"), " · "],
        *unanswered(context, tr("option.opportunity-no")),
        meaning(context),
    ]
    return prompt(
        "opportunity",
        context.question,
        answers(yes_no(context, "attack", "opportunity")),
        detail=detail,
        side=context.draft.seat,
    )


def tempt_fate(context: PanelContext) -> Node:
    """ROL-5: the dice as they fell, and whether to throw them all again."""
    tr, names, p = context.names.tr, context.names, context.params
    shown = thrown(p["dice"], p["threshold"], names)
    detail: list[Child] = [
        *[tr("prompt.tempt-fate-detail", noirceur=p["noirceur"]), " ", clause("ROL-5"), " · "],
        *unanswered(context, tr("option.tempt-fate-no")),
        meaning(context),
    ]
    # The safe answer last, where the button lay that has just been pressed.
    row = answers(shown, reversed(yes_no(context, "reroll", "tempt-fate", main=better(context))))
    return prompt("tempt-fate", context.question, row, detail=detail, side=context.draft.seat)


def better(context: PanelContext) -> bool:
    """Whether the reroll is worth more than the dice as they lie, by the engine's odds; not before they are known."""
    worth = {
        bool(option["command"]["reroll"]): mean(odds)
        for index, option in enumerate(context.options)
        if (odds := context.draft.odds.get(str(index))) is not None
    }
    return len(worth) == 2 and worth[True] > worth[False]


def meaning(context: PanelContext) -> Node | None:
    """The legend of the bars, once they are there: whose wounds, and whose each row is."""
    odds = next((answer for answer in context.draft.odds.values() if "who" in answer), None)
    if odds is None or not odds["who"]["attackers"]:
        return None
    names, target, attacker = context.names, odds["who"]["target"], odds["who"]["attackers"][0]
    hurt = any(answer["mean"]["attacker"] > 0 for answer in context.draft.odds.values() if "mean" in answer)
    return el(
        "span.odds-means",
        [
            el(
                "span",
                el("i.swatch-of", cls=f"side-{names.seat(id) or 'h'}"),
                rich(names.tr, "odds.wounds-of", piece=names.someone(id)),
            )
            for id in ([target, attacker] if hurt else [target])
        ],
    )


def yes_no(context: PanelContext, key: str, name: str, main: bool = True) -> list[Node]:
    """Declining first, pending it last; marked is the one whose `key` is `main`. With odds where there are any."""
    tr = context.names.tr
    out = []
    for index, option in sorted(enumerate(context.options), key=lambda row: bool(row[1]["command"][key])):
        yes = bool(option["command"][key])
        sign = ("reroll" if name == "tempt-fate" else name) if yes else "nothing"
        odds = context.draft.odds.get(str(index))
        out.append(
            option_button(
                option,
                context,
                tr(f"option.{name}" if yes else f"option.{name}-no"),
                testid=f"option-{name}" if yes else "option-decline",
                sign=sign,
                note=bars(odds, context.names) if odds is not None else None,
                main=yes == main,
                hot="y" if yes else "n",
                cls="reaction" if odds is not None else "",
            )
        )
    return out


def fall(odds: Json | None, names: Names) -> str:
    """LIF-4: how likely the target goes out of combat, where it may."""
    chance = float_of(odds["out"]) if odds is not None and "out" in odds else 0.0
    return " · " + names.tr("table.out-chance", chance=percent(chance, names)) if chance > 0 else ""


def tactic(context: PanelContext) -> Node:
    """ATK-4: what successes can buy before the wounds."""
    if context.draft.pending is not None:
        return placing(context)
    tr, names, p = context.names.tr, context.names, context.params
    successes = tr.plural("card.successes-n", p["successes"])
    buttons = []
    for index, option in enumerate(context.options):
        what = option["command"]["tactic"]
        cost = tr.plural("prompt.costs-successes", TACTIC_COSTS[what]) if what else successes
        odds = context.draft.odds.get(str(index))
        note: list[Child] = [el("span", cost, fall(odds, names)), bars(odds, names)[0] if odds is not None else None]
        sign = {"stun": "stun", None: "check"}.get(what, "push")
        label = tr(f"option.{what}" if what else "option.tactic-none")
        testid = f"option-{what}" if what else "option-decline"
        buttons.append(
            option_button(
                option, context, label, testid=testid, sign=sign, note=note, cls="reaction", hot=str(index + 1)
            )
        )
    lines: list[Child] = [clause("ATK-4"), " · ", *unanswered(context, tr("option.tactic-none")), meaning(context)]
    detail: list[Child] = [notice(context)] if context.draft.notice else lines
    return prompt("tactic", context.question, answers(buttons, cls="four"), detail=detail, side=context.draft.seat)


class FightQuestion(TableQuestion):
    """A question whose answers are shown with their odds."""

    async def settle(self) -> None:
        """The odds of each answer, shown when all are known; the question does not wait for them."""
        player, draft, decision = self.player, self.player.draft, self.player.decision
        if decision is None or draft.pending is not None or draft.odds:
            return
        for index, option in enumerate(decision["options"]):
            if option["legal"]:
                odds = await player.reckon(option["command"])
                if draft.asked != decision["id"]:
                    return
                if odds is not None:
                    draft.odds[str(index)] = odds
        player.redraw_prompt()


class ReactQuestion(FightQuestion):
    """DOD-1, RIP-1."""

    show = staticmethod(react)


class OpportunityQuestion(FightQuestion):
    """OPP-1."""

    show = staticmethod(opportunity)


class TemptFateQuestion(FightQuestion):
    """ROL-5."""

    show = staticmethod(tempt_fate)


class TacticQuestion(FightQuestion):
    """ATK-4; a push asks for its place."""

    show = staticmethod(tactic)
