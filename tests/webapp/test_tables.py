"""A table: commands are kept before they are seen, refusals change nothing, the players hear first."""

import asyncio
import logging
from typing import Any

import pytest

from rules.kernel.refusals import Refusal, Refused
from tests.waiting import until
from webapp.store import SavedTable, Step, Store, StoreProblem
from webapp.tables import Registry, Table

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


async def test_it_is_kept_before_anyone_is_told(table: Table, store: Store) -> None:
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
    told: list[None] = []
    table.subscribe("2", lambda: told.append(None))
    assert (await table.submit(ILSE, message)).code == code
    assert (table.match.position(), table.revision) == before
    assert len(kept(store)) == 1
    assert not told
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
    told: list[None] = []
    table.subscribe("1", lambda: told.append(None))

    async def fail(*_: Any) -> None:
        raise StoreProblem("olomoc.db", "disk full")

    with monkeypatch.context() as broken:
        broken.setattr(store, "append", fail)
        refusal = await table.submit(TOMAS, {"kind": "throw"})
    assert refusal.code == "not-kept"
    assert refusal.params["detail"] == "disk full"
    assert table.view("2")["total"] == 5
    assert table.sequence == 1
    assert not told
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


async def test_a_listener_that_fails_does_not_keep_the_others_from_hearing(table: Table) -> None:
    heard: list[str] = []
    table.subscribe("1", lambda: 1 / 0)
    table.subscribe("2", lambda: heard.append("2"))
    assert await table.submit(ILSE, add(1)) is None
    assert heard == ["2"]


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
    assert await table.query("reach", "petra", "walk") == {"piece": "petra", "kind": "walk", "total": 0}
    await table.submit(ILSE, add(4))
    answers = await asyncio.gather(*(table.query("reach", "petra", "walk") for _ in range(3)))
    assert [answer["total"] for answer in answers] == [4, 4, 4]
    with pytest.raises(ValueError, match="no query"):
        await table.query("submit", "1", add(1))
    with pytest.raises(LookupError, match="fell"):
        await table.query("fall")
    with pytest.raises(Refused) as refused:
        await table.query("resolve", "2", add(1))
    assert refused.value.refusal == Refusal("TUR-1", "not-your-turn", {"seat": "2"})
    assert await table.query("reach", "petra", "walk") == {"piece": "petra", "kind": "walk", "total": 4}


async def test_a_worker_that_dies_is_replaced(table: Table, tables: Registry) -> None:
    await table.query("reach", "petra", "walk")
    pool = tables._worker._pool
    assert pool is not None
    for process in list(pool._processes.values()):
        process.kill()
        process.join()
    assert (await table.query("reach", "petra", "charge"))["kind"] == "charge"


def test_a_table_that_is_not_loaded_says_so(store: Store, tables: Registry) -> None:
    saved = SavedTable(1, "BCDF", "olomoc", "", {}, 0.0, {"winner": "1"}, ())
    table = Table(saved, next(iter(tables._titles)), store, tables._worker, tables._thinker)
    with pytest.raises(LookupError, match="not loaded"):
        table.view("1")
