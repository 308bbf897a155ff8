"""The chat of a table. It is independent of the match: a line changes nothing there and redraws no page.

Players speak in a channel that everybody sees, or to their own side alone, where several seats win together; people
without a seat speak in one that players see only if they choose to."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
import unicodedata
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from nicegui import Event

from rules.kernel.refusals import Refusal
from webapp.base.typed_text import cleaned
from webapp.security.limits import limits
from webapp.store import Store, StoreProblem, TalkLine
from webapp.tables.seats import browser_of

if TYPE_CHECKING:
    from webapp.tables.table import Table

log = logging.getLogger(__name__)

SIDE = "side:"
"""How the channel of a side begins; its name follows."""

MUTED = Refusal("", "muted")

MOST_MUTED = 200
"""The most browsers that are muted at a table, the last ones."""

LONGEST = 400
"""The most characters of a line; the rest is cut."""

PAD = 4_000
"""Characters of a pad."""

NOTE, MOST_NOTES = 280, 60
"""Characters of a note about one thing, and how many notes of a player are kept at a table, the last ones."""

SHOWN = 200
"""The number of lines that a page shows of both channels, the last ones."""

RECENT = 6
"""The number of lines sent with each new one; a page that missed more fetches all."""

PHRASES = ("hello", "luck", "moment", "back", "your-turn", "think", "well-played", "thanks", "sorry", "again")
"""The keys of phrases that a button says, ``phrase.<key>`` in the catalogue."""

NOTES = ("absent", "adjourned", "arranged", "clock-answered", "clock-lost", "left-alone", "shoulder-on", "shoulder-off")
"""The keys of the table's own lines, ``note.<key>`` in the catalogue."""


