"""What a player's hands do while a plan is laid (CYC-3): cards taken up, laid into slots, lifted, sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from webapp.games.olomoc.table.draft import SLOTS
from webapp.games.olomoc.table.prompts import plan as planning

if TYPE_CHECKING:
    from webapp.games.olomoc.table.controller import Hands

Json = dict[str, Any]


async def hold(hands: Hands, intent: Json) -> None:
    """A card of the hand is taken up; taken up twice it goes to the first slot that it fits."""
    card, cards, plan = intent.get("card"), planning.hand(hands.view), hands.plan
    if not may_lay(hands) or not isinstance(card, str) or card not in plan.left(cards):
        return
    if plan.held == card:
        fitting = [n for n in range(SLOTS) if plan.slots[n] is None and planning.fits(card, n + 1, hands.names())]
        if fitting:
            plan.lay(card, fitting[0], cards)
    else:
        plan.held = card
    judge(hands)
    hands.changed()


def judge(hands: Hands) -> None:
    """What the engine says to a plan of five cards (CYC-3): whether it may stand, or why not."""
    plan = hands.plan
    hands.desk.notice = None
    if plan.full:
        refusal = hands.table.match.check(hands.seat, {"kind": "plan", "slots": [card for card in plan.slots if card]})
        hands.desk.notice = refusal.to_json() if refusal is not None else None


async def slot(hands: Hands, intent: Json) -> None:
    """A slot was pressed: what is held goes there, else what lies there comes back."""
    n = intent.get("n")
    if not isinstance(n, int) or not 1 <= n <= SLOTS or not may_lay(hands):
        return
    if hands.plan.held:
        lay(hands, hands.plan.held, n)
    else:
        hands.plan.lift(n - 1)
        judge(hands)
    hands.changed()


async def drop(hands: Hands, intent: Json) -> None:
    """A card was dragged: from the hand or a slot, to a slot or back to the hand."""
    what, where = str(intent.get("drag")), str(intent.get("drop"))
    if not may_lay(hands):
        return
    origin, target = slot_number(what), slot_number(where)
    card = hands.plan.slots[origin - 1] if origin else what
    if target and card:
        lay(hands, card, target)
    elif where == "hand" and origin:
        hands.plan.lift(origin - 1)
        judge(hands)
    hands.changed()


def slot_number(name: str) -> int | None:
    """1 to 5 of "slot-1" to "slot-5"."""
    number = name.removeprefix("slot-")
    return int(number) if number != name and number in ("1", "2", "3", "4", "5") else None


def lay(hands: Hands, card: str, n: int) -> None:
    """Lays a card, or says why it may not lie there (MIN-1)."""
    ministry = hands.names().book.ministry(card)
    if ministry is not None and n not in ministry.slots:
        params = {"card": card, "slot": n, "slots": list(ministry.slots)}
        hands.desk.notice = {"clause": "MIN-1", "code": "bad-plan-slot", "params": params}
        return
    hands.plan.lay(card, n - 1, planning.hand(hands.view))
    judge(hands)


def may_lay(hands: Hands) -> bool:
    return planning.laying(hands.sheet())


async def clear(hands: Hands, intent: Json) -> None:
    if may_lay(hands):
        hands.plan.slots = [None] * SLOTS
        hands.plan.held = None
        judge(hands)
        hands.changed()


async def ready(hands: Hands, intent: Json) -> None:
    if may_lay(hands) and hands.plan.full:
        bound = hands.decision is not None
        hands.plan.again = False
        await hands.send({"kind": "plan", "slots": [card for card in hands.plan.slots if card]}, bound=bound)


async def replan(hands: Hands, intent: Json) -> None:
    """CYC-3: a plan may be laid anew until both have planned. Taken back, it is no longer there: nothing is turned
    before it lies again. Where it cannot be taken back (something else was said since), the old one counts till then.
    """
    if not planning.may_change(hands.sheet()):
        return
    hands.plan.slots = [*hands.view["plan"]]
    if hands.table.match.check(hands.seat, {"kind": "undo"}) is None:
        await hands.undo(intent)
    else:
        hands.plan.again = True
        hands.changed()


INTENTS: Mapping[str, Callable[[Hands, Json], Awaitable[None]]] = {
    "hold": hold,
    "slot": slot,
    "drop": drop,
    "clear": clear,
    "ready": ready,
    "replan": replan,
}
