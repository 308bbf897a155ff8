"""`/replay/<code>`: the replay of any match, for everyone who may watch it. `webapp/replay` decides what they see."""

from __future__ import annotations

from nicegui import ui

from webapp.base.numbers import number
from webapp.frame.page_frame import frame
from webapp.people.visitors import session_id
from webapp.replay.viewer import ReplayPage
from webapp.seats.door import watching_barred
from webapp.seats.table import STYLES, table_at, translator_for
from webapp.ui.theme import BUILD_S, PATIENCE_S


def register() -> None:
    """Registers the page."""
    ui.page("/replay/{code}", reconnect_timeout=PATIENCE_S, response_timeout=BUILD_S)(replay_page)


async def replay_page(code: str, at: str = "", eyes: str = "") -> None:
    """The match of a table at moment `at`, by default at its start, or at its end if it goes on; seen by `eyes` where
    this browser may."""
    tr, session = translator_for(code), session_id()
    table = await table_at(code, tr)
    if table is None or watching_barred(table, tr, session):
        return
    title = tr("replay.title", name=table.name or table.code)
    screens = table.game.screens
    styles = (*screens.styles, *STYLES, "replay.css")
    with frame(tr, title, styles=styles, letters=screens.letters, page_class="table-page replay-page") as page:
        await ReplayPage(table, tr, page, session, eyes[:12]).build(number(at, 10**9))
