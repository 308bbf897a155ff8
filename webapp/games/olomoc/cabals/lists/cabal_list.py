"""A list: a cabal in the making, and the cards as they read when it was composed.

A list names its pack and version. It also carries the data of its cards, so that with another version of the pack it
can say what has changed since.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.olomoc.cabals.draft import PARTS, PLACES, Part, Sketch
from rules.olomoc.packs import EquipmentCard, Pack, RouageCard

Json = dict[str, Any]
SECTION = {"card": "rouages", "equipment": "equipment"}
"""The section of a pack that has the cards for each part of a place."""
PLAIN = ("rank", "technique", "combat", "shooting", "dodge", "base", "life", "actions")
"""The fields that are compared as they are."""
LISTED = ("factions", "ministries", "rouages")


@dataclass(frozen=True)
class CabalList:
    """A list. `cards`: by section and id, as JSON data of the pack; may lack some. `altered`: the cards (section, id)
    that read otherwise here than where the list's code was made."""

    sketch: Sketch
    pack: str
    version: str
    cards: Mapping[str, Mapping[str, Json]]
    altered: tuple[tuple[str, str], ...] = ()

    def content(self) -> Json:
        """The stored content of the list."""
        pack = {"id": self.pack, "version": self.version}
        return {"pack": pack, **self.sketch.to_json(), "cards": {part: dict(rows) for part, rows in self.cards.items()}}


@dataclass(frozen=True)
class CardDifference:
    """A difference between a card and its state when the list was composed. `what`: `gone`, a figure's key, `name`,
    `factions`, `ministries`, `rouages`, or `capacity-new`, `capacity-gone`, `capacity-changed` with the capacity's
    id."""

    section: str
    id: str
    what: str
    before: Any = None
    after: Any = None


def composed(sketch: Sketch, pack: Pack) -> CabalList:
    """The list of a sketch as the pack has it now."""
    return CabalList(sketch, pack.id, pack.version, snapshot(sketch, pack))


def snapshot(sketch: Sketch, pack: Pack) -> dict[str, dict[str, Json]]:
    """The pack's data for the sketch's cards; those that it does not have are left out."""
    cards: dict[str, dict[str, Json]] = {"rouages": {}, "equipment": {}}
    for part, id in _ids(sketch):
        card = getattr(pack, SECTION[part]).get(id)
        if card is not None:
            cards[SECTION[part]][id] = printed(card)
    return cards


def printed(card: RouageCard | EquipmentCard) -> Json:
    """A card as JSON data; what holds its default is left out."""
    data: Json = json.loads(card.model_dump_json(exclude_defaults=True))
    return data


def opened(content: Any) -> CabalList:
    """The list that `content` printed, from whatever source: nothing of it is trusted. Raises ValueError."""
    if not isinstance(content, Mapping):
        raise ValueError("a list is an object")
    pack = content.get("pack")
    if not isinstance(pack, Mapping) or not all(isinstance(pack.get(key), str) for key in ("id", "version")):
        raise ValueError("a list names its pack and version")
    cards = content.get("cards")
    kept = {section: dict(_cards(cards, section)) for section in ("rouages", "equipment")}
    sketch = Sketch.from_json(content)
    return CabalList(sketch, pack["id"][:48], pack["version"][:16], kept)


def _cards(cards: Any, section: str) -> Iterator[tuple[str, Json]]:
    rows = cards.get(section) if isinstance(cards, Mapping) else None
    if isinstance(rows, Mapping):
        yield from ((id, dict(card)) for id, card in rows.items() if isinstance(id, str) and isinstance(card, Mapping))


def _ids(sketch: Sketch) -> Iterator[tuple[Part, str]]:
    for place in PLACES:
        for part in PARTS:
            id = sketch.at(place, part)
            if id is not None:
                yield part, id


# Changes since then --------------------------------------------------------------------------------------------------


def changes(of: CabalList, pack: Pack) -> list[CardDifference]:
    """The differences between the pack's cards and those that the list remembers, in the order of its places."""
    return [change for part, id in _ids(of.sketch) for change in _changes(of, pack, SECTION[part], id)]


def _changes(of: CabalList, pack: Pack, section: str, id: str) -> Iterator[CardDifference]:
    card, before = getattr(pack, section).get(id), of.cards.get(section, {}).get(id)
    if card is None:
        yield CardDifference(section, id, "gone", before=before)
    elif before is not None:
        after = printed(card)
        for key in PLAIN:
            if before.get(key) != after.get(key):
                yield CardDifference(section, id, key, before.get(key), after.get(key))
        for key in LISTED:
            if _words(before.get(key)) != _words(after.get(key)):
                yield CardDifference(section, id, key, _words(before.get(key)), _words(after.get(key)))
        if before.get("name") != after.get("name"):
            yield CardDifference(section, id, "name", before.get("name"), after.get("name"))
        yield from _capacities(section, id, _by_id(before.get("capacities")), _by_id(after.get("capacities")))


def _capacities(section: str, id: str, before: dict[str, Json], after: dict[str, Json]) -> Iterator[CardDifference]:
    for key in before.keys() - after.keys():
        yield CardDifference(section, id, "capacity-gone", before[key].get("name"))
    for key, capacity in after.items():
        if key not in before:
            yield CardDifference(section, id, "capacity-new", after=capacity.get("name"))
        elif before[key] != capacity:
            yield CardDifference(section, id, "capacity-changed", before[key].get("name"), capacity.get("name"))


def _words(value: Any) -> list[str]:
    return [word for word in value if isinstance(word, str)] if isinstance(value, list | tuple) else []


def _by_id(value: Any) -> dict[str, Json]:
    rows = value if isinstance(value, list) else []
    return {row["id"]: row for row in rows if isinstance(row, dict) and isinstance(row.get("id"), str)}
