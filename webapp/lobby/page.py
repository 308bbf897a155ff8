"""``/``: the lobby. What waits for somebody, tables with a free seat, the shelf of games, other tables. It is live."""

from functools import partial

from nicegui import ui

from webapp.frame.page_frame import frame
from webapp.i18n import LANGUAGES, Translator, translator
from webapp.lobby import foreign, new_table
from webapp.lobby.foreign import foreign_panel
from webapp.lobby.invitation import invitation
from webapp.lobby.shelf import Shelf
from webapp.lobby.table_list import Listing
from webapp.lobby.your_name import your_name
from webapp.people.visitors import language_of, session_id, visitors
from webapp.replay.routes import bring_match
from webapp.security.host_key import keys
from webapp.tables import registry
from webapp.ui.fields import way
from webapp.ui.live_page import while_present
from webapp.ui.theme import PATIENCE_S, testid, text

WAYS = "cards-and-lists-menu"
"""The id of the menu of packs and lists, by which its button finds it."""


def register() -> None:
    """Registers the lobby at ``/``."""
    ui.page("/", reconnect_timeout=PATIENCE_S)(lobby)
    new_table.register()
    foreign.register()


async def lobby() -> None:
    """Builds the lobby for one browser."""
    tr = translator(language_of())
    session = session_id()
    styles = ("lobby.css", "shelf.css", "bring.css")
    with frame(tr, tr("lobby.title"), styles=styles, page_class="lobby") as page:
        with page.head:
            text("span", tr("lobby.tagline"), "lobby-tagline muted")
            ui.element("span").classes("frame-space")
            _cards_and_lists(tr)
            if keys.is_host(ui.context.client.request):
                way(tr("lobby.host"), "/host", "btn quiet", "to-host")
            _languages(tr, session)
        mine = bool(registry.of(session))
        with ui.element("div").classes("lobby-top"):
            say = your_name(tr, session)
            way(tr("shelf.make"), "/new", "btn", "make-table")
        listing = Listing(tr, session, say)
        # What waits for this person, and for anybody; a section without tables is not there.
        listing.sections("lobby-tables lobby-first", tr("shelf.waiting"), ("mine", "open"))
        if not mine:
            with ui.element("div").classes("lobby-welcome"):
                text("h1", tr("shelf.what"))
                text("p", tr("shelf.how"), "muted")
        shelf = Shelf(tr, session, say)
        with ui.element("div").classes("lobby-rest"):
            listing.sections("lobby-tables", tr("lobby.tables"), ("more", "running", "finished"), hint=True)
            with ui.element("aside").classes("lobby-side"):
                invitation(tr)
                bring_match(tr, say)
                foreign_panel(tr, session)
        listing.refresh()

    def refresh() -> None:
        listing.refresh()
        shelf.refresh()

    registry.changed.subscribe(while_present(refresh))


def _cards_and_lists(tr: Translator) -> None:
    """The menu of what people make for the games: a button, and the popover of links that it opens, by game."""
    if not any(game.links for game in registry.games):
        return
    button = testid(text("button", tr("lobby.cards-and-lists"), "btn quiet head-ways-button"), "cards-and-lists")
    button.props.update({"type": "button", "popovertarget": WAYS})
    with testid(ui.element("nav").classes("head-menu head-ways"), WAYS) as menu:
        menu.props.update({"id": WAYS, "popover": "auto", "aria-label": tr("lobby.cards-and-lists")})
        for game in registry.games:
            its = tr.of(game.key)
            if game.links:
                text("h2", its("game.name"), "overline")
            for words, href, mark in game.links:
                way(its(words), href, "head-menu-way", mark)


def _languages(tr: Translator, session: str) -> None:
    """The switch between languages; it reloads the page in the other one."""

    async def speak(language: str) -> None:
        await visitors.speak(session, language)
        ui.navigate.reload()

    with ui.element("nav").classes("lobby-languages") as nav:
        nav.props["aria-label"] = tr("lobby.language")
        for language in LANGUAGES:
            button = text("button", tr(f"language.{language}"), "btn quiet").on("click", partial(speak, language))
            button.props["lang"] = language
            button.props["aria-pressed"] = "true" if language == tr.language else "false"
            testid(button, f"language-{language}")
