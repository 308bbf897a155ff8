"""The state of a match as frozen data, and the figures that follow from it: Rank, Victory points, room, capacities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from rules.diktat.deals import Agents, At, Count, Deal, Id, Ids, Offer, Said, ScreenPart, others_stack
from rules.diktat.packs.cards import AFFINITIES, Cabal, Clause, Effects, Pack, Timing, Way
from rules.kernel import SPECTATOR, Codec, Seat, Viewer, next_after, noun, seats_of
from rules.kernel.identity_cache import cached_by
from rules.kernel.journal import Outcome
from rules.kernel.memo import Carrying, derived

Phase = Literal["setup", "noirceur", "opportunities", "development", "manoeuvres", "resolution", "end"]
ThingKind = Literal["card", "marker", "cabal"]
Thing = tuple[ThingKind, str]
"""An element of a player's: an Opportunity card, a marker by its sector, or a Cabal card."""
OTHERS = "others"
"""Owner of stacks of the Others, and their name in orders."""
Cards = Annotated[tuple[Id, ...], Field(max_length=100)]
"""Opportunity cards by their ids."""
ORDER = "CGE"
# GEN-8, MAT-3: of everything else there is no end
COST_OF_A_DEBT, MOST_MARKERS, OF_EACH_AFFINITY, TOKENS = 5, 5, 10, 6


@noun
class Size:
    """GEN-3: what depends on the number of players (GEN-2)."""

    cycles: int
    pawns: int
    face_up: int
    stacks: int


SIZES: Mapping[int, Size] = {2: Size(5, 5, 2, 2), 3: Size(4, 5, 2, 2), 4: Size(4, 4, 3, 2), 5: Size(3, 4, 3, 3)}


@noun
class Options:
    """The options of a match."""

    players: Annotated[int, Field(ge=2, le=5)] = 3
    cabals: Literal["random", "choice"] = "random"
    configurations: Annotated[tuple[Literal["others"], ...], Field(max_length=1)] = ()
    fiel: Literal["mist", "corruption"] = "mist"
    packs: Annotated[tuple[str, ...], Field(min_length=1, max_length=4)] = ("core",)
    advised_order: bool = False
    discreet_deals: bool = True
    holds: bool = True
    counting: Literal["memory", "open"] = "memory"
    artefact_darkness: bool = False
    others_may_stop: bool = False
    uniform_prompts: bool = True


@noun
class Pawn:
    """A pawn of a stack with what is known of it, which goes with it wherever it goes (STK-8). `kind`: C, G or E;
    `looked`: who has looked at it, for all to see; `shown`: to whom it was shown; `open`: all know it (STK-9); `said`:
    what was said of it; `group`: of an Other, the shuffle that it came out of."""

    kind: str
    looked: tuple[Seat, ...] = ()
    shown: tuple[Seat, ...] = ()
    open: bool = False
    said: tuple[Said, ...] = ()
    group: int = 0

    def known_to(self, viewer: Viewer, owner: Seat) -> bool:
        """STK-2, STK-8, STK-9."""
        return self.open or viewer == owner or viewer in self.looked or viewer in self.shown


@noun
class Stack:
    """STK-1: pawns from the top down; STK-3: stacks are never joined or split but by an effect."""

    id: str
    seat: Seat
    pawns: tuple[Pawn, ...]


@noun
class Ground:
    """The contents of a sector besides its markers. `tokens`: kinds of Cabal tokens, one of each at most."""

    stacks: tuple[Stack, ...] = ()
    others: tuple[Pawn, ...] = ()
    closed: bool = False
    tokens: tuple[str, ...] = ()
    darkness: int = 0
    corruption: int = 0

    def all_stacks(self, sector: str) -> Iterator[tuple[str, Seat, tuple[Pawn, ...]]]:
        """Id, owner and pawns of each stack, those of the Others last."""
        yield from ((stack.id, stack.seat, stack.pawns) for stack in self.stacks)
        if self.others:
            yield others_stack(sector), OTHERS, self.others

    def room(self, most: int) -> int:
        """STK-4, OTH-5: how many more stacks there is place for, of this many."""
        return most - len(self.stacks) - bool(self.others)


