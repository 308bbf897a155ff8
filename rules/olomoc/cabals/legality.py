"""The legality of cabals (CAB-1, CAB-2), and the picks of a draft that leave both players a legal one (CAB-3)."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, islice, permutations, product
from typing import Any

from rules.kernel.chance import in_random_order
from rules.kernel.identity_cache import cached_by
from rules.olomoc.packs import EquipmentCard, Pack, RouageCard

RANKS = (1, 2, 3)


@dataclass(frozen=True)
class CabalProblem:
    """The reason why a cabal is not legal."""

    clause: str
    """CAB-1 or CAB-2."""
    code: str
    """bad-shape, unknown-faction, unknown-rouage, unknown-equipment, wrong-faction, wrong-ranks, same-name,
    same-equipment, not-affiliated, ministry-closed."""
    params: Mapping[str, Any] = field(default_factory=dict)
    """Values for a translation: card ids, ranks, ministries."""
    place: str = ""
    """The part of the cabal: "faction", "rouages", "rouages.1.card", "rouages.1.equipment"; "" is the whole."""


@dataclass(frozen=True)
class DraftedCards:
    """The cards that a seat has drafted so far: those of its rouages, and (bearer's card, equipment's card) pairs."""

    rouages: tuple[str, ...] = ()
    equipment: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Pick:
    """One pick of a draft: a rouage, or an equipment for a bearer."""

    card: str
    bearer: str | None = None


# One cabal -----------------------------------------------------------------------------------------------------------


def problems(pack: Pack, cabal: Any) -> tuple[CabalProblem, ...]:
    """The reasons why `{"faction": id, "rouages": [{"card": id, "equipment": id} x3]}` is not a legal cabal; () when it
    is."""
    if not _shaped(cabal):
        return (CabalProblem("CAB-1", "bad-shape"),)
    if cabal["faction"] not in pack.factions:
        return (CabalProblem("CAB-1", "unknown-faction", {"faction": cabal["faction"]}, "faction"),)
    unknown = tuple(_unknown(pack, cabal["rouages"]))
    if unknown:
        return unknown
    rouages = [pack.rouages[rouage["card"]] for rouage in cabal["rouages"]]
    cards = [pack.equipment[rouage["equipment"]] for rouage in cabal["rouages"]]
    return (*_composition(cabal["faction"], rouages, cards), *_affiliation(cabal["faction"], rouages, cards))


def _shaped(cabal: Any) -> bool:
    if not isinstance(cabal, dict) or set(cabal) != {"faction", "rouages"} or not isinstance(cabal["faction"], str):
        return False
    rouages = cabal["rouages"]
    return (
        isinstance(rouages, list | tuple)
        and len(rouages) == len(RANKS)
        and all(
            isinstance(rouage, dict)
            and set(rouage) == {"card", "equipment"}
            and all(isinstance(value, str) for value in rouage.values())
            for rouage in rouages
        )
    )


def _unknown(pack: Pack, rouages: Sequence[Mapping[str, str]]) -> Iterator[CabalProblem]:
    for i, rouage in enumerate(rouages):
        if rouage["card"] not in pack.rouages:
            yield CabalProblem("CAB-1", "unknown-rouage", {"card": rouage["card"]}, f"rouages.{i}.card")
        if rouage["equipment"] not in pack.equipment:
            yield CabalProblem("CAB-1", "unknown-equipment", {"card": rouage["equipment"]}, f"rouages.{i}.equipment")


def _composition(faction: str, rouages: Sequence[RouageCard], cards: Sequence[EquipmentCard]) -> Iterator[CabalProblem]:
    """CAB-1."""
    for i, rouage in enumerate(rouages):
        if faction not in rouage.factions:
            yield CabalProblem("CAB-1", "wrong-faction", {"card": rouage.id, "faction": faction}, f"rouages.{i}.card")
        if any(rouage.name == other.name for other in rouages[:i]):
            yield CabalProblem("CAB-1", "same-name", {"card": rouage.id, "name": rouage.name}, f"rouages.{i}.card")
        if any(cards[i].id == other.id for other in cards[:i]):
            yield CabalProblem("CAB-1", "same-equipment", {"card": cards[i].id}, f"rouages.{i}.equipment")
    ranks = [rouage.rank for rouage in rouages]
    if sorted(ranks) != list(RANKS):
        yield CabalProblem("CAB-1", "wrong-ranks", {"ranks": ranks}, "rouages")


def _affiliation(faction: str, rouages: Sequence[RouageCard], cards: Sequence[EquipmentCard]) -> Iterator[CabalProblem]:
    """CAB-2."""
    matched = _matching(faction, rouages, cards)
    for i, card in enumerate(cards):
        if _free(faction, rouages[i], card) or i in matched:
            continue
        opens = [rouage.id for rouage in rouages if _opens(rouage, card)]
        params = {"card": card.id, "bearer": rouages[i].id, "ministries": list(card.ministries), "openers": opens}
        yield CabalProblem("CAB-2", "ministry-closed" if opens else "not-affiliated", params, f"rouages.{i}.equipment")


def opened(pack: Pack, cabal: Mapping[str, Any]) -> dict[str, str]:
    """CAB-2: which rouage (card id) opens which card (id) by its ministry, in one largest matching, the same for the
    same cabal; a bearer opens its own card where that costs no other one. The cabal is of known cards."""
    rouages = [pack.rouages[rouage["card"]] for rouage in cabal["rouages"]]
    cards = [pack.equipment[rouage["equipment"]] for rouage in cabal["rouages"]]
    matched = _matching(cabal["faction"], rouages, cards)
    return {rouages[opener].id: cards[i].id for i, opener in sorted(matched.items())}


def _free(faction: str, bearer: RouageCard, card: EquipmentCard) -> bool:
    """Allowed without a ministry: by the faction, or by the very rouage that bears it."""
    return faction in card.factions or bearer.id in card.rouages


def _opens(rouage: RouageCard, card: EquipmentCard) -> bool:
    return not set(rouage.ministries).isdisjoint(card.ministries)


def _matching(faction: str, rouages: Sequence[RouageCard], cards: Sequence[EquipmentCard]) -> dict[int, int]:
    """Index of a card that needs a ministry -> index of the rouage that opens it; as many as possible."""
    best: dict[int, int] = {}
    for order in permutations(range(len(rouages))):
        matched = {
            i: opener
            for i, opener in enumerate(order)
            if not _free(faction, rouages[i], cards[i]) and _opens(rouages[opener], cards[i])
        }
        if _merit(matched) > _merit(best):
            best = matched
    return best


def _merit(matched: Mapping[int, int]) -> tuple[int, int]:
    return len(matched), sum(i == opener for i, opener in matched.items())


# A draft -------------------------------------------------------------------------------------------------------------

QUICK = 64
Cabal = tuple[str, tuple[str, ...]]
"""A faction and the cards of three rouages."""
Needs = frozenset[tuple[int, ...]]
"""The ways to equip a cabal: for each, the cards (a bit each) that would do for each of the empty places."""


def can_complete(pack: Pack, drafted: Mapping[str, DraftedCards]) -> bool:
    """CAB-3: whether both of two seats can still end with a legal cabal, a card taken being gone for both. Exact: what
    is looked for is a pair of legal cabals that share no card and hold what each seat has drafted."""
    draft = _Draft(_masks(pack), drafted)
    return draft.completes(draft.cabals())


def draft_options(pack: Pack, drafted: Mapping[str, DraftedCards], seat: str) -> tuple[Pick, ...]:
    """CAB-3: the picks of that seat which leave both players a legal cabal: rouages until it has three, then an
    equipment for each bearer without one. In the order of the pack."""
    turn = _turn(pack, tuple(drafted.items()), seat)
    return tuple(pick for pick in turn.picks if turn.allows(pick))


def random_draft_options(
    pack: Pack, drafted: Mapping[str, DraftedCards], seat: str, rng: random.Random
) -> Iterator[Pick]:
    """:func:`draft_options` in random order, each judged when it is drawn."""
    turn = _turn(pack, tuple(drafted.items()), seat)
    return filter(turn.allows, in_random_order(turn.picks, rng))


def may_draft(pack: Pack, drafted: Mapping[str, DraftedCards], seat: str, pick: Pick) -> bool:
    """Whether this is one of :func:`draft_options`."""
    turn = _turn(pack, tuple(drafted.items()), seat)
    return pick in turn.picks and turn.allows(pick)


@cached_by(size=256)
def _turn(pack: Pack, drafted: tuple[tuple[str, DraftedCards], ...], seat: str) -> "_Turn":
    return _Turn(_masks(pack), dict(drafted), seat)


class _Turn:
    """The turn of a seat in a draft. `picks`: those that it could have, in the order of the pack; each is judged when
    it is first asked about. Of equipment that no rule tells apart (as far as the rouages drafted go), one card is
    judged for all."""

    def __init__(self, masks: "_Masks", drafted: Mapping[str, DraftedCards], seat: str) -> None:
        self.picks = tuple(_picks(masks.pack, drafted, seat))
        self._masks, self._drafted, self._seat = masks, drafted, seat
        self._draft = _Draft(masks, drafted)
        self._cabals = self._draft.cabals()
        self._telling = masks.telling(drafted)
        self._judged: dict[tuple[str | None, str | int], bool] = {}

    def allows(self, pick: Pick) -> bool:
        """CAB-3: whether this one of `picks` leaves both players a legal cabal."""
        card = pick.card if pick.bearer is None else self._masks.kind(pick.card, self._telling)
        key = (pick.bearer, card)
        if key not in self._judged:
            self._judged[key] = self._completes(pick)
        return self._judged[key]

    def _completes(self, pick: Pick) -> bool:
        if pick.bearer is not None:
            return _Draft(self._masks, _with(self._drafted, self._seat, pick)).completes(self._cabals)
        # One search, narrowed to the cabals that hold the rouage.
        return self._draft.completes(
            [
                [cabal for cabal in cabals if pick.card in cabal[1]] if seat == self._seat else cabals
                for seat, cabals in zip(self._drafted, self._cabals, strict=True)
            ]
        )


def _picks(pack: Pack, drafted: Mapping[str, DraftedCards], seat: str) -> Iterator[Pick]:
    taken = {card for mine in drafted.values() for card in (*mine.rouages, *(card for _, card in mine.equipment))}
    mine = drafted[seat]
    if len(mine.rouages) < len(RANKS):
        yield from (Pick(card) for card in pack.rouages if card not in taken)
    else:
        bare = [card for card in mine.rouages if card not in dict(mine.equipment)]
        yield from (Pick(card, bearer) for bearer in bare for card in pack.equipment if card not in taken)


def _with(drafted: Mapping[str, DraftedCards], seat: str, pick: Pick) -> dict[str, DraftedCards]:
    mine = drafted[seat]
    if pick.bearer is None:
        return {**drafted, seat: DraftedCards((*mine.rouages, pick.card), mine.equipment)}
    return {**drafted, seat: DraftedCards(mine.rouages, (*mine.equipment, (pick.bearer, pick.card)))}


class _Masks:
    """The equipment of a pack that suits a place, a bit for each card in its order. Cached: the same masks serve every
    stage of a draft."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._free: dict[tuple[str, str], int] = {}
        self._opened: dict[str, int] = {}
        self._bits = {id: 1 << n for n, id in enumerate(pack.equipment)}

    def free(self, faction: str, rouage: RouageCard) -> int:
        """The equipment that this rouage of that faction bears without a rouage to open it."""
        key = (faction, rouage.id)
        if key not in self._free:
            self._free[key] = self.of(card for card in self.pack.equipment.values() if _free(faction, rouage, card))
        return self._free[key]

    def opened(self, rouage: RouageCard) -> int:
        """The equipment that this rouage opens for another."""
        if rouage.id not in self._opened:
            self._opened[rouage.id] = self.of(card for card in self.pack.equipment.values() if _opens(rouage, card))
        return self._opened[rouage.id]

    def of(self, cards: Iterable[EquipmentCard]) -> int:
        """The bits of those cards themselves."""
        wanted = {card.id for card in cards}
        return sum(1 << i for i, id in enumerate(self.pack.equipment) if id in wanted)

    def bit(self, card: str) -> int:
        """One card itself."""
        return self._bits[card]

    def telling(self, drafted: Mapping[str, DraftedCards]) -> list[int]:
        """The masks by which rules tell cards apart: each rouage drafted opens or bears those in its own."""
        rouages = [self.pack.rouages[card] for mine in drafted.values() for card in mine.rouages]
        return [
            *(self.opened(rouage) for rouage in rouages),
            *(self.free(faction, rouage) for rouage in rouages for faction in self.pack.factions),
        ]

    def kind(self, card: str, telling: Sequence[int]) -> int:
        """A number for a card of equipment, the same for those that none of these masks tells apart."""
        bit = self._bits[card]
        return sum(1 << n for n, mask in enumerate(telling) if mask & bit)


