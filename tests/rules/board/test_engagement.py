"""ENG: threat zones, who is engaged and who is free, entering and leaving."""

from __future__ import annotations

import pytest

from tests.rules.table import INCH, Table, ally, block, foe, off, rogue, um


def shot_refused(table: Table, by: str = "hynek", target: str = "jana"):
    return table.refused("RNG-1", "not-free", "attack", rouage=by, target=target, mode="ranged")


@pytest.mark.parametrize("gap", [0, 0.5, 1])
def test_a_threat_zone_runs_one_inch_from_the_edge(gap: float) -> None:
    """ENG-1, ENG-2: within it one is engaged, and does not shoot."""
    table = Table(
        ally("hynek", (5, 8), shooting=3), foe("kubik", (5 + off(gap), 8)), foe("jana", (5, 2)), active="hynek"
    )
    assert shot_refused(table)["by"] == ["kubik"]


def test_a_rouage_beyond_the_threat_zone_is_free() -> None:
    """ENG-1, ENG-2: at 1.01 in the shooter is free; the nearest foe is then the one who stands there."""
    table = Table(ally("hynek", (5, 8), shooting=3), foe("kubik", (5 + off(1.01), 8)), active="hynek")
    assert table.legal("attack", rouage="hynek", target="kubik", mode="ranged")


def test_a_hostile_engages_too() -> None:
    """ENG-2: a Rogue beside the shooter engages it."""
    table = Table(
        ally("hynek", (5, 8), shooting=3),
        rogue("rogue-1", (5 + off(0.5, 30, 40), 8)),
        foe("jana", (5, 2)),
        active="hynek",
    )
    assert shot_refused(table)["by"] == ["rogue-1"]


def test_an_ally_engages_nobody() -> None:
    """ENG-2: only adverse and hostile rouages engage."""
    table = Table(
        ally("hynek", (5, 8), shooting=3), ally("petra", (5 + off(0), 8)), foe("jana", (5, 2)), active="hynek"
    )
    assert table.legal("attack", rouage="hynek", target="jana", mode="ranged")


def test_the_refusal_names_everyone_who_engages() -> None:
    """ENG-2: the reason lists each of them."""
    table = Table(
        ally("hynek", (5, 8), shooting=3),
        foe("kubik", (5 + off(0.5), 8)),
        rogue("rogue-1", (5 - off(0.5, 30, 40), 8)),
        foe("jana", (5, 2)),
        active="hynek",
    )
    assert sorted(shot_refused(table)["by"]) == ["kubik", "rogue-1"]


@pytest.mark.parametrize(
    ("to", "leaves"),
    [((5, 10.0), True), ((5.2, 8.6), False), ((8, 8.0), True)],
    ids=["away", "within the zone", "straight away"],
)
def test_leaving_is_ending_outside_after_having_been_inside(to, leaves: bool) -> None:
    """ENG-3: a walk that ends inside the zone where it began leaves nothing; one that ends outside does."""
    table = Table(ally("petra", (5, 8)), foe("kubik", (5 - off(0.3), 8)), active="petra")
    table.walk("petra", to)
    assert table.waiting == ({"2": "opportunity"} if leaves else {"1": "act"})
    if leaves:
        table.do("opportunity", attack=False)


def test_crossing_a_zone_is_not_leaving_it() -> None:
    """ENG-3: a walk that begins and ends outside has neither entered nor left, even where it passed through."""
    table = Table(ally("petra", (3, 8)), foe("kubik", (5.5, 9.5)), active="petra")
    table.walk("petra", (8, 8.0))
    assert table.waiting == {"1": "act"}


def test_entering_contact_is_ending_in_it_after_having_been_outside() -> None:
    """ENG-3, NOI-6: along a tinted wall, from contact to contact, nothing is entered; out and in again it is."""
    radius = 15_000 / INCH
    wall = block("d1", 2, 8 + radius, 14, 9.5, tinted=True)
    table = Table(ally("petra", (5, 8)), wall, active="petra")
    table.walk("petra", (6, 8.0))
    assert table["petra"]["noirceur"] == 0
    table = Table(ally("petra", (5, 8)), wall, active="petra")
    table.walk("petra", (5, 7.0))
    table.walk("petra", (6, 8.0))
    assert table["petra"]["noirceur"] == 1


STRAIGHT = 2 + (16 + 0.64) ** 0.5 + off(0, 40, 40)
"""The end of a Rogue's walk from (2, 8) due east, as far as a displacement ruler laid askew allows."""


@pytest.mark.parametrize(("short", "legal"), [(0.001, True), (0.045, True), (0.06, False), (1, False)])
def test_directly_toward_is_the_most_that_is_possible(short: float, legal: bool) -> None:
    """ENG-4 [choice]: a Rogue's walk (HOS-2) may fall 0.05 in short of the best, not more."""
    table = Table(ally("petra", (14, 8)), rogue("rogue-1", (2, 8)), active="petra", cycle=4)
    table.end()
    assert table.asked("move")
    to = (STRAIGHT - short, 8.0)
    if legal:
        table.do("move", to=to)
        assert table["rogue-1"]["at"][0] == round(to[0] * INCH)
    else:
        table.refused("ENG-4", "not-directly", "move", to=to)


@pytest.mark.parametrize(("y", "legal"), [(8.0, True), (8.1, True), (8.31, False), (8.5, False)])
def test_directly_toward_is_toward(y: float, legal: bool) -> None:
    """ENG-4: along a wall that it already touches a Rogue can come but a hair nearer; within 0.05 in of that are places
    farther than where it stands, and to go there is not to go toward."""
    x = 4 - off(0, 40)
    wall = block("d1", 4, 0, 4.4, 16)
    table = Table(ally("petra", (14, 8)), wall, rogue("rogue-1", (x, 8.3)), active="petra", cycle=4)
    table.end()
    if legal:
        table.do("move", to=(x, y))
    else:
        table.refused("ENG-4", "not-directly", "move", to=(x, y))


def test_a_hostile_that_cannot_come_nearer_stays() -> None:
    """ENG-4, HOS-2: against the wall, straight opposite its prey, the Rogue has no walk toward it at all."""
    wall = block("d1", 4, 0, 4.4, 16)
    table = Table(ally("petra", (14, 8)), wall, rogue("rogue-1", (4 - off(0, 40), 8)), active="petra", cycle=4)
    table.end()
    assert table["rogue-1"]["at"] == [um(4 - off(0, 40)), um(8)]
    assert table.match.outcome is not None


def test_toward_is_not_directly_toward() -> None:
    """ENG-4: a walk that comes nearer, but askew, is toward and not directly toward."""
    table = Table(ally("petra", (14, 8)), rogue("rogue-1", (2, 8)), active="petra", cycle=4)
    table.end()
    table.refused("ENG-4", "not-directly", "move", to=(6.5, 10.5))
