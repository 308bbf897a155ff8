"""Planning (CYC-3): the strip of five slots, face to face, and the hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, assert_never

from rules.kernel.identity_cache import cached_by
from webapp.games.olomoc.faces import portrait
from webapp.games.olomoc.table.context import PanelContext, button, prompt
from webapp.games.olomoc.table.draft import SLOTS
from webapp.games.olomoc.table.head import sides
from webapp.games.olomoc.table.intents import (
    ClearPlan,
    DropCard,
    HoldCard,
    PlanIntent,
    PressSlot,
    ReopenPlan,
    SendPlan,
)
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.games.olomoc.table.prompts.whatif import opener
from webapp.games.olomoc.table.text.names import Excerpt, Names
from webapp.games.olomoc.table.text.refusals import why
from webapp.i18n import Translator
from webapp.ui.hyphens import SHORT, hyphenated
from webapp.ui.tree import Child, Node, el, icon, plate

Json = Mapping[str, Any]

CYCLE = 300
"""Events at the end of the log that are read for what happened in this cycle: twice a long one's."""
TELLING = ("cycle-began", "phase-began", "card-played")
"""Kinds of events that tell which cards are revealed, and to what effect."""


class StripProps(NamedTuple):
    """All that the strip is made of. `shown`: as :func:`revealed`; `own`: the plan of the near side; `laying`: whether
    cards can be laid now, `held`: the one taken up."""

    names: Excerpt
    shown: Mapping[int, Mapping[str, Any]]
    own: Sequence[str | None]
    laying: bool = False
    held: str | None = None


def strip_props(names: Names, context: PanelContext | None = None) -> StripProps | None:
    """None before there are cards."""
    view = names.view
    if not view.get("rouages"):
        return None
    words = names.only("slots", "plans", "planned", "phase", rouages=[_printed(rouage) for rouage in view["rouages"]])
    planning = context is not None and laying(context)
    held = context.plan.held if context is not None and planning else None
    return StripProps(words, revealed(view), tuple(own_plan(view, context)), planning, held)


def _printed(rouage: Json) -> Json:
    """What does not change of a rouage while it is played."""
    profile = {key: rouage["profile"].get(key) for key in ("rank", "base")}
    return {"id": rouage["id"], "seat": rouage["seat"], "card": rouage.get("card"), "profile": profile}


def strip(props: StripProps) -> Node:
    """Both rows of slots: the opponent's above, one's own below (for spectators seat 1's)."""
    names, shown, own = props.names, props.shown, props.own
    view = names.view
    near, far = sides(view)
    plans, numbers = view.get("plans"), range(1, SLOTS + 1)
    if plans:  # the eyes of everyone, once the match is over
        own = plans.get(near) or own
        other = [slot_own(n, far, plans.get(far) or [None] * SLOTS, props._replace(laying=False)) for n in numbers]
    else:
        other = [slot_other(n, far, props) for n in numbers]
    return el(
        "section.strip",
        row(far, other, names),
        row(near, [slot_own(n, near, own, props) for n in numbers], names),
        aria_label=names.tr("table.plan"),
        data_phase=view.get("phase", 0) if shown else 0,
        cls="planning" if props.laying else None,
    )


def row(seat: str, slots: list[Node], names: Names) -> Node:
    return el("div.slots", slots, cls=f"side-{seat}", role="list", aria_label=names.player(seat))


class _Cycle(NamedTuple):
    slots: Mapping[str, Sequence[str | None]] | None
    last: Json | None
    """The last event of the log that tells of a revealed card."""
    log: Sequence[Json]


def revealed(view: Json) -> Mapping[int, Mapping[str, Any]]:
    """The cards revealed in this cycle, by slot: the cards, and by seat why one had no effect. Shared: never change
    it."""
    log = view.get("log", ())
    last = next((event for event in islice(reversed(log), CYCLE) if event["kind"] in TELLING), None)
    return _revealed(_Cycle(view.get("slots"), last, log))


@cached_by("slots", "last", size=16)
def _revealed(of: _Cycle) -> dict[int, dict[str, Any]]:
    slots = of.slots or {}
    turned: dict[int, dict[str, Any]] = {}
    for n in range(1, SLOTS + 1):
        cards = {seat: row[n - 1] for seat, row in slots.items() if row[n - 1]}
        if cards:
            turned[n] = {"cards": cards, "without": {}}
    phases: list[Mapping[str, Any]] = []
    for event in islice(reversed(of.log), CYCLE) if turned else ():
        if event["kind"] == "cycle-began":
            break
        if event["kind"] in TELLING:
            phases.append(event)
    phase = 0
    for event in reversed(phases):
        if event["kind"] == "phase-began":
            phase = event["phase"]
        elif phase in turned:
            turned[phase]["without"][event["seat"]] = event.get("without")
    return turned


