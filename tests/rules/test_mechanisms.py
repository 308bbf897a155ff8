"""Ministries and mechanisms (MIN, ART)."""

from __future__ import annotations

import pytest

from tests.rules.table import (
    Table,
    ally,
    cycle,
    foe,
    off,
    rogue,
    um,
)
from tests.rules.test_cycle import ROGUES


def test_animosity_activates_every_hostile() -> None:
    """MIN-2: the Axe's card, in the manner of CYC-5: the players in turn choose among those on the Bloc."""
    table = cycle(
        None,
        ("otto", "axe-2", "hynek", "propaganda", "jana"),
        rogue("rogue-1", (5 + off(0.5, 30, 40), 8)),
        rogue("rogue-2", (5 - off(0.5, 30, 40), 8)),
        at={"petra": (5, 8)},
        profile={"life": "SSSSSSSSSS"},
        dice=[1] * 8,
        priority="1",
    )
    table.to_phase(2)
    assert table.waiting == {"1": "hostile"}
    table.do("hostile", rouage="rogue-2")
    table.settle()
    assert [r["by"] for r in table.rolls] == ["rogue-2", "rogue-1"]


def test_ministries_never_affect_hostiles() -> None:
    """HOS-1: the Axe excepted: the Rogue stands as it stood after seat 2's Effort."""
    table = cycle(None, None, rogue("rogue-1", (8, 8)), at={"petra": (2, 2)}, cycle=4)
    before = table["rogue-1"]
    table.idle_until(lambda t: "move" in t.waiting.values())
    assert "effort" in [e["card"] for e in table.match.journal if e["kind"] == "card-played"]
    assert table["rogue-1"] == before


@pytest.mark.parametrize(("card", "priority"), [("rogue-north-west", "1"), ("rogue-north-east", "2")])
@pytest.mark.parametrize("first", ["1", "2"])
def test_the_first_digit_names_the_player(card: str, priority: str, first: str) -> None:
    """ART-1, GEN-5: digit 1 is player 1, the seat that won SET-1."""
    table = Table(ally("petra", (5, 8)), active="petra", artefact=[card], first=first, priority=first)
    table.idle_until(lambda t: t.position["cycle"] == 2)
    expected = priority if first == "1" else {"1": "2", "2": "1"}[priority]
    assert table.position["priority"] == expected


@pytest.mark.parametrize(
    ("card", "at"),
    [
        ("rogue-north-west", (off(0, 40), off(0, 40))),
        ("rogue-north-east", (16 - off(0, 40), off(0, 40))),
        ("rogue-south-east", (16 - off(0, 40), 16 - off(0, 40))),
        ("rogue-south-west", (off(0, 40), 16 - off(0, 40))),
    ],
)
def test_a_rogue_appears_in_its_corner(card: str, at) -> None:
    """ART-4, MOV-5: nearest to the corner that the card shows."""
    table = Table(ally("petra", (8, 8)), active="petra", artefact=[card])
    table.idle_until(lambda t: t.position["cycle"] == 2)
    (hostile,) = table.position["hostiles"]
    assert hostile["card"] == "rogue"
    assert hostile["at"] == pytest.approx([um(at[0]), um(at[1])], abs=30)


def test_a_hostile_without_room_appears_at_the_nearest_place() -> None:
    """MOV-6, MOV-5: with Dominik in the corner the Rogue stands against him; of the two places as near, the one of the
    smaller y [choice]."""
    radius = off(0, 30)
    table = Table(ally("petra", (8, 8)), foe("kubik", (radius, radius)), active="petra", artefact=["rogue-north-west"])
    table.idle_until(lambda t: t.position["cycle"] == 2)
    (hostile,) = table.position["hostiles"]
    x, y = hostile["at"]
    assert y == um(off(0, 40)), "against the northern edge, not the western one"
    kx, ky = table["kubik"]["at"]
    assert abs(((x - kx) ** 2 + (y - ky) ** 2) ** 0.5 - 35_000) <= 40


def test_rain_of_fiel_falls_on_everyone() -> None:
    """ART-4, NOI-2, NOI-7: every rouage, on the Bloc or not; a corrupted one discards it for Fiel; no hostile."""
    table = Table(
        ally("petra", (5, 8)),
        ally("dominik", None, noirceur=2),
        foe("kubik", (9, 8), noirceur=3),
        foe("jana", None),
        rogue("rogue-1", (13, 13)),
        active="petra",
        dice=[1] * 8,
        spare=True,
        artefact=rain(),
        edges={"1": "south", "2": "north"},
    )
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert [table[id]["noirceur"] for id in ("petra", "dominik", "kubik", "jana")] == [1, 3, 3, 1]
    assert table.fiel == {"1": 0, "2": 2}, "one for the end of the cycle (NOI-3), one for the rain"
    assert not table["rogue-1"].get("noirceur")


def rain() -> list[str]:
    """The id of one Rain of Fiel: the pack numbers its copies."""
    position = Table(ally("petra", (5, 8)), active="petra").position
    return [next(card for card in position["artefact"] if card.startswith("rain-of-fiel"))]


def test_the_pile_has_twelve_cards() -> None:
    """ART-1: some in several copies; left out of a position, all twelve, shuffled."""
    pile = Table(ally("petra", (5, 8)), active="petra").position["artefact"]
    assert len(pile) == 12


def test_an_empty_pile_is_made_again_from_its_discard() -> None:
    """ART-3: when the next card is due and none is left."""
    table = Table(ally("petra", (5, 8)), active="petra", artefact=[], discard=["rogue-north-west"])
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert len(table.position["hostiles"]) == 1
    assert table.position["discard"] == ["rogue-north-west"]
    assert table.position["artefact"] == []


def test_a_cycle_opens_with_tokens_then_a_mechanism() -> None:
    """CYC-1, CYC-2, ART-2: the tokens first: the Dead Hour then takes one of the four."""
    table = Table(ally("petra", (5, 8), actions=1), foe("kubik", (9, 8)), active="petra", artefact=["dead-hour"])
    table.end()
    kinds = [e["kind"] for e in table.match.journal if e["kind"] in ("cycle-began", "actions-set", "mechanism")]
    assert kinds[kinds.index("cycle-began") :][:3] == ["cycle-began", "actions-set", "mechanism"]
    assert [table[id]["actions"] for id in ("petra", "kubik")] == [3, 3]
    assert table.position["discard"] == ["dead-hour"]


def test_harmony_makes_a_mechanism() -> None:
    """MIN-2, ART-2: Communion."""
    table = cycle(("harmony", "kubik", "petra", "dominik", "propaganda"), None, artefact=ROGUES)
    assert [h["card"] for h in table.position["hostiles"]] == ["rogue"]
