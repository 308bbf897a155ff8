"""The report on a pack of Hybris: a job of the checker process, which loads no pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rules.hybris.packs.reader import SCHEMA
from webapp.packs.examine import Report, examined


def examine(files: Mapping[str, str], pictures: Collection[str]) -> Report:
    """The report on a pack with these TOML texts."""
    return examined(SCHEMA, files, pictures)
