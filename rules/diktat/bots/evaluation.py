"""The value of a match for a seat, in Victory points: those it has, those its Emissaries are about to take, and what
its PP, tokens, Agents and elements may still bring. It evaluates imagined worlds, in which all kinds are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import tanh
from typing import Any

from rules.diktat.bots.worth import card_worth, cycles_left, doom, elements, marker_worth, peril, rates, to_come
from rules.diktat.flow.conquest import woken
from rules.diktat.legality import price
from rules.diktat.state import OTHERS, State
from rules.kernel import Seat
from rules.kernel.memo import derived

PP, LATE_PP = 0.16, 0.02
"""The value of one PP: about 5 are a Victory point, as in a Debt (PWR-5); at the end they only break ties (END-4)."""
FITS, LOOSE = 0.9, 0.3
"""The value of an Affinity token that fits a free symbol (AFF-2), and of any other before the last cycle."""
PAWN, SENDER = 0.3, 0.35
"""The value of a Manoeuvre pawn still to be played, and the additional value with an Emissary to send."""
SURE, OPEN = 0.95, 0.7
"""The weight of predicted Conquests: once all pawns are spent, and before."""
DARK = 0.3
"""The value of a Darkness token taken away (FIE-2)."""
OATH = 0.5
"""The value of another's sworn promise not to harm the seat, and the cost of its own: at most the point of OAT-3."""
SPAN, A_CYCLE = 3.0, 1.2
"""The lead in points that is nearly a win in the last cycle, and the addition for each cycle to come."""
WEIGHTS: Mapping[str, tuple[float, ...]] = {
    "points": (1.101, 0.724, 0.37, 0.196),
    "pp": (0.019, 0.014, 0.006, 0.016),
    "fitting": (1.075, 0.726, 0.603, 0.255),
    "loose": (0.228, 0.136, 0.065, 0.039),
    "symbols": (0.108, 0.158, 0.033, 0.111),
    "cards": (0.19, -0.092, 0.032, 0.246),
    "markers": (-0.27, -0.171, -0.025, 0.084),
    "standing": (0.016, 0.207, 0.185, 0.168),
    "development": (0.312, 0.193, -0.023, 0.164),
    "assassins": (0.071, 0.237, 0.359, 0.439),
    "pawns": (-0.028, 0.17, 0.275, 0.327),
    "administrator": (0.223, 0.21, 0.11, 0.064),
    "cabal_cards": (0.185, 0.118, -0.129, -0.134),
}
"""What one more of each feature than the other has adds to the log odds of a win: in the last cycle, with one to come,
two, and more. From 5,000 matches of two greedy bots: ``python -m tests.fitting diktat 5000``."""


def evaluate(match: Any, seat: Seat) -> float:
    """The lead over the best of the others, scaled to -1..1; a lead counts for more when the end is near. The chance
    that all lose (ORE-8) takes its part of every seat's value."""
    state: State = match.state
    if seat not in state.playing:
        return -1.0
    worth_of = worths(state)
    if seat not in worth_of:
        return 0.0
    lead = tanh(ahead(worth_of, seat) / (SPAN + A_CYCLE * cycles_left(state)))
    return lead - doom(state) * (1 + lead)


@derived()
def worths(state: State) -> Mapping[Seat, float]:
    """The value of each seat that has a Cabal, with what its Emissaries would take: one state is evaluated for several
    seats."""
    takings = to_be_taken(state)
    return {
        player: seat_value(state, player) + takings.get(player, 0.0)
        for player in state.playing
        if state.players[player].cabal
    }


def ahead(worth_of: Mapping[Seat, float], seat: Seat) -> float:
    """The lead of a seat over the best of the others, by the values of all."""
    return worth_of[seat] - max((worth for player, worth in worth_of.items() if player != seat), default=0.0)


def figures(match: Any, seat: Seat) -> dict[str, float]:
    """The figures of hints: the seat's Victory points, its PP and Affinity tokens, `effects`, what its elements may
    still bring in Victory points, and `takings`, those that its Emissaries would take; `rivals`: points and takings of
    the best of the others."""
    state: State = match.state
    takings, player = to_be_taken(state), state.players[seat]
    rivals = (
        state.points(player) + takings.get(player, 0.0)
        for player in state.playing
        if player != seat and state.players[player].cabal
    )
    return {
        "points": state.points(seat) if player.cabal else 0,
        "pp": player.pp,
        "affinities": sum(player.affinities.values()),
        "effects": _effects(state, seat, cycles_left(state)),
        "takings": takings.get(seat, 0.0),
        "rivals": max(rivals, default=0.0),
    }


