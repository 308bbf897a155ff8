"""The fixtures of every chapter's tests: a failing test prints its Bloc, a passing one has thrown every die it
scripted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules import table

PASSED = pytest.StashKey[bool]()


@pytest.fixture(autouse=True)
def _tables(request: pytest.FixtureRequest) -> Iterator[None]:
    table.MADE.clear()
    yield
    if request.node.stash.get(PASSED, False):
        for made in table.MADE:
            left = [] if made.spare else made.match.dice_left
            assert not left, f"scripted dice never thrown: {left}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    outcome = yield
    report = outcome.get_result()
    item.stash[PASSED] = report.when == "call" and report.passed
    if report.failed:
        for made in table.MADE:
            report.sections.append(("the Bloc", drawn(made)))


def drawn(made: table.Table) -> str:
    """The diagram, or why there is none: the engine that a test found broken may not answer."""
    try:
        return table.diagram(made.match)
    except Exception as broken:
        return f"cannot be drawn: {broken!r}"
