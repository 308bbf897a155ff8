"""The texts of cards: read from their short form, checked, and put into words in both languages.

effect  = trigger [ "[" cost { "," cost } "]" ] ":" step { "then" step }
cost    = "token" N | "turn" | "discard" N | "drain" N | N "/turn"
set     = side kind where { "max" N | "other" | "all" }
"""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, cast

from rules.invader.cards import OPS, SITES, TRIGGERS, UNITS, Card, Cost, Effect, Group, Hero, Step, Strategy

AMONG, WHERE = ("unit", "site", "card", "hero", "any"), ("here", "anywhere", "chosen")
NUMBERED = (
    "draw",
    "drain",
    "ruin",
    "recover",
    "plot",
    "charge",
    "boost",
    "scorch",
    "mend",
    "aura",
    "bite",
    "bulwark",
    "cheaper",
)
GROUPED = ("destroy", "bounce", "shift", "boost", "aura", "ward")
STATIC = ("aura", "ward", "absorb", "bite", "bulwark", "cheaper")


class BadText(ValueError):
    """A text that the engine cannot run, in words for its author."""


def read(text: str) -> tuple[Effect, ...]:
    """The effects that a short form writes. Raises BadText, naming the nearest word.

    >>> read("use[1/turn]: shift self near")[0].steps[0].reach
    'near'
    """
    return tuple(_effect(part.strip()) for part in text.split(";")) if text.strip() else ()


def _effect(text: str) -> Effect:
    found = re.fullmatch(r"([a-z]+)(?:\[([^\]]*)\])?:\s*(.+)", text)
    if found is None:
        raise BadText(f"{text!r} is not “trigger[costs]: step then step”")
    trigger, costs, steps = found.groups()
    _known(trigger, TRIGGERS, "trigger")
    return Effect(
        cast(Any, trigger), _cost(costs or ""), tuple(_step(it.strip()) for it in re.split(r"\bthen\b", steps))
    )


def _cost(text: str) -> Cost:
    cost = Cost()
    for part in filter(None, (it.strip() for it in text.split(","))):
        if found := re.fullmatch(r"(\d+)/turn", part):
            cost = replace(cost, per_turn=int(found[1]))
        elif part == "turn":
            cost = replace(cost, turn=True)
        elif found := re.fullmatch(r"(token|discard|drain) (\d+)", part):
            cost = _paid(cost, found[1], int(found[2]))
        else:
            raise BadText(f"{part!r} is no cost: token N, turn, discard N, drain N, N/turn")
    return cost


def _paid(cost: Cost, what: str, n: int) -> Cost:
    match what:
        case "token":
            return replace(cost, token=n)
        case "discard":
            return replace(cost, discard=n)
        case _:
            return replace(cost, drain=n)


def _step(text: str) -> Step:
    words = text.split()
    op = words.pop(0) if words else ""
    _known(op, OPS, "step")
    step = Step(cast(Any, op))
    if op in NUMBERED:
        step = replace(step, n=_number(words, text))
    if op == "cheaper":
        return _ended(replace(step, among=cast(Any, _word(words, AMONG, "kind", text))), words, text)
    if op == "shift" and words[:1] == ["self"]:
        words.pop(0)
        step = replace(step, me=True)
    elif op in GROUPED:
        step = replace(step, group=_group(words, text))
    if op == "shift":
        step = replace(step, reach=cast(Any, _word(words, ("near", "any"), "reach", text)))
    elif op == "boost":
        step = replace(step, until=cast(Any, _word(words, ("turn", "round"), "end", text)))
    elif op in ("scorch", "mend"):
        step = replace(step, at=cast(Any, _word(words, ("here", "chosen", "each"), "zone", text)))
    return _ended(step, words, text)


def _group(words: list[str], text: str) -> Group:
    side = _word(words, ("mine", "foe"), "side", text)
    among, where = _word(words, AMONG, "kind", text), _word(words, WHERE, "place", text)
    group = Group(cast(Any, side), cast(Any, among), cast(Any, where))
    while words and words[0] in ("max", "other", "all"):
        match words.pop(0):
            case "max":
                group = replace(group, max=_number(words, text))
            case "other":
                group = replace(group, other=True)
            case _:
                group = replace(group, all=True)
    return group


def _word(words: list[str], among: tuple[str, ...], what: str, text: str) -> str:
    if not words:
        raise BadText(f"{text!r} lacks a {what}: {', '.join(among)}")
    _known(words[0], among, what)
    return words.pop(0)


