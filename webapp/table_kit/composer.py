"""The Composer: an answer put together step by step, by presses on whatever shows the thing that is meant.

It walks what the engine offers: the options of a decision, and `Match.choices` of a command begun. It decides nothing.
A press names a *thing* by the id that it bears in ``data-thing``; which part of the command that thing answers follows
from what may be named next. Nothing is sent before it is whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, assert_never

from pydantic import Field

from rules.kernel import noun
from rules.kernel.drafts import begins
from webapp.games.contract import Json

Word = Annotated[str, Field(max_length=200)]


@noun
class Begin:
    """Begins a command: an option of the decision, or more of it."""

    command: Json
    do: Literal["begin"] = "begin"


@noun
class NameValue:
    """Names a value that the command begun needs."""

    key: Word
    value: Word
    do: Literal["name"] = "name"


@noun
class Mark:
    """Marks one of several things that a part takes (a payment), or takes the mark away."""

    value: Word
    do: Literal["mark"] = "mark"


@noun
class TakeWhole:
    """Takes the completion that the engine suggests."""

    do: Literal["whole"] = "whole"


@noun
class Narrow:
    """Shows only the options that name this thing."""

    thing: Word
    do: Literal["narrow"] = "narrow"


@noun
class StepBack:
    """Takes the last step back, or all of them."""

    all: bool = False
    do: Literal["back"] = "back"


@noun
class AskReason:
    """Asks why a thing cannot be pressed, or why a command cannot be given."""

    thing: Word = ""
    command: Json = field(default_factory=dict)
    do: Literal["why"] = "why"


@noun
class Confirm:
    """Sends the command that is whole."""

    do: Literal["confirm"] = "confirm"


ComposerIntent = Begin | NameValue | Mark | TakeWhole | Narrow | StepBack | AskReason | Confirm


@dataclass(frozen=True)
class CommandDraft:
    """A command begun. `keys`: for each part still open, in order, every value with None or the refusal; `marks`: the
    part that takes several things, and how many, `("", 0)` for none; `whole`: a completion by the engine, None where
    it has found none; `more`: whatever else the engine says of it."""

    command: Json
    keys: Mapping[str, Mapping[str, Json | None]] = field(default_factory=dict)
    marks: tuple[str, int] = ("", 0)
    whole: Json | None = None
    more: Json = field(default_factory=dict)

    @property
    def laid(self) -> list[str]:
        """The things marked, in order."""
        return list(self.command.get(self.marks[0], ()))

    @property
    def unmarked(self) -> int:
        """The number of things still to be marked."""
        return self.marks[1] - len(self.laid)

    @property
    def open(self) -> list[str]:
        """The parts still to be named, in order."""
        return list(self.keys)

    @property
    def ready(self) -> bool:
        """Whether the command is whole and may be sent."""
        return not self.open and not self.unmarked

    def may(self, key: str, value: str) -> bool:
        """Whether the engine accepts this value for an open part."""
        return key in self.keys and self.keys[key].get(value, {}) is None

    def key_for(self, value: str) -> str | None:
        """The open part that a thing answers: one that accepts it, else one with a refusal."""
        keys = [key for key in self.open if value in self.keys[key]]
        return next((key for key in keys if self.may(key, value)), keys[0] if keys else None)


@dataclass(frozen=True)
class Press:
    """A press on a thing: its intent, and why it is not possible (`intent` then asks for that)."""

    intent: Json
    why: Json | None = None

    @property
    def possible(self) -> bool:
        """Whether it does something, and does not only say why it cannot."""
        return self.why is None


NOTHING: Mapping[str, Press] = {}


def why_intent(thing: str) -> Json:
    """The intent of a press on something impossible: it shows the reason."""
    return {"do": "why", "thing": thing}


def press(acts: Mapping[str, Press], thing: str, read: str | None = None) -> dict[str, Any]:
    """The attributes of an element that shows a thing: its id, the intent of a press on it, whether that is refused.
    Where a press means nothing it opens the sheet `read`."""
    press = acts.get(thing)
    if press is None:
        return {"data_thing": thing, "data_read": read} if read else {"data_thing": thing, "aria_disabled": "true"}
    return {"data_thing": thing, "do": press.intent, "aria_disabled": None if press.possible else "true"}


def can(acts: Mapping[str, Press], thing: str) -> bool:
    """Whether a press on the thing does something."""
    press = acts.get(thing)
    return press is not None and press.possible


class Composer:
    """The answer of one seat, on one page. `match`, `decision` and `view` are those of the last :meth:`follow`. A
    game subclasses it where it has questions with parts of other kinds."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.match: Any = None
        self.view: Json = {}
        self.decision: Json | None = None
        self.draft: CommandDraft | None = None
        self.narrowed = ""
        self._steps: list[tuple[CommandDraft | None, str]] = []

    # To be overridden by a game

    def opened(self, command: Json) -> CommandDraft | None:
        """The draft of a command with some of its parts; None if the seat has no such option."""
        if self.decision is None:
            return None
        row = next((option for option in self.decision["options"] if begins(option["command"], command)), None)
        if row is None or not row["legal"]:
            return None
        if not row.get("needs"):
            return CommandDraft(command, whole=command)
        choices = self.match.choices(self.seat, command)
        return None if choices is None else CommandDraft(command, choices["keys"], whole=choices["whole"])

    def begun(self) -> Json | None:
        """A command that a decision begins by itself, as there is but one; None: the player chooses."""
        return None

    def things(self, command: Json) -> Iterator[str]:
        """The things that an option names, by which a press on one of them begins it."""
        for key, value in command.items():
            if key not in ("kind", "decision") and isinstance(value, str):
                yield value

    # Following the match

    @property
    def asked(self) -> str:
        """The id of the decision that the answer is for; empty while nothing is asked."""
        return self.decision["id"] if self.decision else ""

    def same(self, decision: Json | None) -> bool:
        """Whether the seat is still asked what it was: what was begun goes on then."""
        return (decision["id"] if decision else "") == self.asked

    def follow(self, match: Any, decision: Json | None, view: Json) -> bool:
        """Takes the present state; drops what was begun for an earlier question, and says whether it did."""
        self.match, self.view = match, view
        stale = not self.same(decision)
        self.decision = decision
        if stale:
            self.clear()
        return stale

    def clear(self) -> None:
        """Drops what was begun."""
        self.draft, self.narrowed, self._steps = None, "", []
        if self.decision is not None and (command := self.begun()) is not None:
            self.draft = self.opened(command)

    @property
    def step(self) -> str:
        """Identifies the present step of the question."""
        return f"{len(self._steps)}/{self.narrowed}"

    @property
    def stepped(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._steps)

    # What may be pressed

    def rows(self) -> Sequence[Json]:
        """The options of the decision, or those that name the thing narrowed to."""
        rows: list[Json] = self.decision["options"] if self.decision else []
        return [row for row in rows if self.narrowed in self.things(row["command"])] if self.narrowed else rows

    def presses(self) -> Mapping[str, Press]:
        """The presses on things that mean something now."""
        return self._of_options() if self.draft is None else self._of_draft(self.draft)

    def _of_options(self) -> Mapping[str, Press]:
        by_thing: dict[str, list[Json]] = {}
        for row in self.rows():
            for thing in dict.fromkeys(self.things(row["command"])):
                by_thing.setdefault(thing, []).append(row)
        return {thing: self._of_rows(thing, rows) for thing, rows in by_thing.items()}

    def _of_rows(self, thing: str, rows: Sequence[Json]) -> Press:
        legal = [row["command"] for row in rows if row["legal"]]
        if not legal:
            return Press(why_intent(thing), rows[0]["why"])
        return Press({"do": "begin", "command": legal[0]} if len(legal) == 1 else {"do": "narrow", "thing": thing})

    def _of_draft(self, draft: CommandDraft) -> Mapping[str, Press]:
        presses: dict[str, Press] = {}
        for key in reversed(draft.open):
            for value, refusal in draft.keys[key].items():
                if refusal is None:
                    presses[value] = Press({"do": "name", "key": key, "value": value})
                elif value not in presses or not presses[value].possible:
                    presses[value] = Press(why_intent(value), refusal)
        return presses

    # Steps

    def begin(self, command: Json) -> bool:
        """Begins a command, or goes on with it; False where the engine knows no such option."""
        made = self.opened(command)
        if made is None:
            return False
        self._keep()
        self.draft = made
        return True

    def name(self, key: str, value: str) -> bool:
        """Names a value of an open part."""
        draft = self.draft
        return draft is not None and draft.may(key, value) and self.begin({**draft.command, key: value})

    def markable(self) -> Sequence[str]:
        """The things that may be marked."""
        return ()

    def mark(self, value: str) -> bool:
        """Marks a thing, the oldest mark giving way once there are enough, or takes its mark away."""
        draft = self.draft
        if draft is None or not draft.marks[1] or value not in self.markable():
            return False
        laid = [placed for placed in draft.laid if placed != value] if value in draft.laid else [*draft.laid, value]
        self._keep()
        self.draft = replace(draft, command={**draft.command, draft.marks[0]: laid[-draft.marks[1] :]})
        return True

    def take_whole(self) -> bool:
        """Takes the engine's completion, once all parts are named."""
        draft = self.draft
        if draft is None or draft.whole is None or draft.open:
            return False
        self._keep()
        self.draft = replace(draft, command=draft.whole)
        return True

    def back(self, everything: bool = False) -> None:
        """Takes the last step back, or all of them."""
        if everything or not self._steps:
            self.clear()
        else:
            self.draft, self.narrowed = self._steps.pop()

    def _keep(self) -> None:
        self._steps.append((self.draft, self.narrowed))

    def take(self, intent: ComposerIntent) -> Json | None:
        """Takes a step; one that leads to nothing is none. The command to send, once one is confirmed; a whole option
        without parts needs no confirmation where :meth:`at_once` says so."""
        match intent:
            case Begin():
                if self.begin(intent.command) and self.draft is not None and self.draft.ready and self.at_once():
                    return self.draft.command
            case NameValue():
                self.name(intent.key, intent.value)
            case Mark():
                self.mark(intent.value)
            case TakeWhole():
                self.take_whole()
            case Narrow():
                self._keep()
                self.narrowed = intent.thing
                if self.draft is None and not self.rows():
                    self.back()
            case StepBack():
                self.back(intent.all)
            case Confirm():
                if self.draft is not None and self.draft.ready:
                    return self.draft.command
            case AskReason():
                pass
            case _:
                assert_never(intent)
        return None

    def at_once(self) -> bool:
        """Whether a whole command is sent without being confirmed: where it has but one step."""
        return len(self._steps) == 1

    def reason(self, intent: AskReason) -> Json | None:
        """The refusal that a press asks about; None if it is possible after all."""
        if intent.thing:
            press = self.presses().get(intent.thing)
            return None if press is None else press.why
        no = self.match.check(self.seat, intent.command)
        return None if no is None else no.to_json()
