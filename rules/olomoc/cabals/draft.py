"""Cabal drafts: a faction and three places, any of which may be empty or break the rules.

`legality.problems` alone judges. An empty place is judged as if it held a card that suits in every way, so that a
sketch has a problem only where no card at all could mend it; a whole sketch is judged as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from rules.olomoc.cabals.legality import RANKS, CabalProblem, opened, problems
from rules.olomoc.packs import MINISTRIES, EquipmentCard, Pack, RouageCard

Part = Literal["card", "equipment"]
Json = dict[str, Any]
PLACES = range(len(RANKS))
PARTS: tuple[Part, Part] = ("card", "equipment")
GAPS = {"card": "no-rouage", "equipment": "no-equipment"}


@dataclass(frozen=True, slots=True)
class CabalPlace:
    """One of the three places of a cabal: ids of a rouage and of the card that it bears, None where empty."""

    card: str | None = None
    equipment: str | None = None


@dataclass(frozen=True, slots=True)
class Sketch:
    """A draft of a cabal. `faction`: an id, or None where none was chosen."""

    faction: str | None = None
    places: tuple[CabalPlace, CabalPlace, CabalPlace] = (CabalPlace(), CabalPlace(), CabalPlace())

    @property
    def whole(self) -> bool:
        """Whether nothing is missing; it may still be illegal."""
        return self.faction is not None and None not in self.cards()

    @property
    def empty(self) -> bool:
        """Whether no card was chosen yet."""
        return not any(self.cards())

    def cards(self) -> tuple[str | None, ...]:
        """The six cards in order: each place's rouage and what it bears."""
        return tuple(id for place in self.places for id in (place.card, place.equipment))

    def at(self, place: int, part: Part) -> str | None:
        """The card there; `place` is 0, 1 or 2."""
        card = self.places[place]
        return card.card if part == "card" else card.equipment

    def put(self, place: int, part: Part, id: str | None) -> Sketch:
        """The sketch with that card at a place; None takes the card there away."""
        old = self.places[place]
        new = replace(old, card=id) if part == "card" else replace(old, equipment=id)
        first, second, third = (new if n == place else other for n, other in enumerate(self.places))
        return replace(self, places=(first, second, third))

    def to_json(self) -> Json:
        """The shape of a `compose` command's cabal, with null for what is missing."""
        rows = [{"card": place.card, "equipment": place.equipment} for place in self.places]
        return {"faction": self.faction, "rouages": rows}

    @classmethod
    def from_json(cls, data: Any) -> Sketch:
        """The sketch that `to_json` printed, or that a whole cabal is. Raises ValueError for any other shape."""
        rows = data.get("rouages") if isinstance(data, Mapping) else None
        if not isinstance(data, Mapping) or not isinstance(rows, list | tuple) or len(rows) != len(RANKS):
            raise ValueError("a cabal is a faction and three rouages")
        if not all(isinstance(row, Mapping) for row in rows):
            raise ValueError("a rouage is a card and an equipment")
        first, second, third = (CabalPlace(_id(row.get("card")), _id(row.get("equipment"))) for row in rows)
        return cls(_id(data.get("faction")), (first, second, third))


def _id(value: Any) -> str | None:
    if value is None or (isinstance(value, str) and 0 < len(value) <= 48):
        return value
    raise ValueError(f"no id: {value!r}")


# Judging -------------------------------------------------------------------------------------------------------------


def judge(pack: Pack, sketch: Sketch) -> tuple[CabalProblem, ...]:
    """The problems of a sketch (CAB-1, CAB-2), each once, at the place that causes it. For a whole sketch exactly those
    of `legality.problems`; an empty place is no problem (see `gaps`)."""
    if sketch.whole:
        return problems(pack, sketch.to_json())
    if sketch.faction is not None and sketch.faction not in pack.factions:
        return problems(pack, _any_whole(pack, sketch.faction))
    jokers = _Jokers(pack, sketch)
    return tuple(jokers.known(problem) for problem in problems(jokers.pack, jokers.cabal))


def gaps(sketch: Sketch) -> tuple[CabalProblem, ...]:
    """The gaps of a sketch: `no-faction`, and `no-rouage` or `no-equipment` at each empty place (CAB-1)."""
    faction = () if sketch.faction is not None else (CabalProblem("CAB-1", "no-faction", {}, "faction"),)
    places = (
        CabalProblem("CAB-1", GAPS[part], {}, f"rouages.{place}.{part}")
        for place in PLACES
        for part in PARTS
        if sketch.at(place, part) is None
    )
    return (*faction, *places)


def legal(pack: Pack, sketch: Sketch) -> bool:
    """Whether the cabal is admitted to a table: whole, and without a problem."""
    return sketch.whole and not judge(pack, sketch)


def wires(pack: Pack, sketch: Sketch) -> dict[str, str]:
    """CAB-2: which of its rouages (id) opens which of its cards (id) by a ministry, as `legality.opened` has it."""
    if not known(pack, sketch):
        return {}
    jokers = _Jokers(pack, sketch)
    cards = opened(jokers.pack, jokers.cabal)
    here = {place.card for place in sketch.places}
    return {opener: card for opener, card in cards.items() if opener in here}


def known(pack: Pack, sketch: Sketch) -> bool:
    """Whether the pack has its faction and all of its cards."""
    return (
        (sketch.faction is None or sketch.faction in pack.factions)
        and all(place.card is None or place.card in pack.rouages for place in sketch.places)
        and all(place.equipment is None or place.equipment in pack.equipment for place in sketch.places)
    )