def _number(words: list[str], text: str) -> int:
    if not words or not re.fullmatch(r"-?\d{1,2}", words[0]):
        raise BadText(f"{text!r} lacks a number")
    return int(words.pop(0))


def _known(word: str, among: tuple[str, ...], what: str) -> None:
    if word not in among:
        near = get_close_matches(word, among, 1)
        raise BadText(f"{word!r} is no {what}" + (f"; was {near[0]!r} meant?" if near else f": {', '.join(among)}"))


def _ended(step: Step, words: list[str], text: str) -> Step:
    if words:
        raise BadText(f"{text!r}: {words[0]!r} is one word too many")
    return step


# ---- what the engine refuses to run ----------------------------------------------------------------------------------


def faults(it: Card | Hero | Strategy) -> list[str]:
    """Why a text cannot be run, though each of its words is known."""
    found = [fault for effect in it.effects for fault in _faults(it, effect)]
    if isinstance(it, Card) and (it.force is None) != (it.kind == "order"):
        found.append("orders have no Force, all other cards have one (CRD-2)")
    if isinstance(it, Card) and it.cancels and len(it.effects) > 1:
        found.append("a card that cancels does nothing else (CAN-7)")
    return found


def _triggers(it: Card | Hero | Strategy) -> tuple[str, ...]:
    if isinstance(it, Strategy):
        return ("enable", "upkeep", "static")
    if isinstance(it, Hero):
        return ("use", "static")
    return ("play", "cancel") if it.force is None else ("enter", "use", "upkeep", "static", "destroyed")


def _faults(it: Card | Hero | Strategy, effect: Effect) -> list[str]:
    on, steps, found = effect.on, effect.steps, list[str]()
    placeless = isinstance(it, Strategy) or (isinstance(it, Card) and it.force is None)

    def no(wrong: bool, why: str) -> None:
        if wrong:
            found.append(f"{on}: {why}")

    no(on not in _triggers(it), f"this card may have {', '.join(_triggers(it))}")
    no(on == "use" and effect.cost == Cost(), "a use has a cost")
    no(effect.cost.turn and not isinstance(it, Hero), "only a Hero is turned as a cost")
    no(bool(effect.cost.token) and isinstance(it, Hero), "a Hero bears no tokens")
    no(on == "upkeep" and bool(effect.cost.discard), "an upkeep costs no discards")
    no(sum(step.chooses for step in steps) > 1, "at most one card is chosen")
    no(sum(step.op == "shift" for step in steps) > 1, "at most one shift")
    no(sum(step.chooses_zone for step in steps) > 1, "at most one zone is chosen")
    choosing = effect.choice is not None or effect.place is not None or effect.moves is not None
    no(on in ("upkeep", "destroyed", "enable") and choosing, "nothing may be chosen by its owner")
    for step in steps:
        group = step.group
        no((step.op in STATIC) != (on == "static"), f"{step.op} stands {'' if step.op in STATIC else 'not '}in static")
        no((step.op in ("card", "order")) != (on == "cancel"), "cancel: card, or cancel: order")
        no(placeless and (step.me or step.at == "here"), "nothing here is “here” or “self”")
        no(step.op == "charge" and isinstance(it, Hero), "a Hero bears no tokens")
        side = it.side if not isinstance(it, Hero) else "human"
        no(step.op == "bite" and side == "human", "bite is the Invader's")
        no(step.op in ("absorb", "bulwark") and side == "invader", f"{step.op} is the Human's")
        if group is not None:
            no(placeless and group.where == "here", "nothing here is “here”")
            no(step.op in ("aura", "ward") and group.max is not None, f"no max in {step.op}")
            no(group.where == "chosen" and step.op != "boost", "only a boost has a chosen zone")
            no(step.op == "boost" and not (group.all and group.side == "mine"), "a boost reaches all of one's own")
    return found


# ---- the words on a card ---------------------------------------------------------------------------------------------

