"""The value of a match for the heroes' side, in gems; the Overlord's is its negative."""

from __future__ import annotations

from collections.abc import Iterable
from math import log, tanh
from typing import Any

from rules.blade.bots.work import FAR, Way, distance, progress, work_left
from rules.blade.frames import HeroesAct
from rules.blade.measure import mean
from rules.blade.state import OVERLORD, Figure, Hero, State
from rules.kernel import Seat
from rules.kernel.memo import derived

SCALE = 25.0
"""So far ahead is three quarters of a win."""
AIM, EVEN = 20.0, 3.0
"""The weight of what the heroes can still spend against the work that is left, on a scale of ratios; what is added to
both."""
GAIN, FREE = 2, 1.5
"""The gems that a hero recovers in a turn, and what its free steps are worth."""
GUARD = 0.35
"""Each of the first two gems of the reserve where an adversary is near."""
LIFE, WEAK, ALIVE = 0.45, 0.35, 5.0
"""A gem of life; besides, each of the last six; a living hero."""
UNWON = -0.6
"""The value of a match that nobody wins, as a bench does that is left standing."""
EACH = 9.0
"""What a hero is worth in the middle of a match."""
FIGURE, DAMAGE = 0.3, 0.35
"""A figure of the Overlord's, and each success of its dice in the mean."""
BOOK = 0.2
"""A gem that the Book has in its next turn."""
WEAPON, POTION = 1.2, 1.2
"""A success of a hero's best weapon in the mean; a potion carried."""
NEAR = 4.0
"""How near an adversary is a threat."""
ARMED, FETCHED, STEP = 7.0, 0.7, 0.08
"""To who looks further: a success of the best weapon in the mean, over a whole match; the part of that which is left of
one that lies in the hero's zone, and less for each step to it."""
WIDE = 60.0
"""`SCALE` for who looks further."""


def evaluate(match: Any, seat: Seat) -> float:
    """`kernel.bots.Evaluate`."""
    return _to(seat, worth_of(match.state) / SCALE)


def evaluate_further(match: Any, seat: Seat) -> float:
    """`kernel.bots.Evaluate`, of the searching bot."""
    return _to(seat, further_worth_of(match.state) / WIDE)


def _to(seat: Seat, scaled: float) -> float:
    """The heroes' prospects as a seat's value, -1 to 1."""
    worth = tanh(scaled)
    return -worth if seat == OVERLORD else worth


def drawn(match: Any) -> float:
    """`kernel.bots.Advisor.drawn`."""
    return UNWON


def worth_of(state: State) -> float:
    """The heroes' prospects, 0 where it is about even."""
    # the turn that goes on is none of those to come once stances have been taken
    acting = any(isinstance(frame, HeroesAct) for frame in state.stack)
    turns = max(0, state.last - state.marker - acting)
    means = sum(_means(hero, turns) for hero in state.living())
    aim = AIM * log((means + EVEN) / (work_left(state) + EVEN))
    foes = _foes(state)
    ways = {hero.id: distance(state, hero.at or "") for hero in state.living()}
    near = {hero: min((row.get(foe.at or "", FAR) for foe in foes), default=FAR) <= NEAR for hero, row in ways.items()}
    heroes = sum(_hero(state, hero, near[hero.id] and turns > 0) for hero in state.living())
    theirs = sum(_foe(state, foe, ways.values()) for foe in foes)
    return aim + heroes - EACH * len(state.heroes) - theirs - BOOK * _book(state)


def further_worth_of(state: State) -> float:
    """The heroes' prospects with what a weapon does in turns to come: who throws its only one goes and fetches it."""
    return worth_of(state) + sum(_armed(state, hero) for hero in state.living())


def _armed(state: State, hero: Hero) -> float:
    """The best weapon in hand, or what is left of one that lies where the hero can get to it."""
    ways = distance(state, hero.at or "")
    within = [_best_weapon(state, hero.items)]
    for zone, ids in state.ground.items():
        within.append(_best_weapon(state, ids) * max(0.0, FETCHED - STEP * ways.get(zone, FAR)))
    return ARMED * max(within)


def _means(hero: Hero, turns: int) -> float:
    """What a hero can still spend, in this turn and those to come: what lies in the reserve is not recovered."""
    next_ = min(GAIN, hero.gems.fatigue + hero.gems.laid) if turns else 0
    return hero.gems.reserve + next_ + GAIN * max(0, turns - 1) + FREE * turns


def _book(state: State) -> int:
    book = state.book
    return book.reserve + min(max(0, book.recovery), book.fatigue + sum(book.boxes.values()))


def _hero(state: State, hero: Hero, threatened: bool) -> float:
    """A hero's gems, those of the turns to come, its life and arms."""
    guard = GUARD * min(2, hero.gems.reserve) if threatened else 0.0
    life = LIFE * hero.gems.life - WEAK * max(0, 6 - hero.gems.life)
    return ALIVE + guard + life + _arms(state, hero.items)


def _foes(state: State) -> list[Figure]:
    return [figure for figure in state.figures if figure.at is not None and state.side_of(figure.id) == "overlord"]


@derived("pack")
def _arms(state: State, items: tuple[str, ...]) -> float:
    """What a hero's things are good for."""
    return WEAPON * _best_weapon(state, items) + POTION * sum(state.item(id).use == "potion" for id in items)


@derived("pack")
def _best_weapon(state: State, items: tuple[str, ...]) -> float:
    """The successes in the mean of the best weapon among these things, 0 where there is none."""
    cards = [state.item(id) for id in items]
    weapons = [max(row.melee, row.ranged, key=len) for row in cards if row.kind == "weapon"]
    return max((sum(mean(state, die) for die in dice) for dice in weapons), default=0.0)


def _foe(state: State, figure: Figure, ways: Iterable[Way]) -> float:
    """What a figure is worth to the Overlord: more, the nearer it is to a hero."""
    near = min((way.get(figure.at or "", FAR) for way in ways), default=FAR)
    return _strength(state, figure.tile) * (0.7 + 0.3 * max(0.0, 1.0 - near / 8.0))


@derived("pack", "tiles")
def _strength(state: State, tile: str) -> float:
    """What the dice of a tile's figures are worth."""
    unit = state.unit(state.of_tile(tile)[0])
    dice = max(unit.melee, unit.ranged, key=len)
    return FIGURE + DAMAGE * sum(mean(state, die) for die in dice)


def figures(match: Any, seat: Seat) -> dict[str, float]:
    """The figures of hints: the heroes' life and reserve, the Overlord's figures, gems of the Book, the aim in
    hundredths."""
    state: State = match.state
    aims = list(progress(state))
    return {
        "life": sum(hero.gems.life for hero in state.heroes if not hero.dead),
        "reserve": sum(hero.gems.reserve for hero in state.living()),
        "figures": len(_foes(state)),
        "book": state.book.reserve,
        "aim": round(100 * sum(aims) / len(aims)) if aims else 0,
    }


def part(match: Any) -> str:
    """The turn in which a moment lies."""
    return f"{match.state.round}-{match.state.side}"
