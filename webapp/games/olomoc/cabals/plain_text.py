"""A list in plain words, for a message or a sheet of paper, and read back from them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.olomoc.cabals.draft import PLACES, Place, Sketch
from rules.olomoc.packs import Pack, RouageCard
from webapp.games.olomoc.cabals.lists import CabalList
from webapp.games.olomoc.cabals.share_code import encode
from webapp.games.olomoc.table.cards.book import words
from webapp.i18n import LANGUAGES, Translator

DASH = "—"
NOTHING = "?"


def said(of: CabalList, pack: Pack, tr: Translator) -> str:
    """Name, faction and pack, a line for each rouage with what it bears, and the code."""
    faction = pack.factions.get(of.sketch.faction or "")
    head = words(faction.name, tr.language) if faction else of.sketch.faction or NOTHING
    lines = [of.name or tr("cabals.unnamed"), f"{head} · {of.pack} {of.version}"]
    lines += [_line(place, pack, tr.language) for place in of.sketch.places]
    return "\n".join([*lines, encode(of.sketch, pack, of.version)])


def _line(place: Place, pack: Pack, language: str) -> str:
    rouage, gear = pack.rouages.get(place.card or ""), pack.equipment.get(place.equipment or "")
    who = rouage.name if rouage else place.card or NOTHING
    what = words(gear.name, language) if gear else place.equipment or NOTHING
    return f"{rouage.rank if rouage else NOTHING} {who} {DASH} {what}"


def found_in(text: str, packs: Iterable[Pack]) -> CabalList | None:
    """The list that a text names: a rouage on each line, and what it bears on the same line, in any language, accents
    and case aside. The pack is the one of which most names are found; None where no rouage is."""
    best: tuple[int, CabalList] | None = None
    for pack in packs:
        sketch = _sketch(text, pack)
        count = 6 - sketch.cards().count(None)
        if any(place.card for place in sketch.places) and (best is None or count > best[0]):
            best = count, CabalList(sketch, pack.id, pack.version, {})
    if best is None:
        return None
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    named = not _names(plain(first), {id: [card.name] for id, card in _all(packs)})
    return replace(best[1], name=first if named and len(first) <= 60 else "")


def _all(packs: Iterable[Pack]) -> Iterator[tuple[str, RouageCard]]:
    for pack in packs:
        yield from pack.rouages.items()


def _sketch(text: str, pack: Pack) -> Sketch:
    rouages = {id: [card.name] for id, card in pack.rouages.items()}
    gear = {id: [card.name.get(language) for language in LANGUAGES] for id, card in pack.equipment.items()}
    factions = {id: [it.name.get(language) for language in LANGUAGES] for id, it in pack.factions.items()}
    sketch = Sketch(next(iter(_names(plain(text), factions)), None))
    place = 0
    for line in text.splitlines():
        who = _names(plain(line), rouages)
        if who and place in PLACES:
            what = _names(plain(line), gear)
            sketch = sketch.put(place, "card", who[0]).put(place, "equipment", what[0] if what else None)
            place += 1
    return sketch


def _names(line: str, among: Mapping[str, list[str]]) -> list[str]:
    """The ids whose names stand in a line of plain words, the longest names first: one may hold another."""
    hits = [
        (len(name), id)
        for id, names in among.items()
        for name in map(plain, names)
        if name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line)
    ]
    return [id for _, id in sorted(hits, key=lambda hit: -hit[0])]


def plain(text: str) -> str:
    """Small letters without accents, apostrophes all alike, single spaces.

    >>> plain("L’Équipe  DE nuit")
    "l'equipe de nuit"
    """
    letters = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())
