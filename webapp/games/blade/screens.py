"""The screens of Blade & Book, as `Screens` of the house, and a person's page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from nicegui import background_tasks

from webapp.games.blade import board, log, sheets
from webapp.games.blade.composer import BladeComposer
from webapp.games.blade.names import Names, PackNames
from webapp.games.contract import Json, Key, Marks
from webapp.i18n import Translator
from webapp.table_kit.composer import CommandDraft
from webapp.table_kit.place import Place
from webapp.table_kit.plain_page import PlainPage
from webapp.table_kit.plain_table import PlainTable
from webapp.table_kit.prompt import PromptContent
from webapp.table_kit.stage import StagePart
from webapp.ui.pane import Pane
from webapp.ui.tree import Child, Node, el

ACTS = frozenset(("act", "tile-act", "ally-act"))
"""The kinds of questions in which characters act."""
ENDS = frozenset(("done", "end-turn", "end-activation"))
HANDLING = frozenset(("throw", "drop", "take", "give", "receive", "use"))
"""What is done with things, behind the prompt's menu."""


ODDS_KEPT = 40
"""The attacks whose odds one page keeps."""


class BladeTable(PlainTable):
    """The table: heroes, the board, the Book."""

    styles = ("stage.css", "blade/table.css")
    keys: Mapping[str, Sequence[Key]] = {
        "plain.keys": (
            Key(("1", "…", "9"), "plain.key-option"),
            Key(("↵",), "keys.confirm"),
            Key(("Esc",), "keys.back"),
        ),
    }
    sign = "bloc"
    chapter = "blade.a-round"

    def page(self, at: Place) -> BladePage:
        """A person's page."""
        return BladePage(self, at)

    def composer(self, seat: str) -> BladeComposer:
        """What puts a seat's answers together."""
        return BladeComposer(seat)

    def book(self, journal: list[Json]) -> PackNames:
        """The pack of the match, as its journal embeds it."""
        return PackNames(journal[0]["packs"][-1])

    def words(
        self, view: Json, tr: Translator, players: Mapping[str, str | None], book: Any = None, code: str = ""
    ) -> Names:
        """The names in a view."""
        return Names(view, tr, players, book, code)

    def head(self, words: Names) -> list[Child]:
        """The scenario, the turn track, whom the match waits for."""
        return [*sheets.head(words), *super().head(words)]

    def where(self, words: Names) -> str:
        """The round, and whose turn it is."""
        return words.tr("blade.round", n=words.view["round"], side=words.word(words.view["side"]))

    def line(self, event: Json, words: Names) -> Node | None:
        """An event as a sentence with its clause; events of the kernel in the house's words."""
        own = event["kind"] in log.SILENT or words.tr.has(f"event.{log.variant(event)}")
        return log.line(event, words) if own else super().line(event, words)

    def beats(self, words: Names) -> list[Json]:
        """Activations, rolls, wounds, deaths."""
        return log.beats(words)

    def marks(self, log_: Sequence[Json]) -> Marks:
        """Rounds, turns, rolls, losses."""
        return log.marks(list(log_))

    def large(self, id: str, words: Names) -> Node | None:
        """The sheet about a character, tile, zone or thing."""
        return sheets.sheet(id, words)

    def question(self, prompt: Json, words: Names) -> list[Child]:
        """The text of a question."""
        key = f"prompt.{prompt['code']}"
        return [words.say(key, prompt["params"])] if words.tr.has(key) else super().question(prompt, words)

    def option(self, command: Json, words: Names) -> list[Child]:
        """The label of a command's button."""
        said = command["kind"] == "stances" or words.tr.has(_key(command))
        return [option(command, words)] if said else super().option(command, words)

    def drafted(self, draft: CommandDraft, words: Names) -> list[Child]:
        """A command begun, as a sentence before what it still needs."""
        return [f"{option(draft.command, words)}."]

    def value(self, key: str, value: str, words: Names) -> str:
        """The name of a value of a part: the end of a path, a set of things, a number of gems."""
        if key == "gems":
            return words.tr.plural("blade.gems", int(value))
        parts = [it for it in value.split("+") if it]
        if key == "path":
            return words.tr("blade.path", end=words.called(parts[-1]), n=len(parts))
        return " + ".join(words.called(it) for it in parts) or words.tr("blade.bare-hands")

    def confirms(self, draft: CommandDraft, words: Names) -> str:
        """The words of the button that confirms a command."""
        gems = draft.command.get("gems")
        said = option(draft.command, words)
        return f"{said}: {words.tr.plural('blade.gems', gems)}" if gems else said

    def hint(self, option_: Json, words: Names) -> tuple[str, list[str]]:
        """The text of a hint."""
        return option(option_["command"], words), []


