"""An offer in preparation: what it says, and what each press in its form changes. The engine judges it when it is
sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.diktat.cards import AFFINITIES
from webapp.games.contract import Json
from webapp.games.diktat.intents import Haggle
from webapp.games.diktat.names import Names

SIDES = ("give", "take")
COUNTED = ("pp", "C", "G", "E", "spies", "assassins", *AFFINITIES)
MOST = 30
"""At most so many of anything are asked for."""
NOTE = 280
"""NEG-3: characters of a note, and of a promise in words."""
UNTIL = ("phase", "cycle", "match")

NEEDS: Mapping[str, tuple[str, ...]] = {
    "no-send": ("sector",),
    "send": ("sector",),
    "leave": ("sector",),
    "no-spy": ("seat",),
    "no-assassinate": ("seat",),
    "pay": ("seat", "pp"),
    "bid-at-most": ("sector", "pp"),
    "first-player": ("seat",),
    "words": ("text",),
}
"""OAT-2: the promises that the form makes, with what each needs. ``seat`` is the other party."""


@dataclass(frozen=True)
class Terms:
    """An offer in preparation. ``give`` and ``take``: how many of each of :data:`COUNTED`, and things by
    ``card:<id>``, ``marker:<sector>``, ``cede:<stack>``, ``show:<stack>`` and ``secret``. ``promise`` is one that is
    not finished yet."""

    to: str
    give: Mapping[str, int] = field(default_factory=dict)
    take: Mapping[str, int] = field(default_factory=dict)
    promises: tuple[Json, ...] = ()
    promise: Json | None = None
    sworn: bool = False
    discreet: bool = False
    note: str = ""
    counter: str | None = None

    def command(self, names: Names) -> Json:
        """The offer as it is sent."""
        made: Json = {"kind": "offer", "to": [self.to], "give": _goods(self.give, names)}
        made["take"] = {self.to: _goods(self.take, names)} if self.take else {}
        made |= {"promises": list(self.promises), "sworn": self.sworn, "discreet": self.discreet, "note": self.note}
        return made | ({"counter": self.counter} if self.counter else {})


def _goods(counts: Mapping[str, int], names: Names) -> Json:
    made: Json = {key: n for key in ("pp", "spies", "assassins") if (n := counts.get(key, 0))}
    if agents := "".join(kind * counts.get(kind, 0) for kind in "CGE"):
        made["agents"] = agents
    if affinities := {it: n for it in AFFINITIES if (n := counts.get(it, 0))}:
        made["affinities"] = affinities
    for key in counts:
        what, _, id = key.partition(":")
        if what in ("card", "marker", "cede"):
            made.setdefault(f"{what}s", []).append(id)
        elif what == "show":
            height = next((it["height"] for it in _stacks(names) if it["id"] == id), 0)
            made.setdefault("shows", []).extend({"stack": id, "pawn": n} for n in range(1, height + 1))
        elif what == "secret":
            made.setdefault("shows", []).append({"secret": True})
    return made


def _stacks(names: Names) -> Iterable[Json]:
    return (it for sector in names.view["sectors"].values() for it in sector["stacks"])


# ---- what a press changes --------------------------------------------------------------------------------------------


def changed(terms: Terms | None, intent: Haggle, names: Names) -> Terms | None:
    """The terms after a press. What makes no sense changes nothing."""
    others = [it for it in names.players if it != names.view["me"]]
    if intent.part == "new":
        return Terms(intent.key if intent.key in others else others[0])
    if intent.part == "counter":
        return _counter(intent.key, names) or terms
    if terms is None or intent.part == "close":
        return None
    key, (where, _, what) = intent.key, intent.key.partition(":")
    match intent.part:
        case "with" if key in others:
            return Terms(key, give=terms.give)
        case "more" | "less" if where in SIDES and what in COUNTED:
            counts = dict(getattr(terms, where))
            n = counts.pop(what, 0) + (1 if intent.part == "more" else -1)
            n = min(n, most(what, names) if where == "give" else MOST)
            return _put(terms, where, {**counts, **({what: n} if n > 0 else {})})
        case "toggle" if where in SIDES and what in things(terms, where, names):
            counts = dict(getattr(terms, where))
            if counts.pop(what, None) is None:
                counts[what] = 1
            return _put(terms, where, counts)
        case "sworn":
            return replace(terms, sworn=not terms.sworn)
        case "discreet":
            return replace(terms, discreet=not terms.discreet)
        case "note":
            return replace(terms, note=intent.text)
        case _:
            return _promising(terms, intent, names)


def _put(terms: Terms, where: str, counts: Mapping[str, int]) -> Terms:
    return replace(terms, give=counts) if where == "give" else replace(terms, take=counts)


def _promising(terms: Terms, intent: Haggle, names: Names) -> Terms:
    """A promise is begun (``by:do``), filled in (``slot:value``), added, or dropped by its number."""
    key, (where, _, what) = intent.key, intent.key.partition(":")
    me = names.view["me"]
    match intent.part:
        case "promise" if where in (me, terms.to) and what in NEEDS:
            made: Json = {"by": where, "do": what, "until": "cycle"}
            made |= {"seat": terms.to if where == me else me} if "seat" in NEEDS[what] else {}
            made |= {"pp": 1} if "pp" in NEEDS[what] else {}
            return replace(terms, promise=made)
        case "slot" if terms.promise is not None:
            its = terms.promise
            if where == "sector" and what in names.view["sectors"]:
                its = {**its, "sector": what}
            elif where == "pp" and "pp" in its and what in ("more", "less"):
                its = {**its, "pp": min(MOST, max(1, its["pp"] + (1 if what == "more" else -1)))}
            elif where == "until" and what in UNTIL:
                its = {**its, "until": what}
            elif where == "text" and its["do"] == "words":
                its = {**its, "text": intent.text}
            return replace(terms, promise=its)
        case "add" if terms.promise is not None and finished(terms.promise):
            return replace(terms, promises=(*terms.promises, terms.promise)[:8], promise=None)
        case "drop" if key == "":
            return replace(terms, promise=None)
        case "drop" if key.isdecimal():
            kept = tuple(it for n, it in enumerate(terms.promises) if n != int(key))
            return replace(terms, promises=kept)
        case _:
            return terms


def finished(promise: Json) -> bool:
    """Whether a promise has all that it needs."""
    return all(promise.get(it) for it in NEEDS[promise["do"]])


def _counter(id: str, names: Names) -> Terms | None:
    """The terms of an offer turned round, to be changed."""
    offer = next((it for it in names.view["offers"] if it["id"] == id), None)
    me = names.view["me"]
    if offer is None or me not in offer["to"] or "give" not in offer:
        return None
    give, take = offer["take"].get(me, {}), offer["give"].get(me, {})
    terms = Terms(offer["by"], counts_of(give), counts_of(take), counter=id, discreet=offer["discreet"])
    sworn = [{key: it for key, it in row.items() if it not in (None, "", [])} for row in offer["promises"]]
    return replace(terms, promises=tuple(sworn), sworn=offer["sworn"])


def counts_of(goods: Json) -> dict[str, int]:
    found = {key: goods.get(key, 0) for key in ("pp", "spies", "assassins")}
    found |= {kind: goods.get("agents", "").count(kind) for kind in "CGE"} | dict(goods.get("affinities", {}))
    for what in ("card", "marker", "cede"):
        found |= {f"{what}:{id}": 1 for id in goods.get(f"{what}s", ())}
    found |= {f"show:{at['stack']}": 1 for at in goods.get("shows", ()) if at.get("stack")}
    found |= {"secret": 1} if any(at.get("secret") for at in goods.get("shows", ())) else {}
    return {key: n for key, n in found.items() if n}


def most(what: str, names: Names) -> int:
    """NEG-2: so many the viewer has."""
    its = names.view["cabals"][names.view["me"]]
    screen = its.get("screen") or {"pp": 0, "agents": "", "affinities": {}}
    if what == "pp":
        return int(screen["pp"])
    if what in ("spies", "assassins"):
        return int(its[what])
    return int(screen["agents"].count(what) if what in "CGE" else screen["affinities"].get(what, 0))


def things(terms: Terms, where: str, names: Names) -> list[str]:
    """What of a giver's can be named one by one."""
    giver = str(names.view["me"]) if where == "give" else terms.to
    its = names.view["cabals"][giver]
    if not its["cabal"]:
        return []
    found = [f"card:{it['card']}" for it in its["cards"]] + [f"marker:{it}" for it in its["markers"]]
    own = [it["id"] for it in _stacks(names) if it["seat"] == giver]
    found += [f"show:{it}" for it in own] + [f"cede:{it}" for it in own]
    return found + (["secret"] if names.view["has_secret"] and (where == "take" or names.view["secret"]) else [])
