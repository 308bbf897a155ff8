"""What a side has apart: plans until something is played, pings for some seconds, and talk; the other side is told
nothing of it."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import prepare
from webapp.games.blade.game import GAME
from webapp.store import Store
from webapp.table_kit import companions
from webapp.table_kit.companions import Companions
from webapp.tables import Registry, Table, TableSettings

PLAN = {"kind": "move", "who": "nessa", "path": ["yard"]}


@pytest.fixture
def tables(database: Path) -> Iterator[Registry]:
    """A registry with a game of sides."""
    prepare(database.parent)
    store, registry = Store.open(database), Registry()
    registry.open(store, [GAME])
    yield registry
    registry.close()
    store.close()


async def three(tables: Registry) -> Table:
    """One Overlord and two hero players."""
    return await tables.create({"players": 3}, "Evening", "blade", settings=TableSettings())


async def test_a_plan_is_seen_by_companions_until_something_is_played(tables: Registry) -> None:
    table = await three(tables)
    ilse, eva, overlord, nobody = (Companions(table, seat, f"cookie-{seat}") for seat in ("2", "3", "1", ""))
    heard: list[object] = []
    eva.follow(lambda: heard.append(1))
    ilse.plan(PLAN)
    ilse.plan(PLAN)
    assert (eva.plans, len(heard)) == ({"2": PLAN}, 1)
    assert (ilse.plans, overlord.plans, nobody.plans) == ({}, {}, {})
    command = next(iter(table.match.commands("2")))
    await table.sit("cookie-2", "2", "Ilse")
    assert await table.submit("cookie-2", command) is None
    assert eva.plans == {}


async def test_two_pages_of_a_seat_do_not_answer_each_others_plans(tables: Registry) -> None:
    """Each is drawn again when the other shows a plan, and says its own again then."""
    table = await three(tables)
    here, other, eva = (
        Companions(table, "2", "cookie-2"),
        Companions(table, "2", "cookie-2"),
        Companions(table, "3", "c"),
    )
    own: dict[str, dict[str, object]] = {"here": PLAN, "there": {}}
    drawn: list[str] = []

    def draw(page: Companions, name: str) -> None:
        drawn.append(name)
        assert len(drawn) < 9
        page.plan(own[name])

    here.follow(lambda: draw(here, "here"))
    other.follow(lambda: draw(other, "there"))
    here.plan(PLAN)
    assert eva.plans == {"2": PLAN}
    own["there"] = {**PLAN, "path": ["street"]}
    other.plan(own["there"])
    assert eva.plans == {"2": own["there"]}
    own["here"] = {}
    here.plan({})
    assert eva.plans == {"2": own["there"]}
    other.plan({})
    assert eva.plans == {"2": {}}


async def test_a_ping_is_over_after_some_seconds(tables: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await three(tables)
    ilse, eva, overlord = (Companions(table, seat, f"cookie-{seat}") for seat in ("2", "3", "1"))
    assert not overlord.ping("here", "yard")
    assert ilse.ping("danger", "yard")
    assert [(it.seat, it.word, it.thing) for it in eva.pings] == [("2", "danger", "yard")]
    assert overlord.pings == []
    now = time.monotonic()
    monkeypatch.setattr(companions.time, "monotonic", lambda: now + companions.PING_S + 1)
    assert eva.pings == []


async def test_a_side_speaks_apart_and_nobody_else_is_told(tables: Registry) -> None:
    table = await three(tables)
    for seat, name in {"1": "Tomáš", "2": "Ilse", "3": "Eva"}.items():
        await table.sit(f"cookie-{seat}", seat, name)
    talk = table.talk
    assert [talk.side_of(f"cookie-{seat}") for seat in "1234"] == ["", "heroes", "heroes", ""]
    await talk.say("cookie-2", "", {"text": "I take the hall", "side": True})
    await talk.say("cookie-1", "", {"text": "Come", "side": True})

    def told(side: str, whole: bool = True) -> list[tuple[str, str]]:
        return [(row["ch"], row["text"]) for row in json.loads(talk.payload(True, whole, side))["lines"]]

    assert told("") == [("players", "Come")]
    assert told("heroes") == told("heroes", whole=False) == [("side", "I take the hall"), ("players", "Come")]
