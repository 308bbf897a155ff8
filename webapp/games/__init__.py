"""The games of this house. A game is a folder under ``rules``, a folder here and one line in ``GAMES``."""

from importlib import import_module

from webapp.games.contract import Game

GAMES = ("olomoc", "invader", "diktat")
"""The keys of the games, in the order in which the lobby offers them: each a package here with a ``game`` module."""


def games() -> tuple[Game, ...]:
    """Every game of ``GAMES``. Imported on the first call, so that the house itself imports no game."""
    return tuple(import_module(f"webapp.games.{key}.game").GAME for key in GAMES)
