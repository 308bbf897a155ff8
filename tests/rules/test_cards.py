"""The rulebook on cards: that they win, the costs of their capacities, the reach and the duration of their effects.

The cards are those of ``bench.toml``; each does one thing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.olomoc import Match, packs
from tests.rules.table import (
    CABALS,
    INCH,
    MINISTRIES,
    PLANS,
    Piece,
    Table,
    ally,
    block,
    cabal,
    cycle,
    foe,
    off,
    rogue,
    rolled,
    um,
)

NEAR = 5 + off(0.5)
BENCH = packs.load(Path(__file__).parent / "bench.toml")
SHELF = {"pack": "bench", "shelf": {"bench": BENCH}}


def bearer(card: str, id: str = "petra", at: Any = (5, 8), **keys: Any) -> Piece:
    """A rouage of seat 1 with that card's capacities."""
    return ally(id, at, card=card, capacities=None, **keys)


def bench(*pieces: Piece, **keys: Any) -> Table:
    return Table(*pieces, **{**SHELF, "active": "petra", **keys})


def use(table: Table, capacity: str, **targets: Any) -> list[dict[str, Any]]:
    return table.do("capacity", rouage="petra", capacity=capacity, targets=targets)


def refused(table: Table, clause: str, code: str | None, capacity: str, **targets: Any) -> None:
    table.refused(clause, code, "capacity", rouage="petra", capacity=capacity, targets=targets)


# ---- cost, frequency, time (CAP) -------------------------------------------------------------------------------------


def test_a_capacity_costs_what_its_card_says() -> None:
    """CAP-1, NOI-5: action tokens and Noirceur; the effect follows."""
    table = bench(bearer("spender"))
    use(table, "spur")
    assert (table["petra"]["actions"], table["petra"]["noirceur"], table.points["1"]) == (3, 1, 1)


def test_a_frequency_per_cycle_outlasts_the_phase() -> None:
    """CAP-1: once per cycle: refused at once and in the next phase."""
    table = bench(bearer("spender", revealed=True), foe("kubik", (9, 3)))
    use(table, "spur")
    refused(table, "CAP-1", "limit-reached", "spur")
    assert any("spur" in name and count == 1 for name, count in table["petra"]["used"].items())


def test_a_capacity_that_cannot_be_paid() -> None:
    """CAP-1."""
    refused(bench(bearer("spender", actions=0)), "CAP-1", "no-action-token", "spur")


def test_corrupted_one_may_still_pay_with_noirceur() -> None:
    """CAP-1, NOI-2: the fourth token is discarded, and Fiel rises."""
    table = bench(bearer("spender", noirceur=3))
    use(table, "spur")
    assert (table["petra"]["noirceur"], table.fiel["1"]) == (3, 1)


def test_a_free_capacity_without_frequency_is_used_once_per_activation() -> None:
    """CAP-2 [choice]: not again while it is active; again when it is activated again."""
    table = cycle(
        ("propaganda", "petra", "security", "dominik", "kubik"),
        ("jana", "otto", "hynek", "propaganda", "effort"),
        **SHELF,
        at={"petra": (5, 8), "otto": (12, 3), "jana": (9, 3)},
    )
    position_ = table.position
    petra = next(r for r in position_["rouages"] if r["id"] == "petra")
    petra["card"], petra["profile"]["capacities"] = "idler", ["whim", "knack"]
    table = Table(match=Match.from_position(position_, dice=[], shelf={"bench": BENCH}))
    table.idle_until(lambda t: "choose-rouage" in t.waiting.values())
    table.do("activate", rouage="petra")
    for points in (1, 2):
        table.idle_until(lambda t: (t.position["active"] or {}).get("rouages") == ["petra"])
        use(table, "whim")
        assert table.points["1"] == points
        refused(table, "CAP-2", "limit-reached", "whim")
        table.end()


def test_a_free_capacity_counts_against_its_frequency() -> None:
    """CAP-2: free, twice per phase, and no third time."""
    table = bench(bearer("idler"))
    for _ in range(2):
        use(table, "knack")
    assert (table["petra"]["actions"], table.points["1"]) == (4, 2)
    refused(table, "CAP-1", "limit-reached", "knack")


def test_a_capacity_that_can_wound_an_adverse_rouage_is_an_attack() -> None:
    """CAP-4: it counts against ATK-1's limit, and the target's life line meets it as an attack (LIF-2, LIF-3)."""
    table = bench(bearer("knifer"), foe("kubik", (NEAR, 8), life="RTSS"))
    use(table, "knife", target="kubik")
    assert table["petra"]["used"]["attack"] == 1
    assert (table["kubik"]["wounds"], table["kubik"]["noirceur"]) == (2, 1)
    spent = bench(bearer("knifer", used={"attack": 2}), foe("kubik", (NEAR, 8)))
    refused(spent, "ATK-1", "limit-reached", "knife", target="kubik")


