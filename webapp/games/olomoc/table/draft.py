"""How a player's answers are put together: rouage in hand, action begun, place pointed at; and a plan being laid.

Everything here is a draft of one browser page. It never decides: an answer is put together from the decision's own
options, checked by the engine, and sent with the id of the decision that it answers. When that decision is gone, so
is the draft.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from webapp.games.contract import Json
from webapp.table_kit.composer import AskReason, Begin, CommandDraft, Composer, ComposerIntent, Narrow, Press

SLOTS = 5
TARGETS = "targets."
"""The prefix by which an option names a target of a capacity that it still needs."""
ACTIONS = ("walk", "attack", "charge", "rest", "study", "coordinate")
"""What every rouage can do (ACT), in the order of the list beside its card."""
PLACED = ("enter", "move")
"""Kinds of questions that are answered by a place on the Bloc."""
GENERAL = ("no-action-token", "limit-reached", "stunned", "not-on-bloc", "out-of-combat", "not-free", "no-shooting")
"""Codes of refusals that say of an action, and not of one of its targets, why it cannot be."""


@dataclass(frozen=True)
class PendingCommand(CommandDraft):
    """A command begun. The parts that are open are places, of which no list holds all: a region of the Bloc that the
    engine draws, and judges point by point."""

    to: tuple[int, int] | None = None
    """The place pointed at."""
    resolved: Json | None = None
    """The command as the engine would carry it out, ruler included; None while it is not known to be legal."""
    why: Json | None = None
    """The refusal of the place pointed at."""
    near: Json | None = None
    """The nearest legal place to it, completed, beside how far it is (`Match.nearest`)."""
    turns: Sequence[Json] = ()
    """Every ruler that could be laid to the place (`Match.placements`)."""
    done: int = 0
    """Places of a card that asks for several which have been chosen already."""
    pose: Json | None = None
    """Where a decor in the hand lies: `x`, `y`, `angle`."""
    prepared: bool = False
    """Whether the engine has been asked where the place may be."""
    reach: Sequence[Json] = ()
    threats: Sequence[Json] = ()
    """The pieces whose threat zones bear on the one being placed: `{"id", "radius"}`."""

    @property
    def place(self) -> str | None:
        """The part that a place on the Bloc answers: "to", or the name of a capacity's target."""
        return next((part for part in self.open if part == "to" or part.startswith(TARGETS)), None)

    @property
    def placing(self) -> bool:
        return self.place is not None

    def at(self, to: tuple[int, int]) -> Json:
        """The command with this place in it."""
        part = self.place or "to"
        if part == "to":
            return {**self.command, "to": list(to)}
        targets = {**(self.command.get("targets") or {}), part.removeprefix(TARGETS): list(to)}
        return {**self.command, "targets": targets}

    @property
    def later(self) -> tuple[str, ...]:
        """The names of the places that are still to be chosen after this one."""
        return tuple(part.removeprefix(TARGETS) for part in self.open if part.startswith(TARGETS))[1:]

    @property
    def ready(self) -> bool:
        return not self.later and (not self.open or self.resolved is not None)

    def pointed(self, to: tuple[int, int] | None) -> Self:
        """With a place pointed at, of which nothing is known yet; None: with none."""
        return replace(self, to=to, resolved=None, why=None, near=None, turns=())

    def taken(self, completion: Json) -> Self:
        """With the engine's completion of the command; a placement may have been drawn into its range."""
        resolved = {key: value for key, value in completion.items() if key != "apart"}
        at = completion.get("to")
        return replace(self, to=(at[0], at[1]) if at else self.to, resolved=resolved, why=None, near=None)

    def next(self) -> PendingCommand:
        """The next place of a card that asks for several, this one chosen."""
        assert self.to is not None
        rest = {part: values for part, values in self.keys.items() if part != self.place}
        return PendingCommand(self.at(self.to), rest, done=self.done + 1, prepared=True)


