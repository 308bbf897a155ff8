"""Live pages: which parts are built again, what is sent, and which messages are accepted."""

import asyncio
from functools import partial
from types import SimpleNamespace
from typing import Any, Literal

from nicegui import json

from rules.kernel.codec import noun
from webapp.games.contract import Screens
from webapp.i18n import translator
from webapp.replay.viewer import PastPlace
from webapp.security.limits import RATES
from webapp.table_kit.place import Place
from webapp.tables.subscribers import Subscribers
from webapp.ui.intents import Intents
from webapp.ui.live_page import LivePage
from webapp.ui.props import PropsMemo


class Shown:
    """A component that remembers what it was fed."""

    def __init__(self) -> None:
        self.fed: list[str] = []

    def show(self, payload: str, /) -> None:
        self.fed.append(payload)


def test_a_redraw_makes_one_context_for_all_parts() -> None:
    made: list[int] = []

    def context() -> int:
        made.append(len(made))
        return made[-1]

    page, one, other = LivePage(context), Shown(), Shown()
    page.part(one, lambda n: f"one {n}")
    page.part(other, lambda n: f"other {n}")
    page.redraw()
    page.redraw(other)
    assert (one.fed, other.fed) == (["one 0"], ["other 0", "other 1"])
    assert page.turn == 2


def test_a_part_that_names_its_input_is_built_when_that_is_another() -> None:
    now = {"words": "a", "draft": 1}
    page, named, unnamed = LivePage(lambda: dict(now)), Shown(), Shown()
    page.part(named, str, props=lambda props: props["words"])
    page.part(unnamed, lambda props: f"{props['draft']}")
    page.redraw()
    now["draft"] = 2
    page.redraw()
    assert named.fed == []  # it was just made of the same words
    now["words"] = "b"
    page.redraw(unnamed)
    assert named.fed == []
    page.redraw()
    assert named.fed == ["b"]
    assert unnamed.fed == ["1", "2", "2", "2"]


@noun
class Press:
    """A press."""

    at: int
    do: Literal["press"] = "press"


@noun
class Close:
    """A close."""

    do: Literal["close"] = "close"


async def test_a_handler_gets_intents_and_nothing_else() -> None:
    heard: list[Any] = []

    async def act(intent: Press | Close) -> None:
        heard.append(intent)

    handle = Intents(Press | Close).handler("somebody at a kit", act)
    for sent in ({"do": "press", "at": 3}, {"do": "press"}, {"do": "press", "at": "3"}, {"do": "close"}, {"do": ["x"]}):
        await handle(sent)
    assert heard == [Press(3), Close()]
    only = Intents(Close)
    assert only.read({"do": "close"}, "somebody at a kit") == Close()
    assert only.read({"do": "press", "at": 3}, "somebody at a kit") is None


def test_refused_messages_fill_no_log(caplog: Any) -> None:
    """However many come; and a tag that could break the log's line is not in it."""
    caplog.set_level("INFO", "webapp.ui.intents")
    intents = Intents(Press | Close)
    for n in range(RATES["bad-intent"].amount * 2):
        assert intents.read({"do": f"x\n{n}"}, "somebody who tries") is None
    assert len(caplog.records) == RATES["bad-intent"].amount
    assert "\n" not in caplog.records[0].getMessage()


def test_an_event_of_the_log_is_drawn_once_while_nothing_else_it_depends_on_changes() -> None:
    kept: dict[Any, Any] = {}
    table = SimpleNamespace(once=lambda key, build: kept.setdefault(key, build()))
    at: Any = SimpleNamespace(table=table, viewer="1", tr=translator("en"))
    drawn: list[int] = []

    def draw(event: dict[str, Any]) -> dict[str, Any] | None:
        drawn.append(event["n"])
        return None if event["n"] == 2 else event

    def lines(start: int, events: int, scope: str = "") -> Any:
        log = [{"n": n} for n in range(events)]
        return json.loads(json.dumps(Place.drawn(at, "log", scope, log, start, draw)))

    assert lines(1, 4) == [{"n": 1}, {"n": 3}]
    assert drawn == [1, 2, 3]
    assert lines(2, 5) == [{"n": 3}, {"n": 4}]
    assert drawn == [1, 2, 3, 4]
    assert lines(2, 5, "others") == [{"n": 3}, {"n": 4}]
    assert drawn[4:] == [2, 3, 4]


