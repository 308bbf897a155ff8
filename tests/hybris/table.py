"""The worked examples as data, and how one is played: a position, commands, and what is true after each."""

from __future__ import annotations

import json
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


def play(match: Match, *said: tuple[str, Json]) -> Match:
    """The match after these commands."""
    for seat, command in said:
        match.submit(seat, command)
    return match


def refused(match: Match, seat: str, command: Json) -> tuple[str, str]:
    """The clause and code with which a command is refused."""
    found = match.check(seat, command)
    assert found is not None, f"accepted: {command}"
    return found.clause, found.code


def asked(match: Match) -> dict[str, str]:
    return {seat: question.kind for seat, question in match.asked.items()}


def events(match: Match, kind: str) -> list[Json]:
    return [row for row in match.journal if row["kind"] == kind]


def run(example: Json) -> Match:
    """Plays a worked example and checks what it says after each step."""
    match = at(example["position"])
    for n, step in enumerate(example["steps"]):
        said = f"{example['example']}, step {n}"
        if "refused" in step:
            before = match.position()
            _check_refused(match, step, said)
            assert match.position() == before, said
            continue
        if "do" in step:
            seat, command = step["do"]
            match.submit(seat, command)
        _check(match, step, said)
    return match


def _check_refused(match: Match, step: Json, said: str) -> None:
    seat, command = step["do"]
    found = match.check(seat, command)
    assert isinstance(found, Refusal), f"{said}: accepted"
    assert [found.clause, found.code] == step["refused"], f"{said}: {found}"
    for key, value in step.get("params", {}).items():
        assert found.params.get(key) == value, f"{said}: {found}"
    with pytest.raises(Refused) as problem:
        match.submit(seat, command)
    assert problem.value.refusal == found, said


def _check(match: Match, step: Json, said: str) -> None:
    if "asks" in step:
        assert asked(match) == step["asks"], f"{said}: {asked(match)}"
    position = match.position()
    for path, wanted in step.get("expect", {}).items():
        found = match.outcome if path.startswith("outcome.") else position
        value = _found(found, path.removeprefix("outcome."))
        assert alike(value, wanted, path), f"{said}: {path} is {value!r}, not {wanted!r}"
    for seat, wanted in step.get("choices", {}).items():
        assert match.asked[seat].params["choices"] == wanted, f"{said}: {match.asked[seat].params}"
    if "sums" in step:
        assert sums(match) == step["sums"], f"{said}: {sums(match)}"
    if "forecast" in step:
        aegis, wanted = step["forecast"]
        assert match.forecast("1", aegis)["chances"] == wanted, f"{said}: {match.forecast('1', aegis)}"
    if "view" in step:
        viewer, paths = step["view"]
        for path, wanted in paths.items():
            value = _found(match.view(viewer), path)
            assert alike(value, wanted, path), f"{said}: {viewer} sees {value!r} at {path}"


def _found(value: Any, path: str) -> Any:
    for key in path.split("."):
        if isinstance(value, list):
            value = value[int(key)] if int(key) < len(value) else MISSING
        else:
            value = value.get(key, MISSING) if isinstance(value, dict) else MISSING
    return value


def alike(found: Any, wanted: Any, path: str = "") -> bool:
    """Objects are compared on the keys written, `{}` is one without any or with zeros only, lists are compared whole, a
    hand sorted; null: not there; a number for cards is how many there are."""
    if wanted is None:
        return found is None or found is MISSING
    if wanted == {}:
        return isinstance(found, dict) and not any(found.values())
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(alike(found.get(key, MISSING), it) for key, it in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list):
        if path.endswith(".hand"):
            found = sorted(found)
        return len(found) == len(wanted) and all(map(alike, found, wanted))
    if isinstance(found, list) and isinstance(wanted, int):
        return len(found) == wanted
    return bool(found == wanted)


def sums(match: Match) -> list[int]:
    """The Force of both sides: of the Combat that is open, else of the last one."""
    open_ = [it for it in match.state.stack if isinstance(it, Combat) and it.stage in ("begin", "blow", "compare")]
    question = next((it for it in match.asked.values() if it.kind == "commit"), None)
    if open_ and question is not None:
        return [question.params["own"]["total"], question.params["foe"]["total"]]
    last = events(match, "compared")[-1]
    return [last["own"]["total"], last["foe"]["total"]]