def planned(view: Json, seat: str) -> bool:
    """Whether this seat's plan for the cycle lies on the table (what is in it stays its secret)."""
    return bool((view.get("planned") or {}).get(seat))


def laying(context: PanelContext) -> bool:
    """Whether this player is laying a plan: asked to, or laying it anew (CYC-3)."""
    return (context.decision or {}).get("kind") == "plan" or (context.plan.again and may_change(context))


def own_plan(view: Json, context: PanelContext | None) -> list[str | None]:
    sent: list[str] | None = view.get("plan")
    if context is not None and (laying(context) or not sent):
        return context.plan.slots
    return [*sent] if sent else [None] * SLOTS


class CardSign(NamedTuple):
    """All that a planning card in short is made of. `sign`: a ministry's, or the propaganda's; empty: a rouage's card,
    with its rank and the address of its face, if it is in the match."""

    id: str
    name: str
    short: str
    sign: str = ""
    rank: int = 0
    face: str | None = None


def sign_of(card: str, names: Names) -> CardSign:
    ministry = names.book.ministry(card)
    if card == "propaganda" or ministry is not None:
        return CardSign(card, names.card(card), names.card(card), ministry.ministry if ministry else card)
    piece, rank = names.get(card), names.profile(card).get("rank", 0)
    face = portrait(names.book, piece.get("card"), piece["seat"], "small") if piece else None
    return CardSign(card, names.card(card), names.piece(card), rank=rank, face=face)


def card_sign(card: CardSign) -> list[Child]:
    """A planning card in short: rank pips or a sign, and its name."""
    if card.sign:
        return [icon(card.sign), el("span.slot-name", hyphenated(card.short, SHORT))]
    face = el("span.slot-face", plate(card.face)) if card.face is not None else None
    return [
        face,
        el("span.pips", [el("span.pip") for _ in range(card.rank)]),
        el("span.slot-name", hyphenated(card.short, SHORT)),
    ]


def slot_state(n: int, seat: str, shown: Mapping[int, Any]) -> list[str]:
    now = max(shown, default=0)
    marks = ["now" if n == now else "past" if n < now else ""]
    if n in shown and shown[n]["without"].get(seat):
        marks.append("stopped")
    return marks


def slot_other(n: int, seat: str, props: StripProps) -> Node:
    """A slot of the other side: its card once it is turned."""
    card = props.shown[n]["cards"].get(seat) if n in props.shown else None
    return slot_laid(n, seat, card, props, testid=f"their-slot-{n}")


def slot_laid(n: int, seat: str, card: str | None, props: StripProps, **marks: Any) -> Node:
    """A slot that nobody may change: the card as far as it is known, locked before it is turned; or its back. Shared:
    never change it."""
    names, shown = props.names, props.shown
    turned, own = n in shown, "data_card" in marks
    reason = shown[n]["without"].get(seat) if turned else None
    classes = (*slot_state(n, seat, shown), "own" if own else "", "" if card else "back", f"side-{seat}")
    covered, sign = not turned and planned(names.view, seat), sign_of(card, names) if card else None
    return _laid(sign, turned, covered, reason, classes, tuple(marks.items()), names.tr)


# Ten slots of each view, of which a phase changes two.
@lru_cache(256)
def _laid(
    card: CardSign | None,
    turned: bool,
    covered: bool,
    reason: str | None,
    classes: Sequence[str],
    marks: Iterable[tuple[str, Any]],
    tr: Translator,
) -> Node:
    """`covered`: whether a plan lies there, not yet turned."""
    body: list[Child] = card_sign(card) if card else []
    if card and not turned:
        body.append(icon("lock", tr("table.secret"), "end"))
    elif not turned:
        body = [el("span.slot-back", icon("lock") if covered else None)]
    stopped = el("small", tr(f"table.without-{reason}")) if reason else None
    if card is not None:  # it is read large when it is pressed
        label = tr("card.enlarge", name=card.name)
        body = [el("button.slot-read", body, data_read=card.id, title=label)]
    return el("div.slot", body, stopped, cls=classes, role="listitem", **dict(marks))


def slot_own(n: int, seat: str, own: Sequence[str | None], props: StripProps) -> Node:
    """A slot of one's own; cards can be laid into it while a plan is laid."""
    names, shown = props.names, props.shown
    card = shown[n]["cards"].get(seat) if n in shown else own[n - 1]
    if not props.laying:
        return slot_laid(n, seat, card, props, testid=f"slot-{n}", data_card=card)
    held = props.held
    open_for = held is not None and fits(held, n, names)
    label = names.tr("prompt.slot-n", n=n)
    label = names.tr.labelled(label, names.card(card)) if card else label
    pressed = el(
        "button.slot",
        card_sign(sign_of(card, names)) if card else el("span.slot-number", str(n)),
        do={"do": "slot", "n": n},
        drop=f"slot-{n}",
        drag=f"slot-{n}" if card else None,
        hot=str(n),
        testid=f"slot-{n}",
        data_card=card,
        aria_label=label,
        cls=["own", f"side-{seat}", "filled" if card else "empty", "open" if open_for else "shut" if held else ""],
    )
    return el("div.place-of", pressed, role="listitem")


