"""Decks as the house's lists: a side's cards, strategies and Heroes, and the engine's verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, cast

from rules.invader.packs.cards import SIDES, Card, Deck, Hero, Pack, Side, Strategy
from rules.invader.packs.reader import load
from rules.kernel import Codec, noun
from rules.kernel.packs.layers import CORE
from webapp.games.contract import Json
from webapp.games.invader import KEY
from webapp.games.invader.cards import SIGNS, cost, cost_words
from webapp.games.invader.faces import picture
from webapp.games.invader.names import SIDE_CLASS, Names
from webapp.games.invader.packs import PACKS, find
from webapp.i18n import Translator
from webapp.lists.kind import ListCard, Section, Starter, Verdict
from webapp.lists.plain_builder import PlainBuilder
from webapp.lists.plain_draft import PlainDraft
from webapp.lists.plain_kind import PlainListKind
from webapp.ui.theme import Frame
from webapp.ui.tree import Child, Node, el

KINDS = ("warform", "spire", "defender", "location", "order")
UNFINISHED = frozenset({"size", "too-few-force", "strategies", "heroes"})
"""Codes of problems that adding cards solves, while the deck is too small."""


@noun
class DeckList:
    """A deck as it is kept, of one side and one pack; without a side nothing is chosen yet."""

    side: Side | None = None
    cards: Mapping[str, int] = field(default_factory=dict)
    strategies: tuple[str, ...] = ()
    heroes: tuple[str, ...] = ()
    pack: str = CORE

    @property
    def deck(self) -> Deck:
        """The deck as the engine takes it."""
        return Deck(self.cards, self.strategies, self.heroes)


class DeckKind(PlainListKind[DeckList]):
    """Decks of the core pack, or of one that people brought (DCK)."""

    game = KEY
    path = "decks"
    codec = Codec(DeckList)
    styles = ("lists.css", "invader/decks.css")
    questions = frozenset({"build"})

    def pack(self, value: DeckList) -> Pack:
        """The pack of a deck; the core pack where that pack is gone."""
        return find(value.pack) or load()

    def empty(self) -> DeckList:
        """A deck without a side."""
        return DeckList()

    def from_words(self, named: Mapping[tuple[str, str], int]) -> DeckList:
        """The deck of the side, and of the pack, that has most of the cards; where two have as many, of that named."""

        def fitting(deck: DeckList) -> tuple[int, bool]:
            cards = self.cards(self.sections(deck, self.translator("en")))
            fit = sum(key in cards for key in named if key[0] not in ("side", "pack"))
            return fit, ("side", deck.side) in named

        packs = (CORE, *PACKS.library.shelf())
        best = max((DeckList(side, pack=id) for id in packs for side in SIDES), key=fitting)
        if not any(fitting(best)):
            return super().from_words(named)
        chosen = {("side", best.side): 1} | ({("pack", best.pack): 1} if best.pack != CORE else {})
        return super().from_words({key: n for key, n in named.items() if key[0] not in ("side", "pack")} | chosen)

    def cut(self, named: Mapping[tuple[str, str], int], value: DeckList) -> list[tuple[tuple[str, str], int, int]]:
        """Copies of cards; of a side that is named besides nothing is cut."""
        return [row for row in super().cut(named, value) if row[0][0] not in ("side", "pack")]

    def judge(self, value: DeckList, tr: Translator) -> Verdict:
        """The problems that the engine finds (DCK-2 to DCK-4), each with its clause."""
        if value.side is None:
            return Verdict(missing=(tr("deck.no-side"),))
        if find(value.pack) is None:
            return Verdict((tr("deck.no-pack", pack=value.pack),))
        pack = self.pack(value)
        problems = pack.deck_problems(value.side, value.deck)
        lacking = [problem for problem in problems if self._lacks(problem)]
        wrong = (self.problem(problem, pack, tr) for problem in problems if problem not in lacking)
        return Verdict(tuple(wrong), tuple(self.problem(problem, pack, tr) for problem in lacking))

    def _lacks(self, problem: Json) -> bool:
        needs = problem["params"].get("needs", problem["params"].get("least", 0))
        return problem["code"] in UNFINISHED and problem["params"].get("has", 0) < needs

    def problem(self, problem: Json, pack: Pack, tr: Translator) -> str:
        """A problem of a deck in a sentence."""
        params = dict(problem["params"])
        if (card := pack.cards.get(params.get("card", ""))) is not None:
            params["card"] = card.name.get(tr.language)
        return tr(f"deck.{problem['code']}", **params)

    # ---- the cards ----

    def sections(self, value: DeckList, tr: Translator) -> Sequence[Section]:
        """The choice of the side, and of a pack where people brought some; then the side's cards by kind, its
        strategies, the Human's Heroes."""
        sides = [ListCard(side, tr(f"side.{side}"), face=[el("p.muted", tr(f"deck.of-{side}"))]) for side in SIDES]
        sections = [Section("side", tr("deck.side"), sides, needs=1, exclusive=True)]
        others = dict.fromkeys([*PACKS.library.shelf(), *([value.pack] if value.pack != CORE else [])])
        if others:
            sections.append(Section("pack", tr("deck.pack"), [ListCard(id, id) for id in others], exclusive=True))
        if value.side is None:
            return sections
        pack = self.pack(value)
        rules, names = pack.rules.deck, self._names(pack, tr)
        for kind in KINDS:
            cards = [
                self._card(card, names) for card in pack.cards.values() if card.side == value.side and card.kind == kind
            ]
            if cards:
                sections.append(Section(kind, tr(f"kind.{kind}"), cards))
        strategies = [
            self._single(strategy, names) for strategy in pack.strategies.values() if strategy.side == value.side
        ]
        sections.append(Section("strategy", tr("deck.strategies-head"), strategies, needs=rules.strategies))
        if value.side == "human":
            heroes = [self._single(hero, names) for hero in pack.heroes.values()]
            sections.append(Section("hero", tr("deck.heroes-head"), heroes, needs=rules.heroes))
        return sections

    def every(self, language: str = "en") -> dict[tuple[str, str], ListCard]:
        """All cards of all packs, those of the core pack first."""
        decks = [DeckList(side, pack=id) for id in (CORE, *PACKS.library.shelf()) for side in SIDES]
        sections = [of for deck in decks for of in self.sections(deck, self.translator(language))]
        return {**self.cards(sections), **super().every(language)}

    def _names(self, pack: Pack, tr: Translator) -> Names:
        return Names({"sides": {}}, tr, {}, pack)

    def _card(self, card: Card, names: Names) -> ListCard:
        starter = el("span.plain-marks", names.tr("deck.in-starter", n=card.starter)) if card.starter else None
        return self._listed(card, card.max, starter, names)

    def _single(self, card: Hero | Strategy, names: Names) -> ListCard:
        starter = el("span.plain-marks", names.tr("deck.in-the-starter")) if card.starter else None
        return self._listed(card, 1, starter, names)

    def _listed(self, card: Card | Hero | Strategy, most: int, starter: Node | None, names: Names) -> ListCard:
        name, face = card.name.get(names.tr.language), self._face(card, names, starter)
        return ListCard(card.id, name, most, face, names.text(card.id), picture(card, "small"))

    def _face(self, card: Card | Hero | Strategy, names: Names, starter: Node | None) -> list[Child]:
        force = None if isinstance(card, Strategy) else card.force
        price = None if isinstance(card, Hero) else el("span.costs", cost(card.discard, card.drain, names))
        figures = el(
            "span.deck-figures",
            SIGNS[names.kind(card.id)],
            " ",
            price,
            el("strong.force", names.tr("card.force", n=force)) if force is not None else None,
            starter,
        )
        price_words = (
            None if isinstance(card, Hero) else el("span.visually-hidden", cost_words(card.discard, card.drain, names))
        )
        return [figures, price_words, el("p.muted", names.text(card.id))]

    def counts(self, value: DeckList) -> Mapping[str, Mapping[str, int]]:
        """Counts by side, pack, kind, strategies and Heroes; the core pack is not listed."""
        counts: dict[str, dict[str, int]] = {}
        pack = self.pack(value)
        if value.pack != CORE:
            counts["pack"] = {value.pack: 1}
        if value.side is not None:
            counts["side"] = {value.side: 1}
        for id, n in value.cards.items():
            card = pack.cards.get(id)
            counts.setdefault(card.kind if card else "order", {})[id] = n
        for key, ids in (("strategy", value.strategies), ("hero", value.heroes)):
            if ids:
                counts[key] = dict.fromkeys(ids, 1)
        return counts

    def put(self, value: DeckList, section: str, card: str, count: int) -> DeckList:
        """The deck with this number of copies. Another side starts an empty deck, as no card belongs to both."""
        match section:
            case "side":
                side = cast(Side, card) if count else None
                return value if side == value.side else DeckList(side, pack=value.pack)
            case "pack":
                return replace(value, pack=card if count else CORE)
            case "strategy":
                return replace(value, strategies=_with(value.strategies, card, count))
            case "hero":
                return replace(value, heroes=_with(value.heroes, card, count))
            case _:
                kept = {id: n for id, n in value.cards.items() if id != card}
                return replace(value, cards={**kept, card: count} if count else kept)

    def starters(self, tr: Translator) -> Sequence[Starter[DeckList]]:
        """The starter decks of the core pack (DCK-1)."""
        return [
            Starter(side, tr(f"deck.starter-{side}"), starter(side, load()), tr(f"deck.of-{side}")) for side in SIDES
        ]

    # ---- on the shelf, at a table ----

    def face(self, value: DeckList, tr: Translator) -> list[Child]:
        """The shape of the deck's side."""
        if value.side is None:
            return []
        sign = SIGNS["warform" if value.side == "invader" else "defender"]
        return [el("span.kind-sign", sign, cls=SIDE_CLASS[value.side], aria_hidden="true")]

    def about(self, value: DeckList, tr: Translator) -> str:
        """The deck's side and number of cards."""
        if value.side is None:
            return ""
        count = str(sum(value.cards.values()))
        return " · ".join([tr(f"side.{value.side}"), count, *([value.pack] if value.pack != CORE else [])])

    def answer(self, value: DeckList) -> Json:
        """The command that brings the deck to a table (DCK-2)."""
        deck = {"cards": dict(value.cards), "strategies": list(value.strategies), "heroes": list(value.heroes)}
        return {"kind": "build", "deck": deck}

    def options(self, value: DeckList) -> Json:
        """The options of a table with built decks and this deck's pack."""
        return {"decks": "built"} | ({"packs": [value.pack]} if value.pack != CORE else {})

    def build(self, draft: Any, tr: Translator, session: str, frame: Frame) -> None:
        """Builds the house's builder, with the deck's figures above the list."""
        DeckBuilder(self, draft, tr, session, frame).build()


