"""The contents of a pack: sectors, Opportunity cards, Cabals with their cards, and the parts of their effects. A card's
effects are kept here alone, so that they override the rules (GEN-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from rules.kernel import noun
from rules.kernel.identity_cache import cached_by
from rules.kernel.packs.single import WrittenPack, by_id

Timing = Literal["once", "gain", "dev", "cap", "man", "special"]
Affinity = Literal["politics", "people", "artefact"]
Symbol = Literal["politics", "people", "artefact", "any"]
# CAB-7: what each does is written where it is laid and used
Token = Literal["blockhaus", "dormant", "revolt", "adhesion"]
AFFINITIES: tuple[Affinity, ...] = ("politics", "people", "artefact")
KINDS: Mapping[str, Literal["citizen", "guard", "emissary"]] = {"C": "citizen", "G": "guard", "E": "emissary"}
LETTERS: Mapping[str, str] = {kind: letter for letter, kind in KINDS.items()}
ID = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
Source = Literal["house", "book", "box"]


@noun
class Act:
    """One word of the closed vocabulary with its arguments. `kind`: the Affinity, or the Agents that `convert` takes;
    `to`: the Agents that it gives."""

    word: str
    n: int = 0
    kind: str = ""
    to: str = ""


@noun
class Cost:
    """EFF-8: what `pay` discards. `kind`: pp, citizen, guard, emissary or agent, which is any of the three."""

    kind: str
    n: int


@noun
class Way:
    """One of the things that an effect offers (EFF-9): acts that all happen, in their order, behind a cost or none."""

    acts: tuple[Act, ...]
    cost: Cost | None = None


@noun
class Clause:
    """A timing, a condition or "" (EFF-11), and what there is to choose from."""

    timing: Timing
    ways: tuple[Way, ...]
    condition: str = ""


@noun
class Effects:
    """The effects of a card or marker. `scourge`: EFF-1."""

    clauses: tuple[Clause, ...] = ()
    scourge: bool = False

    def played(self, configuration: str) -> Effects:
        """The effects in a match without, or with, the Others: what stands for the other is left out (EFF-11)."""
        kept = [
            clause for clause in self.clauses if clause.condition not in CONFIGURED or clause.condition == configuration
        ]
        return Effects(
            tuple(Clause(clause.timing, clause.ways, _rest(clause.condition)) for clause in kept), self.scourge
        )

    @cached_by(size=1024)
    def of(self, timing: Timing) -> tuple[Clause, ...]:
        return tuple(clause for clause in self.clauses if clause.timing == timing)

    def ways(self, timing: Timing) -> tuple[tuple[str, Way], ...]:
        """Condition and way of each Manifestation, or Special Manoeuvre (SPE-1), in order: what the number of an option
        counts."""
        return tuple((clause.condition, way) for clause in self.of(timing) for way in clause.ways)


CONFIGURED = ("base", "others")


def _rest(condition: str) -> str:
    return "" if condition in CONFIGURED else condition


# ---- as a pack writes it ---------------------------------------------------------------------------------------------


@noun
class Name:
    fr: str
    en: str


@noun
class Sector:
    """`markers`: the effects of level 1 and level 2."""

    id: ID
    name: Name
    markers: tuple[str, str]
    clause: str = ""
    source: Source = "house"


@noun
class Opportunity:
    id: ID
    number: int
    sector: str
    name: Name
    noirceur: Annotated[int, Field(ge=0, le=9)]
    faction: str = ""
    symbols: Annotated[tuple[Symbol, ...], Field(max_length=4)] = ()
    attack: bool = False
    effects: str = "scourge"
    flavour: Name | None = None
    source: Source = "house"


@noun
class Slot:
    """CBL-1: of the Cabal track."""

    cost: Annotated[int, Field(ge=0, le=99)]
    vp: int = 0


@noun
class Endowment:
    """SET-2: what the screen names. `reserve`: Cabal tokens."""

    pp: Annotated[int, Field(ge=0)] = 0
    politics: Annotated[int, Field(ge=0, le=10)] = 0
    people: Annotated[int, Field(ge=0, le=10)] = 0
    artefact: Annotated[int, Field(ge=0, le=10)] = 0
    reserve: Annotated[int, Field(ge=0, le=6)] = 0


@noun
class Cabal:
    """CAB-2. `slots`: VP of the Opportunity track's slots; `beyond`: of a card beside the board (POS-2)."""

    id: ID
    name: Name
    rank: int
    endowment: Endowment
    slots: tuple[int, ...]
    track: tuple[Slot, ...]
    beyond: int = 2
    token: Token | None = None
    line: Name | None = None
    source: Source = "house"


