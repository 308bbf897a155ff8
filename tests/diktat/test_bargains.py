"""Offers, deals, showing, claims, holding, oaths and their judgement (NEG, OAT, TIM-5)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.diktat import Match
from rules.kernel import Json
from tests.diktat.table import asked, at, kinds, refused, resolution, seen, stacks, table, turn


def offer(to: str, *more: str, **terms: Any) -> Json:
    return {"kind": "offer", "to": [to, *more], **terms}


def accept(id: str = "d1") -> Json:
    return {"kind": "accept", "offer": id}


def sworn(by: str, do: str, until: str = "cycle", **more: Any) -> Json:
    """An offer of seat 1 to seat 2 of a sworn promise alone."""
    return offer("2", promises=[{"by": by, "do": do, "until": until, **more}], sworn=True)


def bound(match: Match, by: str, do: str, until: str = "cycle", **more: Any) -> Match:
    match.submit("1", sworn(by, do, until, **more))
    match.submit("2", accept())
    return match


def ended(match: Match, viewer: str = "spectator") -> list[str]:
    return [row["how"] for row in match.view(viewer)["log"] if row["kind"] == "promise-ended"]


STACKS: Json = {
    "karst": {"stacks": [{"id": "s1", "seat": "1", "pawns": "EC"}, {"id": "s2", "seat": "2", "pawns": "EG"}]}
}

# ---- offers ----------------------------------------------------------------------------------------------------------


def test_binding_gifts_change_hands_at_once() -> None:
    """NEG-1, NEG-2, NEG-3, NEG-13: PP, Agents, tokens, Affinities, cards and markers, all at once, out of turn too."""
    match = turn(
        "3",
        seats={
            "1": {"pp": 5, "agents": "CE", "spies": 1, "cards": ["o01"], "markers": {"karst": 1}},
            "2": {"affinities": {"people": 2}, "assassins": 1},
        },
    )
    give = {"pp": 2, "agents": "E", "spies": 1, "cards": ["o01"], "markers": ["karst"]}
    take = {"affinities": {"people": 2}, "assassins": 1}
    match.submit("1", offer("2", give=give, take={"2": take}, note="Deal?"))
    assert seen(match, "3", "offers.0.note") == "Deal?"
    match.submit("2", accept())
    assert asked(match) == {"3": "manoeuvre"}
    one, two = seen(match, "1", "seats.1"), seen(match, "2", "seats.2")
    assert one["screen"] == {"pp": 3, "agents": "C", "affinities": {"people": 2}}
    assert two["screen"] == {"pp": 2, "agents": "E", "affinities": {}}
    assert (one["assassins"], two["spies"], two["markers"]) == (1, 1, {"karst": 1})
    assert [card["card"] for card in two["cards"]] == ["o01"]


def test_a_gift_needs_to_be_accepted_too() -> None:
    """NEG-4."""
    match = turn(seats={"1": {"pp": 2}})
    match.submit("1", offer("2", give={"pp": 2}))
    assert seen(match, "1", "seats.1.screen.pp") == 2
    assert refused(match, "1", {"kind": "pay", "to": "2", "pp": 1}) == ("NEG-4", "unknown-deal")


def test_everyone_named_accepts() -> None:
    """NEG-3: with three the last yes carries it out."""
    match = turn(seats={"1": {"pp": 4}})
    match.submit("1", offer("2", "3", give={"2": {"pp": 1}, "3": {"pp": 2}}))
    match.submit("3", accept())
    assert seen(match, "3", "seats.3.screen.pp") == 0
    assert refused(match, "3", accept()) == ("NEG-3", "unknown-offer")
    match.submit("2", accept())
    assert [seen(match, it, f"seats.{it}.screen.pp") for it in "123"] == [1, 1, 2]


def test_an_offer_that_cannot_be_delivered_is_refused_and_stays() -> None:
    """NEG-3: one's own inability, and another's where it could be reckoned, is refused; the offer stays."""
    match = turn(seats={"2": {"pp": 1}})
    match.submit("1", offer("2", take={"2": {"pp": 2}}))
    assert refused(match, "2", accept()) == ("NEG-3", "cannot-deliver")
    match.submit("1", offer("2", give={"spies": 1}))
    assert refused(match, "2", accept("d2")) == ("NEG-3", "cannot-deliver")
    assert len(seen(match, "2", "offers")) == 2


def test_offers_are_withdrawn_declined_and_lapse_with_the_phase() -> None:
    """NEG-5: at most three open ones; a counter declines the offer that it answers."""
    match = turn("1", cabals=["coordination", "polisec"], seats={"1": {"pawns": 1}, "2": {"pawns": 0}})
    for _ in range(3):
        match.submit("1", offer("2", give={"pp": 0}))
    assert refused(match, "1", offer("2")) == ("NEG-5", "limit-reached")
    assert match.check("2", offer("1")) is None
    assert refused(match, "2", {"kind": "withdraw", "offer": "d1"}) == ("NEG-3", "unknown-offer")
    assert refused(match, "1", {"kind": "decline", "offer": "d1"}) == ("NEG-3", "unknown-offer")
    match.submit("1", {"kind": "withdraw", "offer": "d1"})
    match.submit("2", {"kind": "decline", "offer": "d2"})
    match.submit("2", offer("1", counter="d3"))
    assert [it["id"] for it in seen(match, "1", "offers")] == ["d4"]
    match.submit("1", {"kind": "extend"})
    assert seen(match, "1", "offers") == []
    assert [row["how"] for row in match.view("1")["log"] if row["kind"] == "offer-closed"] == [
        "withdrawn",
        "declined",
        "declined",
        "lapsed",
    ]


def test_answers_and_withdrawals_are_listed_at_open_moments() -> None:
    """NEG-5, NEG-3, TIM-1: not while somebody is asked what is done to them."""
    sectors = {"karst": STACKS["karst"] | {"tokens": {"blockhaus": 1}}}
    match = turn("1", sectors=sectors)
    match.submit("1", offer("3"))
    accepts, declines = ({"kind": it, "offer": "d1"} for it in ("accept", "decline"))
    assert (match.withdrawals("1"), match.withdrawals("3")) == ([{"kind": "withdraw", "offer": "d1"}], [])
    assert (match.answers("1"), match.answers("3")) == ([], [[accepts, declines]])
    match.submit("1", {"kind": "assassinate", "at": at("s2", 1)})
    assert asked(match) == {"2": "react"}
    assert (match.withdrawals("1"), match.answers("3")) == ([], [])


def test_anybody_named_may_decline() -> None:
    """NEG-5: also the last of several, as long as they have not accepted."""
    match = turn(seats={"1": {"pp": 1}})
    match.submit("1", offer("2", "3"))
    match.submit("2", accept())
    assert refused(match, "2", {"kind": "decline", "offer": "d1"}) == ("NEG-3", "unknown-offer")
    match.submit("3", {"kind": "decline", "offer": "d1"})
    assert seen(match, "1", "offers") == []


@pytest.mark.parametrize(
    "goods",
    [
        {"assassins": 1},
        {"affinities": {"people": 1}},
        {"cards": ["o02"]},
        {"markers": ["karst"]},
        {"cedes": ["s2"]},
        {"shows": [{"stack": "s9", "pawn": 1}]},
    ],
)
def test_what_a_party_has_not_got_it_cannot_deliver(goods: Json) -> None:
    """NEG-3."""
    match = turn(sectors=STACKS)
    match.submit("1", offer("2", give=goods))
    assert refused(match, "2", accept()) == ("NEG-3", "cannot-deliver")


@pytest.mark.parametrize("goods", [{"cards": ["o01"]}, {"cedes": ["s1"]}])
def test_the_same_thing_is_not_delivered_twice(goods: Json) -> None:
    """NEG-3."""
    match = turn(seats={"1": {"cards": ["o01"]}}, sectors=STACKS)
    match.submit("1", offer("2", "3", give={"2": goods, "3": goods}))
    assert refused(match, "2", accept()) == ("NEG-3", "cannot-deliver")


def test_one_can_be_asked_to_show_only_what_one_knows() -> None:
    """NEG-3, NEG-8: what another may have been shown unseen counts as known until all have accepted."""
    match = turn(sectors=STACKS)
    match.submit("1", offer("2", take={"2": {"shows": [at("s1", 1)]}}))
    assert refused(match, "2", accept()) == ("NEG-3", "cannot-deliver")
    match.submit("1", offer("2", give={"shows": [at("s2", 1)]}))
    match.submit("2", accept("d2"))
    assert "undelivered" in kinds(match, "2")


def test_senseless_offers_are_refused() -> None:
    """NEG-2, NEG-3, NEG-10, OAT-1, OAT-2."""
    match = turn()
    assert refused(match, "1", offer("1")) == ("NEG-3", "not-a-party")
    assert refused(match, "1", offer("2", counter="d9")) == ("NEG-3", "unknown-offer")
    assert refused(match, "1", offer("2", give={"3": {"pp": 1}})) == ("NEG-3", "not-a-party")
    assert refused(match, "1", offer("2", give={"markers": ["nowhere"]})) == ("NEG-2", "not-tradable")
    assert refused(match, "1", offer("2", promises=[{"by": "3", "do": "words", "text": "x"}])) == (
        "OAT-1",
        "not-a-party",
    )
    assert refused(match, "1", offer("2", promises=[{"by": "1", "do": "send"}])) == ("OAT-2", "bad-shape")
    assert refused(match, "1", offer("2", note="x" * 281))[1] == "bad-shape"
    plain = Match.new({"players": 2, "discreet_deals": False}, seed=1)
    assert refused(plain, "1", offer("2", discreet=True)) == ("NEG-10", "not-tradable")


def test_nobody_may_have_a_sixth_marker_by_a_deal() -> None:
    """NEG-7."""
    five = {"karst": 1, "motol": 1, "suburbs": 1, "combinat": 1, "fortress": 1}
    match = turn(seats={"1": {"markers": {"college": 1}}, "2": {"markers": five}})
    match.submit("1", offer("2", give={"markers": ["college"]}))
    assert refused(match, "2", accept()) == ("NEG-7", "too-many-markers")
    match.submit("1", offer("2", give={"markers": ["college"]}, take={"2": {"markers": ["karst"]}}))
    match.submit("2", accept("d2"))
    assert seen(match, "3", "seats.1.markers") == {"karst": 1}


def test_a_possession_takes_exactly_its_tokens_along() -> None:
    """NEG-6, AFF-5, POS-6, EFF-3: what the giver discarded for it the receiver gains; a Used token goes with it."""
    match = turn(
        seats={
            "1": {"cards": [{"card": "o59", "used": True}], "affinities": {"people": 1, "politics": 1, "artefact": 1}}
        }
    )
    match.submit("1", offer("2", give={"cards": ["o59"], "affinities": {"artefact": 1}}))
    match.submit("2", accept())
    assert match.decisions["1"]["prompt"]["params"]["choices"] == [["screen", "politics"], ["screen", "people"]]
    match.submit("1", {"kind": "choose", "choice": ["screen", "people"]})
    match.submit("1", {"kind": "choose", "choice": ["screen", "politics"]})
    assert seen(match, "1", "seats.1.screen.affinities") == {}
    assert seen(match, "2", "seats.2.screen.affinities") == {"artefact": 1, "people": 1, "politics": 1}
    assert seen(match, "2", "seats.2.cards.0.used")
    match = turn(seats={"1": {"markers": {"karst": 1}, "used_markers": ["karst"]}})
    match.submit("1", offer("2", give={"markers": ["karst"]}))
    match.submit("2", accept())
    assert [seen(match, "3", f"seats.{seat}.used_markers") for seat in "12"] == [[], ["karst"]]


def test_tokens_that_must_be_discarded_cannot_be_delivered_besides() -> None:
    """NEG-3, NEG-6."""
    match = turn(seats={"1": {"cards": ["o59"], "affinities": {"people": 2}}})
    match.submit("1", offer("2", give={"cards": ["o59"], "affinities": {"people": 1}}))
    match.submit("2", accept())
    assert "undelivered" in kinds(match, "2")


# ---- discreet deals, showing, saying ---------------------------------------------------------------------------------


def test_a_discreet_deal_shows_others_what_lies_open_alone() -> None:
    """NEG-8, NEG-10, HID-1, HID-2, HID-4: who dealt, and the token; PP and Agents nobody else can reckon any more."""
    match = turn(
        "1", cabals=["coordination", "polisec", "syndicate"], seats={"1": {"pp": 5, "agents": "CE", "spies": 1}}
    )
    match.submit("1", offer("2", give={"pp": 2, "agents": "E", "spies": 1}, discreet=True, note="hush"))
    assert seen(match, "3", "offers.0") == {"id": "d1", "by": "1", "to": ["2"], "discreet": True}
    assert refused(match, "3", accept()) == ("NEG-3", "unknown-offer")
    match.submit("2", accept())
    (dealt,) = (row["offer"] for row in match.view("3")["log"] if row["kind"] == "dealt")
    assert dealt["open"] == [{"from": "1", "to": "2", "spies": 1, "assassins": 0, "cards": [], "markers": []}]
    assert not {"pp", "agents"} & set(kinds(match, "3"))
    assert {"pp", "agents"} <= set(kinds(match, "2"))
    assert "hush" not in str(match.view("3"))
    screens = match.knowledge("3")["screens"]
    assert (screens["1"]["pp"], screens["2"]["pp"]) == ([0, 5], [0, 5])
    assert screens["2"]["agents"]["emissary"] == [0, 1]
    assert match.knowledge("2")["screens"]["1"]["pp"] == [3, 3]
    match.submit("1", {"kind": "show", "to": ["3"], "screen": ["pp"]})
    assert [match.knowledge("3")["screens"][it]["pp"] for it in "12"] == [[3, 3], [2, 2]]


def test_open_counting_shows_no_more_than_one_can_reckon() -> None:
    """HID-4, NEG-10: of a discreet deal what those see who are no party to it is a range, as in `knowledge`."""
    match = Match.new({"players": 3, "counting": "open"}, seed=1)
    pp, both = seen(match, "1", "seats.1.screen.pp"), sum(seen(match, it, f"seats.{it}.screen.pp") for it in "12")
    assert seen(match, "3", "seats.1.screen.pp") == [pp, pp]
    match.submit("1", offer("2", give={"pp": 2}, discreet=True))
    match.submit("2", accept())
    for eyes, least, most in (("2", pp - 2, pp - 2), ("3", 0, both), ("spectator", 0, both)):
        assert seen(match, eyes, "seats.1.screen.pp") == [least, most]
    assert seen(match, "3", "seats.1.screen") == match.knowledge("3")["screens"]["1"]
    assert seen(match, "1", "seats.1.screen.pp") == pp - 2


def test_who_has_left_may_say_nothing_more() -> None:
    """END-5: while they play the view lists what they may say unasked."""
    match = turn("1")
    assert {"kind": "hold"} in list(seen(match, "2", "asides"))
    match.submit("2", {"kind": "concede"})
    assert "asides" not in match.view("2")


def test_an_open_deal_can_be_reckoned_by_all() -> None:
    """HID-4: what is taken from the reserve or given openly."""
    match = turn(seats={"1": {"pp": 5}})
    match.submit("1", offer("2", give={"pp": 2}))
    match.submit("2", accept())
    assert match.knowledge("spectator")["screens"]["1"]["pp"] == [3, 3]


def test_one_shows_only_what_one_knows_and_may_show_it_on() -> None:
    """NEG-8, STK-8: a pawn of one's own, or looked at, or shown; the server shows the truth."""
    match = turn(sectors=STACKS)
    assert refused(match, "1", {"kind": "show", "to": ["3"], "at": at("s2", 1)}) == ("NEG-8", "not-known")
    match.submit("2", {"kind": "show", "to": ["1"], "at": at("s2", 1)})
    assert (
        seen(match, "1", "sectors.karst.stacks.1.pawns.0.kind"),
        seen(match, "3", "sectors.karst.stacks.1.pawns.0.kind"),
    ) == (
        "emissary",
        None,
    )
    match.submit("1", {"kind": "show", "to": ["3"], "at": at("s2", 1)})
    assert seen(match, "3", "sectors.karst.stacks.1.pawns.0.kind") == "emissary"
    assert seen(match, "3", "sectors.karst.stacks.1.pawns.0.looked") == []


