"""The common base of the classes of the questions."""

from __future__ import annotations

from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.intents import StepIntent
from webapp.games.olomoc.table.player import Player
from webapp.games.olomoc.table.prompts.placement import Pointing
from webapp.table_kit.composer import AskReason, Begin
from webapp.ui.tree import Node


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
        press = self.player.draft.presses().get(id)
        if press is None or press.intent["do"] != "begin":
            return False
        await self.take(Begin(press.intent["command"]))
        return True

    async def take(self, intent: StepIntent) -> None:
        """Takes a step of the answer; one that is whole and needs no confirmation is sent."""
        player, draft = self.player, self.player.draft
        draft.notice = None
        if isinstance(intent, AskReason):
            draft.notice = draft.reason(intent)
            if intent.thing:
                draft.clear()
        elif (command := draft.take(intent)) is not None:
            draft.clear()
            await player.send(command)
            return
        player.changed()
        if draft.pending is not None and not draft.pending.prepared:
            await self.prepare()

    async def prepare(self) -> None:
        """Asks the engine what a command just begun needs to be shown."""
        await self.pointing.prepare()

    async def confirm(self) -> None:
        """The last word on what is shown."""
        if not self.pointing.next_place() and (command := self.player.draft.command()) is not None:
            await self.player.send(command)
