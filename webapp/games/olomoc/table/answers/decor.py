"""What a player's hands do while the Bloc is set up (SET-3, SET-4): decor carried and turned, an edge chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from webapp.games.olomoc.board import SIDE, place

if TYPE_CHECKING:
    from webapp.games.olomoc.table.controller import Hands

Json = dict[str, Any]
MOST_ANGLE = 10_000_000


async def decor(hands: Hands, intent: Json) -> None:
    """Another piece is taken in the hand."""
    options = (hands.decision or {"options": ()})["options"]
    if any(option["legal"] and option["command"].get("decor") == intent.get("id") for option in options):
        take(hands, str(intent["id"]))


def take(hands: Hands, id: str) -> None:
    """A piece in the hand starts where the suggested layout has it."""
    hands.desk.decor = id
    piece = hands.names().book.decor_piece(id)
    start = (*piece.at, piece.angle) if piece else (SIDE // 2, SIDE // 2, 0)
    try_pose(hands, dict(zip(("x", "y", "angle"), start, strict=True)))


async def pose(hands: Hands, told: Json) -> None:
    """It was carried or turned, and let go."""
    at, angle = place(told), told.get("angle")
    if hands.desk.decor is not None and at is not None and isinstance(angle, int) and abs(angle) <= MOST_ANGLE:
        try_pose(hands, {"x": at[0], "y": at[1], "angle": angle})


def try_pose(hands: Hands, pose: Json) -> None:
    """The engine's word on a pose."""
    desk = hands.desk
    desk.pose = pose
    refusal = hands.table.match.check(hands.seat, {"kind": "place-decor", "decor": desk.decor, **pose})
    desk.pose_ok = refusal is None
    desk.notice = refusal.to_json() if refusal is not None else None
    hands.changed()


async def edge(hands: Hands, told: Json) -> None:
    """An edge was pressed on the Bloc."""
    if (hands.decision or {}).get("kind") == "choose-edge" and isinstance(told.get("edge"), str):
        await hands.send({"kind": "choose-edge", "edge": told["edge"]})


INTENTS: Mapping[str, Callable[[Hands, Json], Awaitable[None]]] = {"decor": decor}
