"""Changes to a table before its match begins: seats, number of seats, options."""

from __future__ import annotations

import asyncio
import secrets
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.kernel.contract import Match
from rules.kernel.refusals import Refusal
from webapp.games.contract import Game, Json
from webapp.store import SavedSeat
from webapp.tables.moderation import Moderation
from webapp.tables.seats import HOUSE, browser_of

BEGUN = Refusal("", "begun")


def with_seats(game: Game, options: Json, n: int) -> Json | None:
    """The options with the one choice changed that makes the match have `n` seats; None where no choice does."""
    for choice in game.choices:
        for value in choice.offered:
            changed = {**options, choice.key: choice.option(value)}
            if len(game.seats(changed)) == n:
                return changed
    return None


class Arrangement(Moderation):
    """The part of a table for changes before its match has begun."""

    arranged = 0
    """Number of times that the match was replaced since the start of the server; older pages must be rebuilt."""

    @abstractmethod
    def take_up(self, match: Match) -> None:
        """Replaces the match by a new one, whose step 0 is stored already."""

    @property
    def arrangeable(self) -> bool:
        """Whether options and seats may still be changed: not once something was played, and never of a match with a
        past."""
        return not (self.begun or self.settings.closed or self.settings.origin or self.settings.guided)

    async def swap(self, session: str, other: str = "") -> Refusal | None:
        """Changes places with another seat, before anything was played: at once if it is free, a bot's or at the same
        screen, else when its player asks for the same. A second call withdraws the request. `other` may be left out
        where there is only one. None, or the refusal."""

        async def work(mine: str) -> Refusal | None:
            if self.begun:
                return BEGUN
            wanted = other or next(key for key in self.seat_keys if key != mine)
            if wanted == mine or wanted not in self.seat_keys:
                return Refusal("", "no-such-seat")
            if wanted in self._holders and self._swaps.get(wanted) != mine and not self._agrees(mine, wanted):
                if self._swaps.pop(mine, None) != wanted:
                    self._swaps[mine] = wanted
                self._publish()
                return None
            moved = {mine: self._holders.get(wanted), wanted: self._holders[mine]}
            return await self._reseat({key: seat and replace(seat, seat=key) for key, seat in moved.items()})

        return await self._finish(self._of_seat(session, work))

    def _agrees(self, mine: str, other: str) -> bool:
        """Whether a swap with the other seat needs no consent: it is a bot's, or at the same screen."""
        return browser_of(self._holders[other].holder) in (HOUSE, browser_of(self._holders[mine].holder))

    async def arrange(self, session: str, options: Json) -> Refusal | None:
        """Replaces the match by one with other options. Players keep their seats where these still exist, else get free
        ones; bots make room. Everybody who is not at this browser must be ready again. None, or the refusal.

        Raises whatever the match raises for options that make no sense."""

        async def work(mine: str) -> Refusal | None:
            if not self.arrangeable:
                return BEGUN
            if options == self.options:
                return None
            keys = self.game.seats(options)
            seated = _moved(self._holders, keys)
            if seated is None:
                return Refusal("", "too-many-seated", {"n": len(keys)})
            browser = browser_of(self._holders[mine].holder)
            after = {
                key: replace(its, seat=key, ready=browser_of(its.holder) in (HOUSE, browser))
                for key, its in seated.items()
            }
            self.game.load()
            match = await asyncio.to_thread(self.game.new, options, secrets.randbits(63))
            before = dict(self._holders)
            await self._store.begin_again(self._id, options, match.journal, before, after)
            who = before[mine].name
            gone = {key for key, its in before.items() if key not in after or after[key].holder != its.holder}
            self._tokens = {digest: seat for digest, seat in self._tokens.items() if seat not in gone}
            self._holders, self._swaps, self._drafts = after, {}, {}
            self.options, self.seat_keys = options, keys
            self.arranged += 1
            self.take_up(match)
            self._publish()
            self._tell_arranged(who)
            return None

        return await self._finish(self._of_seat(session, work))

    @abstractmethod
    def _tell_arranged(self, who: str) -> None:
        """Adds a line to the talk: who has changed the options."""

    async def fill(self, session: str, bot: str) -> Refusal | None:
        """Gives all free seats to a bot. None, or the refusal."""

        async def work(_: str) -> Refusal | None:
            if not self.settings.bots:
                return Refusal("", "no-bots")
            if bot not in self.game.bots:
                return Refusal("", "no-such-seat")
            taken = dict(self._holders)
            for key in self.seat_keys:
                if key not in taken:
                    taken[key] = SavedSeat(key, HOUSE, self._bot_name(key, bot, taken), bot=bot)
            return await self._reseat({key: its for key, its in taken.items() if key not in self._holders})

        return await self._finish(self._of_seat(session, work))


def _moved(held: Mapping[str, SavedSeat], keys: tuple[str, ...]) -> dict[str, SavedSeat] | None:
    """The taken seats by the new seats; None where there are more people than seats."""
    kept = {key: its for key, its in held.items() if key in keys}
    homeless = [its for key, its in sorted(held.items()) if key not in keys and its.holder != HOUSE]
    room: list[Any] = [key for key in keys if key not in kept]
    room += [key for key in reversed(keys) if key in kept and kept[key].holder == HOUSE]
    if len(homeless) > len(room):
        return None
    return kept | dict(zip(room, homeless, strict=False))
