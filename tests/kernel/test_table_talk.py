"""Giving up, undoing and proposing among three seats or more."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.kernel import Refusal, Refused, table_talk
from rules.kernel.table_talk import PLAIN
from tests.standin.engine import Auction, Match, Taken

Json = dict[str, Any]
DRAW: Json = {"kind": "propose", "what": "draw"}
YES: Json = {"kind": "adjust", "accept": True}
NO: Json = {"kind": "adjust", "accept": False}
RETRACT: Json = {"kind": "retract"}
CONCEDE: Json = {"kind": "concede"}


def auction(players: int = 3, seed: int = 1) -> Match:
    return Match.new({"players": players}, seed)


def bid(match: Match, *seats: str) -> None:
    """Every seat bids the first card listed."""
    for seat in seats:
        match.submit(seat, next(match.commands(seat)))


def kinds(match: Match, since: int = 0) -> list[str]:
    return [event["kind"] for event in match.journal[since:]]


def code(match: Match, seat: str, command: Json) -> str | None:
    refusal = match.check(seat, command)
    return None if refusal is None else refusal.code


def test_what_may_be_given_unasked_is_what_a_check_lets_pass() -> None:
    commands: dict[str, Json] = {
        "undo": {"kind": "undo"},
        "takeback": {"kind": "propose", "what": "takeback"},
        "draw": DRAW,
        "retract": RETRACT,
        "concede": CONCEDE,
    }
    assert commands.keys() == PLAIN.keys()
    match, seen = auction(), set()
    moments = [("1", None), ("1", None), ("2", None), ("2", DRAW), ("1", YES), ("3", NO), ("2", None), ("3", None)]
    for seat, command in [*moments, ("1", None), ("3", CONCEDE), ("1", CONCEDE)]:
        match.submit(seat, next(match.commands(seat), None) or next(match.asides(seat)) if command is None else command)
        for one in ("1", "2", "3", "nobody"):
            legal = [name for name, it in commands.items() if match.check(one, it) is None]
            assert match.talk(one, commands) == legal
            seen.add(tuple(legal))
    assert match.outcome is not None
    assert len(seen) > 4


# ---- proposals -------------------------------------------------------------------------------------------------------


def test_all_others_are_asked_at_once_and_answer_in_any_order() -> None:
    match = auction(4)
    match.submit("2", DRAW)
    assert sorted(match.asked) == ["1", "3", "4"]
    ids = {seat: decision["id"] for seat, decision in match.decisions.items()}
    match.submit("4", YES)
    assert {seat: decision["id"] for seat, decision in match.decisions.items()} == {s: ids[s] for s in ("1", "3")}
    match.submit("1", YES)
    match.submit("3", YES)
    assert match.outcome == {"winners": [], "reason": "agreement", "score": {"1": 0, "2": 0, "3": 0, "4": 0}}


def test_one_no_declines_a_proposal() -> None:
    """The question beneath returns as it was; who has not answered is not asked any more."""
    match = auction()
    bid(match, "1")
    before = match.decisions
    match.submit("1", DRAW)
    match.submit("2", YES)
    match.submit("3", NO)
    assert match.decisions == before
    assert code(match, "2", YES) == "not-now"


def test_the_proposer_may_retract() -> None:
    match = auction()
    before = match.decisions
    match.submit("1", DRAW)
    match.submit("2", YES)
    assert code(match, "2", RETRACT) == "not-now"
    assert code(match, "2", DRAW) == "proposal-pending"
    match.submit("1", RETRACT)
    assert match.decisions == before
    assert code(match, "1", RETRACT) == "not-now"


def test_what_was_declined_is_proposed_again_only_after_a_move_of_ones_own() -> None:
    match = auction()
    match.submit("1", DRAW)
    match.submit("2", NO)
    assert code(match, "1", DRAW) == "already-proposed"
    assert match.talk("1", ["draw"]) == []
    assert code(match, "3", DRAW) is None, "another may"
    match.submit("3", DRAW)
    match.submit("1", NO)
    assert code(match, "1", DRAW) == "already-proposed", "an answer to another is no move"
    bid(match, "2")
    assert code(match, "1", DRAW) == "already-proposed"
    bid(match, "1")
    assert code(match, "1", DRAW) is None
    assert code(match, "3", DRAW) == "already-proposed"


@pytest.mark.parametrize("back", [RETRACT, {"kind": "undo"}])
def test_what_was_taken_back_is_not_proposed_again_either(back: Json) -> None:
    match = auction()
    bid(match, "1")
    match.submit("1", DRAW)
    match.submit("1", back)
    assert code(match, "1", DRAW) == "already-proposed"
    assert code(match, "1", {"kind": "propose", "what": "takeback"}) is None, "another proposal"


def test_a_takeback_that_was_agreed_to_begins_anew() -> None:
    match = auction()
    bid(match, "1")
    match.submit("1", DRAW)
    match.submit("2", NO)
    match.submit("1", {"kind": "propose", "what": "takeback"})
    match.submit("2", YES)
    match.submit("3", YES)
    assert code(match, "1", DRAW) is None


def test_an_adjustment_that_was_declined_may_be_made_with_other_changes() -> None:
    match = ByHand.new({}, 1)

    def adjustment(score: int) -> Json:
        return {"kind": "propose", "what": "adjustment", "changes": [{"seat": "1", "score": score}]}

    match.submit("1", adjustment(7))
    match.submit("2", NO)
    assert code(match, "1", adjustment(7)) == "already-proposed"
    assert code(match, "1", adjustment(6)) is None
    match.submit("1", adjustment(6))
    for seat in ("2", "3"):
        match.submit(seat, YES)
    assert code(match, "1", adjustment(6)) is None


def test_the_proposer_is_not_asked_and_cannot_answer() -> None:
    match = auction()
    match.submit("1", DRAW)
    assert code(match, "1", YES) == "not-your-turn"


def test_a_seat_that_gave_up_is_not_asked() -> None:
    match = auction()
    match.submit("3", CONCEDE)
    match.submit("1", DRAW)
    assert list(match.asked) == ["2"]
    match.submit("2", YES)
    assert match.outcome is not None
    assert match.outcome["reason"] == "agreement"


def test_giving_up_leaves_an_open_proposal_to_the_others() -> None:
    """The last who was asked: those who have agreed are enough."""
    match = auction()
    match.submit("1", DRAW)
    match.submit("2", YES)
    match.submit("3", CONCEDE)
    assert match.outcome is not None
    assert match.outcome["reason"] == "agreement"


def test_a_proposal_goes_with_its_proposer() -> None:
    match = auction()
    before = len(match.journal)
    match.submit("1", DRAW)
    match.submit("1", CONCEDE)
    assert kinds(match, before) == ["proposed", "asked", "gave-up", "retracted", "asked"]
    assert sorted(match.asked) == ["2", "3"]
    assert {question.kind for question in match.asked.values()} == {"bid"}


def test_an_absent_seat_counts_as_a_no_and_all_are_told() -> None:
    match = auction()
    before = match.decisions
    match.submit("1", DRAW)
    match.lapse("2", match.decisions["2"]["default"])
    assert match.decisions == before
    rows = [row for row in match.view("spectator")["log"] if row["kind"] in ("time-ran-out", "answered")]
    assert [(row["kind"], row["seat"]) for row in rows] == [("time-ran-out", "2"), ("answered", "2")]


def test_asides_wait_while_a_proposal_is_open() -> None:
    match = auction()
    show = next(match.asides("3"))
    match.submit("1", DRAW)
    assert list(match.asides("3")) == []
    assert code(match, "3", show) == "not-now"


def test_a_takeback_goes_back_to_the_moment_that_was_proposed() -> None:
    """Somebody gives up meanwhile: the rest goes back to where it was agreed to, and that seat plays no more."""
    match = auction()
    bid(match, "1", "2", "3")
    first = match.journal[3]["n"] + 1
    bid(match, "1")
    match.submit("1", {"kind": "propose", "what": "takeback", "to": first})
    match.submit("3", CONCEDE)
    match.submit("2", YES)
    rewound = next(event for event in match.journal if event["kind"] == "rewound")
    assert rewound["to"] == first
    assert sorted(match.asked) == ["1", "2"]
    assert match.state.score == {"1": 0, "2": 0, "3": 0}
    assert match.state.given_up == ("3",)
    assert Match.replay({}, match.journal).position() == match.position()


def test_a_takeback_put_before_the_journal_began_leaves_the_question_as_it_was() -> None:
    """A match taken up from a position has no past to go back to."""
    match = auction()
    bid(match, "1", "2", "3", "1")
    match.submit("1", {"kind": "propose", "what": "takeback"})
    match.submit("2", YES)
    for again in (Match.from_position(match.position(), seed=1), Match.replay({}, match.snapshot(), 1)):
        again.submit("3", YES)
        assert sorted(again.asked) == ["2", "3"]
        assert again.state.score == match.state.score


def test_a_takeback_of_ones_last_command_is_found_again_after_whatever_was_undone() -> None:
    """Forks know what the match knew; a match read anew searches for it."""
    match, rng, seen = auction(players=3, seed=5), random.Random(5), set()
    back: Json = {"kind": "propose", "what": "takeback"}
    for _ in range(80):
        if not match.asked:
            break
        match = match.fork(1)
        seat = rng.choice(sorted(match.asked))
        command = rng.choice([next(match.commands(seat)), {"kind": "undo"}, back, next(match.asides(seat), None)])
        if command is not None and match.check(seat, command) is None:
            match.submit(seat, command)
        anew = Match.replay({}, match.journal)
        for one in match.seats:
            assert match.check(one, back) == anew.check(one, back)
            if match.check(one, back) is None:
                assert match.resolve(one, back) == anew.resolve(one, back)
                seen.add(match.resolve(one, back)["to"])
    assert {event["kind"] for event in match.journal} >= {"rewound", "answered"}
    assert len(seen) > 10


def test_old_events_are_not_searched_again_for_ones_last_command(monkeypatch: pytest.MonkeyPatch) -> None:
    match = auction()
    bid(match, "2", "1")
    assert match.talk("2", ["takeback"]) == ["takeback"]
    searches: list[int] = []
    monkeypatch.setattr(table_talk, "asked_before", lambda _, n: searches.append(n))
    for card in match.state.hands["1"][:3]:
        match.submit("1", {"kind": "bid", "card": card})
        assert match.talk("2", ["takeback"]) == ["takeback"]
    assert not searches


class Adjustable(Auction):
    """The auction, with scores that adjustments can set; the proposer's note is hidden from the others."""

    def adjustable(self, state: Any, changes: Any, seat: str, card: str | None) -> Refusal | None:
        sound = [change for change in changes if change.get("seat") in state.score and "score" in change]
        return None if changes and len(sound) == len(changes) else self.refuse("bad-shape")

    def changes_seen(self, changes: Any) -> list[Any]:
        return [{key: value for key, value in change.items() if key != "why"} for change in changes]

    def adjust(self, run: Any, changes: Any, seat: str) -> None:
        for change in changes:
            run.emit(Taken(change["seat"], change["score"] - run.state.score[change["seat"]], {}))


