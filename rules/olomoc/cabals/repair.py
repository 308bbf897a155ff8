"""The nearest legal changes to a cabal that is not legal: one card for another, two that change hands, another faction;
and where no single change will do, the fewest parts to replace. Every proposal is judged by `draft.judge`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from rules.olomoc.cabals.draft import PARTS, PLACES, Part, Sketch, completable, judge
from rules.olomoc.cabals.legality import CabalProblem
from rules.olomoc.packs import EquipmentCard, Pack, RouageCard

STATS = ("technique", "combat", "shooting", "dodge")
WEIGHT = {"exchange": 0, "equipment": 1, "faction": 2, "card": 3}
"""The cost of each kind of change, which decides between two repairs that would do equally well."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change. `faction`: `id` in place of `before`. `card` and `equipment`: `id` in place of `before` at `place`.
    `exchange`: what `place` bears (`before`) and what `other` bears (`id`) change hands."""

    what: Literal["faction", "card", "equipment", "exchange"]
    id: str
    before: str | None = None
    place: int | None = None
    other: int | None = None


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that mends something. `left`: how many problems remain after it."""

    edits: tuple[Edit, ...]
    sketch: Sketch
    left: int = 0


def applied(sketch: Sketch, edit: Edit) -> Sketch:
    """The sketch with that change."""
    match edit:
        case Edit("faction", id):
            return replace(sketch, faction=id)
        case Edit("exchange", id, before, int(place), int(other)):
            return sketch.put(place, "equipment", id).put(other, "equipment", before)
        case Edit(("card" | "equipment") as part, id, _, int(place)):
            return sketch.put(place, part, id)
        case _:
            raise ValueError(f"no change: {edit}")


# One change ----------------------------------------------------------------------------------------------------------


def fixes(pack: Pack, sketch: Sketch, problem: CabalProblem, most: int = 4) -> tuple[Fix, ...]:
    """Single changes after which that problem is gone and no other has come, at most `most`: those that leave the
    fewest problems first, then those that change least; the best of every kind and place before a second best."""
    before = {_key(one) for one in judge(pack, sketch)} - {_key(problem)}
    ranked: list[tuple[tuple[int, ...], Fix]] = []
    for edit in _edits(pack, sketch):
        after = applied(sketch, edit)
        problems = judge(pack, after)
        if {_key(one) for one in problems} <= before:
            ranked.append(((len(problems), WEIGHT[edit.what], _far(pack, edit)), Fix((edit,), after, len(problems))))
    best = sorted(ranked, key=lambda pair: pair[0])
    return tuple(_mixed([fix for _, fix in best if fix.left or completable(pack, fix.sketch)], most))


def _key(problem: CabalProblem) -> tuple[str, str]:
    return problem.code, problem.place


def _mixed(fixes_so_far: Sequence[Fix], most: int) -> list[Fix]:
    """The best of each kind and place, then the rest."""
    first: dict[tuple[str, int | None], Fix] = {}
    for fix in fixes_so_far:
        first.setdefault((fix.edits[0].what, fix.edits[0].place), fix)
    chosen = [*first.values(), *(fix for fix in fixes_so_far if fix not in first.values())][:most]
    return sorted(chosen, key=fixes_so_far.index)


def _edits(pack: Pack, sketch: Sketch) -> Iterator[Edit]:
    """Every single change to what is there; empty places stay empty."""
    here = set(sketch.cards())
    for faction in pack.factions:
        if sketch.faction is not None and faction != sketch.faction:
            yield Edit("faction", faction, sketch.faction)
    for one, other in combinations(PLACES, 2):
        mine, yours = sketch.at(one, "equipment"), sketch.at(other, "equipment")
        if mine is not None and yours is not None and mine != yours:
            yield Edit("exchange", yours, mine, one, other)
    for place in PLACES:
        for part in PARTS:
            before = sketch.at(place, part)
            if before is not None:
                cards = pack.rouages if part == "card" else pack.equipment
                yield from (Edit(part, id, before, place) for id in cards if id not in here)


def _far(pack: Pack, edit: Edit) -> int:
    """The distance between the replaced card and its replacement; 0 for a faction."""
    if edit.what == "card":
        return _unlike_rouage(pack.rouages.get(edit.before or ""), pack.rouages[edit.id])
    if edit.what == "equipment":
        return _unlike_equipment(pack.equipment.get(edit.before or ""), pack.equipment[edit.id])
    return 0


def _unlike_rouage(a: RouageCard | None, b: RouageCard) -> int:
    if a is None:
        return 0
    stats = sum(abs(int(getattr(a, stat)) - int(getattr(b, stat))) for stat in STATS)
    shared = not set(a.ministries).isdisjoint(b.ministries)
    return 4 * abs(a.rank - b.rank) + stats + abs(len(a.life) - len(b.life)) - 2 * shared


def _unlike_equipment(a: EquipmentCard | None, b: EquipmentCard) -> int:
    if a is None:
        return 0
    times = {capacity.time for capacity in a.capacities} ^ {capacity.time for capacity in b.capacities}
    shared = not set(a.ministries).isdisjoint(b.ministries)
    return 2 * len(times) + (a.gift != b.gift) - 2 * shared


# The nearest legal cabal ---------------------------------------------------------------------------------------------

Slot = tuple[Literal["faction"]] | tuple[Part, int]


def nearest(pack: Pack, sketch: Sketch) -> Fix | None:
    """The fewest parts (the faction, a rouage, what one bears) to replace so that nothing is wrong and the rest can
    still be found; what is missing stays missing. None where the pack has no legal cabal at all. Exact in the number
    of parts; which cards come in their place is by likeness."""
    parts = _parts(sketch)
    for count in range(len(parts) + 1):
        for gone in sorted(combinations(parts, count), key=_given_up):
            rest = sketch
            for slot in gone:
                rest = _without(rest, slot)
            if completable(pack, rest):
                return _filled(pack, sketch, rest, gone)
    return None


def _parts(sketch: Sketch) -> list[Slot]:
    faction: list[Slot] = [("faction",)] if sketch.faction is not None else []
    return faction + [(part, n) for part in PARTS for n in PLACES if sketch.at(n, part) is not None]


def _given_up(gone: Sequence[Slot]) -> int:
    return sum(WEIGHT[slot[0]] for slot in gone)


def _without(sketch: Sketch, slot: Slot) -> Sketch:
    return replace(sketch, faction=None) if slot[0] == "faction" else sketch.put(slot[1], slot[0], None)


def _filled(pack: Pack, sketch: Sketch, rest: Sketch, gone: Sequence[Slot]) -> Fix:
    """`rest` with the likest cards in the places given up, the faction first."""
    edits = []
    for slot in gone:
        edit, rest = next(
            (edit, after)
            for edit in _replacements(pack, sketch, rest, slot)
            if completable(pack, after := applied(rest, edit))
        )
        edits.append(edit)
    return Fix(tuple(edits), rest, 0)


def _replacements(pack: Pack, sketch: Sketch, rest: Sketch, slot: Slot) -> Iterator[Edit]:
    if slot[0] == "faction":
        mine = [pack.rouages[p.card] for p in rest.places if p.card and p.card in pack.rouages]
        order = sorted(pack.factions, key=lambda id: -sum(id in card.factions for card in mine))
        yield from (Edit("faction", id, sketch.faction) for id in order)
        return
    part, place = slot
    cards = pack.rouages if part == "card" else pack.equipment
    here = set(rest.cards())
    edits = [Edit(part, id, sketch.at(place, part), place) for id in cards if id not in here]
    yield from sorted(edits, key=lambda edit: _far(pack, edit))
