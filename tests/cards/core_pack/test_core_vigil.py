"""The Vigil's rouages: what each card does to the position."""

from __future__ import annotations

import pytest

from tests.cards.core_pack.core import about, printed, used
from tests.rules.table import Table, ally, foe, marker, off, rogue, um

BESIDE = (5 + off(0.5), 8)


@about("litany-of-hours", on="drahomira-svata")
def test_litany_of_hours() -> None:
    """ART-1: a mechanism, for 1 action and 1 Noirceur."""
    table = Table(printed("drahomira-svata", (5, 8)), active="drahomira-svata", artefact=["rogue-north-east"])
    used(table, "litany-of-hours", "drahomira-svata")
    her = table["drahomira-svata"]
    assert (her["actions"], her["noirceur"]) == (3, 1)
    assert (table.position["discard"], table.position["priority"]) == (["rogue-north-east"], "2")
    assert [hostile["card"] for hostile in table.position["hostiles"]] == ["rogue"]


@about("old-hunger", on="kazimir-tuma")
def test_old_hunger() -> None:
    """CYC-5: the nearest hostile within 8 in is activated, and no other."""
    table = Table(
        printed("kazimir-tuma", (5, 8)), foe("kubik", (9, 12), life="S" * 9),
        rogue("rogue-1", (9 + off(0.5, 40, 30), 12)), rogue("rogue-2", (15, 2)),
        active="kazimir-tuma", dice=[5, 5, 5, 1],
    )  # fmt: skip
    used(table, "old-hunger", "kazimir-tuma")
    table.settle()
    assert (table["kubik"]["wounds"], table["kazimir-tuma"]["actions"]) == (3, 2)
    assert table["rogue-2"]["at"] == [um(15), um(2)]


@about("old-hunger", on="kazimir-tuma")
def test_old_hunger_needs_a_hostile_near() -> None:
    table = Table(printed("kazimir-tuma", (2, 14)), rogue("rogue-1", (14, 2)), active="kazimir-tuma")
    table.refused("CAP-1", "conditions", "capacity", rouage="kazimir-tuma", capacity="old-hunger", targets={})


@about("shared-burden", on="alzbeta-nocni")
@pytest.mark.parametrize(("takes", "noirceur"), [(True, (0, 1)), (False, (1, 0))])
def test_shared_burden(takes: bool, noirceur: tuple[int, int]) -> None:
    """NOI-6: of the Noirceur of something tinted."""
    table = Table(ally("petra", (5, 8)), printed("alzbeta-nocni", (5, 11)), marker("m", (8, 8), tinted=True),
                  active="petra")  # fmt: skip
    table.walk("petra", (8 - off(0), 8))
    table.do("choose", choice=takes)
    assert (table["petra"]["noirceur"], table["alzbeta-nocni"]["noirceur"]) == noirceur


@about("stopped-clock", on="zdenek-mraz")
@pytest.mark.parametrize(("dice", "states"), [([5, 5, 1, 1], ["stunned"]), ([6, 1, 1, 1], [])])
def test_stopped_clock(dice: list[int], states: list[str]) -> None:
    """STA-2: two successes stun."""
    table = Table(printed("zdenek-mraz", (5, 8)), foe("kubik", (9, 8)), active="zdenek-mraz", dice=dice)
    used(table, "stopped-clock", "zdenek-mraz", target="kubik")
    table.settle()
    assert (table["kubik"]["states"], table["zdenek-mraz"]["actions"]) == (states, 3)


@about("dawn-page", on="ludmila-stinova")
@pytest.mark.parametrize(("where", "noirceur"), [((5, 10), 0), ((12, 12), 2)])
def test_dawn_page(where: tuple[float, float], noirceur: int) -> None:
    """CYC-6: at the end of the cycle, a marker within 3 in."""
    table = Table(printed("ludmila-stinova", (5, 8), noirceur=2), marker("m", where), active="ludmila-stinova",
                  artefact=["unanimous-hour"])  # fmt: skip
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert table["ludmila-stinova"]["noirceur"] == noirceur


@about("known-to-them", on="radek-popel")
@pytest.mark.parametrize("known", [True, False])
def test_known_to_them(known: bool) -> None:
    """ENG-2: no hostile engages him, so beside a Rogue he is free to charge (CHG-1)."""
    mover = printed("radek-popel", (5, 8)) if known else ally("radek-popel", (5, 8), combat=4)
    table = Table(mover, rogue("rogue-1", (5 - off(0.5, 30, 40), 8)), foe("kubik", (9, 8)), active="radek-popel",
                  dice=[4] * 4 if known else [])  # fmt: skip
    charge = {"rouage": "radek-popel", "target": "kubik", "to": (9 - off(0.5), 8)}
    if not known:
        table.refused("CHG-1", "not-free", "charge", **charge)
        return
    table.charge(**{"by": "radek-popel", "target": "kubik", "to": charge["to"]})
    assert table["kubik"]["wounds"] == 4
