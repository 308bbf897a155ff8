"""The effects of cards on the game: generic capacities given for free, mechanisms, hostiles, tracks; choices,
repetitions, dice that branch; durations of effects; effects settled by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.olomoc import Match
from tests.cards.trial import (
    BESIDE,
    CORE,
    FOE,
    SKIRMISH,
    capacity,
    kubik,
    petra,
    shows,
    standing,
    table_with,
    trial,
    use,
)
from tests.rules.table import Json, Table, ally, ended, foe, gargoule, marker, off, rogue, rolled, um

TARGET = {"targets": [{"who": ["allied", "adverse", "hostile"]}]}


def score(by: Any = 1, **keys: Any) -> Json:
    return {"op": "score", "by": by, **keys}


# ---- generic capacities for free -------------------------------------------------------------------------------------


@shows("act")
@pytest.mark.parametrize("limited", [True, False])
def test_a_walk_is_given(limited: bool) -> None:
    """CAP-2: it costs nothing and counts against its limit, unless the card says that it does not."""
    card = capacity({"op": "act", "who": "target", "action": "walk", "limited": limited}, **TARGET)
    table = trial(card, ally("dominik", BESIDE, used={"walk": 1}))
    use(table, target="dominik")
    assert table.waiting == {"1": "act"}
    assert {o["command"]["kind"] for o in table.asked("act")["options"]} == {"walk", "end"}
    table.refused("CAP-1", "not-granted", "rest", rouage="dominik", target="dominik", remove="noirceur")
    table.walk("dominik", (5, 11))
    dominik = table["dominik"]
    assert (dominik["at"], dominik["actions"], dominik["used"]["walk"]) == ([um(5), um(11)], 4, 2 if limited else 1)
    assert table.waiting == {"1": "act"}


@shows("act")
def test_a_granted_action_may_be_declined() -> None:
    card = capacity({"op": "act", "who": "target", "action": "walk"}, score(), **TARGET)
    table = trial(card, ally("dominik", BESIDE))
    use(table, target="dominik")
    table.end()
    assert (table.points["1"], table.position["active"]["rouages"]) == (1, ["petra"])


@shows("act")
@pytest.mark.parametrize("used", [2, 0])
def test_a_granted_action_past_its_limit_is_not_offered(used: int) -> None:
    """WLK-1: not past its limit."""
    card = capacity({"op": "act", "who": "target", "action": "walk"}, score(), **TARGET)
    table = trial(card, ally("dominik", BESIDE, used={"walk": used}))
    use(table, target="dominik")
    assert table.points["1"] == (1 if used else 0)


@shows("act")
@pytest.mark.parametrize(("action", "mode"), [("frontal", "frontal"), ("ranged", "ranged"), ("attack", "frontal")])
def test_an_attack_is_given(action: str, mode: str) -> None:
    """ATK-1, ATK-4: dodged as any other; not an active rouage's, so neither fate nor tactics."""
    card = capacity({"op": "act", "who": "target", "action": action}, **TARGET)
    place = (5 + off(0.5), 11) if mode == "frontal" else (9, 11)
    table = trial(card, ally("dominik", (5, 11), combat=2, shooting=2), kubik(place, dodge=1), dice=[5, 5, 6])
    use(table, target="dominik")
    table.do("attack", rouage="dominik", target="kubik", mode=mode)
    table.do("react", dodge=True, riposte=None)
    assert (table["kubik"]["wounds"], table["dominik"]["used"]["attack"], table.waiting) == (1, 1, {"1": "act"})


@shows("act")
def test_the_active_rouage_tempts_fate_on_what_it_is_given() -> None:
    """ROL-5, ATK-4."""
    table = trial(capacity({"op": "act", "action": "frontal"}), kubik(), dice=[1, 1, 1, 6, 6, 6])
    use(table)
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.settle(reroll=True, tactic="stun")
    assert (table["kubik"]["wounds"], table["kubik"]["states"], table["petra"]["noirceur"]) == (1, ["stunned"], 1)


