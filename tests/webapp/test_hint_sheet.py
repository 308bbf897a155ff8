"""The sheet of hints: it opens at the press, says that the house thinks, and then the hints, or why there are none."""

import asyncio
from typing import Any

import pytest
from nicegui.testing import User

from rules.kernel import Refusal, Refused
from tests.waiting import until
from tests.webapp.test_lobby import make_table, send, texts
from webapp.base.processes import TooLong
from webapp.guide import hints
from webapp.tables import Table, worker
from webapp.tables.worker import Worker
from webapp.ui.sheet import Sheet

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("webapp/__main__.py"),
]


async def asked(user: User) -> Table:
    """Ilse is asked something at a table that gives hints; it is open in front of her."""
    await user.open("/")
    table = await make_table(user, game="invader", hints="yes")
    await send(user, "join-1", "click", "Ilse")
    await table.sit("tomas", "2", "Tomáš")
    while "1" not in table.match.asked:
        seat = next(iter(table.match.asked))
        assert await table.submit_as(seat, next(iter(table.match.commands(seat)))) is None
    await user.open(f"/table/{table.code}")
    return table


class Slow:
    """In place of the worker: `held` until it is let go, then it answers, or raises `fails`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails: BaseException | None = None) -> None:
        self.held = asyncio.Event()
        self.fails = fails
        self.limits: list[float | None] = []
        self.asked = 0
        ask = Worker.ask

        async def slow(*args: Any) -> Any:
            self.limits.append(args[-1])
            self.asked += 1
            await self.held.wait()
            if self.fails is not None:
                raise self.fails
            return await ask(*args)

        monkeypatch.setattr(Worker, "ask", slow)


def sheet(user: User) -> str:
    return " ".join(texts(user, "hint-sheet"))


async def test_the_house_says_that_it_thinks_until_it_has_thought(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    await asked(user)
    slow = Slow(monkeypatch)
    user.find(marker="hint").click()
    await user.should_see("The house is thinking…")
    slow.held.set()
    await until(lambda: "Play this" in sheet(user), 60)
    assert "thinking" not in sheet(user)
    assert slow.limits == [worker.COMPUTED_S]  # on a busy machine two seconds are not enough for every game


@pytest.mark.parametrize(
    ("fails", "words"),
    [
        (TooLong(), "took too long to work out"),
        (Refused(Refusal("", "no-hints")), "gives no hints"),
        (RuntimeError("the process died"), "Something went wrong"),
    ],
)
async def test_it_says_why_there_are_no_hints(
    user: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fails: BaseException, words: str
) -> None:
    await asked(user)
    Slow(monkeypatch, fails).held.set()
    user.find(marker="hint").click()
    await until(lambda: words in sheet(user))
    caplog.clear()  # what is logged as an error fails a test


async def test_it_does_not_wait_for_ever(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    await asked(user)
    Slow(monkeypatch)
    monkeypatch.setattr(hints, "PATIENCE_S", 0.05)
    user.find(marker="hint").click()
    await until(lambda: "the machine is busy" in sheet(user))


async def test_it_stays_while_others_go_on_and_goes_with_its_question(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await asked(user)
    Slow(monkeypatch).held.set()
    user.find(marker="hint").click()
    await until(lambda: "Play this" in sheet(user), 60)
    [opened] = [it for it in user.find(kind=Sheet).elements if it.value]
    assert await table.change(closed=True) is None
    assert await table.change(closed=False) is None
    await asyncio.sleep(0)
    assert opened.value
    decision = table.match.decisions["1"]["id"]
    assert await table.submit_as("1", next(iter(table.match.commands("1")))) is None
    assert table.match.decisions.get("1", {}).get("id") != decision
    await until(lambda: not opened.value)
