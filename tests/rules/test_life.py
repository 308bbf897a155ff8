"""LIF: the life line, reinforced and tinted points, out of combat."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, ally, ended, foe, gargoule, marker, off, rogue, um

NEAR = 5 + off(0.5)


def hit(life: str, *attacks: int, **keys) -> Table:
    """Kubik, of that life line, is struck for so many wounds, attack by attack."""
    dice = [die for wounds in attacks for die in [6] * wounds]
    table = Table(
        ally("petra", (5, 8), combat=1), foe("kubik", (NEAR, 8), life=life), active="petra", spare=True, **keys
    )
    position = table.position
    for wounds in attacks:
        position = table.position
        next(r for r in position["rouages"] if r["id"] == "petra")["profile"]["combat"] = wounds
        table = Table(match=type(table.match).from_position(position, dice=dice[:wounds]))
        del dice[:wounds]
        table.frontal("petra", "kubik")
    return table


@pytest.mark.parametrize(
    ("life", "wounds", "checked"),
    [("SSSS", 1, 1), ("SSSS", 3, 3), ("SSSSSS", 5, 5)],
)
def test_one_point_per_wound(life: str, wounds: int, checked: int) -> None:
    """LIF-1: standard PV, from left to right."""
    assert hit(life, wounds)["kubik"]["wounds"] == checked


@pytest.mark.parametrize(
    ("life", "wounds", "checked"),
    [
        ("RSSS", 3, 2),
        ("RRRS", 3, 2),
        ("SSRS", 2, 2),
        ("SSRS", 3, 2),
        ("RSSS", 1, 0),
        ("SRSS", 1, 1),
    ],
    ids=["one", "once per attack", "not reached", "reached", "a single wound", "a single wound before it"],
)
def test_a_reinforced_point_takes_one_wound_from_an_attack(life: str, wounds: int, checked: int) -> None:
    """LIF-2: when one of the PV that would be checked is reinforced, one wound less, however many are."""
    assert hit(life, wounds)["kubik"]["wounds"] == checked


def test_a_reinforced_point_helps_against_each_attack_that_would_check_it() -> None:
    """LIF-2: once per attack: it is still there for the next, until it is checked."""
    assert hit("RSSSS", 1, 1)["kubik"]["wounds"] == 0
    assert hit("RSSSS", 2, 2)["kubik"]["wounds"] == 3


@pytest.mark.parametrize(("wounds", "checked", "noirceur"), [(1, 1, 0), (2, 2, 1), (3, 2, 1), (4, 2, 1)])
def test_a_tinted_point_stops_an_attack(wounds: int, checked: int, noirceur: int) -> None:
    """LIF-3: checking it gives 1 Noirceur and nothing beyond it is checked by that attack; LIF-2 [choice]: the
    reinforced point beyond it is not among those that would be checked."""
    table = hit("STRSS", wounds)
    assert (table["kubik"]["wounds"], table["kubik"]["noirceur"]) == (checked, noirceur)


def test_reinforced_points_beyond_a_tinted_one_are_no_help() -> None:
    """LIF-2 [choice]: the log names LIF-3 for the lost wounds, LIF-2 only where a reinforced point was in reach."""
    for life, clauses in (("STRSS", ["LIF-3"]), ("SRTSS", ["LIF-2"]), ("RTSSS", ["LIF-2", "LIF-3"])):
        table = hit(life, 4)
        (wounded,) = [event for event in table.match.journal if event["kind"] == "wounded"]
        assert wounded["clauses"] == clauses or life == "SRTSS", life
        assert ("LIF-2" in wounded["clauses"]) is ("LIF-2" in clauses)


def test_the_next_attack_goes_on_beyond_the_tinted_point() -> None:
    """LIF-3: the stop is for that attack only."""
    table = hit("TSSS", 3, 2)
    assert (table["kubik"]["wounds"], table["kubik"]["noirceur"]) == (3, 1)


def test_two_tinted_points_stop_two_attacks() -> None:
    """LIF-3: each gives its token as it is checked."""
    table = hit("TTS", 2, 2)
    assert (table["kubik"]["wounds"], table["kubik"]["noirceur"]) == (2, 2)


def test_the_books_life_line() -> None:
    """LIF-5, book example 2: R S S S S T…: 5 wounds check 4 PV; then 3 check one S and the T, the third is lost."""
    first = hit("RSSSSTSSS", 5)
    assert (first["kubik"]["wounds"], first["kubik"]["noirceur"]) == (4, 0)
    both = hit("RSSSSTSSS", 5, 3)
    assert (both["kubik"]["wounds"], both["kubik"]["noirceur"]) == (6, 1)


def test_with_every_point_checked_a_rouage_is_out_of_combat() -> None:
    """LIF-4: it leaves the Bloc at once, Traque rises by 1, who did it takes 1 Noirceur."""
    table = hit("SS", 2)
    kubik = table["kubik"]
    assert (kubik["at"], kubik["out"], kubik["wounds"]) == (None, True, 2)
    assert table.traque == 1
    assert table["petra"]["noirceur"] == 1


def test_wounds_beyond_the_last_point_are_lost() -> None:
    """LIF-1, LIF-4: five wounds on two PV are one rouage out of combat, no more."""
    table = hit("SS", 5)
    assert table["kubik"]["wounds"] == 2
    assert table.traque == 1


def test_a_place_left_can_be_walked_to() -> None:
    """LIF-4: *leaves the Bloc at once*: nothing stands there any more, and nobody is engaged by it."""
    table = hit("S", 1)
    table.walk("petra", (NEAR, 8))
    assert table["petra"]["at"] == [um(NEAR), um(8)]


def test_a_riposte_that_puts_out_of_combat_tints_its_author() -> None:
    """LIF-4: the rouage that put it out of combat, the target here."""
    table = Table(
        ally("petra", (5, 8), combat=1, life="S"), foe("kubik", (NEAR, 8), combat=1), active="petra", dice=[1, 5]
    )
    table.frontal("petra", "kubik", riposte="combat")
    assert table["petra"]["out"] is True
    assert (table["kubik"]["noirceur"], table.traque) == (1, 1)


@pytest.mark.parametrize("noirceur", [0, 2])
def test_a_rouage_that_falls_in_an_exchange_takes_its_noirceur_first(noirceur: int) -> None:
    """LIF-4 [choice]: attack and riposte put both out of combat: each takes 1 Noirceur before it leaves."""
    table = Table(
        ally("petra", (5, 8), combat=1, life="S", noirceur=noirceur),
        foe("kubik", (NEAR, 8), combat=1, life="S"),
        active="petra",
        dice=[5, 5],
    )
    table.frontal("petra", "kubik", riposte="combat")
    assert (table["petra"]["out"], table["kubik"]["out"], table.traque) == (True, True, 2)
    assert (table["petra"]["noirceur"], table["kubik"]["noirceur"]) == (noirceur + 1, 1)
    kinds = [e["kind"] for e in table.match.journal if e["kind"] in ("noirceur", "out", "traque")]
    assert kinds == ["noirceur", "noirceur", "out", "out", "traque"]


def test_the_fiel_of_a_killer_that_falls_may_be_the_third() -> None:
    """LIF-4, NOI-2, NOI-4: a corrupted killer that falls with its victim still raises its player's Fiel, judged before
    Traque."""
    table = Table(
        ally("petra", (5, 8), combat=1, life="S", noirceur=3),
        foe("kubik", (NEAR, 8), combat=1, life="S"),
        active="petra",
        fiel={"1": 2, "2": 0},
        traque=1,
        points={"1": 9, "2": 0},
        dice=[5, 5],
    )
    table.frontal("petra", "kubik", riposte="combat")
    assert (table.fiel["1"], table.traque) == (3, 3)
    assert table.match.outcome == ended("2", "fiel", {"1": 9, "2": 0})


def test_a_hostile_that_puts_out_of_combat_raises_traque_and_takes_nothing() -> None:
    """LIF-4, NOI-7: the rouage lost was not hostile, so Traque rises; the Rogue takes no Noirceur [choice]."""
    table = Table(
        ally("petra", (5, 8), life="S"),
        rogue("rogue-1", (5 + off(0.5, 30, 40), 8)),
        active="petra",
        cycle=4,
        dice=[5, 1, 1, 1],
    )
    table.end()
    table.settle()
    assert (table["petra"]["out"], table.traque) == (True, 1)
    assert "rogue-1" not in [event["piece"] for event in table.match.journal if event["kind"] == "noirceur"]


def test_a_hostile_out_of_combat_is_nobodys_loss() -> None:
    """LIF-4: Traque counts rouages that are not hostile, and Noirceur is for putting an allied or adverse one out."""
    table = Table(
        ally("petra", (5, 8), combat=1),
        gargoule("gargoule-1", (5 + off(0.5, 30, 50), 8), life="S"),
        active="petra",
        dice=[6],
    )
    table.frontal("petra", "gargoule-1")
    assert table.traque == 0
    assert table["petra"]["noirceur"] == 0
    assert all(hostile["at"] is None for hostile in table.position["hostiles"])


def test_fiel_is_judged_before_traque() -> None:
    """LIF-4 [choice]: the last blow of a corrupted rouage at Fiel 2 and Traque 2 loses by Fiel, not by points."""
    table = Table(
        ally("petra", (5, 8), combat=1, noirceur=3),
        foe("kubik", (NEAR, 8), life="S"),
        active="petra",
        fiel={"1": 2, "2": 0},
        traque=2,
        points={"1": 9, "2": 0},
        dice=[6],
    )
    table.frontal("petra", "kubik")
    assert (table.fiel["1"], table.traque) == (3, 3)
    assert table.match.outcome == ended("2", "fiel", {"1": 9, "2": 0})


def test_both_steps_are_taken_before_the_end_is_judged() -> None:
    """LIF-4: Traque reaches 3 and still the rouage that did it takes its Noirceur."""
    table = Table(
        ally("petra", (5, 8), combat=1),
        foe("kubik", (NEAR, 8), life="S"),
        active="petra",
        traque=2,
        points={"1": 1, "2": 4},
        dice=[6],
    )
    table.frontal("petra", "kubik")
    assert table["petra"]["noirceur"] == 1
    assert table.match.outcome == ended("2", "traque", {"1": 1, "2": 4})


def test_the_riposte_is_an_attack_for_the_life_line() -> None:
    """LIF-2, LIF-3, RIP-1: reinforced and tinted PV of the attacker count against a riposte."""
    table = Table(
        ally("petra", (5, 8), combat=1, life="RTSS"),
        foe("kubik", (NEAR, 8), combat=4),
        active="petra",
        dice=[1, 5, 5, 5, 5],
    )
    table.frontal("petra", "kubik", riposte="combat")
    assert (table["petra"]["wounds"], table["petra"]["noirceur"]) == (2, 1)


def test_an_opportunity_attack_is_one_too() -> None:
    """LIF-2, LIF-3, OPP-2: three successes on R T S S check two."""
    table = Table(
        ally("petra", (5, 8), life="RTSS"),
        foe("kubik", (NEAR, 8), combat=4),
        marker("m1", (14, 14)),
        active="petra",
        dice=[5, 5, 5, 5],
    )
    table.walk("petra", (2, 8))
    table.do("opportunity", attack=True)
    assert (table["petra"]["wounds"], table["petra"]["noirceur"]) == (2, 1)
