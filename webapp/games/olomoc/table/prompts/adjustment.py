"""An adjustment (CAP-1): the effects of the form's presses on the draft, its prompt on the Bloc, the text of a
proposal. The engine decides whether the draft makes sense, when it is proposed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, assert_never

from webapp.games.olomoc.table.adjustment_draft import (
    LIMITS,
    MOST_CHANGES,
    MOST_DICE,
    MOST_NOTE,
    PIECE_STEPS,
    SEAT_STEPS,
    Moving,
    figure,
    moving,
)
from webapp.games.olomoc.table.context import PanelContext, answers, cancel, confirm, notice, prompt
from webapp.games.olomoc.table.draft import SLOTS
from webapp.games.olomoc.table.intents import (
    AddRoll,
    AdjustmentIntent,
    ChoosePiece,
    CloseAdjustment,
    DropChange,
    GiveCard,
    MovePiece,
    OpenAdjustment,
    SendAdjustment,
    SettleCard,
    StepFigure,
    SwapSlot,
    ToggleStun,
    TurnPage,
    TypeNote,
)
from webapp.games.olomoc.table.player import Player
from webapp.games.olomoc.table.prompts import by_hand, takeback
from webapp.games.olomoc.table.text import adjustments
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import why
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]


class AdjustmentForm:
    """The form of one page. ``resume``: what is asked has the Bloc again, and wants done what it wants at first."""

    def __init__(self, player: Player, resume: Callable[[], Awaitable[None]]) -> None:
        self.player = player
        self.draft = player.adjustment
        self.resume = resume

    @property
    def moving(self) -> Moving | None:
        """The piece whose place is being pointed at."""
        pending = self.player.draft.pending
        return pending if isinstance(pending, Moving) else None

    async def on_intent(self, intent: AdjustmentIntent) -> None:
        """A press in the form."""
        player, draft = self.player, self.draft
        match intent:
            case OpenAdjustment():
                self._open(intent.card)
                return
            case CloseAdjustment():
                draft.clear()
                player.draft.notice = None
                await self.back()
                return
            case TurnPage():
                draft.part = intent.part
                await self.back()
                return
            case ChoosePiece():
                if player.names.get(intent.id):
                    draft.piece = intent.id
                    await self.back()
                return
            case SendAdjustment():
                await self._send()
                return
            case TypeNote():
                draft.note = intent.text[:MOST_NOTE]  # as it is typed: nothing is drawn anew for it
                return
            case SettleCard():
                draft.card = intent.card
            case StepFigure():
                self._step(intent)
            case ToggleStun():
                self._toggle_stun(intent.id)
            case MovePiece():
                self._take_in_hand(intent.id)
            case GiveCard():
                draft.add({"card": intent.card, "from": intent.origin, "to": intent.to})
            case SwapSlot():
                self._swap(intent.n)
            case AddRoll():
                draft.add({"roll": draft.dice})
            case DropChange():
                draft.drop(intent.at, intent.name)
                player.draft.notice = None
            case _:
                assert_never(intent)
        player.changed()

    def _open(self, card: str | None) -> None:
        """Never while a proposal waits for its answer."""
        if self.player.context.may_propose:
            self.draft.open, self.player.whatif.open = True, False
            self.draft.card = card or self.draft.card
            self.player.draft.looked = None
            self.player.changed()

    async def back(self) -> None:
        """Ends the pointing for the draft: the question has the Bloc again."""
        if self.moving is not None:
            self.player.draft.clear()
        self.player.changed()
        await self.resume()

    async def cancel(self) -> None:
        """The piece in the hand stays where it is."""
        self.player.draft.notice = None
        await self.back()

    def pick(self, id: str) -> bool:
        """A piece or card was pressed; while the form asks whom, it is the one, and nothing else is meant."""
        if not self.draft.open or self.draft.part != "pieces" or not self.player.names.get(id):
            return False
        self.draft.piece = id
        self.player.changed()
        return True

    def _step(self, intent: StepFigure) -> None:
        """One more or one less of something."""
        key, by, draft, view = intent.key, intent.by, self.draft, self.player.view
        piece = self.player.names.get(intent.id or "")
        if key in PIECE_STEPS and piece:
            most = len(piece["profile"]["life"]) if key == "wounds" else LIMITS[key]
            now, of = figure(piece, key), {"piece": piece["id"]}
            draft.put(of, key, _within(draft.row(**of).get(key, now) + by, most), now)
        elif key in SEAT_STEPS and intent.seat is not None:
            now, of = view.get(key, {}).get(intent.seat, 0), {"seat": intent.seat}
            draft.put(of, key, _within(draft.row(**of).get(key, now) + by, LIMITS[key]), now)
        elif key == "traque":
            now = view.get("traque", 0)
            was = next((row["traque"] for row in draft.changes if "traque" in row), now)
            draft.traque(_within(was + by, LIMITS["traque"]), now)
        elif key == "dice":
            draft.dice = max(1, _within(draft.dice + by, MOST_DICE))
        self.player.draft.notice = None

    def _toggle_stun(self, id: str) -> None:
        piece = self.player.names.get(id)
        if piece:
            of, now = {"piece": piece["id"]}, list(piece.get("states", ()))
            stunned = "stunned" in self.draft.row(**of).get("states", now)
            self.draft.put(of, "states", [] if stunned else ["stunned"], now)

    def _take_in_hand(self, id: str) -> None:
        """A piece: its place is pointed at on the Bloc."""
        if self.player.names.get(id):
            self.player.draft.clear()
            self.player.draft.notice = None
            self.player.draft.pending = moving(id, self.draft)

    async def put_down(self) -> None:
        """The place pointed at goes into the draft, if a base can stand there."""
        piece = self.moving
        if piece is not None and piece.to is not None and piece.resolved is not None:
            self.draft.put({"piece": piece.command["rouage"]}, "at", list(piece.to), None)
            await self.back()

    def _swap(self, n: int) -> None:
        """The first slot, then the second; the same again is none."""
        if not 1 <= n <= SLOTS:
            return
        first = self.draft.swap
        if first is None or first == n:
            self.draft.swap = n if first is None else None
        else:
            self.draft.swap = None
            self.draft.add({"seat": self.player.seat, "swap": sorted((first, n))})

    async def _send(self) -> None:
        """Proposed; refused, it stays as it is, with the reason."""
        draft = self.draft
        if not draft.open or not 0 < len(draft.changes) <= MOST_CHANGES:
            return
        draft.open = False
        refusal = await self.player.send(draft.command(), bound=False)
        if refusal is None:
            draft.clear()
        else:
            draft.open = True
        self.player.changed()


def _within(value: int, most: int) -> int:
    return min(max(0, value), most)


def pointing(context: PanelContext) -> Node:
    """The place for a piece: pointed at, refused in words where nothing can stand, taken into the draft."""
    draft, names = context.draft, context.names
    pending = draft.pending
    assert isinstance(pending, Moving)
    question = rich(names.tr, "amend.where", piece=names.someone(pending.command["rouage"]))
    if pending.to is None:
        detail: list[Child] = [notice(context) or names.tr("prompt.point")]
        return prompt("amend", question, answers(cancel(context)), detail=detail, side=draft.seat)
    if pending.why is not None:
        return prompt("amend", question, answers(cancel(context)), detail=why(pending.why, names), side=draft.seat)
    sure = confirm(context, names.tr("prompt.here"), sign="check")
    return prompt(
        "amend", question, answers(cancel(context), sure), detail=[names.tr("prompt.drag-on")], side=draft.seat
    )


def waiting_proposal(view: Json) -> Json | None:
    """The proposal that waits for its answer; what is in it is for everybody to read."""
    stack = view.get("resolving") or ()
    waiting: Json | None = stack[-1] if stack and stack[-1].get("frame") == "proposal" else None
    return waiting


def proposal(proposed: Json, names: Names) -> list[Child]:
    """The proposal: its card, each change, in words."""
    rows: list[Child] = []
    if proposed.get("card"):
        rows.append(
            el(
                "p.proposal-card",
                icon("hand"),
                el("strong", by_hand.name(proposed["card"], names)),
                " ",
                el("span.muted", by_hand.text(proposed["card"], names)),
            )
        )
    if proposed.get("changes"):
        rows.append(adjustments.listed(proposed["changes"], names))
    if proposed.get("to") is not None:
        rows.append(takeback.listed(proposed, names))
    if proposed.get("note"):
        rows.append(el("p.note", str(proposed["note"])))
    return rows
