"""Hints as text: possible answers, and the engine's figures that speak for them."""

from __future__ import annotations

from typing import Any

from rules.diktat.packs.cards import AFFINITIES
from webapp.games.contract import Json
from webapp.games.diktat.names import Names
from webapp.guide.hint_words import change

FIGURES = frozenset({"points", "pp", "affinities", "effects", "takings"})
"""The figures of one seat; beside them `rivals` (`rules.diktat.bots.evaluation.figures`)."""


def answer(command: Json, names: Names) -> str | None:
    """An answer that says by itself what is done; None where its button does."""
    tr, kind = names.tr, command["kind"]
    match kind:
        case "choose":
            return tr("hint.choose", choice=_chosen(command["choice"], names))
        case "send":
            words = tr("option.send", sector=names.sector(command["sector"]), pawns=names.in_order(command["pawns"]))
            return tr("hint.walled", answer=words) if command.get("blockhaus") else words
        case "spy" | "look" | "assassinate" | "kill":
            stack = names.find_stack(command["at"].get("stack"))
            owner = None if stack is None else stack["seat"]
            return tr(f"option.{kind}", at=names.place(command["at"], owner))
        case "bid" | "designate" | "first-player":
            return tr(f"hint.{kind}", **names.filled(command))
        case _:
            return None


def _chosen(choice: Any, names: Names) -> str:
    """A choice in the words of its question, where that is known."""
    asked = names.view.get("decision")
    if asked:
        return names.chosen(asked["prompt"]["code"], choice)
    return names.affinity(choice) if choice in AFFINITIES else names.any(choice)


def reason(row: Json, names: Names, seat: str) -> str:
    """A mean change of a figure in a sentence; empty for one that is not worth a word. ``seat``: whose it is, for
    others than the one who is asked."""
    code, params = row["code"], row["params"]
    if code == "rivals":
        return change(names.tr("hint.change-rivals"), params, "shared", names.tr)
    if code not in FIGURES:
        return ""
    return change(names.tr(f"hint.change-{code}"), params, "own", names.tr, names.player(seat) if seat else "")