@shows("act")
def test_a_charge_a_rest_and_a_study_are_given() -> None:
    """CHG-1, RST-1, SET-2: each only as given, and on the target given."""
    charge = capacity({"op": "act", "action": "charge", "target": "target"}, **TARGET)
    table = trial(charge, kubik((9, 8)), foe("jana", (5, 4)), dice=[4, 4, 4])
    use(table, target="kubik")
    assert not table.legal("charge", rouage="petra", target="jana", to=(5.0, 6.0))
    table.do("charge", rouage="petra", target="kubik", to=(9 - off(0.5), 8))
    table.settle()
    assert (table["kubik"]["wounds"], table["petra"]["actions"]) == (3, 4)
    table = trial(capacity({"op": "act", "action": "rest"}), by={"noirceur": 2})
    use(table)
    table.do("rest", rouage="petra", target="petra", remove="noirceur")
    assert (table["petra"]["noirceur"], table["petra"]["actions"]) == (1, 4)
    table = trial(capacity({"op": "act", "action": "study"}), marker("m", BESIDE), agenda="survey", dice=[5, 5])
    use(table)
    table.study("petra", "m")
    assert (table.points["1"], table["petra"]["actions"]) == (2, 4)


@shows("act")
def test_a_hostile_acts_for_a_card() -> None:
    """HOS-4 [choice]: the player with priority chooses for it."""
    table = trial(
        capacity({"op": "act", "who": "target", "action": "walk"}, **TARGET), rogue("rogue-1", (9, 9)), priority="2"
    )
    use(table, target="rogue-1")
    table.do("walk", seat="2", rouage="rogue-1", to=(9, 12))
    assert table["rogue-1"]["at"] == [um(9), um(12)]


# ---- the city's own --------------------------------------------------------------------------------------------------


@shows("mechanism")
def test_a_card_makes_a_mechanism() -> None:
    """ART-1, ART-2: the top card, priority, its effect."""
    table = trial(capacity({"op": "mechanism"}), artefact=["rogue-north-east"], priority="1")
    use(table)
    position = table.position
    assert (position["priority"], position["discard"], len(position["hostiles"])) == ("2", ["rogue-north-east"], 1)


@shows("activate-hostiles")
def test_a_card_activates_hostiles() -> None:
    """CYC-5: those meant, and no others."""
    card = capacity({"op": "activate-hostiles", "who": {"who": ["hostile"], "pick": "nearest"}})
    near, far = (5 + off(0.5, 30, 40), 8), (12, 12)
    table = trial(card, rogue("rogue-1", near), rogue("rogue-2", far), by={"life": "SSSSSSSS"}, dice=[5, 5, 5, 1])
    use(table)
    table.settle()
    assert table["petra"]["wounds"] == 3
    assert table["rogue-2"]["at"] == [um(12), um(12)]


@shows("score")
@pytest.mark.parametrize(
    ("keys", "points", "fiel", "traque"),
    [
        ({"by": 3}, (5, 2), (1, 1), 1),
        ({"by": -9}, (0, 2), (1, 1), 1),
        ({"by": 99}, (20, 2), (1, 1), 1),
        ({"player": "opponent"}, (2, 3), (1, 1), 1),
        ({"player": "both", "by": 2}, (4, 4), (1, 1), 1),
        ({"track": "fiel", "player": "opponent"}, (2, 2), (1, 2), 1),
        ({"track": "fiel", "by": -1}, (2, 2), (0, 1), 1),
        ({"track": "traque"}, (2, 2), (1, 1), 2),
    ],
)
def test_tracks_move(keys: Json, points: tuple[int, int], fiel: tuple[int, int], traque: int) -> None:
    """SET-6: within their ends."""
    table = trial(capacity({"op": "score", **keys}), points={"1": 2, "2": 2}, fiel={"1": 1, "2": 1}, traque=1)
    use(table)
    assert (tuple(table.points.values()), tuple(table.fiel.values()), table.traque) == (points, fiel, traque)


@shows("score")
def test_traque_at_three_ends_the_match() -> None:
    """END-2."""
    table = trial(capacity({"op": "score", "track": "traque"}, score(5)), traque=2)
    use(table)
    assert table.match.outcome == ended(None, "traque", {"1": 0, "2": 0})


# ---- choices, repetitions, branches ----------------------------------------------------------------------------------


def options(by: str = "controller") -> Json:
    healthy = {"test": "is", "like": {"who": ["self"], "status": ["healthy"]}}
    rows = [
        {"text": {"en": "One point"}, "operations": [score(1)]},
        {"text": {"en": "Two points, while healthy"}, "conditions": [healthy], "operations": [score(2)]},
        {"text": {"en": "Nothing"}},
    ]
    return {"op": "choose", "by": by, "options": rows}


