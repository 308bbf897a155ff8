"""The page of a table for a visitor without a seat: a name and the free seats, a recovery code, the password for
watching; and the check whether a browser may watch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from nicegui import events, ui

from webapp.base.typed_text import NAME_LENGTH, tidy_name
from webapp.frame.page_frame import frame
from webapp.games.contract import Screens, named_seat
from webapp.i18n import Translator, translator
from webapp.people.visitors import visitors
from webapp.table_kit.place import book_of
from webapp.tables import Refusal, Table, registry
from webapp.ui.intents import message
from webapp.ui.live_box import LiveBox
from webapp.ui.theme import link_to, testid, text

STYLES = ("lobby.css", "door.css")

EMIT_SEAT = """() => emit({name: document.getElementById('your-name').value,
  password: document.getElementById('seat-password')?.value ?? ''})"""
EMIT_FORM = "(event) => { event.preventDefault(); emit(Object.fromEntries(new FormData(event.target))); }"


def address() -> str:
    """The client address of this page's browser, by which guesses are counted."""
    client = ui.context.client.request.client
    return client.host if client is not None else ""


def offer_seats(table: Table, tr: Translator, session: str, invite: bool = False) -> None:
    """Builds the name field and the free seats; with `invite` the page behind them opens with the invitation."""
    no, page = table.joining_refused(session), f"/table/{table.code}{'?invite' if invite else ''}"
    follow(table, page, lambda: table.joining_refused(session) != no)
    with door(table, tr):
        if no is not None:
            text("p", why(tr, no))
            _link(tr("table.watch"), f"/watch/{table.code}", "watch")
            _recovery(table, tr, session)
            _link(tr("table.to-lobby"), "/", "to-lobby")
            return
        with ui.element("label"):
            text("span", tr("lobby.your-name"), "muted")
            field = ui.element("input").classes("door-name")
            field.props.update({"id": "your-name", "type": "text", "maxlength": NAME_LENGTH})
            field.props["^value"] = visitors.get(session).name
            testid(field, "your-name")
        if table.settings.seat_password:
            password_field(tr("door.seat-password"), "seat-password")
        say = said_line()
        seats = LiveBox().classes("door-seats")

        def show() -> None:
            if seats.renew(tuple(table.seats.values())):
                with seats:
                    for key, seat in table.seats.items():
                        if seat.free:
                            _seat_button(table, tr, session, key, say, page)
                        else:
                            with ui.element("p").classes(f"side-{key}"):
                                text("span", tr("table.sits", player=seat.name or ""), "who")

        show()
        # What is typed stays: only the seats are drawn anew.
        table.subscribe("spectator", show, steps=False)
        _link(tr("table.watch"), f"/watch/{table.code}", "watch")
        _recovery(table, tr, session)


def watching_barred(table: Table, tr: Translator, session: str) -> bool:
    """Whether this browser may not watch; then the page says why, and what can be done about it."""
    no = table.watching_refused(session)
    if no is None:
        return False
    origin = address()

    async def come_in(event: events.GenericEventArguments) -> None:
        refusal = await table.come_in(session, word(event, "password"), origin)
        if refusal is None:
            ui.navigate.reload()
        else:
            say(why(tr, refusal, word(event, "password")))

    follow(table, f"/watch/{table.code}", lambda: table.watching_refused(session) != no)
    with door(table, tr):
        text("p", why(tr, no))
        if no.code == "watch-password":
            with ui.element("form").on("submit", come_in, js_handler=EMIT_FORM) as form:
                testid(form, "watch-form")
                password_field(tr("door.password"), "password")
                text("button", tr("door.come-in"), "btn main accent").props["type"] = "submit"
        say = said_line()
        _recovery(table, tr, session)
        _link(tr("table.to-lobby"), "/", "to-lobby")
    return True


def follow(table: Table, here: str, changed: Callable[[], bool]) -> None:
    """Loads the page `here` once this has changed: who may join or watch, who sits."""
    client = ui.context.client

    def look() -> None:
        if changed():
            client.open(here)

    table.subscribe("spectator", look, steps=False)


