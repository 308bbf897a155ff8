"""Bots at tables: with a seat of their own, or in the place of an absent player, over restarts, until they are back."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from rules.kernel.refusals import Refused
from tests.diktat.table import turn
from tests.invader.table import duel
from tests.waiting import until
from tests.webapp.test_seats import Window
from webapp.base import processes, worker_process
from webapp.games import games
from webapp.store import Store
from webapp.store.problems import Full
from webapp.tables import Registry, Table, TableSettings, bots

ILSE, TOMAS, EVA = "cookie-ilse", "cookie-tomas", "cookie-eva"
Reopen = Callable[[], tuple[Store, Registry]]


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "PAUSE_S", 0.05)
    monkeypatch.setattr(bots, "AGAIN_S", 0.05)
    monkeypatch.setattr(sys.modules[Registry.__module__], "THINKING_S", 0.3)


async def running(tables: Registry, settings: TableSettings | None = None) -> Table:
    table = await tables.create({}, "Evening", settings=settings)
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    return table


def asked(table: Table) -> str:
    return next(iter(table.match.decisions), "")


async def test_a_bot_in_a_free_seat_plays_whenever_it_is_asked(tables: Registry) -> None:
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    assert await table.call_bot(ILSE, "2", "steady") is None
    assert (table.state, table.seats["2"].name, table.seats["2"].house) == ("running", "Golem", True)
    assert table.presence()["seats"]["2"] == "bot-steady"
    for n in range(3):
        assert await table.submit(ILSE, {"kind": "add", "value": 1}) is None
        await until(lambda: asked(table) == "1")
        assert table.view("1")["total"] == 2 * (n + 1)


async def test_bots_among_themselves_wait_for_nobody_to_follow(
    tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "PAUSE_S", 60.0)
    monkeypatch.setattr(bots, "ALONE_S", 0.0)
    table = await tables.create({}, "Evening")
    await table.seat_bot("1", "novice")
    await table.seat_bot("2", "novice")
    await until(lambda: table.over or table.view("spectator")["total"] > 2)


async def test_the_bot_of_the_house_goes_on_after_a_restart(reopen: Reopen) -> None:
    _, tables = reopen()
    table = await tables.create({}, "Evening")
    assert await table.seat_bot("2", "novice") is None
    await table.sit(ILSE, "1", "Ilse")
    await table.submit(ILSE, {"kind": "add", "value": 1})
    _, tables = reopen()
    again = tables.get(table.code)
    assert (again.seats["2"].bot, again.view("1")["total"]) == ("novice", 1)
    tables.wake()
    await until(lambda: again.view("1")["total"] == 2)
    assert asked(again) == "1"


async def test_a_bot_stands_in_for_the_absent_until_they_are_back(tables: Registry) -> None:
    table = await running(tables)
    window = Window("w1")
    table.attend(window, TOMAS)
    window.happens("connect")
    assert (await table.call_bot(ILSE, "2", "steady")).code == "not-absent"
    window.happens("disconnect")
    assert await table.call_bot(ILSE, "2", "steady") is None
    # The seat stays his, by name and by right.
    assert (table.seats["2"].name, table.seats["2"].bot, table.seats["2"].house) == ("Tomáš", "steady", False)
    assert (table.seat_of(TOMAS), table.presence()["seats"]["2"]) == ("2", "bot-steady")
    await table.submit(ILSE, {"kind": "add", "value": 3})
    await until(lambda: asked(table) == "1")
    assert table.view("1")["total"] == 4
    window.happens("connect")
    await until(lambda: not table.seats["2"].bot)
    await table.submit(ILSE, {"kind": "add", "value": 3})
    await asyncio.sleep(0.4)
    assert (asked(table), table.view("1")["total"]) == ("2", 7)
    assert await table.submit(TOMAS, {"kind": "add", "value": 1}) is None


async def test_only_a_seated_player_calls_and_sends_away_bots(tables: Registry) -> None:
    table = await running(tables, TableSettings(bots=False))
    assert (await table.call_bot(ILSE, "2", "steady")).code == "no-bots"
    table = await running(tables)
    assert (await table.call_bot(EVA, "2", "steady")).code == "not-seated"
    assert (await table.call_bot(ILSE, "1", "steady")).code == "no-such-seat"
    assert (await table.call_bot(ILSE, "2", "deep")).code == "no-such-seat"
    assert (await table.seat_bot("2", "steady")).code == "seat-taken"
    assert (await table.end_bot(ILSE, "2")).code == "no-such-seat"
    assert await table.call_bot(ILSE, "2", "steady") is None
    assert await table.end_bot(ILSE, "2") is None
    assert (table.seats["2"].name, table.seats["2"].bot) == ("Tomáš", "")
    await table.leave(TOMAS)
    await table.call_bot(ILSE, "2", "steady")
    assert await table.end_bot(ILSE, "2") is None
    assert table.seats["2"].free


async def test_a_seat_that_is_taken_back_by_its_code_is_not_the_bots_any_more(tables: Registry) -> None:
    table = await running(tables)
    code = await table.recovery_code(TOMAS)
    await table.call_bot(ILSE, "2", "steady")
    assert await table.recover(EVA, code, "here") is None
    assert (table.seat_of(EVA), table.seats["2"].bot) == ("2", "")


async def test_nothing_is_played_for_anybody_while_the_table_is_adjourned_or_closed(tables: Registry) -> None:
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "2", "Ilse")
    await table.adjourn(ILSE)
    await table.seat_bot("1", "steady")
    await asyncio.sleep(0.3)
    assert table.view("2")["total"] == 0
    assert table.seats["1"].ready
    await table.be_ready(ILSE, True)
    await until(lambda: asked(table) == "2")
    assert table.view("2")["total"] == 1


async def test_a_bot_that_falls_tries_again_and_then_leaves_it(
    tables: Registry, caplog: pytest.LogCaptureFixture
) -> None:
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    await table.seat_bot("2", "steady")
    # The stand-in bot falls at thirteen.
    await table.submit(ILSE, {"kind": "add", "value": 9})
    await until(lambda: asked(table) == "1")
    await table.submit(ILSE, {"kind": "add", "value": 3})
    await until(lambda: caplog.text.count("could not think") == bots.TRIES)
    assert table.view("1")["total"] == 13
    # Its seat is free to give up, and the match can still be ended.
    assert await table.end_bot(ILSE, "2") is None


async def test_a_bot_whose_answers_cannot_be_kept_tries_until_they_can(
    tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    await table.seat_bot("2", "steady")
    append, full = table._store.append, 0

    async def none_left(*step: Any) -> None:
        nonlocal full
        if step[1].seat == "1":
            return await append(*step)
        full += 1
        raise Full("olomoc.db", "database or disk is full")

    monkeypatch.setattr(table._store, "append", none_left)
    await table.submit(ILSE, {"kind": "add", "value": 1})
    await until(lambda: full > bots.TRIES + 2)
    assert asked(table) == "2"
    monkeypatch.setattr(table._store, "append", append)
    await until(lambda: asked(table) == "1")


async def test_a_rematch_takes_the_bot_along(tables: Registry) -> None:
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    await table.seat_bot("2", "steady")
    again = await tables.create({}, "Again")
    assert await again.seat_again(table, ILSE) is None
    assert (again.seats["1"].name, again.seats["1"].house, again.seat_of(ILSE)) == ("Golem", True, "2")
    assert not again.adjourned


@pytest.mark.parametrize("bot", ["endless", "deadly", "failing", "wrong"])
async def test_the_greedy_bot_answers_for_one_that_takes_too_long_dies_or_fails(
    bot: str, tables: Registry, caplog: pytest.LogCaptureFixture
) -> None:
    """`wrong` says what the rules refuse."""
    table = await tables.create({}, "Evening")
    await table.sit(ILSE, "1", "Ilse")
    await table.seat_bot("2", bot)
    await table.submit(ILSE, {"kind": "add", "value": 2})
    await until(lambda: asked(table) == "1")
    assert table.view("1")["total"] == 3
    assert f"the bot {bot!r} at seat 2 failed" in caplog.text or "the bot at seat 2 has no answer" in caplog.text


async def test_a_bot_is_sent_no_secret_of_another_seat(tables: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches that look alike to the bot's seat, its dice the same: `knowing` would tell one from the other by what
    is hidden from it, and says the same in both."""
    monkeypatch.setattr(bots.secrets, "randbits", lambda bits: 4)
    totals = set()
    for secret in range(3):
        table = await tables.create({}, "Evening")
        await table.sit(ILSE, "1", "Ilse")
        table.match.events[0]["secrets"]["1"] = secret
        await table.seat_bot("2", "knowing")
        await table.submit(ILSE, {"kind": "add", "value": 1})
        await until(lambda table=table: asked(table) == "1")
        totals.add(table.view("1")["total"])
    assert len(totals) == 1


