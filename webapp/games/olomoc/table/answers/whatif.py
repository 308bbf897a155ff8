"""What a player's hands do to the what-if. The engine answers from its own process; nobody else is told anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from rules.kernel.refusals import Refused
from webapp.games.olomoc.table.whatif_draft import ANSWERS, KINDS

if TYPE_CHECKING:
    from webapp.games.olomoc.table.controller import Hands

Json = dict[str, Any]
MATCHUPS = ("seat", "kind", "answer", "beside")
"""The parameters of the engine's query, in the order of :meth:`Supposal.asks`."""
YES = {"yes": True, "no": False}


async def open_it(hands: Hands, intent: Json) -> None:
    if hands.view.get("rouages"):
        hands.suppose.open = True
        hands.amend.open = False
        await follow(hands)


async def close(hands: Hands, intent: Json) -> None:
    hands.suppose.open = False
    hands.changed()


async def change(hands: Hands, intent: Json) -> None:
    """Another supposition."""
    it, key, value = hands.suppose, intent.get("key"), intent.get("value")
    if key == "kind" and value in KINDS:
        it.kind = value
    elif key == "answer" and value in ANSWERS:
        it.answer = value
    elif key in ("theirs", "beside") and value in YES:
        setattr(it, key, YES[value])
    else:
        return
    if key == "theirs":
        it.pair = None
    await follow(hands)


async def pair(hands: Hands, intent: Json) -> None:
    """One cell is looked at closely; pressed again it is not."""
    if hands.suppose.busy:
        return
    found = (str(intent.get("attacker")), str(intent.get("target")))
    hands.suppose.pair = None if hands.suppose.pair == found else found
    hands.changed()


async def follow(hands: Hands) -> None:
    """Asks for what is supposed now; an answer that comes late is shown only if it is still that."""
    it = hands.suppose
    if not it.open:
        return
    asked = it.asks(hands.seat)
    wanted = (hands.table.sequence, asked)
    if it.asked != wanted:
        it.asked = wanted
        hands.changed()
        try:
            found = await hands.table.query(
                hands.seat, "matchups", dict(zip(MATCHUPS, asked, strict=True)), hands.session
            )
        except (Refused, ValueError, LookupError):
            found = []
        if it.asked != wanted:
            return
        it.rows, it.answered = found, wanted
    hands.changed()


INTENTS: Mapping[str, Callable[[Hands, Json], Awaitable[None]]] = {
    "suppose-open": open_it,
    "suppose-close": close,
    "suppose": change,
    "suppose-pair": pair,
}
