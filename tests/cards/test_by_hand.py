"""Effects settled by hand in the midst of something: the match waits, both read them, and agree on the changes."""

from __future__ import annotations

from rules.olomoc import Match
from tests.cards.trial import capacity, kubik, trial
from tests.rules.table import Json, Table, foe, off

BEFORE_ROLL = {"when": "roll", "moment": "before", "subject": {"who": ["self"]}}
OMEN = {**capacity(trigger=BEFORE_ROLL), "by_hand": True}


def struck(**keys: object) -> Table:
    """Pétra attacks; her capacity, settled by hand, comes before her dice."""
    table = trial(OMEN, kubik(dodge=0), **keys)
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    if table.waiting == {"2": "react"}:
        table.do("react", dodge=False, riposte=None)
    return table


def test_a_known_trigger_is_kept_and_the_match_waits_at_it() -> None:
    """CAP-1: no die has fallen when both are asked, each with the same words."""
    table = struck()
    assert table.waiting == {"1": "choose", "2": "choose"}
    prompts = [decision["prompt"] for decision in table.match.decisions.values()]
    assert [prompt["code"] for prompt in prompts] == ["by-hand", "by-hand"]
    assert prompts[0]["params"]["card"] == "trial"
    assert prompts[0]["params"]["rouage"] == "petra"
    assert [e["code"] for e in table.match.journal if e["kind"] == "noted"] == ["by-hand"]
    assert table.rolls == []


def test_the_match_goes_on_when_both_players_are_done() -> None:
    table = struck(dice=[5, 5, 1])
    table.refused("GEN-6", "not-a-choice", "choose", seat="1", choice="later")
    table.do("choose", seat="2", choice="done")
    assert table.waiting == {"1": "choose"}
    table.do("choose", seat="1", choice="done")
    assert len(table.rolls) == 1


def test_an_adjustment_comes_first_and_leaves_the_question_where_it_was() -> None:
    """Agreed on while the match waits; who was done stays done; what was agreed on bears on the roll to come."""
    table = struck()
    table.do("choose", seat="2", choice="done")
    changes: list[Json] = [{"piece": "kubik", "states": ["stunned"]}]
    table.do("propose", seat="1", what="adjustment", changes=changes, card="trial")
    assert table.waiting == {"2": "adjust"}
    assert table.match.decisions["2"]["prompt"]["params"]["card"] == "trial"
    table.do("adjust", accept=True)
    assert table["kubik"]["states"] == ["stunned"]
    assert table.waiting == {"1": "choose"}


def test_the_moment_is_saved_and_replayed() -> None:
    table = struck()
    table.do("choose", seat="2", choice="done")
    again = Match.replay({}, table.match.journal)
    assert again.position() == table.position
    assert {seat: d["prompt"]["code"] for seat, d in again.decisions.items()} == {"1": "by-hand"}


def test_only_what_is_settled_by_hand_can_be_named() -> None:
    table = trial({**capacity(), "by_hand": True}, kubik())
    row: Json = {"what": "adjustment", "changes": [{"traque": 1}]}
    table.refused("CAP-1", "not-by-hand", "propose", seat="1", card="dead-hour", **row)
    table.do("propose", seat="1", card="counter-order", **row)
    assert table.match.decisions["2"]["prompt"]["params"]["card"] == "counter-order"


def test_a_draw_is_for_no_card() -> None:
    table = trial(OMEN, foe("jana", (5, 8 + off(3))))
    table.refused("GEN-2", "bad-shape", "propose", seat="1", what="draw", card="trial")
    table.refused("GEN-2", "bad-shape", "propose", seat="1", what="takeback", card="trial")
