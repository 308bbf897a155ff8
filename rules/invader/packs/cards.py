"""The cards of a pack: their figures and their texts in a closed vocabulary, as data.

A text is a list of effects, `trigger[costs]: step then step`, separated by `;`. `text.py` reads this short form and
puts it into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from rules.kernel import Codec, Json, noun, replace
from rules.kernel.packs.single import WrittenPack, by_id

Side = Literal["invader", "human"]
Kind = Literal["warform", "spire", "defender", "location", "order"]
Among = Literal["unit", "site", "card", "hero", "any"]
Where = Literal["here", "anywhere", "chosen"]
Trigger = Literal["enter", "play", "use", "upkeep", "static", "destroyed", "enable", "cancel"]
Op = Literal[
    "draw", "drain", "ruin", "recover", "plot", "charge", "pin", "ready", "destroy", "bounce", "shift", "boost",
    "scorch", "mend", "aura", "ward", "absorb", "bite", "bulwark", "cheaper", "card", "order",
]  # fmt: skip
SIDES: tuple[Side, Side] = ("invader", "human")
UNITS, SITES = ("warform", "defender"), ("spire", "location")
NAMED: Mapping[Among, tuple[str, ...]] = {
    "unit": UNITS,
    "site": SITES,
    "card": (*UNITS, *SITES),
    "hero": ("hero",),
    "any": (*UNITS, *SITES, "order", "hero"),
}
"""The kinds that a word in a text means (CRD-2, HER-5)."""
Count = Annotated[int, Field(ge=0, le=99)]
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]


@noun
class Text:
    """Words in both languages."""

    en: str
    fr: str

    def get(self, language: str) -> str:
        return self.fr if language == "fr" else self.en


@noun
class Group:
    """The cards that a step is about (CRD-2). Without `all`, a step that destroys, bounces or shifts chooses one
    (PLY-10)."""

    side: Literal["mine", "foe"]
    among: Among
    where: Where
    max: int | None = None
    other: bool = False
    all: bool = False

    def names(self, kind: str) -> bool:
        """Whether its kind names a card of this kind, or the Hero (CRD-2, HER-5)."""
        return kind in NAMED[self.among]


@noun
class Step:
    """One thing that a text does. `group` or `me` (the card that speaks) say to which cards, `reach` how far a shift
    leads, `until` how long a boost lasts, `at` which zone is scorched or mended, `among` what is cheaper."""

    op: Op
    n: int = 0
    group: Group | None = None
    me: bool = False
    reach: Literal["near", "any"] | None = None
    until: Literal["turn", "round"] | None = None
    at: Literal["here", "chosen", "each"] | None = None
    among: Among | None = None

    @property
    def chooses(self) -> bool:
        """Whether one card must be named for it (PLY-10)."""
        return self.op in ("destroy", "bounce", "shift") and self.group is not None and not self.group.all

    @property
    def chooses_zone(self) -> bool:
        """Whether a zone must be named for it."""
        return self.at == "chosen" or (self.group is not None and self.group.where == "chosen")


@noun
class Cost:
    """The cost of a use, or of an upkeep (USE-1)."""

    token: Count = 0
    turn: bool = False
    discard: Count = 0
    drain: Count = 0
    per_turn: Count = 0


@noun
class Effect:
    """A trigger and what it does, in order."""

    on: Trigger
    cost: Cost
    steps: tuple[Step, ...]

    @property
    def choice(self) -> Step | None:
        """The step for which a card must be named; at most one."""
        return next((step for step in self.steps if step.chooses), None)

    @property
    def moves(self) -> Step | None:
        """The step for which it must be said where it leads."""
        return next((step for step in self.steps if step.op == "shift"), None)

    @property
    def place(self) -> Step | None:
        """The step for which a zone must be named."""
        return next((step for step in self.steps if step.chooses_zone), None)


@noun
class Card:
    """A card of a deck (CRD-1). Orders have no Force."""

    id: Id
    name: Text
    side: Side
    kind: Kind
    max: Count
    starter: Count = 0
    discard: Count = 0
    drain: Count = 0
    force: int | None = None
    tokens: Count = 0
    effects: tuple[Effect, ...] = ()

    @property
    def cancels(self) -> Literal["card", "order"] | None:
        """The kind of thing that it cancels (CAN-7)."""
        effect_of = next((effect for effect in self.effects if effect.on == "cancel"), None)
        return None if effect_of is None else "order" if effect_of.steps[0].op == "order" else "card"


@noun
class Hero:
    """A Hero of the Resistance (HER)."""

    id: Id
    name: Text
    force: int
    starter: bool = False
    effects: tuple[Effect, ...] = ()


@noun
class Strategy:
    """A strategy (STR)."""

    id: Id
    name: Text
    side: Side
    starter: bool = False
    discard: Count = 0
    drain: Count = 0
    effects: tuple[Effect, ...] = ()


@noun
class Zone:
    """A zone of invasion, its value for the Human, and the zones beside it (ZON)."""

    id: Id
    name: Text
    value: Count
    next: tuple[Id, ...]


@noun
class Plot:
    start: Count
    top: Count


@noun
class Invasion:
    """The steps that each order of the Invasion action costs (INV)."""

    reinforce: Count
    redeploy: Count
    ravage: Count


@noun
class DeckRules:
    """DCK-2 to DCK-4."""

    size: Mapping[Side, Count]
    force: Count
    cancel: Count
    strategies: Count
    heroes: Count


@noun
class Figures:
    """The figures of the rules, all of them in the pack."""

    draw: Count
    slots: Count
    hand: Mapping[Side, Count]
    plot: Plot
    invasion: Invasion
    ops: Count
    turns: Count
    zones: tuple[Zone, ...]
    deck: DeckRules


@noun
class Written:
    """A pack as event 0 embeds it."""

    id: Id
    version: str
    name: Text
    rules: Figures
    cards: tuple[Card, ...]
    heroes: tuple[Hero, ...]
    strategies: tuple[Strategy, ...]


WRITTEN: Codec[Written] = Codec(Written)


@noun
class Deck:
    """The deck of one side: cards by id, strategies, and the Human's Heroes (DCK)."""

    cards: Mapping[Id, Annotated[int, Field(ge=1, le=99)]]
    strategies: tuple[Id, ...]
    heroes: tuple[Id, ...] = ()


