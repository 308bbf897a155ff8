"""The data of the form component: a card's fields with labels, options and values, and the rest of its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.kernel.packs.fields import Field
from rules.kernel.packs.problems import Problem
from webapp.base.addresses import below
from webapp.i18n import Translator
from webapp.packs.addresses import guide_address
from webapp.packs.card_text import HEAD
from webapp.packs.edits import EditTarget, Files, OpenedCard
from webapp.packs.forms import options, shown
from webapp.packs.kind import PackKind, name_of
from webapp.packs.problem_text import sentence, suggestion

WORDS = {
    "otherPicture": "picture-other",
    "choosePicture": "picture-choose",
    "noPicture": "picture-none",
    "notSent": "refused-not-sent",
}


def card_form(
    kind: PackKind, opened: OpenedCard, pack: Any, address: str, tr: Translator, readonly: bool
) -> dict[str, Any]:
    """The form of a card; `address`: where its pictures are uploaded to."""
    sort, values = opened.block.sort, opened.card.values
    return {
        "legend": tr("packs.about") if sort == HEAD else tr(f"packs.one-{sort}"),
        "readonly": readonly,
        "fields": [_field(kind, field, values.get(field.name), pack, tr, readonly) for field in kind.forms[sort]],
        "rest": {
            "label": tr(f"packs.rest-{sort}"),
            "hint": None if readonly else tr("packs.rest-hint"),
            "guide": [tr("packs.guide"), below(guide_address(kind.game))] if not readonly else None,
            "value": opened.card.rest,
            "add": kind.addition(sort, tr),
        },
        **_common(address, tr),
    }


def text_form(files: Files, spot: EditTarget, tr: Translator, readonly: bool) -> dict[str, Any]:
    """The form of a whole file as text."""
    rest = {"label": spot.file, "hint": tr("packs.file-hint"), "value": files.get(spot.file, "").rstrip("\n")}
    return {"legend": spot.file, "readonly": readonly, "fields": [], "rest": rest, **_common("", tr)}


def _common(address: str, tr: Translator) -> dict[str, Any]:
    words = {name: tr(f"packs.{key}") for name, key in WORDS.items()}
    return {
        "words": {**words, "line": tr("packs.line", n="{n}")},
        "pictures": address,
    }


def _field(kind: PackKind, field: Field, value: Any, pack: Any, tr: Translator, readonly: bool) -> dict[str, Any]:
    value = shown(field, value) if value is not None else None
    written = ", ".join(map(str, value)) if field.kind == "ids" and value else value
    hint = f"packs.hint-{field.name}"
    row: dict[str, Any] = {
        "name": field.name,
        "kind": field.kind,
        "label": kind.label(field, tr),
        "value": written,
        "hint": tr(hint) if tr.has(hint) and not readonly else None,
    }
    if field.kind == "number":
        row |= {"low": field.low, "high": field.high}
    if field.kind in ("one", "many"):
        offered = options(replace(field, options=(), of="") if readonly else field, pack, value)
        row |= {"options": [_option(kind, field, option, pack, tr) for option in offered], "empty": not field.needed}
    if field.kind == "letters":
        row |= {"options": [_option(kind, field, option, pack, tr) for option in field.options], "high": field.high}
        row |= {
            way: tr(own if tr.has(own := f"packs.{way}-{field.name}") else f"packs.{way}") for way in ("less", "more")
        }
    return row


def _option(kind: PackKind, field: Field, value: str | int, pack: Any, tr: Translator) -> list[str | int]:
    """A value with its name, and its icon where it has one."""
    own = kind.option(field, value, pack, tr)
    if own is not None:
        return own
    if field.of and value in getattr(pack, field.of):
        return [value, name_of(getattr(pack, field.of)[value], tr.language)]
    if field.name == "languages" and tr.has(f"language.{value}"):
        return [value, tr(f"language.{value}")]
    key = f"packs.option-{value}"
    return [value, tr(key) if isinstance(value, str) and tr.has(key) else str(value)]


def placed(
    kind: PackKind, opened: OpenedCard, spot: EditTarget, problems: Sequence[Problem], tr: Translator
) -> tuple[dict[str, list[str]], list[tuple[int, str]]]:
    """The problems of a card, each beside the key or line that it is about."""
    fields: dict[str, list[str]] = {}
    lines: list[tuple[int, str]] = []
    for problem in problems:
        here = problem.line - 1 - opened.block.start
        if problem.file != spot.file or not 0 <= here < opened.block.end - opened.block.start:
            continue
        words = _words(problem, tr)
        key = opened.card.keys.get(here) or _missing(kind, opened.block.sort, problem.params)
        if key is not None:
            fields.setdefault(key, []).append(words)
        else:
            lines.append((opened.card.lines.get(here, 1), words))
    return fields, lines


def in_file(spot: EditTarget, problems: Sequence[Problem], tr: Translator) -> list[tuple[int, str]]:
    """The problems of a file, by line."""
    return [(problem.line, _words(problem, tr)) for problem in problems if problem.file == spot.file]


def _missing(kind: PackKind, sort: str, params: Mapping[str, Any]) -> str | None:
    """A key that the form has and the card lacks."""
    key = params.get("key")
    return key if any(field.name == key for field in kind.forms[sort]) else None


def _words(problem: Problem, tr: Translator) -> str:
    return " ".join(filter(None, [sentence(problem, tr), suggestion(problem, tr)]))