def _key(command: Json) -> str:
    """The text of a command, told apart by what it names or leaves out."""
    kind = command["kind"]
    match kind:
        case "attack":
            return f"option.attack-{command['mode']}"
        case "door":
            return f"option.door-{command['to']}"
        case "sacrifice" | "bodyguard" | "catch" if not command["by"]:
            return f"option.{kind}-nobody"
        case "last-blow" | "next-target" if not command["target"]:
            return f"option.{kind}-nobody"
        case "riposte":
            return f"option.riposte-{'yes' if command['strike'] else 'no'}"
        case "consent":
            return f"option.consent-{'yes' if command['agree'] else 'no'}"
        case "reroll":
            return f"option.reroll-{command.get('with') or 'gem'}"
        case "guard" if not command["gems"]:
            return "option.guard-item" if command.get("item") else "option.guard-none"
        case "move" if not command.get("path"):
            return "option.move-begin"
        case "throw" if not command.get("zone"):
            return "option.throw-begin"
    return f"option.{kind}"


def option(command: Json, names: Names) -> str:
    """A command in words."""
    if command["kind"] == "stances":
        return ", ".join(f"{names.called(id)}: {names.word(it)}" for id, it in command["stances"].items())
    params = dict(command)
    path = command.get("path")
    if path:
        params["end"] = path[-1]
    if command["kind"] == "reroll":
        params["die"] = (command.get("die") or 0) + 1
    if command["kind"] == "choose":
        params["choice"] = (
            names.word(command["choice"]) if isinstance(command["choice"], str) else str(command["choice"])
        )
    key = _key(command)
    return names.say(key, params) if names.tr.has(key) else str(command["kind"])


