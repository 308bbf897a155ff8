"""The host's page in a real browser: seats handed over, tables locked and closed, backups made and restored."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.kept import seats
from tests.browser.people import Come, Person
from tests.browser.presses import press
from tests.browser.table.test_bot_seat import duel
from tests.serving import Server

Serve = Callable[..., Server]


def elsewhere(people: Come, server: Server, name: str, **window: object) -> Person:
    """A person on another machine: their requests have headers of a proxy."""
    person = people(server, name, **window)
    person.context.set_extra_http_headers({"X-Real-IP": "203.0.113.7"})
    return person


def row(host: Person, code: str) -> str:
    return f"[data-testid='host-table-{code}']"


def press_in_row(host: Person, code: str, name: str, sure: bool = False) -> None:
    button = host.page.locator(f"{row(host, code)} [data-testid='{name}']")
    press(button)
    if sure:
        expect(button).to_contain_text("?")
        press(button)


def test_the_key_opens_the_page_to_one_browser(serve: Serve, people: Come) -> None:
    server = serve()
    key = (server.data / "host-key").read_text()
    eva, zoe = elsewhere(people, server, "Eva", size=(390, 844), locale="fr-FR"), elsewhere(people, server, "Zoe")
    assert "-".join(key[n : n + 4] for n in range(0, len(key), 4)) in server.output
    for person in (eva, zoe):
        person.open("/host")
        expect(person.get("host-key")).to_be_visible()
        expect(person.get("copy-now")).to_have_count(0)
    eva.get("host-key").fill(key.lower())
    eva.press("enter")
    expect(eva.get("copy-now")).to_be_visible()
    assert eva.page.evaluate("document.documentElement.scrollWidth") <= 390
    # It is remembered, over a restart of the server too; the other browser is as far as before.
    eva.mark()
    server.kill()
    server.start()
    eva.loaded_anew()
    expect(eva.get("copy-now")).to_be_visible()
    zoe.open("/host")
    expect(zoe.get("copy-now")).to_have_count(0)


@pytest.mark.soak
def test_tables_seats_and_who_is_sent_away(serve: Serve, people: Come) -> None:
    server = serve({"DUEL": duel(), "CALM": duel()}, seated=seats(both="DUEL"))
    ilse = people(server, "Ilse").sit("DUEL", "1")
    tomas = people(server, "Tomáš").sit("DUEL", "2")
    zoe = people(server, "Zoe").open("/")
    zoe.get("your-name").fill("Zoe")
    zoe.get("your-name").blur()
    host = people(server, "Host").open("/host")
    seat = host.page.locator(f"{row(host, 'DUEL')} [data-testid='host-seat-2']")
    expect(seat).to_contain_text("Tomáš")
    expect(seat).to_contain_text("here")
    expect(host.get("troubles")).to_contain_text("No problems")

    # A seat goes to the person named: they are taken to it, the one before watches from now on.
    zoe.watch("DUEL")
    press_in_row(host, "DUEL", "hand-over-2")
    host.get("over-to").select_option("Zoe")
    press_in_row(host, "DUEL", "over-give")
    zoe.page.wait_for_url("**/table/DUEL")
    expect(zoe.get("prompt")).to_be_visible()
    tomas.page.wait_for_url("**/watch/DUEL")
    expect(seat).to_contain_text("Zoe")

    # Sent away, and only after the second press.
    press_in_row(host, "DUEL", "kick-1", sure=True)
    ilse.page.wait_for_url("**/watch/DUEL")
    expect(ilse.page.locator(".frame-main")).to_contain_text("The host has asked you to leave this table.")
    expect(host.page.locator(f"{row(host, 'DUEL')} [data-testid='host-seat-1']")).to_contain_text("free")

    # Locked: a newcomer finds no seat; closed: it is over until it is opened again.
    press_in_row(host, "CALM", "lock")
    expect(host.page.locator(row(host, "CALM"))).to_contain_text("locked")
    ada = people(server, "Ada").open("/")
    expect(ada.page.locator("[data-testid='table-CALM'] [data-testid^='join-']")).to_have_count(0)
    press_in_row(host, "CALM", "close", sure=True)
    expect(host.page.locator(row(host, "CALM"))).to_contain_text("closed")
    expect(ada.page.locator("[data-testid='table-CALM']")).to_contain_text("Closed by the host")
    press_in_row(host, "CALM", "reopen")
    expect(host.page.locator(f"{row(host, 'CALM')} [data-testid='close']")).to_be_visible()
    press_in_row(host, "CALM", "lock")
    expect(host.page.locator(row(host, "CALM"))).not_to_contain_text("locked")
    expect(ada.page.locator("[data-testid='table-CALM'] [data-testid='join-1']")).to_be_visible()


@pytest.mark.soak
def test_the_evening_is_copied_and_gone_back_to(serve: Serve, people: Come) -> None:
    server = serve({"DUEL": duel()}, seated=seats(both="DUEL"))
    ilse = people(server, "Ilse").sit("DUEL", "1")
    host = people(server, "Host").open("/host")
    host.press("copy-now")
    expect(host.get("host-said")).to_contain_text("Backed up: olomoc-")
    with host.page.expect_download() as download:
        host.press("take-along")
    name = download.value.suggested_filename
    assert download.value.path().read_bytes() == (server.data / "backups" / name).read_bytes()

    before = ilse.get("log").get_attribute("data-seq")
    ilse.press_through("option-end")
    expect(ilse.get("log")).not_to_have_attribute("data-seq", before or "")

    # A file that is not sound replaces nothing.
    (server.data / "backups" / "broken.db").write_bytes(b"SQLite format 3\0" + b"?" * 5000)
    host.page.reload()
    host.page.wait_for_function("window.did_handshake === true")
    press(host.page.locator("[data-testid='copy-broken.db'] [data-testid='go-back']"))
    expect(host.get("restore")).to_contain_text("will not replace anything")
    expect(host.get("replace")).to_have_count(0)
    host.press("never-mind")

    # The copy is looked over; what would be lost is said; only the second press does it.
    press(host.page.locator(f"[data-testid='copy-{name}'] [data-testid='go-back']"))
    expect(host.get("restore")).to_contain_text("One answer given since would be lost.")
    host.press("replace")
    expect(host.get("replace")).to_contain_text("Really")
    for person in (host, ilse):
        person.mark()
    host.press("replace")
    for person in (host, ilse):
        person.loaded_anew()
    expect(host.get("troubles")).to_contain_text(f"Restored {name}")
    expect(ilse.get("log")).to_have_attribute("data-seq", before or "")
    ilse.wait_for("act")
    [kept] = server.data.glob("olomoc.db.before-*[0-9]")
    assert kept.stat().st_size > 0
