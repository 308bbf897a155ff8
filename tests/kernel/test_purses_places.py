"""Purses, places with hidden pieces, and piles of nobody; by themselves and on the expedition (EXP-11 to EXP-13)."""

from __future__ import annotations

import random

import pytest

from rules.kernel import EVERYONE, SPECTATOR, Refused, ScriptedChance
from rules.kernel.piles import Pile, dealt_among
from rules.kernel.places import (
    BoardPlace,
    PlacedPiece,
    at,
    check_board,
    dealt_anew,
    distances,
    fits,
    known_faces,
    put,
    room_left,
    shown,
)
from rules.kernel.purses import gained, held, lacking, moved, paid, room
from rules.kernel.purses import shown as purse_shown
from tests.expedition.engine import Match
from tests.expedition.flow import BOARD

# ---- purses ----------------------------------------------------------------------------------------------------------

PURSE = {"reserve": 4, "fatigue": 1}


def test_a_gain_fills_a_box_up_to_its_limit() -> None:
    assert gained(PURSE, {"reserve": 3, "spark": 2}, {"reserve": 5}) == {"reserve": 5, "fatigue": 1, "spark": 2}
    assert (room(PURSE, "reserve", {"reserve": 5}), room(PURSE, "spark", {})) == (1, None)


def test_a_price_is_paid_whole_or_not_at_all() -> None:
    assert paid(PURSE, {"reserve": 4}) == {"fatigue": 1}
    assert lacking(PURSE, {"fatigue": 1, "spark": 2, "reserve": 9}) == ("spark", 2, 0)
    with pytest.raises(ValueError, match="2 of spark"):
        paid(PURSE, {"spark": 2})


def test_what_is_moved_is_there_and_fits() -> None:
    assert moved(PURSE, "reserve", "fatigue", 2) == {"reserve": 2, "fatigue": 3}
    assert moved(PURSE, "fatigue", "reserve", 9) == {"reserve": 5}
    assert moved(PURSE, "reserve", "fatigue", 9, {"fatigue": 2}) == {"reserve": 3, "fatigue": 2}


def test_the_sum_of_a_purse_survives_every_move() -> None:
    rng, purse = random.Random(1), dict(PURSE)
    for _ in range(200):
        source, target = rng.sample(("reserve", "fatigue", "wounds"), 2)
        purse = dict(moved(purse, source, target, rng.randrange(4), {"wounds": 2}))
        assert held(purse) == held(PURSE)
        assert all(n > 0 for n in purse.values())


def test_hidden_boxes_are_not_shown() -> None:
    assert purse_shown(PURSE, ("reserve",)) == {"fatigue": 1}


# ---- places ----------------------------------------------------------------------------------------------------------

PIECES = {
    "ana": PlacedPiece("ford", owner="2"),
    "ogre": PlacedPiece("ruin", size=3),
    "cairn-1": PlacedPiece("wood", size=0, face="relic", seen=("2",)),
    "cairn-2": PlacedPiece("ford", size=0, face="trap"),
    "cairn-3": PlacedPiece("ruin", size=0, face="nothing"),
}


def test_a_board_is_walked_both_ways() -> None:
    assert check_board(BOARD) == []
    assert check_board({"a": BoardPlace(("b", "c")), "b": BoardPlace(())}) == [
        "b is not beside a",
        "a is beside c, which is not there",
    ]


def test_distance_counts_steps_that_can_be_made() -> None:
    assert distances(BOARD, "camp") == {"camp": 0, "wood": 1, "ford": 1, "ruin": 2}
    assert distances(BOARD, "camp", lambda one, two: "ford" not in (one, two)) == {"camp": 0, "wood": 1, "ruin": 2}


def test_a_piece_needs_room() -> None:
    assert (room_left(BOARD, PIECES, "ford"), room_left(BOARD, PIECES, "wood")) == (0, None)
    assert fits(BOARD, PIECES, "ana", "ford")
    assert not fits(BOARD, PIECES, "ogre", "ford")
    assert at(put(PIECES, "ana", "ruin"), "ruin") == ("ana", "ogre", "cairn-3")
    assert at(put(PIECES, "ana", None), "ford") == ("cairn-2",)


def test_a_hidden_piece_is_known_to_those_who_have_looked() -> None:
    assert [known_faces(PIECES, viewer) for viewer in ("2", "3", SPECTATOR)] == [{"cairn-1": "relic"}, {}, {}]
    opened = {**PIECES, "cairn-1": PIECES["cairn-1"].looked_at(EVERYONE)}
    assert (shown(PIECES)["cairn-1"]["face"], shown(opened)["cairn-1"]["face"]) == (None, "relic")
    assert known_faces(opened, "2") == {}


def test_unknown_faces_are_dealt_anew_and_known_ones_stay() -> None:
    for seed in range(10):
        anew = dealt_anew(PIECES, "2", random.Random(seed))
        assert anew["cairn-1"] == PIECES["cairn-1"]
        assert sorted(it.face or "" for it in anew.values()) == sorted(it.face or "" for it in PIECES.values())
    assert len({dealt_anew(PIECES, "2", random.Random(seed))["cairn-2"].face for seed in range(10)}) == 2
    assert len({dealt_anew(PIECES, "3", random.Random(seed))["cairn-2"].face for seed in range(30)}) == 3


def started(players: int = 3, faces: tuple[str, ...] = ("relic", "trap", "nothing"), storm: bool = False) -> Match:
    """A match whose cairns in wood, ford and ruin have these faces; the first omen is a storm or not."""
    omens = ["storm-1", "calm-1", "calm-2", "calm-3", "calm-4", "storm-2"]
    chance = ScriptedChance([], orders=[faces, omens if storm else omens[1:] + omens[:1]])
    state = Match.new({"players": players}, 1).engine.initial(Match.engine.options.load({"players": players}), ())
    return Match.from_position(Match.engine.position(state), chance=chance)