class ByHand(Match):
    engine = Adjustable()


def test_an_agreed_adjustment_happens_as_it_was_proposed() -> None:
    """Though a bid was opened and a seat gave up meanwhile."""
    match = ByHand.new({}, 1)
    bid(match, "1", "2")
    changes = [{"seat": "1", "score": 7, "why": "mine"}, {"seat": "3", "score": 2}]
    match.submit("2", {"kind": "propose", "what": "adjustment", "changes": changes})
    assert match.decisions["1"]["prompt"]["params"]["changes"] == [{"seat": "1", "score": 7}, {"seat": "3", "score": 2}]
    match.submit("3", CONCEDE)
    match.submit("1", YES)
    taken = [event for event in match.journal if event["kind"] == "taken"]
    assert [(event["seat"], event["worth"]) for event in taken[:2]] == [("1", 7), ("3", 2)]
    assert len(taken) == 3, "then the two bids that were in are opened"


def test_changes_that_make_no_sense_are_not_put() -> None:
    assert code(auction(), "1", {"kind": "propose", "what": "adjustment", "changes": []}) == "bad-shape"
    assert (
        code(ByHand.new({}, 1), "1", {"kind": "propose", "what": "adjustment", "changes": [{"seat": "9"}]})
        == "bad-shape"
    )


