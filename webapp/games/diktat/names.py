"""Names of sectors, cards, Cabals, pawns and places in a match, from the pack that it is played with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.diktat.packs.cards import AFFINITIES, Effects, Pack
from rules.diktat.packs.reader import load
from rules.diktat.packs.text import way_words
from rules.diktat.packs.text import words as effects_words
from webapp.games.contract import Json, Words
from webapp.i18n import whole

OTHERS = "others"
KINDS = {"C": "citizen", "G": "guard", "E": "emissary"}
SEATS = ("seat", "by", "other", "owner", "hand", "for", "accused")
SECTORS = ("sector", "from", "marker", "darkness", "corruption")
CARDS = ("card", "out", "came")
AGENTS = ("agents", "pawns", "pawn", "gained", "lost", "others")


@dataclass(frozen=True, eq=False)
class Names(Words):
    """The names that the texts of one view need. `book`: the pack that the match embeds."""

    @property
    def pack(self) -> Pack:
        """The cards and sectors of the match."""
        pack: Pack = self.book or load()
        return pack

    def colours(self, seat: str | None) -> str:
        """The classes that give an element the colours of a seat, or of the Others."""
        return super().colours(seat) if not seat or seat in self.players else "is-others"

    def who(self, seat: str | None) -> str:
        """A player's name, or the Others'."""
        return str(self.tr("diktat.others")) if seat == OTHERS else self.player(seat or "1")

    def sector(self, key: str) -> str:
        """A sector's name."""
        sector = next(candidate for candidate in self.pack.written.sector if candidate.id == key)
        return str(getattr(sector.name, self.tr.language))

    def card(self, key: str) -> str:
        """The name of an Opportunity or Cabal card."""
        card = self.pack.cards.get(key) or self.pack.cabal_cards[key]
        return str(getattr(card.name, self.tr.language))

    def cabal(self, key: str) -> str:
        """A Cabal's name."""
        return str(getattr(self.pack.cabals[key].name, self.tr.language))

    def effects(self, key: str) -> str:
        """The effects of a card in this match's configuration; of a marker by ``sector:level``."""
        return effects_words(self._effects(key), self.tr.language)

    def _effects(self, key: str) -> Effects:
        return (self.pack.others if "others" in self.view["configurations"] else self.pack.base)[key]

    def way(self, command: Json) -> str:
        """What a Manifestation or a Special Manoeuvre does, of an element that has several; else empty."""
        sort, key = next(item for item in command["element"].items() if item[1] is not None)
        if sort == "marker":
            key = f"{key}:{self.view['cabals'][self.view['me']]['markers'].get(key, 1)}"
        ways = self._effects(key).ways("special" if command["kind"] == "special" else "man")
        return way_words(ways[command.get("option", 0)][1], self.tr.language) if len(ways) > 1 else ""

    def brings(self, command: Json, sure: str = "") -> str:
        """The effects of the Cabal, the Possession or the card that a command takes or uses, and what is ``sure``."""
        match command:
            case {"kind": "cabal", "cabal": key}:
                return self.cabal_about(key)
            case {"kind": "take", "card": key} | {"kind": "choose", "choice": str(key)} if self._has_effects(key):
                brought = self.effects(key)
            case {"kind": "take", "marker": key}:
                held = self.view["cabals"][self.view["me"]]["markers"].get(key, 0)
                brought = self.effects(f"{key}:{min(2, held + 1)}")
            case {"kind": "develop", "card": key} | {
                "kind": "manifest" | "special",
                "element": {"card": str(key)} | {"cabal": str(key)},
            }:
                brought = self.effects(key)
            case _:
                brought = ""
        return " — ".join(text for text in (brought, sure) if text)

    def _has_effects(self, key: str) -> bool:
        return key in self.pack.cards or key in self.pack.cabal_cards

    def cabal_about(self, key: str) -> str:
        """What a Cabal is, what it begins with, and its five cards."""
        cabal, tr = self.pack.cabals[key], self.tr
        its = cabal.endowment
        has = [tr("diktat.rank", n=cabal.rank), tr("deal.pp", n=its.pp)]
        has += [f"{self.affinity(affinity)} {n}" for affinity in AFFINITIES if (n := getattr(its, affinity))]
        has += [tr.plural(f"tokens.{cabal.token}", its.reserve)] if cabal.token and its.reserve else []
        cards = [card.id for card in self.pack.cabal_cards.values() if card.cabal == key]
        line = getattr(cabal.line, tr.language) if cabal.line else ""
        named = ", ".join(map(self.card, cards))
        return str(tr("diktat.cabal-about", line=line, has=" · ".join(map(str, has)), cards=named)).strip()

    def listed(self, parts: Iterable[object]) -> str:
        """Parts of a sentence, one after the other, with the language's semicolon."""
        return str(self.tr("diktat.semicolon")).join(map(str, parts))

    def kind(self, kind: str) -> str:
        """A kind of Agent, by its word or letter."""
        return str(self.tr(f"kind.{KINDS.get(kind, kind)}"))

    def letter(self, kind: str) -> str:
        """The letter on a pawn."""
        return self.kind(kind)[:1]

    def kind_of(self, letter: str) -> str:
        """A kind of Agent by the engine's letter for it."""
        return KINDS[letter]

    def affinity(self, kind: str) -> str:
        """A kind of Affinity."""
        return str(self.tr(f"affinity.{kind}"))

    def agents(self, letters: str) -> str:
        """Agents by number and kind, as text."""
        rows = [self.tr.plural(f"agents.{kind}", n) for c, kind in KINDS.items() if (n := letters.count(c))]
        return ", ".join(rows) or str(self.tr("diktat.none"))

    def in_order(self, letters: str) -> str:
        """Agents one by one, from the top down."""
        return ", ".join(self.kind(letter) for letter in letters) or str(self.tr("diktat.none"))

    def stack(self, key: str) -> str:
        """A stack by its number; one of the Others by its sector."""
        if key.startswith("others-"):
            return str(self.tr("diktat.others-stack", sector=self.sector(key.removeprefix("others-"))))
        return str(self.tr("diktat.stack", n=key.removeprefix("s")))

    def stack_number(self, key: str) -> str:
        """The number of a stack as the map shows it; empty for one of the Others, which has none."""
        return "" if key.startswith("others-") else str(self.tr("diktat.stack-number", n=key.removeprefix("s")))

    def owned(self, key: str, owner: str | None) -> str:
        """A stack by its number and its owner, where that is known."""
        if owner is None or owner == OTHERS:
            return self.stack(key)
        return str(self.tr("diktat.owned", stack=self.stack(key), who=self.who(owner)))

    def stacks(self) -> list[Json]:
        """The stacks on the table, each with its ``sector``."""
        rows = self.view["sectors"].items()
        return [{**stack, "sector": key} for key, sector in rows for stack in sector["stacks"]]

    def own_agents(self) -> str:
        """The Agents behind the viewer's own screen."""
        screen = self.view["cabals"][self.view["me"]].get("screen") or {}
        return str(screen.get("agents", ""))

    def find_stack(self, id: str | None) -> Json | None:
        """A stack on the table by its id, with its ``sector``."""
        return next((stack for stack in self.stacks() if stack["id"] == id), None)

    def place(self, at: Json, owner: str | None = None) -> str:
        """The name of a place that is looked at or attacked."""
        if at.get("secret"):
            return str(self.tr("diktat.secret"))
        if at.get("corruption"):
            return str(self.tr("diktat.corruption-token", sector=self.sector(at["corruption"])))
        return str(self.tr("diktat.place", n=at["pawn"], stack=self.owned(at["stack"], owner)))

    def thing(self, thing: Any) -> str:
        """An element, as ``[sort, id]`` or ``{sort: id}``."""
        if isinstance(thing, Mapping):
            thing = next((item for item in thing.items() if item[1] is not None), ("card", ""))
        sort, key = thing
        return str(self.tr("diktat.marker", sector=self.sector(key))) if sort == "marker" else self.card(key)

    def any(self, key: Any) -> str:
        """The name of anything that an effect asks for; Affinities have texts of their own."""
        if key is None:
            return str(self.tr("diktat.none"))
        if isinstance(key, Mapping):
            return self.place(dict(key)) if "pawn" in key or "secret" in key else self.thing(key)
        if isinstance(key, list):
            return ", ".join(self.any(part) for part in key)
        if isinstance(key, int):
            return str(key)
        if key in self.players:
            return self.who(key)
        if key in KINDS.values():
            return self.kind(key)
        if key in self.pack.sectors:
            return self.sector(key)
        if key in self.pack.cards or key in self.pack.cabal_cards:
            return self.card(key)
        if key.startswith("others-") or (key[:1] == "s" and key[1:].isdigit()):
            return self.stack(key)
        return self.agents(key)

    def chosen(self, code: str, choice: Any) -> str:
        """The text of a choice; the question's code says what its parts are."""
        if code == "affinity":
            return self.affinity(choice)
        if code == "affinity-lost":
            if choice is None:
                return str(self.tr("diktat.none"))
            if choice[0] == "screen":
                return str(self.tr("diktat.from-screen", affinity=self.affinity(choice[1])))
            return str(self.tr("diktat.from-card", affinity=self.affinity(choice[2]), name=self.card(choice[1])))
        if code == "keep":
            return self.agents(choice)
        return self.any(choice)

    def filled(self, row: Json) -> Json:
        """The parameters of an event or prompt as text."""
        return {key: self._stack_text(key, value, row) or self._value_text(key, value) for key, value in row.items()}

    def _stack_text(self, key: str, value: Any, row: Json) -> str | None:
        owner, owners = row.get("owner"), row.get("owners")
        match key:
            case "at" if owner:
                return self.place(value, owner)
            case "stack" if owner:
                return self.owned(value, owner)
            case "stacks" if owners:
                return self.listed(
                    self._pile(self.owned(stack, owners[stack]), pawns) for stack, pawns in value.items()
                )
            case _:
                return None

    def _pile(self, stack: str, pawns: str) -> str:
        return str(self.tr("diktat.stack-words", stack=stack, kinds=self.agents(pawns)))

    def _value_text(self, key: str, value: Any) -> Any:
        if value is None:
            return self.tr("diktat.none")
        if key in SEATS and isinstance(value, str):
            return self.who(value)
        if key in ("seats", "order") or (key == "to" and isinstance(value, list) and set(value) <= set(self.players)):
            return ", ".join(self.who(seat) for seat in value)
        if key in SECTORS and isinstance(value, str):
            return self.sector(value)
        if key in CARDS and isinstance(value, str):
            return self.card(value)
        if key == "cards" and isinstance(value, list):
            return ", ".join(self.card(card) for card in value) or self.tr("diktat.none")
        if key in AGENTS and isinstance(value, str):
            return self.agents(value)
        return self._of_its_own(key, value)

    def _of_its_own(self, key: str, value: Any) -> Any:
        match key:
            case "stack":
                return self.stack(value)
            case "stacks" if isinstance(value, Mapping):
                return self.listed(self._pile(self.stack(stack), pawns) for stack, pawns in value.items())
            case "thing" | "element":
                return self.thing(value)
            case "at":
                return self.place(value)
            case "cabal":
                return self.cabal(value)
            case "token" | "phase":
                return self.tr(f"{key}.{value}")
            case "which":
                return self.tr(f"manoeuvre.{value}")
            case "affinity":
                return self.affinity(value)
            case "counts" | "bids":
                return ", ".join(f"{self.who(seat)} ({n})" for seat, n in value.items()) or self.tr("diktat.none")
            case "change" if isinstance(value, Mapping):
                return ", ".join(
                    f"{self.affinity(affinity)} {whole(n, signed=True)}" for affinity, n in value.items() if n
                )
            case "change":
                return whole(value, signed=True)
            case "saw" if isinstance(value, str):
                return self.kind(value) if value in KINDS else self.any(value)
            case "on" | "to" | "stacks" | "id":
                return self.any(value)
            case _:
                return value