@shows("choose")
@pytest.mark.parametrize(("by", "seat"), [("controller", "1"), ("opponent", "2"), ("priority", "2")])
@pytest.mark.parametrize(("choice", "points"), [(0, 1), (1, 2), (2, 0)])
def test_a_choice_is_put_to_the_player_named(by: str, seat: str, choice: int, points: int) -> None:
    table = trial(capacity(options(by)), priority="2")
    use(table)
    assert table.waiting == {seat: "choose"}
    assert table.asked("choose")["prompt"]["params"]["texts"][0] == {"fr": None, "en": "One point"}
    table.do("choose", choice=choice)
    assert table.points["1"] == points


@shows("choose")
def test_only_what_is_offered_can_be_chosen() -> None:
    table = trial(capacity(options()), by={"noirceur": 1})
    use(table)
    for wrong in (1, 3, "0", True, None):
        table.refused("GEN-6", "not-a-choice", "choose", choice=wrong)


@shows("choose")
def test_the_only_legal_option_is_taken_without_a_question() -> None:
    never = {"test": "is", "like": {"who": ["self"], "status": ["corrupted"]}}
    first = {"text": {"en": "a"}, "operations": [score(1)]}
    other = {"text": {"en": "b"}, "conditions": [never], "operations": [score(9)]}
    table = trial(capacity({"op": "choose", "options": [first, other]}, {"op": "choose", "options": [other]}, score(1)))
    use(table)
    assert table.points["1"] == 2


@shows("for-each")
def test_each_is_dealt_with_in_turn() -> None:
    """The selection is made first: those who are no longer so are dealt with all the same."""
    each = [{"op": "give", "who": "each", "token": "noirceur"}, score()]
    card = capacity({"op": "for-each", "of": {"who": ["adverse"], "status": ["healthy"]}, "operations": each})
    table = trial(card, kubik(), foe("jana", (9, 8)), foe("otto", (12, 8), noirceur=1))
    use(table)
    assert ([table[id]["noirceur"] for id in ("kubik", "jana", "otto")], table.points["1"]) == ([1, 1, 1], 2)


@shows("for-each")
def test_the_priority_player_orders_what_moves() -> None:
    """GEN-6."""
    card = capacity({"op": "for-each", "of": {"who": ["adverse"]}, "operations": [{"op": "push", "who": "each"}]})
    table = trial(card, kubik((8, 8)), foe("jana", (12, 8)), priority="2")
    use(table)
    table.do("choose", seat="2", choice="jana")
    assert table.asked("move")["prompt"]["params"]["piece"] == "jana"


@shows("if")
@pytest.mark.parametrize(("noirceur", "points"), [(0, 2), (1, 3)])
def test_if_runs_then_or_otherwise(noirceur: int, points: int) -> None:
    healthy = {"test": "is", "like": {"who": ["self"], "status": ["healthy"]}}
    card = capacity({"op": "if", "conditions": [healthy], "then": [score(2)], "otherwise": [score(3)]})
    table = trial(card, by={"noirceur": noirceur})
    use(table)
    assert table.points["1"] == points


@shows("roll", "value:rolled")
@pytest.mark.parametrize(("die", "face", "points"), [("d6", 5, 15), ("d3", 5, 3), ("d6", 1, 1)])
def test_a_die_branches(die: str, face: int, points: int) -> None:
    """GEN-3: every branch that holds its result; nothing changes it."""
    branches = [
        {"faces": [1, 2, 3, 5], "operations": [score({"value": "rolled"})]},
        {"faces": [5, 6], "operations": [score(10)]},
    ]
    table = trial(capacity({"op": "roll", "die": die, "branches": branches}), dice=[face])
    use(table)
    assert table.points["1"] == points


# ---- whom a selection picks ------------------------------------------------------------------------------------------


def picked(select: Json, *, choose: list[str] | None = None, seat: str = "1", **keys: Any) -> set[str]:
    """The rouages of these four that take Noirceur."""
    card = capacity({"op": "give", "who": {"who": ["allied", "adverse"], **select}, "token": "noirceur"})
    table = trial(
        card,
        kubik((8, 8), rank=3),
        foe("jana", (11, 8), rank=1),
        ally("dominik", (5, 11), rank=1),
        ally("otto", (5, 14), rank=2),
        **keys,
    )
    use(table)
    for choice in choose or []:
        table.do("choose", seat=seat, choice=choice)
    assert table.waiting == {"1": "act"}
    return {p["id"] for p in table.position["rouages"] if p["noirceur"]}


