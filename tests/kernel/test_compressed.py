"""Old events and log rows are compressed, which nothing but the memory used shows."""

from __future__ import annotations

import gc
import random
import tracemalloc
from typing import Any

import pytest

from rules.kernel.append_only import CHUNK, LOOSE, RECENT, AppendOnly
from rules.kernel.history import ROWS
from tests.standin.engine import Match

LONG = 6 * CHUNK


class Tens:
    """A codec that writes numbers as tens."""

    def dump(self, value: int) -> Any:
        return [value * 10]

    def load(self, data: Any) -> int:
        return int(data[0]) // 10


TENS = Tens()


def declined(match: Match, seat: str) -> None:
    """An offer that leaves everything as it was."""
    other = next(it for it in match.seats if it != seat)
    match.submit(seat, {"kind": "gift", "to": other, "points": 1})
    match.submit(other, {"kind": "reply", "to": seat, "accept": False})


def aged(seed: int) -> Match:
    """A match with a long past of gifts and draws that are offered and declined between bids."""
    match, rng = Match.new({}, seed), random.Random(seed)
    last = 0  # the number of the last event
    while last + 1 < LONG:
        seat = sorted(match.asked)[0]
        declined(match, seat)
        match.submit(seat, {"kind": "propose", "what": "draw"})
        [*_, row] = match.submit(sorted(match.asked)[0], {"kind": "adjust", "accept": False})
        if rng.random() < 0.05 and len(match.asked) > 1:
            [*_, row] = match.submit(seat, next(match.commands(seat, rng)))
        last = row["n"]
    return match


@pytest.mark.parametrize(
    "length", [0, 1, RECENT, CHUNK + RECENT, CHUNK + RECENT + 1, 3 * CHUNK + RECENT + 5, 2 * LOOSE]
)
def test_a_compressed_sequence_has_the_same_items(length: int) -> None:
    plain, compressed = list(range(length)), AppendOnly(range(length))
    for _ in range(2):
        compressed.compress(TENS)
    assert compressed == plain
    assert len(compressed) == length
    assert [compressed[n] for n in range(-length, length)] == plain + plain
    assert list(reversed(compressed)) == plain[::-1]
    rng = random.Random(length)
    for start, stop in (
        (rng.randint(-length - 2, length + 2), rng.randint(-length - 2, length + 2)) for _ in range(50)
    ):
        assert compressed[start:stop] == AppendOnly(plain)[start:stop] == plain[start:stop]
    with pytest.raises(IndexError):
        compressed[length]


def test_copies_of_a_compressed_sequence_grow_apart() -> None:
    first = AppendOnly(range(LONG))
    old = first.snapshot()
    second = first.copy()
    second.append(-2)
    second.compress(TENS)
    third = second.copy()
    third.append(-3)
    second.append(-4)
    first.append(-1)
    kept = list(range(LONG))
    assert (old, first, second, third) == (kept, [*kept, -1], [*kept, -2, -4], [*kept, -2, -3])


def test_a_copy_that_grows_apart_copies_few_items() -> None:
    """A command to a fork of an old match costs as much as to one of a young match."""
    grown: AppendOnly[int] = AppendOnly()
    for n in range(20 * LONG):
        grown.append(n)
        apart = grown.copy()
        grown.append(-n)
        apart.append(-1)
        assert len(apart._items) <= LOOSE + 2
        grown = apart.copy()
    assert grown == [it for n in range(20 * LONG) for it in (n, -1)]


def test_lists_that_are_alike_keep_their_differences() -> None:
    """The logs of one match are such lists: an equal chunk is the same object, and another one is small."""
    rng = random.Random(1)
    rows = [{"n": n, "said": f"{rng.getrandbits(256):x}"} for n in range(LONG)]
    others = [row | {"said": ""} if row["n"] == CHUNK + 2 else row for row in rows]
    first, same, other = AppendOnly(rows), AppendOnly(rows), AppendOnly(others)
    first.compress(ROWS)
    same.compress(ROWS, [first])
    other.compress(ROWS, [first])
    assert (first, same, other) == (rows, rows, others)
    assert all(one is two for one, two in zip(same._chunks, first._chunks, strict=True))
    assert [one is two for one, two in zip(other._chunks, first._chunks, strict=True)] == [
        True,
        False,
        True,
        True,
        True,
    ]
    assert len(other._chunks[1][-1]) < len(first._chunks[1][-1]) / 4


def test_a_compressed_match_is_the_same() -> None:
    """Its views, logs and journal, what it looks back at, and what it goes on to."""
    match = aged(3)
    small = match.fork(0)
    small.compress()
    for viewer in (*match.seats, "spectator"):
        assert small.view(viewer) == match.view(viewer)
        assert small.view(viewer)["log"] == match.view(viewer)["log"]
        assert small.rows(viewer) == len(small.view(viewer)["log"])
    assert small.journal == match.journal
    assert small.history().view(50, "1") == match.history().view(50, "1")
    back = {"kind": "propose", "what": "takeback", "to": 20}
    for each in (match, small):
        seat = sorted(each.asked)[0]
        each.submit(seat, back)
        for other in sorted(each.asked):
            each.submit(other, {"kind": "adjust", "accept": True})
        each.compress()
    assert small.position() == match.position()
    assert small.journal == match.journal


def test_a_history_that_is_known_follows_a_compressed_match() -> None:
    match = aged(4)
    history = match.history()
    fork = match.fork(0)
    seat = sorted(fork.asked)[0]
    fork.submit(seat, next(fork.commands(seat)))
    for _ in range(CHUNK):
        declined(fork, fork.seats[0])
    fork.compress()
    before = history._states[LONG - 1]
    known = fork.history(history)
    assert known._states[LONG - 1] is before  # nothing was folded anew
    assert known.until(known.last) == fork.journal
    assert known.view(known.last, seat)["log"] == fork.view(seat)["log"]


def test_a_view_copies_no_rows_and_keeps_its_own() -> None:
    """However long the log is; what happens later is not in it."""
    match = aged(5)
    view, rows = match.view("1"), match.rows("1")
    assert view["log"]._items is match._logs["1"].rows._items
    match.submit("1", {"kind": "gift", "to": "2", "points": 1})
    assert len(match.view("1")["log"]) > len(view["log"]) == rows == len(list(view["log"]))


def test_nobody_else_has_a_log() -> None:
    with pytest.raises(ValueError, match="nobody"):
        Match.new({}, 1).view("everyone")


def test_a_long_past_takes_little_memory() -> None:
    """Events and everybody's log rows."""

    def held(compress: bool) -> int:
        gc.collect()
        tracemalloc.start()
        match = Match.replay({}, journal)
        for viewer in (*match.seats, "spectator"):
            match.view(viewer)
        if compress:
            match.compress()
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        return kept

    journal = aged(5).journal
    held(False)
    assert held(True) < held(False) / 3
