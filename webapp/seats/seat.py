"""`/table/<code>/seat`: a player's actions on their seat: be ready, adjourn, swap, move it to another device, give it
to a program, leave it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import events, ui

from webapp.frame.page_frame import frame
from webapp.games.contract import seat_name
from webapp.i18n import Translator, translator
from webapp.people.visitors import language_of, session_id
from webapp.seats.hot_seat import in_hand
from webapp.table_kit.choice_fields import ChoiceFields, chosen_value, several_field
from webapp.table_kit.clock_form import unattended
from webapp.table_kit.clocks import rules
from webapp.table_kit.invitation import InviteBox
from webapp.tables import Refusal, Table, registry
from webapp.tables.create import arrange
from webapp.ui.fields import EMIT_FORM
from webapp.ui.intents import message
from webapp.ui.sheet import Sheet
from webapp.ui.theme import link_to, testid, text


def seat_page(code: str) -> None:
    """Builds the page for the seat's holder; for anybody else the table's door."""
    tr, session = translator(language_of()), session_id()
    table = registry.get(code)
    if table is not None:
        # Two at one screen: it is the seat of the player who has the screen.
        session = in_hand(table, session) or session
    if table is None or table.seat_of(session) is None:
        ui.navigate.to(f"/table/{code}" if table is not None else "/")
        return
    with frame(tr, tr("seat.title", name=table.name or table.code), styles=("lobby.css",), page_class="seat-page"):
        SeatPage(table, tr, session).build()


def await_seat(table: Table, session: str) -> None:
    """Redirects the page of somebody without a seat to the table when the host gives them one."""
    if table.belongs(session):
        return
    client = ui.context.client

    def look() -> None:
        if table.belongs(session):
            client.open(f"/table/{table.code}")

    table.subscribe("spectator", look, steps=False)


class SeatPage:
    """The page of one seat; a code or token is shown on this page once, and nowhere else."""

    def __init__(self, table: Table, tr: Translator, session: str) -> None:
        self._table = table
        self._tr = tr
        self._session = session
        self._seat = table.seat_of(session)
        self._client = ui.context.client
        self._options_of = (table.arranged, table.arrangeable)

    def build(self) -> None:
        """Builds the page."""
        tr, table = self._tr, self._table
        text("h1", tr("seat.yours", seat=self._seat, table=table.name or table.code))
        back = text("a", tr("seat.back"), "btn main accent")
        link_to(back, f"/table/{table.code}")
        self._refusal = text("p", "", "lobby-said no")
        self._refusal.props["role"] = "status"
        self._state = ui.element("div").classes("seat-state")
        self._show_state()
        if not table.over:
            with self._section("invite"):
                InviteBox(table, tr, self._seat or "")
        self._arrangement()
        self._secret("recovery", table.recovery_code)
        self._secret("program", table.token)
        with self._section("leave"):
            self._button("leave", self._leave)
        table.subscribe(self._seat or "", self._changed, steps=False)

    def _changed(self) -> None:
        if self._table.seat_of(self._session) != self._seat:
            self._client.open(f"/table/{self._table.code}")
        elif (self._table.arranged, self._table.arrangeable) != self._options_of:
            self._client.open(f"/table/{self._table.code}/seat")
        else:
            self._show_state()

    def _show_state(self) -> None:
        """Shows readiness and swaps."""
        tr, table = self._tr, self._table
        self._state.clear()
        with self._state:
            with self._section("ready"):
                for seat in table.seats.values():
                    if seat.name is not None:
                        word = (
                            tr("seat.is-ready", name=seat.name) if seat.ready else tr("seat.not-ready", name=seat.name)
                        )
                        text("p", word)
                text("p", rules(tr, table.settings) or tr("clock.no-clock"), "muted")
                text("p", unattended(tr), "muted")
                mine = table.seats[self._seat or ""]
                for key in table.adjourn_wanted:
                    text("p", tr("standing.adjourn-wanted", name=table.seats[key].name or ""))
                if mine.ready and self._seat in table.adjourn_wanted:
                    self._button("play-on", lambda: table.adjourn(self._session, False))
                elif mine.ready:
                    self._button("adjourn", lambda: table.adjourn(self._session))
                else:
                    self._button("be-ready", lambda: table.be_ready(self._session, True), "btn main accent")
            if bots := [key for key, seat in table.seats.items() if seat.house]:
                with self._section("bot"):
                    for key in bots:
                        text("p", table.seats[key].name or "", f"who side-{key}")
                        mark = "end-bot" if len(bots) == 1 else f"end-bot-{key}"
                        self._act(tr("seat.end-bot"), mark, partial(table.end_bot, self._session, key))
            if not table.begun:
                its = translator(tr.language, table.game.key)
                with self._section("swap"):
                    for key in table.swaps:
                        text("p", tr("seat.swap-wanted", name=table.seats[key].name or ""))
                    others = [key for key in table.seats if key != self._seat]
                    for key in others:
                        name = table.seats[key].name or seat_name(its, key)
                        words = tr("seat.swap") if len(others) == 1 else tr("seat.swap-with", seat=name)
                        self._act(words, "swap" if len(others) == 1 else f"swap-{key}", partial(self._swap, key))

    def _arrangement(self) -> None:
        """The options and the number of seats, until something is played."""
        table, game = self._table, self._table.game
        if not table.arrangeable or not game.choices:
            return
        tr = translator(self._tr.language, game.key)

        async def change(event: events.GenericEventArguments) -> None:
            refusal = await arrange(table, self._session, message(event))
            self._refusal.text = "" if refusal is None else self._tr(f"refusal.{refusal.code}", **refusal.params)

        with (
            self._section("arrange"),
            ui.element("form").classes("lobby-form seat-arrange").on("submit", change, js_handler=EMIT_FORM) as form,
        ):
            testid(form, "arrange-form")
            fields = ChoiceFields(
                tr, game, {choice.key: chosen_value(choice, table.options) for choice in game.choices}
            )
            for choice in game.choices:
                fields.field(choice)
            for several in game.several:
                several_field(tr, several, table.options.get(several.key))
            button = testid(text("button", self._tr("seat.arrange"), "btn"), "arrange")
            button.props["type"] = "submit"

    def _section(self, name: str) -> ui.element:
        section = ui.element("section").classes("panel seat-section")
        with section:
            text("h2", self._tr(f"seat.{name}-head"))
            text("p", self._tr(f"seat.{name}-what"), "muted")
        return section

    async def _swap(self, seat: str) -> Refusal | None:
        return await self._table.swap(self._session, seat)

    def _button(self, name: str, act: Callable[[], Awaitable[Refusal | None]], classes: str = "btn") -> None:
        self._act(self._tr(f"seat.{name}"), name, act, classes)

    def _act(self, words: str, name: str, act: Callable[[], Awaitable[Refusal | None]], classes: str = "btn") -> None:
        async def click() -> None:
            refusal = await act()
            self._refusal.text = "" if refusal is None else self._tr(f"refusal.{refusal.code}", **refusal.params)

        testid(text("button", words, classes).on("click", click), name)

    def _secret(self, name: str, make: Callable[[str], Awaitable[str | Refusal]]) -> None:
        """A button that makes a secret and shows it, once."""
        with self._section(name):
            shown = testid(text("output", "", "seat-secret"), f"{name}-shown")

            async def reveal() -> Refusal | None:
                made = await make(self._session)
                if isinstance(made, Refusal):
                    return made
                shown.text = made
                return None

            self._button(name, reveal)

    async def _leave(self) -> Refusal | None:
        sheet = Sheet(self._tr("seat.leave"), "seat-section")
        testid(sheet.inside, "leave-sheet")
        with sheet.inside:
            text("p", self._tr("seat.leave-sure"))
            yes = text("button", self._tr("seat.leave"), "btn").on("click", lambda: sheet.submit(True))
            testid(yes, "leave-sure")
            text("button", self._tr("seat.stay"), "btn quiet").on("click", lambda: sheet.submit(False))
        if await sheet:
            return await self._table.leave(self._session)
        return None
