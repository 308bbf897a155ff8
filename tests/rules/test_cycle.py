"""CYC, DECK and GEN-2: planning, the five phases, ministries, mechanisms, the hostile phase, the end of a cycle."""

from __future__ import annotations

import pytest

from tests.rules.table import (
    CABALS,
    MINISTRIES,
    PLANS,
    Json,
    Table,
    ally,
    cabal,
    cycle,
    foe,
    off,
    planning,
    rogue,
    rolled,
)

ROGUES = ["rogue-north-west", "rogue-north-east", "rogue-south-east", "rogue-south-west"]
"""Their numbers begin with 1, 2, 1, 2."""


def happened(events: list[Json], *kinds: str) -> list[str]:
    return [event["kind"] for event in events if event["kind"] in kinds]


# ---- planning (CYC-3) ------------------------------------------------------------------------------------------------


def test_both_plan_at_once_and_in_secret() -> None:
    """CYC-3: both are asked; nobody sees the other's slots, not even that a card was laid where."""
    table = planning()
    assert table.waiting == {"1": "plan", "2": "plan"}
    table.plan("1", *PLANS["1"])
    assert table.waiting == {"2": "plan"}
    for viewer in ("2", "spectator"):
        assert "plan" not in table.match.view(viewer) or viewer == "2"
        shown = str(table.match.view(viewer)["log"]) + str(table.match.view(viewer).get("plan"))
        assert "security" not in shown.replace("'ministries': ['security']", "")
    assert table.match.view("1")["plan"] == list(PLANS["1"])


def test_a_plan_may_be_sent_again_until_both_are_in() -> None:
    """CYC-3: the last one counts."""
    table = planning()
    table.plan("1", *PLANS["1"])
    other = ("kubik", "petra", "security", "dominik", "propaganda")
    assert table.match.check("1", {"kind": "plan", "slots": list(other)}) is None
    table.plan("1", *other)
    assert table.waiting == {"2": "plan"}
    table.plan("2", *PLANS["2"])
    assert table.match.check("1", {"kind": "plan", "slots": list(PLANS["1"])}) is not None
    assert table.position["active"]["rouages"] == ["kubik"]


@pytest.mark.parametrize(
    "slots",
    [
        ("petra", "kubik", "security", "dominik"),
        ("petra", "kubik", "security", "dominik", "propaganda", "propaganda"),
        ("petra", "petra", "security", "dominik", "propaganda"),
        ("petra", "kubik", "security", "propaganda", "propaganda"),
        ("petra", "kubik", "dominik", "propaganda", "propaganda"),
        ("harmony", "kubik", "security", "dominik", "petra"),
        ("petra", "kubik", "progress", "dominik", "propaganda"),
        ("petra", "kubik", "security", "jana", "propaganda"),
        ("petra", "kubik", "security", "nobody", "propaganda"),
        (),
    ],
    ids=[
        "four cards",
        "six cards",
        "a card twice",
        "a rouage left out",
        "no ministry",
        "two ministries",
        "the other's ministry",
        "the other's rouage",
        "an unknown card",
        "nothing",
    ],
)
def test_plans_that_are_refused(slots: tuple[str, ...]) -> None:
    """CYC-3: every activation card, every propaganda card, exactly one ministry in a slot that it allows (MIN-2)."""
    table = planning()
    table.refused("CYC-3", "bad-plan", "plan", seat="1", slots=list(slots))


def test_security_is_laid_in_slot_three() -> None:
    """MIN-1, MIN-2: and nowhere else."""
    table = planning()
    base = ["petra", "kubik", "dominik", "propaganda"]
    for slot in range(1, 6):
        slots = [*base[: slot - 1], "security", *base[slot - 1 :]]
        if slot == 3:
            assert table.legal("plan", seat="1", slots=slots)
        else:
            table.refused("MIN-1", "bad-plan", "plan", seat="1", slots=slots)


def test_a_rouage_out_of_combat_is_planned_no_more() -> None:
    """CYC-3: the rouages still in the game; a propaganda stands for the one that is not (CYC-6)."""
    mine = [ally("petra", rank=3), ally("kubik", rank=2), ally("dominik", rank=1, out=True, wounds=6)]
    table = Table(*mine, *cabal("2", *CABALS["2"]), ministries=MINISTRIES, propagandas={"1": 2, "2": 1})
    table.refused("CYC-3", "bad-plan", "plan", seat="1", slots=list(PLANS["1"]))
    assert table.legal("plan", seat="1", slots=["petra", "propaganda", "security", "kubik", "propaganda"])


