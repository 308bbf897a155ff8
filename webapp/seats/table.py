"""`/table/<code>` and `/watch/<code>`: a game's screens in the page of the house."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from rules.kernel.contract import HINTS
from webapp.frame.page_frame import frame
from webapp.guide.begin import guide_of
from webapp.guide.callout import Guided
from webapp.guide.hints import Hints
from webapp.i18n import Translator, translator
from webapp.people.visitors import language_of, session_id
from webapp.seats.door import follow, offer_seats, watching_barred
from webapp.seats.host_menu import HostMenu
from webapp.seats.hot_seat import offer_screen, rematch_button, shared_page
from webapp.seats.seat import await_seat, seat_page
from webapp.seats.television import television_page
from webapp.seats.watch import Lending, onlooker
from webapp.security.host_key import keys
from webapp.store import StoreProblem
from webapp.table_kit.adjustment_sheet import AdjustmentSheet
from webapp.table_kit.clocks import clocks
from webapp.table_kit.invitation import invite_sheet
from webapp.table_kit.place import SPECTATOR, Place
from webapp.table_kit.sound_switch import SoundSwitch
from webapp.table_kit.status_strip import Strip
from webapp.table_kit.table_menu import TableMenu
from webapp.tables import Table, registry
from webapp.ui.reader import Reader
from webapp.ui.theme import BRAND, BUILD_S, PATIENCE_S, link_to, text

STYLES = ("standing.css", "talk.css", "clocks.css", "watching.css", "guide.css", "after.css")
"""The house's style sheets, after the game's own."""
LETTERS = ("symbols",)
"""The letters of the talk, after the game's own."""


def register() -> None:
    """Registers the pages."""
    ui.page("/table/{code}", reconnect_timeout=PATIENCE_S, response_timeout=BUILD_S)(table_page)
    ui.page("/table/{code}/seat", reconnect_timeout=PATIENCE_S, response_timeout=BUILD_S)(seat_page)
    ui.page("/watch/{code}", reconnect_timeout=PATIENCE_S, response_timeout=BUILD_S)(watch_page)


async def table_page(code: str, invite: str | None = None) -> None:
    """A player's page; for a visitor without a seat the door if one is free, else the spectator's page. `invite`: opens
    with the invitation."""
    tr, session = translator_for(code), session_id()
    table = await table_at(code, tr)
    if table is None:
        return
    if table.at_screen(session) and table.outcome is None:
        shared_page(table, tr, session)
        return
    if table.settings.hotseat and all(seat.free for seat in table.seats.values()):
        offer_screen(table, tr, session)
        return
    seat = table.seat_of(session)
    if seat is None and any(seat.free for seat in table.seats.values()) and table.outcome is None:
        offer_seats(table, tr, session, invite is not None)
        return
    if seat is not None or not watching_barred(table, tr, session):
        _show(table, tr, session, seat)
        if seat is not None and invite is not None:
            invite_sheet(table, tr, seat)


async def watch_page(code: str, eyes: str = "", tv: str | None = None) -> None:
    """The spectator's page; it shows only what everybody may know, also to people with a seat. `eyes`: the seat whose
    lent view to show; `tv`: for a large screen."""
    tr, session = translator_for(code), session_id()
    table = await table_at(code, tr)
    if table is not None and not watching_barred(table, tr, session):
        if tv is not None:
            follow(table, f"/watch/{table.code}?tv", lambda: table.watching_refused(session) is not None)
            television_page(table, tr)
        else:
            _show(table, tr, session, None, eyes)


def _show(table: Table, tr: Translator, session: str, seat: str | None, eyes: str = "") -> None:
    title = tr("table.title", name=table.name or table.code)
    screens = table.game.screens
    styles, letters = (*screens.styles, *STYLES), (*screens.letters, *LETTERS)
    with frame(tr, title, styles=styles, letters=letters, page_class="table-page") as page:
        if seat is None:
            onlooker(table, tr, page, session, eyes)
            await_seat(table, session)
            Strip(table, tr)
            if table.over and table.at_screen(session):
                with ui.element("div").classes("standing-strip"):
                    text("span", tr("sharing.over"))
                    rematch_button(table, tr, session)
        else:
            at = Place(table, tr, page, session, seat)
            guide = guide_of(table)
            if guide is not None and guide.match.seat == seat:
                with page.above():
                    guided = Guided(at, guide)
                at.screens.player(at)
                guided.follow()
            else:
                at.screens.player(at)
            Reader(at.large, tr)
            Strip(table, tr, session, seat)
            if table.game.shows(HINTS):
                Hints(at, page.head)
        with page.head:
            clocks(table, tr, seat or SPECTATOR)
            SoundSwitch(table, tr, session, seat)
            menu = TableMenu(table, tr, seat or SPECTATOR, invites=True)
        if seat is not None:
            menu.later(partial(AdjustmentSheet, table, tr, session))
        if keys.is_host(ui.context.client.request):
            menu.later(partial(HostMenu, table, tr, seat or SPECTATOR))
        if seat is not None:
            Lending(table, tr, session, seat, menu, page.main)
    table.attend(ui.context.client, session)


def translator_for(code: str) -> Translator:
    """The texts of a table's page in the reader's language: the shared ones and its game's."""
    table = registry.get(code)
    return translator(language_of(), table.game.key if table is not None else "")


async def table_at(code: str, tr: Translator) -> Table | None:
    """The table, loaded; or None, with the reason on the page."""
    table = registry.get(code)
    if table is None:
        kept = registry.foreign.get(code.upper())
        if kept is not None:
            _say(tr, tr("table.foreign", code=kept.code, game=kept.title))
        else:
            _say(tr, tr("table.no-such", code=code[:12]))
        return None
    try:
        await table.load()
    except StoreProblem as problem:
        _say(tr, tr(f"store.{problem.code}", **problem.params))
        return None
    return table


def _say(tr: Translator, words: str) -> None:
    with (
        frame(tr, BRAND, styles=("lobby.css", "door.css"), page_class="table-door"),
        ui.element("div").classes("door panel"),
    ):
        text("h1", words)
        link = text("a", tr("table.to-lobby"), "btn main accent")
        link_to(link, "/")
