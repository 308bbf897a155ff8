"""The tables that authors of packs write. Their docstrings become the authors' guide; clauses are those of the
rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from rules.hybris.packs import words
from rules.kernel.packs.model import Id, Model, PackHeader, Text
from rules.kernel.packs.short_text import BadText

Small = Annotated[int, Field(ge=0, le=99)]
Line = Annotated[str, StringConstraints(max_length=200)]


def _read(reader: words.Reader) -> Any:
    """A text that must be in the closed vocabulary."""

    def checked(text: str) -> str:
        try:
            reader(text)
        except BadText as problem:
            raise problem.error() from None
        return text

    return AfterValidator(checked)


def _optional(reader: words.Reader) -> Any:
    return _read(lambda text: reader(text) if text else None)


Gains = Annotated[Line, _read(words.gains)]
Prices = Annotated[Line, _read(words.prices)]
State = Annotated[Line, _read(words.state)]
Deed = Annotated[Line, _read(words.deed)]
TaskText = Annotated[Line, _read(words.task)]
PowerText = Annotated[Line, _optional(words.power)]
CardText = Annotated[Line, _read(words.card_text)]
Element = Literal["fire", "earth", "water", "air"]
TechnologyType = Literal["arms", "lore", "works", "life"]
ByPlayers = Mapping[Literal["2", "3", "4"], Any]


# ---- figures ---------------------------------------------------------------------------------------------------------


class ConvertFigures(Model):
    """Convert (OLY-1)."""

    most: Small
    """The most Prayers."""
    spark: Small
    """The Prayers for a Spark."""


class TempleFigures(Model):
    """A Temple (MOR-1)."""

    price: Prices
    gain: Gains


class DeployFigures(Model):
    """Deploy (MOR-2)."""

    gain: Gains
    """What each gives."""
    favoured: Gains
    """What one of the type that the City favours gives besides."""
    most: Small
    """The Technologies that a City holds."""


class PerceiveFigures(Model):
    """Perceive (ORA-1)."""

    draw: Small
    keep: Literal[1] = 1
    prayers: Small
    """The most Prayers taken from the Well."""


class Room(Model):
    """Room for characters (LOC-3)."""

    city: Small
    more_than_players: Small


class Force(Model):
    """Force in Combats (COM-2, COM-4, COM-5)."""

    olympian: Small
    hero: Small
    determination: Small
    """What 1 Determination gives."""
    cards: Small
    """The most cards committed."""


class ByKind(Model):
    """A figure for each kind of character."""

    olympian: Small
    hero: Small
    prophet: Small


class TrainFigures(Model):
    """Train (COL-1)."""

    olympian: Gains
    hero: Gains
    prophet: Gains


class LimitFigures(Model):
    """The most that one may have (FIN-5, OLY-2, HGR-1, RES)."""

    hand: Small
    plans: Small
    worker: Small
    rd: Small
    energy: Small
    goodness: Small
    determination: Small
    sparks: Small


class Final(Model):
    """The last scoring (END-1)."""

    goodness: Small
    grandeur: Mapping[Literal["2", "3", "4"], tuple[Small, ...]]


class Exchange(Model):
    """What so many adverse Olympian tokens are worth (ART-5)."""

    tokens: Small
    gain: Gains


class Spending(Model):
    """The hunter's exchanges (ART-5)."""

    cards: Exchange
    bonus: Exchange


class Track(Model):
    """A track of the Surroundings (TRK-1 to TRK-4): cost, bonus and reward of each step."""

    costs: tuple[Small, ...]
    bonus: tuple[Small, ...]
    rewards: tuple[Gains, ...]
    transfer: Small


class RepelledFigures(Model):
    """The rewards for repelling Chaos, by Momentum discarded (REP-3)."""

    rewards: tuple[Gains, ...]


class ImprovementFigures(Model):
    """Prices and VP of the Improvements, the same for all (IMP-2)."""

    prices: tuple[Prices, ...]
    vp: tuple[Small, ...]