def fits(card: str, slot: int, names: Names) -> bool:
    """MIN-1: ministry cards name their slots; the others lie anywhere."""
    ministry = names.book.ministry(card)
    return ministry is None or slot in ministry.slots


# The hand


def hand(view: Json) -> list[str]:
    """The cards of this player's hand, one entry per card."""
    cards = view.get("hand") or []
    if isinstance(cards, Mapping):
        return [card for card, n in cards.items() for _ in range(n)]
    return list(cards)


def hand_prompt(context: PanelContext) -> Node:
    """The hand, and the word that it is done."""
    tr, names, plan = context.names.tr, context.names, context.plan
    cards = hand(context.view)
    left = plan.left(cards)
    full = plan.full
    no: list[Child] = [] if full else [tr.plural("prompt.slots-left", SLOTS - sum(1 for c in plan.slots if c))]
    notice = context.draft.notice or {}
    if full and notice.get("code") == "bad-plan":
        no = why(notice, names, inside=True)
    ready = button(
        tr("prompt.ready-plan"),
        {"do": "ready", "id": context.draft.asked},
        testid="confirm",
        main=not no,
        no=no,
        sign="check",
        hot=None if no else "Enter",
    )
    empty = (
        button(tr("prompt.clear"), {"do": "clear"}, testid="clear-plan", cls="quiet-choice")
        if any(plan.slots)
        else None
    )
    detail = (
        [el("span.notice", why(context.draft.notice, names), role="status", testid="notice")]
        if context.draft.notice
        else [_held_words(plan.held, names) if plan.held else tr("prompt.plan-detail")]
    )
    # A hand may hold a card twice: one of them is taken up.
    held = left.index(plan.held) if plan.held in left else None
    fan = el(
        "div.hand",
        [hand_card(card, n, context, n == held) for n, card in enumerate(left)],
        role="list",
        drop="hand",
        aria_label=tr("table.hand"),
    )
    return prompt(
        "plan",
        [tr("prompt.plan", cycle=context.view.get("cycle", 1))],
        el("div.plan-row", fan, el("div.plan-end", held_card(plan.held, names), opener(context), empty, ready)),
        detail=detail,
        side=context.draft.seat,
    )


def _held_words(card: str, names: Names) -> str:
    """How the card taken up is laid; of a ministry also what its numbers mean (MIN-1, CYC-4.1)."""
    tr, ministry = names.tr, names.book.ministry(card)
    if ministry is None:
        return tr("prompt.plan-held")
    return tr("prompt.plan-ministry", rank=ministry.rank, slots=", ".join(map(str, ministry.slots)))


def held_card(card: str | None, names: Names) -> Node | None:
    """The button that reads the card in hand large."""
    if card is None:
        return None
    label = names.tr("card.enlarge", name=names.card(card))
    return el("button.btn.choice", icon("eye", label), data_read=card, title=label, testid="read-held", key="read-held")


def hand_card(card: str, n: int, context: PanelContext, held: bool) -> Node:
    """One card of the hand: rank, name, and for a ministry the slots that it allows and what it does."""
    names = context.names
    ministry = names.book.ministry(card)
    sub: list[Child] = []
    if ministry is not None:
        sub = [
            el(
                "span.allowed",
                [el("span", str(k), cls="yes" if k in ministry.slots else "") for k in range(1, SLOTS + 1)],
            )
        ]
    elif card == "propaganda":
        sub = [el("span.muted", names.tr("card.propaganda-does"))]
    else:
        rouage = names.get(card)
        sub = [el("span.muted", names.tr.plural("card.actions-n", rouage.get("actions", 0)))]
    rank = names.profile(card).get("rank", 0) if ministry is None else ministry.rank
    pressed = el(
        "button.hand-card",
        el("span.hand-top", card_sign(sign_of(card, names))),
        el("span.hand-sub", el("span.rank", str(rank), title=names.tr("card.rank-n", rank=rank)), sub),
        do={"do": "hold", "card": card},
        drag=card,
        aria_pressed="true" if held else "false",
        testid=f"hand-{card}",
        cls=["held" if held else "", "ministry" if ministry else ""],
        key=f"hand-{card}-{n}",
        title=ministry.capacity.text.get(names.tr.language) if ministry else None,
    )
    return el("div.place-of", pressed, role="listitem", key=f"place-{card}-{n}")


