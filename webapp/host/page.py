"""``/host``: the host's page: addresses, all tables, backups, problems."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.responses import FileResponse
from nicegui import app, events, ui

from webapp.frame.page_frame import frame
from webapp.host import copies
from webapp.host.copies_panel import Copies
from webapp.host.server import server
from webapp.host.tables_panel import Tables
from webapp.host.troubles_panel import Troubles
from webapp.i18n import Translator, translator
from webapp.lobby.invitation import invite
from webapp.people.visitors import language_of, session_id
from webapp.seats.door import address
from webapp.security.host_key import keys
from webapp.tables import registry
from webapp.ui.fields import EMIT_FORM, label_for, refusal_text, text_field
from webapp.ui.intents import message
from webapp.ui.theme import PATIENCE_S, testid, text

STYLES = ("lobby.css", "host.css")

LOOK_S = 5.0
"""Seconds between updates of what sends no event: presence, the disk."""


def register() -> None:
    """Registers the page and the download of backups."""
    ui.page("/host", reconnect_timeout=PATIENCE_S)(host_page)
    app.add_api_route("/host/copies/{name}", take_along, methods=["GET"], include_in_schema=False)


def take_along(name: str, request: Request) -> Response:
    """Downloads a new backup, for the host only."""
    path = copies.copy_named(server.settings.data, name) if keys.is_host(request) else None
    if path is None:
        return Response(status_code=404)
    # The file holds everybody's secrets: no cache may keep it.
    return FileResponse(path, filename=path.name, headers={"cache-control": "no-store"})


async def host_page() -> None:
    """Builds the page for the host, and a door for anybody else."""
    tr, session = translator(language_of()), session_id()
    request = ui.context.client.request
    keys.mark(request)
    if not keys.is_host(request):
        _door(tr, session)
        return
    with frame(tr, tr("host.title"), styles=STYLES, page_class="host-page") as page:
        with page.head:
            text("span", tr("host.heading"), "host-heading")
            ui.element("span").classes("frame-space")
        with ui.element("div").classes("host-main"):
            status = testid(text("p", "", "lobby-said host-said"), "host-said")
            status.props["role"] = "status"

            def say(words: str, good: bool = False) -> None:
                status.text = words
                status.classes(add="" if good else "no", remove="no" if good else "")

            with _section("troubles", tr):
                troubles = Troubles(tr)
            with _section("tables", tr):
                tables = Tables(tr, say)
        with ui.element("div").classes("host-side"):
            with _section("invite", tr):
                invite(tr, lambda: ui.navigate.reload())
            with _section("copies", tr):
                Copies(tr, say)
    registry.changed.subscribe(tables.refresh)

    async def look() -> None:
        tables.refresh()
        await troubles.refresh()

    ui.timer(0, troubles.refresh, once=True)
    ui.timer(LOOK_S, look)


def _section(name: str, tr: Translator) -> ui.element:
    section = ui.element("section").classes(f"panel host-section host-{name}")
    with section:
        text("h2", tr(f"host.{name}"))
    return section


def _door(tr: Translator, session: str) -> None:
    """The form for the host's key, rate-limited, for browsers that are not the host's."""
    origin = address()

    def give(event: events.GenericEventArguments) -> None:
        typed = message(event).get("key")
        refusal = keys.give(session, typed if isinstance(typed, str) else "", origin)
        if refusal is None:
            ui.navigate.reload()
        else:
            status.text = refusal_text(tr, refusal)

    with (
        frame(tr, tr("host.title"), styles=STYLES, page_class="lobby-trouble"),
        ui.element("div").classes("panel host-door"),
    ):
        text("h1", tr("host.heading"))
        text("p", tr("host.door"), "muted")
        with ui.element("form").on("submit", give, js_handler=EMIT_FORM) as form:
            testid(form, "key-form")
            label_for(tr("host.key"), "host-key")
            field = testid(text_field("host-key", "", 40), "host-key")
            field.props.update({"name": "key", "autocomplete": "off", "spellcheck": "false"})
            button = testid(text("button", tr("host.enter"), "btn main accent"), "enter")
            button.props["type"] = "submit"
        status = testid(text("p", "", "lobby-said no"), "host-said")
        status.props["role"] = "status"
