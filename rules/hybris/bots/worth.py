"""What things are worth, in Victory Points, by simple weights: what the greedy bot and the evaluation share."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import exp

from rules.hybris.flow.actions import improvement_price
from rules.hybris.flow.gains import choices_of
from rules.hybris.forecast import forecast
from rules.hybris.packs import words
from rules.hybris.packs.words import Gain, Having, Price
from rules.hybris.powers import grandeur_vp, had, holds, less, powers_of
from rules.hybris.state import State
from rules.kernel import Seat

WORTH: Mapping[str, float] = {
    "vp": 1.0, "aegis": 0.75, "faithful": 0.35, "prayer": 0.55, "grandeur": 0.5, "goodness": 1.2, "determination": 0.6,
    "spark": 1.0, "bonus": 0.6, "worker": 0.3, "energy": 0.45, "rd": 1.0, "card": 0.5, "premonition": 1.5, "camp": 0.2,
    "task": 0.8, "xstep": 0.3, "dstep": 0.35, "step": 0.3, "resurrect": 1.0, "token": 0.4,
}  # fmt: skip
"""What one of each is worth to who has it."""
MOMENTUM, PROGRESS = -0.35, -0.9
"""What it costs everybody that Chaos gains Momentum, or moves."""
CITIES, STEEP, EACH_AGE = 5.0, 1.2, 0.5
"""How many Cities there are to lose, how sharply a loss draws near, and how many fall in an Age to come."""

OF_THIS: Mapping[str, float] = {"action": 0.6, "end": 0.1}
"""How much of an Age is left in a phase; before them all of it."""


def gain_worth(state: State, seat: Seat, gains: tuple[Gain, ...]) -> float:
    """What effects are worth to a seat now."""
    return sum(_one(state, seat, gain) for gain in gains)


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
    return gain.n * WORTH[gain.gain] * fade(state, gain.gain)


LASTING = frozenset({"vp", "goodness", "rd", "grandeur"})
"""What counts at the end as it is (END-1, FIN-10)."""


def fade(state: State, word: str) -> float:
    """How much of its worth a thing still has: little at the end where it only serves to get others."""
    return 1.0 if word in LASTING else min(1.0, 0.35 + 0.35 * ages_left(state))


def deeds_worth(state: State, seat: Seat) -> dict[str, float]:
    """What a seat's tiles, powers and Adventures make of each deed: a Task is a part of its tile's reward, of a tile
    without a Worker it is a hope; a Site is a part of the Module."""
    mat, pack = state.mats[seat], state.pack
    worth_of: dict[str, float] = {}
    for id, tile in mat.tiles.items():
        if tile.state != "open":
            continue
        tasks = [text for n, text in enumerate(pack.tiles[id].tasks) if n not in tile.tasks]
        part = text_worth(state, seat, pack.tiles[id].reward) / len(tasks) * (0.7 if tile.worker else 0.2)
        for text in tasks:
            task = words.task(text)
            if task.deed:
                worth_of[task.deed] = worth_of.get(task.deed, 0.0) + part
            elif task.having is not None and not holds(state, seat, task.having):
                _hope(worth_of, state, seat, task.having, part)
    for source in powers_of(state, seat):
        if source.power.form == "when":
            worth_of[source.power.deed] = worth_of.get(source.power.deed, 0.0) + gain_worth(
                state, seat, source.power.gains
            )
    for card in mat.premonitions:
        having, reward = words.state(pack.premonitions[card].condition), pack.premonitions[card].reward
        if not holds(state, seat, having):
            _hope(worth_of, state, seat, having, 0.8 * text_worth(state, seat, reward))
    for own in mat.adventures:
        row = pack.adventures[own.card]
        part = (0.5 + 1.5 * fade(state, "module")) / (len(row.sites) - own.site + 1)
        site = row.sites[own.site] if own.site < len(row.sites) else ""
        for text in row.progress:
            deed = words.deed(text)
            worth_of[deed] = worth_of.get(deed, 0.0) + part + text_worth(state, seat, site)
    return worth_of


def _hope(worth_of: dict[str, float], state: State, seat: Seat, having: Having, worth: float) -> None:
    """Adds what one more of a thing does for a state that does not hold yet: the name is `have` and the thing."""
    name = f"have {having.have}" + (f" {having.of}" if having.of else "")
    worth_of[name] = worth_of.get(name, 0.0) + worth / max(1, having.n - had(state, seat, having))


def power_worth(state: State, seat: Seat, text: str) -> float:
    """What a power will bring in the Ages to come, roughly."""
    if not text:
        return 0.0
    power, left = words.power(text), ages_left(state)
    match power.form:
        case "each-age":
            return left * gain_worth(state, seat, power.gains)
        case "when":
            return 0.7 * left * gain_worth(state, seat, power.gains)
        case "force":
            return 0.35 * left * power.n * (1.0 if power.whom == "all" else 0.6) * (1.3 if power.who == "any" else 1.0)
        case "more":
            return 0.45 * left * power.n
        case "less":
            return 0.35 * left * power.n
        case "limit":
            return left * {"characters": 1.2, "combat-cards": 0.7}.get(power.what, 0.2) * power.n
    return 0.2 * left


def text_worth(state: State, seat: Seat, text: str) -> float:
    """What the effects of a text are worth."""
    return gain_worth(state, seat, words.gains(text))


def price_worth(prices: tuple[Price, ...]) -> float:
    """What a price takes from who pays it."""
    parts = {"transfer": 0.15, "engage": 0.2, "camp": 0.2, "discard": 0.4}
    return sum(
        price.n * parts.get(price.pay, WORTH.get(price.pay, 0.4)) for price in prices if price.of != "force"
    ) + 0.8 * any(price.of == "force" for price in prices)


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
    chances = forecast(state, aegis)["chances"]
    chance = {key: float(Fraction(text)) for key, text in chances.items()}
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
    return {part.pay: part.n - mat.has(part.pay) for part in price if part.n > mat.has(part.pay)}


def aegis_wanted(state: State, seat: Seat) -> int:
    """The Aegis that the next Improvement or a plan lacks, whichever lacks less."""
    mat, lower = state.mats[seat], less(state, seat, "make")
    lacks = [state.pack.technologies[plan].aegis - lower - mat.has("aegis") for plan in mat.plans]
    lacks.append((improvement_lack(state, seat) or {}).get("aegis", 0))
    return min((lack for lack in lacks if lack > 0), default=0)


LATE_EARLY: Mapping[str, tuple[float, float]] = {
    "aegis": (0.5, 0.8), "faithful": (0.05, 0.4), "determination": (0.5, 1.2), "spark": (0.4, 1.0),
    "bonus": (0.35, 0.8), "worker": (0.05, 0.3), "energy": (0.2, 0.4), "rd": (0.9, 0.9), "force": (0.22, 0.25),
    "task": (0.5, 0.6), "step": (0.3, 0.3), "token": (0.1, 0.2), "foreman": (0.8, 0.9), "adventure": (0.6, 0.9),
    "tile": (0.3, 1.0), "hoped": (0.07, 0.3), "plan": (0.05, 0.25),
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

    hand = sum(pack.conflict(card).force for card in state.hands.get(seat, ()))
    open_tiles = [tile for tile in mat.tiles.values() if tile.state == "open"]
    kept = ("aegis", "faithful", "determination", "spark", "bonus", "worker", "energy", "rd")
    counts: dict[str, float] = {
        **{word: mat.has(word) for word in kept},
        "force": hand, "task": sum(len(tile.tasks) for tile in open_tiles), "step": sum(mat.steps.values()) - 2,
        "token": sum(mat.tokens.values()), "foreman": mat.foreman, "adventure": len(mat.adventures),
        "tile": mat.active_tiles,
        "temple": mat.temples_left,
    }  # fmt: skip
    worth = float(mat.has("vp")) + mat.has("goodness") + 0.3 * mat.has("grandeur")
    worth += sum(each(word) * n for word, n in counts.items())
    # before an Olympian is chosen (SET-1) there are none
    fulfilled = state.row(seat).improvements[: mat.improvements] if mat.improvements else ()
    won = [improvement.power for improvement in fulfilled]
    won += [pack.adventures[module].power for module in mat.modules]
    worth += 0.6 * sum(power_worth(state, seat, power) for power in won)
    # OLY-1: Olympus is gone to once in an Age
    worth += fades * 0.6 * min(mat.has("prayer"), pack.rules.convert.most * max(1.0, left))
    late, soon = LATE_EARLY["first"]
    worth += (1.0 if left < 1 else late + early * (soon - late)) * grandeur_vp(state).get(seat, 0)
    for card in mat.premonitions:
        row = pack.premonitions[card]
        sure = holds(state, seat, words.state(row.condition))
        worth += (0.9 * fades if sure else each("hoped")) * text_worth(state, seat, row.reward)
    in_factory = tuple(slot.card for slot in state.factory if slot.seat == seat)
    for cards, word in ((mat.plans, "plan"), (in_factory, "made"), (mat.ready, "ready")):
        worth += sum(each(word) * (pack.technologies[card].vp + 2) for card in cards if card in pack.technologies)
    for character in mat.characters.values():
        if character.prisoner or character.wounded is not None or character.at == "removed":
            worth += each("removed" if character.at == "removed" else "prisoner" if character.prisoner else "wounded")
    return worth
