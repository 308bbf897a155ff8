"""Helpers of Diktat's tests: positions written by hand, commands, and what must hold after them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.diktat import Match, Refused
from rules.diktat.packs.cards import Pack
from rules.diktat.packs.reader import CORE, FILES, read
from rules.kernel import Json

EXAMPLES = Path(__file__).parent / "examples"
OTHERS = "CCCCGGGGEEEE"
"""All pawns of the Others."""


def table(seed: int = 1, **position: Any) -> Match:
    """A match from a position; `cabals` names those of the seats, in order, `seats` what else they have."""
    cabals = position.pop("cabals", ["coordination", "black-guard", "resistance"])
    rows = position.pop("seats", {})
    seats = {str(n): {"cabal": cabal} | rows.get(str(n), {}) for n, cabal in enumerate(cabals, 1)}
    return Match.from_position({"players": len(cabals), "seats": seats, **position}, seed=seed)


def another_pack(file: str, pattern: str, text: str) -> Mapping[str, Pack]:
    """A shelf with the core pack, in one file of which this text stands for the pattern; its id is `mine`."""
    files = {name: (CORE / name).read_text(encoding="utf-8") for name in FILES}
    files[file], changed = re.subn(pattern, text, files[file])
    assert changed
    files["pack.toml"] = files["pack.toml"].replace('id = "core"', 'id = "mine"')
    return {"mine": read(files)}


def turn(seat: str = "1", **position: Any) -> Match:
    """A match in the Manoeuvres, this seat's turn; every seat has two Manoeuvre pawns unless it says otherwise."""
    cabals = position.setdefault("cabals", ["coordination", "black-guard", "resistance"])
    rows = position.setdefault("seats", {})
    for n in range(1, len(cabals) + 1):
        rows[str(n)] = {"pawns": 2} | rows.get(str(n), {})
    return table(phase="manoeuvres", turn=seat, **position)


def resolution(**position: Any) -> Match:
    """A match at the beginning of the Resolution, without a secret card unless it says otherwise."""
    return table(phase="resolution", **{"track": [], "secret": None, **position})


def others(phase: str = "resolution", **position: Any) -> Match:
    """A match with the Others: those not placed lie on the Artefact."""
    sectors: Json = position.pop("sectors", {})
    placed = "".join(row["others"] for row in sectors.values() if isinstance(row.get("others"), str))
    placed += position.get("others", {}).get("pool", "")
    rest = OTHERS
    for kind in placed:
        rest = rest.replace(kind, "", 1)
    if "artefact" not in sectors:
        sectors["artefact"] = {"others": rest}
    position = {"cabals": ["coordination", "syndicate"], "track": [], "secret": None, **position}
    return table(phase=phase, configurations=["others"], sectors=sectors, **position)


def stacks(*rows: tuple[str, str], **more: Any) -> Json:
    return {"stacks": [{"seat": seat, "pawns": pawns} for seat, pawns in rows], **more}


def on(sector: str, **stacks: Any) -> Json:
    """Stacks of a sector by id: seat and pawns."""
    return {sector: {"stacks": [{"id": id, "seat": seat, "pawns": pawns} for id, (seat, pawns) in stacks.items()]}}


def at(stack: str, pawn: int) -> Json:
    return {"stack": stack, "pawn": pawn}


def use(**element: Any) -> Json:
    """A Manifestation of an element: `card`, `marker` or `cabal`."""
    more = {key: element.pop(key) for key in ("option", "with_") if key in element}
    command: Json = {"kind": "manifest", "element": element}
    if "with_" in more:
        command["with"] = more["with_"]
    return command | ({"option": more["option"]} if "option" in more else {})


def asked(match: Match) -> dict[str, str]:
    return {seat: question.kind for seat, question in match.asked.items()}


def refused(match: Match, seat: str, command: Json) -> tuple[str, str]:
    """Clause and code of a refusal; the match stays as it was."""
    before, refusal = match.position(), match.check(seat, command)
    with pytest.raises(Refused) as no:
        match.submit(seat, command)
    assert match.position() == before
    assert refusal == no.value.refusal
    return refusal.clause, refusal.code


def kinds(match: Match, viewer: str = "spectator", since: int = 0) -> list[str]:
    return [row["kind"] for row in match.view(viewer, since)["log"]]


def found(data: Any, path: str) -> Any:
    """The value at a path of keys and numbers of a list, longest keys first: ids may hold a dot nowhere."""
    for key in path.split("."):
        data = data[int(key)] if isinstance(data, list) else data[key]
    return data


def seen(match: Match, viewer: str, path: str) -> Any:
    """The value that a viewer sees at a path of the view; `seats.<n>` are the rows of the players."""
    head, _, rest = path.partition(".")
    return found(match.view(viewer), f"cabals.{rest}" if head == "seats" else path)


def holds(match: Match, path: str) -> Any:
    """The value that an example's `expect` names."""
    head, _, rest = path.partition(".")
    view = match.view("spectator")
    match head:
        case "points":
            return view["cabals"][rest]["points"]
        case "rank":
            return view["cabals"][rest]["rank"]
        case "administrator":
            return view["administrator"]
        case "outcome":
            return found(match.outcome, rest)
    return found(match.position(), path)


def examples() -> list[Json]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(EXAMPLES.glob("*.json"))]


def play(example: Json) -> Match:
    """An example, step by step."""
    match = Match.from_position(example["position"], seed=1)
    for n, step in enumerate(example["steps"], 1):
        where = f"{example['example']}, step {n}"
        if "do" in step:
            seat, command = step["do"]
            if "refused" in step:
                assert list(refused(match, seat, command)) == step["refused"], where
            else:
                match.submit(seat, command)
        if "asks" in step:
            assert asked(match) == step["asks"], where
        for path, value in step.get("expect", {}).items():
            assert holds(match, path) == value, f"{where}: {path}"
        if "view" in step:
            viewer, rows = step["view"]
            for path, value in rows.items():
                assert seen(match, viewer, path) == value, f"{where}: {viewer} sees {path}"
    return match
