"""Pointing at a place on the Bloc: the engine's verdict on it, the rulers that could be laid, the nearest legal place.

An answer that comes late, for a place no longer pointed at, is dropped. An answer to what is shown already redraws the
prompt and the Bloc alone and leaves the draft's revision: a confirmation on its way still means what was shown.
"""

from __future__ import annotations

from dataclasses import replace
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

    async def prepare(self) -> None:
        """Asks of a command just begun its reach and its odds; each is shown as soon as the engine has it."""
        draft = self.player.draft
        if draft.pending is not None:
            draft.pending = replace(draft.pending, prepared=True)
        if draft.pending is not None and draft.pending.placing:
            await self._find_reach(parts=False)
            await self._suggest()
            await self._find_reach(parts=True)
        await self.weigh()

    async def point(self, intent: PointAt) -> bool:
        """A place was pointed at: the engine says whether, and with which ruler; or why not, and where else. True where
        the player wants no further question and the command is whole."""
        player, draft, at = self.player, self.player.draft, (intent.x, intent.y)
        if draft.pending is None or not draft.pending.placing:
            return False
        pending = draft.pending = draft.pending.pointed(at)
        draft.notice = None
        verdict = await player.ask("resolve", command=pending.at(at))
        now = self._still(pending)
        if verdict is None or now is None:
            return False
        if isinstance(verdict, Refusal) and verdict.code == "no-target" and verdict.params.get("as") in pending.later:
            # as far as it goes: the next place is all that is missing
            draft.pending = replace(now, resolved=pending.at(at))
            player.changed()
            return False
        if isinstance(verdict, Refusal):
            draft.pending = replace(now, why=verdict.to_json())
            player.changed()
            await self._look_near()
            return False
        draft.pending = now.taken(verdict)
        player.changed()
        if intent.go and draft.command() is not None:
            return True
        await self.weigh()
        await self._look_about()
        return False

    async def turn(self, intent: TurnRuler) -> None:
        """MOV-2: the ruler was turned to another of the placements shown."""
        player, pending = self.player, self.player.draft.pending
        if pending is None or not 0 <= intent.n < len(pending.turns):
            return
        if pending.resolved is None or intent.rev != player.draft.rev:
            return
        row = pending.turns[intent.n]
        wanted = {**pending.resolved, "ruler": {key: row[key] for key in ("x", "y", "angle")}}
        verdict = await player.ask("resolve", command=wanted)
        if isinstance(verdict, dict) and (now := self._still(pending)) is not None:
            player.draft.pending = replace(now, resolved=verdict)
            player.changed()
            await self.weigh()

    async def take_nearest(self) -> None:
        """The nearest place that was offered is taken."""
        pending = self.player.draft.pending
        if pending is None or pending.near is None:
            return
        self.player.draft.pending = pending.taken(pending.near)
        self.player.changed()
        await self.weigh()
        await self._look_about()

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
        if pending is None or not pending.ready or pending.command["kind"] not in WEIGHED:
            return
        odds = await player.reckon(pending.resolved or pending.command)
        if odds is not None and self._still(pending) is not None and draft.rev == rev:
            draft.odds["pending"] = odds
            player.redraw_prompt()

    async def _find_reach(self, *, parts: bool) -> None:
        """The region that the engine draws for the piece that is placed: itself, or with `parts` what ending there
        means."""
        player, pending = self.player, self.player.draft.pending
        wanted = reach_of(player.context)
        if wanted is None:
            return
        piece, kind, target = wanted
        region = await player.ask("risks" if parts else "reach", piece=piece, kind=kind, target=target)
        now = player.draft.pending
        if isinstance(region, dict) and pending is not None and now is not None and now.command is pending.command:
            reach, threats = (parted if parts else plain)(region), region.get("threats", [])
            player.draft.pending = replace(now, reach=reach, threats=threats)
            player.redraw_prompt()

    async def _suggest(self) -> None:
        """Shows a place that the engine found, like one pointed at, where a place is hard to hit by hand."""
        player, pending = self.player, self.player.draft.pending
        context = player.context
        hard = context.code in HARD or context.params.get("optional") is False
        if pending is None or pending.place != "to" or not (pending.command["kind"] == "charge" or hard):
            return
        completion = await player.ask("suggest", command=pending.command)
        if isinstance(completion, dict) and (now := self._still(pending)) is not None:
            player.draft.pending = now.taken(completion)
            player.changed()
            await self._look_about()

    async def _look_near(self) -> None:
        """MOV: the legal place nearest to the one pointed at, which is not."""
        pending = self.player.draft.pending
        if pending is None or pending.place != "to" or pending.to is None:
            return
        near = await self.player.ask("nearest", command=pending.at(pending.to))
        if isinstance(near, dict) and (now := self._still(pending)) is not None:
            self.player.draft.pending = replace(now, near=near)
            self.player.redraw_prompt()

    async def _look_about(self) -> None:
        """MOV-2: the other ways to lay the ruler to the same place."""
        pending = self.player.draft.pending
        resolved = pending.resolved if pending is not None else None
        if pending is None or pending.place != "to" or resolved is None or resolved.get("ruler") is None:
            return
        command = {key: value for key, value in resolved.items() if key != "ruler"}
        turns = await self.player.ask("placements", command=command)
        if isinstance(turns, list) and (now := self._still(pending)) is not None:
            self.player.draft.pending = replace(now, turns=turns)
            self.player.redraw_prompt()

    def _still(self, pending: PendingCommand) -> PendingCommand | None:
        """The draft of now, if it is still of that command and place."""
        now = self.player.draft.pending
        return now if now is not None and now.command is pending.command and now.to == pending.to else None
