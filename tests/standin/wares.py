"""The wares of an auction, a pack of them, and the wishes of a player (BID-8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rules.kernel import noun
from rules.kernel.packs.archive import opened
from rules.kernel.packs.layers import Layering
from rules.kernel.packs.model import Id, Model, PackHeader, Text
from rules.kernel.packs.reader import Schema

WISHES = 2
FOLDER = Path(__file__).parent / "core"


@noun
class Wishes:
    """A wish list."""

    wares: tuple[str, ...] = ()


class Ware(Model):
    """Something to bid for."""

    id: Id
    name: Text


class WarePack(Model):
    """Wares by id, in the order in which they are auctioned."""

    id: Id
    version: str
    wares: Mapping[str, Ware]


def _assembled(header: PackHeader, cards: Mapping[str, Mapping[str, Any]]) -> WarePack:
    before = core().wares if header.extends else {}
    return WarePack(id=header.id, version=header.version, wares={**before, **cards["wares"]})


SCHEMA = Schema(PackHeader, {"ware": ("wares", Ware)}, _assembled)


@cache
def core() -> WarePack:
    """The core pack."""
    return SCHEMA.read(opened(FOLDER).texts)


LAYERING: Layering[WarePack] = Layering(core, ("wares",), (), lambda pack: ())


def problems(wished: Sequence[str], known: Collection[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """BID-8: codes and parameters of refusals; none for a legal list."""
    if len(wished) != WISHES or len({*wished}) < len(wished):
        yield "wish-two", {"needs": WISHES}
    yield from (("no-such-ware", {"ware": id}) for id in wished if id not in known)
