"""A bot in a free seat, and in the place of a player who is away."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.kept import duel, seats
from tests.browser.people import Come
from tests.browser.presses import press
from tests.serving import Server

Serve = Callable[..., Server]

HASTY = ("-m", "tests.browser.hasty")
"""Bots that make no pause."""


def test_a_match_against_the_house_from_the_first_page(serve: Serve, people: Come) -> None:
    """The bot survives the server, and its player needs nobody else."""
    server = serve(launcher=HASTY)
    ilse = people(server, "Ilse", size=(390, 844), locale="fr-FR").open("/new")
    ilse.get("your-name").fill("Ilse")
    ilse.tick("company-novice")
    ilse.tick("composition-secret")
    ilse.get("agenda").select_option("skirmish")
    ilse.press("new-table")
    expect(ilse.get("bloc")).to_be_attached()
    # The second player chooses the edge; then both compose, the bot by itself.
    ilse.page.wait_for_function(
        "['choose-edge', 'compose'].includes(document.querySelector('[data-testid=prompt]')?.dataset.kind)"
    )
    if ilse.asked == "choose-edge":
        press(ilse.page.locator("[data-testid='prompt'] [data-kind='choose-edge']").first)
    ilse.wait_for("compose")
    ilse.mark()
    server.kill()
    server.start()
    # The page notices, and loads anew.
    ilse.loaded_anew()
    ilse.wait_for("compose")
    press(ilse.page.locator(".starter").nth(0))
    ilse.wait_for("plan")
    # The bot's plan is laid by now or soon, and face down.
    expect(ilse.page.locator(".hand-card").first).to_be_attached()
    assert ilse.troubles == []


@pytest.mark.soak
def test_a_bot_stands_in_and_leaves_when_its_player_is_back(serve: Serve, people: Come) -> None:
    server = serve({"DUEL": duel()}, launcher=HASTY, seated=seats(both="DUEL"))
    ilse = people(server, "Ilse").sit("DUEL", "1")
    tomas = people(server, "Tomáš").sit("DUEL", "2")
    expect(ilse.page.locator(".presence")).to_contain_text("here")
    expect(ilse.get("standing")).to_be_hidden()
    tomas.page.goto("about:blank")
    expect(ilse.get("standing")).to_contain_text("Tomáš is away")
    ilse.press("call-steady")
    expect(ilse.get("call-steady")).to_contain_text("Tomáš’s hand goes with it")
    ilse.press("call-steady")
    expect(ilse.get("standing")).to_contain_text("Golem plays for Tomáš until they come back")
    expect(ilse.page.locator(".presence")).to_contain_text("steady bot")
    # Ilse hands on; the bot answers by itself.
    played = ilse.page.locator(".log-entry.side-2").count()
    ilse.press_through("option-end")
    expect(ilse.page.locator(".log-entry.side-2").nth(played)).to_be_attached()
    tomas.open("/table/DUEL")
    expect(ilse.get("standing")).to_be_hidden()
    expect(ilse.page.locator(".presence")).to_contain_text("here")
    expect(tomas.get("prompt")).to_be_visible()


@pytest.mark.soak
def test_no_bot_where_the_table_allows_none(serve: Serve, people: Come) -> None:
    server = serve()
    ilse = people(server, "Ilse").open("/new")
    ilse.get("your-name").fill("Ilse")
    ilse.press("more")
    ilse.tick("bots-no")
    ilse.make_table()
    ilse.press("join-1")
    expect(ilse.get("bloc")).to_be_attached()
    expect(ilse.get("standing")).to_be_hidden()
    ilse.open("/")
    expect(ilse.page.locator("[data-testid^='call-']")).to_have_count(0)