# ---- giving up -------------------------------------------------------------------------------------------------------


def test_the_others_play_on_and_the_last_one_left_wins() -> None:
    match = auction()
    bid(match, "1")
    match.submit("1", CONCEDE)
    assert sorted(match.asked) == ["2", "3"]
    assert code(match, "1", next(match.commands("2"))) == "gave-up"
    match.lapse("2")
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["reason"]) == (["3"], "time")
    assert kinds(match)[-3:] == ["time-ran-out", "gave-up", "over"]


def test_a_bid_that_is_missing_is_waited_for_no_more() -> None:
    match = auction()
    bid(match, "1", "2")
    match.submit("3", CONCEDE)
    assert "taken" in kinds(match)
    assert sorted(match.asked) == ["1", "2"]


# ---- undoing ---------------------------------------------------------------------------------------------------------


def test_ones_own_sealed_bid_is_undone_until_another_has_spoken() -> None:
    match = auction()
    before = match.position()
    bid(match, "2")
    match.submit("2", {"kind": "undo"})
    assert match.position() | {"asked": None} == before | {"asked": None}
    bid(match, "2", "1")
    assert code(match, "2", {"kind": "undo"}) == "nothing-to-undo"


def test_a_bid_that_has_been_revealed_is_not_undone() -> None:
    match = auction()
    bid(match, "1", "2", "3")
    assert code(match, "3", {"kind": "undo"}) == "nothing-to-undo"


def test_undoing_a_proposal_is_taking_it_back() -> None:
    match = auction()
    match.submit("1", DRAW)
    match.submit("1", {"kind": "undo"})
    assert {question.kind for question in match.asked.values()} == {"bid"}


@pytest.mark.parametrize("command", [DRAW, RETRACT, CONCEDE, {"kind": "undo"}, NO])
def test_after_the_end_nothing_is_said(command: Json) -> None:
    match = auction(2)
    match.submit("1", CONCEDE)
    with pytest.raises(Refused) as refused:
        match.submit("2", command)
    assert (refused.value.refusal.code, refused.value.refusal.clause) == ("over", "BID-3")
