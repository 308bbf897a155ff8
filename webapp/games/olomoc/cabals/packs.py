"""The packs that cabals are composed from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.kernel.packs.layers import CORE

if TYPE_CHECKING:
    from rules.olomoc.packs import Pack

available: dict[str, Pack] = {}
"""Checked packs besides the core pack, by id: filled at start, and when a pack is added."""


def find(id: str) -> Pack | None:
    """The pack of that id, laid over the core pack; None where there is none. Ids may come from anybody."""
    if id != CORE and id not in available:
        return None
    from rules.olomoc.packs.layers import layers, merged  # all of the rules: not before a cabal is looked at

    return merged(layers((id,), available))


def every() -> Iterator[Pack]:
    """All of them, the core pack first."""
    for id in (CORE, *available):
        pack = find(id)
        if pack is not None:
            yield pack
