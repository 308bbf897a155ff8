"""Assembles the server: store, tables, pages, and NiceGUI's settings, which were chosen by measurement."""

import asyncio
import logging
from functools import partial

from nicegui import app, ui
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.sessions import SessionMiddleware

from webapp.app import health, messages, routes
from webapp.app.file_cache import FileCache
from webapp.app.logs import KeptLog, quiet_peers
from webapp.base import memory
from webapp.base.addresses import listening, ours_to_listen, port_free, prefix, qr, wifi_name
from webapp.base.clock import bin_clock
from webapp.base.settings import STATIC, Settings
from webapp.frame.page_frame import SCRIPTS
from webapp.games import games
from webapp.host import salvage_report
from webapp.host.server import server
from webapp.i18n import Translator
from webapp.lists.service import list_service
from webapp.lobby.foreign import foreign
from webapp.people.visitors import visitors
from webapp.plates import addresses as plates
from webapp.security import sockets
from webapp.security.connections import GuardedConnection, open_more_files
from webapp.security.flood_guard import FRAME, Floods
from webapp.security.headers import Heads, SafeHeaders, SameOrigin
from webapp.security.host_key import keys
from webapp.security.hosts import OwnNames, hosts
from webapp.security.proxies import BelowPrefix, TrustedProxies, proxies
from webapp.security.secret import secret
from webapp.store import StoreProblem
from webapp.tables import registry
from webapp.ui import components, strings_apart, style_sheets
from webapp.ui.theme import BRAND

YEAR_S = 31_536_000
HOUR_S = 3_600

TABLES_TOLD = 5
"""The number of tables whose codes are printed at start, the newest ones."""

NOTICE_S = 5
"""The silence after which a browser counts as gone; its page is kept much longer (theme.PATIENCE_S)."""


RESUME_S = 1.0
"""Seconds after the start until the other pages and the games are imported and unfinished matches read: a browser that
waits for the port has its page by then."""


class BadHost(Exception):
    """The address to listen on is not of this machine."""

    def __init__(self, host: str) -> None:
        super().__init__(f"{host} is none of ours")
        self.host = host


class PortTaken(Exception):
    """Another program listens on the port."""

    def __init__(self, port: int) -> None:
        super().__init__(f"port {port} is taken")
        self.port = port


def serve(settings: Settings, tr: Translator) -> None:
    """Runs the server until it is stopped. `tr`: the texts for the host's terminal.

    Raises :class:`StoreProblem`, :class:`BadHost` or :class:`PortTaken` before anything is served."""
    prefix.open(settings.prefix)
    store, salvaged = salvage_report.opened(settings.database)
    libraries = [game.packs.library for game in games() if game.packs is not None]
    closing = [
        bin_clock.close,
        foreign.close,
        registry.close,
        *(library.close for library in libraries),
        list_service.close,
        store.close,
    ]
    try:
        key = secret(settings.secret)
        _keep_log(settings)
        if not ours_to_listen(settings.host):
            raise BadHost(settings.host)
        if not port_free(settings.host, settings.port):
            raise PortTaken(settings.port)
        visitors.open(store)
        list_service.open(store)
        for library in libraries:
            library.open(store)
        registry.open(store, games())
        foreign.open(store)
        server.open(settings, store)
        server.saved = salvaged
        hosts.open(settings.names)
        proxies.open(settings.proxies)
        listening.open(settings)
        bin_clock.open(settings.data / "clock")
        open_more_files()
    except BaseException:
        for close in closing:
            close()
        raise
    app.on_startup(registry.wake)
    app.on_startup(list_service.empty_bins)
    for library in libraries:
        app.on_startup(library.empty_bin)
        app.on_startup(library.examine_kept)
    app.on_startup(registry.empty_bin)
    app.on_startup(lambda: _welcome(settings, tr))
    app.on_startup(partial(_resume_kept, tr))
    app.on_startup(quiet_peers)
    for close in closing:
        app.on_shutdown(close)
    style_sheets.FILES.register()
    SCRIPTS.register()
    components.register()
    strings_apart.register()
    plates.register()
    app.add_static_files("/static", STATIC, max_cache_age=HOUR_S)
    # Cookies ignore ports: a name of our own keeps another NiceGUI app on this machine from taking people's seats, and
    # so does the prefix in it with a second server of this kind behind one proxy. Put in here rather than by ui.run, it
    # stands within SafeHeaders, which sees what it says.
    cookie = f"olomoc_session{prefix.path.replace('/', '_')}"
    app.add_middleware(SessionMiddleware, secret_key=key, session_cookie=cookie, max_age=YEAR_S, same_site="lax")
    app.add_middleware(Heads)
    app.add_middleware(SameOrigin)
    app.add_middleware(SafeHeaders)
    app.add_middleware(FileCache)
    app.add_middleware(health.HealthCheck)
    app.add_middleware(OwnNames)
    app.add_middleware(Floods)
    app.add_middleware(BelowPrefix)
    app.add_middleware(TrustedProxies, addresses=settings.proxies)
    health.register(store, key)
    routes.register()
    sockets.guard()
    messages.lighten()
    ui.run(
        host=settings.host,
        port=settings.port,
        title=BRAND,
        favicon=STATIC / "icons" / "favicon.svg",
        dark=None,
        reload=False,
        show=False,
        show_welcome_message=False,
        tailwind=False,
        # Nothing is bound to anything: pages are told what changed.
        binding_refresh_interval=None,
        reconnect_timeout=NOTICE_S,
        # On a local network the processor is scarcer than the line: half the work per viewer, a third of the memory.
        ws_per_message_deflate=False,
        ws_max_size=4 * FRAME,
        # socket.io has pings of its own, by which silent browsers are noticed.
        ws_ping_interval=None,
        http=GuardedConnection,
        # Only proxies that the host has named are believed (TrustedProxies).
        proxy_headers=False,
        server_header=False,
        # Streams of events have no end of their own: at Ctrl-C they are cut after so many seconds.
        timeout_graceful_shutdown=1,
        storage_secret=key,
        # Only pages are compressed anew each time (FileCache): a third of the time of level 9, for 3 % more bytes.
        gzip_middleware_factory=partial(GZipMiddleware, compresslevel=6),
    )


