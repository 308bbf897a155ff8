"""What a seat may do unasked, as buttons: the game's asides, and the commands of every match (undo, a draw, ...)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import Any

from rules.kernel.contract import TAKEBACK
from webapp.games.contract import Json
from webapp.i18n import Translator
from webapp.table_kit.place import Place
from webapp.table_kit.plain_intents import BINDING, TALK
from webapp.tables import Table
from webapp.ui.tree import Child, el

ASIDES = 12
"""The most asides that are offered to a seat."""


def legal_asides(table: Table, seat: str) -> list[Json]:
    """The game's asides that the seat may give now: answers to offers first, and what takes one's own back."""

    def listed() -> list[Json]:
        match = table.match
        offers = [command for answers in match.answers(seat) for command in answers]
        return [*offers, *match.withdrawals(seat), *sorted(islice(match.asides(seat), ASIDES), key=_rank)]

    return table.memo(("asides", seat), listed)


def aside_buttons(label: Callable[[Json, Any], list[Child]], given: tuple[Any, Sequence[Json]]) -> list[Child]:
    """A button for each aside. `given`: the words of the page, and the commands; `label`: the text of a command."""
    words, commands = given
    return [
        el("button.btn", label(command, words), do={"do": "play", "command": command}, testid=f"aside-{n}")
        for n, command in enumerate(commands, 1)
    ]


def talk_buttons(at: Place, seat: str, talk: Collection[str]) -> list[Child]:
    """A button for each command of every match that is legal now, of the kinds in `talk`."""
    table = at.table
    known = [kind for kind in talk if table.settings.takeback or TALK[kind] != TAKEBACK]
    legal = table.memo(("talk", seat), lambda: table.match.talk(seat, known))
    return [
        el(
            "button.btn.quiet",
            at.tr(f"plain.{kind}"),
            do={"do": "ask", "what": kind} if kind in BINDING else {"do": "play", "command": TALK[kind]},
            testid=kind,
        )
        for kind in legal
        # Undo or takeback, not both: undo where it is possible.
        if kind != "takeback" or "undo" not in legal
    ]


def meant(tr: Translator, kind: str) -> list[Child]:
    """The answers to whether a command of :data:`BINDING` is meant."""
    do = {"do": "play", "command": TALK[kind]}
    no = el("button.btn", tr("plain.never-mind"), do={"do": "ask", "what": ""}, hot="Escape", testid="never-mind")
    return [no, el("button.btn.danger", tr(f"plain.{kind}"), do=do, testid=f"{kind}-sure")]


def _rank(command: Json) -> list[tuple[str, Any]]:
    """The sort key of commands: by kind, then by their numbers."""
    return [
        (type(value).__name__, value if isinstance(value, (int, str)) else str(value)) for value in command.values()
    ]
