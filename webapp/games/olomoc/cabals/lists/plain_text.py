"""A list as plain text, for a message or on paper, and the parser that reads it back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rules.olomoc.cabals.draft import PLACES, CabalPlace, Sketch
from rules.olomoc.packs import EquipmentCard, Faction, Pack
from webapp.games.olomoc.cabals.lists.cabal_list import CabalList
from webapp.games.olomoc.cabals.lists.share_code import encode
from webapp.games.olomoc.table.cards.book import words
from webapp.i18n import LANGUAGES, Translator

DASH = "—"
NOTHING = "?"

WORD = re.compile(r"\w+")

LONGEST_NAME = 12
"""Words of a name that is still looked for."""


def said(of: CabalList, pack: Pack, tr: Translator) -> str:
    """Name, faction and pack, a line for each rouage with what it bears, and the code."""
    faction = pack.factions.get(of.sketch.faction or "")
    head = words(faction.name, tr.language) if faction else of.sketch.faction or NOTHING
    lines = [of.name or tr("cabals.unnamed"), f"{head} · {of.pack} {of.version}"]
    lines += [_line(place, pack, tr.language) for place in of.sketch.places]
    return "\n".join([*lines, encode(of.sketch, pack, of.version)])


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


def found_in(text: str, packs: Iterable[CardNames]) -> CabalList | None:
    """The list that a text names: a rouage on each line, and what it bears on the same line, in any language, accents
    and case aside. The pack is the one of which most names are found; None where no rouage is.

    Takes time in proportion to the text and to the names, never to their product.
    """
    lines = [SearchText(line) for line in text.splitlines() if line.strip()]
    whole = SearchText(text)
    best: tuple[int, CabalList] | None = None
    titled = True
    for names in packs:
        rouages = NameIndex(names.rouages)
        sketch = _sketch(lines, rouages, NameIndex(names.equipment), NameIndex(names.factions).found_in(whole))
        titled = titled and not (lines and rouages.found_in(lines[0]))
        count = 6 - sketch.cards().count(None)
        if any(place.card for place in sketch.places) and (best is None or count > best[0]):
            best = count, CabalList(sketch, names.pack, names.version, {})
    if best is None:
        return None
    first = lines[0].text.strip() if lines else ""
    return replace(best[1], name=first if titled and len(first) <= 60 else "")


class SearchText:
    """Plain words to be searched, and where each begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = plain(text)
        self.words = [match[0] for match in WORD.finditer(self.plain)]


class NameIndex:
    """Cards by the words of their names."""

    def __init__(self, among: Mapping[str, tuple[str, ...]]) -> None:
        self._by_words: dict[tuple[str, ...], dict[str, str]] = {}
        for id, names in among.items():
            for name in map(plain, names):
                words = tuple(WORD.findall(name))
                if 0 < len(words) <= LONGEST_NAME:
                    self._by_words.setdefault(words, {})[id] = name
        self._lengths = sorted({len(words) for words in self._by_words})

    def found_in(self, line: SearchText) -> list[str]:
        """The ids whose names stand in a line, the longest names first: one may hold another."""
        words = line.words
        hits: dict[str, int] = {}
        for start in range(len(words)):
            for length in self._lengths:
                for id, name in self._by_words.get(tuple(words[start : start + length]), {}).items():
                    hits[id] = max(hits.get(id, 0), len(name))
        return sorted(hits, key=lambda id: -hits[id])


def _sketch(lines: list[SearchText], rouages: NameIndex, gear: NameIndex, factions: list[str]) -> Sketch:
    sketch = Sketch(next(iter(factions), None))
    place = 0
    for line in lines:
        who = rouages.found_in(line)
        if who and place in PLACES:
            what = gear.found_in(line)
            sketch = sketch.put(place, "card", who[0]).put(place, "equipment", what[0] if what else None)
            place += 1
    return sketch


def plain(text: str) -> str:
    """Small letters without accents, apostrophes all alike, single spaces.

    >>> plain("L’Équipe  DE nuit")
    "l'equipe de nuit"
    """
    letters = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())
