"""An offer in preparation, and how each press in its form changes it. The engine judges it when it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.diktat.packs.cards import AFFINITIES
from webapp.games.contract import Json
from webapp.games.diktat import promises
from webapp.games.diktat.intents import Haggle
from webapp.games.diktat.names import Names

SIDES = ("give", "take")
COUNTED = ("pp", "C", "G", "E", "spies", "assassins", *AFFINITIES)
MOST = 30
"""The largest count of anything that can be asked for."""
NOTE = 280
"""NEG-3: the most characters of a note, and of a promise in words."""
MOST_PROMISES = 8
SHARED = ("show", "pawn", "secret", "screen")
"""Goods that can be given to several seats at once."""

Counts = Mapping[str, int]


@dataclass(frozen=True)
class Terms:
    """An offer in preparation to the seats in ``to``. ``goods``: by side and seat (``give-2``: to seat 2, ``take-2``:
    from it) how many of each of :data:`COUNTED`, and things by ``card:<id>``, ``marker:<sector>``, ``cede:<stack>``,
    ``show:<stack>``, ``pawn:<stack>-<n>`` (shown by one who looked at it), ``secret`` and ``screen``, which can only be
    shown without a deal. ``promise`` is one that is not finished yet."""

    to: tuple[str, ...] = ()
    goods: Mapping[str, Counts] = field(default_factory=dict)
    promises: tuple[Json, ...] = ()
    promise: Json | None = None
    sworn: bool = False
    discreet: bool = False
    note: str = ""
    counter: str | None = None

    def command(self, names: Names) -> Json:
        """The command of the offer."""
        made: Json = {"kind": "offer", "to": [*self.to]}
        for side in SIDES:
            by_seat = {seat: _goods(self.goods.get(f"{side}-{seat}", {}), names) for seat in self.to}
            made[side] = {seat: goods for seat, goods in by_seat.items() if goods}
        made |= {"promises": [*self.promises], "sworn": self.sworn, "discreet": self.discreet, "note": self.note}
        return made | ({"counter": self.counter} if self.counter else {})

    def tell_commands(self, names: Names) -> list[Json]:
        """The commands that say or show what the terms consist of, where that needs no deal: nothing but claims of the
        viewer's (NEG-9), or things that the viewer shows (NEG-8)."""
        if self.goods and not self.promises:
            given = [(where.partition("-"), counts) for where, counts in self.goods.items()]
            if all(side == "give" and all(_is_shown(key) for key in counts) for (side, _, _), counts in given):
                return [command for (_, _, seat), counts in given for command in _showing(seat, counts, names)]
        me = names.view["me"]
        if (
            self.promises
            and not self.goods
            and all((promise["do"], promise["by"]) == ("claim", me) for promise in self.promises)
        ):
            claims = [claim for promise in self.promises for claim in promise["claims"]]
            return [{"kind": "say", "to": [*self.to], "claims": claims}]
        return []

    @property
    def shows_screen(self) -> bool:
        """Whether a screen is among the goods."""
        return any("screen" in counts for counts in self.goods.values())

    @property
    def empty(self) -> bool:
        """Whether nobody gives or promises anything."""
        return not self.promises and not self.goods


def _is_shown(key: str) -> bool:
    return key.partition(":")[0] in SHARED


def _showing(seat: str, counts: Counts, names: Names) -> list[Json]:
    """The commands that show a seat these things, place by place."""
    shown: list[Json] = [{"at": at} for at in _goods(counts, names).get("shows", ())]
    shown += [{"screen": ["pp", "agents", "affinities"]}] if "screen" in counts else []
    return [{"kind": "show", "to": [seat], **way} for way in shown]


def _goods(counts: Counts, names: Names) -> Json:
    made: Json = {key: n for key in ("pp", "spies", "assassins") if (n := counts.get(key, 0))}
    if agents := "".join(kind * counts.get(kind, 0) for kind in "CGE"):
        made["agents"] = agents
    if affinities := {affinity: n for affinity in AFFINITIES if (n := counts.get(affinity, 0))}:
        made["affinities"] = affinities
    for key in counts:
        what, _, id = key.partition(":")
        if what in ("card", "marker", "cede"):
            made.setdefault(f"{what}s", []).append(id)
        elif what == "show":
            height = stack["height"] if (stack := names.find_stack(id)) is not None else 0
            made.setdefault("shows", []).extend({"stack": id, "pawn": n} for n in range(1, height + 1))
        elif what == "pawn":
            made.setdefault("shows", []).append(pawn_at(id))
        elif what == "secret":
            made.setdefault("shows", []).append({"secret": True})
    return made


