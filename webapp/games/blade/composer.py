"""How answers are put together: a path by its end, weapons and gems by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from webapp.games.blade.questions import box_of
from webapp.games.contract import Json
from webapp.table_kit.composer import CommandDraft, Composer, Press, why_intent

NAMING = ("who", "hero", "tile", "event", "zone", "door", "object", "item", "target", "ally", "by", "spell")
"""The fields of options that name a thing on the page."""
AIMED = ("target", "zone", "object", "door")
LISTS = ("path", "items")
ALTERNATIVES = ("gems", "items")
"""The parts of which another value can be chosen once one is."""
AIMS = {"move": "path", "attack": "target"}
"""The parts that are aimed by presses on the board, where another press aims anew, by kind of command."""
HANDS = "manipulation"
STEPS = "movement"


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
        """The draft; of parts with one legal value each that value is named at once, and of weapons as many as go. What
        else could be laid or wielded is kept in `more`, to be chosen in its place; of a walk, why other zones are out
        of its reach."""
        draft = super().opened(command)
        same = self.draft is not None and self.draft.command["kind"] == command["kind"]
        more = dict(self.draft.more) if self.draft is not None and same else {}
        if draft is not None and command["kind"] == "move" and "beyond" not in more:
            reach = self.match.query(self.seat, "reach", {"who": command["who"]})
            most = max((way["gems"] for way in reach["zones"].values()), default=0)
            more |= {"beyond": reach["why"], "most": most, "laid": 0}
        if draft is not None and command.get("gems") and "gems" not in more:  # laid before anything else was named
            more |= {"gems": self.gems(command), "best": self._best(command)}
        while draft is not None and draft.open:
            key = draft.open[0]
            able = [value for value, refusal in draft.keys[key].items() if refusal is None]
            if key in ALTERNATIVES or key == AIMS.get(command["kind"]):
                more[key] = able
            value = _taken(key, able)
            if value is None:
                break
            command = {**command, key: _read(key, value)}
            choices = self.match.choices(self.seat, command)
            draft = None if choices is None else CommandDraft(command, choices["keys"], whole=choices["whole"])
        return None if draft is None else replace(draft, more=more)

    def gems(self, command: Json) -> Sequence[str]:
        """The numbers of gems that a command begun may be given with, whatever else is still to be named."""
        choices = self.match.choices(self.seat, _ungemmed(command))
        whole = None if choices is None else choices["whole"]
        if whole is None or not whole.get("gems"):
            return ()
        numbers = self.match.choices(self.seat, _ungemmed(whole))["keys"].get("gems", {})
        return [n for n, no in numbers.items() if no is None]

    def _best(self, command: Json) -> list[str]:
        """The weapons that an attack begun will be made with unless others are chosen."""
        choices = self.match.choices(self.seat, command)
        if choices is None or choices["whole"] is None:
            return []
        bare = {key: value for key, value in choices["whole"].items() if key not in ALTERNATIVES}
        sets = self.match.choices(self.seat, bare)["keys"].get("items", {})
        return (_taken("items", [items for items, no in sets.items() if no is None]) or "").split("+") if sets else []

    def stage(self, who: str, box: str, n: int) -> Json | None:
        """Lays gems of a reserve on a box, or takes them back: begins what the box is for, or goes on with it, and
        sends nothing. The refusal of what cannot be."""
        rows = [row for row in (self.decision or {"options": ()})["options"]
                if row["command"].get("who") == who and box_of(row["command"]) == box]  # fmt: skip
        able = next((row["command"] for row in rows if row["legal"]), None)
        if able is None:
            return rows[0]["why"] if rows else None
        draft = self.draft
        same = draft is not None and draft.command.get("who") == who and box_of(draft.command) == box
        begun: Json = draft.command if draft is not None and same else able
        laid, command = (begun.get("gems") or 0) + n, _ungemmed(begun)
        if box == STEPS:
            self._stride(command, n)
            return None
        if laid > 0 and (numbers := self.gems(begun)):
            command["gems"] = laid
            if str(laid) not in numbers:
                whole = {**self.match.choices(self.seat, _ungemmed(begun))["whole"], **command}
                no = self.match.check(self.seat, whole)
                return None if no is None else no.to_json()
        if not same:
            self.back(everything=True)
        self.begin(command)
        return None

    def _stride(self, command: Json, n: int) -> None:
        """Lays gems for a walk: its end, which is named by a press on the board, says how many are spent."""
        if self.draft is None or self.draft.command["kind"] != "move" or self.draft.command["who"] != command["who"]:
            self.back(everything=True)
            self.begin(command)
        if self.draft is not None:
            more = self.draft.more
            laid = min(max(0, more.get("laid", 0) + n), more.get("most", 0))
            self.draft = replace(self.draft, more={**more, "laid": laid})

    def begin(self, command: Json) -> bool:
        """Begins a command, or goes on with it; other gems or weapons take the place of those chosen."""
        before = self.draft
        if before is not None and before.more and _without(before.command) == _without(command):
            if (made := self.opened(command)) is None:
                return False
            if any(before.command.get(key) is None for key, value in command.items() if value is not None):
                self._keep()
            self.draft = made
            return True
        return super().begin(command)

    def _of_options(self) -> Mapping[str, Press]:
        """While one character has been chosen, a press on another that could act chooses that. Of one that alone can
        act all is offered already: nothing is left to choose."""
        rows = self.decision["options"] if self.decision else ()
        able = {row["command"]["who"] for row in rows if row["legal"] and isinstance(row["command"].get("who"), str)}
        chosen = {who: Press({"do": "narrow", "thing": who}) for who in able}
        presses = dict(super()._of_options())
        if len(able) == 1 and presses.items() >= chosen.items():
            del presses[min(able)]
        return (chosen if self.narrowed else {}) | presses

    def _of_draft(self, draft: CommandDraft) -> Mapping[str, Press]:
        """The presses on things that answer an open part: of a path its end. Once all are named a second press on the
        aim confirms, and one on another aims anew."""
        presses = dict(super()._of_draft(draft))
        aimed = AIMS.get(draft.command["kind"], "")
        for value in draft.more.get(aimed, ()) if draft.command.get(aimed) else ():
            again = {**draft.command, aimed: _read(aimed, value)}
            presses[value.rpartition("+")[2]] = Press({"do": "begin", "command": again})
        if draft.ready and (aim := _aim(draft.command)):
            presses[aim] = Press({"do": "confirm"})
        if box_of(draft.command) == HANDS:  # gems laid for one thing do for any other in reach
            for row in (self.decision or {"options": ()})["options"]:
                begun, laid = row["command"], draft.command.get("gems")
                if row["legal"] and box_of(begun) == HANDS and begun.get("who") == draft.command.get("who"):
                    thing = _aim(begun)
                    if thing and (thing not in presses or not presses[thing].possible):
                        presses[thing] = Press({"do": "begin", "command": begun | ({"gems": laid} if laid else {})})
        for value, refusal in draft.keys.get("path", {}).items():
            end = value.rpartition("+")[2]
            if refusal is None and (end not in presses or not presses[end].possible):
                presses[end] = Press({"do": "name", "key": "path", "value": value})
        for zone, no in draft.more.get("beyond", {}).items():
            presses.setdefault(zone, Press(why_intent(zone), no))
        return presses

    def named(self) -> Sequence[str]:
        """The ids that the command begun names."""
        if self.draft is None:
            return [self.narrowed] if self.narrowed else []
        things: list[str] = []
        for value in self.draft.command.values():
            things += value if isinstance(value, list) else [value] if isinstance(value, str) else []
        return things


def _read(key: str, value: str) -> str | int | list[str]:
    """A value as the command has it: of a list its parts, of gems their number."""
    if key in LISTS:
        return [item for item in value.split("+") if item]
    return int(value) if key == "gems" else value


def _aim(command: Json) -> str:
    """The thing on the board that a command is aimed at; empty for none."""
    aim = (command.get("path") or ("",))[-1] or next((command[key] for key in AIMED if command.get(key)), "")
    return str(aim)


def _ungemmed(command: Json) -> Json:
    return {key: value for key, value in command.items() if key != "gems" and value is not None}


def _without(command: Json) -> Json:
    again = (*ALTERNATIVES, AIMS.get(command["kind"]))
    return {key: value for key, value in command.items() if key not in again}


def _taken(key: str, able: Sequence[str]) -> str | None:
    """The value that is named unasked: the only number of gems, the most weapons; never a place or an aim, which people
    choose by hand even where there is but one."""
    if key == "items" and able:
        return max(able, key=lambda items: (items.count("+"), bool(items)))
    return able[0] if key == "gems" and len(able) == 1 else None
