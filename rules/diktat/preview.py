"""What a command would surely do, as far as its seat can know: told from worlds imagined for that seat, so that it
rests on nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.diktat import events as ev
from rules.diktat.state import State
from rules.kernel import Json
from rules.kernel.seats import Seat

WORLDS = 3
"""So many are imagined: what is not the same in all of them is open."""

ENDS = (ev.TurnBegan, ev.PhaseBegan, ev.CycleBegan)
"""What follows is not the command's doing any more."""

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


def certain(before: State, happened: Sequence[Any], evolve: Callable[[State, Any], State]) -> tuple[State, str | None]:
    """The state after all that is certain, and what is open then."""
    state = before
    for event in happened:
        if isinstance(event, ENDS):
            return state, None
        if type(event) in OPEN:
            return state, OPEN[type(event)]
        state = evolve(state, event)
    return state, None


def waits(seat: Seat, questions: Iterable[tuple[Seat, str]]) -> str | None:
    """What the rest waits for, where others are asked on the way."""
    return next((ASKED[kind] for asked, kind in questions if asked != seat and kind in ASKED), None)


def rows(before: State, after: State, seat: Seat) -> list[Json]:
    """What is another after than before: `{"seat", "what", "from", "to"}`; of screens the seat's own alone."""
    found: list[Json] = []
    for it in before.seats:
        if not before.players[it].cabal:
            continue
        was, now = _figures(before, it, it == seat), _figures(after, it, it == seat)
        found += [
            {"seat": it, "what": what, "from": value, "to": now[what]}
            for what, value in was.items()
            if value != now[what]
        ]
    found += _stacks(before, after)
    return found


def _figures(state: State, seat: Seat, own: bool) -> dict[str, Any]:
    player = state.players[seat]
    figures: dict[str, Any] = {
        "points": state.points(seat),
        "rank": state.rank(seat),
        "administrator": state.order()[0] == seat,
        "spies": player.spies,
        "assassins": player.assassins,
        "debts": player.debts,
        "markers": sum(player.markers.values()),
        "cards": len(player.cards),
    }
    return figures | ({"pp": player.pp, "agents": player.agents} if own else {})


def _stacks(before: State, after: State) -> list[Json]:
    """Stacks that come, go, or become higher or lower."""

    def heights(state: State) -> dict[str, tuple[Seat, str, int]]:
        return {stack.id: (stack.seat, sector, len(stack.pawns)) for sector, stack in state.stacks()}

    was, now = heights(before), heights(after)
    found: list[Json] = []
    for id in [*was, *(it for it in now if it not in was)]:
        old, new = was.get(id), now.get(id)
        if old != new:
            seat, sector, _ = new or old or ("", "", 0)
            row: Json = {"seat": seat, "what": "stack", "stack": id, "sector": sector}
            found.append(row | {"from": old[2] if old else 0, "to": new[2] if new else 0})
    return found
