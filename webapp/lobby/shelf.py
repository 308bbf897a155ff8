"""The shelf of the lobby: a box for each game, with a guided first match and a match against bots at one press; and the
boxes of games that are on their way."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import events, ui

from rules.kernel.refusals import Refusal
from webapp.base.typed_text import tidy_name
from webapp.games import COMING
from webapp.games.contract import Game
from webapp.i18n import Translator
from webapp.lobby.form import EMIT_NAME, facts
from webapp.lobby.your_name import Announce
from webapp.people.visitors import visitors
from webapp.plates.addresses import box as box_sides
from webapp.plates.addresses import cover
from webapp.store import StoreProblem
from webapp.tables import Table, registry
from webapp.tables.create import play_now
from webapp.ui.fields import refusal_text
from webapp.ui.live_box import LiveBox
from webapp.ui.theme import testid, text

GUIDED, NOW = "guided", "now"


def bright(mine: list[Table], games: list[Game]) -> tuple[str, str]:
    """The one button of the shelf that stands out, as game and way: a first visitor's guided match, else what somebody
    used last; nothing while a table of theirs waits for them, which stands above the shelf."""
    if any(table.state != "finished" for table in mine):
        return "", ""
    last = mine[0] if mine else None
    if last is None or last.game not in games:
        first = next((game for game in games if game.guide is not None), None)
        return (first.key, GUIDED) if first is not None else ("", "")
    return last.game.key, NOW if last.game.bots else ""


def box_picture(key: str, name: str) -> None:
    """A game's cover, as decoration beside its name; its monogram where it has none."""
    with ui.element("div").classes("box-cover") as box:
        box.props["aria-hidden"] = "true"
        if address := box_sides(key):
            ui.element("img").classes("box-sides").props.update(
                {"src": address, "alt": "", "width": 366, "height": 482}
            )
        if address := cover(key):
            picture = ui.element("img")
            picture.props.update({"src": address, "alt": "", "width": 340, "height": 460})
        else:
            text("span", name[:1], "box-monogram")


class Shelf:
    """The boxes on one page. `say` shows why something could not be done."""

    def __init__(self, tr: Translator, session: str, say: Announce) -> None:
        self._tr = tr
        self._session = session
        self._say = say
        self._client = ui.context.client
        self._making = asyncio.Lock()
        self._made: dict[tuple[str, str, str], Table] = {}
        self._open: dict[str, LiveBox] = {}
        mine, games = registry.of(session), list(registry.games)
        self.first = not mine
        lit = bright(mine, games)
        with ui.element("section").classes("shelf") as section:
            section.props["aria-label"] = tr("shelf.name")
            with ui.element("ul").classes("shelf-boxes"):
                for game in games:
                    self._box(game, lit)
                for key, coming in COMING.items():
                    if key not in {game.key for game in games}:
                        self._coming(key, coming.name, coming.line[tr.language])
        self.refresh()

    def refresh(self) -> None:
        """Counts the tables with a free seat anew."""
        for key, box in self._open.items():
            tables = (table for table in registry.all() if table.game.key == key and table.state == "open")
            count = sum(1 for table in tables if table.joining_refused(self._session) is None)
            if box.renew(count) and count:
                with box:
                    text("span", self._tr("shelf.open", n=count), "box-open")

    def _box(self, game: Game, lit: tuple[str, str]) -> None:
        its = self._tr.of(game.key)
        with testid(ui.element("li").classes("shelf-box"), f"box-{game.key}"):
            box_picture(game.key, its("game.name"))
            if self.first and lit == (game.key, GUIDED):
                text("span", self._tr("shelf.new-here"), "box-tag")
            with ui.element("div").classes("box-words"):
                text("h2", its("game.name"))
                text("p", its("game.line"), "muted")
            with ui.element("p").classes("box-facts"):
                text("span", facts(game, self._tr))
                self._open[game.key] = LiveBox("span")
            with ui.element("div").classes("box-ways"):
                if game.guide is not None:
                    self._way(GUIDED, game, lit)
                if game.bots:
                    self._way(NOW, game, lit)
            if game.lessons:
                self._lessons(game)

    def _lessons(self, game: Game) -> None:
        """The game's lessons, behind a press."""
        its = self._tr.of(game.key)
        with testid(ui.element("details").classes("box-lessons"), f"lessons-{game.key}"):
            text("summary", self._tr.plural("shelf.lessons", len(game.lessons)))
            for lesson in game.lessons:
                button = text("button", its(f"lesson.{lesson}"), "btn")
                button.props["type"] = "button"
                button.on("click", partial(self._enter, GUIDED, game, lesson), js_handler=EMIT_NAME)
                testid(button, f"lesson-{lesson}")

    def _coming(self, key: str, name: str, line: str) -> None:
        with testid(ui.element("li").classes("shelf-box is-coming"), f"box-{key}"):
            box_picture(key, name)
            with ui.element("div").classes("box-words"):
                text("h2", name)
                text("p", line, "muted")
            text("p", self._tr("shelf.coming"), "box-facts")

    def _way(self, way: str, game: Game, lit: tuple[str, str]) -> None:
        name, bot = self._tr.of(game.key)("game.name"), next(iter(game.bots.values()), "")
        words = self._tr(f"shelf.{way}")
        main = "main accent" if lit == (game.key, way) else ""
        with ui.element("button").classes(f"btn box-way {main}") as button:
            text("strong", words)
            text("span", self._tr(f"shelf.{way}-short"))
        label = self._tr(f"shelf.{way}-what", bot=bot)
        button.props.update(
            {"type": "button", "title": label, "aria-label": self._tr("shelf.way", way=words, game=name)}
        )
        button.on("click", partial(self._enter, way, game, ""), js_handler=EMIT_NAME)
        testid(button, f"door-{way}-{game.key}")

    async def _enter(self, way: str, game: Game, lesson: str, event: events.GenericEventArguments) -> None:
        """Makes the table and opens it; a second press opens the same one."""
        typed = tidy_name(event.args) if isinstance(event.args, str) else ""
        async with self._making:
            table = self._made.get((way, game.key, lesson))
            if table is None or table.over or not table.belongs(self._session):
                table = self._unfinished(game, lesson) if way == GUIDED else None
            if table is None:
                if typed:
                    await visitors.rename(self._session, typed)
                name = typed or visitors.get(self._session).name or self._tr("lobby.guest")
                try:
                    if way == GUIDED:
                        from webapp.guide.begin import begin  # with the reader of guides, which the page does not need

                        made = await begin(game, self._session, name, lesson)
                    else:
                        made = await play_now(game, self._session, name)
                except StoreProblem as problem:
                    self._say(self._tr("refusal.not-kept", **problem.params))
                    return
                if isinstance(made, Refusal):
                    self._say(refusal_text(self._tr, made))
                    return
                table = made
            self._made[way, game.key, lesson] = table
            self._client.open(f"/table/{table.code}")

    def _unfinished(self, game: Game, lesson: str) -> Table | None:
        """The guided match that somebody left midway, to continue."""
        mine = (table for table in registry.of(self._session) if table.settings.guided and table.game.key == game.key)
        return next((table for table in mine if table.settings.lesson == lesson and table.state == "running"), None)
