"""The disk fails in the middle of a match: players read what to do, in their language, and go on."""

import resource
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.people import Come, asked_player
from tests.browser.presses import press
from tests.serving import Server

Serve = Callable[..., Server]

SAID = {
    "Ilse": "Prévenez l’hôte, puis réessayez.",
    "Tomáš": "Tell the host, then try again.",
}


def test_both_players_read_that_it_is_not_played_and_then_play_it(serve: Serve, people: Come) -> None:
    server = serve()
    ilse, tomas = people(server, "Ilse", locale="fr-FR"), people(server, "Tomáš", size=(390, 844))
    ilse.open("/")
    ilse.tick("composition-secret")
    ilse.press("new-table")
    ilse.get("your-name").fill("Ilse")
    ilse.press("join-1")
    expect(ilse.get("bloc")).to_be_visible()
    tomas.sit(urlsplit(ilse.page.url).path[-4:], "2")
    chooser = asked_player({"1": ilse, "2": tomas}, "choose-edge")
    press(chooser.page.locator("[data-testid='prompt'] [data-kind='choose-edge']").first)
    for person in (ilse, tomas):
        person.wait_for("compose")
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    for person in (ilse, tomas):
        press(person.page.locator(".starter").first)
        expect(person.page.get_by_text(SAID[person.name])).to_be_visible()
        person.wait_for("compose")
    host = people(server, "Eva")
    host.open("/host")
    expect(host.get("troubles")).to_contain_text("Nothing can be saved at the moment")
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
    expect(host.get("troubles")).not_to_contain_text("Nothing can be saved at the moment")
    expect(host.get("troubles")).to_contain_text("could not be saved and was not played")
    for person in (ilse, tomas):
        press(person.page.locator(".starter").first)
        expect(person.page.get_by_text(SAID[person.name])).to_have_count(0)
    expect(ilse.page.locator(".hero .card")).to_have_count(3)
    # The reason is told where it failed first, for the host; it is no fault of the server's.
    said = server.data.parent / f"{server.data.name}.out"
    said.write_text(said.read_text().replace("Traceback", "The reason"))
