"""Diktat's page of one person: the map, the question under it, boards, the own screen, log and talk.

Nothing is sent to the match before it is whole. What may be pressed, and why something may not, are the engine's
answers (``Match.check``, the options of the decision); what arrives is checked by it again.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

from nicegui import ui

from rules.kernel.refusals import Refusal, Refused
from webapp.games.contract import Json
from webapp.games.diktat import bargains, boards, chances, log, notes, offer_form, terms
from webapp.games.diktat.answers import AIMED, Answers
from webapp.games.diktat.city import NOTHING, Acts, city, side, tower_words
from webapp.games.diktat.intents import INTENTS, AskReason, Haggle, Jot, Prepare, What, reason, sent
from webapp.games.diktat.names import Names
from webapp.games.diktat.rulebook import PAGE
from webapp.seats.place import Place
from webapp.seats.talk import Talking
from webapp.ui.live_page import Component
from webapp.ui.pane import Beats, beats_text
from webapp.ui.plain_table import PlainPage, refusal_words
from webapp.ui.tree import Child, Node, el, icon

MOST_ASIDES = 40
"""At most so many of the commands that a seat may give unasked are offered."""
DISCARDS = (None, "citizen", "guard", "emissary", "spy", "assassin")
MANOEUVRES: tuple[What, ...] = ("send", "spy", "assassinate", "extend", "develop", "special")


class DiktatPage(PlainPage):
    """One page. ``draft`` is what is being prepared; it outlives whatever happens elsewhere while the same is asked;
    ``terms`` an offer being made, which does at any time; ``noting`` a note being written; ``foreseen`` what commands
    would surely do, by their JSON."""

    intents = INTENTS

    def __init__(self, screens: Any, at: Place) -> None:
        super().__init__(screens, at)
        self.draft = Prepare()
        self.terms: terms.Terms | None = None
        self.noting: notes.Noting | None = None
        self.foreseen: dict[str, str] = {}
        self._asked = self._question_now()
        self._acts_now: Acts | None = None
        """What can be pressed, made once per redraw: the engine is asked about every place on the map."""
        self._answers_now: Answers | None = None

    def redraw(self, *only: Component) -> None:
        """Shows everything, or these parts, as it is now."""
        self._acts_now = self._answers_now = None
        super().redraw(*only)

    # ---- building ----

    def build(self) -> None:
        """Builds the page, and follows the table."""
        at = self.at
        with at.frame.head:
            self.shared_pane("plain-head", self.screens.head)
        with ui.element("div").classes("plain-table diktat-table"):
            self.middle()
            with ui.element("aside").classes("plain-side"):
                self.people()
                self.log()
                Talking(at.table, at.tr, at.session)
        self.follow(self.changed)

    def middle(self) -> None:
        """Builds the cards, the map and the question."""
        with ui.element("div").classes("plain-middle diktat-middle"):
            self._pane("diktat-map", lambda names, acts: [boards.track(names, acts), city(names, acts)])
            self.pane(lambda _: self._prompt(), self.press)
            self.at.after_match()
            self.shared_part(Beats(self._told_beats()), self._told_beats)
        self.at.sheet = self._sheet

    def _told_beats(self) -> str:
        return self.at.shared("diktat-beats", lambda names: beats_text(self.at.turn, log.beats(names)))

    def people(self) -> None:
        """Builds the boards of all, and what lies behind the own screen."""
        with ui.element("div").classes("diktat-people"):
            self._pane("diktat-boards", lambda names, acts: [boards.boards(names, self.at.presence["seats"], acts)])
            self.pane(lambda _: self._hand(), self.press)
            if self.at.seat is None:
                self.shared_pane("diktat-deals", bargains.panel)
            else:
                self.pane(lambda _: self._deals(), self.press)
                self.pane(lambda _: notes.panel(self.at.notes, self.noting, self.names), self.press)
                self.at.follow_drafts(self.redraw)

    def _deals(self) -> list[Child]:
        """Offers and deals (NEG), at any time; none any more once the match is over."""
        if self.at.view.get("outcome") or not self._sits():
            return bargains.panel(self.names)
        return bargains.panel(self.names, self._no, self.terms)

    def _sits(self) -> bool:
        """Whether the player has a Cabal, and has not left the city (END-5)."""
        its = self.at.view["cabals"][self.at.view["me"]]
        return bool(its["cabal"]) and not its["gone"]

    def _pane(self, name: str, build: Any) -> None:
        """A pane of what lies open: to a seat with what it may press, to all others the same."""
        if self.at.seat is None:
            self.shared_pane(name, lambda names: build(names, NOTHING))
        else:
            self.pane(lambda _: build(self.names, self._acts()), self.press)

    @property
    def names(self) -> Names:
        """The words of now."""
        found: Names = self.at.words
        return found

    def changed(self) -> None:
        """The match went on. What is prepared stays as long as the same question is asked."""
        self.foreseen = {}
        asked = self._question_now()
        if asked != self._asked or not self._sound(self.draft):
            self._asked, self.draft = asked, Prepare()
        self.terms, self.noting = terms.sound(self.terms, self.names), notes.sound(self.noting, self.names)
        super().changed()

    def _decision(self) -> Json | None:
        found: Json | None = self.at.view.get("decision") if self.at.seat is not None else None
        return found

    def _question_now(self) -> Any:
        decision = self._decision()
        return decision and (decision["kind"], decision["prompt"])

    def _sheet(self, id: str) -> Node | None:
        """What is read large; to a player with all that they know of it."""
        found = self.screens.large(id, self.names)
        what, _, key = id.partition(":")
        if found is None or self.at.seat is None:
            return found
        if what == "stack" and (stack := self.names.find_stack(key)) is not None:
            known = self.at.table.match.query(self.at.seat, "knowledge", {})["stacks"].get(key)
            return boards.stack_sheet(stack, self.names, known, self.at.notes.get(id))
        if what == "sector" and (row := self._chances().get(key)):
            return boards.sector_sheet(key, self.names, row)
        return found

    def _chances(self) -> dict[str, Json]:
        """Who would win each sector where stacks stand, as far as this player can know; with what they would send."""
        seat, draft = self.at.seat, self.draft
        if seat is None or not self.at.view["cycle"] or self.at.view.get("outcome"):
            return {}
        key = ("diktat-chances", seat, self.at.tr.language)
        match, names = self.at.table.match, self.names
        found: dict[str, Json] = self.at.table.memo(key, lambda: chances.of_all(match, seat, names))
        if draft.what == "send" and draft.sector in self.at.view["sectors"] and draft.pawns:
            row = chances.of(match, seat, draft.sector, names, draft.pawns)
            return {**found, **({draft.sector: row} if row else {})}
        return found

    # ---- what a press means ----

    def _acts(self) -> Acts:
        if self._acts_now is None:
            self._acts_now = replace(self._presses(), chances=self._chances(), notes=self.at.notes)
        return self._acts_now

    def _presses(self) -> Acts:
        if self.terms is not None and self.terms.promise is not None:
            return offer_form.presses(self.terms.promise, self.names)
        if self.noting is not None and not self.noting.about:
            return notes.presses(self.names)
        return self._answers().acts()

    def _answers(self) -> Answers:
        """What the question can be answered with, looked up once per redraw."""
        if self._answers_now is None:
            self._answers_now = Answers(self.names, self._decision(), self.draft, self._no)
        return self._answers_now

    def _sends(self, command: Json) -> Json:
        return self._answers().sends(command)

    def _sound(self, draft: Prepare) -> bool:
        """Whether the player has the Agents of a team in preparation."""
        return not draft.pawns or not Counter(draft.pawns) - Counter(self.names.own_agents())

    def _no(self, command: Json) -> Refusal | None:
        found: Refusal | None = self.at.table.match.check(self.at.seat or "", command)
        return found

    # ---- what is pressed ----

    async def on_intent(self, intent: Any) -> None:
        """A press; a step of what is prepared is kept on the page."""
        if self.at.seat is None:
            return
        if isinstance(intent, Prepare):
            if self._sound(intent):
                self.draft, self.notice, self.foreseen = intent, "", {}
            self.at.prepare({"what": self.draft.what, "sector": self.draft.sector, "height": len(self.draft.pawns)})
            self.redraw()
            await self._foresee()
        elif isinstance(intent, Haggle):
            if self._sits():
                self.terms, self.notice = terms.changed(self.terms, intent, self.names), ""
            if intent.part != "note" and intent.key != "text":  # what is typed stands in its field already
                self.redraw()
        elif isinstance(intent, Jot):
            await self._jot(intent)
        elif isinstance(intent, AskReason):
            found = self._no(intent.command)
            self.notice = "" if found is None else self.reason(found)
            self.redraw()
        else:
            await super().on_intent(intent)

    async def _jot(self, intent: Jot) -> None:
        """A step in the player's notes; one that is kept is shown on all their pages."""
        writing = self.noting
        self.noting = notes.changed(writing, intent, self.at.notes, self.names)
        if intent.part == "text":  # what is typed stands in its field already
            return
        if intent.part == "keep" and writing is not None and writing.about:
            refusal = await self.at.note(writing.about, writing.text)
            self.notice = "" if refusal is None else self.reason(refusal)
            self.noting = None if refusal is None else writing
        self.redraw()

    async def play(self, command: Json) -> None:
        """Submits a command; an offer that was made leaves its form."""
        await super().play(command)
        if command.get("kind") == "offer" and not self.notice:
            self.terms = None

    # ---- the question ----

    def _prompt(self) -> list[Child]:
        decision = self._decision()
        found = None if decision is None else self._own_question(decision)
        if decision is None or found is None:
            return [el("div.diktat-prompt", super()._prompt())]
        words = self.at.words
        notice = self._notice()
        back = self._step("diktat.back", Prepare(), "back", hot="Escape") if self.draft.what else None
        marks: dict[str, Any] = {"testid": "prompt", "role": "group", "aria_label": words.tr("plain.question")}
        key = f"{decision['id']}/{self.draft.what}/{self.draft.stack}/{bool(self.draft.sector)}"
        rows = [*found, el("div.plain-ways", back) if back else None]
        inside = self.asking("plain-ask.diktat-question", rows, not self.draft.what, key)
        parts = [inside, notice, self._ways()]
        asked = el(
            "section.plain-prompt.is-asked", parts, data_decision=decision["id"], data_kind=decision["kind"], **marks
        )
        return [el("div.diktat-prompt", asked)]

    def _meanwhile(self) -> list[Child]:
        """STG-2, OAT-6: the seat's own bid or verdict, too, which nobody else sees before all are in."""
        tr = self.at.tr
        for frame in self.at.view["resolving"] if self.at.seat is not None else ():
            if frame["frame"] == "bidding" and frame["bid"] is not None:
                said = tr("diktat.own-bid", n=frame["bid"], sector=self.names.sector(frame["sector"]))
            elif frame["frame"] == "voting" and frame["vote"] is not None:
                said = tr(f"diktat.own-verdict-{'broken' if frame['vote'] else 'kept'}")
            else:
                continue
            return [el("p.sealed", icon("seal"), " ", said, testid="sealed"), *super()._meanwhile()]
        return super()._meanwhile()

    def _notice(self) -> Node | None:
        """Why the last press did nothing; its clause can be pressed."""
        if not self.notice:
            return None
        found = re.fullmatch(r"(.*) \(([A-Z]{3}-\d+)\)", self.notice)
        link = found and el("a.clause", found[2], href=f"{PAGE.address}#{found[2]}", data_clause=found[2])
        return el("p.notice", [found[1], " ", link] if found and link else self.notice, role="status", testid="notice")

    def _own_question(self, decision: Json) -> list[Child] | None:
        """A question that is answered step by step, or on the map; None where buttons do."""
        if decision["kind"] in AIMED:
            question = el("p.question", self.screens.question(decision["prompt"], self.at.words))
            stop = next((it["command"] for it in decision["options"] if it["command"]["kind"] == "stop"), None)
            return self._aiming(question, stop)
        if decision["kind"] != "manoeuvre":
            return self._narrow(decision) if self.draft.what == "narrow" else None
        match self.draft.what:
            case "send":
                return self._sending()
            case "extend":
                return self._extending()
            case "spy" | "assassinate":
                return self._aiming(el("p.question", self.at.tr(f"diktat.{self.draft.what}-where")))
            case "develop" | "special":
                return self._listing(decision)
            case _:
                return self._manoeuvres(decision)

    def _manoeuvres(self, decision: Json) -> list[Child]:
        """MAN-3: the six, each under its key; one that cannot be made says why."""
        words = self.at.words
        buttons: list[Child] = []
        for n, what in enumerate(MANOEUVRES, 1):
            rows = [it for it in decision["options"] if it["command"]["kind"] == what]
            able = any(it["legal"] for it in rows)
            command = (
                rows[0]["command"] if rows else {"kind": what, "element": {}} if what == "special" else {"kind": what}
            )
            do = sent(Prepare(what)) if able else reason(command)
            label = [el("span", words.tr(f"manoeuvre.{what}")), el("kbd", str(n), aria_hidden="true")]
            why = None
            if not able:
                no = rows[0]["why"] if rows else None
                why = refusal_words(words, Refusal(**no)) if no else words.tr("diktat.none-special")
            off = None if able else "true"
            marks = {"hot": str(n), "testid": f"option-{n}", "title": why, "aria_disabled": off}
            buttons.append(el("button.btn.choice", label, do=do, **marks))
        question = el("p.question", self.screens.question(decision["prompt"], words))
        return [question, el("div.plain-options.manoeuvres", buttons), el("p.muted", words.tr("diktat.or-press"))]

    def _sending(self) -> list[Child]:
        """SND-1: the sector, then the pawns, each laid on top of those before."""
        words, draft = self.at.words, self.draft
        if draft.sector not in words.view["sectors"]:
            own = self.names.own_agents()
            rows = [
                self._play({"kind": "send", "sector": it, "pawns": own[:1]}, n, Prepare("send", it))
                for n, it in enumerate(words.view["sectors"], 1)
            ]
            return [el("p.question", words.tr("diktat.send-where")), el("div.plain-options", rows)]
        left = self.names.own_agents()
        for kind in draft.pawns:
            left = left.replace(kind, "", 1)
        more: list[Child] = [
            self._step(
                "diktat.add", replace(draft, pawns=it + draft.pawns), f"add-{it}", hot=it.lower(), kind=words.kind(it)
            )
            for it in dict.fromkeys(left)
        ]
        more += (
            [self._step("diktat.add-all", replace(draft, pawns=left + draft.pawns), "add-all", hot="a")] if left else []
        )
        if draft.pawns:
            more.append(
                self._step("diktat.take-top", replace(draft, pawns=draft.pawns[1:]), "take-top", hot="Backspace")
            )
            more.append(self._step("diktat.empty", replace(draft, pawns=""), "empty"))
        send = {"kind": "send", "sector": draft.sector, "pawns": draft.pawns}
        walled = {**send, "blockhaus": True}
        sends = [self._play(send, 1, hot="Enter")] if draft.pawns else []
        sends += [self._play(walled, 2, hot="b", label=words.tr("diktat.walled"))] if self._walls(walled) else []
        sector, pawns = words.sector(draft.sector), words.in_order(draft.pawns)
        question = words.tr("diktat.send-what", sector=sector, pawns=pawns)
        told = self._told(
            self._surely(send), self._chances().get(draft.sector, {}).get("words") if draft.pawns else None
        )
        return [el("p.question", question), el("div.plain-options", more), told, el("div.plain-options", sends)]

    async def _foresee(self) -> None:
        """Asks what the commands in preparation would surely do, and shows it where they still are."""
        draft, turn, found = self.draft, self.at.turn, {}
        for command in self._in_preparation():
            try:
                rows = await self.at.query("preview", {"command": command})
            except (Refused, ValueError, LookupError):
                continue
            found[json.dumps(command)] = chances.sure(rows, self.at.seat or "", self.names)
        if found and (draft, turn) == (self.draft, self.at.turn):
            self.foreseen = found
            self.redraw()

    def _in_preparation(self) -> list[Json]:
        """Whole commands that the next press could give."""
        draft, decision = self.draft, self._decision()
        if decision is None or decision["kind"] != "manoeuvre":
            return []
        if draft.what == "send":
            return [{"kind": "send", "sector": draft.sector, "pawns": draft.pawns}] if draft.pawns else []
        if draft.what in ("develop", "special"):
            rows = [it["command"] for it in decision["options"] if it["legal"]]
            return [it for it in rows if it["kind"] == draft.what]
        return [{"kind": "extend"}] if draft.what == "extend" else []

    def _surely(self, command: Json) -> str:
        """What a command would surely do, once that is known."""
        return self.foreseen.get(json.dumps(command), "")

    def _told(self, sure: str, likely: str | None) -> Node | None:
        tr = self.at.tr
        said = [tr("preview.sure", what=sure)] if sure else []
        said += [tr("preview.likely", what=likely)] if likely else []
        return el("p.muted.preview", " ".join(map(str, said)), testid="preview") if said else None

    def _walls(self, walled: Json) -> bool:
        """BLK-1."""
        return bool(walled["pawns"]) and self._no(walled) is None

    def _extending(self) -> list[Child]:
        """EXT-1, EXT-2: for nothing, or with something discarded."""
        rows: list[Json] = [{"kind": "extend", **({"discard": it} if it else {})} for it in DISCARDS]
        able = [row for row in rows if self._no(row) is None]
        buttons = [self._play(row, n, about=self._surely(row)) for n, row in enumerate(able, 1)]
        return [el("p.question", self.at.tr("diktat.extend-how")), el("div.plain-options", buttons)]

    def _listing(self, decision: Json) -> list[Child]:
        """CBL-1, SPE-1: the Cabal cards, or the Special Manoeuvres, with what they do."""
        words, what = self.names, self.draft.what
        rows = [it["command"] for it in decision["options"] if it["command"]["kind"] == what]
        buttons = []
        for n, row in enumerate(rows, 1):
            thing = row.get("card") or next(it for it in row["element"].values() if it)
            key = thing if what == "develop" or "marker" not in row["element"] else None
            about = " — ".join(it for it in (words.effects(key) if key else "", self._surely(row)) if it)
            buttons.append(self._play(row, n, about=about))
        return [el("p.question", self.at.tr(f"diktat.{what}-what")), el("div.plain-options", buttons)]

    def _aiming(self, question: Node, stop: Json | None = None) -> list[Child]:
        """SPY-2, ASN-2: a stack, pressed here or on the map, then one of its pawns. Nothing is looked at or struck by
        the first press."""
        words, aims = self.names, self._answers().aims
        stacks = list(dict.fromkeys(it["at"]["stack"] for it in aims if it["at"].get("stack")))
        picked = words.find_stack(self.draft.stack) if self.draft.stack in stacks else None
        if picked is not None:
            rows = [it for it in aims if it["at"].get("stack") == picked["id"]]
            pawns = [self._pawn(n, row, picked) for n, row in enumerate(rows, 1)]
            said = el("p.question", tower_words(picked, words))
            return [said, el("div.plain-options.leaf-pawns", pawns)]
        others = [it for it in aims if not it["at"].get("stack")]
        buttons: list[Child] = []
        for n, id in enumerate(stacks, 1):
            stack = words.find_stack(id)
            assert stack is not None
            step = sent(Prepare(aims[0]["kind"], stack=id))
            label = words.tr(
                "diktat.stack-at", who=words.who(stack["seat"]), sector=words.sector(stack["sector"]), n=stack["height"]
            )
            hot = str(n) if n <= 9 else None
            buttons.append(
                el("button.btn.choice", label, do=step, hot=hot, cls=side(stack["seat"], words), testid=f"aim-{id}")
            )
        buttons += [self._play(row, n) for n, row in enumerate(others, len(stacks) + 1)]
        buttons += [self._play(stop, len(stacks) + len(others) + 1, hot="0")] if stop else []
        return [question, el("div.plain-options", buttons), el("p.muted", words.tr("diktat.press-stack"))]

    def _pawn(self, n: int, command: Json, stack: Json) -> Node:
        """A pawn to look at or to strike, with what is known of it."""
        words, at = self.names, command["at"]["pawn"]
        pawn = stack["pawns"][at - 1]
        label: list[Child] = [el("strong", words.letter(pawn["kind"]) if pawn["kind"] else "?")]
        label.append(el("span", words.tr("diktat.from-top", n=at)))
        label += [el("small.muted", it)] if (it := boards.seen_words(words, pawn)) else []
        hot = str(n) if n <= 9 else None
        return el(
            "button.btn.choice.leaf-pawn",
            label,
            do=self._sends(command),
            hot=hot,
            testid=f"pawn-{n}",
            cls=side(stack["seat"], words),
        )

    def _narrow(self, decision: Json) -> list[Child]:
        """The options that name what was pressed."""
        rows = [
            it["command"] for it in decision["options"] if it["legal"] and self.draft.sector in it["command"].values()
        ]
        question = el("p.question", self.screens.question(decision["prompt"], self.at.words))
        return [question, el("div.plain-options", [self._play(row, n) for n, row in enumerate(rows, 1)])]

    def _option(self, n: int, option: Json, command: Json, decision: str) -> Node:
        """One that cannot be chosen says why when it is pressed."""
        made = super()._option(n, option, command, decision)
        return made if option["legal"] else {**made, "do": reason(command)}

    def _play(
        self,
        command: Json,
        n: int,
        step: Prepare | None = None,
        *,
        hot: str | None = None,
        label: str | None = None,
        about: str | None = None,
    ) -> Node:
        """A button for a command, or for the step that it stands for; one that is refused says why."""
        words, no = self.at.words, self._no(command)
        said: list[Child] = [words.sector(command["sector"])] if step else self.screens.option(command, words)
        parts: list[Child] = [el("span", label or said)]
        parts += [el("small.muted", about)] if about else []
        cap = hot or (str(n) if n <= 9 else None)
        parts += [el("kbd", {"Enter": "↵"}.get(cap, cap.upper()), aria_hidden="true")] if cap else []
        if no is not None:
            why = refusal_words(words, no)
            marks: Json = {"aria_disabled": "true", "title": why, "do": reason(command)}
        else:
            marks = {"do": sent(step) if step else self._sends(command), "hot": cap}
        kinds = ["with-about" if about else "", "main accent" if hot == "Enter" and no is None else ""]
        return el("button.btn.choice", parts, testid=f"option-{n}", cls=kinds, **marks)

    def _step(self, key: str, step: Prepare, name: str, hot: str | None = None, **params: str) -> Node:
        return el("button.btn", self.at.words.tr(key, **params), do=sent(step), testid=name, hot=hot)

    # ---- unasked ----

    def _freely(self, seat: str) -> list[Child]:
        """TIM-2: what may be said without being asked; what an effect needs is asked afterwards."""
        view, match = self.at.view, self.at.table.match
        rows = [it for it in view.get("asides", ()) if it["kind"] != "hold"]
        ceded = [
            {"kind": "cede", "stack": it["id"]}
            for sector in view["sectors"].values()
            for it in sector["stacks"]
            if it["seat"] == seat
        ]
        able = list(islice((row for row in [*rows, *ceded] if match.check(seat, row) is None), MOST_ASIDES))
        buttons = [
            el("button.btn", self.screens.option(row, self.at.words), do={"do": "play", "command": row}, testid=name)
            for n, row in enumerate(able, 1)
            for name in [f"aside-{n}"]
        ]
        if not buttons:
            return []
        return [el("details.plain-also", el("summary", self.at.tr("plain.also")), el("div.plain-ways", buttons))]
