"""Figures of a rouage before any match begins: its range on an empty Bloc, and the exact chances of its attacks against
a plain target. The engine answers them on positions laid out for the purpose."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.kernel import Refusal, replace
from rules.olomoc.advice.matchups import Kind, matchup
from rules.olomoc.advice.odds import Odds, spread, tested
from rules.olomoc.events import Rolled
from rules.olomoc.frames import Resolve, Testing
from rules.olomoc.match import Match
from rules.olomoc.packs import Pack
from rules.olomoc.packs.layers import Shelf
from rules.olomoc.rolls import BASE_THRESHOLD
from rules.olomoc.state import BLOC, INCH, PlacedMarker, Profile, changed

Json = dict[str, Any]
DODGES = range(6)
MOST_WOUNDS = 6
"""Chances of more wounds than this are added up in the last figure."""
PLAIN: Json = {"ministries": [], "technique": 0, "combat": 1, "shooting": 0, "dodge": 0, "base": 30, "capacities": []}
RADIUS = 15_000
"""The radius of the plain 30 mm bases that stand about, in µm."""
MIDDLE = BLOC // 2
CLOSE = INCH // 2
"""The gap between bases that engage each other (ENG-1)."""
ATTACKER, TARGET, ALLY = "1-attacker", "2-target", "1-ally"


@dataclass(frozen=True)
class _Bench:
    """A rouage and the pack with its cards."""

    pack: str
    card: str
    equipment: str | None
    shelf: Shelf

    def stands(self, at: list[int] | None, **more: Any) -> Match:
        """A match on an empty Bloc in which the rouage is active."""
        me: Json = {"id": ATTACKER, "seat": "1", "card": self.card, "equipment": self.equipment, "at": at}
        others: list[Json] = more.pop("others", [])
        active = {"seat": "1", "by": "activation", "rouages": [ATTACKER]}
        position = {"agenda": "skirmish", "pack": self.pack, "rouages": [me, *others], "active": active, **more}
        return Match.from_position(position, dice=[], shelf=self.shelf)

    @cached_property
    def fights(self) -> Match:
        """A match in which nobody stands on the Bloc: the rouage, a plain target and a plain ally."""
        others: list[Json] = [
            {"id": id, "seat": seat, "at": None, "profile": {**PLAIN, "rank": 1, "life": "S" * life}}
            for id, seat, life in ((TARGET, "2", 12), (ALLY, "1", 1))
        ]
        return self.stands(None, others=others)

    @cached_property
    def profile(self) -> Profile:
        """The printed profile of a card."""
        return self.stands([MIDDLE, MIDDLE]).state.pieces[ATTACKER].profile


def outlook(pack: str, card: str, equipment: str | None, data: Json | None = None) -> Json:
    """The abilities of a rouage of that pack, bearing that card or nothing; `data`: the pack as `Pack.to_json` printed
    it, for any but the core pack. JSON:

    - `attacks`: a row for `frontal` and `charge`, each without and with `supported` (ROL-3), with its `dice` and
      `threshold`, and in `wounds` and `fated` a list for each Dodge from 0 to 5: the chances of 0, 1, 2, … 6 wounds on
      a target of plain PV that dodges; `fated`: fate tempted where that is to be expected to wound more (ROL-5).
    - `shots`: a row for each distance (`far`: beyond 4 in) and for `cover`, the same figures; none where it cannot
      shoot (ROL-4). A ranged attack is never supported: an ally that could would engage the target (RNG-1).
    - `study`: chances of at least one success with its Technique, `alone` and `supported`.
    - `base`: its diameter in mm. `walk` and `enter`: the regions of `Match.reach` (µm), from the middle of the empty
      Bloc and from the south edge; `furthest`: how far one walk may take it, centre to centre, µm.

    Raises ValueError for a pack or a card that is not there.
    """
    bench = _Bench(pack, card, equipment, {} if data is None else {pack: Pack.from_json(data)})
    attacks = [
        {"kind": kind, "supported": supported, **row}
        for kind in ("frontal", "charge")
        for supported in (False, True)
        if (row := _attack(bench, kind, supported)) is not None
    ]
    shots = [
        {"far": kind == "far", "cover": cover, **row}
        for kind in ("ranged", "far")
        for cover in (False, True)
        if (row := _attack(bench, kind, cover)) is not None
    ]
    study = {"alone": _study(bench, False), "supported": _study(bench, True)}
    return {"attacks": attacks, "shots": shots, "study": study, **_reach(bench)}


def _attack(bench: _Bench, kind: Kind, beside: bool) -> Json | None:
    """The dice that the engine would roll at a plain target, and what they do; None where it refuses the attack."""
    match, rows, rolls = bench.fights, dict[bool, list[list[float]]](), list[Rolled]()
    attacker, target = (match.state.pieces[id] for id in (ATTACKER, TARGET))
    for fate in (False, True):
        rows[fate] = []
        for dodge in DODGES:
            foe = replace(target, profile=replace(target.profile, dodge=dodge))
            odds = matchup(match, attacker, foe, kind, "dodge" if dodge else "nothing", beside, fate)
            if isinstance(odds, Refusal):
                return None
            rows[fate].append(_wounds(odds))
            rolls += odds.rolls[:1]
    roll = rolls[0]
    return {"dice": len(roll.dice), "threshold": roll.threshold, "wounds": rows[False], "fated": rows[True]}


def _wounds(attack: Odds) -> list[float]:
    """The chances of 0, 1, … wounds."""
    chances = spread(attack.chances, lambda result: min(result.wounds, MOST_WOUNDS))
    return [float(chances.get(wounds, 0)) for wounds in range(MOST_WOUNDS + 1)]


def _study(bench: _Bench, supported: bool) -> float:
    """ROL-1, ROL-3: the chance of at least one success at a marker beside the rouage, perhaps with an ally there."""
    match, x = bench.fights, MIDDLE + bench.profile.base * 500 + CLOSE + RADIUS
    state = changed(match.state, ATTACKER, at=(MIDDLE, MIDDLE))
    if supported:
        state = changed(state, ALLY, at=(x + 2 * RADIUS + CLOSE, MIDDLE))
    test = Testing(ATTACKER, "marker", "study", "technique", BASE_THRESHOLD, Resolve("study", "", "1", ATTACKER))
    marker = PlacedMarker("marker", (x, MIDDLE))
    begun = match.placed(replace(state, markers={"marker": marker}, stack=(*state.stack, test)))
    chances, _ = tested(match, begun, test)
    return float(1 - chances.get(0, 0))


def _reach(bench: _Bench) -> Json:
    walk = bench.stands([MIDDLE, MIDDLE]).reach(ATTACKER, "walk")
    corners = [corner for polygon in walk["polygons"] for corner in polygon["outer"]]
    furthest = max(((x - MIDDLE) ** 2 + (y - MIDDLE) ** 2) ** 0.5 for x, y in corners)
    return {
        "base": bench.profile.base,
        "walk": walk["polygons"],
        "enter": bench.stands(None).reach(ATTACKER, "enter")["polygons"],
        "furthest": round(furthest),
    }
