"""A match through the screens to its end, by two players and a spectator."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from rules.olomoc.bots import greedy_bot, random_bot
from rules.olomoc.packs import load
from tests.browser.peaceful import play_out
from tests.browser.people import Person
from tests.serving import Server

pytestmark = pytest.mark.slow

CALM = ["low-tide", "dead-hour", "unanimous-hour", "sirens-in-the-concrete"]
"""Artefact cards that put nobody in danger: chance cannot end the match before its four cycles."""


def survey(cycle: int = 1) -> Match:
    """At the start of a cycle's planning: five probes to read, two of the pack's own cabals, nobody on the Bloc yet."""
    pack = load("core")
    rouages = [
        {"id": f"{seat}-{row.card}", "seat": seat, "card": row.card, "equipment": row.equipment}
        for seat, starter in (("1", "black-guard"), ("2", "night-shift"))
        for row in pack.starters[starter].rouages
    ]
    markers = [{"id": m.id, "at": list(m.at), "size": m.size} for m in pack.agendas["survey"].markers]
    return Match.from_position(
        {"agenda": "survey", "rouages": rouages, "markers": markers, "artefact": CALM, "cycle": cycle}, seed=11
    )


def last_phase() -> Match:
    """The last phase of such a match, which two bots have played so far: both have scored, one rouage is to enter."""
    match, rng = survey(4), random.Random(5)
    while match.state.phase < 5:
        seat = min(match.asked)
        bot = greedy_bot if match.asked[seat].kind in ("act", "react") else random_bot
        match.submit(seat, bot(match, seat, rng))
    return match


TABLES: dict[str, Callable[[], Match]] = {"LAST": last_phase, "GAME": survey}


@pytest.mark.parametrize("code", ["LAST", pytest.param("GAME", marks=pytest.mark.soak)])
def test_phase_after_phase_to_the_end_screen(house: Server, people: Callable[..., Person], code: str) -> None:
    """The last phase; all four cycles in `make soak`."""
    players = {
        "1": people(house, "Ilse", locale="fr-FR").sit(code, "1"),
        "2": people(house, "Tomáš").sit(code, "2"),
    }
    zoe = people(house, "Zoe", size=(390, 844)).watch(code)
    play_out(players)
    # END-1: after four cycles points decide, and every screen says who has won and why.
    for person in (*players.values(), zoe):
        expect(person.get("outcome")).to_have_attribute("data-reason", "points")
    points = {seat: int(players["1"].get(f"points-{seat}").inner_text()) for seat in players}
    winner = "none" if points["1"] == points["2"] else max(points, key=lambda seat: points[seat])
    expect(zoe.get("outcome")).to_have_attribute("data-winner", winner)
    expect(players["1"].get("cycle")).to_have_text("4")
    assert sum(points.values()) > 0
