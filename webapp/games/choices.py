"""The choices of a game as data: the options of a new table, and the preferences of its screens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webapp.i18n import Translator
    from webapp.ui.tree import Child


@dataclass(frozen=True)
class GamePreferences:
    """The preferences of one game's screens. The catalogue names ``preferences.<key>`` and its values
    ``preferences.<key>.<value>``; kinds of sounds are ``preferences.sounds.<kind>``. On pages each choice is on the
    ``<body>`` as ``data-<key>``, and its sounds are among ``data-sounds``."""

    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The values of each preference by key; the first is the default."""
    sounds: tuple[str, ...] = ()
    """Kinds that may be heard besides the house's, of those that `static/js/sounds.js` can make. A log line names its
    kind as ``data-sound``; nobody hears a kind that they have not asked for."""


@dataclass(frozen=True)
class Choice:
    """A choice when a table is made: an option of the match with its values, in the order in which they are shown. The
    catalogue names it ``choice.<key>`` and its values ``choice.<key>.<value>``, unless the game names a value itself:
    ``names[value]`` gives its name for a language."""

    key: str
    values: tuple[str, ...]
    names: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    means: Mapping[str, Any] = field(default_factory=dict)
    """The match's option for a value, where that is not the value itself."""
    more: Callable[[], Mapping[str, Callable[[str], str]]] = dict
    """Further values that are available at the time, with their names."""
    advanced: frozenset[str] = frozenset()
    """Values for experienced players, listed apart, after all others."""
    preset: str = ""
    """The value that is chosen at first, where that is not the first."""
    fits: Callable[[Mapping[str, str]], Collection[str]] | None = None
    """The values that go with those of the choices before it, which are given by key; None: all do."""
    aside: Callable[[str, Translator], list[Child]] | None = None
    """What is shown beside this choice's field for its value (a small map); None: nothing."""
    aside_styles: Sequence[str] = ()
    """The style sheets of :attr:`aside`, files of ``static/css``."""

    @property
    def default(self) -> str:
        """The value that is chosen at first."""
        return self.preset or self.values[0]

    @property
    def offered(self) -> tuple[str, ...]:
        """All values that can be chosen now."""
        offered = (*self.values, *(value for value in self.more() if value not in self.values))
        return tuple(sorted(offered, key=lambda value: value in self.advanced))

    def fitting(self, before: Mapping[str, str]) -> tuple[str, ...]:
        """The values offered that go with what the choices before it say; all where none would."""
        if self.fits is None:
            return self.offered
        fitting = self.fits(before)
        return tuple(value for value in self.offered if value in fitting) or self.offered

    def taken(self, value: object, before: Mapping[str, str]) -> str:
        """The value that counts: the chosen one, else the default, else the first, of those that fit."""
        fitting = self.fitting(before)
        return next(
            (candidate for candidate in (value, self.default) if isinstance(candidate, str) and candidate in fitting),
            fitting[0],
        )

    def option(self, value: object) -> Any:
        """The match's option for a chosen value; for an unknown value, that of the default."""
        chosen = value if isinstance(value, str) and value in self.offered else self.default
        return self.means.get(chosen, chosen)


@dataclass(frozen=True)
class MultipleChoice:
    """An option of the match with any number of the values available at the time; only the first by default. `now`:
    each value with its name, which is the same in every language."""

    key: str
    now: Callable[[], Mapping[str, str]]

    def option(self, value: object) -> list[str] | None:
        """The match's option for values with commas between; None: the default."""
        if not isinstance(value, str):
            return None  # what there is may have to be read first
        available, wanted = list(self.now()), value.split(",")
        chosen = [value for value in available if value in wanted] or available[:1]
        return None if chosen == available[:1] else chosen
