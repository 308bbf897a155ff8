"""The screens of Blade & Book, as `Screens` of the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webapp.games.blade import sheets
from webapp.games.blade.composer import BladeComposer
from webapp.games.blade.ends import BladeEnds
from webapp.games.blade.labels import deed, gems_apart, hint_reason, option, text_key
from webapp.games.blade.log import LOG
from webapp.games.blade.names import OVERLORD, Names, PackNames
from webapp.games.blade.overlays import KEYS
from webapp.games.blade.page import BladePage
from webapp.games.blade.questions import GUARD_LETTER, LETTERS
from webapp.games.contract import Json, Key
from webapp.table_kit.composer import CommandDraft
from webapp.table_kit.orders import Subject
from webapp.table_kit.place import Place
from webapp.ui.tree import Child, Node


class BladeTable(BladeEnds):
    """The table: heroes, the board, the Book."""

    styles = ("stage.css", "ends.css", "blade/table.css", "blade/prompt.css", "blade/scenes.css")
    keys: Mapping[str, Sequence[Key]] = {
        "plain.keys": (
            Key(("1", "…", "9"), "plain.key-option"),
            Key(("↵",), "keys.confirm"),
            Key(("x", "d"), "keys.end"),
            Key(("Esc",), "keys.back"),
            Key((":",), "plain.key-typed"),
            Key(("n",), "keys.next"),
            Key(("⇥",), "keys.next-on-board"),
            Key(("w",), "keys.wait"),
            Key(("␣",), "keys.best"),
            Key(("←", "↑", "→", "↓"), "keys.walk"),
        ),
        "keys.boxes": (
            *(Key((key,), f"keys.box-{box}") for box, key in LETTERS.items()),
            Key((GUARD_LETTER,), "keys.box-guard"),
        ),
        "keys.overlays": tuple(Key((key,), f"overlay.name-{overlay}") for overlay, key in KEYS.items()),
    }
    quick = frozenset((
        "guard", "reroll", "bodyguard", "sacrifice", "order", "riposte", "last-blow", "next-target", "catch", "consent",
    ))  # fmt: skip
    sign = "bloc"
    chapter = "blade.a-round"
    names = Names
    log = LOG

    def page(self, at: Place) -> BladePage:
        """A person's page."""
        return BladePage(self, at)

    def composer(self, seat: str) -> BladeComposer:
        """What puts a seat's answers together."""
        return BladeComposer(seat)

    def book(self, journal: list[Json]) -> PackNames:
        """The pack of the match, as its journal embeds it."""
        return PackNames(journal[0]["packs"][-1], passed=journal[0]["options"].get("hand") == "passed")

    def head(self, words: Names) -> list[Child]:
        """The scenario, the turn track, whom the match waits for."""
        return [*sheets.head(words), *super().head(words)]

    def where(self, words: Names) -> str:
        """The round, and whose turn it is."""
        return words.tr("blade.round", n=words.view["round"], side=words.word(words.view["side"]))

    def large(self, id: str, words: Names) -> Node | None:
        """The sheet about a character, tile, zone or thing."""
        return sheets.sheet(id, words)

    def question(self, prompt: Json, words: Names) -> list[Child]:
        """The text of a question."""
        key = f"prompt.{prompt['code']}"
        return [words.say(key, prompt["params"])] if words.tr.has(key) else super().question(prompt, words)

    def option(self, command: Json, words: Names) -> list[Child]:
        """The label of a command's button."""
        worded = command["kind"] == "stances" or words.tr.has(text_key(command))
        return [option(command, words)] if worded else super().option(command, words)

    def drafted(self, draft: CommandDraft, words: Names) -> list[Child]:
        """A command begun, as a sentence before what it still needs."""
        return [f"{option(draft.command, words)}."]

    def value(self, key: str, value: str, words: Names) -> str:
        """The name of a value of a part: the end of a path, a set of things, a number of gems."""
        if key == "gems":
            return words.tr.plural("blade.gems", int(value))
        parts = [item for item in value.split("+") if item]
        if key == "path":
            return words.tr("blade.path", end=words.called(parts[-1]), n=len(parts))
        return " + ".join(words.called(item) for item in parts) or words.tr("blade.bare-hands")

    def confirms(self, draft: CommandDraft, words: Names) -> str:
        """The words of the button that confirms a command."""
        gems = gems_apart(draft.command)
        label = option(draft.command, words)
        return words.tr.labelled(label, words.tr.plural("blade.gems", gems)) if gems else label

    def order_subjects(self, words: Names) -> Mapping[str, Sequence[Subject]]:
        """A seat's heroes, or the Overlord's minions and the others of that side."""
        me = words.view.get("me")
        groups = ("minions", "main") if me == OVERLORD else ()
        own: list[Subject] = [(group, words.tr(f"orders.who.{group}")) for group in groups]
        own += [(hero, words.called(hero)) for hero in words.view["players"].get(me, ())]
        return dict.fromkeys(("guard", "reroll", "riposte", "sacrifice", "bodyguard", "last-blow"), own)

    def hint(self, option_: Json, words: Names) -> tuple[str, list[str]]:
        """The text of a hint, and what it would change."""
        reasons = [hint_reason(row, words) for row in option_["reasons"]]
        return deed(option_["command"], words), [reason for reason in reasons if reason]


SCREENS = BladeTable()
