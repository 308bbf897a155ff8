"""The game's own pages: one for each scenario of the core pack."""

from __future__ import annotations

from nicegui import ui

from webapp.games.blade import KEY
from webapp.games.blade.scenario_card import rows
from webapp.ui.theme import PATIENCE_S


def register() -> None:
    """Puts the pages of the scenarios in place."""
    for id, row in rows().items():
        if "aim" in row:
            _register(id)


def _register(id: str) -> None:
    def scenario() -> None:
        from webapp.games.blade.scenario_page import build  # with the rules, when it is first asked for

        build(id)

    ui.page(f"/{KEY}/scenarios/{id}", reconnect_timeout=PATIENCE_S)(scenario)
