"""Seats that give up in the middle of something that concerns others (END-5)."""

from __future__ import annotations

from tests.diktat.table import asked, kinds, seen, turn


def test_a_deal_that_does_not_come_about_keeps_nothing() -> None:
    """NEG-3, AFF-5, END-5: the receiver leaves while the giver chooses a second token: both lie where they lay."""
    match = turn(
        seats={
            "1": {
                "markers": {"josefov": 1},
                "affinities": {"people": 2},
                "cards": [{"card": "o01", "flipped": ["politics"]}],
            }
        }
    )
    before = match.position()["seats"]["1"]
    points = seen(match, "1", "seats.1.points")
    give = {"markers": ["josefov"]}
    pledge = [{"by": "2", "do": "pay", "seat": "1", "pp": 1}]
    match.submit("1", {"kind": "offer", "to": ["2"], "give": give, "promises": pledge})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    match.submit("1", {"kind": "choose", "choice": ["card", "o01", "politics"]})
    assert asked(match) == {"1": "choose"}
    match.submit("2", {"kind": "concede"})
    assert asked(match) == {"1": "manoeuvre"}
    assert match.position()["seats"]["1"] == before
    assert seen(match, "1", "seats.1.points") == points
    assert [row["how"] for row in match.view("3")["log"] if row["kind"] == "promise-ended"] == ["lapsed"]
    assert kinds(match).count("offer-closed") == 1


def test_what_was_discarded_behind_the_screen_is_there_again() -> None:
    """NEG-3, AFF-5: a giver that leaves gets nothing back."""
    seats = {"1": {"markers": {"josefov": 1}, "affinities": {"people": 2, "politics": 1}}}
    match = turn(seats=seats)
    match.submit("1", {"kind": "offer", "to": ["2"], "give": {"markers": ["josefov"]}})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    match.submit("1", {"kind": "choose", "choice": ["screen", "politics"]})
    gone = match.fork(1)
    match.submit("2", {"kind": "concede"})
    assert seen(match, "1", "seats.1.screen.affinities") == {"people": 2, "politics": 1}
    assert seen(match, "1", "seats.1.markers") == {"josefov": 1}
    gone.submit("1", {"kind": "concede"})
    assert seen(gone, "1", "seats.1.screen.affinities") == {}
    assert asked(gone) == {"2": "manoeuvre"}


def test_a_hold_ends_when_nobody_is_left_whose_choice_it_was() -> None:
    """TIM-5: the next turn is nobody's to hold."""
    match = turn("1")
    match.submit("2", {"kind": "hold"})
    match.submit("1", {"kind": "concede"})
    assert asked(match) == {"2": "manoeuvre"}
    assert (seen(match, "3", "held"), kinds(match).count("released")) == (None, 1)
