"""The Book: the river with its tiles, the Overlord's gems, its events."""

from __future__ import annotations

from collections.abc import Sequence

from webapp.games.blade import board_features as features
from webapp.games.blade.discs import Acts, face
from webapp.games.blade.hero_strips import dice_letters, rail
from webapp.games.blade.names import EVENT, Names, clause, letter
from webapp.games.blade.news import news
from webapp.games.blade.sheets import event_fault, event_words, unit_facts, uses_left
from webapp.games.contract import Json
from webapp.table_kit.composer import can, press
from webapp.ui.tree import Child, Node, el

MODES = {"melee": "attacked", "ranged": "bow"}
"""The kinds of blows of a unit, and their signs."""


def book(names: Names, acts: Acts, overlay: str = "", deed: str = "", *, apart: bool = False) -> list[Child]:
    """The river, and the Overlord's gems. `overlay`: what is drawn over the board; a tile asks for its forecast;
    `deed`: what the Overlord's bot did last; `apart`: the river and the gems stand elsewhere."""
    tr, view = names.tr, names.view
    its = view["book"]
    return [
        el("h2.overline", tr("blade.the-book"), " · ", names.player("1")),
        *([] if apart else [_river(names, acts, overlay), _energy(names)]),
        _guarded_away(its, names),
        el("p.blade-cheap", _cheap(names)) if any(not row["dead"] for row in view["river"]) else None,
        el("p.blade-deed", deed, testid="deed") if deed else None,
        None if apart else _events(names, acts),
        *news(names),
    ]


def river(names: Names, acts: Acts, overlay: str = "") -> list[Child]:
    """The river in one row for whom it is their hand, with the gems that are left, the events beside it."""
    return [el("div.river-row", _energy(names), _river(names, acts, overlay), _events(names, acts))]


def _river(names: Names, acts: Acts, overlay: str) -> Node:
    rows = names.view["river"]
    tiles = [_tile(n, row, rows, names, acts, overlay) for n, row in enumerate(rows)]
    return el("ol.blade-river", tiles, aria_label=names.tr("blade.river"))


def _energy(names: Names) -> Node:
    its = names.view["book"]
    energy = names.tr("blade.energy", ready=its["reserve"], more=its["recovery"])
    back = min(max(0, its["recovery"]), its["fatigue"]) if names.view["side"] == "heroes" else 0
    return el("p.blade-energy", rail(its, names, "book", back=back), el("strong", energy))


def _guarded_away(its: Json, names: Names) -> Node | None:
    """What guards have taken stays on its box until the Overlord's own turn has ended (OVL-13)."""
    n = its["boxes"].get("guard", 0)
    return el("p.blade-cheap", names.tr.plural("blade.guarded-away", n), " ", clause("OVL-13")) if n else None


def _cheap(names: Names) -> str:
    """What two of the cheapest tiles and two guards would need, and what costs less once each has gone to the end."""
    alive = [row for row in names.view["river"] if not row["dead"]]
    # the second is a slot cheaper where it stood behind the first (RIV-2)
    costs = [row["cost"] for row in alive[:2]]
    needed = costs[0] + (costs[1] - 1 if len(costs) > 1 else 0) + 2
    line = names.tr("blade.cheap", n=needed, first=names.tile(alive[0]["tile"]), cost=costs[0])
    if len(alive) > 1:
        line += names.tr("blade.cheap-then", then=names.tile(alive[1]["tile"]), cost=costs[1] - 1)
    return line


