"""Everything that a character may be told to do: the verdict on a whole command, the drafts that are offered and their
parts (HRO-7, OVL-6, ALY-3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

from rules.blade import commands as cmd
from rules.blade.board import pair
from rules.blade.legality import attacks, hands, magic, steps
from rules.blade.legality.common import actor, affordable, afloat, legal_gems
from rules.blade.measure import has_skill, step_hindering
from rules.blade.sight import seen_from
from rules.blade.state import Figure, Hero, State
from rules.kernel import Refusal, Seat, replace
from rules.kernel.drafts import DraftPart, completed
from rules.kernel.memo import derived
from rules.kernel.refusals import no

KEYS = ("target", "path", "zone", "items", "item", "gems")
"""The parts of a command that a player may have to add, in order."""

# ---- the verdict -----------------------------------------------------------------------------------------------------


def judge(state: State, seat: Seat, command: Any) -> Refusal | None:
    """Why a whole command may not be carried out now; None if it may."""
    match command:
        case cmd.Move():
            if command.path is None:
                return no("STP-1", "bad-shape")
            return steps.path_fault(state, seat, command.who, command.path, command.via)
        case cmd.Attack():
            return attacks.attack(state, seat, command)
        case cmd.Web():
            return attacks.web(state, seat, command)
        case cmd.BreakFree():
            return break_free(state, seat, command.who)
        case cmd.Cast():
            return magic.cast(state, seat, command)
        case cmd.Throw():
            return hands.throw(state, seat, command)
        case cmd.Drop():
            return hands.drop(state, seat, command)
        case cmd.Take():
            return hands.take(state, seat, command)
        case cmd.Give():
            return hands.give(state, seat, command)
        case cmd.Receive():
            return hands.receive(state, seat, command)
        case cmd.UseItem():
            return hands.use(state, seat, command)
        case cmd.Door():
            return hands.door(state, seat, command)
        case cmd.Handle():
            return hands.handle(state, seat, command)
        case cmd.SearchDoor():
            return hands.search_door(state, seat, command)
        case cmd.CommandAlly():
            return command_ally(state, seat, command)
        case cmd.Leave():
            return leave(state, seat, command.who)
    return no("SEQ-1", "not-now")


def break_free(state: State, seat: Seat, who: str) -> Refusal | None:
    """SKL-29, STP-11: also for one that is seized, held or blocked."""
    if (fault := actor(state, seat, who)) is not None:
        return fault
    if not state.everyone()[who].marks.get("webbed"):
        return no("SKL-29", "not-now")
    return steps.means(state, who).fault(who, steps.WEB_COST)


def leave(state: State, seat: Seat, who: str) -> Refusal | None:
    """BRD-16."""
    fault = actor(state, seat, who) or steps.stopped(state, who)
    if fault is not None:
        return fault
    zone = state.at(who)
    if zone not in state.row.exits or isinstance(state.who(who), Figure):
        return no("BRD-16", "not-an-exit", zone=zone)
    return steps.means(state, who).fault(who, 1 + step_hindering(state, who))


def command_ally(state: State, seat: Seat, command: cmd.CommandAlly) -> Refusal | None:
    """ALY-1, ALY-2."""
    fault = actor(state, seat, command.who) or afloat(state, command.who)
    if fault is not None:
        return fault
    ally = state.who(command.ally)
    if not isinstance(ally, Figure) or ally.at is None or state.side_of(command.ally) != "heroes":
        return no("ALY-1", "not-an-ally", who=command.ally)
    if command.ally in state.commanded:
        return no("ALY-2", "already-activated", who=command.ally)
    if not has_skill(state, command.who, "leadership"):
        return no("ALY-1", "needs-skill", skill="leadership")
    return affordable(state, command.who, 1)


# ---- what is offered -------------------------------------------------------------------------------------------------


@derived()
def drafts(state: State, seat: Seat, who: str) -> Sequence[Any]:
    """Everything that a character's sheet or tile offers, legal or not, with parts still to be named."""
    character = state.everyone()[who]
    if character.at is None:
        return ()
    return tuple(_hero_drafts(state, character) if isinstance(character, Hero) else _figure_drafts(state, character))


