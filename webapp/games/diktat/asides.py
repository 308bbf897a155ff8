"""The commands that a player of Diktat may give without being asked (TIM-2); what an effect needs is asked
afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from webapp.games.contract import Json
from webapp.games.diktat.names import Names
from webapp.games.diktat.offer_form import Check
from webapp.table_kit.plain_table import PlainTable
from webapp.ui.tree import Child, el

MOST = 40
"""The largest number of these commands that are offered."""


def panel(screens: PlainTable, names: Names, seat: str, check: Check) -> list[Child]:
    """Buttons under a heading; nothing where the engine accepts none. Offers are made in a form of their own."""
    legal = list(islice((command for command in _commands(names.view, seat) if check(command) is None), MOST))
    if not legal:
        return []
    buttons = [
        el("button.btn", screens.option(command, names), do={"do": "play", "command": command}, testid=f"aside-{n}")
        for n, command in enumerate(legal, 1)
    ]
    return [el("p.overline", names.tr("plain.also")), *buttons]


def _commands(view: Json, seat: str) -> Iterator[Json]:
    """The asides that the view lists, and to leave a stack to somebody, which it does not."""
    yield from (aside for aside in view.get("asides", ()) if aside["kind"] != "hold")
    for sector in view["sectors"].values():
        yield from ({"kind": "cede", "stack": stack["id"]} for stack in sector["stacks"] if stack["seat"] == seat)
