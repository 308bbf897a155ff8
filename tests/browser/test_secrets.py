"""No secret reaches a browser that may not know it: not on the screen, not in a frame, not in a body."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rules.olomoc import Match
from rules.olomoc.packs import load
from tests.browser.kept import seats
from tests.browser.people import Come, Person
from tests.browser.table.test_whole_match import survey
from tests.serving import Server

Serve = Callable[..., Server]
LEAKY = str(Path(__file__).with_name("leaky.py"))


def hidden(match: Match, seat: str) -> set[str]:
    """Ids and names, in both languages, of the cards that only this seat knows of.

    A ministry's own word is no secret where it stands on a rouage or is the fallen one: such cards are left out, and
    the Axe's, of which everybody holds one.
    """
    pack, view = load("core"), match.view(seat)
    public = {m for it in view["rouages"] for m in it["profile"]["ministries"]} | {"axe"}
    public |= {pack.ministries[view["fallen"]].ministry}
    cards = [pack.ministries[id] for id in view["ministries"] if pack.ministries[id].ministry not in public]
    assert cards, "this match hides nothing that could be searched for"
    return {word for card in cards for word in (card.id, card.title.get("fr"), card.title.get("en"))}


def leaks(person: Person, words: set[str]) -> set[str]:
    """The words of these that this browser has heard, as whole words."""
    assert person.hears
    person.page.wait_for_timeout(300)
    person.heard.append(person.page.content())
    return {word for word in words if any(re.search(rf"\b{re.escape(word)}\b", heard) for heard in person.heard)}


def plan_and_wait(server: Server, people: Come) -> tuple[Person, Person, Person]:
    """Seat 1 plans, reloads, plans anew and waits; the other player and a spectator look on, one of them late."""
    ilse = people(server, "Ilse", locale="fr-FR", hears=True).sit("GAME", "1")
    tomas = people(server, "Tomáš", hears=True).sit("GAME", "2")
    ilse.lay_plan()
    expect(ilse.get("replan")).to_be_visible()
    zoe = people(server, "Zoe", locale="fr-FR", hears=True).watch("GAME")
    tomas.reload()
    ilse.press("replan")
    ilse.wait_for("plan")
    ilse.press("confirm")
    expect(ilse.get("replan")).to_be_visible()
    return ilse, tomas, zoe


def test_hand_and_plan_are_nobody_elses(serve: Serve, people: Come) -> None:
    match = survey()
    words = hidden(match, "1")
    ilse, tomas, zoe = plan_and_wait(serve({"GAME": match}, seated=seats(both="GAME")), people)
    own = {word for word in words if word in match.view("1")["ministries"]}
    assert leaks(ilse, words) >= own, "the search itself must find what its owner may know"
    assert leaks(tomas, words) == set()
    assert leaks(zoe, words) == set()
    for person in (tomas, zoe):
        assert person.page.locator("[data-card]:not([data-card=''])").count() == 0
    assert leaks(zoe, hidden(match, "2")) == set()


@pytest.mark.soak
def test_a_planted_leak_is_found(serve: Serve, people: Come) -> None:
    match = survey()
    _, tomas, zoe = plan_and_wait(serve({"GAME": match}, launcher=(LEAKY,)), people)
    assert leaks(zoe, hidden(match, "1"))
    assert leaks(tomas, hidden(match, "1")) == set()
