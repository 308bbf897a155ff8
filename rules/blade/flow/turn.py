"""What the turns of both sides share: interrupted movement, marks that end with an activation."""

from __future__ import annotations

from rules.blade import events as ev
from rules.blade.state import State
from rules.kernel.run import Run

R = Run[State]


def interrupt(run: R, hero: str) -> None:
    """STP-5: a base movement that has begun is forfeited by the hero's own action; one not begun stays whole."""
    character = run.state.hero(hero)
    if character.base.used and not character.base.over:
        run.emit(ev.BaseForfeited(hero))


def activation_begins(run: R, who: str) -> None:
    """SPL-7: the activation in which a held character may not move."""
    if run.state.everyone()[who].marks.get("held") == "next":
        run.emit(ev.Marked(who, "held", True))


def activation_ends(run: R, who: str) -> None:
    """SPL-7: a hold ends with the activation that it was for."""
    character = run.state.everyone()[who]
    if character.marks.get("held") is True:
        run.emit(ev.Unmarked(who, "held"))
