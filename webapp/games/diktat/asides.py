"""The commands that a player of Diktat may give without being asked (TIM-2); what an effect needs is asked
afterwards. What one is about can be pressed where it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from webapp.games.contract import Json
from webapp.games.diktat.names import Names
from webapp.games.diktat.offer_form import Check
from webapp.table_kit.plain_table import PlainTable
from webapp.table_kit.prompt import PromptContent, back_button
from webapp.ui.tree import Child, Node, el

MOST = 40
"""The largest number of these commands that are offered."""


def legal(view: Json, seat: str, check: Check) -> list[Json]:
    """Those that the engine accepts now. Offers are made in a form of their own."""
    return list(islice((command for command in _commands(view, seat) if check(command) is None), MOST))


def panel(screens: PlainTable, names: Names, commands: Sequence[Json]) -> list[Child]:
    """Buttons under a heading; nothing without commands."""
    return [el("p.overline", names.tr("plain.also")), *_buttons(screens, names, commands)] if commands else []


def _buttons(screens: PlainTable, names: Names, commands: Sequence[Json]) -> list[Node]:
    return [
        el("button.btn", screens.option(command, names), do={"do": "play", "command": command}, testid=f"aside-{n}")
        for n, command in enumerate(commands, 1)
    ]


def about(commands: Sequence[Json]) -> Mapping[str, list[Json]]:
    """The commands by what they are about: ``card:<id>``, ``marker:<sector>``, ``debt``."""
    by_thing: dict[str, list[Json]] = {}
    for command in commands:
        if thing := _thing(command):
            by_thing.setdefault(thing, []).append(command)
    return by_thing


def _thing(command: Json) -> str:
    match command["kind"]:
        case "flip":
            return f"card:{command['card']}"
        case "manifest":
            sort, id = next(((sort, id) for sort, id in command["element"].items() if id is not None), ("", ""))
            return f"{'marker' if sort == 'marker' else 'card'}:{id}" if sort else ""
        case "debt":
            return "debt"
        case _:
            return ""


def asked(screens: PlainTable, names: Names, commands: Sequence[Json]) -> PromptContent:
    """The question which of the commands about a thing is meant: a press on the thing is not one of them yet."""
    way = back_button(names.tr, {"do": "also"})
    return PromptContent([names.tr("plain.also")], [*_buttons(screens, names, commands)], ways=[way], first=False)


def _commands(view: Json, seat: str) -> Iterator[Json]:
    """The asides that the view lists, and to leave a stack to somebody, which it does not."""
    yield from (aside for aside in view.get("asides", ()) if aside["kind"] != "hold")
    for sector in view["sectors"].values():
        yield from ({"kind": "cede", "stack": stack["id"]} for stack in sector["stacks"] if stack["seat"] == seat)
