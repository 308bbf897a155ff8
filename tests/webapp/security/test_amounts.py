"""What guests make is limited where it is made, what they hold open by number, and nobody waits for a slow peer."""

import asyncio
import json
import sys
from pathlib import Path

import httpx
import pytest
from nicegui.testing import User

from rules.kernel.refusals import Refused
from tests.serving import Server
from tests.webapp.test_lobby import send
from webapp.lists.entry import ListEntry
from webapp.lists.service import ShelfFull, list_service
from webapp.people.visitors import visitors
from webapp.security.limits import RATES, Limits, Rate, limits
from webapp.store import Store
from webapp.tables import Registry, registry


def test_throwing_cookies_away_makes_no_more() -> None:
    counted = Limits()
    most, of_address = RATES["create"].amount, RATES["create-address"].amount
    made = {}
    for n in range(4):
        counted.met(f"cookie {n}", "192.0.2.7")
        made[n] = sum(counted.charge("create", f"cookie {n}") == 0 for _ in range(most + 1))
    assert made == {0: most, 1: of_address - most, 2: 0, 3: 0}
    assert counted.charge("create", "cookie 0") > 0
    counted.met("somebody", "192.0.2.8")
    assert counted.charge("create", "somebody") == 0


async def test_every_table_is_counted_whichever_way_it_is_made(tables: Registry) -> None:
    for _ in range(RATES["create"].amount):
        await tables.create({}, "", by="eva")
    with pytest.raises(Refused) as refused:
        await tables.create({}, "", by="eva")
    assert refused.value.refusal.code == "too-many-tables"
    assert refused.value.refusal.params["seconds"] > 0
    await tables.create({}, "", by="tomas")


async def test_a_house_has_room_for_so_many_unfinished_tables(
    tables: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[Registry.__module__], "MOST_UNFINISHED", 3)
    made = [await tables.create({}, "", by=str(n)) for n in range(3)]
    with pytest.raises(Refused) as refused:
        await tables.create({}, "", by="eva")
    assert refused.value.refusal.code == "house-full"
    assert await made[0].change(closed=True) is None
    await tables.create({}, "", by="eva")


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py")
@pytest.mark.parametrize("way", ["new-table-form", "door-now-olomoc"])
async def test_the_lobby_makes_so_many_and_says_so(user: User, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    monkeypatch.setitem(RATES, "create", Rate(1, 60))
    await user.open("/new" if way == "new-table-form" else "/")
    for n in range(2):
        # Another table each time: the same one again is opened, not made.
        values = {"name": f"Evening {n}", "your-name": "Ilse"}
        await send(user, way, "submit" if way.endswith("form") else "click", values if way.endswith("form") else "Ilse")
        if way != "new-table-form":
            for table in registry.all():
                await table.kick("1")
    await user.should_see("You have made many tables")
    assert len(registry.all()) == 1


async def test_lists_and_new_browsers_are_counted_by_address(
    tables: Registry, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATES, "list-address", Rate(3, 60))
    monkeypatch.setitem(RATES, "remember-address", Rate(2, 60))
    list_service.open(store)
    visitors.open(store)
    for n in range(4):
        limits.met(f"cookie {n}", "192.0.2.7")
        await visitors.rename(f"cookie {n}", "Ilse")
    assert [visitors.get(f"cookie {n}").name for n in range(4)] == ["Ilse", "Ilse", "", ""]
    empty = ListEntry({}, "A")
    for n in range(3):
        await list_service.add(f"cookie {n}", "olomoc", [empty])
    with pytest.raises(ShelfFull):
        await list_service.add("cookie 3", "olomoc", [empty])
    list_service.close()


@pytest.mark.slow
async def test_slow_bodies_and_open_streams_keep_nobody_waiting(tmp_path: Path) -> None:
    with Server(tmp_path / "data", ("-m", "tests.webapp.launch_standin")) as server:
        code = httpx.post(f"{server.url}/api/v1/tables", json={}).json()["code"]
        head = (
            f"POST /matches/bring HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Olomoc: 1\r\n"
            "Content-Length: 1000000\r\n\r\n{"
        )
        slow = [await asyncio.open_connection("127.0.0.1", server.port, local_addr=("127.0.0.7", 0)) for _ in range(8)]
        for _, writer in slow:
            writer.write(head.encode())
        await asyncio.sleep(0.5)
        # More than may come from one address are told so at once; others are not even delayed.
        lines = [asyncio.ensure_future(reader.readline()) for reader, _ in slow]
        async with asyncio.timeout(60):
            while sum(it.done() for it in lines) < 2:
                await asyncio.sleep(0.1)
        assert [b" 429 " in it.result() for it in lines if it.done()] == [True, True]
        async with httpx.AsyncClient(base_url=server.url, timeout=90) as other:
            answer = await asyncio.wait_for(
                other.post("/matches/bring", content=json.dumps({}), headers={"x-olomoc": "1"}), 60
            )
            assert answer.status_code == 422
            line = httpx.AsyncHTTPTransport(local_address="127.0.0.8")
            async with httpx.AsyncClient(base_url=server.url, timeout=90, transport=line) as watcher:
                streams = [
                    await watcher.send(watcher.build_request("GET", f"/api/v1/tables/{code}/events"), stream=True)
                    for _ in range(20)
                ]
                assert [it.status_code for it in streams] == [200] * 16 + [429] * 4
                for each in streams:
                    await each.aclose()
                async with asyncio.timeout(20):  # those that were closed have made room
                    while True:
                        again = watcher.build_request("GET", f"/api/v1/tables/{code}/events")
                        answer = await watcher.send(again, stream=True)
                        await answer.aclose()
                        if answer.status_code == 200:
                            break
                        await asyncio.sleep(0.2)
        for each, (_, writer) in zip(lines, slow, strict=True):
            each.cancel()
            writer.close()
