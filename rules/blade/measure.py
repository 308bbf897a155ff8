"""What follows from a state for each character: skills, load, room, hindering, limits and defences. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.blade.packs.schema import BOXES, HeroRow, ItemRow
from rules.blade.state import BOOK, OVERLORD, Figure, Hero, State
from rules.kernel import Seat
from rules.kernel.memo import derived

UNLIMITED = ("guard", "reroll")
"""The boxes that Horror leaves alone (SKL-20, GEM-4)."""
HORROR = 2

# ---- load and skills -------------------------------------------------------------------------------------------------


def load(state: State, hero: Hero) -> int:
    """LOD-1, LOD-4."""
    return sum(state.item(id).load for id in hero.items)


@derived("pack", "scenario", "heroes", "figures", "tiles", "grants")
def all_skills(state: State) -> Mapping[str, frozenset[str]]:
    """The skills that each character has now. Poison and alchemy have no rule of their own (SKL-22, SKL-14)."""
    return {id: _skills_of(state, character) for id, character in state.everyone().items()}


def _skills_of(state: State, character: Hero | Figure) -> frozenset[str]:
    own, held = _own_skills(state, character), bool(character.marks.get("held"))
    if not state.grants and not held:
        return own
    grants = {grant.skill: grant.given for grant in state.grants if character.id in state.named(grant.who)}
    skills = own | {skill for skill, given in grants.items() if given}
    # SPL-7: a held blocker is without that skill
    return frozenset(skill for skill in skills if grants.get(skill, True) and not (held and skill == "blocker"))


def _own_skills(state: State, character: Hero | Figure) -> frozenset[str]:
    """Those of its sheet or tile that its load leaves it."""
    if isinstance(character, Figure):
        tile = state.tiles[character.tile]
        return frozenset(state.unit(character).skills) if tile.profile else _unit_skills(state, tile.unit)
    return (
        _unburdened(state.card(character), load(state, character))
        if character.profile
        else _hero_skills(state, character.id, character.items)
    )


@derived("pack")
def _unit_skills(state: State, unit: str) -> frozenset[str]:
    return frozenset(state.pack.units[unit].skills)


@derived("pack")
def _hero_skills(state: State, id: str, items: tuple[str, ...]) -> frozenset[str]:
    return _unburdened(state.pack.heroes[id], sum(state.item(item).load for item in items))


def _unburdened(card: HeroRow, load: int) -> frozenset[str]:
    """LOD-2: lost while the load is at the overload value or more."""
    return frozenset(row.id for row in card.skills if row.overload is None or load < row.overload)


def has_skill(state: State, id: str, skill: str) -> bool:
    return skill in all_skills(state)[id]


def bearers(state: State, ids: Sequence[str], skill: str) -> list[str]:
    """Those of these characters that have a skill."""
    return [id for id in ids if has_skill(state, id, skill)]


def leaders(state: State) -> list[str]:
    """The living heroes with Leadership (SKL-15)."""
    return [hero.id for hero in state.living() if has_skill(state, hero.id, "leadership")]


def seat_of(state: State, id: str) -> Seat:
    """The player of a character; of an ally that of a hero who may command it, the commanding one first (ALY-6)."""
    if state.side_of(id) == "overlord":
        return OVERLORD
    if isinstance(state.who(id), Hero):
        return state.seat_of_hero(id)
    if state.active is not None and state.active.ally == id and state.active.payer is not None:
        return state.seat_of_hero(state.active.payer)
    leader = next(iter(leaders(state)), None)
    return state.seat_of_hero(leader) if leader is not None else next(iter(state.players))


# ---- room ------------------------------------------------------------------------------------------------------------


def size_of(state: State, id: str) -> int:
    """CRW-1."""
    character = state.everyone()[id]
    return state.card(character).size if isinstance(character, Hero) else state.unit(character).size


def room_used(state: State, zone: str) -> int:
    """CRW-6: characters alone take room."""
    return sum(size_of(state, id) for id in state.within(zone))


def crowded(state: State, zone: str, id: str) -> bool:
    """CRW-2: whether a zone has no room left for a character that is not in it."""
    return room_free(state, zone) < size_of(state, id)


def room_free(state: State, zone: str) -> int:
    return state.board.zones[zone].capacity - room_used(state, zone)


# ---- hindering -------------------------------------------------------------------------------------------------------


def hindering(state: State, id: str, zone: str | None = None) -> int:
    """HIN-1, HIN-2, HIN-6, HIN-8: every character of either side counts, and is hindered alike."""
    return max(0, len(state.adversaries(id, zone)) - len(state.friends(id, zone)))


def step_hindering(state: State, id: str) -> int:
    """HIN-3: the points that leaving its zone costs a character besides."""
    skills = all_skills(state)[id]
    if skills & {"elusive", "intangible", "flight"}:  # SKL-27, SKL-32, SKL-33
        return 0
    return max(0, hindering(state, id) - ("feline-grace" in skills))  # SKL-31


def roll_hindering(state: State, id: str, ranged: bool = False) -> int:
    """HIN-4: the successes that are ignored of a ranged attack or a complex manipulation."""
    skills = all_skills(state)[id]
    if skills & {"concentration", "intangible"} or (ranged and "sharpshooter" in skills):  # SKL-16, SKL-32, SKL-8
        return 0
    return hindering(state, id)


# ---- gems and movement -----------------------------------------------------------------------------------------------


def base_most(state: State, id: str) -> int:
    """The base movement of a character now (STP-3, STP-8, LOD-3)."""
    character = state.everyone()[id]
    if isinstance(character, Figure):
        return state.unit(character).movement
    card, carried = state.card(character), load(state, character)
    lost = max((points for from_, points in card.load.slow if carried >= from_), default=0)
    return max(0, card.movement.base - lost)


def base_left(state: State, id: str) -> int:
    """The points of base movement that a character may still use."""
    character, active = state.everyone()[id], state.active
    if isinstance(character, Hero):
        return 0 if character.base.over else max(0, base_most(state, id) - character.base.used)
    if active is None or active.base_over or id in active.forfeited:
        return 0
    return max(0, base_most(state, id) - active.moved.get(id, 0))


def horrified(state: State, id: str) -> bool:
    """SKL-20: an adversary in the zone has Horror."""
    return state.on_board(id) and bool(bearers(state, state.adversaries(id), "horror"))


def limits(state: State, hero: Hero) -> Mapping[str, int | None]:
    """The exertion limit of each box now (GEM-3, GEM-4, SKL-20)."""
    card = state.card(hero)
    printed = {box: getattr(card, box).limit for box in BOXES}
    if not horrified(state, hero.id):
        return printed
    return {
        box: limit if box in UNLIMITED else min(HORROR, limit if limit is not None else HORROR)
        for box, limit in printed.items()
    }


def extra_limit(state: State, figure: Figure) -> int:
    """The most extra points of a figure or ally in an activation (OVL-7, ALY-4, SKL-20)."""
    printed = state.unit(figure).movement
    return min(HORROR, printed) if horrified(state, figure.id) else printed


def reserve_of(state: State, payer: str) -> int:
    """The gems that a hero or the Overlord could spend (GEM-2)."""
    return state.book.reserve if payer == BOOK else state.hero(payer).gems.reserve


def payers(state: State, id: str) -> list[str]:
    """Who may pay for a character in defence and rerolls: a hero, the Overlord, or for an ally any leader (ALY-6)."""
    if isinstance(state.who(id), Hero):
        return [id]
    return [BOOK] if state.side_of(id) == "overlord" else leaders(state)


def most_for_reroll(state: State, payer: str, by: str) -> int:
    """The rerolls of a roll of `by` that a payer could still pay (DIE-7, GEM-4); for an ally without limit (ALY-6)."""
    if payer == BOOK:
        return state.book.reserve
    hero = state.hero(payer)
    limit = limits(state, hero)["reroll"] if payer == by else None
    left = hero.gems.reserve if limit is None else limit - hero.gems.boxes.get("reroll", 0)
    return max(0, min(hero.gems.reserve, left))


def dead_companions(state: State, hero: Hero) -> int:
    """WND-10: those who left alive are not dead."""
    return sum(other.dead for other in state.heroes if other.id != hero.id)


def recovery(state: State, hero: Hero, stance: str) -> int:
    """HRO-3, HRO-4: the gems that a stance recovers, before the fatigue runs out."""
    table = state.card(hero).recovery
    row = table.aggressive if stance == "aggressive" else table.cautious
    return row[min(dead_companions(state, hero), 2)]


# ---- defence ---------------------------------------------------------------------------------------------------------


def fixed_defence(
    state: State, id: str, *, shot: bool = False, weapons: Sequence[ItemRow] = ()
) -> list[tuple[str, int]]:
    """The fixed passive defence of a character by clause (GRD-2, GRD-11). `shot`: against a ranged attack (SKL-11);
    `weapons`: those that may lower it (ITM-10)."""
    character = state.everyone()[id]
    parts: list[tuple[str, int]] = []
    if isinstance(character, Figure):
        unit = state.unit(character)
        lowered = [row.to for weapon in weapons for row in weapon.lowers if row.unit == unit.id]
        parts.append(("ITM-10" if lowered else "GRD-2", min([unit.passive, *lowered])))
    parts += [("SPL-4", n) for n in character.marks.get("halo", ())]
    if shot and has_skill(state, id, "untouchable"):
        parts.append(("SKL-11", 1))
    return [(clause, n) for clause, n in parts if n]


def armour(state: State, hero: Hero) -> ItemRow | None:
    """GRD-3: one armour counts, the best."""
    worn = [state.item(id) for id in hero.items if state.item(id).kind == "armour"]
    return max(worn, key=lambda worn_item: sum(mean(state, die) for die in worn_item.passive), default=None)


def mean(state: State, die: str) -> float:
    """The average of a die; an arrow is not counted."""
    faces = state.pack.dice[die.rstrip("*")].faces
    return sum(faces) / len(faces)


def jinxed_by(state: State, id: str) -> str | None:
    """SKL-19: an adversary in the zone that forbids rerolls."""
    return next(iter(bearers(state, state.adversaries(id), "jinx")), None) if state.on_board(id) else None


def supporters(state: State, id: str) -> int:
    """SKL-21: each friend in the zone with Support gives a free reroll."""
    return len(bearers(state, state.friends(id), "support")) if state.on_board(id) else 0


def life_left(state: State, who: str) -> int:
    """SKL-4: what it takes to kill a character."""
    character = state.everyone()[who]
    return character.gems.life if isinstance(character, Hero) else character.life