def _tile(n: int, row: Json, rows: Sequence[Json], names: Names, acts: Acts, overlay: str) -> Node:
    """The nth tile of the river. While one is pointed at, it and those behind it say what they cost once it is at the
    end (RIV-2)."""
    tr, id = names.tr, row["tile"]
    counted = tr("blade.alive", n=row["alive"], of=row["total"]) if id != EVENT else ""
    unit = names.view["tiles"][id]["unit"] if id in names.view["tiles"] else ""
    active = names.view["active"] or {}
    then = {"last": rows[-1]["cost"], "sooner": rows[n - 1]["cost"] if n else 0}
    printed = names.book.rows["units"][unit] if unit else None
    signs = _facts(printed, names) if printed else []
    asked = view_asked if (view_asked := names.view.get("decision")) and view_asked["kind"] == "reinforce" else None
    coming = asked["prompt"]["params"]["there"] if asked else {}
    inside: list[Child] = [
        el("strong.tile-cost", str(row["cost"]), title=tr("blade.tile-cost", n=row["cost"])),
        *(el(f"em.tile-then.is-{when}", f"→ {cost}", aria_hidden="true") for when, cost in then.items()),
        face(unit, names) if unit else el("span.blade-face.is-event", "★"),
        el("span.tile-name", names.tile(id)),
        el("small.tile-alive", el("i.tile-letter", letter(id), cls=f"tile-{id}"), " ", counted),
        el("small.tile-facts", signs) if signs else None,
        el("em.tile-comes", f"+{coming[id]}", title=tr("blade.arrive-left", n=coming[id])) if coming.get(id) else None,
    ]
    cls = [
        "is-dead" if row["dead"] else "",
        "is-can" if can(acts, id) else "",
        "is-active" if active.get("tile") == id else "",
        "is-done" if id in names.view["activated"] else "",
    ]
    marks = press(acts, id, f"tile:{id}")
    if overlay == "forecast" and unit:
        marks = {"data_thing": id, "do": {"do": "overlay", "overlay": overlay, "about": id}}
    title = ". ".join(unit_facts(printed, names)) if printed else None
    return el("li", el("button.blade-tile", inside, testid=f"tile-{id}", cls=cls, title=title, **marks), key=id)


def _facts(row: Json, names: Names) -> list[Child]:
    """What a unit can do, as signs: movement, fixed passive defence, the dice of its blows, what a figure costs."""
    signs: list[Child] = [_fact("may-move", str(row["movement"])), _fact("shield", str(row["passive"]))]
    for mode, sign in MODES.items():
        dice = [el("i.die", dice_letters([die], names), cls=f"is-{die.rstrip('*')}") for die in row.get(mode, ())]
        signs += [el("span.tile-fact", features.sign(sign), dice)] if dice else []
    reinforced = row.get("reinforcement")
    return [*signs, el("span.tile-fact", f"✚{reinforced}")] if reinforced else signs


def _fact(sign: str, shown: str) -> Node:
    return el("span.tile-fact", features.sign(sign), shown)


def _events(names: Names, acts: Acts) -> Node | None:
    """The Overlord's events as cards: what they do and when, the uses left, why one cannot be played now (EVT-7)."""
    rows = names.view["events"]
    tile = _tile_fault(names)
    cards = [_event(id, row["left"], row["why"] or tile, names, acts) for id, row in rows.items()]
    return el("ul.blade-events", cards, aria_label=names.tr("blade.events")) if cards else None


def _tile_fault(names: Names) -> Json | None:
    """Why the event tile cannot be activated now, where the viewer chooses a tile (EVT-1)."""
    asked = names.view.get("decision") or {}
    rows = asked["options"] if asked.get("kind") == "overlord-act" else ()
    activates = {"kind": "activate", "tile": EVENT}
    return next((row["why"] for row in rows if row["command"] == activates and not row["legal"]), None)


def _event(id: str, left: int | None, why: Json | None, names: Names, acts: Acts) -> Node:
    reason = None if why is None else el("small.event-why", event_fault(why, names))
    inside = [
        el("strong", names.called(id)),
        el("small.muted", uses_left(left, names)),
        el("small", event_words(id, names)),
        reason,
    ]
    cls = ["" if why is None else "is-off", "is-can" if can(acts, id) else ""]
    return el("li", el("button.blade-event", inside, cls=cls, **press(acts, id, f"event:{id}")), key=id)
