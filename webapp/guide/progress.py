"""The progress of a guided match, computed anew from view and notes, so that it survives reloads and restarts."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.kernel.codec import Json
from webapp.lessons.script import Guide, GuideStep, first, holds
from webapp.tables import Table


@dataclass
class Notes:
    """The guide's own notes, which the view does not show; the table keeps them for its player. `seen`: steps done by
    looking, or shown; `left`: the player has closed the guide."""

    seen: set[str] = field(default_factory=set)
    left: bool = False


NOTES = "guide"
"""The key of the notes in the table's stored state."""


def notes_of(table: Table, seat: str) -> Notes:
    """The notes of a seat's player, shared by all their pages; read from the store at first."""

    def kept() -> Notes:
        notes = table.kept_state.get(NOTES) or {}
        if notes.get("player") != table.player_mark(seat):
            return Notes()
        return Notes(set(notes["seen"]), bool(notes["left"]))

    return table.draft(seat, NOTES, kept)


def keep(table: Table, seat: str, notes: Notes) -> None:
    """Stores the notes of a seat's player, for after a restart."""
    player = table.player_mark(seat)
    table.kept_state.put(NOTES, {"player": player, "seen": sorted(notes.seen), "left": notes.left})


@dataclass(frozen=True)
class Progress:
    """The step to be shown, if one is due, and how many steps are done, of how many."""

    step: GuideStep | None
    done: int
    of: int
    over: bool = False


def progress(guide: Guide, view: Json, preparing: Json, notes: Notes) -> Progress:
    """The progress by the player's view, what they prepare on their page, and the notes; steps done by looking are
    added to the notes."""
    if view.get("outcome") is not None:
        return Progress(None, len(guide.steps), len(guide.steps), over=True)
    done: set[str] = set()
    due: GuideStep | None = None
    since = 0
    for step in guide.steps:
        ready = (step.after is None or step.after in done) and holds(step.when, view, preparing) is not None
        reached = first(step.done, view, preparing, since)
        if reached is not None and not told_by_log(step, view, since):
            # A step that the log does not record counts only while it is due, and is noted then.
            if due is None and ready:
                notes.seen.add(step.key)
            else:
                reached = None
        if step.key in notes.seen or reached is not None:
            done.add(step.key)
            since = max(since, reached or 0)
        elif step.until is not None and holds(step.until, view, {}) is not None:
            done.add(step.key)
        elif due is None and ready:
            due = step
    if due is None:
        due = next(
            (step for step in guide.step if not step.needed and holds(step.when, view, preparing) is not None), None
        )
    return Progress(due, len(done), len(guide.steps))


def told_by_log(step: GuideStep, view: Json, since: int) -> bool:
    """Whether the log alone shows that a step is done."""
    lasting = [
        condition
        for condition in step.done
        if condition.prepares is None and condition.asked is None and condition.can is None and condition.view is None
    ]
    return first(lasting, view, {}, since) is not None
