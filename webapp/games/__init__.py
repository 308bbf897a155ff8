"""The games of this house. A game is a folder under ``rules``, a folder here and one line in ``GAMES``."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from webapp.games.contract import Game

GAMES = ("olomoc", "invader", "diktat", "blade", "hybris")
"""The keys of the games, in the order in which the lobby offers them: each a package here with a ``game`` module."""


@dataclass(frozen=True)
class ComingGame:
    """A box on the shelf that cannot be opened yet: its name, and a line about it by language."""

    name: str
    line: Mapping[str, str]


COMING: Mapping[str, ComingGame] = {}
"""The games that are on their way, by key; one that is in ``GAMES`` has come."""


def games() -> tuple[Game, ...]:
    """Every game of ``GAMES``. Imported on the first call, so that the house itself imports no game."""
    return tuple(import_module(f"webapp.games.{key}.game").GAME for key in GAMES)
