"""The switch of a table's sounds in the head line, and the captions of what is heard."""

from __future__ import annotations

from nicegui import json
from nicegui.events import GenericEventArguments

from webapp.frame.preferences_menu import sections
from webapp.i18n import Translator
from webapp.people import preferences
from webapp.people.preferences import SOUNDS
from webapp.table_kit.place import SPECTATOR
from webapp.tables import Table
from webapp.ui.intents import message
from webapp.ui.live_page import while_present
from webapp.ui.strings_apart import StringsApart
from webapp.ui.tree import one


class SoundSwitch(StringsApart, component="sound_switch.js"):
    """The switch of one page. Sounds are low, and on by themselves where nobody else is disturbed: on a television
    (`seat` None), and where all other seats are the house's."""

    def __init__(
        self, table: Table, tr: Translator, session: str, seat: str | None, *, television: bool = False
    ) -> None:
        super().__init__()
        self._table, self._session, self._seat, self._television = table, session, seat, television
        kinds = {sound: tr(f"preferences.sounds.{sound}") for sound in (*SOUNDS, *table.game.preferences.sounds)}
        self._props["payload"] = one(json.dumps({"on": tr("sound.on"), "off": tr("sound.off"), "kinds": kinds}))
        self.apart("payload", lasting=True)
        self._props["alone"] = self._alone()
        self.on("choose", self._choose)
        table.subscribe(seat or SPECTATOR, while_present(self._look), steps=False)

    def _alone(self) -> bool:
        """Whether nobody else is in the match, as far as the table knows."""
        if self._television:
            return True
        others = [its for key, its in self._table.seats.items() if key != self._seat]
        return self._seat is not None and all(its.house for its in others)

    def _look(self) -> None:
        if (alone := self._alone()) != self._props["alone"]:
            self.put("alone", alone)

    async def _choose(self, event: GenericEventArguments) -> None:
        value = message(event).get("value")
        if isinstance(value, str):
            await preferences.change(self._session, sections(), "sound", value)
