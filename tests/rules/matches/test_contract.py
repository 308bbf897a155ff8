"""The promises of the contract whatever the rules: JSON, ids, stale and malformed commands, replay, secrecy."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.kernel.lazy import plain
from rules.olomoc import Match, Refused
from tests.rules.table import PLANS, Table, ally, foe, off, planning, um, written

NEAR = 5 + off(0.5)


def duel(**keys: Any) -> Table:
    return Table(ally("petra", (5, 8), combat=1), foe("kubik", (NEAR, 8)), active="petra", **keys)


def pure(value: Any) -> bool:
    return json.loads(json.dumps(value, allow_nan=False)) == value


# ---- JSON ------------------------------------------------------------------------------------------------------------


def test_all_results_are_json() -> None:
    """Equal to its own reading: lists, never tuples; string keys; no NaN."""
    table = duel(dice=[5, 1])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    match = table.match
    for value in (match.decisions, match.position(), match.journal, match.sight("petra", "kubik")):
        assert pure(value)
    assert pure(match.reach("petra", "walk"))
    for viewer in ("1", "2", "spectator"):
        assert pure(plain(match.view(viewer)))
    assert pure(list(match.commands("2")))
    assert pure(table.do("react", dodge=False, riposte=None))
    refusal = match.check("2", {"kind": "end"})
    assert pure(refusal.to_json())
    match.submit("1", {"kind": "concede"})
    assert pure(match.outcome)
    table.spare = True


def test_changing_a_result_does_not_change_the_match() -> None:
    """The match's own state is not what it hands out."""
    table = duel()
    before = json.dumps(table.position)
    table.position["rouages"].clear()
    table.match.decisions["1"]["options"].clear()
    table.match.view("1")["rouages"].clear()
    assert json.dumps(table.position) == before
    assert table.asked("act")["options"]


def test_a_position_is_read_and_not_kept() -> None:
    """Changing the object that was given changes nothing."""
    position = written(ally("petra", (5, 8)), active="petra")
    match = Match.from_position(position, dice=[])
    before = match.position()
    position["rouages"][0]["at"][0] = 0
    position["rouages"].clear()
    assert match.position() == before


# ---- decisions and their ids -----------------------------------------------------------------------------------------


def test_only_those_who_owe_an_answer_are_asked() -> None:
    """`decisions` by seat, each with id, seat, kind, prompt and options."""
    table = duel()
    assert list(table.match.decisions) == ["1"]
    decision = table.match.decisions["1"]
    assert {"id", "seat", "kind", "prompt", "options"} <= set(decision)
    assert (decision["seat"], decision["kind"]) == ("1", "act")
    assert {"code", "params"} <= set(decision["prompt"])
    for option in decision["options"]:
        assert option["legal"] is True or {"clause", "code", "params"} <= set(option["why"])


def test_every_question_has_its_own_id() -> None:
    """It changes whenever that seat's question changes, and comes back to no earlier one."""
    table = duel(dice=[1])
    ids = [table.asked("act")["id"]]
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    ids.append(table.asked("react")["id"])
    table.do("react", dodge=False, riposte=None)
    ids.append(table.asked("tempt-fate")["id"])
    table.do("tempt-fate", reroll=False)
    ids.append(table.asked("act")["id"])
    assert len(set(ids)) == 4
    assert table.asked("act")["id"] == ids[-1], "asking again is the same question"


def test_a_stale_answer_is_refused() -> None:
    """A command may carry the decision that it answers."""
    table = duel()
    old = table.asked("act")["id"]
    table.walk("petra", (5, 8.2), decision=old)
    refusal = table.match.check("1", {"kind": "end", "decision": old})
    assert refusal.code == "stale"
    assert table.match.check("1", {"kind": "end", "decision": table.asked("act")["id"]}) is None


def test_the_other_seat_cannot_answer() -> None:
    """Nor a spectator: a seat is "1" or "2"."""
    table = duel()
    assert table.match.check("2", {"kind": "end"}).code == "not-your-turn"
    with pytest.raises((Refused, ValueError)):
        table.match.submit("spectator", {"kind": "end"})


def test_options_of_act_say_why_not() -> None:
    """Impossible generic capacities are listed with their reason."""
    table = duel()
    kinds = {o["command"]["kind"]: o for o in table.asked("act")["options"]}
    assert {"walk", "attack", "charge", "rest", "end"} <= set(kinds)
    assert kinds["charge"]["legal"] is False
    assert kinds["charge"]["why"]["clause"] == "CHG-1"
    assert kinds["walk"]["needs"] == ["to"]


