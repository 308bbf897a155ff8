"""The value of elements to a seat, in Victory points over the remaining cycles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.diktat.packs.cards import Pack
from rules.diktat.state import State, acts_of
from rules.kernel import Seat

GAIN: Mapping[str, float] = {"rank": 0.02, "affinity": 0.6}
"""The value of one of each thing that a Gain gives, besides Victory points."""
ONCE: Mapping[str, float] = {"pp": 0.16, "develop": 1.5}
CYCLE: Mapping[str, float] = {
    "pp": 0.16, "citizen": 0.1, "guard": 0.12, "emissary": 0.5, "agent": 0.5, "spy": 0.1, "assassin": 0.3, "pawn": 0.6,
    "special": 0.2,
}  # fmt: skip
"""The value of one of each thing that a Development gives, each time."""
USE: Mapping[str, float] = {"man": 0.25, "special": 0.15, "cap": 0.2}
"""The value of a Manifestation, Special Manoeuvre or Capacity, per cycle."""
LAST, LATER = 0.7, 1.1
"""The peril of a full corruption track (ORE-8) in the last cycle, and what it grows by with each cycle to come: what
lies there draws more Others in each of them (NOI-3)."""
DOOM, SUDDEN = 0.6, 3
"""The chance that all lose with a full track, and how suddenly it grows towards it."""


def cycles_left(state: State) -> int:
    """The number of cycles after this one, unless somebody ends the match before (END-1)."""
    return max(0, state.size.cycles - max(1, state.cycle))


class Rates(NamedTuple):
    """The rates of an element: Victory points that are counted with it, its effects that happen once, its worth by
    being there, at each Development, and in each cycle in which it is not Used."""

    vp: float
    once: float
    standing: float
    development: float
    use: float


@lru_cache(4096)
def _rates(pack: Pack, others: bool, key: str) -> Rates:
    effects = (pack.others if others else pack.base)[key]
    gains = list(acts_of(effects.of("gain")))
    return Rates(
        sum(float(n) for condition, word, n, _ in gains if word == "vp" and not condition),
        sum(ONCE.get(word, 0.0) * max(1, n) for _, word, n, _ in acts_of(effects.of("once"))),
        sum(GAIN.get(word, 0.0) * n for _, word, n, _ in gains),
        sum(CYCLE.get(word, 0.0) * n for _, word, n, _ in acts_of(effects.of("dev"))),
        sum(worth for timing, worth in USE.items() if any(clause.timing == timing for clause in effects.clauses)),
    )


def rates(state: State, key: str) -> Rates:
    """The values of a card by its id, of a marker by `sector:level`."""
    return _rates(state.pack, state.with_others, key)


def elements(state: State, seat: Seat) -> Iterator[tuple[str, bool]]:
    """The keys of a seat's elements, and whether each is Used."""
    player = state.players[seat]
    for card in player.cards:
        yield card.card, card.used
    for sector, level in player.markers.items():
        yield f"{sector}:{level}", sector in player.used_markers
    for id in player.cabal_cards:
        yield id, id in player.used_cabal_cards


def to_come(rate: Rates, cycles: int, used: bool = False) -> float:
    """The remaining value of an element that a seat has, without its Victory points."""
    return (
        (rate.standing if cycles else 0.3 * rate.standing)
        + cycles * rate.development
        + (cycles + 0.5 * (not used)) * rate.use
    )


def card_worth(state: State, seat: Seat, id: str, cycles: int) -> float:
    """The value of an Opportunity card to a seat that takes it (POS-2): slot, effects, symbols for the seat's
    tokens."""
    player, cabal, rate = state.players[seat], state.cabal(seat), rates(state, id)
    n = len(player.cards)
    slot = cabal.slots[n] if n < len(cabal.slots) else cabal.beyond
    # each card brings those after it nearer to a slot that shows something
    ahead = max(cabal.slots[n + 1 :], default=0) * 0.3 if cycles and n + 1 < len(cabal.slots) else 0.0
    fits = len(fitting(state, seat, id))
    return 0.05 + slot + ahead + rate.vp + rate.once + to_come(rate, cycles) + 0.7 * fits + peril(state)


def fitting(state: State, seat: Seat, card: str) -> list[str]:
    """AFF-2: a seat's tokens for the symbols of a card that it takes."""
    have, kinds = dict(state.players[seat].affinities), []
    for symbol in state.pack.cards[card].symbols:
        kind = next((kind for kind, n in have.items() if n and symbol in (kind, "any")), None)
        if kind is not None:
            have[kind] -= 1
            kinds.append(kind)
    return kinds


def peril(state: State) -> float:
    """ORE-7, ORE-8: with the Others, the value to a seat of one card less on the corruption track, or one Darkness
    token less: it grows with their number. The fewer the others who might avert it, the more the seat sees to it."""
    return _corruption(state) * (LAST + LATER * cycles_left(state)) / max(1, len(state.playing) - 1)


def doom(state: State) -> float:
    """ORE-8: with the Others, the chance that all lose, 0 to 1."""
    return DOOM * pow(min(1.0, _corruption(state)), SUDDEN)


def _corruption(state: State) -> float:
    """ORE-7, ORE-8: how full the corruption track is, or Darkness: at more than 1 all lose. Nothing without the
    Others."""
    if not state.with_others:
        return 0.0
    dark = sum(ground.darkness for ground in state.grounds.values())
    limits = state.pack.written.others
    return max(len(state.corrupted) / limits.room(state.options.players), dark / limits.darkness)


def marker_worth(state: State, seat: Seat, sector: str, cycles: int) -> float:
    """The value of an Influence marker, at level 1 or 2 (INF-1, INF-2)."""
    player = state.players[seat]
    if player.all_markers >= 5:
        return 0.1
    level = player.markers.get(sector, 0)
    rate = rates(state, f"{sector}:{level + 1}")
    worth = 0.05 + rate.vp + rate.once + to_come(rate, cycles)
    if level:
        before = rates(state, f"{sector}:{level}")
        worth -= before.vp + to_come(before, cycles)
    return max(0.05, worth)
