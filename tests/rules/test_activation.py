"""ACT and COO: action tokens, entering the Bloc, coordination."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, ally, cycle, foe, low, off, um

NEAR = 5 + off(0.5)
HARMLESS = ["rogue-north-west", "rogue-north-east", "rogue-south-east"]


def test_a_cycle_begins_with_four_tokens_each() -> None:
    """ACT-1, CYC-1: whatever was left, on the Bloc or not."""
    table = Table(
        ally("petra", (5, 8), actions=1),
        ally("dominik", actions=0),
        foe("kubik", (9, 8), actions=3),
        active="petra",
        artefact=HARMLESS,
    )
    table.end()
    table.idle_until(lambda t: t.position["cycle"] == 2)
    assert [table[id]["actions"] for id in ("petra", "dominik", "kubik")] == [4, 4, 4]


@pytest.mark.parametrize(("left", "then"), [(0, 2), (1, 3), (2, 4), (3, 4), (4, 4)])
def test_action_tokens_never_exceed_four(left: int, then: int) -> None:
    """ACT-1, CYC-4.2: a propaganda gives back up to 2, never past 4."""
    table = cycle(
        ("propaganda", "petra", "security", "kubik", "dominik"), None, at={"petra": (5, 8)}, profile={"actions": left}
    )
    table.idle_until(lambda t: "choose-rouage" in t.waiting.values())
    table.do("activate", rouage="petra")
    assert table["petra"]["actions"] == then


@pytest.mark.parametrize("taken", [2, 1, 0])
def test_a_propaganda_gives_back_up_to_two(taken: int) -> None:
    """CYC-4.2: *up to* 2, asked where a capacity in play hangs on how many tokens there are, and only there."""
    order = ("propaganda", "petra", "security", "kubik", "dominik")
    keys = {"at": {"petra": (5, 8)}, "profile": {"actions": 1}}
    thief = foe("iveta", card="iveta-mala", capacities=["light-fingers"], revealed=False)
    table = cycle(order, None, thief, **keys)
    table.idle_until(lambda t: "choose-rouage" in t.waiting.values())
    table.do("activate", rouage="petra")
    asked = table.asked("choose")
    assert (asked["prompt"]["code"], asked["prompt"]["params"]) == (
        "tokens-back",
        {"rouage": "petra", "choices": [2, 1, 0]},
    )
    assert asked["default"] == {"kind": "choose", "choice": 2}
    table.refused("CYC-4.2", "not-a-choice", "choose", choice=3)
    table.refused("CYC-4.2", "not-a-choice", "choose", choice=True)
    table.do("choose", choice=taken)
    assert (table["petra"]["actions"], table.waiting) == (1 + taken, {"1": "act"})


# ---- entering ---


# ---- entering --------------------------------------------------------------------------------------------------------


def coordinating(*more, actions: int = 2, dominik: dict | None = None, **keys) -> Table:
    """Pétra is active on the Bloc; Dominik, whose card was revealed, is still off it."""
    table = Table(
        ally("petra", (5, 8), rank=3, combat=1),
        ally("dominik", None, **{"rank": 1, "actions": actions, "revealed": True, **(dominik or {})}),
        *more,
        active="petra",
        **keys,
    )
    table.do("coordinate", rouage="dominik")
    return table


def test_a_rouage_activated_off_the_bloc_enters_first() -> None:
    """ACT-2, COO-1: the first token is spent to enter; it is no walk [choice], so two walks are left."""
    table = coordinating(actions=4)
    assert table.waiting == {"1": "enter"}
    table.enter("dominik", 8)
    dominik = table["dominik"]
    assert (dominik["at"], dominik["actions"]) == ([um(8), um(15.3)], 3)
    assert not dominik["used"].get("walk")
    table.walk("dominik", (8, 12.0))
    table.walk("dominik", (8, 9.0))
    assert table["dominik"]["actions"] == 1


FARTHEST = (16 + 0.64) ** 0.5 + off(0, 30)


@pytest.mark.parametrize(
    ("depth", "legal"),
    [
        (off(0, 30), True),
        (2, True),
        (4 + off(0, 30), True),
        (FARTHEST - 0.003, True),
        (FARTHEST + 0.003, False),
        (8, False),
    ],
)
def test_how_deep_an_entry_goes(depth: float, legal: bool) -> None:
    """ACT-2, MOV-2: the ruler touches the edge, upright, flush or askew, and the base touches the ruler."""
    table = coordinating()
    assert table.legal("enter", rouage="dominik", to=(11.0, 16 - depth)) is legal


@pytest.mark.parametrize(
    ("edges", "to"), [({"1": "east", "2": "west"}, (14.0, 8.0)), ({"1": "north", "2": "south"}, (8.0, 2.0))]
)
def test_one_enters_by_ones_own_line(edges: dict[str, str], to) -> None:
    """ACT-2: the whole of that edge, and no other."""
    table = coordinating(edges=edges)
    assert table.legal("enter", rouage="dominik", to=to)
    assert not table.legal("enter", rouage="dominik", to=(16 - to[0], 16 - to[1]))


@pytest.mark.parametrize(
    "to", [(8.0, 15.8), (5.2, 14.6), (-1.0, 15.0)], ids=["over the edge", "on another", "beside the Bloc"]
)
def test_an_entry_obeys_what_every_movement_obeys(to) -> None:
    """ACT-2, MOV-1."""
    table = coordinating(foe("kubik", (5, 14.5)))
    table.refused("MOV-1", None, "enter", rouage="dominik", to=to)


def test_entering_is_the_first_thing() -> None:
    """ACT-2: with a token and room it must; nothing else goes before."""
    table = coordinating()
    for command in ({"kind": "end"}, {"kind": "walk", "rouage": "petra", "to": [um(8), um(8)]}):
        assert table.match.check("1", command) is not None
    assert table.asked("enter").get("default") is None


def test_with_no_token_one_stays_off() -> None:
    """ACT-2 [choice]: nothing is asked, nothing is spent."""
    table = coordinating(actions=0)
    assert table.waiting == {"1": "act"}
    assert (table["dominik"]["at"], table["dominik"]["actions"]) == (None, 0)


def test_with_no_room_one_stays_off_and_keeps_its_tokens() -> None:
    """ACT-2 [choice]: a strip of decor along the whole line leaves no place for a ruler."""
    table = coordinating(low("d1", 0, 15.5, 16, 16))
    assert table.waiting == {"1": "act"}
    assert (table["dominik"]["at"], table["dominik"]["actions"]) == (None, 2)


def test_a_rouage_off_the_bloc_may_still_coordinate() -> None:
    """ACT-2 [choice]: Pétra, off the Bloc and without room, still calls Dominik, who stands on it."""
    table = cycle(
        ("dominik", "petra", "security", "kubik", "propaganda"),
        ("otto", "propaganda", "hynek", "jana", "effort"),
        low("d1", 0, 15.5, 16, 16),
        at={"dominik": (5, 8)},
    )
    table.idle_until(lambda t: t.position["phase"] == 2 and t.waiting == {"1": "act"})
    assert table["petra"]["at"] is None
    table.do("coordinate", rouage="dominik")
    table.walk("dominik", (8, 8.0))
    assert table["dominik"]["at"] == [um(8), um(8)]


@pytest.mark.parametrize(
    "command",
    [
        {"kind": "walk", "rouage": "dominik", "to": [um(8), um(15.3)]},
        {"kind": "rest", "rouage": "dominik", "target": "dominik", "remove": "noirceur"},
        {"kind": "attack", "rouage": "dominik", "target": "kubik", "mode": "ranged"},
        {"kind": "attack", "rouage": "petra", "target": "jana", "mode": "ranged"},
        {"kind": "rest", "rouage": "petra", "target": "hynek", "remove": "noirceur"},
        {"kind": "charge", "rouage": "petra", "target": "jana", "to": [um(5), um(5)]},
    ],
    ids=["walks", "rests", "shoots", "is shot at", "is rested", "is charged"],
)
def test_a_rouage_off_the_bloc_neither_targets_nor_is_targeted(command: dict) -> None:
    """ACT-3: no targeting, no being targeted, no measuring from or to it."""
    table = Table(
        ally("petra", (5, 8), rank=3, shooting=3),
        ally("dominik", None, rank=1, shooting=3, actions=0, revealed=True, noirceur=1),
        ally("hynek", None, noirceur=1),
        foe("kubik", (9, 8)),
        foe("jana", None),
        active="petra",
    )
    table.do("coordinate", rouage="dominik")
    refusal = table.match.check("1", command)
    assert refusal is not None
    assert refusal.clause in (
        "ACT-3",
        "CAP-1" if command["rouage"] == "dominik" and command["kind"] == "walk" else "ACT-3",
    )


# ---- coordination ----------------------------------------------------------------------------------------------------


def pair(dominik: dict | None = None, *more, by: str = "activation", dice=(), petra: dict | None = None) -> Table:
    return Table(
        ally("petra", (5, 8), **{"rank": 3, "combat": 1, "shooting": 1, **(petra or {})}),
        ally("dominik", (5, 3), **{"rank": 1, "combat": 1, "revealed": True, **(dominik or {})}),
        *more,
        active="petra",
        by=by,
        dice=dice,
    )


def test_both_are_active_in_any_order() -> None:
    """COO-1: alternating freely."""
    table = pair()
    table.walk("petra", (8, 8.0))
    table.do("coordinate", rouage="dominik")
    for id, to in (("dominik", (8, 3.0)), ("petra", (5, 8.0)), ("dominik", (5, 3.0))):
        table.walk(id, to)
    assert sorted(table.position["active"]["rouages"]) == ["dominik", "petra"]


@pytest.mark.parametrize(
    ("dominik", "code"),
    [
        ({"revealed": False}, "not-revealed"),
        ({"rank": 3}, "rank-not-lower"),
        ({"rank": 4}, "rank-not-lower"),
        ({"at": None, "out": True, "wounds": 6}, "out-of-combat"),
    ],
    ids=["not yet revealed", "equal rank", "higher rank", "out of combat"],
)
def test_coordinations_that_are_refused(dominik: dict, code: str) -> None:
    """COO-1: a card revealed in this cycle's planning, a lower rank, in the game."""
    keys = dict(dominik)
    if keys.pop("out", False):
        table = Table(
            ally("petra", (5, 8), rank=3),
            ally("dominik", None, rank=1, revealed=True, out=True, wounds=6),
            active="petra",
        )
    else:
        table = pair(keys)
    clause = "LIF-4" if code == "out-of-combat" else "COO-1"
    table.refused(clause, code, "coordinate", rouage="dominik")


