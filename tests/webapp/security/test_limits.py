"""Rate limits: counts expire, and counting starts no thread."""

import threading
import time
from collections.abc import Iterator

import pytest

from webapp.security.limits import RATES, Limits


@pytest.fixture
def limits() -> Iterator[Limits]:
    made = Limits()
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join()  # the library starts one when it is made
    yield made
    made.forget()


def test_one_more_than_may_be_is_refused_and_others_are_not(limits: Limits) -> None:
    taken = [limits.take("page", "a") for _ in range(RATES["page"].amount + 1)]
    assert taken == [True] * RATES["page"].amount + [False]
    assert limits.take("page", "b")
    assert 1 <= limits.wait_s("page", "a") <= RATES["page"].get_expiry()


def test_counting_starts_no_thread(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[threading.Thread] = []
    monkeypatch.setattr(threading.Thread, "start", started.append)
    for n in range(50):
        limits.take("ask", str(n))
    assert not started


def test_counters_of_past_windows_are_dropped(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    limits.take("page", "a")
    kept = limits._window.storage.events
    (key,) = kept
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 60)
    monkeypatch.setattr(time, "monotonic", lambda: now + 60)
    limits.take("page", "b")
    limits.take("page", "b")
    assert not kept[key]
    assert len(kept) == 2
