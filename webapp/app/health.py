"""``/health`` for monitoring: whether a match could be played, and the load. ``/alive`` for pages that reconnect."""

import time

from fastapi.responses import JSONResponse, Response
from nicegui import app

from webapp.base.version import instance, version
from webapp.security.headers import App, Message, Receive, Send
from webapp.store import Store, StoreProblem
from webapp.tables import registry

STARTED = time.monotonic()

ALIVE = "/alive"


class HealthCheck:
    """ASGI middleware that answers ``/alive``, which disconnected pages poll, without calling the app: clients hang up
    in the middle of a request, and a hundred poll at once when a server comes back. A POST goes on to
    :func:`own_page`."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answers the request, or passes it on."""
        if scope["type"] != "http" or scope["path"] != ALIVE or scope["method"] == "POST":
            await self._app(scope, receive, send)
            return
        headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


async def own_page() -> Response:
    """The answer to a page whose socket does not open: it reaches here unless the page is taken for another site's."""
    return Response(status_code=204, headers={"cache-control": "no-store"})


def register(store: Store, key: str) -> None:
    """Registers the addresses. `key`: the server's secret, of which only a digest is shown."""

    async def health() -> JSONResponse:
        """200 while commands can be stored, 503 with the reason while they cannot."""
        try:
            await store.probe()
            trouble = None
        except StoreProblem as problem:
            trouble = problem.code
        tables = registry.all()
        body = {
            "status": "ok" if trouble is None else "unwell",
            "store": trouble or "ok",
            "version": version(),
            "instance": instance(key),
            "up": round(time.monotonic() - STARTED),
            "tables": {
                **{state: sum(table.state == state for table in tables) for state in ("open", "running")},
                "finished": await registry.resting(),
            },
            "unreadable": sorted(registry.unreadable),
        }
        return JSONResponse(body, 200 if trouble is None else 503, headers={"cache-control": "no-store"})

    app.add_api_route(ALIVE, own_page, methods=["POST"], include_in_schema=False)
    app.add_api_route("/health", health, methods=["GET"], include_in_schema=False)