class Figures(Model):
    """The figures of the rules."""

    ages: Annotated[int, Field(ge=1, le=12)]
    momentum_each_age: Mapping[Literal["2", "3", "4"], Small]
    characters: Small
    """The most characters with a token (PLN-3)."""
    prophets_on: tuple[Small, ...]
    """The Improvements on which Prophets stand (CHR-3)."""
    location_tokens: Mapping[str, Small]
    start: Gains
    convert: ConvertFigures
    temple: TempleFigures
    deploy: DeployFigures
    perceive: PerceiveFigures
    fight: Gains
    factory: Small
    momentum: Small
    spaces: Small
    open_technologies: Small
    interception: Small
    """The Energy for an Interception (INT-3)."""
    heal: Small
    workers_a_plan: Small
    token_force: Small
    tokens: Small
    room: Room
    force: Force
    drain: ByKind
    train: TrainFigures
    limits: LimitFigures
    final: Final
    spending: Spending
    explore: Track
    defend: Track
    repelled: RepelledFigures
    improvements: ImprovementFigures


class Header(PackHeader):
    """The file `pack.toml`."""

    name: Text | None = None
    rules: Figures | None = None
    """All figures; those of the core pack where this one extends it and names none."""

    @model_validator(mode="after")
    def _figures(self) -> Self:
        if self.rules is None and self.extends is None:
            raise PydanticCustomError("hybris_rules", "a pack that extends none needs `[rules]`")
        return self


# ---- cards -----------------------------------------------------------------------------------------------------------


class CityRow(Model):
    """A City (LOC-2)."""

    id: Id
    name: Text
    faithful: Small
    """The Faithful gained by Influence (MOR-1)."""
    favours: TechnologyType | None = None
    """The type of Technology that gives more (MOR-2)."""


class PillarRow(Model):
    """A Divine Pillar (PIL-2)."""

    id: Id
    name: Text
    gain: Gains


class TechnologyRow(Model):
    """A Technology (MOR-3)."""

    id: Id
    name: Text
    type: TechnologyType
    aegis: Small
    vp: Small
    reward: Gains
    image: str | None = None


class PremonitionRow(Model):
    """A Premonition (PRM-1)."""

    id: Id
    name: Text
    condition: State
    reward: Gains
    of: Literal["base", "surroundings"] = "base"
    image: str | None = None


class AdventureRow(Model):
    """An Adventure (ADV-1). `sites`: the bonus of each Site, "" where there is none."""

    id: Id
    name: Text
    success: Prices
    failure: Gains
    sites: Annotated[tuple[Gains, ...], Field(min_length=1)]
    progress: tuple[Deed, ...]
    module: Text
    power: PowerText
    image: str | None = None


class EventRow(Model):
    """An Event (EVT-1)."""

    id: Id
    name: Text
    conditions: Prices
    success: Gains
    failure: Gains
    mood: Text
    image: str | None = None


class AttractionRow(Model):
    """An effect of the upper part of a Chaos Conflict card (ATR-2)."""

    aegis: Small = 1
    do: Gains


class Blow(Model):
    """An effect of its lower part (CCB-3)."""

    at_momentum: Small = 0
    do: Gains


class ChaosRow(Model):
    """A kind of Chaos Conflict card."""

    id: Id
    name: Text
    copies: Annotated[int, Field(ge=1, le=30)]
    force: Small
    attraction: tuple[AttractionRow, ...] = ()
    conflict: tuple[Blow, ...] = ()
    image: str | None = None


class ConflictRow(Model):
    """A Conflict card (RES-9); its text is followed after the Combat in which it was committed (COM-6)."""

    id: Id
    name: Text
    element: Element
    force: Small
    text: CardText = ""
    image: str | None = None


class MkPower(Model):
    """A power of an MK (HGR-3, HGR-4)."""

    energy: Small
    when: Literal["combat-chaos", "turn"]
    gain: Gains


class Mk(Model):
    """An MK: its card's name (SET-8) and its power tile."""

    name: str
    powers: tuple[MkPower, ...]


class ImprovementRow(Model):
    """An Improvement (IMP-1); the sixth wins, and needs no power (IMP-3)."""

    id: Id
    name: Text
    power: PowerText = ""


class TileRow(Model):
    """An MK tile (TIL-1)."""

    id: Id
    name: Text
    tasks: tuple[TaskText, TaskText, TaskText]
    reward: Gains


class OlympianRow(Model):
    """An Olympian. `hunts`: it gains and spends adverse Olympian tokens (ART)."""

    id: Id
    name: Text
    power: PowerText = ""
    hunts: bool = False
    mk: Mk
    improvements: tuple[ImprovementRow, ...]
    tiles: tuple[TileRow, ...]
    copies: Mapping[Id, Annotated[int, Field(ge=1, le=18)]]
    """The Conflict cards of its pile, by id."""
    image: str | None = None
