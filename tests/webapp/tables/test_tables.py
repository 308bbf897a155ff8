"""Tables: commands are stored before anybody sees them, refusals change nothing, players are told first."""

import asyncio
import gc
import logging
import os
import signal
import threading
import weakref
from typing import Any

import pytest

from rules.kernel.refusals import Refusal, Refused
from tests.standin.twenty_one import ENDLESS
from tests.waiting import until
from webapp.games.contract import Game
from webapp.security.limits import limits
from webapp.store import SavedTable, Step, Store, StoreProblem
from webapp.tables import Registry, Table, TableSettings
from webapp.tables.questions import WAITING
from webapp.tables.worker import Worker

ILSE, TOMAS, EVA = "cookie-ilse", "cookie-tomas", "cookie-eva"


def add(value: int, **more: Any) -> dict[str, Any]:
    return {"kind": "add", "value": value, **more}


@pytest.fixture
async def table(tables: Registry) -> Table:
    table = await tables.create({}, "Evening")
    assert await table.sit(ILSE, "1", "Ilse") is None
    assert await table.sit(TOMAS, "2", "Tomáš") is None
    return table


def kept(store: Store) -> list[Step]:
    [saved] = store.tables()
    return store.steps(saved.id)


async def test_a_command_is_kept_and_seen(table: Table, store: Store) -> None:
    assert await table.submit(ILSE, add(5)) is None
    assert table.view("spectator")["total"] == 5
    assert [(step.sequence, step.seat, step.command) for step in kept(store)[1:]] == [(1, "1", add(5))]
    assert table.sequence == 1


async def test_a_command_is_stored_before_subscribers_are_told(table: Table, store: Store) -> None:
    seen: list[int] = []
    table.subscribe("1", lambda: seen.append(len(kept(store))))
    await table.submit(ILSE, add(5))
    assert seen == [2]


async def test_the_seat_comes_from_the_session(table: Table, store: Store) -> None:
    assert (await table.submit(TOMAS, add(5, seat="1"))).code == "not-your-turn"
    assert (await table.submit(EVA, add(5))).code == "not-seated"
    assert len(kept(store)) == 1


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (None, "bad-shape"),
        ("add", "bad-shape"),
        ([1], "bad-shape"),
        ({}, "bad-shape"),
        ({"kind": 7}, "bad-shape"),
        ({"kind": "add", "value": float("nan")}, "bad-shape"),
        ({"kind": "add", "value": object()}, "bad-shape"),
        ({"kind": "add", "note": "x" * 20_000}, "too-large"),
        (add(10), "unknown-command"),
        (add(5, decision="d9"), "stale"),
        ({"kind": "break"}, "broken"),
    ],
)
async def test_a_message_that_is_no_legal_command_changes_nothing(
    table: Table, store: Store, message: Any, code: str
) -> None:
    before = table.match.position(), table.revision
    notified: list[None] = []
    table.subscribe("2", lambda: notified.append(None))
    assert (await table.submit(ILSE, message)).code == code
    assert (table.match.position(), table.revision) == before
    assert len(kept(store)) == 1
    assert not notified
    assert await table.submit(ILSE, add(1)) is None


async def test_a_nest_deeper_than_the_stack_is_refused(table: Table) -> None:
    nest: Any = 0
    for _ in range(100_000):
        nest = [nest]
    assert (await table.submit(ILSE, {"kind": "add", "value": nest})).code == "bad-shape"


async def test_a_refusal_is_logged_without_what_it_would_give_away(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "webapp.tables"):
        await table.submit(ILSE, add(10, plan="my secret plan"))
    [record] = caplog.records
    assert table.code in record.message
    assert "unknown-command" in record.message
    assert "secret" not in record.message


