"""The effects of each equipment and each gift of the core pack."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cards.core_pack.core import about, bearer, dice_of, used
from tests.rules.table import (
    MINISTRIES,
    Piece,
    Table,
    ally,
    cabal,
    foe,
    marker,
    off,
    rogue,
    um,
)

BESIDE = (5 + off(0.5), 8)
SINGER = ally("singer", (12, 12), capacities=["litany-of-hours"])
"""A rouage that makes a mechanism."""
QUIET = "unanimous-hour"
"""A card of the Artefact that moves nothing."""


def alone(equipment: str, *pieces: Piece, by: dict[str, Any] | None = None, **keys: Any) -> Table:
    """Pétra, active, bears it."""
    return Table(bearer(equipment, **(by or {})), *pieces, active="petra", **keys)


def sung(*pieces: Piece, artefact: str = QUIET) -> Table:
    """A mechanism is made while these stand there."""
    table = Table(SINGER, *pieces, active="singer", artefact=[artefact])
    used(table, "litany-of-hours", "singer")
    return table


# ---- Coordination ----------------------------------------------------------------------------------------------------


@about("posted-hours", on="duty-roster")
@pytest.mark.parametrize(("plan", "actions"), [(("progress", "jana", "hynek"), 3), (("jana", "hynek", "progress"), 2)])
def test_duty_roster(plan: tuple[str, ...], actions: int) -> None:
    """CYC-4.3: as soon as the opponent's ministry card has been played; not for another card."""
    mine = [bearer("duty-roster", None, rank=3, actions=2, revealed=False), *cabal("1", "x", "kubik", "dominik")[1:]]
    table = Table(*mine, *cabal("2", "hynek", "jana", "otto"), ministries=MINISTRIES, artefact=[QUIET])
    table.plan("1", "kubik", "dominik", "security", "petra", "propaganda")
    table.plan("2", *plan, "otto", "propaganda")
    while table.position["phase"] == 1:
        table.idle()
    assert table["petra"]["actions"] == actions


@about("open-line", on="field-telephone")
@pytest.mark.parametrize("borne", [True, False])
def test_field_telephone(borne: bool) -> None:
    """COO-1: it coordinates one of its own rank."""
    petra = bearer("field-telephone" if borne else "riot-shield")
    table = Table(petra, ally("dominik", (5, 11)), foe("x", (15, 15), equipment="field-telephone"), active="petra")
    if not borne:
        table.refused("COO-1", "rank-not-lower", "coordinate", rouage="dominik")
        return
    table.do("coordinate", rouage="dominik")
    assert table.position["active"]["rouages"] == ["petra", "dominik"]


@about("counter-order", on="sealed-envelope")
def test_sealed_envelope() -> None:
    """Settled by hand: both are told; what they agree on is done, and nothing before."""
    mine = [bearer("sealed-envelope", rank=3, revealed=False), *cabal("1", "x", "kubik", "dominik")[1:]]
    table = Table(*mine, *cabal("2", "hynek", "jana", "otto"), ministries=MINISTRIES, artefact=[QUIET])
    table.plan("1", "petra", "kubik", "security", "dominik", "propaganda")
    table.plan("2", "otto", "hynek", "jana", "propaganda", "effort")
    before = table.position
    used(table, "counter-order", "petra")
    for viewer in ("1", "2"):
        entry = table.match.view(viewer)["log"][-2]
        assert (entry["kind"], entry["code"], entry["params"]["card"]) == ("noted", "by-hand", "counter-order")
    assert table["petra"]["used"]["counter-order@match"] == 1
    assert table.position["plans"] == before["plans"]
    table.match.submit("1", {"kind": "propose", "what": "adjustment", "changes": [{"seat": "1", "swap": [2, 4]}]})
    table.do("adjust", accept=True)
    assert table.position["plans"]["1"] == ["petra", "dominik", "security", "kubik", "propaganda"]


# ---- Integrity -------------------------------------------------------------------------------------------------------


