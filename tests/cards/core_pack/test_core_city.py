"""The city's own cards: what every ministry and every card of the Artefact does, to both players alike."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cards.core_pack.core import about, dice_of, used
from tests.rules.table import Json, Piece, Table, ally, foe, marker, off, rogue, rouage, um

QUIET = "unanimous-hour"
"""A card of the Artefact that moves nothing."""
HANDS = {"1": ["axe-1", "harmony", "coordination", "integrity"], "2": ["axe-2", "effort", "progress", "edification"]}
CABALS = {"1": ("a", "b", "c"), "2": ("x", "y", "z")}
PLACES = {"a": (4, 12), "b": (8, 12), "c": (12, 12), "x": (4, 4), "y": (8, 4), "z": (12, 4)}
EVERYBODY = tuple(PLACES)


def six(**changes: Json) -> list[Piece]:
    """Two cabals of ranks 3, 2, 1, all on the Bloc, but for what is said of each."""
    return [
        rouage(id, **{"at": PLACES[id], "seat": seat, "rank": rank, "revealed": False, **changes.get(id, {})})
        for seat, ids in CABALS.items()
        for id, rank in zip(ids, (3, 2, 1), strict=True)
    ]


def played(
    card: str, slot: int, *pieces: Piece, hands: Json = HANDS, order: tuple[str, ...] = (), axe: int = 4, **keys: Any
) -> Table:
    """A cycle in which that ministry is laid in that slot, up to when it has been played. The other seat plays the Axe
    in another slot, and nobody does anything."""
    table = Table(*pieces, ministries=hands, artefact=[QUIET], **keys)
    own, other = ("1", "2") if card in hands["1"] else ("2", "1")
    mine, theirs = [*(order or CABALS[own]), "propaganda"], CABALS[other]
    axe = 2 if slot == 4 else axe
    others = [theirs[1], theirs[2], "propaganda", theirs[0]]
    table.plan(own, *mine[: slot - 1], card, *mine[slot - 1 :])
    table.plan(other, *others[: axe - 1], f"axe-{other}", *others[axe - 1 :])
    table.idle_until(lambda t: any(e["kind"] == "card-played" and e["card"] == card for e in t.match.journal))
    return table


def until_active(table: Table, id: str) -> None:
    table.idle_until(lambda t: (t.position.get("active") or {}).get("rouages") == [id])


def each(table: Table, key: str) -> list[Any]:
    return [table[id][key] for id in EVERYBODY]


def test_a_view_tells_what_is_not_as_printed() -> None:
    """ROL-1, CYC-8: the figures of each rouage while an effect runs on it, for every viewer; none afterwards."""
    table = played("progress", 1, *six(x={"dodge": 2}), agenda="survey")
    for viewer in ("1", "2", "spectator"):
        changed = table.match.view(viewer)["changed"]
        assert sorted(changed) == sorted(EVERYBODY)
        assert changed["x"] == {"technique": table["x"]["profile"]["technique"] + 1, "dodge": 1}
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert table.match.view("1")["changed"] == {}


# ---- ministries ------------------------------------------------------------------------------------------------------


@about("axe-1", "axe-2", on="axe")
@pytest.mark.parametrize("card", ["axe-1", "axe-2"])
def test_the_axe(card: str) -> None:
    """MIN-2, HOS-2: the Rogue is activated and strikes whom it engages, whosever card it was."""
    hands = {"1": ["axe-1", *HANDS["1"][1:]], "2": ["axe-2", *HANDS["2"][1:]]}
    table = Table(*six(), rogue("rogue-1", (8, 4 + off(0.5, 30, 40))), ministries=hands, artefact=[QUIET],
                  dice=[5, 5, 5, 1])  # fmt: skip
    own, other = ("1", "2") if card == "axe-1" else ("2", "1")
    first, second, third = CABALS[own]
    table.plan(own, first, card, second, third, "propaganda")
    first, second, third = CABALS[other]
    late = "coordination" if other == "1" else "progress"
    table.plan(other, late, "propaganda", first, second, third)
    table.idle_until(lambda t: t["y"]["wounds"] > 0)
    assert table["y"]["wounds"] == 3
    assert not [e for e in table.match.journal if e["kind"] == "phase-began" and e["phase"] > 3]


@about("harmony", on="harmony")
def test_harmony() -> None:
    """MIN-2: a mechanism; its card is drawn, and its player has priority."""
    table = played("harmony", 1, *six(), priority="1")
    assert (table.position["priority"], table.position["discard"]) == ("2", [QUIET])


@about("coordination")
def test_coordination() -> None:
    """Rouages of rank 1 count as rank 2 (COO-1), and nobody tempts fate (ROL-5); until the end of the cycle."""
    them = six(y={"at": (8 + off(0.5), 12)})
    table = played("coordination", 1, *them, order=("c", "b", "a"), axe=2, dice=[1, 1, 1])
    until_active(table, "b")
    table.refused("COO-1", "rank-not-lower", "coordinate", rouage="c")
    table.do("attack", rouage="b", target="y", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    assert table.waiting == {"1": "act"}
    until_active(table, "a")
    assert table.legal("coordinate", rouage="c")
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert not [e for e in table.position["effects"] if e["card"] == "coordination"]


@about("integrity", on="integrity")
def test_integrity() -> None:
    """Both players' rouages, on the Bloc or not: no longer stunned, 2 PV back; the corrupted lose an action token."""
    changes = {"b": {"wounds": 3, "states": ["stunned"]}, "y": {"wounds": 3, "at": None}, "z": {"noirceur": 3}}
    table = played("integrity", 3, *six(**changes))
    assert each(table, "wounds") == [0, 1, 0, 0, 1, 0]
    assert not any(each(table, "states"))
    assert table["z"]["actions"] == 3


