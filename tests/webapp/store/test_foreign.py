"""Tables, lists and packs of a game that is not installed: shown as such, exported, deleted, and no page breaks."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from nicegui import core
from nicegui.testing import User

from webapp.lobby.foreign import foreign
from webapp.store import SavedSeat, Store
from webapp.store.packs import SavedPack
from webapp.store.shelves import SavedList
from webapp.tables import registry

pytestmark = pytest.mark.nicegui_main_file("webapp/__main__.py")

OVER = {"winner": "1", "reason": "mate", "points": {"1": 1, "2": 0}}
OPENING = [{"n": 0, "kind": "began", "packs": "none of these"}]


@pytest.fixture
def seeded(app_environment: None, tmp_path: Path) -> None:
    async def write() -> None:
        store = Store.open(tmp_path / "data" / "olomoc.db")
        for code, outcome in (("OVER", OVER), ("GOES", None)):
            saved = await store.add_table(code, "chess", f"Chess {code}", {"clock": "long"}, OPENING, outcome=outcome)
            await store.companies.sit(saved.id, SavedSeat("1", "i" * 32, "Ilse"))
        await store.packs.keep(SavedPack("BCDF", "i" * 32, "Ilse", {"pack.toml": "x = 1"}, 1.0, 1.0, title="chess"))
        await store.shelves.let_in("i" * 32, "shelf")
        await store.shelves.keep([SavedList("LIST", "shelf", "chess", "Endgames", {"moves": ["e4"]}, 1.0, 1.0)])
        store.close()

    asyncio.run(write())


@pytest.mark.usefixtures("seeded")
async def test_items_of_unknown_games_are_named_and_break_no_page(user: User) -> None:
    await user.open("/")
    await user.should_see(marker="foreign-table-OVER")
    await user.should_see("Table Chess OVER, of the game “chess”")
    for path in ("/olomoc/packs", "/olomoc/cabals", "/host", "/api/v1/tables"):
        assert (await user.http_client.get(path)).status_code == 200
    for path in ("/table/OVER", "/watch/GOES", "/replay/OVER"):
        await user.open(path)
        await user.should_see("of a game that is not installed here: chess")
    assert registry.unreadable == {}


@pytest.mark.usefixtures("seeded")
async def test_items_of_unknown_games_are_exported_to_their_owners(user: User) -> None:
    await user.open("/")
    guest = httpx.AsyncClient(transport=httpx.ASGITransport(core.app, client=("192.0.2.7", 1)), base_url="http://test")
    assert {(it.kind, it.id) for it in foreign.items("nobody", False)} == {("table", "OVER")}
    assert {(it.kind, it.id) for it in foreign.items("i" * 32, False)} == {
        ("table", "OVER"), ("list", "LIST"), ("pack", "BCDF"),
    }  # fmt: skip
    kept = json.loads((await guest.get("/foreign/table/OVER")).text)
    assert (kept["game"], kept["players"], kept["journal"]) == ("chess", {"1": "Ilse"}, OPENING)
    for hidden in ("table/GOES", "list/LIST", "pack/BCDF"):
        assert (await guest.get(f"/foreign/{hidden}")).status_code == 404, hidden
    own = {it.kind: it.whole() for it in foreign.items("i" * 32, False)}
    assert own["list"]["content"] == {"moves": ["e4"]}
    assert own["pack"]["files"] == {"pack.toml": "x = 1"}


@pytest.mark.usefixtures("seeded")
async def test_items_of_unknown_games_are_deleted_by_their_owners(user: User) -> None:
    await user.open("/")
    assert [it.delete for it in foreign.items("nobody", False)] == [None], "a guest deletes no table"
    for who, host in (("i" * 32, False), ("host", True)):
        for item in foreign.items(who, host):
            if item.delete is not None:
                await item.delete()
    assert foreign.items("i" * 32, True) == []
    assert registry.foreign == {}
