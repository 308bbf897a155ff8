"""Shelves in the store: lists are stored with their versions, for the browsers with access."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from webapp.store import SavedList, Shelves, Store
from webapp.tables import Registry

Reopen = Callable[[], tuple[Store, Registry]]


@pytest.fixture
def shelves(store: Store) -> Shelves:
    return store.shelves


def saved(id: str = "one", shelf: str = "ilse", **changes: object) -> SavedList:
    return replace(
        SavedList(id, shelf, "olomoc", "Équipe de nuit", {"faction": "stokers"}, created_at=1.0, changed_at=1.0),
        **changes,  # type: ignore[arg-type]  # each test names fields of the dataclass
    )


async def test_a_list_is_there_after_a_restart_with_all_that_was_said_of_it(reopen: Reopen) -> None:
    store, _ = reopen()
    whole = saved(notes="Tenir la vanne.\n<b>", tags=("survey", "nuit"), favourite=True, archived_at=5.0)
    await store.shelves.keep([whole])
    store, _ = reopen()
    assert store.shelves.get("one") == whole
    assert store.shelves.lists("ilse") == [whole]
    assert store.shelves.lists("tomas") == []


async def test_each_version_is_kept_and_the_same_number_overwrites(shelves: Shelves) -> None:
    await shelves.keep([saved()])
    await shelves.keep([saved(version=2, name="Second", content={"n": 2}, changed_at=2.0)])
    await shelves.keep([saved(version=2, name="Second", content={"n": 3}, changed_at=3.0)])
    versions = shelves.versions("one")
    assert [(one.number, one.content, one.at) for one in versions] == [
        (2, {"n": 3}, 3.0),
        (1, {"faction": "stokers"}, 1.0),
    ]
    assert [one.name for one in versions] == ["Second", "Équipe de nuit"]


async def test_the_last_changed_comes_first(shelves: Shelves) -> None:
    await shelves.keep([saved("old", changed_at=1.0), saved("new", changed_at=9.0), saved("mid", changed_at=5.0)])
    assert [one.id for one in shelves.lists("ilse")] == ["new", "mid", "old"]


async def test_lists_deleted_long_ago_are_dropped_with_their_versions(shelves: Shelves) -> None:
    await shelves.keep([saved("gone", deleted_at=10.0), saved("bin", deleted_at=30.0), saved("here")])
    await shelves.forget(20.0)
    assert {one.id for one in shelves.lists("ilse")} == {"bin", "here"}
    assert shelves.versions("gone") == []
    assert len(shelves.versions("bin")) == 1


async def test_a_browser_has_the_shelf_that_it_was_given(shelves: Shelves) -> None:
    assert shelves.shelf_of("cookie") is None
    await shelves.let_in("cookie", "ilse")
    assert shelves.shelf_of("cookie") == "ilse"


async def test_another_browser_comes_in_with_a_code_once_and_brings_its_lists(shelves: Shelves) -> None:
    await shelves.let_in("desk", "ilse")
    await shelves.let_in("phone", "pocket")
    await shelves.keep([saved("one", "ilse"), saved("two", "pocket")])
    await shelves.offer("ilse", "BCDFGHJK", now=0, expires_at=100)
    assert await shelves.claim("phone", "BCDFGHJK", now=50) == "ilse"
    assert shelves.shelf_of("phone") == "ilse"
    assert {one.id for one in shelves.lists("ilse")} == {"one", "two"}
    assert await shelves.claim("thief", "BCDFGHJK", now=51) is None
    assert shelves.shelf_of("thief") is None


async def test_a_code_ends_with_its_time_and_with_the_next_one(shelves: Shelves) -> None:
    await shelves.offer("ilse", "FIRST", now=0, expires_at=100)
    assert await shelves.claim("late", "FIRST", now=101) is None
    await shelves.offer("ilse", "SECOND", now=0, expires_at=100)
    await shelves.offer("ilse", "THIRD", now=0, expires_at=100)
    assert await shelves.claim("phone", "SECOND", now=1) is None
    assert await shelves.claim("phone", "THIRD", now=1) == "ilse"
    assert await shelves.claim("phone", "nonsense", now=1) is None


async def test_browsers_that_share_a_shelf_still_share_it_after_it_moves(shelves: Shelves) -> None:
    for holder in ("tablet", "phone"):
        await shelves.let_in(holder, "pocket")
    await shelves.offer("ilse", "CODE", now=0, expires_at=100)
    await shelves.claim("phone", "CODE", now=1)
    assert shelves.shelf_of("tablet") == "ilse"


async def test_claiming_ones_own_shelf_changes_nothing(shelves: Shelves) -> None:
    await shelves.let_in("desk", "ilse")
    await shelves.keep([saved()])
    await shelves.offer("ilse", "CODE", now=0, expires_at=100)
    assert await shelves.claim("desk", "CODE", now=1) == "ilse"
    assert [one.id for one in shelves.lists("ilse")] == ["one"]