def test_parts_of_a_screen_and_the_secret_card_are_shown_to_those_named() -> None:
    """NEG-8: nobody else learns what it was."""
    match = turn(seats={"1": {"pp": 3, "agents": "CE"}}, secret="o54", secret_looked=["1"])
    show, secret = {"kind": "show", "to": ["2"]}, {"at": {"secret": True}}
    for more in ({}, secret | {"screen": ["pp"]}, {"screen": ["pp", "pp"]}):
        assert refused(match, "1", show | more) == ("NEG-8", "bad-shape")
    for to in (["1"], ["2", "2"]):
        assert refused(match, "1", {"kind": "show", "to": to, "screen": ["pp"]}) == ("NEG-8", "not-a-seat")
    assert refused(match, "3", show | secret) == ("NEG-8", "not-known")
    match.submit("1", show | secret)
    assert [seen(match, it, "secret") for it in "23"] == ["o54", None]
    match.submit("2", {"kind": "show", "to": ["3"]} | secret)
    match.submit("1", show | {"screen": ["pp", "agents"]})
    saw = [[row.get("saw") for row in match.view(it)["log"] if row["kind"] == "shown"] for it in "23"]
    assert saw == [["o54", "o54", 3, "CE"], [None, "o54", None, None]]


def test_saying_is_not_showing() -> None:
    """NEG-9: true or not, to all or to some; others have no row of a whisper, nor a gap where it was."""
    match = turn(sectors=STACKS)
    claims = [{"at": at("s1", 1), "is": "guard"}]
    rows = len(match.view("3")["log"])
    match.submit("1", {"kind": "say", "claims": claims, "to": ["2"]})
    assert len(match.view("3")["log"]) == rows
    assert seen(match, "2", "sectors.karst.stacks.0.pawns.0.said") == [{"by": "1", "what": "guard", "sworn": False}]
    assert seen(match, "3", "sectors.karst.stacks.0.pawns.0.said") == []
    match.submit("1", {"kind": "say", "claims": claims})
    assert seen(match, "3", "sectors.karst.stacks.0.pawns.0.said") == [{"by": "1", "what": "guard", "sworn": False}]
    assert asked(match) == {"1": "manoeuvre"}


