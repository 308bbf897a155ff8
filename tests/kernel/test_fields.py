"""The form fields of a card are derived from its model."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import BeforeValidator
from pydantic import Field as Limits

from rules.kernel.packs.fields import Field, FormLayout, fields
from rules.kernel.packs.model import Id, IdOf, Model, Text, Words
from tests.standin.packs import PACKS
from webapp.packs.card_text import HEAD

Mark = Annotated[Id, IdOf("marks")]


class Tail(Model):
    length: int


class Kite(Model):
    """One key of each sort."""

    id: Id
    name: Text
    weight: int = Limits(ge=0, le=9)
    free: int = 0
    cut: Literal["flat", "box"]
    line: Literal["silk"] | None = None
    colours: tuple[Literal["red", "blue"], ...] = ()
    lengths: tuple[Annotated[int, Limits(ge=1, le=3)], ...]
    far: tuple[Annotated[int, Limits(ge=1, le=300)], ...] = ()
    mark: Mark | None = None
    marks: tuple[Mark, ...] = ()
    others: tuple[Id, ...] = ()
    old: bool = False
    pattern: Annotated[str, Limits(max_length=9)] = ""
    measured: Annotated[int, BeforeValidator(int), Limits(ge=0, le=9)] = 0
    author: Words = "—"
    tail: Tail
    tails: tuple[Tail, ...] = ()
    pair: tuple[Literal["a"], Literal["b"]] = ("a", "b")


def test_each_key_that_a_field_can_hold_has_one() -> None:
    assert fields(Kite, FormLayout()) == (
        Field("id", "line"),
        Field("name", "both"),
        Field("weight", "number", 0, 9),
        Field("cut", "one", options=("flat", "box")),
        Field("line", "one", options=("silk",), needed=False),
        Field("colours", "many", options=("red", "blue"), needed=False),
        Field("lengths", "many", options=(1, 2, 3)),
        Field("mark", "one", of="marks", needed=False),
        Field("marks", "many", of="marks", needed=False),
        Field("others", "ids", needed=False),
        Field("old", "flag", needed=False),
        Field("pattern", "line", needed=False),
        Field("author", "line", needed=False),
    )


def test_a_game_says_the_order_and_what_the_model_does_not() -> None:
    layout = FormLayout(("name", "cut"), ("old", "kite.others"), {"name": {"kind": "long"}, "kite.weight": {"low": 1}})
    rows = fields(Kite, layout, "kite")
    assert [field.name for field in rows[:4]] == ["name", "cut", "id", "weight"]
    assert (rows[0].kind, rows[3].low) == ("long", 1)
    assert not {"old", "others"} & {field.name for field in rows}


def test_a_game_with_a_schema_alone_has_forms() -> None:
    assert PACKS.forms["ware"] == (Field("id", "line"), Field("name", "both"))
    assert [field.name for field in PACKS.forms[HEAD]] == [
        *("id", "version", "languages", "author", "licence", "extends")
    ]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("rouage", Field("rank", "number", 1, 3)),
        ("rouage", Field("life", "letters", 1, 12, ("S", "R", "T"))),
        ("hostile", Field("life", "letters", 0, 12, ("S", "R", "T"), needed=False)),
        ("hostile", Field("rank", "number", 0, 9)),
        ("rouage", Field("factions", "many", of="factions")),
        ("equipment", Field("rouages", "ids", needed=False)),
        ("ministry", Field("slots", "many", options=(1, 2, 3, 4, 5))),
        ("artefact", Field("number", "number", 10, 299)),
        ("artefact", Field("text", "long")),
        ("agenda", Field("decor", "one", of="decor", needed=False)),
        ("agenda", Field("image", "picture", needed=False)),
        ("starter", Field("faction", "one", of="factions")),
    ],
)
def test_the_forms_of_the_largest_game(sort: str, expected: Field) -> None:
    from webapp.games.olomoc.packs import PACKS as OLOMOC

    assert expected in OLOMOC.forms[sort]
    assert "actions" not in {field.name for field in OLOMOC.forms["rouage"]}
