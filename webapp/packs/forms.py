"""The values of a card's fields (``rules.kernel.packs.fields``), converted for a browser and back.

Nested tables, which no form shows, are edited as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.kernel.packs.fields import Field
from webapp.packs.card_text import empty

LONGEST = 1_000
MOST_IDS = 40
Forms = Mapping[str, Sequence[Field]]
"""The fields of each sort of card, by sort."""


def options(field: Field, pack: Any, value: Any) -> list[str | int]:
    """The options of a choice; a value that is none of them is listed as well, so that it can be seen and removed."""
    offered = list(getattr(pack, field.of) if field.of else field.options)
    chosen = value if isinstance(value, list) else [] if value is None else [value]
    return [*offered, *(id for id in chosen if id not in offered)]


def shown(field: Field, value: Any) -> Any:
    """A key's value as a form shows it, or a value of the wrong type where the form can correct it; None where the form
    cannot show it, and its text must be edited."""
    plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    listed = isinstance(value, list) and all(isinstance(item, str | int) for item in value)
    match field.kind:
        case "line" | "letters" | "picture":
            return str(value) if plain else None
        case "both" | "long":
            if isinstance(value, str):
                return {"fr": value, "en": value}
            fits = isinstance(value, Mapping) and set(value) <= {"fr", "en"}
            return dict(value) if fits and all(isinstance(text, str) for text in value.values()) else None
        case "number" | "one":
            return value if plain else None
        case "many" | "ids":
            return list(value) if listed else [value] if plain else None
        case "flag":
            return value if isinstance(value, bool) else False if plain else None


def fitting(forms: Forms, sort: str, table: Mapping[str, Any]) -> set[str]:
    """The keys of a card that its form can show."""
    return {field.name for field in forms[sort] if field.name in table and shown(field, table[field.name]) is not None}


def entered(forms: Forms, sort: str, values: Any) -> dict[str, Any]:
    """The keys of a card from what a browser sent: empty values are left out, invalid ones ignored."""
    given = values if isinstance(values, Mapping) else {}
    filled = {field.name: _entered(field, given.get(field.name)) for field in forms[sort]}
    return {name: value for name, value in filled.items() if not empty(value)}


def _entered(field: Field, value: Any) -> Any:
    match field.kind:
        case "line" | "letters" | "picture":
            return _line(value)
        case "both":
            return {language: line for language, text in _texts(value) if (line := _line(text))}
        case "long":
            return {language: text.strip() for language, text in _texts(value) if text.strip()}
        case "number":
            return _number(value)
        case "one":
            return _option(value)
        case "many":
            sent = value if isinstance(value, list) else []
            return [id for id in (_option(one) for one in sent[:MOST_IDS]) if id is not None]
        case "ids":
            return [id for word in _line(value).replace(",", " ").split()[:MOST_IDS] if (id := word[:80])]
        case "flag":
            return value is True


def _texts(value: Any) -> Iterable[tuple[str, str]]:
    given = value if isinstance(value, Mapping) else {}
    for language in ("fr", "en"):
        text = given.get(language)
        if isinstance(text, str):
            yield language, clean(text)[:LONGEST]


def _line(value: Any) -> str:
    return " ".join(clean(value).split())[:LONGEST] if isinstance(value, str) else ""


def _number(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if abs(value) < 10_000 else None
    text = value.strip() if isinstance(value, str) else ""
    return int(text) if text.lstrip("-").isdecimal() and text.isascii() and len(text) < 5 else None


def _option(value: Any) -> str | int | None:
    if isinstance(value, str):
        return _line(value)[:80] or None
    return _number(value)


def clean(text: str) -> str:
    """A text without characters that no file can hold: surrogates, and control characters but tabs and line ends."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    return "".join(c for c in whole if c in "\n\t" or (c >= " " and c != "\x7f"))
