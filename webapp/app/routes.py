"""The pages of the house and of its games, each put at its address."""

from webapp.games import games
from webapp.host import page as host
from webapp.lists import pages as lists
from webapp.lobby import page as lobby
from webapp.packs import pages as packs
from webapp.replay import page as replay
from webapp.replay import routes as match_files
from webapp.seats import table
from webapp.ui import error_page
from webapp.ui.served_texts import terms


def register() -> None:
    """Puts every page at its address."""
    for page in (lobby, host, table, replay, match_files, error_page):
        page.register()
    for game in games():
        game.routes()
        lists.register(game)
        packs.register(game)
        if game.glossary is not None:
            terms(game.key, game.glossary).register()
