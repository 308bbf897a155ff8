"""The texts of cards: read from their short form, checked, and put into words in both languages.

effect  = trigger [ "[" cost { "," cost } "]" ] ":" step { "then" step }
cost    = "token" N | "turn" | "discard" N | "drain" N | N "/turn"
set     = side kind where { "max" N | "other" | "all" }
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from rules.invader.packs.cards import OPS, TRIGGERS, Card, Cost, Effect, Group, Hero, Step, Strategy
from rules.kernel.packs.clauses import Phrases, Verb, Vocabulary, clause, clauses, phrase
from rules.kernel.packs.short_text import BadText, WordReader


def _group(words: WordReader) -> Group:
    """The cards that a step is about."""
    found: dict[str, Any] = {part: VOCABULARY.argument(words, part) for part in ("side", "among", "where")}
    while word := words.optional("max", "other", "all"):
        found[word] = words.number() if word == "max" else True
    return Group(**found)


def _moved(words: WordReader) -> Group | None:
    """The cards that a shift moves; None: the card itself."""
    return None if words.optional("self") else _group(words)


PARTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("pin", "ready", "absorb", "card", "order"), ()),
    **dict.fromkeys(("draw", "drain", "ruin", "recover", "plot", "charge", "bite", "bulwark"), ("n",)),
    **dict.fromkeys(("destroy", "bounce", "ward"), ("group",)),
    **dict.fromkeys(("scorch", "mend"), ("n", "at")),
    "shift": ("moved", "reach"),
    "boost": ("n", "group", "until"),
    "aura": ("n", "group"),
    "cheaper": ("n", "among"),
}
"""The parts of a step after its name, in this order: fields of a `Step`, and what a shift moves."""
CHOICES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "side": ("side", ("mine", "foe")),
    "among": ("kind", ("unit", "site", "card", "hero", "any")),
    "where": ("place", ("here", "anywhere", "chosen")),
    "reach": ("reach", ("near", "any")),
    "until": ("end", ("turn", "round")),
    "at": ("zone", ("here", "chosen", "each")),
}
"""Parts that are one of a few words, and what an author calls them."""
VOCABULARY = Vocabulary("step", {op: Verb(PARTS[op]) for op in OPS}, CHOICES, {"group": _group, "moved": _moved})
STATIC = ("aura", "ward", "absorb", "bite", "bulwark", "cheaper")
PHRASES = Phrases(Path(__file__).with_name("words.toml"))


def read(text: str) -> tuple[Effect, ...]:
    """The effects that a short form writes. Raises BadText, naming the nearest word.

    >>> read("use[1/turn]: shift self near")[0].steps[0].reach
    'near'
    """
    return tuple(_effect(part) for part in clauses(text))


def _effect(text: str) -> Effect:
    trigger, costs, _, body = clause(text, TRIGGERS, "trigger", "trigger[costs]: step then step")
    return Effect(cast(Any, trigger), _cost(costs), tuple(_step(it.strip()) for it in re.split(r"\bthen\b", body)))


def _cost(text: str) -> Cost:
    found: dict[str, Any] = {}
    for part in filter(None, (it.strip() for it in text.split(","))):
        if part == "turn":
            found["turn"] = True
        elif amount := re.fullmatch(r"(token|discard|drain) (\d+)", part):
            found[amount[1]] = int(amount[2])
        elif limit := re.fullmatch(r"(\d+)/turn", part):
            found["per_turn"] = int(limit[1])
        else:
            raise BadText(f"{part!r} is no cost: token N, turn, discard N, drain N, N/turn", "cost", part=part)
    return Cost(**found)


def _step(text: str) -> Step:
    op, said = VOCABULARY.read(text)
    if "moved" in said:
        said["group"] = said.pop("moved")
        said["me"] = said["group"] is None
    return Step(cast(Any, op), **said)


# ---- what the engine refuses to run ----------------------------------------------------------------------------------


def faults(it: Card | Hero | Strategy) -> list[tuple[str, str]]:
    """The reasons why a card cannot be run, though each word of its text is known: a trigger, or the card's kind, and a
    code."""
    found: list[tuple[str, str]] = [(effect.on, code) for effect in it.effects for code in _faults(it, effect)]
    if isinstance(it, Card):
        wrong = {
            "force": (it.force is None) != (it.kind == "order"),  # CRD-2
            "kind": it.kind in (("defender", "location") if it.side == "invader" else ("warform", "spire")),  # CRD-2
            "cancels": bool(it.cancels) and len(it.effects) > 1,  # CAN-7
        }
        found += [(it.kind, code) for code, is_wrong in wrong.items() if is_wrong]
    return found


def _triggers(it: Card | Hero | Strategy) -> tuple[str, ...]:
    if isinstance(it, Strategy):
        return ("enable", "upkeep", "static")
    if isinstance(it, Hero):
        return ("use", "static")
    return ("play", "cancel") if it.force is None else ("enter", "use", "upkeep", "static", "destroyed")


def _faults(it: Card | Hero | Strategy, effect: Effect) -> Mapping[str, None]:
    on, steps, found = effect.on, effect.steps, dict[str, None]()
    placeless = isinstance(it, Strategy) or (isinstance(it, Card) and it.force is None)

    def no(wrong: bool, code: str) -> None:
        if wrong:
            found[code] = None

    no(on not in _triggers(it), "trigger")
    no(on == "use" and effect.cost == Cost(), "free-use")
    no(effect.cost.turn and not isinstance(it, Hero), "turned")
    no(bool(effect.cost.token) and isinstance(it, Hero), "hero-tokens")
    no(on == "upkeep" and bool(effect.cost.discard), "upkeep-discard")
    no(sum(step.chooses for step in steps) > 1, "two-targets")
    no(sum(step.op == "shift" for step in steps) > 1, "two-shifts")
    no(sum(step.chooses_zone for step in steps) > 1, "two-zones")
    choosing = effect.choice is not None or effect.place is not None or effect.moves is not None
    no(on in ("upkeep", "destroyed", "enable") and choosing, "no-choice")
    for step in steps:
        group = step.group
        no((step.op in STATIC) != (on == "static"), "static")
        no((step.op in ("card", "order")) != (on == "cancel"), "cancel")
        no(placeless and (step.me or step.at == "here"), "nowhere")
        no(step.op == "charge" and isinstance(it, Hero), "hero-tokens")
        side = it.side if not isinstance(it, Hero) else "human"
        no(step.op == "bite" and side == "human", "bite")
        no(step.op in ("absorb", "bulwark") and side == "invader", "defence")
        if group is not None:
            no(placeless and group.where == "here", "nowhere")
            no(step.op in ("aura", "ward") and group.max is not None, "max")
            no(group.where == "chosen" and step.op != "boost", "chosen")
            no(step.op == "boost" and not (group.all and group.side == "mine"), "boost")
    return found


# ---- the words on a card ---------------------------------------------------------------------------------------------


def words(effects: tuple[Effect, ...], language: str) -> str:
    """A text in words, made from its parts (`words.toml`), so that both languages always say the same.

    >>> words(read("enter: destroy foe unit here max 2"), "en")
    'When this card is played: destroy an adverse unit in this zone of Force 2 or less.'
    >>> words(read("static: aura -1 foe unit here"), "fr")
    'Les cartes adverses (unité) dans cette zone\\u202f: Force −1.'
    """
    phrases = PHRASES.of(language)
    return " ".join(_sentence(effect, phrases) for effect in effects)


def _sentence(effect: Effect, phrases: Mapping[str, Any]) -> str:
    if effect.on == "cancel":
        return str(phrases["cancels"][effect.steps[0].op])
    costs = ("per_turn", "token", "discard", "drain", "turn")
    paid = [phrase(phrases["costs"], key, n) for key in costs if (n := int(getattr(effect.cost, key)))]
    head = ", ".join(filter(None, (phrases["triggers"].get(effect.on), phrases["and"].join(paid))))
    body = phrases["then"].join(_step_text(step, phrases) for step in effect.steps)
    text = f"{head}{phrases['colon']}{body}" if head else body
    return f"{text[0].upper()}{text[1:]}."


def _step_text(step: Step, phrases: Mapping[str, Any]) -> str:
    group, form = step.group, str(step.reach or step.until or "")
    if step.op == "plot":
        form = "up" if step.n >= 0 else "down"
    elif group is not None and step.op == "bounce":
        form = "all" if group.all else ""
    elif group is not None and step.op == "ward":
        form = "hero" if group.among == "hero" else ""
    parts = {
        "set": _group_text(step, phrases),
        "at": phrases["zones"].get(step.at),
        "kind": phrases["one"].get(step.among),
    }
    return phrase(phrases["steps"], step.op, step.n, form, **parts)


def _group_text(step: Step, phrases: Mapping[str, Any]) -> str:
    """The cards that a step is about."""
    group, sets = step.group, phrases["sets"]
    if group is None:
        return str(sets["self"])
    form = "all" if group.all else "every" if step.op in ("aura", "ward") else ""
    kinds = {"one": phrases["one"].get(group.among), "many": phrases.get("many", {}).get(group.among)}
    name = phrase(sets, group.side, 0, "hero" if group.among == "hero" else form, **kinds)
    other = sets["others" if form else "other"] if group.other else ""
    limit = "" if group.max is None else phrase(sets, "max", group.max)
    return f"{name}{other}{phrases['where'][group.where]}{limit}"
