"""Seats belong to a browser; presence is counted by browser."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.waiting import until
from webapp.base.typed_text import tidy_name
from webapp.store import Store
from webapp.tables import Registry, attendance
from webapp.tables.presence import Presence

ILSE, TOMAS, EVA = "cookie-ilse", "cookie-tomas", "cookie-eva"


async def test_a_free_seat_is_taken_once(tables: Registry) -> None:
    table = await tables.create({}, "Evening")
    assert table.state == "open"
    assert await table.sit(ILSE, "1", "Ilse") is None
    refusal = await table.sit(TOMAS, "1", "Tomáš")
    assert (refusal.code, refusal.params) == ("seat-taken", {"name": "Ilse"})
    assert await table.sit(TOMAS, "2", "Tomáš") is None
    assert table.state == "running"
    assert [seat.name for seat in table.seats.values()] == ["Ilse", "Tomáš"]
    assert (table.seat_of(ILSE), table.seat_of(TOMAS), table.seat_of(EVA)) == ("1", "2", None)
    # The seat says what is seen: its own question, and nobody's without one.
    assert table.view("1")["decision"] is not None
    assert table.view("spectator")["decision"] is None


async def test_sitting_needs_a_free_seat_and_a_name(tables: Registry) -> None:
    table = await tables.create({}, "Evening")
    assert (await table.sit(ILSE, "3", "Ilse")).code == "no-such-seat"
    assert (await table.sit(ILSE, "1", "")).code == "no-name"
    assert await table.sit(ILSE, "1", "Ilse") is None
    assert (await table.sit(ILSE, "2", "Ilse")).code == "already-seated"
    assert (await table.leave(EVA)).code == "not-seated"


async def test_a_name_is_worn_once_at_a_table_and_gives_no_claim(tables: Registry) -> None:
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    assert (await table.sit(EVA, "2", "ILSE")).code == "name-taken"
    assert (await table.submit(EVA, {"kind": "add", "value": 1})).code == "not-seated"
    assert table.seat_of(EVA) is None


async def test_a_seat_that_is_left_is_free_and_its_holder_a_spectator(tables: Registry) -> None:
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    assert await table.leave(ILSE) is None
    assert table.seat_of(ILSE) is None
    assert table.seats["1"].free
    assert await table.sit(EVA, "1", "Eva") is None


async def test_seats_outlive_the_server(reopen: Callable[[], tuple[Store, Registry]]) -> None:
    _, tables = reopen()
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    await table.leave(TOMAS)
    _, tables = reopen()
    again = tables.get(table.code)
    assert again.seat_of(ILSE) == "1"
    assert again.seats["2"].free


def test_a_browser_is_present_while_one_of_its_pages_is() -> None:
    presence = Presence()
    assert presence.of(ILSE) == "away"
    presence.arrive("page-1", ILSE)
    presence.arrive("page-2", ILSE)  # a reload: the new page comes before the old one is gone
    presence.drop("page-1")
    assert presence.of(ILSE) == "here"
    presence.drop("page-2")
    assert presence.of(ILSE) == "reconnecting"
    presence.arrive("page-2", ILSE)
    presence.depart("page-1")
    assert presence.of(ILSE) == "here"
    presence.depart("page-2")
    assert presence.of(ILSE) == "away"


def test_spectators_are_counted_by_browser() -> None:
    presence = Presence()
    for page, session in (("a", EVA), ("b", EVA), ("c", TOMAS), ("d", ILSE)):
        presence.arrive(page, session)
    presence.drop("c")
    assert presence.watching([ILSE]) == 1


class Window:
    """The part of a NiceGUI client that a table follows."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.has_socket_connection = False
        self._handlers: dict[str, list[Callable[[], None]]] = {"connect": [], "disconnect": [], "delete": []}

    def on_connect(self, handler: Callable[[], None]) -> None:
        self._handlers["connect"].append(handler)

    def on_disconnect(self, handler: Callable[[], None]) -> None:
        self._handlers["disconnect"].append(handler)

    def on_delete(self, handler: Callable[[], None]) -> None:
        self._handlers["delete"].append(handler)

    def happens(self, what: str) -> None:
        self.has_socket_connection = what == "connect"
        for handler in self._handlers[what]:
            handler()


async def test_comings_and_goings_are_told_together(tables: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "PRESENCE_S", 0.05)
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    presences: list[dict[str, Any]] = []
    table.subscribe("1", lambda: presences.append(table.presence()))
    windows = [Window(f"w{n}") for n in range(30)]
    for n, window in enumerate(windows):
        table.attend(window, ILSE if n == 0 else f"cookie-{n}")
        window.happens("connect")
    await until(lambda: presences)
    assert presences == [{"seats": {"1": "here", "2": None}, "spectators": 29}]
    windows[0].happens("disconnect")  # a reload: gone and back before anybody would have noticed
    windows[0].happens("connect")
    await asyncio.sleep(0.15)
    assert len(presences) == 1
    windows[0].happens("disconnect")
    await until(lambda: presences[-1]["seats"]["1"] == "reconnecting")
    windows[0].happens("delete")
    await until(lambda: presences[-1]["seats"]["1"] == "away")


def test_a_name_is_one_line_of_readable_characters() -> None:
    assert tidy_name(" Ilse\u202e\n\x00 Varga ") == "Ilse Varga"
    assert tidy_name("<b>Ilse</b>") == "<b>Ilse</b>"
    assert len(tidy_name("x" * 10_000)) == 24
    assert tidy_name("\u200b\t") == ""