@about("effort", on="effort")
def test_effort() -> None:
    """Every rouage with at most 1 action token left takes 1, and 1 Noirceur, on either side."""
    table = played("effort", 4, *six(b={"actions": 1}, c={"actions": 2}, z={"actions": 0}))
    assert [table[id]["actions"] for id in "bcz"] == [2, 2, 1]
    assert each(table, "noirceur") == [0, 1, 0, 0, 0, 1]


@about("progress", on="progress")
def test_progress() -> None:
    """+1 Technique to study with, −1 to dodge with, for all of both."""
    marked = marker("m", (4, 12 + off(0.5)))
    table = played("progress", 1, *six(x={"at": (4 + off(0.5), 12), "dodge": 2}), marked, agenda="survey",
                   dice=[1, 1, 1, 5, 5, 5, 5])  # fmt: skip
    until_active(table, "a")
    table.study("a", "m")
    table.frontal("a", "x", dodge=True)
    assert (dice_of(table), table["x"]["wounds"]) == ([3, 3, 1], 2)


@about("edification", on="edification")
def test_edification() -> None:
    """Nobody is pushed (ATK-4), nobody charges (CHG-1)."""
    table = played("edification", 1, *six(x={"at": (4 + off(0.5), 12)}), dice=[5, 5, 5])
    until_active(table, "c")
    table.refused("GEN-1", "forbidden", "charge", rouage="c", target="z", to=(12.0, 4 + off(0.5)))
    until_active(table, "a")
    table.do("attack", rouage="a", target="x", mode="frontal")
    table.do("react", dodge=False, riposte=None)
    assert table.option(tactic="push-target")["why"]["code"] == "immovable"
    table.settle()
    assert (table["x"]["wounds"], table["x"]["at"]) == (3, [um(4 + off(0.5)), um(12)])


@about("security", on="security")
def test_security() -> None:
    """A walk costs 2 action tokens for those who were free on the Bloc (WLK-1), and 1 for the others."""
    hands = {**HANDS, "2": ["axe-2", "effort", "security", "edification"]}
    table = played("security", 3, *six(b={"at": (8, 4 + off(0.5))}, z={"at": None}), hands=hands)
    assert sorted(e["piece"] for e in table.position["effects"] if e["card"] == "security") == ["a", "c", "x"]
    until_active(table, "a")
    table.walk("a", (4, 9))
    assert (table["a"]["actions"], table["a"]["at"]) == (2, [um(4), um(9)])


# ---- the Artefact ----------------------------------------------------------------------------------------------------

SINGER = ally("singer", (12, 12), rank=1, capacities=["litany-of-hours"])
"""A rouage that makes a mechanism, for 1 action and 1 Noirceur."""


def sung(artefact: str, *pieces: Piece, **keys: Any) -> Table:
    """The table after that card of the Artefact comes up while these pieces stand there."""
    table = Table(SINGER, *pieces, active="singer", artefact=[artefact], **keys)
    used(table, "litany-of-hours", "singer")
    return table


