"""The screens of Hybris, as `Screens` of the house, and a person's page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from rules.hybris.packs.reader import Pack
from rules.kernel import Refusal
from webapp.games.contract import Json, Key
from webapp.games.hybris import board, chaos, forms, hangar, mats, moments, options, sheets
from webapp.games.hybris.composer import BONUS, CONFIRMED, FORMS, CarryToken, HybrisComposer
from webapp.games.hybris.ends import HybrisEnds
from webapp.games.hybris.log import LOG
from webapp.games.hybris.names import Names
from webapp.games.hybris.sums import bars, sums
from webapp.games.hybris.text_board import chaos_now, text_board
from webapp.table_kit.composer import Begin, CommandDraft
from webapp.table_kit.place import Place
from webapp.table_kit.plain_intents import PlainIntent
from webapp.table_kit.plain_page import PlainPage
from webapp.table_kit.prompt import PromptContent
from webapp.table_kit.query_answers import QueryAnswers
from webapp.table_kit.stage import Kind, StagePart
from webapp.ui.intents import Intents
from webapp.ui.pane import Pane
from webapp.ui.tree import Child, Node, el

FREE = ("task", "premonition", "mk", "spend-tokens")
"""The kinds of free deeds (ACT-6), whose things lie on mat and Hangar."""
FEW = 7
"""So many answers stand in the prompt; of more, free deeds are behind its menu, and on the Hangar."""
AGE_END = ("discard", "exhaustion", "research")
"""The questions of an Age's end, which stand in its sheet."""
ENDS = ("pass", "done", "nothing")
"""What ends a turn or an action; the main button where nothing else can be done."""


class HybrisTable(HybrisEnds):
    """The table: Chaos, the board, mats and Hangars."""

    styles = ("stage.css", "ends.css", "hybris/table.css", "hybris/mats.css", "hybris/scenes.css")
    keys: Mapping[str, Sequence[Key]] = {
        "plain.keys": (
            Key(("1", "…", "9"), "plain.key-option"),
            Key(("↵",), "keys.confirm"),
            Key(("x",), "keys.end"),
            Key(("Esc",), "keys.back"),
        ),
        "keys.table": (
            *(Key((key,), f"place.{place}") for place, key in board.KEYS.items()),
            Key(("w",), "chaos.would-wake"),
            Key(("t",), "keys.tasks"),
            Key(("h",), "keys.hand"),
            Key(("p",), "keys.premonitions"),
            Key(("k",), "keys.mk"),
            Key(("l",), "plain.key-log"),
        ),
    }
    sign = "bloc"
    broad = True
    chapter = "hybris.an-age"
    names = Names
    log = LOG

    def page(self, at: Place) -> HybrisPage:
        """A person's page."""
        return HybrisPage(self, at)

    def composer(self, seat: str) -> HybrisComposer:
        """What puts a seat's answers together."""
        return HybrisComposer(seat)

    def book(self, journal: list[Json]) -> Pack:
        """The pack of the match, as its journal embeds it."""
        return Pack.from_json(journal[0]["packs"][-1])

    def head(self, words: Names) -> list[Child]:
        """The Age, the phase, the order."""
        return [*moments.head(words), *super().head(words)]

    def between(self, words: Names) -> list[Child]:
        """Chaos, which is in sight always."""
        return [el("p", chaos_now(words))]

    def where(self, words: Names) -> str:
        """The Age and the phase."""
        age, phase = words.view["age"], words.view["phase"]
        return f"{words.tr('hybris.age', n=age, of=words.pack.rules.ages)}, {words.tr(f'phase.{phase}')}"

    def set_up(self, log: Sequence[Json]) -> int | None:
        """The first Age has begun; a match that began in a later one was not set up."""
        began = next((event for event in log if event["kind"] == "age-began"), None)
        return began["n"] if began is not None and began["age"] == 1 else None

    def large(self, id: str, words: Names) -> Node | None:
        """The sheet about a character, card, place, City or seat; of the last end of an Age."""
        return (
            moments.age_sheet(words, lambda event: LOG.line(event, words)) if id == "age" else sheets.sheet(id, words)
        )

    def question(self, prompt: Json, words: Names) -> list[Child]:
        """The text of a question."""
        return options.question(prompt, words) or super().question(prompt, words)

    def about(self, row: Json, command: Json, words: Names) -> list[Child]:
        """EXP-2: of cards to choose from, what each asks for and brings."""
        return [el("small", options.trial(command["card"], words))] if command["kind"] == "keep" else []

    def option(self, command: Json, words: Names) -> list[Child]:
        """The label of a command's button."""
        return [label] if (label := options.option(command, words)) else super().option(command, words)

    def drafted(self, draft: CommandDraft, words: Names) -> list[Child]:
        """A command begun, as a sentence before what it still needs."""
        return [f"{options.option(draft.command, words)}."]

    def needs(self, key: str, words: Names) -> str:
        """What a part of a command asks for."""
        return words.tr(f"ask.{key}")

    def value(self, key: str, value: str, words: Names) -> str:
        """The name of a value of a part."""
        if value in ("true", "false"):
            return (
                words.tr(f"value.{key}-{value}") if words.tr.has(f"value.{key}-{value}") else words.tr(f"value.{value}")
            )
        return value if value.isdigit() else words.called(value)

    def confirms(self, draft: CommandDraft, words: Names) -> str:
        """The words of the button that confirms a command."""
        return options.option(draft.command, words) or str(draft.command["kind"])

    def hint(self, option_: Json, words: Names) -> tuple[str, list[str]]:
        """The text of a hint, and what speaks for it."""
        command = option_["command"]
        if seat := str(option_.get("seat", "")):
            words = replace(words, view={**words.view, "me": seat})
        answer = options.advised(command, words) or command["kind"]
        reasons = [options.reason(row, words, seat) for row in option_["reasons"]]
        return answer, [reason for reason in reasons if reason]


