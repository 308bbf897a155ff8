"""Live tables: one match each, with its seats and its audience. They know no particular game.

A page finds its table with ``registry.get(code)``, asks ``table.viewer_of(session)`` what its browser may know, shows
``table.view(viewer)``, subscribes with ``table.subscribe(viewer, callback)``, counts as present after
``table.attend(client, session)``, and plays with ``await table.submit(session, command)``.
"""

from rules.kernel.refusals import Refusal
from webapp.tables.company import Seat, browser_of
from webapp.tables.registry import Registry, registry
from webapp.tables.settings import Settings
from webapp.tables.table import Table
from webapp.tables.titles import Choice, Match, Several, Title

__all__ = [
    "Choice",
    "Match",
    "Refusal",
    "Registry",
    "Seat",
    "Settings",
    "Several",
    "Table",
    "Title",
    "browser_of",
    "registry",
]
