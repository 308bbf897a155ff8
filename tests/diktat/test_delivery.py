"""Offers that all would accept and somebody cannot deliver, for a reason that is hidden (NEG-3, HID-2)."""

from __future__ import annotations

from rules.diktat import Match
from rules.kernel import Json
from tests.diktat.table import kinds, refused, seen, turn

ACCEPT: Json = {"kind": "accept", "offer": "d1"}


def promising_what_was_sent(*parties: str) -> Match:
    """Seat 1 offers an Emissary that it has sent, which nobody else can know."""
    match = turn(seats={"1": {"agents": "CE", "cabal_cards": ["requisition"]}})
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "E"})
    match.submit("1", {"kind": "offer", "to": [*parties], "give": {parties[0]: {"agents": "E"}}})
    return match


def test_an_answer_that_would_make_a_deal_nobody_can_deliver_is_refused_to_its_seat_alone() -> None:
    """NEG-3, HID-2: the kinds of Agents that were sent are hidden. All others, the spectator among them, see nothing of
    the answer; the offer stays."""
    match = promising_what_was_sent("2")
    others = ("1", "3", "spectator")
    before = {viewer: match.view(viewer) for viewer in others}
    assert match.check("2", ACCEPT) is None
    match.submit("2", ACCEPT)
    (row,) = (row for row in match.view("2")["log"] if row["kind"] == "undelivered")
    assert (row["offer"], row["seat"]) == ("d1", "1")
    for viewer in others:
        assert match.view(viewer)["log"] == before[viewer]["log"]
        assert match.view(viewer) == before[viewer]
    assert seen(match, "2", "offers.0.accepted") == []
    assert seen(match, "1", "seats.1.screen.agents") == "C"


def test_a_refused_answer_is_not_given_again_until_something_has_changed() -> None:
    """NEG-3: bots are not offered it either; when the giver was seen to gain something it may be given again."""
    match = promising_what_was_sent("2")
    match.submit("2", ACCEPT)
    assert refused(match, "2", ACCEPT) == ("NEG-3", "cannot-deliver")
    assert match.answers("2") == [[{"kind": "decline", "offer": "d1"}]]
    assert Match.replay({}, match.journal).check("2", ACCEPT) == match.check("2", ACCEPT)
    assert Match.from_position(match.position()).check("2", ACCEPT) == match.check("2", ACCEPT)
    assert match.imagine("2", 1).check("2", ACCEPT) == match.check("2", ACCEPT)
    assert match.imagine("1", 1).check("2", ACCEPT) is None, "seat 1 does not know of it"
    match.submit("2", {"kind": "offer", "to": ["1"], "give": {"spies": 0, "agents": ""}})
    match.submit("1", {"kind": "accept", "offer": "d2"})
    assert match.check("2", ACCEPT) is None


def test_others_that_have_accepted_need_not_do_it_again() -> None:
    """NEG-3: of several parties the last one's answer is refused, to that one."""
    match = promising_what_was_sent("2", "3")
    match.submit("2", ACCEPT)
    assert kinds(match)[-2:] == ["accepted", "asked"]
    match.submit("3", ACCEPT)
    assert seen(match, "1", "offers.0.accepted") == ["2"]
    assert ["undelivered" in kinds(match, viewer) for viewer in ("1", "2", "3", "spectator")] == [False] * 2 + [
        True,
        False,
    ]


def test_what_the_table_was_told_in_an_older_match_it_was_told() -> None:
    """A journal in which the parties were told replays as it was played: all accept anew."""
    match = promising_what_was_sent("2")
    match.submit("2", {"kind": "say", "to": [], "claims": [{"screen": {"pp": 1}}]})
    journal = match.journal[:-2]
    events: list[Json] = [
        {"kind": "accepted", "seat": "2", "offer": "d1"},
        {"kind": "undelivered", "offer": "d1", "seat": "1", "parties": []},
        {**match.journal[-1], "n": 0},
    ]
    old = Match.replay({}, [*journal, *({**row, "n": n} for n, row in enumerate(events, len(journal)))])
    assert kinds(old)[-3:] == ["accepted", "undelivered", "asked"]
    assert seen(old, "2", "offers.0.accepted") == []
    assert old.check("2", ACCEPT) is None