def test_wounds_that_are_no_attack_meet_no_armour() -> None:
    """LIF-2, LIF-3 [choice: stops nothing]: three wounds check three PV, reinforced and tinted; the token is taken."""
    table = bench(bearer("knifer"), ally("dominik", (NEAR, 8), life="RTSS"))
    use(table, "bleeding", target="dominik")
    assert (table["dominik"]["wounds"], table["dominik"]["noirceur"]) == (3, 1)
    assert not table["petra"]["used"].get("attack")


# ---- what a card reaches (GEN) ---------------------------------------------------------------------------------------


def test_an_element_named_is_an_allied_one() -> None:
    """GEN-8: unless the card says otherwise; GEN-9: and not the bearer itself."""
    table = bench(bearer("knifer"), foe("kubik", (NEAR, 8)), ally("dominik", (5, 8 + off(0.5))))
    assert table.legal("capacity", rouage="petra", capacity="bleeding", targets={"target": "dominik"})
    for target in ("kubik", "petra"):
        assert not table.legal("capacity", rouage="petra", capacity="bleeding", targets={"target": target})


def threshold(*pieces: Piece, by: str = "petra", **keys: Any) -> int:
    """The threshold of that rouage's attack on Kubik."""
    table = bench(*pieces, foe("kubik", (NEAR, 8)), active=by, dice=[1] * 4, spare=True, **keys)
    return rolled(table.frontal(by, "kubik"))[0]["threshold"]


FAR = ((14, 14), (2, 14))


def test_a_rouage_is_not_affected_by_its_own_capacity() -> None:
    """GEN-9: the drum serves the drummer's friends; the drummer only by another's."""
    assert threshold(bearer("drummer")) == 5
    assert threshold(ally("petra", (5, 8)), bearer("drummer", "dominik", FAR[0])) == 4
    assert threshold(bearer("drummer"), bearer("drummer", "dominik", FAR[0])) == 4


def test_bonuses_of_the_same_name_do_not_add_up() -> None:
    """GEN-7: two drums are worth one."""
    drums = [bearer("drummer", f"d{n}", at) for n, at in enumerate(FAR)]
    assert threshold(ally("petra", (5, 8)), *drums) == 4


@pytest.mark.parametrize(("card", "expected"), [("razor", 2), ("spoon", 6)])
def test_the_threshold_stays_within_two_and_six(card: str, expected: int) -> None:
    """ROL-2 [choice]: whatever cards do."""
    assert threshold(bearer(card)) == expected


def test_the_card_wins() -> None:
    """GEN-1: RNG-1 wants the shooter free; its card says that it may shoot while engaged."""
    pieces = (foe("kubik", (NEAR, 8)), foe("jana", (5, 3)))
    assert not bench(bearer("spender", shooting=2), *pieces).legal(
        "attack", rouage="petra", target="jana", mode="ranged"
    )
    assert bench(bearer("gunner", shooting=2), *pieces).legal("attack", rouage="petra", target="jana", mode="ranged")


@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_a_d6_halved_and_rounded_up(die: int, points: int) -> None:
    """GEN-3: one die of the stream."""
    table = bench(bearer("gambler"), dice=[die])
    use(table, "luck")
    assert table.points["1"] == points


# ---- placements (MOV-5) ----------------------------------------------------------------------------------------------


def test_a_placement_asks_for_no_way() -> None:
    """MOV-5: over a wall, out of a threat zone, and nobody strikes."""
    table = bench(bearer("leaper"), foe("kubik", (5, 8 + off(0.5)), combat=4), block("d1", 6.5, 2, 7, 14))
    use(table, "leap", place=[um(9), um(8)])
    assert table["petra"]["at"] == [um(9), um(8)]
    assert table.waiting == {"1": "act"}


@pytest.mark.parametrize(("distance", "legal"), [(6, True), (8, False)])
def test_a_placement_keeps_to_its_range(distance: float, legal: bool) -> None:
    """MOV-5: the effect's measured range."""
    table = bench(bearer("leaper"))
    place = [um(5 + distance), um(8)]
    assert table.legal("capacity", rouage="petra", capacity="leap", targets={"place": place}) is legal