def test_a_shared_string_is_built_when_what_it_reads_is_another() -> None:
    kept: dict[Any, Any] = {}
    made: list[str] = []

    class At(SimpleNamespace):
        _given = Place._given

    at: Any = At(viewer="1", _row=None, looks_ahead=False, tr=translator("en"), words={"points": [0], "step": 1})
    at.table = SimpleNamespace(
        once=lambda key, build: kept.setdefault(key, build()),
        memo=lambda _, build: build(),  # as after each step
    )

    def build(points: list[int]) -> str:
        made.append(f"{{{at.words['step']},{points}")
        return made[-1]

    def shared() -> str:
        return Place.shared(at, "head", build, lambda words: words["points"])

    first = shared()
    at.words = {"points": [0], "step": 2}
    assert shared() is first
    at.words = {"points": [1], "step": 3}
    assert shared() == "{3,[1]"
    assert made == ["{1,[0]", "{3,[1]"]
    at.words = {"points": [1], "step": 4}
    # without props it is built again, and the same but for its step
    assert Place.shared(at, "head", lambda words: build(words["points"])) == "{3,[1]"
    assert len(made) == 3


async def test_pages_of_other_seats_are_drawn_behind_those_of_the_seat_that_has_played() -> None:
    """What a page has to send is on its way before others are drawn; spectators' pages are called later anyhow."""
    drawn: list[str] = []
    audience = Subscribers()

    def draw(seat: str | None) -> None:
        drawn.append(seat or "spectator")

    for seat in ("2", "1", None):
        audience.event(seat).subscribe(partial(draw, seat))

    async def step(last: str | None) -> list[str]:
        drawn.clear()
        others = audience.call_players(False, last)
        at_once = [*drawn]
        await asyncio.gather(audience.call_spectators(), audience.call_others(others))
        return at_once

    assert await step(None) == ["2", "1"]
    assert drawn == ["2", "1", "spectator"]
    assert await step("1") == ["1"]
    assert drawn == ["1", "2", "spectator"]


def test_facts_are_the_words_without_the_log_and_one_object_while_only_that_grows() -> None:
    kept: dict[Any, Any] = {}
    table = SimpleNamespace(
        once=lambda key, build: kept.setdefault(key, build()), memo=lambda _, build: build(), code="TABL"
    )
    at: Any = SimpleNamespace(
        table=table,
        viewer="1",
        _row=None,
        looks_ahead=False,
        players={"1": "Ilse"},
        tr=translator("en"),
        book=None,
        screens=Screens(),
    )

    def facts(n: int, points: int) -> Any:
        at.view = {"points": [points], "log": [*range(n)]}
        return Place.facts.fget(at)  # type: ignore[attr-defined]  # the property's own function

    first = facts(1, 0)
    assert first.view == {"points": [0]}  # a part made of it cannot depend on the log
    assert facts(2, 0) is first
    second = facts(2, 1)
    assert second.view == {"points": [1]}
    at.viewer = "2"
    assert facts(3, 0) is not first  # each viewer's own
    at.viewer = "1"
    assert facts(3, 1) is second
    at.players = {"1": "Eva"}
    third = facts(3, 1)
    assert third.players == {"1": "Eva"}
    at.tr = translator("fr")
    assert facts(3, 1).tr is at.tr


def test_nodes_are_made_again_for_other_props_alone() -> None:
    memo, made = PropsMemo(), list[int]()

    def build(props: dict[str, int]) -> list[str]:
        made.append(props["n"])
        return [str(props["n"])]

    first = memo.made("options", {"n": 1}, build)
    assert memo.made("options", {"n": 1}, build) is first
    assert memo.made("asides", {"n": 1}, build) == first
    assert memo.made("options", {"n": 2}, build) == ["2"]
    assert memo.made("options", {"n": 1}, build, lambda a, b: len(a) == len(b)) == ["2"]
    assert made == [1, 1, 2, 1]


def test_a_shared_part_of_a_replay_is_given_its_props_too() -> None:
    class At(SimpleNamespace):
        _given = Place._given

    at: Any = At(words={"points": [1], "log": [0, 1]})
    assert PastPlace.shared(at, "head", str, lambda words: words["points"]) == "[1]"
    assert PastPlace.shared(at, "log", lambda words: str(words["log"])) == "[0, 1]"
