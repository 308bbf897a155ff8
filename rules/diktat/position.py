"""The position notation: one JSON object with the whole state, which can be written by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from itertools import count
from typing import Annotated, Any

from pydantic import Field

from rules.diktat import frames as fr
from rules.diktat.deals import Agents, Count, Deal, Id, Offer, Said
from rules.diktat.packs.cards import AFFINITIES, Pack
from rules.diktat.state import (
    OF_EACH_AFFINITY,
    Cards,
    Course,
    Ground,
    Options,
    Pawn,
    Phase,
    Player,
    Stack,
    State,
    sorted_agents,
)
from rules.kernel import Chance, Codec, Json, Seat, copied, noun, replace, seats_of

OPTIONS: Codec[Options] = Codec(Options)
OTHERS_KINDS = "CCCCEEEEGGGG"


@noun
class PawnsRow:
    """Pawns with what is known of them: `looked` and `shown` by seat, places from 1 on."""

    pawns: Agents
    looked: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    shown: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    open: tuple[int, ...] = ()
    said: Mapping[str, tuple[Said, ...]] = field(default_factory=dict)


@noun
class StackRow(PawnsRow):
    pawns: Annotated[Agents, Field(min_length=1)]
    seat: Seat = field(kw_only=True)
    id: Id | None = None


@noun
class SectorRow:
    markers: Annotated[int, Field(ge=0, le=2)] | None = None
    stacks: tuple[StackRow, ...] = ()
    tokens: Mapping[str, int] = field(default_factory=dict)
    closed: bool = False
    darkness: Count = 0
    corruption: Count = 0
    others: Agents | PawnsRow = ""


@noun
class OthersRow:
    fiel: Annotated[str, Field(pattern="^(mist|corruption)$")] = "mist"
    track: Cards = ()
    pool: Agents = ""


@noun
class Row(Course):
    """A position as written. Every key but `seats` may be left out; the last ones are printed by `position()` alone, so
    that it says everything at any decision."""

    seats: Mapping[Seat, Player] = field(kw_only=True)
    pack: str = "core"
    players: Annotated[int, Field(ge=2, le=5)] = 3
    configurations: tuple[str, ...] = ()
    cycle: Annotated[int, Field(ge=0, le=9)] = 1
    phase: Phase = "opportunities"
    sectors: Mapping[Id, SectorRow] = field(default_factory=dict)
    others: OthersRow = field(default_factory=OthersRow)
    options: Options | None = None
    resolving: tuple[dict[str, Any], ...] | None = None
    offers: tuple[Offer, ...] = ()
    deals: tuple[Deal, ...] = ()
    groups: Mapping[Id, tuple[int, ...]] = field(default_factory=dict)
    shuffles: int = 1


ROW: Codec[Row] = Codec(Row)
COURSE = tuple(Course.__dataclass_fields__)


# ---- printing --------------------------------------------------------------------------------------------------------


def dump(state: State) -> Json:
    """The whole state as a position."""
    row = Row(
        **{name: getattr(state, name) for name in COURSE},
        options=state.options,
        seats=state.players,
        pack=state.pack.id,
        players=state.options.players,
        configurations=state.options.configurations,
        sectors={sector: _sector(state, sector) for sector in state.grounds},
        others=OthersRow(state.options.fiel, state.corrupted, state.pool),
        resolving=tuple(fr.STACK.dump(state.stack)),
        offers=tuple(state.offers.values()),
        deals=tuple(state.deals.values()),
        groups={
            id: tuple(pawn.group for pawn in ground.others) for id, ground in state.grounds.items() if ground.others
        },
        shuffles=state.groups,
    )
    written: Json = ROW.dump(row)
    return written


def _sector(state: State, sector: str) -> SectorRow:
    ground = state.grounds[sector]
    others = PawnsRow(**_pawn_fields(ground.others))
    return SectorRow(
        state.markers_left(sector),
        tuple(StackRow(**_pawn_fields(stack.pawns), seat=stack.seat, id=stack.id) for stack in ground.stacks),
        dict.fromkeys(ground.tokens, 1),
        ground.closed,
        ground.darkness,
        ground.corruption,
        others.pawns if others == PawnsRow(others.pawns) else others,
    )


def _pawn_fields(pawns: tuple[Pawn, ...]) -> dict[str, Any]:
    """The fields of a row of pawns."""

    def by_seat(name: str) -> dict[Seat, tuple[int, ...]]:
        seats = sorted({seat for pawn in pawns for seat in getattr(pawn, name)})
        return {s: tuple(n for n, pawn in enumerate(pawns, 1) if s in getattr(pawn, name)) for s in seats}

    return {
        "pawns": "".join(pawn.kind for pawn in pawns),
        "looked": by_seat("looked"),
        "shown": by_seat("shown"),
        "open": tuple(n for n, pawn in enumerate(pawns, 1) if pawn.open),
        "said": {str(n): pawn.said for n, pawn in enumerate(pawns, 1) if pawn.said},
    }


# ---- reading ---------------------------------------------------------------------------------------------------------


def parse(position: Mapping[str, Any], pack: Pack, chance: Chance | None = None) -> State:
    """The state that a position writes, what it leaves out filled in; `chance` shuffles the cards that it names not.
    Raises ValueError for a position that cannot be."""
    row = ROW.load(dict(position))
    by_hand = {"players": row.players, "configurations": list(row.configurations), "fiel": row.others.fiel}
    options = OPTIONS.load(by_hand) if row.options is None else row.options
    if tuple(row.seats) != seats_of(options.players):
        raise ValueError("the seats of a position are numbered from 1 on, as many as there are players")
    fields = {name: getattr(row, name) for name in COURSE} | {"options": options, "deck": _deck(row, pack, chance)}
    state = State(
        pack=pack,
        players=row.seats,
        grounds=_grounds(row, pack),
        corrupted=row.others.track,
        pool=sorted_agents(row.others.pool),
        offers={offer.id: offer for offer in row.offers},
        deals={deal.id: deal for deal in row.deals},
        groups=row.shuffles,
        stack=_stack(row),
        **fields,
    )
    for sector, written in row.sectors.items():
        if written.markers not in (None, state.markers_left(sector)):
            raise ValueError(f"{sector}: two markers, those of players among them (SET-4)")
    _check(state, full=row.resolving is not None)
    seated = [seat for seat in state.seats if state.players[seat].cabal]
    counted = {
        "secret_known": state.secret_looked,
        "stacks_sent": sum(1 for _ in state.stacks()),
        "seen_points": {seat: state.points(seat) for seat in seated},
        "seen_ranks": {seat: state.rank(seat) for seat in seated},
    }
    return copied(state, {name: value for name, value in counted.items() if name not in position})


def _stack(row: Row) -> tuple[Any, ...]:
    if row.resolving is not None:
        return fr.STACK.load(list(row.resolving))
    if row.phase == "setup":
        raise ValueError("a position written by hand has a phase")
    if row.turn is not None:
        if row.phase != "manoeuvres" or row.turn not in row.seats:
            raise ValueError("a turn is a seat's, in the Manoeuvres")
        return (fr.Cycle("manoeuvre"),)
    return (fr.Cycle(next(stage for stage, phase in fr.PHASES.items() if phase == row.phase)),)


def _grounds(written: Row, pack: Pack) -> dict[str, Ground]:
    if unknown := set(written.sectors) - set(pack.sectors):
        raise ValueError(f"there is no sector {sorted(unknown)[0]!r}")
    grounds, number = dict[str, Ground](), count(1)
    for sector in pack.sectors:
        ground = written.sectors.get(sector, SectorRow())
        ids = [(row, f"s{next(number)}") for row in ground.stacks]
        stacks = tuple(Stack(row.id or id, row.seat, _pawns(row)) for row, id in ids)
        others = _pawns(ground.others if isinstance(ground.others, PawnsRow) else PawnsRow(ground.others))
        groups = written.groups.get(sector, (1,) * len(others))
        if len(groups) != len(others):
            raise ValueError(f"{sector}: as many groups as Others")
        others = tuple(replace(pawn, group=group) for pawn, group in zip(others, groups, strict=True))
        tokens = tuple(token for token, n in ground.tokens.items() if n)
        grounds[sector] = Ground(stacks, others, ground.closed, tokens, ground.darkness, ground.corruption)
    return grounds


def _pawns(row: PawnsRow) -> tuple[Pawn, ...]:
    places = [n for rows in (*row.looked.values(), *row.shown.values(), row.open) for n in rows]
    if any(not 1 <= n <= len(row.pawns) for n in (*places, *map(int, row.said))):
        raise ValueError("a pawn is named that is not there")
    return tuple(
        Pawn(
            kind,
            tuple(seat for seat, rows in row.looked.items() if n in rows),
            tuple(seat for seat, rows in row.shown.items() if n in rows),
            n in row.open,
            row.said.get(str(n), ()),
        )
        for n, kind in enumerate(row.pawns, 1)
    )


def _deck(row: Row, pack: Pack, chance: Chance | None) -> tuple[str, ...]:
    """The cards named, then all that lie nowhere, shuffled."""
    mine = [held.card for seat in row.seats.values() for held in seat.cards]
    secret = [row.secret] if row.secret is not None else []
    named = [*row.deck, *row.discard, *row.track, *secret, *row.others.track, *mine]
    if unknown := set(named) - set(pack.cards):
        raise ValueError(f"there is no card {sorted(unknown)[0]!r}")
    if twice := [id for id, n in Counter(named).items() if n > 1]:
        raise ValueError(f"{twice[0]} lies in two places")
    rest = [id for id in pack.cards if id not in set(named)] if row.resolving is None else []
    return (*row.deck, *(chance.shuffled(rest) if rest and chance is not None else rest))


def _check(state: State, full: bool) -> None:
    """Raises ValueError for what cannot be: counts, ids, room."""
    if state.turn not in state.playing and any(
        isinstance(frame, fr.Cycle) and frame.stage == "manoeuvre" for frame in state.stack
    ):
        raise ValueError("a Manoeuvre is in somebody's turn (CYC-2)")
    pack = state.pack
    cabals = [seat.cabal for seat in state.players.values()]
    seated = [id for id in cabals if id or not full]
    if len(set(seated)) != len(seated) or not set(seated) <= set(pack.cabals):
        raise ValueError("each player has a Cabal of their own (SET-1)")
    for seat, player in state.players.items():
        hand = pack.hands.get(player.cabal, ())
        if not set(player.cabal_cards) <= set(hand) or len(set(player.cabal_cards)) != len(player.cabal_cards):
            raise ValueError(f"seat {seat}: Cabal cards of its own, each once")
        if not set(player.markers) <= set(pack.sectors) or not set(player.used_markers) <= set(player.markers):
            raise ValueError(f"seat {seat}: markers of sectors")
        for held in player.cards:
            if min(state.symbols_left(held).values(), default=0) < 0:
                raise ValueError(f"seat {seat}: tokens that do not fit {held.card} (AFF-2)")
    for sector, ground in state.grounds.items():
        if state.markers_left(sector) < 0:
            raise ValueError(f"{sector}: two markers (SET-4)")
        if state.room(sector) < 0:
            raise ValueError(f"{sector}: too many stacks (STK-4)")
        if not {stack.seat for stack in ground.stacks} <= set(state.seats):
            raise ValueError(f"{sector}: a stack of nobody's")
    ids = [stack.id for _, stack in state.stacks()]
    if len(set(ids)) != len(ids):
        raise ValueError("two stacks have the same id")
    for kind in AFFINITIES:
        if state.affinities_left(kind) < 0:
            raise ValueError(f"there are {OF_EACH_AFFINITY} tokens of {kind}")
    theirs = "".join(pawn.kind for ground in state.grounds.values() for pawn in ground.others) + state.pool
    wanted = OTHERS_KINDS if state.with_others and state.cycle and state.phase != "setup" else theirs
    if "".join(sorted(theirs)) != wanted and not (full and not theirs):
        raise ValueError("there are 12 Others, four of a kind (OTH-1)")
