"""All tables on the host's page, each with the host's actions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import events, ui

from webapp.base.numbers import number
from webapp.i18n import Translator
from webapp.people.visitors import visitors
from webapp.table_kit.plain_texts import presence_words
from webapp.tables import Refusal, Table, registry
from webapp.ui.confirm_button import sure_button
from webapp.ui.fields import EMIT_FORM, refusal_text
from webapp.ui.intents import message
from webapp.ui.live_box import LiveBox
from webapp.ui.theme import link_to, testid, text

SHOWN = 40
"""The number of tables listed, running ones first."""


class Tables:
    """One row per table; a row is rebuilt only when its contents change."""

    def __init__(self, tr: Translator, say: Callable[..., None]) -> None:
        self._tr = tr
        self._say = say
        self._rows: dict[str, LiveBox] = {}
        self._open: str = ""
        """The seat that is about to be handed over: a table's code and the seat's key."""
        self._none = text("p", tr("host.no-tables"), "muted")
        self._list = ui.element("ul").classes("host-tables-list")
        self._more = testid(text("p", "", "muted"), "more-tables")
        self._bin = testid(LiveBox("details").classes("host-bin gone"), "host-bin")
        self.refresh()

    def refresh(self) -> None:
        """Brings the list up to date."""
        every = sorted(registry.all(), key=lambda table: table.state == "finished")
        listed = every[:SHOWN]
        self._more.text = self._tr.plural("host.more-tables", len(every) - SHOWN) if len(every) > SHOWN else ""
        self._none.classes(add="lobby-none" if listed else "", remove="" if listed else "lobby-none")
        if [table.code for table in listed] != [*self._rows]:
            self._list.clear()
            with self._list:
                self._rows = {table.code: testid(LiveBox("li"), f"host-table-{table.code}") for table in listed}
        for table in listed:
            row = self._rows[table.code]
            if row.renew(self._signature(table)):
                with row:
                    self._row(table)
        self._show_bin()

    def _show_bin(self) -> None:
        """Lists the deleted tables, which can be restored or deleted for good."""
        tr, binned = self._tr, registry.binned()
        if not self._bin.renew([table.code for table in binned]):
            return
        self._bin.hide(not binned)
        with self._bin:
            text("summary", tr.plural("host.bin", len(binned)))
            text("p", tr("host.bin-what"), "muted")
            for table in binned:
                with testid(ui.element("div").classes("host-ways"), f"binned-{table.code}"):
                    text("span", f"{table.name or self._game(table)} · {table.code}")
                    self._button(tr("host.put-back"), "put-back", partial(table.delete, False))
                    forget = partial(self._do, partial(registry.remove, table))
                    sure_button(tr, tr("host.forget"), tr("host.forget-sure"), forget, "forget")

    def _game(self, table: Table) -> str:
        return self._tr.of(table.game.key)("game.name")

    def _signature(self, table: Table) -> tuple[object, ...]:
        here = table.presence()
        people = [(session, visitors.get(session).name) for session in table.onlookers()]
        muted = [session for session in (*table.browsers.values(), *table.onlookers()) if table.talk.muted(session)]
        about = (table.state, table.settings, *table.seats.values(), *table.sent_away, str(here), self._open)
        return (*about, *people, *muted)

    def _row(self, table: Table) -> None:
        tr, agreed = self._tr, table.settings
        with ui.element("div").classes("host-what"):
            text("h3", table.name or self._game(table))
            with ui.element("p").classes("muted"):
                text("span", table.code, "lobby-code")
                if table.name:
                    text("span", self._game(table))
                text("span", tr(f"host.is-{table.state}"))
                if agreed.locked:
                    text("span", tr("host.is-locked"))
                if agreed.closed:
                    text("span", tr("host.is-closed"))
                watching = table.presence()["spectators"]
                if watching:
                    text("span", tr.plural("table.spectators", watching))
        for key in table.seat_keys:
            self._seat(table, key)
        self._onlookers(table)
        for n, session in enumerate(table.sent_away, 1):
            words = tr("host.pardon", name=visitors.get(session).name or tr("host.guest", n=n))
            self._button(words, f"pardon-{n}", partial(table.pardon, session))
        with ui.element("div").classes("host-ways"):
            watch = text("a", tr("lobby.watch.running"), "btn quiet")
            link_to(watch, f"/watch/{table.code}")
            if table.outcome is None:
                lock = tr("host.unlock" if agreed.locked else "host.lock")
                self._button(lock, "lock", lambda: table.change(locked=not table.settings.locked))
                watched = tr("host.unwatch" if agreed.spectators else "host.rewatch")
                self._button(watched, "watching", lambda: table.change(spectators=not table.settings.spectators))
                if agreed.closed:
                    self._button(tr("host.reopen"), "reopen", lambda: table.change(closed=False, abandoned=False))
                else:
                    close = partial(self._do, lambda: table.change(closed=True))
                    sure_button(tr, tr("host.close"), tr("host.close-sure"), close, "close")
            delete = partial(self._do, table.delete)
            sure_button(tr, tr("host.delete"), tr("host.delete-sure"), delete, "delete")

    def _onlookers(self, table: Table) -> None:
        """Those who watch, by name, each to be sent away."""
        tr = self._tr
        for n, session in enumerate(table.onlookers(), 1):
            name = visitors.get(session).name or tr("host.guest", n=n)
            with testid(ui.element("div"), f"host-onlooker-{n}").classes("host-seat"):
                text("span", name, "who")
                text("span", tr("host.watches"), "muted")
                with ui.element("div").classes("host-ways"):
                    self._mute(table, session, f"mute-onlooker-{n}")
                    out = partial(self._do, partial(table.turn_out, session))
                    sure_button(tr, tr("host.kick"), tr("host.kick-sure", name=name), out, f"turn-out-{n}")

    def _seat(self, table: Table, key: str) -> None:
        tr, seat = self._tr, table.seats[key]
        status = table.presence()["seats"][key]
        with testid(ui.element("div"), f"host-seat-{key}").classes(f"host-seat side-{key}"):
            text("span", seat.name or tr("lobby.free"), "who" if seat.name else "muted")
            if status is not None:
                text("span", presence_words(status, tr), f"presence is-{status}")
            if table.outcome is not None:
                return
            with ui.element("div").classes("host-ways"):
                if seat.name is not None:
                    kick = partial(self._do, partial(table.kick, key))
                    words = tr("host.kick-bot" if seat.house else "host.kick")
                    sure_button(tr, words, tr("host.kick-sure", name=seat.name), kick, f"kick-{key}")
                if (session := table.browsers.get(key)) is not None:
                    self._mute(table, session, f"mute-{key}")
                over = testid(text("button", tr("host.hand-over"), "btn quiet"), f"hand-over-{key}")
                over.on("click", partial(self._choose, table, key))
            if self._open == f"{table.code}/{key}":
                self._hand_over(table, key)

    def _mute(self, table: Table, session: str, name: str) -> None:
        muted = table.talk.muted(session)

        async def change() -> None:
            table.talk.mute(session, not muted)

        self._button(self._tr("host.unmute" if muted else "host.mute"), name, change)

    def _choose(self, table: Table, key: str) -> None:
        wanted = f"{table.code}/{key}"
        self._open = "" if self._open == wanted else wanted
        self.refresh()

    def _hand_over(self, table: Table, key: str) -> None:
        """Asks which spectator gets this seat, and with it the view of its player."""
        tr, seat = self._tr, table.seats[key]
        people = table.onlookers()
        names = [visitors.get(session).name or tr("host.guest", n=n) for n, session in enumerate(people, 1)]

        async def give(event: events.GenericEventArguments) -> None:
            chosen = message(event).get("to")
            to = number(chosen if isinstance(chosen, str) else None, len(people) - 1)
            if to is None:
                return
            self._open = ""
            own = visitors.get(people[to]).name or ("" if seat.name and not seat.house else names[to])
            await self._do(lambda: table.hand_over(key, people[to], own))
            self.refresh()

        with ui.element("form").classes("host-over").on("submit", give, js_handler=EMIT_FORM) as form:
            testid(form, "hand-over-form")
            if not people:
                text("p", tr("host.nobody", code=table.code), "muted")
                return
            text("p", tr("host.over-what", name=seat.name or tr("lobby.free")), "muted")
            with ui.element("select").classes("lobby-field") as choice:
                choice.props.update({"name": "to", "aria-label": tr("host.over-to")})
                testid(choice, "over-to")
                for n, name in enumerate(names):
                    text("option", name).props["value"] = str(n)
            testid(text("button", tr("host.over-give"), "btn"), "over-give").props["type"] = "submit"

    def _button(self, words: str, name: str, act: Callable[[], Awaitable[Refusal | None]]) -> None:
        testid(text("button", words, "btn quiet"), name).on("click", partial(self._do, act))

    async def _do(self, act: Callable[[], Awaitable[Refusal | None]]) -> None:
        refusal = await act()
        self._say("" if refusal is None else refusal_text(self._tr, refusal))
        self.refresh()