def test_legal_options_without_needs_are_accepted_as_they_are() -> None:
    """`check` accepts every option that a screen shows as possible."""
    table = duel(spare=True)
    seen = 0
    for option in table.asked("act")["options"]:
        if option["legal"] and not option.get("needs"):
            assert table.match.check("1", option["command"]) is None
            seen += 1
        elif not option["legal"]:
            refusal = table.match.check("1", option["command"])
            assert (refusal.clause, refusal.code) == (option["why"]["clause"], option["why"]["code"])
            seen += 1
    assert seen >= 3


def test_commands_are_complete_and_legal() -> None:
    """Bots and fuzzers play these commands."""
    table = duel()
    commands = list(table.match.commands("1"))
    assert {c["kind"] for c in commands} >= {"walk", "attack", "end"}
    assert all(table.match.check("1", c) is None for c in commands)
    assert not {"propose", "undo"} & {c["kind"] for c in commands}
    assert list(table.match.commands("2")) == [] or all(c["kind"] == "concede" for c in table.match.commands("2"))


# ---- bad commands ----------------------------------------------------------------------------------------------------

HOSTILE: list[Any] = [
    None,
    7,
    "end",
    [],
    {},
    {"kind": None},
    {"kind": "no-such-thing"},
    {"kind": ["end"]},
    {"kind": "end", "extra": 1},
    {"kind": "walk"},
    {"kind": "walk", "rouage": "petra"},
    {"kind": "walk", "rouage": "petra", "to": "there"},
    {"kind": "walk", "rouage": "petra", "to": [1]},
    {"kind": "walk", "rouage": "petra", "to": [1, 2, 3]},
    {"kind": "walk", "rouage": "petra", "to": [1.5, 2.5]},
    {"kind": "walk", "rouage": "petra", "to": [True, False]},
    {"kind": "walk", "rouage": "petra", "to": [float("nan"), 0]},
    {"kind": "walk", "rouage": "petra", "to": [float("inf"), 0]},
    {"kind": "walk", "rouage": "petra", "to": [10**40, -(10**40)]},
    {"kind": "walk", "rouage": "petra", "to": ["5", "8"]},
    {"kind": "walk", "rouage": "nobody", "to": [0, 0]},
    {"kind": "walk", "rouage": {"id": "petra"}, "to": [0, 0]},
    {"kind": "walk", "rouage": "petra" * 1000, "to": [0, 0]},
    {"kind": "walk", "rouage": "petra", "to": [um(6), um(8)], "ruler": 3},
    {"kind": "walk", "rouage": "petra", "to": [um(6), um(8)], "ruler": {"x": 0}},
    {"kind": "walk", "rouage": "petra", "to": [um(6), um(8)], "ruler": {"x": 0, "y": 0, "angle": float("nan")}},
    {"kind": "attack", "rouage": "petra", "target": "petra", "mode": "frontal"},
    {"kind": "attack", "rouage": "petra", "target": "kubik", "mode": "sideways"},
    {"kind": "attack", "rouage": "petra", "target": None, "mode": "frontal"},
    {"kind": "charge", "rouage": "petra", "target": "kubik"},
    {"kind": "rest", "rouage": "petra", "target": "petra", "remove": "wounds"},
    {"kind": "capacity", "rouage": "petra", "capacity": "no-such", "targets": {}},
    {"kind": "capacity", "rouage": "petra", "capacity": "study", "targets": {"marker": "m1"}},
    {"kind": "coordinate", "rouage": 4},
    {"kind": "react", "dodge": "yes", "riposte": None},
    {"kind": "plan", "slots": ["petra"] * 5000},
    {"kind": "compose", "cabal": {}},
    {"kind": "place-decor", "decor": "d1", "x": 0, "y": 0, "angle": 0},
    {"kind": "adjust", "accept": True},
    {"kind": "propose", "what": "mutiny"},
    {"kind": "propose", "what": "adjustment", "changes": [{"piece": "petra", "hat": 1}]},
    {"kind": "propose", "what": "adjustment", "changes": "all"},
    {"kind": "propose", "what": "takeback", "to": -5},
    {"kind": "end", "decision": 7},
    {"kind": "end", "decision": "x" * 100_000},
    {1: 2},
    {"kind": "end", 3: 4},
    {"kind": b"end"},
    {"kind": "walk", "rouage": "petra", "to": (um(6), object())},
]