def part(match: Any) -> str:
    """Cycle and phase."""
    return f"{match.state.cycle}.{match.state.phase}"


@derived()
def seat_value(state: State, seat: Seat) -> float:
    """The value of a seat, in Victory points."""
    player, cycles = state.players[seat], cycles_left(state)
    value = _won(state, seat) + _money(state, seat, cycles) + _affinities(state, seat, cycles)
    value += _effects(state, seat, cycles)
    if state.administrator == seat:
        value += 0.1 + 0.05 * cycles
    if state.phase == "manoeuvres" and player.pawns:
        able = min(player.pawns, player.agents.count("E"))
        value += PAWN * player.pawns + SENDER * able
        value += 0.05 * (len(player.agents) - player.agents.count("E")) + 0.1 * (player.spies + player.assassins)
    return value


def _won(state: State, seat: Seat) -> float:
    """The Victory points that a seat has, less its Debts and what corruption will cost it, and its sworn promises."""
    player = state.players[seat]
    points = float(state.points(seat) - player.debts)
    if player.corruption:
        points -= player.corruption * (0.2 + state.pack.loss(len(state.corrupted_sectors())))
    return points + _promises(state, seat)


def _effects(state: State, seat: Seat, cycles: int) -> float:
    """What the cards and markers of a seat may still bring, without the Victory points on them."""
    return sum(to_come(rates(state, key), cycles, used) for key, used in elements(state, seat))


def _money(state: State, seat: Seat, cycles: int) -> float:
    """The value of PP: more of those towards the next slot of the Cabal track, while the seat can still develop."""
    player, cost = state.players[seat], price(state, seat)
    if not cycles and not (state.phase in ("setup", "opportunities", "development", "manoeuvres") and player.pawns):
        return LATE_PP * player.pp
    if cycles:
        return PP * player.pp
    if cost is None:
        return 2 * LATE_PP * player.pp
    slot = state.cabal(seat).track[len(player.cabal_cards)]
    return LATE_PP * player.pp + (slot.vp + 0.2) * (0.8 if player.pp >= cost else 0.4 * player.pp / cost)


def _affinities(state: State, seat: Seat, cycles: int) -> float:
    """The value of tokens behind the screen, and of the symbols for those to come."""
    fitting, loose, free = _tokens(state, seat)
    hope = min(1.0, cycles / 2)
    return FITS * fitting + hope * (LOOSE * loose + 0.1 * max(0, free - fitting))


def _tokens(state: State, seat: Seat) -> tuple[int, int, int]:
    """AFF-2: a seat's Affinity tokens that fit free symbols of its cards, its others, and the free symbols."""
    player = state.players[seat]
    free = Counter[str]()
    for held in player.cards:
        free.update(state.symbols_left(held))
    symbols, any_ = sum(free.values()), free.pop("any", 0)
    tokens = sum(player.affinities.values())
    fitting = sum(min(n, free.get(kind, 0)) for kind, n in player.affinities.items())
    fitting = min(tokens, fitting + any_)
    return fitting, tokens - fitting, symbols


def _promises(state: State, seat: Seat) -> float:
    """OAT-3: the value of open sworn promises, of those kinds that the evaluation can price."""
    total = 0.0
    for deal in state.deals.values():
        if not deal.sworn or deal.broken or seat not in deal.seats:
            continue
        for promise in deal.promises:
            if promise.status == "open":
                total += _promise(state, seat, promise.promise, len(deal.seats))
    return total


def _promise(state: State, seat: Seat, promise: Any, parties: int) -> float:
    """The value of a promise to a seat of its deal: negative for the seat that made it, at most the point that breaking
    it costs."""
    mine = promise.by == seat
    match promise.do:
        case "pay":
            worth = min(1.0, PP * (promise.pp or 0))
            return -worth if mine else worth if promise.seat == seat else 0.0
        case "no-send" | "leave" | "bid-at-most" | "send" | "designate":
            return -OATH if mine else OATH / 2 / (parties - 1)
        case "no-assassinate" | "no-spy":
            aimed = promise.seat == seat or (
                promise.sector is not None and bool(state.count(seat, promise.sector, "E"))
            )
            return -OATH / 2 if mine else OATH / 2 if aimed else 0.0
        case "assassinate" | "cede" | "first-player":
            return -OATH if mine else OATH / 4
        case _:
            return 0.0