@noun
class CabalCard:
    """CAB-3; CAB-4: once acquired it is never lost, as nothing takes one."""

    id: ID
    cabal: str
    order: int
    name: Name
    effects: str
    source: Source = "house"


@noun
class Fiel:
    id: Literal["mist", "corruption"]
    name: Name
    source: Source = "house"


@noun
class Loss:
    """COR-3: from so many corrupted sectors on."""

    sectors: int
    vp: int


@noun
class Places:
    """Of the corruption track, with so many players: of packs that matches were begun with before 1.9.0."""

    players: int
    places: int


@noun
class OthersBoard:
    """ORE-8: rules of the book, which no file of a pack can change. Matches begun with a pack of before 1.9.0 keep its
    `fewer`: the numbers of players with which the corruption track has fewer places."""

    places: int = 6
    darkness: int = 6
    fewer: tuple[Places, ...] = ()

    def room(self, players: int) -> int:
        """The places of the corruption track with this number of players."""
        return next((fewer.places for fewer in self.fewer if fewer.players == players), self.places)


@noun
class Darker:
    """With so many players every card's Noirceur score is so much higher: the second of two scores that it prints.
    House content; packs that matches were begun with before 1.10.0 have none."""

    players: Annotated[int, Field(ge=2, le=5)]
    more: Annotated[int, Field(ge=1, le=9)]


@noun
class Written:
    """A pack as its files write it, its lists under the names of their tables."""

    id: ID
    version: str
    name: Name
    sector: tuple[Sector, ...]
    opportunity: tuple[Opportunity, ...]
    cabal: tuple[Cabal, ...]
    cabal_card: Annotated[tuple[CabalCard, ...], Field(alias="cabal-card")]
    fiel: tuple[Fiel, ...] = ()
    losses: tuple[Loss, ...] = ()
    others: OthersBoard = field(default_factory=OthersBoard)
    darker: tuple[Darker, ...] = ()


@dataclass(frozen=True, eq=False)
class Pack(WrittenPack[Written]):
    """A pack to play with. `effects`: of every card by its id, and of the markers of a sector by `sector:level`."""

    effects: Mapping[str, Effects]

    cards = by_id(Opportunity, lambda pack: pack.written.opportunity)
    cabals = by_id(Cabal, lambda pack: pack.written.cabal)
    cabal_cards = by_id(CabalCard, lambda pack: pack.written.cabal_card)

    @cached_property
    def base(self) -> Mapping[str, Effects]:
        """The effects as they are without the Others."""
        return {id: effect.played("base") for id, effect in self.effects.items()}

    @cached_property
    def others(self) -> Mapping[str, Effects]:
        """The effects as they are with the Others."""
        return {id: effect.played("others") for id, effect in self.effects.items()}

    @cached_property
    def sectors(self) -> tuple[str, ...]:
        """The ids of the sectors in the order of the table, which is used wherever sectors are listed."""
        return tuple(sector.id for sector in self.written.sector)

    @cached_property
    def hands(self) -> Mapping[str, tuple[str, ...]]:
        """The cards of each Cabal, in the order advised."""
        rows = sorted(self.written.cabal_card, key=lambda card: card.order)
        return {id: tuple(card.id for card in rows if card.cabal == id) for id in self.cabals}

    def noirceur(self, card: str, players: int) -> int:
        """NOI-3: a card's Noirceur score with this number of players."""
        more = (darker.more for darker in self.written.darker if darker.players == players)
        return self.cards[card].noirceur + sum(more)

    def loss(self, sectors: int) -> int:
        """COR-3: VP lost for each Corruption token with so many corrupted sectors."""
        return max((loss.vp for loss in self.written.losses if sectors >= loss.sectors), default=0)