@pytest.mark.parametrize("stung", [True, False])
def test_a_stunned_mover_does_not_move(stung: bool) -> None:
    """OPP-3 [choice]: the attack at its leaving stuns it: its displacement is lost, what it paid stays paid."""
    sting = foe("kubik", (NEAR, 8), combat=1, card="stinger" if stung else "spender", capacities=None)
    table = bench(ally("petra", (5, 8)), sting, dice=[5])
    table.walk("petra", (2, 8))
    table.do("opportunity", attack=True)
    petra = table["petra"]
    assert petra["states"] == (["stunned"] if stung else [])
    assert petra["at"] == [um(5 if stung else 2), um(8)]
    assert (petra["actions"], petra["used"]["walk"]) == (3, 1)


# ---- moments (ART-5, CYC-4.3, CYC-4.4, CYC-8, ACT-1) -----------------------------------------------------------------


def test_nothing_answers_a_cycles_opening_mechanism() -> None:
    """ART-5: the listener scores for the Harmony's mechanism, and not for the one that opens the cycle."""
    table = bench(bearer("listener"), rogue("rogue-1", (2, 2)), dice=[1] * 8, spare=True, artefact=["rogue-south-east"])
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert table.points["1"] == 0
    made = with_card("listener", ("harmony", "kubik", "petra", "dominik", "propaganda"))
    assert made.points["1"] == 1


def test_nothing_answers_what_a_cycles_opening_mechanism_does() -> None:
    """ART-5: the rain that opens the cycle tints the mourner, who scores for it only when the Harmony makes it fall."""
    rain = next(card for card in BENCH.artefact if card.startswith("rain-of-fiel"))
    table = bench(bearer("mourner"), artefact=[rain])
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert (table["petra"]["noirceur"], table.points["1"]) == (1, 0)
    made = with_card("mourner", ("harmony", "kubik", "petra", "dominik", "propaganda"), rain)
    assert (made["petra"]["noirceur"], made.points["1"]) == (1, 1)


def with_card(card: str, plan1: tuple[str, ...] | None = None, artefact: str = "rogue-south-east") -> Table:
    """The first phase of a cycle, Pétra on the Bloc and bearing that card; nothing played yet but ministries."""
    mine = [bearer(card, "petra", (5, 8), rank=3, revealed=False), *cabal("1", *CABALS["1"])[1:]]
    theirs = cabal("2", *CABALS["2"], at={"otto": (12, 3)})
    table = Table(*mine, *theirs, **SHELF, ministries=MINISTRIES, artefact=[artefact])
    table.plan("1", *(plan1 or PLANS["1"]))
    table.plan("2", *PLANS["2"])
    return table


def test_capacities_can_trigger_at_the_end_of_each_card() -> None:
    """CYC-4.3: after the first player's card, before the other plays; and after the other's."""
    table = with_card("clerk")
    assert table.points["1"] == 0
    table.end()
    assert table.waiting == {"2": "act"}
    assert table.points["1"] == 1
    table.end()
    assert table.points["1"] == 2


def test_capacities_can_trigger_once_at_the_end_of_a_phase() -> None:
    """CYC-4.4: once, after both cards."""
    table = with_card("watchman")
    table.end()
    assert table.points["1"] == 0
    table.end()
    assert (table.position["phase"], table.points["1"]) == (2, 1)


@pytest.mark.parametrize(
    ("capacity", "phase", "next_cycle"),
    [("for-the-phase", False, False), ("for-the-cycle", True, False), ("for-good", True, True)],
)
def test_how_long_effects_last(capacity: str, phase: bool, next_cycle: bool) -> None:
    """CYC-4.4: to the end of the phase; CYC-8: of the cycle at the latest, unless it says that it outlasts it."""
    table = with_card("tuner")
    use(table, capacity)
    assert running(table)
    table.end()
    table.end()
    assert table.position["phase"] == 2
    assert running(table) is phase
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert running(table) is next_cycle


def running(table: Table) -> bool:
    return bool(table.position["effects"])


@pytest.mark.parametrize(("card", "actions"), [("early-riser", 5), ("spender", 4)])
def test_a_card_may_give_more_tokens(card: str, actions: int) -> None:
    """ACT-1, GEN-1: four action tokens, unless a card says otherwise."""
    table = bench(bearer(card, actions=0), artefact=["rogue-south-east"])
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert table["petra"]["actions"] == actions


def test_the_bench_is_in_inches() -> None:
    """MEA-1: a pack's lengths are read exactly."""
    assert BENCH.rouages["leaper"].capacities[0].targets[0].range == 6 * INCH
