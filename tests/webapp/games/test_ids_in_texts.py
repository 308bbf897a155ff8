"""No text shows an id: whatever the engine's refusals and events refer to is shown by its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from rules.olomoc import CODES, Match
from rules.olomoc import events as ev
from tests.browser.kept import position, rouage
from tests.webapp.games.test_panels import names, spoken
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.text.log_lines import SENTENCES, entry
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import reason
from webapp.i18n import LANGUAGES
from webapp.i18n.scan import PACKAGE, is_translator

RULES = PACKAGE.parent / "rules" / "olomoc"


def fight() -> Match:
    """Pieces, hostiles, markers and decor of every kind."""
    hostiles = [{"id": f"rogue-{n}", "card": "rogue", "at": [330_200, 100_000 * n]} for n in (1, 2)]
    markers = [{"id": "crate-1", "at": [203_200, 203_200], "size": 50}]
    square = [[50_000, 50_000], [90_000, 50_000], [90_000, 90_000], [50_000, 90_000]]
    decor = [{"id": "decor-1", "kind": "obstructing", "polygon": square}]
    cards = [rouage("1-petra-kantor", 5, 8), rouage("2-vera-simkova", 9, 3)]
    return Match.from_position(
        position(cards, "1-petra-kantor", hostiles=hostiles, markers=markers, decor=decor, agenda="full-night"), seed=1
    )


MATCH = fight()
BOOK = Book.of(MATCH.journal)


@cache
def words(language: str) -> Names:
    return names(MATCH, "1", language, BOOK)


@cache
def kinds() -> dict[str, str]:
    """An id of each kind of thing that an event or a refusal may name."""
    core = BOOK.packs[0]
    printed = next(it.id for it in BOOK.everything() if "-" in it.id)
    return {
        "seat": "2",
        "rouage": "2-vera-simkova",
        "hostile": "rogue-2",
        "hostile that has left": "rogue-7",
        "marker": "crate-1",
        "decor": "decor-1",
        "capacity": printed,
        **{section: next(id for id in getattr(core, section) if "-" in id) for section in CARDS},
    }


def shows(text: str, id: str) -> bool:
    return len(id) > 1 and re.search(rf"(?<![\w-]){re.escape(id)}(?![\w-])", text) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_shows_an_id(language: str) -> None:
    """Every code with every parameter of its sentence, each in turn naming every kind of thing."""
    shown = set()
    for code, params in CODES.items():
        for kind, id in kinds().items():
            for value in (id, [id, id]):
                sentence = reason(
                    {"code": code, "clause": "GEN-1", "params": dict.fromkeys(params, value)}, words(language)
                )
                if shows(sentence, id):
                    shown.add((code, kind, sentence))
    assert not shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_shows_a_word_of_the_engines(language: str) -> None:
    """The engine writes some words into a refusal itself, such as a limit's name or an action's."""
    assert ("bad-plan", "why", "five-cards") in written()
    shown = set()
    for code, param, word in written():
        params = dict.fromkeys(CODES.get(code, ()), 1) | {param: word}
        sentence = reason({"code": code, "clause": "GEN-1", "params": params}, words(language))
        if "-" in word and shows(sentence, word):
            shown.add((code, param, word, sentence))
    assert not shown


@cache
def written() -> frozenset[tuple[str, str, str]]:
    return frozenset(constants())


def constants() -> Iterator[tuple[str, str, str]]:
    """Code, parameter and text of every refusal and remark whose parameter is written out in the rules."""
    for path in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and len(node.args) > 2 and isinstance(node.args[2], ast.Dict)):
                continue
            codes = [part.value for part in ast.walk(node.args[1]) if isinstance(part, ast.Constant)]
            for key, value in zip(node.args[2].keys, node.args[2].values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield from ((code, str(key.value), value.value) for code in codes if isinstance(code, str))


def test_the_tokens_on_a_marker_are_somebodys() -> None:
    lying = {"id": "crate-1", "tokens": {"1": 1, "agenda": 2}}
    assert words("en").marker_words(lying) == "Marker 1, Ilse: 1, Agenda tokens: 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_log_shows_an_id(language: str) -> None:
    """Every kind of event that is told, with every text field naming every kind of thing and every literal in turn."""
    shown = set()
    for event in get_args(ev.Event):
        kind = event.__dataclass_fields__["kind"].default
        if kind not in SENTENCES or kind in WHOLE:
            continue
        for what, id in kinds().items():
            for n in range(MOST_LITERALS):
                line = entry({**_fields(event, what, n), "kind": kind, "n": 1}, words(language))
                lines = "\n".join(spoken(line)) if line is not None else ""
                if shows(lines, id):
                    shown.add((kind, what, lines))
    assert not shown


WHOLE = {"began", "over", "proposed", "rewound", "noted", "effect-began"}
"""Events with structures of their own inside; a remark is a refusal's sentence."""
MOST_LITERALS = 3


