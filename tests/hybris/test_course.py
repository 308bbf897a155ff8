"""Setting up, the course of an Age, its end, the end of a match."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.hybris import Match
from rules.hybris.packs.reader import load
from rules.kernel import Json
from tests.hybris.table import asked, at, events, play, refused

PASS: Json = {"kind": "pass"}


def seats(one: Json, two: Json, **more: Json) -> Json:
    return {"1": {"olympian": "zeus", **one}, "2": {"olympian": "hades", **two}, **more}


def ending(one: Json, two: Json, **more: Any) -> Match:
    """A match before the first step of an Age's end."""
    return at({"phase": "end", "seats": seats(one, two), **more})


# ---- setting up ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setting_up(players: int) -> None:
    """SET-1, SET-2, SET-3, SET-4, SET-6, SET-7, SET-8, SET-9, SET-10, SET-11, GEN-2, GRA-1, GRA-3, CHR-1, CHR-2, CHR-3,
    RES-9, RES-10, TIL-1, HGR-3, IMP-1."""
    match = Match.new({"players": players}, 3)
    state, pack = match.state, load()
    assert len({mat.olympian for mat in state.mats.values()}) == players
    assert sorted(state.grandeur_order) == list(match.seats)
    for seat, mat in state.mats.items():
        assert mat.purse == {"aegis": 2, "faithful": 3, "prayer": 1, "worker": 1, "energy": 1}
        assert len(state.hands[seat]) == 4
        assert len(state.hands[seat]) + len(state.decks[seat]) == 18
        assert mat.steps == {"explore": 1, "defend": 1}
        assert (mat.supply, mat.temples_left, len(mat.tiles)) == (13, 3, 4)
        places = Counter(it.at for it in mat.characters.values())
        assert places == {"reserve": 5, "improvement": 2}
        row = pack.olympians[mat.olympian]
        assert (len(row.improvements), len(row.tiles), len(row.mk.powers)) == (6, 4, 2)
    assert len(state.open_technologies) == 4
    assert (len(state.exploration.cards), len(state.premonitions.cards), len(state.cataclysm)) == (24, 12, 5)
    assert len(state.chaos.pile) + len(state.chaos.momentum) == 30
    assert not [row for row in match.journal if row["kind"] == "attracted"]
    assert state.pack.rules.location_tokens["surroundings"] == 1  # SET-10


def test_olympians_are_chosen_one_after_another() -> None:
    """SET-1, GEN-2."""
    match = Match.new({"players": 2, "olympians": "choice"}, 1)
    [first] = match.asked
    play(match, (first, {"kind": "choose-olympian", "olympian": "athena"}))
    [second] = match.asked
    assert first != second
    assert refused(match, second, {"kind": "choose-olympian", "olympian": "athena"}) == ("SET-1", "taken")
    play(match, (second, {"kind": "choose-olympian", "olympian": "zeus"}))
    assert match.state.mats[first].olympian == "athena"
    assert next(iter(match.asked.values())).kind == "pillar"
    with pytest.raises(ValueError, match="bad-olympians"):
        Match.new({"players": 2, "olympians": ("zeus", "zeus")}, 1)


@pytest.mark.parametrize(("chaos", "momentum"), [("calm", 2), ("even", 3), ("raging", 4)])
def test_the_option_of_chaos_says_how_it_stirs(chaos: str, momentum: int) -> None:
    """PIL-1, SET-5."""
    match = Match.new({"players": 2, "chaos": chaos}, 1)
    assert len(match.state.chaos.momentum) == momentum
    assert (match.state.chaos.space, match.state.camp) == (1, 1)
    four = Match.new({"players": 4, "chaos": chaos}, 1)
    assert len(four.state.chaos.momentum) == momentum - 2


# ---- order -----------------------------------------------------------------------------------------------------------


