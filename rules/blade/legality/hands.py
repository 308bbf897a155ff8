"""Manipulation and objects: doors, chests, things of the scenario, passing, throwing, using (MNP, ITM, LOD, BRD-12)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.blade.board import pair
from rules.blade.commands import Door, Drop, Give, Handle, Receive, SearchDoor, Take, Throw, UseItem
from rules.blade.frames import Die
from rules.blade.legality.attacks import die, gem_dice
from rules.blade.legality.common import actor, affordable
from rules.blade.legality.common import afloat as afloat
from rules.blade.legality.common import exertion as exertion
from rules.blade.measure import has_skill, load
from rules.blade.rules_in_force import holds
from rules.blade.sight import sight
from rules.blade.state import Figure, Hero, State
from rules.kernel import Refusal, Seat
from rules.kernel.refusals import no

BOX = "manipulation"
HEAVY = 4
"""The load from which an object cannot be thrown (MNP-14)."""
SECRET_DIFFICULTY = 2
"""BRD-14."""


def hands_fault(state: State, seat: Seat, who: str) -> Refusal | None:
    """ITM-13, LOD-5, ALY-7: heroes alone handle objects."""
    fault = actor(state, seat, who) or afloat(state, who)
    if fault is None and isinstance(state.who(who), Figure):
        return no("ITM-13", "bad-shape")
    return fault


def carried(state: State, hero: str, item: str) -> Refusal | None:
    return None if item in state.hero(hero).items else no("ITM-1", "not-carried", item=item)


def room_for(state: State, hero: str, *items: str, without: Iterable[str] = ()) -> Refusal | None:
    """LOD-1: whether a hero could carry these as well."""
    character = state.hero(hero)
    gone = sum(state.item(id).load for id in without)
    total, most = (
        load(state, character) - gone + sum(state.item(id).load for id in items),
        state.card(character).load.max,
    )
    if total <= most or not items:
        return None
    return no("LOD-1", "too-heavy", item=items[-1], load=total, max=most)


def simple(state: State, who: str) -> Refusal | None:
    """MNP-2: one gem on the manipulation box."""
    return exertion(state, who, BOX, 1)


def take(state: State, seat: Seat, command: Take) -> Refusal | None:
    """MNP-4."""
    fault = hands_fault(state, seat, command.who) or simple(state, command.who)
    if fault is not None:
        return fault
    zone = state.at(command.who)
    if command.item not in state.ground.get(zone, ()):
        return no("MNP-4", "not-here", what=command.item, zone=zone)
    return room_for(state, command.who, command.item) or affordable(state, command.who, 1)


def give(state: State, seat: Seat, command: Give) -> Refusal | None:
    """MNP-5."""
    fault = (
        hands_fault(state, seat, command.who) or simple(state, command.who) or carried(state, command.who, command.item)
    )
    return fault or _passing(state, command.who, command.to, command.item, command.who, command.to)


def receive(state: State, seat: Seat, command: Receive) -> Refusal | None:
    """MNP-5."""
    fault = hands_fault(state, seat, command.who) or simple(state, command.who)
    if fault is not None:
        return fault
    if not isinstance(state.who(command.from_), Hero):
        return no("MNP-5", "unknown-who", who=command.from_)
    return carried(state, command.from_, command.item) or _passing(
        state, command.who, command.from_, command.item, command.from_, command.who
    )


def _passing(state: State, who: str, other: str, item: str, giver: str, taker: str) -> Refusal | None:
    owner = state.who(other)
    if not isinstance(owner, Hero) or other == who:
        return no("MNP-5", "unknown-who", who=other)
    if owner.at != state.at(who):
        return no("MNP-5", "not-same-zone", who=who, other=other)
    return room_for(state, taker, item) or affordable(state, who, 1)


def drop(state: State, seat: Seat, command: Drop) -> Refusal | None:
    """MNP-13."""
    return hands_fault(state, seat, command.who) or carried(state, command.who, command.item)


def use(state: State, seat: Seat, command: UseItem) -> Refusal | None:
    """ITM-7."""
    fault = hands_fault(state, seat, command.who) or carried(state, command.who, command.item)
    if fault is not None:
        return fault
    if state.item(command.item).use != "potion":
        return no("ITM-2", "no-use", item=command.item)
    gems = state.hero(command.who).gems
    return None if gems.wounds or gems.owed or gems.fatigue else no("ITM-7", "nothing-to-heal")


def throw(state: State, seat: Seat, command: Throw) -> Refusal | None:
    """MNP-12, MNP-14."""
    fault = hands_fault(state, seat, command.who) or exertion(state, command.who, BOX, command.gems or 0)
    if fault is not None:
        return fault
    if command.zone is None or command.zone not in state.board.zones:
        return no("MNP-12", "bad-shape")
    line = sight(state, state.at(command.who), command.zone)
    if not line.visible:
        return no("MNP-12", "no-line-of-sight", target=command.zone, by=list(line.by))
    fault = carried(state, command.who, command.item) or throwable(state, command.item)
    return fault or affordable(state, command.who, command.gems or 0)


def throwable(state: State, item: str) -> Refusal | None:
    return no("MNP-14", "cannot-throw", item=item) if state.item(item).load >= HEAVY else None


# ---- doors -----------------------------------------------------------------------------------------------------------


def door(state: State, seat: Seat, command: Door) -> Refusal | None:
    """BRD-12: opened and closed simply; a locked one by its key, or by picking its lock (MNP-9)."""
    picking = command.to == "unlocked" and not is_key(state, command.door, command.item)
    fault = hands_fault(state, seat, command.who)
    if fault is None:
        if not picking and command.gems not in (None, 1):
            return no("MNP-2", "bad-shape")
        fault = exertion(state, command.who, BOX, (command.gems or 0) if picking else 1)
    if fault is not None:
        return fault
    piece = state.board.of_key.get(command.door)
    zone = state.at(command.who)
    if piece is None or piece.door is None or zone not in state.board.beside[command.door]:
        return no("BRD-12", "not-here", what=command.door, zone=zone)
    now = state.doors[command.door]
    wanted = {"open": "closed", "closed": "open", "unlocked": "locked"}[command.to]
    if now != wanted or hidden_door(state, command.door):
        clause = "BRD-14" if hidden_door(state, command.door) else "BRD-12"
        if now == "locked" and command.to == "open":
            return no(clause, "locked", door=command.door)
        return no(clause, "door-state", door=command.door, state=now)
    if command.to == "unlocked" and (fault := _lock(state, command)) is not None:
        return fault
    return affordable(state, command.who, (command.gems or 0) if picking else 1)


def hidden_door(state: State, door: str) -> bool:
    """BRD-14: a secret door that the heroes have not found."""
    piece = state.board.of_key[door]
    return piece.door is not None and piece.door.material == "secret" and door not in state.found


def is_key(state: State, door: str, item: str | None) -> bool:
    """Whether an item is the key of a door (BRD-12)."""
    key = state.door_row(door).key if door in state.doors else None
    return item is not None and state.pack.is_item(item) and state.item(item).id == key


def _lock(state: State, command: Door) -> Refusal | None:
    """BRD-12, MNP-9: a key opens it; else its lock is picked, with tools if there are any."""
    if command.item is not None:
        if (fault := carried(state, command.who, command.item)) is not None:
            return fault
        if is_key(state, command.door, command.item):
            return None
        if command.item not in tools(state, command.who, lock=True):
            return no("BRD-12", "wrong-key", door=command.door)
    return None if state.door_row(command.door).pick else no("MNP-9", "not-pickable", door=command.door)


def search_door(state: State, seat: Seat, command: SearchDoor) -> Refusal | None:
    """BRD-14."""
    fault = hands_fault(state, seat, command.who) or exertion(state, command.who, BOX, command.gems or 0)
    if fault is not None:
        return fault
    door = secret_between(state, command.border)
    zone = state.at(command.who)
    if door is None or zone not in command.border or not hidden_door(state, door):
        return no("BRD-14", "not-here", what="/".join(command.border), zone=zone)
    return affordable(state, command.who, command.gems or 0)


def secret_between(state: State, border: tuple[str, str]) -> str | None:
    """The secret door of a border."""
    pieces = state.board.pieces.get(pair(*border), ())
    return next((piece.key for piece in pieces if piece.door is not None and piece.door.material == "secret"), None)


# ---- objects of the scenario -----------------------------------------------------------------------------------------


def handle(state: State, seat: Seat, command: Handle) -> Refusal | None:
    """MNP-1, MNP-7, MNP-9."""
    fault = hands_fault(state, seat, command.who)
    if fault is not None:
        return fault
    zone, thing = state.at(command.who), state.objects.get(command.object)
    complex_ = thing is not None and state.object(command.object).complex
    if not complex_ and command.gems not in (None, 1):
        return no("MNP-2", "bad-shape")
    fault = exertion(state, command.who, BOX, (command.gems or 0) if complex_ else 1)
    if fault is not None:
        return fault
    if thing is None or thing.gone or thing.at != zone:
        return no("MNP-1", "not-here", what=command.object, zone=zone)
    fault = tools_fault(state, command.who, command.items or (), lock=state.object(command.object).locked)
    fault = fault or needs(state, command.who, command.object)
    return fault or affordable(state, command.who, (command.gems or 0) if complex_ else 1)


def needs(state: State, who: str, object: str) -> Refusal | None:
    """What an object needs besides: an item, and its conditions."""
    row = state.object(object)
    if row.needs_item is not None and needed_item(state, who, row.needs_item) is None:
        return no("MNP-3", "needs-item", item=row.needs_item)
    return (
        None if holds(state, row.if_, state.at(who), who) else no("BAS-1", "not-here", what=object, zone=state.at(who))
    )


def needed_item(state: State, who: str, card: str) -> str | None:
    """The copy of a card that a hero carries or that lies there: carried first, then the lowest copy."""
    hero = state.hero(who)
    places = (sorted(hero.items), sorted(state.ground.get(state.at(who), ())))
    return next((id for ids in places for id in ids if state.item(id).id == card), None)


def tools(state: State, who: str, lock: bool) -> list[str]:
    """The objects of a hero that add dice to a manipulation (MNP-7)."""
    rows = ((id, state.item(id)) for id in state.hero(who).items)
    return [id for id, row in rows if row.manipulation and (lock or row.only_for is None)]


def tools_fault(state: State, who: str, items: Iterable[str], lock: bool) -> Refusal | None:
    able = tools(state, who, lock)
    for id in items:
        if (fault := carried(state, who, id)) is not None:
            return fault
        if id not in able:
            return no("ITM-2", "no-use", item=id)
    return None


def pot(
    state: State, who: str, gems: int, items: Iterable[str], lock: bool, bonus: Iterable[str] = ()
) -> tuple[Die, ...]:
    """MNP-7: the gems' dice, the tools', the skill's (SKL-17). Each tool counts once."""
    hero = state.hero(who)
    dice = [*gem_dice(state.card(hero).manipulation.die, gems)]
    for id in dict.fromkeys(items):
        dice += [die(kind, id) for kind in state.item(id).manipulation]
    if lock and has_skill(state, who, "lock-picking"):
        dice.append(Die("red", "lock-picking"))
    return (*dice, *(die(kind, "skill") for kind in bonus))
