"""A bot that maximises the immediate value: attacks by their odds, everything else by the table that would result in a
world imagined from its seat's knowledge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from math import hypot
from random import Random

from rules.kernel import Json, Refused
from rules.olomoc.match import Match
from rules.olomoc.seats import SEATS, Seat, other
from rules.olomoc.state import INCH

LISTINGS, MOST = 2, 40
"""Number of times that the legal commands are listed (each time with other ends of movements), and number of each that
are tried."""
SETTLED = 8
"""Number of answers that are given for either seat in an imagined world before it is evaluated."""

PV, OUT, STUN, NOIRCEUR = 1.0, 2.0, 0.6, 0.45
POINT, FIEL, ACTION, NEAR = 2.5, 4.0, 0.08, 0.1
STRIKES = frozenset(("attack", "charge", "react", "opportunity", "tempt-fate"))
"""Commands weighed by odds alone."""
UNSEEN = 10**9


def greedy_bot(match: Match, seat: Seat, rng: Random) -> Json:
    """The command worth most, the first of equals; at random where nothing can be weighed (plans, cabals, drafts)."""
    decision = match.decisions[seat]
    if decision["kind"] in ("plan", "compose", "draft", "place-decor", "choose-edge"):
        return next(match.commands(seat, rng))
    before = _evaluation(match.view(seat, UNSEEN), seat)
    best: Json = {}
    most = float("-inf")
    for command in _candidates(match, seat, rng):
        worth = _worth(match, seat, command, before, rng)
        if worth > most:
            best, most = command, worth
    return best or next(match.commands(seat, rng))


def _candidates(match: Match, seat: Seat, rng: Random) -> Iterator[Json]:
    for _ in range(LISTINGS):
        yield from islice(match.commands(seat, rng), MOST)


def _worth(match: Match, seat: Seat, command: Json, before: float, rng: Random) -> float:
    kind = command["kind"]
    if kind == "end":
        return 0.0
    try:
        if kind in STRIKES:
            return _of_odds(match.odds(seat, command), seat, match) - ACTION * _cost(command)
        risk = _of_odds(match.odds(seat, command), seat, match) if kind == "walk" else 0.0
        return _after(match, seat, command, rng) - before + risk
    except Refused:  # a reroll or a walk that is none of an attack's, or a world in which it cannot be done
        return _after(match, seat, command, rng) - before if kind == "tempt-fate" else 0.0


def _cost(command: Json) -> int:
    """Action tokens: an attack's or a charge's, or those of a reaction (DOD-1, RIP-1)."""
    reactions = int(command.get("dodge", False)) + int(command.get("riposte") is not None)
    return {"attack": 1, "charge": 2}.get(command["kind"], reactions)


def _of_odds(odds: Json, seat: Seat, match: Match) -> float:
    """The value of an attack: good for this seat if its target is not its own."""
    seats = {r["id"]: r["seat"] for r in match.view(seat, UNSEEN)["rouages"]}
    aimed = odds["who"]["target"]
    target: float = PV * odds["mean"]["target"] + OUT * _p(odds["out"])
    if aimed in seats:
        target += STUN * _p(odds["stunned"])
    attacker: float = PV * odds["mean"]["attacker"] + OUT * _p(odds["attacker_out"])
    target += NOIRCEUR * _tokens(odds["noirceur"]["target"])
    attacker += NOIRCEUR * _tokens(odds["noirceur"]["attacker"])
    return attacker - target if seats.get(aimed) == seat else target - attacker


def _p(chance: str) -> float:
    return float(Fraction(chance))


def _tokens(spread: Mapping[str, str]) -> float:
    return sum(int(count) * _p(chance) for count, chance in spread.items())


def _after(match: Match, seat: Seat, command: Json, rng: Random) -> float:
    """The value of the table after this command, with the questions that it raises answered by default or at random."""
    world = match.imagine(seat, rng.getrandbits(32))
    world.submit(seat, command)
    for _ in range(SETTLED):
        asked = world.decisions
        if not asked or any(decision["kind"] in ("act", "plan", "enter") for decision in asked.values()):
            break
        who, decision = next(iter(asked.items()))
        world.submit(who, decision.get("default") or next(world.commands(who)))
    return _evaluation(world.view(seat, UNSEEN), seat)


def _evaluation(view: Json, seat: Seat) -> float:
    """The value of the table to a seat, relative to the other's."""
    worth: dict[str, float] = {s: POINT * view["points"][s] - FIEL * view["fiel"][s] for s in SEATS}
    goals = {s: _goals(view, s) for s in SEATS}
    for rouage in view["rouages"]:
        worth[rouage["seat"]] += _bearing(rouage, goals[rouage["seat"]])
    return worth[seat] - worth[other(seat)]


def _bearing(rouage: Json, goals: list[list[int]]) -> float:
    if rouage.get("out"):
        return -OUT
    worth: float = PV * (len(rouage["profile"]["life"]) - rouage["wounds"])
    worth += ACTION * rouage["actions"] - NOIRCEUR * rouage["noirceur"] - STUN * len(rouage["states"])
    if rouage["at"] is None:
        return worth - NEAR * 20
    return worth - NEAR * min((_apart(rouage["at"], goal) for goal in goals), default=0.0)


def _goals(view: Json, seat: str) -> list[list[int]]:
    """The places that a seat's rouages head for: markers without its token, or else the adverse rouages."""
    markers = [marker["at"] for marker in view["markers"] if seat not in marker["tokens"]]
    return markers or [r["at"] for r in view["rouages"] if r["seat"] != seat and r["at"] is not None]


def _apart(a: list[int], b: list[int]) -> float:
    return hypot(a[0] - b[0], a[1] - b[1]) / INCH
