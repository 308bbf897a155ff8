"""A person's page: the heroes, the board with what is drawn over it, the Book; in the heroes' turn the companions act
in any order, and see what the others are about to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from rules.kernel import Refusal
from webapp.games.blade import (
    bench,
    board,
    drafts,
    hero_strips,
    overlays,
    questions,
    reinforcement,
    river,
    sheets,
    tile_answers,
)
from webapp.games.blade.composer import BladeComposer
from webapp.games.blade.deeds import deed
from webapp.games.blade.discs import Acts
from webapp.games.blade.intents import (
    INTENTS,
    Arrive,
    Carry,
    PingThing,
    PutDown,
    ShowOverlay,
    StageGems,
    TakeStance,
    Wield,
)
from webapp.games.blade.labels import mean, option
from webapp.games.blade.names import OVERLORD, Names
from webapp.games.blade.reinforcement import Arrivals
from webapp.games.contract import Json
from webapp.table_kit.companions import Companions, Ping, UrgeBot
from webapp.table_kit.composer import AskReason, CommandDraft
from webapp.table_kit.place import Place
from webapp.table_kit.plain_page import PlainPage
from webapp.table_kit.prompt import PromptContent
from webapp.table_kit.query_answers import QueryAnswers
from webapp.table_kit.stage import StagePart
from webapp.ui.live_page import Component, while_present
from webapp.ui.tree import Child, Node, el

ACTS = frozenset(("act", "tile-act", "ally-act"))
"""The kinds of questions in which characters act."""


UNDONE: Json = {"kind": "undone"}

SPARE = 3
"""So many gems more than the Overlord's next turn asks for are told to whom is about to be done."""

BRIEF = 6
"""The most ways to act that a phone shows side by side."""


