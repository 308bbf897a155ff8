"""The closed vocabulary of everything that a card, tile, step or power does, read from one line of text.

gains    = word n, separated by commas and followed in order: "vp 2, lose card 1, discard fire 1"
prices   = word n, likewise: "engage 1, discard force 4"
state    = word [n]: "temples 2", "tech lore", "two-heroes"
task     = colour and a price, a state or a deed: "yellow train", "red aegis 2", "blue tech lore"
power    = one of seven forms: "when win: vp 1", "each-age: prayer 1", "force 2: hero vs chaos", "more drain 1",
           "less make 1 aegis", "limit hand 1", "free intercept"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Literal

from rules.kernel import noun
from rules.kernel.packs.clauses import Verb, Vocabulary
from rules.kernel.packs.short_text import BadText, WordReader, expect_word

ELEMENTS = ("fire", "earth", "water", "air")
TYPES = ("arms", "lore", "works", "life")
PLACES = ("olympus", "forge", "oracle", "moirai", "underworld", "colosseum", "surroundings", "mortal-world")
ACTIONS = (
    "convert", "design", "make", "influence", "deploy", "perceive", "fulfil", "drain", "resurrect", "train", "explore",
    "defend", "fight",
)  # fmt: skip
COUNTED = (
    "aegis", "faithful", "prayer", "vp", "grandeur", "goodness", "determination", "spark", "bonus", "worker", "energy",
    "rd",
)  # fmt: skip
"""The words for what stands in a purse."""
PAID = ("aegis", "faithful", "prayer", "vp", "grandeur", "determination", "energy", "spark")
"""What is paid from a purse as such."""


@noun
class Gain:
    """One effect. `of`: what is lost, or the element to be discarded."""

    gain: str
    n: int = 1
    of: str | None = None


@noun
class Price:
    """One part of a price. `of`: the element of cards to be discarded, or `force`."""

    pay: str
    n: int = 1
    of: str | None = None


@noun
class Having:
    """A state that is looked at (PRM-2, TSK-2). `of`: the type of a Technology."""

    have: str
    n: int = 1
    of: str | None = None


@noun
class Task:
    """A Task of a tile: a price, a state, or the name of a deed, by its colour (TSK)."""

    colour: Literal["red", "blue", "yellow", "green"]
    price: tuple[Price, ...] = ()
    having: Having | None = None
    deed: str = ""


@noun
class Power:
    """A power. `form` says which fields count: `when` (deed, gains), `each-age` (gains), `force` (n, who, whom), `more`
    (what, n), `less` (what, n, word), `limit` (what, n), `free` (what)."""

    form: str
    deed: str = ""
    gains: tuple[Gain, ...] = ()
    n: int = 0
    who: str = ""
    whom: str = ""
    what: str = ""
    word: str = ""


_N = Verb(("n",))
GAINS = Vocabulary(
    "gain",
    {
        **dict.fromkeys(
            (*COUNTED, "card", "premonition", "camp", "task", "xstep", "dstep", "step", "resurrect", "token", "force",
             "momentum", "progress"), _N
        ),
        "lose": Verb(("lost", "n")),
        "discard": Verb(("element", "n")),
    },
    {"lost": ("thing to lose", (*COUNTED, "card")), "element": ("element", ELEMENTS)},
)  # fmt: skip
PRICES = Vocabulary(
    "price",
    {**dict.fromkeys((*PAID, "worker", "camp", "transfer", "engage"), _N), "discard": Verb(("element", "n"))},
    {"element": ("element", (*ELEMENTS, "force"))},
)
COUNTABLE = (
    "temples", "techs", "cards", "faithful", "aegis", "prayer", "goodness", "energy", "sparks", "modules", "tiles",
)  # fmt: skip
"""What states count; the others hold or do not."""
STATES = Vocabulary(
    "state",
    {
        **dict.fromkeys(COUNTABLE, _N),
        "temple": Verb(), "two-heroes": Verb(), "grandeur-first": Verb(), "tech": Verb(("type",)),
    },
    {"type": ("type of Technology", TYPES)},
)  # fmt: skip
DEEDS = Vocabulary(
    "deed",
    {
        **dict.fromkeys((*ACTIONS, "premonition", "combat", "win", "explore-success", "activate-tile"), Verb()),
        **dict.fromkeys(("chaos-progress", "age-end", "age-start"), Verb()),
        **dict.fromkeys(("moves", "prophet-moves", "olympian-moves"), Verb(("place",))),
        "action": Verb(("action",)),
    },
    {"place": ("place", PLACES), "action": ("action", ACTIONS)},
)
GREEN = ("determination", "prophet", "token")
MORE = ("drain", "train", "influence", "perceive", "explore", "convert", "token")
LESS: Mapping[str, str] = {"make": "aegis", "fulfil": "aegis", "resurrect": "faithful"}
LIMITS = ("characters", "combat-cards", "hand", "plans")
WHO = ("olympian", "hero", "any")
WHOM = ("chaos", "players", "all")


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")] if text.strip() else []


@lru_cache(maxsize=2048)
def gains(text: str) -> tuple[Gain, ...]:
    """The effects of a text, in order. Raises BadText.

    >>> gains("vp 2, lose card 1")
    (Gain(gain='vp', n=2, of=None), Gain(gain='lose', n=1, of='card'))
    """
    parts = [GAINS.read(part) for part in _parts(text)]
    return tuple(Gain(word, values["n"], values.get("lost") or values.get("element")) for word, values in parts)


@lru_cache(maxsize=1024)
def prices(text: str) -> tuple[Price, ...]:
    """The parts of a price, in the order in which they are paid. Raises BadText."""
    parts = [PRICES.read(part) for part in _parts(text)]
    if any(values["n"] < 1 for _, values in parts):
        raise BadText(f"{text!r}: a price is 1 or more", "number", part=text)
    return tuple(Price(word, values["n"], values.get("element")) for word, values in parts)


@lru_cache(maxsize=1024)
def state(text: str) -> Having:
    """A state. Raises BadText."""
    word, values = STATES.read(text)
    if word == "temple":
        return Having("temples")
    return Having(word, values.get("n", 1), values.get("type"))


@lru_cache(maxsize=1024)
def deed(text: str) -> str:
    """A deed as occurrences are named: an action by its name alone. Raises BadText."""
    word, values = DEEDS.read(text)
    if word == "action":
        return str(values["action"])
    return f"{word} {values['place']}" if "place" in values else word


@lru_cache(maxsize=1024)
def task(text: str) -> Task:
    """A Task. Raises BadText."""
    colour, _, rest = text.partition(" ")
    match colour:
        case "red":
            return Task("red", price=prices(rest))
        case "blue":
            return Task("blue", having=state(rest))
        case "yellow":
            return Task("yellow", deed=deed(rest))
        case "green":
            expect_word(rest, GREEN, "deed of a green Task")
            return Task("green", deed=rest)
    expect_word(colour, ("red", "blue", "yellow", "green"), "colour")
    raise AssertionError(colour)


_FORCE = re.compile(r"force (-?\d{1,2}): (\S+) vs (\S+)")


@lru_cache(maxsize=1024)
def power(text: str) -> Power:
    """A power. Raises BadText.

    >>> power("less make 1 aegis").word
    'aegis'
    """
    words = WordReader(text.replace(":", " :"))
    form = words.word("form of a power", ("when", "each-age", "force", "more", "less", "limit", "free"))
    head, _, body = text.partition(":")
    match form:
        case "when":
            return Power(form, deed=deed(head.removeprefix("when ").strip()), gains=gains(body))
        case "each-age":
            return Power(form, gains=gains(body))
        case "force":
            match = _FORCE.fullmatch(text)
            if match is None:
                raise BadText(f"{text!r} is not “force n: who vs whom”", "shape", part=text)
            expect_word(match[2], WHO, "fighter")
            expect_word(match[3], WHOM, "foe")
            return Power(form, n=int(match[1]), who=match[2], whom=match[3])
        case "more":
            return _ended(words, Power(form, what=words.word("figure", MORE), n=words.number()))
        case "less":
            what = words.word("action", LESS)
            return _ended(words, Power(form, what=what, n=words.number(), word=words.word("price", (LESS[what],))))
        case "limit":
            return _ended(words, Power(form, what=words.word("limit", LIMITS), n=words.number()))
    return _ended(words, Power(form, what=words.word("thing", ("intercept",))))


def _ended(words: WordReader, power: Power) -> Power:
    words.end()
    return power


@lru_cache(maxsize=1024)
def card_text(text: str) -> tuple[str, tuple[Gain, ...]]:
    """The moment of a Conflict card's text, and its effects (COM-6); ("", ()) for a card without. Raises BadText."""
    if not text:
        return "", ()
    head, _, body = text.partition(":")
    expect_word(head.strip(), ("after", "win", "lose"), "moment")
    return head.strip(), gains(body)


Reader = Callable[[str], Any]