def test_the_order_of_the_phase_stays_while_grandeur_moves() -> None:
    """ACT-1, GEN-4, GRA-2: seat 2 overtakes seat 1 in the middle of the phase; turns go on as fixed, the question of an
    Interception goes by the order of now."""
    match = at(
        {
            "turn": "2", "acting": "2-hero-1", "grandeur_order": ["1", "2", "3"], "turn_order": ["1", "2", "3"],
            "chaos": {"space": 3, "pile": ["slow-step", "…"]},
            "seats": {
                "1": {"olympian": "zeus", "characters": {"hero-1": {"token": "underworld"}}},
                "2": {"olympian": "hades", "hand": ["cerberus"], "characters": {"hero-1": {"at": "olympus"}}},
                "3": {"olympian": "athena", "characters": {"hero-1": {"at": "olympus", "token": "underworld"}}},
            },
        }
    )  # fmt: skip
    play(match, ("2", {"kind": "fight", "target": "3-hero-1"}), ("2", {"kind": "commit", "cards": ["2-cerberus-1"]}))
    assert match.state.grandeur_order == ("2", "1", "3")
    assert match.state.turn_order == ("1", "2", "3")
    assert asked(match) == {"1": "turn"}  # the beaten hero's token came back: seat 3 has none left
    play(match, ("1", {"kind": "activate", "character": "1-hero-1"}), ("1", {"kind": "drain"}))
    assert [row["seats"] for row in events(match, "intercept-asked")] == [["2", "1", "3"]]


def test_grandeur_paid_is_come_to_last() -> None:
    """GRA-1, GRA-2."""
    tiles = {"judge-scales": {"worker": True}}
    one = {"grandeur": 2, "olympian": "hades", "hangar": {"tiles": tiles}, "characters": {"hero-1": {"token": "forge"}}}
    match = at({"turn": "1", "seats": {"1": one, "2": {"olympian": "zeus", "grandeur": 1}}})
    play(match, ("1", {"kind": "task", "tile": "judge-scales", "task": 1}))
    assert match.position()["seats"]["1"]["grandeur"] == 1
    assert match.state.grandeur_order == ("1", "2")


def test_who_passes_takes_all_tokens_back_unseen() -> None:
    """ACT-2, PLN-1."""
    one = {"characters": {"hero-1": {"token": "olympus"}, "hero-2": {"token": "forge"}}}
    match = at({"turn": "1", "seats": seats(one, {"characters": {"hero-1": {"token": "oracle"}}})})
    play(match, ("1", PASS))
    assert asked(match) == {"2": "turn"}
    assert match.state.bearers("1") == []
    assert not [row for row in match.view("2")["log"] if "forge" in str(row)]


# ---- the end of an Age -----------------------------------------------------------------------------------------------


def test_prayers_wounds_and_tokens_at_an_ages_end() -> None:
    """FIN-2 to FIN-4, GEN-8, RES-3: 5 Faithful give 1 Prayer; the Well gains 1, and 1 for the Temple."""
    one = {"faithful": 5, "temples": ["athens"], "characters": {"hero-1": {"token": "forge"}}}
    match = ending(one, {"faithful": 2})
    assert [row["count"] for row in events(match, "gained") if row["clause"] == "FIN-2"] == [1]
    assert match.state.well == 2
    assert match.state.bearers("1") == []


def test_hands_over_the_limit_are_cut_at_once() -> None:
    """FIN-5, COM-4: 8 cards become 6, of nobody else anything is asked."""
    hand = ["feint", "feint", "gale", "gale", "arrow-flight", "arrow-flight", "arrow-flight", "thunderclap"]
    match = ending({"hand": hand}, {"hand": ["brand"]})
    assert asked(match) == {"1": "discard"}
    assert refused(match, "1", {"kind": "discard", "cards": ["1-feint-1"]}) == ("FIN-5", "bad-discard")
    assert refused(match, "1", {"kind": "discard", "cards": ["1-brand-1", "1-gale-1"]}) == ("GEN-9", "unknown-card")
    assert match.asked["1"].default == {"kind": "discard", "cards": ["1-feint-1", "1-feint-2"]}
    play(match, ("1", {"kind": "discard", "cards": ["1-feint-1", "1-gale-2"]}))
    assert len(match.state.hands["1"]) == 6
    assert match.state.discards["1"] == ("1-feint-1", "1-gale-2")


def test_the_display_moves_on() -> None:
    """FIN-6, OLY-2: the Technology that has lain open longest goes under the pile."""
    match = ending({}, {}, technologies={"open": ["tide-mill", "granary"], "pile": ["star-dial", "…"]})
    assert match.state.open_technologies == ("granary", "star-dial")
    assert match.view("1")["technologies"]["under"] == ["tide-mill"]


def test_powers_of_each_age_come_in_order() -> None:
    """FIN-7, GEN-7: Zeus's own power, then his second Improvement; Hades after him."""
    match = ending({"improvements": 2, "grandeur": 1}, {"improvements": 5, "hangar": {"energy": 0}})
    rows = [(row["seat"], row["word"]) for row in events(match, "gained") if row["clause"] in ("GEN-7", "IMP-2")]
    assert rows[:3] == [("1", "grandeur"), ("1", "prayer"), ("2", "aegis")]


