"""What hints of any game say of the figures that they rest on."""

from __future__ import annotations

from typing import Literal

from webapp.i18n import Translator

NOTHING = 0.05
"""A mean change as small as that is not worth a word."""
Whose = Literal["own", "theirs", "shared"]


def change(what: str, by: float, whose: Whose, tr: Translator, who: str = "") -> str:
    """A mean change of a figure, named ``what``, in a sentence; empty for one that is not worth a word. ``who``: the
    name of the player whose figure it is, for others than the one who is asked."""
    if abs(by) < NOTHING:
        return ""
    figure = ("+" if by > 0 else "−") + tr.decimal(abs(by))
    if whose == "shared":
        return tr("hint.shared", what=what, by=figure)
    if who:
        return tr("hint.of", who=who, what=what, by=figure)
    return tr("hint.yours" if whose == "own" else "hint.theirs", what=what, by=figure)
