"""A promise in preparation (OAT-2): the fields of each kind, and the effect of a press in the form."""

from __future__ import annotations

from collections.abc import Mapping

from webapp.games.contract import Json
from webapp.games.diktat.names import KINDS, Names

NEEDS: Mapping[str, tuple[str, ...]] = {
    "no-send": ("sector",),
    "send": ("sector",),
    "leave": ("sector",),
    "no-spy": ("target",),
    "no-assassinate": ("target",),
    "assassinate": ("target", "times"),
    "pay": ("seat", "pp"),
    "cede": ("stack",),
    "bid-at-most": ("sector", "pp"),
    "designate": ("sector", "when"),
    "first-player": ("seat",),
    "claim": ("claims",),
    "words": ("text",),
}
"""The kinds of promises of the form, with the parts of each. ``target`` is a player or a sector; ``when`` may be left
out."""
UNTIL = ("phase", "cycle", "match")
WHEN = ("any", "first", "last")
FIGURES: Mapping[str, tuple[int, int]] = {"pp": (0, 30), "times": (1, 20)}
"""The least and the greatest value of each figure."""
MOST_CLAIMS = 12


def begun(by: str, do: str, other: str) -> Json:
    """A new promise of a kind by one seat; about `other` where it is about a player."""
    made: Json = {"by": by, "do": do, "until": "cycle"}
    made |= {figure: 1 for figure in FIGURES if figure in NEEDS[do]}
    about = "seat" in NEEDS[do] or do in ("no-spy", "no-assassinate")
    return made | ({"seat": other} if about and other else {})


def filled(its: Json, slot: str, value: str, names: Names) -> Json:
    """The promise after a press; an invalid press changes nothing."""
    needs = NEEDS[its["do"]]
    match slot:
        case "sector" if value in names.view["sectors"] and {"sector", "target"} & {*needs}:
            return _with_target(its, sector=value) if "target" in needs else {**its, "sector": value}
        case "seat" if value in names.players and value != its["by"] and {"seat", "target"} & {*needs}:
            return _with_target(its, seat=value) if "target" in needs else {**its, "seat": value}
        case "stack" if value in stacks(its, names):
            return {**its, "stack": value}
        case "pp" | "times" if slot in its and value in ("more", "less"):
            least, most = FIGURES[slot]
            least = 1 if its["do"] == "pay" else least
            return {**its, slot: min(most, max(least, its[slot] + (1 if value == "more" else -1)))}
        case "until" if value in UNTIL:
            return {**its, "until": value}
        case "when" if value in WHEN and "when" in needs:
            rest = {key: value for key, value in its.items() if key != "when"}
            return rest if value == "any" else {**rest, "when": value}
        case "text" if "text" in needs:
            return {**its, "text": value}
        case "pawn" | "secret" if "claims" in needs:
            return _with_claim(its, slot, value, names)
        case _:
            return its


def _with_target(its: Json, **target: str) -> Json:
    """The target: a player or a sector, not both."""
    return {key: value for key, value in its.items() if key not in ("sector", "seat")} | target


def stacks(its: Json, names: Names) -> list[str]:
    """The stacks that a promise of its kind can name: of the seat that makes it; in a claim any."""
    if its["do"] == "claim":
        return [stack["id"] for stack in names.stacks()]
    return [stack["id"] for stack in names.stacks() if stack["seat"] == its["by"]] if its["do"] == "cede" else []


def _with_claim(its: Json, slot: str, value: str, names: Names) -> Json:
    """NEG-9: adds a claim about a pawn of the chosen stack (``2-guard``), or about the secret card; a second press
    removes it."""
    before = [*its.get("claims", ())]
    made: Json
    if slot == "secret":
        made = {"secret": value}
        others = [claim for claim in before if "secret" not in claim]
        if value not in names.pack.cards or not names.view["has_secret"]:
            return its
    else:
        n, _, kind = value.partition("-")
        stack = names.find_stack(its.get("stack"))
        if not n.isdecimal() or stack is None or not 1 <= int(n) <= stack["height"] or kind not in KINDS.values():
            return its
        at = {"stack": its["stack"], "pawn": int(n)}
        made, others = {"at": at, "is": kind}, [claim for claim in before if claim.get("at") != at]
    claims = others if made in before else [*others, made]
    return {**its, "claims": claims} if len(claims) <= MOST_CLAIMS else its


def finished(its: Json) -> bool:
    """Whether a promise has all parts that it needs."""
    return all(
        bool(its.get("seat") or its.get("sector"))
        if need == "target"
        else need == "when" or its.get(need) not in (None, "", [])
        for need in NEEDS[its["do"]]
    )


def added(its: Json) -> Json:
    """A finished promise as an offer has it."""
    return {key: value for key, value in its.items() if key != "stack" or its["do"] != "claim"}
