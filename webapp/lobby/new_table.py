"""``/new``: the page on which a table is made."""

from __future__ import annotations

from nicegui import ui

from webapp.frame.page_frame import frame
from webapp.i18n import translator
from webapp.lobby.form import NewTableForm
from webapp.lobby.your_name import your_name
from webapp.people.visitors import language_of, session_id
from webapp.tables import registry
from webapp.ui.fields import way
from webapp.ui.theme import PATIENCE_S, text

ADDRESS = "/new"


def register() -> None:
    """Registers the page."""
    ui.page(ADDRESS, reconnect_timeout=PATIENCE_S)(new_table)


async def new_table(game: str = "") -> None:
    """Builds the page for one browser. `game`: the key of the game that is chosen at first."""
    tr, session = translator(language_of()), session_id()
    for its in registry.games:
        if its.packs is not None:
            await its.packs.library.refresh()
    styles = dict.fromkeys(name for its in registry.games for choice in its.choices for name in choice.aside_styles)
    title = tr("table.title", name=tr("lobby.new-table"))
    with (
        frame(tr, title, styles=("lobby.css", *styles), page_class="new-table-page"),
        ui.element("div").classes("new-table"),
    ):
        text("h1", tr("lobby.new-table"))
        say = your_name(tr, session)
        NewTableForm(tr, session, say, game)
        way(tr("table.to-lobby"), "/", "btn quiet", "to-lobby")
