"""The agendas: their studying, the capacities of their rouages, and their scoring."""

from __future__ import annotations

from typing import Any

import pytest

from rules.olomoc.packs import load
from tests.cards.core_pack.core import about, used
from tests.rules.table import Json, Piece, Table, ally, foe, gargoule, marker, off, um

BESIDE = (5 + off(0.5), 8)
PACK = load()


def at(agenda: str, *pieces: Piece, by: Json | None = None, **keys: Any) -> Table:
    """Pétra, active, in a match about that."""
    return Table(ally("petra", **{"at": (5, 8), **(by or {})}), *pieces, agenda=agenda, active="petra", **keys)


def mark(id: str, at: tuple[float, float] = BESIDE, *, tinted: bool = False, **tokens: int) -> Piece:
    """A marker with tokens: `seat1`, `seat2` are the players' own."""
    key, piece = marker(id, at, tinted=tinted)
    return key, {**piece, "tokens": {name.removeprefix("seat"): count for name, count in tokens.items()}}


def ended(table: Table) -> dict[str, int]:
    """The points once the match is over."""
    table.idle_until(lambda t: t.match.outcome is not None)
    assert table.match.outcome is not None
    return dict(table.match.outcome["points"])


def level(agenda: str, noirceur: int) -> tuple[int, ...]:
    """The points at the end of a match in which both had 4, one rouage of the first seat with so much Noirceur."""
    table = at(agenda, foe("kubik", (12, 8)), by={"noirceur": noirceur}, points={"1": 4, "2": 4}, cycle=4,
               artefact=["unanimous-hour"])  # fmt: skip
    return tuple(ended(table).values())


# ---- Survey of the Probes --------------------------------------------------------------------------------------------


@about("survey")
@pytest.mark.parametrize(
    ("dice", "points", "tokens"), [([5] * 4, 3, {"1": 1}), ([5, 1, 1, 1], 1, {"1": 1}), ([1] * 4, 0, {})]
)
def test_a_probe_is_read(dice: list[int], points: int, tokens: Json) -> None:
    """1 point per success, 3 at most; and not twice by the same player."""
    table = at("survey", mark("m"), by={"technique": 4}, dice=dice)
    table.study("petra", "m")
    assert (table.points, table["m"]["tokens"]) == ({"1": points, "2": 0}, tokens)
    table = at("survey", mark("m", seat1=1), mark("n", (5, 8 + off(0.5)), seat2=1))
    assert not table.legal("capacity", rouage="petra", capacity="study", targets={"marker": "m"})
    assert table.legal("capacity", rouage="petra", capacity="study", targets={"marker": "n"})


@about("most-read", on="survey")
@pytest.mark.parametrize(
    ("mine", "theirs", "points"), [(2, 1, {"1": 3, "2": 0}), (1, 1, {"1": 0, "2": 0}), (0, 1, {"1": 0, "2": 3})]
)
def test_the_fuller_register(mine: int, theirs: int, points: Json) -> None:
    """END-1: when the last cycle is over, 3 points for the player who has read more."""
    read = [mark(f"m{n}", (3 + 3 * n, 3), seat1=1) for n in range(mine)]
    read += [mark(f"n{n}", (3 + 3 * n, 13), seat2=1) for n in range(theirs)]
    assert ended(at("survey", *read, foe("kubik", (12, 8)), cycle=4, artefact=["unanimous-hour"])) == points


@about("roll-call", on="survey")
@pytest.mark.parametrize(
    ("points", "read", "allies", "ends"),
    [
        ((4, 4), (0, 0), 1, (5, 4)),
        ((4, 4), (0, 0), 0, (4, 4)),
        ((4, 5), (0, 0), 1, (4, 5)),
        ((4, 7), (1, 0), 1, (7, 7)),
    ],
)
def test_the_roll_is_called(points: Json, read: Json, allies: int, ends: Json) -> None:
    """END-1: 1 point for the larger number on the Bloc, level in points and in probes."""
    marks = [mark(f"m{seat}{n}", (3 + 3 * n, 3 + 4 * seat), **{f"seat{seat}": 1})
             for seat in (1, 2) for n in range(read[seat - 1])]  # fmt: skip
    more = [ally(f"ally{n}", (2, 12 + n)) for n in range(allies)]
    table = at("survey", *marks, *more, foe("kubik", (12, 8)), points=dict(zip("12", points, strict=True)), cycle=4,
               artefact=["unanimous-hour"])  # fmt: skip
    assert tuple(ended(table).values()) == ends


# ---- The Five Valves -------------------------------------------------------------------------------------------------


