"""Random matches at every number of seats, with asides among the commands: they end, and the invariants hold after
every command."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from rules.diktat import Match
from rules.diktat.state import State
from rules.kernel import Json

LONGEST = 2_000


def invariants(match: Match) -> None:
    """MAT-1, GEN-8, GEN-11, STK-4, STK-6, INF-2, RNK-4, CAB-6."""
    state: State = match.state
    cards = [*state.deck, *state.discard, *state.track, *state.corrupted, *([state.secret] if state.secret else [])]
    cards += [held.card for it in state.players.values() for held in it.cards]
    if state.phase != "setup":
        assert Counter(cards) == dict.fromkeys(state.pack.cards, 1)
    for sector, ground in state.grounds.items():
        assert 0 <= state.markers_left(sector) <= 2
        assert state.room(sector) >= 0
        assert all(stack.pawns for stack in ground.stacks)
        assert len(set(ground.tokens)) == len(ground.tokens)
        assert min(ground.darkness, ground.corruption) >= 0
    others = "".join(pawn.kind for it in state.grounds.values() for pawn in it.others) + state.pool
    assert "".join(sorted(others)) in ("", "CCCCEEEEGGGG")
    for kind in ("politics", "people", "artefact"):
        assert 0 <= state.affinities_left(kind) <= 10
    for seat, player in state.players.items():
        if not player.cabal:
            continue
        numbers = (
            player.pp,
            player.spies,
            player.assassins,
            player.pawns,
            player.reserve,
            player.supply,
            *player.affinities.values(),
            player.corruption,
        )
        assert min(numbers) >= 0
        assert player.all_markers <= 5
        assert player.reserve + player.supply <= 6
        row = match.view("spectator", 10**9)["cabals"][seat]
        assert row["points"] == sum(row["parts"].values())
    if state.cycle and match.outcome is None:
        assert state.administrator == state.order()[0]


def random_match(options: Json, seed: int) -> Match:
    match, rng = Match.new(options, seed), random.Random(seed)
    for _ in range(LONGEST):
        if not match.asked:
            return match
        seat, command = something(match, rng)
        assert match.check(seat, command) is None, command
        match.submit(seat, command)
        invariants(match)
    raise AssertionError("it does not end")


def something(match: Match, rng: random.Random) -> tuple[str, Any]:
    """An answer, or now and then an aside or an offer."""
    seat = rng.choice(match.seats)
    if rng.random() < 0.25:
        for command in islice(match.asides(seat, rng), 1):
            return seat, command
    if rng.random() < 0.1 and match.check(seat, command := an_offer(match, seat, rng)) is None:
        return seat, command
    seat = rng.choice(list(match.asked))
    return seat, next(match.commands(seat, rng))


def an_offer(match: Match, seat: str, rng: random.Random) -> Json:
    """A deal of what lies at hand, discreet or open, sworn or not."""
    other = rng.choice([it for it in match.seats if it != seat])
    view = match.view(seat, 10**9)
    goods: Json = {"pp": rng.randint(0, 2)}
    if view["cabals"][seat].get("cards") and rng.random() < 0.4:
        goods["cards"] = [view["cabals"][seat]["cards"][0]["card"]]
    if view["cabals"][seat].get("markers") and rng.random() < 0.4:
        goods["markers"] = [next(iter(view["cabals"][seat]["markers"]))]
    if rng.random() < 0.4:
        goods["agents"] = rng.choice("CGE")
    promises = [{"by": other, "do": "no-assassinate", "seat": seat}, {"by": seat, "do": "no-send", "sector": "karst"}]
    return {
        "kind": "offer",
        "to": [other],
        "give": goods,
        "take": {other: {"affinities": {"people": rng.randint(0, 1)}, "pp": rng.randint(0, 1)}},
        "promises": rng.sample(promises, rng.randint(0, 2)),
        "sworn": rng.random() < 0.5,
        "discreet": rng.random() < 0.5,
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("others", [False, True], ids=["base", "others"])
def test_random_matches_end(players: int, others: bool) -> None:
    """GEN-2, GEN-3, SET-7."""
    options = {"players": players, "configurations": ["others"] if others else []}
    match = random_match(options | {"fiel": "corruption" if players % 2 else "mist"}, seed=players)
    assert match.outcome is not None
    assert match.outcome["reason"] in ("points", "others")
    again = Match.replay({}, match.journal)
    assert (again.position(), again.outcome) == (match.position(), match.outcome)
