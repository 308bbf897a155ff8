"""The guests' ways to the server: the Wi-Fi, the addresses, QR codes, and the field for a table's code."""

from collections.abc import Callable
from functools import partial

from nicegui import events, ui
from starlette.datastructures import URL

from webapp.base.addresses import listening, preference, qr_picture, wifi_name
from webapp.base.typed_text import tidy_name
from webapp.i18n import Translator
from webapp.tables import registry
from webapp.ui.fields import EMIT_FORM, label_for, text_field
from webapp.ui.intents import message
from webapp.ui.theme import testid, text

CODES = 6
"""The number of waiting tables whose codes the host sees, the newest ones."""


def invitation(tr: Translator) -> None:
    """The Wi-Fi, the address, and its QR code; other addresses are folded."""
    with ui.element("div").classes("panel lobby-invitation") as panel:
        _by_code(tr)
        urls = listening.offered(ui.context.client.request.url)
        if not urls:
            return
        testid(panel, "invitation")
        _wifi(urls[0], tr)
        _address(urls[0], tr)
        if len(urls) > 1:
            with ui.element("details"):
                text("summary", tr("lobby.other-addresses"))
                for url in urls[1:]:
                    _address(url, tr)


def invite(tr: Translator, chosen: Callable[[], None]) -> None:
    """The same for the host, with every address and the choice of the right one; `chosen` is called with it."""
    urls = listening.offered(ui.context.client.request.url)
    if not urls:
        text("p", tr("host.alone"), "muted")
        return
    _wifi(urls[0], tr)
    _address(urls[0], tr)
    waiting = [table for table in registry.all() if table.state == "open"]
    if waiting:
        with ui.element("p").classes("host-codes"):
            text("span", tr("host.codes"), "muted")
            for table in waiting[:CODES]:
                text("strong", table.code, "lobby-code")
    if len(urls) > 1:
        text("p", tr("host.others"), "muted")

    def prefer(address: str) -> None:
        preference.prefer(address)
        chosen()

    for url in urls[1:]:
        with ui.element("div").classes("host-address"):
            text("span", url)
            if url in listening.addresses():
                other = URL(url).hostname or ""
                testid(text("button", tr("host.prefer"), "btn quiet"), f"prefer-{other}").on(
                    "click", partial(prefer, other)
                )


def _wifi(url: str, tr: Translator) -> None:
    """Names the network to join first, where the address is one of this machine on it."""
    if url in listening.addresses():
        wifi = wifi_name()
        text("p", tr("lobby.wifi-named", name=wifi) if wifi else tr("lobby.wifi"), "muted")


def _address(url: str, tr: Translator) -> None:
    with ui.element("div").classes("lobby-address"):
        code = ui.element("img")
        code.props["src"] = qr_picture(url)
        code.props["alt"] = tr("lobby.qr", url=url)
        with ui.element("p"):
            text("span", tr("lobby.others-open"), "muted")
            text("strong", url)


def _by_code(tr: Translator) -> None:
    """The field for a table's code, for somebody who hears it across the room."""

    def go(event: events.GenericEventArguments) -> None:
        wanted = message(event).get("code")
        table = registry.get(tidy_name(wanted if isinstance(wanted, str) else ""))
        if table is None:
            line.text = tr("lobby.no-such-code")
        else:
            ui.navigate.to(f"/table/{table.code}")

    with ui.element("form").classes("lobby-code-form").on("submit", go, js_handler=EMIT_FORM) as form:
        testid(form, "code-form")
        label_for(tr("lobby.code"), "table-code")
        field = text_field("table-code", "", 8)
        field.props.update(
            {"name": "code", "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        )
        button = text("button", tr("lobby.to-table"), "btn")
        button.props["type"] = "submit"
        line = text("p", "", "lobby-said no")
        line.props["role"] = "status"
