"""Effects settled by hand in the midst of something: the match waits, both read them, and agree on the changes."""

from __future__ import annotations

from rules.olomoc import Match
from tests.cards.trial import capacity, kubik, trial
from tests.rules.table import Json, Table, foe, off

BEFORE_ROLL = {"when": "roll", "moment": "before", "subject": {"who": ["self"]}}
OMEN = {**capacity(trigger=BEFORE_ROLL), "by_hand": True}


def struck(**keys: object) -> Table:
    """Pétra attacks; her capacity, settled by hand, comes before her dice."""
    it = trial(OMEN, kubik(dodge=0), **keys)
    it.do("attack", rouage="petra", target="kubik", mode="frontal")
    if it.waiting == {"2": "react"}:
        it.do("react", dodge=False, riposte=None)
    return it


def test_a_known_trigger_is_kept_and_the_match_waits_at_it() -> None:
    """CAP-1: no die has fallen when both are asked, each with the same words."""
    it = struck()
    assert it.waiting == {"1": "choose", "2": "choose"}
    prompts = [decision["prompt"] for decision in it.match.decisions.values()]
    assert [prompt["code"] for prompt in prompts] == ["by-hand", "by-hand"]
    assert prompts[0]["params"]["card"] == "trial"
    assert prompts[0]["params"]["rouage"] == "petra"
    assert [e["code"] for e in it.match.journal if e["kind"] == "noted"] == ["by-hand"]
    assert it.rolls == []


def test_the_match_goes_on_when_both_players_are_done() -> None:
    it = struck(dice=[5, 5, 1])
    it.refused("GEN-6", "not-a-choice", "choose", seat="1", choice="later")
    it.do("choose", seat="2", choice="done")
    assert it.waiting == {"1": "choose"}
    it.do("choose", seat="1", choice="done")
    assert len(it.rolls) == 1


def test_an_adjustment_comes_first_and_leaves_the_question_where_it_was() -> None:
    """Agreed on while the match waits; who was done stays done; what was agreed on bears on the roll to come."""
    it = struck()
    it.do("choose", seat="2", choice="done")
    changes: list[Json] = [{"piece": "kubik", "states": ["stunned"]}]
    it.do("propose", seat="1", what="adjustment", changes=changes, card="trial")
    assert it.waiting == {"2": "adjust"}
    assert it.match.decisions["2"]["prompt"]["params"]["card"] == "trial"
    it.do("adjust", accept=True)
    assert it["kubik"]["states"] == ["stunned"]
    assert it.waiting == {"1": "choose"}


def test_the_moment_is_saved_and_replayed() -> None:
    it = struck()
    it.do("choose", seat="2", choice="done")
    again = Match.replay({}, it.match.journal)
    assert again.position() == it.position
    assert {seat: d["prompt"]["code"] for seat, d in again.decisions.items()} == {"1": "by-hand"}


def test_only_what_is_settled_by_hand_can_be_named() -> None:
    it = trial({**capacity(), "by_hand": True}, kubik())
    row: Json = {"what": "adjustment", "changes": [{"traque": 1}]}
    it.refused("CAP-1", "not-by-hand", "propose", seat="1", card="dead-hour", **row)
    it.do("propose", seat="1", card="counter-order", **row)
    assert it.match.decisions["2"]["prompt"]["params"]["card"] == "counter-order"


def test_a_draw_is_for_no_card() -> None:
    it = trial(OMEN, foe("jana", (5, 8 + off(3))))
    it.refused("GEN-2", "bad-shape", "propose", seat="1", what="draw", card="trial")
    it.refused("GEN-2", "bad-shape", "propose", seat="1", what="takeback", card="trial")
