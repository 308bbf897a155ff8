"""A proposal among several does not wait for absent players: each counts as a no, and all see that; bots answer at
once."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.waiting import until
from tests.webapp.tables.test_arrangement import EVA, ILSE, TOMAS, opened
from webapp.tables import Registry, Table, TableSettings, bots, proposals

DRAW = {"kind": "propose", "what": "draw"}
YES = {"kind": "adjust", "accept": True}


@pytest.fixture
def tables(database: Path) -> Iterator[Registry]:
    store, tables = opened(database)
    yield tables
    tables.close()
    store.close()


async def begun(tables: Registry) -> Table:
    """Three at the auction, none of them here yet."""
    table = await tables.create({"players": 3, "lots": 4}, "Evening", "auction")
    for seat, (holder, name) in zip("123", ((ILSE, "Ilse"), (TOMAS, "Tomáš"), (EVA, "Eva")), strict=True):
        assert await table.sit(holder, seat, name) is None
    return table


async def test_an_absent_seat_counts_as_a_no(tables: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "ABSENT_S", 0.05)
    table = await begun(tables)
    with ExitStack() as here:
        for seat in "12":
            here.enter_context(table.listening(seat))
        assert await table.submit(ILSE, DRAW) is None
        await until(lambda: table.view("spectator")["waiting"].get("3") != "adjust")
        rows = [(event["kind"], event.get("seat")) for event in table.view("2")["log"]][-4:]
        assert ("time-ran-out", "3") in rows
        assert ("answered", "3") in rows
        assert (table.outcome, table.view("spectator")["waiting"]) == (None, dict.fromkeys("123", "bid"))
        await until(lambda: table.talk.lines)
        assert [(line.key, line.params) for line in table.talk.lines] == [("absent", {"who": "Eva"})]


async def test_a_present_player_is_not_answered_for(tables: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "ABSENT_S", 0.0)
    table = await begun(tables)
    with ExitStack() as here:
        for seat in "123":
            here.enter_context(table.listening(seat))
        assert await table.submit(ILSE, DRAW) is None
        assert await table.submit(TOMAS, YES) is None
        assert table.view("spectator")["waiting"] == {"3": "adjust"}
        assert await table.submit(EVA, YES) is None
        assert table.outcome is not None
        assert table.outcome["winners"] == []


async def timed(tables: Registry, **time: int | str) -> Table:
    """Two at an auction with clocks; the one at seat 1 has bid."""
    table = await tables.create({"players": 2, "lots": 4}, "Evening", "auction", settings=TableSettings(**time))
    for seat, (holder, name) in zip("12", ((ILSE, "Ilse"), (TOMAS, "Tomáš")), strict=True):
        assert await table.sit(holder, seat, name) is None
    assert await table.submit(ILSE, next(table.match.commands("1"))) is None
    return table


async def test_a_proposal_stops_no_clock(database: Path) -> None:
    """Nor does a restart beneath it."""
    store, tables = opened(database)
    table = await timed(tables, clock_bank=600, clock_limit=60)
    ran = {seat: it["runs"] for seat, it in table.clocks.state().items()}
    assert ran == {"1": False, "2": True}
    assert await table.submit(TOMAS, DRAW) is None
    assert {seat: it["runs"] for seat, it in table.clocks.state().items()} == ran
    await until(lambda: (table.kept_state.get("clocks") or {}).get("2", {}).get("owed") is True)
    tables.close()
    store.close()
    store, tables = opened(database)
    table = tables.get(table.code)
    await table.load()
    table.wake()
    assert {seat: it["runs"] for seat, it in table.clocks.state().items()} == ran
    assert await table.submit(ILSE, {"kind": "adjust", "accept": False}) is None
    assert {seat: it["runs"] for seat, it in table.clocks.state().items()} == ran
    tables.close()
    store.close()


@pytest.mark.parametrize("who", [ILSE, TOMAS])
async def test_a_proposal_ends_with_the_time_of_who_is_asked_beneath_it(tables: Registry, who: str) -> None:
    """Whoever has made it: it is declined or withdrawn, and the question is answered."""
    table = await timed(tables, clock_limit=1)
    assert await table.submit(who, DRAW) is None
    await until(lambda: any(event["kind"] == "taken" for event in table.match.journal))
    ended = [event["kind"] for event in table.match.journal if event["kind"] in ("answered", "retracted")]
    assert ended == (["answered"] if who == ILSE else ["retracted"])


async def test_a_bot_answers_a_proposal_at_once(tables: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "PAUSE_S", 60.0)
    table = await tables.create({"players": 2, "lots": 4}, "Evening", "auction")
    assert await table.sit(ILSE, "1", "Ilse") is None
    assert await table.submit(ILSE, DRAW) is None
    assert await table.fill(ILSE, "lowest") is None
    await until(lambda: table.view("spectator")["waiting"].get("2") != "adjust")
