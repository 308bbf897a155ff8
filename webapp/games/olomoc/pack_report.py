"""The findings about a pack of Olomoc's: a job of the checker process, which loads no pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from rules.kernel.packs.layers import BadPacks
from rules.olomoc.packs import Pack
from rules.olomoc.packs.layers import need
from rules.olomoc.packs.reader import SCHEMA
from webapp.packs.examine import Report, examined


def examine(files: Mapping[str, str], pictures: Collection[str]) -> Report:
    """The report on a pack of these TOML texts, with pictures of these names."""
    seen = examined(SCHEMA, files, pictures)
    if seen.pack is None:
        return seen
    pack: Pack = seen.pack
    try:
        need(pack)
        short = None
    except BadPacks as problem:
        short = problem.code
    return replace(seen, short=short)