def test_ceding_takes_a_stack_off_for_all_to_see() -> None:
    """NEG-12, GEN-10: for somebody's sake or one's own; no place is reserved by it."""
    match = turn(sectors=STACKS)
    assert {"kind": "cede", "stack": "s1"} in list(match.asides("1"))
    match.submit("1", {"kind": "cede", "stack": "s1"})
    (row,) = (row for row in match.view("3")["log"] if row["kind"] == "stack-gone")
    assert (row["pawns"], row["why"]) == ("EC", "ceded")


def test_one_cedes_a_stack_of_ones_own_for_another_player() -> None:
    """NEG-12: its place is free for anybody."""
    match = turn("3", seats={"3": {"agents": "C"}}, sectors=STACKS)
    assert refused(match, "3", {"kind": "cede", "stack": "s1"}) == ("NEG-12", "not-yours")
    assert refused(match, "1", {"kind": "cede", "stack": "s1", "for": "1"}) == ("NEG-12", "not-a-seat")
    match.submit("1", {"kind": "cede", "stack": "s1", "for": "2"})
    (row,) = (row for row in match.view("3")["log"] if row["kind"] == "stack-gone")
    assert (row["for"], [it["id"] for it in seen(match, "3", "sectors.karst.stacks")]) == ("2", ["s2"])
    match.submit("3", {"kind": "send", "sector": "karst", "pawns": "C"})