_KINDS = {
    "en": {"unit": "unit", "site": "site", "card": "unit or site", "any": "card in play"},
    "fr": {"unit": "unité", "site": "lieu", "card": "unité ou lieu", "any": "en jeu"},
}
_MANY = {"unit": "units", "site": "sites", "card": "units or sites", "any": "cards in play"}
_PLACES = {
    "en": {"here": " in this zone", "anywhere": "", "chosen": " in one zone of your choice"},
    "fr": {"here": " dans cette zone", "anywhere": "", "chosen": " dans une zone au choix"},
}
_ZONES = {
    "en": {"here": "this zone", "chosen": "a zone of your choice", "each": "each zone"},
    "fr": {"here": "cette zone", "chosen": "une zone au choix", "each": "chaque zone"},
}
_TRIGGERS = {
    "en": {
        "enter": "When this card is played",
        "upkeep": "Each of your turns",
        "destroyed": "When this card is destroyed",
        "enable": "At once",
    },
    "fr": {
        "enter": "Quand cette carte est jouée",
        "upkeep": "À chacun de vos tours",
        "destroyed": "Quand cette carte est détruite",
        "enable": "Aussitôt",
    },
}


def words(effects: tuple[Effect, ...], language: str) -> str:
    """A text in words, made from its parts, so that both languages always say the same.

    >>> words(read("enter: destroy foe unit here max 2"), "en")
    'When this card is played: destroy an adverse unit in this zone of Force 2 or less.'
    >>> words(read("static: aura -1 foe unit here"), "fr")
    'Les cartes adverses (unité) dans cette zone\\u202f: Force −1.'
    """
    return " ".join(_sentence(effect, "fr" if language == "fr" else "en") for effect in effects)


def _sentence(effect: Effect, language: str) -> str:
    colon = "\u202f: " if language == "fr" else ": "
    if effect.on == "cancel":
        order = effect.steps[0].op == "order"
        if language == "fr":
            return f"Annulez {'une carte (ordre)' if order else 'une carte'} au moment où elle est jouée."
        return f"Cancel {'an order' if order else 'a card'} as it is played."
    body = (", puis " if language == "fr" else ", then ").join(_said(step, language, colon) for step in effect.steps)
    head = _head(effect, language)
    text = f"{head}{colon}{body}" if head else body
    return f"{text[0].upper()}{text[1:]}."


def _head(effect: Effect, language: str) -> str:
    fr, cost = language == "fr", effect.cost
    parts: list[str] = []
    if cost.per_turn:
        once = "une fois par tour" if fr else "once per turn"
        parts.append(once if cost.per_turn == 1 else f"{cost.per_turn} {'fois par tour' if fr else 'times per turn'}")
    if cost.token:
        parts.append(f"retirez {_many(cost.token, 'jeton')}" if fr else f"take {_many(cost.token, 'token')}")
    if cost.discard:
        parts.append(f"défaussez {cost.discard}" if fr else f"discard {cost.discard}")
    if cost.drain:
        parts.append(f"drainez {cost.drain}" if fr else f"drain {cost.drain}")
    if cost.turn:
        parts.append("tournez le Héros" if fr else "turn the Hero")
    paid = (" et " if fr else " and ").join(parts)
    head = _TRIGGERS[language].get(effect.on, "")
    return f"{head}, {paid}" if head and paid else head or paid