class BladePage(PlainPage):
    """A person's page: the heroes, the board, the Book; in the heroes' turn the companions act in any order."""

    def stage_parts(self) -> list[StagePart]:
        """Heroes left of the board, the Book right of it; on a phone what must be known in a strip."""
        return [
            StagePart("strip", "strip", lambda: self.shared_pane("blade-strip", sheets.summary, self.facts)),
            StagePart(
                "seats",
                "rail",
                lambda: self.pane(lambda _: sheets.strips(self.names, self._acts()), self.press),
                tab="hand",
            ),
            StagePart("board", "board", lambda: self.pane(lambda _: [self._drawn()], self.press)),
            StagePart(
                "book",
                "side",
                lambda: self.pane(lambda _: sheets.book(self.names, self._acts()), self.press),
                tab="book",
            ),
        ]

    def __init__(self, screens: Any, at: Place) -> None:
        super().__init__(screens, at)
        self._odds: dict[str, Json] = {}
        """The odds of attacks that were asked for, by the command; `{}` while they are awaited."""

    @property
    def names(self) -> Names:
        """The names for the texts of the current view."""
        return cast(Names, self.at.words)

    def _pressed(self, build: Callable[[Names, board.Acts], list[Child]]) -> Pane:
        """A pane whose things can be pressed."""
        return self.pane(lambda _: build(self.names, self._acts()), self.press)

    def _acts(self) -> board.Acts:
        return self.composer.presses() if self.decision() is not None else {}

    def _drawn(self) -> Node:
        return board.board(self.names, self._acts(), cast(BladeComposer, self.composer).named())

    def asks(self) -> PromptContent | None:
        """The question; where characters act, first who does, then what, with handling behind the menu."""
        decision, found = self.decision(), super().asks()
        if decision is None or found is None or decision["kind"] not in ACTS or self.composer.draft is not None:
            return found
        names, id = self.names, decision["id"]
        rows = [it for it in self.composer.rows() if it["command"]["kind"] not in ENDS]
        actors = list(dict.fromkeys(str(it["command"]["who"]) for it in rows if "who" in it["command"]))
        ends = [self._plain(it, id, main=True) for it in decision["options"] if it["command"]["kind"] in ENDS]
        if len(actors) > 1 and not self.composer.narrowed:
            answers = [self._actor(n, who) for n, who in enumerate(actors, 1)]
            return replace(found, said=[names.tr("blade.who-acts")], answers=[*answers, *ends])
        said = [names.tr("blade.what-does", who=names.called(actors[0]))] if actors else found.said
        shown = [it for it in rows if it["command"]["kind"] not in HANDLING and _offered(it)]
        answers = [self._option(n, it, it["command"], id) for n, it in enumerate(shown, 1)]
        handling = [self._plain(it, id) for it in rows if it["command"]["kind"] in HANDLING and it["legal"]]
        return replace(found, said=said, answers=[*answers, *ends], secondary=handling)

    def drafted(self, decision: Json, draft: CommandDraft) -> PromptContent:
        """The command begun; of an attack, what each number of gems would give, by the engine."""
        found = super().drafted(decision, draft)
        if draft.command["kind"] != "attack" or not draft.command.get("target"):
            return found
        if draft.ready:
            return replace(found, line=[self._would(draft.command)])
        if draft.open[0] != "gems":
            return found
        able = [value for value, refusal in draft.keys["gems"].items() if refusal is None]
        return replace(found, answers=[self._gems(n, value, draft) for n, value in enumerate(able, 1)])

    def _gems(self, n: int, value: str, draft: CommandDraft) -> Node:
        """The button of a number of gems, with the chance that the target dies."""
        odds = self._chances({**draft.command, "gems": int(value)})
        chance = el("strong", self.names.tr("blade.kills", chance=_percent(odds["kills"]))) if odds else None
        label: list[Child] = [
            el("span", self.names.tr.plural("blade.gems", int(value))),
            chance,
            el("kbd", str(n), aria_hidden="true"),
        ]
        do = {"do": "name", "key": "gems", "value": value}
        return el("button.btn", label, do=do, hot=str(n), testid=f"pick-{value}", data_thing=value)

    def _would(self, command: Json) -> str:
        """What an attack would give: wounds on average, the chance that its target dies, the same if it is guarded."""
        odds, tr = self._chances(command), self.names.tr
        if not odds:
            return tr("blade.odds-awaited")
        said = tr("blade.odds", mean=f"{float(Fraction(odds['mean']['wounds'])):.1f}", chance=_percent(odds["kills"]))
        guarded = [_percent(it["kills"]) for gems, it in odds["guards"].items() if gems != "0"]
        return said + (" " + tr("blade.odds-guarded", chances=", ".join(guarded)) if guarded else "")

    def _chances(self, command: Json) -> Json:
        """The engine's odds of an attack at this moment; `{}` until they are there."""
        key = json.dumps([self.composer.asked, command], sort_keys=True)
        if key not in self._odds:
            self._odds = {key: {}, **dict(list(self._odds.items())[:ODDS_KEPT])}
            background_tasks.create(self._ask_odds(key, command))
        return self._odds[key]

    async def _ask_odds(self, key: str, command: Json) -> None:
        found = await self.at.query("odds", {"attack": command})
        if isinstance(found, dict) and "kills" in found:
            self._odds[key] = found
            self.redraw()

    def _actor(self, n: int, id: str) -> Node:
        label: list[Child] = [el("span", self.names.called(id)), el("kbd", str(n), aria_hidden="true")]
        do = {"do": "narrow", "thing": id}
        return el("button.btn.choice", label, do=do, hot=str(n), testid=f"actor-{id}", data_thing=id)

    def _plain(self, row: Json, decision: str, main: bool = False) -> Node:
        """An option's button: sent at once, or begun where it needs more."""
        command = row["command"]
        do: Json = {"do": "play", "command": {**command, "decision": decision}}
        if row.get("needs"):
            do = {"do": "begin", "command": command}
        marks: Json = {"do": do, "hot": "x" if main else None, "testid": f"option-{command['kind']}"}
        return el("button.btn", option(command, self.names), cls="main" if main else "", **marks)


def _offered(row: Json) -> bool:
    """Whether an option has a button: what is not legal only of the two that everybody looks for."""
    return bool(row["legal"]) or row["command"]["kind"] in ("attack", "move")


def _percent(chance: str) -> str:
    return f"{round(100 * float(Fraction(chance)))} %"


SCREENS = BladeTable()
