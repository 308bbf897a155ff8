"""The engine's reach with the dangers of ending there (`Match.risks`), as the component draws it.

Nothing is worked out here: each layer of the answer becomes a part with its own pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Json = Mapping[str, Any]
ORDER = ("clear", "engages", "leaves", "seen", "tinted")
"""The parts that a legend explains, in its order."""


def plain(found: Json) -> list[dict[str, Any]]:
    """A region before its risks are known: `[{"risk": "all", "rings"}]`."""
    rings = _rings(found["polygons"])
    return [{"risk": "all", "rings": rings}] if rings else []


def parted(found: Json) -> list[dict[str, Any]]:
    """The parts of `risks`: `{"risk", "rings", "lines"?, "by"?}`, the whole ("all") first."""
    parts = plain(found)
    if rings := _rings(found["clear"]):
        parts.append({"risk": "clear", "rings": rings})
    for layer in found["layers"]:
        parts.append({"risk": layer["risk"], "rings": _rings(layer["polygons"]), "by": layer["by"]})
    if found["tinted"]:
        rings = [ring for row in found["tinted"] for ring in _rings(row["polygons"])]
        lines = [line for row in found["tinted"] for line in row["lines"]]
        parts.append({"risk": "tinted", "rings": rings, "lines": lines, "by": [row["id"] for row in found["tinted"]]})
    return parts


def named(parts: Iterable[Json]) -> list[str]:
    """The risks among some parts that a legend has a word for."""
    there = {part["risk"] for part in parts}
    return [risk for risk in ORDER if risk in there]


def _rings(polygons: Iterable[Json]) -> list[Any]:
    return [ring for polygon in polygons for ring in (polygon["outer"], *polygon["holes"])]
