"""The cards that could be taken into a cabal now: the place of each, and the reason where it may not be taken.

The answers are those of `judge` and `completable` (`rules.olomoc.cabals.draft`) for the cabal as it would be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rules.olomoc.cabals.draft import PARTS, PLACES, Part, Sketch, completable, judge
from rules.olomoc.cabals.legality import RANKS, CabalProblem
from rules.olomoc.packs import Capacity, EquipmentCard, Pack, RouageCard
from webapp.games.olomoc.table.cards.book import words
from webapp.i18n import LANGUAGES
from webapp.lists.plain_text import plain

Spot = tuple[int, Part]
Status = Literal["in", "mends", "fits", "same", "no"]
"""A card in the cabal; one that would mend something, leave it without a problem, leave the problems there are, bring
one or leave no way on."""
STATS = ("technique", "combat", "shooting", "dodge")
MOST_STAT = 6
PREFERENCE = {"in": 0, "mends": 1, "fits": 2, "same": 3, "no": 4}


@dataclass(frozen=True)
class Filters:
    """The filters on the pack's cards. `least`: the lowest value of a characteristic; `order`: the one to sort by."""

    words: str = ""
    factions: frozenset[str] = frozenset()
    ranks: frozenset[int] = frozenset()
    ministries: frozenset[str] = frozenset()
    least: Mapping[str, int] = field(default_factory=dict)
    legal: bool = False
    order: str | None = None

    @property
    def any(self) -> bool:
        """Whether anything is filtered out."""
        return replace(self, order=None) != Filters()


@dataclass(frozen=True)
class CandidateRow:
    """A card of the pack, and what taking it would mean. `at`: the place where it would go, or is."""

    id: str
    part: Part
    status: Status
    at: int
    why: CabalProblem | None = None
    """The first thing that would be wrong."""


@dataclass(frozen=True)
class Catalogue:
    """The listed cards; `hidden`: how many more there would be, were it not for "legal now"."""

    rouages: tuple[CandidateRow, ...]
    equipment: tuple[CandidateRow, ...]
    hidden: int = 0


def catalogue(pack: Pack, rows: Iterable[CandidateRow], filters: Filters) -> Catalogue:
    """The cards of `rows` that pass the filters: rouages sorted as asked, equipment that cannot be taken now last."""
    passing = [row for row in rows if _passes(pack, row, filters)]
    shown = [row for row in passing if not filters.legal or row.status not in ("same", "no")]
    rouages = [row for row in shown if row.part == "card"]
    if filters.order in STATS:
        rouages.sort(key=lambda row: -int(getattr(pack.rouages[row.id], filters.order or "")))
    equipment = [row for row in shown if row.part == "equipment"]
    equipment.sort(key=lambda row: row.status == "no" or (row.status == "same" and row.why is not None))
    return Catalogue(tuple(rouages), tuple(equipment), len(passing) - len(shown))


def rows(pack: Pack, sketch: Sketch, spot: Spot | None = None) -> tuple[CandidateRow, ...]:
    """A row for every card, in the order of the pack, rouages by rank, the highest first; with a spot chosen, only for
    what could lie there. Takes up to some tens of milliseconds while little is chosen."""
    return (*_rouages(pack, sketch, spot), *_equipment(pack, sketch, spot))


def _rouages(pack: Pack, sketch: Sketch, spot: Spot | None) -> Iterator[CandidateRow]:
    if spot is not None and spot[1] != "card":
        return
    before = _problems(pack, sketch)
    for id in sorted(pack.rouages, key=lambda id: -pack.rouages[id].rank):
        here = _where(sketch, "card", id)
        if here is not None:
            yield CandidateRow(id, "card", "in", here)
        else:
            at = spot[0] if spot is not None else rouage_place(pack, sketch, id)
            yield _row(pack, sketch, before, id, "card", at)


def _equipment(pack: Pack, sketch: Sketch, spot: Spot | None) -> Iterator[CandidateRow]:
    if spot is not None and spot[1] != "equipment":
        return
    before = _problems(pack, sketch)
    alike: dict[object, CandidateRow] = {}
    for id, card in pack.equipment.items():
        here = _where(sketch, "equipment", id)
        if here is not None:
            yield CandidateRow(id, "equipment", "in", here)
            continue
        # CAB-2 tells cards apart by their affiliations alone.
        kind = (card.factions, card.ministries, card.rouages)
        if kind not in alike:
            alike[kind] = _gear_row(pack, sketch, before, id, spot[0] if spot is not None else None)
        yield _of(alike[kind], id)


def _of(row: CandidateRow, id: str) -> CandidateRow:
    """The row of a card that the rules do not tell apart from that one."""
    if row.why is None or row.why.params.get("card") != row.id:
        return replace(row, id=id)
    return replace(row, id=id, why=replace(row.why, params={**row.why.params, "card": id}))


def _where(sketch: Sketch, part: Part, id: str) -> int | None:
    return next((n for n in PLACES if sketch.at(n, part) == id), None)


def _problems(pack: Pack, sketch: Sketch) -> set[tuple[str, str]]:
    return {(one.code, one.place) for one in judge(pack, sketch)}


