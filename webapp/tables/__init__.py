"""Live tables: one match each, with its seats and its audience. They know no particular game.

A page finds its table with ``registry.get(code)``, asks ``table.seat_of(session)`` which seat its browser has, shows
``table.view(viewer)`` of that seat or of ``spectator``, subscribes with ``table.subscribe(viewer, callback)``, counts
as present after ``table.attend(client, session)``, and plays with ``await table.submit(session, command)``."""

from rules.kernel.contract import Match
from rules.kernel.refusals import Refusal
from webapp.games.contract import Choice, Game, MultipleChoice
from webapp.tables.registry import Registry, registry
from webapp.tables.seats import Seat, browser_of
from webapp.tables.settings import TableSettings
from webapp.tables.table import Table

__all__ = [
    "Choice",
    "Game",
    "Match",
    "MultipleChoice",
    "Refusal",
    "Registry",
    "Seat",
    "Table",
    "TableSettings",
    "browser_of",
    "registry",
]
