"""``/``: the lobby. Create a table, take a seat, watch. The list updates live."""

from functools import partial

from nicegui import events, ui

from webapp.base.typed_text import NAME_LENGTH
from webapp.frame.page_frame import frame
from webapp.i18n import LANGUAGES, Translator, translator
from webapp.lobby import foreign
from webapp.lobby.doors import Doors
from webapp.lobby.foreign import foreign_panel
from webapp.lobby.form import Announce, NewTableForm
from webapp.lobby.invitation import invitation
from webapp.lobby.table_list import Listing
from webapp.people.visitors import language_of, session_id, visitors
from webapp.replay.routes import bring_match
from webapp.security.host_key import keys
from webapp.tables import registry
from webapp.ui.fields import label_for, text_field, way
from webapp.ui.live_page import while_present
from webapp.ui.theme import PATIENCE_S, testid, text

EMIT_VALUE = "(event) => emit(event.target.value)"


def register() -> None:
    """Registers the lobby at ``/``."""
    ui.page("/", reconnect_timeout=PATIENCE_S)(lobby)
    foreign.register()


async def lobby() -> None:
    """Builds the lobby for one browser."""
    tr = translator(language_of())
    session = session_id()
    for game in registry.games:
        if game.packs is not None:
            await game.packs.library.refresh()
    its = dict.fromkeys(name for game in registry.games for name in game.lobby_styles)
    styles = ("lobby.css", "bring.css", *its)
    with frame(tr, tr("lobby.title"), styles=styles, page_class="lobby") as page:
        with page.head:
            text("span", tr("lobby.tagline"), "lobby-tagline muted")
            ui.element("span").classes("frame-space")
            for game in registry.games:
                for words, href, mark in game.links:
                    way(tr.of(game.key)(words), href, "btn quiet", mark)
            if keys.is_host(ui.context.client.request):
                way(tr("lobby.host"), "/host", "btn quiet", "to-host")
            _languages(tr, session)
        doors = Doors(tr, session, lambda: say)
        with ui.element("div").classes("lobby-side"):
            say = _you(tr, session)
            with ui.element("details").classes("lobby-evening") as fold:
                fold.props["id"] = "host-evening"
                # Folded for first visitors, who find the doors of the games.
                fold.props["open"] = not doors.first
                testid(text("summary", tr("doors.evening-fold")), "evening-fold")
                with ui.element("div").classes("lobby-evening-parts"):
                    NewTableForm(tr, session, say, lambda table: listing.reveal(table))
                    invitation(tr)
                    bring_match(tr, say)
                    foreign_panel(tr, session)
        with ui.element("section").classes("lobby-tables") as section:
            section.props["aria-label"] = tr("lobby.tables")
            listing = Listing(tr, session, say)
    registry.changed.subscribe(while_present(listing.refresh))


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


def _you(tr: Translator, session: str) -> Announce:
    """The field for one's name, and a line for refusals; returns the function that shows one."""

    async def rename(event: events.GenericEventArguments) -> None:
        if isinstance(event.args, str):
            await visitors.rename(session, event.args)
            say("")

    with ui.element("div").classes("panel lobby-you"):
        label_for(tr("lobby.your-name"), "your-name")
        field = text_field("your-name", visitors.get(session).name, NAME_LENGTH)
        field.on("change", rename, js_handler=EMIT_VALUE)
        field.props["autocomplete"] = "nickname"
        field.props["placeholder"] = tr("lobby.guest")
        field.props["aria-describedby"] = "lobby-said"
        testid(field, "your-name")
        said = text("p", tr("lobby.name-kept"), "lobby-said")
        said.props["id"] = "lobby-said"
        said.props["role"] = "status"
        testid(said, "said")

    def say(words: str, refused: bool = True) -> None:
        said.text = words or tr("lobby.name-kept")
        no = bool(words) and refused
        said.classes(add="no" if no else "", remove="" if no else "no")

    return say