# ---- the phases (CYC-4) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first1", "first2", "begins"),
    [("petra", "otto", "1"), ("dominik", "hynek", "2"), ("kubik", "otto", "1"), ("propaganda", "otto", "2")],
)
def test_the_higher_rank_plays_first(first1: str, first2: str, begins: str) -> None:
    """CYC-4.1: whatever the priority; a propaganda is of rank 0 (CAB-4)."""
    table = cycle(reordered("1", first1), reordered("2", first2), priority="2" if begins == "1" else "1")
    assert list(table.waiting) == [begins]


def reordered(seat: str, first: str) -> tuple[str, ...]:
    """The seat's plan with that card in slot 1 and the ministry left where it is allowed."""
    plan = list(PLANS[seat])
    at = plan.index(first)
    plan[0], plan[at] = plan[at], plan[0]
    return tuple(plan)


@pytest.mark.parametrize(("card1", "card2"), [("petra", "hynek"), ("dominik", "otto"), ("propaganda", "propaganda")])
@pytest.mark.parametrize(("top", "begins"), [("rogue-north-west", "1"), ("rogue-north-east", "2")])
def test_equal_ranks_make_a_mechanism(card1: str, card2: str, top: str, begins: str) -> None:
    """CYC-4.1, ART-2 [choice: any two cards, propagandas too], ART-1, GEN-5: the mechanism is made first; the player
    whom its card names then has priority and plays first, whoever had it before."""
    table = cycle(
        reordered("1", card1),
        reordered("2", card2),
        artefact=[top],
        priority="2" if begins == "1" else "1",
    )
    assert [h["card"] for h in table.position["hostiles"]] == ["rogue"]
    assert table.position["priority"] == begins
    assert list(table.waiting) == [begins]


def test_the_other_player_plays_next() -> None:
    """CYC-4.2, CYC-4.3: in the same way."""
    table = cycle(at={"petra": (5, 8), "otto": (9, 3)})
    assert table.waiting == {"1": "act"}
    table.end()
    assert table.waiting == {"2": "act"}
    assert table.position["active"] == {"seat": "2", "by": "activation", "rouages": ["otto"]}


def test_facing_a_ministry_nothing_is_activated() -> None:
    """CYC-4.2, MIN-1: Kubik, laid against the Axe, stays where he is and keeps his tokens, and his card is spent."""
    table = cycle(None, ("otto", "axe-2", "hynek", "propaganda", "jana"), at={"petra": (5, 8), "kubik": (5, 4)})
    table.to_phase(3)
    activated = [e["rouage"] for e in table.match.journal if e["kind"] == "activated"]
    assert activated[:2] == ["petra", "otto"]
    assert "kubik" not in activated
    assert table["kubik"]["actions"] == 4


def test_a_propaganda_facing_a_ministry_activates_nobody_either() -> None:
    """CYC-4.2: nor gives any token back."""
    table = cycle(
        ("petra", "propaganda", "security", "dominik", "kubik"),
        ("otto", "axe-2", "hynek", "propaganda", "jana"),
        at={"petra": (5, 8)},
        profile={"actions": 1},
    )
    asked = []
    while table.position["phase"] < 3:
        asked += table.waiting.values()
        table.idle()
    assert "choose-rouage" not in asked


def test_two_ministries_are_resolved_from_the_priority_player_on() -> None:
    """CYC-4.2: though the other's is of a higher rank: with seat 1's Harmony (a mechanism) first, the Rogue that it
    brings is on the Bloc when seat 2's Axe activates the hostiles."""
    table = cycle(
        ("petra", "harmony", "kubik", "dominik", "propaganda"),
        ("otto", "axe-2", "hynek", "propaganda", "jana"),
        at={"petra": (5, 8)},
        artefact=ROGUES,
        priority="1",
    )
    table.to_phase(2)
    before = len(table.match.journal)
    table.to_phase(3)
    events = table.match.journal[before - 12 :]
    ran = [e for e in events if e["kind"] in ("mechanism", "instinct")]
    assert [e["kind"] for e in ran] == ["mechanism", "instinct"]


