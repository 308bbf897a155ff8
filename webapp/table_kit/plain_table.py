"""A complete table for a small game: seats, board, question, hand, log, result, talk.

A game subclasses :class:`PlainTable` and adds a tree for its board, one for a hand, and texts. Its catalogue has the
texts under ``prompt.<code>``, ``option.<kind>``, ``event.<kind>``, ``refusal.<code>`` and ``outcome.<reason>``;
parameters that name seats are replaced by the players' names. The questions and events that every match can have (undo,
a draw, giving up) have texts of the house."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, assert_never

from rules.kernel import Refusal, noun
from rules.kernel.contract import TAKEBACK
from webapp.games.contract import Json, Key, MomentScreen, Screens, winners
from webapp.lists.kind import list_text
from webapp.lists.offers import offers
from webapp.table_kit.place import Place
from webapp.table_kit.place_page import PlacePage
from webapp.table_kit.plain_texts import refusal_words, result, waiting, worded
from webapp.table_kit.talk import Talking
from webapp.tables import browser_of
from webapp.ui.components import LeanElement
from webapp.ui.intents import Intents
from webapp.ui.live_page import Component
from webapp.ui.pane import LogPane, Pane, stretch
from webapp.ui.tree import Child, Node, el

RECENT = 30
"""The number of log entries sent with a change; a page that missed some fetches the whole log."""

ASIDES = 12
"""The most asides that are offered to a seat."""

HOTKEYS = 9

TALK: Mapping[str, Json] = {
    "undo": {"kind": "undo"},
    "takeback": TAKEBACK,
    "draw": {"kind": "propose", "what": "draw"},
    "retract": {"kind": "retract"},
    "concede": {"kind": "concede"},
}
"""Commands that may be given at any time; offered where the engine accepts them."""

BINDING = ("draw", "concede")
"""Commands that must be confirmed before they are sent."""


class PlainTable(Screens[Place]):
    """The screens of a game that is played with buttons. ``words`` is always a :class:`webapp.games.contract.Words`."""

    styles: Sequence[str] = ("plain.css",)
    keys: Mapping[str, Sequence[Key]] = {"plain.keys": (Key(("1", "…", "9"), "plain.key-option"),)}
    talk: Sequence[str] = tuple(TALK)
    """The commands of :data:`TALK` that this game has."""

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

    def question(self, prompt: Json, words: Any) -> list[Child]:
        """The text of a seat's question."""
        code = prompt["code"]
        return [worded(words, prompt["params"], f"prompt.{code}", f"plain.prompt.{code}") or code]

    def option(self, command: Json, words: Any) -> list[Child]:
        """The label of a command's button."""
        kind = f"{command['kind']}-{_word(command['accept'])}" if "accept" in command else command["kind"]
        return [worded(words, command, f"option.{kind}", f"plain.option.{kind}") or kind]

    def commands(self, option: Json) -> Iterable[Json]:
        """The complete commands of an option; for one that needs more, the game lists them."""
        return [] if option.get("needs") else [option["command"]]

    # The house's requests

    def line(self, event: Json, words: Any) -> Node | None:
        """The log line of an event; None where no catalogue has a text for its kind."""
        kind = f"{event['kind']}-{event['what']}" if "what" in event else event["kind"]
        kind += f"-{_word(event['accept'])}" if "accept" in event else ""
        if (text := worded(words, event, f"event.{kind}", f"plain.event.{kind}")) is None:
            return None
        seat = event.get("seat")
        sound = "end" if event["kind"] == "over" else None
        return el("p.log-entry", text, cls=words.colours(seat) or None, data_sound=sound, tabindex="-1")

    def log_head(self, words: Any) -> list[Child]:
        """The log's name."""
        return [el("h2.overline", words.tr("plain.log"))]

    def head(self, words: Any) -> list[Child]:
        """The head line: whom the match waits for."""
        return [el("span.plain-turn", waiting(words))]

    def player(self, at: Place) -> None:
        """A player's page."""
        self.page(at).build()

    def television(self, at: Place) -> None:
        """The page for a large screen, without talk."""
        page = self.page(at)
        with LeanElement("div", "plain-table plain-tv"):
            page.middle()
            with LeanElement("aside", "plain-side"):
                page.log()
        page.follow(page.changed)

    def moment(self, at: Place) -> MomentScreen[Place]:
        """A moment of a replay, without log and talk, which the replay shows itself."""
        return _PlainMoment(self, at)


class _PlainMoment(MomentScreen[Place]):
    screens: PlainTable

    def board(self) -> None:
        """Builds what stands in the middle."""
        page = self.screens.page(self.at)
        with LeanElement("div", "plain-table plain-past"):
            page.middle()
        self.at.follow(page.redraw)


