"""The turning points of a match: the moments at which the loser's prospects fell most, on matches kept as they were
played."""

from __future__ import annotations

from functools import cache

import pytest

from rules.blade.bots import ADVISOR as BLADES_ADVISOR
from rules.invader import Match as Duel
from rules.invader.bots import HINT_ADVISOR
from rules.kernel import Json
from rules.kernel.bots import Advisor, Budget, turning_points
from rules.olomoc import Match
from rules.olomoc.advice.evaluation import ADVISOR, rolled_by_kind
from tests.goldens import load, match_of
from tests.standin.bots import evaluate
from tests.standin.engine import Match as Auction

FEW = Budget(20, worlds=4)


@cache
def golden(name: str) -> Match:
    return Match.replay({}, load(name)["journal"])


@cache
def decided(name: str) -> Json:
    return turning_points(ADVISOR, golden(name), FEW)


@pytest.mark.parametrize(
    ("name", "loser", "event", "what"),
    [
        ("traque", "1", 245, {"kind": "scored", "seat": "2", "change": 2}),
        ("points", "2", 462, {"kind": "scored", "seat": "1", "change": 1}),
    ],
    ids=["the only trace that anybody studies", "the valves that pay first"],
)
def test_the_moment_that_a_reader_names_is_among_them(name: str, loser: str, event: int, what: Json) -> None:
    """END-1, END-2: the points with which the match was won, named by somebody who read its journal."""
    happened = golden(name).journal[event]
    assert what.items() <= happened.items()
    decided_by = decided(name)
    assert decided_by["loser"] == loser
    worst = min(decided_by["moments"], key=lambda moment: moment["after"] - moment["before"])
    assert worst["n"] < event <= worst["until"]


@pytest.mark.parametrize("name", ["traque", "points", "fiel"])
def test_three_at_most_one_in_a_phase_in_order(name: str) -> None:
    moments = decided(name)["moments"]
    assert 0 < len(moments) <= 3
    assert [it["n"] for it in moments] == sorted({it["n"] for it in moments})
    assert len({it["part"] for it in moments}) == len(moments)
    assert all(0 <= it["after"] < it["before"] <= 1 for it in moments)


def test_the_same_match_always_gives_the_same() -> None:
    again = Match.replay({}, golden("traque").journal, seed=5)
    assert turning_points(ADVISOR, again, FEW) == decided("traque")


def test_the_odds_as_they_stood_and_the_luck_of_the_dice_are_told() -> None:
    """ROL-1: three dice at 5+ are worth one success, and showed one; a dodge lets fewer wounds through."""
    moment = next(it for it in decided("traque")["moments"] if it["n"] < 245 <= it["until"])
    assert moment["luck"]["2"] == {"dice": 3, "successes": 1, "expected": 1.0}
    charged = next(it for it in decided("traque")["moments"] if it["at"] == 602)
    odds = {it["command"]["dodge"]: it["reasons"][0]["params"] for it in charged["options"]}
    assert (odds[True]["out"], odds[False]["out"]) == ("416/729", "8/9")


@pytest.mark.parametrize(
    ("name", "event", "kind"),
    [("traque", 602, "react"), ("points", 438, "react")],
    ids=["Drahomíra under the rogue's charge", "Milada under the rogue's charge"],
)
def test_the_loser_is_told_what_else_they_could_have_answered(name: str, event: int, kind: str) -> None:
    """HOS-2: the winner sent the rogue; how its target met the charge was the loser's to say."""
    decided_by = decided(name)
    moment = next(it for it in decided_by["moments"] if it["at"] == event)
    assert moment["asked"] == decided_by["loser"]
    assert moment["n"] < event <= moment["until"]
    assert {it["command"]["kind"] for it in moment["options"]} == {kind}
    answered = golden(name).journal[event + 1]
    for option in moment["options"]:
        same = all(bool(option["command"].get(it)) == bool(answered[it]) for it in ("dodge", "riposte"))
        assert option["done"] == same


def test_a_fall_in_others_moves_begins_with_ones_own_choice_before_them() -> None:
    """The winner studied the only trace; before it the loser chose which hostile was to act, and is told so."""
    moment = next(it for it in decided("traque")["moments"] if it["n"] == 241)
    assert (moment["at"], moment["asked"]) == (183, "1")
    assert [it["command"]["rouage"] for it in moment["options"] if it["done"]] == ["rogue-1"]
    assert len(moment["options"]) == 3


def test_giving_up_is_no_fall_and_a_scoreless_draw_has_no_loser_but_is_told_of_both() -> None:
    """END-1, END-4: nobody scored, so neither wanted it."""
    last = len(golden("concession").journal) - 1
    assert all(it["until"] < last for it in decided("concession")["moments"])
    drawn = decided("draw")
    assert drawn["loser"] is None
    assert drawn["losers"] == []
    assert drawn["about"] == ["1", "2"]
    assert drawn["moments"]
    assert drawn["rolls"] == rolled_by_kind(golden("draw"), golden("draw").journal)


def test_a_scenario_that_ends_with_its_time_is_played_out() -> None:
    """The heroes' time ran out, no clock's: the last fall is theirs, and the curve ends where the match did."""
    match = match_of("blade/time").replay({}, load("blade/time")["journal"])
    assert match.outcome is not None
    assert match.outcome["reason"] == "time"
    decided_by = turning_points(BLADES_ADVISOR, match, FEW)
    last = len(match.journal) - 1
    assert decided_by["moments"][-1]["until"] == last
    assert decided_by["moments"][-1]["after"] == 0.0
    assert decided_by["curve"][-1] == [last, {seat: float(seat in match.outcome["winners"]) for seat in match.seats}]
    clock = turning_points(HINT_ADVISOR, Duel.replay({}, load("invader/time")["journal"]), FEW)
    assert 0 < clock["curve"][-1][1]["1"] < 1