@about("valves")
@pytest.mark.parametrize(("dice", "tokens"), [([5, 5], {"1": 1}), ([1, 1], {"2": 1})])
def test_a_valve_changes_hands(dice: list[int], tokens: Json) -> None:
    table = at("valves", mark("m", seat2=1), dice=dice)
    table.study("petra", "m")
    assert ({k: v for k, v in table["m"]["tokens"].items() if v}, table.points) == (tokens, {"1": 0, "2": 0})


@about("pressure", on="valves")
@pytest.mark.parametrize(
    ("kubik", "points"), [((14, 14), {"1": 3, "2": 1}), ((5 + off(0.5), 8 + off(0.5)), {"1": 2, "2": 1})]
)
def test_under_pressure(kubik: tuple[float, float], points: Json) -> None:
    """CYC-6: each valve in one's hand is worth 1 point, and 1 more guarded with no adverse rouage as near."""
    table = at("valves", mark("guarded", seat1=1), mark("far", (12, 3), seat1=1), mark("theirs", (3, 14), seat2=1),
               foe("kubik", kubik), artefact=["unanimous-hour"])  # fmt: skip
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert table.points == points


@about("firm-hand", on="valves")
@pytest.mark.parametrize(("noirceur", "ends"), [(0, (4, 4)), (1, (4, 5))])
def test_healthy_rouages_win_the_tie_of_the_valves(noirceur: int, ends: Json) -> None:
    """END-1: 1 point, level in points."""
    assert level("valves", noirceur) == ends


# ---- The Tepid Cores -------------------------------------------------------------------------------------------------


@about("cores")
@pytest.mark.parametrize(("dice", "carried", "left"), [([5, 5], 1, 1), ([1, 1], 0, 2)])
def test_a_core_is_taken(dice: list[int], carried: int, left: int) -> None:
    """One, by who carries none, for 1 point."""
    table = at("cores", mark("shrine-north", agenda=2), dice=dice)
    table.study("petra", "shrine-north")
    assert table.points == {"1": carried, "2": 0}
    assert (table["petra"]["tokens"].get("agenda", 0), table["shrine-north"]["tokens"].get("agenda", 0)) == (
        carried,
        left,
    )
    table = at("cores", mark("shrine-north", agenda=2), by={"tokens": {"agenda": 1}})
    table.refused(
        "CAP-1", "conditions", "capacity", rouage="petra", capacity="study", targets={"marker": "shrine-north"}
    )


WEST_EAST = {"1": "west", "2": "east"}


@about("deposit", on="cores")
@pytest.mark.parametrize(("noirceur", "points"), [(0, 5), (1, 4)])
def test_a_core_is_deposited(noirceur: int, points: int) -> None:
    """5 points by a healthy carrier, else 4, within 1 in of one's own line."""
    table = at("cores", by={"at": (1.2, 8), "tokens": {"agenda": 1}, "noirceur": noirceur}, edges=WEST_EAST)
    used(table, "deposit", "petra")
    assert (table.points, table["petra"]["tokens"].get("agenda", 0), table["petra"]["actions"]) == (
        {"1": points, "2": 0},
        0,
        3,
    )
    for by in ({"at": (14.8, 8), "tokens": {"agenda": 1}}, {"at": (1.2, 8)}):
        table = at("cores", by=by, edges=WEST_EAST)
        table.refused("CAP-1", "conditions", "capacity", rouage="petra", capacity="deposit", targets={})


@about("both-arms", on="cores")
@pytest.mark.parametrize("carries", [True, False])
def test_a_carrier_does_not_charge(carries: bool) -> None:
    """GEN-1: for want of hands."""
    table = at("cores", foe("kubik", (9, 8)), by={"tokens": {"agenda": int(carries)}}, dice=[] if carries else [4] * 3)
    to = (9 - off(0.5), 8)
    if carries:
        table.refused("GEN-1", "forbidden", "charge", rouage="petra", target="kubik", to=to)
    else:
        table.charge("petra", "kubik", to)
        assert table["kubik"]["wounds"] == 3


@about("fallen-core", on="cores")
def test_a_fallen_core_goes_back() -> None:
    """LIF-4: to the nearest shrine."""
    carrier = foe("kubik", BESIDE, life="S", tokens={"agenda": 1})
    table = at(
        "cores", carrier, mark("shrine-north", (8, 3.2)), mark("shrine-centre", (9, 8), agenda=1), dice=[5, 1, 1]
    )
    table.frontal("petra", "kubik")
    assert table["kubik"]["out"]
    assert [table[id]["tokens"].get("agenda", 0) for id in ("shrine-north", "shrine-centre")] == [0, 2]


