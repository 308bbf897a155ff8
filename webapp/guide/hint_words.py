"""The texts of hints about figures, for any game."""

from __future__ import annotations

from typing import Literal

from rules.kernel import Json
from webapp.i18n import Translator, whole

NOTHING = 0.05
"""The largest mean change that is not mentioned."""
Whose = Literal["own", "theirs", "shared"]


def change(what: str, params: Json, whose: Whose, tr: Translator, who: str = "") -> str:
    """The sentence about a change of the figure `what`, as an average where it varies; empty for one too small to
    mention, unless `others` in `params` says that other options change it. `params`: of the reason
    (`kernel.bots.hints`). `who`: the name of the player whose figure it is, if it is not the one who asks."""
    by, sure = params["by"], not params.get("mean")
    if params.get("others"):
        whom = who or tr("hint.you" if whose == "own" else "hint.opposite")
        return tr("hint.shared-same", what=what) if whose == "shared" else tr("hint.same", who=whom, what=what)
    if abs(by) < NOTHING:
        return ""
    by = round(by, 1)
    figure = whole(int(by), signed=True) if float(by).is_integer() else ("+" if by > 0 else "−") + tr.decimal(abs(by))
    if whose == "shared":
        return tr("hint.shared-sure" if sure else "hint.shared", what=what, by=figure)
    whom = who or tr("hint.you" if whose == "own" else "hint.opposite")
    return tr("hint.sure" if sure else "hint.of", who=whom, what=what, by=figure)
