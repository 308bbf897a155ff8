"""Whole Ages and matches of Hybris in real browsers: by hot seat, phone and keys, against bots, with the guide; what
who watches must not hear."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rules.hybris import Match
from tests.browser.hybris_hands import Hands, play, sit
from tests.browser.newcomer import Newcomer
from tests.browser.people import Come, Person
from tests.browser.test_secrets import leaks
from tests.serving import Server
from tests.webapp.games.test_hybris_ids import planning

pytestmark = pytest.mark.soak

HASTY = ("-m", "tests.browser.hasty")
LEAKY = str(Path(__file__).with_name("leaky.py"))
LONGEST_S = 900.0
Serve = Callable[..., Server]


def age(person: Person) -> int:
    """The Age that a page shows; 0 where it shows none."""
    label = person.get("age").first.get_attribute("aria-label") if person.get("age").count() else ""
    told = re.search(r"\d+", label or "")
    return int(told[0]) if told else 0


def over(person: Person) -> bool:
    return person.get("outcome").count() > 0


@pytest.fixture
def hasty(serve: Serve) -> Server:
    """A server whose bots do not wait."""
    return serve(launcher=HASTY)


def against_bots(person: Person) -> Person:
    """At a table of three with two bots, made by one press in the lobby."""
    person.open("/")
    person.press("door-now-hybris")
    expect(person.get("hybris-board")).to_be_visible()
    return person


def test_a_whole_match_of_one_and_two_bots_ends_by_points(hasty: Server, people: Come) -> None:
    """END-1. Where Chaos wins, they play again."""
    ada = people(hasty, "Ada")
    for seed in range(3):
        hands = Hands(against_bots(ada), seed)
        play([hands], lambda: over(ada))
        if ada.get("outcome").get_attribute("data-reason") == "points":
            break
    expect(ada.get("outcome")).to_have_attribute("data-reason", "points")
    assert age(ada) == 6
    figures = [ada.get(f"score-{seat}").inner_text() for seat in "123"]
    assert all(figure.strip().lstrip("−-").isdigit() for figure in figures), figures
    expect(ada.page.locator(".ending-course .hyb-age")).to_have_count(6)


@pytest.mark.parametrize("way", ["finger", "keys"])
def test_a_whole_age_by_finger_or_by_keys_alone(hasty: Server, people: Come, way: str) -> None:
    ada = against_bots(people(hasty, "Ada", size=(390, 844) if way == "finger" else (1440, 900)))
    hands = Hands(ada, 4, finger=way == "finger", keys=way == "keys")
    play([hands], lambda: over(ada) or age(ada) > 1 or "Age 2" in told(ada))
    assert hands.answers["plan"] == 1
    assert hands.answers["turn"] >= 1


def told(person: Person) -> str:
    """The heads of the log."""
    return " ".join(person.page.locator("[data-part=log] .is-head").all_inner_texts())


def test_two_at_one_screen_play_a_whole_age(hasty: Server, people: Come) -> None:
    """The screen between two players says where Chaos stands, and shows nobody's hand."""
    both = people(hasty, "both")
    both.open("/new")
    both.tick("game-hybris")
    both.get("your-name").fill("Ilse")
    both.tick("players-2")
    both.tick("company-hotseat")
    both.press("new-table")
    both.page.wait_for_url("**/table/*")
    both.get("name-2").fill("Tomáš")
    both.press("share")
    hands = Hands(both, 5)
    until = time.monotonic() + LONGEST_S
    seen = 0
    while time.monotonic() < until and not (both.get("between").count() == 0 and age(both) == 2):
        if both.get("between").count():
            expect(both.page.locator(".between-now")).to_contain_text("Chaos stands on space")
            expect(both.page.locator(".hyb-card, .hyb-premonition")).to_have_count(0)
            side = both.page.locator(".between h1").get_attribute("class") or ""
            seen += 1
            both.press(f"take-{side[-1]}")
            expect(both.get("hybris-board")).to_be_attached()
        elif hands.asked:
            hands.answer()
        else:
            both.page.wait_for_timeout(100)
    assert age(both) == 2
    assert hands.answers["plan"] == 2
    assert seen >= 4


@pytest.mark.parametrize(("size", "locale"), [((1440, 900), "en-GB"), ((390, 844), "fr-FR")])
def test_the_guide_shows_every_step_of_the_first_match(
    hasty: Server, people: Come, size: tuple[int, int], locale: str
) -> None:
    newcomer = Newcomer(people(hasty, "New", size=size, locale=locale))
    newcomer.come("hybris")
    until = time.monotonic() + LONGEST_S
    while newcomer.go_on(shown=True) != "over" and time.monotonic() < until:
        pass
    assert newcomer.step == "over"
    expect(newcomer.page.get_by_test_id("outcome")).to_have_attribute("data-reason", "points")


def secrets(match: Match, seat: str) -> set[str]:
    """The ids of what only this seat sees."""
    view = match.view(seat)
    words = {*view["hand"], *view["premonitions_held"]}
    assert words, "this match hides nothing that could be searched for"
    return words


@pytest.mark.parametrize("leaky", [False, True])
def test_who_watches_hears_of_no_hand(serve: Serve, people: Come, leaky: bool) -> None:
    """A spectator and a television, while Ada plans; a server that slips them her hand is caught."""
    match = planning()
    words = secrets(match, "1")
    server = serve({"SEEN": match}, launcher=(LEAKY,)) if leaky else serve({"SEEN": match})
    ada, tomas, zoe = (people(server, name, hears=True) for name in ("Ada", "Tomáš", "Zoe"))
    screen = people(server, "Television", hears=True, size=(1920, 1080))
    sit(ada, "SEEN")
    sit(tomas, "SEEN", "2")
    zoe.open("/watch/SEEN").settled()
    screen.open("/watch/SEEN?tv").settled()
    ada.press("token-1-hero-1-colosseum")
    ada.press("ready")
    expect(zoe.page.locator("[data-part=log]")).to_contain_text("is ready")
    assert leaks(ada, words) == words, "the search itself must find what its owner may know"
    assert leaks(tomas, words) == set()
    for person in (zoe, screen):
        assert bool(leaks(person, words)) == leaky