@pytest.mark.parametrize(
    ("select", "choose", "who"),
    [
        ({}, [], {"kubik", "jana", "dominik", "otto"}),
        ({"pick": "highest-rank"}, [], {"kubik"}),
        ({"pick": "highest-rank", "count": 2}, [], {"kubik", "otto"}),
        ({"pick": "lowest-rank", "count": 2}, [], {"jana", "dominik"}),
        ({"pick": "lowest-rank"}, ["jana"], {"jana"}),
        ({"pick": "nearest"}, ["dominik"], {"dominik"}),
        ({"pick": "farthest"}, ["jana"], {"jana"}),
        ({"pick": "chosen", "count": 2}, ["otto", "jana"], {"otto", "jana"}),
        ({"pick": "chosen", "count": 9}, [], {"kubik", "jana", "dominik", "otto"}),
    ],
)
def test_a_selection_keeps_the_pieces_that_its_rule_picks(select: Json, choose: list[str], who: set[str]) -> None:
    """GEN-5: of equals the player with priority picks; what is chosen, its controller."""
    assert picked(select, choose=choose) == who


def test_ties_are_the_priority_players() -> None:
    """GEN-5."""
    assert picked({"pick": "nearest"}, choose=["kubik"], seat="2", priority="2") == {"kubik"}


# ---- how long, how often ---------------------------------------------------------------------------------------------


def test_a_lasting_figure_is_fixed_when_it_begins() -> None:
    """CAP-1: as many dice as wounds then, not as many as now."""
    change = {"op": "change", "what": "combat", "by": {"value": "wounds"}}
    table = trial(
        capacity(change, {"op": "heal", "count": 2}, duration="phase"), kubik(), by={"wounds": 2}, dice=[1] * 5
    )
    use(table)
    assert len(rolled(table.frontal("petra", "kubik"))[0]["dice"]) == 5


def test_an_effect_on_an_action_ends_with_it() -> None:
    """CAP-1: until the generic capacity at hand ends."""
    rush = capacity({"op": "change", "what": "combat", "by": 2}, duration="action")
    table = trial(rush, kubik(), dice=[1] * 8)
    use(table)
    assert [len(rolled(table.frontal("petra", "kubik"))[0]["dice"]) for _ in range(2)] == [5, 3]


def test_an_effect_on_an_activation_ends_with_it() -> None:
    table = trial(capacity({"op": "change", "what": "combat", "by": 2}))
    use(table)
    assert table.position["effects"][0]["until"] == "activation"
    table.end()
    assert table.position["effects"] == []


def test_the_same_name_does_not_add_up() -> None:
    """GEN-7: two uses, two bearers, two cards of one name: one bonus."""
    change = {"op": "change", "what": "combat", "by": 1}
    often = capacity({**change, "who": {"who": ["self", "allied"]}}, frequency={"n": 2, "per": "phase"}, name="Rage")
    aura = standing({**change, "who": {"who": ["allied"]}}, id="aura", name="Rage")
    allies = (ally("dominik", (5, 11), capacities=["aura"]), ally("otto", (9, 11), capacities=["aura"]))
    table = trial([often, aura], kubik(), *allies, dice=[1] * 4)
    use(table)
    use(table)
    assert len(rolled(table.frontal("petra", "kubik"))[0]["dice"]) == 4


def test_a_capacity_that_affects_allies_leaves_out_its_bearer() -> None:
    """GEN-9, GEN-8: `allied` is the others, unless the card says `self`."""
    card = capacity({"op": "give", "who": {}, "token": "noirceur"})
    table = trial(card, ally("dominik", BESIDE), kubik())
    use(table)
    assert [table[id]["noirceur"] for id in ("petra", "dominik", "kubik")] == [0, 1, 0]


def test_conditions_of_lasting_effects_look_at_the_printed_pieces() -> None:
    """Conditions of what holds look at the printed pieces: a stunned one that ignores stun while engaged."""
    both = {"test": "is", "like": {"who": ["self"], "engaged": True}}
    card = standing({"op": "ignore", "what": ["stunned", "threat"]}, conditions=[both])
    table = trial(card, kubik(capacities=["trial"], states=["stunned"]), by={"states": ["stunned"]})
    assert not table.legal("walk", rouage="petra", to=(5.0, 11.0))  # neither engages the other: both are stunned


# ---- by hand ---------------------------------------------------------------------------------------------------------


