"""The Vigil's rouages: what each card does to the position."""

from __future__ import annotations

import pytest

from tests.cards.core_pack.core import about, printed, used
from tests.rules.table import Table, ally, foe, marker, off, rogue, um

BESIDE = (5 + off(0.5), 8)


@about("litany-of-hours", on="drahomira-svata")
def test_litany_of_hours() -> None:
    """ART-1: a mechanism, for 1 action and 1 Noirceur."""
    it = Table(printed("drahomira-svata", (5, 8)), active="drahomira-svata", artefact=["rogue-north-east"])
    used(it, "litany-of-hours", "drahomira-svata")
    her = it["drahomira-svata"]
    assert (her["actions"], her["noirceur"]) == (3, 1)
    assert (it.position["discard"], it.position["priority"]) == (["rogue-north-east"], "2")
    assert [hostile["card"] for hostile in it.position["hostiles"]] == ["rogue"]


@about("old-hunger", on="kazimir-tuma")
def test_old_hunger() -> None:
    """CYC-5: the nearest hostile within 8 in is activated, and no other."""
    it = Table(
        printed("kazimir-tuma", (5, 8)), foe("kubik", (9, 12), life="S" * 9),
        rogue("rogue-1", (9 + off(0.5, 40, 30), 12)), rogue("rogue-2", (15, 2)),
        active="kazimir-tuma", dice=[5, 5, 5, 1],
    )  # fmt: skip
    used(it, "old-hunger", "kazimir-tuma")
    it.settle()
    assert (it["kubik"]["wounds"], it["kazimir-tuma"]["actions"]) == (3, 2)
    assert it["rogue-2"]["at"] == [um(15), um(2)]


@about("old-hunger", on="kazimir-tuma")
def test_old_hunger_needs_a_hostile_near() -> None:
    it = Table(printed("kazimir-tuma", (2, 14)), rogue("rogue-1", (14, 2)), active="kazimir-tuma")
    it.refused("CAP-1", "conditions", "capacity", rouage="kazimir-tuma", capacity="old-hunger", targets={})


@about("shared-burden", on="alzbeta-nocni")
@pytest.mark.parametrize(("takes", "noirceur"), [(True, (0, 1)), (False, (1, 0))])
def test_shared_burden(takes: bool, noirceur: tuple[int, int]) -> None:
    """NOI-6: of the Noirceur of something tinted."""
    it = Table(ally("petra", (5, 8)), printed("alzbeta-nocni", (5, 11)), marker("m", (8, 8), tinted=True),
               active="petra")  # fmt: skip
    it.walk("petra", (8 - off(0), 8))
    it.do("choose", choice=takes)
    assert (it["petra"]["noirceur"], it["alzbeta-nocni"]["noirceur"]) == noirceur


@about("stopped-clock", on="zdenek-mraz")
@pytest.mark.parametrize(("dice", "states"), [([5, 5, 1, 1], ["stunned"]), ([6, 1, 1, 1], [])])
def test_stopped_clock(dice: list[int], states: list[str]) -> None:
    """STA-2: two successes stun."""
    it = Table(printed("zdenek-mraz", (5, 8)), foe("kubik", (9, 8)), active="zdenek-mraz", dice=dice)
    used(it, "stopped-clock", "zdenek-mraz", target="kubik")
    it.settle()
    assert (it["kubik"]["states"], it["zdenek-mraz"]["actions"]) == (states, 3)


@about("dawn-page", on="ludmila-stinova")
@pytest.mark.parametrize(("there", "noirceur"), [((5, 10), 0), ((12, 12), 2)])
def test_dawn_page(there: tuple[float, float], noirceur: int) -> None:
    """CYC-6: at the end of the cycle, a marker within 3 in."""
    it = Table(printed("ludmila-stinova", (5, 8), noirceur=2), marker("m", there), active="ludmila-stinova",
               artefact=["unanimous-hour"])  # fmt: skip
    it.idle_until(lambda t: t.position["cycle"] == 2)
    assert it["ludmila-stinova"]["noirceur"] == noirceur


@about("known-to-them", on="radek-popel")
@pytest.mark.parametrize("known", [True, False])
def test_known_to_them(known: bool) -> None:
    """ENG-2: no hostile engages him, so beside a Rogue he is free to charge (CHG-1)."""
    mover = printed("radek-popel", (5, 8)) if known else ally("radek-popel", (5, 8), combat=4)
    it = Table(mover, rogue("rogue-1", (5 - off(0.5, 30, 40), 8)), foe("kubik", (9, 8)), active="radek-popel",
               dice=[4] * 4 if known else [])  # fmt: skip
    charge = {"rouage": "radek-popel", "target": "kubik", "to": (9 - off(0.5), 8)}
    if not known:
        it.refused("CHG-1", "not-free", "charge", **charge)
        return
    it.charge(**{"by": "radek-popel", "target": "kubik", "to": charge["to"]})
    assert it["kubik"]["wounds"] == 4