def test_a_propaganda_activates_whom_its_player_likes() -> None:
    """CYC-4.2: an allied rouage in the game, on the Bloc or not, whatever its own card does in this cycle."""
    table = cycle(
        reordered("1", "propaganda"),
        ("propaganda", "jana", "hynek", "otto", "effort"),
        artefact=ROGUES[:1],
        at={"petra": (5, 8)},
    )
    assert table.waiting == {"1": "choose-rouage"}
    listed = [o["command"]["rouage"] for o in table.asked("choose-rouage")["options"] if o["legal"]]
    assert sorted(listed) == ["dominik", "kubik", "petra"]
    table.refused("CYC-4.2", None, "activate", rouage="jana")
    table.do("activate", rouage="kubik")
    assert table.waiting == {"1": "enter"}
    table.enter("kubik", 8)
    assert table.position["active"] == {"seat": "1", "by": "propaganda", "rouages": ["kubik"]}


def test_the_same_rouage_twice_has_its_limits_again() -> None:
    """WLK-1, CYC-4.2: two walks in each phase in which it is activated."""
    table = cycle(
        ("petra", "propaganda", "security", "dominik", "kubik"),
        ("otto", "jana", "hynek", "propaganda", "effort"),
        at={"petra": (5, 8)},
    )
    for to in ((8, 8.0), (5, 8.0)):
        table.walk("petra", to)
    table.end()
    table.idle_until(lambda t: "choose-rouage" in t.waiting.values())
    table.do("activate", rouage="petra")
    assert table["petra"]["actions"] == 4, "two were left, two given back"
    for to in ((8, 8.0), (5, 8.0)):
        table.walk("petra", to)
    table.refused("WLK-1", "limit-reached", "walk", rouage="petra", to=(8.0, 8.0))


def test_a_card_of_a_rouage_out_of_combat_is_played_for_nothing() -> None:
    """CYC-7 [choice]: Jana falls in phase 1; her card comes up in phase 2 and does nothing, and none stands in."""
    table = cycle(
        ("petra", "dominik", "security", "kubik", "propaganda"),
        ("otto", "jana", "hynek", "propaganda", "effort"),
        at={"petra": (5, 8), "jana": (5 + off(0.5), 8), "otto": (12, 3)},
        profile={"combat": 2, "life": "SS"},
        dice=[5, 5],
    )
    table.frontal("petra", "jana")
    assert table["jana"]["out"] is True
    table.to_phase(3)
    activated = [e["rouage"] for e in table.match.journal if e["kind"] == "activated"]
    assert activated[:3] == ["petra", "otto", "dominik"]
    assert "jana" not in activated


def test_five_phases_then_hostiles_then_the_end() -> None:
    """GEN-2: a cycle; the log says so in that order."""
    table = cycle(artefact=ROGUES)
    table.idle_until(lambda t: t.position["cycle"] == 2)
    kinds = [e["kind"] for e in table.match.journal]
    phases = [e["phase"] for e in table.match.journal if e["kind"] == "phase-began"]
    assert phases[:5] == [1, 2, 3, 4, 5]
    assert kinds.index("hostiles-done") < kinds.index("cycle-ended")
    assert max(n for n, k in enumerate(kinds) if k == "card-played") < kinds.index("hostiles-done")


# ---- the hostile phase (CYC-5) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("priority", ["1", "2"])
def test_the_players_take_turns_with_the_hostiles(priority: str) -> None:
    """CYC-5: from the priority player on, each chooses one not yet activated in this phase, until none is left."""
    around = [(8 + off(0.5, 30, 40), 8), (8 - off(0.5, 30, 40), 8), (8, 8 + off(0.5, 30, 40))]
    table = Table(
        ally("petra", (8, 8), life="S" * 12),
        *[rogue(f"rogue-{n}", at) for n, at in enumerate(around, 1)],
        active="petra",
        cycle=4,
        priority=priority,
        dice=[1] * 12,
    )
    other = "2" if priority == "1" else "1"
    table.end()
    assert table.waiting == {priority: "hostile"}
    table.do("hostile", rouage="rogue-2")
    table.settle()
    assert table.waiting == {other: "hostile"}
    table.refused("CYC-5", None, "hostile", rouage="rogue-2")
    table.do("hostile", rouage="rogue-3")
    table.settle()
    assert [r["by"] for r in table.rolls] == ["rogue-2", "rogue-3", "rogue-1"], "the last needs no choice"


