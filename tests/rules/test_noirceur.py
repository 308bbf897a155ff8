"""NOI: Noirceur, corruption, Fiel."""

from __future__ import annotations

import pytest

from tests.rules.table import INCH, Table, ally, block, ended, foe, marker, off, rogue

NEAR = 5 + off(0.5)
RADIUS = 15_000 / INCH


def tempted(noirceur: int, **keys) -> Table:
    """Pétra, with that much Noirceur, tempts fate."""
    table = Table(
        ally("petra", (5, 8), combat=1, noirceur=noirceur),
        foe("kubik", (NEAR, 8)),
        active="petra",
        dice=[1, 1],
        **keys,
    )
    table.frontal("petra", "kubik", reroll=True)
    return table


@pytest.mark.parametrize(("before", "after", "fiel"), [(0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 3, 1)])
def test_a_fourth_token_is_fiel(before: int, after: int, fiel: int) -> None:
    """NOI-1: never more than 3; NOI-2: the one more is discarded and the player's Fiel rises."""
    table = tempted(before)
    assert table["petra"]["noirceur"] == after
    assert table.fiel == {"1": fiel, "2": 0}


def test_the_fiel_is_the_rouages_own_players() -> None:
    """NOI-2: seat 2's rouage raises seat 2's Fiel."""
    table = Table(foe("kubik", (5, 8), combat=1, noirceur=3), ally("petra", (NEAR, 8)), active="kubik", dice=[1, 1])
    table.frontal("kubik", "petra", reroll=True)
    assert table.fiel == {"1": 0, "2": 1}


@pytest.mark.parametrize(
    ("noirceur", "out", "fiel"),
    [((3, 3, 0), (), 2), ((3, 2, 1), (), 1), ((2, 2, 2), (), 0), ((3, 3, 0), ("kubik",), 1)],
    ids=["two corrupted", "one", "none", "one of them out of combat"],
)
def test_the_cycle_ends_with_fiel_for_each_corrupted_rouage(noirceur, out, fiel: int) -> None:
    """NOI-3: each corrupted rouage still in the game; on the Bloc or not."""
    places = {"petra": (5, 8), "kubik": (9, 8), "dominik": None}
    mine = [
        ally(id, None if id in out else at, noirceur=n, **({"out": True, "wounds": 6} if id in out else {}))
        for (id, at), n in zip(places.items(), noirceur, strict=True)
    ]
    table = Table(*mine, active="petra", cycle=4)
    table.end()
    assert table.fiel == {"1": fiel, "2": 0}


def test_a_corrupted_rouage_off_the_bloc_counts() -> None:
    """NOI-3: in the game does not mean on the Bloc."""
    table = Table(ally("petra", (5, 8)), ally("dominik", noirceur=3), active="petra", cycle=4)
    table.end()
    assert table.fiel["1"] == 1


def test_fiel_at_three_loses_whatever_the_points() -> None:
    """NOI-4, END-3: at once, in the middle of the attack."""
    table = tempted(3, fiel={"1": 2, "2": 0}, points={"1": 20, "2": 0}, spare=True)
    assert table.match.outcome == ended("2", "fiel", {"1": 20, "2": 0})
    assert table.match.decisions == {}


@pytest.mark.parametrize("priority", ["1", "2"])
def test_both_lose_when_one_step_brings_both_to_three(priority: str) -> None:
    """NOI-4: the step of NOI-3 counts as one effect; priority saves nobody."""
    table = Table(
        ally("petra", (5, 8), noirceur=3),
        foe("kubik", (9, 8), noirceur=3),
        active="petra",
        cycle=4,
        fiel={"1": 2, "2": 2},
        points={"1": 5, "2": 3},
        priority=priority,
    )
    table.end()
    assert table.match.outcome == ended(None, "fiel", {"1": 5, "2": 3})


def test_fiel_never_passes_three() -> None:
    """NOI-4: three corrupted rouages at Fiel 1 are Fiel 3 and the end (the track has no more)."""
    mine = [ally(id, (x, 8), noirceur=3) for id, x in (("petra", 3), ("kubik", 6), ("dominik", 9))]
    table = Table(*mine, active="petra", cycle=4, fiel={"1": 1, "2": 0})
    table.end()
    assert table.fiel["1"] == 3
    assert table.match.outcome["winner"] == "2"


@pytest.mark.parametrize(("noirceur", "after"), [(0, 1), (2, 3), (3, 3)])
def test_entering_tinted_contact(noirceur: int, after: int) -> None:
    """NOI-6: 1 Noirceur for a rouage that is not corrupted; a corrupted one takes none, so no Fiel either."""
    table = Table(ally("petra", (5, 8), noirceur=noirceur), block("d1", 8, 6, 9, 10, tinted=True), active="petra")
    table.walk("petra", (8 - RADIUS, 8.0))
    assert table["petra"]["noirceur"] == after
    assert table.fiel["1"] == 0


def test_staying_in_tinted_contact_gives_nothing_more() -> None:
    """NOI-6: it is entering that counts, so resting there or ending the cycle there is free."""
    table = Table(ally("petra", (8 - off(0), 8)), marker("m1", (8, 8), tinted=True), active="petra", cycle=4)
    table.end()
    assert table["petra"]["noirceur"] == 0


def test_where_tokens_come_from() -> None:
    """NOI-5: out of combat, fate, a tinted PV, each one token, in one attack."""
    table = Table(
        ally("petra", (5, 8), combat=2),
        foe("kubik", (NEAR, 8), life="ST"),
        active="petra",
        dice=[1, 1, 5, 5],
    )
    table.frontal("petra", "kubik", reroll=True)
    assert table["petra"]["noirceur"] == 2, "fate, and Kubik put out of combat"
    assert table["kubik"]["noirceur"] == 1, "its tinted PV"


def test_putting_a_hostile_target_down_is_no_matter() -> None:
    """NOI-5, HOS-3: a Rogue takes no wound, so nobody is tinted for it."""
    table = Table(
        ally("petra", (5, 8), combat=4), rogue("rogue-1", (5 + off(0.5, 30, 40), 8)), active="petra", dice=[6, 6, 6, 6]
    )
    table.frontal("petra", "rogue-1")
    assert table["petra"]["noirceur"] == 0
    assert table["rogue-1"]["at"] is not None


def test_hostiles_take_no_noirceur() -> None:
    """NOI-7 [choice]: a Rogue that charges into contact with a tinted marker stays without."""
    table = Table(
        ally("petra", (9, 8), life="SSSSSS"),
        rogue("rogue-1", (3, 8)),
        marker("m1", (9 - off(0.8, 30, 40), 8 + off(0, 30, 40)), tinted=True),
        active="petra",
        cycle=4,
        dice=[1, 1, 1, 1],
    )
    table.end()
    table.do("move", to=(9 - off(0.8, 30, 40), 8.0))
    table.settle()
    assert "rogue-1" not in [event["piece"] for event in table.match.journal if event["kind"] == "noirceur"]
    assert not table["rogue-1"].get("noirceur")
