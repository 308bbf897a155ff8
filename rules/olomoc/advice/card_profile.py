"""Figures of a rouage before any match begins: its range on an empty Bloc, and the exact chances of its attacks against
a plain target. The engine answers them on positions laid out for the purpose."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from rules.kernel import Refused
from rules.olomoc.advice.chances import AttackTerms, Side, Throw, exchange, throw_weights
from rules.olomoc.match import Match
from rules.olomoc.packs import Pack
from rules.olomoc.packs.layers import Shelf
from rules.olomoc.state import BLOC, INCH, Profile

Json = dict[str, Any]
DODGES = range(6)
MOST_WOUNDS = 6
"""Chances of more wounds than this are added up in the last figure."""
THRESHOLD = 5
"""ROL-1."""
PLAIN: Json = {"ministries": [], "technique": 0, "combat": 1, "shooting": 0, "dodge": 0, "base": 30, "capacities": []}
RADIUS = 15_000
"""The radius of the plain 30 mm bases that stand about, in µm."""
MIDDLE = BLOC // 2
CLOSE, NEAR, FAR = INCH // 2, 2 * INCH, 5 * INCH
"""Gaps between bases: engaged, free within 4 in, free beyond (ENG-1, RNG-2)."""
WALL = INCH // 2
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
        row
        for kind, gap in (("frontal", CLOSE), ("charge", NEAR))
        for supported in (False, True)
        if (row := _attack(bench, kind, gap, ally=supported)) is not None
    ]
    shots = [
        {"far": gap == FAR, "cover": cover, **row}
        for gap in (NEAR, FAR)
        for cover in (False, True)
        if (row := _attack(bench, "ranged", gap, cover=cover)) is not None
    ]
    return {"attacks": attacks, "shots": shots, **_study(bench), **_reach(bench)}


def _attack(bench: _Bench, kind: str, gap: int, *, ally: bool = False, cover: bool = False) -> Json | None:
    """The dice that the engine would roll at a target east of the rouage, and what they do; None where the engine
    refuses the attack. The ally, or the wall, stands beyond the target."""
    x = MIDDLE + bench.profile.base * 500 + gap + RADIUS
    others: list[Json] = [
        {"id": TARGET, "seat": "2", "at": [x, MIDDLE], "profile": {**PLAIN, "rank": 1, "life": "S" * 12}}
    ]
    if ally:
        beside = [x + 2 * RADIUS + CLOSE, MIDDLE]
        others.append({"id": ALLY, "seat": "1", "at": beside, "profile": {**PLAIN, "rank": 1, "life": "S"}})
    near, far = x + RADIUS, x + RADIUS + WALL
    corners = [[near, MIDDLE - WALL], [far, MIDDLE - WALL], [far, MIDDLE + WALL], [near, MIDDLE + WALL]]
    decor = [{"id": "wall", "kind": "open", "polygon": corners, "tinted": False}] if cover else []
    command: Json = {"kind": "charge" if kind == "charge" else "attack", "rouage": ATTACKER, "target": TARGET}
    if kind != "charge":
        command["mode"] = kind
    try:
        [roll] = bench.stands([MIDDLE, MIDDLE], others=others, decor=decor).odds("1", command)["rolls"]
    except Refused:
        return None
    throw = Throw(roll["dice"], roll["threshold"])
    return {
        "kind": kind,
        "supported": ally,
        "dice": throw.dice,
        "threshold": throw.threshold,
        "wounds": [_wounds(throw, dodge, fate=False) for dodge in DODGES],
        "fated": [_wounds(throw, dodge, fate=True) for dodge in DODGES],
    }


def _wounds(throw: Throw, dodge: int, *, fate: bool) -> list[float]:
    """The chances of 0, 1, … wounds on a target that dodges with so many dice."""
    terms = AttackTerms(
        attack=throw,
        attacker=Side("S"),
        target=Side("S" * 12),
        dodge=Throw(dodge, THRESHOLD) if dodge else None,
        fate=fate,
    )
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for result, chance in exchange(terms).items():
        chances[min(result.wounds, MOST_WOUNDS)] += chance
    return [float(chances[wounds]) for wounds in range(MOST_WOUNDS + 1)]


def _study(bench: _Bench) -> Json:
    """ROL-1, ROL-3: a marker is read with at least one success."""
    chances = {}
    for how, threshold in (("alone", THRESHOLD), ("supported", THRESHOLD - 1)):
        weights, total = throw_weights(Throw(bench.profile.technique, threshold))
        chances[how] = float(1 - Fraction(weights[0], total))
    return {"study": chances}


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
