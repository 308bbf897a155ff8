"""The menu at the end of a table's head line: links and actions that belong to the table but not to its board.

A new entry is a function in ``ENTRIES`` and a text ``menu.<key>`` in both catalogues.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nicegui import ui

from webapp.i18n import Translator
from webapp.tables import Table
from webapp.ui.help_sheet import HelpSheet
from webapp.ui.theme import testid, text

ID = "table-menu"

PRESS = """() => {
  document.getElementById('%s').hidePopover();
  document.querySelector('[data-testid="%s"]').click();
}"""


@dataclass(frozen=True)
class MenuItem:
    """One line of the menu: a link (``href``), or something done here (``act``). The catalogue names it ``menu.<key>``;
    it is marked ``menu-<key>`` for tests."""

    key: str
    href: str = ""
    act: Callable[[], Any] | None = None
    stands_for: str = ""
    """The mark of a button of the head line that this presses, where a small screen has no room for that button."""


Entry = Callable[[Table, str], MenuItem | None]
"""What a viewer of a table (a seat, or ``spectator``) is offered; None: nothing. Called while the page is built."""


def your_seat(table: Table, viewer: str) -> MenuItem | None:
    """Being ready, adjourning, the recovery code, giving the seat back."""
    return None if viewer == "spectator" else MenuItem("seat", f"/table/{table.code}/seat")


def replay(table: Table, viewer: str) -> MenuItem:
    """The match from its start, and every moment of it since."""
    return MenuItem("replay", f"/replay/{table.code}")


def lobby(table: Table, viewer: str) -> MenuItem:
    """All tables."""
    return MenuItem("lobby", "/")


def rules(table: Table, viewer: str) -> MenuItem | None:
    """The rules, where the head line is too short for them."""
    return MenuItem("rules", stands_for="to-rules") if table.game.screens.rules is not None else None


def preferences(table: Table, viewer: str) -> MenuItem:
    """How this person likes it, where the head line is too short for it."""
    return MenuItem("preferences", stands_for="preferences")


def television(table: Table, viewer: str) -> MenuItem | None:
    """The same for a screen that a whole room looks at."""
    return MenuItem("tv", f"/watch/{table.code}?tv") if viewer == "spectator" else None


ENTRIES: tuple[Entry, ...] = (your_seat, replay, television, lobby, rules, preferences)


def table_menu(table: Table, tr: Translator, viewer: str) -> ui.element:
    """A button and the menu it opens, which is given back; the browser closes it at Escape, or at a click elsewhere."""
    HelpSheet(tr, table.game.screens.keys)
    button = text("button", "", "head-menu-button")
    button.props.update(
        {"type": "button", "popovertarget": ID, "aria-label": tr("menu.open"), "title": tr("menu.open")}
    )
    testid(button, "menu")
    with ui.element("nav").classes("head-menu") as menu:
        menu.props.update({"id": ID, "popover": "auto", "aria-label": tr("menu.open")})
        for entry in ENTRIES:
            way = entry(table, viewer)
            if way is None:
                continue
            line = text("a" if way.href else "button", tr(f"menu.{way.key}"), "head-menu-way")
            if way.href:
                line.props["href"] = way.href
            if way.stands_for:
                line.classes("head-menu-small")
                line.on("click", js_handler=PRESS % (ID, way.stands_for))
            if way.act is not None:
                line.on("click", way.act)
            testid(line, f"menu-{way.key}")
    return menu