def test_a_deal_may_cede_and_show() -> None:
    """NEG-2, NEG-8, NEG-12."""
    match = turn(sectors=STACKS, secret="o54", secret_looked=["1"])
    match.submit("1", offer("2", give={"shows": [{"secret": True}]}, take={"2": {"cedes": ["s2"]}}))
    match.submit("2", accept())
    assert (seen(match, "2", "secret"), seen(match, "3", "secret")) == ("o54", None)
    assert [it["id"] for it in seen(match, "3", "sectors.karst.stacks")] == ["s1"]


# ---- holds -----------------------------------------------------------------------------------------------------------


def test_a_hold_stops_anothers_choice_until_it_is_released() -> None:
    """TIM-5: two per cycle, one at a time; the question returns as it was."""
    match = turn("1", cabals=["coordination", "polisec", "syndicate"], seats={"1": {"pp": 3}})
    before = match.decisions
    match.submit("2", {"kind": "hold"})
    assert (asked(match), seen(match, "3", "held")) == ({"2": "hold"}, "2")
    assert refused(match, "1", {"kind": "extend"}) == ("TIM-5", "held")
    assert refused(match, "3", {"kind": "hold"}) == ("TIM-5", "not-now")
    assert refused(match, "2", {"kind": "extend"}) == ("TIM-5", "not-now")
    match.submit("2", {"kind": "release"})
    assert match.decisions == before
    match.submit("2", {"kind": "hold"})
    match.lapse("2", {"kind": "release"})
    assert refused(match, "2", {"kind": "hold"}) == ("TIM-5", "limit-reached")
    assert refused(match, "1", {"kind": "hold"}) == ("TIM-5", "not-now")


