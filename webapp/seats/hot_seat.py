"""Two at one screen: the door where both sit down, the page of whoever is asked, and the screen between them.

Every page that is built begins with the screen between, unless somebody has just said on it who they are: that word
is good for one page. So nothing of a player is in the browser while the screen changes hands, nor after a reload.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from nicegui import events, ui

from webapp.games.olomoc.table import layout
from webapp.games.olomoc.table.pages import Page, PlayerPage
from webapp.games.olomoc.table.text.log_lines import entry
from webapp.i18n import Translator
from webapp.people.names import NAME_LENGTH, tidy_name
from webapp.people.visitors import visitors
from webapp.seats.door import address, door, password_field, said_line, why, word
from webapp.seats.status_strip import Strip
from webapp.tables import Table
from webapp.ui.clocks import clocks
from webapp.ui.pane import Pane
from webapp.ui.table_menu import table_menu
from webapp.ui.theme import Frame, frame, testid, text
from webapp.ui.tree import Child, el

STYLES = (
    "bloc.css",
    "table.css",
    "panels.css",
    "phone.css",
    "deciding.css",
    "sharing.css",
    "standing.css",
    "talk.css",
    "clocks.css",
)

PAUSE_S = 0.7
"""After an answer, before the screen is handed on: who answered sees what came of it."""

RECENT = 4
"""Sentences of what has just happened, on the screen between."""

EMIT_NAMES = """(event) => { event.preventDefault(); emit(Object.fromEntries(new FormData(event.target))); }"""


@dataclass
class Screen:
    """Who has the screen of a browser: a seat; empty while it changes hands. ``claimed``: the seat whose player has
    just taken it, for the next page."""

    seat: str = ""
    claimed: str = ""


def screen_of(table: Table, session: str) -> Screen:
    """The screen that those at this browser share."""
    return table.draft_at(session, "screen", Screen)


def in_hand(table: Table, session: str) -> str | None:
    """The holder of the seat whose player has this browser's screen; None while it changes hands."""
    return table.at_screen(session).get(screen_of(table, session).seat)


def asked_here(table: Table, session: str) -> list[str]:
    """The seats at this screen that owe an answer."""
    return [seat for seat in table.at_screen(session) if seat in table.match.decisions]


def offer_screen(table: Table, tr: Translator, session: str) -> None:
    """The door of a table for two at one screen: both names, and both sit down."""
    client, origin = ui.context.client, address()

    async def sit(event: events.GenericEventArguments) -> None:
        names = {key: tidy_name(word(event, f"name-{key}")) for key in table.seat_keys}
        refusal = await table.share(session, names, word(event, "password"), origin)
        if refusal is None:
            client.open(f"/table/{table.code}")
        else:
            say(why(tr, refusal, word(event, "password")))

    with door(table, tr):
        text("p", tr("sharing.door"), "muted")
        with ui.element("form").on("submit", sit, js_handler=EMIT_NAMES) as form:
            testid(form, "share-form")
            for key in table.seat_keys:
                with ui.element("label").classes(f"side-{key}"):
                    text("span", tr("sharing.name", seat=key), "who")
                    field = ui.element("input").classes("door-name")
                    field.props.update({"name": f"name-{key}", "type": "text", "maxlength": NAME_LENGTH})
                    field.props["^value"] = visitors.get(session).name if key == table.seat_keys[0] else ""
                    testid(field, f"name-{key}")
            if table.settings.seat_password:
                password_field(tr("door.seat-password"), "password")
            button = text("button", tr("sharing.sit"), "btn main side-1")
            button.props["type"] = "submit"
            testid(button, "share")
        say = said_line()
        watch = text("a", tr("table.watch"), "btn quiet")
        watch.props["href"] = f"/watch/{table.code}"


def shared_page(table: Table, tr: Translator, session: str) -> None:
    """The page of whoever has the screen, or the screen between."""
    hands = table.at_screen(session)
    screen = screen_of(table, session)
    seat, screen.seat, screen.claimed = screen.claimed, "", ""
    with frame(tr, tr("table.title", name=table.name or table.code), styles=STYLES, page_class="table-page") as page:
        if seat in hands:
            screen.seat = seat
            SharedPage(table, tr, page, session, seat).build()
            Strip(table, tr, hands[seat], seat)
        else:
            page.main.classes(remove="table-page", add="between-page")
            Between(table, tr, page, session).build()
        with page.head:
            clocks(table, tr, seat if seat in hands else "spectator")
            table_menu(table, tr, seat if seat in hands else "spectator")
    table.attend(ui.context.client, session)


