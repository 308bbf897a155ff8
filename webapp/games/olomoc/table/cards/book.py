"""The cards of a match as a screen reads them: names and texts by language.

A match embeds the packs that it was made with in its first event; what they say is public, and is all this reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.kernel.packs.model import Text
from rules.olomoc.engine import embedded_pack
from rules.olomoc.packs import Pack
from rules.olomoc.packs.operations import Capacity
from rules.olomoc.packs.schema import (
    Agenda,
    ArtefactCard,
    EquipmentCard,
    HostileCard,
    MinistryCard,
    Piece,
    RouageCard,
    Starter,
)
from webapp.games.olomoc.faces import turns


@dataclass(frozen=True)
class Book:
    """Every card of the match's packs, by id; of two with one id the later pack's counts."""

    packs: Sequence[Pack]

    @classmethod
    def of(cls, log: Sequence[Mapping[str, Any]]) -> Book:
        """The book from a view's log: event 0 carries the packs."""
        return cls([embedded_pack(pack) for pack in log[0]["packs"]])

    def _find(self, section: str, id: str) -> Any:
        for pack in reversed(self.packs):
            if card := getattr(pack, section).get(id):
                return card
        return None

    def _all(self, section: str) -> dict[str, Any]:
        return {id: card for pack in self.packs for id, card in getattr(pack, section).items()}

    @cached_property
    def face_turns(self) -> dict[str, int]:
        """The seeds of faces that nobody drew, where the first one would look like another's."""
        return turns(self._all("rouages").values())

    def rouage(self, id: str) -> RouageCard | None:
        card: RouageCard | None = self._find("rouages", id)
        return card

    def equipment(self, id: str) -> EquipmentCard | None:
        card: EquipmentCard | None = self._find("equipment", id)
        return card

    def ministry(self, id: str) -> MinistryCard | None:
        card: MinistryCard | None = self._find("ministries", id)
        return card

    def artefact(self, id: str) -> ArtefactCard | None:
        card: ArtefactCard | None = self._find("artefact", id)
        return card

    def artefacts(self) -> tuple[str, ...]:
        """Every card of the Artefact."""
        return tuple(self._all("artefact"))

    def hostile(self, id: str) -> HostileCard | None:
        card: HostileCard | None = self._find("hostiles", id)
        return card

    def agenda(self, id: str | None) -> Agenda | None:
        card: Agenda | None = self._find("agendas", id) if id else None
        return card

    def rouages(self) -> dict[str, RouageCard]:
        return self._all("rouages")

    def equipments(self) -> dict[str, EquipmentCard]:
        return self._all("equipment")

    def starters(self) -> dict[str, Starter]:
        return self._all("starters")

    def factions(self) -> dict[str, str]:
        """Faction ids, in the packs' order."""
        return {id: id for id in self._all("factions")}

    def faction(self, id: str, language: str) -> str:
        faction = self._find("factions", id)
        return words(faction.name, language) if faction else id

    def name(self, id: str, language: str) -> str | None:
        """The name of a card of any sort."""
        name = self._names.get(id)
        return words(name, language) if name is not None else None

    @cached_property
    def _names(self) -> dict[str, Text | str]:
        """The names of all cards by id; where cards of two sorts have one id, that of the sort that stands first
        here."""
        sorts = ("rouages", "equipment", "ministries", "artefact", "hostiles", "agendas", "starters")
        return {
            id: card.title if sort == "ministries" else card.name
            for sort in reversed(sorts)
            for id, card in self._all(sort).items()
        }

    def printed(self, id: str) -> Capacity | None:
        """A capacity, wherever it is printed."""
        return self._capacities.get(id)

    def capacity(self, id: str, language: str) -> str:
        """The name of a capacity, wherever it is printed, or of a card that is one as a whole, as those of the Artefact
        are; its id where neither is found."""
        capacity = self._capacities.get(id)
        return words(capacity.name, language) if capacity else self.name(id, language) or id

    def capacity_text(self, id: str, language: str) -> str:
        """The text of a capacity; empty where it is not found."""
        capacity = self._capacities.get(id)
        return words(capacity.text, language) if capacity else ""

    def capacities(self, card: RouageCard | EquipmentCard | Agenda | None) -> Sequence[Capacity]:
        return card.capacities if card else ()

    @cached_property
    def _capacities(self) -> dict[str, Capacity]:
        """The capacities by id; of two with one id the first counts."""
        return {card.id: card for card in reversed([*self.everything()])}

    def everything(self) -> Iterable[Capacity]:
        """Every capacity that is printed anywhere, those of ministries too."""
        for section in ("rouages", "equipment", "hostiles", "agendas"):
            for card in self._all(section).values():
                yield from card.capacities
                yield from getattr(card, "scoring", ())
        for card in self._all("ministries").values():
            yield card.capacity

    def marker(self, agenda: str | None, id: str, language: str) -> str | None:
        card = self.agenda(agenda)
        marker = next((token for token in card.markers if token.id == id), None) if card else None
        return words(marker.name, language) if marker else None

    def rulers(self) -> list[tuple[int, int]]:
        """Length and width (µm) of the displacement ruler and of the push ruler (MOV-7)."""
        rulers = self.packs[-1].rulers
        return [(rulers.displacement.length, rulers.displacement.width), (rulers.push.length, rulers.push.width)]

    def decor_piece(self, id: str) -> Piece | None:
        """A piece of any decor set of the packs."""
        for card in self._all("decor").values():
            for piece in card.pieces:
                if piece.id == id:
                    block: Piece = piece
                    return block
        return None


def words(text: Text | str, language: str) -> str:
    """A text in this language, or in the other where this one is missing."""
    return text if isinstance(text, str) else text.get(language)