class Pack(WrittenPack[Written]):
    """A pack, looked up by id. `zones`: in the order in which they are attacked (ATK-2)."""

    cards = by_id(Card, lambda pack: pack.written.cards)
    heroes = by_id(Hero, lambda pack: pack.written.heroes)
    strategies = by_id(Strategy, lambda pack: pack.written.strategies)
    zones = by_id(Zone, lambda pack: pack.rules.zones)

    @classmethod
    def from_json(cls, json: Json) -> Pack:
        """The pack that a journal embeds. Raises ValueError for one that is none."""
        return cls(WRITTEN.load(json), json)

    @classmethod
    def of(cls, written: Written) -> Pack:
        """The pack that its author wrote."""
        return cls(written, WRITTEN.dump(written))

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Pack:
        """A copy with other figures, or with other cards by field and id (`rules.kernel.packs.layers.PackLike`)."""
        changed: Any = {
            key: value if key == "rules" else tuple(value.values()) for key, value in (update or {}).items()
        }
        return Pack.of(replace(self.written, **changed))

    @property
    def rules(self) -> Figures:
        return self.written.rules

    def effects(self, id: str) -> tuple[Effect, ...]:
        """The text of a card, a Hero or a strategy."""
        card: Card | Hero | Strategy = self.cards.get(id) or self.heroes.get(id) or self.strategies[id]
        return card.effects

    @cached_property
    def starters(self) -> dict[Side, Deck]:
        """The starter decks (DCK-1)."""
        return {side: self._starter(side) for side in SIDES}

    def _starter(self, side: Side) -> Deck:
        return Deck(
            {card.id: card.starter for card in self.written.cards if card.side == side and card.starter},
            tuple(strategy.id for strategy in self.written.strategies if strategy.side == side and strategy.starter),
            tuple(hero.id for hero in self.written.heroes if hero.starter) if side == "human" else (),
        )

    def deck_problems(self, side: Side, deck: Deck) -> list[Json]:
        """The reasons why a deck may not be played (DCK-2 to DCK-4): rows of `{"code", "params"}`; none for one that
        may."""
        rules, problems = self.rules.deck, list[Json]()

        def no(code: str, **params: object) -> None:
            problems.append({"code": code, "params": params})

        known = {id: n for id, n in deck.cards.items() if id in self.cards}
        for id in deck.cards:
            if id not in known:
                no("unknown-card", card=id)
            elif self.cards[id].side != side:
                no("wrong-side", card=id)
            elif deck.cards[id] > self.cards[id].max:
                no("too-many", card=id, has=deck.cards[id], max=self.cards[id].max)
        if (size := sum(deck.cards.values())) != rules.size[side]:
            no("size", has=size, needs=rules.size[side])
        # DCK-3
        if (force := sum(n for id, n in known.items() if self.cards[id].force is not None)) < rules.force:
            no("too-few-force", has=force, least=rules.force)
        if (cancel := sum(n for id, n in known.items() if self.cards[id].cancels)) > rules.cancel:
            no("too-many-cancel", has=cancel, most=rules.cancel)
        if len(set(deck.strategies)) < len(deck.strategies) or len(set(deck.heroes)) < len(deck.heroes):
            no("twice")
        ours = [id for id in deck.strategies if id in self.strategies and self.strategies[id].side == side]
        if len(ours) != rules.strategies or len(deck.strategies) != rules.strategies:
            no("strategies", has=len(ours), needs=rules.strategies)
        heroes = rules.heroes if side == "human" else 0
        if len(deck.heroes) != heroes or any(id not in self.heroes for id in deck.heroes):
            no("heroes", has=len(deck.heroes), needs=heroes)
        return problems


def listed(seat: str, deck: Deck) -> tuple[str, ...]:
    """The ids of a deck's cards, `<seat>-<card>-<n>`, in list order."""
    return tuple(f"{seat}-{card}-{n}" for card, count in deck.cards.items() for n in range(1, count + 1))


@lru_cache(maxsize=4096)
def card_of(id: str) -> str:
    """The card that an id of a match is a copy of, or the Hero that it is.

    >>> card_of("2-new-york-1"), card_of("2-okafor")
    ('new-york', 'okafor')
    """
    name = id.split("-", 1)[1]
    head, _, last = name.rpartition("-")
    return head if head and last.isdecimal() else name


TRIGGERS: tuple[str, ...] = get_args(Trigger)
OPS: tuple[str, ...] = get_args(Op)