def _row(pack: Pack, sketch: Sketch, before: set[tuple[str, str]], id: str, part: Part, at: int) -> CandidateRow:
    after = taken(pack, sketch, id, part, at)
    problems = judge(pack, after)
    fresh = [one for one in problems if (one.code, one.place) not in before]
    if fresh:
        return CandidateRow(id, part, "no", at, fresh[0])
    # A card that breaks the rules itself is no better for lying where another did so before it.
    own = next((one for one in problems if one.params.get("card") == id or one.place == f"rouages.{at}.{part}"), None)
    if len(problems) < len(before):
        return CandidateRow(id, part, "mends", at, own)
    if problems:
        rest = _without(after, problems)
        if not judge(pack, rest) and not completable(pack, rest):
            return CandidateRow(
                id, part, "no", at, CabalProblem("CAB-2", "dead-end", {"card": id}, f"rouages.{at}.{part}")
            )
        return CandidateRow(id, part, "same", at, own)
    if after.whole or completable(pack, after):
        return CandidateRow(id, part, "fits", at)
    return CandidateRow(id, part, "no", at, CabalProblem("CAB-2", "dead-end", {"card": id}, f"rouages.{at}.{part}"))


def _without(sketch: Sketch, problems: Iterable[CabalProblem]) -> Sketch:
    """The cabal without the cards that are blamed for something."""
    for n in PLACES:
        for part in PARTS:
            if any(one.place == f"rouages.{n}.{part}" for one in problems):
                sketch = sketch.put(n, part, None)
    return sketch


def _gear_row(pack: Pack, sketch: Sketch, before: set[tuple[str, str]], id: str, chosen: int | None) -> CandidateRow:
    """The row of an equipment with no place chosen: the first empty place where it fits, else the first where it would,
    else the reason why not."""
    if chosen is not None:
        return _row(pack, sketch, before, id, "equipment", chosen)
    empty = [n for n in PLACES if sketch.at(n, "equipment") is None]
    order = [*(n for n in empty if sketch.at(n, "card")), *(n for n in empty if not sketch.at(n, "card"))]
    rows = (_row(pack, sketch, before, id, "equipment", n) for n in (order or PLACES))
    best = next(rows)
    for row in rows:
        if best.status == ("mends" if before else "fits"):
            break
        best = min(best, row, key=lambda one: PREFERENCE[one.status])
    return best


def rouage_place(pack: Pack, sketch: Sketch, id: str) -> int:
    """The place that a rouage takes by itself: that of its rank, if another stands there, else an empty one."""
    rank = pack.rouages[id].rank
    alike = [n for n in PLACES if (card := pack.rouages.get(sketch.at(n, "card") or "")) and card.rank == rank]
    natural = max(RANKS) - rank if rank in RANKS else 0
    empty = sorted((n for n in PLACES if sketch.at(n, "card") is None), key=lambda n: n != natural)
    return (alike or empty or [natural])[0]


def taken(pack: Pack, sketch: Sketch, id: str, part: Part, at: int) -> Sketch:
    """The sketch with that card at that place. A rouage brings its faction where none was chosen; a card from another
    place leaves it, and takes what lay here there."""
    places = _where(sketch, part, id)
    if places is not None:
        sketch = sketch.put(places, part, sketch.at(at, part))
    after = sketch.put(at, part, id)
    if part == "card" and after.faction is None:
        after = replace(after, faction=pack.rouages[id].factions[0])
    return after


def _passes(pack: Pack, row: CandidateRow, filters: Filters) -> bool:
    card: RouageCard | EquipmentCard = pack.rouages[row.id] if row.part == "card" else pack.equipment[row.id]
    if filters.factions and not _of_faction(pack, card, filters.factions):
        return False
    if filters.ministries and filters.ministries.isdisjoint(card.ministries):
        return False
    if isinstance(card, RouageCard):
        if filters.ranks and card.rank not in filters.ranks:
            return False
        if any(int(getattr(card, stat)) < least for stat, least in filters.least.items()):
            return False
    text = searchable(card)
    return all(word in text for word in plain(filters.words).split())


def _of_faction(pack: Pack, card: RouageCard | EquipmentCard, factions: frozenset[str]) -> bool:
    """Equipment is of a faction, or of its rouages', or, being a ministry's, of any that has a rouage of it."""
    if not factions.isdisjoint(card.factions):
        return True
    if isinstance(card, RouageCard):
        return False
    mine = [one for one in pack.rouages.values() if not factions.isdisjoint(one.factions)]
    return any(one.id in card.rouages or not set(one.ministries).isdisjoint(card.ministries) for one in mine)


def searchable(card: RouageCard | EquipmentCard) -> str:
    """All that a card says, in every language, in plain letters."""
    texts = [card.id]
    for language in LANGUAGES:
        texts += [words(card.name, language)]
        texts += [words(card.title, language)] if isinstance(card, RouageCard) and card.title else []
        texts += [text for capacity in card.capacities for text in _name_and_text(capacity, language)]
    return plain(" ".join(texts))


def _name_and_text(capacity: Capacity, language: str) -> tuple[str, str]:
    return words(capacity.name, language), words(capacity.text, language)
