"""Hints of the duel as text: possible answers, and the engine's figures that speak for them."""

from __future__ import annotations

from webapp.games.contract import Json
from webapp.games.invader.names import Names
from webapp.games.invader.prompt import in_words
from webapp.guide.hint_words import Whose, change

OWN, SHARED = frozenset({"deck", "hand", "force"}), frozenset({"plot", "scorch", "drain"})
"""Figures of one seat, and figures of both together (`rules.invader.bots.evaluation.figures`)."""


def hint(option: Json, names: Names) -> tuple[str, list[str]]:
    """The text of an answer, and one text for each of its reasons."""
    seat = str(option.get("seat", ""))
    reasons = (_reason(row, names, seat) for row in option["reasons"])
    return _answer(option["command"], names, seat), [reason for reason in reasons if reason]


def _answer(command: Json, names: Names, seat: str) -> str:
    tr, kind = names.tr, command["kind"]
    if kind == "end":
        return tr("option.end")
    if kind == "mulligan":
        return tr("option.mulligan-keep" if command["keep"] else "option.mulligan-again")
    if kind == "cancel" and not command.get("card"):
        return tr("option.pass")
    if kind == "discard":
        return tr("hint.discards", cards=names.named(command["cards"]))
    answer = in_words(command, names, seat)
    paid = command.get("discard") or ()
    return f"{answer} ({tr('hint.discards', cards=names.named(paid))})" if paid else answer


def _reason(row: Json, names: Names, seat: str) -> str:
    code = row["code"]
    what = code.removeprefix("adverse-")
    if what not in OWN | SHARED:
        return ""
    whose: Whose = "shared" if what in SHARED else "own" if what == code else "theirs"
    who = next(player for player in names.players if (player == seat) == (whose == "own")) if seat else ""
    return change(names.tr(f"hint.change-{what}"), row["params"], whose, names.tr, names.player(who) if who else "")