@about("countersigned", on="duty-stamp")
def test_duty_stamp() -> None:
    table = alone("duty-stamp", ally("dominik", (5, 11), noirceur=2), ally("clean", (8, 8)))
    assert not table.legal("capacity", rouage="petra", capacity="countersigned", targets={"target": "clean"})
    used(table, "countersigned", "petra", target="dominik")
    assert (table["dominik"]["noirceur"], table["petra"]["actions"]) == (1, 4)


@about("field-suture", on="block-kit")
def test_block_kit() -> None:
    table = alone("block-kit", by={"wounds": 3})
    used(table, "field-suture", "petra")
    assert (table["petra"]["wounds"], table["petra"]["actions"]) == (1, 3)
    table.refused("CAP-1", "limit-reached", "capacity", rouage="petra", capacity="field-suture", targets={})


@about("entered-and-struck", on="register-of-conscience")
@pytest.mark.parametrize(("die", "noirceur"), [(4, 1), (5, 0), (6, 0)])
def test_register_of_conscience(die: int, noirceur: int) -> None:
    """NOI-6: what something tinted gives, unless a die strikes it out."""
    table = alone("register-of-conscience", marker("m", (8, 8), tinted=True), dice=[die])
    table.walk("petra", (8 - off(0), 8))
    assert table["petra"]["noirceur"] == noirceur


# ---- Effort ----------------------------------------------------------------------------------------------------------


@about("leverage", on="long-spanner")
def test_long_spanner() -> None:
    """RIP-1: 3 + 1 dice to strike back, 3 to attack."""
    table = Table(bearer("long-spanner", seat="2"), ally("kubik", BESIDE), active="kubik", dice=[1, 1, 1, 5, 5, 5, 5])
    table.frontal("kubik", "petra", riposte="combat")
    assert (table["kubik"]["wounds"], dice_of(table)) == (4, [3, 4])
    table = alone("long-spanner", foe("kubik", BESIDE), dice=[5, 5, 5])
    table.frontal("petra", "kubik")
    assert table["kubik"]["wounds"] == 3


@about("steady-pull", on="haulage-harness")
def test_haulage_harness() -> None:
    """WLK-1: a third walk in the phase, and no fourth."""
    table = alone("haulage-harness")
    for y in (10, 12, 10):
        table.walk("petra", (5, y))
    assert (table["petra"]["at"], table["petra"]["actions"]) == ([um(5), um(10)], 1)
    table.refused("WLK-1", "limit-reached", "walk", rouage="petra", to=(5.0, 12.0))


@about("reel-in", on="winch")
@pytest.mark.parametrize("whom", [foe, ally])
def test_winch(whom: Any) -> None:
    """MOV-4: toward the bearer, whosever it is."""
    table = alone("winch", whom("kubik", (10, 8)))
    used(table, "reel-in", "petra", target="kubik")
    assert not table.legal("move", to=(11.0, 8.0))
    table.do("move", to=(8.0, 8.0))
    assert (table["kubik"]["at"], table["petra"]["actions"]) == ([um(8), um(8)], 3)


# ---- Progress --------------------------------------------------------------------------------------------------------


@about("disruption", on="quantum-disruptor")
def test_quantum_disruptor() -> None:
    table = alone("quantum-disruptor", foe("kubik", (9, 9)))
    used(table, "disruption", "petra", target="kubik")
    assert (table["petra"]["at"], table["kubik"]["at"]) == ([um(9), um(9)], [um(5), um(8)])


@about("corrected-reading", on="calibrated-lens")
@pytest.mark.parametrize(("choice", "wounds"), [(2, 1), (None, 0)])
def test_calibrated_lens(choice: int | None, wounds: int) -> None:
    """One die of a shot is turned to 6, once a cycle, if its player likes."""
    table = alone("calibrated-lens", foe("kubik", (8, 8)), by={"shooting": 2}, dice=[2, 4])
    table.do("attack", rouage="petra", target="kubik", mode="ranged")
    table.settle()
    table.do("choose", choice=choice is not None)
    if choice is not None:
        table.do("choose", choice=choice)
    table.settle()
    assert table["kubik"]["wounds"] == wounds


