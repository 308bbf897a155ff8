"""Card texts that are one short line in a pack: what a game's reader of them needs."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.packs.model import nearest


class BadText(ValueError):
    """A text that cannot be read, or that the engine cannot run, in words for its author."""


def expect_word(word: str, known: Iterable[str], what: str) -> None:
    """Raises BadText for a word that is none of these, with the nearest of them, or else all."""
    among = tuple(known)
    if word not in among:
        near = nearest(word, among, 0.6)
        raise BadText(f"{word!r} is no {what}" + (f"; was {near!r} meant?" if near else f": {', '.join(among)}"))
