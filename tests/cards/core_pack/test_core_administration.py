"""The Administration's rouages: what each card does to the position."""

from __future__ import annotations

import pytest

from tests.cards.core_pack.core import about, dice_of, printed, used
from tests.rules.table import Table, ally, foe, low, marker, off, um

BESIDE = (5 + off(0.5), 8)


@about("broken-veteran")
def test_broken_veteran() -> None:
    """COO-1: as rank 0 she coordinates nobody any more, until the end of the cycle."""
    table = Table(printed("petra-kantor", (5, 8)), printed("hynek-novotny", (5, 12)), active="petra-kantor")
    assert table.legal("coordinate", rouage="hynek-novotny")
    used(table, "broken-veteran", "petra-kantor")
    table.refused("COO-1", "rank-not-lower", "coordinate", rouage="hynek-novotny")
    assert [effect["until"] for effect in table.position["effects"]] == ["cycle"]


@about("counter-test")
@pytest.mark.parametrize(("again", "dice", "points"), [(True, [1, 5, 2, 6, 1], 2), (False, [1, 5, 2], 1)])
def test_counter_test(again: bool, dice: list[int], points: int) -> None:
    """ROL-1: the dice that are no successes are thrown again, once a cycle."""
    kubik = printed("kubik-oktobar", (5, 8))
    table = Table(kubik, marker("m", BESIDE), agenda="survey", active="kubik-oktobar", dice=dice)
    table.do("capacity", rouage="kubik-oktobar", capacity="study", targets={"marker": "m"})
    table.settle()
    table.do("choose", choice=again)
    assert table.points["1"] == points
    assert table["kubik-oktobar"]["used"].get("counter-test@cycle", 0) == int(again)


@about("tool-claw")
@pytest.mark.parametrize(("wounds", "dice"), [(0, 3), (1, 5)])
def test_tool_claw(wounds: int, dice: int) -> None:
    """+2 Combat against one already wounded."""
    dominik = printed("dominik-kralov", (5, 8))
    victim = foe("kubik", (5 + off(0.5, 40, 30), 8), life="S" * 9, wounds=wounds)
    table = Table(dominik, victim, active="dominik-kralov", dice=[5] * dice)
    table.frontal("dominik-kralov", "kubik")
    assert table["kubik"]["wounds"] == wounds + dice


@about("from-the-ledge")
@pytest.mark.parametrize("covered", [True, False])
def test_from_the_ledge(covered: bool) -> None:
    """RNG-1: in cover he need not shoot at the nearest."""
    x = 5 + 15 / 25.4
    wall = low("wall", x, 7, x + 0.5, 9) if covered else low("wall", 12, 12, 13, 13)
    table = Table(
        printed("hynek-novotny", (5, 8)), foe("near", (5, 5)), foe("far", (5, 11.5)), wall,
        active="hynek-novotny", dice=[6] * 5 if covered else [],
    )  # fmt: skip
    shot = {"rouage": "hynek-novotny", "target": "far", "mode": "ranged"}
    if not covered:
        table.refused("RNG-1", "not-nearest", "attack", **shot)
        return
    table.shot("hynek-novotny", "far")
    assert (table["far"]["wounds"], table["near"]["wounds"]) == (5, 0)


def jana(choice: bool, option: int | None = None, at: object = (5, 8)) -> Table:
    """A mechanism made beside Jana, who has 1 Noirceur."""
    singer = ally("singer", (12, 12), capacities=["litany-of-hours"])
    table = Table(
        printed("jana-novak", at, noirceur=1), singer, active="singer", artefact=["unanimous-hour"], shelf=None
    )
    used(table, "litany-of-hours", "singer")
    table.do("choose", choice=choice)
    if option is not None:
        table.do("choose", choice=option)
    return table


@about("signs-in-the-plaster", on="jana-novak")
def test_signs_in_the_plaster_takes_noirceur() -> None:
    table = jana(True, 0)
    assert (table["jana-novak"]["noirceur"], table["jana-novak"]["at"]) == (0, [um(5), um(8)])


@about("signs-in-the-plaster", on="jana-novak")
def test_signs_in_the_plaster_moves() -> None:
    """MOV-3: with the push ruler."""
    table = jana(True, 1)
    table.do("move", to=(5, 10.5))
    assert (table["jana-novak"]["noirceur"], table["jana-novak"]["at"]) == (1, [um(5), um(10.5)])


@about("signs-in-the-plaster", on="jana-novak")
@pytest.mark.parametrize(("choice", "noirceur"), [(True, 0), (False, 1)])
def test_off_the_bloc_signs_in_the_plaster_can_only_take_noirceur(choice: bool, noirceur: int) -> None:
    """ACT-3: the one option left is taken."""
    table = jana(choice, at=None)
    assert (table["jana-novak"]["noirceur"], table.waiting) == (noirceur, {"1": "act"})


@about("order-of-the-day", on="vera-simkova")
def test_order_of_the_day() -> None:
    """CAP-2: the walk costs the other nothing and counts as one of its walks."""
    table = Table(printed("vera-simkova", (5, 8)), ally("dominik", (5, 11)), active="vera-simkova")
    used(table, "order-of-the-day", "vera-simkova", target="dominik")
    table.walk("dominik", (8, 11))
    dominik = table["dominik"]
    assert (dominik["at"], dominik["actions"], dominik["used"]["walk"]) == ([um(8), um(11)], 4, 1)
    assert table["vera-simkova"]["actions"] == 3


@about("load-bearing", on="otakar-benda")
@pytest.mark.parametrize(("against", "hurt", "wounds"), [(True, 3, 0), (False, 0, 2)])
def test_load_bearing(against: bool, hurt: int, wounds: int) -> None:
    """ROL-2: against a decor his 4s dodge and strike back."""
    x = 5 - 20 / 25.4
    wall = low("wall", x - 0.5, 7, x, 9) if against else low("wall", 12, 12, 13, 13)
    table = Table(
        printed("otakar-benda", (5, 8), "2"), ally("kubik", (5 + off(0.5, 40, 30), 8)), wall,
        active="kubik", dice=[5, 5, 5, 4, 4, 4, 4, 4],
    )  # fmt: skip
    table.frontal("kubik", "otakar-benda", dodge=True, riposte="combat")
    assert (table["kubik"]["wounds"], table["otakar-benda"]["wounds"]) == (hurt, wounds)


@about("regulation-dressing", on="lida-hruskova")
def test_regulation_dressing() -> None:
    """LIF: 1 PV of a wounded ally within an inch."""
    petra = ally("petra", BESIDE, wounds=3)
    table = Table(printed("lida-hruskova", (5, 8)), petra, ally("whole", (5, 8 + off(0.5))), active="lida-hruskova")
    assert not table.legal(
        "capacity", rouage="lida-hruskova", capacity="regulation-dressing", targets={"target": "whole"}
    )
    used(table, "regulation-dressing", "lida-hruskova", target="petra")
    assert (table["petra"]["wounds"], table["lida-hruskova"]["actions"]) == (2, 3)
    assert dice_of(table) == []
