"""Tables where several seats share a question: bots wait for the people, and a clock runs until its seat is done."""

from collections.abc import AsyncIterator
from math import inf
from pathlib import Path

import pytest
import pytest_asyncio

from tests.waiting import until
from webapp.base.clock import SteadyClock
from webapp.games.contract import Choice, Game
from webapp.store import Store
from webapp.tables import Registry, Table, TableSettings, bots, clocks

WARDEN, ILSE, TOMAS = "cookie-warden", "cookie-ilse", "cookie-tomas"
GAME = Game(
    key="expedition",
    seats=lambda options: tuple(str(n + 1) for n in range(options["players"])),
    choices=(Choice("players", ("3",), means={"3": 3}),),
    rules_package="tests.expedition",
    package="tests.standin",
)


@pytest_asyncio.fixture
async def tables(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Registry]:
    monkeypatch.setattr(bots, "PAUSE_S", 0.05)
    monkeypatch.setattr(bots, "AGAIN_S", 0.05)
    store, tables = Store.open(database), Registry()
    tables.open(store, [GAME])
    yield tables
    tables.close()
    store.close()


async def begun(tables: Registry, **settings: int | str) -> Table:
    """An expedition of a warden and two scouts, seats 2 and 3, who are asked."""
    table = await tables.create({"players": 3}, "Evening", "expedition", settings=TableSettings(**settings))
    for cookie, seat, name in ((WARDEN, "1", "Eva"), (ILSE, "2", "Ilse"), (TOMAS, "3", "Tomáš")):
        await table.sit(cookie, seat, name)
    assert set(table.match.asked) == {"2", "3"}
    return table


def kinds(table: Table, seat: str) -> list[str]:
    return [it["kind"] for it in table.match.journal if it.get("seat") == seat]


async def test_a_bot_waits_until_the_people_are_done(tables: Registry) -> None:
    table = await begun(tables)
    assert await table.leave(TOMAS) is None
    assert await table.seat_bot("3", "steady") is None
    for where in ("ford", "ruin"):
        assert await table.submit(ILSE, {"kind": "move", "to": where}) is None
        assert not table.chairs.busy  # she may go on
    assert kinds(table, "3") == []
    assert await table.submit(ILSE, {"kind": "done"}) is None
    await until(lambda: "finished" in kinds(table, "3"))


async def acted_times(table: Table, seat: str) -> int:
    """How often a seat has acted, once its bot is at rest."""
    await until(lambda: not table.chairs.busy)
    return len(kinds(table, seat))


async def test_a_bot_that_is_called_shows_what_it_is_about_to_do_and_does_it_once(tables: Registry) -> None:
    table = await begun(tables)
    assert await table.leave(TOMAS) is None
    assert await table.seat_bot("3", "steady") is None
    shown: list[str] = []
    companions = table.chairs.companions
    companions.changed.subscribe(lambda: shown.extend(it["kind"] for it in companions.plans.values()))
    table.chairs.call("3", 1)
    await until(lambda: kinds(table, "3") != [])
    assert await acted_times(table, "3") == 1
    assert len(shown) == 1
    assert companions.plans == {}


async def test_a_bot_that_is_held_waits_until_it_is_called(tables: Registry) -> None:
    table = await begun(tables)
    assert await table.leave(TOMAS) is None
    assert await table.seat_bot("3", "steady") is None
    table.chairs.call("3", 0)
    assert await table.submit(ILSE, {"kind": "done"}) is None
    assert await acted_times(table, "3") == 0
    assert set(table.match.asked) == {"3"}
    table.chairs.call("3", inf)
    await until(lambda: "finished" in kinds(table, "3"))


async def test_a_bot_that_is_held_while_it_shows_its_plan_does_not_act(tables: Registry) -> None:
    table = await begun(tables)
    assert await table.leave(TOMAS) is None
    assert await table.seat_bot("3", "steady") is None
    table.chairs.call("3", inf)
    await until(lambda: bool(table.chairs.companions.plans))
    table.chairs.call("3", 0)
    assert await acted_times(table, "3") == 0


class Hands:
    """A clock that a test turns."""

    now = 0.0


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    its = Hands()
    monkeypatch.setattr(SteadyClock, "now", lambda self: its.now)
    return its


async def test_a_seat_has_one_limit_and_one_increment_until_it_is_done(tables: Registry, hands: Hands) -> None:
    table = await begun(tables, clock_bank=100, clock_increment=7, clock_limit=60)
    hands.now = 10.0
    assert await table.submit(ILSE, {"kind": "move", "to": "ford"}) is None
    state = table.clocks.state()
    assert (state["2"]["bank"], state["2"]["limit"], state["2"]["runs"]) == (90, 50, True)
    assert (state["3"]["bank"], state["3"]["limit"]) == (90, 50)  # nor does another's act give it more
    hands.now = 20.0
    assert await table.submit(ILSE, {"kind": "done"}) is None
    state = table.clocks.state()
    assert (state["2"]["bank"], state["2"]["runs"]) == (87, False)
    assert (state["3"]["bank"], state["3"]["limit"]) == (80, 40)
    # done, and acting again after all: neither a new limit nor a second increment
    hands.now = 25.0
    assert await table.submit(ILSE, {"kind": "move", "to": "ruin"}) is None
    assert table.clocks.state()["2"]["limit"] == 40
    hands.now = 26.0
    assert await table.submit(ILSE, {"kind": "done"}) is None
    assert table.clocks.state()["2"]["bank"] == 86
    # the last who is done begins the next round, with a limit of its own
    hands.now = 30.0
    assert await table.submit(TOMAS, {"kind": "done"}) is None
    state = table.clocks.state()
    assert (state["3"]["bank"], state["3"]["limit"]) == (77, 60)
    assert (state["2"]["bank"], state["2"]["limit"]) == (86, 60)


async def test_who_has_no_time_left_is_done(tables: Registry, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "AGAIN_S", 0.05)
    table = await begun(tables, clock_limit=60)
    hands.now = 61.0
    table.clocks.look()
    await until(lambda: "finished" in kinds(table, "2") and "finished" in kinds(table, "3"))
