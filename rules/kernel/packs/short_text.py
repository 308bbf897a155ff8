"""Errors for card texts that are one short line in a pack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from pydantic_core import PydanticCustomError

from rules.kernel.packs.model import nearest


class BadText(ValueError):
    """A text that cannot be read, or that the engine cannot run; the message is for its author. `code` and `params` are
    for screens: `unknown-word` (`what`, `word`, perhaps `meant`), and further codes of the game."""

    def __init__(self, said: str, code: str = "shape", **params: str | None) -> None:
        super().__init__(said)
        self.code = code
        self.params = params

    def error(self) -> PydanticCustomError:
        """The same as an error that a validator of a pack's model may raise."""
        told: dict[str, Any] = dict(self.params)
        if self.code == "unknown-word":
            return PydanticCustomError("misspelt", "unknown {key} {word}", {"key": told.pop("what"), **told})
        return PydanticCustomError(cast(Any, f"text_{self.code}"), "{said}", {"said": str(self), **told})


def expect_word(word: str, known: Iterable[str], what: str) -> None:
    """Raises BadText for a word that is none of these, with the nearest of them, or else all."""
    among = tuple(known)
    if word not in among:
        near = nearest(word, among, 0.6)
        said = f"{word!r} is no {what}" + (f"; was {near!r} meant?" if near else f": {', '.join(among)}")
        raise BadText(said, "unknown-word", what=what, word=word, meant=near)
