"""What follows from a state is kept with its match, whatever other matches do meanwhile."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from typing import Any

import pytest

from rules.kernel import Codec, Json, noun, open_noun, replace
from rules.kernel.memo import KEPT, Carrying, derived, kept_row, memo_of
from tests.standin.engine import Match
from webapp.games import games

made: Counter[str] = Counter()


@noun
class Shelf(Carrying):
    books: tuple[str, ...] = ()
    loans: Mapping[str, int] = field(default_factory=dict)
    visitors: int = 0

    @derived("books", "loans")
    def titles(self, prefix: str = "") -> list[str]:
        made[prefix] += 1
        return [book for book in self.books if book.startswith(prefix) and book not in self.loans]


@open_noun
class Box:
    books: tuple[str, ...] = ()
    visitors: int = 0


@pytest.fixture(autouse=True)
def _counted_anew() -> None:
    made.clear()


def test_a_value_holds_from_state_to_state_while_its_fields_are_the_same_objects() -> None:
    shelf = Shelf(("ada", "bob"))
    assert replace(shelf, visitors=1).titles() is shelf.titles()
    assert replace(shelf, visitors=2).titles("a") is replace(shelf, visitors=3).titles("a")
    assert made == {"": 1, "a": 1}


@pytest.mark.parametrize("changed", [{"books": ("ada",)}, {"loans": {"bob": 1}}])
def test_a_value_is_computed_anew_for_another_field(changed: Json) -> None:
    shelf = Shelf(("ada", "bob"))
    assert shelf.titles() == ["ada", "bob"]
    assert replace(shelf, **changed).titles() == ["ada"]


def test_other_matches_take_nothing_away() -> None:
    shelves = [Shelf((f"book {n}",)) for n in range(200)]
    for _ in range(3):
        assert [shelf.titles() for shelf in shelves] == [[f"book {n}"] for n in range(200)]
    assert made[""] == len(shelves)


def test_forks_take_turns() -> None:
    shelf = Shelf(("ada",))
    forks = [replace(shelf, books=(f"book {n}",)) for n in range(KEPT)]
    for _ in range(3):
        for n, fork in enumerate(forks):
            assert fork.titles() == [f"book {n}"]
    assert made[""] == KEPT


def test_a_memo_is_no_part_of_the_state() -> None:
    """Neither written nor compared; a noun without slots hands it on as well."""
    shelf = Shelf(("ada",))
    shelf.titles()
    assert shelf == Shelf(("ada",))
    assert Codec(Shelf).dump(shelf) == {"books": ["ada"], "loans": {}, "visitors": 0}
    box = Box(("ada",))
    memo_of(box)["kept"] = True
    assert memo_of(replace(box, visitors=1)) == {"kept": True}
    assert Codec(Box).dump(replace(box, visitors=1)) == {"books": ["ada"], "visitors": 1}


def test_a_row_is_made_again_where_its_item_or_what_is_given_changes() -> None:
    def row(key: str, item: tuple[str, ...], count: int) -> str:
        made[key] += 1
        return f"{item} {count}"

    shelf, ada = Shelf(), ("ada",)
    rows = [kept_row(it, row, "a", ada, 3) for it in (shelf, replace(shelf, visitors=1))]
    assert rows == ["('ada',) 3"] * 2
    assert made["a"] == 1
    assert kept_row(shelf, row, "b", ada, 3) == "('ada',) 3"
    assert kept_row(shelf, row, "a", ada, 4) == "('ada',) 4"
    assert kept_row(shelf, row, "a", (*ada, "bob"), 4) == "('ada', 'bob') 4"
    assert made == {"a": 3, "b": 1}


def test_a_match_kept_for_hours_forgets_what_it_can_compute() -> None:
    match = Match.new({}, 1)
    view = match.view("1")
    assert memo_of(match.state)
    match.compress()
    assert not memo_of(match.state)
    assert match.view("1") == view


@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_a_table_among_many_computes_what_it_would_alone(game: Any) -> None:
    """Calls in 24 matches, a decision of each in turn, beside those of the same matches one after the other."""

    def calls(in_turn: bool) -> int:
        matches = [(game.factory().new({}, seed), random.Random(seed)) for seed in range(24)]
        order = matches * 6 if in_turn else [each for each in matches for _ in range(6)]
        count = 0

        def counted(frame: object, event: str, of: object) -> None:
            nonlocal count
            count += event == "call"

        for match, rng in order:
            seat = rng.choice(sorted(match.asked))
            command = next(match.commands(seat, rng))
            sys.setprofile(counted)
            match.submit(seat, command)
            for viewer in (*match.seats, "spectator"):
                match.view(viewer)
            sys.setprofile(None)
        return count

    calls(in_turn=True)
    assert calls(in_turn=True) < 1.03 * calls(in_turn=False)
