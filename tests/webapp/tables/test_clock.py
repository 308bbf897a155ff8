"""The clocks of a table, and abandoned tables: exact, stored, and stopped when they should be."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.waiting import until
from tests.webapp.test_seats import Window
from webapp.base.clock import GAP_S, SteadyClock
from webapp.security.limits import limits
from webapp.store import Store
from webapp.table_kit.clock_form import agreed_clock
from webapp.tables import Refusal, Registry, Table, TableSettings, abandonment, clocks

ILSE, TOMAS = "cookie-ilse", "cookie-tomas"
Reopen = Callable[[], tuple[Store, Registry]]


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "LEAST_S", 0.3)
    monkeypatch.setattr(clocks, "AGAIN_S", 0.1)
    limits.forget()


ROUNDED = 0.01
"""Clocks are told in hundredths of a second."""


async def running(tables: Registry, **time: int | str) -> Table:
    table = await tables.create({}, "Evening", settings=TableSettings(**time))
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    return table


def noted(table: Table) -> list[str]:
    return [line.key for line in table.talk.lines]


async def test_no_table_has_clocks_unless_it_chose_some(tables: Registry) -> None:
    table = await running(tables)
    assert not table.clocks.on
    assert table.clocks.state() == {}
    assert agreed_clock({}) == {"clock_bank": 0, "clock_increment": 0, "clock_limit": 0, "clock_out": "answer"}
    chosen = agreed_clock({"clock-bank": "30", "clock-increment": "10", "clock-limit": "77", "clock-out": "loss"})
    assert chosen == {"clock_bank": 1800, "clock_increment": 10, "clock_limit": 0, "clock_out": "loss"}


async def test_time_runs_for_who_is_asked_and_an_answer_gives_some_back(tables: Registry) -> None:
    before = time.monotonic()
    table = await running(tables, clock_bank=60, clock_increment=5)
    began = time.monotonic()
    assert (table.clocks.state()["1"]["runs"], table.clocks.state()["2"]["runs"]) == (True, False)
    await asyncio.sleep(0.4)
    least = time.monotonic() - began
    assert await table.submit(ILSE, {"kind": "add", "value": 1}) is None
    state, most = table.clocks.state(), time.monotonic() - before
    assert (state["1"]["runs"], state["2"]["runs"]) == (False, True)
    assert 65 - most - ROUNDED <= state["1"]["bank"] <= 65 - least + ROUNDED
    assert 60 - most - ROUNDED <= state["2"]["bank"] <= 60


async def test_a_player_loses_when_the_time_is_out_and_not_before(tables: Registry) -> None:
    table = await running(tables, clock_limit=1, clock_out="loss")
    began = time.monotonic()
    await until(lambda: table.outcome is not None)
    assert time.monotonic() - began > 0.8
    assert table.outcome == {"winner": "2", "reason": "time", "points": {"1": 0, "2": 0}}
    assert table.match.journal[-1]["seat"] == "1"
    await until(lambda: noted(table) == ["clock-lost"])


async def test_the_house_answers_for_a_player_out_of_time(tables: Registry) -> None:
    table = await running(tables, clock_limit=1)
    await until(lambda: table.sequence >= 2)
    assert [(it["seat"], it["value"]) for it in table.match.journal[1:3]] == [("1", 1), ("2", 1)]
    await until(lambda: noted(table)[:2] == ["clock-answered"] * 2)
    assert [line.params for line in table.talk.lines][:2] == [{"who": "Ilse"}, {"who": "Tomáš"}]


async def test_a_clock_outlives_the_server_and_stands_while_it_is_down(reopen: Reopen) -> None:
    _, tables = reopen()
    before = time.monotonic()
    table, began = await running(tables, clock_bank=60), time.monotonic()
    await asyncio.sleep(0.5)
    least = time.monotonic() - began
    await table.submit(ILSE, {"kind": "add", "value": 1})
    most = time.monotonic() - before
    await asyncio.sleep(0.3)
    _, tables = reopen()
    await asyncio.sleep(0.5)
    again = tables.get(table.code)
    woken = time.monotonic()
    tables.wake()
    state, since = again.clocks.state(), time.monotonic() - woken
    assert 60 - most - ROUNDED <= state["1"]["bank"] <= 60 - least + ROUNDED
    assert 60 - since - ROUNDED <= state["2"]["bank"] <= 60
    assert state["2"]["runs"] is True


async def test_a_clock_stands_while_the_match_is_adjourned(tables: Registry) -> None:
    table = await running(tables, clock_bank=60, clock_limit=40)
    await asyncio.sleep(0.3)
    await table.adjourn(TOMAS)
    at = table.clocks.state()["1"]
    await asyncio.sleep(0.4)
    assert (table.clocks.state()["1"], at["runs"]) == (at, False)
    await table.be_ready(ILSE, True)
    began = time.monotonic()
    await table.be_ready(TOMAS, True)
    state, most = table.clocks.state()["1"], time.monotonic() - began
    assert state["runs"] is True
    # The same question goes on from where it stood.
    assert at["limit"] - most - ROUNDED <= state["limit"] <= at["limit"]


async def test_a_question_that_is_not_timed_stops_all_clocks(tables: Registry) -> None:
    table = await tables.create({}, "Evening", settings=TableSettings(clock_bank=60))
    table.game = replace(table.game, untimed=frozenset({"add"}))
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    assert not any(it["runs"] for it in table.clocks.state().values())


async def test_a_table_left_alone_is_adjourned_then_abandoned(reopen: Reopen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(abandonment, "ADJOURN_S", 0.6)
    monkeypatch.setattr(abandonment, "ABANDON_S", 4.0)
    _, tables = reopen()
    table = await running(tables)
    window = Window("w1")
    table.attend(window, ILSE)
    window.happens("connect")
    await table.submit(ILSE, {"kind": "add", "value": 1})
    await asyncio.sleep(0.9)
    assert not table.adjourned
    window.happens("delete")
    await until(lambda: table.adjourned)
    await until(lambda: noted(table) == ["left-alone"])
    await asyncio.sleep(1.5)
    # Since when it is alone is known after a restart, too.
    _, tables = reopen()
    again = tables.get(table.code)
    assert again.adjourned
    tables.wake()
    began = time.monotonic()
    await until(lambda: again.settings.abandoned)
    assert time.monotonic() - began < abandonment.ABANDON_S
    assert (again.state, again.outcome, again.settings.closed) == ("finished", None, True)
    assert (await again.submit(TOMAS, {"kind": "add", "value": 1})).code == "closed"


async def test_a_failed_adjournment_is_tried_again_after_a_pause(
    tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(abandonment, "ADJOURN_S", 0.1)
    monkeypatch.setattr(abandonment, "AGAIN_S", 0.4)
    table = await running(tables)
    tried: list[float] = []

    async def refuse() -> Refusal:
        tried.append(time.monotonic())
        return Refusal("", "not-kept")

    monkeypatch.setattr(table, "left_alone", refuse)
    await table.submit(ILSE, {"kind": "add", "value": 1})
    await until(lambda: len(tried) >= 3)
    assert min(b - a for a, b in pairwise(tried)) >= 0.35
    assert noted(table) == []


class Hands:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.at = time.monotonic()

    def __call__(self) -> float:
        return self.at


async def test_time_in_which_the_machine_sleeps_is_nobodys(
    tables: Registry, reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a player's, nor an absence's; nor does a clock of the system that is set ahead close tables."""
    hands = Hands()
    for module in (clocks, abandonment):
        monkeypatch.setattr(module, "steady", SteadyClock(hands))
    table = await running(tables, clock_bank=600)
    await table.submit(ILSE, {"kind": "add", "value": 1})
    left = table.clocks.state()["2"]["bank"]
    hands.at += 8 * 3_600
    assert table.clocks.state()["2"]["bank"] == pytest.approx(left - GAP_S, abs=0.1)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 400 * 86_400)
    table.abandonment.look()
    await asyncio.sleep(0.1)
    assert (table.adjourned, table.settings.abandoned) == (False, False)
    _, tables = reopen()
    tables.wake()
    await asyncio.sleep(0.1)
    assert (tables.get(table.code).adjourned, tables.get(table.code).settings.closed) == (False, False)
