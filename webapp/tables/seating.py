"""The people of a table: seats and their holders, guests, and who may do what.

A seat belongs to a browser, known by the id in its signed cookie. Another browser gets it only with the recovery code
that its holder asked for, or from the host; then the browser before can do nothing for it any more."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, TypeVar

from nicegui import Event

from rules.kernel.refusals import Refusal
from webapp.base.typed_text import alike, reserved
from webapp.games.contract import Game
from webapp.security import codes
from webapp.security.limits import Guess, guessing
from webapp.store import SavedSeat, SavedTable, Store, StoreProblem
from webapp.tables.seats import HOUSE, NOT_SEATED, Seat, browser_of
from webapp.tables.settings import TableSettings

log = logging.getLogger(__name__)

T = TypeVar("T")


class Seating(ABC):
    """The seats and guests of a table. Every change is stored first and published then."""

    def __init__(self, saved: SavedTable, game: Game, store: Store) -> None:
        self.code = saved.code
        self.name = saved.name
        self.game = game
        self.options = saved.options
        self.seat_keys = game.seats(saved.options)
        """The seats of this match, in order."""
        self.settings = TableSettings.of(saved.settings)
        self.settled: Event[()] = Event()
        """Emitted when what a list of tables shows has changed: seats, outcome."""
        self._id = saved.id
        self._store = store
        self._holders = {seat.seat: seat for seat in saved.seats}
        self._guests = store.companies.guests(saved.id)
        self._tokens = store.companies.tokens(saved.id)
        self._swaps: dict[str, str] = {}
        self._adjourn_wanted: frozenset[str] = frozenset()
        self._drafts: dict[str, dict[str, Any]] = {}
        self._drafted: dict[str, Event[object]] = {}
        """Emitted when a draft changes, by holder, or by browser."""
        self.rematching = asyncio.Lock()
        """Held while a rematch is made: two who ask at once are to meet."""
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    @abstractmethod
    def _publish(self) -> None:
        """Calls the subscribers after a change."""

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Whether anything has been played."""

    @abstractmethod
    def _note(self, key: str, **params: Any) -> None:
        """Adds a line of the table's own to the talk."""

    @abstractmethod
    async def _carry_notes(self, before: str, after: str) -> None:
        """Gives what a player noted to the browser that has their seat now."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the match has an outcome."""

    @abstractmethod
    def absent(self, seat: str) -> bool:
        """Whether somebody has the seat and is not present."""

    # Looking

    @property
    def seats(self) -> Mapping[str, Seat]:
        """All seats by key, free ones included."""
        held = self._holders
        return {
            key: Seat(key, its.name, its.ready, its.bot, its.holder == HOUSE) if (its := held.get(key)) else Seat(key)
            for key in self.seat_keys
        }

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self._holders) == len(self.seat_keys)

    @property
    def adjourned(self) -> bool:
        """Whether somebody at the table is not ready to play."""
        return not all(seat.ready for seat in self._holders.values())

    def hold(self) -> Refusal | None:
        """The refusal of any play at this table, whatever the rules say; None: play can go on. ``deleted``; ``closed``
        by the host; ``adjourned`` until everybody in ``names`` is ready. Refusals, lists, notices, bots and clocks all
        ask this method."""
        if self.settings.deleted_at or self.settings.closed:
            return Refusal("", "deleted" if self.settings.deleted_at else "closed")
        waited = [its.name for key in self.seat_keys if (its := self._holders.get(key)) and not its.ready]
        return Refusal("", "adjourned", {"names": ", ".join(waited)}) if waited else None

    def joining_refused(self, session: str) -> Refusal | None:
        """The refusal of this browser on any seat; None if it may sit down."""
        if self.over:
            return Refusal("", "over")
        if self._guests.get(session):
            return Refusal("", "sent-away")
        if (hold := self.hold()) is not None and hold.code != "adjourned":
            return hold
        if self.belongs(session):
            return Refusal("", "already-seated")
        return Refusal("", "locked") if self.settings.locked else None

    @property
    def adjourn_wanted(self) -> tuple[str, ...]:
        """The seats that ask to adjourn, while others who are present have not agreed."""
        return tuple(key for key in self.seats if key in self._adjourn_wanted)

    @property
    def swaps(self) -> Mapping[str, str]:
        """The seats whose players ask to change places, each with the seat they ask for."""
        return dict(self._swaps)

    def draft(self, seat: str, key: str, factory: Callable[[], T]) -> T:
        """The draft of the player on a seat, created at the first call: an unfinished plan, a chosen list. A reload
        finds it again, it follows its player to another seat, and is dropped when they leave the table. Nothing is kept
        for a free seat."""
        held = self._holders.get(seat)
        return factory() if held is None or held.holder == HOUSE else self._draft(held.holder, key, factory)

    def drafted(self, seat: str) -> Event[object]:
        """The event that a page emits, with itself, when it has changed its player's draft, so that other pages of the
        same player show it."""
        return self._drafted.setdefault(seat, Event())

    def draft_at(self, session: str, key: str, factory: Callable[[], T]) -> T:
        """The draft of :meth:`draft`, for a browser that several players share."""
        return self._draft(session, key, factory) if self.belongs(session) else factory()

    def _draft(self, owner: str, key: str, factory: Callable[[], T]) -> T:
        drafts = self._drafts.setdefault(owner, {})
        if key not in drafts:
            drafts[key] = factory()
        draft: T = drafts[key]
        return draft

    def seat_of(self, session: str) -> str | None:
        """The seat of this browser; None where it has none."""
        return next((key for key, seat in self._holders.items() if seat.holder == session), None)

    def at_screen(self, session: str) -> dict[str, str]:
        """The seats of the players who share this browser's screen, each with the name that acts for it. Nothing is
        shown or played for them under the browser's own id."""
        return {key: seat.holder for key, seat in self._holders.items() if seat.holder.startswith(f"{session}/")}

    def acting(self, session: str) -> str:
        """A name by which this browser acts for its own seat, or for one at its screen; else empty."""
        return session if self.seat_of(session) else next(iter(self.at_screen(session).values()), "")

    def belongs(self, session: str) -> bool:
        """Whether somebody at this browser has a seat."""
        return any(browser_of(seat.holder) == session for seat in self._holders.values())

    def seat_of_token(self, token: str) -> str | None:
        """The seat that a program with this token plays."""
        return self._tokens.get(codes.digest(token))

    def watching_refused(self, session: str) -> Refusal | None:
        """The refusal of this browser as a spectator; None if it may watch."""
        if self.belongs(browser_of(session)):
            return None
        if self._guests.get(session):
            return Refusal("", "sent-away")
        if not self.settings.spectators:
            return Refusal("", "no-spectators")
        if self.settings.watch_password and session not in self._guests:
            return Refusal("", "watch-password")
        return None

    def holder_mark(self, seat: str | None) -> object:
        """A mark that stays equal while a seat has the same holder; it reveals nothing about the holder."""
        holder = self._holders.get(seat or "")
        return None if holder is None else codes.digest(holder.holder)

    def player_mark(self, seat: str) -> str:
        """A mark that tells the player on a seat from all others, on any seat; empty for a free seat."""
        held = self._holders.get(seat)
        if held is None:
            return ""
        return f"{HOUSE}/{seat}" if held.holder == HOUSE else codes.digest(held.holder)

    async def password_refused(self, what: str, password: str, session: str, origin: str) -> Refusal | None:
        """The refusal of a password (for ``"seat"`` or ``"watch"``); None if it is accepted. Wrong ones are counted by
        browser, and by the client's address `origin`."""
        kept = self.settings.seat_password if what == "seat" else self.settings.watch_password
        return await self._guess(kept, password, f"{what}-password", session, origin)

    # Of everybody

    async def sit(self, session: str, seat: str, name: str, password: str = "", origin: str = "") -> Refusal | None:
        """Takes a free seat. None, or the refusal. `origin`: as in :meth:`password_refused`."""
        return await self._finish(self._sit(session, seat, name, password, origin))

    async def share(self, session: str, names: Mapping[str, str], password: str, origin: str) -> Refusal | None:
        """Seats several players at one browser's screen. None, or the refusal."""
        return await self._finish(self._share(session, names, password, origin))

    async def leave(self, session: str) -> Refusal | None:
        """Frees the seat of this browser. None, or the refusal."""
        return await self._finish(self._of_seat(session, lambda mine: self._reseat({mine: None})))

    async def be_ready(self, session: str, ready: bool) -> Refusal | None:
        """Sets whether this player, with those who share the screen, is ready to play. In a running match, not being
        ready asks to :meth:`adjourn`."""
        if self.begun and not ready:
            return await self.adjourn(session)

        def work(mine: str) -> Coroutine[Any, Any, Refusal | None]:
            browser = browser_of(self._holders[mine].holder)
            here = {key: seat for key, seat in self._holders.items() if browser_of(seat.holder) == browser}
            return self._reseat({key: replace(seat, ready=ready) for key, seat in here.items()})

        return await self._finish(self._of_seat(session, work))

    async def adjourn(self, session: str, wanted: bool = True) -> Refusal | None:
        """Asks to adjourn the match, or withdraws that. It is adjourned once all players who are present have asked, so
        that nobody can stop another's clock alone. All must be ready again before it goes on."""

        async def work(mine: str) -> Refusal | None:
            asking = self._adjourn_wanted | {mine} if wanted else self._adjourn_wanted - {mine}
            browsers = {browser_of(self._holders[key].holder) for key in asking if key in self._holders}
            open_still = [
                key
                for key, its in self._holders.items()
                if not its.bot and browser_of(its.holder) not in browsers and not self.absent(key)
            ]
            self._adjourn_wanted = asking if open_still else frozenset()
            if not asking or open_still:
                self._publish()
                return None
            refusal = await self._all_unready()
            if refusal is None:
                names = [its.name for key, its in self._holders.items() if key in asking]
                self._note("adjourned", who=", ".join(names))
            return refusal

        return await self._finish(self._of_seat(session, work))

    async def play_on(self, session: str) -> Refusal | None:
        """Declines to adjourn: the requests are dropped."""

        async def work(_: str) -> Refusal | None:
            self._adjourn_wanted = frozenset()
            self._publish()
            return None

        return await self._finish(self._of_seat(session, work))

    async def _all_unready(self) -> Refusal | None:
        return await self._reseat({key: replace(its, ready=bool(its.bot)) for key, its in self._holders.items()})

    async def recovery_code(self, session: str) -> str | Refusal:
        """A new code with which another browser can take this browser's seat. It is returned only here; earlier codes
        become invalid."""
        plain = codes.code(codes.RECOVERY_LENGTH)

        def work(mine: str) -> Coroutine[Any, Any, Refusal | None]:
            return self._reseat({mine: replace(self._holders[mine], recovery=codes.digest(plain))})

        return await self._finish(self._of_seat(session, work)) or codes.grouped(plain)

    async def recover(self, session: str, code: str, origin: str) -> Refusal | None:
        """Gives this browser the seat of a recovery code, which becomes invalid. None, or the refusal."""
        return await self._finish(self._recover(session, codes.typed(code), origin))

    async def token(self, session: str) -> str | Refusal:
        """A new token with which a program may play this browser's seat; the earlier one becomes invalid."""
        plain = codes.token()

        async def work(mine: str) -> Refusal | None:
            await self._store.companies.entrust(self._id, mine, codes.digest(plain))
            self._tokens = {digest: seat for digest, seat in self._tokens.items() if seat != mine}
            self._tokens[codes.digest(plain)] = mine
            return None

        return await self._finish(self._of_seat(session, work)) or plain

    async def come_in(self, session: str, password: str, origin: str) -> Refusal | None:
        """Enters the password for watching. None, or the refusal."""
        return await self._finish(self._come_in(session, password, origin))

    async def seat_again(self, other: Seating, ready: str, on: int = 1) -> Refusal | None:
        """Seats the players of another table here, each `on` seats further; only the browser `ready` is ready to
        play."""
        keys = list(self.seat_keys)
        moved = dict(zip(keys, keys[on:] + keys[:on], strict=True))
        held = [seat for key, seat in other._holders.items() if key in moved]
        seats = {
            moved[seat.seat]: SavedSeat(
                moved[seat.seat],
                seat.holder,
                seat.name,
                browser_of(seat.holder) in (HOUSE, browser_of(ready)),
                bot=seat.bot if seat.holder == HOUSE else "",
            )
            for seat in held
        }
        return await self._finish(self._locked(self._reseat(seats)))

    # Inside

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Awaits work that is not cancelled with its caller, for example in the middle of a commit."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _locked(self, work: Coroutine[Any, Any, Refusal | None]) -> Refusal | None:
        """Does the work alone at this table; where it cannot be stored, nothing has changed."""
        async with self._lock:
            try:
                refusal = await work
            except StoreProblem as problem:
                log.error("table %s: who is there could not be kept: %s", self.code, problem)
                return Refusal("", "not-kept", problem.params)
        if refusal is None:
            self.settled.emit()
        return refusal

    async def _of_seat(self, session: str, work: Any) -> Refusal | None:
        async def of_mine() -> Refusal | None:
            mine = self.seat_of(session)
            if mine is None:
                return NOT_SEATED
            done: Refusal | None = await work(mine)
            return done

        return await self._locked(of_mine())

    async def _reseat(self, seats: Mapping[str, SavedSeat | None]) -> Refusal | None:
        """Assigns seats; None frees one."""
        before = {key: self._holders[key] for key in seats if key in self._holders}
        after = {key: seat for key, seat in seats.items() if seat is not None}
        await self._store.companies.reseat(self._id, before, after)
        gone = {key for key, seat in before.items() if key not in after or after[key].holder != seat.holder}
        self._tokens = {digest: seat for digest, seat in self._tokens.items() if seat not in gone}
        for key in seats:
            self._holders.pop(key, None)
        self._holders.update(after)
        if gone:
            self._swaps.clear()
            self._adjourn_wanted = frozenset()
        holders = {seat.holder for seat in self._holders.values()}
        holders |= {browser_of(holder) for holder in holders}
        self._drafts = {owner: drafts for owner, drafts in self._drafts.items() if owner in holders}
        self._publish()
        return None

    async def _sit(self, session: str, seat: str, name: str, password: str, origin: str) -> Refusal | None:
        refusal = await self.password_refused("seat", password, session, origin)

        async def work() -> Refusal | None:
            if self.settings.hotseat and not self._holders:
                return Refusal("", "together")
            first = self._sitting_refused(session, seat, name)
            if (no := first or refusal) is not None:
                return no
            saved = SavedSeat(seat, session, name)
            await self._store.companies.sit(self._id, saved)
            self._holders[seat] = saved
            self._publish()
            return None

        return await self._locked(work())

    async def _share(self, session: str, names: Mapping[str, str], password: str, origin: str) -> Refusal | None:
        refusal = await self.password_refused("seat", password, session, origin)

        async def work() -> Refusal | None:
            if not self.settings.hotseat:
                return Refusal("", "not-shared")
            for seat in self.seat_keys:
                no = self._sitting_refused(session, seat, names.get(seat, ""))
                if (no := no or refusal) is not None:
                    return no
            given = [names[key] for key in self.seat_keys]
            if (twice := next((b for a, b in combinations(given, 2) if alike(a, b)), None)) is not None:
                return Refusal("", "name-taken", {"name": twice})
            seats = {key: SavedSeat(key, f"{session}/{key}", names[key]) for key in self.seat_keys}
            return await self._reseat(seats)

        return await self._locked(work())

    def _sitting_refused(self, session: str, seat: str, name: str) -> Refusal | None:
        if seat not in self.seat_keys:
            return Refusal("", "no-such-seat")
        no = self.joining_refused(session)
        if no is None or no.code == "locked":
            taken = self._holders.get(seat)
            no = Refusal("", "seat-taken", {"name": taken.name}) if taken is not None else no
        return no or self.name_refused(seat, name)

    def name_refused(self, seat: str, name: str) -> Refusal | None:
        """The refusal of a name on a seat: it looks like another's at this table, or would speak for the house."""
        if not name:
            return Refusal("", "no-name")
        taken = reserved(name) or any(alike(holder.name, name) for key, holder in self._holders.items() if key != seat)
        return Refusal("", "name-taken", {"name": name}) if taken else None

    async def _recover(self, session: str, code: str, origin: str) -> Refusal | None:
        async def work() -> Refusal | None:
            # Compared at once, with no wait between the question whether it may be and the count.
            guess = Guess(session, origin)
            if guess.refusal is not None:
                return guess.refusal
            wanted = codes.digest(code)
            seat = next((its for its in self._holders.values() if its.recovery and its.recovery == wanted), None)
            if seat is None:
                guess.wrong()
                return Refusal("", "wrong-code")
            if self.belongs(session):
                return Refusal("", "already-seated")
            # The same player at another device: what they had begun and noted goes with them.
            self._drafts[session] = self._drafts.get(seat.holder, {})
            refusal = await self._reseat({seat.seat: replace(seat, holder=session, recovery="", bot="")})
            if refusal is None:
                await self._carry_notes(seat.holder, session)
            return refusal

        return await self._locked(work())

    async def _come_in(self, session: str, password: str, origin: str) -> Refusal | None:
        refusal = await self.password_refused("watch", password, session, origin)

        async def work() -> Refusal | None:
            if self._guests.get(session):
                return Refusal("", "sent-away")
            if refusal is None:
                await self._store.companies.meet(self._id, session, False)
                self._guests[session] = False
            return refusal

        return await self._locked(work())

    async def _guess(self, kept: str, password: str, code: str, session: str, origin: str) -> Refusal | None:
        """Whether a password is right; wrong ones are counted."""
        if not kept:
            return None
        async with guessing(session, origin) as guess:
            if guess.refusal is not None or not password:
                return guess.refusal or Refusal("", code)
            # In a thread: made to take long, and the loop waits for nobody.
            if await asyncio.to_thread(codes.matches, password, kept):
                return None
            guess.wrong()
            return Refusal("", code)
