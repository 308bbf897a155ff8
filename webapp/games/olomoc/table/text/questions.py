"""The text of a question, as its prompt has it, and as the story of a match tells it afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import spoken
from webapp.ui.tree import Child, el, rich

Json = Mapping[str, Any]


def question(prompt: Json, names: Names) -> list[Child]:
    """The text of a decision's prompt: its code, its parameters."""
    code, p, tr = prompt["code"], prompt["params"], names.tr
    match code:
        case "act" | "granted" if p.get("rouages"):
            return rich(tr, f"prompt.{code}", rouage=names.someone(p["rouages"][0]))
        case "react":
            key = f"prompt.react-{p['how']}-{p['mode']}"
            return rich(tr, key if tr.has(key) else "prompt.react", **nodes(p, names))
        case "tempt-fate":
            hits = sum(die >= p["threshold"] for die in p["dice"])
            successes = tr.plural("card.successes-n", hits)
            return rich(tr, "prompt.tempt-fate", rouage=names.someone(p["rouage"]), successes=successes)
        case "tactic":
            left = tr.plural("card.successes-n", p["successes"])
            return rich(tr, "prompt.tactic", **(nodes(p, names) | {"successes": left}))
        case "place-decor":
            return [tr.plural("prompt.place-decor", len(p["left"]))]
    if p.get("capacity"):
        return _of_capacity(code, p, names)
    key = f"{code}-{p['of']}" if tr.has(f"prompt.{code}-{p.get('of')}") else code
    return asked(key, p, names) if tr.has(f"prompt.{key}") else [tr("prompt.choose")]


def asked(code: str, params: Json, names: Names) -> list[Child]:
    """The question for a place under its code, or a general one."""
    tr, key = names.tr, f"prompt.{code}"
    return rich(tr, key, **nodes(params, names)) if tr.has(key) else [tr("prompt.choose-place")]


def nodes(params: Json, names: Names) -> dict[str, Child]:
    """A prompt's parameters as a sentence shows them: pieces in their colours, the rest in words."""
    words, marks = spoken(params, names), dict[str, Child]()
    for name, value in params.items():
        known = isinstance(value, str) and (value in ("1", "2") or bool(names.get(value)))
        marks[name] = names.someone(value) if known else words[name]
    return marks


def _of_capacity(code: str, p: Json, names: Names) -> list[Child]:
    tr, key = names.tr, f"prompt.capacity-{p.get('of') or code}"
    marks: dict[str, Child] = {"capacity": el("strong", names.capacity(p["capacity"]))}
    if p.get("rouage"):
        marks["rouage"] = names.someone(p["rouage"])
    if code == "trigger" and "rouage" not in marks:
        key = "prompt.capacity-trigger-own"
    return rich(tr, key if tr.has(key) else "prompt.capacity", **marks)
