"""The texts of hints about figures, for any game."""

from __future__ import annotations

from typing import Literal

from webapp.i18n import Translator

NOTHING = 0.05
"""The largest mean change that is not mentioned."""
Whose = Literal["own", "theirs", "shared"]


def change(what: str, by: float, whose: Whose, tr: Translator, who: str = "") -> str:
    """The sentence about a mean change of the figure `what`; empty for one too small to mention. `who`: the name of the
    player whose figure it is, if it is not the one who asks."""
    if abs(by) < NOTHING:
        return ""
    figure = ("+" if by > 0 else "−") + tr.decimal(abs(by))
    if whose == "shared":
        return tr("hint.shared", what=what, by=figure)
    if who:
        return tr("hint.of", who=who, what=what, by=figure)
    return tr("hint.yours" if whose == "own" else "hint.theirs", what=what, by=figure)
