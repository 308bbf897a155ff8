"""The active player's options (ACT), grouped as the list beside the card shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.games.olomoc.table.context import PanelContext

Json = Mapping[str, Any]
ORDER = ("walk", "attack", "charge", "rest", "study", "coordinate")


@dataclass(frozen=True)
class ActionGroup:
    """The options of one kind for one rouage; `key` names the button."""

    key: str
    options: Sequence[tuple[int, Json]]

    @property
    def legal(self) -> list[tuple[int, Json]]:
        return [(n, option) for n, option in self.options if option["legal"]]

    @property
    def why(self) -> Json:
        """The reason that is nearest to being met, of several: the last that the engine looked at."""
        reasons: list[Json] = [option["why"] for _, option in self.options]
        return max(reasons, key=lambda r: _weight(r["code"]))


def _weight(code: str) -> int:
    general = ("no-action-token", "limit-reached", "stunned", "not-on-bloc", "out-of-combat", "not-free", "no-shooting")
    return 2 if code in general else 1


def groups(context: PanelContext) -> list[ActionGroup]:
    """The actions that the chosen rouage could take, in a fixed order; capacities of cards after the generic ones."""
    found: dict[str, list[tuple[int, Json]]] = {}
    rouage = chosen(context)
    for index, option in enumerate(context.options):
        command = option["command"]
        kind = command["kind"]
        if kind == "end" or kind not in (*ORDER, "capacity"):
            continue
        if kind != "coordinate" and command.get("rouage") != rouage:
            continue
        key = command["capacity"] if kind == "capacity" else kind
        found.setdefault(key, []).append((index, option))
    generic = [ActionGroup(key, found[key]) for key in ORDER if key in found]
    return generic + [ActionGroup(key, rows) for key, rows in found.items() if key not in ORDER]


def chosen(context: PanelContext) -> str:
    """The active rouage in hand: the one picked, else the last to have become active."""
    active: list[str] = context.params.get("rouages") or (context.view.get("active") or {}).get("rouages", [])
    standing = [id for id in active if not context.names.get(id).get("out")] or active
    return context.draft.chosen if context.draft.chosen in standing else (standing[-1] if standing else "")


def aimed(command: Json) -> str | None:
    if command.get("target"):
        found: str = command["target"]
        return found
    return next((t for t in (command.get("targets") or {}).values() if isinstance(t, str)), None)
