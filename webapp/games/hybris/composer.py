"""How answers are put together. Some are forms, whole from the start and changed by presses (a plan, what is committed
in a Combat, an expedition); the engine judges each of them as it stands. All others are walked part by part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast

from rules.kernel import noun
from rules.kernel.drafts import begins
from webapp.games.contract import Json
from webapp.games.hybris.names import TOKENS
from webapp.table_kit.composer import CommandDraft, Composer, Press, Word

EXPEDITION = {"transfer": 0, "free": False, "steps": 0, "foreman": False}
FORMS: Mapping[str, Json] = {
    "plan": {"kind": "plan", "tokens": {}, "convert": 0, "assign": [], "heal": False},
    "commit": {"kind": "commit", "cards": [], "determination": 0, "tokens": {}, "mk": []},
    "discard": {"kind": "discard", "cards": []},
    "exhaustion": {"kind": "exhaustion", "keep": []},
    "explore": {"kind": "explore", **EXPEDITION},
    "defend": {"kind": "defend", **EXPEDITION},
    "attempt": {"kind": "attempt", "succeed": True, "discard": [], "foreman": None},
}
"""The answers that are forms, as they stand at first."""
ASKED_AS_FORMS = ("plan", "commit", "discard", "exhaustion")
"""The kinds of questions with one form for an answer, which stands open at once."""
BONUS = "bonus-token"
"""The thing that stands for a Bonus Location token (ACT-5): first it, then where to, then who."""
GIVEN_UP = ("discard", "exhaustion")
"""Those of them that are filled in at once."""
NAMING = ("character", "to", "bonus", "technology", "plan", "tile", "hero", "target", "card", "pillar", "olympian")
"""The fields of options that name a thing on the page."""


@noun
class CarryToken:
    """A token of the tray (`drag`, its place) was let go over an own character (`drop`)."""

    drag: Word
    drop: Word
    do: Literal["drop"] = "drop"


class HybrisComposer(Composer):
    """Nothing of a form is sent before it is confirmed."""

    def things(self, command: Json) -> Iterator[str]:
        """The things that an option is about: Tasks by tile and number, powers and Improvements by number."""
        match command["kind"]:
            case "task":
                yield f"{command['tile']}/{command['task']}"
                return
            case "mk":
                yield f"mk/{command['power']}"
                return
            case "fulfil" if command.get("count"):
                yield f"improvement/{self._fulfilled() + command['count']}"
                return
            case "activate" if command.get("bonus"):
                yield BONUS
                if self.narrowed in (BONUS, command["bonus"]):
                    yield command["bonus"]
                return
            case "choose":
                choice = command.get("choice")
                if isinstance(choice, str):
                    yield choice
                elif isinstance(choice, Mapping) and "tile" in choice:
                    yield f"{choice['tile']}/{choice['task']}"
                return
        for key in NAMING:
            if isinstance(command.get(key), str):
                yield command[key]

    def _fulfilled(self) -> int:
        return int(((self.view.get("mats") or {}).get(self.seat) or {}).get("improvements", 0))

    def begun(self) -> Json | None:
        """The form of a question that has but one; what must be given up is filled in as the engine would."""
        if self.decision is None:
            return None
        kind, default = self.decision["kind"], self.decision.get("default")
        if kind in GIVEN_UP or (kind == "choose" and self.decision["prompt"]["code"] == "discard"):
            return {key: value for key, value in (default or {}).items() if key != "decision"} or dict(FORMS[kind])
        return dict(FORMS[kind]) if kind in ASKED_AS_FORMS else None

    def opened(self, command: Json) -> CommandDraft | None:
        """The draft; a form is whole from the start. Of parts with one legal value each that value is named at once."""
        if self.decision is None:
            return None
        if self.is_form(command):
            return CommandDraft({**FORMS.get(command["kind"], {}), **command})
        if self._needs_cards(command):
            return CommandDraft({"discard": [], **command})
        draft = self._walked(command)
        while draft is not None and draft.open and (only := _only(draft)) is not None:
            draft = self._walked({**draft.command, only[0]: read(only[1])})
        return draft

    def _walked(self, command: Json) -> CommandDraft | None:
        """The house's draft, its values as texts."""
        draft = super().opened(command)
        if draft is None:
            return None
        keys = {key: {written(value): no for value, no in its.items()} for key, its in draft.keys.items()}
        return CommandDraft(draft.command, keys, whole=draft.whole)

    def is_form(self, command: Json) -> bool:
        """Whether a command is a form."""
        kind = command["kind"]
        if kind == "attempt":
            return bool(command.get("succeed", True))
        return kind in FORMS or (kind == "choose" and isinstance(command.get("choice"), list))

    def _needs_cards(self, command: Json) -> bool:
        """Whether a Task is paid with cards, which the player names."""
        if command["kind"] != "task" or self.decision is None:
            return False
        if "discard" in command:
            return True
        row = next((option for option in self.decision["options"] if begins(option["command"], command)), None)
        return bool(row and row["legal"] and "discard" in (row.get("needs") or ()))

    @property
    def filled(self) -> bool:
        """Whether the command begun is a form, judged as it stands."""
        return self.draft is not None and (self.is_form(self.draft.command) or "discard" in self.draft.command)

    def verdict(self) -> Any:
        """Why the form cannot be sent as it stands; None if it can."""
        return None if self.draft is None else self.match.check(self.seat, self.draft.command)

    def at_once(self) -> bool:
        """Forms are confirmed, and so are `CONFIRMED`; all else is sent as soon as it is whole."""
        return self.draft is not None and not self.filled and self.draft.command["kind"] not in (*CONFIRMED, *READ)

    def begin(self, command: Json) -> bool:
        """Begins a command, or goes on with it; what was narrowed to has been named."""
        made = super().begin(command)
        if made:
            self.narrowed = ""
        return made

    def name(self, key: str, value: str) -> bool:
        """Names a value of an open part, written as the command has it."""
        draft = self.draft
        if draft is None or not draft.may(key, value):
            return False
        return self.begin({**draft.command, key: read(value)})

    def presses(self) -> Mapping[str, Press]:
        """Besides options and parts: what a form takes by a press on the thing itself."""
        if self.draft is None or not self.filled:
            return super().presses()
        command = self.draft.command
        if command["kind"] == "plan":
            return self._of_plan(command)
        field = next((key for key in ("cards", "discard") if key in command), "")
        presses: dict[str, Press] = {}
        if command["kind"] == "choose":
            field = "choice"
        if field:
            for card in self.view.get("hand") or ():
                presses[card] = Press({"do": "begin", "command": toggled(command, field, card)})
        if command["kind"] == "exhaustion":
            for tile in self._manned():
                presses[tile] = Press({"do": "begin", "command": toggled(command, "keep", tile)})
        return presses

    def carry(self, token: str, character: str) -> Json | None:
        """PLN-1: the plan with a token on a character; what the engine has against it, else None."""
        if self.draft is None or self.draft.command["kind"] != "plan" or token not in TOKENS:
            return None
        command = self.draft.command
        carried = {**command, "tokens": {**command["tokens"], character: token}}
        no = self.match.check(self.seat, carried)
        if no is None:
            self.begin(carried)
            return None
        return cast(Json, no.to_json())

    def _of_plan(self, command: Json) -> Mapping[str, Press]:
        """A character is taken up, then put down on the place that its token names; pressed again it bears none. A
        token of the tray is put on a character likewise."""
        presses: dict[str, Press] = {}
        if self.narrowed in TOKENS:
            for name in self.view["mats"][self.seat]["characters"]:
                id = f"{self.seat}-{name}"
                presses[id] = self._put({**command, "tokens": {**command["tokens"], id: self.narrowed}})
            return presses
        for name, row in self.view["mats"][self.seat]["characters"].items():
            id = f"{self.seat}-{name}"
            if id == self.narrowed and id in command["tokens"]:
                rest = {key: value for key, value in command["tokens"].items() if key != id}
                presses[id] = Press({"do": "begin", "command": {**command, "tokens": rest}})
            elif row["at"] == "reserve" and not row.get("prisoner"):
                presses[id] = Press({"do": "narrow", "thing": id})
        if self.narrowed:
            for token in TOKENS:
                press = self._put({**command, "tokens": {**command["tokens"], self.narrowed: token}})
                for place in (token, *(self.view["cities"] if token == "mortal-world" else ())):
                    presses[place] = press
        return presses

    def _put(self, plan: Json) -> Press:
        """The press that makes a plan of this, or says why that is none."""
        no = self.match.check(self.seat, plan)
        if no is not None:
            return Press({"do": "why", "command": plan}, no.to_json())
        return Press({"do": "begin", "command": plan})

    def _manned(self) -> Sequence[str]:
        hangar = self.view["mats"][self.seat]["hangar"]
        return [id for id, tile in hangar["tiles"].items() if tile["worker"] and tile["state"] == "open"]

    def named(self) -> Sequence[str]:
        """The ids that the command begun names."""
        if self.draft is None:
            return [self.narrowed] if self.narrowed else []
        things: list[str] = []
        for value in self.draft.command.values():
            things += value if isinstance(value, list) else value if isinstance(value, dict) else [value]
        return [thing for thing in things if isinstance(thing, str)]


CONFIRMED = ("drain", "pass", "fight", "spend-tokens")
"""The kinds of commands that are confirmed though they are whole: they wake Chaos, or cannot be taken back."""
READ = ("pillar",)
"""Those whose words stand on their buttons: a press on the thing itself says them first, a second one takes it."""


def toggled(command: Json, field: str, value: str) -> Json:
    """A form with a value added to a list, or taken out of it."""
    values = list(command[field])
    return {**command, field: [other for other in values if other != value] if value in values else [*values, value]}


def written(value: Any) -> str:
    """A value of a part as the text that a press names."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read(value: str) -> str | int | bool:
    """A value as the command has it."""
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isdigit() else value


def _only(draft: CommandDraft) -> tuple[str, str] | None:
    """The first open part and its value, where it has but one legal value and is no place, which people choose."""
    key = draft.open[0]
    able = [value for value, refusal in draft.keys[key].items() if refusal is None]
    return (key, able[0]) if len(able) == 1 and key not in ("to", "bonus", "target") else None
