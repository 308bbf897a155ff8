"""Invariants of every position of every match, checked slowly and plainly, without a line of the engine's geometry."""

from __future__ import annotations

import math
from typing import Any

Json = dict[str, Any]

BLOC = 16 * 25_400
FORGIVEN = 10 + 1e-6
"""MEA-5: overlaps of at most 10 µm."""


def faults(position: Json) -> list[str]:
    """Everything that is wrong with a position; nothing, if the engine is right."""
    return [*_places(position), *_tokens(position), *_tracks(position)]


def discs(position: Json) -> list[tuple[str, int, int, int, bool]]:
    """Everything round on the Bloc: id, x, y, radius (µm), and whether it is a marker."""
    pieces = [p for key in ("rouages", "hostiles") for p in position[key] if p["at"] is not None]
    rounds = [(p["id"], *p["at"], p["profile"]["base"] * 500, False) for p in pieces]
    return rounds + [(m["id"], *m["at"], m["size"] * 500, True) for m in position["markers"]]


def _places(position: Json) -> list[str]:
    """MOV-1: nothing off the Bloc, no base on a base, a marker or a decor that is not a zone."""
    problems = []
    rounds = discs(position)
    for n, (id, x, y, radius, marker) in enumerate(rounds):
        if min(x, y, BLOC - x, BLOC - y) < radius - FORGIVEN:
            problems.append(f"{id} is off the Bloc")
        for name, ox, oy, other, _ in rounds[n + 1 :]:
            if math.hypot(x - ox, y - oy) < radius + other - FORGIVEN:
                problems.append(f"{id} is on {name}")
        if not marker:
            problems += [
                f"{id} is on {d['id']}"
                for d in position["decor"]
                if d["kind"] != "zone" and depth(d["polygon"], x, y) > FORGIVEN - radius
            ]
    return problems


def depth(polygon: list[list[int]], x: float, y: float) -> float:
    """The depth of a point in a polygon: its distance to the outline, negative outside."""
    nearest, inside = math.inf, False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        along = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)))
        nearest = min(nearest, math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)))
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return nearest if inside else -nearest


def _tokens(position: Json) -> list[str]:
    """NOI-1, STA-1, ACT-1, LIF-4, NOI-7."""
    problems = []
    for rouage in position["rouages"]:
        id, life = rouage["id"], rouage["profile"]["life"]
        if not 0 <= rouage["noirceur"] <= 3:
            problems.append(f"{id} has {rouage['noirceur']} Noirceur")
        if not 0 <= rouage["actions"] <= 4:
            problems.append(f"{id} has {rouage['actions']} action tokens")
        if len(set(rouage["states"])) != len(rouage["states"]):
            problems.append(f"{id} bears {rouage['states']}")
        if not 0 <= rouage["wounds"] <= len(life):
            problems.append(f"{id} has {rouage['wounds']} of {len(life)} PV checked")
        # LIF-4: at once; what a card does before it leaves comes while its wounds are being dealt
        dealt = any(frame["frame"] == "harm" for frame in position["stack"])
        if (rouage["wounds"] == len(life)) != bool(rouage.get("out")) and not dealt:
            problems.append(
                f"{id} is out of combat: {rouage.get('out')}, with {rouage['wounds']} of {len(life)} checked"
            )
        if rouage.get("out") and rouage["at"] is not None:
            problems.append(f"{id} is out of combat and on the Bloc")
        # WLK-1, ATK-1: two, and one more where a card gives it (GEN-1)
        if any(uses > 3 for what, uses in rouage["used"].items() if what in ("walk", "attack")):
            problems.append(f"{id} has used {rouage['used']}")
    problems += [f"{h['id']} bears Noirceur" for h in position["hostiles"] if h.get("noirceur")]
    problems += [f"{h['id']} has action tokens" for h in position["hostiles"] if h.get("actions")]
    return problems


def _tracks(position: Json) -> list[str]:
    """NOI-4, POL-1, SET-6, GEN-2, ART-1."""
    problems = []
    for name, value, most in (
        ("Fiel 1", position["fiel"]["1"], 3),
        ("Fiel 2", position["fiel"]["2"], 3),
        ("Traque", position["traque"], 3),
        ("points 1", position["points"]["1"], 20),
        ("points 2", position["points"]["2"], 20),
    ):
        if not 0 <= value <= most:
            problems.append(f"{name} at {value}")
    if not 1 <= position["cycle"] <= 4:
        problems.append(f"cycle {position['cycle']}")
    pile = [*position["artefact"], *position["discard"]]
    if len(pile) != len(set(pile)) or len(pile) > 12:
        problems.append(f"the Artefact holds {pile}")
    return problems