PIECES = ("rouage", "hostile", "hostile that has left")
CARDS = ("rouages", "equipment", "artefact", "agendas", "ministries", "starters")
FIELDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("piece", "rouage", "attacker", "hostile", "pieces", "rouages"), PIECES),
    **dict.fromkeys(("target", "on", "by"), (*PIECES, "seat", "marker", "capacity")),
    **dict.fromkeys(("card", "bearer", "fallen", "cards", "replaced", "slots"), CARDS),
    **dict.fromkeys(("capacity", "what"), ("capacity", "artefact")),
    "sources": (*PIECES, "seat", "marker", "decor", *CARDS, "capacity"),
    "marker": ("marker",),
    "decor": ("decor",),
    "agenda": ("agendas",),
}
"""The names that the fields of events hold; those left out name a seat."""
SPECIAL: dict[type, dict[str, tuple[str, ...]]] = {
    ev.RollChanged: {"by": ("capacity", "equipment", "artefact")},
    ev.DieRolled: {"by": (*PIECES, "capacity", "equipment", "artefact")},
}
WORDS = {"clause": "GEN-1", "why": "attack", "how": "attack", "node": "chase", "state": "stunned"}
"""Fields that name no thing: what to write there."""


def _fields(kind: type, what: str, n: int) -> dict[str, Any]:
    ids, fields = kinds(), {}
    for name, hint in get_type_hints(kind).items():
        may = SPECIAL.get(kind, {}).get(name) or FIELDS.get(name, ("seat",))
        one = what if what in may else may[0]
        fields[name] = WORDS.get(name) or _value(hint, ids[one], n)
    return fields


def _value(hint: Any, id: str, n: int) -> Any:
    """A value of a field's type: an id for every text, the n-th of its literals, a small number."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return args[n % len(args)]
    if origin in (Union, UnionType):
        return _value(next(it for it in args if it is not NoneType), id, n)
    if origin is tuple:
        return [_value(it, id, n) for it in args if it is not Ellipsis]
    if origin in (dict, Mapping):
        return {_value(args[0], id, seat): _value(args[1], id, n) for seat in range(2)}
    if is_dataclass(hint):
        return _fields(hint, "seat", n)
    return {str: id, bool: n % 2 == 0, int: 2}.get(hint, {})


NAMES_THINGS = {"id", "card", "piece", "rouage", "target", "by", "capacity", "agenda", "hostile", "marker", "faction"}
"""The names in the code for variables that hold an id."""
MEANT = {
    ("cabals.is-legal", "pack"), ("cabals.other-version", "pack"), ("cabals.sheet.pack", "pack"),
    ("cli.added", "name"), ("packs.replaces", "name"), ("doctor.pack-wrong", "id"),
    ("cabals.unknown-card", "id"), ("cabals.problem.unknown-faction", "faction"), ("packs.by", "name"),
    ("packs.second-", "id"), ("packs.unknown-", "id"),
}  # fmt: skip
"""Texts and parameters where the id is what is meant: a pack is called what it calls itself, a card or a faction of no
pack can be called nothing else, an author of cards reads what they wrote; who brought a pack is said by name."""


@pytest.mark.parametrize("folder", [PACKAGE, PACKAGE.parent / "tests" / "standin"], ids=lambda folder: folder.name)
def test_no_text_is_filled_in_with_an_id(folder: Path) -> None:
    """Every call of a translator in the house and in every game: what fills in a text went through a name first."""
    filled = {(key, param) for key, param, value in filled_in(folder) if _is_id(value)}
    assert filled - MEANT == set()
    assert folder != PACKAGE or filled == MEANT


def test_the_scan_finds_ids_that_are_filled_into_texts(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(
        "tr('a.b', n=len(x), who=it['piece'])\n"
        "rich(names.tr, f'c.{d}', by=names.piece(e['by']), what=str(card.id or 1))"
    )
    assert {(key, param) for key, param, it in filled_in(tmp_path) if _is_id(it)} == {("a.b", "who"), ("c.", "what")}


def filled_in(folder: Path) -> Iterator[tuple[str, str, ast.expr]]:
    """The key (or how it begins), a parameter and what is given for it, of every call that fills in a text."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            key = _key(node) if isinstance(node, ast.Call) else None
            if isinstance(node, ast.Call) and key is not None:
                yield from ((key, word.arg, word.value) for word in node.keywords if word.arg is not None)


def _key(call: ast.Call) -> str | None:
    if len(call.args) > 1 and (is_translator(call.args[0]) or getattr(call.func, "id", "") == "rich_plural"):
        key = call.args[1]
    elif call.args and is_translator(call.func):
        key = call.args[0]
    else:
        return None
    while isinstance(key, ast.IfExp):
        key = key.body
    text = key.values[0] if isinstance(key, ast.JoinedStr) else key
    return str(text.value) if isinstance(text, ast.Constant) else ast.unparse(key)


def _is_id(value: ast.expr) -> bool:
    match value:
        case ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=name)):
            return name in NAMES_THINGS
        case ast.Name(id=name):
            return name == "id"
        case ast.Call(func=ast.Name(id="str"), args=[one]) | ast.Call(func=ast.Attribute(attr="join"), args=[one]):
            return _is_id(one)
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=name), *_]):
            return name in NAMES_THINGS
        case ast.GeneratorExp(elt=one) | ast.ListComp(elt=one):
            return _is_id(one)
        case ast.BoolOp(values=several):
            return any(_is_id(one) for one in several)
        case ast.IfExp(body=one, orelse=other):
            return _is_id(one) or _is_id(other)
        case _:
            return False