def explain(problem: StoreProblem | PortTaken | BadHost, tr: Translator) -> str:
    """The reason why the server did not start, as text for the host."""
    if isinstance(problem, PortTaken):
        return tr("start.port-taken", port=problem.port, other=problem.port + 1)
    if isinstance(problem, BadHost):
        return tr("start.bad-host", host=problem.host)
    return tr(f"store.{problem.code}", **problem.params)


def _welcome(settings: Settings, tr: Translator) -> None:
    """Prints the addresses for the host."""
    lines = ["", tr("start.here", url=listening.here())]
    urls = listening.offered()
    if urls:
        if urls[0] in listening.addresses():
            wifi = wifi_name()
            lines.append(tr("start.wifi-named", name=wifi) if wifi else tr("start.wifi"))
        lines += [tr("start.lan", url=urls[0]), "", qr(urls[0])]
        if urls[1:]:
            lines.append(tr("start.also", urls=", ".join(urls[1:])))
    waiting = [table for table in registry.all() if table.state != "finished"][:TABLES_TOLD]
    if waiting:
        codes = ", ".join(f"{table.code} ({table.name})" if table.name else table.code for table in waiting)
        lines.append(tr("start.codes", codes=codes))
    lines.append(tr("start.host", url=f"{listening.here()}/host", key=keys.spoken))
    lines += [tr("start.data", path=settings.data), tr("start.stop")]
    if server.saved is not None:
        lines += salvage_report.sentences(server.saved, tr)
    print("\n".join(lines), flush=True)  # noqa: T201  (the terminal is the host's screen)


async def _resume_kept(tr: Translator) -> None:
    """Imports the other pages and the games, and reads the unfinished matches, beside what runs already: the first page
    does not wait for them."""
    await asyncio.sleep(RESUME_S)
    routes.complete()
    for game in games():
        for part in game.parts():
            part()
            await asyncio.sleep(0)
    memory.settle()
    await registry.resume()
    for code, reason in registry.unreadable.items():
        print(tr("start.unreadable", code=code, reason=reason), flush=True)  # noqa: T201  (the host's screen)


def _keep_log(settings: Settings) -> None:
    """Sends every log line of ours to a file that does not grow without end; warnings to the terminal as well."""
    ours = logging.getLogger("webapp")
    if ours.handlers:
        return
    ours.setLevel(logging.INFO)
    kept = KeptLog(settings.log, maxBytes=2_000_000, backupCount=2, encoding="utf-8", delay=True)
    kept.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    ours.addHandler(kept)
    shown = logging.StreamHandler()
    shown.setLevel(logging.WARNING)
    ours.addHandler(shown)
