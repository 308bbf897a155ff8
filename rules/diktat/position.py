"""The position notation: one JSON object that says everything, made to be written by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any

from pydantic import Field

from rules.diktat import frames as fr
from rules.diktat.cards import Affinity, Pack
from rules.diktat.deals import Agents, Deal, Offer, Said
from rules.diktat.state import (
    OF_EACH_AFFINITY,
    Blur,
    Ground,
    Held,
    Options,
    Pawn,
    Phase,
    Player,
    Stack,
    State,
    sorted_agents,
)
from rules.kernel import Codec, Json, noun
from rules.kernel.chance import Chance
from rules.kernel.codec import replace
from rules.kernel.journal import Outcome
from rules.kernel.seats import Seat, Viewer, seats_of

Id = Annotated[str, Field(max_length=40)]
Ids = Annotated[tuple[Id, ...], Field(max_length=100)]
N = Annotated[int, Field(ge=0, le=999)]
OPTIONS: Codec[Options] = Codec(Options)
STAGES: Mapping[str, fr.Stage] = {
    "noirceur": "gather",
    "opportunities": "draw",
    "development": "develop",
    "manoeuvres": "first",
    "resolution": "reveal",
    "end": "flips",
}
OTHERS_KINDS = "CCCCEEEEGGGG"


@noun
class CardRow:
    card: Id
    flipped: tuple[Affinity, ...] = ()
    used: bool = False


@noun
class PlayerRow:
    cabal: Id = ""
    pp: N = 0
    agents: Agents = ""
    spies: N = 0
    assassins: N = 0
    affinities: Mapping[Affinity, N] = field(default_factory=dict)
    debts: N = 0
    corruption: N = 0
    debt_taken: bool = False
    pawns: N = 0
    cards: tuple[Id | CardRow, ...] = ()
    markers: Mapping[Id, Annotated[int, Field(ge=1, le=2)]] = field(default_factory=dict)
    used_markers: Ids = ()
    cabal_cards: Ids = ()
    used_cabal_cards: Ids = ()
    reserve: N = 0
    supply: N = 0
    extra: int = 0
    holds: N = 0
    made: Mapping[str, N] = field(default_factory=dict)


@noun
class PawnsRow:
    """Pawns with what is known of them: `looked` and `shown` by seat, places from 1 on."""

    pawns: Agents
    looked: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    shown: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    open: tuple[int, ...] = ()
    said: Mapping[str, tuple[Said, ...]] = field(default_factory=dict)


@noun
class StackRow:
    seat: Seat
    pawns: Annotated[Agents, Field(min_length=1)]
    id: Id | None = None
    looked: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    shown: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    open: tuple[int, ...] = ()
    said: Mapping[str, tuple[Said, ...]] = field(default_factory=dict)


@noun
class SectorRow:
    markers: Annotated[int, Field(ge=0, le=2)] | None = None
    stacks: tuple[StackRow, ...] = ()
    tokens: Mapping[str, int] = field(default_factory=dict)
    closed: bool = False
    darkness: N = 0
    corruption: N = 0
    others: Agents | PawnsRow = ""


@noun
class OthersRow:
    fiel: Annotated[str, Field(pattern="^(mist|corruption)$")] = "mist"
    track: Ids = ()
    pool: Agents = ""


@noun
class Row:
    """A position as written. Every key but `seats` may be left out; the last ones are printed by `position()` alone, so
    that it says everything at any decision."""

    seats: Mapping[Seat, PlayerRow]
    pack: str = "core"
    players: Annotated[int, Field(ge=2, le=5)] = 3
    configurations: tuple[str, ...] = ()
    cycle: Annotated[int, Field(ge=0, le=9)] = 1
    phase: Phase = "opportunities"
    turn: Seat | None = None
    first: Seat | None = None
    sectors: Mapping[Id, SectorRow] = field(default_factory=dict)
    track: Ids = ()
    secret: Id | None = None
    secret_looked: tuple[Seat, ...] = ()
    deck: Ids = ()
    discard: Ids = ()
    others: OthersRow = field(default_factory=OthersRow)
    adhesions: tuple[tuple[Seat, str, str], ...] = ()
    options: Options | None = None
    resolving: tuple[dict[str, Any], ...] | None = None
    administrator: Seat | None = None
    again: Seat | None = None
    named: int = 0
    secret_known: tuple[Seat, ...] | None = None
    secret_said: tuple[Said, ...] = ()
    peeked: Mapping[Seat, Ids] = field(default_factory=dict)
    offers: tuple[Offer, ...] = ()
    deals: tuple[Deal, ...] = ()
    given_up: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
    stacks_sent: int | None = None
    deals_made: int = 0
    groups: Mapping[Id, tuple[int, ...]] = field(default_factory=dict)
    shuffles: int | None = None
    blurs: Mapping[Viewer, Mapping[Seat, Blur]] = field(default_factory=dict)
    seen_points: Mapping[Seat, int] | None = None
    seen_ranks: Mapping[Seat, int] | None = None


ROW: Codec[Row] = Codec(Row)


# ---- printing --------------------------------------------------------------------------------------------------------


def dump(state: State) -> Json:
    """Everything."""
    row = Row(
        seats={seat: _seat(it) for seat, it in state.players.items()},
        pack=state.pack.written.id,
        players=state.options.players,
        configurations=state.options.configurations,
        cycle=state.cycle,
        phase=state.phase,
        turn=state.turn,
        first=state.first,
        sectors={sector: _sector(state, sector) for sector in state.grounds},
        track=state.track,
        secret=state.secret,
        secret_looked=state.secret_looked,
        deck=state.deck,
        discard=state.discard,
        others=OthersRow(state.options.fiel, state.corrupted, state.pool),
        adhesions=state.adhesions,
        options=state.options,
        resolving=tuple(fr.STACK.dump(state.stack)),
        administrator=state.administrator,
        again=state.again,
        named=state.named,
        secret_known=state.secret_known,
        secret_said=state.secret_said,
        peeked=state.peeked,
        offers=tuple(state.offers.values()),
        deals=tuple(state.deals.values()),
        given_up=state.given_up,
        outcome=state.outcome,
        stacks_sent=state.stacks_sent,
        deals_made=state.deals_made,
        groups={id: tuple(pawn.group for pawn in it.others) for id, it in state.grounds.items() if it.others},
        shuffles=state.groups,
        blurs=state.blurs,
        seen_points=state.seen_points,
        seen_ranks=state.seen_ranks,
    )
    written: Json = ROW.dump(row)
    return written


def _seat(it: Player) -> PlayerRow:
    fields = {name: getattr(it, name) for name in PlayerRow.__dataclass_fields__ if name != "cards"}
    return PlayerRow(**fields, cards=tuple(CardRow(c.card, c.flipped, c.used) for c in it.cards))  # type: ignore[arg-type]


def _sector(state: State, sector: str) -> SectorRow:
    it = state.grounds[sector]
    others: str | PawnsRow = "".join(pawn.kind for pawn in it.others)
    if any(pawn.looked or pawn.shown or pawn.open or pawn.said for pawn in it.others):
        others = PawnsRow("".join(pawn.kind for pawn in it.others), *_known(it.others))
    return SectorRow(
        state.markers_left(sector),
        tuple(
            StackRow(stack.seat, "".join(pawn.kind for pawn in stack.pawns), stack.id, *_known(stack.pawns))
            for stack in it.stacks
        ),
        dict.fromkeys(it.tokens, 1),
        it.closed,
        it.darkness,
        it.corruption,
        others,
    )


def _known(pawns: tuple[Pawn, ...]) -> tuple[Any, Any, Any, Any]:
    def by_seat(name: str) -> dict[Seat, tuple[int, ...]]:
        seats = sorted({seat for pawn in pawns for seat in getattr(pawn, name)})
        return {s: tuple(n for n, pawn in enumerate(pawns, 1) if s in getattr(pawn, name)) for s in seats}

    open_ = tuple(n for n, pawn in enumerate(pawns, 1) if pawn.open)
    return by_seat("looked"), by_seat("shown"), open_, {str(n): p.said for n, p in enumerate(pawns, 1) if p.said}


# ---- reading ---------------------------------------------------------------------------------------------------------


def parse(position: Mapping[str, Any], pack: Pack, chance: Chance | None = None) -> State:
    """The state that a position writes, what it leaves out filled in; `chance` shuffles the cards that it names not.
    Raises ValueError for a position that cannot be."""
    row = ROW.load(dict(position))
    options = row.options
    if options is None:
        options = OPTIONS.load(
            {"players": row.players, "configurations": list(row.configurations), "fiel": row.others.fiel}
        )
    if tuple(row.seats) != seats_of(options.players):
        raise ValueError("the seats of a position are numbered from 1 on, as many as there are players")
    state = State(
        pack=pack,
        options=options,
        players={seat: _player(it, pack) for seat, it in row.seats.items()},
        grounds=_grounds(row, pack),
        cycle=row.cycle,
        phase=row.phase,
        turn=row.turn,
        first=row.first,
        again=row.again,
        named=row.named,
        administrator=row.administrator,
        track=row.track,
        secret=row.secret,
        secret_looked=row.secret_looked,
        secret_known=row.secret_looked if row.secret_known is None else row.secret_known,
        secret_said=row.secret_said,
        deck=_deck(row, pack, chance),
        discard=row.discard,
        peeked=row.peeked,
        corrupted=row.others.track,
        pool=sorted_agents(row.others.pool),
        adhesions=row.adhesions,
        offers={it.id: it for it in row.offers},
        deals={it.id: it for it in row.deals},
        given_up=row.given_up,
        outcome=row.outcome,
        deals_made=row.deals_made,
        groups=1 if row.shuffles is None else row.shuffles,
        blurs=row.blurs,
        stack=_stack(row),
    )
    for sector, it in row.sectors.items():
        if it.markers not in (None, state.markers_left(sector)):
            raise ValueError(f"{sector}: two markers, those of players among them (SET-4)")
    sent = sum(1 for _ in state.stacks())
    state = replace(state, stacks_sent=sent if row.stacks_sent is None else row.stacks_sent)
    _check(state, full=row.resolving is not None)
    seated = [seat for seat in state.seats if state.players[seat].cabal]
    points = {seat: state.points(seat) for seat in seated} if row.seen_points is None else row.seen_points
    ranks = {seat: state.rank(seat) for seat in seated} if row.seen_ranks is None else row.seen_ranks
    return replace(state, seen_points=points, seen_ranks=ranks)


def _stack(row: Row) -> tuple[Any, ...]:
    if row.resolving is not None:
        return fr.STACK.load(list(row.resolving))
    if row.phase == "setup":
        raise ValueError("a position written by hand has a phase")
    if row.turn is not None:
        if row.phase != "manoeuvres" or row.turn not in row.seats:
            raise ValueError("a turn is a seat's, in the Manoeuvres")
        return (fr.Cycle("manoeuvre"),)
    return (fr.Cycle(STAGES[row.phase]),)


def _player(it: PlayerRow, pack: Pack) -> Player:
    fields = {name: getattr(it, name) for name in PlayerRow.__dataclass_fields__ if name != "cards"}
    fields["agents"] = sorted_agents(it.agents)
    fields["affinities"] = {kind: n for kind, n in it.affinities.items() if n}
    cards = tuple(Held(c) if isinstance(c, str) else Held(c.card, c.flipped, c.used) for c in it.cards)
    return Player(**fields, cards=cards)


def _grounds(row: Row, pack: Pack) -> dict[str, Ground]:
    if unknown := set(row.sectors) - set(pack.sectors):
        raise ValueError(f"there is no sector {sorted(unknown)[0]!r}")
    grounds, number = dict[str, Ground](), 0
    for sector in pack.sectors:
        it = row.sectors.get(sector, SectorRow())
        stacks = []
        for stack in it.stacks:
            number += 1
            pawns = _pawns(stack.pawns, stack.looked, stack.shown, stack.open, stack.said)
            stacks.append(Stack(stack.id or f"s{number}", stack.seat, pawns))
        row_of = it.others if isinstance(it.others, PawnsRow) else PawnsRow(it.others)
        others = _pawns(row_of.pawns, row_of.looked, row_of.shown, row_of.open, row_of.said)
        groups = row.groups.get(sector, (1,) * len(others))
        if len(groups) != len(others):
            raise ValueError(f"{sector}: as many groups as Others")
        others = tuple(replace(pawn, group=group) for pawn, group in zip(others, groups, strict=True))
        tokens = tuple(token for token, n in it.tokens.items() if n)
        grounds[sector] = Ground(tuple(stacks), others, it.closed, tokens, it.darkness, it.corruption)
    return grounds


def _pawns(
    kinds: str,
    looked: Mapping[Seat, tuple[int, ...]],
    shown: Mapping[Seat, tuple[int, ...]],
    open_: tuple[int, ...],
    said: Mapping[str, tuple[Said, ...]],
) -> tuple[Pawn, ...]:
    named = [n for rows in (*looked.values(), *shown.values(), open_) for n in rows] + [int(n) for n in said]
    if any(not 1 <= n <= len(kinds) for n in named):
        raise ValueError("a pawn is named that is not there")
    return tuple(
        Pawn(
            kind,
            tuple(seat for seat, rows in looked.items() if n in rows),
            tuple(seat for seat, rows in shown.items() if n in rows),
            n in open_,
            said.get(str(n), ()),
        )
        for n, kind in enumerate(kinds, 1)
    )


def _deck(row: Row, pack: Pack, chance: Chance | None) -> tuple[str, ...]:
    """The cards named, then all that lie nowhere, shuffled."""
    mine = [c if isinstance(c, str) else c.card for it in row.seats.values() for c in it.cards]
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
    pack = state.pack
    cabals = [it.cabal for it in state.players.values()]
    seated = [id for id in cabals if id or not full]
    if len(set(seated)) != len(seated) or not set(seated) <= set(pack.cabals):
        raise ValueError("each player has a Cabal of their own (SET-1)")
    for seat, it in state.players.items():
        hand = pack.hands.get(it.cabal, ())
        if not set(it.cabal_cards) <= set(hand) or len(set(it.cabal_cards)) != len(it.cabal_cards):
            raise ValueError(f"seat {seat}: Cabal cards of its own, each once")
        if not set(it.markers) <= set(pack.sectors) or not set(it.used_markers) <= set(it.markers):
            raise ValueError(f"seat {seat}: markers of sectors")
        for held in it.cards:
            if not _fitting(list(pack.cards[held.card].symbols), held.flipped):
                raise ValueError(f"seat {seat}: tokens that do not fit {held.card} (AFF-2)")
    for sector, there in state.grounds.items():
        if state.markers_left(sector) < 0:
            raise ValueError(f"{sector}: two markers (SET-4)")
        if state.room(sector) < 0:
            raise ValueError(f"{sector}: too many stacks (STK-4)")
        if not {stack.seat for stack in there.stacks} <= set(state.seats):
            raise ValueError(f"{sector}: a stack of nobody's")
    ids = [stack.id for _, stack in state.stacks()]
    if len(set(ids)) != len(ids):
        raise ValueError("two stacks have the same id")
    for kind in ("politics", "people", "artefact"):
        if state.affinities_left(kind) < 0:
            raise ValueError(f"there are {OF_EACH_AFFINITY} tokens of {kind}")
    theirs = "".join(pawn.kind for it in state.grounds.values() for pawn in it.others) + state.pool
    wanted = OTHERS_KINDS if state.with_others and state.cycle and state.phase != "setup" else theirs
    if "".join(sorted(theirs)) != wanted and not (full and not theirs):
        raise ValueError("there are 12 Others, four of a kind (OTH-1)")


def _fitting(symbols: list[str], flipped: tuple[str, ...]) -> bool:
    for kind in flipped:
        if kind not in symbols and "any" not in symbols:
            return False
        symbols.remove(kind if kind in symbols else "any")
    return True
