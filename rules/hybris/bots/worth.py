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
from rules.hybris.powers import grandeur_vp, holds, less
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
CITIES, STEEP, EACH_AGE = 5.0, 1.2, 0.45
"""How many Cities there are to lose, how sharply a loss draws near, and how many fall in an Age to come."""

OF_THIS: Mapping[str, float] = {"action": 0.6, "end": 0.1}
"""How much of an Age is left in a phase; before them all of it."""


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


def ages_left(state: State) -> float:
    """The Ages to come, with what is left of this one: 6 at the start, 0 at the end."""
    return max(0.0, state.pack.rules.ages - state.age + OF_THIS.get(state.phase, 1.0))


def peril(state: State) -> float:
    """The chance that all lose this match, roughly: from Cities lost, Ages to come, space and Momentum."""
    lost = len(state.cities) - len(state.standing_cities)
    near = 0.55 * (state.chaos.space - 1) / 2 + 0.45 * len(state.chaos.momentum) / state.pack.rules.momentum
    return 1 / (1 + exp(-(lost + near + EACH_AGE * ages_left(state) - CITIES - 0.3) * STEEP))


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


LATE_EARLY: Mapping[str, tuple[float, float]] = {
    "aegis": (0.5, 0.8), "faithful": (0.05, 0.4), "determination": (0.5, 1.2), "spark": (0.4, 1.0),
    "bonus": (0.35, 0.8), "worker": (0.05, 0.3), "energy": (0.2, 0.4), "rd": (0.9, 0.9), "force": (0.22, 0.25),
    "task": (0.5, 0.6), "step": (0.3, 0.3), "token": (0.1, 0.2), "foreman": (0.8, 0.9), "adventure": (0.6, 0.9),
    "module": (0.0, 1.5), "improvement": (0.1, 0.9), "tile": (0.3, 1.0), "hoped": (0.07, 0.3), "plan": (0.05, 0.25),
    "made": (0.6, 0.7), "ready": (0.8, 0.8), "prisoner": (-0.8, -2.8), "removed": (-0.5, -2.2),
    "wounded": (-0.3, -1.2), "first": (0.8, 0.4), "temple": (0.2, 0.8),
}  # fmt: skip
"""What one of each is worth to who has it at the start of the last Age, and of the second: fitted to what it brought
greedy bots in 300 matches of two. `force`: of the cards in hand; `hoped`: of the reward of a Premonition that does not
hold yet; `plan`, `made`, `ready`: of what a Technology gives; `first`: of the points for Grandeur, had it ended now."""


def seat_worth(state: State, seat: Seat) -> float:
    """The Victory Points that a seat has, and what else it has may bring."""
    mat, pack = state.mats[seat], state.pack
    left = ages_left(state)
    early, fades = min(1.0, max(0.0, (left - 1) / 4)), min(1.0, left)

    def each(word: str) -> float:
        late, soon = LATE_EARLY[word]
        return fades * (late + early * (soon - late))

    hand = sum(pack.conflict(it).force for it in state.hands.get(seat, ()))
    open_tiles = [it for it in mat.tiles.values() if it.state == "open"]
    counts = {
        **{word: mat.has(word) for word in ("aegis", "faithful", "determination", "spark", "bonus", "worker", "energy")},
        "force": hand, "task": sum(len(it.tasks) for it in open_tiles), "step": sum(mat.steps.values()) - 2,
        "token": sum(mat.tokens.values()), "foreman": mat.foreman, "adventure": len(mat.adventures),
        "module": len(mat.modules), "improvement": mat.improvements, "tile": mat.active_tiles, "rd": mat.has("rd"),
        "temple": mat.temples_left,
    }  # fmt: skip
    found = float(mat.has("vp")) + mat.has("goodness") + 0.3 * mat.has("grandeur")
    found += sum(each(word) * n for word, n in counts.items())
    # OLY-1: Olympus is gone to once in an Age
    found += fades * 0.6 * min(mat.has("prayer"), pack.rules.convert.most * max(1.0, left))
    found += (1.0 if left < 1 else LATE_EARLY["first"][0] + early * (0.4 - 0.8)) * grandeur_vp(state).get(seat, 0)
    for card in mat.premonitions:
        row = pack.premonitions[card]
        sure = holds(state, seat, words.state(row.condition))
        found += (0.9 * fades if sure else each("hoped")) * text_worth(state, seat, row.reward)
    in_factory = tuple(it.card for it in state.factory if it.seat == seat)
    for cards, word in ((mat.plans, "plan"), (in_factory, "made"), (mat.ready, "ready")):
        found += sum(each(word) * (pack.technologies[it].vp + 2) for it in cards if it in pack.technologies)
    for it in mat.characters.values():
        if it.prisoner or it.wounded is not None or it.at == "removed":
            found += each("removed" if it.at == "removed" else "prisoner" if it.prisoner else "wounded")
    return found
