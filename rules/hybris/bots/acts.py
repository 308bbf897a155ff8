"""What the actions at a place are worth to a seat, by weights, and the best of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from rules.hybris import commands as cmd
from rules.hybris.bots.worth import (
    PROGRESS,
    WORTH,
    aegis_wanted,
    alarm,
    deeds_worth,
    fade,
    gain_worth,
    improvement_lack,
    peril,
    power_worth,
    stir_cost,
    text_worth,
)
from rules.hybris.evolve import with_character
from rules.hybris.flow import actions, surroundings
from rules.hybris.flow.combat import standing_force, total
from rules.hybris.packs import words
from rules.hybris.packs.reader import Pack
from rules.hybris.powers import less, more
from rules.hybris.state import MORTAL_WORLD, State, kind_of, owner
from rules.kernel import Seat

CARE, AT_THE_WALL = 0.1, 1.4
"""How much of what a victory over Chaos saves for all is felt by who wins it, and what it costs to go there."""
AEGIS, FELT = 0.75, 0.4
"""What a drained Aegis is worth, and how much of what it wakes is felt by who drains: Chaos comes for all."""


@lru_cache(maxsize=64)
def chaos_card(pack: Pack) -> float:
    """The mean Force of a Chaos Conflict card."""
    rows = pack.chaos.values()
    return sum(row.force * row.copies for row in rows) / sum(row.copies for row in rows)


class Scored(NamedTuple):
    """An action with what it is worth."""

    worth: float
    command: Any


class Weighed:
    """What is found out about one state for one seat: the best action of each kind of character at a place, as Heroes
    are alike, and what deeds are worth besides (`deeds_worth`)."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.deeds = deeds_worth(state, seat)
        self.known: dict[tuple[str, str], Scored] = {}

    def best(self, character: str, place: str) -> Scored:
        """The best action of a character at a place; nothing is worth what its arrival is."""
        key = kind_of(character), place
        if key not in self.known:
            self.known[key] = self._best(character, place)
        return self.known[key]

    def _best(self, character: str, place: str) -> Scored:
        state, seat = self.state, self.seat
        arrived = with_character(state, character, at=place, prisoner=False)
        arrives = self._arrival(character, place)
        scored = [Scored(arrives, cmd.Nothing())]
        for command in _possible(arrived, seat, character):
            if actions.fault(arrived, seat, character, command) is None:
                scored.append(Scored(arrives + _worth(arrived, seat, character, command, self.deeds), command))
        return max(scored, key=lambda row: row.worth)

    def _arrival(self, character: str, place: str) -> float:
        """What a character's arrival sets off (ADV-4, ART-6)."""
        name = MORTAL_WORLD if place in self.state.cities else place
        worth = self.deeds.get(f"moves {name}", 0.0)
        worth += self.deeds.get(f"{kind_of(character)}-moves {name}", 0.0)
        hunts = self.state.row(self.seat).hunts and not self.state.mats[self.seat].hunted
        if (
            hunts
            and kind_of(character) != "prophet"
            and any(owner(figure) != self.seat for figure in self.state.standing(place))
        ):
            worth += WORTH["token"] + self.deeds.get("token", 0.0)
        return worth


def _possible(state: State, seat: Seat, character: str) -> Iterator[Any]:
    """Whole commands worth weighing."""
    for draft in actions.drafts(state, seat, character):
        match draft:
            case cmd.Convert():
                yield from _conversions(state, seat)
            case cmd.Influence():
                yield from (cmd.Influence(True), cmd.Influence(False))
            case cmd.Explore() | cmd.Defend():
                yield from _moves(state, seat, type(draft))
            case _:
                yield draft


def _conversions(state: State, seat: Seat) -> Iterator[cmd.Convert]:
    most = min(state.pack.rules.convert.most, state.mats[seat].has("prayer"))
    sparks = most // state.pack.rules.convert.spark
    for spark in range(sparks + 1):
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


