"""Names of cards, zones and players in a match, from the pack that it is played with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.invader.packs.cards import Card, Effect, Hero, Pack, Strategy, card_of
from rules.invader.packs.reader import load
from rules.invader.packs.text import words as text_words
from webapp.games.contract import Json, Words
from webapp.games.invader import KEY
from webapp.table_kit.log import clause_link
from webapp.ui.tree import Child

ID = re.compile(r"[12]-[a-z]")
SIDE_CLASS = {"invader": "side-3", "human": "side-1"}
"""The theme's colours of the sides: violet and amber."""


@dataclass(frozen=True, eq=False)
class Names(Words):
    """The names that the texts of one view need. `book`: the pack that the match embeds."""

    @property
    def basis(self) -> str:
        """The names at the seats, and who is the Invader, whose colours lines have."""
        return " / ".join([super().basis, *map(str, self.view["sides"].values())])

    @property
    def pack(self) -> Pack:
        """The cards and figures of the match."""
        pack: Pack = self.book or load()
        return pack

    def card(self, id: str) -> Card | Hero | Strategy:
        """A card, Hero or strategy, by its own id or by that of a copy in the match. Raises KeyError for none."""
        key = card_of(id) if ID.match(id) else id
        pack = self.pack
        return pack.cards.get(key) or pack.heroes.get(key) or pack.strategies[key]

    def called(self, id: str) -> str:
        """The name of a card, Hero or strategy."""
        return self.card(id).name.get(self.tr.language)

    def zone(self, id: str) -> str:
        """The name of a zone."""
        return self.pack.zones[id].name.get(self.tr.language)

    def text(self, id: str) -> str:
        """The text of a card in words; empty where it has none."""
        return text_words(self.card(id).effects, self.tr.language)

    def use_words(self, effect: Effect) -> str:
        """One text of a card in words."""
        return text_words((effect,), self.tr.language)

    def kind(self, id: str) -> str:
        """``warform``, ``spire``, ``defender``, ``location``, ``order``, ``hero`` or ``strategy``."""
        card = self.card(id)
        return card.kind if isinstance(card, Card) else "hero" if isinstance(card, Hero) else "strategy"

    def side(self, seat: str | None) -> str:
        """``invader`` or ``human``."""
        return str(self.view["sides"].get(seat or "", "human"))

    def colours(self, seat: str | None) -> str:
        """The classes that give an element the colours and the edge of a seat's side: before the sides are set, the
        house's colours of the seat."""
        if seat not in self.view["sides"]:
            return super().colours(seat)
        side = self.side(seat)
        return f"{SIDE_CLASS[side]} of-{side}"

    def pieces(self) -> list[Json]:
        """The rows of the cards in play, the Hero last (GEN-6)."""
        return [piece for piece in (*self.view["play"], self.view["hero"]) if piece]

    def in_play(self, id: str) -> Json | None:
        """The row of a card in play or the Hero; None for one that is not in play."""
        return next((piece for piece in self.pieces() if piece["id"] == id), None)

    @property
    def near(self) -> str:
        """The seat drawn at the bottom: the viewer's own, the Human's for all others."""
        me = str(self.view.get("me"))
        return me if me in self.players else next((seat for seat in self.players if self.side(seat) == "human"), "2")

    def named(self, value: Any) -> Any:
        """A parameter of a text with the names of players, cards and zones instead of their ids; other values are
        unchanged."""
        if isinstance(value, str):
            if value in self.players:
                return self.player(value)
            if value in self.pack.zones:
                return self.zone(value)
            try:
                return self.called(value) if ID.match(value) else value
            except KeyError:
                return value  # an id that no card of this match has
        if isinstance(value, list | tuple):
            return ", ".join(str(self.named(item)) for item in value)
        return value

    def why(self, refusal: Json) -> list[Child]:
        """The sentence of a refusal, and its clause."""
        params, code = dict(refusal["params"]), refusal["code"]
        key = next(
            (
                candidate
                for candidate in (f"refusal.{code}-{params.get('why')}", f"refusal.{code}")
                if self.tr.has(candidate)
            ),
            None,
        )
        if key is None:
            key = f"plain.refusal.{code}" if self.tr.has(f"plain.refusal.{code}") else "plain.refused"
        return [self.say(key, params), " ", clause(refusal["clause"])]

    def reason(self, refusal: Json) -> str:
        """The sentence of a refusal as plain text, for a title or notice."""
        text = "".join(part for part in self.why(refusal) if isinstance(part, str)).strip()
        return f"{text} ({refusal['clause']})" if refusal["clause"] else text


clause = partial(clause_link, KEY)
"""A clause as a link that opens its text."""