def test_a_hold_ends_when_the_holders_offer_is_answered() -> None:
    """TIM-5."""
    for answer in (accept(), {"kind": "decline", "offer": "d1"}):
        match = turn("1", seats={"2": {"pp": 1}})
        match.submit("2", {"kind": "hold"})
        match.submit("2", offer("1", give={"pp": 1}))
        assert asked(match) == {"2": "hold"}
        match.submit("1", answer)
        assert asked(match) == {"1": "manoeuvre"}


def test_anothers_offer_answered_ends_no_hold() -> None:
    """TIM-5."""
    match = turn("1", seats={"3": {"pp": 1}})
    match.submit("2", {"kind": "hold"})
    match.submit("3", offer("1", give={"pp": 1}))
    match.submit("1", accept())
    assert asked(match) == {"2": "hold"}


def test_holds_are_counted_anew_each_cycle() -> None:
    """TIM-5."""
    match = table(phase="end", seats={"2": {"holds": 2}})
    assert (seen(match, "1", "cycle"), seen(match, "1", "seats.2.holds")) == (2, 0)


def test_a_hold_ends_when_the_holder_leaves() -> None:
    """TIM-5, END-5."""
    match = turn("1")
    match.submit("2", {"kind": "hold"})
    match.submit("2", {"kind": "concede"})
    assert asked(match) == {"1": "manoeuvre"}
    assert [row["why"] for row in match.view("3")["log"] if row["kind"] == "released"] == ["left"]


