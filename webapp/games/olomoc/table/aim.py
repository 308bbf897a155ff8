"""One player's marks on the Bloc beyond the scene: reach, threat zones, ruler, ghost, candidates, decor in the hand.

Regions, placements and refusals are the engine's; here they are only put where the component finds them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import json

from webapp.games.olomoc.faces import face_of
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.draft import PendingCommand, aimed
from webapp.games.olomoc.table.lens import Lens, drawn
from webapp.games.olomoc.table.text.names import Names

Json = Mapping[str, Any]
SPOT = 12
"""Diameter (mm) of the mark for a place that is a point."""
TOUCH = 60
"""Micrometres by which a base may miss a ruler's edge and still be said to lie against it, rounding included."""


def aim(context: PanelContext, lens: Lens | None = None, spots: Sequence[Any] = ()) -> str:
    """The component's `aim` string: what is asked, and what `lens` looks at besides. `spots`: places that are lit while
    one is looked for."""
    body = build(context)
    if spots and body["mode"] == "point" and body["to"] is None:
        body["spots"] = list(spots)
    return printed(body if lens is None else looked_through(body, lens, context.names))


def printed(body: Json) -> str:
    """An aim as the component reads it."""
    return json.dumps(body)


def looked_through(body: dict[str, Any], lens: Lens, names: Names) -> dict[str, Any]:
    """The aim with what is looked at laid over it; a reach of the question itself comes first."""
    seen = drawn(lens, names)
    if body["mode"] != "idle":
        seen = {key: seen[key] for key in seen if key in ("tool", "ends", "measure", "sights", "coulds", "foretold")}
    if lens.piece is not None and lens.scouted is not None and lens.scouted["threat"] is not None:
        others = [threat for threat in body.get("threats", ()) if threat["id"] != lens.piece]
        seen["threats"] = [*others, zone(lens.piece, lens.scouted["threat"], names)]
    elif lens.piece is not None and body["mode"] == "idle":
        seen["threats"] = []
    return body | seen


def zone(id: str, radius: int, names: Names) -> dict[str, Any]:
    """A threat zone about a piece, as drawn."""
    piece = names.get(id)
    x, y = piece["at"]
    return {"id": id, "seat": piece.get("seat"), "x": x, "y": y, "r": radius}


def watched(rev: int, lens: Lens, names: Names) -> str:
    """The aim of a window that only watches."""
    return printed(looked_through({"rev": rev, "mode": "idle"}, lens, names))


def build(context: PanelContext) -> dict[str, Any]:
    draft = context.draft
    kind = (context.decision or {}).get("kind")
    base: dict[str, Any] = {"rev": draft.rev, "mode": "idle"}
    if kind == "act" and draft.in_hand:
        base["chosen"] = draft.in_hand
        if draft.group in ("", "end"):
            base["walkers"] = [
                o["command"]["rouage"] for o in context.options if o["legal"] and o["command"]["kind"] == "walk"
            ]
    if draft.pending is not None and draft.pending.pose is not None:
        return base | decor(context, draft.pending)
    if kind == "choose-edge":
        edges = [option["command"]["edge"] for option in context.options]
        return base | {"edges": [{"side": edge, "label": context.names.tr(f"what.{edge}")} for edge in edges]}
    if draft.pending is not None and draft.pending.placing:
        return base | placing(context)
    if draft.pending is not None and (target := aimed(draft.pending.command)):
        return base | {"pick": [target]} | line(context, draft.pending.command, target)
    return base | ({"pick": lit} if (lit := candidates(context)) else {})


def candidates(context: PanelContext) -> list[str]:
    """Pieces and markers that the question, or the action taken up, can be answered with."""
    lit = context.draft.lit()
    return [*lit] if context.kind == "act" else [id for id in lit if context.names.get(id).get("at")]


def planned(context: PanelContext) -> dict[str, Any] | None:
    """The piece that is being placed, where it would stand; None before a place is pointed at."""
    pending, piece = context.draft.pending, mover(context)
    if pending is None or pending.to is None or piece is None:
        return None
    return {"piece": piece, "at": list(pending.to)}


def mover(context: PanelContext) -> str | None:
    """The piece that is being placed."""
    pending = context.draft.pending
    if pending is None:
        return None
    command, params = pending.command, context.params
    if command["kind"] == "tactic":
        key = "rouage" if command["tactic"] == "push-attacker" else "target"
        return str(params[key])
    moved = command.get("rouage") or params.get("piece")
    return moved if isinstance(moved, str) else None


