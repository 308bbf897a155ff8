"""The house's part of a finished match, below the game's own result: its turning points, rolls against their
expectation, the ways to play again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Literal, Protocol, assert_never

from nicegui import background_tasks, ui

from rules.kernel import Refusal, Refused, noun
from rules.kernel.contract import DECIDED
from webapp.after.decided import story
from webapp.games.contract import Json, Screens
from webapp.history import eyes
from webapp.history.reel import reels
from webapp.i18n import Translator
from webapp.tables import Table, browser_of
from webapp.tables.commands import over_whole_match
from webapp.tables.create import against_friend, rematch
from webapp.ui.components import LeanElement
from webapp.ui.fields import refusal_text
from webapp.ui.intents import Intents
from webapp.ui.pane import Pane
from webapp.ui.tree import Child, Node, el, icon, payload

log = logging.getLogger(__name__)

PATIENCE_S = 60.0
"""Seconds after which the page says that no answer came, as on a busy server."""


@noun
class PlayAgain:
    """The same players again, each in the same seat."""

    do: Literal["again"] = "again"


@noun
class ChangeSides:
    """The same players again, each one seat further; or joins the rematch that somebody has asked for."""

    do: Literal["rematch"] = "rematch"


@noun
class AgainstFriend:
    """A new table of the same kind, with the bots' seats open to others."""

    do: Literal["friend"] = "friend"


AfterIntent = PlayAgain | ChangeSides | AgainstFriend
INTENTS: Intents[AfterIntent] = Intents(AfterIntent)


class FinishedPage(Protocol):
    """What a page has at which a finished match is shown: of a table, or of a replay's viewer."""

    table: Table
    tr: Translator
    session: str
    seat: str | None

    @property
    def screens(self) -> Screens[Any]: ...
    def follow(self, refresh: Callable[[], Any], *, steps: bool = True) -> None: ...


class AfterMatch:
    """The part of one page that is shown once its match is over. A worker computes what decided the match, once for all
    viewers; the page says so meanwhile, and where it fails. Only players have buttons."""

    def __init__(self, at: FinishedPage) -> None:
        self.at = at
        self.notice = ""
        self._client = ui.context.client
        self._known: tuple[str, int] | None = None
        self._parts: list[Child] = []
        self._drawn = 0
        self._pane: Pane | None = None
        self._over = False
        self._box = LeanElement("section", "after-match gone")
        self._box.put("aria-label", at.tr("after.name"))
        at.follow(self.follow, steps=False)
        self.follow()

    def follow(self) -> None:
        """Begins once the match is over; an end that is taken back does not count."""
        table = self.at.table
        over = table.over
        if over != self._over:
            self._over = over
            self._box.classes(add="" if over else "gone", remove="gone" if over else "")
        if over and self._known != table.state_key:
            self._known = table.state_key
            if table.game.shows(DECIDED):
                self._parts = [el("p.after-wait", self.at.tr("after.wait"), role="status")]
                background_tasks.create(self._find(table.state_key), name="what decided a match")
            else:
                self._parts = []
        if over:
            self._draw()

    async def _find(self, key: tuple[str, int]) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                parts = await self._story()
        except Refused as refused:
            parts = [self._sorry(refusal_text(self.at.tr, refused.refusal))]
        except TimeoutError:
            parts = [self._sorry(self.at.tr("after.late"))]
        except Exception:
            log.exception("table %s: what decided the match was not found", self.at.table.code)
            parts = [self._sorry(self.at.tr("after.failed"))]
        if self._known == key:
            self._parts = parts
            self._draw()

    async def _story(self) -> list[Child]:
        # Asked as a spectator: nothing is secret any more, and one answer serves every page that asks for a seat's.
        table, at = self.at.table, self.at
        asked = {"seat": at.seat} if at.seat is not None else {}
        decided: Json = await table.query(eyes.SPECTATOR, DECIDED, asked, at.session)
        reel = await reels.get(table, eyes.chosen("", table, at.session), at.tr)
        return await over_whole_match(partial(story, decided, reel, at.screens, at.seat))

    def _sorry(self, why: str) -> Node:
        return el("p.after-wait", f"{self.at.tr('after.no')} {why}", role="status", testid="after-failed")

    # Panes

    def _draw(self) -> None:
        self._drawn += 1
        if self._pane is None:
            with self._box:
                self._pane = Pane(self._payload(), INTENTS.handler(self.at.session, self.on_intent))
        self._pane.show(self._payload())

    def _payload(self) -> str:
        return payload(self._drawn, [self._ways(), *self._parts] if self.at.table.over else [])

    def _ways(self) -> Node | None:
        """The buttons: again, on the other side, and against somebody else where a bot was the opponent."""
        at, tr, table = self.at, self.at.tr, self.at.table
        if at.seat is None:
            return None
        others = [seat for key, seat in table.seats.items() if key != at.seat]
        sides = "after.sides" if len(others) == 1 else "lobby.rematch-of-several"
        if table.settings.rematch:
            ways = [_way("swap", tr("lobby.to-rematch"), "rematch", main=True)]
        else:
            ways = [_way("replay", tr("after.again"), "again", main=True), _way("swap", tr(sides), "rematch")]
        if any(seat.house for seat in others):
            ways.append(_way("share", tr("after.friend"), "friend"))
        notice = el("p.notice.no", self.notice, role="alert", testid="after-notice") if self.notice else None
        return el("div.after-ways", el("div.answers", ways), notice, role="group", aria_label=tr("after.ways"))

    # Presses

    async def on_intent(self, intent: AfterIntent) -> None:
        """Handles a button; on a page without a seat it does nothing."""
        if self.at.seat is None or not self.at.table.over:
            return
        table, browser, query = self.at.table, browser_of(self.at.session), ""
        match intent:
            case PlayAgain():
                made = await rematch(table, browser, sides=False)
            case ChangeSides():
                made = await rematch(table, browser)
            case AgainstFriend():
                made, query = await against_friend(table, self.at.seat, browser), "?invite"
            case _:
                assert_never(intent)
        if isinstance(made, Refusal):
            self.notice = refusal_text(self.at.tr, made)
            self._draw()
        else:
            self._client.open(f"/table/{made.code}{query}")


def _way(sign: str, words: str, do: str, *, main: bool = False) -> Node:
    return el("button.btn", icon(sign), words, do={"do": do}, testid=do, key=do, cls="main accent" if main else None)
