"""A bench: heroes, units and things to be put on the board by dragging or by two presses, where a scenario is free."""

from __future__ import annotations

from collections.abc import Iterable

from webapp.games.blade import board_features as features
from webapp.games.blade.discs import face
from webapp.games.blade.names import Names
from webapp.games.contract import Json
from webapp.ui.tree import Child, el, icon

OBJECTS = ("chest", "rubble", "flames")
"""The objects and tokens that stand ready."""
GONE = "gone"
"""Where a character is dropped to be off the board."""


def palette(names: Names, carried: str) -> list[Child]:
    """What can be put on the board. `carried`: what is in hand."""
    tr, rows = names.tr, names.book.rows
    groups = {
        "heroes": [f"hero:{id}" for id in rows["heroes"] if id not in names.heroes],
        "units": [f"unit:{id}" for id in rows["units"]],
        "cards": [f"card:{id}" for id in rows["items"]],
        "objects": [f"object:{kind}" for kind in OBJECTS],
    }
    hint = tr("bench.carried", what=_called(carried, names)) if carried else tr("bench.hint")
    gone = el("p.bench-gone", icon("trash"), " ", tr("bench.gone"), drop=GONE, testid="bench-gone")
    shown: list[Child] = [el("h2.overline", tr("bench.title")), el("p.muted", hint, role="status"), gone]
    for key, chips in groups.items():
        row = el("div.bench-chips", _chips(chips, names, carried))
        opened = {"open": ""} if key == "units" else {}
        shown.append(el("details.bench-group", el("summary", tr(f"bench.{key}")), row, key=key, **opened))
    return shown


def _chips(ids: Iterable[str], names: Names, carried: str) -> list[Child]:
    chips: list[Child] = []
    for id in ids:
        sort, _, plain = id.partition(":")
        picture = features.sign(plain) if sort == "object" else face(plain, names) if sort != "card" else None
        label = [picture, el("span", _called(id, names))]
        marks: Json = {"aria_pressed": str(id == carried).lower(), "testid": f"bench-{sort}-{plain}"}
        do = {"do": "carry", "what": "" if id == carried else id}
        chips.append(el("button.bench-chip", label, drag=id, do=do, key=id, **marks))
    return chips


def _called(what: str, names: Names) -> str:
    return names.called(what.partition(":")[2] or what)


def change(what: str, zone: str) -> Json:
    """The change that puts something in a zone, or a character off the board."""
    sort, _, id = what.partition(":")
    if zone == GONE:
        return {"gone": what}
    match sort:
        case "hero" | "unit":
            return {sort: id, "at": zone}
        case "card" | "item" | "object":
            return {sort: id, "zone": zone}
    return {"who": what, "at": zone}
