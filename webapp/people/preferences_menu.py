"""The preferences sheet in the head of every page; applies a choice to all pages of the visitor."""

import json
from functools import cache

from nicegui import ui
from nicegui.events import GenericEventArguments

from webapp.app.settings import STATIC
from webapp.i18n import LANGUAGES, Translator
from webapp.people import preferences
from webapp.people.preferences import CHOICES, SOUNDS, Preferences
from webapp.people.visitors import visitors


class PreferencesMenu(ui.element, component="preferences_menu.js"):
    """A button that opens the preferences sheet. A choice applies to all pages of the visitor at once."""

    def __init__(self, tr: Translator, session: str) -> None:
        super().__init__()
        self._session = session
        self._props["words"] = json.dumps(_words(tr), ensure_ascii=False, separators=(",", ":"))
        self._props["worn"] = _worn(preferences.of(session))
        self.on("choose", self._choose)
        preferences.changed.subscribe(self._changed)

    async def _choose(self, event: GenericEventArguments) -> None:
        said = event.args if isinstance(event.args, dict) else {}
        key, value = said.get("key"), said.get("value")
        if not isinstance(key, str) or not isinstance(value, str):
            return
        if key == "language":
            await visitors.speak(self._session, value)
            ui.navigate.reload()
        else:
            await preferences.change(self._session, key, value)

    def _changed(self, session: str) -> None:
        if session == self._session:
            self._props["worn"] = _worn(preferences.of(session))


def wear(session: str) -> None:
    """Puts the preferences on the page before anything of it is drawn: nothing flashes in another theme."""
    ui.add_body_html(f"<script>{_script()}olomoc.wear({_worn(preferences.of(session))});</script>")


@cache
def _script() -> str:
    return (STATIC / "js" / "wear.js").read_text(encoding="utf-8")


def _worn(its: Preferences) -> str:
    return json.dumps(its.marks(), separators=(",", ":"))


def _words(tr: Translator) -> dict[str, object]:
    """The sheet: its groups in order, each a name with its choices, as the component draws them."""
    groups = [
        {"key": "language", "name": tr("lobby.language"), "values": [[it, tr(f"language.{it}")] for it in LANGUAGES]},
        *(
            {
                "key": key,
                "name": tr(f"preferences.{key}"),
                "values": [[value, tr(f"preferences.{key}.{value}")] for value in values],
            }
            for key, values in CHOICES.items()
        ),
        {
            "key": "sounds",
            "name": tr("preferences.sounds"),
            "values": [[kind, tr(f"preferences.sounds.{kind}")] for kind in SOUNDS],
        },
    ]
    return {"open": tr("preferences.open"), "close": tr("preferences.close"), "language": tr.language, "groups": groups}
