"""A list as plain text, for a message or on paper, and the parser that reads it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.olomoc.cabals.draft import PLACES, CabalPlace, Sketch
from rules.olomoc.packs import EquipmentCard, Faction, Pack
from webapp.games.olomoc.cabals.lists.cabal_list import CabalList
from webapp.games.olomoc.cabals.lists.share_code import encode
from webapp.games.olomoc.table.cards.book import words
from webapp.i18n import LANGUAGES, Translator
from webapp.lists.plain_text import LONGEST_TITLE, NameIndex, SearchText, shortened

DASH = "—"
NOTHING = "?"


def as_text(sketch: Sketch, pack: Pack, name: str, tr: Translator) -> str:
    """Name, faction and pack, a line for each rouage with what it bears, and the code."""
    faction = pack.factions.get(sketch.faction or "")
    head = words(faction.name, tr.language) if faction else sketch.faction or NOTHING
    lines = [name or tr("list.unnamed"), f"{head} · {pack.id} {pack.version}"]
    lines += [_line(place, pack, tr.language) for place in sketch.places]
    return "\n".join([*lines, encode(sketch, pack)])


def _line(place: CabalPlace, pack: Pack, language: str) -> str:
    rouage, gear = pack.rouages.get(place.card or ""), pack.equipment.get(place.equipment or "")
    who = rouage.name if rouage else place.card or NOTHING
    what = words(gear.name, language) if gear else place.equipment or NOTHING
    return f"{rouage.rank if rouage else NOTHING} {who} {DASH} {what}"


@dataclass(frozen=True)
class CardNames:
    """The names of a pack's cards and factions, by id, in all languages, to search a text for."""

    pack: str
    version: str
    rouages: Mapping[str, tuple[str, ...]]
    equipment: Mapping[str, tuple[str, ...]]
    factions: Mapping[str, tuple[str, ...]]


def names_of(pack: Pack) -> CardNames:
    """The names in a pack, in all languages; a rouage has one in all of them."""

    def worded(cards: Mapping[str, EquipmentCard | Faction]) -> dict[str, tuple[str, ...]]:
        return {id: tuple(card.name.get(language) for language in LANGUAGES) for id, card in cards.items()}

    rouages = {id: (card.name,) for id, card in pack.rouages.items()}
    return CardNames(pack.id, pack.version, rouages, worded(pack.equipment), worded(pack.factions))


def found_in(text: str, packs: Iterable[CardNames]) -> tuple[str, CabalList, tuple[str, ...]] | None:
    """The name and the list that a text names: a rouage on each line, and what it bears on the same line, in any
    language, accents and case aside; and the lines that were not understood, whole or in part. The pack is the one of
    which most names are found; None where no rouage is.

    Takes time in proportion to the text and to the names, never to their product.
    """
    lines = [SearchText(line) for line in text.splitlines() if line.strip()]
    best: tuple[int, CabalList, list[str]] | None = None
    titled = True
    for names in packs:
        rouages, factions = NameIndex(names.rouages), NameIndex(names.factions)
        sketch, missed = _sketch(lines, rouages, NameIndex(names.equipment), factions)
        titled = titled and not (lines and rouages.found_in(lines[0]))
        count = 6 - sketch.cards().count(None)
        if any(place.card for place in sketch.places) and (best is None or count > best[0]):
            best = count, CabalList(sketch, names.pack, names.version, {}), missed
    if best is None:
        return None
    first = lines[0].text.strip() if lines else ""
    title = first if titled and len(first) <= LONGEST_TITLE else ""
    return title, best[1], shortened(line for line in best[2] if line.strip() != title)


def _sketch(
    lines: list[SearchText], rouages: NameIndex[str], gear: NameIndex[str], factions: NameIndex[str]
) -> tuple[Sketch, list[str]]:
    """The cabal that these lines name, and the lines that name no part of it or more than its part."""
    sketch = Sketch(next(iter(factions.found_in(SearchText("\n".join(line.text for line in lines)))), None))
    missed = []
    place = 0
    for line in lines:
        who, what = rouages.found_in(line), gear.found_in(line)
        if who and place in PLACES:
            sketch = sketch.put(place, "card", who[0]).put(place, "equipment", what[0] if what else None)
            place += 1
            if not what and rouages.beyond(line, who[0]):
                missed.append(line.text)
        elif not factions.found_in(line):
            missed.append(line.text)
    return sketch, missed