async def test_a_bot_that_thinks_holds_up_no_other_tables_questions(
    tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = await tables.create({}, "Evening"), await running(tables)
    table.chairs.worker.processes._seconds = 60.0
    await table.sit(ILSE, "1", "Ilse")
    await table.seat_bot("2", "endless")
    await table.submit(ILSE, {"kind": "add", "value": 1})
    await until(lambda: table.chairs.worker.processes.pids() != [])
    reached = await asyncio.wait_for(other.query("spectator", "reach", {"piece": "it", "kind": "walk"}), 120)
    assert reached["total"] == 0
    assert table.chairs.busy


async def hinted(table: Table, viewer: str) -> str:
    try:
        return str((await table.query(viewer, "hints"))["of"])
    except Refused as refused:
        return refused.refusal.code


async def test_hints_are_given_against_the_house_alone_or_where_the_table_agreed(tables: Registry) -> None:
    people = await running(tables)
    assert await hinted(people, "1") == "no-hints"
    agreed = await running(tables, TableSettings(hints=True))
    assert await hinted(agreed, "1") == "1"
    assert await hinted(agreed, "spectator") == "no-hints"
    alone = await tables.create({}, "Evening")
    await alone.sit(ILSE, "2", "Ilse")
    assert await hinted(alone, "2") == "no-hints"  # somebody may still sit down opposite
    await alone.seat_bot("1", "novice")
    assert await hinted(alone, "2") == "2"


async def test_a_bot_that_stands_in_for_a_person_does_not_bring_hints(tables: Registry) -> None:
    table = await running(tables)
    window = Window("w1")
    table.attend(window, TOMAS)
    window.happens("connect")
    window.happens("disconnect")
    assert await table.call_bot(ILSE, "2", "steady") is None
    assert await hinted(table, "1") == "no-hints"


@pytest.mark.parametrize("key", ["olomoc", "invader", "diktat"])
def test_the_bots_offered_at_a_real_game_answer_from_an_imagined_world(key: str) -> None:
    """The call is the bot process's, with the clock among the arguments."""
    game = next(it for it in games() if it.key == key)
    match = game.new({}, 3)
    seat = next(iter(match.asked))
    world = game.factory().replay({}, match.imagine(seat, 1).snapshot())
    assert "search" in game.bots
    for kind in game.bots:
        assert match.check(seat, worker_process.bot(world, game.bot, seat, kind, 1)) is None


@pytest.mark.parametrize(
    ("key", "made"),
    [
        ("invader", lambda: duel(active="2", hands={"1": [], "2": ["rifles", "militia", "drones", "militia"]})),
        ("diktat", lambda: turn("2", seats={"2": {"agents": "CCGGEE", "pp": 5}})),
    ],
)
async def test_the_greedy_bot_answers_for_a_search_whose_process_is_killed(
    key: str,
    made: Callable[[], Any],
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """At a table of a real game, while it thinks."""
    monkeypatch.setattr(sys.modules[Registry.__module__], "THINKING_S", 30.0)
    do = processes._Server._do

    def do_and_die(server: Any, job: Any) -> tuple[bool, Any]:
        if server.pid is not None and "failed" not in caplog.text:
            Timer(0.05, os.kill, (server.pid, signal.SIGKILL)).start()
        return do(server, job)

    monkeypatch.setattr(processes._Server, "_do", do_and_die)
    store, tables = Store.open(database), Registry()
    try:
        tables.open(store, [next(it for it in games() if it.key == key)])
        match = made()
        table = await tables.adopt(match, match.journal[0]["options"], "", key)
        assert await table.hand_over("1", ILSE, "Ilse") is None
        assert await table.seat_bot("2", "search") is None
        for seat in match.seats[2:]:
            assert await table.hand_over(seat, TOMAS, "Tomáš") is None
        tables.wake()
        await until(lambda: "the bot 'search' at seat 2 failed" in caplog.text)
        assert "'greedy' answers for it" in caplog.text
        before = len(table.match.journal)
        await until(lambda: len(table.match.journal) > before)
    finally:
        tables.close()
        store.close()