@noun
class PlayCommand:
    """A command to be submitted."""

    command: Json
    do: Literal["play"] = "play"


@noun
class AskFirst:
    """Asks for the confirmation of a command (:data:`BINDING`); empty: of none."""

    what: str = ""
    do: Literal["ask"] = "ask"


PlainIntent = PlayCommand | AskFirst


class PlainPage(PlacePage[Any]):
    """A person's page. `notice`: why the last command was refused; `sure`: the command that waits for confirmation."""

    intents: Intents[Any] = Intents(PlainIntent)
    """The intents of its panes."""

    def __init__(self, screens: Any, at: Place) -> None:
        super().__init__(at, lambda: at.words)
        self.screens: PlainTable = screens
        self.press = self.intents.handler(at.session, self.on_intent)
        self.notice = ""
        self.sure = ""
        self._hold: Refusal | None = None
        """What held the table when the last command was refused."""
        self._turn = at.turn

    def build(self) -> None:
        """Builds the page, and follows the table."""
        at = self.at
        with at.frame.head:
            self.shared_pane("plain-head", self.screens.head, self.facts)
        with LeanElement("div", "plain-table"):
            self.middle()
            with LeanElement("aside", "plain-side"):
                self.log()
                Talking(at.table, at.tr, at.session)
        self.follow(self.changed)

    def preparing(self) -> Json:
        """The answer that the player prepares, for a guide: the command that waits for confirmation."""
        return {"command": self.sure}

    def redraw(self, *only: Component) -> None:
        """Draws all parts, or these, again, and tells a guide what is prepared."""
        self.at.prepare(self.preparing())
        super().redraw(*only)

    def middle(self) -> None:
        """Builds seats, board, question and hand."""
        with LeanElement("div", "plain-middle"):
            self.shared_pane("plain-seats", self._seats, self.facts)
            self.shared_pane("plain-board", self._board, self.facts)
            self.asked("plain-prompt", self._prompt, of=self._prompt_facts)
            self.at.after_match()
            self.asked("plain-hand", self._hand, of=self.facts)

    def facts(self, words: Any) -> object:
        """What seats, board, hand, options and head may read: not the log. They are drawn again when it changes."""
        return self.at.facts

    def asked(self, name: str, build: Callable[[], Iterable[Child]], of: Callable[[Any], object] | None = None) -> Pane:
        """A pane with what a player is asked or holds. Pages without a seat show nobody's questions, so that the pane
        is built once for all of them, under `name`. `of`: as :class:`LivePage` has it."""
        if self.at.seat is None:
            return self.shared_pane(name, lambda _: build(), of)
        return self.pane(lambda _: build(), self.press, of=of)

    def log(self) -> None:
        """Builds the log."""
        self.shared_part(LogPane(self._lines(whole=True), lambda: self._lines(whole=True)), self._lines)

    def changed(self) -> None:
        """Called when the table has changed. A new step drops the confirmation and the refusal, which belong to an
        earlier question; a change of presence does not. A table that is held for another reason, or no longer, drops
        the refusal."""
        if self._turn != self.at.turn:
            self._turn, self.sure, self.notice = self.at.turn, "", ""
        if self.notice and self.at.table.hold() != self._hold:
            self.notice = ""
        self.redraw()

    # The parts

    def _seats(self, words: Any) -> list[Child]:
        tr, presence = words.tr, self.at.presence["seats"]
        owes = words.view.get("waiting") or {}
        won = winners(words.view["outcome"]) if words.view.get("outcome") else []
        rows = [
            el(
                "li.plain-seat",
                el("span.who", words.player(seat)),
                el("span.muted", tr("lobby.you")) if seat == self.at.viewer else None,
                el("span.plain-marks", tr("plain.won-mark")) if seat in won else None,
                el("span.plain-marks", tr("plain.asked")) if seat in owes else None,
                el("span.presence", tr(f"table.presence-{here}"), cls=f"is-{here}")
                if (here := presence[seat])
                else None,
                el("span.plain-beside", self.screens.beside(seat, words)),
                cls=[words.colours(seat), "is-asked" if seat in owes else ""],
                testid=f"plain-seat-{seat}",
            )
            for seat in words.players
        ]
        return [el("ul.plain-seats", rows, aria_label=tr("plain.seats"))]

    def _board(self, words: Any) -> list[Child]:
        if not any(shown := self.screens.board(words)):
            return []
        return [el("section.plain-board", shown, aria_label=words.tr("plain.board"), testid="plain-board")]

    def _prompt(self) -> list[Child]:
        words, view = self.at.words, self.at.view
        decision = view.get("decision") if self.at.seat is not None else None
        marks: dict[str, Any] = {"testid": "prompt", "role": "group", "aria_label": words.tr("plain.question")}
        notice = el("p.notice", self.notice, role="status", testid="notice") if self.notice else None
        if view.get("outcome"):
            return [el("section.plain-prompt", result(view["outcome"], words), notice, self._after(), **marks)]
        if decision is None and self.at.seat is None and not waiting(words):
            return []
        if decision is None:
            said = [el("p.question", waiting(words)), *self._meanwhile()]
            return [el("section.plain-prompt", said, notice, self._ways(), **marks)]
        buttons = self.again("options", self.at.facts, lambda: self._options(decision))
        question = self.asking("plain-ask", [el("p.question", self.screens.question(decision["prompt"], words))])
        parts = [question, self._own_lists(decision), el("div.plain-options", buttons), notice, self._ways()]
        marks |= {"data_kind": decision["kind"], "data_decision": decision["id"]}
        return [el("section.plain-prompt.is-asked", parts, **marks)]

    def _prompt_facts(self, _: Any) -> object:
        """All that the prompt is made of."""
        at, seat = self.at, self.at.seat
        decision = at.view.get("decision") if seat is not None else None
        own = None if decision is None else self._own_lists(decision)
        may = None if seat is None or at.turn < 0 else (self._legal(seat), self._asides(seat))
        return at.facts, self.notice, self.sure, may, own, self._meanwhile(), at.explanation()

    def _options(self, decision: Json) -> list[Child]:
        found = [(it, command) for it in decision["options"] for command in self.screens.commands(it)]
        return [self._option(n, it, command, decision["id"]) for n, (it, command) in enumerate(found, 1)]

    def asking(self, classes: str, question: list[Child], explained: bool = True, key: str | None = None) -> Node:
        """A question with its terms marked, and its explanation; `explained` False: a refusal takes that place."""
        why = self.at.explanation() if explained and not self.notice else None
        asked = el(f"div.{classes}", question, why, key=key)
        glossary = self.at.table.game.glossary
        return asked if glossary is None else glossary.within(asked, ("question", "why-text"), self.at.tr.language)

    def _own_lists(self, decision: Json) -> Node | None:
        """The player's own lists, where one of them answers the question; a list that is not legal here shows why."""
        at, words, kind = self.at, self.at.words, self.at.table.game.lists
        if kind is None or at.seat is None or decision["kind"] not in kind.questions:
            return None
        rows = []
        for it in offers(browser_of(at.session), at.table, at.seat):
            no = at.table.match.check(at.seat, it.command)
            name = it.name or list_text("lists.unnamed", words.tr)
            play = {"do": "play", "command": {**it.command, "decision": decision["id"]}}
            label = [el("span", name), el("small.muted", refusal_words(words, no)) if no else None]
            off = "true" if no else None
            rows.append(el("button.btn", label, do=None if no else play, aria_disabled=off, testid=f"own-{it.id}"))
        head = el("span.overline", list_text("lists.yours", words.tr))
        return el("div.plain-ways.plain-lists", head, rows, testid="own-lists") if rows else None

    def _meanwhile(self) -> list[Child]:
        """The content for a player while the match waits for others: how these come to a free seat."""
        return self.at.invitation() if None in self.at.players.values() else []

    def _option(self, n: int, option: Json, command: Json, decision: str) -> Node:
        words = self.at.words
        label: list[Child] = [el("span", self.screens.option(command, words)), *_key(n)]
        if not option["legal"]:
            why = refusal_words(words, Refusal(option["why"]["clause"], option["why"]["code"], option["why"]["params"]))
            return el("button.btn.choice", label, aria_disabled="true", title=why, testid=f"option-{n}")
        play = {"do": "play", "command": {**command, "decision": decision}}
        return el("button.btn.choice", label, do=play, hot=_hot(n), testid=f"option-{n}", key=f"{decision}/{n}")

    def _ways(self) -> Node | None:
        """Buttons for what the seat may do unasked: the game's asides, and the commands of every match."""
        at, words = self.at, self.at.words
        if at.seat is None or at.turn < 0:
            return None
        seat = at.seat
        if self.sure in self.screens.talk:
            sure, play = self.sure, {"do": "play", "command": TALK[self.sure]}
            yes = el("button.btn.danger", words.tr(f"plain.{sure}"), do=play, testid=f"{sure}-sure")
            no = el("button.btn.quiet", words.tr("plain.never-mind"), do={"do": "ask", "what": ""}, testid="never-mind")
            return el("div.plain-ways", el("span", words.tr(f"plain.{sure}-sure")), yes, no)
        legal = self._legal(seat)
        said = [
            el(
                "button.btn.quiet",
                words.tr(f"plain.{it}"),
                do={"do": "ask", "what": it} if it in BINDING else {"do": "play", "command": TALK[it]},
                testid=it,
            )
            for it in legal
            # Undo or takeback, not both: undo where it is possible.
            if it != "takeback" or "undo" not in legal
        ]
        freely = self._freely(seat)
        return el("div.plain-ways", freely, said) if freely or said else None

    def _legal(self, seat: str) -> list[str]:
        """The commands of every match that the seat may give now."""
        table = self.at.table
        known = [it for it in self.screens.talk if table.settings.takeback or TALK[it] != TAKEBACK]
        return table.memo(("talk", seat), lambda: table.match.talk(seat, known))

    def _asides(self, seat: str) -> list[Json]:
        """The game's asides that the seat may give now."""
        asides = getattr(self.at.table.match, "asides", lambda _: ())
        return self.at.table.memo(("asides", seat), lambda: sorted(islice(asides(seat), ASIDES), key=_rank))

    def _freely(self, seat: str) -> list[Child]:
        """The game's asides for the seat, as buttons."""
        found, words = self._asides(seat), self.at.words

        def buttons() -> list[Child]:
            return [
                el("button.btn", self.screens.option(it, words), do={"do": "play", "command": it}, testid=f"aside-{n}")
                for n, it in enumerate(found, 1)
            ]

        if not found:
            return []
        listed = self.again("asides", (found, self.at.facts), buttons)
        return [el("details.plain-also", el("summary", words.tr("plain.also")), el("div.plain-ways", listed))]

    def _after(self) -> Node | None:
        """The links of a page after the match; the house adds the ways to play again."""
        if self.at.seat is None:
            return None
        tr = self.at.tr
        replay = el("a.btn", tr("lobby.replay"), href=f"/replay/{self.at.table.code}")
        return el("div.plain-ways", replay, el("a.btn.quiet", tr("table.to-lobby"), href="/"))

    def _hand(self) -> list[Child]:
        if not (shown := self.screens.hand(self.at.words)):
            return []
        name = worded(self.at.words, {}, "hand.name", "plain.hand")
        return [el("section.plain-hand", el("h2.overline", name), shown, aria_label=name, testid="plain-hand")]

    def _lines(self, whole: bool = False) -> str:
        def build(words: Any) -> str:
            events = words.view["log"]
            start = 0 if whole else max(0, len(events) - RECENT)

            def entry(event: Json) -> Json:
                return {"n": event["n"], "node": self.screens.line(event, words)}

            if whole:
                entries = [entry(event) for event in events]
            else:
                entries = self.at.drawn("plain-log", words.basis, events, start, entry)
            head = self.screens.log_head(words)
            return stretch(self.at.turn, head, entries, start, len(events), words.basis)

        return self.at.shared("plain-log-whole" if whole else "plain-log", build)

    # Presses: the table checks the size of a command, the engine the rest.

    async def on_intent(self, intent: PlainIntent) -> None:
        """Handles a press in a pane; on a page without a seat it does nothing."""
        if self.at.seat is None:
            return
        match intent:
            case AskFirst():
                self.sure = intent.what
                self.redraw()
            case PlayCommand():
                await self.play(intent.command)
            case _:
                assert_never(intent)

    async def play(self, command: Json) -> None:
        """Submits a command. Its step redraws this page like all others; a refusal becomes the notice."""
        self.sure = self.notice = ""
        met = self.at.met
        refusal = await self.at.submit(command)
        if refusal is not None:
            self.notice, self._hold = self.reason(refusal), self.at.table.hold()
        if refusal is not None or self.at.met != met:
            self.redraw()

    def reason(self, refusal: Refusal) -> str:
        """The text of a refusal."""
        return refusal_words(self.at.words, refusal)


def _rank(command: Json) -> list[tuple[str, Any]]:
    """The sort key of commands: by kind, then by their numbers."""
    return [(type(it).__name__, it if isinstance(it, (int, str)) else str(it)) for it in command.values()]


def _word(accept: object) -> str:
    return "yes" if accept else "no"


def _hot(n: int) -> str | None:
    return str(n) if n <= HOTKEYS else None


def _key(n: int) -> list[Child]:
    return [el("kbd", str(n), aria_hidden="true")] if n <= HOTKEYS else []
