"""Bots for any game that passes the conformance suite: one that plays at random, a greedy one that looks one command
ahead, and one that searches (docs/bots.md).

A bot knows no more than its seat: it is given a match from `imagine`, and imagines others from it. A game brings an
`Advisor`, its evaluation. Everything random comes from a seed, so that the same match, seed and budget give the same
answer; a clock, where there is one, is the caller's.
"""

from rules.kernel.bots.advisor import Advisor, Clock, Evaluate, listed, values
from rules.kernel.bots.decided import decided_query, turning_points
from rules.kernel.bots.hints import HintsQuery, hints, hints_query
from rules.kernel.bots.house import HouseBot, HouseOffers
from rules.kernel.bots.offers import proposed, weighed
from rules.kernel.bots.search import Budget, RankedCommand, search
from rules.kernel.bots.simple import greedy_answer, random_answer

__all__ = [
    "Advisor",
    "Budget",
    "Clock",
    "Evaluate",
    "HintsQuery",
    "HouseBot",
    "HouseOffers",
    "RankedCommand",
    "decided_query",
    "greedy_answer",
    "hints",
    "hints_query",
    "listed",
    "proposed",
    "random_answer",
    "search",
    "turning_points",
    "values",
    "weighed",
]