@about("transfer-of-charge", on="pocket-dynamo")
def test_pocket_dynamo() -> None:
    """ACT-1: it goes over, and never above the other's number."""
    table = alone("pocket-dynamo", ally("dominik", (5, 10), actions=1))
    used(table, "transfer-of-charge", "petra", target="dominik")
    assert (table["petra"]["actions"], table["dominik"]["actions"]) == (3, 2)
    table = alone("pocket-dynamo", ally("dominik", (5, 10), actions=1), by={"actions": 0})
    table.refused("CAP-1", "conditions", "capacity", rouage="petra", capacity="transfer-of-charge",
                  targets={"target": "dominik"})  # fmt: skip


# ---- Harmony ---------------------------------------------------------------------------------------------------------


@about("struck-hour", on="chronograph")
@pytest.mark.parametrize(("at", "actions"), [((5, 8), 3), (None, 2)])
def test_chronograph(at: Any, actions: int) -> None:
    """After a mechanism, on the Bloc only."""
    assert sung(bearer("chronograph", at, actions=2))["petra"]["actions"] == actions


@about("read-aloud", on="manifesto")
@pytest.mark.parametrize(("read", "noirceur"), [(True, 1), (False, 0)])
def test_manifesto(read: bool, noirceur: int) -> None:
    """An adverse rouage in reach, one of two."""
    table = sung(bearer("manifesto"), foe("kubik", (9, 8)), foe("jana", (5, 4)), foe("far", (15, 2)))
    table.do("choose", choice=read)
    if read:
        assert table.asked("choose")["prompt"]["params"]["choices"] == ["kubik", "jana"]
        table.do("choose", choice="jana")
    assert [table[id]["noirceur"] for id in ("kubik", "jana", "far")] == [0, noirceur, 0]


@about("held-note", on="tuning-fork")
@pytest.mark.parametrize(("tinted", "dice"), [(True, 3), (False, 2)])
def test_tuning_fork(tinted: bool, dice: int) -> None:
    """ROL-1: one die more for a tinted marker."""
    table = alone("tuning-fork", marker("m", BESIDE, tinted=tinted), agenda="survey", dice=[1] * (dice - 1) + [5])
    table.study("petra", "m")
    assert (dice_of(table), table.points["1"]) == ([dice], 1)


# ---- Edification -----------------------------------------------------------------------------------------------------


@about("levelled", on="survey-theodolite")
@pytest.mark.parametrize(("engaged", "points"), [(False, 2), (True, 0)])
def test_survey_theodolite(engaged: bool, points: int) -> None:
    """ROL-2: 4s are successes while nobody engages it."""
    kubik = foe("kubik", (5 - off(0.5), 8) if engaged else (12, 12))
    table = alone("survey-theodolite", marker("m", BESIDE), kubik, agenda="survey", dice=[4, 4])
    table.study("petra", "m")
    assert table.points["1"] == points


@about("hot-rivet", on="rivet-gun")
@pytest.mark.parametrize(("die", "wounds"), [(3, 0), (4, 1), (6, 1)])
def test_rivet_gun(die: int, wounds: int) -> None:
    """CAP-4: it counts as an attack."""
    table = alone("rivet-gun", foe("kubik", (8, 8)), dice=[die])
    used(table, "hot-rivet", "petra", target="kubik")
    assert (table["kubik"]["wounds"], table["petra"]["used"]["attack"], table["petra"]["actions"]) == (wounds, 1, 3)


@about("no-entry", on="folding-barrier")
def test_folding_barrier() -> None:
    """MOV-5: a marker of 40 mm, where its player says; nobody walks onto it (MOV-1)."""
    table = alone("folding-barrier")
    used(table, "no-entry", "petra", place=[um(7.5), um(8)])
    assert (table["barrier"]["at"], table["barrier"]["size"]) == ([um(7.5), um(8)], 40)
    assert table.refused("MOV-1", "overlap", "walk", rouage="petra", to=(7.5, 8.0))["by"] == ["barrier"]


# ---- Security --------------------------------------------------------------------------------------------------------


