"""The focus of one window on the Bloc: a piece, or the ends of a measure. Players and spectators alike, at any time.

Every answer is the engine's, asked for this window alone and of what lies open; it is told to nobody else. Too many
questions are not answered until they slow down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, assert_never

from rules.kernel.refusals import Refused
from webapp.games.olomoc.board.risk import parted, plain
from webapp.games.olomoc.table.board_intents import (
    BoardIntent,
    CloseLook,
    FocusIntent,
    MeasureEnd,
    PressPiece,
    TakeTool,
)
from webapp.games.olomoc.table.intents import CloseLens
from webapp.games.olomoc.table.lens import Lens
from webapp.games.olomoc.table.text.names import Names
from webapp.security.limits import limits

Json = dict[str, Any]
DRAWN_S = 0.05
"""Left for a reach to be drawn before more is asked: it is what is waited for, and processors are few."""

Ask = Callable[..., Awaitable[Any]]
"""The engine's answer to a query and its arguments (`Table.query`); raises as that does."""


class Focus:
    """One window's. `ask` asks of the match as that window shows it; `changed`: what it shows is to be drawn anew."""

    def __init__(self, ask: Ask, session: str, names: Callable[[], Names], changed: Callable[[], None]) -> None:
        self.ask = ask
        self.session = session
        self.names = names
        self.changed = changed
        self.lens = Lens()

    async def on_intent(self, intent: FocusIntent) -> None:
        """Handles a message from the Bloc about the lens."""
        match intent:
            case TakeTool():
                self.lens = Lens(tool=None if intent.tool == self.lens.tool else intent.tool)
                self.changed()
            case MeasureEnd():
                place = (intent.x, intent.y) if intent.x is not None and intent.y is not None else None
                await self._end(intent.id, place)
            case CloseLook():
                self.close()
            case _:
                assert_never(intent)

    async def on_board(self, intent: BoardIntent) -> None:
        """Handles a message from the Bloc of a person who can only look."""
        if isinstance(intent, FocusIntent):
            await self.on_intent(intent)
        elif not isinstance(intent, PressPiece):
            await self.look(None)
        elif not await self.pick_end(intent.id):
            await self.look(intent.id)

    async def on_lens(self, intent: CloseLens) -> None:
        """The lens was closed."""
        self.close()

    async def pick_end(self, id: str) -> bool:
        """A piece was pressed; with a tool in the hand it is an end of its measure."""
        if self.lens.tool is None:
            return False
        await self._end(id, None)
        return True

    def close(self) -> None:
        """Looks at nothing."""
        self.lens = Lens()
        self.changed()

    async def look(self, id: str | None) -> None:
        """Looks at a piece on the Bloc; at none, or at the same again, at nothing."""
        if id is None or id == self.lens.piece:
            if self.lens.piece is not None:
                self.close()
            return
        if not self.names().get(id).get("at"):
            return
        self.lens = Lens(piece=id)
        self.changed()
        await self._study(self.lens)

    def forget(self) -> None:
        """The window shows another moment: of what is looked at nothing is known any more, until it is asked again."""
        self.lens = Lens(self.lens.piece, self.lens.tool, self.lens.ends)
        self.changed()

    async def follow(self) -> None:
        """The table has moved on: what is looked at is asked about again, if it still stands there."""
        lens = self.lens
        if lens.piece is not None:
            if not self.names().get(lens.piece).get("at"):
                self.close()
                return
            await self._study(lens)
        elif len(lens.ends) == 2:
            await self._measure(lens)

    async def _end(self, id: str | None, place: tuple[int, int] | None) -> None:
        """An end of a measure: a thing that stands there, or a place."""
        end: Any = id if id is not None and self._there(id) else None
        if end is None and place is not None:
            end = list(place)
        await self.take_end(end)

    async def take_end(self, end: Any) -> None:
        """An end of a measure, as the engine takes it (`Match.sight`). After two, the next begins anew."""
        lens = self.lens
        if lens.tool is None or end is None:
            return
        if len(lens.ends) == 1 and lens.ends[0] != end:
            lens.ends = [*lens.ends, end]
        else:
            lens.ends, lens.measured = [end], None
        self.changed()
        if len(lens.ends) == 2:
            await self._measure(lens)

    def _there(self, id: str) -> bool:
        names = self.names()
        standing = bool(names.get(id).get("at"))
        return standing or any(m["id"] == id and m.get("at") for m in names.view.get("markers", ()))

    async def _measure(self, lens: Lens) -> None:
        measured = await self._ask("measure", {"a": lens.ends[0], "b": lens.ends[1]})
        if measured is not None and self.lens is lens:
            lens.measured = measured
            self.changed()

    async def _study(self, lens: Lens) -> None:
        """Asks for its reach first, which the viewer waits for; then for its risks, its sight and possible attacks, its
        instinct."""
        assert lens.piece is not None
        walk = {"piece": lens.piece, "kind": "walk"}
        steps = [("reach", walk), ("risks", walk), ("scout", {"piece": lens.piece})]
        if self.names().seat(lens.piece) is None:
            steps.insert(1, ("instinct", {"hostile": lens.piece}))
        for name, params in steps:
            answer = await self._ask(name, params)
            if self.lens is not lens:
                return
            if answer is None:
                continue
            if name == "reach":
                lens.reach = lens.reach or plain(answer)
            elif name == "risks":
                lens.reach = parted(answer)
            elif name == "scout":
                lens.scouted = answer
            else:
                lens.instinct = answer
            self.changed()
            if name == "reach":
                await asyncio.sleep(DRAWN_S)
                if self.lens is not lens:
                    return

    async def _ask(self, name: str, params: Json) -> Json | None:
        """The engine's answer; None where the question makes no sense any more, or where too much was asked."""
        if not limits.take("look", self.session):
            return None
        try:
            answer: Json = await self.ask(name, params)
        except (Refused, ValueError, LookupError):
            return None
        return answer
