"""The state of a match: plain frozen data. `evolve` alone changes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Literal

from pydantic import Field

from rules.invader.packs.cards import NAMED, Deck, Group, Pack, Side, Step, card_of
from rules.kernel import Json, Seat, noun
from rules.kernel.memo import derived
from rules.kernel.orders import Order as StandingOrder
from rules.kernel.orders import Until, order_about
from rules.kernel.piles import CardPiles

SEATS: tuple[Seat, Seat] = ("1", "2")
Pass = Until
PASS = "pass"
"""The answer of an order to let cards pass (CAN-8)."""


def letting_pass(passes: Mapping[Seat, Pass]) -> Mapping[Seat, tuple[StandingOrder, ...]]:
    """The orders by which these seats let cards pass so long."""
    return {seat: (StandingOrder("cancel", PASS, until=how),) for seat, how in passes.items()}


Order = Literal["reinforce", "redeploy", "ravage"]
Stage = Literal["ready", "draw", "upkeep", "main", "attack", "plot", "end"]


@noun
class Options:
    """The options agreed before a match (SET-1, DCK, CAN-8)."""

    invader: Literal["1", "2", "random"] = "random"
    decks: Literal["starter", "built"] = "starter"
    packs: Annotated[tuple[str, ...], Field(max_length=8)] = ("core",)
    uniform_prompts: bool = True


@noun
class Boost:
    """Force that ends with this turn, and with the start of its owner's next turn (EFF-6)."""

    turn: int = 0
    round: int = 0


@noun
class Piece:
    """A card in play, or the current Hero. `used`: how often each of its uses was used this turn; `entered`: the number
    of the turn in which it entered; `upright`: of a Hero."""

    id: str
    seat: Seat
    zone: str
    tokens: int = 0
    used: Mapping[str, int] = field(default_factory=dict)
    boost: Boost = field(default_factory=Boost)
    entered: int = 0
    upright: bool = True

    @property
    def card(self) -> str:
        return card_of(self.id)


@noun
class Played:
    """A card that was played and is not yet settled: what was named and paid for it (PLY-9). A cancel names no zone."""

    card: str
    by: Seat
    zone: str | None = None
    target: str | None = None
    to: str | None = None
    at: str | None = None
    discard: tuple[str, ...] = ()
    sacrifice: str | None = None

    @property
    def shown(self) -> Json:
        """The public part of a played card."""
        row = {key: getattr(self, key) for key in ("card", "by", "zone", "target", "to", "at")}
        return {key: value for key, value in row.items() if value is not None}


@noun
class Spent:
    """The actions that the active player has used up this turn (HER-3, OPS-2, INV-2)."""

    hero: bool = False
    ops: bool = False
    orders: tuple[Order, ...] = ()