@about("held-high", on="riot-shield")
@pytest.mark.parametrize(("gap", "mode", "dice"), [(3, "ranged", 3), (0.5, "frontal", 2)])
def test_riot_shield(gap: float, mode: str, dice: int) -> None:
    """DOD-1: one die more against an attacker farther than an inch."""
    attacker = ally("kubik", (5 + off(gap), 8), combat=3, shooting=3)
    table = Table(bearer("riot-shield", seat="2", dodge=2), attacker, active="kubik", dice=[5, 5, 5] + [5] * dice)
    table.do("attack", rouage="kubik", target="petra", mode=mode)
    table.settle(dodge=True)
    assert table["petra"]["wounds"] == 3 - dice


@about("double-blow", on="weighted-baton")
@pytest.mark.parametrize(("dice", "states"), [([6, 6, 1], ["stunned"]), ([6, 5, 5], [])])
def test_weighted_baton(dice: list[int], states: list[str]) -> None:
    """STA-2: two 6s."""
    table = alone("weighted-baton", foe("kubik", BESIDE), dice=dice)
    table.frontal("petra", "kubik")
    assert table["kubik"]["states"] == states


# ---- Fringe and Axe --------------------------------------------------------------------------------------------------


@about("low-light", on="damp-lamp")
def test_damp_lamp() -> None:
    """OPP-1: nobody is asked as it leaves."""
    table = alone("damp-lamp", foe("kubik", BESIDE))
    table.walk("petra", (2, 8))
    assert (table["petra"]["at"], table.waiting) == ([um(2), um(8)], {"1": "act"})


@about("mistaken-identity", on="false-papers")
@pytest.mark.parametrize(("shown", "wounds"), [(True, 0), (False, 2)])
def test_false_papers(shown: bool, wounds: int) -> None:
    """A shot comes to nothing; what it cost stays paid."""
    table = Table(bearer("false-papers", seat="2"), ally("kubik", (8, 8), shooting=2), active="kubik",
                  dice=[] if shown else [5, 5])  # fmt: skip
    table.do("attack", rouage="kubik", target="petra", mode="ranged")
    table.do("choose", choice=shown)
    table.settle()
    assert (table["petra"]["wounds"], table["kubik"]["actions"], table["kubik"]["used"]["attack"]) == (wounds, 3, 1)


@about("weighted-side", on="loaded-token")
@pytest.mark.parametrize(("loaded", "wounds"), [(True, 2), (False, 1)])
def test_loaded_token(loaded: bool, wounds: int) -> None:
    """A success more, once in the match."""
    table = alone("loaded-token", foe("kubik", BESIDE), dice=[5, 1, 1])
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    table.do("tempt-fate", reroll=False)
    table.do("choose", choice=loaded)
    table.settle()
    assert table["kubik"]["wounds"] == wounds


@about("what-is-owed", on="black-shard")
def test_black_shard() -> None:
    """LIF-4: a rouage that it puts out of combat is worth 2 PV, and 1 Noirceur as ever."""
    table = alone("black-shard", foe("kubik", BESIDE, life="S"), by={"wounds": 3}, dice=[5, 5, 5])
    table.frontal("petra", "kubik")
    assert table["kubik"]["out"]
    assert (table["petra"]["wounds"], table["petra"]["noirceur"], table.traque) == (1, 1, 1)


@about("sent-back", on="word-of-return")
def test_word_of_return() -> None:
    table = alone("word-of-return", rogue("rogue-1", (8, 8)), rogue("rogue-2", (14, 2)))
    assert not table.legal("capacity", rouage="petra", capacity="sent-back", targets={"target": "rogue-2"})
    used(table, "sent-back", "petra", target="rogue-1")
    assert [hostile["id"] for hostile in table.position["hostiles"] if hostile["at"]] == ["rogue-2"]
    assert (table["petra"]["actions"], table["petra"]["noirceur"]) == (2, 1)


# ---- factions --------------------------------------------------------------------------------------------------------


