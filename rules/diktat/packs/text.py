"""Effects in their short notation, and in words of both languages made from the same parts.

effects = "scourge" [ " ; " clauses ] | clause { " ; " clause }
clause  = timing ": " [ "[" condition "] " ] way { " | " way }
way     = act { ", " act } | "pay " kind " " n " -> " act
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast, get_args

from rules.diktat.packs.cards import AFFINITIES, LETTERS, Act, Clause, Cost, Effects, Timing, Way
from rules.kernel.packs.clauses import Phrases, Verb, Vocabulary, clause, clauses, counted, phrase
from rules.kernel.packs.short_text import BadText, expect_word

TIMINGS: tuple[Timing, ...] = get_args(Timing)
PLACES = {**{timing[0]: f"under {timing}" for timing in TIMINGS}, ">": "behind pay"}
"""Where a word may stand, by the letter that the list below has for it."""
WORDS: Mapping[str, Verb] = {
    word: Verb(tuple(takes.split()), frozenset(PLACES[letter] for letter in where))
    for where, takes, words in (
        ("odms>", "n", "pp"),
        ("d>", "n", "citizen guard emissary"),
        ("d", "n", "agent spy assassin pawn special"),
        ("g", "n", "vp rank"),
        ("g", "affinity n", "affinity"),
        (">", "n", "score"),
        ("o", "", "develop"),
        ("m", "n", "levy look move-pawns recall move-others peek refresh place"),
        ("m", "", "spying assassinate again skip move-stack swap-stacks close replace"),
        ("m", "kind to n", "convert"),
        ("s", "n", "levy-all arrest"),
        ("s>", "n", "kill"),
        ("c", "n", "looks bounty toll extends weight keep"),
        ("c", "", "steadfast tie immune through-darkness"),
    )
    for word in words.split()
}
"""The closed vocabulary; with `pay` there are 45 words."""
AGENT = ("Agent", tuple(LETTERS))
VOCABULARY = Vocabulary("word", WORDS, {"affinity": ("Affinity", (*AFFINITIES, "choice")), "kind": AGENT, "to": AGENT})
CONDITIONS = ("administrator", "citizens", "token-here", "adhesions", "base", "others")
COUNTED = ("citizens", "adhesions")
PAID = ("pp", "agent", *LETTERS)
SHAPE = "timing: [condition] word, word | pay kind n -> word"


def read(text: str) -> Effects:
    """The effects that a text writes. Raises BadText with the nearest spelling of what it does not know.

    >>> read("man: pay pp 5 -> score 1").clauses[0].ways[0]
    Way(acts=(Act(word='score', n=1, kind='', to=''),), cost=Cost(kind='pp', n=5))
    >>> read("cap: tole 1")
    Traceback (most recent call last):
    ...
    rules.kernel.packs.short_text.BadText: 'tole' is no word; was 'toll' meant?
    """
    parts = clauses(text)
    scourge = parts[:1] == ["scourge"]
    return Effects(tuple(_clause(part) for part in parts[scourge:]), scourge)


def _clause(text: str) -> Clause:
    timing, _, condition, body = clause(text, TIMINGS, "timing", SHAPE)
    if condition:
        _condition(condition)
    ways = tuple(_way(timing, part.strip()) for part in body.split("|"))
    if len(ways) > 1 and timing not in ("man", "special"):
        raise BadText(f"{timing}: only a Manifestation or a Special Manoeuvre offers a choice")
    if condition[:8] in ("citizens", "token-he") and any(act.word != "weight" for way in ways for act in way.acts):
        raise BadText(f"[{condition}] stands before weight only")
    return Clause(cast(Timing, timing), ways, condition)


def _condition(text: str) -> None:
    word, more, n = text.partition(">=")
    expect_word(word, CONDITIONS, "condition")
    if (word in COUNTED) != bool(more) or (more and not n.isdigit()):
        raise BadText(f"[{text}] is no condition")


def _way(timing: str, text: str) -> Way:
    if text.startswith("pay "):
        paid, arrow, act = text[4:].partition(" -> ")
        kind, _, n = paid.partition(" ")
        expect_word(kind, PAID, "cost")
        if not arrow or not n.isdigit() or not int(n):
            raise BadText(f"{text!r} is no exchange")
        if timing not in ("man", "special"):
            raise BadText(f"pay does not stand under {timing}")
        return Way((_act("behind pay", act),), Cost(kind, int(n)))
    return Way(tuple(_act(f"under {timing}", part) for part in text.split(", ")))


def _act(place: str, text: str) -> Act:
    word, arguments = VOCABULARY.read(text, place)
    n = arguments.get("n", 0)
    if "n" in arguments and (n == 0 or (n < 0 and word not in ("vp", "rank"))):
        raise BadText(f"{text!r}: {n} makes no sense here")
    return Act(word, n, arguments.get("affinity") or arguments.get("kind", ""), arguments.get("to", ""))


# ---- in words --------------------------------------------------------------------------------------------------------

PHRASES = Phrases(Path(__file__).with_name("words.toml"))


def words(effects: Effects, language: str) -> str:
    """The effects in words, French or English, made from their parts, so that both always say what happens.

    >>> words(read("gain: vp 2, rank -5"), "en")
    'Gain: 2 VP, Rank −5.'
    >>> words(read("scourge ; gain: vp -1 ; once: pp 9"), "fr")
    'Fléau. Gain\\u202f: −1 PV. À la prise\\u202f: prenez 9 PP.'
    """
    phrases = PHRASES.of(language)
    if effects.scourge and not effects.clauses:
        return str(phrases["nothing"])
    head = [phrases["scourge"]] if effects.scourge else []
    return " ".join([*head, *(_sentence(clause, phrases) for clause in effects.clauses)])


def way_words(way: Way, language: str) -> str:
    """One way of an effect in words.

    >>> way_words(read("man: look 1 | pp 2").clauses[0].ways[1], "en")
    'take 2 PP'
    """
    return _way_text(way, PHRASES.of(language))


def _sentence(clause: Clause, phrases: Mapping[str, Any]) -> str:
    ways = phrases["or"].join(_way_text(way, phrases) for way in clause.ways)
    word, _, n = clause.condition.partition(">=")
    when = f", {phrases['conditions'][word].format(n=n)}" if word else ""
    return f"{phrases['timings'][clause.timing]}{when}{phrases['colon']}{ways}."


def _way_text(way: Way, phrases: Mapping[str, Any]) -> str:
    acts = ", ".join(_act_text(act, phrases) for act in way.acts)
    if way.cost is None:
        return acts
    if way.acts[0].word in LETTERS:
        acts = phrases["take"].format(agents=acts)
    return str(phrases["paid"].format(cost=counted(phrases["kinds"], way.cost.kind, way.cost.n), act=acts))


def _act_text(act: Act, phrases: Mapping[str, Any]) -> str:
    kinds = phrases["kinds"]
    if act.word not in phrases["acts"]:
        return counted(kinds, act.word, act.n)
    kind, to = (kinds[kind][abs(act.n) > 1] if kind in kinds else "" for kind in (act.kind, act.to))
    return phrase(phrases["acts"], act.word, act.n, act.kind, kind=kind, to=to, colon=phrases["colon"])