async def test_a_failed_commit_takes_the_command_back(
    table: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.submit(ILSE, add(5))
    notified: list[None] = []
    table.subscribe("1", lambda: notified.append(None))

    async def fail(*_: Any) -> None:
        raise StoreProblem("olomoc.db", "disk full")

    with monkeypatch.context() as broken:
        broken.setattr(store, "append", fail)
        refusal = await table.submit(TOMAS, {"kind": "throw"})
    assert refusal.code == "not-kept"
    assert refusal.params["detail"] == "disk full"
    assert table.view("2")["total"] == 5
    assert table.sequence == 1
    assert not notified
    assert await table.submit(TOMAS, add(2)) is None
    assert table.view("1")["total"] == 7
    assert len(kept(store)) == 3


async def test_a_journal_that_went_on_without_us_is_caught_up_with(table: Table, store: Store) -> None:
    [saved] = store.tables()
    elsewhere = table.match.fork(1)
    await store.append(saved.id, Step(1, "1", add(3), elsewhere.submit("1", add(3)), 1.0), None)
    assert (await table.submit(ILSE, add(9))).code == "not-kept"
    assert table.view("1")["total"] == 3
    assert await table.submit(TOMAS, add(1)) is None


async def test_a_page_that_goes_away_in_the_middle_does_not_tear_a_command(table: Table, store: Store) -> None:
    going = asyncio.create_task(table.submit(ILSE, add(5)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    assert await table.submit(TOMAS, add(1)) is None
    assert table.view("1")["total"] == 6
    assert [step.sequence for step in kept(store)] == [0, 1, 2]


async def test_commands_sent_at_once_are_played_one_after_the_other(table: Table, store: Store) -> None:
    refusals = await asyncio.gather(*(table.submit(ILSE, add(1)) for _ in range(5)))
    assert [refusal and refusal.code for refusal in refusals] == [None, *["not-your-turn"] * 4]
    assert len(kept(store)) == 2


async def test_players_hear_first_and_spectators_all_hear(table: Table) -> None:
    heard: list[str] = []
    for n in range(45):
        table.subscribe("spectator", lambda n=n: heard.append(f"s{n}"))
    table.subscribe("1", lambda: heard.append("1"))
    table.subscribe("2", lambda: heard.append("2"))
    await table.submit(ILSE, add(1))
    await until(lambda: len(heard) >= 47)
    assert heard[:2] == ["1", "2"]
    assert sorted(heard[2:]) == sorted(f"s{n}" for n in range(45))


async def test_spectators_end_up_with_the_last_of_many_changes(table: Table) -> None:
    seen: list[int] = []
    for _ in range(45):
        table.subscribe("spectator", lambda: seen.append(table.view("spectator")["total"]))
    for session in (ILSE, TOMAS, ILSE, TOMAS):
        await table.submit(session, add(1))
    await until(lambda: seen[-45:] == [4] * 45)


async def test_subscribers_to_the_company_are_not_told_of_mere_steps(table: Table) -> None:
    """It hears of the first step and of the end, of a change beside the match, and of who came while a step was
    played."""
    heard: dict[str, int] = {"1": 0, "spectator": 0}
    steps: list[str] = []

    def count(viewer: str) -> None:
        heard[viewer] += 1

    for viewer in heard:
        table.subscribe(viewer, lambda viewer=viewer: count(viewer), steps=False)
        table.subscribe(viewer, lambda viewer=viewer: steps.append(viewer))

    async def told(of: dict[str, int], steps_of_both: int) -> None:
        await until(lambda: len(steps) == 2 * steps_of_both)
        await asyncio.sleep(0)
        assert heard == of

    await table.submit(ILSE, add(1))  # the first
    await until(lambda: heard == {"1": 1, "spectator": 1})
    await table.submit(TOMAS, add(1))
    await told({"1": 1, "spectator": 1}, 2)
    table._arrived("page", EVA)  # to be told a little later; the step comes first
    await table.submit(ILSE, add(1))
    await until(lambda: heard == {"1": 2, "spectator": 2})
    await table.change(locked=True)
    await until(lambda: heard == {"1": 3, "spectator": 3})
    await table.submit(TOMAS, add(1))
    await told({"1": 3, "spectator": 3}, 5)
    sessions = [ILSE, TOMAS] * 10
    while not table.over:
        assert await table.submit(sessions.pop(0), add(9)) is None
    await until(lambda: heard == {"1": 4, "spectator": 4})


async def test_a_listener_that_fails_does_not_keep_the_others_from_hearing(table: Table) -> None:
    heard: list[str] = []
    table.subscribe("1", lambda: 1 / 0)
    table.subscribe("2", lambda: heard.append("2"))
    assert await table.submit(ILSE, add(1)) is None
    await until(lambda: heard == ["2"])


async def test_views_are_made_once_and_for_their_viewer_only(table: Table) -> None:
    assert table.view("1") is table.view("1")
    secrets = table.match.journal[0]["secrets"]
    assert table.view("1")["secret"] == secrets["1"]
    assert table.view("spectator")["secret"] is None
    before = table.view("1")
    await table.submit(ILSE, add(1))
    assert table.view("1") is not before


async def test_a_memo_lasts_until_something_changes(table: Table) -> None:
    made: list[int] = []

    def build() -> int:
        made.append(table.revision)
        return table.revision

    assert table.memo(("bloc", "1", "fr"), build) == table.memo(("bloc", "1", "fr"), build)
    table.memo(("bloc", "2", "fr"), build)
    assert len(made) == 2
    await table.submit(ILSE, add(1))
    assert table.memo(("bloc", "1", "fr"), build) == table.revision


async def test_the_end_is_kept_and_listed(table: Table, tables: Registry, store: Store) -> None:
    listed: list[str] = []
    tables.changed.subscribe(lambda: listed.append(table.state))
    for session, value in ((ILSE, 9), (TOMAS, 9), (ILSE, 3)):
        assert await table.submit(session, add(value)) is None
    assert table.outcome["winner"] == "1"
    assert store.tables()[0].outcome == table.outcome
    assert listed == ["finished"]
    assert (await table.submit(TOMAS, add(1))).code == "not-your-turn"


async def test_a_question_is_answered_by_the_worker(table: Table) -> None:
    assert await table.query("spectator", "reach", {"piece": "petra", "kind": "walk"}) == {
        "piece": "petra",
        "kind": "walk",
        "total": 0,
    }
    await table.submit(ILSE, add(4))
    answers = await asyncio.gather(
        *(table.query("spectator", "reach", {"piece": "petra", "kind": "walk"}) for _ in range(3))
    )
    assert [answer["total"] for answer in answers] == [4, 4, 4]
    with pytest.raises(ValueError, match="no query"):
        await table.query("1", "submit", {"command": add(1)})
    with pytest.raises(LookupError, match="fell"):
        await table.query("1", "fall")
    with pytest.raises(Refused) as refused:
        await table.query("2", "resolve", {"command": add(1)})
    assert refused.value.refusal == Refusal("TUR-1", "not-your-turn", {"seat": "2"})
    assert await table.query("spectator", "reach", {"piece": "petra", "kind": "walk"}) == {
        "piece": "petra",
        "kind": "walk",
        "total": 4,
    }


async def test_the_questions_about_a_new_state_take_the_match_along_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of twelve browsers that ask at the same moment only the first sends the match to the worker."""
    taken: list[int] = []
    snapshot = type(table.match).snapshot
    monkeypatch.setattr(type(table.match), "snapshot", lambda match: taken.append(1) or snapshot(match))
    asked = ({"piece": "petra", "kind": f"walk-{n}"} for n in range(12))
    answers = await asyncio.gather(*(table.query("1", "reach", params) for params in asked))
    assert [answer["piece"] for answer in answers] == ["petra"] * 12
    assert len(taken) == 1


async def test_a_worker_that_dies_is_replaced(table: Table, tables: Registry) -> None:
    await table.query("spectator", "reach", {"piece": "petra", "kind": "walk"})
    [pid] = tables._worker.processes.pids()
    os.kill(pid, signal.SIGKILL)
    assert (await table.query("1", "reach", {"piece": "petra", "kind": "charge"}))["kind"] == "charge"


async def test_a_match_that_nobody_follows_is_unloaded_and_comes_back_equal(table: Table, tables: Registry) -> None:
    await table.submit(ILSE, add(5))
    await table.submit(TOMAS, add(4))
    seen = {viewer: table.view(viewer) for viewer in ("1", "2", "spectator")}
    journal, sequence = table.match.journal, table.sequence
    table.memo("page", lambda: "x" * 1000)
    with table.listening("1"):
        tables.unload_idle(0.0)
        assert table.loaded, "somebody follows it"
    await asyncio.sleep(0.01)
    match = weakref.ref(table.match)
    tables.unload_idle(0.0)
    gc.collect()
    assert not table.loaded
    assert match() is None, "nothing holds on to it"
    assert (table.begun, table.full, table.hold(), table.sequence) == (True, True, None, sequence)
    await table.load()
    assert table.match.journal == journal
    assert {viewer: table.view(viewer) for viewer in ("1", "2", "spectator")} == seen
    # A command brings it back as well.
    await asyncio.sleep(0.01)
    tables.unload_idle(0.0)
    assert not table.loaded
    assert await table.submit(ILSE, add(5)) is None
    assert table.view("spectator")["total"] == 14


async def test_the_rules_are_imported_before_a_thread_reads_a_match(
    table: Table, tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the loop: of two threads that import one package, one may find a half of it."""
    tables.unload_idle(-1.0)
    happened: list[tuple[str, bool]] = []

    def heard(game: Any, name: str, real: Any) -> Any:
        happened.append((name, threading.current_thread() is threading.main_thread()))
        return real(game)

    for name in ("load", "factory"):
        real = getattr(Game, name)
        monkeypatch.setattr(Game, name, lambda game, name=name, real=real: heard(game, name, real))
    await table.load()
    assert happened == [("load", True), ("factory", True), ("factory", False)]


async def test_a_finished_match_is_unloaded_sooner_than_one_that_goes_on(table: Table, tables: Registry) -> None:
    await table.submit(ILSE, add(5))
    await asyncio.sleep(0.01)
    tables.unload_idle(finished_s=0.0)
    assert table.loaded
    for session, value in ((TOMAS, 9), (ILSE, 7)):
        assert await table.submit(session, add(value)) is None
    assert table.over
    await asyncio.sleep(0.01)
    tables.unload_idle(finished_s=0.0)
    assert not table.loaded
    await table.load()
    assert table.view("spectator")["total"] == 21


async def test_a_match_whose_clock_runs_stays_in_memory(tables: Registry) -> None:
    table = await tables.create({}, "Evening", settings=TableSettings(clock_bank=600))
    await table.sit(ILSE, "1", "Ilse")
    await table.sit(TOMAS, "2", "Tomáš")
    await asyncio.sleep(0.01)
    assert table.clocks.running
    tables.unload_idle(0.0)
    assert table.loaded
    await table.adjourn(ILSE)
    await asyncio.sleep(0.01)
    tables.unload_idle(0.0)
    assert not table.loaded
    for session in (ILSE, TOMAS):
        await table.be_ready(session, True)
    await until(lambda: table.clocks.running)


def test_a_table_that_is_not_loaded_says_so(store: Store, tables: Registry) -> None:
    saved = SavedTable(1, "BCDF", "olomoc", "", {}, 0.0, {"winner": "1"}, ())
    table = Table(saved, next(iter(tables.games)), store, tables._worker, tables._thinker)
    with pytest.raises(LookupError, match="not loaded"):
        table.view("1")


async def test_a_command_does_not_wait_for_busy_threads(table: Table) -> None:
    """Commands are decided in threads of their own, apart from those for passwords, files and pictures."""
    held = threading.Event()
    busy = [asyncio.ensure_future(asyncio.to_thread(held.wait)) for _ in range(64)]
    try:
        async with asyncio.timeout(120):
            assert await table.submit(ILSE, add(1)) is None
        assert not any(it.done() for it in busy)
    finally:
        held.set()
        await asyncio.gather(*busy)


async def test_a_browser_asks_one_question_at_a_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that sends many questions waits for its own, then is told to wait; nobody else's question is held
    up."""
    limits.forget()
    asked: list[str] = []
    gates = {"mad": asyncio.Event(), "calm": asyncio.Event()}

    async def ask(match_class: str, key: Any, match: Any, function: str, args: tuple[Any, ...], *_: Any) -> str:
        who = args[2]["piece"]
        asked.append(who)
        await gates[who].wait()
        return str(who)

    monkeypatch.setattr(table._worker, "ask", ask)
    flood = [asyncio.ensure_future(point(table, "mad")) for _ in range(WAITING + 5)]
    await asyncio.sleep(0)
    calm = asyncio.ensure_future(point(table, "calm"))
    await asyncio.sleep(0)
    assert asked == ["mad", "calm"]
    gates["calm"].set()
    assert await calm == "calm"
    gates["mad"].set()
    answers = await asyncio.gather(*flood, return_exceptions=True)
    assert [it for it in answers if it == "mad"] == ["mad"] * WAITING
    refused = [it.refusal.code for it in answers if isinstance(it, Refused)]
    assert refused == ["too-many-questions"] * 5
    limits.forget()


async def test_a_query_that_is_cancelled_before_its_turn_is_never_begun(
    table: Table, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    """A page that is closed while its query waits for another leaves nothing behind that was begun and not awaited."""
    limits.forget()
    gate = asyncio.Event()

    async def ask(*_: Any) -> str:
        await gate.wait()
        return "told"

    monkeypatch.setattr(table._worker, "ask", ask)
    first, second = (asyncio.ensure_future(point(table, "ilse")) for _ in range(2))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.wait([second])
    del second
    gate.set()
    assert await first == "told"
    gc.collect()
    assert not [it for it in recwarn if "never awaited" in str(it.message)]
    limits.forget()


def point(table: Table, piece: str) -> Any:
    return table.query("1", "reach", {"piece": piece, "kind": "walk"}, session=piece)


async def test_a_query_over_its_time_is_cancelled_with_its_worker(table: Table) -> None:
    """Over its time a question is cancelled with its worker; the answer to the next comes from a new one. A browser
    that asks for such again and again has to wait."""
    limits.forget()
    table._worker.processes.close()
    worker = Worker(1, 0.2)
    table._worker = worker
    try:
        for n in range(3):
            with pytest.raises(Refused) as refused:
                await table.query("1", "reach", {"piece": ENDLESS, "kind": str(n)}, session="ilse")
            assert refused.value.refusal.code == "question-too-long"
        with pytest.raises(Refused) as refused:
            await table.query("1", "reach", {"piece": "petra", "kind": "walk"}, session="ilse")
        assert refused.value.refusal.code == "too-many-questions"
        assert (await table.query("2", "reach", {"piece": "petra", "kind": "walk"}, session="tom"))["piece"] == "petra"
    finally:
        worker.close()
        limits.forget()


async def test_only_those_at_the_table_ask(table: Table) -> None:
    for viewer in ("3", "everyone", ""):
        with pytest.raises(ValueError, match="no viewer"):
            await table.query(viewer, "reach", {"piece": "petra", "kind": "walk"})
