"""What decided a match is kept with it: computed once, over restarts, and again where the end was taken back."""

import asyncio
from typing import Any

import pytest

from tests.diktat.table import turn
from tests.waiting import until
from webapp.games import games
from webapp.store import Store
from webapp.tables import Registry, Table

DIKTAT = next(it for it in games() if it.key == "diktat")


def opened(store: Store) -> Registry:
    tables = Registry()
    tables.open(store, [DIKTAT])
    return tables


async def test_what_decided_a_match_is_computed_once_over_restarts(
    database: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[Any] = []

    async def asked(
        table: Table, key: Any, match: Any, session: str, viewer: str, name: str, params: Any, *_: Any
    ) -> Any:
        computed.append(params)
        return {"about": [], "moments": [], "curve": [[1, {"1": 0.5}]], "of": table.sequence}

    monkeypatch.setattr(Table, "_asked", asked)
    store = Store.open(database)
    tables = opened(store)
    table = await tables.adopt(turn("1"), {"players": 3}, "Evening", "diktat", None)
    first = await table.query("spectator", "decided")
    assert (await table.query("spectator", "decided"), len(computed)) == (first, 2)  # it goes on: nothing is kept
    assert await table.submit_as("1", {"kind": "concede"}) is None
    assert await table.submit_as("2", {"kind": "concede"}) is None
    assert table.over
    computed.clear()
    ours, theirs = await asyncio.gather(table.query("spectator", "decided", {"seat": "1"}), table.query("1", "decided"))
    await until(lambda: table.kept_state._task is None)
    tables.close()
    store.close()
    store = Store.open(database)
    tables = opened(store)
    again = tables.get(table.code)
    assert again is not None
    await again.load()
    assert await again.query("spectator", "decided", {"seat": "1"}) == ours
    assert await again.query("spectator", "decided") == theirs
    assert len(computed) == 2
    again.sequence += 1
    await again.query("spectator", "decided")
    assert len(computed) == 3
    tables.close()
    store.close()
