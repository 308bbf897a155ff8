"""The chat on a table's page, and a player's private notes. The speaker comes from the session."""

from __future__ import annotations

from nicegui import ui
from nicegui.events import GenericEventArguments

from webapp.i18n import Translator
from webapp.people.visitors import visitors
from webapp.table_kit.talk_pane import TalkPane
from webapp.tables import Refusal, Table
from webapp.tables.talk import MUTED
from webapp.ui.intents import message
from webapp.ui.theme import testid


class Talking:
    """The talk of one page. ``session``: the browser, or the name by which the page acts for its seat."""

    def __init__(self, table: Table, tr: Translator, session: str) -> None:
        self._talk = table.talk
        self._tr = tr
        self._session = session
        player = table.seat_of(session) is not None
        self._watchers = not player
        """Whether those without a seat are heard here: by players only when they ask for it."""
        pad = self._talk.pad(session) if player else None
        self._side = self._talk.side_of(session)
        speaker, lines = self._talk.speaker_of(session), self._payload(True)
        self.pane = testid(TalkPane(tr, table.code, speaker, lines, pad, aside=bool(self._side)), "talk")
        self.pane.on("say", self._say)
        self.pane.on("missing", lambda: self.pane.show(self._payload(True)))
        if player:
            self.pane.on("hear", self._hear)
            self.pane.on("pad", self._write)
        self._muted = False
        self._talk.changed.subscribe(self._follow)
        ui.context.client.on_connect(lambda: self.pane.show(self._payload(False)))
        self._tell_muted()

    def _payload(self, whole: bool) -> str:
        return self._talk.payload(self._watchers, whole, self._side)

    def _follow(self) -> None:
        self.pane.show(self._payload(False))
        self._tell_muted()

    def _tell_muted(self) -> None:
        """Says it to whom the host has muted, and when that is over."""
        if self._talk.muted(self._session) != self._muted:
            self._muted = not self._muted
            self._answer(MUTED if self._muted else None)

    async def _say(self, event: GenericEventArguments) -> None:
        self._answer(await self._talk.say(self._session, visitors.get(self._session).name, message(event)))

    def _hear(self, event: GenericEventArguments) -> None:
        self._watchers = event.args is True
        self.pane.show(self._payload(True))

    async def _write(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, str):
            self._answer(await self._talk.write_pad(self._session, event.args))

    def _answer(self, refusal: Refusal | None) -> None:
        self.pane.tell("" if refusal is None else self._tr(f"refusal.{refusal.code}", **refusal.params))
