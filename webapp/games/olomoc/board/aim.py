"""What one player sees on the Bloc beyond the scene: reach, threat zones, ruler, ghost, candidates, decor in the hand.

Regions, placements and refusals are the engine's; here they are only put where the component finds them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.table.context import Sheet
from webapp.games.olomoc.table.lens import Lens, drawn
from webapp.games.olomoc.table.prompts.actions import aimed, chosen, groups
from webapp.games.olomoc.table.text.names import Names

Json = Mapping[str, Any]
INCH = 25_400
SPOT = 12
"""Diameter (mm) of the mark for a place that is a point."""
TOUCH = 60
"""Micrometres by which a base may miss a ruler's edge and still be said to lie against it, rounding included."""


def aim(sheet: Sheet, lens: Lens | None = None) -> str:
    """The component's `aim` string: what is asked, and what `lens` looks at besides."""
    body = build(sheet)
    return printed(body if lens is None else looked_through(body, lens, sheet.names))


def printed(body: Json) -> str:
    """An aim as the component reads it."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def looked_through(body: dict[str, Any], lens: Lens, names: Names) -> dict[str, Any]:
    """The aim with what is looked at laid over it; a reach of the question itself comes first."""
    seen = drawn(lens, names)
    if body["mode"] != "idle":
        seen = {key: seen[key] for key in seen if key in ("tool", "ends", "measure", "sights", "coulds", "foretold")}
    if lens.piece is not None and lens.scouted is not None and lens.scouted["threat"] is not None:
        others = [it for it in body.get("threats", ()) if it["id"] != lens.piece]
        seen["threats"] = [*others, zone(lens.piece, lens.scouted["threat"], names)]
    elif lens.piece is not None and body["mode"] == "idle":
        seen["threats"] = []
    return body | seen


def zone(id: str, radius: int, names: Names) -> dict[str, Any]:
    """A threat zone about a piece, as drawn."""
    it = names.get(id)
    x, y = it["at"]
    return {"id": id, "seat": it.get("seat"), "x": x, "y": y, "r": radius}


def watched(rev: int, lens: Lens, names: Names) -> str:
    """The aim of whoever only watches."""
    return printed(looked_through({"rev": rev, "mode": "idle"}, lens, names))


def build(sheet: Sheet) -> dict[str, Any]:
    desk = sheet.desk
    kind = (sheet.decision or {}).get("kind")
    base: dict[str, Any] = {"rev": desk.rev, "mode": "idle"}
    looked = chosen(sheet) if kind == "act" else None
    if looked:
        base["chosen"] = looked
        if desk.doing is None and desk.group is None:
            base["walkers"] = [
                o["command"]["rouage"] for o in sheet.options if o["legal"] and o["command"]["kind"] == "walk"
            ]
    if kind == "place-decor" and desk.decor and desk.pose:
        return base | decor(sheet)
    if kind == "choose-edge":
        found = [o["command"]["edge"] for o in sheet.options]
        return base | {"edges": [{"side": e, "label": sheet.names.tr(f"what.{e}")} for e in found]}
    if desk.doing is not None and desk.doing.placing:
        return base | placing(sheet)
    if desk.doing is not None and (target := aimed(desk.doing.command)):
        return base | {"pick": [target]} | line(sheet, desk.doing.command, target)
    return base | ({"pick": found} if (found := candidates(sheet)) else {})


def candidates(sheet: Sheet) -> list[str]:
    """Pieces and markers that the question, or the action taken up, can be answered with."""
    kind = (sheet.decision or {}).get("kind")
    if kind == "act":
        group = next((g for g in groups(sheet) if g.key == sheet.desk.group), None)
        commands = [option["command"] for _, option in group.legal] if group else []
        return sorted({t for c in commands if (t := aimed(c) or (c["rouage"] if c["kind"] == "coordinate" else None))})
    if kind in ("choose-rouage", "hostile", "choose"):
        named = [o["command"].get("rouage") or o["command"].get("choice") for o in sheet.options if o["legal"]]
        return [id for id in named if isinstance(id, str) and sheet.names.get(id).get("at")]
    return []


def mover(sheet: Sheet) -> str | None:
    """The piece that is being placed."""
    doing = sheet.desk.doing
    if doing is None:
        return None
    command, params = doing.command, sheet.params
    if command["kind"] == "tactic":
        key = "rouage" if command["tactic"] == "push-attacker" else "target"
        return str(params[key])
    found = command.get("rouage") or params.get("piece")
    return found if isinstance(found, str) else None


def placing(sheet: Sheet) -> dict[str, Any]:
    doing, names = sheet.desk.doing, sheet.names
    if doing is None:
        return {}
    id = mover(sheet) or ""
    it = names.get(id) if doing.place == "to" else {}
    if not it:
        it = {"profile": {"base": sheet.params.get("size") or SPOT}, "at": origin(sheet)}
    start = it.get("at")
    ruler = (doing.resolved or {}).get("ruler")
    label = names.inches(math.dist(start, doing.to)) if start and doing.to else ""
    target = aimed(doing.command)
    return {
        "mode": "point",
        "piece": {
            "id": id,
            "d": it["profile"]["base"],
            "mono": names.monogram(id),
            "seat": it.get("seat", sheet.desk.seat),
        },
        "from": start,
        "to": list(doing.to) if doing.to else None,
        "ok": None if doing.to is None else doing.resolved is not None,
        "ruler": sized(ruler, it, doing.to, sheet) if ruler and doing.to else None,
        "held": held(sheet) if start else None,
        "turns": [[r["x"], r["y"], r["angle"], r["length"], r["width"]] for r in doing.turns] if ruler else [],
        "blocked": [id for id in (doing.why or {}).get("params", {}).get("by", ()) if isinstance(id, str)],
        "near": near(sheet),
        "label": label,
        "reach": sheet.desk.reach,
        "threats": [zone(t["id"], t["radius"], names) for t in sheet.desk.threats if target in (None, t["id"])],
        "pick": [target] if target else [],
        "confirm": names.tr("prompt.here"),
        "cancel": names.tr("prompt.cancel"),
    }


def held(sheet: Sheet) -> dict[str, int] | None:
    """The ruler (length and width in µm) that is held beside the way while a place is looked for (MOV-7)."""
    asked = reach_of(sheet)
    if asked is None:
        return None
    displacement, push = sheet.names.book.rulers()
    length, width = push if asked[1] == "push" else displacement
    return {"length": length, "width": width}


def origin(sheet: Sheet) -> Any:
    """Where a card that asks for a place measures from: its bearer."""
    doing = sheet.desk.doing
    bearer = (doing.command.get("rouage") if doing else None) or sheet.params.get("near") or sheet.params.get("rouage")
    return place_of(sheet, bearer) if isinstance(bearer, str) else None


def standing(sheet: Sheet) -> list[Json]:
    return [it for it in [*sheet.view.get("rouages", ()), *sheet.view.get("hostiles", ())] if it.get("at")]


def sized(ruler: Json, it: Json, to: tuple[int, int], sheet: Sheet) -> dict[str, Any]:
    """The ruler with its sides: of the two, the one that the base touches where it ends."""
    rulers = sheet.names.book.rulers()
    radius = it["profile"]["base"] * 500
    for length, width in rulers:
        if abs(gap(to, ruler, length, width) - radius) <= TOUCH:
            return {**ruler, "length": length, "width": width}
    length, width = rulers[0]
    return {**ruler, "length": length, "width": width}


def gap(point: tuple[int, int], ruler: Json, length: int, width: int) -> float:
    """From a point to the nearest edge of a ruler lying there, in micrometres."""
    turn = ruler["angle"] / 1_000_000
    dx, dy = point[0] - ruler["x"], point[1] - ruler["y"]
    along = abs(dx * math.cos(turn) + dy * math.sin(turn)) - length / 2
    across = abs(dy * math.cos(turn) - dx * math.sin(turn)) - width / 2
    return math.hypot(max(along, 0), max(across, 0))


def line(sheet: Sheet, command: Json, target: str) -> dict[str, Any]:
    """From who acts to whom it aims at."""
    ends = [sheet.names.get(command.get("rouage", "")).get("at"), place_of(sheet, target)]
    return {"sight": {"segment": ends}} if all(ends) else {}


def place_of(sheet: Sheet, id: str) -> Any:
    it = sheet.names.get(id) or next((m for m in sheet.view.get("markers", ()) if m["id"] == id), {})
    return it.get("at")


def decor(sheet: Sheet) -> dict[str, Any]:
    desk, names = sheet.desk, sheet.names
    piece = names.book.decor_piece(desk.decor or "")
    if piece is None or desk.pose is None:
        return {}
    return {
        "mode": "decor",
        "decor": {
            "id": piece.id,
            "kind": piece.kind,
            "tinted": piece.tinted,
            "points": [list(p) for p in piece.polygon],
            "label": names.tr("prompt.decor-in-hand"),
        },
        "pose": desk.pose,
        "ok": desk.pose_ok,
    }


def near(sheet: Sheet) -> dict[str, Any] | None:
    """The nearest legal place, where the one pointed at is not."""
    doing = sheet.desk.doing
    if doing is None or doing.near is None or doing.why is None:
        return None
    far = sheet.names.inches(doing.near["apart"])
    return {"to": doing.near["to"], "label": sheet.names.tr("look.nearest", far=far)}


def reach_of(sheet: Sheet) -> tuple[str, str, str | None] | None:
    """Whose region to ask the engine for, of which kind and at whom; None where it draws none (a placement)."""
    id, doing = mover(sheet), sheet.desk.doing
    if id is None or doing is None:
        return None
    kind, code = doing.command["kind"], (sheet.decision or {}).get("prompt", {}).get("code", "")
    target = aimed(doing.command)
    if kind in ("walk", "charge", "enter"):
        return id, kind, target if kind == "charge" else None
    if kind == "tactic" or code == "push" or sheet.params.get("ruler") == "push":
        return id, "push", None
    if code == "hostile-charge":
        return id, "charge", sheet.params.get("target")
    return {"hostile-walk": (id, "walk", None), "displace": (id, "walk", None)}.get(code)
