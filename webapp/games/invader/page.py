"""A person's page at the duel's table: its panes, and the effects of presses in them.

Nothing is sent to the match before it is confirmed. The legal presses, the reasons against others, and every forecast
come from the engine (`Match.choices`, `Match.forecast`); intents that arrive are checked against them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never, cast

from nicegui import ui

from rules.kernel.refusals import Refusal
from webapp.games.contract import Json
from webapp.games.invader import board, cards, log, prompt
from webapp.games.invader import intents as do
from webapp.games.invader.draft import Draft, begun, forecast
from webapp.games.invader.names import Names, clause
from webapp.table_kit.plain_table import PlainIntent, PlainPage
from webapp.ui.live_page import Component
from webapp.ui.pane import Beats, beats_text
from webapp.ui.tree import Child, Node, el

if TYPE_CHECKING:
    from webapp.games.invader.screens import DuelTable
    from webapp.table_kit.place import Place

PASS: Json = {"kind": "cancel", "card": None}


class DuelPage(PlainPage):
    """`draft`: the command in preparation; `history`: its earlier versions, for one step back; `inspected`: the card in
    play whose uses are shown; `ending`: whether the end of the turn waits for a confirmation."""

    screens: DuelTable
    intents = do.INTENTS

    def __init__(self, screens: DuelTable, at: Place) -> None:
        super().__init__(screens, at)
        self._clear()
        self._answers = ""
        self._warned = False
        self._drop_stale_draft()

    def _clear(self) -> None:
        self.draft: Draft | None = None
        self.history: list[Draft | None] = []
        self.inspected: str | None = None
        self.ending = False

    # ---- building ----

    def middle(self) -> None:
        """Builds both sides, the board, the question, the hand, and the announcements over the board."""
        with ui.element("div").classes("plain-middle duel-middle"):
            self.pane(lambda _: [self._strip(far=True)])
            self.pane(lambda _: self._table(), self.press)
            self.pane(lambda _: self._prompt(), self.press)
            self.at.after_match()
            self.pane(lambda _: self._hand(), self.press)
            self.pane(lambda _: [self._strip(far=False)], self.press)
            self.shared_part(Beats(self._announced()), self._announced)

    def redraw(self, *only: Component) -> None:
        """Draws all parts again; first drops a draft for an earlier question."""
        self._drop_stale_draft()
        super().redraw(*only)

    def preparing(self) -> Json:
        """The command in preparation, with the number of cards marked as payment; guides use it."""
        draft = self.draft
        if draft is None:
            return super().preparing()
        return {**draft.command, "command": draft.command["kind"], "laid": len(draft.laid)}

    def _announced(self) -> str:
        return self.at.shared("duel-beats", lambda names: beats_text(self.at.turn, log.beats(names)))

    def _drop_stale_draft(self) -> None:
        """Drops a draft for an earlier question; the question about a ruin starts its draft at once (EFF-9)."""
        decision = self._decision()
        answers = decision["id"] if decision else ""
        if answers == self._answers:
            return
        self._answers = answers
        self._clear()
        if decision is not None and decision["kind"] == "ruin":
            self._begin({"kind": "discard"})

    def _decision(self) -> Json | None:
        return cast(Json | None, self.at.view.get("decision")) if self.at.seat is not None else None

    @property
    def names(self) -> Names:
        """The names for the texts of the current view."""
        return cast(Names, self.at.words)

    # ---- the parts ----

    def _strip(self, far: bool) -> Node:
        names = self.names
        seat = next(it for it in names.players if (it != names.near) == far)
        return board.strip(seat, names, self.at.presence["seats"], board.NOTHING if far else self._acts())

    def _table(self) -> list[Child]:
        shown, label = board.zones(self.names, self._acts()), self.names.tr("plain.board")
        return [el("section.duel-board", shown, aria_label=label, testid="plain-board")]

    def _acts(self) -> board.Acts:
        decision = self._decision()
        passing = None
        if decision is not None and decision["kind"] == "cancel" and self.at.seat is not None:
            # The board as it would be if the card played stands.
            passing = forecast(self.at.table.match, self.at.seat, PASS)
        return prompt.acts(decision, self.draft, passing, self.inspected)

    def _prompt(self) -> list[Child]:
        names, decision = self.names, self._decision()
        found = None if decision is None else self._question(decision)
        if decision is None or found is None:
            inside = [*self._being_played(), *super()._prompt(), prompt.stands(names)]
            return [el("div.duel-waiting", inside)] if any(inside) else []
        notice = self._notice()
        marks: dict[str, Any] = {"testid": "prompt", "role": "group", "aria_label": names.tr("plain.question")}
        extras = [notice, el("div.duel-extras", self._ways(), prompt.stands(names))]
        # A new key per step, so that no button is turned into another one while it is pressed.
        step = f"{decision['id']}/{len(self.history)}/{self.inspected}/{self.ending}"
        first = self.draft is None and not (self.inspected or self.ending)
        question = self.asking("plain-ask.duel-question", found, first, step)
        marks |= {"data_kind": decision["kind"], "data_decision": decision["id"]}
        return [el("section.plain-prompt.is-asked", question, extras, **marks)]

    def _notice(self) -> Node | None:
        """The reason why the last press did nothing, with its clause as a link."""
        if not self.notice:
            return None
        found = re.fullmatch(r"(.*) \(([A-Z]{3}-\d+)\)", self.notice)
        said = [found[1], " ", clause(found[2])] if found else [self.notice]
        return el("p.notice", said, role="status", testid="notice")

    def _being_played(self) -> list[Child]:
        """The card that waits for an answer, for viewers who are not asked."""
        names = self.names
        played = () if names.view.get("outcome") else names.view["table"][-1:]
        said = [names.say("duel.being-played", {"by": it["by"], "card": it["card"]}) for it in played]
        return [el("p.being-played", it, testid="resolving") for it in said]

    def _question(self, decision: Json) -> list[Child] | None:
        """The question, or the command in preparation; None for a question that the plain table shows (a proposal)."""
        names = self.names
        if self.draft is not None:
            return prompt.drafted(self.draft, names)
        match decision["kind"]:
            case "main":
                return prompt.main(decision, names, self.inspected, self.ending)
            case "cancel":
                return prompt.window(decision, names, self._acts())
            case "place-hero":
                return prompt.place_hero(decision, names)
            case "mulligan":
                return prompt.mulligan(decision, names)
            case "build":
                return self.screens.building(self.at, decision)
            case _:
                return None

    def _freely(self, seat: str) -> list[Child]:
        """No nodes: standing passes are shown elsewhere (:func:`prompt.stands`)."""
        return []

    def _hand(self) -> list[Child]:
        names, view = self.names, self.at.view
        if self.at.seat is None or "hand" not in view:
            return self._lent_hand(view)
        draft = self.draft
        laid = draft.laid if draft else []
        about = draft.command.get("card") if draft else None
        rows = [self._hand_card(n, row, laid, about) for n, row in enumerate(view["hand"], 1)]
        label = names.tr("plain.hand")
        return [el("section.duel-hand", el("ul.hand-cards", rows), aria_label=label, testid="plain-hand", drop="pay")]

    def _hand_card(self, n: int, row: Json, laid: Sequence[str], about: str | None) -> Node:
        """A card of the hand; it has a key while a press on it means something for the question."""
        names, id = self.names, row["id"]
        intent = self._hand_intent(id)
        hot = str(n % 10) if n <= 10 and intent is not None else None
        face = cards.hand_card(
            row,
            names,
            hot=hot,
            testid=f"hand-{id}",
            drag=f"hand:{id}",
            aria_pressed=str(id in laid or id == about).lower(),
            **board.press(intent, f"card:{id}"),
        )
        read = names.tr("duel.read-it", card=names.called(id))
        return el(
            "li.hand-card",
            face,
            el("span.hot", hot, aria_hidden="true") if hot else None,
            el("button.hand-read", "⊙", data_read=f"card:{id}", aria_label=read),
            cls=["is-laid" if id in laid else "", "is-chosen" if id == about else "", names.colours(self.at.seat)],
            key=id,
        )

    def _lent_hand(self, view: Json) -> list[Child]:
        """The hand of a player who lends their view, or of the chosen viewer in a replay."""
        rows = [cards.hand_card(row, self.names, data_read=f"card:{row['id']}") for row in view.get("hand", ())]
        return [el("section.duel-hand", el("ul.hand-cards", [el("li.hand-card", it) for it in rows]))] if rows else []

    def _hand_intent(self, id: str) -> Json | None:
        """The intent of a press on a card of the hand; None: the press opens its sheet."""
        decision, draft = self._decision(), self.draft
        if decision is None:
            return None
        if draft is not None and draft.command.get("card") == id:
            return {"do": "back", "all": True}
        if draft is not None and draft.discard:
            return {"do": "pay", "card": id}
        rows = [row for row in decision["options"] if row["command"].get("card") == id]
        return prompt.intent_of(rows[0]) if rows else None

    # ---- what is pressed ----

    async def on_intent(self, intent: PlainIntent | do.DuelIntent) -> None:
        """Handles a press in a pane. Without a question only the plain table's intents are accepted."""
        if isinstance(intent, PlainIntent):
            await super().on_intent(intent)
            return
        decision = self._decision()
        if decision is None:
            return
        self.notice = ""
        match intent:
            case do.PickCommand():
                self._begin(intent.command)
            case do.SetKey():
                self._set(intent.key, intent.value)
            case do.PayCard():
                self._pay(intent.card)
            case do.TakeSuggestion():
                self._suggest()
            case do.StepBack():
                self._back(everything=intent.all)
            case do.LookAt():
                self._look(intent.card)
            case do.AskReason():
                self._explain(intent.why)
            case do.CarryCard():
                self._dropped(intent.drag, intent.drop)
            case do.ConfirmDraft():
                if self.draft is not None and self.draft.ready:
                    await self._send(self.draft.command)
                    return  # its step has redrawn the page
            case do.EndTurn():
                await self._end(decision, sure=intent.sure)
            case _:
                assert_never(intent)
        self.redraw()

    def reason(self, refusal: Refusal) -> str:
        """A refusal as a sentence with the names of its cards."""
        return self.names.reason(refusal.to_json())

    async def _send(self, command: Json) -> None:
        await self.play({**command, "decision": self._answers})

    async def _end(self, decision: Json, sure: bool) -> None:
        """Ends the turn; once in a match it asks first, where something free of cost could still be done."""
        if not sure and not self._warned and prompt.free_left(decision["options"], self.names):
            self.ending = self._warned = True
            return
        await self._send({"kind": "end"})

    def _begin(self, command: Json) -> Draft | None:
        decision, seat = self._decision(), self.at.seat
        if decision is None or seat is None:
            return None
        made = begun(self.at.table.match, seat, decision, command)
        if made is not None:
            self.history.append(self.draft)
            self.draft, self.ending = made, False
        return made

    def _set(self, key: str, value: str) -> None:
        if self.draft is not None and self.draft.may(key, value):
            self._begin({**self.draft.command, key: value})

    def _pay(self, card: str) -> None:
        """Marks a card of the hand as payment, or no longer."""
        draft = self.draft
        if draft is None or card == draft.command.get("card") or card not in {it["id"] for it in self.at.view["hand"]}:
            return
        laid = [it for it in draft.laid if it != card] if card in draft.laid else [*draft.laid, card]
        self.history.append(draft)
        self.draft = replace(draft, command={**draft.command, draft.paying: laid[-draft.discard :]})

    def _suggest(self) -> None:
        draft = self.draft
        if draft is not None and draft.whole is not None and not draft.open:
            self.history.append(draft)
            self.draft = replace(draft, command=draft.whole)

    def _back(self, everything: bool) -> None:
        """Undoes the last step of the draft, or all of it."""
        if self.draft is None or everything:
            self._clear()
        else:
            self.draft = self.history.pop() if self.history else None
        decision = self._decision()
        if self.draft is None and decision is not None and decision["kind"] == "ruin":
            self._begin({"kind": "discard"})

    def _look(self, card: str) -> None:
        """Shows the uses of a card in play; a single one is begun at once."""
        decision = self._decision()
        options = decision["options"] if decision else ()
        rows = [row["command"] for row in options if row["command"].get("source") == card]
        if len(rows) == 1 and self.names.kind(card) != "hero":
            self._begin(rows[0])
        elif rows:
            self.inspected = card

    def _explain(self, refusal: Json) -> None:
        """Shows why something cannot be done. The browser's message is not shown: it only chooses among sentences."""
        clause, code, params = refusal.get("clause"), refusal.get("code"), refusal.get("params")
        if isinstance(clause, str) and isinstance(code, str) and isinstance(params, dict):
            self.notice = self.screens.refusal(clause, code, params, self.names)

    def _dropped(self, drag: str, drop: str) -> None:
        """Handles a drop: a card of the hand on a zone, a card or the payment; the Hero on a zone."""
        what, _, id = drag.partition(":")
        where, _, to = drop.partition(":")
        if what == "hand" and self.draft is not None and self.draft.discard and self.draft.command.get("card") != id:
            self._pay(id)
            return
        begun = self._carried(what, id)
        if begun is None:
            return
        place, piece = to, self.names.in_play(to)
        if where == "piece" and begun.key_for(to) is None:
            place = piece["zone"] if piece else ""
        if (key := begun.key_for(place)) is None:
            return
        if (refusal := begun.keys[key][place]) is None:
            self._set(key, place)
        else:
            self._explain(refusal)

    def _carried(self, what: str, id: str) -> Draft | None:
        """The command that a drop begins."""
        if what == "hand":
            intent = self._hand_intent(id)
            if intent is not None and intent["do"] == "pick":
                return self._begin(intent["command"])
            if intent is not None and intent["do"] == "why":
                self._explain(intent["why"])
        elif what == "piece" and (hero := self.at.view["hero"]) is not None and id == hero["id"]:
            return self._begin({"kind": "move-hero"})
        return None
