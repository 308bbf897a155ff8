"""Bargains at a table of Diktat: offers made, answered and countered from the page, and who is shown what of them."""

from __future__ import annotations

import pytest
from nicegui.testing import User

from rules.diktat import Match
from rules.kernel.seats import SPECTATOR
from tests.webapp.games.test_diktat import PEOPLE, names, seated, turn
from tests.webapp.test_lobby import CreateUser
from tests.webapp.test_plain_table import intend, log, marked, press, read, words
from webapp.games.contract import Json
from webapp.games.diktat.bargains import offer_words
from webapp.games.diktat.intents import Haggle
from webapp.games.diktat.terms import Terms, changed, finished
from webapp.tables import Table

NONE: Terms | None = None


def haggled(match: Match, seat: str, *presses: Haggle) -> Terms | None:
    """What presses in the form lead to."""
    terms, its = NONE, names(match, seat, "en")
    for it in presses:
        terms = changed(terms, it, its)
    return terms


def begun() -> Match:
    return Match.new({"players": 3}, seed=3)


def test_an_offer_is_put_together_press_by_press() -> None:
    """NEG-2, OAT-2: what both give, and a promise with its sector; the engine takes it as it is."""
    match = begun()
    terms = haggled(
        match,
        "1",
        Haggle("new", "2"),
        Haggle("more", "give:pp"),
        Haggle("more", "give:pp"),
        Haggle("less", "give:pp"),
        Haggle("more", "take:C"),
        Haggle("promise", "1:no-send"),
        Haggle("slot", "sector:karst"),
        Haggle("add"),
        Haggle("sworn"),
    )
    assert terms is not None
    promise = {"by": "1", "do": "no-send", "until": "cycle", "sector": "karst"}
    assert terms.command(names(match, "1", "en")) == {
        "kind": "offer",
        "to": ["2"],
        "give": {"pp": 1},
        "take": {"2": {"agents": "C"}},
        "promises": [promise],
        "sworn": True,
        "discreet": False,
        "note": "",
    }
    match.submit("1", terms.command(names(match, "1", "en")))
    [offer] = match.view("2")["offers"]
    said = offer_words(offer, names(match, "2", "en"))
    ilse, tomas, _ = PEOPLE[:3]
    assert f"{ilse} gives {tomas}: 1 PP" in said
    assert f"{ilse} will not send to Karst (until the cycle ends)" in said
    # Countered, it stands the other way round.
    counter = haggled(match, "2", Haggle("counter", offer["id"]))
    assert counter is not None
    assert (counter.to, dict(counter.give), dict(counter.take)) == ("1", {"C": 1}, {"pp": 1})
    match.submit("2", counter.command(names(match, "2", "en")))
    assert [it["counter"] for it in match.view("1")["offers"]] == [offer["id"]]


def test_presses_that_make_no_sense_change_nothing() -> None:
    match = begun()
    start = haggled(match, "1", Haggle("new", "9"))
    assert start == Terms("2")
    own = match.view("1")["cabals"]["1"]["screen"]["pp"]
    wrong = [
        *[Haggle("more", key) for key in ("give:gold", "keep:pp", "give", "")],
        *[Haggle("toggle", key) for key in ("give:card:o01", "take:marker:atlantis", "give:secret", "take:show:s1")],
        *[Haggle("with", key) for key in ("1", "9", "")],
        *[Haggle("promise", key) for key in ("3:pay", "1:murder", "1:claim")],
        *[Haggle("slot", key) for key in ("sector:karst", "pp:more", "text")],
        *[Haggle("add"), Haggle("drop", "7"), Haggle("drop", "-1"), Haggle("counter", "d9"), Haggle("less", "take:pp")],
    ]
    for it in wrong:
        assert haggled(match, "1", Haggle("new", "2"), it) == start, it
    many = haggled(match, "1", Haggle("new", "2"), *[Haggle("more", "give:pp")] * (own + 3))
    assert many is not None
    assert many.give == {"pp": own}
    unfinished = haggled(match, "1", Haggle("new", "2"), Haggle("promise", "1:send"), Haggle("add"))
    assert unfinished is not None
    assert unfinished.promises == ()
    assert unfinished.promise is not None
    assert not finished(unfinished.promise)


async def offered(table: Table, person: User, to: str, *, discreet: bool = False) -> Json:
    """An offer of 1 PP for 1 PP, made in the form."""
    await press(person, "new-offer")
    await press(person, f"with-{to}")
    await press(person, "more-give-pp")
    await press(person, "more-take-pp")
    if discreet:
        await press(person, "deal-discreet")
    await press(person, "send-offer")
    return table.view(to)["offers"][-1]


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_an_offer_is_made_out_of_turn_and_accepted(user: User, create_user: CreateUser) -> None:
    """NEG-3, NEG-5, TIM-2: by one who is not asked, without stalling those who are; its form is gone then."""
    table, people = await seated(user)
    asked, _ = turn(table, people)
    maker, taker = [it for it in "123" if it != asked]
    offer = await offered(table, people[int(maker) - 1], taker)
    assert not marked(people[int(maker) - 1], "deal-form")
    assert table.view(SPECTATOR)["waiting"].keys() == {asked}
    await press(people[int(maker) - 1], f"withdraw-{offer['id']}")
    assert table.view(taker)["offers"] == []
    offer = await offered(table, people[int(maker) - 1], taker)
    await press(people[int(taker) - 1], f"accept-{offer['id']}")
    assert table.view(taker)["offers"] == []
    third = people[int(asked) - 1]
    assert ("Accord" if third is people[1] else "Deal") in log(third)


@pytest.mark.usefixtures("app_environment")
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_a_whispered_offer_is_shown_to_its_parties_alone(user: User, create_user: CreateUser) -> None:
    """NEG-10: the third sees that something is whispered, no terms, and no way to answer; nor can they."""
    table, people = await seated(user)
    asked, _ = turn(table, people)
    maker, taker = [it for it in "123" if it != asked]
    offer = await offered(table, people[int(maker) - 1], taker, discreet=True)
    third = people[int(asked) - 1]
    [(_, slip)] = marked(third, f"offer-{offer['id']}")
    assert "PP" not in words(slip)
    assert not marked(third, f"accept-{offer['id']}")
    assert marked(people[int(taker) - 1], f"accept-{offer['id']}")
    [(pane, _)] = marked(third, "deals")
    await intend(third, pane, {"do": "play", "command": {"kind": "accept", "offer": offer["id"]}})
    assert len(table.view(taker)["offers"]) == 1
    assert "1 PP" not in log(third)
    await press(people[int(taker) - 1], f"decline-{offer['id']}")
    assert table.view(taker)["offers"] == []
    assert read(third)
