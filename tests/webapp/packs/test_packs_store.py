"""Packs in the store: written with their versions, and pictures for as long as something uses them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from webapp.store import Conflict, Packs, SavedPack, SavedPicture, Store
from webapp.tables import Registry

Reopen = Callable[[], tuple[Store, Registry]]
RED = SavedPicture("png", b"red")


@pytest.fixture
def packs(store: Store) -> Packs:
    return store.packs


def saved(**changes: object) -> SavedPack:
    plain = SavedPack("one", "ilse", "Ilse", {"pack.toml": 'id = "x"'}, added_at=1.0, changed_at=1.0, title="olomoc")
    return replace(plain, **changes)  # type: ignore[arg-type]  # each test names fields of the dataclass


async def test_a_pack_is_there_after_a_restart_with_its_pictures(reopen: Reopen) -> None:
    store, _ = reopen()
    whole = saved(files={"pack.toml": "# été\n<b>", "a.toml": ""}, pictures={"a.png": RED.name})
    await store.packs.keep(whole, [RED])
    store, _ = reopen()
    assert store.packs.get("one") == whole
    assert store.packs.revisions() == {"one": 1}
    assert store.packs.picture(RED.name) == RED
    assert store.packs.picture("x" * 64 + ".png") is None
    assert store.packs.get("other") is None


async def test_earlier_versions_are_kept_and_a_return_drops_the_later_ones(packs: Packs) -> None:
    for n in (1, 2, 3):
        await packs.keep(saved(files={"pack.toml": str(n)}, version=n, revision=n))
    earlier = packs.before("one", 3)
    assert earlier is not None
    assert (earlier.files, earlier.version, earlier.revision) == ({"pack.toml": "2"}, 2, 3)
    await packs.keep(replace(earlier, revision=4))
    assert packs.get("one") == replace(earlier, revision=4)
    await packs.keep(replace(earlier, files={"pack.toml": "other"}, version=3, revision=5))
    again = packs.before("one", 3)
    assert again is not None
    assert again.files == {"pack.toml": "2"}
    assert packs.before("one", 1) is None


async def test_only_so_many_versions_are_kept(packs: Packs) -> None:
    for n in range(1, 30):
        await packs.keep(saved(version=n, revision=n))
    assert packs.before("one", 11) is not None
    assert packs.before("one", 10) is None


async def test_a_change_that_does_not_follow_the_last_one_is_refused(packs: Packs) -> None:
    await packs.keep(saved())
    await packs.keep(saved(revision=2))
    for revision in (1, 2, 4):
        with pytest.raises(Conflict):
            await packs.keep(saved(revision=revision, by="Somebody else"))
    assert packs.get("one") == saved(revision=2)


async def test_pictures_stay_while_a_pack_or_a_match_shows_them(store: Store) -> None:
    blue, green = SavedPicture("webp", b"blue"), SavedPicture("webp", b"green")
    await store.packs.keep(saved(pictures={"a": RED.name}), [RED])
    await store.packs.keep(saved(pictures={"a": blue.name}, version=2, revision=2), [blue, green])
    await store.add_table("BBBB", "olomoc", "", {}, [{"image": green.name}])
    await store.packs.forget(9.0)
    assert all(store.packs.picture(it.name) for it in (RED, blue, green))
    await store.packs.keep(saved(pictures={"a": blue.name}, version=2, revision=3, deleted_at=5.0))
    await store.packs.forget(5.0)
    assert store.packs.get("one") is not None
    await store.packs.forget(6.0)
    assert store.packs.revisions() == {}
    assert [bool(store.packs.picture(it.name)) for it in (RED, blue, green)] == [False, False, True]


async def test_a_command_adds_to_what_a_running_server_has_open(store: Store, database: Path) -> None:
    beside = Store.beside(database)
    await beside.packs.keep(saved())
    beside.close()
    assert store.packs.revisions() == {"one": 1}
