"""Reading card texts that are one short line in a pack, word by word."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, cast

from pydantic_core import PydanticCustomError

from rules.kernel.packs.model import nearest


class BadText(ValueError):
    """A text that cannot be read, or that the engine cannot run; the message is for its author. `code` and `params` are
    for screens: `unknown-word` (`what`, `word`, perhaps `meant`), and further codes of the game."""

    def __init__(self, message: str, code: str = "shape", **params: str | None) -> None:
        super().__init__(message)
        self.code = code
        self.params = params

    def error(self) -> PydanticCustomError:
        """The same as an error that a validator of a pack's model may raise."""
        params: dict[str, Any] = dict(self.params)
        if self.code == "unknown-word":
            return PydanticCustomError("misspelt", "unknown {key} {word}", {"key": params.pop("what"), **params})
        return PydanticCustomError(cast(Any, f"text_{self.code}"), "{said}", {"said": str(self), **params})


def expect_word(word: str, known: Collection[str], what: str) -> None:
    """Raises BadText for a word that is none of these, with the nearest of them, or else all."""
    if word not in known:
        near = nearest(word, known, 0.6)
        message = f"{word!r} is no {what}" + (f"; was {near!r} meant?" if near else f": {', '.join(known)}")
        raise BadText(message, "unknown-word", what=what, word=word, meant=near)


class WordReader:
    """Reads the words of a part of a text from left to right. Raises BadText where what it reads is not there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._words = text.split()

    def word(self, what: str, known: Collection[str]) -> str:
        """The next word, one of those known. `what`: what an author calls them."""
        if not self._words:
            among = ", ".join(known)
            raise BadText(f"{self.text!r} lacks the {what}: {among}", "lacks", part=self.text, among=among)
        expect_word(self._words[0], known, what)
        return self._words.pop(0)

    def optional(self, *known: str) -> str:
        """The next word if it is one of these, else ""."""
        return self._words.pop(0) if self._words and self._words[0] in known else ""

    def number(self) -> int:
        """The next word, a number of one or two digits."""
        if not self._words or not re.fullmatch(r"-?\d{1,2}", self._words[0]):
            raise BadText(f"{self.text!r} lacks a number", "number", part=self.text)
        return int(self._words.pop(0))

    def end(self) -> None:
        """No word is left."""
        if self._words:
            word = self._words[0]
            raise BadText(f"{self.text!r}: {word!r} is one word too many", "word", part=self.text, word=word)