@dataclass
class KeptPlan:
    """A plan as its player last left it, for a page that is loaded anew and for their other pages. `decision`: the
    question that it answers."""

    decision: str = ""
    plan: Json | None = None


AGAIN = "plan-again"
"""The question of a plan that is in, while others are not (PLN-1): it stands until another is sent."""


class HybrisPage(PlainPage):
    """A person's page: Chaos over the board, the own Hangar, the own mat below, the others beside."""

    intents = Intents(PlainIntent | CarryToken)
    _replans = False
    """Whether the plan that is in is changed."""
    _seen_plan: Json | None = None
    """The plan that this page has kept, or taken over, last."""

    def __init__(self, screens: Any, at: Place) -> None:
        super().__init__(screens, at)
        self._past = self._large = False
        self.queries = QueryAnswers(at, self.redraw)
        self._plan_before: tuple[str, Json | None] = ("", None)
        self._follow_plan()
        at.sheet = self._sheet

    def build(self, kind: Kind = "player") -> None:
        """Builds the page; a moment of the past has no forecast, which is the match's of now."""
        self._past, self._large = kind == "past", kind == "television"
        super().build(kind)

    def stage_parts(self) -> list[StagePart]:
        """The parts of the table."""
        strip = f"hybris-chaos{'-large' * self._large}"
        past = StagePart("course", "side", lambda: self.shared_pane("hybris-course", self._course, self.facts))
        deed = StagePart("deed", "beat", lambda: self.shared_pane("hybris-deed", moments.last_deed))
        return [
            *([deed] if self._large else []),
            StagePart("summary", "strip", lambda: self.shared_pane("hybris-strip", chaos.summary, self.facts)),
            StagePart(
                "chaos",
                "top",
                lambda: self.shared_pane(strip, self._chaos, self.facts),
            ),
            StagePart("board", "board", lambda: self._pressed(self._board_drawn)),
            StagePart("mine", "hand", lambda: self._pressed(self._mine), tab="hand"),
            StagePart("hangar", "flank", lambda: self._pressed(self._hangar), tab="bloc"),
            StagePart("others", "side", lambda: self._pressed(self._others), tab="eye"),
            *([past] if self._past else []),
        ]

    @property
    def names(self) -> Names:
        """The names for the texts of the current view."""
        return cast(Names, self.at.words)

    @property
    def form(self) -> HybrisComposer:
        """The composer."""
        return cast(HybrisComposer, self.composer)

    def _pressed(self, build: Any) -> Pane:
        """A pane whose things can be pressed."""
        return self.pane(lambda _: build(self.names, self._acts()), self.press)

    def _acts(self) -> board.Acts:
        return self.composer.presses() if self.decision() is not None else {}

    def _forecasts(self) -> chaos.Forecasts:
        table = self.at.table
        if self._past:
            return {}
        return table.memo("hybris-forecasts", lambda: chaos.forecasts(table.match, "spectator"))

    # The plan

    def decision(self) -> Json | None:
        """The decision that this seat owes, or that of its plan, which it changes."""
        decision = super().decision()
        if decision is not None or not self._replans or (plan := self._plan_in()) is None:
            return decision
        option = {"command": {"kind": "plan"}, "legal": True}
        return {"id": AGAIN, "kind": "plan", "prompt": {"code": "plan-again", "params": {}}, "options": [option],
                "default": plan}  # fmt: skip

    def _plan_in(self) -> Json | None:
        """The own plan, while it may still be changed."""
        asked = moments.frame(self.names, "planning") if self.at.seat is not None else None
        return asked and asked.get("plan")

    def _follow_question(self) -> None:
        super()._follow_question()
        self._replans = self._replans and super().decision() is None and self._plan_in() is not None
        self._follow_plan()

    def _follow_plan(self) -> None:
        """Takes over what another page of this player, or one before this, has planned, or keeps what is planned
        here."""
        decision, draft, seat = self.decision(), self.composer.draft, self.at.seat
        if decision is None or decision["kind"] != "plan" or draft is None or seat is None:
            return
        kept = self.at.table.draft(seat, "plan", KeptPlan)
        if kept.decision != decision["id"]:
            kept.decision, kept.plan = decision["id"], decision["default"] if decision["id"] == AGAIN else None
            self._seen_plan = None
        if kept.plan is not self._seen_plan:
            self._seen_plan = kept.plan
            if kept.plan is not None and (taken := self.composer.opened(kept.plan)) is not None:
                self.composer.draft = taken
        elif draft.command != (kept.plan or FORMS["plan"]):
            self._seen_plan = kept.plan = draft.command
            self.at.tell_drafted()

    async def play(self, command: Json) -> None:
        """Sends a command; a plan sent again answers no question."""
        if command.get("decision") == AGAIN:
            self._replans = False
            command = {key: value for key, value in command.items() if key != "decision"}
        await super().play(command)

    async def on_intent(self, intent: Any) -> None:
        """A token carried onto a character, a plan that is changed; all else is the house's."""
        if isinstance(intent, Begin) and intent.command.get("kind") == "plan" and self.decision() is None:
            self._replans = self._plan_in() is not None
            self.redraw()
        elif not isinstance(intent, CarryToken):
            await super().on_intent(intent)
        elif self.at.seat is not None:
            no = self.form.carry(intent.drag, intent.drop)
            self.notice = None if no is None else Refusal(**no)
            self.redraw()

    def _prospects(self) -> Json:
        """What the seat could do now, and what that would serve, once the engine has said so."""
        prospects: Json = {} if self._past or self.at.seat is None else self.queries.get("prospects") or {}
        return prospects

    def _chaos(self, names: Names) -> list[Child]:
        return chaos.strip(names, self._forecasts(), self._large)

    def _board_drawn(self, names: Names, acts: board.Acts) -> list[Child]:
        """The board, with the band of an Interception or Combat over it."""
        draft = self.composer.draft
        worst = options.worst(draft.command, names, self._forecasts()) if draft is not None else None
        shown = el(
            "div.hyb-world-view",
            text_board(names),
            moments.band(names, bars(self._intercepting(), names)),
            board.board(names, acts, self.form.named(), worst),
        )
        return [el("div.hyb-stage", shown)]

    def _hangar(self, names: Names, acts: board.Acts) -> list[Child]:
        """The own Hangar; for those who watch that of the seat whose turn it is."""
        seat = names.me or (names.view.get("turn") or next(iter(names.mats)))
        tasks = self._prospects().get("tasks", ()) if names.me else ()
        return hangar.hangar(seat, names, acts, {(task["tile"], task["task"]): task for task in tasks})

    def _mine(self, names: Names, acts: board.Acts) -> list[Child]:
        return mats.own(names, acts, self.form.named(), self._prospects().get("premonitions"))

    def _others(self, names: Names, acts: board.Acts) -> list[Child]:
        return mats.others(names, acts, self.at.presence)

    def _course(self, names: Names) -> list[Child]:
        return [el("section.hyb-course", course) if (course := self.screens.course(names)) else None]

    def _sheet(self, id: str) -> Node | None:
        return chaos.sheet(self.names, self._forecasts()) if id == "chaos" else self.screens.large(id, self.names)

    # The question

    def asks(self) -> PromptContent | None:
        """The question: forms with their panel, Interceptions with what they would come to; free deeds apart."""
        decision, content = self.decision(), super().asks()
        if decision is None and content is not None and self._plan_in() is not None:
            again = el("button.btn", self.names.tr("plan.change"), do={"do": "begin", "command": {"kind": "plan"}},
                       testid="change-plan")  # fmt: skip
            return replace(content, answers=[*content.answers, again])
        if decision is None and content is not None and self.at.seat is not None and not self.at.view.get("outcome"):
            return replace(content, line=content.line or [self.names.tr("hybris.meanwhile")])
        if decision is None or content is None or self.composer.draft is not None or self.at.view.get("outcome"):
            return content
        names, id = self.names, decision["id"]
        if decision["kind"] == "intercept":
            forces = self._intercepting()
            return replace(content, line=[options.chance_line(forces, names)], beside=[sums(forces, names)])
        if decision["kind"] in AGE_END:
            return replace(content, beside=[self._age_sheet(el("p", names.tr("form.answer-below")))])
        rows = self.composer.rows()
        free = [row for row in rows if row["command"]["kind"] in FREE and row["legal"]]
        ends = [row for row in rows if row["command"]["kind"] in ENDS and row["legal"]]
        plain = [row for row in rows if row["command"]["kind"] not in (*FREE, *ENDS) and options.offered(row, rows)]
        bonus = [row for row in plain if row["command"].get("bonus")]
        if bonus and not self.composer.narrowed:
            plain = [row for row in plain if row not in bonus]
        if decision["kind"] == "attempt":
            trial = [options.trial(decision["prompt"]["params"]["card"], names)]
            return replace(content, answers=self._attempts(rows, id), line=trial)
        if not free and not ends:
            return content
        plain, going = self._merged(decision, plain)
        few = [*plain, *free] if len(plain) + len(free) < FEW else plain
        answers = [self._option(n, row, row["command"], id) for n, row in enumerate(few, 1)]
        behind = [] if few is not plain else [self._option(0, row, row["command"], id) for row in free]
        closing = [self._end(row, id, main=not plain and not free) for row in ends]
        more: list[Child] = []
        if bonus and not self.composer.narrowed:
            more = [el("button.btn", names.tr("option.bonus"), do={"do": "narrow", "thing": BONUS}, testid="bonus")]
        only = [self._option(0, row, row["command"], id) for row in going]
        return replace(content, answers=[*answers, *closing], secondary=[*more, *only, *behind])

    def _option(self, n: int, option: Json, command: Json, decision: str, words: Any = None,
                about: Sequence[Child] | None = None) -> Node:  # fmt: skip
        """The button of an option; what wakes Chaos says so on it, and is confirmed."""
        node = super()._option(n, option, command, decision, words, about)
        node["a"]["data-answer"] = command.get("character") or command["kind"]
        if command["kind"] == "intercept":
            node["a"]["data-testid"] = f"intercept-{'yes' if command['accept'] else 'no'}"
        if option["legal"] and command["kind"] in CONFIRMED:
            node["do"] = {"do": "begin", "command": command}
        if option["legal"] and (warning := options.wakes_shortly(command, self.names, self._forecasts())):
            node["x"] = [node["x"][0], el("small.wakes", warning), *node["x"][1:]]
        return node

    def _merged(self, decision: Json, rows: list[Json]) -> tuple[list[Json], list[Json]]:
        """The answers, activations with the one action that they can lead to in place of bare ones; these, to be given
        without it."""
        if decision["kind"] != "turn" or self.at.looks_ahead or self.composer.narrowed:
            return rows, []
        whole = {merged["character"]: merged for merged in self.queries.get("merged") or ()}
        bare = [row for row in rows if row["command"]["kind"] == "activate" and row["command"]["character"] in whole]
        merged = [{**row, "command": whole[row["command"]["character"]]} if row in bare else row for row in rows]
        return merged, bare

    def _attempts(self, rows: Sequence[Json], decision: str) -> list[Child]:
        """To succeed, with cards named where some pay, or to let it fail."""
        can = [row for row in rows if row["command"]["succeed"] and row["legal"]]
        first = can[0] if can else next(row for row in rows if row["command"]["succeed"])
        command: Json = {"kind": "attempt", "succeed": True}
        plain = can and not first["command"]["discard"]
        success = self._option(1, {"command": command, "legal": bool(can), "why": first.get("why"),
                                   "needs": not plain}, first["command"] if plain else command, decision)  # fmt: skip
        fail = next(row for row in rows if not row["command"]["succeed"])
        return [success, self._option(2, fail, fail["command"], decision)]

    def _end(self, row: Json, decision: str, main: bool) -> Node:
        """The button that ends a turn or an action."""
        command = row["command"]
        do: Json = {"do": "play", "command": {**command, "decision": decision}}
        if command["kind"] == "pass":
            do = {"do": "begin", "command": command}
        label = options.option(command, self.names)
        passes = "" if main and command["kind"] == "done" else None
        testid = command["kind"] if command["kind"] in ("pass", "done") else f"option-{command['kind']}"
        return el("button.btn", label, do=do, hot="x", cls="main" if main else "", data_passes=passes, testid=testid)

    def drafted(self, decision: Json, draft: CommandDraft) -> PromptContent:
        """The command begun: a form with its panel and the engine's verdict, Aegis with what it may wake."""
        names = self.names
        if not self.form.filled:
            content = super().drafted(decision, draft)
            return replace(content, line=[line]) if draft.ready and (line := self._follows(draft.command)) else content
        command, no = draft.command, self.form.verdict()
        label: list[Child] = [el("span", options.confirm(command, names)), el("kbd", "↵", aria_hidden="true")]
        do: Json = {"do": "confirm"} if no is None else {"do": "why", "command": command}
        send = el("button.btn.main", label, do=do, hot="Enter", aria_disabled=None if no is None else "true",
                  testid="ready" if command["kind"] == "plan" else "confirm")  # fmt: skip
        forces = self._forces(command) if command["kind"] in ("commit", "defend") else None
        line = self.reason(no) if no is not None else options.forces_line(forces, names) or options.line(command, names)
        if forces is None and command["kind"] == "commit":
            forces = decision["prompt"]["params"]
        could = self._prospects().get("places") if command["kind"] == "plan" else None
        panel = forms.panel(command, names, self._judge, forces, self._before(decision), could)
        if decision["kind"] in AGE_END:
            panel = self._age_sheet(panel)
        question = self.screens.question(decision["prompt"], names)
        return PromptContent(
            question, [send], [line] if line else [], self.backs(), [panel], step=self.composer.step,
            kind=decision["kind"], decision=decision["id"], opener=names.tr("form.open"),
        )  # fmt: skip

    def _age_sheet(self, form: Child) -> Node:
        """The steps of the End of Ages, with what is asked under its own."""
        return el("div.hyb-form", moments.age_sheet(self.names, lambda event: LOG.line(event, self.names), form))

    def _follows(self, command: Json) -> str:
        """What would certainly follow a command, what it leaves open, what it may wake."""
        names = self.names
        sure = None if command["kind"] == "pass" else self.queries.get("preview", {"command": command})
        parts = [options.follows(sure or (), names), options.wakes(command, names, self._forecasts())]
        if command["kind"] == "pass" and (left := options.tokens_left(names)):
            parts.append(left)
        return " ".join(part for part in parts if part)

    def _before(self, decision: Json) -> Json | None:
        """The plan of the Age before, found once for a question."""
        if decision["id"] == AGAIN:
            return None
        if decision["kind"] == "plan" and self._plan_before[0] != decision["id"]:
            self._plan_before = decision["id"], forms.as_before(self.names, self._judge)
        return self._plan_before[1] if decision["kind"] == "plan" else None

    def _judge(self, command: Json) -> Any:
        """Why a form would be refused as it stands; None if it would not."""
        return self.at.table.match.check(self.at.seat or "", command)

    def _intercepting(self) -> Json | None:
        """What an Interception that this seat is asked for would come to; None while it is not."""
        decision = self.decision()
        asked = decision is not None and decision["kind"] == "intercept"
        return self._forces({"kind": "intercept", "accept": True}) if asked else None

    def _forces(self, command: Json) -> Json | None:
        """Both sums for a command, as far as its seat may know."""
        match, seat = self.at.table.match, self.at.seat
        if (
            seat is None
            or "forces" not in match.queries
            or (command["kind"] != "commit" and match.check(seat, command) is not None)
        ):
            return None
        forces = match.query(seat, "forces", {"command": command})
        return forces if isinstance(forces, dict) and "own" in forces else None


SCREENS = HybrisTable()