class AnswerDraft(Composer):
    """Olomoc's Composer. An action is narrowed to, where it has several targets, or begun; it is confirmed with what it
    would bring. A question for a place begins its one answer by itself."""

    def __init__(self, seat: str) -> None:
        super().__init__(seat)
        self.rev = 0
        """Grows with every change: what is confirmed must be what was shown."""
        self.chosen: str | None = None
        """The rouage picked among the active ones."""
        self.looked: str | None = None
        """The piece looked at, of any side."""
        self.sure = False
        """Whether conceding is asked about once more."""
        self.notice: Json | None = None
        """The last refusal, shown until something else is done."""
        self.odds: dict[str, Json] = {}
        """The engine's figures for the answers: by the option's index, or under "pending" for the one begun."""

    # Following the match

    def follow(self, match: Any, decision: Json | None, view: Json) -> bool:
        """Takes the present state; drops the draft when the question is another."""
        stale = super().follow(match, decision, view)
        if stale:
            self.rev += 1
            self.odds, self.notice = {}, None
            self.chosen = self.chosen if self.acting else None
        return stale

    def clear(self) -> None:
        """Back to the question itself."""
        self.sure = False
        self.odds.pop("pending", None)
        super().clear()

    @property
    def kind(self) -> str:
        """The kind of the decision; empty while none is asked."""
        return str(self.decision["kind"]) if self.decision is not None else ""

    @property
    def acting(self) -> bool:
        """Whether it is this player's turn (ACT)."""
        return self.kind == "act"

    @property
    def in_hand(self) -> str:
        """The active rouage that acts: the one picked, else the last to have become active."""
        if self.decision is None:
            return ""
        params, view = self.decision["prompt"]["params"], self.view
        active: list[str] = params.get("rouages") or (view.get("active") or {}).get("rouages", [])
        pieces = (*view.get("rouages", ()), *view.get("hostiles", ()))
        fallen = {piece["id"] for piece in pieces if piece.get("out")}
        standing = [id for id in active if id not in fallen] or active
        return self.chosen if self.chosen in standing else (standing[-1] if standing else "")

    # The command begun

    @property
    def pending(self) -> PendingCommand | None:
        """The command begun; none while conceding is asked about."""
        return self.draft if isinstance(self.draft, PendingCommand) and not self.sure else None

    @pending.setter
    def pending(self, pending: PendingCommand) -> None:
        self.draft = pending

    @property
    def group(self) -> str:
        """The action in preparation; empty: none."""
        return action_of(self.draft.command) if self.acting and self.draft is not None else self.narrowed

    def command(self) -> Json | None:
        """The command to send; None while something is missing."""
        pending = self.pending
        return None if pending is None or not pending.ready else pending.resolved or pending.command

    def opened(self, command: Json) -> PendingCommand | None:
        """The draft of a legal option."""
        options = self.decision["options"] if self.decision is not None else ()
        row = next((row for row in options if row["command"] == command and row["legal"]), None)
        return None if row is None else PendingCommand(dict(command), {part: {} for part in row["needs"]})

    def begun(self) -> Json | None:
        """SET-3, SET-5, HOS: the place that is asked for; of decor the first that may be laid."""
        if self.decision is None or self.kind not in (*PLACED, "place-decor"):
            return None
        return next((row["command"] for row in self.decision["options"] if row["legal"] and row["needs"]), None)

    def back(self, everything: bool = False) -> None:
        """Takes the last step back; a question for a place is still where."""
        pending = self.pending
        if pending is not None and self.kind in PLACED:
            self.pending = pending.pointed(None)
        elif self.kind != "place-decor" or self.sure:
            super().back(everything or self.sure)

    def take(self, intent: ComposerIntent) -> Json | None:
        """Takes a step. Another action takes the place of the one in preparation; the same again drops it."""
        if self.acting and isinstance(intent, Begin | Narrow):
            action = intent.thing if isinstance(intent, Narrow) else action_of(intent.command)
            again = action == self.group and (self.draft is not None or isinstance(intent, Narrow))
            if again or action != self.narrowed:
                self.clear()
            if again:
                return None
        return super().take(intent)

    def at_once(self) -> bool:
        """Actions are confirmed, and so is the end of an activation while there is still something to do."""
        return not self.acting or (self.group == "end" and not self.unfinished)

    @property
    def unfinished(self) -> bool:
        """Whether a rouage that may go on still could; a granted action is one's own to decline."""
        granted = self.decision is not None and self.decision["prompt"]["code"] == "granted"
        return not granted and any(act.possible for key, act in self.actions().items() if key != "coordinate")

    def intent(self, option: Mapping[str, Any]) -> Json:
        """The intent of the button of a legal option: to give it at once, or to begin it."""
        if option["needs"] or self.acting:
            return {"do": "begin", "command": option["command"]}
        return {"do": "play", "command": {**option["command"], "decision": self.asked}}

    # What may be pressed

    def rows(self) -> Sequence[Json]:
        """The options; in a turn those of the rouage in hand."""
        if not self.acting:
            return super().rows()
        return [row for row in self._turn() if self.narrowed in ("", action_of(row["command"]))]

    def _turn(self) -> Sequence[Json]:
        """The options of the rouage in hand, without the end of its activation."""
        options: Sequence[Json] = self.decision["options"] if self.decision is not None else ()
        hand = self.in_hand
        return [
            row for row in options if hand == row["command"].get("rouage") or row["command"]["kind"] == "coordinate"
        ]

    def things(self, command: Json) -> Iterator[str]:
        """What an option names: its action, and once that is chosen its target."""
        if not self.acting:
            yield from super().things(command)
            return
        yield action_of(command)
        if self.narrowed and (target := picked(command)) is not None:
            yield target

    def actions(self) -> Mapping[str, Press]:
        """The actions of the rouage in hand, in order; capacities of cards after those that every rouage has."""
        rows: dict[str, list[Json]] = {}
        for row in self._turn() if self.acting else ():
            rows.setdefault(action_of(row["command"]), []).append(row)
        keys = sorted(rows, key=lambda key: ACTIONS.index(key) if key in ACTIONS else len(ACTIONS))
        return {key: self._of_rows(key, rows[key]) for key in keys}

    def presses(self) -> Mapping[str, Press]:
        """In a turn its actions, and the targets of the one that is narrowed to."""
        if not self.acting:
            return super().presses()
        return {**(super().presses() if self.narrowed and self.draft is None else {}), **self.actions()}

    def lit(self) -> Sequence[str]:
        """The things that may answer the question, or are targets of the action in preparation."""
        if not self.acting:
            return [thing for thing, press in self.presses().items() if press.possible]
        commands = [row["command"] for row in self._turn() if row["legal"]]
        return sorted({picked(command) or "" for command in commands if action_of(command) == self.group} - {""})

    def _of_rows(self, thing: str, rows: Sequence[Json]) -> Press:
        """Of several reasons that which says it of the action as a whole."""
        if not any(row["legal"] for row in rows):
            rows = sorted(rows, key=lambda row: row["why"]["code"] not in GENERAL)
        return super()._of_rows(thing, rows)

    def reason(self, intent: AskReason) -> Json | None:
        """The refusal that a press asks about, as the option has it."""
        options: Sequence[Json] = self.decision["options"] if self.decision is not None else ()
        row = next((row for row in options if row["command"] == intent.command and not row["legal"]), None)
        return super().reason(intent) if intent.thing or row is None else row["why"]


def action_of(command: Mapping[str, Any]) -> str:
    """The action that a command is: its kind, or the capacity."""
    return str(command["capacity"] if command["kind"] == "capacity" else command["kind"])


def aimed(command: Mapping[str, Any]) -> str | None:
    """The piece or marker that an action is aimed at."""
    named = [command.get("target"), *(command.get("targets") or {}).values()]
    return next((target for target in named if isinstance(target, str)), None)


def picked(command: Json) -> str | None:
    """What is pressed for an action: its target, or the rouage that becomes active too."""
    return aimed(command) or (command.get("rouage") if command["kind"] == "coordinate" else None)


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
        self.slots[slot], lifted = card, self.slots[slot]
        if before is not None and before != slot:
            self.slots[before] = lifted
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