# ---- as a cycle begins, where the search's playouts end ----


def evaluate_cycle(match: Any, seat: Seat) -> float:
    """`kernel.bots.Evaluate` for the beginning of a cycle: the lead over the best of the others, and the chance that
    all lose (ORE-8)."""
    state: State = match.state
    if seat not in state.playing:
        return -1.0
    score_of = _scores(state)
    if seat not in score_of:
        return 0.0
    others = [score for player, score in score_of.items() if player != seat]
    lead = tanh((score_of[seat] - max(others, default=0.0)) / 2)
    return lead - doom(state) * (1 + lead)


@derived()
def _scores(state: State) -> Mapping[Seat, float]:
    """The weighted features of each seat that has a Cabal."""
    column = min(cycles_left(state), len(WEIGHTS["points"]) - 1)
    return {
        seat: sum(WEIGHTS[name][column] * value for name, value in features(state, seat).items())
        for seat in state.playing
        if state.players[seat].cabal
    }


def features(state: State, seat: Seat) -> dict[str, float]:
    """What a seat has as a cycle begins. `fitting`, `loose`: Affinity tokens that fit a free symbol of its cards
    (AFF-2), and others; `symbols`: the free ones; `standing`, `development`: what its elements bring by being there and
    at each Development (`worth.Rates`)."""
    player = state.players[seat]
    fitting, loose, symbols = _tokens(state, seat)
    bring = [rates(state, key) for key, _ in elements(state, seat)]
    return {
        "points": _won(state, seat),
        "pp": player.pp,
        "fitting": fitting,
        "loose": loose,
        "symbols": symbols,
        "cards": len(player.cards),
        "markers": player.all_markers,
        "standing": sum(rate.standing for rate in bring),
        "development": sum(rate.development for rate in bring),
        "assassins": player.assassins,
        "pawns": player.pawns,
        "administrator": float(state.administrator == seat),
        "cabal_cards": len(player.cabal_cards),
    }


# ---- the Resolution to come ------------------------------------------------------------------------------------------


def to_be_taken(state: State) -> Mapping[Seat, float]:
    """The Victory points that each seat's Emissaries would take if every sector were conquered now (CNQ-3 to CNQ-6)."""
    if not any(True for _ in state.stacks()):
        return {}
    amounts: dict[Seat, float] = {}
    order = state.order()
    belief = OPEN if any(state.players[seat].pawns for seat in state.playing) else SURE
    for sector, ground in state.grounds.items():
        if ground.stacks:
            for seat, worth in _conquest(state, sector, order):
                amounts[seat] = amounts.get(seat, 0.0) + belief * worth
    return amounts


def _conquest(state: State, sector: str, rank: tuple[Seat, ...]) -> Iterator[tuple[Seat, float]]:
    ground = state.grounds[sector]
    counts: dict[Seat, int] = {}
    weights: dict[Seat, tuple[int, int, int]] = {}
    for n, seat in enumerate(rank):
        count = state.count(seat, sector, "E") + woken(state, seat, sector)
        if count:
            counts[seat] = count
            weights[seat] = (count + state.power(seat, "weight", sector), state.players[seat].pp, -n)
    vectors = state.count(OTHERS, sector, "E") if ground.others else 0
    if not counts or (ground.others and vectors >= max(weight[0] for weight in weights.values())):
        return
    # STG: who has more PP is thought to bid more
    order = sorted(counts, key=lambda kind: weights[kind], reverse=True)
    cards = state.cards_at(sector)
    markers, dark = state.markers_left(sector), ground.darkness
    while any(counts.values()) and (cards or markers or dark):
        for seat in order:
            if not counts[seat]:
                continue
            counts[seat] -= 1
            if dark:
                dark -= 1
                yield seat, DARK + peril(state)
                continue
            card = max(cards, key=lambda card: card_worth(state, seat, card, cycles_left(state)), default=None)
            best = -1.0 if card is None else card_worth(state, seat, card, cycles_left(state))
            marker = marker_worth(state, seat, sector, cycles_left(state)) if markers else -1.0
            if card is not None and best >= marker and best > 0:
                cards.remove(card)
                yield seat, best
            elif markers and marker > 0:
                markers -= 1
                yield seat, marker
