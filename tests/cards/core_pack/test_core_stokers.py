"""The Stokers' rouages: what each card does to the position."""

from __future__ import annotations

import pytest

from tests.cards.core_pack.core import about, printed, used
from tests.rules.table import Table, ally, block, foe, gargoule, off, um

BESIDE = (5 + off(0.5), 8)


@about("clear-the-way", on="bohdan-zelenka")
@pytest.mark.parametrize("pushed", [True, False])
def test_clear_the_way(pushed: bool) -> None:
    """MOV-4: away from him, or declined."""
    at = (5 + off(0.5, 40, 30), 8)
    table = Table(printed("bohdan-zelenka", (5, 8)), foe("kubik", at), active="bohdan-zelenka", dice=[1] * 5)
    table.frontal("bohdan-zelenka", "kubik")
    assert table.asked("move")["prompt"]["params"]["direction"] == "away"
    assert not table.legal("move", to=(5.0, 9.6))
    if pushed:
        table.do("move", to=(8.5, 8.0))
    else:
        table.do("move", decline=True)
    assert table["kubik"]["at"] == ([um(8.5), um(8)] if pushed else [um(at[0]), um(8)])


@about("stone-weight", on="gargoule")
def test_stone_is_not_cleared_away() -> None:
    """The Gargoule's weight: nobody is asked where to."""
    stone = gargoule("g", (5 + off(0.5, 40, 50), 8), life="SSSSSSSS")
    table = Table(printed("bohdan-zelenka", (5, 8)), stone, active="bohdan-zelenka", dice=[5] * 5)
    table.do("attack", rouage="bohdan-zelenka", target="g", mode="frontal")
    assert table.option(tactic="push-target")["why"]["code"] == "immovable"
    table.do("tactic", tactic=None)
    assert (table["g"]["at"], table["g"]["wounds"], table.waiting) == (
        [um(5 + off(0.5, 40, 50)), um(8)],
        5,
        {"1": "act"},
    )


@about("known-passage", on="milada-cerna")
def test_known_passage() -> None:
    """MOV-5: in contact with a decor that she need not see."""
    seen, unseen = block("seen", 8, 6, 9, 10), block("unseen", 10, 7, 11, 9)
    far = block("far", 5, 15.2, 6, 15.8)
    table = Table(printed("milada-cerna", (5, 8)), seen, unseen, far, active="milada-cerna")
    assert not table.legal("capacity", rouage="milada-cerna", capacity="known-passage", targets={"wall": "far"})
    used(table, "known-passage", "milada-cerna", wall="unseen")
    touching = 11 + 15 / 25.4
    assert not table.legal("move", to=(touching + 0.5, 8.0))
    table.do("move", to=(touching, 8.0))
    assert (table["milada-cerna"]["at"], table["milada-cerna"]["actions"]) == ([um(touching), um(8)], 3)


@about("never-cornered", on="tibor-vlk")
@pytest.mark.parametrize("goes", [True, False])
def test_never_cornered(goes: bool) -> None:
    """ENG-3: as soon as somebody enters his threat zone he may be off."""
    table = Table(printed("tibor-vlk", (5, 8), "2"), ally("kubik", (9, 8)), active="kubik")
    table.walk("kubik", BESIDE)
    table.do("choose", choice=goes)
    if goes:
        table.do("move", to=(2.5, 8.0))
        table.do("opportunity", attack=False)
    assert table["tibor-vlk"]["at"] == [um(2.5 if goes else 5), um(8)]
    assert table.legal("attack", rouage="kubik", target="tibor-vlk", mode="frontal") is not goes


@about("naked-arc", on="ruzena-kovarova")
@pytest.mark.parametrize(("dice", "wounds"), [([5, 5, 5], 2), ([6, 1, 1], 1), ([1, 1, 1], 0)])
def test_naked_arc(dice: list[int], wounds: int) -> None:
    """CAP-4: an attack, that counts as one; two wounds at most."""
    table = Table(printed("ruzena-kovarova", (5, 8)), foe("kubik", (8, 8)), active="ruzena-kovarova", dice=dice)
    used(table, "naked-arc", "ruzena-kovarova", target="kubik")
    table.settle()
    assert table["kubik"]["wounds"] == wounds
    assert (table["ruzena-kovarova"]["actions"], table["ruzena-kovarova"]["used"]["attack"]) == (3, 1)


@about("second-wind", on="pavel-sykora")
@pytest.mark.parametrize(("left", "now"), [(2, 3), (0, 1), (3, 3)])
def test_second_wind(left: int, now: int) -> None:
    """ACT: as his activation starts, a coordinated one too."""
    table = Table(ally("petra", (5, 8), rank=3), printed("pavel-sykora", (5, 11), actions=left), active="petra")
    table.do("coordinate", rouage="pavel-sykora")
    assert table["pavel-sykora"]["actions"] == now


@about("light-fingers", on="iveta-mala")
def test_light_fingers() -> None:
    table = Table(printed("iveta-mala", (5, 8)), foe("kubik", BESIDE), foe("poor", (5, 8 + off(0.5)), actions=0),
                  active="iveta-mala")  # fmt: skip
    assert not table.legal("capacity", rouage="iveta-mala", capacity="light-fingers", targets={"target": "poor"})
    used(table, "light-fingers", "iveta-mala", target="kubik")
    assert (table["iveta-mala"]["actions"], table["kubik"]["actions"]) == (4, 3)


@about("human-rampart", on="matej-duda")
@pytest.mark.parametrize(("takes", "wounds"), [(True, (1, 1)), (False, (2, 0))])
def test_human_rampart(takes: bool, wounds: tuple[int, int]) -> None:
    """LIF-1: one of the wounds is his."""
    table = Table(ally("kubik", (5, 8)), foe("petra", BESIDE), printed("matej-duda", (5 + 2 * off(0.5), 8), "2"),
                  active="kubik", dice=[5, 5, 1])  # fmt: skip
    table.frontal("kubik", "petra")
    table.do("choose", choice=takes)
    assert (table["petra"]["wounds"], table["matej-duda"]["wounds"]) == wounds