def test_a_capacity_settled_by_hand_is_paid_and_announced() -> None:
    """CAP-1: the log says so at its moment; the players then agree on an adjustment."""
    card = {**capacity(cost={"actions": 2}, frequency={"n": 1, "per": "cycle"}), "by_hand": True}
    table = trial(card, kubik())
    events = use(table)
    assert [(e["code"], e["params"]["card"]) for e in events if e["kind"] == "noted"] == [("by-hand", "trial")]
    assert (table["petra"]["actions"], table["petra"]["used"]) == (2, {"trial@cycle": 1})
    table.refused("CAP-1", "limit-reached", "capacity", rouage="petra", capacity="trial", targets={})
    table.match.submit("1", {"kind": "propose", "what": "adjustment", "changes": [{"piece": "kubik", "noirceur": 1}]})
    table.do("adjust", accept=True)
    assert table["kubik"]["noirceur"] == 1


def test_ministries_artefact_cards_and_studies_by_hand() -> None:
    """At their moment the log says so; the match goes on."""
    hand = {**CORE.artefact["dead-hour"].model_dump(), "id": "riddle", "operations": [], "by_hand": True}
    table = trial(capacity({"op": "mechanism"}), sections={"artefact": {"riddle": hand}}, artefact=["riddle"])
    use(table)
    assert by_hand(table) == [("artefact", "riddle")]
    study = {**CORE.agendas["survey"].model_dump()["study"], "operations": [], "by_hand": True}
    agenda = {**SKIRMISH, "id": "riddles", "study": study}
    table = table_with(petra(technique=1), marker("m", BESIDE), sections={"agendas": {"riddles": agenda}},
                       agenda="riddles", active="petra", dice=[5])  # fmt: skip
    table.study("petra", "m")
    assert by_hand(table) == [("study", "riddles")]


def by_hand(table: Table) -> list[tuple[str, str]]:
    notes = [e["params"] for e in table.match.journal if e["kind"] == "noted" and e["code"] == "by-hand"]
    return [(params["source"], params["card"]) for params in notes]


def test_an_adjustment_triggers_nothing() -> None:
    """A change that the players agree on is no event of the game."""
    card = capacity(score(), trigger={"when": "token", "token": "noirceur", "subject": {"who": ["adverse"]}})
    table = trial(card, kubik())
    table.match.submit("1", {"kind": "propose", "what": "adjustment", "changes": [{"piece": "kubik", "noirceur": 1}]})
    table.do("adjust", accept=True)
    assert table.points["1"] == 0


# ---- states in between -----------------------------------------------------------------------------------------------


def test_a_match_can_be_saved_in_the_middle_of_a_card() -> None:
    """The position says everything at any decision: the very same question, the same end."""
    give = {"op": "give", "who": {"who": ["adverse"], "pick": "chosen"}, "token": "stunned"}
    card = capacity({"op": "push", "who": "target"}, options(), give, **TARGET)
    table = trial(card, kubik(), foe("jana", (9, 8)))
    use(table, target="kubik")
    for answer in (
        {"kind": "move", "to": [um(7.5), um(8)]},
        {"kind": "choose", "choice": 0},
        {"kind": "choose", "choice": "jana"},
    ):
        again = saved(table)
        assert again.decisions["1"]["prompt"] == table.match.decisions["1"]["prompt"]
        table.match.submit("1", answer)
        again.submit("1", answer)
        assert again.position() == table.position
    assert table["jana"]["states"] == ["stunned"]
    assert Match.replay({}, json.loads(json.dumps(table.match.journal))).position() == table.position


def saved(table: Table) -> Match:
    """The match as it reads back from its position."""
    from tests.cards.trial import TRIED

    return Match.from_position(json.loads(json.dumps(table.position)), dice=[], shelf={"trial": TRIED[-1]})


def test_wild_targets_are_refused() -> None:
    """Malformed commands are refused like illegal ones."""
    table = trial(capacity(score(), targets=[{**FOE}]), kubik(), gargoule("g", (9, 9)))
    for targets in ({"target": 3}, {"target": [1, 2]}, {"x": "kubik"}, {"target": None}, []):
        refusal = table.match.check(
            "1", {"kind": "capacity", "rouage": "petra", "capacity": "trial", "targets": targets}
        )
        assert refusal is not None
    assert table_with(petra(), cards=capacity(score()), active="petra").legal(
        "capacity", rouage="petra", capacity="trial", targets={}
    )
