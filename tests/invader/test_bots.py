"""The evaluation of the duel's bots, and the commands that they look at."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.invader import Match
from rules.invader.bots import ADVISOR, evaluate
from rules.invader.bots.evaluation import WEIGHTS, evaluate_turn, features
from rules.kernel import Json
from rules.kernel.bots import Budget, random_answer, search
from tests.invader.table import PASS, duel, hero, on, play

LEFT: Json = {"1": ["husk"] * 25, "2": ["militia"] * 30}


def stands(**position: Any) -> float:
    """The value for the Invader of a match in the Invader's fourth turn."""
    board = [*on("1", "africa", "stilt", "husk"), *on("2", "eurasia", "rifles")]
    return evaluate(duel(**{"number": 7, "play": board, "hero": hero(), "decks": LEFT, **position}), "1")


@pytest.mark.parametrize("number", [7, 8])
def test_as_a_turn_begins_each_part_of_the_race_counts_for_its_side(number: int) -> None:
    """END-1, END-2, END-3, of a turn of the Invader's and of the Human's."""
    board = [*on("1", "africa", "stilt", "husk"), *on("2", "eurasia", "rifles")]

    def worth(seat: str = "1", **position: Any) -> float:
        base: Json = {"number": number, "play": board, "hero": hero(), "decks": LEFT, "plot": 5}
        return evaluate_turn(duel(**{**base, **position}), seat)

    assert worth("2") == -worth()
    assert worth(plot=8) > worth() > worth(plot=2)
    assert worth(decks={**LEFT, "2": ["militia"] * 15}) > worth() > worth(decks={**LEFT, "1": ["husk"] * 5})
    assert worth(heroes=[]) > worth(heroes=["kestrel"])
    assert worth(number=number + 8) < worth()
    assert worth(hands={"1": ["husk"] * 3, "2": []}) > worth(hands={"1": [], "2": ["militia"] * 3})


def test_what_decided_a_duel_goes_by_the_chances_and_not_by_what_compares_commands() -> None:
    match, rng, begun = Match.new({"invader": "1"}, 3), Random(3), list[float]()
    while match.outcome is None:
        seat, question = next(iter(match.asked.items()))
        if question.kind == "main":
            begun.append((evaluate_turn(match, "1") + 1) / 2)
        match.submit(seat, random_answer(match, seat, rng))
    told = match.query("spectator", "decided", {})["curve"]
    assert len(told) > 20
    assert {share["1"] for _, share in told[1:-1]} <= {round(share, 3) for share in begun}


def test_every_feature_has_its_weight() -> None:
    assert list(features(duel(number=7, hero=hero()).state)) == list(WEIGHTS)


@pytest.mark.parametrize(("less", "more"), [(1, 3), (3, 5), (5, 8)])
def test_a_step_of_the_plot_counts_though_something_is_drained_now(less: int, more: int) -> None:
    """PLT-2, END-2: the Human will answer this attack; the plot has to last for all that come."""
    assert stands(plot=more) > stands(plot=less) + 0.05


def test_each_deck_counts_for_its_side() -> None:
    assert stands(decks={**LEFT, "2": ["militia"] * 20}) > stands() > stands(decks={**LEFT, "1": ["husk"] * 10})


def test_the_last_hero_counts_for_more_than_the_first() -> None:
    """END-3."""
    three, two, one = (stands(heroes=heroes) for heroes in (["kestrel", "ferreira"], ["kestrel"], []))
    assert one - two > two - three > 0


def test_cards_in_hand_count_for_more_with_the_invader() -> None:
    """Who waits with them wins as the Invader; the Human must answer what stands (docs/bots.md)."""
    waits = stands(hands={"1": ["husk"] * 4, "2": []}) - stands(hands={"1": [], "2": []})
    answers = stands(hands={"1": [], "2": []}) - stands(hands={"1": [], "2": ["militia"] * 4})
    assert waits > 2 * answers > 0


def test_a_token_spent_for_a_card_is_no_loss() -> None:
    """TOK-2: the eyes of a Beacon Spire are there to be used."""
    match = duel(play=on("1", "africa", "beacon"), hands={"1": ["husk"], "2": []}, decks=LEFT, number=7)
    used = match.fork(1)
    used.submit("1", {"kind": "use", "source": "1-beacon-1", "use": 0})
    assert abs(evaluate(used, "1") - evaluate(match, "1")) < 0.05


def looked_at(match: Any, seat: str) -> list[Json]:
    commands = list(ADVISOR.shortlist(match, seat, Random(1)))
    assert all(match.check(seat, command) is None for command in commands)
    return commands


def test_copies_of_a_card_are_looked_at_once_and_paid_with_what_is_missed_least() -> None:
    """PLY-3: a Husk in each zone, whichever of the two, for the Mind Leech and not for a Stilt."""
    match = duel(hands={"1": ["husk", "husk", "leech", "stilt", "stilt", "lamprey"], "2": ["militia"]}, decks=LEFT)
    husks = [it for it in looked_at(match, "1") if it.get("card", "").startswith("1-husk")]
    assert {it["zone"] for it in husks} == {"pacific-rim", "eurasia", "africa"}
    assert len(husks) == 3
    assert all(it["discard"] == ["1-leech-1"] for it in husks)


def test_a_cancel_window_may_be_let_pass() -> None:
    """CAN-1, CAN-8."""
    match = duel(hands={"1": ["skitterling", "husk"], "2": ["decoy", "decoy", "sabotage", "armour", "behemoth"]})
    match.submit("1", play("1-skitterling-1", "africa"))
    commands = looked_at(match, "2")
    assert PASS in commands
    assert [it["discard"] for it in commands if it["card"]] == [["2-sabotage-1"]]


def test_a_card_is_listed_once_for_each_zone_whatever_is_given_up_for_it() -> None:
    """PLY-9, ZON-4: where a full column needs a sacrifice, which one and what is paid are drawn at random."""
    match = duel(
        active="2",
        hands={"2": ["armour", "militia", "rifles", "decoy"]},
        play=on("2", "africa", "drones", "drones", "gunship", "gunship"),
        hero=hero(zone="eurasia"),
    )
    for seed in range(5):
        listed = [it for it in match.commands("2", Random(seed)) if it["kind"] == "play" and it["card"] == "2-armour-1"]
        zones = [it["zone"] for it in listed]
        assert sorted(zones) == sorted(match.state.pack.zones)
        assert all(("sacrifice" in it) == (it["zone"] == "africa") for it in listed)


def test_the_searching_bot_plays_both_turns_on_and_compares_the_best_at_first_sight() -> None:
    """TRN-1: the next turn of the side that is asked begins two turns later."""
    match = duel(hands={"1": ["husk", "leech", "stilt", "lamprey"], "2": ["militia", "rifles"]}, decks=LEFT, number=7)
    played = match.fork(1)
    ADVISOR.playout(played, len(match.state.stack), Random(1))
    assert (played.state.number, list(played.asked)) == (9, ["1"])
    assert len(looked_at(match, "1")) > ADVISOR.tried == len(search(ADVISOR, match, "1", 1, Budget(6)))