@about("still-warm", on="cores")
def test_a_core_still_carried_is_worth_two_points() -> None:
    """END-1."""
    table = at("cores", foe("jana", (12, 4), tokens={"agenda": 1}), by={"tokens": {"agenda": 1}},
               cycle=4, artefact=["unanimous-hour"])  # fmt: skip
    assert ended(table) == {"1": 2, "2": 2}


@about("steady-hands", on="cores")
@pytest.mark.parametrize(
    ("points", "carry", "more", "ends"),
    [
        ((4, 4), (0, 0), 1, (5, 4)),
        ((4, 4), (0, 0), 0, (4, 4)),
        ((4, 6), (1, 0), 1, (7, 6)),
        ((6, 4), (0, 1), 1, (7, 6)),
        ((4, 4), (1, 0), 1, (6, 4)),
    ],
)
def test_healthy_rouages_win_the_tie_of_the_cores(points: Json, carry: Json, more: int, ends: Json) -> None:
    """END-1: level once cores still carried are counted, on either side."""
    its = [ally(f"ally{n}", (2, 12 + n)) for n in range(more)]
    table = at("cores", *its, foe("kubik", (12, 8), tokens={"agenda": carry[1]}), by={"tokens": {"agenda": carry[0]}},
               cycle=4, points=dict(zip("12", points, strict=True)), artefact=["unanimous-hour"])  # fmt: skip
    assert tuple(ended(table).values()) == ends


# ---- The Gargoule ----------------------------------------------------------------------------------------------------


@about("gargoule")
@pytest.mark.parametrize(("tinted", "dice", "points"), [(False, [5, 5], 1), (True, [5, 1], 2), (True, [1, 1], 0)])
def test_a_trace_is_read(tinted: bool, dice: list[int], points: int) -> None:
    """1 point, 2 if it is tinted, once for each player."""
    table = at("gargoule", mark("m", tinted=tinted), dice=dice)
    table.study("petra", "m")
    assert (table.points["1"], table["m"]["tokens"].get("1", 0)) == (points, int(points > 0))


STONE = (5 + off(0.5, 30, 50), 8)


@about("stone-bleeds", "brought-down", on="gargoule")
@pytest.mark.parametrize(
    ("life", "dice", "points"),
    [("S" * 8, [5, 5, 5], 2), ("S" * 8, [5, 1, 1], 1), ("S", [5, 1, 1], 3), ("SSS", [5, 5, 5], 3)],
)
def test_stone_bleeds(life: str, dice: list[int], points: int) -> None:
    """1 point for each wound, 2 at most per blow; 3 for bringing it down."""
    table = at("gargoule", gargoule("g", STONE, life=life), dice=dice)
    table.do("attack", rouage="petra", target="g", mode="frontal")
    table.settle()
    assert table.points == {"1": points, "2": 0}


@about("better-informed", on="gargoule")
@pytest.mark.parametrize(("points", "ends"), [((4, 4), (5, 4)), ((4, 5), (4, 5))])
def test_who_read_more_wins_the_tie(points: Json, ends: Json) -> None:
    """END-1: 1 point for more traces, level in points."""
    table = at("gargoule", mark("m", (3, 12), seat1=1), foe("kubik", (12, 8)),
               points=dict(zip("12", points, strict=True)), cycle=4, artefact=["unanimous-hour"])  # fmt: skip
    assert tuple(ended(table).values()) == ends


def test_the_card_says_what_the_killing_blow_scores() -> None:
    """In both languages: 3 for it, and nothing for its wounds."""
    card = PACK.agendas["gargoule"]
    assert "the blow that brings it down is worth 3, and nothing for its wounds" in card.text.en
    assert "le coup qui l’abat en vaut 3, et rien pour ses blessures" in card.text.fr
    bleeds, down, _ = (scoring.text for scoring in card.scoring)
    assert bleeds.en.endswith("those of the blow that brings it down are worth nothing.")
    assert bleeds.fr.endswith("celles du coup qui l’abat ne valent rien.")
    assert "in place of those for the wounds of the blow" in down.en
    assert "au lieu de ceux des blessures du coup" in down.fr


# ---- Clandestine Registers -------------------------------------------------------------------------------------------


@about("registers")
@pytest.mark.parametrize(("dice", "leaves"), [([5, 5], 1), ([1, 1], 0)])
def test_a_leaf_is_torn_out(dice: list[int], leaves: int) -> None:
    """For 2 points."""
    table = at("registers", mark("lectern-west", agenda=4), dice=dice)
    table.study("petra", "lectern-west")
    assert table.points == {"1": 2 * leaves, "2": 0}
    assert table["petra"]["tokens"].get("agenda", 0) == leaves
    assert table["lectern-west"]["tokens"]["agenda"] == 4 - leaves


