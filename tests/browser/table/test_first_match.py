"""A newcomer's first match, by what the screen says alone (`newcomer`)."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.newcomer import LEAVE, RESUME, Newcomer
from tests.browser.people import Come, Person
from tests.browser.presses import press, press_at
from tests.browser.test_presses import DEAD_MS
from tests.serving import Server
from webapp.games.olomoc.glossary import GLOSSARY

pytestmark = pytest.mark.slow

LONGEST_S = 600.0


@pytest.fixture
def come(people: Callable[..., Person], server: Server) -> Come:
    """Somebody whom the house has never seen."""
    return lambda **window: people(server, "New", **window)


@pytest.fixture
def hasty(serve: Callable[..., Server], people: Callable[..., Person]) -> Newcomer:
    """A newcomer at a server whose bots do not wait between their moves."""
    return Newcomer(people(serve(launcher=("-m", "tests.browser.hasty")), "New"))


def up_to_the_first_point(newcomer: Newcomer) -> None:
    """Follows the guide, and past the first point up to the second plan: by a bot's death the point may come first."""
    newcomer.come()
    before, until, steps = newcomer.points, time.monotonic() + LONGEST_S, newcomer.measured.steps
    while not (newcomer.scored(before) and "plan-five" in steps) and time.monotonic() < until:
        newcomer.go_on()
        if newcomer.step == "plan-five":
            # What was kept back in the first steps is there when it is spoken of.
            expect(newcomer.page.get_by_test_id("slot-1")).to_be_visible()


@pytest.mark.soak
def test_a_newcomer_moves_after_four_presses_and_scores(hasty: Newcomer) -> None:
    """No typing, one press to a guided match, four to the first legal move, and few words until then; the first point
    before the match is half over."""
    up_to_the_first_point(hasty)
    figures = hasty.measured
    assert figures.to_table <= 2
    assert 0 < figures.to_move <= 4
    assert figures.words_before < 150
    assert 0 < figures.to_point <= 40
    words = {word.lower() for term in GLOSSARY.terms for word in term.words["en"]}
    assert figures.before & words == set(), "a word of the game that nothing explains"
    assert {"card", "walk", "sight", "attack", "plan-two", "plan-five", "study"} <= set(figures.steps)


@pytest.mark.soak
def test_from_the_first_point_the_guide_does_every_step_up_to_the_last(hasty: Newcomer) -> None:
    """END-1: the points decide, and the screen says who has won and why. Without a browser every game's guide is
    followed to its end in `tests/webapp/test_guide.py`."""
    up_to_the_first_point(hasty)
    until = time.monotonic() + LONGEST_S
    while hasty.go_on(shown=True) != "over" and time.monotonic() < until:
        pass
    assert hasty.step == "over"
    points = dict(zip("12", map(int, hasty.points), strict=True))
    winner = "none" if points["1"] == points["2"] else max(points, key=lambda seat: points[seat])
    outcome = hasty.page.get_by_test_id("outcome")
    expect(outcome).to_have_attribute("data-reason", "points")
    expect(outcome).to_have_attribute("data-winner", winner)


WINDOWS = [((1440, 900), "en-GB"), ((1440, 900), "fr-FR"), ((390, 844), "en-GB"), ((390, 844), "fr-FR")]


@pytest.mark.soak
@pytest.mark.parametrize("game", ["olomoc", "invader"])
@pytest.mark.parametrize(("size", "locale"), WINDOWS)
def test_the_guided_match_is_played_to_its_end(come: Come, size: tuple[int, int], locale: str, game: str) -> None:
    newcomer = Newcomer(come(size=size, locale=locale))
    newcomer.come(game)
    until = time.monotonic() + LONGEST_S
    while newcomer.go_on() != "over" and time.monotonic() < until:
        pass
    assert newcomer.step == "over"
    assert newcomer.measured.to_move <= 4


def test_a_word_says_what_it_means_where_it_stands(come: Come) -> None:
    """At a press, at a focus and Enter; Escape closes it and nothing else, and its clause can be read."""
    newcomer = Newcomer(come())
    newcomer.come()
    page = newcomer.page
    word = newcomer.guide.get_by_role("button", name="rouage")
    meaning = page.get_by_role("dialog", name="What a word means")
    press(word)
    expect(meaning).to_contain_text("A piece on the Bloc")
    page.keyboard.press("Escape")
    expect(meaning).to_have_count(0)
    word.focus()
    page.keyboard.press("Enter")
    expect(meaning.get_by_role("link", name="GEN-4")).to_be_visible()
    press(meaning.get_by_role("link", name="GEN-4"))
    expect(page.get_by_test_id("clause-sheet")).to_contain_text("GEN-4")


@pytest.mark.soak
def test_wrong_presses_escape_reload_and_show_me_at_every_step(come: Come) -> None:
    """Nothing that a newcomer does in error ends the guide or the match, and every step can be shown."""
    newcomer = Newcomer(come())
    newcomer.come()
    seen: set[str] = set()
    until = time.monotonic() + LONGEST_S
    while (step := newcomer.go_on()) != "over" and time.monotonic() < until:
        if step in seen or step in ("waiting", ""):
            continue
        seen.add(step)
        page = newcomer.page
        press_at(page, 5, 400)
        page.keyboard.press("Escape")
        expect(newcomer.guide).to_be_visible()
        newcomer.person.reload()
        expect(newcomer.guide).to_be_visible()
        leave = newcomer.guide.get_by_role("button", name=LEAVE)
        leave.focus()
        page.keyboard.press("Enter")
        expect(newcomer.guide.get_by_role("button", name=RESUME)).to_be_visible()
        newcomer.guide.get_by_role("button", name=RESUME).focus()
        # The same key twice within a moment, with the page drawn anew between, would be a slip of the finger.
        page.wait_for_timeout(DEAD_MS)
        page.keyboard.press("Enter")
        expect(newcomer.guide.get_by_role("button", name=LEAVE)).to_be_visible()
        newcomer.show_me()
    assert newcomer.step == "over"