def technology_worth(state: State, seat: Seat, card: str, deeds: Mapping[str, float]) -> float:
    """What a Technology brings when it is deployed (MOR-2)."""
    row, gain = state.pack.technologies[card], state.pack.rules.deploy.gain
    also = deeds.get(f"have tech {row.type}", 0.0) + deeds.get("have techs", 0.0) + deeds.get("deploy", 0.0)
    return row.vp + text_worth(state, seat, row.reward) + text_worth(state, seat, gain) + also


TURN, MADE, PLANNED = 1.4, 0.85, 0.8
"""What the same character would do elsewhere, and how sure a Technology that is made, or a plan, is to go on."""


def make_worth(state: State, seat: Seat, card: str, deeds: Mapping[str, float]) -> float:
    """What it is worth to have a Technology made, less its Aegis: it is still to be deployed in an Age to come."""
    if state.age >= state.pack.rules.ages:
        return 0.1
    aegis = state.pack.technologies[card].aegis - less(state, seat, "make")
    return MADE * (technology_worth(state, seat, card, deeds) - TURN) - 0.5 * max(0, aegis)


def _worth(state: State, seat: Seat, character: str, command: Any, deeds: Mapping[str, float]) -> float:
    """What an action is worth, in Victory Points."""
    pack, mat, kind = state.pack, state.mats[seat], kind_of(character)
    left = pack.rules.ages - state.age
    done = deeds.get(actions.tag(command), 0.0)
    match command:
        case cmd.Convert(sparks=sparks, vp=vp, cards=cards):
            lack = (improvement_lack(state, seat) or {}).get("spark", 0)
            spark = sum(2.3 if n < lack and left else 0.9 * fade(state, "spark") for n in range(sparks or 0))
            spark += deeds.get("have sparks", 0.0) * bool(sparks)
            keeps = 0.35 if mat.has("prayer") <= pack.rules.convert.most * left else 0.05
            paid = actions.prayers(state, command)
            return done + spark + (vp or 0) + WORTH["card"] * fade(state, "card") * (cards or 0) - keeps * paid
        case cmd.Design(technology=card):
            worth = PLANNED * (make_worth(state, seat, card, deeds) - TURN) / (1 + len(mat.plans))
            return done + (worth if left >= 1 else -1.0)
        case cmd.Make(plan=plan, tile=tile):
            if plan is not None:
                return done + make_worth(state, seat, plan, deeds)
            return done + text_worth(state, seat, pack.tiles[tile or ""].reward) - 3 * WORTH["rd"]
        case cmd.Influence(temple=temple):
            figure = state.character(character)
            assert figure is not None
            faithful = WORTH["faithful"] * fade(state, "faithful")
            gain = done + faithful * actions.influence_gain(state, seat, figure.at)
            if not temple:
                return gain
            also = deeds.get("have temples", 0.0) + 0.2 * left
            price = sum(price.n for price in words.prices(pack.rules.temple.price))
            return gain + text_worth(state, seat, pack.rules.temple.gain) + also - faithful * price
        case cmd.Deploy(technology=card):
            figure = state.character(character)
            favoured = figure is not None and pack.cities[figure.at].favours == pack.technologies[card].type
            also = text_worth(state, seat, pack.rules.deploy.favoured) if favoured else 0.0
            return technology_worth(state, seat, card, deeds) + also
        case cmd.Perceive():
            hoped = 1.6 if left >= 2 else 1.3 if left else 0.8
            return done + hoped + WORTH["prayer"] * min(pack.rules.perceive.prayers, state.well)
        case cmd.Fulfil(count=count):
            return done + fulfil_worth(state, seat, count, deeds)
        case cmd.Drain():
            n: int = getattr(pack.rules.drain, kind) + more(state, seat, "drain")
            wanted = aegis_wanted(state, seat)
            gain = AEGIS * fade(state, "aegis") * n + 0.3 * min(n, wanted)
            return done + gain - FELT * stir_cost(state, n)
        case cmd.Resurrect():
            return done + deeds.get("determination", 0.0) + 0.6 + 0.3 * left
        case cmd.Train():
            full = max(0, len(state.hands.get(seat, ())) - 4)
            also = deeds.get("determination", 0.0) if kind == "hero" else 0.0
            gains = words.gains(getattr(pack.rules.train, kind))
            return done + also + gain_worth(state, seat, gains) - 0.3 * full
        case cmd.Explore() | cmd.Defend():
            return done + _surroundings(state, seat, character, command)
        case cmd.Fight(target=target):
            return done + _fight(state, seat, character, target, deeds)
    return 0.0


