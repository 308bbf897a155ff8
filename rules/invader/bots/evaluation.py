"""How a duel stands: a race between the Human's deck, which the attacks drain, and the plot and the Invader's own."""

from __future__ import annotations

from math import pow, tanh
from typing import Any

from rules.invader import effects
from rules.invader.cards import card_of
from rules.invader.state import State, other
from rules.kernel.seats import Seat

SCALE = 6.0
"""Rounds of advantage that make a match nearly sure."""
FORCE, HAND, HERO, SCORCH, TOKEN = 0.12, 0.22, 0.8, 0.15, 0.08
"""In rounds: a point of Force, a card in hand, a Hero in reserve, a scorch, a token."""
REACH = 4.0
"""How much a point of Force short of a drain is worth fades over so many points."""


def evaluate(match: Any, seat: Seat) -> float:
    """`kernel.bots.Evaluate`: how many rounds sooner the Invader wins than the Human, as they stand now."""
    state: State = match.state
    if not state.sides or not state.number:
        return 0.0
    ahead = tanh(_ahead(state) / SCALE)
    return ahead if state.sides[seat] == "invader" else -ahead


def _ahead(state: State) -> float:
    """Rounds by which the Invader is ahead, board and hands included."""
    rules, invader, human = state.pack.rules, state.invader, state.human
    drain, threat = 0.0, 0.0
    for zone in state.pack.zones:
        found = effects.totals(state, zone)
        drain += found["drain"]
        # short of the zone's total by little, a column may drain after the next card
        short = found["human"] - found["invader"]
        threat += 1.0 / (1.0 + short / REACH) if short >= 0 else 1.0
    # the Human's deck lasts so long
    lives = len(state.decks[human])
    falls = lives / (rules.draw + drain + 0.8 * threat)
    # the Invader's deck, the plot and the turns last so long (END-1, END-2, END-5)
    left = rules.turns - (state.number + 1) / 2
    stays = min(len(state.decks[invader]) / (rules.draw + 0.5), left, _plot(state, drain, threat))
    worth = stays - falls
    worth += FORCE * (_force(state, invader) - _force(state, human))
    worth += HAND * (_hand(state, invader) - _hand(state, human))
    worth -= HERO * len(state.heroes)
    worth += SCORCH * sum(state.scorch.values())
    worth += TOKEN * sum(it.tokens * (1 if it.seat == invader else -1) for it in state.play)
    return worth


def _plot(state: State, drain: float, threat: float) -> float:
    """Rounds until the plot marker is at 0: it falls by one in each in which nothing is drained (PLT-2)."""
    return state.plot / (0.15 if drain else max(0.3, 1.0 - 0.2 * threat))


def _force(state: State, seat: Seat) -> float:
    return sum(state.force(it) for it in state.pieces() if it.seat == seat)


def _hand(state: State, seat: Seat) -> float:
    """Cards in hand, those that cancel for more; cards on the table still count as played, not as lost."""
    held = sum(1.3 if state.pack.cards[card_of(id)].cancels else 1.0 for id in state.hands[seat])
    return pow(held, 0.8)


def figures(match: Any, seat: Seat) -> dict[str, float]:
    """For hints: the cards of either deck and hand, the plot, scorch, Force in play on either side, and `drain`, what
    an attack would drain now."""
    state: State = match.state
    found: dict[str, float] = {"plot": state.plot, "scorch": sum(state.scorch.values())}
    for prefix, who in (("", seat), ("adverse-", other(seat))):
        found[f"{prefix}deck"] = len(state.decks[who])
        found[f"{prefix}hand"] = len(state.hands[who])
        found[f"{prefix}force"] = _force(state, who) if state.number else 0
    found["drain"] = sum(effects.totals(state, zone)["drain"] for zone in state.pack.zones) if state.number else 0
    return found


def part(match: Any) -> str:
    """The turn."""
    return str(match.state.number)