@cached_by(size=16)
def _masks(pack: Pack) -> _Masks:
    return _Masks(pack)


class _Draft:
    """The search of `can_complete`: for two triples of rouages that share none and can both be equipped. A few pairs
    are tried as they come, and nearly always one of them will do; then all, grouped by what they need, as where cards
    are so scarce that nothing will do there are few different needs."""

    def __init__(self, masks: _Masks, drafted: Mapping[str, DraftedCards]) -> None:
        self.masks = masks
        self.pack = masks.pack
        self.drafted = tuple(drafted.values())
        self.taken = {card for mine in self.drafted for card in mine.rouages}
        self.left = (1 << len(self.pack.equipment)) - 1
        for mine in self.drafted:
            for _, card in mine.equipment:
                self.left &= ~masks.bit(card)
        self.needs_of: tuple[dict[Cabal, Needs], ...] = ({}, {})

    def cabals(self) -> list[list[Cabal]]:
        """By seat, the cabals that hold the rouages that it has drafted."""
        return [[*self._triples(seat)] for seat in range(2)]

    def completes(self, cabals: Sequence[Sequence[Cabal]]) -> bool:
        """Whether both can still complete; `cabals`: those of `cabals`, which hold as long as no rouage is drafted, or
        those that hold one more."""
        return not any(self._repeats(mine) for mine in self.drafted) and self._possible(*cabals)

    def _possible(self, one: Sequence[Cabal], other: Sequence[Cabal]) -> bool:
        likely = islice(product(one, other), QUICK)
        if any(self._apart(*pair) and _together(*map(self._needs, range(2), pair)) for pair in likely):
            return True
        ones, others = self._grouped(0, one), self._grouped(1, other)
        return any(
            _together(*needs) and any(self._apart(*pair) for pair in product(ones[needs[0]], others[needs[1]]))
            for needs in product(ones, others)
        )

    def _apart(self, one: Cabal, other: Cabal) -> bool:
        return set(one[1]).isdisjoint(other[1])

    def _grouped(self, seat: int, cabals: Sequence[Cabal]) -> dict[Needs, list[Cabal]]:
        groups: dict[Needs, list[Cabal]] = {}
        for cabal in cabals:
            groups.setdefault(self._needs(seat, cabal), []).append(cabal)
        return groups

    def _repeats(self, mine: DraftedCards) -> bool:
        bearers = [bearer for bearer, _ in mine.equipment]
        return len(set(bearers)) < len(bearers) or not set(bearers) <= set(mine.rouages)

    def _triples(self, seat: int) -> Iterator[Cabal]:
        """Factions with three rouages of theirs, of ranks 1, 2 and 3, that hold what the seat has drafted."""
        mine = [self.pack.rouages[card] for card in self.drafted[seat].rouages]
        for faction in self.pack.factions:
            if any(faction not in rouage.factions for rouage in mine):
                continue
            by_rank = [
                [rouage for rouage in mine if rouage.rank == rank]
                or [
                    rouage
                    for rouage in self.pack.rouages.values()
                    if rouage.rank == rank and faction in rouage.factions and rouage.id not in self.taken
                ]
                for rank in RANKS
            ]
            for triple in product(*by_rank):
                ids = tuple(rouage.id for rouage in triple)
                if len({rouage.name for rouage in triple}) == len(RANKS) and {rouage.id for rouage in mine} <= set(ids):
                    yield faction, ids

    def _needs(self, seat: int, cabal: Cabal) -> Needs:
        needs = self.needs_of[seat].get(cabal)
        if needs is None:
            ways, left = _ways(self.masks, self.drafted[seat].equipment, cabal), self.left
            needs = frozenset(tuple(sorted(mask & left for mask in way)) for way in ways)
            self.needs_of[seat][cabal] = needs
        return needs


