"""The common base of the classes of the questions."""

from __future__ import annotations

from typing import Any

from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.intents import PressOption
from webapp.games.olomoc.table.player import Player
from webapp.games.olomoc.table.prompts.placement import Pointing
from webapp.ui.tree import Node

Json = dict[str, Any]


class TableQuestion:
    """One kind of question: what its prompt shows, and what a player's intents mean while it is asked.

    One object for each kind and page; the controller hands over to the one whose question is asked.
    """

    def __init__(self, player: Player, pointing: Pointing) -> None:
        self.player = player
        self.pointing = pointing

    @staticmethod
    def show(context: PanelContext) -> Node:
        """The nodes of the prompt."""
        raise NotImplementedError

    async def settle(self) -> None:
        """Does what a new question needs at once."""

    async def pick(self, id: str, walks: bool) -> bool:
        """A piece or card was pressed, on the Bloc (`walks`) or beside it; whether that meant anything here."""
        return False

    async def answer(self, intent: PressOption) -> None:
        """A button that stands for one option: sent at once if nothing is missing, else taken up."""
        option = self._option(intent)
        if option is None:
            return
        if option.get("needs") or self.player.draft.group is not None:
            await self.pointing.start(option)
        else:
            await self.player.send(option["command"])

    def _option(self, intent: PressOption) -> Json | None:
        """The option that a button named, if the question is still the one that the button was drawn for."""
        decision = self.player.decision
        if decision is None or intent.id not in (None, decision["id"]):
            return None
        options: list[Json] = decision["options"]
        return options[intent.at] if 0 <= intent.at < len(options) and options[intent.at]["legal"] else None

    async def confirm(self) -> None:
        """The last word on what is shown."""
        if not self.pointing.next_place() and (command := self.player.draft.command()) is not None:
            await self.player.send(command)

    async def cancel(self) -> None:
        """Goes one step back: drops what is prepared."""
        self.player.draft.drop()
        self.player.draft.notice = None
        self.player.changed()