class SharedPage(PlayerPage):
    """A player's page that gives the screen away when it is the other who is asked."""

    def __init__(self, table: Table, tr: Translator, page: Frame, session: str, seat: str) -> None:
        super().__init__(table, tr, page, table.at_screen(session)[seat], seat)
        self.browser = session
        self.client = ui.context.client

    def build(self) -> None:
        """Builds it; who is not asked may look for a while, and then gives the screen away by a button."""
        super().build()
        with ui.element("div").classes("between-strip") as self.strip:
            other = next((key for key in self.table.at_screen(self.browser) if key != self.viewer), None)
            if other is not None:
                name = self.table.seats[other].name or ""
                button = text("button", self.tr("sharing.hand-to", name=name), f"btn side-{other}")
                testid(button.on("click", self._give), "hand-over")
        self._show_strip()

    async def changed(self) -> None:
        """As for anybody; and it may be the other's turn."""
        if self.table.at_screen(self.browser).get(self.viewer) != self.hands.session:
            self._give()
            return
        await super().changed()
        self._show_strip()
        if self._others_turn():
            ui.timer(PAUSE_S, self._pass_on, once=True)

    def _others_turn(self) -> bool:
        asked = asked_here(self.table, self.browser)
        return bool(asked) and self.viewer not in asked

    def _show_strip(self) -> None:
        # Who is asked has the screen; else it may be handed on without an answer.
        asked = self.viewer in asked_here(self.table, self.browser)
        self.strip.classes(add="gone" if asked else "", remove="" if asked else "gone")

    def _pass_on(self) -> None:
        if self._others_turn():
            self._give()

    def _give(self) -> None:
        self.client.open(f"/table/{self.table.code}")


class Between(Page):
    """The screen between: to whom it is to be handed, and what everybody may know."""

    def __init__(self, table: Table, tr: Translator, page: Frame, session: str) -> None:
        super().__init__(table, tr, page)
        self.session = session
        self.client = ui.context.client

    def build(self) -> None:
        """Builds it, and follows the table."""
        with self.page.head:
            self.line = Pane(self.tree("head", lambda names: layout.head_line(names)))
        self.box = testid(ui.element("section").classes("between"), "between")
        self.recent = Pane(self._recent())
        self._told: object = None
        self._ask()
        self.attach(self.refresh)

    def refresh(self) -> None:
        """The table has changed, though nobody here answered: a bot did, or somebody elsewhere."""
        self.line.show(self.tree("head", lambda names: layout.head_line(names)))
        self.recent.show(self._recent())
        self._ask()

    def _ask(self) -> None:
        table, tr = self.table, self.tr
        hands = table.at_screen(self.session)
        asked = asked_here(table, self.session)
        names = {key: table.seats[key].name or key for key in hands}
        if (told := (tuple(asked), tuple(names.items()), table.outcome is None)) == self._told:
            return
        self._told = told
        first = next(iter(asked or hands), None)
        self.box.clear()
        with self.box:
            if first is None:
                self.client.open(f"/table/{table.code}")
                return
            over = table.outcome is not None
            text("span", tr("sharing.over" if over else "sharing.between"), "overline")
            with ui.element("h1").classes(f"side-{first}"):
                text("span", tr("sharing.to"), "between-to")
                text("span", names[first], "who")
            text("p", tr("sharing.asked" if first in asked else "sharing.not-asked", name=names[first]), "muted")
            for key in (first, *(key for key in hands if key != first)):
                words = tr("sharing.i-am" if key == first else "sharing.or", name=names[key])
                look = f"btn main side-{key}" if key == first else "btn quiet"
                testid(text("button", words, look).on("click", partial(self._take, key)), f"take-{key}")

    def _take(self, seat: str) -> None:
        if seat in self.table.at_screen(self.session):
            screen_of(self.table, self.session).claimed = seat
            self.client.open(f"/table/{self.table.code}")

    def _recent(self) -> str:
        def build() -> list[Child]:
            names = self.names()
            told = [node for event in names.view["log"][-40:] if (node := entry(event, names)) is not None][-RECENT:]
            heading = el("span.overline", self.tr("sharing.recent")) if told else None
            return [el("div.between-recent", heading, list(reversed(told)))]

        return self.tree("between", lambda _: build())