NEAR_EDGE, FAR_EDGE = 20_000, 406_400 - 20_000


@about("rogue-north-west", "rogue-north-east", "rogue-south-east", "rogue-south-west", on="rogue")
@pytest.mark.parametrize(
    ("corner", "at", "priority"),
    [
        ("north-west", [NEAR_EDGE, NEAR_EDGE], "1"),
        ("north-east", [FAR_EDGE, NEAR_EDGE], "2"),
        ("south-east", [FAR_EDGE, FAR_EDGE], "1"),
        ("south-west", [NEAR_EDGE, FAR_EDGE], "2"),
    ],
)
def test_rogues(corner: str, at: list[int], priority: str) -> None:
    """ART-4, MOV-6: in its corner; ART-1: whose digit it bears has priority."""
    table = sung(f"rogue-{corner}")
    assert [(h["card"], h["at"]) for h in table.position["hostiles"]] == [("rogue", at)]
    assert table.position["priority"] == priority


@about("rain-of-fiel-13", "rain-of-fiel-23", on="rain-of-fiel")
@pytest.mark.parametrize("card", ["rain-of-fiel-13", "rain-of-fiel-23"])
def test_rain_of_fiel(card: str) -> None:
    """ART-4, NOI-2: on the Bloc or not, and one who has 3 already costs its player Fiel."""
    table = sung(card, ally("off"), foe("kubik", (5, 8), noirceur=3), rogue("rogue-1", (2, 2)))
    assert [table[id]["noirceur"] for id in ("singer", "off", "kubik")] == [2, 1, 3]
    assert table.fiel == {"1": 0, "2": 1}


@about("quantum-rift-14", "quantum-rift-24", on="quantum-rift")
@pytest.mark.parametrize("card", ["quantum-rift-14", "quantum-rift-24"])
def test_quantum_rift(card: str) -> None:
    """ART-4: the highest rank of each, of those on the Bloc."""
    table = sung(card, ally("petra", (5, 8), rank=2), ally("off", rank=3), foe("kubik", (9, 4), rank=2),
                 foe("jana", (2, 2), rank=1))  # fmt: skip
    assert (table["petra"]["at"], table["kubik"]["at"]) == ([um(9), um(4)], [um(5), um(8)])
    assert (table["off"]["at"], table["jana"]["at"], table["singer"]["at"]) == (None, [um(2), um(2)], [um(12), um(12)])


@about("dead-hour")
def test_dead_hour() -> None:
    table = sung("dead-hour", ally("off"), foe("kubik", (5, 8), actions=2), foe("jana", actions=0))
    assert [table[id]["actions"] for id in ("singer", "off", "kubik", "jana")] == [2, 3, 1, 0]


@about("low-tide")
def test_low_tide() -> None:
    """NOI-1: who has some loses 1, who has none takes 1."""
    table = sung("low-tide", ally("off"), foe("kubik", (5, 8), noirceur=3), foe("jana", noirceur=1))
    assert [table[id]["noirceur"] for id in ("singer", "off", "kubik", "jana")] == [0, 1, 2, 0]


@about("sirens-in-the-concrete")
def test_sirens() -> None:
    """ENG-2: those whom somebody engages, a hostile too."""
    table = sung("sirens-in-the-concrete", ally("petra", (5, 8)), foe("kubik", (5 + off(0.5), 8)), foe("jana", (2, 2)),
                 foe("otto", (14, 4)), rogue("rogue-1", (14, 4 + off(0.5, 30, 40))))  # fmt: skip
    assert [table[id]["states"] for id in ("petra", "kubik", "otto")] == [["stunned"]] * 3
    assert [table[id]["states"] for id in ("singer", "jana", "rogue-1")] == [[]] * 3


@about("unanimous-hour")
def test_unanimous_hour() -> None:
    """ROL-2: 4s are successes, for both, until the end of the cycle."""
    table = sung("unanimous-hour", foe("kubik", (12 + off(0.5), 12), combat=2), dice=[4, 4, 3, 4, 4])
    table.frontal("singer", "kubik", riposte="combat")
    assert (table["kubik"]["wounds"], table["singer"]["wounds"]) == (2, 2)
    table.idle_until(lambda t: t.position["cycle"] == 2)
    began = [e for e in table.match.journal if e["kind"] == "effects-ended" and e["until"] == "cycle"]
    assert began
