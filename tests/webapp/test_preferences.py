"""What a person prefers: kept with the browser, worn by every page, and nobody else's business."""

import asyncio
import json
from collections.abc import Callable

import pytest
from nicegui.testing import User

from webapp.people import preferences
from webapp.people.preferences import CHOICES, SOUNDS, Preferences
from webapp.people.preferences_menu import PreferencesMenu
from webapp.store import SavedVisitor, Store
from webapp.tables import Registry

Reopen = Callable[[], tuple[Store, Registry]]


def test_every_choice_has_its_attribute_and_the_first_of_each_kind_can_be_chosen() -> None:
    assert set(Preferences().marks()) == {*CHOICES, "sounds"}
    for key, values in CHOICES.items():
        assert getattr(Preferences(), key) in values
        for value in values:
            assert preferences.changed_by(Preferences(), key, value).marks()[key] == value


def test_no_sound_is_heard_unless_asked_for() -> None:
    silent = Preferences()
    assert silent.marks()["sounds"] == ""
    loud = silent
    for kind in reversed(SOUNDS):
        loud = preferences.changed_by(loud, "sounds", kind)
    assert loud.sounds == SOUNDS
    assert preferences.changed_by(loud, "sounds", "dice").sounds == ("turn", "wound", "end")


@pytest.mark.parametrize(("key", "value"), [("theme", "pink"), ("sounds", "moo"), ("hat", "on"), ("__class__", "x")])
def test_what_is_not_ours_changes_nothing(key: str, value: str) -> None:
    assert preferences.changed_by(Preferences(), key, value) == Preferences()


def test_what_was_kept_by_another_version_is_read_as_far_as_it_goes() -> None:
    kept = {"theme": "light", "text": "huge", "grid": 3, "sounds": "dice", "shoes": "red"}
    assert preferences.read(kept) == Preferences(theme="light")


async def test_they_outlast_a_restart(reopen: Reopen) -> None:
    store, _ = reopen()
    await store.remember(SavedVisitor("cookie", "Zoe", preferences={"theme": "light", "sounds": ["dice"]}))
    store, _ = reopen()
    [visitor] = store.visitors()
    assert preferences.read(visitor.preferences) == Preferences(theme="light", sounds=("dice",))


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py")
async def test_all_pages_of_a_person_wear_them_and_no_others(create_user: Callable[[], User]) -> None:
    here, elsewhere = create_user(), create_user()
    await here.open("/")
    await elsewhere.open("/")
    [sheet] = here.find(PreferencesMenu).elements
    here.find(PreferencesMenu).trigger("choose", {"key": "theme", "value": "light"})
    here.find(PreferencesMenu).trigger("choose", {"key": "theme", "value": "<script>"})
    here.find(PreferencesMenu).trigger("choose", {"key": ["theme"], "value": None})
    async with asyncio.timeout(5):
        while json.loads(sheet.props["worn"])["theme"] != "light":
            await asyncio.sleep(0.01)
    await here.open("/olomoc/packs")
    [sheet] = here.find(PreferencesMenu).elements
    assert json.loads(sheet.props["worn"])["theme"] == "light"
    [theirs] = elsewhere.find(PreferencesMenu).elements
    assert json.loads(theirs.props["worn"])["theme"] == "dark"
