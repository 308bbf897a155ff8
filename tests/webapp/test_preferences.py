"""Preferences: stored for the browser, applied to every page, and visible to nobody else."""

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from nicegui.testing import User

from tests.goldens import load, match_of
from webapp.frame.preferences_menu import PreferencesMenu
from webapp.games import games as all_games
from webapp.games.contract import GamePreferences, Games
from webapp.i18n import translator
from webapp.people import preferences
from webapp.people.preferences import CHOICES, SOUNDS
from webapp.people.visitors import visitors
from webapp.store import Store
from webapp.tables import Registry

Reopen = Callable[[], tuple[Store, Registry]]
ROOT = Path(__file__).resolve().parents[2]

BOARD = GamePreferences({"grid": ("on", "off"), "flip": ("own", "fixed")}, ("dice", "wound"))
SECTIONS = {"duel": BOARD, "race": GamePreferences({"grid": ("on", "off")})}
NOBODYS = preferences.read({}, SECTIONS)


def test_every_choice_can_be_made_and_has_its_attribute() -> None:
    assert set(NOBODYS.marks("duel")) == {*CHOICES, *BOARD.choices, "sounds"}
    for key, values in CHOICES.items():
        assert NOBODYS.marks()[key] in values
        for value in values:
            assert preferences.changed_by(NOBODYS, SECTIONS, key, value).marks()[key] == value
    for key, values in BOARD.choices.items():
        assert NOBODYS.marks("duel")[key] == values[0]
        for value in values:
            assert preferences.changed_by(NOBODYS, SECTIONS, f"duel.{key}", value).marks("duel")[key] == value


def test_a_choice_of_one_game_is_worn_on_its_pages_alone() -> None:
    off = preferences.changed_by(NOBODYS, SECTIONS, "duel.grid", "off")
    assert off.marks("duel")["grid"] == "off"
    assert off.marks("race")["grid"] == "on"
    assert "flip" not in off.marks("race")


def test_no_sound_is_heard_unless_asked_for() -> None:
    assert NOBODYS.marks()["sounds"] == ""
    loud = NOBODYS
    for key in ("duel.sounds", "sounds"):
        for kind in reversed(BOARD.sounds if key != "sounds" else SOUNDS):
            loud = preferences.changed_by(loud, SECTIONS, key, kind)
    assert loud.marks("duel")["sounds"] == "turn end dice wound"
    assert loud.marks("race")["sounds"] == "turn end"
    assert preferences.changed_by(loud, SECTIONS, "duel.sounds", "dice").marks("duel")["sounds"] == "turn end wound"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("theme", "pink"), ("sounds", "moo"), ("sounds", "dice"), ("hat", "on"), ("__class__", "x")],
        *[
            ("grid", "off"),
            ("duel.grid", "pink"),
            ("duel.sounds", "turn"),
            ("race.sounds", "dice"),
            ("none.grid", "off"),
        ],
    ],
)
def test_unknown_preferences_change_nothing(key: str, value: str) -> None:
    assert preferences.changed_by(NOBODYS, SECTIONS, key, value) == NOBODYS


def test_preferences_of_another_version_are_read_as_far_as_possible() -> None:
    kept = {"theme": "light", "text": "huge", "grid": 3, "sounds": "dice", "shoes": "red", "games": {"duel": 7}}
    light = preferences.changed_by(NOBODYS, SECTIONS, "theme", "light")
    assert preferences.read({**kept, "sounds": 4}, SECTIONS) == light


def test_preferences_from_before_sections_go_to_the_games_that_know_them() -> None:
    kept = {"theme": "light", "grid": "off", "flip": "fixed", "sounds": ["turn", "dice"]}
    its = preferences.read(kept, SECTIONS)
    assert its.games == {"duel": {"grid": "off", "flip": "fixed", "sounds": "dice"}, "race": {"grid": "off"}}
    assert its.marks("duel")["sounds"] == "turn dice"


async def test_preferences_survive_a_restart(reopen: Reopen) -> None:
    store, _ = reopen()
    visitors.open(store)
    await preferences.change("cookie", SECTIONS, "theme", "light")
    await preferences.change("cookie", SECTIONS, "duel.sounds", "dice")
    await preferences.change("cookie", {"race": SECTIONS["race"]}, "race.grid", "off")  # the duel is away meanwhile
    before = preferences.of("cookie", SECTIONS)
    store, _ = reopen()
    visitors.open(store)
    assert preferences.of("cookie", SECTIONS) == before
    assert before.values() == NOBODYS.values() | {"theme": "light", "duel.sounds": "dice", "race.grid": "off"}


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
    async with asyncio.timeout(120):
        while json.loads(sheet.props["worn"])["values"]["theme"] != "light":
            await asyncio.sleep(0.01)
    await here.open("/olomoc/packs")
    [sheet] = here.find(PreferencesMenu).elements
    assert json.loads(sheet.props["worn"])["values"]["theme"] == "light"
    [theirs] = elsewhere.find(PreferencesMenu).elements
    assert json.loads(theirs.props["worn"])["values"]["theme"] == "system", "the device's own, until somebody chooses"


@pytest.mark.parametrize("name", ["fiel", "invader/heroes", "diktat/points-2"])
def test_log_lines_name_sounds_of_the_game_and_the_end_is_heard_in_each(name: str) -> None:
    match = match_of(name).replay({}, load(name)["journal"])
    game = Games(all_games())[name.rpartition("/")[0] or "olomoc"]
    screens, view = game.screens, match.view("spectator")
    words = screens.words(
        view, translator("en", game.key), dict.fromkeys(match.seats, "Ilse"), screens.book(match.journal)
    )
    lines = [line for event in view["log"] if (line := screens.line(event, words)) is not None]
    sounds = [line.get("a", {}).get("data-sound") for line in lines]
    assert sounds.count("end") == 1
    # No golden has everything that can be heard (an oath broken, an offer): the games' own tests look at each kind.
    assert {None, "end"} < set(sounds) <= {None, "end", *game.preferences.sounds}


def test_the_browser_can_make_every_sound_and_no_other() -> None:
    script = (ROOT / "static" / "js" / "sounds.js").read_text(encoding="utf-8")
    made = re.findall(r"^    (\w+)\(at\) \{", script, re.MULTILINE)
    theirs = {kind for game in all_games() for kind in game.preferences.sounds}
    assert set(made) == {*preferences.SOUNDS, *theirs}


async def test_somebody_is_new_to_the_house_for_three_matches(tables: Registry) -> None:
    """Seats taken count, whoever else sits there; a visitor with none is new."""
    assert tables.novice("ilse")
    for n in range(4):
        assert tables.novice("ilse")
        table = await tables.create({}, f"Evening {n}")
        assert await table.sit("ilse", "1", "Ilse") is None
        assert await table.sit(f"other-{n}", "2", "Tomáš") is None
    assert not tables.novice("ilse")
    assert tables.novice("other-0")
