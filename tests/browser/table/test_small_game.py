"""A small game in real browsers: the auction of the tests, three seats, from the first page to its second lot."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.axe import WIDER
from tests.browser.people import LINED, WRAP, Person
from tests.browser.wire import Wire
from tests.serving import Server, prepare


@pytest.fixture(scope="module")
def auctions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the auction beside its games, and bots that make no pause."""
    with Server(prepare(tmp_path_factory.mktemp("auctions") / "data"), ("-m", "tests.browser.hasty_house")) as server:
        yield server
    assert not server.complaints, server.output


LOSE = """() => {
  const { socket } = window;
  const hear = socket.onevent.bind(socket);
  window.losing = true;
  socket.onevent = (packet) => (window.losing && packet.data[0] === "parts" ? undefined : hear(packet));
}"""
"""From now on the page does not get what all spectators are told."""


def test_a_small_game_is_chosen_played_and_watched(auctions: Server, people: Callable[..., Person]) -> None:
    ilse = people(auctions, "Ilse").open("/new")
    ilse.tick("game-auction")
    expect(ilse.get("players-4")).to_be_attached()
    ilse.open("/")
    ilse.press("door-now-auction")
    expect(ilse.get("prompt")).to_contain_text("Which card do you bid for lot 1")
    expect(ilse.page.locator("[data-testid='plain-hand'] .plain-card")).to_have_count(5)
    code = ilse.page.url[-4:]
    eva = people(auctions, "Eva", size=(390, 844), locale="fr-FR").open(f"/watch/{code}")
    expect(eva.get("plain-board")).to_contain_text("Lot 1")
    expect(eva.get("plain-hand")).to_have_count(0)
    ilse.page.keyboard.press("1")
    # The bots bid in their own time; then all bids lie open.
    expect(ilse.get("prompt")).to_contain_text("lot 2")
    expect(ilse.get("log")).to_contain_text("takes the lot")
    expect(eva.get("log")).to_contain_text("emporte le lot")
    assert [person.page.evaluate(WIDER) for person in (ilse, eva)] == [0, 0]


@pytest.mark.parametrize("copies", [False, True], ids=["wrapped", "copied"])
def test_no_fact_is_stale_where_others_change_the_page(
    auctions: Server, people: Callable[..., Person], copies: bool
) -> None:
    ilse = people(auctions, "Ilse").open("/")
    ilse.press("door-now-auction")
    expect(ilse.get("prompt")).to_contain_text("lot 1")
    eva = people(auctions, "Eva").open(f"/watch/{ilse.page.url[-4:]}")
    for lot in (1, 2):
        expect(eva.get("plain-board")).to_contain_text(f"Lot {lot}")
        for person in (ilse, eva):
            person.page.evaluate(WRAP, copies)
        ilse.press("option-1")
        expect(ilse.get("prompt")).to_contain_text(f"lot {lot + 1}")
        for person in (ilse, eva):
            expect(person.get("plain-board")).to_contain_text(f"Lot {lot + 1}")
            expect(person.get("plain-board")).not_to_contain_text(f"Lot {lot}")
            expect(person.get("log")).to_contain_text("takes the lot")


def test_a_spectator_is_told_what_they_missed(auctions: Server, people: Callable[..., Person]) -> None:
    ilse = people(auctions, "Ilse").open("/")
    ilse.press("door-now-auction")
    expect(ilse.get("prompt")).to_contain_text("Which card do you bid for lot 1")
    code = ilse.page.url[-4:]
    with Wire(auctions.port) as wire:
        eva, jan = (people(at, name).open(f"/watch/{code}") for at, name in ((wire, "Eva"), (auctions, "Jan")))
        for person in (eva, jan):
            expect(person.get("plain-board")).to_contain_text("Lot 1")
            person.mark()
        # Eva's line is cut while a lot is played: she hears of it when she is back.
        wire.cut()
        eva.page.wait_for_function("!window.socket.connected")
        ilse.press("option-1")
        expect(jan.get("plain-board")).to_contain_text("Lot 2")
        expect(eva.get("plain-board")).to_contain_text("Lot 1")
        wire.mend()
        eva.page.wait_for_function(LINED)
        expect(eva.get("plain-board")).to_contain_text("Lot 2")
        # Jan loses what is sent during the next lot: he asks for it with the next message that he gets.
        jan.page.evaluate(LOSE)
        expect(ilse.get("prompt")).to_contain_text("lot 2")
        ilse.press("option-1")
        expect(eva.get("plain-board")).to_contain_text("Lot 3")
        expect(jan.get("plain-board")).to_contain_text("Lot 2")
        jan.page.evaluate("window.losing = false")
        expect(ilse.get("prompt")).to_contain_text("lot 3")
        ilse.press("option-1")
        for person in (eva, jan):
            expect(person.get("plain-board")).to_contain_text("Lot 4")
            expect(person.page.locator(".log-entry", has_text="takes the lot")).to_have_count(3)
            assert person.page.evaluate("window.before") is True, "not loaded anew"
