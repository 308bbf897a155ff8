"""`/watch/<code>?tv`: what the house adds to a game's page for a large screen, which no hand reaches: at the end, who
has won; after that it goes on to the rematch by itself. How people come to the table stands on the stage."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui

from webapp.frame.page_frame import frame
from webapp.games.contract import Json, winners
from webapp.i18n import Translator
from webapp.people.visitors import session_id
from webapp.table_kit.clocks import clocks
from webapp.table_kit.ends import lid
from webapp.table_kit.place import SPECTATOR, Place
from webapp.table_kit.sound_switch import SoundSwitch
from webapp.table_kit.status_strip import Strip
from webapp.tables import Table, registry
from webapp.ui.live_box import Notice
from webapp.ui.live_page import while_present
from webapp.ui.pane import Pane
from webapp.ui.reader import Reader
from webapp.ui.theme import text
from webapp.ui.tree import payload


def television_page(table: Table, tr: Translator) -> None:
    """Builds the page. It belongs to no seat, and is not counted as a spectator."""
    screens = table.game.screens
    title = tr("table.title", name=table.name or table.code)
    styles = (*(screens.television_styles or screens.styles), "television.css")
    with frame(tr, title, styles=styles, letters=screens.letters, page_class="tv-page") as page:
        at = Place(table, tr, page, "")
        with page.head:
            clocks(table, tr, SPECTATOR)
            SoundSwitch(table, tr, session_id(), None, television=True)
        screens.television(at)
        Reader(at.large, tr)
        Strip(table, tr)
        _OverTheTable(table, tr, at)


class _OverTheTable:
    """The result over one page."""

    def __init__(self, table: Table, tr: Translator, at: Place) -> None:
        self._table, self._tr, self._client, self._at = table, tr, ui.context.client, at
        self._result = Notice("tv-result panel", "tv-result")
        table.subscribe(SPECTATOR, self._show, steps=False)
        registry.rematches.subscribe(while_present(self._follow))
        self._show()

    def _show(self) -> None:
        table, tr = self._table, self._tr
        outcome = table.outcome
        names = {key: seat.name for key, seat in table.seats.items()}
        if (box := self._result.renew((outcome, names) if outcome is not None else None)) is None or outcome is None:
            return
        with box:
            if (ending := table.game.screens.ended(self._at.words)) is not None:
                Pane(payload(0, [lid(table.game.key), ending]))
            else:
                self._draw_result(outcome, names)
            text("p", tr("watching.tv-stays"), "muted")
        self._follow()

    def _draw_result(self, outcome: Json, names: Mapping[str, str | None]) -> None:
        """The winners and the score."""
        won, score = winners(outcome), outcome.get("score") or {}
        text("h2", self._table.game.result(outcome, names, self._tr))
        with ui.element("ol"):
            for key in sorted(score, key=lambda seat: (-score[seat], seat not in won)):
                with ui.element("li").classes(f"side-{key} {'has-won' if key in won else ''}"):
                    text("span", names.get(key) or key, "who")
                    text("strong", str(score[key]))

    def _follow(self) -> None:
        """Goes on to the table of the rematch, once there is one."""
        if self._table.settings.rematch and registry.get(self._table.settings.rematch) is not None:
            self._client.open(f"/watch/{self._table.settings.rematch}?tv")
