"""Names of characters, places, cards and tiles in a match, from the pack that it is played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from webapp.games.contract import Json, Words
from webapp.games.hybris import KEY
from webapp.games.hybris import card_words as cards
from webapp.i18n import Translator
from webapp.table_kit.log import clause_link

PLACES = ("olympus", "forge", "oracle", "moirai", "underworld", "colosseum", "surroundings")
WORLD = "mortal-world"
CHARACTERS = ("olympian", "hero-1", "hero-2", "hero-3", "prophet-1", "prophet-2", "prophet-3")
TOKENS = (*PLACES, WORLD)


def text(value: Any, tr: Translator) -> str:
    """A text of a pack in the translator's language."""
    return str(getattr(value, tr.language, "") or value.en or value.fr)


def percent(chance: str | None) -> str:
    """A chance as a percentage."""
    return "?" if chance is None else f"{round(100 * float(Fraction(chance)))} %"


def kind_of(character: str) -> str:
    """The kind of a character: `olympian`, `hero` or `prophet`."""
    return character.split("-")[1]


@dataclass(frozen=True, eq=False)
class Names(Words):
    """The names that the texts of one view need. `book`: the pack that the match embeds."""

    @property
    def pack(self) -> Any:
        """The pack, looked up by id."""
        return self.book

    @cached_property
    def mats(self) -> Mapping[str, Json]:
        """What lies open of each seat, by seat."""
        mats: Mapping[str, Json] = self.view["mats"]
        return mats

    @property
    def me(self) -> str | None:
        """The seat whose view this is; None for a spectator's."""
        seat: str | None = self.view.get("me")
        return seat if seat in self.mats else None

    @cached_property
    def cities(self) -> list[str]:
        """The Cities, in the pack's order."""
        return list(self.pack.cities)

    def god(self, seat: str) -> str:
        """The id of a seat's Olympian; empty before it is chosen."""
        return str(self.mats[seat].get("olympian") or "") if seat in self.mats else ""

    def god_name(self, seat: str) -> str:
        """The name of a seat's Olympian."""
        id = self.god(seat)
        return text(self.pack.olympians[id].name, self.tr) if id else self.player(seat)

    def characters(self, seat: str) -> Iterator[tuple[str, Json]]:
        """The characters of a seat: for each its id in the match, and its row; of the viewer's own, and through
        everyone's eyes of all, with their tokens' faces."""
        rows = self.mats[seat].get("characters") or {}
        tokens = self.view.get("tokens") or {}
        faces = tokens.get(seat, {}) if self.unveiled else tokens if seat == self.me else {}
        for name in CHARACTERS:
            if name in rows:
                yield f"{seat}-{name}", {**rows[name], "token": faces[name]} if name in faces else rows[name]

    def everybody(self) -> Iterator[tuple[str, Json]]:
        """The characters of all seats."""
        for seat in self.mats:
            if self.god(seat):
                yield from self.characters(seat)

    def at(self, where: str) -> list[tuple[str, Json]]:
        """The characters in a place or City, prisoners apart."""
        return [(id, row) for id, row in self.everybody() if row["at"] == where and not row.get("prisoner")]

    @cached_property
    def struck(self) -> frozenset[str]:
        """The viewer's own characters that were beaten, or lost with a City, since its last turn began."""
        struck: set[str] = set()
        for event in reversed(self.view["log"]):
            match event["kind"]:
                case "age-began":
                    break
                case "turn-began" if event["seat"] == self.me:
                    break
                case "defeated":
                    struck.add(event["character"])
                case "absorbed":
                    struck.update(event["characters"])
        return frozenset(id for id in struck if id.partition("-")[0] == self.me)

    @cached_property
    def left(self) -> Sequence[tuple[int, str, str]]:
        """The places left in this turn: the event, who (a character, or `chaos`), where from."""
        moves: list[tuple[int, str, str]] = []
        for event in reversed(self.view["log"]):
            match event["kind"]:
                case "turn-began" | "phase-began" | "age-began":
                    break
                case "moved":
                    moves.append((event["n"], event["character"], event["from"]))
                case "progressed":
                    moves.append((event["n"], "chaos", str(event["from"])))
        return moves

    @property
    def unveiled(self) -> bool:
        """Whether the view is everyone's, after the match, in which nothing is hidden."""
        return "hands" in self.view

    @property
    def night(self) -> bool:
        """Whether Chaos has won, and all have lost (END-2)."""
        return bool((self.view.get("outcome") or {}).get("all_lost"))

    # Names

    def character(self, id: str, whose: bool | None = None) -> str:
        """The name of a character: its god's, or its kind and number; of another's with the owner's name. `whose`:
        whether the owner is named, else where it is not the viewer's own."""
        seat, kind, *number = id.split("-")
        if kind == "olympian":
            return self.god_name(seat)
        name = self.tr(f"kind.{kind}", n=number[0] if number else "")
        shown = seat != self.me if whose is None else whose
        return self.tr("hybris.whose", what=name, who=self.player(seat)) if shown else name

    def place(self, id: str) -> str:
        """The name of a place, City or other whereabouts."""
        if id in self.pack.cities:
            return text(self.pack.cities[id].name, self.tr)
        return self.tr(f"place.{id}")

    def short(self, id: str) -> str:
        """The name of whereabouts in few letters."""
        return self.place(id) if id in self.pack.cities else self.tr(f"short.{id}")

    def is_character(self, id: str) -> bool:
        """Whether an id is that of a character."""
        seat, _, rest = id.partition("-")
        return seat in self.mats and rest in CHARACTERS

    def card(self, id: str) -> str:
        """The name of a card or tile of any sort; empty for an unknown id."""
        pack = self.pack
        sorts = (pack.technologies, pack.premonitions, pack.adventures, pack.events, pack.tiles, pack.pillars)
        for rows in (*sorts, pack.olympians, pack.conflicts, pack.chaos):
            if id in rows:
                return text(rows[id].name, self.tr)
        if id.startswith("chaos-") and id.count("-") > 1:
            return text(pack.chaos_card(id).name, self.tr)
        head, _, rest = id.partition("-")
        if head in self.mats and rest.rpartition("-")[0] in pack.conflicts:
            return text(pack.conflict(id).name, self.tr)
        for olympian in pack.olympians.values():
            for row in olympian.improvements:
                if row.id == id:
                    return text(row.name, self.tr)
        return ""

    def module(self, id: str) -> str:
        """The name of the Module of an Adventure."""
        return text(self.pack.adventures[id].module, self.tr)

    def called(self, id: str) -> str:
        """The name of anything by its id; the id itself where nothing has it."""
        if self.is_character(id):
            return self.character(id)
        if id in self.pack.cities or id in TOKENS or id in ("reserve", "improvement", "removed"):
            return self.place(id)
        key = f"word.{id}"
        return self.card(id) or (self.tr(key) if self.tr.has(key) else id.replace("-", " "))

    def amount(self, word: str, n: int) -> str:
        """A number of something in words."""
        return cards.amount(word, n, self.tr)

    def listed(self, parts: Mapping[str, int]) -> str:
        """Amounts by word, as "2 Aegis, 1 Spark"."""
        return ", ".join(self.amount(word, n) for word, n in parts.items() if n)

    def committed(self, row: Json) -> str:
        """What is committed to a Combat, by a command or an event."""
        parts = [self.card(card) for card in row.get("cards", ())]
        parts += [self.amount("determination", row["determination"])] if row.get("determination") else []
        parts += [self.tr("hybris.mk-power")] * len(row.get("mk", ()))
        parts += [self.amount("token", sum(row["tokens"].values()))] if row.get("tokens") else []
        return ", ".join(parts) or self.tr("hybris.nothing")


clause = partial(clause_link, KEY)
"""A clause as a link that opens its text."""
