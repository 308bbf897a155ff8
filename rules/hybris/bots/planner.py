"""Plans by weights: which places are wanted, and who is fitted to them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.hybris.bots.acts import Weighed, fulfil_worth, make_worth
from rules.hybris.bots.worth import improvement_lack
from rules.hybris.flow.actions import WHERE, make_price
from rules.hybris.flow.plans import cannot_go, heal_fault
from rules.hybris.flow.turn import go_fault
from rules.hybris.packs import words
from rules.hybris.powers import limit
from rules.hybris.state import MORTAL_WORLD, State, kind_of
from rules.kernel import Json, Seat
from rules.kernel.purses import room

HOPE = {
    "olympus": 0.7, "forge": 0.2, "oracle": 0.4, "moirai": 0.0, "underworld": 0.4, "colosseum": 0.3,
    "surroundings": 0.5, "mortal-world": 0.6,
}  # fmt: skip
"""What may become possible at a place until one gets there."""


def plan(state: State, seat: Seat, rng: Random, noise: float = 0.25) -> Json:
    """A plan: places by what their best action is worth now, with the characters fitted to them; `noise` varies it."""
    mat = state.mats[seat]
    heal = heal_fault(state, seat) is None and mat.has("aegis") >= 2
    able = [name for name in mat.characters if cannot_go(state, seat, name, heal) is None]
    left = dict(state.pack.rules.location_tokens)
    weighed = Weighed(state, seat)
    scores = [
        (_worth(state, seat, name, place, weighed) + rng.gauss(0.0, noise), name, place)
        for name in able
        for place in left
    ]
    tokens: dict[str, str] = {}
    gains: dict[str, float] = {}
    for worth, name, place in sorted(scores, reverse=True):
        id = f"{seat}-{name}"
        if id in tokens or not left[place] or worth < -50 or len(tokens) >= limit(state, seat, "characters"):
            continue
        tokens[id], gains[id] = place, worth
        left[place] -= 1
    _follow(state, seat, tokens, gains, weighed.deeds)
    convert, assign = workers(state, seat, tokens)
    return {"kind": "plan", "tokens": tokens, "convert": convert, "assign": assign, "heal": heal}


def _follow(state: State, seat: Seat, tokens: dict[str, str], gains: dict[str, float], deeds: dict[str, float]) -> None:
    """Sends a character to drain before the Moirai or the Forge, where the next Improvement or a plan lacks only Aegis:
    the one with the least worth elsewhere."""
    mat = state.mats[seat]
    drained = sum(getattr(state.pack.rules.drain, kind_of(id)) for id, at in tokens.items() if at == "underworld")
    after: list[tuple[float, str]] = []
    lack = improvement_lack(state, seat)
    if lack is not None and set(lack) == {"aegis"} and lack["aegis"] <= drained:
        after.append((fulfil_worth(state, seat, 1, deeds), "moirai"))
    for plan in mat.plans:
        lacks = sum(price.n for price in make_price(state, seat, plan)) - mat.has("aegis")
        if 0 < lacks <= drained:
            after.append((make_worth(state, seat, plan, deeds), "forge"))
    for worth, place in sorted(after, reverse=True)[:1]:
        free = [id for id, at in tokens.items() if at != "underworld"]
        id = min(free, key=gains.__getitem__, default=None)
        if place not in tokens.values() and id is not None and gains[id] < 0.9 * worth:
            tokens[id] = place


def _worth(state: State, seat: Seat, name: str, place: str, weighed: Weighed) -> float:
    """What a character could do at a place now, and what may become possible there."""
    id = f"{seat}-{name}"
    if place == "surroundings" and kind_of(name) == "prophet":
        return -99.0
    if place != MORTAL_WORLD:
        return weighed.best(id, place).worth + HOPE[place]
    cities = [city for city in state.standing_cities if go_fault(state, id, city) is None]
    return max((weighed.best(id, city).worth for city in cities), default=-99.0) + HOPE[place]


def workers(state: State, seat: Seat, tokens: dict[str, str]) -> tuple[int, list[str]]:
    """How many Faithful become Workers, and the tiles that get one: those with Tasks in sight, as far as Aegis will
    keep them; and some for the Camp where somebody goes to the Surroundings."""
    mat = state.mats[seat]
    busy = sum(tile.worker for tile in mat.tiles.values())
    able = [id for id, tile in mat.tiles.items() if tile.state == "open" and not tile.worker]
    able.sort(key=lambda tile: -_nearness(state, seat, tile, tokens))
    last = state.age >= state.pack.rules.ages
    wanted = max(0, min(len(able), (4 if last else 2) - busy))
    camp = 2 if "surroundings" in tokens.values() else 0
    free = min(state.pack.rules.workers_a_plan, room(mat.purse, "worker", state.pack.limits) or 0, mat.has("faithful"))
    convert = max(0, min(free, wanted + camp - mat.has("worker")))
    return convert, able[: min(wanted, mat.has("worker") + convert)]


def _nearness(state: State, seat: Seat, tile: str, tokens: dict[str, str]) -> float:
    """How many Tasks of a tile are done or in sight."""
    nearness = float(len(state.mats[seat].tiles[tile].tasks))
    for text in state.pack.tiles[tile].tasks:
        task = words.task(text)
        nearness += 0.5 * (task.colour in ("red", "blue")) + 0.8 * (WHERE.get(task.deed) in tokens.values())
    return nearness


def variations(state: State, seat: Seat, rng: Random, count: int) -> Iterator[Json]:
    """Different plans, the likeliest first."""
    yield plan(state, seat, rng, 0.0)
    for _ in range(count - 1):
        yield plan(state, seat, rng, 0.9)
