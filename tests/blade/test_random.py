"""Random matches of every scenario, at every number of heroes and people, and what holds after each command."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rules.blade import Match
from rules.blade.measure import limits, load, room_free
from rules.blade.packs.reader import load as core
from rules.blade.state import EVENT, State
from rules.kernel import Json
from tests.blade.subject import divisions

TRIES = 4_000


def check(state: State) -> None:
    """What holds in every state that a match reaches."""
    gifts = 0
    for hero in state.heroes:
        gems = hero.gems
        assert min(gems.reserve, gems.fatigue, gems.wounds, gems.owed) >= 0
        assert gems.owed <= gems.laid  # WND-3
        gifts += gems.total - state.card(hero).energy
        # WND-5: alive exactly while some gem is neither in wounds nor owed
        assert hero.dead == (gems.life == 0) or hero.left
        assert load(state, hero) <= state.card(hero).load.max  # LOD-1
        assert hero.at is None or not hero.dead
    assert gifts == 0  # SPL-2: what one gives another gets
    muster, book = state.muster_row.overlord, state.book
    laid = sum(book.boxes.values()) + sum(book.cards.values())
    assert book.reserve + book.fatigue + laid + book.lost == muster.reserve + muster.fatigue
    assert all(room_free(state, zone) >= 0 for zone in state.board.zones)  # CRW-3
    assert len(set(state.river)) == len(state.river)
    for tile in state.river:
        assert tile == EVENT or state.tile_dead(tile) == all(it.at is None for it in state.of_tile(tile))
    assert len(state.activated) <= 2  # OVL-2
    assert max(Counter(state.commanded).values(), default=0) <= 1  # ALY-2
    if state.active is not None:
        assert max(Counter(state.active.attacked).values(), default=0) <= 1  # OVL-9
    for hero in state.living():
        for box, limit in limits(state, hero).items():
            used = hero.gems.boxes.get(box, 0)
            printed = getattr(state.card(hero), box).limit
            # SKL-20: gems already beyond Horror's limit stay
            assert limit is None or used <= printed


def played(options: Json, seed: int) -> Match:
    """A random match, checked after every command."""
    match, rng = Match.new(options, seed), random.Random(seed)
    for _ in range(TRIES):
        if not match.asked:
            return match
        seat = rng.choice(list(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
        check(match.state)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("options", divisions(), ids=lambda row: "-".join(map(str, row.values())))
def test_a_random_match_ends_and_keeps_its_figures(options: Json) -> None:
    """BAS-2, BAS-5, GEM-1, GEM-6: every division of heroes among people."""
    match = played(options, seed=11)
    outcome: Any = match.outcome
    assert outcome["side"] in ("heroes", "overlord", None)
    heroes = [seat for seat in match.seats if seat != "1"]
    assert outcome["winners"] in ([], ["1"], heroes)


def test_seats_that_act_in_any_order_equal_one_that_plays_all() -> None:
    """HRO-6: four hero seats, interleaved at random, and one seat with all four heroes give the same match."""
    many = Match.new({"scenario": "practice", "players": 5}, 5)
    one = Match.new({"scenario": "practice", "players": 2, "heroes": 4}, 5)
    rng, steps = random.Random(9), 0
    while many.asked and steps < 90:
        seat = rng.choice(list(many.asked))
        kind = many.asked[seat].kind
        if kind == "stances":
            stances: Json = {}
            for asked_seat in list(many.asked):
                mine = {id: rng.choice(("aggressive", "cautious")) for id in many.asked[asked_seat].params["heroes"]}
                many.submit(asked_seat, {"kind": "stances", "stances": mine})
                stances |= mine
            one.submit("2", {"kind": "stances", "stances": stances})
            continue
        command = next(it for it in many.commands(seat, rng) if it["kind"] not in ("give", "receive"))
        many.submit(seat, command)
        whole = command["kind"] != "done" or "act" not in {it.kind for it in many.asked.values()}
        if kind != "act" or whole:
            one.submit("1" if seat == "1" else "2", command)
        steps += 1
        one_state, many_state = one.state, many.state
        for key in ("heroes", "figures", "book", "river", "ground", "doors", "objects", "marker"):
            assert getattr(one_state, key) == getattr(many_state, key), key
    assert steps > 40


def test_all_numbers_of_people_are_there() -> None:
    """BAS-2: one to four heroes, one to four hero players."""
    divided = {(row["heroes"], row["players"]) for row in divisions()}
    assert divided == {(heroes, players) for heroes in range(1, 5) for players in range(2, heroes + 2)}
    assert len(core().scenarios) == 5