def faction_of(pack: Pack, sketch: Sketch) -> str:
    """The faction chosen, else the one that most of its cards belong to, else the pack's first."""
    if sketch.faction is not None:
        return sketch.faction
    rouages = _rouages(pack, sketch)
    cards = [pack.equipment[id] for place in sketch.places if (id := place.equipment) and id in pack.equipment]
    return max(
        pack.factions,
        key=lambda id: (sum(id in card.factions for card in rouages), sum(id in card.factions for card in cards)),
    )


def _rouages(pack: Pack, sketch: Sketch) -> list[RouageCard]:
    return [pack.rouages[place.card] for place in sketch.places if place.card and place.card in pack.rouages]


class _Jokers:
    """The sketch made whole with cards that suit in every way, and a pack that has them."""

    def __init__(self, pack: Pack, sketch: Sketch) -> None:
        faction = faction_of(pack, sketch)
        ranks = [card.rank for card in _rouages(pack, sketch)]
        free = iter([rank for rank in RANKS if rank not in ranks] + list(RANKS))
        self.rouages: dict[str, RouageCard] = {}
        self.equipment: dict[str, EquipmentCard] = {}
        rows = []
        for n, place in enumerate(sketch.places):
            borne = pack.equipment.get(place.equipment) if place.equipment else None
            card = place.card or self._rouage(n, faction, next(free), borne, {p.card for p in sketch.places})
            rows.append({"card": card, "equipment": place.equipment or self._equipment(n, faction)})
        self.ranks = ranks
        self.cabal: Json = {"faction": faction, "rouages": rows}
        more = {"rouages": {**pack.rouages, **self.rouages}, "equipment": {**pack.equipment, **self.equipment}}
        self.pack = pack.model_copy(update=more)

    def _rouage(self, n: int, faction: str, rank: int, borne: EquipmentCard | None, here: set[str | None]) -> str:
        """A rouage of that rank that opens any ministry, and is one of those for which the card to be borne was
        made."""
        named = (id for id in borne.rouages if id not in here and id not in self.rouages) if borne else iter(())
        id = next(named, f"?{n}")
        self.rouages[id] = _somebody(id, f"?{n}", rank, faction)
        return id

    def _equipment(self, n: int, faction: str) -> str:
        id = f"?{n}"
        self.equipment[id] = _something(id, faction)
        return id

    def known(self, problem: CabalProblem) -> CabalProblem:
        """The same problem without a word of the jokers."""
        params = dict(problem.params)
        code = problem.code
        if code == "wrong-ranks":
            params["ranks"] = self.ranks
        if "openers" in params:
            params["openers"] = [id for id in params["openers"] if id not in self.rouages]
            code = code if params["openers"] else "not-affiliated"
        if params.get("bearer") in self.rouages:
            params["bearer"] = None
        return CabalProblem(problem.clause, code, params, problem.place)


@lru_cache(maxsize=1024)
def _somebody(id: str, name: str, rank: int, faction: str) -> RouageCard:
    return RouageCard.model_construct(
        id=id, name=name, rank=rank, factions=(faction,), ministries=MINISTRIES, life="S", capacities=()
    )


@lru_cache(maxsize=1024)
def _something(id: str, faction: str) -> EquipmentCard:
    return EquipmentCard.model_construct(id=id, factions=(faction,), ministries=(), rouages=(), capacities=())


def _any_whole(pack: Pack, faction: str) -> Json:
    """A whole cabal of no cards, for the judgement of its faction alone."""
    return {"faction": faction, "rouages": [{"card": "", "equipment": ""}] * len(RANKS)}


# Completions ---------------------------------------------------------------------------------------------------------


def completable(pack: Pack, sketch: Sketch) -> bool:
    """Whether cards of the pack can make a legal cabal of it without taking anything away. Exact."""
    return next(completions(pack, sketch), None) is not None


def completions(pack: Pack, sketch: Sketch) -> Iterator[Sketch]:
    """Legal cabals that hold all that the sketch holds, in the order of the pack; of equipment that no rule tells apart
    (same affiliations, as far as they matter) only the first is tried."""
    if sketch.faction is None:
        for faction in pack.factions:
            yield from completions(pack, replace(sketch, faction=faction))
        return
    if judge(pack, sketch):
        return
    gap = next(((n, part) for part in PARTS for n in PLACES if sketch.at(n, part) is None), None)
    if gap is None:
        yield sketch
        return
    place, part = gap
    for id in _candidates(pack, sketch, part):
        yield from completions(pack, sketch.put(place, part, id))


def _candidates(pack: Pack, sketch: Sketch, part: Part) -> Iterator[str]:
    faction, taken = sketch.faction or "", set(sketch.cards())
    if part == "card":
        ranks = {card.rank for card in _rouages(pack, sketch)}
        yield from (
            id
            for id, card in pack.rouages.items()
            if card.rank in RANKS and card.rank not in ranks and faction in card.factions and id not in taken
        )
        return
    mine = {place.card for place in sketch.places}
    seen = set()
    for id, gear in pack.equipment.items():
        kind = (faction in gear.factions, frozenset(gear.ministries), frozenset(mine.intersection(gear.rouages)))
        if id not in taken and kind not in seen:
            seen.add(kind)
            yield id