def pawn_at(id: str) -> Json:
    """The place of ``<stack>-<n>``."""
    stack, _, n = id.rpartition("-")
    return {"stack": stack, "pawn": int(n)}


def _looked_at(pawn: Json) -> bool:
    """Whether the viewer knows a pawn that does not lie open."""
    return bool(pawn["kind"]) and not pawn["open"]


def partners(names: Names) -> list[str]:
    """The other seats that still play."""
    return [seat for seat in names.players if seat != names.view["me"] and not names.view["cabals"][seat].get("gone")]


# ---- what a press changes --------------------------------------------------------------------------------------------


def changed(terms: Terms | None, intent: Haggle, names: Names) -> Terms | None:
    """The terms after a press; an invalid press changes nothing."""
    others = partners(names)
    if intent.part == "new":
        return Terms((intent.key,) if intent.key in others else tuple(others) if len(others) == 1 else ())
    if intent.part == "counter":
        return _counter(intent.key, names) or terms
    if terms is None or intent.part == "close":
        return None
    key, (where, _, what) = intent.key, intent.key.partition(":")
    side, _, seat = where.partition("-")
    match intent.part:
        case "with" if key in others:
            return _with_seat(terms, key)
        case "more" | "less" if side in SIDES and seat in terms.to and what in COUNTED:
            counts = dict(terms.goods.get(where, {}))
            n = counts.pop(what, 0) + (1 if intent.part == "more" else -1)
            n = min(n, most(terms, where, what, names))
            return _with_counts(terms, where, {**counts, **({what: n} if n > 0 else {})})
        case "toggle" if side in SIDES and seat in terms.to and what in named(terms, where, names):
            counts = dict(terms.goods.get(where, {}))
            if counts.pop(what, None) is None:
                counts[what] = 1
            return _with_counts(terms, where, counts)
        case "sworn":
            return replace(terms, sworn=not terms.sworn)
        case "discreet":
            return replace(terms, discreet=not terms.discreet)
        case "note":
            return replace(terms, note=intent.text)
        case _:
            return _with_promise(terms, intent, names)


def _with_counts(terms: Terms, where: str, counts: Counts) -> Terms:
    rest = {other: counts for other, counts in terms.goods.items() if other != where}
    return replace(terms, goods={**rest, where: counts} if counts else rest)


def sound(terms: Terms | None, names: Names) -> Terms | None:
    """The terms without seats that have left the city since (END-5), and no longer a counter-offer where the offer is
    gone."""
    if terms is None:
        return None
    for seat in {*terms.to} - {*partners(names)}:
        terms = _with_seat(terms, seat)
    return (
        terms
        if terms.counter in {None, *(offer["id"] for offer in names.view["offers"])}
        else replace(terms, counter=None)
    )


def _with_seat(terms: Terms, seat: str) -> Terms:
    """Adds a seat to the offer, or removes it with all it would have given, received or promised."""
    to = tuple(sorted({*terms.to} ^ {seat}))
    goods = {where: counts for where, counts in terms.goods.items() if where.partition("-")[2] in to}
    kept = tuple(promise for promise in terms.promises if promise["by"] != seat)
    promise = terms.promise if terms.promise is not None and terms.promise["by"] != seat else None
    return replace(terms, to=to, goods=goods, promises=kept, promise=promise)


def _with_promise(terms: Terms, intent: Haggle, names: Names) -> Terms:
    """A press on a promise: begins it (``by:do``), fills it in (``slot:value``), adds it, or removes it by number."""
    key, (where, _, what) = intent.key, intent.key.partition(":")
    match intent.part:
        case "promise" if where in (names.view["me"], *terms.to) and what in promises.NEEDS:
            other = names.view["me"] if where in terms.to else next(iter(terms.to), "")
            return replace(terms, promise=promises.begun(where, what, other))
        case "slot" if terms.promise is not None:
            text = intent.text if where == "text" else what
            return replace(terms, promise=promises.filled(terms.promise, where, text, names))
        case "add" if terms.promise is not None and promises.finished(terms.promise):
            made = (*terms.promises, promises.added(terms.promise))
            return replace(terms, promises=made[:MOST_PROMISES], promise=None)
        case "drop" if key == "":
            return replace(terms, promise=None)
        case "drop" if key.isdecimal():
            kept = tuple(promise for n, promise in enumerate(terms.promises) if n != int(key))
            return replace(terms, promises=kept)
        case _:
            return terms