@about("regulation-fire", on="service-carbine")
def test_service_carbine() -> None:
    """RNG-1: with it even one who cannot shoot has a die."""
    table = alone("service-carbine", foe("kubik", (8, 8)), dice=[5])
    table.shot("petra", "kubik")
    assert (table["kubik"]["wounds"], dice_of(table)) == (1, [1])


@about("reserved-corridor", on="clearance-pass")
def test_clearance_pass() -> None:
    """MOV-3: with the push ruler; no walk, and no action token."""
    table = alone("clearance-pass")
    used(table, "reserved-corridor", "petra")
    table.do("move", to=(7.5, 8.0))
    petra = table["petra"]
    assert (petra["at"], petra["actions"], petra["used"].get("walk", 0)) == ([um(7.5), um(8)], 4, 0)


@about("riveted", on="boiler-plate")
def test_boiler_plate() -> None:
    """One wound less of the first attack in a cycle, not of the second."""
    table = Table(bearer("boiler-plate", seat="2"), ally("kubik", BESIDE), active="kubik", dice=[5, 5, 1] * 2)
    for wounds in (1, 3):
        table.frontal("kubik", "petra")
        assert table["petra"]["wounds"] == wounds


@about("blackout", on="coal-dust")
def test_coal_dust() -> None:
    """RIP-1: none within 4 in strikes back, until the phase ends; one farther off may."""
    table = alone("coal-dust", foe("kubik", BESIDE), foe("far", (12, 8)))
    used(table, "blackout", "petra")
    assert {(effect["piece"], effect["until"]) for effect in table.position["effects"]} == {("kubik", "phase")}
    table.do("attack", rouage="petra", target="kubik", mode="frontal")
    assert table.option(riposte="combat", dodge=False)["why"]["code"] == "forbidden"


@about("sleepless", on="watch-hourglass")
@pytest.mark.parametrize(("wakes", "dice", "noirceur"), [(True, 3, 1), (False, 2, 0)])
def test_watch_hourglass(wakes: bool, dice: int, noirceur: int) -> None:
    """CYC: at the start of a cycle, for 1 Noirceur, +1 Technique until its end."""
    mine = [bearer("watch-hourglass", (5, 8), rank=3, revealed=False), *cabal("1", "x", "kubik", "dominik")[1:]]
    table = Table(*mine, *cabal("2", "hynek", "jana", "otto"), marker("m", BESIDE), agenda="survey", cycle=1,
                  ministries=MINISTRIES, artefact=[QUIET], dice=[1] * dice)  # fmt: skip
    table.plan("1", "petra", "kubik", "security", "dominik", "propaganda")
    table.plan("2", "otto", "hynek", "jana", "propaganda", "effort")
    table.idle_until(lambda t: t.waiting == {"1": "choose"})
    table.do("choose", choice=wakes)
    table.plan("1", "petra", "kubik", "edification", "dominik", "propaganda")
    table.plan("2", "otto", "hynek", "jana", "propaganda", "integrity")
    table.idle_until(lambda t: t.position.get("active", {}).get("rouages") == ["petra"])
    table.study("petra", "m")
    assert (dice_of(table), table["petra"]["noirceur"]) == ([dice], noirceur)


@about("deaf-to-it", on="wax-plugs")
def test_wax_plugs() -> None:
    """STA-2: it fights and walks though stunned."""
    table = alone("wax-plugs", foe("kubik", BESIDE), by={"states": ["stunned"]}, dice=[5, 5, 5])
    table.frontal("petra", "kubik")
    assert (table["kubik"]["wounds"], table["petra"]["states"]) == (3, ["stunned"])


# ---- rouages ---------------------------------------------------------------------------------------------------------


@about("old-drill", on="black-armband")
@pytest.mark.parametrize(("equipment", "dice"), [("black-armband", 3), ("riot-shield", 1)])
def test_black_armband(equipment: str, dice: int) -> None:
    """RNG-2: no malus beyond 4 in."""
    armband = "black-armband" if equipment == "black-armband" else "riot-shield"
    table = Table(bearer(armband, shooting=3), foe("kubik", (11, 8)), foe("x", (15, 15), equipment="black-armband"),
                  active="petra", dice=[5] * dice)  # fmt: skip
    table.shot("petra", "kubik")
    assert table["kubik"]["wounds"] == dice