def _hero_drafts(state: State, hero: Hero) -> Iterator[Any]:
    who, here = hero.id, state.at(hero.id)
    yield cmd.Move(who)
    yield cmd.Attack(who, "melee")
    if any(state.item(id).ranged for id in hero.items):
        yield cmd.Attack(who, "ranged")
    if hero.marks.get("webbed"):
        yield cmd.BreakFree(who)
    for spell in hero.spells:
        yield cmd.Cast(who, spell)
    for item in hero.items:
        yield cmd.Throw(who, item)
    for item in hero.items:
        yield cmd.Drop(who, item)
    for item in state.ground.get(here, ()):
        yield cmd.Take(who, item)
    for other in state.friends(who):
        if isinstance(state.who(other), Hero):
            yield from (cmd.Give(who, item, other) for item in hero.items)
            yield from (cmd.Receive(who, item, other) for item in state.hero(other).items)
    for item in hero.items:
        if state.item(item).use == "potion":
            yield cmd.UseItem(who, item)
    yield from _doors(state, hero)
    for id, thing in state.objects.items():
        if thing.at == here and not thing.gone:
            yield cmd.Handle(who, id)
    if has_skill(state, who, "leadership"):
        for figure in state.figures:
            if figure.at is not None and state.side_of(figure.id) == "heroes":
                yield cmd.CommandAlly(who, figure.id)
    if here in state.row.exits:
        yield cmd.Leave(who)


def _doors(state: State, hero: Hero) -> Iterator[Any]:
    """The doors beside a hero, and the borders to be searched."""
    here = state.at(hero.id)
    for key, beside in state.board.beside.items():
        door = state.board.of_key[key].door
        if door is None or here not in beside:
            continue
        if hands.hidden_door(state, key):
            if state.doors[key] != "open":
                yield cmd.SearchDoor(hero.id, pair(*beside))
            continue
        to: Any = {"open": "closed", "closed": "open", "locked": "unlocked"}[state.doors[key]]
        yield cmd.Door(hero.id, key, to)


def _figure_drafts(state: State, figure: Figure) -> Iterator[Any]:
    unit = state.unit(figure)
    yield cmd.Move(figure.id)
    for mode in ("melee", "ranged"):
        if unit.melee if mode == "melee" else unit.ranged:
            yield cmd.Attack(figure.id, mode)
    if has_skill(state, figure.id, "web"):
        yield cmd.Web(figure.id)
    if figure.marks.get("webbed"):
        yield cmd.BreakFree(figure.id)
    for spell in state.tiles[figure.tile].spells:
        yield cmd.Cast(figure.id, spell)


# ---- parts -----------------------------------------------------------------------------------------------------------


def parts(state: State, seat: Seat, draft: Any) -> Iterable[DraftPart]:
    """The parts of a draft, in order; each judged with what a whole command would be."""
    match draft:
        case cmd.Move(who=who):
            yield _part(state, seat, draft, "path", paths(state, who), no("STP-1", "bad-shape"))
        case cmd.Attack():
            yield from _attack_parts(state, seat, draft)
        case cmd.Web(who=who):
            yield _named(state, "target", attacks.targets(state, who, "web"), _no_target(state, seat, draft))
        case cmd.Cast():
            yield from _cast_parts(state, seat, draft)
        case cmd.Throw(who=who):
            yield _named(state, "zone", seen_from(state, state.at(who)), no("MNP-12", "bad-shape"))
            yield from _gem_part(state, draft, "manipulation")
        case cmd.Door(to="unlocked", who=who, door=door):
            keys = [id for id in state.hero(who).items if hands.is_key(state, door, id)]
            able = keys or hands.tools(state, who, lock=True)
            yield DraftPart("item", able, lambda _: None, BAD, None, sure=True)
            if draft.item not in keys:
                yield from _gem_part(state, draft, "manipulation")
        case cmd.Handle(who=who, object=object):
            yield from _handle_parts(state, draft, who, object)
        case cmd.SearchDoor():
            yield from _gem_part(state, draft, "manipulation")


BAD = no("SEQ-1", "bad-shape")


def ways(state: State, seat: Seat, command: Any) -> Sequence[tuple[Any, Refusal | None]]:
    """Every way to name the parts of a draft, as `drafts.completed` has them; of attacks and moves, which are many, by
    lists that are made once."""
    match command:
        case cmd.Move(path=None):
            walks = [(replace(command, path=path), None) for path in paths(state, command.who)]
            return walks or [(command, _part(state, seat, command, "path", (), BAD).none)]
        case cmd.Attack(target=None, items=None, gems=None):
            return _attack_ways(state, seat, command)
    return list(completed(command, lambda draft: parts(state, seat, draft)))


def _attack_ways(state: State, seat: Seat, command: cmd.Attack) -> Sequence[tuple[Any, Refusal | None]]:
    who, character = command.who, state.everyone()[command.who]
    able = attacks.all_targets(state, who, command.mode)
    if not able:
        return [(command, _no_target(state, seat, command))]
    if not isinstance(character, Hero):
        return [(replace(command, target=id), None) for id in able]
    arms, numbers = attacks.weapons(state, character, command.mode), legal_gems(state, who, command.mode)
    if not arms:
        return [(command, no("SHT-2", "no-weapon", who=who, mode=command.mode))]
    if not numbers:
        return [(command, hands.exertion(state, who, command.mode, 1) or affordable(state, who, 1))]
    whole = product(able, arms, numbers)
    return [(replace(command, target=id, items=items, gems=gems), None) for id, items, gems in whole]


