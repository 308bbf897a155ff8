"""The common parts of shelf and builder pages: panes, the player's name, taking a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from webapp.base.typed_text import NAME_LENGTH, tidy_name
from webapp.i18n import Translator
from webapp.lists.fields import EMIT_VALUE, field, typed, write
from webapp.lists.intents import TakeSeat
from webapp.lists.kind import ListKind
from webapp.lists.offers import ListOffer, sit
from webapp.people.visitors import visitors
from webapp.ui.intents import Intents
from webapp.ui.live_page import LivePage
from webapp.ui.pane import Pane
from webapp.ui.tree import Child


class ListPage(LivePage[None]):
    """A page about the lists of one kind. ``refused``: why a seat was refused."""

    intents: Intents[Any]
    """The intents of its panes."""

    def __init__(self, kind: ListKind[Any], tr: Translator, session: str) -> None:
        super().__init__(lambda: None)
        self.kind = kind
        self.tr = tr
        self.session = session
        self.client = ui.context.client
        self.refused = ""
        self.press = self.intents.handler(session, self.on_intent)

    async def on_intent(self, intent: Any) -> None:
        """Handles a press in a pane."""
        raise NotImplementedError

    def live(self, tree: Callable[[], list[Child]]) -> Pane:
        """Builds a pane and returns it."""
        return self.pane(lambda _: tree(), self.press)

    def name_field(self) -> None:
        """The player's own name, as in the lobby."""
        input = field("your-name", self.tr("lobby.your-name"), visitors.get(self.session).name, length=NAME_LENGTH)

        async def call_me(name: str) -> None:
            await visitors.rename(self.session, name)
            write(input, tidy_name(name))

        input.on("change", typed(call_me), js_handler=EMIT_VALUE)

    async def sit(self, offer: ListOffer, wanted: TakeSeat) -> None:
        """Takes a seat with a list."""
        where = (wanted.code, wanted.seat) if wanted.code is not None else None
        result = await sit(self.kind, self.session, visitors.get(self.session).name, where, offer)
        if isinstance(result, str):
            self.client.open(f"/table/{result}")
            return
        self.refused = self.tr(f"refusal.{result.code}", **result.params) if result is not None else ""
        self.redraw()
