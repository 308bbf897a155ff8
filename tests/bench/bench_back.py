"""Coming back: from the moment that the line, or the server, is there again until the page asks what it asked.

Aim: three seconds at the latest.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench.report import Clock, Report
from tests.browser.kept import duel, keep
from tests.browser.people import Person
from tests.browser.test_coming_back import back
from tests.browser.windows import Windows, chromium
from tests.browser.wire import Wire
from tests.serving import Server

ROUNDS = 5
CUT_S, LONG_S, SILENT_S = 4.0, 14.0, 9.0


def measure(report: Report) -> None:
    """One player's window; the other seat's beside it where the server itself was away."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        keep(data, {"LINE": duel(), "KILL": duel()})
        with Server(data) as server, chromium() as windows, Wire(server.port) as wire:
            report.part("Coming back to the prompt (ms)")
            ilse = Person(windows, wire.url, "Ilse").sit("LINE", "1")
            for name, break_, away_s in (("cut", wire.cut, CUT_S), ("silent", wire.silence, SILENT_S)):
                report.times(f"line {name} for {away_s:.0f} s", lines(ilse, wire, break_, away_s, ROUNDS))
            report.times(f"line cut for {LONG_S:.0f} s", lines(ilse, wire, wire.cut, LONG_S, 2))
            report.times("page loaded anew", reloads(ilse))
            report.times("server killed and started, two pages", starts(server, windows))


def lines(person: Person, wire: Wire, break_: Callable[[], None], away_s: float, rounds: int) -> list[float]:
    """The line is broken and mended again."""
    clock = Clock()
    for _ in range(rounds):
        break_()
        person.page.wait_for_timeout(away_s * 1000)
        wire.mend()
        with clock.running():
            back(person)
    return clock.seconds


def reloads(person: Person) -> list[float]:
    clock = Clock()
    for _ in range(ROUNDS):
        with clock.running():
            person.reload()
            person.wait_for("act")
    return clock.seconds


def starts(server: Server, windows: Windows) -> list[float]:
    """From the first answer of the server, which its pages share the processor with, until each page asks again."""
    people = [Person(windows, server.url, "Ilse"), Person(windows, server.url, "Tomáš")]
    for seat, person in zip("12", people, strict=True):
        person.sit("KILL", seat)
    times = []
    for _ in range(ROUNDS):
        for person in people:
            person.mark()
        server.kill()
        people[0].page.wait_for_function("!window.socket.connected")
        server.start()
        since = time.perf_counter()
        for person in people:
            person.loaded_anew()
            person.wait_for("act|wait")
            times.append(time.perf_counter() - since)
    return times
