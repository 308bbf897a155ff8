"""What hints of any game say of the figures that they rest on."""

from __future__ import annotations

from typing import Any, Literal

NOTHING = 0.05
"""A mean change as small as that is not worth a word."""
Whose = Literal["own", "theirs", "shared"]


def change(what: str, by: float, whose: Whose, words: Any, seat: str = "") -> str:
    """A mean change of a figure, named ``what``, in a sentence; empty for one that is not worth a word. ``seat``: whose
    answer it is, where that is not the reader's: then players are called by their names."""
    if abs(by) < NOTHING:
        return ""
    tr, figure = words.tr, ("+" if by > 0 else "−") + decimal(abs(by), words)
    if whose == "shared":
        return str(tr("hint.shared", what=what, by=figure))
    if not seat:
        return str(tr("hint.yours" if whose == "own" else "hint.theirs", what=what, by=figure))
    who = ", ".join(words.player(it) for it in words.players if (it == seat) == (whose == "own"))
    return str(tr("hint.of", who=who, what=what, by=figure))


def decimal(value: float, words: Any) -> str:
    """With one digit after the comma, or the point."""
    text = f"{value:.1f}"
    return text.replace(".", ",") if words.tr.language == "fr" else text
