"""A match at each kind of question that Diktat asks: found in random matches, or made where only bargaining brings one
about."""

from __future__ import annotations

import random
from functools import cache

from rules.diktat import Match
from tests.diktat.table import turn

KINDS = (
    "choose-cabal", "first-player", "manoeuvre", "look", "kill", "react", "lay", "call", "designate", "wake", "bid",
    "take", "choose", "hold", "verdict", "adjust",
)  # fmt: skip
MADE = ("hold", "verdict", "adjust")
MOST_MATCHES = 40


def asking(kind: str) -> tuple[Match, str]:
    """A match of three seats that asks such a question, and a seat that is asked it."""
    match = made(kind) if kind in MADE else found()[kind].fork(1)
    return match, next(seat for seat, question in match.asked.items() if question.kind == kind)


def made(kind: str) -> Match:
    """One seat holds the table; is accused of having broken its word; is asked to agree to a draw."""
    match = turn(seats={"1": {"pp": 3}, "2": {"pp": 3}, "3": {"pp": 3}})
    if kind == "hold":
        match.submit("2", {"kind": "hold"})
    elif kind == "verdict":
        words = {"by": "1", "do": "words", "text": "I leave Karst to you"}
        match.submit("1", {"kind": "offer", "to": ["2"], "promises": [words], "sworn": True})
        match.submit("2", {"kind": "accept", "offer": "d1"})
        match.submit("2", {"kind": "accuse", "deal": "d1", "seat": "1"})
    else:
        match.submit("1", {"kind": "propose", "what": "draw"})
    return match


@cache
def found() -> dict[str, Match]:
    """The first moment of each kind in random matches, with the Others, their seeds from 1 on."""
    rows: dict[str, Match] = {}
    for seed in range(1, MOST_MATCHES):
        options = {"players": 3, "cabals": "choice", "configurations": ["others"], "fiel": "corruption"}
        match, rng = Match.new(options, seed=seed), random.Random(seed)
        while match.asked and len(rows) < len(KINDS) - len(MADE):
            for question in match.asked.values():
                if question.kind not in rows:
                    rows[question.kind] = match.fork(seed)
            seat = rng.choice(sorted(match.asked))
            match.submit(seat, next(match.commands(seat, rng)))
    return rows