@lru_cache(maxsize=4096)
def _ways(masks: _Masks, equipment: tuple[tuple[str, str], ...], cabal: Cabal) -> frozenset[tuple[int, ...]]:
    """CAB-2 for the bearers without equipment: each bears a card free to it, or one that some rouage opens; which of
    those goes to which bearer makes no difference, so only how many are opened, and by whom, is tried. Cards that are
    taken are still among those that would do."""
    faction, cards = cabal
    rouages = [masks.pack.rouages[card] for card in cards]
    borne = {bearer: masks.bit(card) for bearer, card in equipment}
    spent = [bit for id, bit in borne.items() if not masks.free(faction, masks.pack.rouages[id]) & bit]
    opens = {rouage.id: masks.opened(rouage) for rouage in rouages}
    own = [masks.free(faction, rouage) for rouage in rouages if rouage.id not in borne]
    ways: set[tuple[int, ...]] = set()
    for count in range(len(own) + 1):
        for openers in combinations(cards, count):
            if _openable(spent, [opens[id] for id in cards if id not in openers]):
                opened = [opens[id] for id in openers]
                ways.update((*opened, *free) for free in combinations(own, len(own) - count))
    return frozenset(ways)


@lru_cache(maxsize=4096)
def _together(one: Needs, other: Needs) -> bool:
    """Whether two cabals can be equipped with different cards."""
    return any(_distinct((*first, *second)) for first, second in product(one, other))


def _openable(cards: Sequence[int], masks: Sequence[int]) -> bool:
    """Whether distinct rouages, each with the mask of what it opens, can open these cards (a bit each)."""
    return any(
        all(mask & card for mask, card in zip(order, cards, strict=True)) for order in permutations(masks, len(cards))
    )


def _distinct(places: Sequence[int]) -> bool:
    """Whether each place can have a card (a bit of its mask) of its own: augmenting paths."""
    owner: dict[int, int] = {}

    def settle(place: int, tried: set[int]) -> bool:
        mask = places[place]
        while mask:
            card = mask & -mask
            mask ^= card
            if card not in tried:
                tried.add(card)
                if card not in owner or settle(owner[card], tried):
                    owner[card] = place
                    return True
        return False

    return all(settle(place, set()) for place in range(len(places)))
