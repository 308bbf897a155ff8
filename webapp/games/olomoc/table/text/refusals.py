"""The texts of refusals: a refusal of the engine as a sentence in the reader's language, with its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Child, Node, el

HUNDREDTH = 254
"""Micrometres in a hundredth of an inch, the unit of distances in refusals."""
LENGTHS = frozenset({"distance", "limit-distance", "short", "range"})
WORDS = {"what": "what", "tactic": "option", "remove": "what", "why": "what"}
"""Parameters that name a word of the game, and under which prefix its text is."""


def reason(refusal: Mapping[str, Any], names: Names) -> str:
    """The sentence of a refusal (`clause`, `code`, `params`); its code where nobody has put it into words."""
    key = f"refusal.{refusal['code']}"
    if not names.tr.has(key):
        return names.tr("refusal.unknown", code=refusal["code"])
    if (refusal.get("params") or {}).get("by") == [] and names.tr.has(f"{key}-bare"):
        key = f"{key}-bare"  # nobody and nothing stands in the way
    return names.tr(key, **spoken(refusal.get("params") or {}, names))


def spoken(params: Mapping[str, Any], names: Names) -> dict[str, str]:
    """Parameters as a sentence can hold them: names for ids, inches for lengths, lists joined."""
    return {name: _spoken(name, value, names) for name, value in params.items()}


def _spoken(name: str, value: Any, names: Names) -> str:
    if isinstance(value, list):
        return joined([_spoken(name, one, names) for one in value], names)
    if name in LENGTHS and isinstance(value, int):
        return names.inches(value * HUNDREDTH)
    if name in WORDS and isinstance(value, str) and names.tr.has(f"{WORDS[name]}.{value}"):
        return names.tr(f"{WORDS[name]}.{value}")
    if isinstance(value, str):
        return names.called(value)
    return str(value)


def joined(parts: list[str], names: Names) -> str:
    """ "Jana, Kubik and Vilém"."""
    if len(parts) < 2:
        return "".join(parts) or names.tr("table.nobody")
    return names.tr("table.and", first=", ".join(parts[:-1]), last=parts[-1])


def either(parts: list[str], names: Names) -> str:
    """ "Jana, Kubik or Vilém"."""
    if len(parts) < 2:
        return joined(parts, names)
    return names.tr("table.or", first=", ".join(parts[:-1]), last=parts[-1])


def clause(id: str) -> Node | None:
    """The clause that a sentence rests on, as a small sign that leads to what it says."""
    return el("a.clause", id, href=f"/olomoc/rules#{id}", data_clause=id) if id else None


def cited(id: str) -> Node | None:
    """The same inside of something that is pressed as a whole, where no link may be."""
    return el("span.clause", id, data_clause=id) if id else None


def brief(refusal: Mapping[str, Any], names: Names) -> Child:
    """The reason in a word or two where there is no room for more; else its clause."""
    key = f"why.{refusal['code']}"
    return names.tr(key) if names.tr.has(key) else cited(refusal.get("clause", ""))


def why(refusal: Mapping[str, Any], names: Names, *, inside: bool = False) -> list[Child]:
    """The sentence and its clause; ``inside`` of something that is pressed as a whole."""
    id = refusal.get("clause", "")
    return [reason(refusal, names), " ", cited(id) if inside else clause(id)]