AffinityKind = Annotated[str, Field(pattern=f"^({'|'.join(AFFINITIES)})$")]


@noun
class Held:
    """An Opportunity card that a player has. `flipped`: Affinity tokens on it (AFF-2)."""

    card: Id
    flipped: tuple[AffinityKind, ...] = ()
    used: bool = False


def sorted_agents(agents: str) -> str:
    """Agents in the order in which they are always written."""
    return "".join(sorted(agents, key=ORDER.index))


HELD: Codec[Held] = Codec(Held)


def _held(written: Any) -> Held:
    """A card that a position writes by its id alone bears no token and is not Used."""
    return Held(written) if isinstance(written, str) else HELD.load(written)


def above_zero(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts without the kinds of which none is left."""
    return {kind: n for kind, n in counts.items() if n}


@noun
class Player:
    """A seat's board, and what lies behind its screen: `pp` (PWR-1), `agents` (sorted C, G, E) and `affinities` (AFF-1,
    HID-2). PWR-6: nothing changes `debts` but taking one, and an adjustment. POS-1: Possessions are `cards` and
    `markers`. A position writes it so."""

    cabal: Id = ""
    pp: Count = 0
    agents: Annotated[Agents, AfterValidator(sorted_agents)] = ""
    affinities: Annotated[Mapping[AffinityKind, Count], AfterValidator(above_zero)] = field(default_factory=dict)
    spies: Count = 0
    assassins: Count = 0
    debts: Count = 0
    debt_taken: bool = False
    corruption: Count = 0
    pawns: Count = 0
    made: Mapping[str, Count] = field(default_factory=dict)
    cards: tuple[Annotated[Held, BeforeValidator(_held)], ...] = ()
    markers: Mapping[Id, Annotated[int, Field(ge=1, le=2)]] = field(default_factory=dict)
    used_markers: Ids = ()
    cabal_cards: Ids = ()
    used_cabal_cards: Ids = ()
    reserve: Count = 0
    supply: Count = 0
    extra: int = 0
    holds: Count = 0

    @property
    def all_markers(self) -> int:
        """INF-2: each of a pile counts."""
        return sum(self.markers.values())


PARTS: Mapping[ScreenPart, tuple[str, ...]] = {"pp": ("pp",), "agents": ("C", "G", "E"), "affinities": AFFINITIES}


GIVING = ("pack", "options", "players", "administrator", "adhesions")
"""The fields that Gains depend on: elements, and conditions that are not of a sector (EFF-3, EFF-11)."""


@noun
class Blur:
    """The uncertainty of a viewer about a seat's screen (HID-4), after discreet deals that it was no party to (NEG-10).
    `parts`: which; `delta`: how they changed in those deals; `partners`: with whom; `slack`: what became known since of
    changes of partners, to be added up over all partners."""

    parts: tuple[ScreenPart, ...] = ()
    delta: Mapping[str, int] = field(default_factory=dict)
    partners: tuple[Seat, ...] = ()
    slack: Mapping[str, int] = field(default_factory=dict)


@noun
class Course(Carrying):
    """The fields that a state and a position (`position.Row`) have alike. `secret_known`: who knows the secret card
    without its being turned, those in `secret_looked` among them; `peeked`: cards of the pile whose place a seat knows;
    `seen_points`, `seen_ranks`: as last told to all."""

    cycle: Annotated[int, Field(ge=0, le=9)] = 0
    phase: Phase = "setup"
    turn: Seat | None = None
    named: int = 0
    first: Seat | None = None
    again: Seat | None = None
    administrator: Seat | None = None
    track: Cards = ()
    secret: Id | None = None
    secret_looked: tuple[Seat, ...] = ()
    secret_known: tuple[Seat, ...] = ()
    secret_said: tuple[Said, ...] = ()
    deck: Cards = ()
    discard: Cards = ()
    peeked: Mapping[Seat, Cards] = field(default_factory=dict)
    adhesions: tuple[tuple[Seat, str, str], ...] = ()
    stacks_sent: int = 0
    deals_made: int = 0
    blurs: Mapping[Viewer, Mapping[Seat, Blur]] = field(default_factory=dict)
    seen_points: Mapping[Seat, int] = field(default_factory=dict)
    seen_ranks: Mapping[Seat, int] = field(default_factory=dict)
    given_up: tuple[Seat, ...] = ()
    outcome: Outcome | None = None


@noun
class State(Course):
    """A match."""

    pack: Pack = field(kw_only=True)
    options: Options = field(default_factory=Options)
    players: Mapping[Seat, Player] = field(default_factory=dict)
    grounds: Mapping[str, Ground] = field(default_factory=dict)
    corrupted: Cards = ()
    pool: str = ""
    offers: Mapping[str, Offer] = field(default_factory=dict)
    deals: Mapping[str, Deal] = field(default_factory=dict)
    groups: int = 0
    stack: tuple[Any, ...] = ()
    asked: Mapping[Seat, int] = field(default_factory=dict)

    # ---- who ----

    @property
    def seats(self) -> tuple[Seat, ...]:
        return seats_of(self.options.players)

    @property
    def playing(self) -> tuple[Seat, ...]:
        gone = self.given_up
        return tuple(seat for seat in self.seats if seat not in gone) if gone else self.seats

    @property
    def size(self) -> Size:
        return SIZES[self.options.players]

    @property
    def with_others(self) -> bool:
        return "others" in self.options.configurations  # SET-7

    @property
    def effects(self) -> Mapping[str, Effects]:
        """The effects of every card and marker, in this match's configuration."""
        return self.pack.others if self.with_others else self.pack.base

    def cabal(self, seat: Seat) -> Cabal:
        return self.pack.cabals[self.players[seat].cabal]

    def token(self, seat: Seat) -> str | None:
        """The kind of a seat's Cabal tokens (CAB-5)."""
        return self.cabal(seat).token if self.players[seat].cabal else None

    def owner(self, token: str) -> Seat | None:
        """CAB-5: the player of the Cabal whose tokens are of this kind; None if it does not play."""
        return next((seat for seat in self.seats if self.token(seat) == token), None)

    @derived(*GIVING, "given_up")
    def order(self) -> tuple[Seat, ...]:
        """RNK-2, RNK-5, GEN-4: the seats from the highest Rank down."""
        first = self.administrator if self.administrator in self.playing else self.seats[0]
        seats = self.seats
        at = seats.index(first or "1")
        return tuple(sorted(self.playing, key=lambda seat: (-self.rank(seat), (seats.index(seat) - at) % len(seats))))

    def left_of(self, seat: Seat) -> Seat | None:
        """GEN-2, OAS-2: the next seat clockwise that still plays."""
        return next_after(self.seats, seat, self.playing)

    # ---- elements and what they give ----

    def things(self, seat: Seat) -> Sequence[tuple[Thing, Effects, bool]]:
        """Everything with effects that a seat has, and whether it is Used (GEN-9)."""
        return things_of(self.players[seat], self.pack, self.with_others)

    def way(self, seat: Seat, thing: Thing, timing: Timing, n: int) -> tuple[str, Way, bool] | None:
        """The `n`th thing that the Manifestations, or Special Manoeuvres, of an element of a seat's offer: its
        condition, the way, and whether the element is Used. None if there is none."""
        for own, effects, used in self.things(seat):
            if own == thing and 0 <= n < len(ways := effects.ways(timing)):
                return *ways[n], used
        return None

    def sector_of(self, possession: Thing) -> str:
        """The sector of an Opportunity card or a marker."""
        kind, id = possession
        return id if kind == "marker" else self.pack.cards[id].sector

    def holds(self, condition: str, seat: Seat, sector: str | None = None, citizens: int | None = None) -> bool:
        """EFF-11. `citizens`: how many are taken to be in the sector, where not those that are."""
        word, _, n = condition.partition(">=")
        match word:
            case "administrator":
                return self.administrator == seat
            case "citizens":
                present = self.count(seat, sector, "C") if citizens is None and sector is not None else citizens
                return (present or 0) >= int(n)
            case "token-here":
                return sector is not None and self.token(seat) in self.grounds[sector].tokens
            case "adhesions":
                return len(self.adhesions) >= int(n) if self.token(seat) == "adhesion" else False
            case _:
                return True

    def power(self, seat: Seat, word: str, sector: str | None = None, citizens: int | None = None) -> int:
        """EFF-5, EFF-10: what a seat's Capacities of this word add up to; of a word without a number, how many.
        `citizens`: as of `holds`."""
        return sum(
            n or 1
            for _, effects, used in self.things(seat)
            if not used
            for condition, way, n, _ in acts_of(effects.of("cap"))
            if way == word and self.holds(condition, seat, sector, citizens)
        )

    def gains(self, seat: Seat, word: str) -> int:
        """EFF-3: what a seat's Gains of this word add up to; being Used changes nothing (GEN-9)."""
        rows = _gains(self.players[seat], self.pack, self.with_others).get(word, ())
        return sum(n for condition, n in rows if not condition or self.holds(condition, seat))

    @derived(*GIVING)
    def rank(self, seat: Seat) -> int:
        """RNK-1."""
        return self.cabal(seat).rank + self.gains(seat, "rank")

    @derived(*GIVING)
    def parts(self, seat: Seat) -> dict[str, int]:
        """GEN-11: where a seat's Victory points come from."""
        player = self.players[seat]
        if not player.cabal:
            return {}
        cabal, cards = self.cabal(seat), len(player.cards)
        # POS-2: the slots that are filled, and what lies beside the board; POS-3: those to the right move up
        slot = sum(cabal.slots[:cards]) + cabal.beyond * max(0, cards - len(cabal.slots))
        return {
            "slot": slot,
            "flip": sum(len(card.flipped) for card in player.cards),
            "gain": self.gains(seat, "vp"),
            "track": sum(slot.vp for slot in cabal.track[: len(player.cabal_cards)]),
            "extra": player.extra,
        }

    def points(self, seat: Seat) -> int:
        return sum(self.parts(seat).values())

    @derived(*GIVING)
    def standings(self) -> Mapping[Seat, tuple[int, int, Mapping[str, int]]]:
        """RNK-1, GEN-11: the Rank of each seat with a Cabal, its Victory points, and where they come from."""
        parts = {seat: self.parts(seat) for seat, player in self.players.items() if player.cabal}
        return {seat: (self.rank(seat), sum(rows.values()), rows) for seat, rows in parts.items()}

    def free_symbols(self, seat: Seat) -> int:
        """AFF-2: symbols on a seat's cards that bear no token."""
        return sum(self.symbols_left(held).total() for held in self.players[seat].cards)

    def symbols_left(self, held: Held) -> Counter[str]:
        """AFF-2: the symbols of a card that bear no token; below zero for tokens that do not fit on it."""
        left = Counter[str](self.pack.cards[held.card].symbols)
        for token in held.flipped:
            left[token if left[token] else "any"] -= 1
        return left

    def fits(self, held: Held, kind: str) -> bool:
        """AFF-2, AFF-3: whether a card has a free symbol for a token of this kind."""
        left = self.symbols_left(held)
        return left[kind] > 0 or left["any"] > 0

    def affinities_left(self, kind: str) -> int:
        """AFF-7: tokens of a kind in the reserve."""
        taken = sum(seat.affinities.get(kind, 0) for seat in self.players.values())
        return OF_EACH_AFFINITY - taken - sum(c.flipped.count(kind) for p in self.players.values() for c in p.cards)

    # ---- the board ----

    def stacks_at(self, sector: str) -> Iterator[tuple[str, Seat, tuple[Pawn, ...]]]:
        """Id, owner ("others" for theirs) and pawns of each stack in a sector."""
        return self.grounds[sector].all_stacks(sector)

    def find(self, id: str) -> tuple[str, Seat, tuple[Pawn, ...]] | None:
        """Sector, owner and pawns of a stack on the board."""
        for sector in self.grounds:
            for stack, owner, pawns in self.stacks_at(sector):
                if stack == id:
                    return sector, owner, pawns
        return None

    def located(self, at: At) -> tuple[str, Seat, Pawn]:
        """Sector, owner and pawn of a place that is there."""
        place = self.find(at.stack or "")
        assert place is not None
        return place[0], place[1], place[2][(at.pawn or 1) - 1]

    def stacks(self, seat: Seat | None = None) -> Iterator[tuple[str, Stack]]:
        """The players' stacks, or one player's, with their sectors."""
        for sector, ground in self.grounds.items():
            for stack in ground.stacks:
                if seat in (None, stack.seat):
                    yield sector, stack

    def room(self, sector: str) -> int:
        """STK-4: how many more stacks a sector has place for; one of the Others counts (OTH-5)."""
        return self.grounds[sector].room(self.size.stacks)

    def markers_left(self, sector: str) -> int:
        """SET-4, POS-4: markers on a sector."""
        return 2 - sum(player.markers.get(sector, 0) for player in self.players.values())

    def markers(self) -> dict[str, int]:
        """`markers_left` of every sector."""
        left = dict.fromkeys(self.grounds, 2)
        for player in self.players.values():
            for sector, n in player.markers.items():
                left[sector] -= n
        return left

    def count(self, seat: Seat, sector: str, kind: str) -> int:
        """Pawns of a kind that a seat has in a sector, the Others' own under "others"."""
        return sum(p.kind == kind for _, owner, pawns in self.stacks_at(sector) if owner == seat for p in pawns)

    def cards_at(self, sector: str) -> list[str]:
        """TRO-1, OTH-10: cards of a sector on the track, then those on the corruption track."""
        return [id for id in (*self.track, *self.corrupted) if self.pack.cards[id].sector == sector]

    def corrupted_sectors(self) -> tuple[str, ...]:
        """OTH-9, in the order of the track, each once."""
        return tuple(dict.fromkeys(self.pack.cards[id].sector for id in self.corrupted))

    def attackers(self, sector: str) -> int:
        """OAS-2, OTH-12: the Others of a sector and its Corruption tokens."""
        ground = self.grounds[sector]
        return len(ground.others) + ground.corruption

    # ---- who knows what ----

    def knows(self, viewer: Viewer, owner: Seat, pawn: Pawn) -> bool:
        """Whether a viewer knows a pawn of this owner's."""
        return pawn.known_to(viewer, owner)

    def knows_secret(self, viewer: Viewer) -> bool:
        return viewer != SPECTATOR and viewer in self.secret_known