def test_only_allies_are_coordinated() -> None:
    """COO-1: with an allied rouage, and not with itself."""
    table = pair(None, foe("kubik", (12, 12), rank=1, revealed=True))
    for id in ("kubik", "petra"):
        assert table.match.check("1", {"kind": "coordinate", "rouage": id}).clause == "COO-1"


def test_a_coordination_is_announced_once() -> None:
    """COO-1: once, though a third could be called."""
    table = pair(None, ally("kubik", (12, 8), rank=2, revealed=True))
    table.do("coordinate", rouage="dominik")
    table.refused("COO-1", "already-coordinated", "coordinate", rouage="kubik")


def test_no_coordination_when_activated_by_propaganda() -> None:
    """COO-2: its own activation card is what gives the right (COO-1)."""
    pair(by="propaganda").refused("COO-2", "by-propaganda", "coordinate", rouage="dominik")


def test_each_keeps_its_own_limits() -> None:
    """COO-2: two walks and two attacks each, each paid with its own tokens."""
    table = pair()
    table.do("coordinate", rouage="dominik")
    for _ in range(2):
        table.walk("petra", (8, 8.0) if table["petra"]["at"][0] == um(5) else (5, 8.0))
        table.walk("dominik", (8, 3.0) if table["dominik"]["at"][0] == um(5) else (5, 3.0))
    assert [table[id]["actions"] for id in ("petra", "dominik")] == [2, 2]
    for id in ("petra", "dominik"):
        table.refused("WLK-1", "limit-reached", "walk", rouage=id, to=(8.0, 6.0))


