"""The value of a duel, seen as a race. The Human lasts as long as their deck, which draws and attacks empty; the
Invader as long as the plot, their own deck and the turns (END-1, END-2, END-5). docs/balance.md has the matches behind
the figures."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, hypot, log, log1p, tanh
from typing import Any

from rules.invader import effects
from rules.invader.packs.cards import card_of
from rules.invader.state import State
from rules.kernel.seats import Seat, other

FORCE, TOKEN = 0.02, 0.2
"""Values in rounds: of a point of Force beyond its effect in its zone, of a token."""
HAND = {"invader": 0.4, "human": 0.08}
"""The value in rounds of a card in hand: an Invader who plays out a hand early loses, a Human who keeps one does."""
HEROES = (2.4, 0.8, 0.0)
"""Values in rounds for the Invader: of no Hero left in reserve, one, more."""
WIDE = 4.0
"""The usual change of a zone's totals until its next attack, in points of Force."""
SPENT = 0.1
"""The usual number of steps of the plot that Invasions take in a round."""
COSTS = {"invader": 1.2, "human": 0.7}
"""The usual number of cards that a side drains as costs in a round."""

WEIGHTS: Mapping[str, tuple[float, float]] = {
    "one": (-4.915, -2.317),
    "race": (-0.094, -0.0975),
    "lives": (0.141, -0.1415),
    "plot": (0.762, 0.5192),
    "turns": (1.8725, 1.8172),
    "fall": (-1.6276, -1.2401),
    "drain": (0.1835, -0.0059),
    "heroes": (-0.4491, -0.4586),
    "invader_cards": (-0.2929, -0.2971),
    "invader_force": (0.0758, 0.1131),
    "mean_force": (0.1097, 0.0399),
    "human_force": (-0.0166, -0.0564),
    "invader_hand": (0.1609, 0.1695),
    "invader_costs": (0.0767, 0.0744),
    "human_hand": (-0.1383, -0.1726),
    "invader_tokens": (0.2492, 0.2206),
    "invader_deck": (0.3208, 0.2244),
}
"""What the features of a duel as a turn begins add to the log odds that the Invader wins: a turn of the Invader's, of
the Human's. From 3,000 matches of two greedy bots: ``python -m tests.fitting invader 3000``."""


def evaluate(match: Any, seat: Seat) -> float:
    """`kernel.bots.Evaluate`: how many rounds earlier the Human runs out than the Invader, as a share of the rounds
    that are left."""
    state: State = match.state
    if not state.sides or not state.number:
        return 0.0
    lead = tanh(_lead(state))
    return lead if state.sides[seat] == "invader" else -lead


def _lead(state: State) -> float:
    """The Invader's lead, board and hands included; 1 is nearly won. A round goes from one attack to the next. In the
    Invader's turn the attack is computed as it would be now, so that its value is the same before and after; in the
    Human's turn, and later, it is an average."""
    rules, invader, human = state.pack.rules, state.invader, state.human
    attacks = state.active == invader
    drain, close = 0.0, 0.0
    for zone in state.pack.zones:
        totals = effects.totals(state, zone)
        drain += totals["drain"]
        close += _mean_drain(totals["invader"] - totals["human"] + 0.5 * state.static_sum("bite", zone))
    # on average: the Human answers most of what stands now
    later = 1.2 + 0.3 * drain + 0.3 * close
    idle = max(0.1, 0.6 - 0.08 * later)
    plot, lives = float(state.plot), float(len(state.decks[human]))
    if not attacks:
        plot, lives = plot - idle, lives - later
    elif state.number > 1:  # SET-7
        plot -= not drain and not state.drained
        lives -= drain
    # TRN-2: in the Invader's turn the Human has still to draw in this round, and the other way round
    lives -= rules.draw * attacks
    falls = 1.0 + lives / (rules.draw + COSTS["human"] + later) if lives > 0 else 0.5
    deck = attacks + len(state.decks[invader]) / (rules.draw + COSTS["invader"])
    plots = 1.0 + plot / (idle + SPENT) if plot > 0 else 0.5
    left = rules.turns - state.number // 2
    stays = 1.0 / hypot(*(1.0 / max(turns, 0.3) for turns in (plots, deck, left)))
    worth = stays - 0.75 * falls
    worth += HAND["invader"] * _hand(state, invader, not attacks) - HAND["human"] * _hand(state, human, attacks)
    worth += FORCE * (_force(state, invader) - _force(state, human))
    worth += HEROES[min(len(state.heroes), 2)]
    worth += TOKEN * sum(piece.tokens * (1 if piece.seat == invader else -1) for piece in state.play)
    return worth / (1.5 + 0.3 * min(stays, falls))


