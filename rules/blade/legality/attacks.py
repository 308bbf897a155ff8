"""Attacks: who may be attacked, with what, and the pot (SEQ-1, MEL, SHT, SKL-1 to SKL-13, SKL-18, SKL-29)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rules.blade.commands import Attack, Web
from rules.blade.frames import Die
from rules.blade.legality.common import actor, affordable, afloat, exertion
from rules.blade.measure import bearers, has_skill
from rules.blade.packs.schema import ItemRow
from rules.blade.sight import above, in_melee, sight, why_not_in_melee
from rules.blade.state import Figure, Hero, State
from rules.kernel import Refusal, Seat
from rules.kernel.memo import derived
from rules.kernel.refusals import no

WEB_DICE = ("orange", "orange", "orange")
BEST, WORST = "red", "yellow"
"""The dice of ripostes and last blows, and of the elevation bonus (SKL-7, SKL-6, MEL-6)."""


# ---- targets ---------------------------------------------------------------------------------------------------------


def target_fault(state: State, who: str, target: str, mode: str) -> Refusal | None:
    """Why this character may not attack that one (SEQ-12, MEL-1, SHT-1, SKL-13, SKL-18). `mode`: melee, ranged, web."""
    if (barricade := state.barricades().get(target)) is not None:
        beside = barricade.border is not None and state.at(who) in barricade.border
        return None if beside and mode == "melee" else no("TOK-3", "not-in-melee", target=target)
    if not state.on_board(target):
        return no("SEQ-1", "unknown-target")
    if state.side_of(target) == state.side_of(who):
        return no("SEQ-12", "not-adversary", target=target)
    if mode == "melee":
        if in_melee(state, who, target) is None:
            return no(why_not_in_melee(state, who, target), "not-in-melee", target=target)
    else:
        line = sight(state, state.at(who), state.at(target))
        if not line.visible:
            clause = "SHT-1" if line.clause == "SEE-1" else line.clause
            return no(clause, "no-line-of-sight", target=target, by=list(line.by))
    by = protector(state, target)
    if by is not None and not (mode != "melee" and has_skill(state, who, "sharpshooter")):  # SKL-8
        return no("SKL-13", "protected", target=target, by=by)
    return fascinated(state, who, target)


def protector(state: State, target: str) -> str | None:
    """SKL-13: the friend that keeps a character from being attacked."""
    if not has_skill(state, target, "under-protection"):
        return None
    return next((id for id in state.friends(target) if not has_skill(state, id, "under-protection")), None)


def fascinated(state: State, who: str, target: str) -> Refusal | None:
    """SKL-18: not before it has attacked this character itself."""
    if not has_skill(state, target, "fascination"):
        return None
    by = state.everyone()[who].marks.get("attacked_by", ())
    return None if target in by else no("SKL-18", "fascinating", target=target)


@derived()
def targets(state: State, who: str, mode: str) -> Sequence[str]:
    """The characters that this one could attack, weapons and gems aside."""
    side = "overlord" if state.side_of(who) == "heroes" else "heroes"
    foes = (id for id, character in state.everyone().items() if character.at is not None and state.side_of(id) == side)
    return [id for id in foes if target_fault(state, who, id, mode) is None]


def all_targets(state: State, who: str, mode: str) -> Sequence[str]:
    """The targets, the barricades beside this character among them (TOK-3)."""
    beside = (id for id in state.barricades() if target_fault(state, who, id, mode) is None)
    return [*targets(state, who, mode), *beside]


# ---- weapons ---------------------------------------------------------------------------------------------------------


def weapons(state: State, hero: Hero, mode: str) -> list[tuple[str, ...]]:
    """The ways to arm an attack: in melee bare hands last (MEL-3, MEL-5, SHT-2, SKL-2)."""
    able = [id for id in hero.items if dice_of(state.item(id), mode)]
    sets: list[tuple[str, ...]] = [(id,) for id in able]
    if mode == "melee":
        sets += [two for two in combinations(able, 2) if weapons_fault(state, hero, mode, two) is None]
        sets.append(())
    return sets


def dice_of(item: ItemRow, mode: str) -> tuple[str, ...]:
    return item.melee if mode == "melee" else item.ranged


def weapons_fault(state: State, hero: Hero, mode: str, items: Sequence[str]) -> Refusal | None:
    """MEL-3, SHT-2, SKL-2, ITM-5."""
    if not items:
        return None if mode == "melee" else no("SHT-2", "no-weapon", who=hero.id, mode=mode)
    if len(set(items)) < len(items) or any(id not in hero.items for id in items):
        return no("ITM-1", "bad-weapons", items=list(items), why="carried")
    rows = [state.item(id) for id in items]
    if not all(dice_of(row, mode) for row in rows):
        return no("ITM-3", "bad-weapons", items=list(items), why="dice")
    if len(items) == 1:
        return None
    if mode == "melee" and len(items) == 2 and has_skill(state, hero.id, "ambidextrous"):
        if not any(row.two_handed for row in rows):
            return None
        return no("ITM-5", "bad-weapons", items=list(items), why="two-handed")
    return no("MEL-3" if mode == "melee" else "SHT-2", "bad-weapons", items=list(items), why="one")


# ---- the whole command -----------------------------------------------------------------------------------------------


def attack(state: State, seat: Seat, command: Attack) -> Refusal | None:
    """Why an attack may not be declared (SEQ-1); None if it may."""
    fault = actor(state, seat, command.who) or afloat(state, command.who)
    if fault is not None:
        return fault
    character = state.everyone()[command.who]
    if isinstance(character, Hero):
        return _hero_attack(state, character, command)
    if command.gems is not None or command.items is not None:
        return no("MEL-7", "bad-shape")
    return _figure_fault(state, character, command.mode) or _aim(state, command.who, command.target, command.mode)


def _hero_attack(state: State, hero: Hero, command: Attack) -> Refusal | None:
    """MEL-4: as often as gems and limit allow."""
    fault = exertion(state, hero.id, command.mode, command.gems or 0)
    if fault is not None:
        return fault
    if not state.on_board(command.target) and command.target not in state.barricades():
        return no("SEQ-1", "unknown-target")
    return (
        weapons_fault(state, hero, command.mode, command.items or ())
        or _aim(state, hero.id, command.target, command.mode)
        or affordable(state, hero.id, command.gems or 0)
    )


def _aim(state: State, who: str, target: str | None, mode: str) -> Refusal | None:
    return no("SEQ-1", "unknown-target") if target is None else target_fault(state, who, target, mode)


def _figure_fault(state: State, figure: Figure, mode: str) -> Refusal | None:
    """OVL-9, MEL-7, SHT-4."""
    if state.active is not None and figure.id in state.active.attacked:
        return no("OVL-9" if state.side_of(figure.id) == "overlord" else "ALY-3", "already-attacked", who=figure.id)
    unit = state.unit(figure)
    if not (unit.melee if mode == "melee" else unit.ranged):
        return no("MEL-7" if mode == "melee" else "SHT-4", "no-dice", who=figure.id, mode=mode)
    return None


def web(state: State, seat: Seat, command: Web) -> Refusal | None:
    """SKL-29: in place of an attack."""
    fault = actor(state, seat, command.who) or afloat(state, command.who)
    if fault is not None:
        return fault
    character = state.everyone()[command.who]
    if not has_skill(state, command.who, "web"):
        return no("SKL-29", "needs-skill", skill="web")
    if isinstance(character, Figure) and state.active is not None and command.who in state.active.attacked:
        return no("OVL-9", "already-attacked", who=command.who)
    return _aim(state, command.who, command.target, "web")


# ---- pots ------------------------------------------------------------------------------------------------------------


def die(written: str, from_: str) -> Die:
    """A die as packs write it; `*` is the arrow (DIE-3)."""
    return Die(written.rstrip("*"), from_, arrow=written.endswith("*"))


def gem_dice(written: str, gems: int) -> Iterator[Die]:
    """The dice of a sheet: an arrow printed there gives one free reroll to a roll, however many gems."""
    return (Die(written.rstrip("*"), "gems", arrow=written.endswith("*") and n == 0) for n in range(gems))


def item_dice(state: State, items: Iterable[str], key: str) -> Iterator[Die]:
    return (die(row, id) for id in items for row in getattr(state.item(id), key))


def pot(state: State, who: str, target: str, mode: str, gems: int, items: Sequence[str]) -> tuple[Die, ...]:
    """The dice of an attack in their order (MEL-2, MEL-6, MEL-7, SHT-2, SHT-3, SHT-4)."""
    character = state.everyone()[who]
    if mode == "web":
        dice = [die(colour, "web") for colour in WEB_DICE]
    elif isinstance(character, Hero):
        box = getattr(state.card(character), mode)
        dice = [*gem_dice(box.die, gems), *item_dice(state, items, mode)]
    else:
        unit = state.unit(character)
        dice = [die(colour, "tile") for colour in (unit.melee if mode == "melee" else unit.ranged)]
    if target not in state.barricades() and above(state, who, target):
        dice.append(Die(WORST, "elevation"))
    return tuple(dice)


def circular(state: State, who: str, items: Sequence[str]) -> bool:
    """SKL-4: a figure always, a hero with a two-handed melee weapon."""
    if not has_skill(state, who, "circular-strike"):
        return False
    hero = isinstance(state.who(who), Hero)
    return not hero or any(state.item(id).two_handed for id in items)


def precise(state: State, who: str, mode: str) -> bool:
    """SKL-5, SKL-9: the first point of the defence is ignored."""
    if who not in state.everyone():
        return False
    skill = {"melee": "precise-strike", "ranged": "precise-shot", "riposte": "precise-strike", "web": "precise-shot"}
    return mode in skill and has_skill(state, who, skill[mode])


def sacrificers(state: State, target: str) -> list[str]:
    """SKL-12: who could suffer it in a character's place."""
    return bearers(state, state.friends(target), "sacrifice") if state.on_board(target) else []