@pytest.mark.parametrize("command", HOSTILE, ids=lambda c: str(c)[:60].replace("[" * 20, "…"))
def test_a_malformed_command_is_refused_like_an_illegal_one(command: Any) -> None:
    """Wrong types, unknown ids, NaN, huge numbers, extra keys, deep nests: a Refusal, and the match is as it was."""
    refused_untouched(duel(), command)


def test_a_nest_deeper_than_any_stack_is_refused_too() -> None:
    """The nest is refused in every field of a command."""
    deep: Any = []
    for _ in range(3000):
        deep = [deep]
    for command in (
        {"kind": "capacity", "rouage": "petra", "capacity": "study", "targets": deep},
        {"kind": "choose", "choice": deep},
        {"kind": "propose", "what": "adjustment", "changes": deep},
        deep,
    ):
        refused_untouched(duel(), command)


def refused_untouched(table: Table, command: Any) -> None:
    before, events = table.position, len(table.match.journal)
    refusal = table.match.check("1", command)
    assert refusal is not None
    assert refusal.clause
    assert refusal.code
    assert pure(dict(refusal.params))
    with pytest.raises(Refused):
        table.match.submit("1", command)
    assert table.position == before
    assert len(table.match.journal) == events


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"kind": "no-such-thing"}, "unknown-command"),
        ({"kind": "walk", "rouage": "petra", "to": "there"}, "bad-shape"),
        ({"kind": "end", "extra": 1}, "bad-shape"),
        (None, "bad-shape"),
    ],
)
def test_the_codes_of_malformed_commands(command: Any, code: str) -> None:
    """Stable: `unknown-command`, `bad-shape`."""
    assert duel().match.check("1", command).code == code


@pytest.mark.parametrize(
    "position",
    [
        {"agenda": "no-such"},
        {"rouages": [{"id": "a"}, {"id": "a"}]},
        {"rouages": [{"id": "petra", "seat": "3"}]},
        {"rouages": [{"id": "petra", "seat": "1", "card": "no-such"}]},
        {"colour": "red"},
        {"cycle": 9},
        {"fiel": {"1": 7}},
        {"artefact": ["no-such-card"]},
        {"markers": [{"id": "m1", "at": [0, 0], "size": 31}]},
        {"decor": [{"id": "d1", "kind": "soft", "polygon": [[0, 0], [9, 0], [0, 9]]}]},
        {"decor": [{"id": "d1", "kind": "open", "polygon": [[0, 0], [9, 0]]}]},
        {"active": {"seat": "1", "by": "activation", "rouages": ["nobody"]}},
        [],
        None,
    ],
    ids=lambda p: str(p)[:50],
)
def test_positions_that_make_no_sense(position: Any) -> None:
    """`from_position` checks shape, ids and overlaps."""
    with pytest.raises(ValueError, match=r"\w"):
        Match.from_position(position)


# ---- events and replay -----------------------------------------------------------------------------------------------


def test_events_are_numbered_without_gaps() -> None:
    """From 0; `submit` returns those that it caused."""
    table = duel(dice=[5])
    events = table.frontal("petra", "kubik")
    assert [e["n"] for e in table.match.journal] == list(range(len(table.match.journal)))
    assert events == table.match.journal[events[0]["n"] :]
    assert all(isinstance(e["kind"], str) for e in events)


def test_event_zero_carries_all_that_a_replay_needs() -> None:
    """The journal alone is enough, and no die is rolled."""
    table = duel(dice=[5])
    table.frontal("petra", "kubik")
    journal = json.loads(json.dumps(table.match.journal))
    again = Match.replay({}, journal)
    assert again.position() == table.position
    assert again.decisions == table.match.decisions
    assert again.journal == table.match.journal


def test_replay_goes_on_from_any_event() -> None:
    """A journal cut where a command ended is the match of then."""
    table = duel(dice=[1, 5])
    steps = []
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    steps.append((len(table.match.journal), table.position))
    table.do("react", dodge=False, riposte=None)
    steps.append((len(table.match.journal), table.position))
    table.do("tempt-fate", reroll=True)
    steps.append((len(table.match.journal), table.position))
    for n, position in steps:
        assert Match.replay({}, table.match.journal[:n]).position() == position
    table.settle()


