"""One walk at the real table's page: how often it is redrawn, builds its context and asks the engine."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from nicegui.testing import User

from rules.olomoc import Match
from tests.browser.kept import position, rouage
from tests.waiting import until
from tests.webapp.test_lobby import send
from webapp.games.olomoc.board import Bloc
from webapp.games.olomoc.table import layout
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.intents import PANES
from webapp.games.olomoc.table.pages import PlayerPage
from webapp.security.limits import RATES
from webapp.tables import Table, registry
from webapp.ui.pane import Pane

pytestmark = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("webapp/__main__.py"),
]

PETRA = "1-petra-kantor"
THERE = [4 * 25_400, 10 * 25_400]


async def seated(user: User) -> Table:
    """A table whose first player, this browser's, has Pétra active; and their page."""
    match = Match.from_position(position([rouage(PETRA, 4, 8), rouage("2-bohdan-zelenka", 12, 8)], PETRA), seed=3)
    await user.open("/")
    table = await registry.adopt(match, match.view("spectator")["options"], "", "olomoc")
    await user.should_see(marker="join-1")
    await send(user, "join-1", "click", "Ilse")
    await user.open(f"/table/{table.code}")
    return table


async def arrived(table: Table, counts: Counter[str]) -> None:
    """Waits until the page has been told of its own player's presence, and counts from there."""
    await until(lambda: table.presence()["seats"]["1"] == "here" and table._presence_due is None)
    for _ in range(5):
        await asyncio.sleep(0)  # messages of this turn of the loop are drawn in the next
    counts.clear()


def shown(user: User) -> list[Any]:
    """The trees of all panes."""
    assert user.client is not None
    return [json.loads(it.props["payload"]) for it in user.client.elements.values() if isinstance(it, Pane)]


def aim(user: User) -> dict[str, Any]:
    """The marks on the Bloc for this player beyond the scene."""
    [bloc] = user.find(kind=Bloc).elements
    shape: dict[str, Any] = json.loads(bloc.props["aim"])
    return shape


async def do(user: User, kind: type[Any], sent: dict[str, Any]) -> None:
    """Sends a message of a pane, or of the Bloc, as the browser does."""
    event = "tell" if kind is Bloc else "intent"
    component = next(iter(user.find(kind=kind).elements)) if kind is Bloc else _deciding(user)
    component.mark("it")
    await send(user, "it", event, sent)
    component.mark("")


def _deciding(user: User) -> Pane:
    """The pane of the prompt."""
    return next(it for it in user.find(kind=Pane).elements if '"prompt"' in it.props["payload"])


def counting(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts whole redraws, drawings of one's own side, contexts, calls of the engine's `check` and `talk`."""
    counts = Counter[str]()

    def count(owner: Any, name: str, what: Callable[..., str | None]) -> None:
        ordinary = getattr(owner, name)

        def counted(self: Any, *args: Any, **more: Any) -> Any:
            if (key := what(self, *args)) is not None:
                counts[key] += 1
            return ordinary(self, *args, **more)

        monkeypatch.setattr(owner, name, counted)

    count(PlayerPage, "redraw", lambda page, *only: "answers shown" if only else "redraws")
    count(layout, "mine", lambda *_: "own side")
    count(PanelContext, "__init__", lambda *_: "contexts")
    count(Match, "check", lambda *_: "checks")
    count(Match, "talk", lambda *_: "talks")
    return counts


async def test_a_walk_redraws_the_page_three_times(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressed, pointed at, confirmed: one redraw each. An answer of the engine meanwhile redraws prompt and Bloc alone.
    The context is the same until the table changes, and the engine is asked once for it: whether this player may take
    back, and may propose."""
    counts = counting(monkeypatch)
    table = await seated(user)
    await arrived(table, counts)
    await do(user, Pane, {"do": "begin", "command": {"kind": "walk", "rouage": PETRA}})
    await until(lambda: any(part["risk"] != "all" for part in aim(user).get("reach", ())))
    await do(user, Bloc, {"what": "point", "x": THERE[0], "y": THERE[1], "rev": aim(user)["rev"]})
    await until(lambda: bool(aim(user).get("turns")))
    assert aim(user)["ok"] is True
    before = table.sequence
    await do(user, Pane, {"do": "confirm", "rev": aim(user)["rev"]})
    await until(lambda: table.sequence > before and aim(user)["mode"] == "idle")
    await asyncio.sleep(0)
    [petra] = [it for it in table.view("1")["rouages"] if it["id"] == PETRA]
    assert petra["at"] == THERE
    assert counts["redraws"] <= 3
    assert counts["own side"] <= 3
    assert counts["contexts"] <= counts["redraws"]
    assert counts["checks"] == 0
    assert counts["talks"] <= 1


async def test_what_arrives_in_a_wrong_shape_is_refused_in_one_place(
    user: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is drawn, nothing is asked; the log has the message's tag and no more of it."""
    counts = counting(monkeypatch)
    table = await seated(user)
    await arrived(table, counts)
    before = shown(user)
    caplog.set_level("INFO", "webapp.ui.intents")
    for wrong in (
        {},
        {"do": "dance"},
        {"do": "narrow"},
        {"do": "narrow", "thing": ["walk"]},
        {"do": "narrow", "thing": "walk", "secret": 1},
        {"do": "confirm", "rev": "0"},
        {"do": "confirm", "rev": True},
        {"do": "amend-step", "key": "wounds", "by": 7},
    ):
        await do(user, Pane, wrong)
    for wrong in (
        {"what": "point", "x": 1.5, "y": 2},
        {"what": "point", "x": -1, "y": 2},
        {"what": "tool", "tool": "x"},
    ):
        await do(user, Bloc, wrong)
    assert not counts
    assert shown(user) == before
    assert len([line for line in caplog.records if line.name == "webapp.ui.intents"]) == 11
    assert "secret" not in caplog.text


async def test_too_many_messages_of_a_page_are_not_read() -> None:
    most = RATES["intent"].amount
    read = [PANES.read({"do": "back"}, "a browser of its own") for _ in range(most + 5)]
    assert sum(it is not None for it in read) == most
    assert PANES.read({"do": "back"}, "another browser") is not None
