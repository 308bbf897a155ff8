"""Rolled against expected, from what everybody sees."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules.olomoc.advice.dice_stats import Luck, RunningLuck, luck, luck_by_kind
from tests.rules.table import Table, ally, foe, off

NEAR = (5 + off(0.5), 8)


def fight(*dice: int) -> Table:
    return Table(ally("petra", (5, 8), combat=3), foe("kubik", NEAR, dodge=2), active="petra", dice=dice, spare=True)


def told(table: Table, viewer: str = "spectator") -> dict[str, Luck]:
    view = table.match.view(viewer)
    return luck(view["log"], view["rouages"])


def test_each_players_dice_at_their_thresholds() -> None:
    """ROL-1: three dice at 5+ are worth one success, two at 5+ two thirds of one."""
    table = fight(6, 5, 1, 2, 6)
    table.frontal("petra", "kubik", dodge=True)
    assert told(table) == {
        "1": Luck(3, 2, Fraction(1), Fraction(2, 3)),
        "2": Luck(2, 1, Fraction(2, 3), Fraction(4, 9)),
    }
    assert told(table, "1") == told(table, "2") == told(table)


def test_a_lower_threshold_is_worth_more() -> None:
    """CHG-3: at 4+ every die is worth half a success."""
    table = Table(ally("petra", (5, 8), combat=3), foe("kubik", (8, 8), dodge=0), active="petra", dice=[4, 3, 2])
    table.charge("petra", "kubik", (8 - off(0.5), 8))
    assert told(table)["1"] == Luck(3, 1, Fraction(3, 2), Fraction(3, 4))


def test_dice_thrown_again_count_again() -> None:
    """ROL-5: a reroll is dice like any others."""
    table = fight(1, 1, 1, 5, 5, 5)
    table.frontal("petra", "kubik", reroll=True)
    assert told(table)["1"] == Luck(6, 3, Fraction(2), Fraction(4, 3))


def test_rolls_that_were_taken_back_do_not_count() -> None:
    table = fight(6, 5, 1)
    n = len(table.match.journal)
    table.frontal("petra", "kubik")
    assert told(table)["1"].dice == 3
    table.do("propose", seat="1", what="takeback", to=n)
    table.do("adjust", accept=True)
    assert told(table)["1"] == Luck()


def test_luck_that_is_followed_is_that_of_the_whole_log() -> None:
    """After each command, rolls that are taken back included, with every event read once."""
    table, followed, read = fight(6, 5, 1, 4, 5, 6), RunningLuck(), set[int]()
    n = len(table.match.journal)

    class Read(list[Any]):
        """A log that notes the events that are read again."""

        def __getitem__(self, at: Any) -> Any:
            rows = list.__getitem__(self, at)
            assert read.isdisjoint(row["n"] for row in rows)
            read.update(row["n"] for row in rows)
            return rows

    def check(dice: int) -> None:
        view = table.match.view("spectator")
        figures = followed.follow(Read(view["log"]), view["rouages"])
        assert figures == luck(view["log"], view["rouages"])
        assert figures["1"].dice == dice

    check(0)
    table.frontal("petra", "kubik")
    check(3)
    table.do("propose", seat="1", what="takeback", to=n)
    table.do("adjust", accept=True)
    check(0)
    table.frontal("petra", "kubik")
    check(3)


def test_dice_of_both_count_for_nobody() -> None:
    table = fight(6, 5)
    table.do("propose", seat="1", what="adjustment", changes=[{"roll": 2}])
    table.do("adjust", accept=True)
    assert told(table) == {"1": Luck(), "2": Luck()}


def test_attack_dodge_and_riposte_are_counted_apart() -> None:
    """ATT-3: what attacks brought is one thing, what dodges kept off another."""
    table = fight(6, 5, 1, 2, 6, 5, 5, 1)
    table.frontal("petra", "kubik", dodge=True, riposte="combat")
    view = table.match.view("spectator")
    by_kind = luck_by_kind(view["log"], view["rouages"])
    assert list(by_kind) == ["attack", "riposte", "dodge"]
    assert by_kind["attack"] == {"1": Luck(3, 2, Fraction(1), Fraction(2, 3)), "2": Luck()}
    assert by_kind["dodge"] == {"1": Luck(), "2": Luck(2, 1, Fraction(2, 3), Fraction(4, 9))}
    whole = told(table)
    for seat in ("1", "2"):
        assert sum(it[seat].successes for it in by_kind.values()) == whole[seat].successes
        assert sum(it[seat].expected for it in by_kind.values()) == whole[seat].expected
