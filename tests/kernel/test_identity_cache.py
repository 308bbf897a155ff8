"""Caches by identity: a value holds while its parts are the same objects, and no longer."""

import random
from collections.abc import Mapping
from dataclasses import field

import pytest

from rules.kernel import Codec, Json, noun, replace
from rules.kernel.identity_cache import cached_by
from webapp.games import games


@noun
class Shelf:
    books: tuple[str, ...] = ()
    loans: Mapping[str, int] = field(default_factory=dict)
    visitors: int = 0

    @cached_by("books", "loans", size=2)
    def titles(self, prefix: str = "") -> list[str]:
        return [book for book in self.books if book.startswith(prefix) and book not in self.loans]


def test_a_value_holds_while_its_fields_are_the_same_objects() -> None:
    shelf = Shelf(("ada", "bob"))
    assert replace(shelf, visitors=1).titles() is shelf.titles()


@pytest.mark.parametrize("changed", [{"books": ("ada",)}, {"loans": {"bob": 1}}])
def test_a_value_is_computed_anew_for_another_field(changed: Json) -> None:
    shelf = Shelf(("ada", "bob"))
    assert shelf.titles() == ["ada", "bob"]
    assert replace(shelf, **changed).titles() == ["ada"]


def test_further_arguments_are_compared_by_equality() -> None:
    shelf = Shelf(("ada", "bob"))
    assert (shelf.titles("a"), shelf.titles("b"), shelf.titles("a")) == (["ada"], ["bob"], ["ada"])


def test_no_shelf_inherits_the_id_of_one_that_is_gone() -> None:
    for n in range(1000):
        assert Shelf((f"book {n}",)).titles() == [f"book {n}"]


def test_few_values_are_kept() -> None:
    shelf = Shelf(("ada",))
    first = shelf.titles()
    for n in range(4):
        Shelf((str(n),)).titles()
    assert shelf.titles() is not first


def test_a_codec_shares_what_it_wrote_of_the_same_value() -> None:
    codec: Codec[Shelf] = Codec(Shelf)
    shelf = Shelf(("ada",))
    assert codec.shared(shelf) is codec.shared(shelf)
    assert codec.shared(shelf) == codec.dump(shelf)


SHARED = {
    "invader": ("play", "forecast", "discards"),
    "diktat": ("order", "discard", "track"),
    "olomoc": ("rouages", "decor", "slots"),
}


@pytest.mark.parametrize("key", SHARED)
def test_viewers_of_one_state_share_what_all_see(key: str) -> None:
    game = next(game for game in games() if game.key == key)
    rng, match = random.Random(1), game.factory().new({}, 1)
    for _ in range(12):
        seat = rng.choice(sorted(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
    views = [match.view(viewer) for viewer in (*match.seats, "spectator")]
    for name in SHARED[key]:
        assert all(view[name] is views[0][name] for view in views)


@pytest.mark.parametrize("key", SHARED)
def test_logs_that_are_read_late_share_their_rows(key: str) -> None:
    """As when a kept match is opened: each viewer's log is made at once, of hundreds of events."""
    game = next(game for game in games() if game.key == key)
    rng, match = random.Random(1), game.factory().new({}, 1)
    while match.asked and len(match.journal) < 300:
        seat = rng.choice(sorted(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
    one, two = (match.view(viewer)["log"] for viewer in ("1", "spectator"))
    assert len(one) > 100
    assert all(a is b for a, b in zip(one, two, strict=False) if a == b)


def test_who_changes_decisions_changes_no_view() -> None:
    match = games()[0].factory().new({}, 1)
    seat = min(match.asked)
    match.decisions[seat]["options"].clear()
    assert match.decisions[seat]["options"]
    assert match.view(seat)["decision"] == match.decisions[seat]
