"""A page of Diktat: the plain table, and Manoeuvres that are prepared step by step before the engine gets them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.games.contract import Json
from webapp.seats.place import Place
from webapp.ui.intents import Intents
from webapp.ui.plain_table import AskFirst, PlainPage, PlayCommand, Rematch, refusal_words
from webapp.ui.tree import Child, Node, el

MOST_ASIDES = 40
"""At most so many of the commands that a seat may give unasked are offered."""
DISCARDS = (None, "citizen", "guard", "emissary", "spy", "assassin")


@noun
class Prepare:
    """What a Manoeuvre has been prepared to so far; without ``what`` it is dropped. ``pawns``: from the top down."""

    what: Literal["", "send", "spy", "assassinate", "extend"] = ""
    sector: Annotated[str, Field(max_length=40)] = ""
    pawns: Annotated[str, Field(pattern=r"^[CGE]{0,60}$")] = ""
    do: Literal["prepare"] = "prepare"


class DiktatPage(PlainPage):
    """One page. ``draft`` is the Manoeuvre being prepared."""

    intents: Intents[Any] = Intents(PlayCommand | AskFirst | Rematch | Prepare)

    def __init__(self, screens: Any, at: Place) -> None:
        super().__init__(screens, at)
        self.draft = Prepare()

    def changed(self) -> None:
        """The match went on: what was prepared belongs to before."""
        if self._turn != self.at.turn:
            self.draft = Prepare()
        super().changed()

    async def on_intent(self, intent: Any) -> None:
        """A press; a step of a Manoeuvre is kept on the page."""
        if not isinstance(intent, Prepare):
            await super().on_intent(intent)
        elif self.at.seat is not None:
            self.draft, self.notice = intent, ""
            self.redraw()

    # ---- the question ----

    def _prompt(self) -> list[Child]:
        decision = self.at.view.get("decision") if self.at.seat is not None else None
        if decision is None or decision["kind"] != "manoeuvre" or not self.draft.what:
            return super()._prompt()
        words, what = self.at.words, self.draft.what
        steps = {"send": self._sending, "extend": self._extending}.get(what, self._aiming)
        back = self._step("diktat.back", Prepare(), "back")
        notice = el("p.notice", self.notice, role="status", testid="notice") if self.notice else None
        parts = [*steps(decision["id"]), notice, el("div.plain-ways", back)]
        label = words.tr("plain.question")
        return [el("section.plain-prompt.is-asked", parts, testid="prompt", role="group", aria_label=label)]

    def _option(self, n: int, option: Json, command: Json, decision: str) -> Node:
        what = command["kind"]
        if not option["legal"] or what not in ("send", "spy", "assassinate", "extend"):
            return super()._option(n, option, command, decision)
        label = self.screens.option({"kind": what}, self.at.words)
        hot = str(n) if n <= 9 else None
        return el("button.btn.choice", label, do=_sent(Prepare(what=what)), hot=hot, testid=f"option-{n}")

    def _sending(self, decision: str) -> list[Child]:
        """SND-1: the sector, then the pawns from the top down."""
        words, draft = self.at.words, self.draft
        own = words.view["cabals"][words.view["me"]]["screen"]["agents"]
        if draft.sector not in words.view["sectors"]:
            rows = [
                self._play({"kind": "send", "sector": it, "pawns": own[:1]}, decision, n, replace(draft, sector=it))
                for n, it in enumerate(words.view["sectors"], 1)
            ]
            return [el("p.question", words.tr("diktat.send-where")), el("div.plain-options", rows)]
        left = own
        for kind in draft.pawns:
            left = left.replace(kind, "", 1)
        more = [
            self._step("diktat.add", replace(draft, pawns=draft.pawns + it), f"add-{it}", kind=words.kind(it))
            for it in dict.fromkeys(left)
        ]
        more += [self._step("diktat.add-all", replace(draft, pawns=draft.pawns + left), "add-all")] if left else []
        more += [self._step("diktat.empty", replace(draft, pawns=""), "empty")] if draft.pawns else []
        sector, pawns = words.sector(draft.sector), words.in_order(draft.pawns)
        send = {"kind": "send", "sector": draft.sector, "pawns": draft.pawns}
        walled = {**send, "blockhaus": True}
        can_wall = bool(draft.pawns) and self._no(walled) is None
        sends = [self._play(send, decision, 1)] if draft.pawns else []
        sends += [self._play(walled, decision, 2)] if can_wall else []
        question = words.tr("diktat.send-what", sector=sector, pawns=pawns)
        return [el("p.question", question), el("div.plain-options", more), el("div.plain-options", sends)]

    def _extending(self, decision: str) -> list[Child]:
        """EXT-1, EXT-2: for nothing, or with something discarded."""
        rows = [{"kind": "extend", **({"discard": it} if it else {})} for it in DISCARDS]
        able = [row for row in rows if self._no(row) is None]
        buttons = [self._play(row, decision, n) for n, row in enumerate(able, 1)]
        return [el("p.question", self.at.tr("diktat.extend-how")), el("div.plain-options", buttons)]

    def _aiming(self, decision: str) -> list[Child]:
        """SPY-2, ASN-2: one place to look at, or to strike."""
        rows = [{"kind": self.draft.what, "at": at} for at in self._places()]
        able = [row for row in rows if self._no(row) is None]
        buttons = [self._play(row, decision, n) for n, row in enumerate(able, 1)]
        return [el("p.question", self.at.tr(f"diktat.{self.draft.what}-where")), el("div.plain-options", buttons)]

    def _places(self) -> Iterator[Json]:
        """Every place of others on the table; the engine says which of them may be aimed at."""
        view = self.at.view
        for key, sector in view["sectors"].items():
            for stack in sector["stacks"]:
                if stack["seat"] != view["me"]:
                    yield from ({"stack": stack["id"], "pawn": n} for n in range(1, stack["height"] + 1))
            if sector["corruption"]:
                yield {"corruption": key}
        yield {"secret": True}

    def _no(self, command: Json) -> Any:
        return self.at.table.match.check(self.at.seat or "", command)

    def _play(self, command: Json, decision: str, n: int, step: Prepare | None = None) -> Node:
        """A button for a command, or for the step that it stands for; one that is refused says why."""
        words, no = self.at.words, self._no(command)
        label: list[Child] = [words.sector(command["sector"])] if step else self.screens.option(command, words)
        if no is not None:
            why = refusal_words(words, no)
            return el("button.btn.choice", label, aria_disabled="true", title=why, testid=f"option-{n}")
        do = _sent(step) if step else {"do": "play", "command": {**command, "decision": decision}}
        hot = str(n) if n <= 9 else None
        return el("button.btn.choice", label, do=do, hot=hot, testid=f"option-{n}")

    def _step(self, key: str, step: Prepare, name: str, **params: str) -> Node:
        return el("button.btn", self.at.words.tr(key, **params), do=_sent(step), testid=name)

    # ---- unasked ----

    def _freely(self, seat: str) -> list[Child]:
        """TIM-2: what may be said without being asked; what an effect needs is asked afterwards."""
        view, match = self.at.view, self.at.table.match
        rows = list(view.get("asides", ()))
        for it in view["offers"]:
            rows += [{"kind": kind, "offer": it["id"]} for kind in ("accept", "decline", "withdraw")]
        for sector in view["sectors"].values():
            rows += [{"kind": "cede", "stack": it["id"]} for it in sector["stacks"] if it["seat"] == seat]
        able = list(islice((row for row in rows if match.check(seat, row) is None), MOST_ASIDES))
        buttons = [
            el("button.btn", self.screens.option(row, self.at.words), do={"do": "play", "command": row}, testid=name)
            for n, row in enumerate(able, 1)
            for name in [f"aside-{n}"]
        ]
        if not buttons:
            return []
        return [el("details.plain-also", el("summary", self.at.tr("plain.also")), el("div.plain-ways", buttons))]


def _sent(step: Prepare) -> Json:
    """A step as its button sends it."""
    return {"do": "prepare", "what": step.what, "sector": step.sector, "pawns": step.pawns}