def may_change(context: PanelContext) -> bool:
    """CYC-3: one's plan is laid, the other's is not: it may still be laid anew."""
    other = "2" if context.draft.seat == "1" else "1"
    return (
        bool(context.view.get("plan"))
        and planned(context.view, context.draft.seat)
        and not planned(context.view, other)
        and not revealed(context.view)
    )


def waiting_plan(context: PanelContext) -> Node:
    tr, names = context.names.tr, context.names
    other = "2" if context.draft.seat == "1" else "1"
    again = button(tr("prompt.plan-again"), {"do": "replan"}, testid="replan", sign="undo")
    return prompt(
        "wait",
        [names.who(other), " ", tr("prompt.still-planning")],
        el("div.answers", opener(context), again),
        detail=[tr("prompt.plan-laid")],
        side=other,
    )


class PlanQuestion(TableQuestion):
    """CYC-3: cards taken up, laid into slots, lifted, sent; and laid anew until both have planned."""

    @staticmethod
    def show(context: PanelContext) -> Node:
        """The hand; or that the plan is laid and the other player's is not."""
        return hand_prompt(context) if laying(context) else waiting_plan(context)

    async def on_intent(self, intent: PlanIntent) -> None:
        """Handles the intents of this question alone."""
        if isinstance(intent, ReopenPlan):
            await self._reopen()
            return
        if not laying(self.player.context):
            return
        match intent:
            case HoldCard():
                self._hold(intent.card)
            case PressSlot():
                self._press_slot(intent.n)
            case DropCard():
                self._drop(intent)
            case ClearPlan():
                self.player.plan.clear()
                self._judge()
            case SendPlan():
                await self._send()
                return
            case _:
                assert_never(intent)
        self.player.changed()

    def _hold(self, card: str) -> None:
        """A card of the hand is taken up; taken up twice it goes to the first slot that it fits."""
        cards, plan = hand(self.player.view), self.player.plan
        if card not in plan.left(cards):
            return
        if plan.held == card:
            names = self.player.names
            fitting = [n for n in range(SLOTS) if plan.slots[n] is None and fits(card, n + 1, names)]
            if fitting:
                plan.lay(card, fitting[0], cards)
        else:
            plan.held = card
        self._judge()

    def _press_slot(self, n: int) -> None:
        """Lays the held card into the slot, or takes the slot's card back."""
        if not 1 <= n <= SLOTS:
            return
        if self.player.plan.held:
            self._lay(self.player.plan.held, n)
        else:
            self.player.plan.lift(n - 1)
            self._judge()

    def _drop(self, intent: DropCard) -> None:
        """A card was dragged: from the hand or a slot, to a slot or back to the hand."""
        origin, target = slot_number(intent.drag), slot_number(intent.drop)
        card = self.player.plan.slots[origin - 1] if origin else intent.drag
        if target and card:
            self._lay(card, target)
        elif intent.drop == "hand" and origin:
            self.player.plan.lift(origin - 1)
            self._judge()

    def _lay(self, card: str, n: int) -> None:
        """Lays a card, or says why it may not lie there (MIN-1)."""
        ministry = self.player.names.book.ministry(card)
        if ministry is not None and n not in ministry.slots:
            params = {"card": card, "slot": n, "slots": list(ministry.slots)}
            self.player.draft.notice = {"clause": "MIN-1", "code": "bad-plan-slot", "params": params}
            return
        self.player.plan.lay(card, n - 1, hand(self.player.view))
        self._judge()

    def _judge(self) -> None:
        """The engine's verdict on a plan of five cards: whether it may stand, or why not."""
        plan, draft = self.player.plan, self.player.draft
        draft.notice = None
        if plan.full:
            refusal = self.player.check({"kind": "plan", "slots": [*plan.slots]})
            draft.notice = refusal.to_json() if refusal is not None else None

    async def _send(self) -> None:
        plan = self.player.plan
        if plan.full:
            plan.again = False
            await self.player.send({"kind": "plan", "slots": [*plan.slots]}, bound=self.player.decision is not None)

    async def _reopen(self) -> None:
        """Taken back, the plan is no longer there: nothing is turned before it lies again. Where it cannot be taken
        back (something else was said since), the old one counts till then."""
        player = self.player
        if not may_change(player.context):
            return
        player.plan.slots = [*player.view["plan"]]
        if player.context.may_undo:
            await player.send({"kind": "undo"}, bound=False)
        else:
            player.plan.again = True
            player.changed()


def slot_number(name: str) -> int | None:
    """1 to 5 of "slot-1" to "slot-5"."""
    number = name.removeprefix("slot-")
    return int(number) if number != name and number in ("1", "2", "3", "4", "5") else None
