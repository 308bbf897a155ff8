"""An adjustment being put together: a draft of one seat, kept with the table, until it is proposed or dropped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.games.olomoc.table.draft import PendingCommand

Json = dict[str, Any]
PARTS = ("pieces", "tracks", "cards", "dice")
PIECE_STEPS = ("wounds", "noirceur", "actions", "agenda")
SEAT_STEPS = ("points", "fiel")
LIMITS = {"noirceur": 3, "actions": 20, "agenda": 9, "points": 20, "fiel": 3, "traque": 3}
MOST_CHANGES, MOST_DICE, MOST_NOTE = 50, 20, 500


@dataclass
class AdjustmentDraft:
    """The proposal in preparation. `changes` are the engine's own rows, one for each piece and for each seat."""

    open: bool = False
    part: str = "pieces"
    piece: str | None = None
    card: str | None = None
    """The capacity or card settled by hand that it is for."""
    changes: list[Json] = field(default_factory=list)
    note: str = ""
    dice: int = 1
    swap: int | None = None
    """The first of two planned slots to be exchanged."""

    def clear(self) -> None:
        """Drops all changes and closes the form."""
        self.__dict__.update(AdjustmentDraft().__dict__)

    def row(self, **key: Any) -> Mapping[str, Any]:
        """The change of one piece, of one seat or of the Traque, so far."""
        return next((row for row in self.changes if _is(row, key)), {})

    def put(self, key: Json, name: str, value: Any, now: Any) -> None:
        """Sets that piece's (or seat's) value; the value that it has already is no change."""
        row = {**key, **self.row(**key)}
        if value == now:
            row.pop(name, None)
        else:
            row[name] = value
        place = next((n for n, change in enumerate(self.changes) if _is(change, key)), len(self.changes))
        self.changes[place : place + 1] = [row] if set(row) - set(key) else []

    def traque(self, value: int, now: int) -> None:
        self.changes = [row for row in self.changes if "traque" not in row]
        if value != now:
            self.changes.append({"traque": value})

    def add(self, row: Json) -> None:
        """A card that goes somewhere, dice, an exchange; one card goes one way."""
        self.changes = [
            change for change in self.changes if row.get("card") is None or change.get("card") != row["card"]
        ]
        if row not in self.changes:
            self.changes.append(row)

    def drop(self, at: int, name: str | None) -> None:
        """Takes back one line: the whole row, or one value of it."""
        if not 0 <= at < len(self.changes):
            return
        row = self.changes[at]
        kept = {key: value for key, value in row.items() if key != name}
        self.changes[at : at + 1] = [kept] if name and set(kept) - {"piece", "seat"} else []

    def command(self) -> Json:
        """The proposal as it is sent."""
        proposal: Json = {"kind": "propose", "what": "adjustment", "changes": [*self.changes], "note": self.note}
        return {**proposal, "card": self.card} if self.card else proposal


def _is(row: Mapping[str, Any], key: Mapping[str, Any]) -> bool:
    return "swap" not in row and all(row.get(name) == value for name, value in key.items())


def figure(piece: Mapping[str, Any], key: str) -> int:
    """The current value of a figure of a piece."""
    return int(piece.get("tokens", {}).get(key, 0) if key == "agenda" else piece.get(key, 0))


@dataclass(frozen=True)
class Moving(PendingCommand):
    """A piece being put elsewhere by an adjustment: its place is pointed at, and goes into the draft."""

    before: tuple[Json, ...] = ()
    """The other changes, in whose company the place is checked."""

    def at(self, to: tuple[int, int]) -> Json:
        here = {"piece": self.command["rouage"], "at": list(to)}
        return {"kind": "propose", "what": "adjustment", "changes": [*self.before, here]}


def moving(piece: str, draft: AdjustmentDraft) -> Moving:
    """A piece taken in the hand, to be put elsewhere."""
    others = tuple(row for row in draft.changes if row.get("piece") != piece)[: MOST_CHANGES - 1]
    return Moving({"kind": "propose", "rouage": piece}, {"to": {}}, prepared=True, before=others)
