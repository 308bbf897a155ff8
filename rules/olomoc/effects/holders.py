"""The capacities of a match and their holders; cached by the pieces in the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from rules.kernel.identity_cache import cached_by
from rules.kernel.packs.model import Text
from rules.olomoc.packs import Capacity, Pack, Study
from rules.olomoc.packs.operations import Effect as Doing
from rules.olomoc.packs.operations import Operation, walk
from rules.olomoc.seats import SEATS, Seat
from rules.olomoc.state import Path, Source, State

STUDY: Literal["study"] = "study"


@dataclass(frozen=True, slots=True)
class Held:
    """A capacity and whose it is: a piece's, or for an agenda's scoring a player's (`bearer` None)."""

    capacity: Capacity
    bearer: str | None
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Roster:
    """Every capacity held now: by piece; standing ones by the operations they hold, each with its index; triggered ones
    by the word of their trigger."""

    of: Mapping[str | None, tuple[Held, ...]]
    permanent: Mapping[str, tuple[tuple[Held, int], ...]]
    waiting: Mapping[str, tuple[Held, ...]]
    _by_word: dict[tuple[str, str], tuple[tuple[Held, int], ...]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def permanent_for(self, word: str, id: str) -> tuple[tuple[Held, int], ...]:
        """The permanent operations of that word that may concern a piece: not those of another's `self`."""
        kept = self._by_word.get((word, id))
        if kept is None:
            rows = self.permanent.get(word, ())
            kept = tuple(
                (held, n)
                for held, n in rows
                if held.bearer == id or getattr(held.capacity.operations[n], "who", None) != "self"
            )
            self._by_word[word, id] = kept
        return kept


NOBODY = Roster({}, {}, {})
BARE = ""
"""The agenda of a match that is looked at as if no card had any capacity."""


# The text of cards


@cached_by(size=16)
def _index(pack: Pack) -> Mapping[str, Capacity]:
    written = [c for rouage in pack.rouages.values() for c in rouage.capacities]
    written += (c for equipment in pack.equipment.values() for c in equipment.capacities)
    written += (c for hostile in pack.hostiles.values() for c in hostile.capacities)
    written += (c for agenda in pack.agendas.values() for c in (*agenda.capacities, *agenda.scoring))
    return {inner.id: inner for c in written for inner in walk(c) if isinstance(inner, Capacity)}


def known(pack: Pack, id: str) -> Capacity | None:
    """The capacity of that id, on any card of the pack, or among an agenda's scoring and gained ones; None if there is
    none."""
    return _index(pack).get(id)


@cached_by(size=16)
def _by_hand(pack: Pack) -> frozenset[str]:
    ids = {id for id, capacity in _index(pack).items() if capacity.by_hand}
    ids |= {id for id, ministry in pack.ministries.items() if ministry.capacity.by_hand}
    ids |= {id for id, card in pack.artefact.items() if card.by_hand}
    return frozenset(ids | {id for id, agenda in pack.agendas.items() if agenda.study and agenda.study.by_hand})


def by_hand(state: State) -> frozenset[str]:
    """The effects settled by hand: ids of capacities, of ministry and artefact cards, of agendas for their study."""
    return _by_hand(state.pack)


def doing(state: State, source: Source, card: str) -> Doing:
    """The acting part of a card: a capacity, a ministry's capacity, an artefact card or an agenda's study."""
    match source:
        case "capacity":
            return _index(state.pack)[card]
        case "ministry":
            return state.pack.ministries[card].capacity
        case "artefact":
            return state.pack.artefact[card]
        case "study":
            return cast(Study, state.pack.agendas[card].study)


def title(state: State, source: Source, card: str) -> Text:
    """The name of the card, by which GEN-7 knows it."""
    if source == "artefact":
        return state.pack.artefact[card].name
    return cast("Capacity | Study", doing(state, source, card)).name


def part(state: State, source: Source, card: str, at: Path) -> Any:
    """The value at a path such as `("operations", 0, "then")`: an operation, or a list of them."""
    what: Any = doing(state, source, card)
    for step in at:
        what = what[step] if isinstance(step, int) else getattr(what, step)
    return what


def operations(state: State, source: Source, card: str, at: Path) -> tuple[Operation, ...]:
    """The list of operations at a path."""
    return cast("tuple[Operation, ...]", part(state, source, card, at))


# Holders of capacities


def roster(state: State) -> Roster:
    """The capacities of each piece, without gained ones. A rouage out of combat has none."""
    pieces = tuple((p.id, p.seat, p.profile.capacities, p.equipment) for p in state.pieces.values() if not p.out)
    return _roster(state.pack, state.agenda, pieces)


@cached_by(size=256)
def _roster(
    pack: Pack, agenda: str, pieces: tuple[tuple[str, Seat | None, tuple[str, ...], str | None], ...]
) -> Roster:
    index = _index(pack)
    played = pack.agendas.get(agenda)
    held: list[Held] = []
    for id, seat, names, equipment in pieces:
        cards = [index[name] for name in names if name in index]
        cards += card.capacities if (card := pack.equipment.get(equipment or "")) is not None else ()
        cards += played.capacities if played is not None and seat is not None else ()
        held += (Held(c, id, seat) for c in cards)
    for seat in SEATS:
        held += (Held(c, None, seat) for c in (played.scoring if played is not None else ()))
    return _roster_of(held)


def widened(known: Roster, gained: Iterable[Held]) -> Roster:
    """The roster with what pieces have gained."""
    return _roster_of([*(h for all_ in known.of.values() for h in all_), *gained])


def _roster_of(everything: list[Held]) -> Roster:
    of: dict[str | None, list[Held]] = {}
    permanent: dict[str, list[tuple[Held, int]]] = {}
    waiting: dict[str, list[Held]] = {}
    for held in everything:
        of.setdefault(held.bearer, []).append(held)
        if held.capacity.trigger is not None:
            waiting.setdefault(held.capacity.trigger.when, []).append(held)
        elif held.capacity.time == "permanent":
            for n, operation in enumerate(held.capacity.operations):
                permanent.setdefault(operation.op, []).append((held, n))
    return Roster(
        {k: tuple(v) for k, v in of.items()},
        {k: tuple(v) for k, v in permanent.items()},
        {k: tuple(v) for k, v in waiting.items()},
    )
