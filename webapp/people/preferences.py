"""What a person prefers: the look, the size of the text, motion, sounds, and how the Bloc is handled.

Kept with the browser that asked for it (:mod:`webapp.people.visitors`). Every page puts them on its ``<body>`` as
``data-theme``, ``data-text``, ``data-motion``, ``data-sounds``, ``data-grid``, ``data-confirm``, ``data-flip`` and
``data-beats``: style sheets and scripts read them there; a ``preferences`` event on ``window`` tells of a change.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from nicegui import Event

from webapp.people.visitors import visitors

CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("dark", "light", "system"),
    "text": ("small", "normal", "large"),
    "motion": ("system", "less"),
    "grid": ("on", "off"),
    "confirm": ("touch", "always", "never"),
    "flip": ("own", "fixed"),
    "beats": ("on", "off"),
}
"""What may be chosen, one value of each."""

SOUNDS = ("turn", "dice", "wound", "end")
"""The kinds of sounds: one's own turn, dice, a wound, the end of a match."""


@dataclass(frozen=True)
class Preferences:
    """One person's. The values are those of :data:`CHOICES`; what nobody chose is as here.

    ``theme`` is night, paper, or what the device asks for; ``motion`` "system" follows the device; ``grid`` is the
    Bloc's; ``confirm`` says where a step on the Bloc is confirmed before it is sent: on touch screens, always, never;
    ``flip`` whether one's own side is at the bottom of the Bloc, or side 1 for everybody; ``beats`` whether what
    happens is told over the table, one thing after the other.
    """

    theme: str = "dark"
    text: str = "normal"
    motion: str = "system"
    grid: str = "on"
    confirm: str = "touch"
    flip: str = "own"
    beats: str = "on"
    sounds: tuple[str, ...] = ()
    """The kinds that are heard; none, unless asked for."""

    def marks(self) -> dict[str, str]:
        """The values of the ``data-`` attributes; sounds are joined by blanks."""
        return {**asdict(self), "sounds": " ".join(self.sounds)}


changed: Event[str] = Event()
"""Somebody has changed theirs: the id of the browser's session."""


def read(kept: Mapping[str, Any]) -> Preferences:
    """Preferences from what was kept; a value that is not ours, or no longer, is as if nobody had chosen.

    >>> read({"theme": "light", "text": "huge", "sounds": ["dice", "moo"]}).marks()["sounds"]
    'dice'
    """
    known = {key: kept[key] for key, values in CHOICES.items() if kept.get(key) in values}
    heard = kept.get("sounds")
    sounds = tuple(kind for kind in SOUNDS if isinstance(heard, list | tuple) and kind in heard)
    return Preferences(**known, sounds=sounds)


def of(session: str) -> Preferences:
    """The preferences of a browser."""
    return read(visitors.get(session).preferences)


def changed_by(preferences: Preferences, key: str, value: str) -> Preferences:
    """With one choice made; a sound is switched. What is not ours changes nothing.

    >>> changed_by(Preferences(), "sounds", "turn").sounds
    ('turn',)
    """
    if key == "sounds" and value in SOUNDS:
        heard = set(preferences.sounds) ^ {value}
        return replace(preferences, sounds=tuple(kind for kind in SOUNDS if kind in heard))
    if value in CHOICES.get(key, ()):
        return read({**asdict(preferences), key: value})
    return preferences


async def change(session: str, key: str, value: str) -> None:
    """Makes one choice of a browser's, keeps it, and tells all pages that this browser has open."""
    before = of(session)
    after = changed_by(before, key, value)
    if after == before:
        return
    await visitors.prefer(session, asdict(after) | {"sounds": list(after.sounds)})
    changed.emit(session)
