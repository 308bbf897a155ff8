"""The engine's reach with the dangers of ending there (`Match.risks`), as the component draws it.

Nothing is worked out here: each layer of the answer becomes a part with its own pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Json = Mapping[str, Any]
ORDER = ("clear", "engages", "leaves", "seen", "tinted")
"""The parts that a legend explains, in its order."""


def plain(region: Json) -> list[dict[str, Any]]:
    """A region before its risks are known: `[{"risk": "all", "rings"}]`."""
    rings = _rings(region["polygons"])
    return [{"risk": "all", "rings": rings}] if rings else []


def parted(risks: Json) -> list[dict[str, Any]]:
    """The parts of `risks`: `{"risk", "rings", "lines"?, "by"?}`, the whole ("all") first."""
    parts = plain(risks)
    if rings := _rings(risks["clear"]):
        parts.append({"risk": "clear", "rings": rings})
    for layer in risks["layers"]:
        parts.append({"risk": layer["risk"], "rings": _rings(layer["polygons"]), "by": layer["by"]})
    if risks["tinted"]:
        rings = [ring for row in risks["tinted"] for ring in _rings(row["polygons"])]
        lines = [line for row in risks["tinted"] for line in row["lines"]]
        parts.append({"risk": "tinted", "rings": rings, "lines": lines, "by": [row["id"] for row in risks["tinted"]]})
    return parts


def named(parts: Iterable[Json]) -> list[str]:
    """The risks among some parts that a legend has a word for."""
    risks = {part["risk"] for part in parts}
    return [risk for risk in ORDER if risk in risks]


def _rings(polygons: Iterable[Json]) -> list[Any]:
    return [ring for polygon in polygons for ring in (polygon["outer"], *polygon["holes"])]
