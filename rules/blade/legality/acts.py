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
from rules.blade.state import Figure, Hero, State
from rules.kernel import Refusal, Seat, replace
from rules.kernel.drafts import DraftPart, completed
from rules.kernel.memo import derived
from rules.kernel.refusals import no

KEYS = ("target", "path", "zone", "items", "item", "gems")
"""The parts of a command that a player may have to add, in order."""

# ---- the verdict -----------------------------------------------------------------------------------------------------


def judge(state: State, seat: Seat, said: Any) -> Refusal | None:
    """Why a whole command may not be carried out now; None if it may."""
    match said:
        case cmd.Move():
            if said.path is None:
                return no("STP-1", "bad-shape")
            return steps.path_fault(state, seat, said.who, said.path, said.via)
        case cmd.Attack():
            return attacks.attack(state, seat, said)
        case cmd.Web():
            return attacks.web(state, seat, said)
        case cmd.BreakFree():
            return break_free(state, seat, said.who)
        case cmd.Cast():
            return magic.cast(state, seat, said)
        case cmd.Throw():
            return hands.throw(state, seat, said)
        case cmd.Drop():
            return hands.drop(state, seat, said)
        case cmd.Take():
            return hands.take(state, seat, said)
        case cmd.Give():
            return hands.give(state, seat, said)
        case cmd.Receive():
            return hands.receive(state, seat, said)
        case cmd.UseItem():
            return hands.use(state, seat, said)
        case cmd.Door():
            return hands.door(state, seat, said)
        case cmd.Handle():
            return hands.handle(state, seat, said)
        case cmd.SearchDoor():
            return hands.search_door(state, seat, said)
        case cmd.CommandAlly():
            return command_ally(state, seat, said)
        case cmd.Leave():
            return leave(state, seat, said.who)
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


def command_ally(state: State, seat: Seat, said: cmd.CommandAlly) -> Refusal | None:
    """ALY-1, ALY-2."""
    fault = actor(state, seat, said.who) or afloat(state, said.who)
    if fault is not None:
        return fault
    ally = state.who(said.ally)
    if not isinstance(ally, Figure) or ally.at is None or state.side_of(said.ally) != "heroes":
        return no("ALY-1", "not-an-ally", who=said.ally)
    if said.ally in state.commanded:
        return no("ALY-2", "already-activated", who=said.ally)
    if not has_skill(state, said.who, "leadership"):
        return no("ALY-1", "needs-skill", skill="leadership")
    return affordable(state, said.who, 1)


# ---- what is offered -------------------------------------------------------------------------------------------------


@derived()
def drafts(state: State, seat: Seat, who: str) -> Sequence[Any]:
    """Everything that a character's sheet or tile offers, legal or not, with parts still to be named."""
    it = state.everyone()[who]
    if it.at is None:
        return ()
    return tuple(_hero_drafts(state, it) if isinstance(it, Hero) else _figure_drafts(state, it))


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


def _figure_drafts(state: State, it: Figure) -> Iterator[Any]:
    unit = state.unit(it)
    yield cmd.Move(it.id)
    for mode in ("melee", "ranged"):
        if unit.melee if mode == "melee" else unit.ranged:
            yield cmd.Attack(it.id, mode)
    if has_skill(state, it.id, "web"):
        yield cmd.Web(it.id)
    if it.marks.get("webbed"):
        yield cmd.BreakFree(it.id)
    for spell in state.tiles[it.tile].spells:
        yield cmd.Cast(it.id, spell)


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
            zones = [zone for zone in state.board.zones if zone == state.at(who) or _thrown_at(state, who, zone)]
            yield _named(state, "zone", zones, no("MNP-12", "bad-shape"))
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


def ways(state: State, seat: Seat, said: Any) -> Sequence[tuple[Any, Refusal | None]]:
    """Every way to name the parts of a draft, as `drafts.completed` has them; of attacks and moves, which are many, by
    lists that are made once."""
    match said:
        case cmd.Move(path=None):
            found = [(replace(said, path=path), None) for path in paths(state, said.who)]
            return found or [(said, _part(state, seat, said, "path", (), BAD).none)]
        case cmd.Attack(target=None, items=None, gems=None):
            return _attack_ways(state, seat, said)
    return list(completed(said, lambda it: parts(state, seat, it)))


def _attack_ways(state: State, seat: Seat, said: cmd.Attack) -> Sequence[tuple[Any, Refusal | None]]:
    who, it = said.who, state.everyone()[said.who]
    able = attacks.all_targets(state, who, said.mode)
    if not able:
        return [(said, _no_target(state, seat, said))]
    if not isinstance(it, Hero):
        return [(replace(said, target=id), None) for id in able]
    arms, numbers = attacks.weapons(state, it, said.mode), legal_gems(state, who, said.mode)
    if not arms:
        return [(said, no("SHT-2", "no-weapon", who=who, mode=said.mode))]
    if not numbers:
        return [(said, hands.exertion(state, who, said.mode, 1) or affordable(state, who, 1))]
    whole = product(able, arms, numbers)
    return [(replace(said, target=id, items=items, gems=gems), None) for id, items, gems in whole]


