"""Reading Olomoc's packs: a folder, a zip or a single TOML file becomes a checked `Pack`, or is refused with every
problem."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path as File
from typing import Any

from rules.kernel.packs.archive import Bundle, opened, unzipped
from rules.kernel.packs.reader import Schema

from .crosscheck import issues
from .schema import SECTIONS, Header, Pack

CORE = File(__file__).parent / "core"


def load(path_or_id: str | File = "core") -> Pack:
    """The pack in that folder, zip or TOML file, or the pack we ship for "core". Raises PackError."""
    return _core() if path_or_id == "core" else unpacked(opened(File(path_or_id)))


@lru_cache(maxsize=1)
def _core() -> Pack:
    return unpacked(opened(CORE))


def load_zip(data: bytes) -> Pack:
    """The pack in a zip's bytes. Raises PackError."""
    return unpacked(unzipped(data))


def unpacked(bundle: Bundle) -> Pack:
    """The pack of these files. Raises PackError."""
    return read(bundle.texts, bundle.images)


def read(files: Mapping[str, str], images: Collection[str] | None = None) -> Pack:
    """The pack in these files, read by `Schema.read`."""
    return SCHEMA.read(files, images)


def _make_pack(header: Header, cards: Mapping[str, Mapping[str, Any]]) -> Pack:
    base = _core() if header.extends else None
    sections = {field: {**(getattr(base, field) if base else {}), **own} for field, own in cards.items()}
    factions = {**(base.factions if base else {}), **{faction.id: faction for faction in header.faction}}
    own = header.model_dump(exclude={"extends", "faction"})
    return Pack.model_validate({**own, "factions": factions, **sections})


def _copies(key: str, table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An artefact table with `numbers` is one card for each of them, its id followed by the number (ART-1)."""
    numbers = table.get("numbers")
    if key != "artefact" or not isinstance(numbers, list):
        yield table
        return
    rest = {name: value for name, value in table.items() if name != "numbers"}
    for number in numbers:
        yield {**rest, "id": f"{table.get('id')}-{number}", "number": number}


SCHEMA = Schema(Header, SECTIONS, _make_pack, issues, _copies, Pack.by_hand)
"""Of Olomoc's packs."""