def placing(context: PanelContext) -> dict[str, Any]:
    pending, names = context.draft.pending, context.names
    if pending is None:
        return {}
    id = mover(context) or ""
    piece = names.get(id) if pending.place == "to" else {}
    if not piece:
        piece = {"profile": {"base": context.params.get("size") or SPOT}, "at": origin(context)}
    start = piece.get("at")
    ruler = (pending.resolved or {}).get("ruler")
    label = names.inches(math.dist(start, pending.to)) if start and pending.to else ""
    target = aimed(pending.command)
    return {
        "mode": "point",
        "piece": {
            "id": id,
            "d": piece["profile"]["base"],
            "mono": names.monogram(id),
            "face": face_of(names, id),
            "seat": piece.get("seat", context.draft.seat),
        },
        "from": start,
        "to": list(pending.to) if pending.to else None,
        "ok": None if pending.to is None else pending.resolved is not None,
        "ruler": sized(ruler, piece, pending.to, context) if ruler and pending.to else None,
        "held": held(context) if start else None,
        "turns": [[r["x"], r["y"], r["angle"], r["length"], r["width"]] for r in pending.turns] if ruler else [],
        "blocked": [id for id in (pending.why or {}).get("params", {}).get("by", ()) if isinstance(id, str)],
        "near": near(context),
        "label": label,
        "reach": pending.reach,
        "threats": [zone(t["id"], t["radius"], names) for t in pending.threats if target in (None, t["id"])],
        "pick": [target] if target else [],
        "confirm": names.tr("prompt.here"),
        "cancel": names.tr("prompt.cancel"),
    }


def held(context: PanelContext) -> dict[str, int] | None:
    """The ruler (length and width in µm) that is held beside the way while a place is looked for (MOV-7)."""
    asked = reach_of(context)
    if asked is None:
        return None
    displacement, push = context.names.book.rulers()
    length, width = push if asked[1] == "push" else displacement
    return {"length": length, "width": width}


def origin(context: PanelContext) -> Any:
    """The origin of measures for a card that asks for a place: its bearer."""
    pending = context.draft.pending
    bearer = (
        (pending.command.get("rouage") if pending else None)
        or context.params.get("near")
        or context.params.get("rouage")
    )
    return place_of(context, bearer) if isinstance(bearer, str) else None


def sized(ruler: Json, piece: Json, to: tuple[int, int], context: PanelContext) -> dict[str, Any]:
    """The ruler with its sides: of the two, the one that the base touches where it ends."""
    rulers = context.names.book.rulers()
    radius = piece["profile"]["base"] * 500
    for length, width in rulers:
        if abs(gap(to, ruler, length, width) - radius) <= TOUCH:
            return {**ruler, "length": length, "width": width}
    length, width = rulers[0]
    return {**ruler, "length": length, "width": width}


def gap(point: tuple[int, int], ruler: Json, length: int, width: int) -> float:
    """The distance from a point to the nearest edge of a ruler lying there, in micrometres."""
    turn = ruler["angle"] / 1_000_000
    dx, dy = point[0] - ruler["x"], point[1] - ruler["y"]
    along = abs(dx * math.cos(turn) + dy * math.sin(turn)) - length / 2
    across = abs(dy * math.cos(turn) - dx * math.sin(turn)) - width / 2
    return math.hypot(max(along, 0), max(across, 0))


def line(context: PanelContext, command: Json, target: str) -> dict[str, Any]:
    """The line from the acting rouage to its target."""
    ends = [context.names.get(command.get("rouage", "")).get("at"), place_of(context, target)]
    return {"sight": {"segment": ends}} if all(ends) else {}


def place_of(context: PanelContext, id: str) -> Any:
    thing = context.names.get(id) or next((m for m in context.view.get("markers", ()) if m["id"] == id), {})
    return thing.get("at")


def decor(context: PanelContext, pending: PendingCommand) -> dict[str, Any]:
    names = context.names
    piece = names.book.decor_piece(pending.command["decor"])
    if piece is None:
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
        "pose": pending.pose,
        "ok": pending.resolved is not None,
    }


def near(context: PanelContext) -> dict[str, Any] | None:
    """The nearest legal place, where the one pointed at is not."""
    pending = context.draft.pending
    if pending is None or pending.near is None or pending.why is None:
        return None
    far = context.names.inches(pending.near["apart"])
    return {"to": pending.near["to"], "label": context.names.tr("look.nearest", far=far)}


def reach_of(context: PanelContext) -> tuple[str, str, str | None] | None:
    """The piece whose region to ask the engine for, of which kind and at whom; None where the engine draws none (a
    placement)."""
    id, pending = mover(context), context.draft.pending
    if id is None or pending is None:
        return None
    kind, code = pending.command["kind"], (context.decision or {}).get("prompt", {}).get("code", "")
    target = aimed(pending.command)
    if kind in ("walk", "charge", "enter"):
        return id, kind, target if kind == "charge" else None
    if kind == "tactic" or code == "push" or context.params.get("ruler") == "push":
        return id, "push", None
    if code == "hostile-charge":
        return id, "charge", context.params.get("target")
    return {"hostile-walk": (id, "walk", None), "displace": (id, "walk", None)}.get(code)
