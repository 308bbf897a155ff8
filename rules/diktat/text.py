"""Effects in their short notation, and in words of both languages made from the same parts.

effects = "scourge" [ " ; " clauses ] | clause { " ; " clause }
clause  = timing ": " [ "[" condition "] " ] way { " | " way }
way     = act { ", " act } | "pay " kind " " n " -> " act
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Literal, cast, get_args

from rules.diktat.cards import AFFINITIES, LETTERS, Act, Clause, Cost, Effects, Name, Timing, Way
from rules.kernel import noun

TIMINGS: tuple[Timing, ...] = get_args(Timing)


@noun
class Word:
    """`where`: the first letters of the timings under which it may stand, ">" for behind `pay`. `takes`: what follows
    it."""

    where: str
    takes: Literal["", "n", "affinity", "convert"] = "n"


WORDS: Mapping[str, Word] = {
    "pp": Word("odms>"),
    "citizen": Word("d>"),
    "guard": Word("d>"),
    "emissary": Word("d>"),
    "agent": Word("d"),
    "spy": Word("d"),
    "assassin": Word("d"),
    "pawn": Word("d"),
    "special": Word("d"),
    "vp": Word("g"),
    "rank": Word("g"),
    "affinity": Word("g", "affinity"),
    "score": Word(">"),
    "develop": Word("o", ""),
    "levy": Word("m"),
    "levy-all": Word("s"),
    "convert": Word("m", "convert"),
    "look": Word("m"),
    "spying": Word("m", ""),
    "assassinate": Word("m", ""),
    "kill": Word("s>"),
    "arrest": Word("s"),
    "again": Word("m", ""),
    "skip": Word("m", ""),
    "move-stack": Word("m", ""),
    "move-pawns": Word("m"),
    "swap-stacks": Word("m", ""),
    "recall": Word("m"),
    "move-others": Word("m"),
    "close": Word("m", ""),
    "peek": Word("m"),
    "replace": Word("m", ""),
    "refresh": Word("m"),
    "place": Word("m"),
    "looks": Word("c"),
    "bounty": Word("c"),
    "toll": Word("c"),
    "steadfast": Word("c", ""),
    "extends": Word("c"),
    "weight": Word("c"),
    "tie": Word("c", ""),
    "immune": Word("c", ""),
    "keep": Word("c"),
    "through-darkness": Word("c", ""),
}
"""The closed vocabulary; with `pay` there are 45 words."""
CONDITIONS = ("administrator", "citizens", "token-here", "adhesions", "base", "others")
COUNTED = ("citizens", "adhesions")
PAID = ("pp", "agent", *LETTERS)


class BadText(ValueError):
    """Effects that cannot be read, or that the engine cannot run."""


def read(text: str) -> Effects:
    """The effects that a text writes. Raises BadText with the nearest spelling of what it does not know.

    >>> read("man: pay pp 5 -> score 1").clauses[0].ways[0]
    Way(acts=(Act(word='score', n=1, kind='', to=''),), cost=Cost(kind='pp', n=5))
    >>> read("cap: tole 1")
    Traceback (most recent call last):
    ...
    rules.diktat.text.BadText: 'tole' is no word; was 'toll' meant?
    """
    parts = [part.strip() for part in text.split(";")]
    scourge = parts[0] == "scourge"
    return Effects(tuple(_clause(part) for part in (parts[1:] if scourge else parts)), scourge)


def _clause(text: str) -> Clause:
    timing, colon, rest = text.partition(":")
    _known(timing, TIMINGS, "timing")
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
    _known(word, CONDITIONS, "condition")
    if (word in COUNTED) != bool(more) or (more and not n.isdigit()):
        raise BadText(f"[{text}] is no condition")


def _way(timing: str, text: str) -> Way:
    if text.startswith("pay "):
        paid, arrow, act = text[4:].partition(" -> ")
        kind, _, n = paid.partition(" ")
        _known(kind, PAID, "cost")
        if not arrow or not n.isdigit() or not int(n):
            raise BadText(f"{text!r} is no exchange")
        if timing not in ("man", "special"):
            raise BadText(f"pay does not stand under {timing}")
        return Way((_act(">", act),), Cost(kind, int(n)))
    return Way(tuple(_act(timing, part) for part in text.split(", ")))


def _act(timing: str, text: str) -> Act:
    word, *args = text.split()
    _known(word, tuple(WORDS), "word")
    if timing[0] not in WORDS[word].where:
        raise BadText(f"{word} does not stand {'behind pay' if timing == '>' else f'under {timing}'}")
    kind = to = ""
    match WORDS[word].takes, args:
        case ("", []):
            return Act(word)
        case ("affinity", [kind, n]):
            _known(kind, (*AFFINITIES, "choice"), "Affinity")
        case ("convert", [kind, to, n]):
            _known(kind, tuple(LETTERS), "Agent")
            _known(to, tuple(LETTERS), "Agent")
        case ("n", [n]):
            pass
        case _:
            raise BadText(f"{text!r} has too many or too few words")
    if not re.fullmatch(r"-?\d{1,2}", n) or int(n) == 0 or (int(n) < 0 and word not in ("vp", "rank")):
        raise BadText(f"{text!r}: {n} makes no sense here")
    return Act(word, int(n), kind, to)


def _known(word: str, among: tuple[str, ...], what: str) -> None:
    if word not in among:
        near = get_close_matches(word, among, 1)
        raise BadText(f"{word!r} is no {what}" + (f"; was {near[0]!r} meant?" if near else f": {', '.join(among)}"))


# ---- in words --------------------------------------------------------------------------------------------------------

_TIMINGS: Mapping[str, tuple[str, str]] = {
    "once": ("When taken", "À la prise"),
    "gain": ("Gain", "Gain"),
    "dev": ("Development", "Développement"),
    "cap": ("Capacity", "Capacité"),
    "man": ("Manifestation", "Manifestation"),
    "special": ("Special Manoeuvre", "Manœuvre spéciale"),
}
_CONDITIONS: Mapping[str, tuple[str, str]] = {
    "administrator": ("while you are Administrator", "tant que vous êtes Administrateur"),
    "citizens": (
        "with {n} Citizens or more in the sector being conquered",
        "avec au moins {n} Citoyens dans le secteur conquis",
    ),
    "token-here": (
        "with one of your Cabal tokens on the sector being conquered",
        "avec un de vos jetons de Cabale sur le secteur conquis",
    ),
    "adhesions": (
        "with {n} Adhesions or more on the Possessions of others",
        "avec au moins {n} Adhésions sur les Possessions des autres",
    ),
    "base": ("without the Others", "sans les Autres"),
    "others": ("with the Others", "avec les Autres"),
}
_KINDS: Mapping[str, tuple[str, str, str, str]] = {
    "citizen": ("Citizen", "Citizens", "Citoyen", "Citoyens"),
    "guard": ("Guard", "Guards", "Garde", "Gardes"),
    "emissary": ("Emissary", "Emissaries", "Émissaire", "Émissaires"),
    "agent": ("Agent of your choice", "Agents of your choice", "Agent au choix", "Agents au choix"),
    "spy": ("Spy", "Spies", "Espion", "Espions"),
    "assassin": ("Assassin", "Assassins", "Assassin", "Assassins"),
    "pawn": ("more Manoeuvre", "more Manoeuvres", "Manœuvre de plus", "Manœuvres de plus"),
    "special": ("Cabal token", "Cabal tokens", "jeton de Cabale", "jetons de Cabale"),
    "pp": ("PP", "PP", "PP", "PP"),
    "politics": ("Politics", "Politics", "Politique", "Politique"),
    "people": ("People", "People", "Peuple", "Peuple"),
    "artefact": ("Artefact", "Artefact", "Artefact", "Artefact"),
    "choice": ("of your choice", "of your choice", "au choix", "au choix"),
}
_TEXTS: Mapping[str, tuple[str, str]] = {
    "pp": ("take {n} PP", "prenez {n} PP"),
    "vp": ("{n} VP", "{n} PV"),
    "rank": ("Rank {signed}", "Rang {signed}"),
    "affinity": ("{n} Affinity: {kind}", "{n} Affinité{s}{colon}{kind}"),
    "score": ("score {n} VP", "marquez {n} PV"),
    "develop": ("Develop your Cabal for nothing", "Développez votre Cabale gratuitement"),
    "levy": ("a player of your choice gives you {n} PP", "un joueur de votre choix vous cède {n} PP"),
    "levy-all": ("every other player gives you {n} PP", "chaque autre joueur vous cède {n} PP"),
    "convert": ("up to {n} {kind} become{es} {to}", "jusqu’à {n} {kind} devien{nent} {to}"),
    "look": ("look at up to {n} elements", "regardez jusqu’à {n} éléments"),
    "spying": ("Spy, without a Manoeuvre pawn", "Espionnez, sans pion Manœuvre"),
    "assassinate": ("Assassinate, without a Manoeuvre pawn", "Assassinez, sans pion Manœuvre"),
    "kill": ("up to {n} Assassination{s}", "jusqu’à {n} Assassinat{s}"),
    "arrest": (
        "up to {n} Assassination{s} of pawns you know",
        "jusqu’à {n} Assassinat{s} de pions que vous connaissez",
    ),
    "again": ("play twice in a row", "jouez deux fois de suite"),
    "skip": ("skip your turn", "sautez votre tour"),
    "move-stack": ("move one of your stacks", "déplacez l’une de vos piles"),
    "move-pawns": ("move up to {n} pawn{s} between your stacks", "déplacez jusqu’à {n} pion{s} entre vos piles"),
    "swap-stacks": ("two of your stacks change places", "échangez la place de deux de vos piles"),
    "recall": ("take back up to {n} pawn{s} of a stack", "reprenez jusqu’à {n} pion{s} d’une pile"),
    "move-others": ("move up to {n} Others", "déplacez jusqu’à {n} Autres"),
    "close": ("close a sector without stacks", "fermez un secteur sans pile"),
    "peek": ("look at the pile’s top {n} cards", "regardez les {n} premières cartes de la pioche"),
    "replace": ("replace a card of the track", "remplacez une carte de la piste"),
    "refresh": ("take off {n} Used token{s}", "retirez {n} jeton{s} Utilisé{s}"),
    "place": ("lay {n} Cabal token{s}", "posez {n} jeton{s} de Cabale"),
    "looks": ("Spy: {n} more", "Espionner{colon}{n} de plus"),
    "bounty": ("{n} PP more for an Emissary assassinated", "{n} PP de plus par Émissaire assassiné"),
    "toll": ("your Guards cost {n} PP more", "vos Gardes coûtent {n} PP de plus"),
    "steadfast": ("your Guards revealed stay", "vos Gardes révélés restent"),
    "extends": ("Extend: {n} PP more", "Étendre{colon}{n} PP de plus"),
    "weight": (
        "you count {n} Emissary more for the Winner and the order",
        "vous comptez {n} Émissaire de plus pour le Vainqueur et l’ordre",
    ),
    "tie": ("you win Struggles without bidding", "vous gagnez les Luttes sans miser"),
    "immune": ("immune to Attacks", "immunisé aux Attaques"),
    "keep": ("keep {n} Agents at the end of the cycle", "gardez {n} Agents en fin de Cycle"),
    "through-darkness": ("take in spite of Darkness", "prenez malgré les Ténèbres"),
}
COLON = "\u202f: "


def words(effects: Effects, language: str) -> str:
    """The effects in words, French or English, made from their parts, so that both always say what happens.

    >>> words(read("gain: vp 2, rank -5"), "en")
    'Gain: 2 VP, Rank −5.'
    >>> words(read("scourge ; gain: vp -1 ; once: pp 9"), "fr")
    'Fléau. Gain\\u202f: −1 PV. À la prise\\u202f: prenez 9 PP.'
    """
    fr = language == "fr"
    if effects.scourge and not effects.clauses:
        return f"Fléau{COLON}sans effet." if fr else "Scourge: no effect."
    head = [("Fléau." if fr else "Scourge.")] if effects.scourge else []
    return " ".join([*head, *(_sentence(clause, fr) for clause in effects.clauses)])


def _sentence(clause: Clause, fr: bool) -> str:
    ways = (" ou " if fr else " or ").join(_way_said(way, fr) for way in clause.ways)
    word, _, n = clause.condition.partition(">=")
    when = f", {_CONDITIONS[word][fr].format(n=n)}" if word else ""
    return f"{_TIMINGS[clause.timing][fr]}{when}{COLON if fr else ': '}{ways}."


def _way_said(way: Way, fr: bool) -> str:
    said = ", ".join(_said(act, fr) for act in way.acts)
    if way.cost is None:
        return said
    return f"{_counted(way.cost.kind, way.cost.n, fr)} {'contre' if fr else 'for'} {said}"


def _counted(kind: str, n: int, fr: bool) -> str:
    return f"{n} {_KINDS[kind][2 * fr + (abs(n) > 1)]}"


def _said(act: Act, fr: bool) -> str:
    if act.word not in _TEXTS:
        return _counted(act.word, act.n, fr)
    many = abs(act.n) > 1
    minus = f"−{-act.n}" if act.n < 0 else str(act.n)
    signed = minus if act.n < 0 else f"+{act.n}"
    kind, to = (_KINDS[it][2 * fr + many] if it else "" for it in (act.kind, act.to))
    return _TEXTS[act.word][fr].format(
        n=minus,
        signed=signed,
        kind=kind,
        to=to,
        s="s" if many else "",
        nent="nent" if many else "t",
        es="" if many else "s",
        colon=COLON,
    )


PICK: Mapping[str, Callable[[Name], str]] = {"fr": lambda name: name.fr, "en": lambda name: name.en}
"""The name of a card in a language."""
