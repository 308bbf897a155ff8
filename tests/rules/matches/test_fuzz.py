"""Random and malformed commands, from any seat, at any moment of a match: each is carried out or refused, and no
refusal changes a thing."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from rules.olomoc import Match, Refusal, Refused
from rules.olomoc.commands import Command
from tests.rules.table import Json

MOMENTS, EARLY = 24, 8
"""At how many points of how many matches; each is a match of its own, played so far at random: the early ones only a
few commands, while cabals are drafted or composed; the last but one to its first reaction, the last to its end."""
FIELDS = {t.__dataclass_fields__["kind"].default: tuple(t.__dataclass_fields__) for t in Command.__args__}
"""The fields of a command of each kind."""
KEYS = sorted({name for names in FIELDS.values() for name in names} | {"decision"})


@dataclass(repr=False)
class Moment:
    """A match that waits, with what must not change and what could be said."""

    match: Match
    position: Json
    journal: list[Json]
    legal: list[tuple[str, Json]]
    words: list[str]


@cache
def moment(n: int) -> Moment:
    """The n-th of them: the same every time."""
    rng = Random(n)
    options = {
        "agenda": ("skirmish", "random")[n % 2],
        "composition": ("secret", "draft")[n // 2 % 2],
        "decor": ("preset", "placed")[n // 4 % 2],
    }
    match = Match.new(options, n)
    for _ in range(n if n < EARLY else n * 5 if n < MOMENTS - 2 else 10_000):
        reacting = any(question.kind == "react" for question in match.asked.values())
        if not match.asked or (n == MOMENTS - 2 and reacting):
            break
        seat = rng.choice(list(match.asked))
        match.submit(seat, next(match.commands(seat, rng)))
    position = match.position()
    legal = [(seat, row) for seat in match.asked for row in islice(match.commands(seat, rng), 12)]
    pieces = [p["id"] for key in ("rouages", "hostiles", "markers", "decor") for p in position.get(key, [])]
    cards = [row["card"] for row in position.get("rouages", []) if row["card"]]
    decisions = [d["id"] for d in match.decisions.values()]
    return Moment(match, position, match.journal, legal, [*pieces, *cards, *decisions, "study", "propaganda"])


# ---- what is said ----------------------------------------------------------------------------------------------------


class Nest(list[Any]):
    """Lists in lists, told in a word."""

    def __init__(self, depth: int) -> None:
        value: list[Any] = []
        for _ in range(depth):
            value = [value]
        super().__init__(value)
        self.depth = depth

    def __repr__(self) -> str:
        return f"Nest({self.depth})"


NUMBERS = st.sampled_from(
    [-1, 0, 1, 3, 99, 10**6, 10**9, -(10**9), 2**63, 10**400, 1e308, 0.5, float("nan"), float("inf"), float("-inf")]
)
STRANGE = st.sampled_from(
    [None, True, "", "\x00", "\ud800", "é" * 5_000, (), (1, 2), b"petra", {1, 2}, object(), {1: 2}, 1j, [[]], {}]
)
DEEP = st.sampled_from([50, 900, 20_000]).map(Nest)
HOSTILE = st.one_of(NUMBERS, STRANGE, DEEP)
ANYTHING: st.SearchStrategy[Any] = st.one_of(
    HOSTILE,
    st.recursive(HOSTILE, lambda inner: st.dictionaries(st.sampled_from(KEYS), inner, max_size=3), max_leaves=4),
)
WORDS = ("frontal", "ranged", "combat", "shooting", "stun", "push-target", "noirceur", "stunned", "draw", "takeback")


@cache
def meant(n: int) -> dict[str, st.SearchStrategy[Any]]:
    """For each field of a command at this moment, values that could be meant."""
    words = st.sampled_from([*moment(n).words, *WORDS])
    point = st.tuples(st.integers(0, 406_400), st.integers(0, 406_400)).map(list)
    pose = st.fixed_dictionaries({key: st.integers(0, 406_400) for key in ("x", "y", "angle")})
    flags = ("dodge", "attack", "reroll", "decline", "accept")
    return {
        **dict.fromkeys(KEYS, words),
        **{key: st.booleans() for key in flags},
        **{key: st.integers(-400_000, 400_000) for key in ("x", "y", "angle")},
        "to": point | st.integers(0, 500),
        "ruler": st.none() | pose,
        "riposte": st.sampled_from([None, "combat", "shooting"]),
        "mode": st.sampled_from(["frontal", "ranged"]),
        "tactic": st.sampled_from([None, "push-attacker", "push-target", "stun"]),
        "edge": st.sampled_from(["north", "south", "east", "west"]),
        "slots": st.lists(words, min_size=5, max_size=5),
        "targets": st.dictionaries(st.sampled_from(["marker", "target", "place"]), words | point, max_size=2),
        "changes": st.lists(
            st.dictionaries(st.sampled_from(["piece", "at", "wounds", "seat"]), words | NUMBERS), max_size=2
        ),
    }


@st.composite
def made_up(draw: Callable[..., Any], n: int) -> Json:
    """A command of some kind with all that such a one has."""
    kind = draw(st.sampled_from(sorted(FIELDS)))
    return {"kind": kind, **{key: draw(meant(n)[key]) for key in FIELDS[kind] if key != "kind"}}


@st.composite
def said(draw: Callable[..., Any]) -> tuple[Moment, Any, Any]:
    """A moment, somebody, and something: a legal command or a made-up one, with something about it changed."""
    n = draw(st.integers(0, MOMENTS - 1))
    now = moment(n)
    if not now.legal or draw(st.integers(0, 2)) == 0:
        seat, command = draw(st.sampled_from(["1", "2"])), draw(made_up(n))
    else:
        seat, command = draw(st.sampled_from(now.legal))
    command = dict(command)
    match draw(st.sampled_from(["meant", "meant", "meant", "hostile", "extra", "missing", "stale", "seat", "all"])):
        case "meant":
            key = draw(st.sampled_from(sorted({*command, "decision"} - {"kind"})))
            command[key] = draw(meant(n)[key])
        case "hostile":
            command[draw(st.sampled_from(sorted(command)))] = draw(HOSTILE)
        case "extra":
            command[draw(st.sampled_from(["", "colour", "decision", "rouages", *KEYS]))] = draw(HOSTILE)
        case "missing":
            del command[draw(st.sampled_from(sorted(command)))]
        case "stale":
            command["decision"] = draw(st.sampled_from(["0-1", "0-2", "1", ""]))
        case "seat":
            return now, draw(st.sampled_from(["1", "2", "spectator", "3", "", None, 1, [], {}, ("1",)])), command
        case "all":
            return now, seat, draw(ANYTHING)
    return now, seat, command


# ---- what comes of it ------------------------------------------------------------------------------------------------

FUZZ = settings(
    max_examples=800,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


@FUZZ
@given(said())
def test_malformed_commands_raise_nothing_but_refusals(words: tuple[Moment, Any, Any]) -> None:
    """Contract: a malformed command is refused like an illegal one and never raises anything else; `check` and
    `submit` agree, and the match is as it was."""
    now, seat, command = words
    refusal = now.match.check(seat, command)
    if refusal is None:
        event("carried out")
        now.match.fork(1).submit(seat, command)
    else:
        event(refusal.code)
        with pytest.raises(Refused) as raised:
            now.match.submit(seat, command)
        assert raised.value.refusal == refusal
        assert_plain(refusal)
    assert now.match.position() == now.position


def assert_plain(refusal: Refusal) -> None:
    """Clause and code are words, and all of it is JSON."""
    row = refusal.to_json()
    assert json.loads(json.dumps(row, allow_nan=False)) == row
    assert row["clause"][:3].isupper()
    assert row["code"]


@settings(FUZZ, max_examples=250)
@given(said(), ANYTHING, st.sampled_from(["wounds", "stun"]) | ANYTHING)
def test_questions_are_answered_or_refused(words: tuple[Moment, Any, Any], reaction: Any, aim: Any) -> None:
    """Odds and completions of anything: an answer in JSON, a refusal, or ValueError for an aim that is none."""
    now, seat, command = words
    asked = (
        lambda: now.match.odds(seat, command, reaction, aim),
        lambda: now.match.resolve(seat, command),
        lambda: now.match.suggest(seat, command),
    )
    for ask in asked:
        try:
            answer = ask()
        except Refused as refused:
            assert_plain(refused.refusal)
        except ValueError:
            assert aim not in ("wounds", "stun")
        else:
            assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    assert now.match.position() == now.position


@st.composite
def pointed(draw: Callable[..., Any]) -> tuple[Moment, Any, Any]:
    """A moment and two things."""
    n = draw(st.integers(0, MOMENTS - 1))
    return moment(n), *(draw(st.one_of(meant(n)["rouage"], meant(n)["to"], ANYTHING)) for _ in range(2))


@settings(FUZZ, max_examples=150)
@given(pointed(), st.sampled_from(["push", "enter", "walk", "charge"]) | HOSTILE)
def test_sight_and_reach_raise_nothing_but_value_error(things: tuple[Moment, Any, Any], kind: Any) -> None:
    """Sight and reach of anything."""
    now, a, b = things
    for ask in (lambda: now.match.sight(a, b), lambda: now.match.reach(a, kind)):
        with suppress(ValueError):
            answer = ask()
            assert json.loads(json.dumps(answer, allow_nan=False)) == answer


def test_the_moments_are_of_all_kinds() -> None:
    """Every kind of question that a match at random comes to early and late is among what is fuzzed."""
    kinds = {decision["kind"] for n in range(MOMENTS) for decision in moment(n).match.decisions.values()}
    assert {"compose", "draft", "plan", "act", "react"} <= kinds


def test_the_journals_are_as_they_were() -> None:
    """After all that was said above, and refused, not an event more."""
    assert all(moment(n).match.journal == moment(n).journal for n in range(MOMENTS))
