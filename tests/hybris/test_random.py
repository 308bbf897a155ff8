"""Random matches at every number of seats and every option of Chaos, and what holds after each command."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.hybris import Match
from rules.hybris import frames as fr
from rules.hybris.state import PLACES, Mat, State
from rules.kernel import Json

TRIES = 3_000


def conflict_cards(state: State, seat: str) -> Iterator[str]:
    """Where the Conflict cards of a seat lie: hand, pile, discard, committed to a Combat that is open."""
    yield from (*state.hands.get(seat, ()), *state.decks.get(seat, ()), *state.discards.get(seat, ()))
    for frame in state.stack:
        if isinstance(frame, fr.Combat):
            for side, owner in ((frame.own, frame.seat), (frame.other, (frame.foe or "?")[0])):
                if side is not None and owner == seat and frame.stage != "result":
                    yield from side.cards


def nobodys_cards(state: State) -> Iterator[str]:
    """Where all other cards lie."""
    chaos = state.chaos
    yield from (*chaos.pile, *chaos.momentum, *chaos.discard, *chaos.open)
    yield from (*state.exploration.cards, *state.premonitions.cards, *state.cataclysm)
    yield from (*state.open_technologies, *state.technology_pile.cards, *state.lost)
    yield from (id for id, city in state.cities.items() if city.destroyed)
    yield from (it.card for city in state.cities.values() for it in city.technologies)
    yield from (it.card for it in state.factory if it.card in state.pack.technologies)
    for mat in state.mats.values():
        yield from (*mat.premonitions, *mat.completed, *mat.plans, *mat.ready, *mat.modules)
        yield from (it.card for it in mat.adventures)
    for frame in state.stack:
        if isinstance(frame, fr.Exploring):
            yield from frame.looked
        elif isinstance(frame, fr.Attempting):
            # an Adventure that was won lies under the Hangar already
            yield from () if any(frame.card == row.card for row in state.mats[frame.seat].adventures) else (frame.card,)
        elif isinstance(frame, fr.Choosing) and frame.code == "premonition":
            yield from frame.choices


def check(state: State) -> None:
    """HGR-1, RES, MOM-2, PRO-1, LOC-3, RES-10, CAT-1; every card of the pack is in one place."""
    pack = state.pack
    if not all(mat.olympian for mat in state.mats.values()):
        return
    for seat, mat in state.mats.items():
        check_mat(state, mat)
        cards = Counter(conflict_cards(state, seat))
        assert cards == Counter(pack.conflict_cards(seat, mat.olympian))
    whole = [*pack.chaos_cards, *pack.exploration, *pack.premonitions, *pack.cities, *pack.technologies]
    tiles = {id for id in state.lost if id in pack.tiles}
    assert Counter(it for it in nobodys_cards(state) if it not in tiles) == Counter(whole)
    assert len(state.chaos.momentum) < pack.rules.momentum
    assert 1 <= state.chaos.space <= pack.rules.spaces
    for place in (*PLACES, *state.cities):
        room = state.room(place)
        assert room is None or len(state.standing(place)) <= room
    destroyed = [id for id, city in state.cities.items() if city.destroyed]
    assert len(destroyed) + len(state.cataclysm) == len(pack.cities)
    assert state.camp >= 0
    assert state.well >= 0
    check_tokens(state)


def check_mat(state: State, mat: Mat) -> None:
    for word, n in mat.purse.items():
        assert 0 < n <= state.pack.limits.get(word, 999), word
    assert mat.has("spark") <= mat.sparks_gained <= state.pack.rules.limits.sparks
    assert mat.supply >= 0
    for tile in mat.tiles.values():
        assert tile.state == "open" or not (tile.worker or tile.tasks)
        assert len(tile.tasks) < 3


def check_tokens(state: State) -> None:
    """RES-10, PAY-6: two on the tracks, the rest in the supply, on boards, or with the hunter."""
    for seat, mat in state.mats.items():
        laid = sum(it.token and it.seat == seat for it in state.factory)
        laid += sum(it.token and it.seat == seat for city in state.cities.values() for it in city.technologies)
        laid += sum(other.tokens.get(seat, 0) for other in state.mats.values())
        assert mat.supply + laid + 2 == state.pack.rules.tokens


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("chaos", ["calm", "even", "raging"])
def test_a_random_match_ends_and_keeps_its_figures(players: int, chaos: str) -> None:
    options: Json = {"players": players, "chaos": chaos, "olympians": "choice" if chaos == "calm" else "random"}
    match, rng = Match.new(options, players), random.Random(players)
    for _ in range(TRIES):
        if not match.asked:
            break
        seat = rng.choice(list(match.asked))
        rows = [it for it in match.commands(seat, rng) if it["kind"] != "pass"] or [{"kind": "pass"}]
        match.submit(seat, rng.choice(rows[:6]))
        check(match.state)
    assert match.outcome is not None


@pytest.mark.parametrize("players", [3, 4])
def test_seats_that_leave_leave_a_match_that_goes_on(players: int) -> None:
    """GEN-10: at any question, one after another, until one is left."""
    for seed in range(4):
        match, rng = Match.new({"players": players}, seed), random.Random(seed)
        for n in range(TRIES):
            if not match.asked:
                break
            seat = rng.choice(list(match.asked))
            if n % 25 == 24:
                match.submit(seat, {"kind": "concede"})
            else:
                match.submit(seat, next(match.commands(seat, rng)))
            check(match.state)
        assert match.outcome is not None
        assert match.outcome["reason"] in ("concession", "points", "chaos")
