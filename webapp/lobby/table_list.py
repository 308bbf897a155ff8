"""The list of tables as one browser sees it, live: its own tables, open, running and finished ones."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial

from babel.dates import format_datetime
from nicegui import events, ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement

from webapp.base.typed_text import tidy_name
from webapp.games.contract import named_seat
from webapp.i18n import Translator, translator
from webapp.lobby.tally import evening
from webapp.people.visitors import visitors
from webapp.plates.addresses import cover
from webapp.table_kit.choice_fields import chosen_value, value_name
from webapp.table_kit.clocks import rules
from webapp.table_kit.plain_texts import presence_words, strength
from webapp.tables import Refusal, Table, registry
from webapp.tables.create import rematch
from webapp.ui.fields import refusal_text, way
from webapp.ui.live_box import LiveBox
from webapp.ui.theme import testid, text

SECTIONS = ("mine", "open", "running", "finished")
FINISHED_SHOWN = 12
"""The number of finished tables listed, the newest ones; older ones keep their address."""
OPEN_SHOWN = 3
"""The number of tables with a free seat that stand above the shelf, the newest ones; the others follow below it."""

# The name is read where it is typed, at the moment it is needed: no click can overtake it.
EMIT_NAME = "() => emit(document.getElementById('your-name').value)"


class _Row(ui.element):
    """A table's row: what it is, its seats, and buttons. A finished match is one line, which names its players."""

    def __init__(self, table: Table) -> None:
        super().__init__("li")
        self.classes("lobby-row")
        testid(self, f"table-{table.code}")
        self._parts: dict[str, LiveBox] = {}
        with self:
            with ui.element("div").classes("lobby-cover") as cover_place:
                cover_place.props["aria-hidden"] = "true"
                if address := cover(table.game.key, "small"):
                    ui.element("img").props.update({"src": address, "alt": ""})
            self._parts["what"] = LiveBox().classes("lobby-what")
            self.seats = _seats_shown(table)
            if self.seats:
                with ui.element("div").classes("lobby-seats"):
                    for key in self.seats:
                        self._parts[f"seat-{key}"] = LiveBox().classes(f"lobby-seat side-{key}")
            self._parts["ways"] = LiveBox().classes("lobby-ways")

    def fill(self, part: str, of: tuple[object, ...], build: Callable[[], None]) -> None:
        """Rebuilds a part, if its contents have changed."""
        if self._parts[part].renew(of):
            with self._parts[part]:
                build()


