"""Effects in their short notation, and in words of both languages made from the same parts.

effects = "scourge" [ " ; " clauses ] | clause { " ; " clause }
clause  = timing ": " [ "[" condition "] " ] way { " | " way }
way     = act { ", " act } | "pay " kind " " n " -> " act
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast, get_args

from rules.diktat.packs.cards import AFFINITIES, LETTERS, Act, Clause, Cost, Effects, Timing, Way
from rules.kernel import noun
from rules.kernel.packs.short_text import BadText, WordReader, expect_word

TIMINGS: tuple[Timing, ...] = get_args(Timing)


@noun
class Word:
    """`where`: the first letters of the timings under which it may stand, ">" for behind `pay`. `takes`: what follows
    it: a number ("n"), an Affinity or two kinds of Agents ("convert") and a number, or nothing ("")."""

    where: str
    takes: str


WORDS: Mapping[str, Word] = {
    word: Word(where, takes)
    for where, takes, words in (
        ("odms>", "n", "pp"),
        ("d>", "n", "citizen guard emissary"),
        ("d", "n", "agent spy assassin pawn special"),
        ("g", "n", "vp rank"),
        ("g", "affinity", "affinity"),
        (">", "n", "score"),
        ("o", "", "develop"),
        ("m", "n", "levy look move-pawns recall move-others peek refresh place"),
        ("m", "", "spying assassinate again skip move-stack swap-stacks close replace"),
        ("m", "convert", "convert"),
        ("s", "n", "levy-all arrest"),
        ("s>", "n", "kill"),
        ("c", "n", "looks bounty toll extends weight keep"),
        ("c", "", "steadfast tie immune through-darkness"),
    )
    for word in words.split()
}
"""The closed vocabulary; with `pay` there are 45 words."""
CHOICES = {"affinity": [("Affinity", (*AFFINITIES, "choice"))], "convert": [("Agent", tuple(LETTERS))] * 2}
"""The words that can stand between a word and its number: an author's name for the choice, and the words to choose
from."""
CONDITIONS = ("administrator", "citizens", "token-here", "adhesions", "base", "others")
COUNTED = ("citizens", "adhesions")
PAID = ("pp", "agent", *LETTERS)


def read(text: str) -> Effects:
    """The effects that a text writes. Raises BadText with the nearest spelling of what it does not know.

    >>> read("man: pay pp 5 -> score 1").clauses[0].ways[0]
    Way(acts=(Act(word='score', n=1, kind='', to=''),), cost=Cost(kind='pp', n=5))
    >>> read("cap: tole 1")
    Traceback (most recent call last):
    ...
    rules.kernel.packs.short_text.BadText: 'tole' is no word; was 'toll' meant?
    """
    parts = [part.strip() for part in text.split(";")]
    scourge = parts[0] == "scourge"
    return Effects(tuple(_clause(part) for part in (parts[1:] if scourge else parts)), scourge)


def _clause(text: str) -> Clause:
    timing, colon, rest = text.partition(":")
    expect_word(timing, TIMINGS, "timing")
    if not colon:
        raise BadText(f"{text!r} lacks a colon")
    condition, rest = "", rest.strip()
    if rest.startswith("["):
        condition, bracket, rest = rest[1:].partition("]")
        if not bracket:
            raise BadText(f"{text!r} lacks a bracket")
        _condition(condition)
    ways = tuple(_way(timing, part.strip()) for part in rest.split("|"))
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
        return Way((_act(">", act),), Cost(kind, int(n)))
    return Way(tuple(_act(timing, part) for part in text.split(", ")))


def _act(timing: str, text: str) -> Act:
    words = WordReader(text)
    word = words.word("word", WORDS)
    if timing[0] not in WORDS[word].where:
        raise BadText(f"{word} does not stand {'behind pay' if timing == '>' else f'under {timing}'}")
    takes = WORDS[word].takes
    kinds = [words.word(*it) for it in CHOICES.get(takes, ())]
    n = words.number() if takes else 0
    words.end()
    if takes and (n == 0 or (n < 0 and word not in ("vp", "rank"))):
        raise BadText(f"{text!r}: {n} makes no sense here")
    return Act(word, n, *kinds)


# ---- in words --------------------------------------------------------------------------------------------------------

Phrases = Mapping[str, Any]
PHRASES: Phrases = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
"""The parts of texts, by language."""


def words(effects: Effects, language: str) -> str:
    """The effects in words, French or English, made from their parts, so that both always say what happens.

    >>> words(read("gain: vp 2, rank -5"), "en")
    'Gain: 2 VP, Rank −5.'
    >>> words(read("scourge ; gain: vp -1 ; once: pp 9"), "fr")
    'Fléau. Gain\\u202f: −1 PV. À la prise\\u202f: prenez 9 PP.'
    """
    phrases = PHRASES[language]
    if effects.scourge and not effects.clauses:
        return str(phrases["nothing"])
    head = [phrases["scourge"]] if effects.scourge else []
    return " ".join([*head, *(_sentence(clause, phrases) for clause in effects.clauses)])


def _sentence(clause: Clause, phrases: Phrases) -> str:
    ways = phrases["or"].join(_way_text(way, phrases) for way in clause.ways)
    word, _, n = clause.condition.partition(">=")
    when = f", {phrases['conditions'][word].format(n=n)}" if word else ""
    return f"{phrases['timings'][clause.timing]}{when}{phrases['colon']}{ways}."


def _way_text(way: Way, phrases: Phrases) -> str:
    said = ", ".join(_act_text(act, phrases) for act in way.acts)
    if way.cost is None:
        return said
    if way.acts[0].word in LETTERS:
        said = phrases["take"].format(agents=said)
    return str(phrases["paid"].format(cost=_count_text(way.cost.kind, way.cost.n, phrases), act=said))


def _count_text(kind: str, n: int, phrases: Phrases) -> str:
    return f"{n} {phrases['kinds'][kind][abs(n) > 1]}"


def _act_text(act: Act, phrases: Phrases) -> str:
    if act.word not in phrases["acts"]:
        return _count_text(act.word, act.n, phrases)
    many = abs(act.n) > 1
    minus = f"−{-act.n}" if act.n < 0 else str(act.n)
    kind, to = (phrases["kinds"][it][many] if it in phrases["kinds"] else "" for it in (act.kind, act.to))
    text: str = phrases["acts"].get(f"{act.word}-{act.kind}", phrases["acts"][act.word])
    return text.format(
        n=minus,
        signed=minus if act.n < 0 else f"+{act.n}",
        kind=kind,
        to=to,
        s="s" if many else "",
        es="" if many else "s",
        nent="nent" if many else "t",
        colon=phrases["colon"],
    )
