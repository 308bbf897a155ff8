"""Reading the packs that come with the game."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules.invader import text
from rules.invader.cards import WRITTEN, Card, Effect, Hero, Pack, Strategy, Written
from rules.kernel import Codec, Json
from rules.kernel.packs.short_text import BadText
from rules.kernel.packs.single import BadPack

CORE = Path(__file__).parent / "packs" / "core"
FILES = ("pack.toml", "invader.toml", "human.toml", "heroes.toml", "strategies.toml")
EFFECTS: Codec[tuple[Effect, ...]] = Codec(tuple[Effect, ...])
SECTIONS = ("cards", "heroes", "strategies")


@lru_cache(maxsize=4)
def load(folder: Path = CORE) -> Pack:
    """The pack in a folder. Raises BadPack."""
    return read({name: (folder / name).read_text(encoding="utf-8") for name in FILES})


def read(files: dict[str, str]) -> Pack:
    """The pack that TOML files write, by name. Raises BadPack."""
    whole: Json = {section: [] for section in SECTIONS}
    problems: list[str] = []
    for name, source in files.items():
        try:
            rows = tomllib.loads(source)
        except tomllib.TOMLDecodeError as problem:
            raise BadPack([f"{name}: {problem}"]) from None
        for section in SECTIONS:
            whole[section] += [_with_effects(row, name, problems) for row in rows.pop(section, [])]
        whole |= rows
    if problems:
        raise BadPack(problems)
    try:
        written = WRITTEN.load(whole)
    except ValueError as problem:
        raise BadPack([str(problem)]) from None
    _check(written)
    return Pack(written, WRITTEN.dump(written))


def _with_effects(row: dict[str, Any], file: str, problems: list[str]) -> dict[str, Any]:
    """A card with its short text read into effects."""
    try:
        effects = text.read(row.pop("text", ""))
    except BadText as problem:
        problems.append(f"{file}: {row.get('id', '?')}: {problem}")
        return row
    return row | {"effects": EFFECTS.dump(effects)}


def _check(written: Written) -> None:
    every: list[Card | Hero | Strategy] = [*written.cards, *written.heroes, *written.strategies]
    problems = [f"{it.id}: {fault}" for it in every for fault in text.faults(it)]
    ids = [it.id for it in every]
    problems += [f"{id}: two cards have this id" for id in sorted({id for id in ids if ids.count(id) > 1})]
    zones = {zone.id for zone in written.rules.zones}
    problems += [f"{zone.id}: no zone {id}" for zone in written.rules.zones for id in zone.next if id not in zones]
    pack = Pack(written, {})
    for side, deck in pack.starters.items():
        problems += [f"starter of the {side}: {it['code']} {it['params']}" for it in pack.deck_problems(side, deck)]
    if problems:
        raise BadPack(problems)
