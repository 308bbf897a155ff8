"""Hints: the best options of a seat with the figures that decided, from nothing but what the seat knows."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from rules.invader import Match as Duel
from rules.kernel import Json, Refused
from rules.kernel.bots import Advisor, Budget, hints, random_answer
from rules.kernel.bots.hints import EVEN
from rules.olomoc import Match
from tests.rules.table import Table, ally, foe, off
from tests.standin.engine import Match as Auction

BESIDE = 5 + off(0.5)


def given(match: Match | Duel, seat: str = "1") -> list[Json]:
    options: list[Json] = match.query(seat, "hints", {})["options"]
    return options


def reason(option: Json, code: str) -> Json | None:
    return next((it["params"] for it in option["reasons"] if it["code"] == code), None)


def test_an_attack_is_hinted_at_with_its_exact_odds() -> None:
    """ATK-3: the last PV of an adverse rouage beside one's own; the figures are those that the engine reckons."""
    table = Table(ally("petra", (5, 8), combat=4), foe("kubik", (BESIDE, 8), life="S"), active="petra", spare=True)
    best = given(table.match)[0]
    assert best["command"] == {"kind": "attack", "rouage": "petra", "target": "kubik", "mode": "frontal"}
    odds = table.match.odds("1", best["command"])
    best_odds = reason(best, "odds")
    assert best_odds is not None
    assert (best_odds["target"], best_odds["wounds"], best_odds["out"]) == (
        "kubik",
        odds["mean"]["target"],
        odds["out"],
    )
    # LIF-4: a rouage that puts another out of combat takes a Noirceur; both follow as often as the attack succeeds
    out, noirceur = reason(best, "adverse-out"), reason(best, "noirceur")
    assert out is not None
    assert out == noirceur
    assert reason(best, "actions") == {"by": -1.0}


def test_rest_is_hinted_at_with_the_noirceur_that_it_takes() -> None:
    """RST-1."""
    table = Table(ally("petra", (5, 8), noirceur=2, actions=1), foe("kubik", (15, 8)), active="petra", spare=True)
    rest = next(it for it in given(table.match) if it["command"].get("remove") == "noirceur")
    assert reason(rest, "noirceur") == {"by": -1.0}


def test_three_options_at_most_none_twice_the_best_first() -> None:
    table = Table(ally("petra", (5, 8)), foe("kubik", (BESIDE, 8)), active="petra", spare=True)
    options = given(table.match)
    assert len(options) == 3
    assert [it["worth"] for it in options] == sorted((it["worth"] for it in options), reverse=True)
    walks = [it for it in options if it["command"]["kind"] == "walk"]
    assert len(walks) <= 1
    for option in options:
        assert table.match.check("1", option["command"]) is None


@pytest.mark.parametrize("game", [Match, Duel])
def test_twins_get_the_same_hints(game: type[Match | Duel]) -> None:
    """CYC-3, SET-5, GEN-5: what a seat cannot know changes none of its hints."""
    match, rng = game.new({"agenda": "survey"} if game is Match else {}, 5), Random(5)
    for _ in range(14):
        seat = next(iter(match.asked))
        match.submit(seat, random_answer(match, seat, rng))
    seat = next(iter(match.asked))
    twin = match.imagine(seat, 9)
    assert twin.position() != match.position()
    assert given(twin, seat) == given(match, seat) != []


def test_a_spectator_gets_none_and_neither_does_a_seat_that_waits() -> None:
    table = Table(ally("petra", (5, 8)), foe("kubik", (BESIDE, 8)), active="petra", spare=True)
    with pytest.raises(Refused) as refused:
        table.match.query("spectator", "hints", {})
    assert refused.value.refusal.code == "not-a-seat"
    assert table.match.query("2", "hints", {}) == {"decision": None, "options": []}
    assert Match.new({}, 1).query("1", "hints", {})["options"] == []  # SET-4, CAB-3: nothing is said of setting up