def _said(step: Step, language: str, colon: str) -> str:
    fr, n = language == "fr", step.n
    sign = f"+{n}" if n >= 0 else f"−{-n}"
    group = _named(step, language)
    cards = f"{n} carte{'s' if abs(n) > 1 else ''}"
    match step.op:
        case "draw":
            return f"piochez {cards}" if fr else f"draw {n}"
        case "drain":
            return f"l’adversaire draine {cards}" if fr else f"the other player drains {n}"
        case "ruin":
            return f"l’adversaire défausse {cards}" if fr else f"the other player discards {n}"
        case "recover":
            first = "la première carte" if n == 1 else f"les {n} premières cartes"
            return (
                f"placez {first} de votre défausse sous votre paquet"
                if fr
                else f"put the top {n} of your discard under your deck"
            )
        case "plot":
            if fr:
                return f"{'avancez' if n >= 0 else 'reculez'} le plan de {abs(n)}"
            return f"move the plot {abs(n)} {'up' if n >= 0 else 'down'}"
        case "charge":
            return f"posez {_many(n, 'jeton')} sur cette carte" if fr else f"put {_many(n, 'token')} on this card"
        case "pin":
            return "tournez le Héros à l’horizontale" if fr else "turn the Hero sideways"
        case "ready":
            return "tournez le Héros à la verticale" if fr else "turn the Hero upright"
        case "destroy":
            return f"détruisez {group}" if fr else f"destroy {group}"
        case "bounce":
            if step.group is not None and step.group.all:
                return (
                    f"renvoyez chacune dans la main de son propriétaire{colon}{group}"
                    if fr
                    else f"return {group} to the hand of its owner, each"
                )
            return f"renvoyez {group} dans la main de son propriétaire" if fr else f"return {group} to its owner’s hand"
        case "shift":
            if fr:
                return (
                    f"déplacez {group} vers {'une zone adjacente' if step.reach == 'near' else 'n’importe quelle zone'}"
                )
            return f"move {group} to {'an adjacent zone' if step.reach == 'near' else 'any zone'}"
        case "boost":
            end = (
                {"turn": "ce tour-ci", "round": "jusqu’à votre prochain tour"}
                if fr
                else {"turn": "this turn", "round": "until your next turn"}
            )
            return f"{group}{colon}Force {sign} {end[step.until or 'turn']}"
        case "scorch":
            at = _ZONES[language][step.at or "here"]
            return f"posez {_many(n, 'brûlure')} sur {at}" if fr else f"put {n} scorch on {at}"
        case "mend":
            at = _ZONES[language][step.at or "here"]
            return f"retirez {_many(n, 'brûlure')} de {at}" if fr else f"take {n} scorch from {at}"
        case "aura":
            return f"{group}{colon}Force {sign}"
        case "ward":
            one = step.group is not None and step.group.among == "hero"
            if fr:
                not_ = "ne peut être ni détruite ni renvoyée" if one else "ne peuvent être ni détruites ni renvoyées"
                return f"{group} {not_} par l’adversaire"
            return f"{group} cannot be destroyed or returned by the other player"
        case "absorb":
            if fr:
                return "quand une attaque ici vous fait drainer, retirez à la place autant de jetons de cette carte"
            return "when an attack here drains you, tokens of this card are taken instead, one for one"
        case "bite":
            return (
                f"une attaque qui fait drainer draine {cards} de plus"
                if fr
                else f"an attack that drains drains {n} more"
            )
        case "bulwark":
            return f"chaque zone compte {n} de plus pour vous" if fr else f"every zone counts {n} more for you"
        case "cheaper":
            kind = _KINDS[language].get(step.among or "any", "")
            return f"vos cartes ({kind}){colon}coût de défausse −{n}" if fr else f"your {kind}s: discard cost −{n}"
        case "card" | "order":
            raise AssertionError("a cancel is a sentence of its own")


def _named(step: Step, language: str) -> str:
    fr, group = language == "fr", step.group
    if group is None:
        return "cette carte" if fr else "this card"
    mine, every = group.side == "mine", group.all or step.op in ("aura", "ward")
    if group.among == "hero":
        name = (
            ("votre carte (Héros)" if mine else "la carte adverse (Héros)")
            if fr
            else ("your Hero" if mine else "the adverse Hero")
        )
    elif fr:
        kind, all_ = _KINDS["fr"][group.among], "toutes " if group.all else ""
        if every:
            name = f"{all_}vos cartes ({kind})" if mine else f"{all_}les cartes adverses ({kind})"
        else:
            name = f"une de vos cartes ({kind})" if mine else f"une carte adverse ({kind})"
    else:
        kinds, all_ = _MANY[group.among], "all " if group.all else ""
        if every:
            name = f"{all_}your {kinds}" if mine else f"{all_}adverse {kinds}"
        else:
            name = f"one of your {kinds}" if mine else f"an adverse {_KINDS['en'][group.among]}"
    other = (
        ((" autres que cette carte" if every else " autre que cette carte") if fr else " other than this card")
        if group.other
        else ""
    )
    limit = (
        ("" if group.max is None else f" de Force {group.max} ou moins")
        if fr
        else ("" if group.max is None else f" of Force {group.max} or less")
    )
    return f"{name}{other}{_PLACES[language][group.where]}{limit}"


def _many(n: int, word: str) -> str:
    return f"{n} {word}{'s' if abs(n) > 1 else ''}"


def reaches(group: Group, kind: str) -> bool:
    """Whether a group's kind names a card of this kind, or the Hero (CRD-2, HER-5)."""
    match group.among:
        case "unit":
            return kind in UNITS
        case "site":
            return kind in SITES
        case "card":
            return kind in UNITS or kind in SITES
        case "hero":
            return kind == "hero"
        case "any":
            return True
