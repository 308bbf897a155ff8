"""Clocks on real pages: chosen in the lobby, counted down in the browser, kept over a restart, and running out."""

import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from rules.olomoc import Match
from tests.browser.kept import keep, position, rouage, seats
from tests.browser.people import Come, Person
from tests.serving import Server
from webapp.tables import TableSettings

Serve = Callable[..., Server]


def duel() -> Match:
    """Pétra active."""
    cards = [rouage("1-petra-kantor", 5, 8), rouage("2-vera-simkova", 9, 8)]
    return Match.from_position(position(cards, "1-petra-kantor"), seed=7)


def timed(folder: Path, **limits: int | str) -> None:
    """Gives the table its clocks, while no server runs."""
    with sqlite3.connect(folder / "data" / "olomoc.db") as connection:
        connection.execute("UPDATE tables SET settings = ?", (json.dumps(TableSettings(**limits).to_json()),))
    connection.close()


STEP = """() => new Promise((done) => {
  const clock = document.querySelector("[data-testid=clock-1]");
  new MutationObserver((_, watching) => {
    watching.disconnect();
    const [minutes, rest] = clock.querySelector(".clock-left").innerText.split(":");
    done([performance.now() / 1000, Number(minutes) * 60 + Number(rest)]);
  }).observe(clock, { subtree: true, childList: true, characterData: true });
})"""
"""The page's own time at the first clock's next step, and what it shows then, in seconds."""


def seconds(person: Person, seat: str) -> float:
    minutes, _, rest = person.page.locator(f"[data-testid=clock-{seat}] .clock-left").inner_text().rpartition(":")
    return int(minutes) * 60 + float(rest)


def test_a_clock_is_chosen_in_the_lobby_and_stands_while_cabals_are_composed(serve: Serve, people: Come) -> None:
    server = serve()
    ilse = people(server, "Ilse", locale="fr-FR").open("/new")
    ilse.get("your-name").fill("Ilse")
    ilse.press("more")
    expect(ilse.page.locator(".lobby-unattended")).to_contain_text("30 minutes")
    ilse.get("clock-bank").select_option("30")
    ilse.get("clock-increment").select_option("10")
    ilse.get("clock-limit").select_option("60")
    ilse.make_table()
    ilse.open("/")
    expect(ilse.page.locator(".lobby-row")).to_contain_text("30 min chacun + 10 s par réponse, 60 s par décision")
    ilse.press("join-1")
    expect(ilse.get("clock-1")).to_have_text("Ilse30:00")
    expect(ilse.get("clock-1")).to_have_attribute("data-runs", "false")


def said(frames: list[str]) -> list[str]:
    """The messages of the server, but for its asking whether the page is there."""
    return [frame for frame in frames if frame != "2"]


def test_time_runs_where_it_should_and_its_end_is_played(serve: Serve, people: Come, tmp_path: Path) -> None:
    keep(tmp_path / "data", {"TIME": duel()}, seats(both="TIME"))
    timed(tmp_path, clock_bank=600, clock_limit=90, clock_out="loss")
    server = serve()
    ilse = people(server, "Ilse").sit("TIME", "1")
    tomas = people(server, "Tomáš", size=(390, 844), locale="fr-FR").sit("TIME", "2")
    for person in (ilse, tomas):
        expect(person.get("clock-1")).to_have_attribute("data-runs", "true")
        expect(person.get("clock-2")).to_have_attribute("data-runs", "false")
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # It counts down without anything being sent, and says the same to both.
    ilse.settled()
    heard, (at, before) = len(ilse.heard), ilse.page.evaluate(STEP)
    ilse.page.wait_for_timeout(1_400)
    later, after = ilse.page.evaluate(STEP)
    # By the page's own time, from step to step: a busy machine may have waited longer.
    assert abs((before - after) - (later - at)) <= 1.5
    assert len(said(ilse.heard[heard:])) <= 2, "it is told the time"
    assert abs(seconds(ilse, "1") - seconds(tomas, "1")) <= 1.5
    assert seconds(tomas, "2") == 600
    began, left = time.monotonic(), seconds(ilse, "1")
    ilse.mark()
    server.stop()
    ran = time.monotonic() - began
    ilse.page.wait_for_timeout(1_500)
    began = time.monotonic()
    server.start()
    ilse.loaded_anew()
    expect(ilse.get("clock-1")).to_have_attribute("data-runs", "true")
    # No second of the time that the server was down has run.
    now = seconds(ilse, "1")
    ran += time.monotonic() - began
    assert left - ran - 1.5 <= now <= left + 10.5
    # The limit comes sooner from here on, so that nobody need wait for it: what ran before the restarts counts.
    server.stop()
    timed(tmp_path, clock_bank=600, clock_limit=round(600 - now) + 2, clock_out="loss")
    server.start()
    # The decision's limit ends the match; both are told how, in their language.
    expect(tomas.page.locator(".ending")).to_be_attached()
    expect(tomas.get("outcome")).to_have_attribute("data-reason", "time")
    expect(tomas.page.locator(".log-time-ran-out")).to_contain_text("Le temps d’Ilse est écoulé")
    expect(ilse.page.locator(".log-over")).to_contain_text("Ilse is out of time")
    tomas.page.keyboard.press("/")
    expect(tomas.page.locator(".talk-note")).to_contain_text("Ilse n’a plus de temps")
