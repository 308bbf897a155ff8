"""What the actions at a place are worth to a seat, by weights, and the best of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.hybris import commands as cmd
from rules.hybris.bots.worth import (
    PROGRESS,
    WORTH,
    alarm,
    gain_worth,
    improvement_lack,
    peril,
    stir_cost,
    text_worth,
)
from rules.hybris.evolve import with_character
from rules.hybris.flow import actions, surroundings
from rules.hybris.flow.combat import standing_force, total
from rules.hybris.packs import words
from rules.hybris.powers import more
from rules.hybris.state import State, kind_of, owner
from rules.kernel import Seat

CARE, AT_THE_WALL = 0.1, 1.4
"""How much of what a victory over Chaos saves for all is felt by who wins it, and what it costs to go there."""
AEGIS, FELT = 0.75, 0.4
"""What a drained Aegis is worth, and how much of what it wakes is felt by who drains: Chaos comes for all."""
CHAOS_CARD = 7.3
"""The mean Force of a Chaos Conflict card."""


class Scored(NamedTuple):
    """An action with what it is worth."""

    worth: float
    said: Any


Known = dict[tuple[str, str], Scored]
"""The best actions of one state, by kind of character and place: Heroes are alike."""


def best(state: State, seat: Seat, character: str, place: str, known: Known | None = None) -> Scored:
    """The best action of a character at a place; nothing is worth 0."""
    key = kind_of(character), place
    if known is not None and key in known:
        return known[key]
    scored = _best(state, seat, character, place)
    if known is not None:
        known[key] = scored
    return scored


def _best(state: State, seat: Seat, character: str, place: str) -> Scored:
    there = with_character(state, character, at=place, prisoner=False)
    found = [Scored(0.0, cmd.Nothing())]
    for said in _possible(there, seat, character):
        if actions.fault(there, seat, character, said) is None:
            found.append(Scored(_worth(there, seat, character, said), said))
    return max(found, key=lambda it: it.worth)


def _possible(state: State, seat: Seat, character: str) -> Iterator[Any]:
    """Whole commands worth weighing."""
    for said in actions.drafts(state, seat, character):
        match said:
            case cmd.Convert():
                yield from _conversions(state, seat)
            case cmd.Influence():
                yield from (cmd.Influence(True), cmd.Influence(False))
            case cmd.Explore() | cmd.Defend():
                yield from _moves(state, seat, type(said))
            case _:
                yield said


def _conversions(state: State, seat: Seat) -> Iterator[cmd.Convert]:
    most = min(state.pack.rules.convert.most, state.mats[seat].has("prayer"))
    sparks = most // state.pack.rules.convert.spark
    for spark in {0, sparks}:
        rest = most - spark * state.pack.rules.convert.spark
        yield cmd.Convert(spark, rest, 0, 0)
        yield cmd.Convert(spark, 0, rest, 0)


def _moves(state: State, seat: Seat, kind: Any) -> Iterator[Any]:
    """For each number of steps the fewest Workers that pay for it; and with all that could be put into the Camp."""
    mat = state.mats[seat]
    name = "explore" if kind is cmd.Explore else "defend"
    for steps in range(5 - mat.steps[name] + 1):
        needs = surroundings.cost(state, name, mat.steps[name], steps)
        transfer = max(0, needs - state.camp - mat.foreman)
        yield kind(transfer, mat.foreman, steps, False)
        if kind is cmd.Explore and transfer < mat.has("worker"):
            yield kind(transfer + 1, mat.foreman, steps, False)


def _worth(state: State, seat: Seat, character: str, said: Any) -> float:
    """What an action is worth, in Victory Points."""
    pack, mat, kind = state.pack, state.mats[seat], kind_of(character)
    left = pack.rules.ages - state.age
    match said:
        case cmd.Convert(sparks=sparks, vp=vp, cards=cards):
            lack = improvement_lack(state, seat) or {}
            spark = 1.4 if lack.get("spark") else 1.0
            return spark * (sparks or 0) + (vp or 0) + 0.4 * (cards or 0) - 0.45 * actions.prayers(state, said) + 0.2
        case cmd.Design(technology=card):
            row = pack.technologies[card]
            return (0.3 * row.vp + 0.8 - 0.15 * row.aegis) if left >= 1 else -1.0
        case cmd.Make(plan=plan):
            if plan is None:
                return 2.2
            row = pack.technologies[plan]
            return 0.35 * row.vp + 1.0 - 0.2 * row.aegis if left >= 1 else 0.1
        case cmd.Influence(temple=temple):
            there = state.character(character)
            assert there is not None
            gain = WORTH["faithful"] * actions.influence_gain(state, seat, there.at)
            return gain + (1.4 + 0.25 * left - 3 * 0.3 if temple else 0.0)
        case cmd.Deploy(technology=card):
            row = pack.technologies[card]
            return row.vp + text_worth(state, seat, row.reward) + 2.0
        case cmd.Perceive():
            return 1.3 + 0.4 * min(2, state.well) if left >= 1 else 0.7 + 0.4 * min(2, state.well)
        case cmd.Fulfil(count=count):
            points = pack.rules.improvements.vp
            if mat.improvements + count >= len(points):
                return 60.0
            return sum(points[mat.improvements + n] + 1.6 for n in range(count))
        case cmd.Drain():
            n: int = getattr(pack.rules.drain, kind) + more(state, seat, "drain")
            wanted = (improvement_lack(state, seat) or {}).get("aegis", 0)
            return AEGIS * n + 0.3 * min(n, wanted) - FELT * stir_cost(state, n)
        case cmd.Resurrect():
            return 1.3
        case cmd.Train():
            full = max(0, len(state.hands.get(seat, ())) - 4)
            return gain_worth(state, seat, words.gains(getattr(pack.rules.train, kind))) - 0.3 * full
        case cmd.Explore() | cmd.Defend():
            return _surroundings(state, seat, character, said)
        case cmd.Fight(target=target):
            return _fight(state, seat, character, target)
    return 0.0


def _surroundings(state: State, seat: Seat, character: str, said: Any) -> float:
    mat, pack = state.mats[seat], state.pack
    spent = 0.3 * (said.transfer or 0) + 0.1 * surroundings.cost(state, actions.tag(said), mat.steps[actions.tag(said)],
                                                                 said.steps or 0)  # fmt: skip
    step = mat.steps[actions.tag(said)] + (said.steps or 0)
    if isinstance(said, cmd.Explore):
        cards = pack.rules.explore.bonus[step - 1]
        reward = max((text_worth(state, seat, it) for it in pack.rules.explore.rewards[:step]), default=0.0)
        return 0.7 + 0.25 * cards + 0.75 * reward - spent
    own = total(standing_force(state, character, True, pack.rules.defend.bonus[step - 1])) + best_cards(state, seat)
    chance = _beats(own, len(state.chaos.momentum) + CHAOS_CARD)
    momentum = len(state.chaos.momentum)
    reward = max((text_worth(state, seat, it) for it in pack.rules.defend.rewards[:step]), default=0.0)
    repelled = pack.rules.repelled.rewards[min(momentum, len(pack.rules.repelled.rewards) - 1)]
    relief = -PROGRESS * (state.chaos.space - 1) * alarm(state) + 0.35 * momentum * alarm(state) + 8 * peril(state)
    relief *= CARE
    return chance * (text_worth(state, seat, repelled) + reward + relief) - (1 - chance) * 1.6 - spent - AT_THE_WALL


def best_cards(state: State, seat: Seat, most: int = 2) -> int:
    """The Force of the best cards that a seat could commit."""
    forces = sorted((state.pack.conflict(it).force for it in state.hands.get(seat, ())), reverse=True)
    determination = state.pack.rules.force.determination * bool(state.mats[seat].has("determination"))
    return sum(forces[:most]) + determination


def _beats(own: float, foe: float) -> float:
    """Roughly the chance that a sum beats another that is known but for a card."""
    return max(0.0, min(1.0, 0.5 + (own - foe - 0.5) / 5.0))


def _fight(state: State, seat: Seat, character: str, target: str) -> float:
    own = total(standing_force(state, character, False)) + best_cards(state, seat)
    hand = len(state.hands.get(owner(target), ()))
    foe = total(standing_force(state, target, False)) + 2.2 * min(2, hand) + 0.5
    chance = _beats(own, foe)
    return chance * 3.3 - (1 - chance) * 2.6 - 0.5