def _part(state: State, seat: Seat, command: Any, key: str, values: Sequence[Any], missing: Refusal) -> DraftPart:
    """A part of which each value makes the command whole."""

    def fault(value: Any) -> Refusal | None:
        return judge(state, seat, replace(command, **{key: value}))

    none = fault(values[0]) if values else judge(state, seat, replace(command, **{key: ()})) or missing
    return DraftPart(key, values, fault, missing, none)


def _named(state: State, key: str, values: Sequence[Any], none: Refusal | None) -> DraftPart:
    """A part whose values are all legal; `none`: why there is none."""
    return DraftPart(key, values, lambda value: None if value in values else none or BAD, BAD, none, sure=True)


def _gem_part(state: State, command: Any, box: str) -> Iterator[DraftPart]:
    values = legal_gems(state, command.who, box)
    why = hands.exertion(state, command.who, box, 1) or affordable(state, command.who, 1)

    def fault(gems: Any) -> Refusal | None:
        return hands.exertion(state, command.who, box, gems) or affordable(state, command.who, gems)

    yield DraftPart("gems", values, fault, no("GEM-2", "too-few-gems", least=1), why)


@derived()
def paths(state: State, who: str) -> Sequence[tuple[str, ...]]:
    """The cheapest path to each zone that can be reached now, and the leaps and drops at hand."""
    if steps.stopped(state, who) is not None:
        return ()
    walks = [way.path for zone, way in steps.reach(state, who).items() if way.path]
    return tuple(walks)


def _attack_parts(state: State, seat: Seat, command: cmd.Attack) -> Iterator[DraftPart]:
    who, character = command.who, state.everyone()[command.who]
    able = attacks.all_targets(state, who, command.mode)
    yield _named(state, "target", able, _no_target(state, seat, command))
    if not isinstance(character, Hero):
        return
    arms = attacks.weapons(state, character, command.mode)
    yield DraftPart(
        "items",
        arms,
        lambda items: attacks.weapons_fault(state, character, command.mode, items),
        no("MEL-3", "bad-shape"),
        no("SHT-2", "no-weapon", who=who, mode=command.mode),
    )
    yield from _gem_part(state, command, command.mode)


def _no_target(state: State, seat: Seat, command: Any) -> Refusal:
    """Why there is nobody to attack: what forbids acting at all, else the refusal of the nearest adversary."""
    fault = actor(state, seat, command.who) or afloat(state, command.who)
    character = state.everyone()[command.who]
    if fault is None and isinstance(character, Hero):
        fault = hands.exertion(state, command.who, command.mode, 1) or affordable(state, command.who, 1)
    elif (
        fault is None
        and isinstance(character, Figure)
        and state.active is not None
        and character.id in state.active.attacked
    ):
        fault = no("OVL-9", "already-attacked", who=character.id)
    if fault is not None:
        return fault
    mode = getattr(command, "mode", "web")
    side = "overlord" if state.side_of(command.who) == "heroes" else "heroes"
    foes = [id for id, other in state.everyone().items() if other.at is not None and state.side_of(id) == side]
    zones = state.board.map.nearest(state.at(command.who))
    foes.sort(key=lambda id: zones.index(state.at(id)) if state.at(id) in zones else 99)
    first = attacks.target_fault(state, command.who, foes[0], mode) if foes else None
    return first or no("SEQ-1", "unknown-target")


def _cast_parts(state: State, seat: Seat, command: cmd.Cast) -> Iterator[DraftPart]:
    """Target, path and zone of the castings that are legal."""
    able = list(magic.castings(state, seat, command.who, command.spell))
    why = magic.cast(state, seat, command) if not able else None
    if not able:
        sample = next(iter(magic.samples(state, command.who, command.spell)), command)
        why = magic.cast(state, seat, sample) or why or BAD
    for key in ("target", "path", "zone"):
        fits = [
            cast for cast in able if all(getattr(command, k) in (None, getattr(cast, k)) for k in ("target", "path"))
        ]
        values = list(dict.fromkeys(getattr(cast, key) for cast in fits if getattr(cast, key) is not None))
        if values:
            yield _named(state, key, values, None)
    if not able:
        yield DraftPart("target", (), lambda _: why, why or BAD, why)


def _handle_parts(state: State, command: cmd.Handle, who: str, object: str) -> Iterator[DraftPart]:
    row = state.object(object)
    if not row.complex:
        return
    tools = hands.tools(state, who, row.locked)
    sets = [chosen for n in range(len(tools), -1, -1) for chosen in combinations(tools, n)] if tools else []
    if sets:
        yield DraftPart("items", sets, lambda items: hands.tools_fault(state, who, items, row.locked), BAD, None)
    yield from _gem_part(state, command, "manipulation")
