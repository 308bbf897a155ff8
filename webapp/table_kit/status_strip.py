"""The strip under the head line: the reason why the match does not go on, and the remedies.

It lies between head line and table and covers neither: a closed table, an adjourned match, a free seat, an absent
player, a bot in a player's place. Players and spectators see the same."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import ui
from nicegui.element import Element

from webapp.i18n import Translator
from webapp.table_kit.plain_texts import presence_words, strength
from webapp.tables import Refusal, Table
from webapp.tables.arrangement import with_seats
from webapp.ui.confirm_button import sure_button
from webapp.ui.live_box import Notice
from webapp.ui.theme import testid, text

AWAY_S = 4.0
"""Seconds of absence before it is shown, so that a reload is not."""
STAND_IN_S = 30.0
"""Seconds of absence before a bot is offered in a player's place: a locked phone is not long gone."""


def hold_text(table: Table, tr: Translator) -> str:
    """The reason why nothing is played at a table now, as text; empty: play can go on."""
    hold = table.hold()
    if hold is None or table.over:
        return ""
    if hold.code == "closed" and table.settings.abandoned:
        return tr("lobby.abandoned")
    return tr(f"refusal.{hold.code}", **hold.params)


class Strip:
    """The strip of one page. `holder`: the name by which it acts for its seat; `seat`: None for spectators."""

    def __init__(self, table: Table, tr: Translator, holder: str = "", seat: str | None = None) -> None:
        self._table = table
        self._tr = tr
        self._holder = holder
        self._seat = seat
        self._gone: frozenset[str] = frozenset()
        """The seats whose players have been away for :data:`AWAY_S`."""
        self._long_gone: frozenset[str] = frozenset()
        """The same for :data:`STAND_IN_S`."""
        self._timer: ui.timer | None = None
        self._client = ui.context.client
        self._notice = Notice("standing-strip", "standing")
        table.subscribe(seat or "spectator", self.show, steps=False)
        self.show()

    def show(self) -> None:
        """Shows the current state."""
        if self._seat is not None:
            self._wait_for_others()
        what, other = self._what()
        long = other in self._long_gone
        facts = (what, other, long, *self._table.seats.values(), hold_text(self._table, self._tr)) if what else ()
        box = self._notice.renew(facts)
        if box is not None:
            with box:
                self._say(what, other)

    def _what(self) -> tuple[str, str]:
        """The message, and the other seat that it is about; empty: nothing to show."""
        table, mine = self._table, self._seat
        hold = table.hold()
        others = {key: seat for key, seat in table.seats.items() if key != mine}
        if table.over or mine not in (None, *table.seats):
            return "", ""
        if hold is not None and hold.code == "adjourned":
            return ("waits" if mine is None or table.seats[mine].ready else "adjourned"), ""
        if hold is not None:
            return hold.code, ""
        if mine is None:
            return "", ""
        if table.adjourn_wanted:
            asking = next((key for key in table.adjourn_wanted if key != mine), "")
            return ("adjourn-asked", "") if mine in table.adjourn_wanted else ("adjourn-wanted", asking)
        free = next((key for key, seat in others.items() if seat.free), "")
        if free and table.settings.locked:
            return "locked", free
        if free:
            return ("free", free) if table.settings.bots else ("", "")
        # whoever is waited for comes before whoever has somebody in their place
        away = next((key for key, seat in others.items() if key in self._gone and not seat.bot), "")
        if away:
            return "away", away
        lent = next((key for key, seat in others.items() if seat.bot and not seat.house), "")
        return ("stands-in", lent) if lent else ("", "")

    def _say(self, what: str, other: str) -> None:
        tr, table = self._tr, self._table
        seat, bots = table.seats.get(other), table.game.bots
        held = hold_text(table, tr)
        name, bot = (seat.name or "", seat.bot) if seat is not None else ("", "")
        free = [key for key, seat in table.seats.items() if seat.free]
        if what == "free" and len(table.seats) > 2:
            text("span", tr.plural("standing.seats-free", len(free)))
            self._fill(len(table.seats) - len(free))
            return
        text("span", held or tr(f"standing.{what}", name=name, bot=bots.get(bot, "")))
        if what == "adjourned":
            self._button(tr("standing.resume"), "resume", lambda: table.be_ready(self._holder, True))
        elif what == "adjourn-wanted":
            self._button(tr("standing.adjourn"), "adjourn-too", lambda: table.adjourn(self._holder))
            self._button(tr("standing.play-on"), "play-on", lambda: table.play_on(self._holder))
        elif what == "adjourn-asked":
            self._button(tr("standing.play-on"), "play-on", lambda: table.adjourn(self._holder, False))
        elif what == "stands-in":
            end = partial(table.end_bot, self._holder, other)
            self._button(tr("standing.end-bot", bot=bots.get(bot, "")), "end-bot", end)
        elif what == "free" or (what == "away" and other in self._long_gone and table.settings.bots):
            sure = "" if what == "free" else tr("standing.call-sure", name=name)
            for kind, its in bots.items():
                words = tr("standing.call" if what == "free" else "standing.call-for", bot=its)
                call = partial(table.call_bot, self._holder, other, kind)
                self._button(words, f"call-{kind}", call, title=strength(kind, tr), sure=sure)

    def _fill(self, taken: int) -> None:
        """Fills several free seats with bots, or removes them while nothing is played."""
        table, tr = self._table, self._tr
        for kind, its in table.game.bots.items():
            known = tr.has(f"table.presence-bot-{kind}")
            label = f"{its}, {presence_words(f'bot-{kind}', tr)}" if known else its
            fill = partial(table.fill, self._holder, kind)
            self._button(label, f"fill-{kind}", fill, tr("standing.fill", bot=label), strength(kind, tr))
        fewer = with_seats(table.game, table.options, taken) if table.arrangeable and taken > 1 else None
        if fewer is not None:
            self._button(tr("standing.without", n=taken), "without", partial(table.arrange, self._holder, fewer))

    def _button(
        self,
        words: str,
        name: str,
        act: Callable[[], Awaitable[Refusal | None]],
        whole: str = "",
        title: str = "",
        sure: str = "",
    ) -> None:
        """``whole``: what it does, where the words beside it say the rest; ``title``: more about it; ``sure``: what it
        asks before it does it."""

        async def click() -> None:
            refusal = await act()
            if refusal is not None:
                box = self._notice.renew((refusal.code, *refusal.params.items()))
                if box is not None:
                    with box:
                        text("span", self._tr(f"refusal.{refusal.code}", **refusal.params))
                self._notice.forget()

        if sure:
            button: Element = sure_button(self._tr, words, sure, click, name)
        else:
            button = testid(text("button", words, "btn").on("click", click), name)
        if whole:
            button.props["aria-label"] = whole
        if title or whole:
            button.props["title"] = title or whole

    def _away(self) -> frozenset[str]:
        return frozenset(key for key in self._table.seats if key != self._seat and self._table.absent(key))

    def _wait_for_others(self) -> None:
        """Notes that others have left, and checks again after a while."""
        away = self._away()
        self._gone &= away
        self._long_gone &= away
        if away == self._long_gone:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        elif self._timer is None:
            seconds = AWAY_S if away != self._gone else STAND_IN_S - AWAY_S
            with self._client.layout:
                self._timer = ui.timer(seconds, self._have_gone, once=True)

    def _have_gone(self) -> None:
        self._timer = None
        away = self._away()
        if away == self._gone:
            self._long_gone = away
        self._gone = away
        self.show()
