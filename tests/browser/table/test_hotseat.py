"""Two players at one screen: it changes hands, and nothing of one player is in the browser while the other has it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Come, Person
from tests.browser.presses import press
from tests.serving import Server

Serve = Callable[..., Server]


def sit_both(person: Person) -> str:
    """Makes a table for one screen in the lobby, and seats both; returns its code."""
    person.open("/new")
    person.get("your-name").fill("Ilse")
    person.tick("company-hotseat")
    person.tick("composition-secret")
    person.get("agenda").select_option("skirmish")
    person.press("new-table")
    person.page.wait_for_url("**/table/*")
    person.get("name-2").fill("Tomáš")
    person.press("share")
    expect(person.get("between")).to_be_visible()
    return person.page.url.rpartition("/")[2]


def take(person: Person, seat: str) -> None:
    """Says who has the screen now."""
    person.press(f"take-{seat}")
    expect(person.get("bloc")).to_be_attached()
    person.page.wait_for_function("window.did_handshake === true")


def asked_seat(person: Person) -> str:
    """The seat that the screen between turns asks for."""
    expect(person.get("between")).to_be_visible()
    side = person.page.locator(".between h1").get_attribute("class") or ""
    return side[-1]


def private(person: Person) -> str:
    """Everything in the page: its elements, and what its components were given."""
    return person.page.content() + person.page.evaluate(
        "JSON.stringify([...Object.values(window.mounted_app?.elements ?? {})].map(it => it.props))"
    )


def hand_over(person: Person) -> None:
    """Asserts that the screen between turns is shown alone, without the Bloc and its surroundings."""
    expect(person.get("between")).to_be_visible()
    expect(person.get("bloc")).to_have_count(0)
    expect(person.get("prompt")).to_have_count(0)
    expect(person.page.locator(".hand-card, .composer, .hero")).to_have_count(0)


def test_the_screen_changes_hands_and_keeps_each_hand_to_itself(serve: Serve, people: Come) -> None:
    server = serve()
    both = people(server, "both", hears=True)
    sit_both(both)
    first = asked_seat(both)
    take(both, first)
    both.wait_for("choose-edge")
    # A reload lands on the screen between, which asks again who is in front of it.
    both.page.reload()
    hand_over(both)
    take(both, first)
    press(both.page.locator("[data-testid='prompt'] [data-kind='choose-edge']").first)

    # Both compose at once and in secret: who has the screen goes on, then hands it over.
    other = {"1": "2", "2": "1"}[first]
    both.page.wait_for_function("document.querySelector('.composer') || document.querySelector('.between')")
    if both.get("between").count():
        first = asked_seat(both)
        take(both, first)
        other = {"1": "2", "2": "1"}[first]
    both.page.locator(".composer").wait_for()
    # The first chooses these three; nobody else may know before both have.
    secret = ("Kubik Oktobar", "Hynek Novotny")
    assert all(name in private(both) for name in secret)
    press(both.page.locator(".starter").nth(0))
    hand_over(both)
    assert asked_seat(both) == other
    kept = private(both)
    assert not any(name in kept for name in secret)
    both.heard.clear()
    both.page.reload()
    hand_over(both)
    assert not any(both.saw(name) for name in secret)
    take(both, other)
    both.page.locator(".composer").wait_for()
    press(both.page.locator(".starter").nth(3))

    # Plans: one hand after the other, and never both in one page.
    both.page.wait_for_function("document.querySelector('.hand-card') || document.querySelector('.between')")
    planner = other if both.page.locator(".hand-card").count() else asked_seat(both)
    if both.get("between").count():
        take(both, planner)
    both.lay_plan()
    hand_over(both)
    laid = {"1": "2", "2": "1"}[planner]
    assert asked_seat(both) == laid
    # Who presses the other way round sees their own side, and can hand the screen on from there.
    take(both, planner)
    both.press("hand-over")
    hand_over(both)
    take(both, laid)
    both.wait_for("plan")
    both.lay_plan()
    expect(both.get("between").or_(both.get("prompt"))).to_be_visible()


@pytest.mark.soak
def test_a_restart_and_a_second_tab_land_between_hands(serve: Serve, people: Come) -> None:
    server = serve()
    both = people(server, "both", size=(390, 844), locale="fr-FR")
    code = sit_both(both)
    seat = asked_seat(both)
    take(both, seat)
    both.wait_for("choose-edge")
    tab = both.context.new_page()
    tab.goto(f"{server.url}/table/{code}")
    expect(tab.get_by_test_id("between")).to_be_visible()
    tab.close()
    server.kill()
    server.start()
    expect(both.get("between")).to_be_visible()
    assert both.page.evaluate("document.documentElement.scrollWidth") <= 390
    take(both, seat)
    both.wait_for("choose-edge")
    # Somebody else who follows the link watches, and has no way to either seat.
    zoe = people(server, "Zoe").open(f"/table/{code}")
    expect(zoe.get("bloc")).to_be_visible()
    expect(zoe.page.locator("[data-testid^='take-'], [data-testid^='join-']")).to_have_count(0)