def test_a_hostile_is_run_by_the_player_who_activates_it() -> None:
    """CYC-5, HOS-4: the second hostile's place is the second player's choice."""
    table = Table(
        ally("petra", (8, 8)),
        foe("kubik", (2, 2)),
        rogue("rogue-1", (8, 15)),
        rogue("rogue-2", (15, 8)),
        active="petra",
        cycle=4,
        priority="2",
        dice=[1] * 4,
        spare=True,
    )
    table.end()
    table.do("hostile", rouage="rogue-1")
    assert table.seat("move") == "2"
    table.idle()
    table.idle_until(lambda t: "move" in t.waiting.values())
    assert table.seat("move") == "1"


# ---- the end of a cycle (CYC-6, CYC-8) -------------------------------------------------------------------------------


def whole_cycle(**keys) -> Table:
    """A cycle in which Pétra put Jana out of combat."""
    table = cycle(
        None,
        None,
        at={"petra": (5, 8), "jana": (5 + off(0.5), 8), "otto": (12, 3)},
        profile={"combat": 2, "life": "SS"},
        dice=[5, 5],
        artefact=ROGUES,
        **keys,
    )
    table.frontal("petra", "jana")
    table.idle_until(lambda t: t.position["cycle"] == 2 and "plan" in t.waiting.values())
    return table


def test_the_ministry_that_was_played_is_gone() -> None:
    """CYC-6: it is discarded; the others stay in hand."""
    table = whole_cycle()
    hand = table.match.view("1")["hand"]
    assert "security" not in str(hand)
    for card in ("axe-1", "harmony", "edification"):
        assert card in str(hand)
    table.refused("CYC-3", "bad-plan", "plan", seat="1", slots=list(PLANS["1"]))


def test_activation_cards_of_the_fallen_become_propaganda() -> None:
    """CYC-6: one propaganda each; so the plan has still five cards."""
    table = whole_cycle()
    assert table.legal("plan", seat="2", slots=["otto", "propaganda", "hynek", "propaganda", "axe-2"]) is False
    assert table.legal("plan", seat="2", slots=["otto", "axe-2", "hynek", "propaganda", "propaganda"])
    assert table.legal("plan", seat="2", slots=["otto", "axe-2", "hynek", "jana", "propaganda"]) is False


def test_the_counter_advances_and_limits_begin_again() -> None:
    """CYC-6, ACT-1: cycle 2, phase 1, four tokens, nothing used, no card revealed."""
    table = whole_cycle()
    assert (table.position["cycle"], table.position["phase"]) == (2, 1)
    assert table["petra"]["actions"] == 4
    assert not any(table["petra"]["used"].values())
    assert table["petra"]["revealed"] is False


def test_effects_end_with_the_cycle() -> None:
    """CYC-6, CYC-8: the Unanimous Hour lowers every threshold until the end of its cycle, and not after it."""
    table = Table(
        ally("petra", (5, 8), combat=1),
        foe("kubik", (5 + off(0.5), 8)),
        active="petra",
        artefact=["unanimous-hour", *ROGUES],
        ministries=MINISTRIES,
        cycle=1,
        dice=[4, 4],
        propagandas={"1": 3, "2": 3},
    )
    table.end()
    for cycle_number, threshold in ((2, 4), (3, 5)):
        table.idle_until(lambda t, n=cycle_number: t.position["cycle"] == n and "plan" in t.waiting.values())
        ministry = "harmony" if cycle_number == 2 else "edification"
        other = "axe-2" if cycle_number == 2 else "progress"
        table.plan(
            "1",
            "petra",
            "propaganda",
            ministry if ministry == "harmony" else "propaganda",
            *(["propaganda", "propaganda"] if ministry == "harmony" else ["propaganda", ministry]),
        )
        table.plan("2", "propaganda", other, "propaganda", "propaganda", "kubik")
        table.idle_until(lambda t: (t.position.get("active") or {}).get("rouages") == ["petra"])
        table.frontal("petra", "kubik")
        assert rolled(table.match.journal)[-1]["threshold"] == threshold


@pytest.mark.parametrize("priority", ["1", "2"])
def test_every_step_begins_with_the_priority_player(priority: str) -> None:
    """CYC-6, NOI-3: the Fiel of the priority player's rouages is written first."""
    table = Table(
        ally("petra", (5, 8), noirceur=3), foe("kubik", (12, 8), noirceur=3), active="petra", cycle=4, priority=priority
    )
    table.end()
    order = [e["seat"] for e in table.match.journal if e["kind"] == "fiel"]
    assert order == [priority, "2" if priority == "1" else "1"]
