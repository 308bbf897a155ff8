"""Two at one screen: the door where both sit down, the page of the player who is asked, and the screen between them.

Every page that is built begins with the screen between, unless somebody has just said on it who they are: that word
is good for one page. So nothing of a player is in the browser while the screen changes hands, nor after a reload. Where
a game has no secrets between its seats (`Game.open_screen`) there is no screen between: the page is that of the seat
that is asked, and of any other that is asked too, at a press.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from nicegui import events, ui

from webapp.base.typed_text import NAME_LENGTH, tidy_name
from webapp.frame.page_frame import frame
from webapp.i18n import Translator
from webapp.people.visitors import visitors
from webapp.seats.door import address, door, follow, password_field, said_line, why, word
from webapp.table_kit.clocks import clocks
from webapp.table_kit.place import Place
from webapp.table_kit.place_page import PlacePage
from webapp.table_kit.status_strip import Strip
from webapp.table_kit.table_menu import TableMenu
from webapp.tables import Refusal, Table
from webapp.tables.create import rematch
from webapp.ui.fields import refusal_text
from webapp.ui.live_box import LiveBox
from webapp.ui.live_page import Component
from webapp.ui.reader import Reader
from webapp.ui.theme import Frame, link_to, testid, text
from webapp.ui.tree import Child, el

STYLES = ("sharing.css", "standing.css", "talk.css", "clocks.css")

PAUSE_S = 0.7
"""Seconds between an answer and handing the screen on, so that the player sees the result."""

RECENT = 4
"""The number of log lines on the screen between turns."""

EMIT_NAMES = """(event) => { event.preventDefault(); emit(Object.fromEntries(new FormData(event.target))); }"""


@dataclass
class ScreenHolder:
    """The seat whose player has the screen of a browser; empty while it changes hands. `claimed`: the seat whose player
    has just taken it, for the next page."""

    seat: str = ""
    claimed: str = ""


def screen_of(table: Table, session: str) -> ScreenHolder:
    """The screen shared by the players at this browser."""
    return table.draft_at(session, "screen", ScreenHolder)


def in_hand(table: Table, session: str) -> str | None:
    """The holder of the seat whose player has this browser's screen; None while it changes hands."""
    return table.at_screen(session).get(screen_of(table, session).seat)


def asked_here(table: Table, session: str) -> list[str]:
    """The seats at this screen that owe an answer."""
    return [seat for seat in table.at_screen(session) if seat in table.match.decisions]


def uncurtained(table: Table) -> bool:
    """Whether nothing is secret between the seats at this screen."""
    return table.game.open_screen(table.options)


def offer_screen(table: Table, tr: Translator, session: str) -> None:
    """The page of a table for two at one screen: both names, and a button that seats both."""
    client, origin = ui.context.client, address()

    async def sit(event: events.GenericEventArguments) -> None:
        names = {key: tidy_name(word(event, f"name-{key}")) for key in table.seat_keys}
        refusal = await table.share(session, names, word(event, "password"), origin)
        if refusal is None:
            client.open(f"/table/{table.code}")
        else:
            say(why(tr, refusal, word(event, "password")))

    follow(table, f"/table/{table.code}", lambda: any(not seat.free for seat in table.seats.values()))
    with door(table, tr):
        text("p", tr("sharing.door-open" if uncurtained(table) else "sharing.door"), "muted")
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
            button = text("button", tr("sharing.sit"), "btn main accent")
            button.props["type"] = "submit"
            testid(button, "share")
        say = said_line()
        watch = text("a", tr("table.watch"), "btn quiet")
        link_to(watch, f"/watch/{table.code}")


def shared_page(table: Table, tr: Translator, session: str) -> None:
    """The page of the player who has the screen, or the screen between turns."""
    hands = table.at_screen(session)
    screen = screen_of(table, session)
    seat, screen.seat, screen.claimed = screen.claimed, "", ""
    if seat not in hands and uncurtained(table):
        seat = next(iter(asked_here(table, session) or hands))
    with frame(
        tr,
        tr("table.title", name=table.name or table.code),
        styles=(*table.game.screens.styles, *STYLES),
        letters=table.game.screens.letters,
        page_class="table-page",
    ) as page:
        if seat in hands:
            screen.seat = seat
            at = SharedPlace(table, tr, page, session, seat)
            at.screens.player(at)
            Reader(at.large, tr)
            HandOver(at)
            Strip(table, tr, hands[seat], seat)
        else:
            page.main.classes(remove="table-page", add="between-page")
            Between(Place(table, tr, page, session), session).build()
        with page.head:
            clocks(table, tr, seat if seat in hands else "spectator")
            TableMenu(table, tr, seat if seat in hands else "spectator", invites=False)
    table.attend(ui.context.client, session)


def rematch_button(table: Table, tr: Translator, session: str) -> None:
    """The button for a rematch at the same screen."""
    client = ui.context.client

    async def again() -> None:
        made = await rematch(table, session)
        if isinstance(made, Refusal):
            line.text = refusal_text(tr, made)
        else:
            client.open(f"/table/{made.code}")

    testid(text("button", tr("lobby.rematch"), "btn main accent").on("click", again), "rematch")
    line = text("span", "", "no")
    line.props["role"] = "status"