class Talk:
    """The chat and the private notes of one table."""

    def __init__(self, table: Table, id: int, store: Store) -> None:
        self.changed: Event[()] = Event()
        """Emitted after every line."""
        self._table = table
        self._id = id
        self._store = store
        self._lines: deque[TalkLine] | None = None
        self._counts: Counter[str] = Counter()
        self._memo: dict[tuple[bool, bool, str], str] = {}
        self._about: dict[str, dict[str, str]] = {}
        self._behind: set[asyncio.Task[None]] = set()

    @property
    def lines(self) -> deque[TalkLine]:
        """The last lines of both channels, oldest first."""
        if self._lines is None:
            self._lines = deque(self._store.talks.lines(self._id, SHOWN), SHOWN)
            self._counts = Counter(line.channel for line in self._lines)
        return self._lines

    def unload(self) -> None:
        """Frees the memory of the lines, which are stored."""
        self._about.clear()
        if not self._behind:
            self._lines = None
            self._memo.clear()

    def heard(self, watchers: bool, side: str = "") -> list[TalkLine]:
        """The lines that somebody sees, with or without those of the `watchers`, and of a `side`."""
        channels = self._channels(watchers, side)
        return [line for line in self.lines if line.channel in channels]

    def _channels(self, watchers: bool, side: str) -> list[str]:
        return ["players", *(["watchers"] if watchers else []), *([SIDE + side] if side else [])]

    def payload(self, watchers: bool, whole: bool, side: str = "") -> str:
        """The string that a page shows, shared by all who see the same channels: the last lines, or all of them."""
        if (watchers, whole, side) not in self._memo:
            lines = self.heard(watchers, side)
            last = sum(self._counts[channel] for channel in self._channels(watchers, side))
            shown = lines if whole else lines[-RECENT:]
            rows = [
                {"ch": line.channel.partition(":")[0], "by": line.speaker, "name": line.name, "at": round(line.at, 3)}
                | ({"key": line.key, **line.params} if line.key else {"text": line.body})
                for line in shown
            ]
            body = {"watchers": watchers, "from": last - len(shown), "lines": rows}
            written = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
            self._memo[watchers, whole, side] = written
        return self._memo[watchers, whole, side]

    def side_of(self, session: str) -> str:
        """The side that a browser may speak to alone: that of its seat, where others win and lose with it, and not
        all do; else empty."""
        seat, table = self._table.seat_of(session), self._table
        sides: Mapping[str, str] = (table.view("spectator").get("sides") or {}) if table.loaded else {}
        mine = sides.get(seat or "", "")
        seats = [seat for seat, side in sides.items() if side == mine]
        return mine if 1 < len(seats) < len(sides) else ""

    def channel_of(self, session: str, aside: bool = False) -> str:
        """The channel that a browser, or a program with a token, speaks in; `aside`: to its side, if it has one."""
        if self._table.seat_of(session) is None:
            return "watchers"
        side = self.side_of(session) if aside else ""
        return SIDE + side if side else "players"

    def speaker_of(self, session: str) -> str:
        """The mark that others see of a speaker; it reveals nothing about the browser."""
        seat = self._table.seat_of(session)
        return seat or "w" + hashlib.sha256(f"{self._table.code} {session}".encode()).hexdigest()[:10]

    def muted(self, session: str) -> bool:
        """Whether the host lets nothing more be said from this browser, at a seat or as a spectator."""
        return browser_of(session) in (self._table.kept_state.get("muted") or ())

    def mute(self, session: str, muted: bool) -> None:
        """Lets nothing more be said from a browser at this table, or lets it speak again: for the host."""
        browser = browser_of(session)
        others = [muted for muted in self._table.kept_state.get("muted") or () if muted != browser]
        self._table.kept_state.put("muted", [*others, *([browser] if muted else [])][-MOST_MUTED:])
        self.changed.emit()

    async def say(self, session: str, name: str, text: Mapping[str, Any]) -> Refusal | None:
        """Adds ``{"text": …}`` or ``{"phrase": …}``, with ``"side": true`` for one's own side alone. None, or the
        refusal. `name`: of people without a seat."""
        body, key = text.get("text"), text.get("phrase")
        if isinstance(key, str) and key in PHRASES:
            body = ""
        elif isinstance(body, str) and (body := tidy(body)):
            key = ""
        else:
            return Refusal("", "nothing-said")
        seat = self._table.seat_of(session)
        if seat is None and (no := self._table.watching_refused(session)) is not None:
            return no
        if self.muted(session):
            return MUTED
        if not limits.take("say", session):
            return Refusal("", "too-much-said", {"seconds": limits.wait_s("say", session)})
        if seat is None and name and (no := self._table.name_refused("", name)) is not None:
            return no  # a spectator who would be taken for a player, or for the house
        mine = (self._table.seats[seat].name or seat) if seat else name
        channel = self.channel_of(session, text.get("side") is True)
        line = TalkLine(channel, self.speaker_of(session), mine, time.time(), body, key)
        return await self._keep(line)

    def note(self, key: str, **params: Any) -> None:
        """Adds a line of the table's own to the players' channel; it is stored in the background."""
        task = asyncio.create_task(self._noted(TalkLine("players", "", "", time.time(), "", key, params)))
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)

    def pad(self, session: str) -> str:
        """This player's private notes; nobody else can read them."""
        return self._store.talks.pad(self._id, session)

    async def write_pad(self, session: str, body: str) -> Refusal | None:
        """Keeps what a player notes for themselves. None, or why not."""
        kept = "".join(c for c in body if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))[:PAD]
        return await self._keep_own(session, "pad", lambda: self._store.talks.note(self._id, session, kept))

    def notes(self, session: str) -> Mapping[str, str]:
        """This player's short notes, by what each is about; nobody else can read them."""
        if session not in self._about:
            self._about[session] = self._store.talks.notes(self._id, session)
        return self._about[session]

    async def note_about(self, session: str, subject: str, text: str) -> Refusal | None:
        """Keeps what a player notes for themselves about one thing, which the game names; without a text the note is
        dropped. None, or why not."""
        note, store = tidy(text, NOTE), self._store.talks
        refusal = await self._keep_own(
            session, "say", lambda: store.note_about(self._id, session, subject, note, MOST_NOTES)
        )
        if refusal is None:
            self._about.pop(session, None)
        return refusal

    async def carry(self, before: str, after: str) -> None:
        """A seat has gone to another browser: what its player noted goes along."""
        try:
            await self._store.talks.carry(self._id, before, after)
        except StoreProblem as problem:
            log.error("table %s: notes could not be taken to another browser: %s", self._table.code, problem)
        self._about.clear()

    async def _keep_own(self, session: str, rate: str, keep: Callable[[], Awaitable[None]]) -> Refusal | None:
        """Stores what a player notes for themselves, at most at this rate. None, or why not."""
        if self._table.seat_of(session) is None:
            return Refusal("", "not-seated")
        if not limits.take(rate, session):
            return Refusal("", "too-much-said", {"seconds": limits.wait_s(rate, session)})
        try:
            await keep()
        except StoreProblem as problem:
            return Refusal("", "not-kept", problem.params)
        return None

    async def _noted(self, line: TalkLine) -> None:
        await self._keep(line)

    async def _keep(self, line: TalkLine) -> Refusal | None:
        lines = self.lines
        try:
            await self._store.talks.say(self._id, line)
        except StoreProblem as problem:
            log.error("table %s: a line could not be kept: %s", self._table.code, problem)
            return Refusal("", "not-kept", problem.params)
        lines.append(line)
        self._counts[line.channel] += 1
        self._memo.clear()
        self.changed.emit()
        return None


def tidy(text: str, longest: int = LONGEST) -> str:
    """A line as others may see it: cleaned, and cut at a word where it is too long.

    >>> tidy("  come \\x00 on\\n")
    'come on'
    """
    plain = cleaned(text[: 4 * longest])
    if len(plain) <= longest:
        return plain if len(text) <= 4 * longest else f"{plain} …"
    head = plain[: longest - 1]
    words = head.rsplit(" ", 1)[0]
    return f"{words if len(words) > longest // 2 else head} …"
