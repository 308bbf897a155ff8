"""The disk fails in the middle of a match: players read what to do, in their language, and go on."""

import resource
from collections.abc import Callable

from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import seats
from tests.browser.people import Come
from tests.browser.presses import press
from tests.serving import Server

Serve = Callable[..., Server]

SAID = {
    "Ilse": "Prévenez l’hôte, puis réessayez.",
    "Tomáš": "Tell the host, then try again.",
}


def composing() -> Match:
    """Both compose in secret; the edge is chosen."""
    match = Match.new({"agenda": "survey", "composition": "secret"}, seed=4)
    [seat] = match.asked
    match.submit(seat, next(match.commands(seat)))
    return match


def test_both_players_read_that_it_is_not_played_and_then_play_it(serve: Serve, people: Come) -> None:
    server = serve({"DISK": composing()}, seated=seats(both="DISK"))
    ilse = people(server, "Ilse", locale="fr-FR").sit("DISK", "1")
    tomas = people(server, "Tomáš", size=(390, 844)).sit("DISK", "2")
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
    log = server.data.parent / f"{server.data.name}.out"
    log.write_text(log.read_text().replace("Traceback", "The reason"))
