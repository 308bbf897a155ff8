"""The addresses from the time of a single game: each answers 308 with today's address, its query kept."""

from __future__ import annotations

from fastapi import Request
from nicegui import app
from starlette.responses import RedirectResponse

from webapp.games.olomoc import KEY

MOVED = ("rules", "cabals", "packs")
"""The first parts of the addresses that have gone below the game's."""

METHODS = ["GET", "HEAD", "POST"]


def register() -> None:
    """Puts the old addresses in place."""
    for part in MOVED:
        for path in (f"/{part}", f"/{part}/{{rest:path}}"):
            app.add_api_route(path, moved, methods=METHODS, include_in_schema=False)


async def moved(request: Request) -> RedirectResponse:
    """The redirect to the present address. Browsers carry the part after ``#`` along themselves."""
    query = request.url.query
    # As it was asked for, escapes and all: a code in an address may have any letters.
    path = (request.scope.get("raw_path") or request.url.path.encode()).decode("ascii", "ignore").partition("?")[0]
    return RedirectResponse(f"/{KEY}{path}{'?' if query else ''}{query}", 308)
