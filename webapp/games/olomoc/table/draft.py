"""The answer of one player in preparation: rouage in hand, action in preparation, place pointed at.

Everything here is a draft of one browser page. It never decides: an answer is put together from the decision's own
options, checked by the engine, and sent with the id of the decision that it answers. When that decision is gone, so
is the draft.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
SLOTS = 5
TARGETS = "targets."
"""The prefix by which an option names a target of a capacity that it still needs."""


@dataclass
class PendingCommand:
    """An answer being put together: the option's command, and what pointing has added."""

    command: Json
    needs: tuple[str, ...] = ()
    to: tuple[int, int] | None = None
    resolved: Json | None = None
    """The command as the engine would carry it out, ruler included; None while it is not known to be legal."""
    why: Json | None = None
    """The refusal of the place pointed at."""
    near: Json | None = None
    """The nearest legal place to it, completed, beside how far it is (`Match.nearest`)."""
    turns: list[Json] = field(default_factory=list)
    """Every ruler that could be laid to the place (`Match.placements`)."""
    done: int = 0
    """Places of a card that asks for several which have been chosen already."""

    @property
    def place(self) -> str | None:
        """The need that a place on the Bloc meets: "to", or the name of a capacity's target."""
        return next((need for need in self.needs if need == "to" or need.startswith(TARGETS)), None)

    @property
    def placing(self) -> bool:
        return self.place is not None

    def at(self, to: tuple[int, int]) -> Json:
        """The command with this place in it."""
        need = self.place or "to"
        if need == "to":
            return {**self.command, "to": list(to)}
        targets = {**(self.command.get("targets") or {}), need.removeprefix(TARGETS): list(to)}
        return {**self.command, "targets": targets}

    @property
    def later(self) -> tuple[str, ...]:
        """The names of the places that are still to be chosen after this one."""
        return tuple(need.removeprefix(TARGETS) for need in self.needs if need.startswith(TARGETS))[1:]

    @property
    def complete(self) -> bool:
        return not self.later and (not self.needs or self.resolved is not None)

    def point(self, to: tuple[int, int]) -> None:
        """A place pointed at, of which nothing is known yet."""
        self.to, self.resolved, self.why, self.near, self.turns = to, None, None, None, []

    def take(self, found: Json) -> None:
        """The engine's completion of the command; a placement may have been drawn into its range."""
        self.resolved, self.why, self.near = {k: v for k, v in found.items() if k != "apart"}, None, None
        if found.get("to"):
            self.to = (found["to"][0], found["to"][1])

    def next(self) -> PendingCommand:
        """The next place of a card that asks for several, this one chosen."""
        assert self.to is not None
        rest = tuple(need for need in self.needs if need != self.place)
        return PendingCommand(self.at(self.to), rest, done=self.done + 1)


@dataclass
class AnswerDraft:
    """One page's draft. `asked` is the id of the decision that it belongs to."""

    seat: str
    rev: int = 0
    """Grows with every change: what is confirmed must be what was shown."""
    asked: str | None = None
    chosen: str | None = None
    """The rouage in hand among the active ones."""
    looked: str | None = None
    """The piece looked at, of any side."""
    group: str | None = None
    """The kind of action whose targets are being chosen ("attack", "rest", …)."""
    pending: PendingCommand | None = None
    sure: str | None = None
    """The action that needs a second press: "end", "concede"."""
    menu: bool = False
    notice: Json | None = None
    """The last refusal, shown until something else is done."""
    decor: str | None = None
    pose: Json | None = None
    pose_ok: bool | None = None
    reach: list[Json] = field(default_factory=list)
    threats: list[Json] = field(default_factory=list)
    """The pieces whose threat zones bear on the one being placed: `{"id", "radius"}`."""
    odds: dict[str, Json] = field(default_factory=dict)
    """The engine's figures for the answers: by the option's index, or under "pending" for the one in preparation."""

    def follow(self, decision: Mapping[str, Any] | None) -> None:
        """Drops the draft when the question is another."""
        id = decision["id"] if decision else None
        if id == self.asked:
            return
        self.asked = id
        self.rev += 1
        self.odds = {}
        self.chosen = None if decision is None or decision["kind"] != "act" else self.chosen
        self.notice = None
        self.decor, self.pose, self.pose_ok = None, None, None
        self.drop()

    def drop(self) -> None:
        """Back to the question itself."""
        self.group = None
        self.pending = None
        self.sure = None
        self.reach, self.threats = [], []
        self.odds.pop("pending", None)

    def start(self, option: Mapping[str, Any]) -> None:
        """Takes up an option."""
        self.notice = None
        self.sure = None
        self.pending = PendingCommand(dict(option["command"]), tuple(option.get("needs", ())))

    def command(self) -> Json | None:
        """The command to send, with the decision that it answers; None while something is missing."""
        if self.pending is None or not self.pending.complete:
            return None
        return {**(self.pending.resolved or self.pending.command), "decision": self.asked}


@dataclass
class PlanDraft:
    """A plan being laid: a card for each slot. Kept with the table, so that a reload finds it again."""

    slots: list[str | None] = field(default_factory=lambda: [None] * SLOTS)
    held: str | None = None
    cycle: int = 0
    again: bool = False
    """The plan was sent, and is being laid anew while the other player has not planned."""

    def begin(self, cycle: int, sent: list[str] | None) -> None:
        """A new cycle, a new plan; one already sent is what is shown."""
        if cycle != self.cycle:
            self.cycle, self.held, self.again = cycle, None, False
            self.slots = [*sent] if sent else [None] * SLOTS

    def left(self, hand: list[str]) -> list[str]:
        """The cards of the hand that lie in no slot; a card may be there more than once."""
        rest = list(hand)
        for card in self.slots:
            if card in rest:
                rest.remove(card)
        return rest

    def lay(self, card: str, slot: int, hand: list[str]) -> None:
        """Lays a card into a slot (0 to 4); what lay there goes back to the hand, or to where the card came from."""
        if card not in hand or not 0 <= slot < SLOTS:
            return
        before = None
        if card not in self.left(hand):
            before = self.slots.index(card)
            self.slots[before] = None
        self.slots[slot], there = card, self.slots[slot]
        if before is not None and before != slot:
            self.slots[before] = there
        self.held = None

    def lift(self, slot: int) -> None:
        """Takes a slot's card back into the hand."""
        if 0 <= slot < SLOTS:
            self.slots[slot] = None

    def clear(self) -> None:
        """All cards back into the hand."""
        self.slots, self.held = [None] * SLOTS, None

    @property
    def full(self) -> bool:
        return all(self.slots)