@contextmanager
def door(table: Table, tr: Translator) -> Iterator[None]:
    """A box in the middle of the page, with the table's name and its game."""
    game = translator(tr.language, table.game.key)
    title, line = table.name or game("game.name"), game("game.line")
    with (
        frame(tr, tr("table.title", name=table.name or table.code), styles=STYLES, page_class="table-door"),
        ui.element("div").classes("door panel"),
    ):
        text("h1", title)
        testid(text("p", f"{game('game.name')} · {line}" if table.name else line, "muted"), "door-game")
        if not table.name:
            text("p", f"{tr('invite.code')} {table.code}", "muted")
        yield


def _seat_button(table: Table, tr: Translator, session: str, key: str, say: Callable[[str], None], page: str) -> None:
    client, origin = ui.context.client, address()

    async def sit(event: events.GenericEventArguments) -> None:
        name = tidy_name(word(event, "name"))
        await visitors.rename(session, name)
        refusal = await table.sit(session, key, name, word(event, "password"), origin)
        if refusal is None:
            client.open(page)
        else:
            say(why(tr, refusal, word(event, "password")))

    # Of a match that goes on from an earlier one: whose seat it was there.
    before = registry.get(table.settings.origin) if table.settings.origin else None
    was = before.seats[key].name if before is not None and key in before.seats else None
    words = named_seat(tr, key) or tr("table.take-seat", seat=key)
    if was:
        words = tr("table.take-seat-of", seat=words, player=was)
    button = text("button", words, f"btn main side-{key}").on("click", sit, js_handler=EMIT_SEAT)
    testid(button, f"join-{key}")
    if title := _title(table, tr, key):
        with button:
            text("small", title, "door-plays")


def _title(table: Table, tr: Translator, seat: str) -> str:
    """What a seat plays in the match that waits, as far as all may know; empty where its name says that already."""
    screens = table.game.screens
    if type(screens).title is Screens.title:
        return ""  # no seat of this game plays anything of its own
    players = {key: held.name for key, held in table.seats.items()}
    words = screens.words(table.view("spectator"), tr, players, book_of(table), table.code)
    title = screens.title(seat, words)
    return "" if title == named_seat(tr, seat) else title


def _recovery(table: Table, tr: Translator, session: str) -> None:
    """The fields for taking a seat with its recovery code, while any seat is taken."""
    client, origin = ui.context.client, address()

    async def recover(say: Callable[[str], None], event: events.GenericEventArguments) -> None:
        refusal = await table.recover(session, word(event, "code"), origin)
        if refusal is None:
            client.open(f"/table/{table.code}")
        else:
            say(why(tr, refusal))

    with LiveBox("details").classes("door-recovery") as box:
        text("summary", tr("door.recover"))
        with ui.element("form") as form:
            testid(form, "recover-form")
            with ui.element("label"):
                text("span", tr("door.recovery-code"), "muted")
                field = ui.element("input").classes("door-name")
                field.props.update({"name": "code", "autocomplete": "off", "spellcheck": "false", "maxlength": 40})
            text("button", tr("door.take-back"), "btn").props["type"] = "submit"
            form.on("submit", partial(recover, said_line()), js_handler=EMIT_FORM)

    def show() -> None:
        box.hide(all(seat.free for seat in table.seats.values()))

    show()
    table.subscribe("spectator", show, steps=False)


def password_field(label: str, name: str) -> None:
    """A field for a password."""
    with ui.element("label"):
        text("span", label, "muted")
        field = ui.element("input").classes("door-name")
        field.props.update({"id": name, "name": name, "type": "password", "autocomplete": "off", "maxlength": 200})


def said_line() -> Callable[[str], None]:
    """An element for a refusal; returns the function that shows one."""
    line = text("p", "", "notice")
    line.props["role"] = "status"

    def say(words: str) -> None:
        line.text = words

    return say


def why(tr: Translator, refusal: Refusal, password: str = "") -> str:
    """A refusal as text; `password`: what was typed, if a password was asked for."""
    if password and refusal.code in ("seat-password", "watch-password"):
        return tr("refusal.wrong-password")
    return tr(f"refusal.{refusal.code}", **refusal.params)


def word(event: events.GenericEventArguments, key: str) -> str:
    """The text in a field of a message; empty for anything that is no text."""
    sent = message(event).get(key)
    return sent if isinstance(sent, str) else ""


def _link(words: str, to: str, name: str) -> None:
    link = text("a", words, "btn quiet")
    link_to(link, to)
    testid(link, name)
