"""``/api``: the documentation page of the API: its addresses, how to get a token, the rate limits."""

from fastapi.responses import RedirectResponse
from nicegui import app, ui

from webapp.api.routes import BASE, addresses
from webapp.base.addresses import below
from webapp.frame.page_frame import frame
from webapp.i18n import Translator, translator
from webapp.people.visitors import language_of
from webapp.ui.theme import PATIENCE_S, link_to, testid, text

STYLES = ("lobby.css", "api.css")

BOT = "python examples/bot.py {server} K7QM olo_…"
TABLES = 'curl "{server}/api/v1/tables"'
PLAY = """curl "{server}/api/v1/tables/K7QM/commands" -H "Authorization: Bearer olo_…" \\
     -H "Content-Type: application/json" -d '{{"kind": "end"}}'"""


def register() -> None:
    """Registers the page; the API's own address redirects people there."""
    ui.page("/api", reconnect_timeout=PATIENCE_S)(api_page)
    for path in (BASE, f"{BASE}/"):
        app.add_api_route(path, _to_page, methods=["GET"], include_in_schema=False)


def _to_page() -> RedirectResponse:
    return RedirectResponse("/api")


async def api_page() -> None:
    """Builds the page."""
    tr = translator(language_of())
    request = ui.context.client.request
    server = f"{request.url.scheme}://{request.headers.get('host', '')}{below('/').rstrip('/')}"
    with frame(tr, tr("api.title"), styles=STYLES, page_class="api-page") as page:
        with page.head:
            text("span", tr("api.heading"), "muted")
        with ui.element("article").classes("panel api-text"):
            text("h1", tr("api.heading"))
            text("p", tr("api.what"))
            text("h2", tr("api.token-head"))
            text("p", tr("api.token"))
            text("pre", BOT.format(server=server))
            text("h2", tr("api.addresses-head"))
            text("p", tr("api.addresses", base=BASE))
            _addresses(tr)
            text("pre", f"{TABLES}\n{PLAY}".format(server=server))
            text("h2", tr("api.refused-head"))
            text("p", tr("api.refused"))
            text("p", tr("api.limits"))
            link = testid(text("a", tr("api.openapi"), "btn"), "openapi")
            link_to(link, f"{BASE}/openapi.json")


def _addresses(tr: Translator) -> None:
    with ui.element("table").classes("api-table"):
        with ui.element("thead"), ui.element("tr"):
            for key in ("api.column-address", "api.column-what", "api.column-who"):
                text("th", tr(key)).props["scope"] = "col"
        with ui.element("tbody"):
            for method, path, name, own in addresses():
                with ui.element("tr"):
                    with ui.element("td"):
                        text("code", f"{method} {path}")
                    text("td", tr(f"api.does-{name}"))
                    text("td", tr("api.who-seat" if own else "api.who-anybody"))