def test_a_word_says_how_an_option_compares_and_only_one_can_be_better() -> None:
    """An attack that must succeed beside one's own goal; nothing else comes near it."""
    table = Table(ally("petra", (5, 8), combat=6), foe("kubik", (BESIDE, 8), life="S"), active="petra", spare=True)
    options = given(table.match)
    words = [it["beside"] for it in options]
    odds = [log(it["worth"] / (1 - it["worth"])) for it in options]
    assert words[0] == ("better" if odds[0] - odds[1] > EVEN else "even")
    for option, its in zip(options[1:], odds[1:], strict=True):
        assert option["beside"] == ("worse" if odds[0] - its > EVEN else "even")


def to_bid(*hand: int) -> Auction:
    """An auction in which seat 1 is to bid one of two cards."""
    lot = {"frame": "bidding", "number": 3, "worth": 5, "answers": {}}
    hands = {"1": [*hand], "2": [20, 25]}
    position = {"options": {"players": 2}, "hands": hands, "score": {"1": 0, "2": 0}, "stack": [lot], "asked": {}}
    return Auction.from_position(position, seed=1)


@pytest.mark.parametrize(("kept", "gone", "words"), [(-0.86, -0.94, "better worse"), (0.0, -0.08, "even even")])
def test_four_of_a_hundred_are_more_where_a_match_is_nearly_lost(kept: float, gone: float, words: str) -> None:
    """Two cards to bid of which one should be kept: 7 and 3 of a hundred are more apart than 50 and 46."""
    match = to_bid(15, 30)
    advisor = Advisor(lambda match, seat: kept if 30 in match.state.hands["1"] else gone, deepest=1)
    options = hints(advisor, match, "1", Budget(40))["options"]
    assert [it["command"]["card"] for it in options] == [15, 30]
    assert " ".join(it["beside"] for it in options) == words


def test_what_all_options_change_alike_is_no_reason_for_any() -> None:
    """Rest, attack and walk cost an action token each."""
    table = Table(ally("petra", (5, 8), noirceur=2), foe("kubik", (BESIDE, 8)), active="petra", spare=True)
    options = given(table.match)
    by_kind = {it["command"]["kind"]: it for it in options}
    assert set(by_kind) == {"rest", "attack", "walk"}
    assert [reason(it, "actions") for it in options] == [None, None, None]
    assert reason(by_kind["rest"], "noirceur") == {"by": -1.0}


def test_a_figure_that_rests_on_what_is_hidden_changes_by_what_the_command_does() -> None:
    """The other's cards differ from world to world; all cards, held or gone, are the same before a bid and after."""

    def figures(match: Auction, seat: str) -> dict[str, float]:
        held = {owner: sum(hand) for owner, hand in match.state.hands.items()}
        return {"cards": 2 * held["1"] + held["2"] + sum(match.state.gone)}

    options = hints(Advisor(lambda match, seat: 0.0, figures=figures), to_bid(15, 30), "1", Budget(40))["options"]
    assert {it["command"]["card"]: it["reasons"] for it in options} == {
        card: [{"code": "cards", "params": {"by": -card}}] for card in (15, 30)
    }


@pytest.mark.parametrize(("lower", "told"), [(64, []), (50, [50, 65])])
def test_a_change_that_is_nearly_the_same_is_no_reason(lower: int, told: list[int]) -> None:
    """65 of a hundred by one card and 64 by the other say nothing about which to bid."""

    def figures(match: Auction, seat: str) -> dict[str, float]:
        held = match.state.hands["1"]
        return {"way": 65 * (15 not in held) + lower * (30 not in held)}

    options = hints(Advisor(lambda match, seat: 0.0, figures=figures), to_bid(15, 30), "1", Budget(40))["options"]
    assert len(options) == 2
    assert sorted(row["params"]["by"] for it in options for row in it["reasons"]) == told


def test_nothing_is_advised_where_one_answer_is_legal() -> None:
    match, rng = Duel.new({}, 3), Random(3)
    for _ in range(60):
        seat = next(iter(match.asked))
        legal = {repr(sorted(it.items())) for it in match.commands(seat, rng)}
        if len(legal) == 1:
            assert match.query(seat, "hints", {})["options"] == []
            return
        match.submit(seat, random_answer(match, seat, rng))
    raise AssertionError("no question with one answer")
