"""The documentation page of the engine: its examples run, and it names every command, code and event."""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import re
from pathlib import Path

import pytest

from rules.olomoc import CODES, Match
from rules.olomoc.commands import CODEC
from rules.olomoc.events import Event
from tests import examples

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "engine.md"
TEXT = PAGE.read_text(encoding="utf-8")
FENCED = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def fenced(language: str) -> list[str]:
    """The blocks of this language."""
    return [m[2] for m in FENCED.finditer(TEXT) if m[1] == language]


def section(title: str) -> str:
    """The text under this heading."""
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def coded(text: str) -> set[str]:
    """The words set as code."""
    return set(re.findall(r"`([a-z][a-z-]*)`", text))


def test_the_examples_run() -> None:
    """The doctests run one after the other in one session."""
    tried, failed, printed = examples.run(PAGE)
    assert tried > 20
    assert not failed, printed


@pytest.mark.parametrize("name", ["kernel.codec", "kernel.chance", "kernel.refusals", "kernel.seats", "olomoc.match"])
def test_the_docstrings_run(name: str) -> None:
    """Examples in the docstrings of what others import."""
    failed, tried = doctest.testmod(importlib.import_module(f"rules.{name}"), optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 0) == (0, True)


def test_the_bot_has_twenty_lines() -> None:
    source, *_ = fenced("pycon")
    assert len([line for line in source.splitlines() if line.startswith((">>>", "..."))]) <= 20


def test_the_position_stands() -> None:
    (source,) = fenced("json")
    position = json.loads(source)
    assert Match.from_position(position).position()["rouages"][0]["states"] == position["rouages"][0]["states"]


def test_every_command_is_shown() -> None:
    text = section("Decisions and commands")
    shown = set(re.findall(r'"kind": "([a-z-]+)"', text)) | coded(text)
    assert CODEC.tags - shown == set()


def test_every_prompt_is_named() -> None:
    """Every code that the rules write into a question; and no code that they do not ask."""
    rows = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \|", section("Prompts"), re.MULTILINE)
    tabled = {code for row in rows for code in coded(row)}
    files = [path for part in ("kernel", "olomoc") for path in (ROOT / "rules" / part).rglob("*.py")]
    asked = {code for path in files for code in prompts(ast.parse(path.read_text("utf-8")))}
    kinds = coded(section("Decisions and commands"))
    assert asked - coded(section("Prompts")) - kinds == set()
    assert tabled - asked == set()


def prompts(tree: ast.Module) -> set[str]:
    """The codes of the questions in a module: the second word of a `Question`, as of what an operation needs."""
    codes: set[str] = set()
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        nodes = list(ast.walk(function))
        calls = [node for node in nodes if isinstance(node, ast.Call) and len(node.args) > 1]
        asking = [node.args[1] for node in calls if getattr(node.func, "id", "") in ("Question", "Need")]
        named = {node.id for node in asking if isinstance(node, ast.Name)}
        given = [node for node in nodes if isinstance(node, ast.Assign)]
        asking += [node.value for node in given if any(getattr(target, "id", "") in named for target in node.targets)]
        codes |= {word for node in asking for word in ending(node)}
    return codes


def ending(node: ast.expr) -> set[str]:
    """The strings that an expression can be."""
    if isinstance(node, ast.IfExp):
        return ending(node.body) | ending(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def test_every_event_is_named() -> None:
    named = coded(section("Events"))
    assert {t.__dataclass_fields__["kind"].default for t in Event.__args__} - named == set()


def test_every_refusal_is_named() -> None:
    """And no code that the rules do not know."""
    assert coded(section("Refusals").split("The codes:")[1]) - {"problems"} == set(CODES)