def fulfil_worth(state: State, seat: Seat, count: int, deeds: Mapping[str, float]) -> float:
    """Points and powers of so many Improvements, less what they cost; the last one wins (IMP-3)."""
    rules, done = state.pack.rules.improvements, state.mats[seat].improvements
    if done + count >= len(rules.vp):
        return 60.0
    worth = deeds.get("prophet", 0.0) * any(done < n <= done + count for n in state.pack.rules.prophets_on)
    for n in range(done, done + count):
        price = words.prices(rules.prices[n])
        worth += rules.vp[n] + power_worth(state, seat, state.row(seat).improvements[n].power)
        worth -= 0.4 * sum(part.n for part in price)
    return worth + 0.5


def _surroundings(state: State, seat: Seat, character: str, command: Any) -> float:
    mat, pack = state.mats[seat], state.pack
    track, steps = actions.tag(command), command.steps or 0
    spent = 0.3 * (command.transfer or 0) + 0.1 * surroundings.cost(state, track, mat.steps[track], steps)
    step = mat.steps[track] + steps
    if isinstance(command, cmd.Explore):
        cards = pack.rules.explore.bonus[step - 1]
        reward = max((text_worth(state, seat, reward) for reward in pack.rules.explore.rewards[:step]), default=0.0)
        return 0.7 + 0.25 * cards + 0.75 * reward - spent
    own = total(standing_force(state, character, True, pack.rules.defend.bonus[step - 1])) + best_cards(state, seat)
    chance = _beats(own, len(state.chaos.momentum) + chaos_card(pack))
    momentum = len(state.chaos.momentum)
    reward = max((text_worth(state, seat, reward) for reward in pack.rules.defend.rewards[:step]), default=0.0)
    repelled = pack.rules.repelled.rewards[min(momentum, len(pack.rules.repelled.rewards) - 1)]
    relief = -PROGRESS * (state.chaos.space - 1) * alarm(state) + 0.35 * momentum * alarm(state) + 8 * peril(state)
    relief *= CARE
    return chance * (text_worth(state, seat, repelled) + reward + relief) - (1 - chance) * 1.6 - spent - AT_THE_WALL


def best_cards(state: State, seat: Seat, most: int = 2) -> int:
    """The Force of the best cards that a seat could commit."""
    forces = sorted((state.pack.conflict(card).force for card in state.hands.get(seat, ())), reverse=True)
    determination = state.pack.rules.force.determination * bool(state.mats[seat].has("determination"))
    return sum(forces[:most]) + determination


def _beats(own: float, foe: float) -> float:
    """Roughly the chance that a sum beats another that is known but for a card."""
    return max(0.0, min(1.0, 0.5 + (own - foe - 0.5) / 5.0))


def _fight(state: State, seat: Seat, character: str, target: str, deeds: Mapping[str, float]) -> float:
    own = total(standing_force(state, character, False)) + best_cards(state, seat)
    hand = len(state.hands.get(owner(target), ()))
    foe = total(standing_force(state, target, False)) + 2.2 * min(2, hand) + 0.5
    chance = _beats(own, foe)
    won, lost = text_worth(state, seat, state.pack.rules.fight), 1.2 + 0.3 * (state.pack.rules.ages - state.age)
    rivals = max(1, len(state.playing) - 1)
    worth = chance * (won + lost / rivals + deeds.get("win", 0.0)) - (1 - chance) * (lost + won / rivals)
    return worth + deeds.get("combat", 0.0) - 0.5
