"""The preferences of a person: the look, the size of the text, motion, sounds; and of each game how its screens are
handled.

Kept with the browser that asked for it (:mod:`webapp.people.visitors`). Every page puts them on its ``<body>``, each as
``data-<key>``, a game's choices too: style sheets and scripts read them there; a ``preferences`` event on ``window``
tells of a change.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from nicegui import Event

from webapp.games.contract import GamePreferences
from webapp.people.visitors import visitors

CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("system", "dark", "light"),
    "text": ("small", "normal", "large"),
    "motion": ("system", "less"),
    "beats": ("on", "brisk", "off"),
    "sound": ("alone", "on", "off"),
    "signs": ("first", "always", "never"),
    "pictures": ("full", "small", "none"),
}
"""The shared preferences with their values; one value of each is chosen."""

SOUNDS = ("turn", "end")
"""The shared kinds of sounds: one's own turn, the end of a match."""

Sections = Mapping[str, GamePreferences]
"""The preferences of each game, by its key."""


@dataclass(frozen=True)
class Preferences:
    """One person's. The values are those of :data:`CHOICES`; what nobody chose is as here.

    ``theme`` is what the device asks for, night, or paper; ``motion`` "system" follows the device; ``beats`` says
    whether what happens is told at the table, one thing after the other, and how fast; ``sound`` whether it is heard:
    where one plays alone against the house and on a television, always, or never; ``signs`` whether the signs of a
    table bear their names: in somebody's first matches, always, or never; ``pictures`` which plates are shown.
    """

    theme: str = "system"
    text: str = "normal"
    motion: str = "system"
    beats: str = "on"
    sound: str = "alone"
    signs: str = "first"
    pictures: str = "full"
    sounds: tuple[str, ...] = ()
    """The kinds of sounds that are heard loud, and also where others are; all others are low."""
    games: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The games' choices by game and key; ``sounds`` are joined by blanks."""

    def values(self) -> dict[str, str]:
        """All values by key, a game's as ``<game>.<key>``."""
        values = {key: getattr(self, key) for key in CHOICES} | {"sounds": " ".join(self.sounds)}
        return values | {f"{game}.{key}": its[key] for game, its in self.games.items() for key in its}

    def marks(self, game: str = "") -> dict[str, str]:
        """The values of the ``data-`` attributes on a page of a game; on one of no game those of all."""
        marks = {key: getattr(self, key) for key in CHOICES}
        heard = [*self.sounds]
        for key, its in self.games.items():
            if game in ("", key):
                marks |= {name: value for name, value in its.items() if name != "sounds"}
                heard += its.get("sounds", "").split()
        return marks | {"sounds": " ".join(heard)}


changed: Event[str] = Event()
"""Emitted with the id of a browser's session when its preferences have changed."""


def read(kept: Mapping[str, Any], sections: Sections) -> Preferences:
    """Preferences from what was kept; a value that is not ours, or no longer, is as if nobody had chosen. Values kept
    before games had sections of their own lie beside the house's, and belong to each game that knows them.

    >>> of_duel = {"duel": GamePreferences({"grid": ("on", "off")}, ("dice",))}
    >>> read({"theme": "light", "text": "huge", "grid": "off", "sounds": ["dice", "turn", "moo"]}, of_duel).values()
    ... # doctest: +NORMALIZE_WHITESPACE
    {'theme': 'light', 'text': 'normal', 'motion': 'system', 'beats': 'on', 'sound': 'alone', 'sounds': 'turn',
     'duel.grid': 'off', 'duel.sounds': 'dice'}
    """
    known = {key: kept[key] for key, values in CHOICES.items() if kept.get(key) in values}
    games = _by_game(kept)
    of_games = {game: _of_game(games.get(game, kept), section) for game, section in sections.items()}
    return Preferences(**known, sounds=_heard(kept.get("sounds"), SOUNDS), games=of_games)


def _by_game(kept: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The sections of the games in stored preferences."""
    games = kept.get("games")
    return {key: its for key, its in games.items() if isinstance(its, dict)} if isinstance(games, dict) else {}


def _of_game(kept: Mapping[str, Any], section: GamePreferences) -> dict[str, str]:
    values = {
        key: kept[key] if isinstance(kept.get(key), str) and kept[key] in values else values[0]
        for key, values in section.choices.items()
    }
    return values | ({"sounds": " ".join(_heard(kept.get("sounds"), section.sounds))} if section.sounds else {})


def _heard(kept: Any, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds of a list, or of kinds joined by blanks, that are ours, in our order."""
    named = kept.split() if isinstance(kept, str) else kept
    return tuple(kind for kind in kinds if isinstance(named, list | tuple) and kind in named)


def of(session: str, sections: Sections) -> Preferences:
    """The preferences of a browser."""
    return read(visitors.get(session).preferences, sections)


def changed_by(preferences: Preferences, sections: Sections, key: str, value: str) -> Preferences:
    """The preferences with one choice made; a sound is switched. A key or value that is not ours changes nothing.

    >>> changed_by(Preferences(), {}, "sounds", "turn").sounds
    ('turn',)
    """
    game, dot, name = key.rpartition(".")
    if dot:
        section, its = sections.get(game), preferences.games.get(game)
        if section is None or its is None:
            return preferences
        if name == "sounds" and value in section.sounds:
            value = " ".join(_switched(tuple(its["sounds"].split()), value, section.sounds))
        elif value not in section.choices.get(name, ()):
            return preferences
        return replace(preferences, games={**preferences.games, game: {**its, name: value}})
    if key == "sounds" and value in SOUNDS:
        return replace(preferences, sounds=_switched(preferences.sounds, value, SOUNDS))
    if value in CHOICES.get(key, ()):
        return replace(preferences, **{key: value})  # type: ignore[arg-type]  # the keys are its own fields
    return preferences


def _switched(heard: tuple[str, ...], kind: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
    wanted = set(heard) ^ {kind}
    return tuple(kind for kind in kinds if kind in wanted)


async def change(session: str, sections: Sections, key: str, value: str) -> None:
    """Sets one preference of a browser, stores it, and updates all pages that this browser has open."""
    before = of(session, sections)
    after = changed_by(before, sections, key, value)
    if after == before:
        return
    kept = visitors.get(session).preferences
    house = {name: getattr(after, name) for name in CHOICES} | {"sounds": list(after.sounds)}
    await visitors.prefer(session, {**kept, **house, "games": {**_by_game(kept), **after.games}})
    changed.emit(session)
