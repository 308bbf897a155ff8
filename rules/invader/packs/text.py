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
    parts: dict[str, Any] = {part: VOCABULARY.argument(words, part) for part in ("side", "among", "where")}
    while word := words.optional("max", "other", "all"):
        parts[word] = words.number() if word == "max" else True
    return Group(**parts)


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
    return Effect(cast(Any, trigger), _cost(costs), tuple(_step(step.strip()) for step in re.split(r"\bthen\b", body)))


def _cost(text: str) -> Cost:
    parts: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if part == "turn":
            parts["turn"] = True
        elif amount := re.fullmatch(r"(token|discard|drain) (\d+)", part):
            parts[amount[1]] = int(amount[2])
        elif limit := re.fullmatch(r"(\d+)/turn", part):
            parts["per_turn"] = int(limit[1])
        else:
            raise BadText(f"{part!r} is no cost: token N, turn, discard N, drain N, N/turn", "cost", part=part)
    return Cost(**parts)


def _step(text: str) -> Step:
    op, arguments = VOCABULARY.read(text)
    if "moved" in arguments:
        arguments["group"] = arguments.pop("moved")
        arguments["me"] = arguments["group"] is None
    return Step(cast(Any, op), **arguments)


# ---- what the engine refuses to run ----------------------------------------------------------------------------------


def faults(text: Card | Hero | Strategy) -> list[tuple[str, str]]:
    """The reasons why a card cannot be run, though each word of its text is known: a trigger, or the card's kind, and a
    code."""
    codes: list[tuple[str, str]] = [(effect.on, code) for effect in text.effects for code in _faults(text, effect)]
    if isinstance(text, Card):
        wrong = {
            "force": (text.force is None) != (text.kind == "order"),  # CRD-2
            "kind": text.kind
            in (("defender", "location") if text.side == "invader" else ("warform", "spire")),  # CRD-2
            "cancels": bool(text.cancels) and len(text.effects) > 1,  # CAN-7
        }
        codes += [(text.kind, code) for code, is_wrong in wrong.items() if is_wrong]
    return codes


def _triggers(text: Card | Hero | Strategy) -> tuple[str, ...]:
    if isinstance(text, Strategy):
        return ("enable", "upkeep", "static")
    if isinstance(text, Hero):
        return ("use", "static")
    return ("play", "cancel") if text.force is None else ("enter", "use", "upkeep", "static", "destroyed")


def _faults(text: Card | Hero | Strategy, effect: Effect) -> Mapping[str, None]:
    on, steps, codes = effect.on, effect.steps, dict[str, None]()
    placeless = isinstance(text, Strategy) or (isinstance(text, Card) and text.force is None)

    def no(wrong: bool, code: str) -> None:
        if wrong:
            codes[code] = None

    no(on not in _triggers(text), "trigger")
    no(on == "use" and effect.cost == Cost(), "free-use")
    no(effect.cost.turn and not isinstance(text, Hero), "turned")
    no(bool(effect.cost.token) and isinstance(text, Hero), "hero-tokens")
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
        no(step.op == "charge" and isinstance(text, Hero), "hero-tokens")
        side = text.side if not isinstance(text, Hero) else "human"
        no(step.op == "bite" and side == "human", "bite")
        no(step.op in ("absorb", "bulwark") and side == "invader", "defence")
        if group is not None:
            no(placeless and group.where == "here", "nowhere")
            no(step.op in ("aura", "ward") and group.max is not None, "max")
            no(group.where == "chosen" and step.op != "boost", "chosen")
            no(step.op == "boost" and not (group.all and group.side == "mine"), "boost")
    return codes


# ---- the words on a card ---------------------------------------------------------------------------------------------


def words(effects: tuple[Effect, ...], language: str) -> str:
    """A text in words, made from its parts (`words.toml`), so that both languages always say the same.

    >>> words(read("enter: destroy foe unit here max 2"), "en")
    'When this card is played: destroy an adverse unit of Force 2 or less in this zone.'
    >>> words(read("static: aura -1 foe unit here"), "fr")
    'Les unités adverses dans cette zone\\u202f: Force −1.'
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
        form = group.among
    parts = {
        "set": _group_text(step, phrases),
        "at": phrases["zones"].get(step.at),
        "kinds": phrases["many"].get(step.among),
    }
    return phrase(phrases["steps"], step.op, step.n, form, **parts)


def _group_text(step: Step, phrases: Mapping[str, Any]) -> str:
    """The cards that a step is about."""
    group, sets = step.group, phrases["sets"]
    if group is None:
        return str(sets["self"])
    form = "hero" if group.among == "hero" else "all" if group.all else "every" if step.op in ("aura", "ward") else ""
    of_kind = f"{form}-{group.among}".removeprefix("-")
    parts = {
        "one": phrases["one"].get(group.among),
        "many": phrases["many"].get(group.among),
        "other": sets["others" if form else "other"] if group.other else "",
    }
    name = phrase(sets, group.side, 0, of_kind if f"{group.side}-{of_kind}" in sets else form, **parts)
    limit = "" if group.max is None else phrase(sets, "max", group.max)
    return f"{name}{limit}{phrases['where'][group.where]}"
