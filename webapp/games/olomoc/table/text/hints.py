"""A hint in words: a possible answer, and the engine's figures that speak for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.olomoc.seats import other
from webapp.games.olomoc.table.cards.odds import float_of, percent
from webapp.games.olomoc.table.text.names import Names
from webapp.guide.hint_words import change

Json = Mapping[str, Any]
CHANGES = frozenset({"points", "fiel", "held", "carried", "wounds", "noirceur", "stunned", "out", "actions"})


def answer(command: Json, names: Names) -> str:
    """A command in a few words: who does what, to whom."""
    tr, kind = names.tr, command["kind"]
    who = names.piece(command["rouage"]) if isinstance(command.get("rouage"), str) else ""
    target = _target(command, names)
    if who and kind in ("activate", "coordinate", "hostile"):
        return tr(f"hint.{kind}", who=who)
    if who and target and kind in ("attack", "charge"):
        return tr(f"hint.{kind}", who=who, target=target)
    if kind == "capacity":
        does = tr("option.study") if command["capacity"] == "study" else names.capacity(command["capacity"])
    elif kind == "react":
        does = " + ".join(tr(f"option.{answer}") for answer in ("dodge", "riposte") if command.get(answer)) or tr(
            "option.nothing"
        )
    elif kind == "tempt-fate":
        does = tr("option.tempt-fate" if command["reroll"] else "option.tempt-fate-no")
    elif kind == "tactic":
        does = tr(f"option.{command['tactic']}" if command.get("tactic") else "option.tactic-none")
    elif kind == "plan":
        return ", ".join(names.called(card) for card in command["slots"])
    elif kind == "choose" and isinstance(command["choice"], bool):
        does = tr("option.yes" if command["choice"] else "option.no")
    else:
        does = tr(f"option.{kind}") if tr.has(f"option.{kind}") else tr("hint.answer")
    label = f"{does} → {target}" if target else does
    return tr("hint.does", who=who, does=label) if who else label


def _target(command: Json, names: Names) -> str:
    named = command.get("target") or next(iter((command.get("targets") or {}).values()), None)
    if not isinstance(named, str):
        return ""
    return names.piece(named) if names.get(named) else names.marker(named)


def reason(row: Json, names: Names, seat: str = "") -> str:
    """One reason; empty for one that is not worth a word. ``seat``: whose answer it is, where that is not the
    reader's."""
    tr, code, p = names.tr, row["code"], row["params"]
    if code == "odds":
        out = float_of(p["out"])
        text = tr("hint.odds", target=_name(p["target"], names), wounds=tr.decimal(p["wounds"]))
        falls = " " + tr("hint.out", chance=percent(out, names)) if out > 0 else ""
        own = tr("hint.odds", target=_name(p["attacker"], names), wounds=tr.decimal(p["own"]))
        return f"{text}{falls} {own}" if p["own"] > 0 else text + falls
    if code in ("study", "test"):
        return tr("hint.roll", dice=p["dice"], threshold=p["threshold"], chance=percent(float_of(p["any"]), names))
    if code == "nearer":
        if p["before"] is None:
            return tr("hint.enters", goal=_name(p["goal"], names), after=names.inches(p["after"]))
        before, after = names.inches(p["before"]), names.inches(p["after"])
        return tr("hint.nearer", goal=_name(p["goal"], names), before=before, after=after)
    theirs = code.startswith("adverse-")
    what = code.removeprefix("adverse-")
    if what not in CHANGES:
        return ""
    who = names.player(other(seat) if theirs else seat) if seat else ""
    return change(tr(f"hint.change-{what}"), p["by"], "theirs" if theirs else "own", tr, who)


def hint(option: Json, names: Names) -> tuple[str, list[str]]:
    """A hint: the answer, and its reasons, one text each."""
    reasons = (reason(row, names, option.get("seat", "")) for row in option["reasons"])
    return answer(option["command"], names), [reason for reason in reasons if reason]


def _name(id: str, names: Names) -> str:
    return names.piece(id) if names.get(id) else names.marker(id)
