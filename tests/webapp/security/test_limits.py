"""Rate limits: counts run out, by a clock that only runs forward."""

import time
from pathlib import Path

import pytest

from webapp.base import clock
from webapp.base.clock import GAP_S, OFF_S, BinClock, SteadyClock
from webapp.security import limits as module
from webapp.security.limits import RATES, Limits


class Hands:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.at = 1_000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    made = Hands()
    monkeypatch.setattr(module, "steady", SteadyClock(made))
    return made


def test_one_more_than_may_be_is_refused_and_others_are_not(hands: Hands) -> None:
    limits = Limits()
    taken = [limits.take("page", "a") for _ in range(RATES["page"].amount + 1)]
    assert taken == [True] * RATES["page"].amount + [False]
    assert limits.take("page", "b")
    assert limits.wait_s("page", "a") == RATES["page"].seconds
    hands.at += 2
    assert limits.wait_s("page", "a") == RATES["page"].seconds - 2
    assert not limits.left("page", "a")
    hands.at += 3
    assert limits.take("page", "a")


def test_a_clock_of_the_system_that_is_set_changes_no_limit(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits()
    while limits.take("guess", "a"):
        pass
    now = time.time()
    for wall in (now - 3_600, now + 3_600):
        monkeypatch.setattr(time, "time", lambda wall=wall: wall)
        assert (limits.left("guess", "a"), limits.wait_s("guess", "a")) == (False, RATES["guess"].seconds)


def test_counters_of_past_windows_are_dropped(hands: Hands) -> None:
    limits = Limits()
    for n in range(100):
        limits.take("page", str(n))
    for _ in range(10):
        hands.at += GAP_S
        limits.take("page", "b")
    assert [*limits._counts] == [("page", "b")]
    assert len(limits._counts["page", "b"]) == 1


def test_the_steady_clock_counts_no_sleep() -> None:
    hands = Hands()
    steady = SteadyClock(hands)
    began = steady.now()
    hands.at += 3
    assert steady.now() - began == 3
    hands.at += 8 * 3_600
    assert steady.now() - began == 3 + GAP_S
    hands.at -= 3_600  # no clock of this kind does it
    assert steady.now() - began == 3 + GAP_S


def test_a_bin_is_emptied_by_no_jump_of_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands, path = Hands(), tmp_path / "clock"
    monkeypatch.setattr(clock, "steady", SteadyClock(hands))
    now = 1.8e9
    monkeypatch.setattr(time, "time", lambda: now)
    bins = BinClock()
    assert bins.now() == now  # before it is opened
    bins.open(path)
    hands.at += 5
    now += 400 * 86_400
    assert bins.now() == 1.8e9 + 5
    bins.keep()
    again = BinClock()
    again.open(path)
    assert again.now() == 1.8e9 + 5 + OFF_S
    now -= 800 * 86_400  # back: never ahead of the system's
    assert again.now() == now
    path.write_text("?")
    BinClock().open(path)