class BladePage(PlainPage):
    """One page. `overlay`: what is drawn over the board, and about whom; `stances`: those prepared for the seat's
    heroes; `wielded`: what a guard is made with, None until somebody says so; `guarding`: the gems laid for it;
    `arrivals`: the reinforcement chosen; `culprit`: the zones between which what bars a step is drawn."""

    intents = INTENTS

    def __init__(self, screens: Any, at: Place) -> None:
        super().__init__(screens, at)
        self.queries = QueryAnswers(at, self.redraw)
        self.overlay = ShowOverlay()
        self.stances: dict[str, str] = {}
        self.wielded: str | None = None
        self.guarding = 0
        self.arrivals = Arrivals()
        self._asked_of = ""
        self.pinging = ""
        self.carried = ""
        self.culprit: Sequence[str] = ()
        self.companions = Companions(at.table, at.seat or "", at.session)
        if at.seat is not None:
            self.companions.follow(while_present(self.redraw))

    def stage_parts(self) -> list[StagePart]:
        """Heroes left of the board, the Book right of it, the Overlord's own river below; on a phone what must be known
        in a strip, and for all others the heroes at the foot of the board."""
        bench_part = StagePart("bench", "side", self._bench, tab="swap")
        foot = StagePart("companions", "strip", lambda: self._pressed(sheets.companions))
        own_river = StagePart("river", "hand", lambda: self._pressed(self._river))
        return [
            StagePart("strip", "strip", lambda: self.shared_pane("blade-strip", sheets.summary, self.facts)),
            StagePart("seats", "rail", lambda: self._pressed(self._strips), tab="hand"),
            StagePart("board", "board", lambda: self.pane(lambda _: self._drawn(), self.press)),
            StagePart("book", "side", lambda: self._pressed(self._book), tab="book"),
            own_river if self.at.seat == OVERLORD else foot,
            *([bench_part] if self.names.free and self.at.seat is not None else []),
        ]

    def _bench(self) -> None:
        self.pane(lambda _: bench.palette(self.names, self.carried), self.press)

    @property
    def names(self) -> Names:
        """The names for the texts of the current view."""
        return cast(Names, self.at.words)

    def _pressed(self, build: Callable[[Names, Acts], list[Child]]) -> None:
        """A pane whose things can be pressed."""
        self.pane(lambda _: build(self.names, self._acts()), self.press)

    def _strips(self, names: Names, acts: Acts) -> list[Child]:
        notes = {id: self._notes(row) for id, row in names.heroes.items()}
        own = [id for id in names.view["players"].get(self.at.seat or "", ()) if not names.heroes[id]["dead"]]
        named = [questions.guard_of(self.decision()), *cast(BladeComposer, self.composer).named()]
        opened = next((id for id in (*named, *own) if id in own), "")
        return hero_strips.strips(names, acts, notes, opened)

    def _notes(self, row: Json) -> hero_strips.HeroNotes:
        """What the strip of a hero says besides its facts."""
        id, names, seat = row["id"], self.names, self.at.seat
        plan = next((shown for shown in self._plans() if shown.who == id and shown.seat != seat), None)
        blow = self._blows().get(id, hero_strips.NO_BLOW)
        holder = names.holder(id)
        if not seat or holder != seat:
            first = names.view["players"].get(holder, ("",))[0] == id
            urging = self.companions.urging(holder, names.tr) if first else []
            deed = self._deed(holder) if first else ""
            return hero_strips.HeroNotes(plan, blow, deed=deed, urging=urging, late=self.late(holder))
        threat = self._threat_to(id)
        seen = overlays.outlook(threat, names) if threat is not None else []
        given = hero_strips.orders_of(id, names)
        futures = self._futures(row)
        begins, staged = self._begun_by(id), self._staged(id)
        return hero_strips.HeroNotes(plan, blow, seen, self._coming_back(row), futures, begins, given, staged=staged)

    def _staged(self, hero: str) -> hero_strips.Staged | None:
        """The gems laid on a box of one's hero, for a command that is not sent yet; None where none can be laid."""
        decision, draft, composer = self.decision(), self.composer.draft, cast(BladeComposer, self.composer)
        if hero == questions.guard_of(decision):
            return hero_strips.Staged("guard", self.guarding, more=self.guarding < questions.most_guard(decision))
        if decision is None or decision["kind"] not in ACTS:
            return None
        if not any(option["command"].get("who") == hero for option in decision["options"]):
            return None
        if draft is None or draft.command.get("who") != hero:
            return hero_strips.Staged()
        box, gems = questions.box_of(draft.command), draft.command.get("gems") or 0
        if draft.command["kind"] == "move":
            ways, laid = (self.queries.get("reach", {"who": hero}) or {"zones": {}})["zones"], draft.more["laid"]
            end = ways.get((draft.command.get("path") or [""])[-1], {"gems": 0})["gems"]
            return hero_strips.Staged(box, max(end, laid), more=laid < draft.more["most"])
        return hero_strips.Staged(box, gems, more=str(gems + 1) in composer.gems(draft.command))

    def _threat_to(self, hero: str) -> Json | None:
        """What the Overlord's next turn may bring one's own hero where it stands, or where it is about to go."""
        names, draft = self.names, self.composer.draft
        zone = names.standing.get(hero, "")
        if draft is not None and draft.command.get("who") == hero and draft.command.get("path"):
            zone = draft.command["path"][-1]
        if not zone or names.view["side"] != "heroes" or names.view.get("outcome") or names.view["step"] != "act":
            return None
        threats = self.queries.get("threat", {"zones": [zone], "who": hero})
        return cast(Json, threats[zone]) if threats is not None and "guarded" in threats[zone] else None

    def _coming_back(self, row: Json) -> int:
        """The gems that the stance chosen brings a hero back (GEM-7)."""
        if (self.decision() or {}).get("kind") != "stances" or row["id"] not in self.stances:
            return 0
        return questions.coming_back(row, self.stances[row["id"]])

    def _futures(self, row: Json) -> Mapping[str, int]:
        """The gems that each stance would bring a hero back, while its player chooses (GEM-7)."""
        if (self.decision() or {}).get("kind") != "stances" or row["at"] is None:
            return {}
        return {stance: questions.coming_back(row, stance) for stance in ("aggressive", "cautious")}

    def _begun_by(self, hero: str) -> Mapping[str, Json]:
        """The commands that the boxes of one's hero begin: none that would be sent at once."""
        decision = self.decision()
        if decision is None or decision["kind"] not in ACTS or self.composer.draft is not None:
            return {}
        able = [
            option["command"]
            for option in decision["options"]
            if option["legal"] and option.get("needs") and option["command"].get("who") == hero
        ]
        by_box: dict[str, Json] = {}
        for command in able:
            if box := questions.box_of(command):
                by_box.setdefault(box, command)
        return by_box

    def _book(self, names: Names, acts: Acts) -> list[Child]:
        return river.book(names, acts, self.overlay.overlay, self._deed(OVERLORD), apart=self.at.seat == OVERLORD)

    def _river(self, names: Names, acts: Acts) -> list[Child]:
        return river.river(names, acts, self.overlay.overlay)

    def _deed(self, seat: str) -> str:
        """What the bot of a seat did last; empty for people."""
        held = self.at.table.seats.get(seat)
        return deed(seat, self.names) if held is not None and held.bot else ""

    def _blows(self) -> Mapping[str, hero_strips.Blow]:
        """What the blow that is being asked about, or that one prepares, would take of a hero."""
        decision, draft = self.decision(), self.composer.draft
        if decision is not None and decision["kind"] == "guard":
            asked = decision["prompt"]["params"]
            through = max(0, asked["damage"] - asked["fixed"])
            odds = self.queries.get("answers") or {"answers": []}
            bare = next((answer for answer in odds["answers"] if not answer["gems"]), None)
            likely = through if bare is None else round(mean(bare["mean"]))
            return {asked["target"]: hero_strips.Blow(likely, through)}
        if draft is not None and draft.ready and draft.command["kind"] == "attack":
            odds = self.queries.get("odds", {"attack": draft.command}) or {}
            if "wounds" in odds:
                most = max(int(n) for n, chance in odds["wounds"].items() if mean(chance) > 0)
                return {draft.command["target"]: hero_strips.Blow(round(mean(odds["mean"]["wounds"])), most)}
        return {}

    def _acts(self) -> Acts:
        decision = self.decision()
        if decision is not None and decision["kind"] == "reinforce":
            return reinforcement.presses(self.arrivals, decision["prompt"]["params"])
        return self.composer.presses() if decision is not None else {}

    def redraw(self, *only: Component) -> None:
        """Draws the page; what was prepared for an earlier question is dropped."""
        asked = (self.decision() or {}).get("id", "")
        if asked != self._asked_of:
            self._asked_of, self.stances, self.wielded, self.guarding = asked, {}, None, 0
            self.arrivals = Arrivals()
        if self.at.seat is not None and not only:
            draft = self.composer.draft
            self.companions.plan({} if draft is None else overlays.shared(draft.command))
        super().redraw(*only)

    # ---- the board ----

    def _drawn(self) -> list[Child]:
        marks = self._marks()
        chosen = cast(BladeComposer, self.composer).named()
        drawn = board.board(self.names, self._acts(), chosen, marks)
        return [el("div.board-window", drawn, data_window=""), overlays.tools(marks, self.names)]

    def _marks(self) -> overlays.BoardMarks:
        """What is drawn over the board: the overlay that was chosen, else the reach of who is about to walk."""
        draft, names = self.composer.draft, self.names
        overlay, about = self.overlay.overlay, self._about()
        shown, of, laid = (overlay, about, None) if overlay else ("", "", None)
        if not overlay and draft is not None and draft.command["kind"] == "move":
            shown, of, laid = "reach", str(draft.command["who"]), draft.more["laid"]
        over = overlays.marked(shown, of, names, self.queries.get, self.overlay.to, laid)
        if shown == "reach" and draft is not None and (path := draft.command.get("path")):
            over = overlays.with_room(over, path[-1], self.queries.get("crowd", {"zone": path[-1]}), names)
        over = replace(over, zones={**over.zones, **reinforcement.marks(self.arrivals, names)})
        legend = names.tr("ping.where") if self.pinging else over.legend
        explained, pinging = legend if overlay or self.pinging else "", self.pinging if self.companions.seats else None
        plans, shouts, chances = self._plans(), self._shouts(), self._chances()
        barred = [piece["path"] for piece, between in names.pieces if {*between} == {*self.culprit} and "path" in piece]
        cuts = [*over.cuts, *barred]
        return overlays.BoardMarks(
            overlay, about, over.zones, over.rays, explained, plans, shouts, pinging, cuts, chances, self.carried
        )

    def _chances(self) -> Mapping[str, str]:
        """What hands would do with the things in reach, before anything is begun."""
        decision = self.decision()
        if decision is None or decision["kind"] not in ACTS or self.composer.draft is not None:
            return {}
        return drafts.chances(self.composer.rows(), self.names, self.queries.get)

    def _about(self) -> str:
        """Whom the overlay is about: who was pressed, else who acts, else one's first hero, the first on the board."""
        named = [self.overlay.about, *cast(BladeComposer, self.composer).named()]
        if self.overlay.overlay in ("sight", "threat") and self.overlay.about in self.names.zones:
            return self.overlay.about
        if self.overlay.overlay == "forecast":
            return self._forecast_of(named)
        own = self.names.view["players"].get(self.at.seat or "", ())
        active = (self.names.view["active"] or {}).get("tile")
        mine = [id for id, row in self.names.figures.items() if row["tile"] == active]
        standing = self.names.standing
        return next((id for id in (*named, *own, *mine, *standing) if id in standing), "")

    def _forecast_of(self, named: Sequence[str]) -> str:
        """The tile that a forecast is about: the pressed one or that of a pressed figure, else the first that lives."""
        tiles = self.names.view["tiles"]
        figures = self.names.figures
        pressed = [figures[id]["tile"] if id in figures else id for id in named]
        alive = [row["tile"] for row in self.names.view["river"] if not row["dead"]]
        return next((tile for tile in (*pressed, *alive) if tile in tiles and tiles[tile]["side"] == "overlord"), "")

    def _plans(self) -> list[overlays.Plan]:
        """What oneself prepares, and what companions do."""
        draft, names = self.composer.draft, self.names
        own = [] if draft is None else [overlays.plan_of(self.at.seat or "", draft.command)]
        theirs = self.companions.plans.items()
        return own + [overlays.plan_of(seat, command, names.player(seat)) for seat, command in theirs if command]

    def _shouts(self) -> list[overlays.Shout]:
        def words_of(ping: Ping) -> str:
            return self.names.tr("ping.said", who=self.names.player(ping.seat), word=self.names.tr(f"ping.{ping.word}"))

        return [overlays.Shout(ping.seat, ping.thing, words_of(ping)) for ping in self.companions.pings]

    # ---- the question ----

    def asks(self) -> PromptContent | None:
        """The question; where characters act, first who does, then what, with handling behind the menu."""
        decision, content = self.decision(), super().asks()
        if content is not None and (offers := questions.offers(self.names, self.at.seat)):
            content = replace(content, beside=[*content.beside, *offers])
        if decision is None and content is not None and self._would_be_taken(UNDONE):  # HRO-9, until the last is done
            again = el("button.btn", option(UNDONE, self.names), do={"do": "play", "command": UNDONE}, testid="undone")
            content = replace(content, answers=[*content.answers, again])
        if decision is None or content is None or self.composer.draft is not None or self.at.view.get("outcome"):
            return content
        asked = questions.BladeQuestion(decision, content, self.names, self.queries.get)
        match decision["kind"]:
            case "guard":
                return questions.guard(asked, self.wielded, self.guarding)
            case "reroll":
                return questions.reroll(asked)
            case "stances":
                return questions.stances(asked, self.stances)
            case "reinforce":
                return reinforcement.question(asked, self.arrivals)
            case "overlord-act":
                return tile_answers.tiles(asked, self.composer.narrowed)
            case kind if kind in ACTS:
                return self._acting(asked)
        return questions.in_a_blow(asked)

    def _acting(self, asked: questions.BladeQuestion) -> PromptContent:
        names, decision = self.names, asked.decision
        every = [option for option in decision["options"] if option["command"]["kind"] not in questions.ENDS]
        rows = [row for row in self.composer.rows() if row in every]
        acting = questions.actors(rows)
        ends = [
            self._plain(option, decision["id"], main=True)
            for option in decision["options"]
            if option["command"]["kind"] in questions.ENDS
        ]
        if len(acting) > 1 and not self.composer.narrowed:
            answers = [questions.actor(names, n, who) for n, who in enumerate(acting, 1)]
            together = tile_answers.all_attack(asked, acting) if decision["kind"] == "tile-act" else []
            line = self._before_done() if decision["kind"] == "act" else []
            line = drafts.base_ends(names) if together else line
            whom: list[Child] = [names.tr("blade.who-acts")]
            return replace(asked.prompt, question=whom, answers=[*answers, *together, *ends], line=line)
        question = [names.tr("blade.what-does", who=names.called(acting[0]))] if acting else asked.prompt.question
        # of a thing that was pressed all that is done with it stands in sight
        aside = questions.HANDLING if self.composer.narrowed in ("", *acting) else frozenset[str]()
        shown = [row for row in rows if row["command"]["kind"] not in aside and questions.offered(row)]
        answers = [self._option(n, row, row["command"], decision["id"]) for n, row in enumerate(shown, 1)]
        answers = questions.lettered(shown, answers)
        if acting:
            answers += drafts.by_links(asked, acting[0], self._would_be_taken)
        able = (row for row in rows if row["command"]["kind"] in aside and row["legal"])
        handling = [self._plain(row, decision["id"]) for row in able]
        line = self._before_done() if decision["kind"] == "act" else []
        if len(answers) + len(ends) <= BRIEF:
            answers, ends = (
                [{**button, "c": f"{button.get('c', '')} brief"} for button in some] for some in (answers, ends)
            )
        after = questions.next_actor(names, questions.actors(every), self.composer.narrowed)
        return replace(
            asked.prompt, question=question, answers=[*answers, *ends], secondary=handling, line=line,
            ways=[*asked.prompt.ways, after],
        )  # fmt: skip

    def _before_done(self) -> list[Child]:
        """What being done would mean: whether it ends the heroes' turn, and who keeps more gems than they need."""
        names, seat = self.names, self.at.seat or ""
        waiting = names.view.get("waiting") or {}
        # where the hand is passed one alone is waited for, and others may still act (VAR-2)
        left = {one for one, own in names.view["players"].items() if any(not names.heroes[id]["dead"] for id in own)}
        last = set(waiting) == {seat} and left <= {seat, *names.view["done"]}
        warnings: list[str] = [names.tr("blade.ends-turn")] if last else []
        for hero in names.view["players"].get(seat, ()):
            row, threat = names.heroes[hero], self._threat_to(hero)
            if threat is None or row["stance"] != "aggressive":
                continue
            most, enough = row["gems"]["reserve"], overlays.needed(threat)
            if most - enough >= SPARE:
                warnings.append(names.tr("blade.spare", who=names.called(hero), n=most, enough=enough))
        return [" ".join(warnings)] if warnings else []

    def _would_be_taken(self, command: Json) -> bool:
        seat = self.at.seat
        return seat is not None and self.at.table.match.check(seat, command) is None

    def drafted(self, decision: Json, draft: CommandDraft) -> PromptContent:
        """The command begun, with what would follow, by the engine."""
        content = super().drafted(decision, draft)
        asked = questions.BladeQuestion(decision, content, self.names, self.queries.get)
        if draft.command["kind"] == "attack" and (draft.command.get("target") or draft.command.get("gems")):
            return drafts.attack(asked, draft)
        if draft.command["kind"] == "move":
            return drafts.walk(asked, draft)
        if draft.command["kind"] in drafts.AREAS:
            content = replace(content, line=[*drafts.victims(asked, draft), *content.line])
        if draft.command["kind"] in drafts.MANIPULATIONS:
            return drafts.manipulation(replace(asked, prompt=content), draft)
        return content

    def _plain(self, row: Json, decision: str, main: bool = False) -> Node:
        """An option's button: sent at once, or begun where it needs more."""
        command = row["command"]
        do: Json = {"do": "play", "command": {**command, "decision": decision}}
        if row.get("needs"):
            do = {"do": "begin", "command": command}
        hot = "x d" if command["kind"] == "done" else "x"
        marks: Json = {"do": do, "hot": hot if main else None, "testid": f"option-{command['kind']}"}
        return el("button.btn", option(command, self.names), cls="main" if main else "", **marks)

    def _freely(self, seat: str) -> list[Child]:
        """Answers to offers, reactions, and to whom each of one's heroes could be handed on (BAS-2)."""
        names, view = self.names, self.at.view
        commands = [
            {"kind": "hand-over", "hero": hero, "to": to}
            for hero in view["players"].get(seat, ())
            for to in self.companions.seats
        ]
        able = [command for command in commands if self.at.table.match.check(seat, command) is None]
        handing = [
            el(
                "button.btn",
                option(command, names),
                do={"do": "play", "command": command},
                testid=f"hand-{command['hero']}-{command['to']}",
            )
            for command in able
        ]
        return [*super()._freely(seat), *handing]

    # ---- presses ----

    async def on_intent(self, intent: Any) -> None:
        """A press; what is drawn over the board is for everybody, the rest for players."""
        match intent:
            case ShowOverlay():
                self.overlay = intent
                self.redraw()
            case TakeStance() if self.at.seat is not None:
                own = self.names.view["players"].get(self.at.seat, ())
                self.stances |= {hero: intent.stance for hero in own if intent.hero in (hero, "*")}
                self.redraw()
            case Wield() if self.at.seat is not None:
                self.wielded = intent.item
                self.redraw()
            case PingThing() if self.at.seat is not None:
                known = intent.thing in self.names.zones or intent.thing in self.names.standing
                self.pinging = "" if intent.thing else intent.word
                if not (intent.word and known and self.companions.ping(intent.word, intent.thing)):
                    self.redraw()
            case Arrive(tile, zone) if (self.decision() or {}).get("kind") == "reinforce":
                self.arrivals = self.arrivals.after(tile, zone, (self.decision() or {})["prompt"]["params"])
                self.redraw()
            case Carry() if self.at.seat is not None:
                self.carried = intent.what
                self.redraw()
            case StageGems() if self.at.seat is not None:
                self._stage(intent.hero, intent.box, intent.n)
            case PutDown(drag, drop) if self.at.seat is not None and drag.startswith(hero_strips.GEM):
                (_, hero, from_), (_, whose, box) = f"{drag}:".split(":")[:3], f"{drop}::".split(":")[:3]
                if whose == hero and box != from_:
                    self._stage(hero, box or from_, 1 if box else -1)
            case PutDown() if self.at.seat is not None:
                self.carried = ""
                await self.play({"kind": "set-up", "changes": [bench.change(intent.drag, intent.drop)]})
            case UrgeBot() if self.at.seat is not None:
                self.companions.urge(intent)
            case TakeStance() | Wield() | StageGems() | Arrive() | PingThing() | UrgeBot() | Carry() | PutDown():
                pass
            case AskReason() if self.at.seat is not None:
                no = self.composer.reason(intent)
                if no is not None and no["code"] == "no-line-of-sight":  # the line is drawn with what bars it
                    to = self.names.standing.get(intent.thing, intent.thing)
                    who = (self.composer.draft.command if self.composer.draft is not None else {}).get("who", "")
                    self.overlay = ShowOverlay("sight", about=str(who), to=to)
                self.culprit = (no["params"]["from"], no["params"]["to"]) if no and no["code"] == "impassable" else ()
                await super().on_intent(intent)
            case _:
                self.culprit = ()
                await super().on_intent(intent)

    def _stage(self, hero: str, box: str, n: int) -> None:
        """Lays gems on a box, or takes them back; what cannot be is told."""
        no = None
        if box == "guard" and hero == questions.guard_of(self.decision()):
            self.guarding = min(max(0, self.guarding + n), questions.most_guard(self.decision()))
        else:
            no = cast(BladeComposer, self.composer).stage(hero, box, n)
        self.notice = None if no is None else Refusal(**no)
        self.redraw()
