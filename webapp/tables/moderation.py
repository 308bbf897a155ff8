"""The host's actions at a table (exclude, lock, hand over), the players' actions on empty seats, and lent views."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.kernel.refusals import Refusal
from webapp.base.typed_text import alike
from webapp.games.contract import COMPANIONS
from webapp.store import SavedSeat
from webapp.tables.seating import Seating
from webapp.tables.seats import HOUSE, browser_of


class Moderation(Seating):
    """The part of a table for the host's actions and for bots."""

    # Over somebody's shoulder

    def lends_eyes(self, seat: str) -> bool:
        """Whether spectators may see the view of this seat's holder. Never where players share a screen."""
        mark = self.holder_mark(seat)
        return mark is not None and not self.settings.hotseat and f"{seat}:{mark}" in self.settings.shoulders.split()

    def borrowed(self, session: str, seat: str) -> bool:
        """Whether this browser may see a seat's lent view: not if it plays at this table."""
        return self.lends_eyes(seat) and not self.belongs(session) and self.watching_refused(session) is None

    async def lend_eyes(self, session: str, lent: bool) -> Refusal | None:
        """Lends a player's view to spectators, or stops that. None, or the refusal."""

        async def work(mine: str) -> Refusal | None:
            if self.settings.hotseat or not self.settings.spectators:
                return Refusal("", "no-spectators")
            others = [shoulder for shoulder in self.settings.shoulders.split() if not shoulder.startswith(f"{mine}:")]
            kept = [*others, f"{mine}:{self.holder_mark(mine)}"] if lent else others
            changed = replace(self.settings, shoulders=" ".join(kept))
            await self._store.companies.agree(self._id, changed.to_json())
            self.settings = changed
            self._publish()
            return None

        return await self._finish(self._of_seat(session, work))

    # Of the host

    @property
    def browsers(self) -> Mapping[str, str]:
        """The browser of each seat's player, of people only: for the server alone."""
        return {key: browser_of(holder.holder) for key, holder in self._holders.items() if holder.holder != HOUSE}

    async def kick(self, seat: str) -> Refusal | None:
        """Frees a seat and bans its browser from the table, with all players who share its screen."""

        async def work() -> Refusal | None:
            if seat not in self._holders:
                return Refusal("", "no-such-seat")
            browser = browser_of(self._holders[seat].holder)
            if browser == HOUSE:
                return await self._reseat({seat: None})
            await self._store.companies.meet(self._id, browser, True)
            self._guests[browser] = True
            theirs = [key for key, its in self._holders.items() if browser_of(its.holder) == browser]
            return await self._reseat(dict.fromkeys(theirs))

        return await self._finish(self._locked(work()))

    async def turn_out(self, session: str) -> Refusal | None:
        """Bans a browser without a seat from the table: it may neither watch nor write nor sit down. Refuses
        ``already-seated`` if somebody at it plays (:meth:`kick`)."""

        async def work() -> Refusal | None:
            if self.belongs(session):
                return Refusal("", "already-seated")
            await self._store.companies.meet(self._id, session, True)
            self._guests[session] = True
            self._publish()
            return None

        return await self._finish(self._locked(work()))

    @property
    def sent_away(self) -> tuple[str, ...]:
        """The banned browsers, sorted."""
        return tuple(sorted(session for session, barred in self._guests.items() if barred))

    async def pardon(self, session: str) -> Refusal | None:
        """Lifts the ban of a browser. Refuses ``not-sent-away`` if it has none."""

        async def work() -> Refusal | None:
            if not self._guests.get(session):
                return Refusal("", "not-sent-away")
            await self._store.companies.meet(self._id, session, None)
            del self._guests[session]
            self._publish()
            return None

        return await self._finish(self._locked(work()))

    async def delete(self, deleted: bool = True) -> Refusal | None:
        """Deletes the table, so that only the host finds it, or restores it."""
        return await self.change(deleted_at=time.time() if deleted else 0.0)

    async def change(self, **settings: Any) -> Refusal | None:
        """Changes settings: fields of :class:`TableSettings`."""

        async def work() -> Refusal | None:
            changed = replace(self.settings, **settings)
            await self._store.companies.agree(self._id, changed.to_json())
            self.settings = changed
            self._publish()
            return None

        return await self._finish(self._locked(work()))

    async def hand_over(self, seat: str, session: str, name: str) -> Refusal | None:
        """Gives a seat, with all that it knows, to a browser. Without a name the seat keeps its player's: a browser
        that has lost all that it knew is most often theirs."""

        async def work() -> Refusal | None:
            if seat not in self.seat_keys:
                return Refusal("", "no-such-seat")
            if self.belongs(session):
                return Refusal("", "already-seated")
            held = self._holders.get(seat)
            called = name or (held.name if held is not None else "")
            refusal = self.name_refused(seat, called)
            if refusal is not None:
                return refusal
            return await self._reseat({seat: SavedSeat(seat, session, called)})

        return await self._finish(self._locked(work()))

    async def left_alone(self) -> Refusal | None:
        """Adjourns a match without any of its players."""
        return await self._finish(self._locked(self._all_unready()))

    # Of the bots

    async def seat_bot(self, seat: str, bot: str) -> Refusal | None:
        """Gives a free seat to a bot."""

        async def work() -> Refusal | None:
            if seat not in self.seat_keys or bot not in self.game.bots:
                return Refusal("", "no-such-seat")
            if (taken := self._holders.get(seat)) is not None:
                return Refusal("", "seat-taken", {"name": taken.name})
            return await self._reseat({seat: SavedSeat(seat, HOUSE, self._bot_name(seat, bot), bot=bot)})

        return await self._finish(self._locked(work()))

    async def call_bot(self, session: str, seat: str, bot: str) -> Refusal | None:
        """Lets a bot play a seat that is free, or whose player is absent, on a player's request."""

        async def work(mine: str) -> Refusal | None:
            if not self.settings.bots:
                return Refusal("", "no-bots")
            if seat not in self.seat_keys or bot not in self.game.bots or seat == mine:
                return Refusal("", "no-such-seat")
            held = self._holders.get(seat)
            if held is None:
                return await self._reseat({seat: SavedSeat(seat, HOUSE, self._bot_name(seat, bot), bot=bot)})
            if not self.absent(seat):
                return Refusal("", "not-absent", {"name": held.name})
            # An absent player cannot be ready; the bot is ready in their place.
            return await self._reseat({seat: replace(held, bot=bot, ready=True)})

        return await self._finish(self._of_seat(session, work))

    async def end_bot(self, session: str, seat: str) -> Refusal | None:
        """Dismisses a bot on a player's request: its own seat becomes free, another's waits for its player."""

        async def work(mine: str) -> Refusal | None:
            held = self._holders.get(seat)
            if held is None or not held.bot:
                return Refusal("", "no-such-seat")
            return await self._reseat({seat: None if held.holder == HOUSE else replace(held, bot="")})

        return await self._finish(self._of_seat(session, work))

    async def returned(self, session: str) -> None:
        """Gives the seats of a browser that is back to its players again, in place of a bot."""
        lent = [key for key, seat in self._holders.items() if seat.bot and browser_of(seat.holder) == session]
        if not lent:
            return

        async def work() -> Refusal | None:
            back = {key: replace(self._holders[key], bot="") for key in lent if key in self._holders}
            return await self._reseat(dict(back))

        await self._finish(self._locked(work()))

    def _bot_name(self, seat: str, bot: str, taken: Mapping[str, SavedSeat] | None = None) -> str:
        """A name that nobody at the table has: the bot's, else one of its companions', else its own with the seat."""
        name = self.game.bots[bot]
        others = [its.name for key, its in (taken or self._holders).items() if key != seat]
        free = (
            candidate
            for candidate in (name, *COMPANIONS.get(name, ()))
            if not any(alike(other, candidate) for other in others)
        )
        return next(free, f"{name} {seat}")
