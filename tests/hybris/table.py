"""The worked examples as data, and how one is played: a position, commands, and what is true after each."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rules.hybris import Match, Refused
from rules.hybris.frames import Combat
from rules.kernel import Json, Refusal
from rules.kernel.chance import ScriptedChance

EXAMPLES = Path(__file__).with_name("examples")
MISSING = object()


def examples() -> list[Json]:
    """The worked examples, in order."""
    return [it for path in sorted(EXAMPLES.glob("*.json")) for it in json.loads(path.read_text(encoding="utf-8"))]


def at(position: Json) -> Match:
    """A match at a position written by hand."""
    return Match.from_position(position, chance=ScriptedChance())


def planning() -> Match:
    """Two people who plan."""
    match, rng = Match.new({"players": 2, "olympians": ["zeus", "hades"]}, 9), random.Random(9)
    while match.decisions.get("1", {}).get("kind") != "plan":
        seat = next(iter(match.decisions))
        match.submit(seat, next(iter(match.commands(seat, rng))))
    return match


def play(match: Match, *turns: tuple[str, Json]) -> Match:
    """The match after these commands."""
    for seat, command in turns:
        match.submit(seat, command)
    return match


def refused(match: Match, seat: str, command: Json) -> tuple[str, str]:
    """The clause and code with which a command is refused."""
    refusal = match.check(seat, command)
    assert refusal is not None, f"accepted: {command}"
    return refusal.clause, refusal.code


def asked(match: Match) -> dict[str, str]:
    return {seat: question.kind for seat, question in match.asked.items()}


def events(match: Match, kind: str) -> list[Json]:
    return [row for row in match.journal if row["kind"] == kind]


def run(example: Json) -> Match:
    """Plays a worked example and checks what it says after each step."""
    match = at(example["position"])
    for n, step in enumerate(example["steps"]):
        label = f"{example['example']}, step {n}"
        if "refused" in step:
            before = match.position()
            _check_refused(match, step, label)
            assert match.position() == before, label
            continue
        if "do" in step:
            seat, command = step["do"]
            match.submit(seat, command)
        _check(match, step, label)
    return match


def _check_refused(match: Match, step: Json, label: str) -> None:
    seat, command = step["do"]
    refusal = match.check(seat, command)
    assert isinstance(refusal, Refusal), f"{label}: accepted"
    assert [refusal.clause, refusal.code] == step["refused"], f"{label}: {refusal}"
    for key, value in step.get("params", {}).items():
        assert refusal.params.get(key) == value, f"{label}: {refusal}"
    with pytest.raises(Refused) as problem:
        match.submit(seat, command)
    assert problem.value.refusal == refusal, label


def _check(match: Match, step: Json, label: str) -> None:
    if "asks" in step:
        assert asked(match) == step["asks"], f"{label}: {asked(match)}"
    position = match.position()
    for path, wanted in step.get("expect", {}).items():
        root = match.outcome if path.startswith("outcome.") else position
        value = _found(root, path.removeprefix("outcome."))
        assert alike(value, wanted, path), f"{label}: {path} is {value!r}, not {wanted!r}"
    for seat, wanted in step.get("choices", {}).items():
        assert match.asked[seat].params["choices"] == wanted, f"{label}: {match.asked[seat].params}"
    if "sums" in step:
        assert sums(match) == step["sums"], f"{label}: {sums(match)}"
    if "forecast" in step:
        aegis, wanted = step["forecast"]
        assert match.forecast("1", aegis)["chances"] == wanted, f"{label}: {match.forecast('1', aegis)}"
    if "view" in step:
        viewer, paths = step["view"]
        for path, wanted in paths.items():
            value = _found(match.view(viewer), path)
            assert alike(value, wanted, path), f"{label}: {viewer} sees {value!r} at {path}"


def _found(value: Any, path: str) -> Any:
    for key in path.split("."):
        if isinstance(value, list):
            value = value[int(key)] if int(key) < len(value) else MISSING
        else:
            value = value.get(key, MISSING) if isinstance(value, dict) else MISSING
    return value


def alike(value: Any, wanted: Any, path: str = "") -> bool:
    """Objects are compared on the keys written, `{}` is one without any or with zeros only, lists are compared whole, a
    hand sorted; null: not there; a number for cards is how many there are."""
    if wanted is None:
        return value is None or value is MISSING
    if wanted == {}:
        return isinstance(value, dict) and not any(value.values())
    if isinstance(wanted, dict):
        return isinstance(value, dict) and all(alike(value.get(key, MISSING), it) for key, it in wanted.items())
    if isinstance(wanted, list) and isinstance(value, list):
        if path.endswith(".hand"):
            value = sorted(value)
        return len(value) == len(wanted) and all(map(alike, value, wanted))
    if isinstance(value, list) and isinstance(wanted, int):
        return len(value) == wanted
    return bool(value == wanted)


def sums(match: Match) -> list[int]:
    """The Force of both sides: of the Combat that is open, else of the last one."""
    open_ = [it for it in match.state.stack if isinstance(it, Combat) and it.stage in ("begin", "blow", "compare")]
    question = next((it for it in match.asked.values() if it.kind == "commit"), None)
    if open_ and question is not None:
        return [question.params["own"]["total"], question.params["foe"]["total"]]
    last = events(match, "compared")[-1]
    return [last["own"]["total"], last["foe"]["total"]]
