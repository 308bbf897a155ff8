"""A hint in words: a possible answer, and the engine's figures that speak for it."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Any

from rules.olomoc.seats import other
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.odds import float_of, percent
from webapp.games.olomoc.table.text.board import bearing, place
from webapp.games.olomoc.table.text.names import INCH, Names
from webapp.guide.hint_words import NOTHING, change

Json = Mapping[str, Any]
CHANGES = frozenset({"points", "fiel", "held", "carried", "wounds", "noirceur", "stunned", "out", "actions"})
NEAR = 3 * INCH
"""How far from a thing the end of a movement is told from it: further on the eight directions are wide."""


def answer(command: Json, names: Names, goal: str = "") -> str:
    """A command in a few words: who does what, to whom, where to. `goal`: the thing from which the end of a movement is
    told, else the nearest one."""
    tr, kind = names.tr, command["kind"]
    who = names.piece(command["rouage"]) if isinstance(command.get("rouage"), str) else ""
    target = _target(command, names)
    end = _end(command, names, goal)
    match kind:
        case "activate" | "coordinate" | "hostile" if who:
            return tr(f"hint.{kind}", who=who)
        case "attack" | "charge" if target:
            return tr(f"hint.{kind}", who=who, target=target)
        case "plan":
            return ", ".join(names.called(card) for card in command["slots"])
        case "choose":
            return _choice(command["choice"], names)
        case "capacity":
            does = tr("option.study") if command["capacity"] == "study" else names.capacity(command["capacity"])
        case "rest":
            does = tr(f"hint.rest-{command['remove']}")
        case "react":
            answers = [tr(f"option.{answer}") for answer in ("dodge", "riposte") if command.get(answer)]
            does = " + ".join(answers) or tr("option.nothing")
        case "opportunity":
            does = tr("option.opportunity" if command["attack"] else "option.opportunity-no")
        case "tempt-fate":
            does = tr("option.tempt-fate" if command["reroll"] else "option.tempt-fate-no")
        case "tactic":
            does = tr(f"option.{command['tactic']}" if command.get("tactic") else "option.tactic-none")
        case "move" if end:
            return end[:1].upper() + end[1:]
        case "move" | "enter" if command.get("decline"):
            does = tr("option.decline")
        case _:
            does = tr(f"option.{kind}") if tr.has(f"option.{kind}") else tr("hint.answer")
    towards = target or end
    label = f"{does} → {towards}" if towards else does
    return tr("hint.does", who=who, does=label) if who else label


def _target(command: Json, names: Names) -> str:
    """Whom a command is aimed at; empty for the one who carries it out."""
    target = command.get("target") or next(iter((command.get("targets") or {}).values()), None)
    if not isinstance(target, str) or target == command.get("rouage"):
        return ""
    return _name(target, names)


def _end(command: Json, names: Names, goal: str) -> str:
    """Where a movement ends: how far from what, and on which side of it, or from the edges of the Bloc; empty for what
    is no movement."""
    to = command.get("to")
    if not isinstance(to, list | tuple):
        return ""
    things = names.standing()
    (x, y), moved = to, {command.get("rouage"), _pushed(command, names)}
    near = min((id for id in things if id not in moved), key=lambda id: dist(things[id], to), default=None)
    id = goal if goal in things else near
    if id is None or dist(things[id], to) > NEAR:
        return place(x, y, names.tr)
    where = names.tr(f"readout.{bearing(x - things[id][0], y - things[id][1])}")
    return names.tr("hint.ends", far=names.inches(dist(things[id], to)), where=where, thing=_name(id, names))


def _pushed(command: Json, names: Names) -> str | None:
    """The piece that a place is chosen for, by the question."""
    params = ((names.view.get("decision") or {}).get("prompt") or {}).get("params") or {}
    key = {"push-attacker": "rouage", "push-target": "target"}.get(command.get("tactic") or "", "piece")
    whom: str | None = params.get(key)
    return whom


def _choice(value: Any, names: Names) -> str:
    """One of the choices listed, in the words of the question where it is asked now."""
    tr = names.tr
    if isinstance(value, bool):
        return tr("option.yes" if value else "option.no")
    if value is None:
        return tr("option.enough")
    if isinstance(value, str):
        return tr(f"what.{value}") if tr.has(f"what.{value}") else names.called(value)
    params = ((names.view.get("decision") or {}).get("prompt") or {}).get("params") or {}
    texts, effects = params.get("texts") or (), params.get("effects") or ()
    if value < len(texts):
        return words(texts[value], tr.language)
    if value < len(effects):
        by = effects[value].get("rouage")
        does = names.capacity(effects[value]["capacity"])
        return tr("hint.does", who=names.piece(by), does=does) if by else does
    return tr("hint.choice", n=value)


def reason(row: Json, names: Names, seat: str = "", *, unanswered: bool = False) -> str:
    """One reason; empty for one that is not worth a word. ``seat``: whose answer it is, where that is not the
    reader's; `unanswered`: the target may still react."""
    tr, code, p = names.tr, row["code"], row["params"]
    if code == "odds":
        out = float_of(p["out"])
        losses = (
            ("hint.odds-undodged" if unanswered else "hint.odds", p["target"], p["wounds"]),
            ("hint.odds", p["attacker"], p["own"]),
        )
        target, own = (
            tr(key, target=_name(who, names), wounds=tr.decimal(wounds)) if wounds >= NOTHING else ""
            for key, who, wounds in losses
        )
        falls = tr("hint.out", chance=percent(out, names)) if out > 0 else ""
        return " ".join(filter(None, (target, falls, own)))
    if code in ("study", "test"):
        chance = percent(float_of(p["any"]), names)
        return tr.plural("hint.roll", p["dice"], threshold=p["threshold"], chance=chance)
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
    return change(tr(f"hint.change-{what}"), p, "theirs" if theirs else "own", tr, who)


def hint(option: Json, names: Names) -> tuple[str, list[str]]:
    """A hint: the answer, and its reasons, one text each."""
    rows = option["reasons"]
    unanswered = option["command"]["kind"] in ("attack", "charge")
    reasons = (reason(row, names, option.get("seat", ""), unanswered=unanswered) for row in rows)
    goal = next((row["params"]["goal"] for row in rows if row["code"] == "nearer"), "")
    return answer(option["command"], names, goal), [text for text in reasons if text]


def _name(id: str, names: Names) -> str:
    return names.piece(id) if names.get(id) else names.marker(id)