@cached_by("cards", "markers", "used_markers", "cabal_cards", "used_cabal_cards", size=128)
def things_of(player: Player, pack: Pack, others: bool) -> Sequence[tuple[Thing, Effects, bool]]:
    """`State.things`."""
    effects = pack.others if others else pack.base
    things: list[tuple[Thing, Effects, bool]] = [
        (("card", card.card), effects[card.card], card.used) for card in player.cards
    ]
    for sector, level in player.markers.items():
        # INF-1: level 2 replaces level 1
        things.append((("marker", sector), effects[f"{sector}:{level}"], sector in player.used_markers))
    return [*things, *((("cabal", id), effects[id], id in player.used_cabal_cards) for id in player.cabal_cards)]


@cached_by("cards", "markers", "cabal_cards", size=128)
def _gains(player: Player, pack: Pack, others: bool) -> Mapping[str, Sequence[tuple[str, int]]]:
    """Condition and number of each of a player's Gains, by its word."""
    gains = defaultdict[str, list[tuple[str, int]]](list)
    for _, effects, _ in things_of(player, pack, others):
        for condition, word, n, _ in acts_of(effects.of("gain")):
            gains[word].append((condition, n))
    return gains


@cached_by(size=1024)
def acts_of(clauses: tuple[Clause, ...]) -> Sequence[tuple[str, str, int, str]]:
    """Condition, word, number and kind of each act of clauses without a choice."""
    return [(clause.condition, act.word, act.n, act.kind) for clause in clauses for act in clause.ways[0].acts]


def less(agents: str, gone: str) -> str:
    """Agents without these; the caller sees to it that they are there."""
    for kind in gone:
        agents = agents.replace(kind, "", 1)
    return agents


def has(agents: str, wanted: str) -> bool:
    """Whether all these are among the Agents."""
    return all(agents.count(kind) >= wanted.count(kind) for kind in ORDER)
