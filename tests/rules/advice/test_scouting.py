"""The public facts about any piece: its attacks, its instinct's way, distances with their margins; and that none of it
tells a secret."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rules.olomoc import Match
from tests.rules.table import Table, ally, block, foe, marker, off, rogue, um

TOUCH = off(0.5, 30, 40)


def attack(match: Match, by: str, target: str, how: str) -> dict:
    return next(row for row in match.scout(by)["attacks"] if (row["target"], row["how"]) == (target, how))


def test_everybody_is_looked_at_at_any_time() -> None:
    """ENG-1, LOS-1: Kubik's threat and sight are told while Pétra acts, by nobody's leave."""
    wall = block("wall", 6.6, 7, 7, 8.6)
    table = Table(ally("petra", (5, 8)), foe("kubik", (8, 8)), foe("jana", (8, 12)), wall, active="petra")
    kubik = table.match.scout("kubik")
    assert kubik["threat"] == 15_000 + 25_400
    assert kubik["sees"] == ["jana"]
    assert kubik["hidden"] == [{"id": "petra", "by": ["wall"]}]
    stunned = Table(ally("petra", (5, 8)), foe("kubik", (8, 8), states=["stunned"]), active="petra")
    assert stunned.match.scout("kubik")["threat"] is None
    assert attack(stunned.match, "kubik", "petra", "charge")["why"]["clause"] == "STA-2"


def test_scouted_attacks_have_the_figures_of_odds() -> None:
    """ATK-3, CHG-1, RNG-1: the figures are those of `odds` for the same attack; what cannot be done says why."""
    table = Table(ally("petra", (5, 8), combat=4, shooting=2), foe("kubik", (8, 8)), active="petra")
    match = table.match
    ranged = {"kind": "attack", "rouage": "petra", "target": "kubik", "mode": "ranged"}
    charge = {"kind": "charge", "rouage": "petra", "target": "kubik"}
    assert attack(match, "petra", "kubik", "ranged")["odds"] == match.odds("1", ranged)
    scouted = attack(match, "petra", "kubik", "charge")
    assert scouted["odds"] == match.odds("1", charge)
    assert match.check("1", {**charge, "to": scouted["to"]}) is None
    assert attack(match, "petra", "kubik", "frontal")["why"]["code"] == "not-engaged"
    assert [row["target"] for row in match.scout("petra")["attacks"]] == ["kubik"] * 3


def test_an_attack_short_of_tokens_shows_its_chance_and_what_is_missing() -> None:
    """CAP-1, ATK-1: the chance is shown, beside what is missing for it now."""
    table = Table(ally("petra", (5, 8), combat=4, actions=1), foe("kubik", (8, 8)), active="petra")
    row = attack(table.match, "petra", "kubik", "charge")
    assert row["short"] == {
        "clause": "CAP-1",
        "code": "no-action-token",
        "params": {"rouage": "petra", "cost": 2, "left": 1},
    }
    assert Fraction(row["odds"]["target"]["0"]) < 1
    tired = Table(ally("petra", (5, 8), used={"attack": 2}), foe("kubik", (5 + off(0.5), 8)), active="petra")
    assert attack(tired.match, "petra", "kubik", "frontal")["short"]["clause"] == "ATK-1"


def test_a_hostile_has_no_tokens_to_lack_and_no_nearest_to_prefer() -> None:
    """HOS-1, HOS-4: what a Rogue could do to each is reckoned without either."""
    table = Table(rogue("rogue-1", (5 + TOUCH, 8)), ally("petra", (5, 8)), foe("kubik", (15, 15)), active="petra")
    row = attack(table.match, "rogue-1", "petra", "frontal")
    assert "short" not in row
    assert row["odds"]["who"] == {"target": "petra", "attackers": ["rogue-1"]}
    assert attack(table.match, "rogue-1", "kubik", "charge")["why"]["code"] == "not-free"


@pytest.mark.parametrize(
    ("petra", "kubik", "does", "do"),
    [
        ((5, 8), (15, 15), 0, "frontal"),
        ((10.5, 8), (15, 15), 1, "charge"),
        ((15, 15), (1, 15), 2, "walk-directly-toward"),
    ],
)
def test_an_instinct_is_followed_node_by_node(petra: tuple, kubik: tuple, does: int, do: str) -> None:
    """HOS-1, HOS-2: the first node that can be done is done, each one before it says for each rouage why not."""
    table = Table(rogue("rogue-1", (5 + TOUCH, 8)), ally("petra", petra), foe("kubik", kubik), active="petra")
    instinct = table.match.instinct("rogue-1")
    assert (instinct["does"], instinct["nodes"][does]["do"]) == (does, do)
    for node in instinct["nodes"][:does]:
        assert (node["reached"], node["able"], set(node["why"])) == (True, [], {"petra", "kubik"})
    assert all(not node["reached"] for node in instinct["nodes"][does + 1 :])
    assert set(instinct["nodes"][does]["able"]) | set(instinct["nodes"][does]["why"]) == {"petra", "kubik"}


def test_a_hostile_does_what_its_instinct_foretells() -> None:
    """HOS-1, HOS-4, GEN-5: with the same ranks as at the hostile phase, node, target and place come true."""
    rng = random.Random(5)
    seen = set()
    for _ in range(20):
        at = [(rng.uniform(2, 14), rng.uniform(2, 14)) for _ in range(3)]
        if min(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a in at for b in at if a != b) < 1.6:
            continue
        table = Table(
            rogue("rogue-1", at[0]),
            ally("petra", at[1]),
            foe("kubik", at[2], rank=1),
            active="petra",
            cycle=4,
            dice=[1] * 9,
        )
        table.spare = True
        table.end()
        # A single hostile is activated without a question (CYC-5): what it foretold stands before the phase.
        instinct = Table(
            rogue("rogue-1", at[0]), ally("petra", at[1]), foe("kubik", at[2], rank=1), active="petra"
        ).match.instinct("rogue-1")
        node = instinct["nodes"][instinct["does"]]
        done = [e for e in table.match.journal if e["kind"] == "instinct"]
        assert (done[0]["node"], done[0]["target"]) == (node["do"], node["chosen"][0])
        if table.waiting and "move" in table.waiting.values():
            seat = next(iter(table.waiting))
            [end] = instinct["ends"]
            assert table.match.check(seat, {"kind": "move", **{k: end[k] for k in end if k != "target"}}) is None
            seen.add(node["do"])
    assert {"walk-directly-toward", "charge"} <= seen


def test_a_tie_is_the_priority_players_to_break() -> None:
    """GEN-5: two of the same rank are both named, and who decides."""
    table = Table(
        rogue("rogue-1", (5 + TOUCH, 8)),
        ally("petra", (5, 8), rank=3),
        foe("kubik", (5 + 2 * TOUCH, 8), rank=3),
        active="petra",
        priority="2",
    )
    instinct = table.match.instinct("rogue-1")
    assert sorted(instinct["nodes"][0]["chosen"]) == ["kubik", "petra"]
    assert instinct["decides"] == "2"


def test_only_what_is_there_is_asked_about() -> None:
    table = Table(ally("petra", (5, 8)), foe("kubik", None), active="petra")
    for wrong in ("kubik", "nobody", None, 3):
        with pytest.raises(ValueError, match="no such piece"):
            table.match.scout(wrong)
    for wrong in ("petra", "nobody", []):
        with pytest.raises(ValueError, match=r"no such piece|only a hostile"):
            table.match.instinct(wrong)
    for wrong in ([1, 2, 3], "nobody", [0.5, 1]):
        with pytest.raises(ValueError, match=r"a point is|not on the Bloc"):
            table.match.measure("petra", wrong)


def test_a_distance_says_what_it_counts_for() -> None:
    """MEA-2, MEA-3: edge to edge, with what is left to 1 in and to 4 in."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (5 + off(1.2), 8)), active="petra")
    measured = table.match.measure("petra", "kubik")
    assert abs(measured["gap"] - um(1.2)) <= 1
    assert (measured["counts"], measured["marker"]) == (measured["gap"], False)
    assert [(row["range"], row["within"]) for row in measured["ranges"]] == [(25_400, False), (101_600, True)]
    assert measured["ranges"][0]["margin"] == 25_400 - measured["gap"]
    assert measured["sight"] == {
        "visible": True,
        "margin": None,
        "segment": measured["line"],
        "blockers": [],
        "blocked": [],
    }
    assert table.match.measure([0, 0], [3_000, 4_000])["gap"] == 5_000


