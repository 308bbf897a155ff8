"""A complete table for a small game: seats, board, question, hand, log, result, talk.

A game subclasses :class:`PlainTable` and adds a tree for its board, one for a hand, and texts. Its catalogue has the
texts under ``prompt.<code>``, ``option.<kind>``, ``event.<kind>``, ``refusal.<code>`` and ``outcome.<reason>``;
parameters that name seats are replaced by the players' names. The questions and events that every match can have (undo,
a draw, giving up) have texts of the house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from webapp.games.contract import Json, Key, Marks, MomentScreen, Screens
from webapp.table_kit.composer import CommandDraft, Composer
from webapp.table_kit.ends import Face, Figures, Sentence, Source, ending
from webapp.table_kit.log import GameLog
from webapp.table_kit.orders import Subject
from webapp.table_kit.place import Place
from webapp.table_kit.plain_intents import TALK
from webapp.table_kit.plain_page import PlainPage
from webapp.table_kit.plain_texts import log_filters, proposed_changes, verdict, waiting, worded
from webapp.ui.tree import Child, Node, el


class PlainTable(Screens[Place]):
    """The screens of a game that is played with buttons. ``words`` is always a :class:`webapp.games.contract.Words`."""

    styles: Sequence[str] = ("stage.css", "ends.css")
    keys: Mapping[str, Sequence[Key]] = {
        "plain.keys": (
            Key(("1", "…", "9"), "plain.key-option"),
            Key(("l",), "plain.key-log"),
            Key((":",), "plain.key-typed"),
        )
    }
    sign = "plan"
    """The sign of the tab that shows the board on small screens."""
    broad = False
    """Whether the board stands left on desks, and everything else beside it (:data:`stage.BROAD`)."""
    quick: frozenset[str] = frozenset()
    """The kinds of questions that are answered in seconds: who lets others wait longer for one is marked for all, and
    hears it."""
    talk: Sequence[str] = tuple(TALK)
    """The commands of :data:`TALK` that this game has."""
    log: GameLog[Any] | None = None
    """The game's own log lines and announcements; without it a line is the text ``event.<kind>``."""

    def page(self, at: Place) -> PlainPage:
        """The page of a place; a game that draws more of its own has its own class of pages."""
        return PlainPage(self, at)

    # To be written by a game

    def board(self, words: Any) -> list[Child]:
        """The public middle of the table."""
        return []

    def beside(self, seat: str, words: Any) -> list[Child]:
        """The nodes beside a player's name: a score, the number of cards in hand."""
        return []

    def hand(self, words: Any) -> list[Child]:
        """The viewer's private part; nothing for spectators."""
        return []

    def faces(self, seat: str, words: Any) -> Sequence[Face]:
        """A seat's pictures at both ends of a match: its sign, or its figures with their names."""
        return ()

    def reckoning(self, words: Any) -> Sequence[Source]:
        """The sources of the points in the final score, with what each seat has from them."""
        return ()

    def figures(self, words: Any) -> Sequence[Figures]:
        """What else the end tells in figures, beneath the sum: losses, dice."""
        return ()

    def verdict(self, outcome: Json, words: Any) -> tuple[Sentence, Sentence]:
        """Who has won, and why in a sentence."""
        return verdict(outcome, words)

    def question(self, prompt: Json, words: Any) -> list[Child]:
        """The text of a seat's question."""
        code = prompt["code"]
        changes = proposed_changes(prompt["params"], words) if code == "adjustment" else []
        return [worded(words, prompt["params"], f"prompt.{code}", f"plain.prompt.{code}") or code, *changes]

    def option(self, command: Json, words: Any) -> list[Child]:
        """The label of a command's button."""
        kind = f"{command['kind']}-{_word(command['accept'])}" if "accept" in command else command["kind"]
        return [worded(words, command, f"option.{kind}", f"plain.option.{kind}") or kind]

    def about(self, row: Json, command: Json, words: Any) -> list[Child]:
        """What stands beneath the label of a command's button: what the answer brings, or a warning. `row`: its
        option."""
        return []

    def composer(self, seat: str) -> Composer:
        """What puts a seat's answers together; a game whose commands have parts of their own kind has its own."""
        return Composer(seat)

    def drafted(self, draft: CommandDraft, words: Any) -> list[Child]:
        """A command begun, with what it names so far."""
        return self.option(draft.command, words)

    def needs(self, key: str, words: Any) -> str:
        """What a part of a command asks for: the text ``ask.<key>``."""
        return str(words.tr(f"ask.{key}"))

    def value(self, key: str, value: str, words: Any) -> str:
        """The name of a value of a part."""
        return value

    def confirms(self, draft: CommandDraft, words: Any) -> str:
        """The words of the button that confirms a whole command."""
        return "".join(str(child) for child in self.option(draft.command, words) if isinstance(child, str))

    def follows(self, draft: CommandDraft, words: Any) -> list[Child]:
        """One line of what would certainly and what would likely follow from a command begun."""
        return []

    def order_subjects(self, words: Any) -> Mapping[str, Sequence[Subject]]:
        """By kind of question, what standing orders may be about besides all of it (:mod:`webapp.table_kit.orders`)."""
        return {}

    def commands(self, option: Json) -> Iterable[Json]:
        """The commands that an option stands for, each with a button of its own. One that needs more is begun by
        it, and its parts are named with the composer."""
        return [option["command"]]

    # The house's requests

    def line(self, event: Json, words: Any) -> Node | None:
        """The log line of an event; None where no catalogue has a text for its kind. Events that the game's log does
        not tell, such as proposals, are told in the house's words."""
        if self.log is not None and self.log.tells(event, words):
            return self.log.line(event, words)
        kind = f"{event['kind']}-{event['what']}" if "what" in event else event["kind"]
        kind += f"-{_word(event['accept'])}" if "accept" in event else ""
        if (text := worded(words, event, f"event.{kind}", f"plain.event.{kind}")) is None:
            return None
        seat = event.get("seat")
        sound = "end" if event["kind"] == "over" else None
        return el("p.log-entry", text, cls=words.colours(seat) or None, data_sound=sound, tabindex="-1")

    def beats(self, words: Any) -> list[Json]:
        """The last events that are told one after the other while the board shows them, as :class:`Beats` has them."""
        return [] if self.log is None else self.log.beats(words)

    def marks(self, log: Sequence[Json]) -> Marks:
        """The marks of a replay's timeline."""
        return Marks() if self.log is None else self.log.marks(log)

    def chain(self, event: Json) -> Literal["begins", "goes-on"] | None:
        """Whether an event belongs to what one thing sets off: it begins that, or goes on with it. In the log such
        lines that follow one another are one entry, which can be folded."""
        return None if self.log is None else self.log.chain(event)

    def set_up(self, log: Sequence[Json]) -> int | None:
        """The number of the event with which setting up is over: the lines before it are folded into one. None: it is
        not over, or is not folded."""
        return None

    def log_head(self, words: Any) -> list[Child]:
        """The log's name, and what it can be narrowed to."""
        filters = self.log.filters if self.log is not None else ()
        return [el("h2.overline", words.tr("plain.log")), *([log_filters(filters, words.tr)] if filters else [])]

    def head(self, words: Any) -> list[Child]:
        """The head line: whom the match waits for."""
        return [el("span.plain-turn", waiting(words))]

    def ended(self, words: Any) -> Node | None:
        """The result for a screen that no hand reaches."""
        return ending(self, words)

    def player(self, at: Place) -> None:
        """A player's page."""
        self.page(at).build()

    def television(self, at: Place) -> None:
        """The page for a large screen, without talk."""
        self.page(at).build("television")

    def moment(self, at: Place) -> MomentScreen[Place]:
        """A moment of a replay, without log and talk, which the replay shows itself."""
        return _PlainMoment(self, at)


class _PlainMoment(MomentScreen[Place]):
    screens: PlainTable

    def board(self) -> None:
        """Builds what stands in the middle."""
        self.screens.page(self.at).build("past")


def _word(accept: object) -> str:
    return "yes" if accept else "no"