def _counter(id: str, names: Names) -> Terms | None:
    """The terms of an offer reversed, as a start for a counter-offer; of one to several seats, those between its maker
    and the viewer."""
    offer = next((offer for offer in names.view["offers"] if offer["id"] == id), None)
    me = names.view["me"]
    if offer is None or me not in offer["to"] or "give" not in offer:
        return None
    maker = offer["by"]
    give, take = (counts_of(offer[side].get(me, {}), names) for side in ("take", "give"))
    goods = {where: counts for where, counts in ((f"give-{maker}", give), (f"take-{maker}", take)) if counts}
    sworn = [
        {key: value for key, value in row.items() if value not in (None, "", [])}
        for row in offer["promises"]
        if row["by"] in (me, maker)
    ]
    return Terms((maker,), goods, tuple(sworn), sworn=offer["sworn"], discreet=offer["discreet"], counter=id)


def counts_of(goods: Json, names: Names) -> dict[str, int]:
    """The goods of an offer as the form's counts."""
    counts = {key: goods.get(key, 0) for key in ("pp", "spies", "assassins")}
    counts |= {kind: goods.get("agents", "").count(kind) for kind in "CGE"} | dict(goods.get("affinities", {}))
    for what in ("card", "marker", "cede"):
        counts |= {f"{what}:{id}": 1 for id in goods.get(f"{what}s", ())}
    shown: dict[str, list[int]] = {}
    for at in goods.get("shows", ()):
        if at.get("stack"):
            shown.setdefault(at["stack"], []).append(at["pawn"])
    for id, pawns in shown.items():
        whole = len(pawns) == (names.find_stack(id) or {}).get("height", len(pawns))
        counts |= {f"show:{id}": 1} if whole else {f"pawn:{id}-{n}": 1 for n in pawns}
    counts |= {"secret": 1} if any(at.get("secret") for at in goods.get("shows", ())) else {}
    return {key: n for key, n in counts.items() if n}


def most(terms: Terms, where: str, what: str, names: Names) -> int:
    """NEG-2: how many of something one side can give: of the viewer's own, without what the offer gives to other
    seats."""
    if where.startswith("take"):
        return MOST
    its = names.view["cabals"][names.view["me"]]
    screen = its.get("screen") or {"pp": 0, "agents": "", "affinities": {}}
    if what == "pp":
        own = int(screen["pp"])
    elif what in ("spies", "assassins"):
        own = int(its[what])
    else:
        own = int(screen["agents"].count(what) if what in "CGE" else screen["affinities"].get(what, 0))
    return max(0, own - sum(counts.get(what, 0) for counts in _other_gifts(terms, where)))


def _other_gifts(terms: Terms, where: str) -> Iterable[Counts]:
    """The goods that the viewer gives to other seats in the same offer."""
    return (counts for side, counts in terms.goods.items() if side.startswith("give") and side != where)


def named(terms: Terms, where: str, names: Names) -> list[str]:
    """Things of the giver's to be named one by one, and those that the offer has already."""
    chosen = (key for key in terms.goods.get(where, {}) if key not in COUNTED)
    return [*dict.fromkeys((*things(terms, where, names), *chosen))]


def things(terms: Terms, where: str, names: Names) -> list[str]:
    """The giver's things that can be named one by one."""
    side, _, seat = where.partition("-")
    giver = str(names.view["me"]) if side == "give" else seat
    its = names.view["cabals"][giver]
    if not its["cabal"]:
        return []
    things = [f"card:{card['card']}" for card in its["cards"]] + [f"marker:{marker}" for marker in its["markers"]]
    own = [stack["id"] for stack in names.stacks() if stack["seat"] == giver]
    things += [f"show:{id}" for id in own] + [f"cede:{id}" for id in own]
    things += ["secret"] if names.view["has_secret"] and (side == "take" or names.view["secret"]) else []
    if side == "give":
        # NEG-8: of others what the viewer knows
        theirs = [stack for stack in names.stacks() if stack["seat"] != giver]
        looked = [(stack["id"], n) for stack in theirs for n, pawn in enumerate(stack["pawns"], 1) if _looked_at(pawn)]
        things += [*(f"pawn:{id}-{n}" for id, n in looked), "screen"]
    given = {key for counts in _other_gifts(terms, where) for key in counts} if side == "give" else set()
    return [thing for thing in things if thing not in given or _is_shown(thing)]