@noun
class State(CardPiles):
    """One match. `play` is in the order of entry. `enabled`: the turn in which each strategy was enabled. `table`: what
    is being played, bottom first."""

    pack: Pack
    options: Options = field(default_factory=Options)
    sides: Mapping[Seat, Side] = field(default_factory=dict)
    lists: Mapping[Seat, Deck] = field(default_factory=dict)
    active: Seat = "1"
    number: int = 0
    plot: int = 0
    scorch: Mapping[str, int] = field(default_factory=dict)
    play: tuple[Piece, ...] = ()
    hero: Piece | None = None
    heroes: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    enabled: Mapping[str, int] = field(default_factory=dict)
    spent: Spent = field(default_factory=Spent)
    drained: int = 0
    table: tuple[Played, ...] = ()

    @property
    def passes(self) -> Mapping[Seat, Pass]:
        """How long each seat lets cards pass: its order about cancel questions, a secret of the seat."""
        orders = {seat: order_about(self, seat, "cancel", (None,)) for seat in self.orders}
        return {seat: order.until for seat, order in orders.items() if order is not None}

    # ---- who and what ----

    def seat_of(self, side: Side) -> Seat:
        first, second = SEATS
        return first if self.sides[first] == side else second

    @property
    def invader(self) -> Seat:
        return self.seat_of("invader")

    @property
    def human(self) -> Seat:
        return self.seat_of("human")

    def pieces(self) -> tuple[Piece, ...]:
        """Everything in play in the order of entry; the Hero counts as the last (GEN-6)."""
        return self.play if self.hero is None else (*self.play, self.hero)

    def piece(self, id: str | None) -> Piece | None:
        return None if id is None else self._by_id().get(id)

    def column(self, seat: Seat, zone: str) -> Sequence[Piece]:
        """The cards in a seat's column of a zone, the Hero among them (ZON-3, HER-1)."""
        return self._columns().get((seat, zone), ())

    @derived("play", "hero")
    def _by_id(self) -> Mapping[str, Piece]:
        return {piece.id: piece for piece in self.pieces()}

    @derived("play", "hero")
    def _columns(self) -> Mapping[tuple[Seat, str], Sequence[Piece]]:
        columns: dict[tuple[Seat, str], list[Piece]] = {}
        for piece in self.pieces():
            columns.setdefault((piece.seat, piece.zone), []).append(piece)
        return columns

    def free(self, seat: Seat, zone: str) -> bool:
        """Whether a slot of the column is free."""
        return len(self.column(seat, zone)) < self.pack.rules.slots

    def kind(self, piece: Piece) -> str:
        """`hero`, or the kind of its card."""
        return "hero" if piece.card in self.pack.heroes else self.pack.cards[piece.card].kind

    def is_hero(self, piece: Piece) -> bool:
        return piece.card in self.pack.heroes

    # ---- texts that hold as long as their card is in play ----

    @derived("pack", "sides", "play", "hero", "enabled")
    def statics(self) -> Mapping[str, Sequence[tuple[Piece | None, Seat, Step]]]:
        """The static steps that hold now, by kind, each with the card that speaks (None: a strategy) and its owner
        (CRD-5, HER-2)."""
        by_kind: dict[str, list[tuple[Piece | None, Seat, Step]]] = {}
        texts: list[tuple[Piece | None, Seat, str]] = [
            (piece, piece.seat, piece.card) for piece in self.pieces() if piece.upright
        ]
        # STR-1: a dormant one has no effect
        texts += [(None, self.seat_of(self.pack.strategies[id].side), id) for id in self.enabled]
        for speaker, seat, id in texts:
            for effect in self.pack.effects(id):
                for step in effect.steps if effect.on == "static" else ():
                    by_kind.setdefault(step.op, []).append((speaker, seat, step))
        return by_kind

    def holding(self, op: str) -> Sequence[tuple[Piece | None, Seat, Step]]:
        """The static steps of one kind that hold now, each with the card that speaks and its owner."""
        return self.statics().get(op, ())

    def reaching(
        self, texts: Sequence[tuple[Piece | None, Seat, Step]], piece: Piece
    ) -> Iterator[tuple[Piece | None, Step]]:
        """Those of these static steps that name this card."""
        for speaker, seat, step in texts:
            zone, id = (None, None) if speaker is None else (speaker.zone, speaker.id)
            if step.group and self.in_group(step.group, seat, zone, id, piece):
                yield speaker, step

    def in_group(self, group: Group, seat: Seat, zone: str | None, speaker: str | None, piece: Piece) -> bool:
        """Whether a group of a text names this card, its Force aside. `seat`: whose text; `zone`: what is here, or was
        chosen; `speaker`: the card that speaks."""
        if (piece.seat == seat) != (group.side == "mine") or not group.names(self.kind(piece)):
            return False
        if group.where != "anywhere" and piece.zone != zone:
            return False
        return not (group.other and piece.id == speaker)

    @derived("pack", "sides", "play", "hero", "enabled")
    def modifiers(self) -> Mapping[str, tuple[tuple[str, str, int], ...]]:
        """The modifiers of the Force of each card in play: rows of clause, source and value (CRD-7, EFF-6, EFF-12)."""
        changes, auras = {}, self.holding("aura")
        for piece in self.pieces():
            rows = [("EFF-6", piece.id, n) for n in (piece.boost.turn, piece.boost.round) if n]
            rows += [("EFF-12", source.id if source else "", step.n) for source, step in self.reaching(auras, piece)]
            changes[piece.id] = tuple(rows)
        return changes

    def force(self, piece: Piece) -> int:
        """The Force of a card in play, or of the Hero."""
        return self.forces()[piece.id]

    @derived("pack", "sides", "play", "hero", "enabled")
    def forces(self) -> Mapping[str, int]:
        """The Force of each card in play, and of the Hero."""
        modifiers = self.modifiers()
        return {piece.id: self._force(piece, modifiers[piece.id]) for piece in self.pieces()}

    def _force(self, piece: Piece, modifiers: Iterable[tuple[str, str, int]]) -> int:
        """CRD-7; HER-2: a Hero turned sideways has 0, whatever raises it."""
        if self.is_hero(piece):
            printed = self.pack.heroes[piece.card].force
            if not piece.upright:
                return 0
        else:
            printed = self.pack.cards[piece.card].force or 0
        return printed + sum(value for _, _, value in modifiers)

    def static_sum(self, op: str, zone: str | None = None) -> int:
        """The sum of all static steps of a kind: in the column of a zone and of strategies, or everywhere."""
        texts = self.holding(op)
        return (
            sum(step.n for source, _, step in texts if zone is None or source is None or source.zone == zone)
            if texts
            else 0
        )

    def warded(self, piece: Piece, by: Seat) -> str | None:
        """The card that keeps this one from being destroyed or bounced by that seat's cards (EFF-13)."""
        wards = self.reaching(self.holding("ward"), piece) if piece.seat != by else iter(())
        return next(("strategy" if source is None else source.id for source, _ in wards), None)

    def value(self, zone: str) -> int:
        """The value of a zone for the Human: printed, less scorch, plus bulwark (ATK-3, ZON-6)."""
        return self.pack.zones[zone].value - self.scorch.get(zone, 0) + self.static_sum("bulwark")

    def cost(self, seat: Seat, card: str) -> int:
        """The number of cards that playing this one discards now (EFF-12: cheaper; GEN-7: never below 0)."""
        its, texts = self.pack.cards[card], self.holding("cheaper")
        if not texts:
            return its.discard
        own = [step for _, owner, step in texts if owner == seat]
        return max(0, its.discard - sum(step.n for step in own if its.kind in NAMED[step.among or "any"]))
