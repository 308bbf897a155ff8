"""Sides, a loss of all, and a question that several seats share, by the expedition."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.kernel import ScriptedChance
from rules.kernel.bots import Advisor, Budget
from rules.kernel.bots.advisor import answer_others, values
from rules.kernel.bots.decided import turning_points
from rules.kernel.bots.search import search
from tests.expedition.engine import Match

DONE = {"kind": "done"}
SEARCH = {"kind": "search"}


def expedition(dice: list[int] | None = None, **position: Any) -> Match:
    """Three scouts and the warden, at the beginning unless the position says otherwise."""
    state = {"options": {"players": 4}, "stack": [{"frame": "round", "number": 1}], **position}
    effort = state.pop("effort", dict.fromkeys(("2", "3", "4"), 3))
    pieces = {seat: {"at": "ruin", "owner": seat} for seat in effort}
    purses = {seat: {"reserve": n, "fatigue": 6 - n} for seat, n in effort.items()}
    state = {"pieces": pieces, "purses": purses} | state
    return Match.from_position(state, chance=ScriptedChance(dice or []))


def ids(match: Match) -> dict[str, str]:
    return {seat: decision["id"] for seat, decision in match.decisions.items()}


def flooded() -> Match:
    """EXP-7: equal claws raise the water once too often."""
    match = expedition([1, 6, 6], water=2)
    match.submit("2", SEARCH)
    match.submit("1", {"kind": "strike", "strike": True})
    return match


def test_seats_of_a_side_are_named_in_every_view() -> None:
    sides = {"1": "warden", "2": "scouts", "3": "scouts", "4": "scouts"}
    assert expedition().sides == sides
    assert expedition().view("spectator")["sides"] == sides


def test_a_side_plays_on_without_the_seat_that_gave_up() -> None:
    match = expedition()
    match.submit("3", {"kind": "concede"})
    assert (match.outcome, list(match.asked)) == (None, ["2", "4"])


def test_the_last_side_left_wins_with_all_its_seats_that_still_play() -> None:
    match = expedition()
    match.submit("3", {"kind": "concede"})
    match.submit("1", {"kind": "concede"})
    assert match.outcome == {"winners": ["2", "4"], "reason": "concession", "score": {}}


def test_a_side_loses_when_its_last_seat_gives_up() -> None:
    match = expedition()
    for seat in ("2", "3", "4"):
        assert match.outcome is None
        match.submit(seat, {"kind": "concede"})
    assert match.outcome is not None
    assert match.outcome["winners"] == ["1"]


def test_a_loss_of_all_is_no_draw() -> None:
    match = flooded()
    assert match.outcome == {"winners": [], "reason": "flood", "score": {}, "all_lost": True}
    assert set(values(match, Advisor(lambda match, seat: 0.5)).values()) == {-1.0}
    assert Match.replay({}, match.journal).outcome == match.outcome


def test_a_draw_that_all_agree_to_is_no_loss() -> None:
    match = expedition()
    match.submit("2", {"kind": "propose", "what": "draw"})
    for seat in ("1", "3", "4"):
        match.submit(seat, {"kind": "adjust", "accept": True})
    assert match.outcome == {"winners": [], "reason": "agreement", "score": {}}
    assert set(values(match, Advisor(lambda match, seat: 0.5)).values()) == {0.0}


def test_a_side_has_one_value_and_the_other_its_negative() -> None:
    asked: list[str] = []

    def evaluate(match: Any, seat: str) -> float:
        asked.append(seat)
        return 0.5

    assert values(expedition(), Advisor(evaluate)) == {"1": 0.5, "2": -0.5, "3": -0.5, "4": -0.5}
    assert asked == ["1"]


def water(match: Any, seat: str) -> float:
    """The fewer relics and the more water, the worse for the scouts; water is bad for all."""
    lead = match.state.relics / 3 if seat != "1" else -match.state.relics / 3
    return max(-1.0, min(1.0, lead - match.state.water / 4))


def test_what_decided_a_loss_of_all_is_told_of_all() -> None:
    decided_by = turning_points(Advisor(water), flooded(), Budget(4))
    assert (decided_by["loser"], decided_by["losers"]) == (None, ["1", "2", "3", "4"])
    assert decided_by["moments"]


def test_what_decided_a_match_is_told_of_the_losing_side() -> None:
    match = expedition([6], relics=2)
    match.submit("4", SEARCH)
    assert match.outcome is not None
    assert match.outcome["winners"] == ["2", "3", "4"]
    assert turning_points(Advisor(water), match, Budget(4))["losers"] == ["1"]


# ---- a question that several seats share -----------------------------------------------------------------------------


def test_an_act_leaves_the_questions_of_the_others_as_they_were() -> None:
    match = expedition([4])
    before = ids(match)
    match.submit("3", SEARCH)
    after = ids(match)
    assert {seat for seat in before if before[seat] == after[seat]} == {"2", "4"}
    assert match.check("3", {**DONE, "decision": before["3"]}) is not None


def test_questions_that_an_act_raises_leave_those_beneath_as_they_were() -> None:
    """Two questions in a row, one to the other side and one to the seat that acted."""
    match = expedition([1, 5, 2, 5, 5])
    before = ids(match)
    match.submit("3", SEARCH)
    assert list(match.asked) == ["1"]
    match.submit("1", {"kind": "strike", "strike": True})
    assert list(match.asked) == ["3"]
    match.submit("3", {"kind": "guard", "effort": 1})
    assert list(match.asked) == ["3"]
    match.submit("3", {"kind": "reroll", "die": None})
    after = ids(match)
    assert {seat for seat in before if before[seat] == after[seat]} == {"2", "4"}
    assert match.check("2", {**SEARCH, "decision": before["2"]}) is None


def test_a_replayed_match_keeps_the_questions_beneath_too() -> None:
    match = expedition([1])
    before = ids(match)
    match.submit("3", SEARCH)
    again = Match.replay({}, match.journal, seed=4)
    again.submit("1", {"kind": "strike", "strike": False})
    assert ids(again)["2"] == before["2"]


def test_a_new_round_asks_anew() -> None:
    match = expedition()
    before = ids(match)
    for seat in ("2", "3", "4"):
        match.submit(seat, DONE)
    assert not set(ids(match).values()) & set(before.values())


def test_a_seat_that_is_done_may_act_and_is_asked_again() -> None:
    match = expedition()
    match.submit("2", DONE)
    assert list(match.asked) == ["3", "4"]
    match.submit("2", {"kind": "move", "to": "wood"})
    assert list(match.asked) == ["2", "3", "4"]


def test_any_order_of_independent_acts_leads_to_the_same_position() -> None:
    acts = [("2", {"kind": "move", "to": "wood"}), ("3", {"kind": "move", "to": "ford"}), ("4", DONE), ("2", DONE)]
    ends = []
    for seed in range(6):
        order = [it for it in acts if it[0] == "2"], [it for it in acts if it[0] != "2"]
        rng, match = random.Random(seed), expedition()
        while any(order):
            match.submit(*rng.choice([it for it in order if it]).pop(0))
        position = match.position()
        frame = position["stack"][0]
        ends.append({**position, "asked": None, "stack": {**frame, "done": sorted(frame["done"])}})
    assert all(end == ends[0] for end in ends)


def test_bots_answer_for_nobody_who_shares_their_question() -> None:
    match = expedition()
    assert match.shared
    assert answer_others(Advisor(water), match, "2", random.Random(1)) is match


def test_a_search_lets_companions_take_turns() -> None:
    movers: list[str] = []

    class Watched(Match):
        def submit(self, seat: str, command: Any) -> Any:
            movers.append(seat)
            return super().submit(seat, command)

    match = Watched.from_position(expedition().position(), seed=1)
    search(Advisor(water), match, "2", 1, Budget(40))
    assert {"2", "3", "4"} <= set(movers)


@pytest.mark.parametrize("seat", ["2", "3"])
def test_undo_takes_back_an_act_of_ones_own(seat: str) -> None:
    match = expedition()
    before = match.position()
    match.submit(seat, {"kind": "move", "to": "wood"})
    match.submit(seat, {"kind": "undo"})
    assert {**match.position(), "asked": None} == {**before, "asked": None}