@about("slip-out", on="registers")
@pytest.mark.parametrize(("noirceur", "points"), [(0, 5), (1, 4)])
def test_a_leaf_is_slipped_out(noirceur: int, points: int) -> None:
    """Through the opponent's line; 5 points for a healthy runner, who comes back in contact with its own line."""
    table = at("registers", by={"at": (8, 1.2), "tokens": {"agenda": 1}, "noirceur": noirceur})
    used(table, "slip-out", "petra")
    assert not table.legal("move", to=(8.0, 12.0))
    table.do("move", to=(3.0, 16 - 15 / 25.4))
    petra = table["petra"]
    assert (table.points, petra["tokens"].get("agenda", 0)) == ({"1": points, "2": 0}, 0)
    assert petra["at"] == [um(3), um(16 - 15 / 25.4)]


@about("seized-leaf", on="registers")
@pytest.mark.parametrize(("own", "leaves"), [(0, 1), (1, 1)])
def test_a_leaf_is_seized(own: int, leaves: int) -> None:
    """LIF-4: by who put its carrier out of combat and carried none; else it is lost."""
    table = at("registers", foe("kubik", BESIDE, life="S", tokens={"agenda": 1}), by={"tokens": {"agenda": own}},
               dice=[5, 1, 1])  # fmt: skip
    table.frontal("petra", "kubik")
    assert (table["petra"]["tokens"].get("agenda", 0), table["kubik"]["out"]) == (leaves, True)


@about("unmarked", on="registers")
@pytest.mark.parametrize(("noirceur", "ends"), [(0, (4, 4)), (1, (4, 5))])
def test_healthy_rouages_win_the_tie_of_the_registers(noirceur: int, ends: Json) -> None:
    """END-1: 1 point, level in points."""
    assert level("registers", noirceur) == ends


# ---- The Full Night --------------------------------------------------------------------------------------------------


@about("full-night")
@pytest.mark.parametrize(("dice", "noirceur"), [([5, 5], 1), ([5, 1], 2), ([1, 1], 3)])
def test_the_beacon_is_rekindled(dice: list[int], noirceur: int) -> None:
    """1 Noirceur and 1 wound less for each success; 1 point for any."""
    table = at("full-night", mark("beacon"), by={"noirceur": 3, "wounds": 3}, dice=dice)
    table.study("petra", "beacon")
    assert (table["petra"]["noirceur"], table["petra"]["wounds"]) == (noirceur, noirceur)
    assert table.points == {"1": int(noirceur < 3), "2": 0}


@about("still-standing", on="full-night")
def test_still_standing() -> None:
    """CYC-5: after the hostile phase, each who is free, uncorrupted and within 5 in of the beacon, for 1 PV, too."""
    table = at("full-night", mark("beacon", (8, 8)), ally("corrupted", (5, 11), noirceur=3, wounds=2),
               ally("far", (1.5, 1.5), wounds=2), foe("kubik", (11, 8)), by={"wounds": 2},
               artefact=["unanimous-hour"])  # fmt: skip
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert table.points == {"1": 1, "2": 1}
    assert [table[id].get("wounds", 0) for id in ("petra", "corrupted", "far")] == [1, 2, 2]


@about("counted-dead", on="full-night")
def test_the_dead_are_counted() -> None:
    """SET-6: 2 points less, and never below 0."""
    for before, after in ((3, 1), (1, 0)):
        table = at("full-night", foe("kubik", BESIDE, life="S"), points={"1": before, "2": 0}, dice=[5, 1, 1])
        table.frontal("petra", "kubik")
        assert table.points == {"1": after, "2": 0}


@about("first-light", on="full-night")
def test_first_light() -> None:
    """END-1: each healthy rouage on the Bloc."""
    table = at("full-night", ally("tinted", (2, 12), noirceur=1), ally("off"), foe("kubik", (12, 8)), cycle=4,
               artefact=["unanimous-hour"])  # fmt: skip
    assert ended(table)["2"] == 2
    assert table.position["points"] == {"1": 2, "2": 2}


@about("round-the-beacon", on="full-night")
@pytest.mark.parametrize(("kubik", "ends"), [((14.5, 1.5), (7, 6)), ((11, 8), (7, 7))])
def test_who_is_round_the_beacon_wins_the_tie(kubik: tuple[float, float], ends: Json) -> None:
    """END-1: level once the healthy are counted; 1 point before that for each who stands there after the hostiles."""
    before = {"1": 3, "2": 4} if kubik[0] > 14 else {"1": 4, "2": 4}
    table = at("full-night", mark("beacon", (8, 8)), foe("kubik", kubik), points=before, cycle=4,
               artefact=["unanimous-hour"])  # fmt: skip
    assert tuple(ended(table).values()) == ends
