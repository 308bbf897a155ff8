"""Commands put together part by part (`rules.kernel.drafts`), with nouns of the tests' own and at the auction."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rules.kernel import Refusal, TaggedCodec, command
from rules.kernel.drafts import DraftHandler, DraftPart, begins, completed, misnamed
from tests.standin.engine import BiddingHandler, Match

ROADS = {"north": ["inn", "mill"], "south": []}
NO_ROAD, NO_STOP = Refusal("", "no-road"), Refusal("", "no-stop")


@command("travel")
class Travel:
    road: str | None = None
    stop: str | None = None
    toll: str | None = None


def parts(draft: Travel) -> Iterator[DraftPart]:
    """A road, then a stop on it; a road without any needs none."""
    yield DraftPart("road", [*ROADS], lambda road: None if road in ROADS else NO_ROAD, NO_ROAD, NO_ROAD)
    stops = ROADS[draft.road] if draft.road else []
    yield DraftPart("stop", stops, lambda stop: None if stop in stops else NO_STOP, NO_STOP, None)


def test_a_draft_becomes_every_command_that_names_all_its_parts() -> None:
    drafts = [said for said, _ in completed(Travel(), parts)]
    assert drafts == [Travel("north", "inn"), Travel("north", "mill"), Travel("south")]
    assert [said for said, _ in completed(Travel(stop="mill"), parts)] == [
        Travel("north", "mill"),
        Travel("south", "mill"),
    ]


def test_a_command_is_judged_part_by_part() -> None:
    """The first part that is wrong is told; what is none of its parts may not be named."""

    def code(draft: Travel) -> str | None:
        no = misnamed(draft, parts, ("road", "stop", "toll"))
        return None if no is None else no.code

    assert [(code(it), fault) for it, fault in completed(Travel(), parts)] == [(None, None)] * 3
    assert code(Travel()) == code(Travel("east")) == "no-road"
    assert code(Travel("north")) == code(Travel("north", "spring")) == code(Travel("south", "inn")) == "no-stop"
    assert code(Travel("north", "inn", "a penny")) == "bad-shape"


def test_the_parts_of_a_draft_are_put_together_once_for_a_state() -> None:
    """Options and commands of one state ask for the same completions; the payment is each one's own."""
    asked: list[Travel] = []

    def counted(state: object, seat: str, draft: Travel) -> Iterator[DraftPart]:
        asked.append(draft)
        return parts(draft)

    class Journey(DraftHandler[Any, Any, Any]):
        commands_codec = TaggedCodec[Travel | Leave](Travel | Leave)
        parts = staticmethod(counted)

        def drafts(self, state: Any, frame: Any, seat: str) -> list[Travel]:
            return [Travel()]

        def payment(self, state: Any, seat: str, draft: Travel, rng: Random | None) -> dict[str, str]:
            return {"toll": "penny" if rng else "crown"}

        def resolve(self, state: Any, frame: Any, seat: str, command: Travel) -> Travel:
            return command

    state = SimpleNamespace(stack=("frame",))
    offered = [*Journey().whole(state, "1", Travel())]
    assert {it.toll for it in offered} == {"crown"}
    handler, asked[:] = Journey(), []
    (option,) = handler.options(state, "frame", "1")
    assert option["legal"]
    listed = len(asked)
    commands = [*handler.commands(state, "frame", "1", Random(1))]
    assert len(asked) == listed
    assert {it["toll"] for it in commands} == {"penny"}
    assert len(commands) == len(offered)
    handler.options(SimpleNamespace(stack=("frame",)), "frame", "1")
    assert len(asked) == 2 * listed


@command("lodge")
class Lodge:
    at: str | None
    nights: int = 0
    guests: tuple[dict[str, str | None], ...] = ()


@command("leave")
class Leave:
    toll: str | None = None


def test_a_brief_command_says_only_what_was_named() -> None:
    """0 is a value; a field that is always written stands there even as None."""
    lodging, leaving = Lodge(None, guests=({"name": "Ada", "room": None},)), Leave()
    assert TaggedCodec[Lodge | Leave](Lodge | Leave, always=("at",)).brief(lodging) == {
        **{"at": None, "nights": 0, "guests": [{"name": "Ada"}]},
        "kind": "lodge",
    }
    assert TaggedCodec[Lodge | Leave](Lodge | Leave).brief(leaving) == {"kind": "leave"}


def test_choices_are_told_of_a_legal_beginning_only() -> None:
    """At the auction a wish is whole from the start, and two of the same ware begin nothing (BID-8)."""
    match = Match.new({"wishes": True}, seed=1)
    wish = next(match.commands("1"))
    assert match.choices("1", wish) == {"keys": {}, "whole": wish}
    assert match.choices("1", {"kind": "wish", "wares": [wish["wares"][0]] * 2}) is None
    assert match.choices("spectator", wish) is None


def test_the_options_of_a_decision_are_found_once_when_they_are_first_accessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by those who look at a view for something else; forks share them."""
    match, listed = Match.new({"players": 2}, 1), []
    search = BiddingHandler.options

    def counted(handler: BiddingHandler, *of: Any) -> list[Any]:
        listed.append(of[-1])
        return search(handler, *of)

    monkeypatch.setattr(BiddingHandler, "options", counted)
    shown, fork = match.view("1"), match.fork(1)
    match.view("2"), match.view("spectator")
    assert listed == []
    hand = [{"kind": "bid", "card": card} for card in shown["hand"]]
    assert [it["command"] for it in shown["decision"]["options"]] == hand
    assert [it["command"] for it in fork.view("1")["decision"]["options"]] == hand
    assert listed == ["1"]
    assert match.decisions["1"]["options"] == shown["decision"]["options"]
    assert listed == ["1", "2"]


def test_a_command_goes_on_with_an_option_whose_open_parts_are_written_as_none() -> None:
    option = {"kind": "attack", "mode": "melee", "target": None, "gems": None}
    assert begins(option, {"kind": "attack", "mode": "melee", "target": "red-1"})
    assert not begins(option, {"kind": "attack", "mode": "ranged", "target": "red-1"})
