"""How Diktat's answers are put together: a team pawn by pawn, a place as stack and pawn, a Trophy with its flips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from webapp.games.contract import Json
from webapp.table_kit.composer import NOTHING, CommandDraft, Composer, ComposerIntent, Confirm, Press, why_intent

AIMED = ("look", "kill")
"""Kinds of questions that are answered by a place."""
PLACED = ("spy", "assassinate", *AIMED)
"""The kinds of commands with a place. They are confirmed, as nobody can take them back."""
PARTED = ("send", "extend", "spy", "assassinate")
"""The Manoeuvres that are begun and then named part by part."""
WHERE = ("stack", "secret", "corruption")
"""The fields of a place of which one is named; of a stack a pawn besides."""
NAMED = ("sector", "card", "marker", "darkness", "on", "choice", "seat", "element")
"""The fields of options that name something on the table."""


class DiktatComposer(Composer):
    """What is begun outlives whatever happens elsewhere while the same is asked, a hold included (TIM-5)."""

    _question: Any = None

    def same(self, decision: Json | None) -> bool:
        """Whether the question is the same; one that is held is asked again later."""
        if self.view.get("held"):
            return True
        question = decision and (decision["kind"], decision["prompt"])
        same, self._question = question == self._question, question
        return bool(same)

    def follow(self, match: Any, decision: Json | None, view: Json) -> bool:
        """Takes the present state; what is begun is judged anew where the match went on."""
        moved = view is not self.view
        stale = super().follow(match, decision, view)
        if moved and not stale and decision is not None and self.draft is not None:
            self.draft = self.opened(self.draft.command)
            if self.draft is None:
                self.clear()
        return stale

    def begun(self) -> Json | None:
        """A look and a kill are begun by their question."""
        kind = self.decision["kind"] if self.decision is not None else ""
        return {"kind": kind} if kind in AIMED else None

    def opened(self, command: Json) -> CommandDraft | None:
        """The draft, its parts as the engine has them. A team is whole from its first pawn on; `more` then has the
        pawns that may be laid on top, and whether it may be walled in (BLK-1)."""
        kind = command.get("kind")
        if self.decision is None:
            return None
        if kind in AIMED:
            return self._aimed(command)
        if kind not in PARTED:
            return super().opened(command)
        choices = self.match.choices(self.seat, command)
        if choices is None:
            return None
        keys, more = choices["keys"], {"breaks": choices.get("breaks")}
        if kind == "send" and command.get("sector"):
            if command.get("pawns") and self.match.check(self.seat, command) is not None:
                return None
            more["left"] = [pawn for pawn, no in keys.pop("pawns", {}).items() if no is None]
            keys = {} if command.get("pawns") else {"pawns": {}}
        elif kind == "extend" and "discard" in keys:
            keys = {"discard": {discard: no for discard, no in keys["discard"].items() if no is None}}
        return _alone(self, CommandDraft(command, keys, whole=choices["whole"], more=more))

    def _aimed(self, command: Json) -> CommandDraft | None:
        """SPY-3, ASN-1: a place among those that the decision names."""
        at = command.get("at") or {}
        meant = next((row for row in self._aims() if row["command"]["at"] == at), None)
        if meant is not None:
            return CommandDraft(meant["command"], whole=meant["command"], more={"breaks": meant.get("breaks")})
        keys: dict[str, dict[str, Json | None]] = {}
        for aim in (row["command"]["at"] for row in self._aims()):
            if isinstance(at, Mapping) and at.items() <= aim.items():
                key = "pawn" if at else next(name for name in WHERE if aim.get(name))
                keys.setdefault(key, {})["secret" if key == "secret" else str(aim[key])] = None
        return _alone(self, CommandDraft(command, keys)) if keys else None

    def _aims(self) -> Iterator[Json]:
        """The options that name a place."""
        return (row for row in super().rows() if row["legal"] and "at" in row["command"])

    def name(self, key: str, value: str) -> bool:
        """Names a value of an open part, or of the place that is named by one."""
        draft = self.draft
        if draft is None or not draft.may(key, value):
            return False
        return self.begin(named(draft.command, key, value))

    def at_once(self) -> bool:
        """All but teams and places is sent when it is whole."""
        return self.draft is not None and self.draft.command["kind"] not in ("send", *PLACED)

    @property
    def step(self) -> str:
        """Identifies the present step: laying another pawn leaves the buttons where they are."""
        command = self.draft.command if self.draft is not None else {}
        return f"{command.get('kind')}/{command.get('sector')}/{command.get('at')}/{self.narrowed}"

    # What may be pressed

    def rows(self) -> Sequence[Json]:
        """The options. TRO-2, AFF-2: before a card alone, the card with every token flipped that fits it; at a call,
        what an unused token still brings before passing."""
        rows = list[Json]()
        for row in super().rows():
            command = row["command"]
            if command["kind"] == "take" and row["legal"] and "card" in command and (flips := self._flips(command)):
                rows.append({**row, "command": {**command, "flip": flips}})
            rows.append(row)
        if any(row["command"]["kind"] == "flip" for row in rows):
            rows.sort(key=lambda row: (row["command"]["kind"] != "flip", row["command"]["kind"] == "pass"))
        return rows

    def _flips(self, command: Json) -> list[str]:
        """The tokens behind the own screen that the engine lets flip with a card as it is taken."""
        screen = self.view["cabals"][self.seat]["screen"] or {}
        flips: list[str] = []
        for kind, n in screen.get("affinities", {}).items():
            for _ in range(n):
                if self.match.check(self.seat, {**command, "flip": [*flips, kind]}) is None:
                    flips.append(kind)
        return flips

    def things(self, command: Json) -> Iterator[str]:
        """What an option names on the table, and of a Manoeuvre its kind."""
        if command["kind"] in MANOEUVRES:
            yield command["kind"]
        if self.decision is not None and self.decision["prompt"]["code"] == "affinity":
            return  # Artefact is the name of a sector, too
        for key in NAMED if command["kind"] not in MANOEUVRES else ():
            value = command.get(key)
            if isinstance(value, str):
                yield value
            elif isinstance(value, Mapping):
                yield from (item for item in value.values() if isinstance(item, str))

    def presses(self) -> Mapping[str, Press]:
        """While a Manoeuvre is open, sectors take a team; of a place its stack, or what else it is."""
        if self.decision is None:
            return NOTHING
        command = self.draft.command if self.draft is not None else {}
        if command.get("kind") in PLACED:
            return self._places(command["kind"])
        if self.decision["kind"] != "manoeuvre" or self.narrowed:
            return super().presses()
        return self._sends(command) if command.get("kind") in (None, "send") else NOTHING

    def _places(self, kind: str) -> Mapping[str, Press]:
        """SPY-2, ASN-2: what can be aimed at, another stack than the one named, too."""
        if kind in AIMED:
            places = {
                (key, at[key]) for row in self._aims() for at in [row["command"]["at"]] for key in WHERE if key in at
            }
        else:
            choices = self.match.choices(self.seat, {"kind": kind})
            places = {(key, value) for key, its in choices["keys"].items() for value in its} if choices else set()
        begins = {
            str(value) if key != "secret" else key: named({"kind": kind}, key, str(value)) for key, value in places
        }
        return {thing: Press({"do": "begin", "command": command}) for thing, command in begins.items()}

    def _sends(self, command: Json) -> Mapping[str, Press]:
        """SND-1: every sector, for the team as it is."""
        pawns = {"pawns": command["pawns"]} if command.get("pawns") else {}
        choices = self.match.choices(self.seat, {"kind": "send"})
        presses: dict[str, Press] = {}
        for sector in self.view["sectors"]:
            sent = {"kind": "send", "sector": sector, **pawns}
            if choices is None:
                no = self.match.check(self.seat, {**sent, "pawns": ""})
                presses[sector] = Press(why_intent(sector), no.to_json())
            elif (why := choices["keys"]["sector"][sector]) is not None:
                presses[sector] = Press(why_intent(sector), why)
            else:
                presses[sector] = Press({"do": "begin", "command": sent})
        return presses

    def take(self, intent: ComposerIntent) -> Json | None:
        """Takes a step. What is sent at once is not kept: the same may be asked again."""
        command = super().take(intent)
        if command is not None and not isinstance(intent, Confirm):
            self.clear()
        return command

    # What it says

    def check(self, command: Json) -> Any:
        """The refusal of a whole command; None if it is legal."""
        return self.match.check(self.seat, command)

    def able(self, kind: str) -> bool:
        """Whether a Manoeuvre of this kind can be made."""
        return any(row["legal"] for row in super().rows() if row["command"]["kind"] == kind)

    def in_preparation(self) -> list[Json]:
        """Whole commands that the next press could give, whose certain effects are told."""
        if self.decision is None or self.decision["kind"] != "manoeuvre":
            return []
        if self.draft is not None:
            command = self.draft.command
            return [command] if command["kind"] == "extend" or (command["kind"] == "send" and self.draft.ready) else []
        return [row["command"] for row in self.rows() if row["legal"]] if self.narrowed in LISTED else []


MANOEUVRES = ("send", "spy", "assassinate", "extend", "develop", "special")
LISTED = ("develop", "special")
"""The Manoeuvres that are chosen from a list."""


def named(command: Json, key: str, value: str) -> Json:
    """A command with a value of one of its parts."""
    match key:
        case "stack" | "corruption":
            return {**command, "at": {key: value}}
        case "secret":
            return {**command, "at": {"secret": True}}
        case "pawn":
            return {**command, "at": {**command["at"], "pawn": int(value)}}
        case _:
            return {**command, key: value}


def _alone(composer: DiktatComposer, draft: CommandDraft) -> CommandDraft | None:
    """The draft; with the only stack named where there is no other place."""
    [*values] = [(key, value) for key, its in draft.keys.items() for value in its]
    if len(values) == 1 and values[0][0] == "stack":
        return composer.opened(named(draft.command, *values[0]))
    return draft