def test_a_scout_looks_under_a_cairn_alone() -> None:
    match = started()
    match.submit("2", {"kind": "look"})
    faces = {seat: match.view(seat)["faces"] for seat in ("1", "2", "3", "spectator")}
    assert faces == {"1": {}, "2": {"cairn-3": "nothing"}, "3": {}, "spectator": {}}
    assert [row.get("face") for row in match.view("3")["log"] if row["kind"] == "looked"] == [None]
    assert all(match.imagine("2", seed).state.pieces["cairn-3"].face == "nothing" for seed in range(6))
    assert match.view("2")["purses"]["2"] == {"reserve": 4, "fatigue": 2}


def test_a_scout_that_finds_no_room_does_not_move() -> None:
    match = started(4)
    match.submit("2", {"kind": "move", "to": "ford"})
    refusal = match.check("3", {"kind": "move", "to": "ford"})
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("no-room", "EXP-3")


def test_a_trap_makes_a_noise() -> None:
    match = started(faces=("relic", "nothing", "trap"))
    match.submit("3", {"kind": "open"})
    assert match.asked["1"].kind == "alarm"
    assert match.state.cairn("3") is None


# ---- piles of nobody -------------------------------------------------------------------------------------------------


def test_what_a_seat_has_seen_of_a_pile_is_known_to_it_by_place() -> None:
    pile = Pile(("a", "b", "c", "d")).looked_at(1, "2").under(("e",), EVERYONE)
    assert pile.shown("2") == ["a", None, None, None, "e"]
    assert pile.shown("3") == [None, None, None, None, "e"]
    drawn, rest = pile.drawn(2)
    assert (drawn, rest.shown("2")) == (("a", "b"), [None, None, "e"])
    assert rest.on_top(("f", "a"), "3").shown("3") == ["f", "a", None, None, "e"]
    assert pile.without("a").seen == {"e": (EVERYONE,)}


def test_a_pile_dealt_anew_keeps_what_the_viewer_knows_and_who_has_seen_where() -> None:
    pile = Pile(("a", "b", "c", "d")).looked_at(1, "2")
    for seed in range(8):
        assert pile.dealt_anew("2", random.Random(seed)).shown("2") == pile.shown("2")
        other = pile.dealt_anew("3", random.Random(seed))
        assert sorted(other.cards) == list("abcd")
        assert other.shown("2")[0] == other.cards[0]
    assert len({pile.dealt_anew("3", random.Random(seed)).cards for seed in range(8)}) > 1


def test_unknown_cards_are_dealt_among_several_piles() -> None:
    piles = [(("a", "b"), ("a",)), (("c", "d", "e"), ())]
    for seed in range(8):
        hand, deck = dealt_among(piles, random.Random(seed))
        assert hand[0] == "a"
        assert sorted((*hand, *deck)) == list("abcde")
        assert (len(hand), len(deck)) == (2, 3)


def test_an_omen_is_read_by_its_scout_alone() -> None:
    match = started(faces=("relic", "nothing", "nothing"))
    for to in ("wood", "camp"):
        match.submit("2", {"kind": "move", "to": to})
    match.submit("2", {"kind": "read"})
    assert match.view("2")["omens"] == ["calm-1", None, None, None, None, None]
    assert match.view("3")["omens"] == [None] * 6
    assert all(match.imagine("2", seed).state.omens.cards[0] == "calm-1" for seed in range(6))


# ---- sealed questions that end early ---------------------------------------------------------------------------------


def at_the_sluice() -> Match:
    """EXP-13: a storm has come, and scouts 2, 3 and 4 are asked."""
    match = started(4, storm=True)
    for seat in ("2", "3", "4"):
        match.submit(seat, {"kind": "done"})
    assert {it.kind for it in match.asked.values()} == {"sluice"}
    return match


def go(yes: bool) -> dict[str, object]:
    return {"kind": "go", "go": yes}


def frame(match: Match, viewer: str) -> dict[str, object]:
    return dict(match.view(viewer)["resolving"][-1])


def test_the_first_yes_in_order_ends_the_question() -> None:
    match = at_the_sluice()
    match.submit("2", go(True))
    assert match.state.water == 0
    assert match.state.effort("2") == 5 + 2 - 1
    assert match.shared


def test_a_yes_out_of_order_stays_sealed_until_those_before_have_said_no() -> None:
    match = at_the_sluice()
    match.submit("3", go(True))
    assert list(match.asked) == ["2", "4"]
    assert frame(match, "4") | {"seats": None} == {
        "frame": "sluice",
        "seats": None,
        "in": ["3"],
        "answer": None,
        "told": {},
    }
    assert frame(match, "3")["answer"] is True
    match.submit("2", go(False))
    assert [row["seat"] for row in match.view("1")["log"] if row["kind"] == "held-back"] == ["3"]


def test_noes_in_order_are_told_and_stand() -> None:
    match = at_the_sluice()
    match.submit("3", go(False))
    assert frame(match, "4")["told"] == {}
    match.submit("3", go(False))
    match.submit("2", go(False))
    assert frame(match, "4")["told"] == {"2": False, "3": False}
    with pytest.raises(Refused):
        match.submit("2", go(True))
    match.submit("4", go(False))
    assert match.state.water == 1


def test_a_seat_that_gives_up_is_not_waited_for() -> None:
    match = at_the_sluice()
    match.submit("3", go(True))
    match.submit("2", {"kind": "concede"})
    assert list(match.asked) == ["4"]
    match.submit("4", go(True))
    assert [row["seat"] for row in match.view("1")["log"] if row["kind"] == "held-back"] == ["3"]