def test_a_hero_is_not_lost_by_where_the_next_one_is_put() -> None:
    """HER-6: the question came when the fall was over; it begins with the choice before. The cards that could have
    cancelled are left out here."""

    def heroes(match: Duel, seat: str) -> float:
        left = len(match.state.heroes) + (match.state.hero is not None)
        return (left - 1.5) / 2 * (1 if match.state.sides.get(seat) == "human" else -1)

    match = Duel.replay({}, load("invader/deck-of-the-human")["journal"])
    [fell] = [event["n"] for event in match.journal if event["kind"] == "hero-fell"]
    advisor = Advisor(heroes, HINT_ADVISOR.shortlist, part=HINT_ADVISOR.part, silent=frozenset({"cancel"}))
    moments = turning_points(advisor, match, FEW, "2")["moments"]
    [moment] = [it for it in moments if it["n"] < fell <= it["until"]]
    assert moment["at"] < fell
    assert "place-hero" not in {it["command"]["kind"] for it in moment["options"]}


@pytest.mark.parametrize("order", ["12", "21"])
def test_what_was_done_is_told_however_bad_it_was(order: str) -> None:
    """Seat 1 bids its lowest card each time, of five the worst, and may have answered after the other."""
    match = Auction.new({"players": 2, "lots": 4}, 4)
    bids: list[int] = []
    for _ in range(4):
        for seat in order:
            card = (min if seat == "1" else max)(match.state.hands[seat])
            bids += [card] if seat == "1" else []
            match.submit(seat, {"kind": "bid", "card": card})
    moments = turning_points(Advisor(evaluate, deepest=1), match, FEW, "1")["moments"]
    done = [[it["command"]["card"] for it in moment["options"] if it["done"]] for moment in moments]
    assert len(done) == 3
    assert all(len(its) == 1 and its[0] in bids for its in done)
    assert len(moments[0]["options"]) == 4  # the three best ones, and this


def test_the_winner_may_ask_what_nearly_lost_it() -> None:
    """The moments are of the seat that asks, and so are the answers that it could have given."""
    mine, theirs = golden("traque").query("spectator", "decided", {"seat": "2"}), decided("traque")
    assert (mine["about"], theirs["about"]) == (["2"], ["1"])
    assert mine["loser"] == theirs["loser"] == "1"
    assert mine["moments"]
    assert [it["n"] for it in mine["moments"]] != [it["n"] for it in theirs["moments"]]
    with pytest.raises(ValueError, match="no seat"):
        golden("traque").query("spectator", "decided", {"seat": "3"})


def test_the_curve_of_chances_covers_the_match_and_falls_where_the_moments_do() -> None:
    decided_by = decided("traque")
    events = [n for n, _ in decided_by["curve"]]
    assert events == sorted(set(events))
    assert 20 < len(events) <= 120
    assert all(0 <= share <= 1 for _, shares in decided_by["curve"] for share in shares.values())
    assert all(set(shares) == {"1", "2"} for _, shares in decided_by["curve"])
    shares = {n: row["1"] for n, row in decided_by["curve"]}
    known = [it for it in decided_by["moments"] if it["n"] in shares and it["until"] in shares]
    assert known
    assert all(shares[it["until"]] < shares[it["n"]] for it in known)


def test_commands_taken_back_are_no_turning_points() -> None:
    """The second bids the higher card for the first lot, then all take it back and the first does; the second wins by
    the next one."""
    match = Auction.new({"players": 2, "lots": 2}, 3)
    hands = {seat: (min(hand), max(hand)) for seat, hand in match.state.hands.items()}

    def lot(high: str) -> None:
        for seat in ("1", "2"):
            match.submit(seat, {"kind": "bid", "card": hands[seat][seat == high]})

    lot("2")
    match.submit("1", {"kind": "propose", "what": "takeback"})
    match.submit("2", {"kind": "adjust", "accept": True})
    back = next(event for event in match.journal if event["kind"] == "rewound")
    lot("1")
    for seat in ("1", "2"):
        match.submit(seat, {"kind": "bid", "card": max(match.state.hands[seat])})
    decided_by = turning_points(Advisor(evaluate), match, FEW)
    assert decided_by["loser"] == "1"
    assert decided_by["moments"]
    assert not any(back["to"] <= it["n"] < back["n"] for it in decided_by["moments"])


def test_a_match_from_a_snapshot_has_a_loser_and_no_turning_points() -> None:
    """A snapshot begins where the match stands."""
    decided_by = turning_points(ADVISOR, Match.replay({}, golden("traque").snapshot()), FEW)
    empty = {"moments": [], "curve": [], "rolls": {}, "throws": []}
    assert decided_by == {"loser": "1", "losers": ["1"], "about": ["1"], **empty}


def test_while_a_match_goes_on_nothing_is_told() -> None:
    assert Match.new({}, 1).query("spectator", "decided", {}) == {
        "loser": None,
        "losers": [],
        "about": [],
        "moments": [],
        "curve": [],
        "rolls": {},
        "throws": [],
    }
