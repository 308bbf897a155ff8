"""Rate limits: counts expire, and counting starts no thread."""

import threading
import time

import pytest

from webapp.security.limits import RATES, Limits


@pytest.fixture
def limits() -> Limits:
    return Limits()


def test_one_more_than_may_be_is_refused_and_others_are_not(limits: Limits) -> None:
    taken = [limits.take("page", "a") for _ in range(RATES["page"].amount + 1)]
    assert taken == [True] * RATES["page"].amount + [False]
    assert limits.take("page", "b")
    assert 1 <= limits.wait_s("page", "a") <= RATES["page"].seconds


def test_counting_starts_no_thread(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[threading.Thread] = []
    monkeypatch.setattr(threading.Thread, "start", started.append)
    for n in range(50):
        limits.take("ask", str(n))
    assert not started


def test_counters_of_past_windows_are_dropped(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    limits.take("page", "a")
    kept = limits._taken
    (key,) = kept
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 60)
    limits.take("page", "b")
    limits.take("page", "b")
    assert key not in kept
    assert len(kept) == 1
    assert limits.take("page", "a")
