"""Every code that the engine can refuse with: provoked, with its clause and with all that its sentence needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from rules.geometry.shapes import BlockCode, FaultCode
from rules.olomoc import CODES, Refusal, Refused
from tests.rules.refused import ASKING, OPTIONS, SAYING, Row
from tests.rules.table import Json, Table

RULES = Path(__file__).parents[2] / "rules"
ROWS = [*SAYING, *ASKING, *OPTIONS]


def named(row: Row) -> str:
    return f"{row.clause} {row.code}"


@pytest.mark.parametrize("row", SAYING, ids=named)
def test_a_command_is_refused(row: Row) -> None:
    """By `check` and by `submit` alike, and nothing moves."""
    command = dict(row.command)
    table = row.table()
    params = table.refused(row.clause, row.code, command.pop("kind"), row.seat or seat_of(table), **command)
    assert_complete(row, params)


@pytest.mark.parametrize("row", ASKING, ids=named)
def test_odds_are_refused(row: Row) -> None:
    """Queries for odds that cannot be computed."""
    table = row.table()
    with pytest.raises(Refused) as refused:
        table.match.odds(row.seat or seat_of(table), row.command, row.reaction)
    assert_refused(row, refused.value.refusal)


@pytest.mark.parametrize("row", OPTIONS, ids=named)
def test_an_option_says_why_not(row: Row) -> None:
    """And so does the command completed with what is asked for."""
    table = row.table()
    why = table.option(**row.command)["why"]
    assert_refused(row, Refusal(**why))
    refusal = table.match.check(seat_of(table), {**row.command, **row.more})
    assert refusal is not None
    assert refusal.to_json() == why


def seat_of(table: Table) -> str:
    """The seat that owes the answer."""
    return next(iter(table.match.asked))


def assert_refused(row: Row, refusal: Refusal) -> None:
    assert (refusal.clause, refusal.code) == (row.clause, row.code)
    assert_complete(row, dict(refusal.params))


def assert_complete(row: Row, params: Json) -> None:
    """Exactly what the row says, and in it all that always comes with the code."""
    if row.params is not None:
        assert params == row.params
    assert CODES[row.code] <= set(params)


# ---- none is left out ------------------------------------------------------------------------------------------------


def test_every_code_has_a_row() -> None:
    assert {row.code for row in ROWS} == set(CODES)


def test_the_list_of_codes_is_what_the_rules_say() -> None:
    """Every code written into a refusal is on the list, and nothing else is."""
    assert set(written()) | common() | {*get_args(FaultCode), *get_args(BlockCode)} == set(CODES)


def common() -> set[str]:
    """The codes that the kernel refuses with in any game. Once one of two has given up, it is over (END-4); standing
    orders are for games that offer some."""
    source = "".join(path.read_text(encoding="utf-8") for path in (RULES / "kernel").glob("*.py"))
    elsewhere = {"gave-up", "no-such-order", "too-many-orders"}
    return set(re.findall(r"""(?:refuse\(|Refusal\("", )"([a-z-]+)\"""", source)) - elsewhere


def written() -> Iterator[str]:
    """The codes that the source puts into refusals; those that geometry or another refusal gave are theirs."""
    for path in (RULES / "olomoc").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.Module | ast.FunctionDef):
                for call in _calls(function):
                    codes = list(_spelled(call.args[1], function, call))
                    assert codes or isinstance(call.args[1], ast.Attribute), f"{path}:{call.lineno}: which code?"
                    yield from codes


def _calls(scope: ast.Module | ast.FunctionDef) -> Iterator[ast.Call]:
    """The refusals made in a function, or outside of all functions."""
    functions = [f for f in ast.walk(scope) if isinstance(f, ast.FunctionDef) and f is not scope]
    inside = {node for function in functions for node in ast.walk(function)}
    for node in ast.walk(scope):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and node not in inside:
            yield node


def _spelled(code: ast.expr, scope: ast.AST, call: ast.Call) -> Iterator[str]:
    """The possible values of a code: written out, one of two, a name that is matched or was given one of these."""
    match code:
        case ast.Constant(value=str(word)):
            yield word
        case ast.IfExp(body=one, orelse=two):
            yield from (*_spelled(one, scope, call), *_spelled(two, scope, call))
        case ast.Name(id=name):
            for node in ast.walk(scope):
                match node:
                    case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                        yield from _spelled(value, scope, call)
                    case ast.match_case(pattern=pattern) if call in ast.walk(node):
                        yield from (p.value.value for p in ast.walk(pattern) if isinstance(p, ast.MatchValue))
