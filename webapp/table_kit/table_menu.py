"""The menu at the end of a table's head line: links and actions that belong to the table but not to its board.

A new entry is a function in ``ENTRIES`` and a text ``menu.<key>`` in both catalogues.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nicegui import json, ui

from webapp.base.addresses import below, listening
from webapp.frame.help_sheet import HelpSheet
from webapp.i18n import Translator
from webapp.table_kit.invitation import invitation, invitation_node
from webapp.tables import Table
from webapp.ui.strings_apart import StringsApart
from webapp.ui.tree import one


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One line of the menu, a link. The catalogue names it ``menu.<key>``; tests find it
    as ``menu-<key>``."""

    key: str
    href: str = ""
    stands_for: str = ""
    """The test id of the head line's button that this line presses, on screens too small for the button."""


Entry = Callable[[Table, str], MenuItem | None]
"""A line for a viewer of a table (a seat, or ``spectator``), or None. Called while the page is built."""


def your_seat(table: Table, viewer: str) -> MenuItem | None:
    """The page about one's seat: being ready, adjourning, the recovery code, leaving."""
    return None if viewer == "spectator" else MenuItem("seat", f"/table/{table.code}/seat")


def replay(table: Table, viewer: str) -> MenuItem:
    """The replay of the match so far."""
    return MenuItem("replay", f"/replay/{table.code}")


def lobby(table: Table, viewer: str) -> MenuItem:
    """The lobby, with all tables."""
    return MenuItem("lobby", "/")


def rules(table: Table, viewer: str) -> MenuItem | None:
    """The rules, where the head line has no room for them."""
    return MenuItem("rules", stands_for="to-rules") if table.game.rules is not None else None


def preferences(table: Table, viewer: str) -> MenuItem:
    """The preferences, where the head line has no room for them."""
    return MenuItem("preferences", stands_for="preferences")


def television(table: Table, viewer: str) -> MenuItem | None:
    """The page for a large screen."""
    return MenuItem("tv", f"/watch/{table.code}?tv") if viewer == "spectator" else None


ENTRIES: tuple[Entry, ...] = (your_seat, replay, television, lobby, rules, preferences)


class TableMenu(StringsApart, component="table_menu.js"):
    """A button and the menu it opens; the browser closes it at Escape, or at a click elsewhere.

    It ends with how others come to the table, where it ``invites`` and the match is not over, and with the elements
    that are built inside it: at once, or when it is opened (:meth:`later`).
    """

    def __init__(self, table: Table, tr: Translator, viewer: str, *, invites: bool) -> None:
        HelpSheet(tr, table.game.screens.keys)
        super().__init__()
        self._table = table
        self._tr = tr
        self._viewer = viewer
        self._base = listening.reachable(ui.context.client.request.url)
        items = (entry(table, viewer) for entry in ENTRIES)
        self._items = tuple(item for item in items if item is not None)
        self._props["payload"] = self._payload(invites)
        self.apart("payload")
        if invites:
            table.subscribe(viewer, self.show, steps=False)

    def later(self, build: Callable[[], object]) -> None:
        """Calls ``build`` inside the menu when it is opened for the first time."""
        due = [build]

        def opened() -> None:
            if due:
                with self:
                    due.pop()()

        self.on("open", opened)

    def show(self) -> None:
        """Shows the invitation of now."""
        payload = self._payload(True)
        if payload != self._props["payload"]:
            self.put("payload", payload)

    def _payload(self, invites: bool) -> str:
        tr = self._tr
        body: dict[str, Any] = {
            "open": tr("menu.open"),
            "items": [
                {"key": item.key, "words": tr(f"menu.{item.key}"), "href": below(item.href), "presses": item.stands_for}
                for item in self._items
            ],
            "invitation": None,
        }
        if invites and not self._table.over:
            shown = invitation(self._table, tr, self._base, self._viewer)
            body["invitation"] = invitation_node(shown, tr)
        return one(json.dumps(body))