@about("planted", on="ballast-belt")
def test_ballast_belt() -> None:
    """ATK-4: no tactic pushes it; its own walks are its own."""
    table = Table(bearer("ballast-belt", seat="2"), ally("kubik", BESIDE), active="kubik", dice=[5, 5, 5])
    table.do("attack", rouage="kubik", target="petra", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    assert table.option(tactic="push-target")["why"]["code"] == "immovable"
    table.do("tactic", tactic=None)
    assert (table["petra"]["at"], table["petra"]["wounds"]) == ([um(5), um(8)], 3)
    table = alone("ballast-belt")
    table.walk("petra", (8, 8))
    assert table["petra"]["at"] == [um(8), um(8)]


@pytest.mark.parametrize("opening", [True, False])
def test_ballast_belt_at_an_opening_mechanism(opening: bool) -> None:
    """ART-5: no capacity, a permanent one neither, acts on the mechanism that opens a cycle; on any other it does."""
    pieces = bearer("ballast-belt", rank=3), foe("kubik", (11, 8), rank=3)
    if opening:
        table = Table(*pieces, active="petra", artefact=["quantum-rift-14"])
        table.end()
        table.idle_until(lambda t: t.position["cycle"] == 2)
    else:
        own, other = ("petra", "x", "security", "y", "propaganda"), ("kubik", "z", "w", "propaganda", "effort")
        more = [ally("x", rank=1), ally("y", rank=2), foe("z", rank=2), foe("w", rank=1)]
        table = Table(*pieces, *more, artefact=["quantum-rift-14"], ministries=MINISTRIES)
        table.plan("1", *own)
        table.plan("2", *other)
        table.idle_until(lambda t: any(e["kind"] == "mechanism" for e in t.match.journal))
    assert (table["petra"]["at"] == [um(5), um(8)]) is not opening


@about("exit-toll", on="ledger-of-debts")
def test_ledger_of_debts() -> None:
    """ENG-3: 1 action token of the first who leaves its threat zone in a phase."""
    table = Table(bearer("ledger-of-debts", seat="2"), ally("kubik", BESIDE), active="kubik")
    table.walk("kubik", (10, 8))
    table.do("opportunity", attack=False)
    assert (table["kubik"]["at"], table["kubik"]["actions"]) == ([um(10), um(8)], 2)


@about("back-to-true", on="plumb-line")
@pytest.mark.parametrize("goes", [True, False])
def test_plumb_line(goes: bool) -> None:
    """MOV-3: pushed, it may go back."""
    table = Table(bearer("plumb-line", seat="2"), ally("kubik", BESIDE), active="kubik", dice=[5, 5, 5])
    table.frontal("kubik", "petra", tactic="push-target", to=[um(2.5), um(8)])
    table.do("choose", choice=goes)
    if goes:
        table.do("move", to=(2.5, 10.5))
    assert table["petra"]["at"] == [um(2.5), um(10.5 if goes else 8)]


@about("ash-for-all", "ash", on="ash-mask")
def test_ash_mask() -> None:
    """A rouage whose attack wounds the one under ash is stained, until the end of the cycle."""
    table = Table(
        bearer("ash-mask"),
        ally("dominik", (5, 8 + off(0.5))),
        foe("kubik", (5, 8 + 2 * off(0.5))),
        active="petra",
    )
    used(table, "ash-for-all", "petra", target="dominik")
    assert [(effect["piece"], effect["until"]) for effect in table.position["effects"]] == [("dominik", "cycle")]
    theirs = {**table.position, "active": {"seat": "2", "by": "activation", "rouages": ["kubik"]}}
    del theirs["stack"]
    later = Table(match=type(table.match).from_position(theirs, dice=[5, 1, 1]))
    later.frontal("kubik", "dominik")
    assert (later["dominik"]["wounds"], later["kubik"]["noirceur"]) == (1, 1)