@pytest.mark.parametrize("step", ["attack", "react", "tempt-fate", "tactic"])
def test_a_match_is_restored_at_any_decision(step: str) -> None:
    """`from_position(position())` stands at the same question, and goes on the same."""
    table = Table(ally("petra", (5, 8), combat=2), foe("kubik", (NEAR, 8)), active="petra", dice=[5, 1], spare=True)
    for kind, fields in (
        ("attack", {"rouage": "petra", "target": "kubik", "mode": "frontal"}),
        ("react", {"dodge": False, "riposte": None}),
        ("tempt-fate", {"reroll": False}),
        ("tactic", {"tactic": None}),
    ):
        table.do(kind, **fields)
        if kind == step:
            break
    restored = Table(match=Match.from_position(json.loads(json.dumps(table.position)), dice=[5, 1]), spare=True)
    assert restored.position == table.position
    assert restored.waiting == table.waiting
    restored.idle_until(lambda t: t.waiting == {"1": "act"})
    table.idle_until(lambda t: t.waiting == {"1": "act"})
    assert [restored[id] for id in ("petra", "kubik")] == [table[id] for id in ("petra", "kubik")]


def test_a_fork_goes_its_own_way() -> None:
    """An independent copy with its own dice."""
    table = duel()
    copy = table.match.fork(3)
    assert copy.position() == table.position
    copy.submit("1", {"kind": "walk", "rouage": "petra", "to": [um(5), um(8.2)]})
    assert copy.position() != table.position
    assert table["petra"]["at"] == [um(5), um(8)]


def test_scripted_dice_that_run_short() -> None:
    """`DiceExhausted`, and the match is untouched."""
    from rules.olomoc import DiceExhausted

    table = duel()
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    before = table.position
    with pytest.raises(DiceExhausted):
        table.do("react", dodge=False, riposte=None)
    assert table.position == before


def test_dice_not_used_stay() -> None:
    """`dice_left`: no error."""
    table = duel(dice=[5, 2, 3], spare=True)
    table.frontal("petra", "kubik")
    assert table.match.dice_left == [2, 3]


# ---- secrecy ---------------------------------------------------------------------------------------------------------


def test_hands_are_their_owners_secret() -> None:
    """Each sees their own ministries; nobody else, in any part of the view, decisions included."""
    table = planning()
    secrets = {"1": ("axe-1", "harmony", "edification"), "2": ("axe-2", "integrity")}
    for seat, cards in secrets.items():
        assert all(card in json.dumps(table.match.view(seat)["hand"]) for card in cards)
        for viewer in {"1", "2", "spectator"} - {seat}:
            shown = json.dumps(table.match.view(viewer), default=list)
            assert not [card for card in cards if f'"{card}"' in shown]


def test_the_pile_is_nobodys_to_see() -> None:
    """Neither its order nor its cards; the discard is open."""
    table = duel(artefact=["dead-hour", "low-tide"], discard=["rogue-north-west"])
    for viewer in ("1", "2", "spectator"):
        shown = json.dumps(table.match.view(viewer), default=list)
        assert "low-tide" not in shown
        assert "rogue-north-west" in shown


def test_a_plan_is_hidden_until_it_is_turned() -> None:
    """In the view, the log, and the refusals of the other seat."""
    table = planning()
    table.plan("1", "kubik", "dominik", "security", "propaganda", "petra")
    ids = {viewer: table.match.view(viewer)["log"][-1] for viewer in ("2", "spectator")}
    for event in ids.values():
        assert "slots" not in event or event["slots"] is None
    table.plan("2", *PLANS["2"])
    for viewer in ("2", "spectator"):
        assert "security" not in json.dumps(list(table.match.view(viewer)["log"]))
        assert table.match.view(viewer).get("plan") != ["kubik", "dominik", "security", "propaganda", "petra"]


def test_a_view_says_who_is_asked_and_keeps_the_question_to_that_seat() -> None:
    """`waiting` for everyone, `decision` for the one who owes it."""
    table = duel()
    assert table.match.view("1")["decision"] == table.match.decisions["1"]
    assert table.match.view("2").get("decision") is None
    assert table.match.view("spectator").get("decision") is None
    assert table.match.view("1")["me"] == "1"
    for viewer in ("1", "2", "spectator"):
        assert "1" in str(table.match.view(viewer)["waiting"])


def test_the_log_has_the_journals_numbers() -> None:
    """The same n, hidden ones replaced by what may be known."""
    table = planning()
    table.plan("1", *PLANS["1"])
    for viewer in ("1", "2", "spectator"):
        log = table.match.view(viewer)["log"]
        assert [e["n"] for e in log] == [e["n"] for e in table.match.journal]
