"""The pages of the house and of its games, each put at its address."""

from nicegui import app
from starlette.types import Receive, Scope, Send

from webapp.frame import error_page
from webapp.games import games
from webapp.lobby import page as lobby
from webapp.ui.served_texts import terms


def register() -> None:
    """Puts the lobby at its address, and all that a first visitor needs. The other pages, whose modules take an eighth
    of the time from the start to the first page, follow with :func:`complete`, or at the first request for any of
    them."""
    error_page.register()
    lobby.register()
    app.router.default = _late


def complete() -> None:
    """Puts the other pages at their addresses, unless they are there. On the event loop, as :meth:`Game.load`."""
    if app.router.default != _late:
        return
    app.router.default = app.router.not_found
    from webapp import api
    from webapp.host import page as host
    from webapp.lists import pages as lists
    from webapp.lobby import season
    from webapp.packs import pages as packs
    from webapp.replay import page as replay
    from webapp.replay import routes as match_files
    from webapp.seats import table

    for page in (host, table, replay, match_files, season, api):
        page.register()
    for game in games():
        game.routes()
        lists.register(game)
        packs.register(game)
        if game.glossary is not None:
            terms(game.key, game.glossary).register()


async def _late(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers the first request for an address that no page has yet."""
    complete()
    await app.router.app(scope, receive, send)
