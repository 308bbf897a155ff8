"""The ways into a match at the top of the lobby: a guided first match, a match against bots at once, a table for
friends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from nicegui import events, ui

from rules.kernel.refusals import Refusal
from webapp.base.typed_text import tidy_name
from webapp.games.contract import Game
from webapp.i18n import Translator
from webapp.lobby.form import EMIT_NAME, Announce
from webapp.people.visitors import visitors
from webapp.store import StoreProblem
from webapp.tables import Table, registry
from webapp.tables.create import play_now
from webapp.ui.fields import refusal_text
from webapp.ui.theme import asset, testid, text

GUIDED, NOW, EVENING = "guided", "now", "evening"

OPEN_FORM = """() => {
  const fold = document.getElementById('host-evening');
  fold.open = true;
  fold.scrollIntoView({ block: 'start' });
  fold.querySelector('input, select, button')?.focus({ preventScroll: true });
}"""


def last_used(mine: list[Table]) -> str:
    """The door that somebody used last, by their newest table; the guided match for a first visitor."""
    if not mine:
        return GUIDED
    newest = mine[0]
    if newest.settings.guided:
        return NOW if newest.over else GUIDED
    return NOW if any(seat.house for seat in newest.seats.values()) else EVENING


def games_of(way: str, games: list[Game]) -> list[Game]:
    """The games with a door of this kind."""
    if way == GUIDED:
        return [game for game in games if game.guide is not None]
    return [game for game in games if way == NOW and game.bots and game.quick is not None]


class Doors:
    """The doors of one page. `say` shows why something could not be done."""

    def __init__(self, tr: Translator, session: str, say: Callable[[], Announce]) -> None:
        self._tr = tr
        self._session = session
        self._say = say
        self._client = ui.context.client
        self._making = asyncio.Lock()
        self._made: dict[tuple[str, str], Table] = {}
        mine = registry.of(session)
        self.first = not mine
        with ui.element("section").classes(f"lobby-doors {'first' if self.first else ''}") as section:
            section.props["aria-label"] = tr("doors.name")
            if self.first:
                self._welcome()
            last = last_used(mine)
            ways = sorted((GUIDED, NOW, EVENING), key=lambda way: way != last)
            games = sorted(registry.games, key=lambda game: not mine or game.key != mine[0].game.key)
            with ui.element("div").classes("doors"):
                for way in ways:
                    self._door(way, games, main=way == last)
            # One door of each kind is large, of the game played last or of the first there is.
            with ui.element("ul").classes("doors-others"):
                for game in games:
                    if small := [way for way in (GUIDED, NOW) if game in games_of(way, games)[1:]]:
                        self._other(game, small)

    def _welcome(self) -> None:
        """The introduction of the site: two lines and an animated picture."""
        pictures = next((it.moving for it in registry.games if it.moving is not None), None)
        if pictures is not None:
            for name, kind in zip(pictures, ("moving", "still"), strict=True):
                picture = ui.element("img").classes(f"doors-picture {kind}")
                picture.props.update({"src": asset(name), "alt": ""})
        with ui.element("div").classes("doors-words"):
            text("h1", self._tr("doors.what"))
            game = next((it for it in registry.games if it.guide is not None), None)
            about = self._tr.of(game.key)("game.line") if game is not None else ""
            text("p", " ".join([about, self._tr("doors.how")]).strip())

    def _door(self, way: str, games: list[Game], main: bool) -> None:
        if way == EVENING:
            button = self._face(self._tr("doors.evening"), self._tr("doors.evening-what"), main)
            testid(button.on("click", js_handler=OPEN_FORM), "door-evening")
            return
        for game in games_of(way, games)[:1]:
            self._button(way, game, main)

    def _other(self, game: Game, ways: list[str]) -> None:
        """The entry of a game other than that of the large doors, with its ways into a match."""
        its = self._tr.of(game.key)
        with ui.element("li").classes("doors-other"):
            text("strong", its("game.name"))
            text("p", its("game.line"))
            for way in ways:
                words = self._tr(f"doors.{way}-short")
                button = text("button", words, "btn")
                said = self._tr(f"doors.{way}-what", bot=next(iter(game.bots.values())))
                button.props.update({"type": "button", "title": said, "aria-label": f"{words}: {its('game.name')}"})
                self._opens(button, way, game)

    def _button(self, way: str, game: Game, main: bool) -> None:
        name, bot = self._tr.of(game.key)("game.name"), next(iter(game.bots.values()))
        face = self._face(self._tr(f"doors.{way}", game=name), self._tr(f"doors.{way}-what", bot=bot), main)
        self._opens(face, way, game)

    def _opens(self, button: ui.element, way: str, game: Game) -> None:
        button.on("click", partial(self._enter, way, game), js_handler=EMIT_NAME)
        testid(button, f"door-{way}-{game.key}")

    def _face(self, words: str, said: str, main: bool) -> ui.element:
        with ui.element("button").classes(f"btn door {'main accent' if main else ''}") as button:
            button.props["type"] = "button"
            text("strong", words)
            text("span", said)
        return button

    async def _enter(self, way: str, game: Game, event: events.GenericEventArguments) -> None:
        """Makes the table and opens it; a second press opens the same one."""
        typed = tidy_name(event.args) if isinstance(event.args, str) else ""
        async with self._making:
            table = self._made.get((way, game.key))
            if table is None or table.over or not table.belongs(self._session):
                table = self._unfinished(game) if way == GUIDED else None
            if table is None:
                if typed:
                    await visitors.rename(self._session, typed)
                name = typed or visitors.get(self._session).name or self._tr("lobby.guest")
                try:
                    if way == GUIDED:
                        from webapp.guide.begin import begin  # with the reader of guides, which the page does not need

                        made = await begin(game, self._session, name)
                    else:
                        made = await play_now(game, self._session, name)
                except StoreProblem as problem:
                    self._say()(self._tr("refusal.not-kept", **problem.params))
                    return
                if isinstance(made, Refusal):
                    self._say()(refusal_text(self._tr, made))
                    return
                table = made
            self._made[way, game.key] = table
            self._client.open(f"/table/{table.code}")

    def _unfinished(self, game: Game) -> Table | None:
        """The guided match that somebody left midway, to continue."""
        mine = (it for it in registry.of(self._session) if it.settings.guided and it.game.key == game.key)
        return next((it for it in mine if it.state == "running"), None)