class SharedPlace(Place):
    """The place of a player whose browser has several seats; `browser` is its session."""

    def __init__(self, table: Table, tr: Translator, frame: Frame, browser: str, seat: str) -> None:
        super().__init__(table, tr, frame, table.at_screen(browser)[seat], seat)
        self.browser = browser
        self.client = ui.context.client
        if uncurtained(table):
            self.shared_name = table.seats[seat].name or ""

    def held(self) -> bool:
        """Whether the player still has the seat; if not, the screen changes hands."""
        if (
            self.table.arranged == self._arranged
            and self.table.at_screen(self.browser).get(self.seat or "") == self.session
        ):
            return True
        self.give()
        return False

    def give(self, seat: str = "") -> None:
        """Hands the screen on; where nothing is secret, to this seat at once."""
        if seat and uncurtained(self.table):
            screen_of(self.table, self.browser).claimed = seat
        self.client.open(f"/table/{self.table.code}")


class HandOver:
    """Hands the screen on once another player is asked instead; a player who was not asked when they took it may look
    as long as they like, whatever else happens at the table, and then uses a button. Without a curtain there is one for
    every other seat that is asked, at any time."""

    def __init__(self, at: SharedPlace) -> None:
        self._at = at
        self._asked = asked_here(at.table, at.browser)
        self._open = uncurtained(at.table)
        self._strip = LiveBox("div").classes("between-strip is-open" if self._open else "between-strip")
        self._show()
        at.follow(self._changed)

    def _changed(self) -> None:
        self._show()
        before, self._asked = self._asked, asked_here(self._at.table, self._at.browser)
        if self._asked != before and self._others_turn():
            ui.timer(PAUSE_S, self._pass_on, once=True)

    def _others_turn(self) -> bool:
        asked = asked_here(self._at.table, self._at.browser)
        return bool(asked) and self._at.seat not in asked

    def _show(self) -> None:
        # The seat that is asked has the screen; else it may be handed on without an answer.
        at, asked = self._at, asked_here(self._at.table, self._at.browser)
        hands = list(at.table.at_screen(at.browser))
        mine = hands.index(at.seat) if at.seat in hands else 0
        if self._open:
            others = [seat for seat in asked if seat != at.seat]
        elif at.seat in asked or len(hands) < 2:
            others = []
        else:
            # To who is asked, else to the next at the table.
            others = [next(iter(asked), hands[(mine + 1) % len(hands)])]
        names = {seat: at.table.seats[seat].name or "" for seat in others}
        if self._strip.renew((tuple(others), tuple(names.items()))):
            self._strip.classes(add="" if others else "gone", remove="gone" if others else "")
            with self._strip:
                self._buttons(others, names)

    def _buttons(self, others: Sequence[str], names: Mapping[str, str]) -> None:
        at = self._at
        for seat in others:
            button = text("button", at.tr("sharing.hand-to", name=names[seat]), f"btn side-{seat}")
            testid(button.on("click", partial(at.give, seat)), "hand-over")

    def _pass_on(self) -> None:
        if self._others_turn():
            self._at.give(next(iter(asked_here(self._at.table, self._at.browser)), ""))


class Between(PlacePage[Any]):
    """The screen between turns: who is to take it, and what everybody may know. `at`: a spectator's place."""

    def __init__(self, at: Place, session: str) -> None:
        super().__init__(at, lambda: at.words)
        self.table = at.table
        self.tr = at.tr
        self.session = session
        self.client = ui.context.client

    def build(self) -> None:
        """Builds the page, and follows the table."""
        with self.at.frame.head:
            self.shared_pane("head", self.at.screens.head)
        self.box = testid(LiveBox("section").classes("between"), "between")
        self.shared_pane("between", self._recent)
        self._ask()
        Reader(self.at.large, self.tr)
        self.at.follow(self.redraw)

    def redraw(self, *only: Component) -> None:
        """Draws again: the table has changed by a bot or a player elsewhere."""
        super().redraw(*only)
        self._ask()

    def _ask(self) -> None:
        table, tr = self.table, self.tr
        hands = table.at_screen(self.session)
        asked = asked_here(table, self.session)
        names = {key: table.seats[key].name or key for key in hands}
        if not self.box.renew((tuple(asked), tuple(names.items()), table.outcome is None)):
            return
        first = next(iter(asked or hands), None)
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
            if over:
                rematch_button(table, tr, self.session)

    def _take(self, seat: str) -> None:
        if seat in self.table.at_screen(self.session):
            screen_of(self.table, self.session).claimed = seat
            self.client.open(f"/table/{self.table.code}")

    def _recent(self, words: Any) -> list[Child]:
        screens = self.at.screens
        line, where = screens.line, screens.where(words)
        lines = [node for event in words.view["log"][-40:] if (node := line(event, words)) is not None][-RECENT:]
        heading = el("span.overline", self.tr("sharing.recent")) if lines else None
        # The head line has no room for the time on a phone.
        now = el(
            "div.between-now", el("strong", where[:1].upper() + where[1:]) if where else None, screens.between(words)
        )
        return [now, el("div.between-recent", heading, list(reversed(lines)))]
