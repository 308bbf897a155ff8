"""A small game in real browsers: the auction of the tests, three seats, from the first page to its second lot."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.axe import WIDER
from tests.browser.people import Person
from tests.serving import Server


def test_a_small_game_is_chosen_played_and_watched(serve: Callable[..., Server], people: Callable[..., Person]) -> None:
    server = serve(launcher=("-m", "tests.webapp.launch_house"))
    ilse = people(server, "Ilse").open("/")
    ilse.tick("game-auction")
    expect(ilse.get("players-4")).to_be_attached()
    ilse.press("play-now")
    expect(ilse.get("prompt")).to_contain_text("Which card do you bid for lot 1")
    expect(ilse.page.locator("[data-testid='plain-hand'] .plain-card")).to_have_count(5)
    code = ilse.page.url[-4:]
    eva = people(server, "Eva", size=(390, 844), locale="fr-FR").open(f"/watch/{code}")
    expect(eva.get("plain-board")).to_contain_text("Lot 1")
    expect(eva.get("plain-hand")).to_have_count(0)
    ilse.page.keyboard.press("1")
    # The bots bid in their own time; then all bids lie open.
    expect(ilse.get("prompt")).to_contain_text("lot 2")
    expect(ilse.get("log")).to_contain_text("takes the lot")
    expect(eva.get("log")).to_contain_text("emporte le lot")
    assert [person.page.evaluate(WIDER) for person in (ilse, eva)] == [0, 0]
