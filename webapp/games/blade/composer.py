"""How answers are put together: a path by its end, weapons and gems by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from webapp.games.contract import Json
from webapp.table_kit.composer import CommandDraft, Composer, Press

NAMING = ("who", "hero", "tile", "event", "zone", "door", "object", "item", "target", "ally", "by", "spell")
"""The fields of options that name a thing on the page."""
LISTS = ("path", "items")


class BladeComposer(Composer):
    """A value of a path or a set of items is written with ``+`` between its parts."""

    def things(self, command: Json) -> Iterator[str]:
        """The things that an option is about, the character that acts first."""
        for key in NAMING:
            if isinstance(command.get(key), str):
                yield command[key]

    def name(self, key: str, value: str) -> bool:
        """Names a value of an open part."""
        draft = self.draft
        if draft is None or not draft.may(key, value):
            return False
        return self.begin({**draft.command, key: _read(key, value)})

    def opened(self, command: Json) -> CommandDraft | None:
        """The draft; of parts with one legal value each that value is named at once."""
        draft = super().opened(command)
        while draft is not None and draft.open and (only := _only(draft)) is not None:
            key, value = only
            command = {**draft.command, key: _read(key, value)}
            found = self.match.choices(self.seat, command)
            draft = None if found is None else CommandDraft(command, found["keys"], whole=found["whole"])
        return None if draft is None else replace(draft, more=self._numbers(draft))

    def _numbers(self, draft: CommandDraft) -> Json:
        """The numbers of gems that may be laid, kept once one is chosen, so that another can be chosen in its place."""
        if "gems" in draft.keys:
            return {"gems": [int(value) for value, no in draft.keys["gems"].items() if no is None]}
        return self.draft.more if self.draft is not None and "gems" in draft.command else {}

    def begin(self, command: Json) -> bool:
        """Begins a command, or goes on with it; another number of gems takes the place of the one chosen."""
        before = self.draft
        if before is not None and before.ready and _but_gems(before.command) == _but_gems(command):
            if (made := self.opened(command)) is None:
                return False
            self.draft = made
            return True
        return super().begin(command)

    def _of_draft(self, draft: CommandDraft) -> Mapping[str, Press]:
        """The presses on things that answer an open part: of a path its end."""
        found = dict(super()._of_draft(draft))
        for value, refusal in draft.keys.get("path", {}).items():
            end = value.rpartition("+")[2]
            if refusal is None and (end not in found or not found[end].possible):
                found[end] = Press({"do": "name", "key": "path", "value": value})
        return found

    def named(self) -> Sequence[str]:
        """The ids that the command begun names."""
        if self.draft is None:
            return [self.narrowed] if self.narrowed else []
        found: list[str] = []
        for value in self.draft.command.values():
            found += value if isinstance(value, list) else [value] if isinstance(value, str) else []
        return found


def _read(key: str, value: str) -> str | int | list[str]:
    """A value as the command has it: of a list its parts, of gems their number."""
    if key in LISTS:
        return [it for it in value.split("+") if it]
    return int(value) if key == "gems" else value


def _but_gems(command: Json) -> Json:
    return {key: it for key, it in command.items() if key != "gems"}


def _only(draft: CommandDraft) -> tuple[str, str] | None:
    """The first open part and its value, where it has but one legal value and is neither a place nor an aim, which
    people choose by hand even then."""
    key = draft.open[0]
    able = [value for value, refusal in draft.keys[key].items() if refusal is None]
    return (key, able[0]) if len(able) == 1 and key in ("items", "gems") else None
