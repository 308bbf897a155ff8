"""Lessons: guided matches that teach one thing each, and are won by it."""

from __future__ import annotations

from random import Random

import pytest
from nicegui.testing import User

from rules.kernel import Json
from tests.webapp.test_guide import GUIDED, Pupil
from tests.webapp.test_lobby import send
from webapp.games.contract import Game
from webapp.guide.progress import Notes, Progress, progress
from webapp.i18n import LANGUAGES, translator
from webapp.lessons import house
from webapp.tables import registry

LESSONS = [(game, lesson) for game in GUIDED for lesson in game.lessons]
every_lesson = pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=[f"{it.key}-{name}" for it, name in LESSONS])


@every_lesson
def test_a_lesson_is_whole(game: Game, lesson: str) -> None:
    """Its texts in both languages; its player begins, at its first step."""
    pupil = Pupil(game, lesson)
    guide = pupil.guide
    for text in (guide.over, *(it for step in guide.step for it in (step.title, step.text))):
        assert set(text) == set(LANGUAGES)
        assert all(text.values())
    for language in LANGUAGES:
        assert translator(language, game.key).has(f"lesson.{lesson}")
    assert list(pupil.match.decisions) == [pupil.me]
    assert pupil.stand().step == guide.steps[0]


@every_lesson
def test_a_lesson_is_won_by_what_it_teaches(game: Game, lesson: str) -> None:
    """Whatever the house does where it has no aim; every step that is not part of another's press is told, in order."""
    for seed in range(3):
        pupil = Pupil(game, lesson)
        pupil.rng = Random(seed)
        for _ in range(60):
            if pupil.match.outcome is None:
                pupil.go_on()
        assert pupil.match.outcome is not None
        assert pupil.match.outcome["winners"] == [pupil.me]
        keys = [step.key for step in pupil.guide.steps]
        keys_told = [key for key in dict.fromkeys(pupil.told) if key in keys]
        assert keys_told == [key for key in keys if key in keys_told]
        assert keys_told[-1] == keys[-1]
        assert pupil.stand() == Progress(None, len(keys), len(keys), over=True)


@every_lesson
def test_a_lesson_is_not_won_without_it(game: Game, lesson: str) -> None:
    """By whoever answers each question as somebody who does not care; of the duel in the same two turns."""
    pupil = Pupil(game, lesson)
    view: Json = pupil.match.view(pupil.me)
    for _ in range(60):
        if pupil.match.outcome is not None or view.get("number", 0) > 7:
            break
        pupil.house()
        if pupil.me in pupil.match.decisions:
            decision = pupil.match.decisions[pupil.me]
            careless = decision.get("default") or {"kind": "end" if decision["kind"] == "main" else "cancel"}
            pupil.match.submit(pupil.me, careless)
        view = pupil.match.view(pupil.me)
    outcome = pupil.match.outcome
    assert outcome is None or outcome["winners"] != [pupil.me]


@every_lesson
def test_what_a_lesson_points_at_is_told_by_its_guide(game: Game, lesson: str) -> None:
    """At its first question the house has nothing to do, and the first command shown is legal."""
    pupil = Pupil(game, lesson)
    assert house.due(pupil.path, pupil.match.view(pupil.other)) == []
    assert pupil.match.check(pupil.me, pupil.guide.steps[0].show[0]) is None
    assert progress(pupil.guide, pupil.match.view(pupil.me), {}, Notes()).done == 0


@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
@pytest.mark.usefixtures("app_environment")
async def test_a_lesson_is_begun_from_its_box(user: User) -> None:
    """One press; pressed again it leads to the same table, and another lesson to another."""
    await user.open("/")
    for lesson in ("polisec", "polisec", "resistance"):
        await send(user, f"lesson-{lesson}", "click", "")
    lessons = [table.settings.lesson for table in registry.all()]
    assert sorted(lessons) == ["polisec", "resistance"]
    assert all(table.settings.guided and table.game.key == "diktat" for table in registry.all())
