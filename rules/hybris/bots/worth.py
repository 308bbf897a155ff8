"""What things are worth, in Victory Points, by simple weights: what the greedy bot and the evaluation share."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import exp

from rules.hybris.flow.actions import improvement_price
from rules.hybris.flow.gains import choices_of
from rules.hybris.forecast import forecast
from rules.hybris.packs import words
from rules.hybris.packs.words import Gain, Price
from rules.hybris.powers import holds, less
from rules.hybris.state import State
from rules.kernel import Seat

WORTH: Mapping[str, float] = {
    "vp": 1.0, "aegis": 0.75, "faithful": 0.35, "prayer": 0.5, "grandeur": 0.5, "goodness": 1.0, "determination": 0.5,
    "spark": 1.1, "bonus": 0.5, "worker": 0.3, "energy": 0.45, "rd": 0.7, "card": 0.35, "premonition": 1.5, "camp": 0.2,
    "task": 0.8, "xstep": 0.3, "dstep": 0.35, "step": 0.3, "resurrect": 1.0, "token": 0.4,
}  # fmt: skip
"""What one of each is worth to who has it."""
MOMENTUM, PROGRESS = -0.35, -0.9
"""What it costs everybody that Chaos gains Momentum, or moves."""
CITIES, STEEP, EACH_AGE = 5.0, 1.6, 0.45
"""How many Cities there are to lose, how sharply a loss draws near, and how many fall in an Age to come."""


def gain_worth(state: State, seat: Seat, gains: tuple[Gain, ...]) -> float:
    """What effects are worth to a seat now."""
    return sum(_one(state, seat, it) for it in gains)


def _one(state: State, seat: Seat, gain: Gain) -> float:
    match gain.gain:
        case "momentum":
            return gain.n * MOMENTUM * alarm(state)
        case "progress":
            return gain.n * PROGRESS * alarm(state)
        case "lose":
            return -gain.n * WORTH.get(gain.of or "", 0.3)
        case "task" | "resurrect":
            code = "task" if gain.gain == "task" else "hero"
            return WORTH[gain.gain] * min(gain.n, len(choices_of(state, seat, code)))
        case "force" | "discard":
            return 0.0
    return gain.n * WORTH[gain.gain]


def text_worth(state: State, seat: Seat, text: str) -> float:
    """What the effects of a text are worth."""
    return gain_worth(state, seat, words.gains(text))


def price_worth(prices: tuple[Price, ...]) -> float:
    """What a price takes from who pays it."""
    parts = {"transfer": 0.15, "engage": 0.2, "camp": 0.2, "discard": 0.4}
    return sum(it.n * parts.get(it.pay, WORTH.get(it.pay, 0.4)) for it in prices if it.of != "force") + 0.8 * any(
        it.of == "force" for it in prices
    )


# ---- Chaos -----------------------------------------------------------------------------------------------------------


def alarm(state: State) -> float:
    """How much a step of Chaos matters now: more, the fewer Cities stand and the nearer it is."""
    lost = len(state.cities) - len(state.standing_cities)
    return 0.6 + 0.35 * lost + 0.15 * (state.chaos.space - 1)


def peril(state: State) -> float:
    """The chance that all lose this match, roughly: from Cities lost, Ages to come, space and Momentum."""
    lost = len(state.cities) - len(state.standing_cities)
    near = 0.55 * (state.chaos.space - 1) / 2 + 0.45 * len(state.chaos.momentum) / state.pack.rules.momentum
    to_come = EACH_AGE * max(0, state.pack.rules.ages - state.age)
    return 1 / (1 + exp(-(lost + near + to_come - CITIES - 0.3) * STEEP))


def stir_cost(state: State, aegis: int) -> float:
    """What a gain of so much Aegis costs by waking Chaos."""
    if aegis <= 0:
        return 0.0
    found = forecast(state, aegis)["chances"]
    chance = {key: float(Fraction(it)) for key, it in found.items()}
    falls = 3.5 * alarm(state) if state.chaos.space == state.pack.rules.spaces else 1.5
    return -(chance["momentum"] * MOMENTUM + chance["progress"] * PROGRESS) * alarm(state) + chance["reaches"] * falls


# ---- a seat ----------------------------------------------------------------------------------------------------------


def improvement_lack(state: State, seat: Seat) -> dict[str, int] | None:
    """What a seat lacks of its next Improvement; None where there is none left."""
    mat = state.mats[seat]
    n = mat.improvements + 1
    if n > len(state.row(seat).improvements):
        return None
    price = improvement_price(state, seat, n, less(state, seat, "fulfil"))
    return {it.pay: it.n - mat.has(it.pay) for it in price if it.n > mat.has(it.pay)}


def seat_worth(state: State, seat: Seat) -> float:
    """The Victory Points that a seat has, and what else it has may bring."""
    mat, pack = state.mats[seat], state.pack
    left = max(0, pack.rules.ages - state.age) + (0.5 if state.phase in ("pillar", "planning", "action") else 0.0)
    fades = min(1.0, 0.35 + 0.2 * left)
    found = float(mat.has("vp")) + mat.has("goodness")
    found += fades * sum(WORTH[word] * n for word, n in mat.purse.items() if word not in ("vp", "goodness", "grandeur"))
    found += 0.4 * mat.has("grandeur") + fades * WORTH["card"] * len(state.hands.get(seat, ()))
    found += fades * sum(0.6 * len(it.tasks) + 0.3 * it.worker for it in mat.tiles.values() if it.state == "open")
    found += fades * (0.3 * (sum(mat.steps.values()) - 2) + 0.4 * sum(mat.tokens.values()) + 0.4 * mat.foreman)
    found += fades * (
        1.2 * len(mat.adventures) + 1.5 * len(mat.modules) + 1.0 * mat.improvements + 0.6 * mat.active_tiles
    )
    for card in mat.premonitions:
        row = pack.premonitions[card]
        sure = holds(state, seat, words.state(row.condition))
        found += (0.9 if sure else 0.3 * fades) * text_worth(state, seat, row.reward)
    for cards, share in ((mat.plans, 0.25), (tuple(it.card for it in state.factory if it.seat == seat), 0.5),
                         (mat.ready, 0.65)):  # fmt: skip
        found += sum(share * fades * (pack.technologies[it].vp + 2) for it in cards if it in pack.technologies)
    found += sum(_character(it.at, it.prisoner, it.wounded is not None, it.token) for it in mat.characters.values())
    return found - _at_stake(state, seat)


def _character(at: str, prisoner: bool, wounded: bool, token: str | None) -> float:
    return (-1.6 if at == "removed" else -0.8 if prisoner or wounded else 0.0) + (0.9 if token is not None else 0.0)


def _at_stake(state: State, seat: Seat) -> float:
    """What stands in Cities, weighed by how near the next fall is."""
    cities = len(state.standing_cities)
    near = 0.15 + 0.2 * (state.chaos.space - 1)
    there = sum(it.placed and it.at in state.cities for it in state.mats[seat].characters.values())
    mine = sum(it.seat == seat for city in state.cities.values() for it in city.technologies)
    return near * (1.6 * there + 0.8 * mine + 0.6 * len(state.mats[seat].temples)) / max(1, cities)