def test_uses_of_an_earlier_phase_do_not_count_in_a_coordination() -> None:
    """COO-2: the limits are per phase; the tokens are the cycle's."""
    table = cycle(
        ("dominik", "petra", "security", "kubik", "propaganda"),
        ("propaganda", "otto", "hynek", "jana", "effort"),
        at={"petra": (5, 8), "dominik": (5, 3)},
    )
    assert table.waiting == {"1": "act"}
    table.walk("dominik", (8, 3.0))
    table.walk("dominik", (5, 3.0))
    table.end()
    table.idle_until(lambda t: t.position["phase"] == 2 and t.waiting == {"1": "act"})
    table.do("coordinate", rouage="dominik")
    assert table["dominik"]["actions"] == 2
    table.walk("dominik", (8, 3.0))
    table.walk("dominik", (5, 3.0))
    assert table["dominik"]["actions"] == 0


def test_one_end_closes_a_coordinated_activation() -> None:
    """COO-1: one activation with two active rouages; after it neither acts."""
    table = pair()
    table.do("coordinate", rouage="dominik")
    table.end()
    assert "act" not in table.waiting.values()


def test_the_books_coordination() -> None:
    """COO-1, COO-2, book example 5: phase 3, Pétra (rank 3) against a lower card: active first; after a walk she calls
    Dominik, whose card was revealed in phase 2 and who has 2 tokens left; he attacks, she shoots, alternating."""
    table = cycle(
        ("kubik", "dominik", "petra", "propaganda", "harmony"),
        ("propaganda", "otto", "jana", "hynek", "effort"),
        at={"petra": (2, 14), "dominik": (10, 7), "jana": (10, 3), "hynek": (2, 8), "kubik": (14, 14), "otto": (14, 1)},
        profile={"combat": 1, "shooting": 1, "life": "SSSSSSSS"},
        dice=[1, 1, 1],
    )
    table.idle_until(lambda t: t.position["phase"] == 2 and t.waiting == {"1": "act"})
    table.walk("dominik", (10, 6.0))
    table.walk("dominik", (10, 3 + off(0.5)))
    table.idle_until(lambda t: t.position["phase"] == 3)
    assert table.waiting == {"1": "act"}, "rank 3 before rank 2"
    assert table.position["active"] == {"seat": "1", "by": "activation", "rouages": ["petra"]}
    assert table["dominik"]["actions"] == 2
    table.walk("petra", (2, 12.0))
    table.do("coordinate", rouage="dominik")
    table.frontal("dominik", "jana")
    table.shot("petra", "hynek")
    table.frontal("dominik", "jana")
    assert [(roll["by"], len(roll["dice"])) for roll in table.rolls] == [("dominik", 1), ("petra", 1), ("dominik", 1)]
    assert [table[id]["actions"] for id in ("petra", "dominik")] == [2, 0]
