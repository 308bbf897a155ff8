"""Lent views: only while the player allows it, decided by the table, never for people who play there."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest

from webapp.i18n import translator
from webapp.seats.watch import OverShoulder
from webapp.store import Store
from webapp.table_kit import place
from webapp.tables import Registry, Table, TableSettings
from webapp.ui.theme import Frame

ILSE, TOMAS, EVA = "cookie-ilse", "cookie-tomas", "cookie-eva"
Reopen = Callable[[], tuple[Store, Registry]]


async def running(tables: Registry, settings: TableSettings | None = None) -> Table:
    table = await tables.create({}, "Evening", settings=settings)
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    return table


async def test_eyes_are_lent_and_taken_back_at_will(tables: Registry) -> None:
    table = await running(tables)
    assert not table.borrowed(EVA, "1")
    assert await table.lend_eyes(ILSE, True) is None
    assert table.borrowed(EVA, "1")
    assert not table.borrowed(EVA, "2")
    assert await table.lend_eyes(ILSE, False) is None
    assert not table.borrowed(EVA, "1")


async def test_nobody_who_plays_here_looks_through_another_seat(tables: Registry) -> None:
    table = await running(tables)
    await table.lend_eyes(ILSE, True)
    assert not table.borrowed(TOMAS, "1")
    assert (await table.lend_eyes(EVA, True)).code == "not-seated"
    assert not table.borrowed(EVA, "spectator")
    assert not table.borrowed(EVA, "3")


async def test_a_lent_view_ends_when_its_seat_changes_hands(tables: Registry) -> None:
    table = await running(tables)
    await table.lend_eyes(ILSE, True)
    await table.hand_over("1", "cookie-zdena", "Zdena")
    assert not table.borrowed(EVA, "1")


async def test_a_lent_view_survives_a_restart_and_ends_with_the_match(reopen: Reopen) -> None:
    _, tables = reopen()
    table = await running(tables)
    await table.lend_eyes(ILSE, True)
    _, tables = reopen()
    again = tables.get(table.code)
    assert again.borrowed(EVA, "1")
    assert again.seats["1"].name == "Ilse"


async def test_a_lent_view_needs_the_right_to_watch(tables: Registry) -> None:
    table = await running(tables)
    await table.lend_eyes(ILSE, True)
    await table.change(spectators=False)
    assert not table.borrowed(EVA, "1")
    assert (await table.lend_eyes(TOMAS, True)).code == "no-spectators"


async def test_where_two_share_a_screen_no_eyes_are_lent(tables: Registry) -> None:
    table = await tables.create({}, "Evening", settings=TableSettings(hotseat=True))
    await table.share(ILSE, {"1": "Ilse", "2": "Tomáš"}, "", "here")
    assert (await table.lend_eyes(f"{ILSE}/1", True)).code == "no-spectators"
    assert not table.lends_eyes("1")


async def test_a_lent_view_asks_what_spectators_may_ask(tables: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await running(tables)
    await table.lend_eyes(ILSE, True)
    monkeypatch.setattr(place, "ui", SimpleNamespace(context=SimpleNamespace(client=None)))
    at = OverShoulder(table, translator("en"), cast(Frame, None), EVA, "1")
    asked: list[str] = []

    async def query(viewer: str, *question: object) -> None:
        asked.append(viewer)

    monkeypatch.setattr(table, "query", query)
    assert at.viewer == "1"
    await at.query("reach", {})
    assert asked == ["spectator"]
    await table.lend_eyes(ILSE, False)
    assert at.viewer == "spectator"