def test_a_distance_over_a_shared_marker_counts_as_an_inch() -> None:
    """MEA-4."""
    x = off(0, 30, 30)
    table = Table(ally("petra", (5, 8)), foe("kubik", (5 + 2 * x, 8)), marker("m1", (5 + x, 8)), active="petra")
    measured = table.match.measure("petra", "kubik")
    assert (measured["gap"] > 25_400, measured["counts"], measured["marker"]) == (True, 25_400, True)


def test_hidden_by_says_where_and_how_much() -> None:
    """LOS-1: the stretch that decor cuts out of the way between, and how much thinner it would have to be."""
    wall = block("wall", 7, 6, 7.5, 10)
    table = Table(ally("petra", (5, 8)), foe("kubik", (10, 8)), wall, active="petra")
    sight = table.match.measure("petra", "kubik")["sight"]
    assert (sight["visible"], sight["blockers"], sight["margin"] < 0) == (False, ["wall"], True)
    assert sight["blocked"] == [{"by": "wall", "from": [um(7), um(8)], "to": [um(7.5), um(8)]}]


def test_nothing_hidden_changes_what_is_told() -> None:
    """SET-5, CYC-3: in every world that a spectator cannot tell from this one, the answers are the same."""
    match = Match.new({"agenda": "gargoule"}, seed=4)
    rng = random.Random(4)
    asked = 0
    for step in range(160):
        if not match.asked:
            break
        seat = sorted(match.asked)[0]
        match.submit(seat, next(iter(match.commands(seat, rng))))
        standing = [p for p in match.state.pieces.values() if p.at is not None]
        if step % 12 or not standing:
            continue
        piece = rng.choice(standing)
        for seed in (1, 2):
            world = match.imagine("spectator", seed)
            assert world.scout(piece.id) == match.scout(piece.id)
            assert world.risks(piece.id, "walk") == match.risks(piece.id, "walk")
            if piece.seat is None:
                assert world.instinct(piece.id) == match.instinct(piece.id)
            asked += 1
    assert asked > 6