def _part(state: State, seat: Seat, said: Any, key: str, values: Sequence[Any], missing: Refusal) -> DraftPart:
    """A part of which each value makes the command whole."""

    def fault(value: Any) -> Refusal | None:
        return judge(state, seat, replace(said, **{key: value}))

    none = fault(values[0]) if values else judge(state, seat, replace(said, **{key: ()})) or missing
    return DraftPart(key, values, fault, missing, none)


def _named(state: State, key: str, values: Sequence[Any], none: Refusal | None) -> DraftPart:
    """A part whose values are all legal; `none`: why there is none."""
    return DraftPart(key, values, lambda it: None if it in values else none or BAD, BAD, none, sure=True)


def _gem_part(state: State, said: Any, box: str) -> Iterator[DraftPart]:
    values = legal_gems(state, said.who, box)
    why = hands.exertion(state, said.who, box, 1) or affordable(state, said.who, 1)

    def fault(gems: Any) -> Refusal | None:
        return hands.exertion(state, said.who, box, gems) or affordable(state, said.who, gems)

    yield DraftPart("gems", values, fault, no("GEM-2", "too-few-gems", least=1), why)


@derived()
def paths(state: State, who: str) -> Sequence[tuple[str, ...]]:
    """The cheapest path to each zone that can be reached now, and the leaps and drops at hand."""
    if steps.stopped(state, who) is not None:
        return ()
    found = [way.path for zone, way in steps.reach(state, who).items() if way.path]
    return tuple(found)


def _attack_parts(state: State, seat: Seat, said: cmd.Attack) -> Iterator[DraftPart]:
    who, it = said.who, state.everyone()[said.who]
    able = attacks.all_targets(state, who, said.mode)
    yield _named(state, "target", able, _no_target(state, seat, said))
    if not isinstance(it, Hero):
        return
    arms = attacks.weapons(state, it, said.mode)
    yield DraftPart(
        "items",
        arms,
        lambda items: attacks.weapons_fault(state, it, said.mode, items),
        no("MEL-3", "bad-shape"),
        no("SHT-2", "no-weapon", who=who, mode=said.mode),
    )
    yield from _gem_part(state, said, said.mode)


def _no_target(state: State, seat: Seat, said: Any) -> Refusal:
    """Why there is nobody to attack: what forbids acting at all, else the refusal of the nearest adversary."""
    fault = actor(state, seat, said.who) or afloat(state, said.who)
    it = state.everyone()[said.who]
    if fault is None and isinstance(it, Hero):
        fault = hands.exertion(state, said.who, said.mode, 1) or affordable(state, said.who, 1)
    elif fault is None and isinstance(it, Figure) and state.active is not None and it.id in state.active.attacked:
        fault = no("OVL-9", "already-attacked", who=it.id)
    if fault is not None:
        return fault
    mode = getattr(said, "mode", "web")
    side = "overlord" if state.side_of(said.who) == "heroes" else "heroes"
    foes = [id for id, other in state.everyone().items() if other.at is not None and state.side_of(id) == side]
    zones = state.board.map.nearest(state.at(said.who))
    foes.sort(key=lambda id: zones.index(state.at(id)) if state.at(id) in zones else 99)
    first = attacks.target_fault(state, said.who, foes[0], mode) if foes else None
    return first or no("SEQ-1", "unknown-target")


def _cast_parts(state: State, seat: Seat, said: cmd.Cast) -> Iterator[DraftPart]:
    """Target, path and zone of the castings that are legal."""
    able = list(magic.castings(state, seat, said.who, said.spell))
    why = magic.cast(state, seat, said) if not able else None
    if not able:
        sample = next(iter(magic.samples(state, said.who, said.spell)), said)
        why = magic.cast(state, seat, sample) or why or BAD
    for key in ("target", "path", "zone"):
        fits = [it for it in able if all(getattr(said, k) in (None, getattr(it, k)) for k in ("target", "path"))]
        values = list(dict.fromkeys(getattr(it, key) for it in fits if getattr(it, key) is not None))
        if values:
            yield _named(state, key, values, None)
    if not able:
        yield DraftPart("target", (), lambda _: why, why or BAD, why)


def _thrown_at(state: State, who: str, zone: str) -> bool:
    from rules.blade.sight import sees

    return sees(state, state.at(who), zone)


def _handle_parts(state: State, said: cmd.Handle, who: str, object: str) -> Iterator[DraftPart]:
    row = state.object(object)
    if not row.complex:
        return
    tools = hands.tools(state, who, row.locked)
    sets = [it for n in range(len(tools), -1, -1) for it in combinations(tools, n)] if tools else []
    if sets:
        yield DraftPart("items", sets, lambda it: hands.tools_fault(state, who, it, row.locked), BAD, None)
    yield from _gem_part(state, said, "manipulation")
