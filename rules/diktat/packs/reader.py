"""The reader of the packs that come with the game: TOML files; a fault names file and card."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules.diktat.packs import text
from rules.diktat.packs.cards import Effects, Pack, Written
from rules.kernel import Codec, Json
from rules.kernel.packs.short_text import BadText
from rules.kernel.packs.single import BadPack

CORE = Path(__file__).parent / "core"
FILES = ("pack.toml", "sectors.toml", "opportunities.toml", "cabals.toml")
TABLES = ("sector", "opportunity", "cabal", "cabal-card")
WRITTEN: Codec[Written] = Codec(Written)
CARDS = 72
CABALS = 5


@lru_cache(maxsize=4)
def load(folder: Path = CORE) -> Pack:
    """The pack in a folder. Raises BadPack."""
    return read({name: (folder / name).read_text(encoding="utf-8") for name in FILES})


def read(files: dict[str, str]) -> Pack:
    """The pack that TOML files write, by name. Raises BadPack."""
    whole: Json = {table: [] for table in TABLES}
    problems: list[str] = []
    for name, source in files.items():
        try:
            rows = tomllib.loads(source)
        except tomllib.TOMLDecodeError as problem:
            raise BadPack([f"{name}: {problem}"]) from None
        for table in TABLES:
            tables = rows.pop(table, [])
            problems += [f"{name}: {row.get('id', '?')}: {fault}" for row in tables for fault in _faults(row)]
            whole[table] += tables
        whole |= rows
    if "others" in whole:
        problems.append("others: the places of the corruption track are a rule of the book (ORE-8)")
    if problems:
        raise BadPack(problems)
    return of_json(whole)


def of_json(whole: Json) -> Pack:
    """The pack that a journal embeds. Raises BadPack."""
    try:
        written = WRITTEN.load(whole)
        pack = Pack(written, _plain(written), dict(_effects(written)))
    except ValueError as problem:
        raise BadPack([str(problem)]) from None
    if problems := list(faults(pack)):
        raise BadPack(problems)
    return pack


def _plain(written: Written) -> Json:
    row: Json = WRITTEN.dump(written)
    if not written.others.fewer:
        # packs embedded before 1.4.0 are without it, and are compared with this
        del row["others"]["fewer"]
    if not written.darker:
        # and those before 1.10.0 without this
        del row["darker"]
    return {key.replace("_", "-"): value for key, value in row.items()}


def _faults(row: dict[str, Any]) -> Iterator[str]:
    for effects in (row.get("effects"), *row.get("markers", ())):
        if isinstance(effects, str):
            try:
                text.read(effects)
            except BadText as problem:
                yield str(problem)


def _effects(written: Written) -> Iterator[tuple[str, Effects]]:
    yield from ((card.id, text.read(card.effects)) for card in written.opportunity)
    yield from ((card.id, text.read(card.effects)) for card in written.cabal_card)
    for sector in written.sector:
        for level, effects in enumerate(sector.markers, 1):
            yield f"{sector.id}:{level}", text.read(effects)


def faults(pack: Pack) -> Iterator[str]:
    """The reasons why a pack that can be read cannot be played with."""
    written = pack.written
    cards = [card.id for card in written.opportunity] + [card.id for card in written.cabal_card]
    for ids in (cards, [sector.id for sector in written.sector]):
        yield from (f"{id}: two have this id" for id, n in Counter(ids).items() if n > 1)
    for card in written.opportunity:
        if card.sector not in pack.sectors:
            yield f"{card.id}: no sector {card.sector!r}"
    # MAT-1: what is in the box
    if len(written.opportunity) != CARDS:
        yield f"there are {CARDS} Opportunity cards, not {len(written.opportunity)}"
    if len(written.cabal) != CABALS:
        yield f"there are {CABALS} Cabals (CAB-1), not {len(written.cabal)}"
    for cabal in written.cabal:
        if len(pack.hands[cabal.id]) != len(cabal.track):
            yield f"{cabal.id}: as many Cabal cards as slots of its track (CBL-1)"
    yield from (f"{card.id}: no Cabal {card.cabal!r}" for card in written.cabal_card if card.cabal not in pack.cabals)