class Listing:
    """The tables as one browser sees them. Only changed parts of a row are rebuilt, so that focus and presses are not
    lost."""

    def __init__(self, tr: Translator, session: str, say: Callable[[str], None]) -> None:
        self._tr = tr
        self._client = ui.context.client
        self._session = session
        self._say = say
        self._rows: dict[str, _Row] = {}
        self._sections: dict[str, tuple[Element, TextElement, Element]] = {}
        self._empty: Element | None = None
        self._evening: TextElement | None = None
        """Who has won how often, over the finished tables."""

    def sections(self, classes: str, label: str, states: Sequence[str], hint: bool = False) -> None:
        """Builds the sections of these states, named `label` together; :meth:`refresh` fills them. With a `hint` what
        to do where there is no table at all."""
        tr = self._tr
        with ui.element("section").classes(classes) as place:
            place.props["aria-label"] = label
            if hint:
                with ui.element("div").classes("lobby-empty") as self._empty:
                    text("h2", tr("lobby.empty"))
                    text("p", tr("lobby.empty-hint"), "muted")
            for state in states:
                with ui.element("section").classes("lobby-none") as section:
                    section.props["data-state"] = state
                    with ui.element("h2"):
                        text("span", tr("lobby.open" if state == "more" else f"lobby.{state}"))
                        count = text("span", "", "lobby-count")
                    if state == "finished":
                        self._evening = testid(text("p", "", "lobby-evening muted"), "evening")
                        way(tr("lobby.season"), "/season", "btn quiet lobby-season", "to-season")
                    rows = ui.element("ul").classes("lobby-rows")
                self._sections[state] = (section, count, rows)

    def refresh(self) -> None:
        """Brings the list up to date."""
        tables = registry.all()
        shown = {state: [table for table in tables if self._section(table) == state] for state in SECTIONS}
        if self._evening is not None:
            self._evening.text = evening(shown["finished"], self._tr)
        shown["finished"] = shown["finished"][:FINISHED_SHOWN]
        shown["open"], shown["more"] = shown["open"][:OPEN_SHOWN], shown["open"][OPEN_SHOWN:]
        listed = {table.code for its in shown.values() for table in its}
        for code in [code for code in self._rows if code not in listed]:
            self._rows.pop(code).delete()
        for state, its in shown.items():
            section, count, rows = self._sections[state]
            section.classes(add="" if its else "lobby-none", remove="lobby-none" if its else "")
            count.text = str(len(its))
            # Oldest first, each moved to the top: new rows come to stand over those already there.
            for table in reversed(its):
                self._place(table, rows)
        if self._empty is not None:
            self._empty.classes(add="lobby-none" if listed else "", remove="" if listed else "lobby-none")

    def _section(self, table: Table) -> str:
        """The section of a table: by its state, but one's own unfinished tables come first."""
        if table.belongs(self._session) and table.state != "finished":
            return "mine"
        # A table that takes nobody new has no "join", free seats or not.
        return "running" if table.state == "open" and table.joining_refused(self._session) else table.state

    def _mine(self, table: Table) -> dict[str, str]:
        """This browser's seats, each with the name by which it acts for them."""
        seat = table.seat_of(self._session)
        return table.at_screen(self._session) or ({} if seat is None else {seat: self._session})

    def _place(self, table: Table, rows: Element) -> None:
        row = self._rows.get(table.code)
        if row is not None and row.seats != _seats_shown(table):
            self._rows.pop(table.code).delete()
            row = None
        if row is None:
            with rows:
                row = self._rows[table.code] = _Row(table)
            row.move(rows, 0)
        elif row.parent_slot is not None and row.parent_slot.parent is not rows:
            row.move(rows, 0)
        mine = self._mine(table)
        joining = table.joining_refused(self._session)
        about = (table.state, table.settings, table.begun, table.hold(), joining, table.outcome, *mine.items())
        won = [seat.name for seat in table.seats.values()] if table.outcome is not None else []
        row.fill("what", (*about, *won), partial(self._what, table))
        for key in row.seats:
            of = (*about, _together(table), table.seats[key])
            row.fill(f"seat-{key}", of, partial(self._seat, table, key, mine))
        ready = [table.seats[key].ready for key in mine]
        row.fill("ways", (*about, _together(table), *ready), partial(self._ways, table, mine))

    def _what(self, table: Table) -> None:
        text("h3", table.name or self._tr.of(table.game.key)("game.name"))
        with ui.element("p").classes("muted"):
            text("span", table.code, "lobby-code")
            text("span", self._summary(table))

    def _ways(self, table: Table, mine: Mapping[str, str]) -> None:
        tr = self._tr
        if mine and table.state != "finished":
            self._own_ways(table, mine)
            return
        if _together(table) and table.state == "open" and table.joining_refused(self._session) is None:
            way(tr("lobby.sit-together"), f"/table/{table.code}", "btn main accent", "share")
        self._looks(table)
        if mine and table.outcome is not None:
            words = "lobby.rematch" if len(table.seats) == 2 else "lobby.rematch-of-several"
            words = "lobby.to-rematch" if table.settings.rematch else words
            testid(text("button", tr(words), "btn quiet").on("click", partial(self._rematch, table)), "rematch")

    def _looks(self, table: Table) -> None:
        """The buttons for watching and for the replay."""
        tr, watching = self._tr, table.watching_refused(self._session)
        if table.begun and watching is None and table.state == "finished":
            way(tr("lobby.replay"), f"/replay/{table.code}", "btn", "replay")
            with ui.element("div").classes("lobby-small"):
                words = "lobby.watch.running" if table.outcome is None else "lobby.watch.finished"
                way(tr(words), f"/watch/{table.code}", "btn quiet", "watch")
                if table.outcome is not None:
                    way(tr("lobby.file"), f"/replay/{table.code}/file", "btn quiet", "file")
            return
        if watching is None or table.settings.watch_password:
            words = "lobby.watch.running" if table.outcome is None else f"lobby.watch.{table.state}"
            way(tr(words), f"/watch/{table.code}", "btn", "watch")
        if table.begun and watching is None:
            way(tr("lobby.replay"), f"/replay/{table.code}", "btn quiet", "replay")

    def _own_ways(self, table: Table, mine: Mapping[str, str]) -> None:
        """The buttons of the table's players; an adjourned match is continued from here."""
        tr, side = self._tr, next(iter(mine))
        if not all(table.seats[key].ready for key in mine):
            resume = partial(self._resume, table, mine[side])
            testid(text("button", tr("lobby.resume"), f"btn main side-{side}").on("click", resume), "resume")
        else:
            way(tr("lobby.go-on"), f"/table/{table.code}", f"btn main side-{side}", "go-on")
        if len(mine) == 1 and not table.at_screen(self._session):
            way(tr("lobby.your-seat"), f"/table/{table.code}/seat", "btn quiet", "your-seat")

    def _seat(self, table: Table, key: str, mine: Mapping[str, str]) -> None:
        tr = self._tr
        seat = table.seats[key]
        if seat.name is not None:
            text("span", seat.name, "who")
            if key in mine:
                text("span", tr("lobby.you"), "muted")
            elif seat.bot:
                text("span", presence_words(f"bot-{seat.bot}", tr) if seat.house else tr("lobby.stands-in"), "muted")
            elif not seat.ready:
                text("span", tr("lobby.not-ready"), "muted")
        elif mine and table.state != "finished" and table.settings.bots:
            for bot, name in table.game.bots.items():
                call = partial(self._call, table, next(iter(mine.values())), key, bot)
                button = text("button", tr("lobby.call-bot", name=name), "btn quiet").on("click", call)
                button.props["title"] = strength(bot, tr)
                testid(button, f"call-{bot}")
        elif mine or table.joining_refused(self._session) is not None or _together(table):
            text("span", tr("lobby.free"), "muted")
        elif table.settings.seat_password:
            # The password is typed at the table's door.
            way(tr("lobby.sit"), f"/table/{table.code}", "btn", f"join-{key}")
        else:
            its = translator(tr.language, table.game.key)
            button = text("button", named_seat(its, key) or tr("lobby.sit"), "btn").on(
                "click", partial(self._sit, table, key), js_handler=EMIT_NAME
            )
            button.props["aria-label"] = tr("lobby.sit-at", seat=key, table=table.name or table.code)
            testid(button, f"join-{key}")

    def _summary(self, table: Table) -> str:
        tr = self._tr
        if table.settings.closed and table.outcome is None:
            return tr("lobby.abandoned" if table.settings.abandoned else "lobby.closed")
        if table.outcome is not None:
            players = {key: seat.name for key, seat in table.seats.items()}
            won = [tr.of(table.game.key)("game.name")] if table.name else []
            won += [table.game.result(table.outcome, players, tr)]
            if score := table.outcome.get("score"):
                won += [", ".join(f"{players[key] or key} {n}" for key, n in score.items() if key in players)]
            won += [tr("lobby.brought")] if table.settings.origin == "file" else [_day(table.created_at, tr)]
            return " · ".join(won)
        if table.hold() is not None:
            return tr("lobby.adjourned" if table.begun else "lobby.waits")
        its = translator(tr.language, table.game.key)
        chosen = ((choice, chosen_value(choice, table.options)) for choice in table.game.choices)
        words, before = [its("game.name")] if table.name else [], dict[str, str]()
        for choice, value in chosen:
            alone = choice.fits is not None and len(choice.fitting(before)) == 1
            before[choice.key] = value
            if alone:
                continue  # nobody has chosen it
            if value and choice.aside is not None:  # what the match is about
                words.append(value_name(its, choice, value))
            elif value not in ("", choice.default):
                params = {"what": its(f"choice.{choice.key}"), "value": value_name(its, choice, value)}
                words.append(tr("lobby.chosen", **params))
        words += [tr("lobby.goes-on", code=table.settings.origin)] if table.settings.origin else []
        words += [time] if (time := rules(tr, table.settings)) else []
        words += [tr("company.hotseat")] if table.settings.hotseat else []
        words += [tr("lobby.is-locked")] if table.settings.locked else []
        words += [tr("lobby.asks-password")] if table.settings.seat_password and not table.full else []
        words += [" + ".join(named) for several in table.game.several if (named := table.options.get(several.key))]
        return " · ".join(words)

    async def _resume(self, table: Table, holder: str) -> None:
        refusal = await table.be_ready(holder, True)
        if refusal is None:
            self._client.open(f"/table/{table.code}")
        else:
            self._say(refusal_text(self._tr, refusal))

    async def _call(self, table: Table, holder: str, seat: str, bot: str) -> None:
        refusal = await table.call_bot(holder, seat, bot)
        self._say("" if refusal is None else refusal_text(self._tr, refusal))

    async def _rematch(self, table: Table) -> None:
        made = await rematch(table, self._session)
        if isinstance(made, Refusal):
            self._say(refusal_text(self._tr.of(table.game.key), made))
        else:
            self._client.open(f"/table/{made.code}")

    async def _sit(self, table: Table, seat: str, event: events.GenericEventArguments) -> None:
        typed = event.args if isinstance(event.args, str) else ""
        await visitors.rename(self._session, typed)
        refusal = await table.sit(self._session, seat, tidy_name(typed))
        if refusal is None:
            # The row of the button has been built anew by now: its page is asked, not ui.navigate.
            self._client.open(f"/table/{table.code}")
        else:
            self._say(refusal_text(self._tr, refusal))


def _day(at: float, tr: Translator) -> str:
    """The day of a match, as people name one of this year."""
    return format_datetime(datetime.fromtimestamp(at).astimezone(), "d MMM", locale=tr.language)


def _seats_shown(table: Table) -> tuple[str, ...]:
    """The seats that stand in a table's row."""
    return () if table.state == "finished" else table.seat_keys


def _together(table: Table) -> bool:
    """Whether two players can sit down together at one screen here."""
    return table.settings.hotseat and all(seat.free for seat in table.seats.values())
