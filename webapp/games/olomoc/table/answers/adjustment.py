"""What a player's hands do to an adjustment before it is proposed. Anything of the wrong shape does nothing; whether
the draft makes sense is the engine's to say, when it is proposed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from webapp.games.olomoc.table.adjustment_draft import (
    LIMITS,
    MOST_CHANGES,
    MOST_DICE,
    MOST_NOTE,
    PARTS,
    PIECE_STEPS,
    SEAT_STEPS,
    Moving,
    figure,
    moving,
)
from webapp.games.olomoc.table.draft import SLOTS

if TYPE_CHECKING:
    from webapp.games.olomoc.table.controller import Hands

Json = dict[str, Any]


async def open_form(hands: Hands, intent: Json) -> None:
    """The form, for a card settled by hand or for anything else. Never while a proposal waits for its answer."""
    draft, card = hands.amend, intent.get("card")
    if hands.sheet().may_propose:
        draft.open, hands.suppose.open = True, False
        draft.card = card if isinstance(card, str) else draft.card
        hands.desk.looked = None
        hands.changed()


async def close(hands: Hands, intent: Json) -> None:
    hands.amend.clear()
    hands.desk.notice = None
    await back(hands)


async def back(hands: Hands) -> None:
    """No more pointing for the draft: what is asked has the Bloc again."""
    if isinstance(hands.desk.doing, Moving):
        hands.desk.drop()
    hands.changed()
    await hands.settle()


async def part(hands: Hands, intent: Json) -> None:
    if intent.get("part") in PARTS:
        hands.amend.part = intent["part"]
        await back(hands)


async def card(hands: Hands, intent: Json) -> None:
    found = intent.get("card")
    hands.amend.card = found if isinstance(found, str) else None
    hands.changed()


def pick(hands: Hands, id: str) -> bool:
    """A piece pressed on the Bloc or a card, while the form asks whom: it is the one."""
    if not hands.amend.open or hands.amend.part != "pieces" or not hands.names().get(id):
        return False
    hands.amend.piece = id
    hands.changed()
    return True


async def piece(hands: Hands, intent: Json) -> None:
    if isinstance(id := intent.get("id"), str) and hands.names().get(id):
        hands.amend.piece = id
        await back(hands)


async def step(hands: Hands, intent: Json) -> None:
    """One more or one less of something."""
    key, by, draft, view = intent.get("key"), intent.get("by"), hands.amend, hands.view
    if by not in (-1, 1):
        return
    it = hands.names().get(str(intent.get("id")))
    seat = intent.get("seat")
    if key in PIECE_STEPS and it:
        most = len(it["profile"]["life"]) if key == "wounds" else LIMITS[key]
        now, of = figure(it, key), {"piece": it["id"]}
        draft.put(of, key, _within(draft.row(**of).get(key, now) + by, most), now)
    elif key in SEAT_STEPS and seat in ("1", "2"):
        now, of = view.get(key, {}).get(seat, 0), {"seat": seat}
        draft.put(of, key, _within(draft.row(**of).get(key, now) + by, LIMITS[key]), now)
    elif key == "traque":
        now = view.get("traque", 0)
        was = next((row["traque"] for row in draft.changes if "traque" in row), now)
        draft.traque(_within(was + by, LIMITS["traque"]), now)
    elif key == "dice":
        draft.dice = max(1, _within(draft.dice + by, MOST_DICE))
    hands.desk.notice = None
    hands.changed()


def _within(value: int, most: int) -> int:
    return min(max(0, value), most)


async def stun(hands: Hands, intent: Json) -> None:
    it = hands.names().get(str(intent.get("id")))
    if it:
        of, now = {"piece": it["id"]}, list(it.get("states", ()))
        stunned = "stunned" in hands.amend.row(**of).get("states", now)
        hands.amend.put(of, "states", [] if stunned else ["stunned"], now)
        hands.changed()


async def move(hands: Hands, intent: Json) -> None:
    """A piece is taken in the hand: its place is pointed at on the Bloc."""
    id = intent.get("id")
    if isinstance(id, str) and hands.names().get(id):
        hands.desk.drop()
        hands.desk.notice = None
        hands.desk.doing = moving(id, hands.amend)
        hands.changed()


async def put_down(hands: Hands) -> None:
    """The place pointed at goes into the draft, if a base can stand there."""
    doing = hands.desk.doing
    if isinstance(doing, Moving) and doing.to is not None and doing.resolved is not None:
        hands.amend.put({"piece": doing.command["rouage"]}, "at", list(doing.to), None)
        await back(hands)


async def give(hands: Hands, intent: Json) -> None:
    row = {key: intent.get(key) for key in ("card", "from", "to")}
    if all(isinstance(value, str) for value in row.values()):
        hands.amend.add(row)
        hands.changed()


async def swap(hands: Hands, intent: Json) -> None:
    """The first slot, then the second; the same again is none."""
    n, first = intent.get("n"), hands.amend.swap
    if not isinstance(n, int) or not 1 <= n <= SLOTS:
        return
    if first is None or first == n:
        hands.amend.swap = n if first is None else None
    else:
        hands.amend.swap = None
        hands.amend.add({"seat": hands.seat, "swap": sorted((first, n))})
    hands.changed()


async def roll(hands: Hands, intent: Json) -> None:
    hands.amend.add({"roll": hands.amend.dice})
    hands.changed()


async def drop(hands: Hands, intent: Json) -> None:
    at, name = intent.get("at"), intent.get("name")
    if isinstance(at, int):
        hands.amend.drop(at, name if isinstance(name, str) else None)
        hands.desk.notice = None
        hands.changed()


async def note(hands: Hands, intent: Json) -> None:
    """Typed as it goes: nothing is drawn anew for it."""
    if isinstance(text := intent.get("text"), str):
        hands.amend.note = text[:MOST_NOTE]


async def send(hands: Hands, intent: Json) -> None:
    """Proposed; refused, it stays as it is, with the reason."""
    draft = hands.amend
    if not draft.open or not 0 < len(draft.changes) <= MOST_CHANGES:
        return
    command = draft.command()
    draft.open = False
    refusal = await hands.send(command, bound=False)
    if refusal is None:
        draft.clear()
    else:
        draft.open = True
    hands.changed()


INTENTS: Mapping[str, Callable[[Hands, Json], Awaitable[None]]] = {
    "amend-open": open_form,
    "amend-close": close,
    "amend-part": part,
    "amend-card": card,
    "amend-piece": piece,
    "amend-step": step,
    "amend-stun": stun,
    "amend-move": move,
    "amend-give": give,
    "amend-swap": swap,
    "amend-roll": roll,
    "amend-drop": drop,
    "amend-note": note,
    "amend-send": send,
}
