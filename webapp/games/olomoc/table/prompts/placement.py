"""Pointing at a place on the Bloc: the engine's verdict on it, the rulers that could be laid, the nearest legal place.

An answer that comes late, for a place no longer pointed at, is dropped. An answer to what is shown already redraws the
prompt and the Bloc alone and leaves the draft's revision: a confirmation on its way still means what was shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.games.olomoc.board.risk import parted, plain
from webapp.games.olomoc.table.aim import reach_of
from webapp.games.olomoc.table.board_intents import PointAt, TurnRuler
from webapp.games.olomoc.table.draft import PendingCommand
from webapp.games.olomoc.table.player import Player
from webapp.tables import Refusal

Json = dict[str, Any]
HARD = frozenset({"place", "place-target", "displace"})
"""Prompts whose legal places no region shows: one that the engine found is shown first."""
WEIGHED = frozenset({"walk", "attack", "charge", "capacity"})
"""Commands of which the engine foretells something."""


class Pointing:
    """The pointing of one page: the command that is being put together, with the place that it still needs."""

    def __init__(self, player: Player) -> None:
        self.player = player

    async def start(self, option: Mapping[str, Any]) -> None:
        """Takes up an option: shown at once, its reach and its odds as soon as the engine has them."""
        draft = self.player.draft
        draft.start(option)
        draft.reach = []
        self.player.changed()
        if draft.pending is not None and draft.pending.placing:
            await self._find_reach(parts=False)
            await self._suggest()
            await self._find_reach(parts=True)
        await self.weigh()

    async def point(self, intent: PointAt) -> bool:
        """A place was pointed at: the engine says whether, and with which ruler; or why not, and where else. True where
        the player wants no further question and the command is whole."""
        player, pending, at = self.player, self.player.draft.pending, (intent.x, intent.y)
        if pending is None or not pending.placing:
            return False
        pending.point(at)
        player.draft.notice = None
        found = await player.ask("resolve", command=pending.at(at))
        if found is None or not self._still(pending, at):
            return False
        if isinstance(found, Refusal) and found.code == "no-target" and found.params.get("as") in pending.later:
            pending.resolved = pending.at(at)  # as far as it goes: the next place is all that is missing
            player.changed()
            return False
        if isinstance(found, Refusal):
            pending.why = found.to_json()
            player.changed()
            await self._look_near(pending, at)
            return False
        pending.take(found)
        player.changed()
        if intent.go and player.draft.command() is not None:
            return True
        await self.weigh()
        await self._look_about(pending)
        return False

    async def turn(self, intent: TurnRuler) -> None:
        """MOV-2: the ruler was turned to another of the placements shown."""
        player, pending = self.player, self.player.draft.pending
        if pending is None or not 0 <= intent.n < len(pending.turns):
            return
        if pending.resolved is None or intent.rev != player.draft.rev:
            return
        row, at = pending.turns[intent.n], pending.to
        wanted = {**pending.resolved, "ruler": {key: row[key] for key in ("x", "y", "angle")}}
        found = await player.ask("resolve", command=wanted)
        if isinstance(found, dict) and self._still(pending, at):
            pending.resolved = found
            player.changed()
            await self.weigh()

    async def take_nearest(self) -> None:
        """The nearest place that was offered is taken."""
        pending = self.player.draft.pending
        if pending is None or pending.near is None:
            return
        pending.take(pending.near)
        self.player.changed()
        await self.weigh()
        await self._look_about(pending)

    def next_place(self) -> bool:
        """Goes on to the next place of a card that asks for several; whether there is one to come."""
        draft = self.player.draft
        if draft.pending is None or not draft.pending.later:
            return False
        if draft.pending.resolved is not None:
            draft.pending = draft.pending.next()
            self.player.changed()
        return True

    async def weigh(self) -> None:
        """Asks the engine for the odds of the command, once it is whole: of an attack, of the strikes on a walk's
        way."""
        player, draft = self.player, self.player.draft
        pending, rev = draft.pending, draft.rev
        draft.odds.pop("pending", None)
        if pending is None or not pending.complete or pending.command["kind"] not in WEIGHED:
            return
        found = await player.reckon(pending.resolved or pending.command)
        if found is not None and draft.pending is pending and draft.rev == rev:
            draft.odds["pending"] = found
            player.redraw_prompt()

    async def _find_reach(self, *, parts: bool) -> None:
        """The region that the engine draws for the piece that is placed: itself, or with `parts` what ending there
        means."""
        player, pending = self.player, self.player.draft.pending
        wanted = reach_of(player.context)
        if wanted is None:
            return
        piece, kind, target = wanted
        found = await player.ask("risks" if parts else "reach", piece=piece, kind=kind, target=target)
        if isinstance(found, dict) and player.draft.pending is pending:
            player.draft.reach = parted(found) if parts else plain(found)
            player.draft.threats = found.get("threats", [])
            player.redraw_prompt()

    async def _suggest(self) -> None:
        """Shows a place that the engine found, like one pointed at, where a place is hard to hit by hand."""
        player, pending = self.player, self.player.draft.pending
        context = player.context
        hard = context.code in HARD or context.params.get("optional") is False
        if pending is None or pending.place != "to" or not (pending.command["kind"] == "charge" or hard):
            return
        found = await player.ask("suggest", command=pending.command)
        if isinstance(found, dict) and self._still(pending, None):
            pending.take(found)
            player.changed()
            await self._look_about(pending)

    async def _look_near(self, pending: PendingCommand, at: tuple[int, int]) -> None:
        """MOV: the legal place nearest to one that is not."""
        if pending.place != "to":
            return
        found = await self.player.ask("nearest", command=pending.at(at))
        if isinstance(found, dict) and self._still(pending, at):
            pending.near = found
            self.player.redraw_prompt()

    async def _look_about(self, pending: PendingCommand) -> None:
        """MOV-2: the other ways to lay the ruler to the same place."""
        at, resolved = pending.to, pending.resolved
        if pending.place != "to" or resolved is None or resolved.get("ruler") is None:
            return
        command = {key: value for key, value in resolved.items() if key != "ruler"}
        found = await self.player.ask("placements", command=command)
        if isinstance(found, list) and self._still(pending, at):
            pending.turns = found
            self.player.redraw_prompt()

    def _still(self, pending: PendingCommand, at: tuple[int, int] | None) -> bool:
        return self.player.draft.pending is pending and pending.to == at