def test_holds_may_be_off() -> None:
    """TIM-5 is a match option."""
    match = Match.new({"players": 2, "holds": False}, seed=1)
    seat = next(it for it in match.seats if it not in match.asked)
    assert refused(match, seat, {"kind": "hold"}) == ("TIM-5", "not-now")


def waiting(kind: str) -> Match:
    """A match of three that waits for this, or for an answer to it."""
    if kind in ("designate", "take", "bid"):
        rivals = [("2", "E")] if kind == "bid" else []
        match = resolution(sectors={"karst": stacks(("1", "E"), *rivals), "motol": stacks(("2", "E"))})
        if kind != "designate":
            match.submit("1", {"kind": "designate", "sector": "karst"})
        return match
    if kind == "choose-cabal":
        return Match.new({"players": 3, "cabals": "choice"}, seed=1)
    if kind == "wake":
        sectors = {"karst": stacks(("1", "C"), tokens={"dormant": 1})}
        return resolution(cabals=["polisec", "coordination", "syndicate"], sectors=sectors)
    if kind == "lay":
        cabals = ["resistance", "coordination", "syndicate"]
        match = turn("1", cabals=cabals, sectors=STACKS, seats={"1": {"reserve": 1}})
        match.submit("1", {"kind": "assassinate", "at": at("s2", 1)})
        return match
    if kind == "first-player":
        return table(phase="manoeuvres", seats={it: {"pawns": 1} for it in "123"})
    sectors = {"karst": STACKS["karst"] | ({"tokens": {"blockhaus": 1}} if kind == "react" else {})}
    seats = {"1": {"pawns": 1, "spies": 1, "assassins": 1}, "2": {"pawns": 0}, "3": {"pawns": 0, "cards": ["o47"]}}
    match = turn("1", sectors=sectors, seats=seats)
    if kind == "look":
        match.submit("1", {"kind": "spy", "at": at("s2", 1)})
    elif kind in ("kill", "react"):
        match.submit("1", {"kind": "assassinate", "at": at("s2", 1)})
    elif kind == "call":
        match.submit("1", {"kind": "extend"})
    return match


@pytest.mark.parametrize(
    ("kind", "open_"),
    [
        *((it, True) for it in ("first-player", "manoeuvre", "look", "kill", "designate", "take", "call")),
        *((it, False) for it in ("bid", "react", "lay", "wake", "choose-cabal")),
    ],
)
def test_anybody_may_speak_up_at_open_moments_alone(kind: str, open_: bool) -> None:
    """TIM-1, TIM-2: an offer; under a hold, too."""
    match = waiting(kind)
    assert kind in asked(match).values()
    seat = next(it for it in "213" if it not in asked(match))
    other = next(it for it in "123" if it != seat)
    speech = offer(other, give={"pp": 0})
    if not open_:
        assert refused(match, seat, speech) == ("TIM-1", "not-now")
        return
    match.submit(seat, {"kind": "hold"})
    match.submit(seat, speech)
    assert [it["by"] for it in seen(match, other, "offers")] == [seat]


def test_bids_are_no_open_moment() -> None:
    """TIM-1, TIM-3."""
    match = resolution(
        cabals=["coordination", "polisec", "syndicate"],
        sectors={"karst": {"stacks": [{"seat": "1", "pawns": "E"}, {"seat": "2", "pawns": "E"}]}},
    )
    assert refused(match, "3", offer("1")) == ("TIM-1", "not-now")
    assert refused(match, "3", {"kind": "hold"}) == ("TIM-1", "not-now")