def starter(side: Side, pack: Pack) -> DeckList:
    """The starter deck of a pack (DCK-1)."""
    deck = pack.starters[side]
    return DeckList(side, deck.cards, deck.strategies, deck.heroes)


def _with(ids: tuple[str, ...], id: str, count: int) -> tuple[str, ...]:
    kept = tuple(other for other in ids if other != id)
    return (*kept, id) if count else kept


class DeckBuilder(PlainBuilder):
    """A builder that shows figures of the deck: number of cards, of cancel cards, costs, the distribution of Force."""

    def notes(self) -> list[Child]:
        """The figures, counted again after every change."""
        desk: PlainDraft[DeckList] = self.desk
        value, tr = desk.value, self.tr
        if value.side is None:
            return []
        pack = LISTS.pack(value)
        rules = pack.rules.deck
        held = [(pack.cards[id], n) for id, n in value.cards.items() if id in pack.cards]
        size, force, cancels = (
            sum(n for _, n in held),
            Counter[int](),
            sum(n for card, n in held if card.cancels),
        )
        for card, n in held:
            if card.force is not None:
                force[card.force] += n
        discard, drain = (sum(n for card, n in held if getattr(card, key)) for key in ("discard", "drain"))
        rows = [
            ("deck.count", f"{size} / {rules.size[value.side]}"),
            ("deck.with-force", f"{sum(force.values())} ≥ {rules.force}"),
            ("deck.cancels", f"{cancels} ≤ {rules.cancel}"),
            ("deck.discards", str(discard)),
            ("deck.drains", str(drain)),
        ]
        figures = el("dl.deck-counts", [el("div", el("dt", tr(key)), el("dd", shown)) for key, shown in rows])
        most = max(force.values(), default=1)
        curve = [
            el(
                "li",
                el("span.deck-bar", style=f"height: {1 + 63 * force[n] // most}px", aria_hidden="true"),
                el("span", str(n)),
                aria_label=tr("deck.curve-at", n=n, cards=force[n]),
            )
            for n in range(max(force, default=0) + 1)
        ]
        label = tr("deck.curve")
        return [figures, el("p.overline", label), el("ol.deck-curve", curve, aria_label=label, testid="curve")]


LISTS = DeckKind()