def evaluate_turn(match: Any, seat: Seat) -> float:
    """`kernel.bots.Evaluate` for the beginning of a turn."""
    state: State = match.state
    if not state.sides or not state.number:
        return 0.0
    column = state.active != state.invader
    worth = tanh(sum(WEIGHTS[name][column] * value for name, value in features(state).items()) / 2)
    return worth if state.sides[seat] == "invader" else -worth


def features(state: State) -> dict[str, float]:
    """What a duel is like as a turn begins. `drain`: what the zones drain on average, by who leads there; `fall`: for
    how long the Human's deck lasts at that; `race`: that deck beside the plot; `costs`: cards to be given up for those
    in hand."""
    invader, human = state.invader, state.human
    drain = 0.0
    for zone in state.pack.zones:
        totals = effects.totals(state, zone)
        drain += _mean_drain(totals["invader"] - totals["human"] + 0.5 * state.static_sum("bite", zone))
    plot, lives = max(0, state.plot), len(state.decks[human])
    pieces = [piece for piece in state.pieces() if piece.seat == invader]
    force = _force(state, invader)
    return {
        "one": 1.0,
        "race": (1 + lives) / (1 + plot),
        "lives": log1p(lives),
        "plot": log1p(plot),
        "turns": log1p(max(0, state.pack.rules.turns - state.number // 2)),
        "fall": log((1 + lives) / (3 + drain)),
        "drain": drain,
        "heroes": len(state.heroes),
        "invader_cards": len(pieces),
        "invader_force": force,
        "mean_force": force / max(1, len(pieces)),
        "human_force": _force(state, human),
        "invader_hand": len(state.hands[invader]),
        "invader_costs": sum(state.pack.cards[card_of(id)].discard for id in state.hands[invader]),
        "human_hand": len(state.hands[human]),
        "invader_tokens": sum(piece.tokens for piece in state.play if piece.seat == invader),
        "invader_deck": log1p(len(state.decks[invader])),
    }


def _mean_drain(lead: float) -> float:
    """The average drain of a zone in which the Invader leads by this much, or is behind."""
    return WIDE * log(1.0 + exp(min(lead / WIDE, 30.0)))


def _force(state: State, seat: Seat) -> float:
    return sum(state.force(piece) for piece in state.pieces() if piece.seat == seat)


def _hand(state: State, seat: Seat, draws: bool) -> float:
    """The value of cards in hand, more for those that cancel, and with `draws` those that will be drawn before the next
    attack; each counts less than the one before."""
    held = sum(1.3 if state.pack.cards[card_of(id)].cancels else 1.0 for id in state.hands[seat])
    return float((held + state.pack.rules.draw * draws) ** 0.8)


def figures(match: Any, seat: Seat) -> dict[str, float]:
    """The figures of hints: the cards of either deck and hand, the plot, scorch, Force in play on either side, and
    `drain`, what an attack would drain now."""
    state: State = match.state
    rows: dict[str, float] = {"plot": state.plot, "scorch": sum(state.scorch.values())}
    for prefix, who in (("", seat), ("adverse-", other(seat))):
        rows[f"{prefix}deck"] = len(state.decks[who])
        rows[f"{prefix}hand"] = len(state.hands[who])
        rows[f"{prefix}force"] = _force(state, who) if state.number else 0
    rows["drain"] = sum(effects.totals(state, zone)["drain"] for zone in state.pack.zones) if state.number else 0
    return rows


def part(match: Any) -> str:
    """The turn in which a moment lies, as a part of the match."""
    return str(match.state.number)
