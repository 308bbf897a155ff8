"""What the panes of a plain table may ask for, and the commands that every match has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.kernel import noun
from rules.kernel.contract import TAKEBACK
from webapp.games.contract import Json
from webapp.table_kit.composer import ComposerIntent

TALK: Mapping[str, Json] = {
    "undo": {"kind": "undo"},
    "takeback": TAKEBACK,
    "draw": {"kind": "propose", "what": "draw"},
    "retract": {"kind": "retract"},
    "concede": {"kind": "concede"},
}
"""Commands that may be given at any time; offered where the engine accepts them."""

BINDING = ("draw", "concede")
"""Commands that must be confirmed before they are sent."""


@noun
class PlayCommand:
    """A command to be submitted."""

    command: Json
    do: Literal["play"] = "play"


@noun
class AskFirst:
    """Asks for the confirmation of a command (:data:`BINDING`); empty: of none."""

    what: str = ""
    do: Literal["ask"] = "ask"


@noun
class LookAhead:
    """Shows the question that the seat can prepare for, or no longer."""

    on: bool
    do: Literal["ahead"] = "ahead"


@noun
class WithdrawPrepared:
    """Withdraws the answer that is prepared."""

    do: Literal["withdraw"] = "withdraw"


PlainIntent = PlayCommand | AskFirst | LookAhead | WithdrawPrepared | ComposerIntent