def test_six_ages_and_their_phases() -> None:
    """GEN-3, END-1, RES-4, RES-5."""
    match = Match.new({"players": 2}, 1)
    while match.asked:
        seat, question = next(iter(match.asked.items()))
        assert question.default is not None
        match.submit(seat, question.default)
    ages = [row["age"] for row in events(match, "age-began")]
    phases = [row["phase"] for row in events(match, "phase-began")]
    assert match.outcome is not None
    if match.outcome["reason"] == "points":
        assert ages == [1, 2, 3, 4, 5, 6]
    assert phases[:3] == ["planning", "action", "end"]
    assert all(mat.has("vp") >= 0 for mat in match.state.mats.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_decide_after_the_last_age(players: int) -> None:
    """END-1, END-4: 1 VP for each Goodness, 4 for the first in order, 2 for the second of three or four; of equals the
    one ahead."""
    gods = ("zeus", "hades", "athena", "artemis")
    rows = {str(n): {"olympian": gods[n - 1], "vp": 10, "faithful": 0} for n in range(1, players + 1)}
    rows["1"] |= {"vp": 4, "goodness": 2}
    match = at({"phase": "end", "age": 6, "seats": rows, "grandeur_order": [str(n) for n in range(1, players + 1)]})
    assert match.outcome is not None
    second = 10 if players == 2 else 12
    score = match.outcome["score"]
    assert (score["1"], score["2"]) == (10, second)
    assert match.outcome["winners"] == (["1"] if players == 2 else ["2"])
    assert match.outcome["ranking"][0] == match.outcome["winners"]
    assert {seat: row["final"] for seat, row in match.view("1")["tally"].items()} == score


def test_what_ends_first_counts() -> None:
    """END-3, END-4, CAT-6: the sixth Improvement with the last City at stake; nothing falls any more."""
    one = {"improvements": 5, "aegis": 5, "sparks": 3, "characters": {"olympian": {"at": "moirai"}}}
    cities = {city: {"destroyed": True} for city in ("athens", "sparta", "corinth", "thebes")}
    match = at({"turn": "1", "acting": "1-olympian", "seats": seats(one, {}), "cities": cities, "chaos": {"space": 3}})
    play(match, ("1", {"kind": "fulfil", "count": 1}))
    assert match.outcome is not None
    assert (match.outcome["reason"], match.outcome["winners"]) == ("ascension", ["1"])


# ---- what can be prepared --------------------------------------------------------------------------------------------


def test_a_pillar_can_be_prepared_while_others_choose() -> None:
    match = Match.new({"players": 3, "olympians": ["zeus", "hades", "poseidon"]}, seed=2)
    first, *others = match.state.stack[-1].order
    assert match.ahead(first) is None
    for seat in others:
        ahead = match.ahead(seat)
        assert ahead is not None
        assert ahead.asked[seat].kind == "pillar"
        assert ahead.check(seat, {"kind": "pillar", "pillar": "might"}) is None
    match.submit(first, {"kind": "pillar", "pillar": "might"})
    ahead = match.ahead(others[-1])
    assert ahead is not None
    assert refused(ahead, others[-1], {"kind": "pillar", "pillar": "might"}) == ("PIL-2", "taken")


def test_the_next_turn_can_be_prepared_while_a_token_is_left() -> None:
    mine = {"characters": {"hero-1": {"token": "forge"}, "hero-2": {"token": "oracle"}}}
    match = at({"turn": "1", "seats": seats(mine, {"characters": {"hero-1": {"token": "olympus"}}})})
    assert match.ahead("1") is None, "it is asked now"
    ahead = match.ahead("2")
    assert ahead is not None
    assert ahead.check("2", {"kind": "activate", "character": "2-hero-1", "ends": True}) is None
    assert refused(ahead, "2", {"kind": "activate", "character": "2-hero-2"}) == ("ACT-2", "no-token")
    assert asked(match) == {"1": "turn"}
    play(match, ("1", {"kind": "activate", "character": "1-hero-1"}), ("1", {"kind": "nothing"}))
    assert asked(match) == {"2": "turn"}
    play(match, ("2", PASS))
    assert match.ahead("2") is None
