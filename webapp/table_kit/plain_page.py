"""The page of a person at a plain table: its parts on the stage, the prompt, and what presses do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rules.kernel import Refusal
from webapp.games.contract import Json
from webapp.lists.kind import list_text
from webapp.lists.offers import offers
from webapp.table_kit.asides import aside_buttons, legal_asides, meant, talk_buttons
from webapp.table_kit.composer import AskReason, CommandDraft, Composer
from webapp.table_kit.ends import back_to_end, briefing, ending_over_board
from webapp.table_kit.log import clause_link
from webapp.table_kit.orders import orders_sheet
from webapp.table_kit.place import AHEAD, Place
from webapp.table_kit.place_page import PlacePage
from webapp.table_kit.plain_intents import AskFirst, LookAhead, PlainIntent, PlayCommand, WithdrawPrepared
from webapp.table_kit.plain_texts import late_mark, refusal_words, result, seats_list, waiting, waits, waits_for, worded
from webapp.table_kit.prepared import with_prepared
from webapp.table_kit.prompt import BESIDE, PromptContent, back_button, bar, beside
from webapp.table_kit.stage import Kind, StagePart, stage
from webapp.table_kit.talk import Talking
from webapp.tables import browser_of
from webapp.ui.intents import Intents
from webapp.ui.live_page import Component
from webapp.ui.pane import LogPane, Pane, beats_text, stretch
from webapp.ui.tree import Child, Node, el

if TYPE_CHECKING:
    from webapp.table_kit.plain_table import PlainTable

RECENT = 30
"""The number of log entries sent with a change; a page that missed some fetches the whole log."""

HOTKEYS = 9


class PlainPage(PlacePage[Any]):
    """A person's page. `notice`: why the last command was refused; `sure`: the command that waits for confirmation;
    `composer`: the answer that its player puts together."""

    intents: Intents[Any] = Intents(PlainIntent)
    """The intents of its panes."""

    def __init__(self, screens: Any, at: Place) -> None:
        super().__init__(at, lambda: at.words)
        self.screens: PlainTable = screens
        self.press = self.intents.handler(at.session, self.on_intent)
        self.notice: Refusal | None = None
        self.sure = ""
        self._hold: Refusal | None = None
        """What held the table when the last command was refused."""
        self._turn = at.turn
        self.composer: Composer = screens.composer(at.seat or "")
        self.composer.follow(at.match, self.decision(), at.view)
        self._asks: tuple[int, PromptContent | None] | None = None

    def build(self, kind: Kind = "player") -> None:
        """Builds the page, and follows the table."""
        at = self.at
        if kind != "past":
            with at.frame.head:
                self.shared_pane("plain-head", self.screens.head, self.facts)
        own = [replace(part, build=partial(self._step_by_step, part, kind)) for part in self.stage_parts()]
        parts, game = [*self._house_parts(), *own, *self._last_parts(kind)], at.table.game.key
        stage(at.tr, parts, kind=kind, game=game, board=self.screens.sign, broad=self.screens.broad)
        if kind == "past":
            at.follow(self.redraw)
        else:
            self.follow(self.changed)
            self.at.follow_drafts(self.redraw)

    def _step_by_step(self, part: StagePart, kind: Kind) -> None:
        """Builds a part of the game's; what lies on the table is shown step by step."""
        if part.where == "side":
            part.build()
            return
        with self.stepped():
            part.build()
        if part.where == "board" and kind == "player":
            if self.at.seat is not None:
                self.pane(self._briefing)
            ending_over_board(self, self.screens)

    def _briefing(self, words: Any) -> list[Child]:
        """What stands over the board before a seat's first answer."""
        begun = self.composer.stepped or self.composer.narrowed or self.at.table.settings.guided
        return [] if begun or self.at.seat is None else [briefing(self.screens, words, self.at.seat)]

    @contextmanager
    def unasked(self) -> Iterator[None]:
        """The page with nothing asked and nothing begun."""
        composer, self.composer = self.composer, self.screens.composer(self.at.seat or "")
        self.forget()
        try:
            self.composer.follow(self.at.table.match, None, self.at.view)
            yield
        finally:
            self.composer = composer
            self.forget()

    def forget(self) -> None:
        """Drops what was made of the view for one drawing."""

    def stage_parts(self) -> list[StagePart]:
        """The game's own parts of the table; a game that has more declares them here."""
        return [
            StagePart("seats", "top", lambda: self.shared_pane("plain-seats", self._seats, self._seated), tab="hand"),
            StagePart("board", "board", lambda: self.shared_pane("plain-board", self._board, self.facts)),
            StagePart("hand", "hand", lambda: self.asked("plain-hand", self._hand, self.facts)),
        ]

    def _house_parts(self) -> list[StagePart]:
        """The parts that every table has before the game's own."""
        return [
            StagePart("beat", "beat", lambda: self.beats(self._beats_text)),
            StagePart("prompt", "prompt", lambda: self.asked("plain-prompt", lambda _: self._prompt())),
            StagePart(BESIDE, "side", lambda: self.asked("plain-answers", lambda _: self._beside())),
        ]

    def _last_parts(self, kind: Kind) -> list[StagePart]:
        """The parts that every table has after them; a replay has its own in their place."""
        if kind == "past":
            return []
        at = self.at
        parts = [StagePart("log", "side", self.log, tab="log")]
        if kind == "player":
            parts.append(StagePart("talk", "side", lambda: Talking(at.table, at.tr, at.session), tab="talk"))
        return parts if kind == "player" else [*parts, self.invitation()]

    def decision(self) -> Json | None:
        """The decision that this seat owes; None without a seat."""
        decision: Json | None = self.at.view.get("decision") if self.at.seat is not None else None
        return decision

    def preparing(self) -> Json:
        """The answer that the player prepares, for a guide: the command begun, or the one that waits for
        confirmation."""
        draft = self.composer.draft
        return {"command": self.sure} if draft is None else {**draft.command, "command": draft.command["kind"]}

    def redraw(self, *only: Component) -> None:
        """Draws all parts, or these, again, and tells a guide what is prepared. What was begun for an earlier question
        is dropped first."""
        self.forget()
        self._follow_question()
        self.at.prepare(self.preparing())
        super().redraw(*only)

    def _follow_question(self) -> None:
        """Follows the question; what was begun for the one ahead is begun again once that is asked."""
        at, composer = self.at, self.composer
        before, draft = composer.decision, composer.draft
        at.look_ahead(at.looks_ahead)
        decision = self.decision()
        stale = composer.follow(at.match, decision, at.view)
        if stale and before and decision and draft and before["id"].startswith(AHEAD) and not at.looks_ahead:
            composer.begin(draft.command)

    def facts(self, words: Any) -> Any:
        """The props of board, hand, options and head: the words without the log."""
        return self.at.facts

    def _seated(self, words: Any) -> tuple[Any, Json, Mapping[str, int]]:
        """The props of the seats: the same, who is present, and which questions are open."""
        return self.at.facts, self.at.presence["seats"], waits(self.at.table)

    def asked(
        self, name: str, build: Callable[[Any], Iterable[Child]], props: Callable[[Any], object] | None = None
    ) -> Pane:
        """A pane with what a player is asked or holds. Pages without a seat show nobody's questions, so that the pane
        is built once for all of them, under `name`. `props`: as :class:`LivePage` has it."""
        if self.at.seat is None:
            return self.shared_pane(name, build, props)
        return self.pane(build, self.press, props=props)

    def log(self) -> None:
        """Builds the log."""
        self.shared_part(LogPane(self._lines(whole=True), lambda: self._lines(whole=True)), self._lines)

    def _beats_text(self) -> str:
        def build(words: Any) -> str:
            log = words.view["log"]
            return beats_text(self.at.turn, self.screens.beats(words), log[-1]["n"] if log else -1)

        return self.at.shared("plain-beats", build)

    def changed(self) -> None:
        """Called when the table has changed. A new step drops the confirmation and the refusal, which belong to an
        earlier question; a change of presence does not. A table that is held for another reason, or no longer, drops
        the refusal."""
        if self._turn != self.at.turn:
            self._turn, self.sure, self.notice = self.at.turn, "", None
        if self.notice is not None and self.at.table.hold() != self._hold:
            self.notice = None
        self.redraw()

    # The parts

    def _seats(self, given: tuple[Any, Json, Mapping[str, int]]) -> list[Child]:
        words, presence, numbers = given
        late = partial(self.late, numbers=numbers)
        return [seats_list(words, presence, self.at.viewer, self.screens.beside, late)]

    def late(self, seat: str, numbers: Mapping[str, int] | None = None) -> Node | None:
        """The mark that a seat has once it is waited for long (`PlainTable.quick`)."""
        numbers = waits(self.at.table) if numbers is None else numbers
        kind = (self.at.view.get("waiting") or {}).get(seat, "")
        return late_mark(seat, numbers, kind, self.screens.quick, self.at.tr) if self.screens.quick else None

    def _board(self, words: Any) -> list[Child]:
        if not any(shown := self.screens.board(words)):
            return []
        return [el("section.plain-board", shown, aria_label=words.tr("plain.board"), testid="plain-board")]

    def asks(self) -> PromptContent | None:
        """The question as it stands now; None: nothing is to be said. A game overrides it for the kinds of decisions
        that it shows in its own way, and leaves the others to this one."""
        words, view, decision = self.at.words, self.at.view, self.decision()
        if view.get("outcome"):
            head, reason, scores = result(view["outcome"], words)
            return PromptContent([head], [scores, back_to_end(words)], [reason])
        if decision is None:
            said_so = waiting(words)
            return PromptContent([said_so], beside=self._meanwhile()) if said_so or self.at.seat is not None else None
        if self.composer.draft is not None:
            return self.drafted(decision, self.composer.draft)
        buttons = self.memo.made("options", (self.at.facts, [*self.composer.rows()]), self._options)
        own = self._own_lists(decision)
        text = self.screens.question(decision["prompt"], words)
        step, ways = self.composer.step, self.backs()
        kind, id = decision["kind"], decision["id"]
        return PromptContent(text, buttons, ways=ways, beside=[own], step=step, first=not ways, kind=kind, decision=id)

    def backs(self) -> list[Child]:
        """The button that takes a step back, where there is one."""
        return [back_button(self.at.tr, {"do": "back"})] if self.composer.stepped else []

    def drafted(self, decision: Json, draft: CommandDraft) -> PromptContent:
        """The command begun: what it needs next, or the button that confirms it."""
        words, screens, answers = self.at.words, self.screens, list[Child]()
        question: list[Child] = [*screens.drafted(draft, words)]
        if draft.open:
            key = draft.open[0]
            able = [command for command, no in draft.keys[key].items() if no is None]
            for n, value in enumerate(able, 1):
                label = [el("span", screens.value(key, value, words)), *_key(n)]
                do = {"do": "name", "key": key, "value": value}
                answers.append(el("button.btn", label, do=do, hot=_hot(n), testid=f"pick-{value}", data_thing=value))
            question += [" ", screens.needs(key, words)]
        elif draft.ready:
            label = [el("span", screens.confirms(draft, words)), el("kbd", "↵", aria_hidden="true")]
            answers = [el("button.btn.main", label, do={"do": "confirm"}, hot="Enter", testid="confirm")]
        kind, id = decision["kind"], decision["id"]
        line, step, ways = screens.follows(draft, words), self.composer.step, self.backs()
        return PromptContent(question, answers, line, ways, first=False, step=step, kind=kind, decision=id)

    def _prompt(self) -> list[Child]:
        words, asked = self.at.words, self._question()
        if asked is None:
            return []
        notice = None if self.notice is None else el("p.notice", self.why(self.notice), testid="notice")
        side = words.colours(self.at.seat) if self.at.seat is not None else ""
        if self.sure in self.screens.talk and self.at.seat is not None:
            question = [words.tr(f"plain.{self.sure}-sure")]
            asked = PromptContent(
                question, meant(words.tr, self.sure), step=self.sure, kind=asked.kind, decision=asked.decision
            )
            return [bar(asked, words.tr, notice=notice, more=[], side=side)]
        if self.at.shared_name:
            whose = el("strong.prompt-whose", self.at.shared_name, testid="whose")
            asked = replace(asked, question=[whose, " ", *asked.question])
        late = self.late(self.at.seat) if self.at.seat is not None and asked.decision else None
        return [self._marked(bar(asked, words.tr, notice=notice, more=self._more(), side=side, late=late))]

    def _beside(self) -> list[Child]:
        asked = self._question()
        why = self.at.explanation() if asked is not None and asked.first and self.notice is None else None
        return [
            self._marked(child) for child in ([] if asked is None else beside(asked, why)) if isinstance(child, dict)
        ]

    def _question(self) -> PromptContent | None:
        """The question, made once per redraw; pages without a seat are not redrawn, and ask each time."""
        if self._asks is None or self._asks[0] != self._redraws or self.at.seat is None:
            asked = self.asks()
            self._asks = self._redraws, asked and self._with_prepared(asked)
        return self._asks[1]

    def _with_prepared(self, asked: PromptContent) -> PromptContent:
        words = self.at.words
        return with_prepared(
            self.at,
            asked,
            lambda command: self.screens.option(command, words),
            self.reason,
            stepped=self.composer.stepped,
        )

    def _marked(self, node: Node) -> Node:
        """A node with the terms of its question and explanation marked."""
        glossary = self.at.table.game.glossary
        return node if glossary is None else glossary.within(node, ("question", "why-text"), self.at.tr.language)

    def _options(self, given: tuple[Any, Sequence[Json]]) -> list[Child]:
        words, rows = given
        buttons = [(row, command) for row in rows for command in self.screens.commands(row)]
        id = words.view["decision"]["id"]
        return [self._option(n, row, command, id, words) for n, (row, command) in enumerate(buttons, 1)]

    def _own_lists(self, decision: Json) -> Node | None:
        """The player's own lists, where one of them answers the question; a list that is not legal here shows why."""
        at, words, kind = self.at, self.at.words, self.at.table.game.lists
        if kind is None or at.seat is None or decision["kind"] not in kind.questions:
            return None
        rows = []
        for offer in offers(browser_of(at.session), at.table, at.seat):
            no = at.table.match.check(at.seat, offer.command)
            name = offer.name or list_text("lists.unnamed", words.tr)
            play = {"do": "play", "command": {**offer.command, "decision": decision["id"]}}
            label = [el("span", name), el("small.muted", refusal_words(words, no)) if no else None]
            off = "true" if no else None
            rows.append(el("button.btn", label, do=None if no else play, aria_disabled=off, testid=f"own-{offer.id}"))
        head = el("span.overline", list_text("lists.yours", words.tr))
        return el("div.plain-ways.plain-lists", head, rows, testid="own-lists") if rows else None

    def _meanwhile(self) -> list[Child]:
        """The content for a player while the match waits for others: what these are asked, or how they come to a free
        seat."""
        return self.at.invitation() if None in self.at.players.values() else waits_for(self.at.words)

    def _option(
        self,
        n: int,
        option: Json,
        command: Json,
        decision: str,
        words: Any = None,
        about: Sequence[Child] | None = None,
    ) -> Node:
        """The button of an option under key n. `about`: what stands beneath its label, where that is known here."""
        words = self.at.words if words is None else words
        beneath = self.screens.about(option, command, words) if about is None else about
        label: list[Child] = [el("span", self.screens.option(command, words)), *beneath, *_key(n)]
        marks: Json = {"testid": f"option-{n}", "cls": "with-about" if beneath else None}
        if not option["legal"]:
            why = refusal_words(words, Refusal(option["why"]["clause"], option["why"]["code"], option["why"]["params"]))
            ask = {"do": "why", "command": command}
            return el("button.btn.choice", label, do=ask, aria_disabled="true", title=why, **marks)
        do = {"do": "play", "command": {**command, "decision": decision}}
        if option.get("needs"):
            do = {"do": "begin", "command": command}
        return el("button.btn.choice", label, do=do, hot=_hot(n), key=f"{decision}/{n}", **marks)

    def _more(self) -> list[Child]:
        """Buttons for what the seat may do unasked: the game's asides, and the commands of every match."""
        at, words = self.at, self.at.words
        if at.seat is None or at.turn < 0:
            return []
        orders = orders_sheet(at.view.get("orders"), self.screens.order_subjects(words), words)
        label: list[Child] = [el("span", words.tr("stage.typed-open")), el("kbd", ":", aria_hidden="true")]
        typing = el("button.btn.quiet", label, data_types="", testid="typed-open") if self.decision() else None
        return [*self._freely(at.seat), *orders, *talk_buttons(at, at.seat, self.screens.talk), typing]

    def _freely(self, seat: str) -> list[Child]:
        """The game's asides for the seat, as buttons."""
        given = self.at.facts, legal_asides(self.at.table, seat)
        buttons = self.memo.made("asides", given, partial(aside_buttons, self.screens.option))
        return [el("p.overline", self.at.tr("plain.also")), *buttons] if buttons else []

    def _hand(self, words: Any) -> list[Child]:
        if not (shown := self.screens.hand(words)):
            return []
        name = worded(words, {}, "hand.name", "plain.hand")
        return [el("section.plain-hand", el("h2.overline", name), shown, aria_label=name, testid="plain-hand")]

    def _lines(self, whole: bool = False) -> str:
        def build(words: Any) -> str:
            events = words.view["log"]
            start = 0 if whole else max(0, len(events) - RECENT)

            def entry(event: Json) -> Json:
                row = {"n": event["n"], "node": self.screens.line(event, words)}
                return row | {"chain": chain} if (chain := self.screens.chain(event)) else row

            if whole:
                entries = [entry(event) for event in events]
            else:
                entries = self.at.drawn("plain-log", words.basis, events, start, entry)
            head = self.screens.log_head(words)
            folded, chained = self._folded(words), words.tr("plain.chain")
            return stretch(self.at.turn, head, entries, start, len(events), words.basis, folded, chained)

        return self.at.shared("plain-log-whole" if whole else "plain-log", build)

    def _folded(self, words: Any) -> Json | None:
        """The lines of setting up, once the match is under way."""
        before = self.at.table.once(("set-up", self.at.viewer), dict)
        if "n" not in before and (n := self.screens.set_up(words.view["log"])) is not None:
            before["n"] = n
        return {"before": before["n"], "words": words.tr("plain.set-up")} if "n" in before else None

    # Presses: the table checks the size of a command, the engine the rest.

    async def on_intent(self, intent: Any) -> None:
        """Handles a press in a pane; on a page without a seat it does nothing."""
        if self.at.seat is None:
            return
        match intent:
            case AskFirst():
                self.sure = intent.what
                self.redraw()
            case LookAhead():
                self.at.look_ahead(intent.on)
                self.redraw()
            case WithdrawPrepared():
                self.at.table.answers.withdraw(self.at.session)
            case PlayCommand():
                await self.play(intent.command)
            case AskReason():
                no = self.composer.reason(intent)
                self.notice = None if no is None else Refusal(**no)
                self.redraw()
            case _:
                self.notice = None
                command = self.composer.take(intent)
                if command is not None:
                    await self.play({**command, "decision": self.composer.asked})
                else:
                    self.redraw()

    async def play(self, command: Json) -> None:
        """Submits a command. Its step redraws this page like all others; a refusal becomes the notice."""
        self.sure, self.notice = "", None
        met = self.at.met
        refusal = await self.at.submit(command)
        if refusal is not None:
            self.notice, self._hold = refusal, self.at.table.hold()
        if refusal is not None or self.at.met != met:
            self.redraw()

    def reason(self, refusal: Refusal) -> str:
        """The text of a refusal, with its clause."""
        return refusal_words(self.at.words, refusal)

    def why(self, refusal: Refusal) -> list[Child]:
        """The text of a refusal, and its clause as a link where the game has rules."""
        game = self.at.table.game
        if not refusal.clause or game.rules is None:
            return [self.reason(refusal)]
        return [self.reason(replace(refusal, clause="")), " ", clause_link(game.key, refusal.clause)]


def _hot(n: int) -> str | None:
    return str(n) if n <= HOTKEYS else None


def _key(n: int) -> list[Child]:
    return [el("kbd", str(n), aria_hidden="true")] if n <= HOTKEYS else []
