"""A match through the screens to its end, by two players and a spectator."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from rules.olomoc.packs import load
from tests.browser.kept import seats
from tests.browser.peaceful import play_out
from tests.browser.people import Person
from tests.serving import Server

CALM = ["low-tide", "dead-hour", "unanimous-hour", "sirens-in-the-concrete"]
"""Artefact cards that put nobody in danger: chance cannot end the match before its four cycles."""


def survey() -> Match:
    """At the start of a cycle's planning: five probes to read, two of the pack's own cabals, nobody on the Bloc yet."""
    pack = load("core")
    rouages = [
        {"id": f"{seat}-{row.card}", "seat": seat, "card": row.card, "equipment": row.equipment}
        for seat, starter in (("1", "black-guard"), ("2", "night-shift"))
        for row in pack.starters[starter].rouages
    ]
    markers = [{"id": m.id, "at": list(m.at), "size": m.size} for m in pack.agendas["survey"].markers]
    return Match.from_position({"agenda": "survey", "rouages": rouages, "markers": markers, "artefact": CALM}, seed=11)


TABLES: dict[str, Callable[[], Match]] = {"GAME": survey}
SEATED = seats(both="GAME")


@pytest.mark.soak
def test_four_cycles_to_the_end_screen(house: Server, people: Callable[..., Person]) -> None:
    players = {
        "1": people(house, "Ilse", locale="fr-FR").sit("GAME", "1"),
        "2": people(house, "Tomáš").sit("GAME", "2"),
    }
    zoe = people(house, "Zoe", size=(390, 844)).watch("GAME")
    play_out(players)
    # END-1: after four cycles points decide, and every screen says who has won and why.
    for person in (*players.values(), zoe):
        expect(person.get("outcome")).to_have_attribute("data-reason", "points")
    points = {seat: int(players["1"].get(f"points-{seat}").inner_text()) for seat in players}
    winner = "none" if points["1"] == points["2"] else max(points, key=lambda seat: points[seat])
    expect(zoe.get("outcome")).to_have_attribute("data-winner", winner)
    expect(players["1"].get("cycle")).to_have_text("4")
    assert sum(points.values()) > 0
