"""What this game declares of its previews (:mod:`rules.kernel.previews`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.diktat import events as ev
from rules.diktat.state import State
from rules.kernel import Json, Seat
from rules.kernel.previews import Previews

ENDS = (ev.TurnBegan, ev.PhaseBegan, ev.CycleBegan)
"""The events after which nothing is the command's doing any more."""

OPEN = {
    ev.Looked: "pawn",
    ev.Killed: "pawn",
    ev.Turned: "pawn",
    ev.Shown: "screen",
    ev.Undelivered: "screen",
    ev.Bids: "bid",
    ev.SecretTurned: "pile",
    ev.Shuffled: "pile",
    ev.Drawn: "pile",
    ev.Peeked: "pile",
    ev.Replaced: "pile",
}
"""Events that show something hidden, or a chance, by what they leave open: all after them depends on it."""

ASKED = {"react": "reaction", "call": "reaction", "bid": "bid", "verdict": "verdict", "adjust": "answer"}
"""Questions to other seats on whose answers the rest depends."""


def _rows(before: State, after: State, certain: Sequence[Any], seat: Seat) -> list[Json]:
    """The differences of a state after from one before: `{"seat", "what", "from", "to"}`, of stacks with `stack` and
    `sector`; of screens the seat's own alone."""
    was, now = _figures(before, seat), _figures(after, seat)
    figures: list[Json] = [
        {"seat": seat, "what": what, "from": value, "to": now[seat, what]}
        for (seat, what), value in was.items()
        if value != now[seat, what]
    ]
    old, new = _heights(before), _heights(after)
    for id in dict.fromkeys((*old, *new)):
        if old.get(id) != new.get(id):
            owner, sector, _ = new[id] if id in new else old[id]
            high, low = (heights[id][2] if id in heights else 0 for heights in (old, new))
            row: Json = {"seat": owner, "what": "stack", "stack": id, "sector": sector, "from": high, "to": low}
            figures.append(row)
    return figures


def _figures(state: State, viewer: Seat) -> dict[tuple[Seat, str], Any]:
    """The figures that a viewer sees of each seat that has its Cabal, by seat and name."""
    figures: dict[tuple[Seat, str], Any] = {}
    # RNK-5: nobody's Rank is known before all have chosen
    first = state.order()[0] if all(player.cabal for player in state.players.values()) else None
    for seat, player in state.players.items():
        if not player.cabal:
            continue
        row: Json = {
            "points": state.points(seat),
            "rank": state.rank(seat),
            "administrator": first == seat,
            "spies": player.spies,
            "assassins": player.assassins,
            "debts": player.debts,
            "markers": player.all_markers,
            "cards": len(player.cards),
        }
        own = {"pp": player.pp, "agents": player.agents} if seat == viewer else {}
        figures |= {(seat, what): value for what, value in (row | own).items()}
    return figures


def _heights(state: State) -> dict[str, tuple[Seat, str, int]]:
    """Owner, sector and height of the players' stacks."""
    return {stack.id: (stack.seat, sector, len(stack.pawns)) for sector, stack in state.stacks()}


PREVIEWS = Previews(_rows, OPEN, ENDS, ASKED, unsure="screen", own=False, worlds=3)
