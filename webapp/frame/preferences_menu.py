"""The preferences sheet in the head of every page; applies a choice to all pages of the visitor."""

from nicegui import json, ui
from nicegui.events import GenericEventArguments

from webapp.games.contract import Game
from webapp.i18n import LANGUAGES, Translator
from webapp.people import preferences
from webapp.people.preferences import CHOICES, SOUNDS, Preferences, Sections
from webapp.people.visitors import visitors
from webapp.tables import registry
from webapp.ui.intents import message
from webapp.ui.strings_apart import StringsApart
from webapp.ui.theme import asset
from webapp.ui.tree import one


class PreferencesMenu(StringsApart, component="preferences_menu.js"):
    """The tools at the end of the head line: the way to the ``rules``, in a window of its own where ``apart``, and a
    button that opens the preferences sheet: the house's choices, and those of the page's game; on a page of no game
    those of all. A choice applies to all pages of the visitor at once."""

    def __init__(self, tr: Translator, session: str, rules: str, *, apart: bool) -> None:
        super().__init__()
        self._session = session
        self._game = tr.game
        self._props["words"] = one(json.dumps(_words(tr)))
        self.apart("words", lasting=True)
        self._props["rules"] = rules
        self._props["apart"] = apart
        self._props["worn"] = _payload(session, tr.game)
        self.on("choose", self._choose)
        preferences.changed.subscribe(self._changed)

    async def _choose(self, event: GenericEventArguments) -> None:
        chosen = message(event)
        key, value = chosen.get("key"), chosen.get("value")
        if not isinstance(key, str) or not isinstance(value, str):
            return
        if key == "language":
            await visitors.speak(self._session, value)
            ui.navigate.reload()
        else:
            await preferences.change(self._session, sections(), key, value)

    def _changed(self, session: str) -> None:
        if session == self._session:
            self.put("worn", _payload(session, self._game))


def sections() -> Sections:
    """The preferences of each game."""
    return {game.key: game.preferences for game in registry.games}


def wear(session: str, game: str) -> None:
    """Sets the preferences on a page before anything is drawn, so that no other theme flashes: the body waits for the
    script."""
    its = json.dumps(_marks(session, game))
    ui.add_head_html(f'<script src="{asset("js/wear.js")}"></script>')
    ui.add_body_html(f"<script>olomoc.wear({its});</script>")


def _of(session: str) -> Preferences:
    return preferences.of(session, sections())


def _payload(session: str, game: str) -> str:
    """The payload of the component: `marks` for the page, `values` for the sheet."""
    return json.dumps({"marks": _marks(session, game), "values": _of(session).values()})


def _marks(session: str, game: str) -> dict[str, str]:
    """The ``data-`` attributes of a page: the preferences, and whether this person is new."""
    return _of(session).marks(game) | {"novice": "true" if registry.novice(session) else "false"}


def _words(tr: Translator) -> dict[str, object]:
    """The sheet: its sections in order, each with its groups, each with its name and choices."""
    languages = [[code, tr(f"language.{code}")] for code in LANGUAGES]
    house = [
        {"key": "language", "name": tr("lobby.language"), "values": languages},
        *(_group(key, key, values, tr) for key, values in CHOICES.items()),
        _group("sounds", "sounds", SOUNDS, tr),
    ]
    of_games = [_section(game, tr.of(game.key)) for game in registry.games if tr.game in ("", game.key)]
    sections = [{"name": "", "groups": house}, *(section for section in of_games if section["groups"])]
    return {
        "open": tr("preferences.open"),
        "close": tr("preferences.close"),
        "tools": tr("frame.tools"),
        "rules": tr("rules.open"),
        "language": tr.language,
        "sections": sections,
    }


def _section(game: Game, its: Translator) -> dict[str, object]:
    """The section of a game, in the game's texts."""
    own = game.preferences
    groups = [_group(f"{game.key}.{key}", key, values, its) for key, values in own.choices.items()]
    if own.sounds:
        groups.append(_group(f"{game.key}.sounds", "sounds", own.sounds, its))
    return {"name": its("game.name"), "groups": groups}


def _group(key: str, name: str, values: tuple[str, ...], tr: Translator) -> dict[str, object]:
    words = [[value, tr(f"preferences.{name}.{value}")] for value in values]
    return {"key": key, "name": tr(f"preferences.{name}"), "values": words}
