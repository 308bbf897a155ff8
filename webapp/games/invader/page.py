"""A person's page at the duel's table: its parts, and the effects of presses in them.

Nothing is sent to the match before it is confirmed. The legal presses, the reasons against others, and every forecast
come from the engine (`Match.choices`, `Match.forecast`); intents that arrive are checked against them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from rules.kernel.refusals import Refusal
from webapp.games.contract import Json
from webapp.games.invader import board, cards, prompt
from webapp.games.invader import intents as do
from webapp.games.invader.composer import DuelComposer, forecast
from webapp.games.invader.names import Names
from webapp.table_kit.composer import press
from webapp.table_kit.plain_page import PlainPage
from webapp.table_kit.prompt import PromptContent, back_button
from webapp.table_kit.stage import StagePart
from webapp.ui.live_page import Component
from webapp.ui.tree import Child, Node, el

if TYPE_CHECKING:
    from webapp.games.invader.screens import DuelTable
    from webapp.table_kit.place import Place

PASS: Json = {"kind": "cancel", "card": None}


class DuelPage(PlainPage):
    """`ending`: whether the end of the turn waits for a confirmation."""

    screens: DuelTable
    composer: DuelComposer
    intents = do.INTENTS

    def __init__(self, screens: DuelTable, at: Place) -> None:
        super().__init__(screens, at)
        self.ending = self._warned = False
        self._acts_now: board.Acts | None = None

    def redraw(self, *only: Component) -> None:
        """Draws all parts again; the end of an earlier turn is asked about no more."""
        if self.ending and (self._decision is None or self._decision["id"] != self.composer.asked):
            self.ending = False
        super().redraw(*only)

    def forget(self) -> None:
        """Drops the presses."""
        self._acts_now = None

    # ---- the parts ----

    def stage_parts(self) -> list[StagePart]:
        """Both sides, the zones, the plot, the hand; on a phone what must be known in a strip."""
        own = self.at.seat is not None
        hand = [StagePart("hand", "hand", lambda: self.pane(self._hand, self.press))]
        return [
            StagePart("strip", "strip", lambda: self.shared_pane("duel-strip", _summary, self.facts)),
            StagePart("seats", "top", lambda: self.pane(_far, props=self._others), tab="cards"),
            StagePart("board", "board", lambda: self.pane(_board, self.press, props=self._open)),
            StagePart("mine", "hand", lambda: self.pane(_near, self.press, props=self._side), tab="hand"),
            *(hand if own or "hand" in self.at.view else []),
            StagePart("plot", "side", lambda: self.pane(_plot, props=self._open), tab="skull"),
        ]

    def preparing(self) -> Json:
        """The command in preparation, with the number of cards marked as payment; guides use it."""
        draft = self.composer.draft
        return super().preparing() | ({} if draft is None else {"laid": len(draft.laid)})

    @property
    def _decision(self) -> Json | None:
        return self.decision()

    @property
    def names(self) -> Names:
        """The names for the texts of the current view."""
        return cast(Names, self.at.words)

    def _open(self, _: Any) -> _Open:
        """The props of what lies open."""
        return self.at.facts, self._acts()

    def _others(self, _: Any) -> _Side:
        """The props of the other side, where nothing is pressed."""
        return self.at.facts, board.NOTHING, self.at.presence["seats"]

    def _side(self, _: Any) -> _Side:
        """The props of the viewer's own side."""
        return self.at.facts, self._acts(), self.at.presence["seats"]

    def _acts(self) -> board.Acts:
        if self._acts_now is None:
            self._acts_now = prompt.acts(self.composer, self._passing())
        return self._acts_now

    def _passing(self) -> Json | None:
        """The attack as it would be if the card that waits for an answer stands."""
        decision, seat = self._decision, self.at.seat
        asked = seat is not None and decision is not None and decision["kind"] == "cancel"
        return forecast(self.at.table.match, seat, PASS) if asked and seat is not None else None

    def asks(self) -> PromptContent | None:
        """The question, or the command in preparation; a proposal is asked as the plain table does."""
        decision = self._decision
        if decision is None:
            return self._watching(super().asks())
        content = self._shown(decision)
        if content is None:
            return super().asks()
        step = f"{self.composer.step}/{self.ending}"
        return replace(content, step=step, kind=decision["kind"], decision=decision["id"])

    def _shown(self, decision: Json) -> PromptContent | None:
        names, back = self.names, self.backs()
        if self.composer.draft is not None:
            return prompt.drafted(self.composer.draft, names, back)
        match decision["kind"]:
            case "main":
                return prompt.main(self.composer, decision, names, self.ending, back)
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

    def backs(self) -> list[Child]:
        """The button that takes a step back, also from the end of the turn."""
        if self.composer.stepped or not self.ending:
            return super().backs()
        return [back_button(self.at.tr, {"do": "back"})]

    def _watching(self, content: PromptContent | None) -> PromptContent | None:
        """With the card that waits for an answer, for viewers who are not asked; large where nobody plays."""
        names = self.names
        played = () if names.view.get("outcome") else names.view["table"][-1:]
        sentences = [names.say("duel.being-played", {"by": card["by"], "card": card["card"]}) for card in played]
        if content is None or not sentences:
            return content
        large = [prompt.played(card, names) for card in played if self.at.seat is None]
        line = [el("span.being-played", sentences, testid="resolving")]
        return replace(content, line=line, beside=[*content.beside, *large])

    def _freely(self, seat: str) -> list[Child]:
        """The standing passes."""
        return prompt.stands(self.names)

    def _hand(self, words: Any) -> list[Child]:
        names, view = self.names, self.at.view
        if self.at.seat is None or "hand" not in view:
            return self._lent_hand(view)
        rows = [self._hand_card(n, row) for n, row in enumerate(view["hand"], 1)]
        label = names.tr("plain.hand")
        return [el("section.duel-hand", el("ul.hand-cards", rows), aria_label=label, testid="plain-hand", drop="pay")]

    def _hand_card(self, n: int, row: Json) -> Node:
        """A card of the hand; it has a key while a press on it means something for the question."""
        names, id, acts, draft = self.names, row["id"], self._acts().presses, self.composer.draft
        laid, about = (draft.laid, draft.command.get("card")) if draft is not None else ([], None)
        hot = str(n % 10) if n <= 10 and id in acts else None
        face = cards.hand_card(
            row,
            names,
            hot=hot,
            testid=f"hand-{id}",
            drag=f"hand:{id}",
            aria_pressed=str(id in laid or id == about).lower(),
            **press(acts, id, f"card:{id}"),
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
        return [el("section.duel-hand", el("ul.hand-cards", [el("li.hand-card", row) for row in rows]))] if rows else []

    # ---- what is pressed ----

    async def on_intent(self, intent: Any) -> None:
        """Handles a press in a pane; the steps of a command are the composer's."""
        decision = self._decision
        if isinstance(intent, do.EndTurn):
            if decision is not None:
                await self._end(decision, sure=intent.sure)
        elif isinstance(intent, do.CarryCard):
            if decision is not None:
                self.notice = None
                self._dropped(intent.drag, intent.drop)
                self.redraw()
        else:
            self.ending = False
            await super().on_intent(intent)

    def reason(self, refusal: Refusal) -> str:
        """A refusal as a sentence with the names of its cards."""
        return self.names.reason(refusal.to_json())

    async def _end(self, decision: Json, sure: bool) -> None:
        """Ends the turn; once in a match it asks first, where something free of cost could still be done."""
        if not sure and not self._warned and prompt.free_left(decision["options"], self.names):
            self.ending = self._warned = True
            self.redraw()
            return
        self.ending = False
        await self.play({"kind": "end", "decision": self.composer.asked})

    def _dropped(self, drag: str, drop: str) -> None:
        """Handles a drop: a card of the hand on a zone, a card or the payment; the Hero on a zone."""
        what, _, id = drag.partition(":")
        where, _, to = drop.partition(":")
        composer, draft = self.composer, self.composer.draft
        if what == "hand" and draft is not None and draft.marks[1] and id in composer.markable():
            composer.mark(id)
            return
        press = composer.presses().get(id)
        if draft is None and press is not None and press.why is not None:
            self.notice = Refusal(**press.why)
            return
        hero = self.at.view["hero"]
        command = {"kind": "move-hero"} if what == "piece" and hero and id == hero["id"] else None
        if command is None and press is not None and press.intent["do"] == "begin":
            command = press.intent["command"]
        if draft is not None or command is None or not composer.begin(command) or composer.draft is None:
            return
        place, piece = to, self.names.in_play(to)
        if where == "piece" and composer.draft.key_for(to) is None:
            place = piece["zone"] if piece else ""
        if (key := composer.draft.key_for(place)) is None:
            return
        if (refusal := composer.draft.keys[key][place]) is None:
            composer.name(key, place)
        else:
            self.notice = Refusal(**refusal)


_Open = tuple[Names, board.Acts]
_Side = tuple[Names, board.Acts, Json]


def _summary(names: Names) -> list[Child]:
    return [board.summary(names)]


def _board(given: _Open) -> list[Child]:
    names, acts = given
    label = names.tr("plain.board")
    return [el("section.duel-board", board.zones(names, acts), aria_label=label, testid="plain-board")]


def _plot(given: _Open) -> list[Child]:
    return [board.plot(*given)]


def _far(given: _Side) -> list[Child]:
    names, acts, presence = given
    return [board.strip(next(seat for seat in names.players if seat != names.near), names, presence, acts)]


def _near(given: _Side) -> list[Child]:
    names, acts, presence = given
    return [board.strip(names.near, names, presence, acts)]
