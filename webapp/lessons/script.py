"""The file of a guided match, ``guide.toml`` or one of ``lessons``: the position it begins at, the opponent's aims, the
steps. A step is done when one of its conditions holds; conditions are of a closed vocabulary over the data of the
match."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from rules.kernel.codec import Codec, Json, noun

Texts = Mapping[str, str]
"""A text by language."""


@noun
class Condition:
    """All fields given must hold. Strings are patterns: ``1-*`` matches every id that begins so."""

    asked: str | None = None
    """The seat is asked a question of this kind."""
    can: Json | None = None
    """The seat has a legal option whose command has these fields."""
    event: Json | None = None
    """The log has an event with these fields, ``times`` times; where ``fresh``, after the step before was done."""
    times: int = 1
    fresh: bool = False
    prepares: Json | None = None
    """The player prepares this on their page: fields; numbers are minimums."""
    view: Json | None = None
    """Fields of the view; numbers are minimums, anything else must be equal."""


@noun
class GuideStep:
    """One thing to learn. ``point``: its targets as ``kind:name`` of ``Guide.targets``, of which the first visible one
    counts; ``spot``: the place of the suggested command on the board."""

    key: str
    title: Texts
    text: Texts
    done: tuple[Condition, ...] = ()
    when: Condition = field(default_factory=Condition)
    """Shown while this holds."""
    after: str | None = None
    """The step that must be done before."""
    until: Condition | None = None
    """The step counts as done once this holds: what it teaches did not come up."""
    point: tuple[str, ...] = ()
    show: tuple[Json, ...] = ()
    """Commands that "show me" gives, the first that is legal; one with missing fields is completed by the engine."""
    quiet: str = ""
    """The parts of the page that are hidden, as the game's style sheets define it for ``body[data-quiet]``."""
    needed: bool = True
    """Whether it counts among the steps; others explain a question whenever that is asked."""


@noun
class HouseAim:
    """A command of the opponent's seat at a guided table, instead of its bot's."""

    do: Json
    """The command; one with missing fields is completed by the engine."""
    when: Condition
    unless: Condition | None = None


@noun
class Setting:
    """The match: the position it begins at, the player's seat, and the seed of its chance. ``dice``: added to the
    number of commands before, it is the seed of each command's dice."""

    seat: str
    seed: int
    position: Json
    dice: int = 0


@noun
class Guide:
    """A guided first match."""

    match: Setting
    targets: Texts
    """The CSS selectors by kind of target, with ``{}`` for its name; the kind ``spot`` is a place on the board."""
    step: tuple[GuideStep, ...]
    """The steps in the order in which they are learnt, and those that explain a question."""
    waiting: Texts
    """The text while the opponent plays."""
    free: Texts
    """The text while the player is asked something that no step explains."""
    over: Texts
    """The text after the end."""
    uncover: tuple[str, ...] = ()
    """The control to highlight where all targets of a step are covered: it uncovers them."""
    house: tuple[HouseAim, ...] = ()

    @property
    def steps(self) -> tuple[GuideStep, ...]:
        """The steps that are counted."""
        return tuple(step for step in self.step if step.needed)

    def selector(self, target: str) -> str:
        """The CSS selector of ``kind:name``."""
        kind, _, name = target.partition(":")
        return self.targets[kind].replace("{}", name)


CODEC: Codec[Guide] = Codec(Guide)
LESSONS = "lessons"
"""The folder of a game's lessons, beside its ``guide.toml``."""
INHERITED = ("waiting", "free", "targets", "uncover")
"""What a lesson may leave to the guide of the first match; of its steps those that explain a question."""


@cache
def read(path: Path) -> Guide:
    """Reads a guide. What a lesson leaves out is as in the first match of its game. Raises ValueError."""
    written = tomllib.loads(path.read_text("utf-8"))
    if path.parent.name == LESSONS:
        base = tomllib.loads((path.parents[1] / "guide.toml").read_text("utf-8"))
        asides = [step for step in base["step"] if not step.get("needed", True)]
        written = {key: base[key] for key in INHERITED if key in base} | written
        written["step"] += [aside for aside in asides if aside["key"] not in {step["key"] for step in written["step"]}]
    guide = CODEC.load(written)
    keys = [step.key for step in guide.step]
    if len(set(keys)) != len(keys):
        raise ValueError(f"{path}: two steps of one key")
    for step in guide.step:
        if step.after is not None and step.after not in keys:
            raise ValueError(f"{path}: {step.key} waits for no step: {step.after}")
        for target in step.point:
            if target.partition(":")[0] not in guide.targets:
                raise ValueError(f"{path}: {step.key} points at no kind of target: {target}")
    return guide


def fits(wanted: Any, value: Any) -> bool:
    """Whether a value matches: objects by their fields, strings as patterns, a wanted string in a list as one of its
    items."""
    if isinstance(wanted, dict):
        return isinstance(value, dict) and all(fits(part, value.get(key)) for key, part in wanted.items())
    if isinstance(wanted, str) and isinstance(value, list):
        return any(fits(wanted, item) for item in value)
    if isinstance(wanted, str):
        return isinstance(value, str) and fnmatchcase(value, wanted)
    return bool(wanted == value)


def reached(wanted: Mapping[str, Any], state: Mapping[str, Any]) -> bool:
    """Whether a position has these fields, as :func:`fits`, with numbers at least as large."""

    def enough(least: Any, value: Any) -> bool:
        if isinstance(least, int) and not isinstance(least, bool):
            return isinstance(value, int) and value >= least
        return fits(least, value)

    return all(enough(part, state.get(key)) for key, part in wanted.items())


def holds(condition: Condition, view: Json, preparing: Json, since: int = 0) -> int | None:
    """The number of events of the view's log after which a condition holds; None if it does not. ``since``: the number
    of events when the step before was done."""
    decision = view.get("decision") or {}
    log: Sequence[Json] = view.get("log", ())
    if condition.asked is not None and decision.get("kind") != condition.asked:
        return None
    options = decision.get("options", ())
    if condition.can is not None and not any(o["legal"] and fits(condition.can, o["command"]) for o in options):
        return None
    if condition.prepares is not None and not reached(condition.prepares, preparing):
        return None
    if condition.view is not None and not reached(condition.view, view):
        return None
    if condition.event is None:
        return len(log)
    start = since if condition.fresh else 0
    times = [n for n, event in enumerate(log[start:], start + 1) if fits(condition.event, event)]
    return times[condition.times - 1] if len(times) >= condition.times else None


def first(conditions: Sequence[Condition], view: Json, preparing: Json, since: int) -> int | None:
    """The least number of events after which one of the conditions holds; None if none does."""
    numbers: Iterator[int] = (
        n for condition in conditions if (n := holds(condition, view, preparing, since)) is not None
    )
    return min(numbers, default=None)
